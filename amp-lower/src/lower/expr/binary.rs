//! Binary operators are Rust's: arithmetic, comparisons, bit operations, and the short-circuiting `&&` and
//! `||`.
//!
//! ```rust,ignore
//! let inside = k < n && x[k] > 0.0;
//! let s = (a * 2.0 + 1.0) % 3.0;
//! ```
//!
//! - An operand may be a reference: `*v > x[k]`, `v > &x[k]`.
//! - User types may have operators: `#[device] impl Add for Pair`.

use super::{MAX_FLAT_TERMS, reference_operators};
use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::iterators;
use crate::lower::iterators::optional_item::{self, Optional};
use crate::lower::pattern::pinned;
use crate::lower::unsupported;
use crate::parse::optional_references::Kind;
use crate::site::Site;
use crate::vocabulary::operators;

/// Lowers a binary operator. A chain `a + b + c` is a left-nested tree of any depth, so a loop lowers it term
/// by term instead of recursing. Intermediate results become variables, because shader compilers recurse over
/// expressions, too.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprBinary) -> Expr {
    let (mut chain, mut first) = (vec![it], &*it.left);
    while let syn::Expr::Binary(inner) = super::without_parentheses(first) {
        chain.push(inner);
        first = &inner.left;
    }
    let mut value = first_operand(cx, first, &chain);
    for (n, it) in chain.into_iter().rev().enumerate() {
        if n > 0 && n % MAX_FLAT_TERMS == 0 {
            value = pinned(cx, value);
        }
        value = lower_one(cx, it, value);
    }
    value
}

/// Lowers the first operand of a chain. A call that is compared with `Some(&v)` returns an `Option` with a reference.
fn first_operand(cx: &mut Context<'_>, it: &syn::Expr, chain: &[&syn::ExprBinary]) -> Expr {
    if let Some(comparison) = chain.last()
        && matches!(comparison.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_))
        && let syn::Expr::Call(compared) = super::without_parentheses(&comparison.right)
        && super::is_variant_call(compared)
        && matches!(compared.args.first(), Some(syn::Expr::Reference(of)) if of.mutability.is_none())
        && optional_item::may_be_call(cx, it)
    {
        let is_option = matches!(&*compared.func, syn::Expr::Path(path) if path.path.is_ident("Some"));
        return optional_item::of_call(cx, it, if is_option { Kind::Option } else { Kind::Result });
    }
    operand(cx, it)
}

/// Lowers an operand. A reference, such as `&b` or the `self` of a method that takes `&self`, may have operators of its own.
fn operand(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    match super::without_parentheses(it) {
        // `w[..2] == v[1..]` compares the slices.
        syn::Expr::Index(index) if matches!(&*index.index, syn::Expr::Range(_)) => {
            operand(cx, &syn::parse_quote!(&#it))
        }
        syn::Expr::Reference(of) if of.mutability.is_none() => {
            // rustc checks that both operands of a comparison are references.
            cx.body.borrows = true;
            let place = super::lower_full(cx, &of.expr);
            if place.ty.is_error() {
                return place;
            }
            iterators::reference(false, place)
        }
        of_method if super::reference::is_by_ref_self(cx, of_method) => {
            let place = super::place(cx, of_method);
            match place.ty.is_error() {
                true => place,
                false => iterators::reference(false, place),
            }
        }
        _ => super::lower_full(cx, it),
    }
}

/// Lowers one operator. The left operand is already lowered to `lhs`.
fn lower_one(cx: &mut Context<'_>, it: &syn::ExprBinary, lhs: Expr) -> Expr {
    let site = Site::of(it);
    let Some((operator, false)) = operators::binary(&it.op) else {
        unsupported::expr(cx, &syn::Expr::Binary(it.clone()));
        return Expr::error_placeholder(site);
    };
    let site = site.at(&it.op);
    let left = Site::of(&it.left);
    let (mut before, rhs) = cx.in_block(|cx| match Optional::of(&lhs) {
        // A call that is compared with an `Option` of a reference returns one.
        Some(optional) if lhs.has_reference() && optional_item::may_be_call(cx, &it.right) => {
            let kind = if optional.error.is_some() { Kind::Result } else { Kind::Option };
            optional_item::of_call(cx, &it.right, kind)
        }
        _ => operand(cx, &it.right),
    });
    if matches!(operator, Binary::Eq | Binary::Ne) && (is_slice(cx, &lhs) || is_slice(cx, &rhs)) {
        let lhs = if before.is_empty() { lhs } else { fixed(cx, lhs) };
        cx.prologue.extend(before);
        return of_slices(cx, operator, lhs, rhs);
    }
    if reference_operators::applies(cx, operator, &lhs, &rhs) {
        // The left operand is evaluated before the right one.
        let lhs = if before.is_empty() { lhs } else { fixed(cx, lhs) };
        cx.prologue.extend(before);
        return reference_operators::binary(cx, operator, &lhs, &rhs, site);
    }
    let (more, rhs) = cx.in_block(|cx| super::value_of(cx, rhs, Site::of(&it.right)));
    before.extend(more);
    let lhs = super::value_of(cx, lhs, left);
    if operator.is_lazy() {
        return lazy(cx, operator, lhs, before, rhs, site);
    }
    let lhs = if before.is_empty() { lhs } else { pinned(cx, lhs) };
    cx.prologue.extend(before);
    let ty = cx.infer.binary(operator, &lhs.ty, &rhs.ty);
    Expr { kind: ExprKind::Binary(operator, Box::new(lhs), Box::new(rhs)), ty, site }
}

/// Whether an operand is a slice of an array, of a view or of tile memory, or a reference to one.
fn is_slice(cx: &Context<'_>, it: &Expr) -> bool {
    match &it.kind {
        ExprKind::Reference { place, .. } => is_slice(cx, place),
        ExprKind::Slice { .. } => true,
        _ => matches!(cx.infer.resolve(&it.ty), Ty::Slice(_)),
    }
}

/// Compares slices as `a.iter().eq(b.iter())` does.
fn of_slices(cx: &mut Context<'_>, operator: Binary, lhs: Expr, rhs: Expr) -> Expr {
    cx.scoped(|cx| {
        let (a, b) = (iterators::named(cx, lhs), iterators::named(cx, rhs));
        match operator {
            Binary::Eq => super::lower(cx, &syn::parse_quote!(#a.iter().eq(#b.iter()))),
            _ => super::lower(cx, &syn::parse_quote!(#a.iter().ne(#b.iter()))),
        }
    })
}

/// Stores an operand, so that later statements cannot change it: its value, or the subscripts of the target of a reference.
fn fixed(cx: &mut Context<'_>, operand: Expr) -> Expr {
    match operand.kind {
        ExprKind::Reference { mutable: false, place } => {
            let place = super::with_fixed_subscripts(cx, *place);
            iterators::reference(false, place)
        }
        _ => pinned(cx, operand),
    }
}

/// Lowers `&&` or `||`. The code evaluates the right operand and its prologue, `before`, only if the left
/// operand does not determine the result.
fn lazy(cx: &mut Context<'_>, operator: Binary, lhs: Expr, before: Vec<Stmt>, rhs: Expr, site: Site) -> Expr {
    cx.infer.unify(&lhs.ty, &Ty::BOOL);
    cx.infer.unify(&rhs.ty, &Ty::BOOL);
    if before.is_empty() {
        return Expr { kind: ExprKind::Binary(operator, Box::new(lhs), Box::new(rhs)), ty: Ty::BOOL, site };
    }
    let var = cx.temporary("both", site, Ty::BOOL, true);
    let result = Expr { kind: ExprKind::Local(var), ty: Ty::BOOL, site };
    cx.prologue.push(Stmt::Let { var, value: Some(lhs) });
    let mut then = before;
    then.push(Stmt::Assign { place: result.clone(), operator: None, value: rhs });
    let condition = match operator {
        Binary::And => result.clone(),
        _ => {
            let kind = ExprKind::Unary(crate::ir::Unary::Not, Box::new(result.clone()));
            Expr { kind, ty: Ty::BOOL, site }
        }
    };
    cx.prologue.push(Stmt::If { condition, then, otherwise: Vec::new() });
    result
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, printed, wgsl};
    use expect_test::expect;

    #[test]
    fn precedence_is_rusts() {
        wgsl(
            "|i: Index<1>| { z[i] = ((n + 1) * 2 - n / 3 % 4) as u32; z[i] += (n << 2 & 7 | 1 ^ n) as u32; if n > 1 && n != 5 || n == 0 { y[i] = 1.0; } }",
            expect![[r#"
                z[amp_global[0]] = u32((n + 1u) * 2u - (n / 3u) % 4u);
                z[amp_global[0]] += u32(((n << 2u) & 7u) | (1u ^ n));
                if ((n > 1u && n != 5u) || n == 0u) {
                    y[amp_global[0]] = 1.0f;
                }
            "#]],
        );
    }

    #[test]
    fn right_operand_is_evaluated_lazily() {
        wgsl(
            "|i: Index<1>| { if n > 1 && { let q = n; q < 9 } { z[i] = n as u32; } }",
            expect![[r#"
                var both_: bool = n > 1u;
                if (both_) {
                    let q_: u32 = n;
                    both_ = q_ < 9u;
                }
                if (both_) {
                    z[amp_global[0]] = u32(n);
                }
            "#]],
        );
    }

    #[test]
    fn long_chains_are_split_into_variables() {
        let source = format!("|i: Index<1>| {{ z[i] = {}; }}", vec!["(n as u32)"; 40].join(" + "));
        let text = printed(&source);
        assert!(text.contains("let value_: u32 = u32(n) + "), "{text}");
        assert!(text.contains("= value_ + u32(n)"), "{text}");
    }

    #[test]
    fn type_errors_are_left_to_rustc() {
        codes("|i: Index<1>| { let a = 1.0f32 + 1u32; }", &[]);
    }
}
