//! An `if` or `match` may choose a slice, alone or in a tuple, if all branches take it from the same array:
//!
//! ```rust,ignore
//! let (is_negative, digits) = match text { [b'-', rest @ ..] => (true, rest), _ => (false, text) };
//! ```
//!
//! A device has no pointers. So the first position and the length of the slice are variables, which each branch assigns.

use super::without_parentheses;
use crate::diagnostics::Code;
use crate::ir::{Expr, ExprKind, Stmt, Ty, Var};
use crate::lower::context::{Binding, Context};
use crate::lower::stmt::{self, borrow};
use crate::lower::{iterators, matching};
use crate::site::Site;
use syn::visit::Visit;

/// The choice that is being lowered.
pub(in crate::lower) struct Choice {
    /// The variable that stands for the result in the branches.
    result: Var,
    /// The variables of the result. `None` before the first branch.
    target: Option<Target>,
    declared: Vec<Stmt>,
    failed: bool,
}

/// The variables that a branch assigns.
#[derive(Clone)]
enum Target {
    Value(Expr),
    Slice { mutable: bool, root: Box<Expr>, start: Box<Expr>, len: Box<Expr>, ty: Ty, site: Site },
    Tuple(Vec<Target>, Site),
}

impl Target {
    fn item(&self) -> Expr {
        match self {
            Target::Value(place) => place.clone(),
            Target::Slice { mutable, root, start, len, ty, site } => {
                let kind = ExprKind::Slice { root: root.clone(), start: start.clone(), len: len.clone() };
                let place = Expr { kind, ty: ty.clone(), site: *site };
                let ty = Ty::Reference(*mutable, Box::new(ty.clone()));
                Expr {
                    kind: ExprKind::Reference { mutable: *mutable, place: Box::new(place) },
                    ty,
                    site: *site,
                }
            }
            Target::Tuple(parts, site) => {
                let parts: Vec<_> = parts.iter().map(Target::item).collect();
                let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
                Expr { kind: ExprKind::Tuple(parts), ty, site: *site }
            }
        }
    }
}

/// Whether an `if` or `match` chooses a slice, as far as its syntax shows.
pub(in crate::lower) fn is_one(cx: &Context<'_>, it: &syn::Expr) -> bool {
    struct Rests(Vec<proc_macro2::Ident>);
    impl<'ast> Visit<'ast> for Rests {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            if matches!(&name.subpat, Some((_, inner)) if matches!(**inner, syn::Pat::Rest(_))) {
                self.0.push(name.ident.clone());
            }
        }
    }
    if !matches!(it, syn::Expr::If(_) | syn::Expr::Match(_)) {
        return false;
    }
    let mut rests = Rests(Vec::new());
    rests.visit_expr(it);
    let mut found = false;
    tails(it, &mut |tail| found |= has_slice(cx, tail, &rests.0));
    found
}

/// Calls `each` with the values of the branches.
fn tails<'e>(it: &'e syn::Expr, each: &mut impl FnMut(&'e syn::Expr)) {
    let block = |block: &'e syn::Block, each: &mut dyn FnMut(&'e syn::Expr)| {
        if let Some(syn::Stmt::Expr(last, None)) = block.stmts.last() {
            each(last);
        }
    };
    match without_parentheses(it) {
        syn::Expr::If(it) => {
            let mut last = None;
            block(&it.then_branch, &mut |tail| last = Some(tail));
            if let Some(tail) = last {
                tails(tail, each);
            }
            if let Some((_, otherwise)) = &it.else_branch {
                tails(otherwise, each);
            }
        }
        syn::Expr::Match(it) => it.arms.iter().for_each(|arm| tails(&arm.body, each)),
        syn::Expr::Block(it) if it.label.is_none() => {
            let mut last = None;
            block(&it.block, &mut |tail| last = Some(tail));
            if let Some(tail) = last {
                tails(tail, each);
            }
        }
        other => each(other),
    }
}

/// Whether a value is a slice, or a tuple with one.
fn has_slice(cx: &Context<'_>, it: &syn::Expr, rests: &[proc_macro2::Ident]) -> bool {
    match without_parentheses(it) {
        syn::Expr::Tuple(tuple) => tuple.elems.iter().any(|part| has_slice(cx, part, rests)),
        syn::Expr::Reference(it) => match without_parentheses(&it.expr) {
            syn::Expr::Index(it) => super::slice::is_range(cx, &it.index),
            _ => false,
        },
        path @ syn::Expr::Path(name) => {
            name.path.get_ident().is_some_and(|name| rests.contains(name))
                || match cx.index_binding(path) {
                    Some(Binding::Alias(alias)) => matches!(cx.aliased(alias).1.ty, Ty::Slice(_)),
                    Some(Binding::Var(var)) => matches!(cx.ty(var), Ty::Slice(_)),
                    _ => false,
                }
        }
        _ => false,
    }
}

/// Lowers an `if` or `match` that chooses a slice. The result is a reference to a slice, or a tuple with one.
pub(in crate::lower) fn lower(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    let site = Site::of(it);
    cx.body.borrows = true;
    let at = cx.prologue.len();
    let result = cx.temporary("chosen", site, Ty::Unit, true);
    let outer = cx.choice.replace(Choice { result, target: None, declared: Vec::new(), failed: false });
    let place = Expr { kind: ExprKind::Local(result), ty: Ty::Unit, site };
    tail(cx, it, &place);
    let choice = std::mem::replace(&mut cx.choice, outer);
    let Some(Choice { target: Some(target), declared, failed: false, .. }) = choice else {
        return Expr::error_placeholder(site);
    };
    cx.prologue.splice(at..at, declared);
    target.item()
}

/// A slice if a condition holds, otherwise another slice of the same array, with the statements of its code. `None` after an
/// error.
pub(in crate::lower) fn between(
    cx: &mut Context<'_>,
    condition: Expr,
    slice: Expr,
    (mut otherwise, other): (Vec<Stmt>, Expr),
) -> Option<Expr> {
    let mut declared = Vec::new();
    let (then, target) = cx.in_block(|cx| create(cx, slice, &mut declared));
    let target = target?;
    let (assigned, fits) = cx.in_block(|cx| assign(cx, &target, other));
    otherwise.extend(assigned);
    cx.prologue.extend(declared);
    cx.prologue.push(Stmt::If { condition, then, otherwise });
    fits.then(|| target.item())
}

/// Whether the branches of an `if` or `match` with this result choose a slice.
pub(in crate::lower) fn is_result(cx: &Context<'_>, result: &Expr) -> bool {
    matches!((&cx.choice, &result.kind), (Some(choice), &ExprKind::Local(var)) if choice.result == var)
}

/// Lowers the value of a branch, and the assignments of it.
pub(in crate::lower) fn tail(cx: &mut Context<'_>, it: &syn::Expr, result: &Expr) {
    match without_parentheses(it) {
        syn::Expr::Block(block) if block.label.is_none() => {
            let (stmts, ()) = cx.in_block(|cx| cx.scoped(|cx| self::block(cx, &block.block, result)));
            cx.prologue.extend(stmts);
        }
        syn::Expr::If(it) if it.else_branch.is_some() => super::if_value::link(cx, it, result),
        syn::Expr::Match(it) => matching::lower(cx, it, Some(result)),
        jump
        @ (syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_) | syn::Expr::Macro(_)) => {
            stmt::expression(cx, jump);
        }
        other => {
            let value = iterators::item_value(cx, other);
            store(cx, value);
        }
    }
}

/// Lowers a block whose value is that of a branch.
pub(in crate::lower) fn block(cx: &mut Context<'_>, it: &syn::Block, result: &Expr) {
    match it.stmts.split_last() {
        Some((syn::Stmt::Expr(last, None), rest)) => {
            rest.iter().for_each(|stmt| stmt::lower(cx, stmt));
            tail(cx, last, result);
        }
        _ => it.stmts.iter().for_each(|stmt| stmt::lower(cx, stmt)),
    }
}

fn store(cx: &mut Context<'_>, value: Expr) {
    let Some(mut choice) = cx.choice.take() else { return };
    if value.ty.is_error() {
        choice.failed = true;
    } else if let Some(target) = &choice.target {
        let target = target.clone();
        choice.failed |= !assign(cx, &target, value);
    } else {
        choice.target = create(cx, value, &mut choice.declared);
        choice.failed |= choice.target.is_none();
    }
    cx.choice = Some(choice);
}

/// Declares a variable that each branch assigns, and assigns it.
fn declared(cx: &mut Context<'_>, name: &str, value: Expr, declared: &mut Vec<Stmt>) -> Expr {
    let (ty, site) = (value.ty.clone(), value.site);
    let var = cx.temporary(name, site, ty.clone(), true);
    declared.push(Stmt::Let { var, value: None });
    let place = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Assign { place: place.clone(), operator: None, value });
    place
}

/// The variables for the value of the first branch.
fn create(cx: &mut Context<'_>, value: Expr, stmts: &mut Vec<Stmt>) -> Option<Target> {
    let site = value.site;
    match value.kind {
        ExprKind::Reference { mutable, place } => {
            let ty = Ty::Slice(Box::new(cx.infer.item(&place.ty)));
            let Some((root, start, len)) = borrow::parts_of_slice(cx, *place) else {
                refuse(cx, site);
                return None;
            };
            let start = Box::new(declared(cx, "start", start, stmts));
            let len = Box::new(declared(cx, "length", len, stmts));
            Some(Target::Slice { mutable, root: Box::new(root), start, len, ty, site })
        }
        ExprKind::Tuple(parts) => {
            let parts: Option<Vec<_>> = parts.into_iter().map(|part| create(cx, part, stmts)).collect();
            Some(Target::Tuple(parts?, site))
        }
        kind => Some(Target::Value(declared(cx, "chosen", Expr { kind, ..value }, stmts))),
    }
}

/// Assigns the value of another branch. Returns false after an error.
fn assign(cx: &mut Context<'_>, target: &Target, value: Expr) -> bool {
    let site = value.site;
    match (target, value.kind) {
        (Target::Slice { root, start, len, .. }, ExprKind::Reference { place, .. }) => {
            let parts = borrow::parts_of_slice(cx, *place);
            let Some((_, first, length)) = parts.filter(|(other, ..)| borrow::is_same_place(root, other))
            else {
                refuse(cx, site);
                return false;
            };
            for (place, value) in [(start, first), (len, length)] {
                cx.infer.unify(&value.ty, &Ty::USIZE);
                cx.prologue.push(Stmt::Assign { place: (**place).clone(), operator: None, value });
            }
            true
        }
        (Target::Tuple(targets, _), ExprKind::Tuple(parts)) if targets.len() == parts.len() => {
            targets.iter().zip(parts).fold(true, |all, (target, part)| assign(cx, target, part) && all)
        }
        (Target::Value(place), kind) => {
            let value = iterators::without_references(Expr { kind, ..value });
            cx.infer.unify(&place.ty, &value.ty);
            cx.prologue.push(Stmt::Assign { place: place.clone(), operator: None, value });
            true
        }
        _ => {
            refuse(cx, site);
            false
        }
    }
}

fn refuse(cx: &mut Context<'_>, site: Site) {
    let detail = "a reference that depends on a condition, to different arrays; choose the subscript, or call a function in each branch";
    cx.report(Code::AMP001, site, detail);
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn branches_assign_the_ends_of_a_slice() {
        wgsl(
            "|i: Index<1>| { let w = [1.0, a, 3.0]; let s = if n > 1 { &w[1..] } else { &w[..2] }; let (k, t) = match s { [_, rest @ ..] => (1, rest), _ => (0, s) }; y[i] = s[0] + t.len() as f32; z[i] = k; }",
            expect![[r#"
                var w_: <[f32 ; 3usize]> = <[f32 ; 3usize]>(1.0f, a, 3.0f);
                var start_: u32;
                var length_: u32;
                if (n > 1u) {
                    start_ = 1u;
                    length_ = 2u;
                } else {
                    start_ = 0u;
                    length_ = 2u;
                }
                var chosen_3: u32;
                var start_2: u32;
                var length_2: u32;
                let value_: u32 = start_;
                let value_2: u32 = length_;
                let value_3: u32 = min(1u, value_2);
                let value_4: u32 = value_2 - value_3;
                let value_5: u32 = value_ + 1u;
                if (value_2 >= 1u) {
                    chosen_3 = 1u;
                    start_2 = value_5;
                    length_2 = value_4;
                } else {
                    let value_6: u32 = start_;
                    let value_7: u32 = length_;
                    chosen_3 = 0u;
                    start_2 = value_6;
                    length_2 = value_7;
                }
                let value_8: u32 = chosen_3;
                y[amp_global[0]] = w_[start_] + f32(length_2);
                z[amp_global[0]] = value_8;
            "#]],
        );
    }

    #[test]
    fn slices_of_different_arrays_are_rejected() {
        codes(
            "|i: Index<1>| { let (v, w) = ([1.0, a], [2.0, a]); let s = if n > 1 { &w[1..] } else { &v[1..] }; y[i] = s[0]; }",
            &["AMP001"],
        );
    }
}
