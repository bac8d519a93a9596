//! A `const` block is a value that rustc computes, or a check that it makes.
//!
//! ```rust,ignore
//! const { assert!(LIMIT > 1) };
//! let last = const { LIMIT - 1 };
//! z[i] = last as u32 & const { (1u32 << 4) - 1 };
//! ```
//!
//! - The block shows the type of its value: by a constant, a cast, a literal with a suffix or the type of a `let` in it.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Source, Ty};
use crate::lower::context::Context;
use crate::site::Site;

/// Lowers a `const` block to a constant.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprConst, site: Site) -> Expr {
    let mut written = it.clone();
    written.attrs.clear();
    let written = Source::of(&written);
    let ty = match shape(&it.block) {
        Shape::Unit => Ty::Unit,
        Shape::Typed => cx.infer.constant(written.clone()),
        Shape::Untyped => {
            let site = Site::of(&it.const_token);
            cx.advise(
                Code::AMP001,
                site,
                "a `const` block whose type depends on its use",
                construct::CONST_BLOCK,
            );
            return Expr::error_placeholder(site);
        }
    };
    Expr { kind: ExprKind::Const(written), ty, site }
}

/// The type of a block as far as its syntax shows it. The template and the CPU code each contain the block, so its type must not depend on
/// its use.
enum Shape {
    Unit,
    Typed,
    Untyped,
}

fn shape(block: &syn::Block) -> Shape {
    match block.stmts.last() {
        Some(syn::Stmt::Expr(value, None)) => match value {
            syn::Expr::Macro(it) if is_assertion(&it.mac) => Shape::Unit,
            syn::Expr::Block(inner) if inner.label.is_none() => shape(&inner.block),
            value if is_typed(value, block) => Shape::Typed,
            _ => Shape::Untyped,
        },
        Some(syn::Stmt::Macro(it)) if it.semi_token.is_none() && !is_assertion(&it.mac) => Shape::Untyped,
        _ => Shape::Unit,
    }
}

fn is_assertion(mac: &syn::Macro) -> bool {
    mac.path.segments.last().is_some_and(|last| last.ident.to_string().contains("assert"))
}

/// Whether an expression has one type wherever it is used. `around` is the block with its variables.
fn is_typed(it: &syn::Expr, around: &syn::Block) -> bool {
    let typed = |it: &syn::Expr| is_typed(it, around);
    let in_block = |block: &syn::Block| matches!(shape(block), Shape::Typed);
    match it {
        syn::Expr::Paren(it) => typed(&it.expr),
        syn::Expr::Reference(it) => typed(&it.expr),
        syn::Expr::Unary(it) => typed(&it.expr),
        syn::Expr::Index(it) => typed(&it.expr),
        syn::Expr::Block(it) => in_block(&it.block),
        syn::Expr::Cast(it) => !matches!(*it.ty, syn::Type::Infer(_)),
        syn::Expr::Lit(it) => match &it.lit {
            syn::Lit::Int(number) => !number.suffix().is_empty(),
            syn::Lit::Float(number) => !number.suffix().is_empty(),
            _ => true,
        },
        syn::Expr::Binary(it) => match it.op {
            syn::BinOp::Shl(_) | syn::BinOp::Shr(_) => typed(&it.left),
            syn::BinOp::Eq(_)
            | syn::BinOp::Ne(_)
            | syn::BinOp::Lt(_)
            | syn::BinOp::Le(_)
            | syn::BinOp::Gt(_)
            | syn::BinOp::Ge(_)
            | syn::BinOp::And(_)
            | syn::BinOp::Or(_) => true,
            _ => typed(&it.left) || typed(&it.right),
        },
        syn::Expr::If(it) => {
            in_block(&it.then_branch)
                || it.else_branch.as_ref().is_some_and(|(_, otherwise)| typed(otherwise))
        }
        syn::Expr::Match(it) => it.arms.iter().any(|arm| typed(&arm.body)),
        syn::Expr::Array(it) => it.elems.iter().any(typed),
        syn::Expr::Repeat(it) => typed(&it.expr),
        syn::Expr::Tuple(it) => it.elems.iter().all(typed),
        syn::Expr::Path(path) => match path.path.get_ident() {
            Some(name) if path.qself.is_none() => variable_is_typed(name, around),
            _ => true,
        },
        syn::Expr::MethodCall(it) => typed(&it.receiver),
        syn::Expr::Field(it) => typed(&it.base),
        // The function or the struct may be generic.
        syn::Expr::Call(it) => it.args.iter().all(typed),
        syn::Expr::Struct(it) => it.fields.iter().all(|field| typed(&field.expr)),
        _ => false,
    }
}

/// Whether a name is a constant, or a variable of the block whose `let` shows its type.
fn variable_is_typed(name: &syn::Ident, around: &syn::Block) -> bool {
    let found = around.stmts.iter().rev().find_map(|stmt| {
        let syn::Stmt::Local(local) = stmt else { return None };
        let (pattern, typed) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, true),
            other => (other, false),
        };
        let syn::Pat::Ident(bound) = pattern else { return None };
        (bound.ident == *name)
            .then(|| typed || local.init.as_ref().is_some_and(|init| is_typed(&init.expr, around)))
    });
    found.unwrap_or_else(|| name.to_string().starts_with(|c: char| c.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn const_blocks_are_constants() {
        wgsl(
            "|i: Index<1>| { const { assert!(LIMIT > 1) }; const { assert!(LIMIT > 1); } let last = const { LIMIT - 1 }; y[i] = x[last] * const { 2.0f32 * 3.0 }; }",
            expect![[r#"
                let last_: u32 = const { LIMIT - 1 };
                y[amp_global[0]] = Mul<f32, _>(x[last_], const { 2.0f32 * 3.0 });
            "#]],
        );
    }

    #[test]
    fn const_blocks_show_their_type() {
        codes(
            "|i: Index<1>| { y[i] = const { 2.0 }; let n = const { let k = 1 << 4; k }; }",
            &["AMP001", "AMP001"],
        );
        codes(
            "|i: Index<1>| { y[i] = const { let v: f32 = 2.0; v }; let n = const { let k = 1u32 << 4; k }; }",
            &[],
        );
    }
}
