//! `match` tests one value against patterns, as a statement or as an expression.
//!
//! ```rust,ignore
//! let kind = match (n, flag) { (0, _) => 0, (1..=3 | 7.., true) if a > 1.0 => 1, _ => 2 };
//! ```
//!
//! - Values: integers, `bool`, enums without fields, constants, and tuples, arrays and structs of these.
//! - Patterns: literals, constants, ranges, `_`, names, `name @ pattern`, tuples, arrays, structs and `a | b`. As in Rust, the
//!   type of a constant in a pattern may be your own struct with `#[derive(PartialEq)]`.
//! - Each arm may have a guard.
//! - rustc checks that the arms are exhaustive.
//!
//! On a device, a `match` is a chain of `if`s; the last arm needs no test.

mod alternatives;
mod condition;
pub(super) mod exhaustiveness;
mod let_else;
mod pattern_test;

use super::context::{Binding, Context};
use super::iterators::optional_item::{self, Optional};
use super::pattern::pinned;
use super::{expr, stmt, variant};
use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty};
use crate::site::Site;
use condition::chain;
pub(super) use condition::{condition, has_pattern};
pub(super) use let_else::{irrefutable, or_else};
use pattern_test::{join, test};
use syn::Pat;

/// Lowers a `match`. If there is a `result`, assigns the value of the chosen arm to it.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprMatch, result: Option<&Expr>) {
    let own: Vec<_> = it.arms.iter().map(|arm| &arm.pat).collect();
    let Some(mut scrutinee) = scrutinee(cx, &it.expr, &own) else { return };
    if yields_references(cx, it, &scrutinee) {
        let ty = Ty::Reference(false, Box::new(scrutinee.ty.clone()));
        let (kind, site) =
            (ExprKind::Reference { mutable: false, place: Box::new(scrutinee) }, Site::of(&it.expr));
        scrutinee = Expr { kind, ty, site };
    }
    let patterns = it.arms.iter().map(|arm| match &arm.pat {
        Pat::Guard(guarded) => ((*guarded.pat).clone(), true),
        pattern => (pattern.clone(), false),
    });
    check_exhaustive(cx, &scrutinee, patterns.collect());
    let chain = arms(cx, &it.arms, &scrutinee, result);
    cx.prologue.extend(chain);
}

/// Whether the names in slice patterns are references, as for a constant `&[T]`. Only rustc knows the type of the scrutinee, but
/// an arm dereferences such a name.
fn yields_references(cx: &mut Context<'_>, it: &syn::ExprMatch, scrutinee: &Expr) -> bool {
    let is_unknown = matches!(cx.infer.resolve(&scrutinee.ty), Ty::Hole(_) | Ty::Var(_));
    let found = is_unknown
        && it.arms.iter().any(|arm| {
            matches!(&arm.pat, Pat::Slice(_))
                && super::pattern::dereferences(&arm.pat, |search| {
                    syn::visit::Visit::visit_expr(search, &arm.body);
                })
        });
    if found {
        cx.body.dereferenced_items.push((scrutinee.ty.clone(), scrutinee.site));
    }
    found
}

/// Lowers the scrutinee so that the code evaluates it once: stores its components in temporary variables if
/// needed. `None` after an error.
fn scrutinee(cx: &mut Context<'_>, it: &syn::Expr, patterns: &[&Pat]) -> Option<Expr> {
    let scrutinee = match expr::without_parentheses(it) {
        syn::Expr::Tuple(tuple) if !tuple.elems.is_empty() => {
            let parts = tuple.elems.iter().map(|part| whole_scrutinee(cx, part, false));
            let parts: Vec<_> = parts.collect::<Option<_>>()?;
            let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
            Expr { kind: ExprKind::Tuple(parts), ty, site: Site::of(it) }
        }
        it => whole_scrutinee(cx, it, patterns.iter().any(|pattern| binds_reference(pattern)))?,
    };
    Some(scrutinee)
}

/// Lowers a scrutinee that is not a tuple. If the names in the patterns become references, the result is the place of
/// the scrutinee, so that they are aliases of it. Other values are stored in a variable.
fn whole_scrutinee(cx: &mut Context<'_>, it: &syn::Expr, by_ref: bool) -> Option<Expr> {
    if let syn::Expr::MethodCall(call) = expr::without_parentheses(it)
        && optional_item::is_items(cx, &call.receiver)
        && let Some((mutable, parts)) = expr::slice::split(cx, it)
    {
        cx.body.borrows = true;
        let parts: Vec<_> = parts
            .into_iter()
            .map(|part| {
                let (ty, site) = (Ty::Reference(mutable, Box::new(part.ty.clone())), part.site);
                Expr { kind: ExprKind::Reference { mutable, place: Box::new(part) }, ty, site }
            })
            .collect();
        let failed = parts.iter().any(|part| part.ty.is_error());
        let ty = Ty::Tuple(parts.iter().map(|part| part.ty.clone()).collect());
        return (!failed).then(|| Expr { kind: ExprKind::Tuple(parts), ty, site: Site::of(it) });
    }
    let (full, borrowed) = match expr::without_parentheses(it) {
        syn::Expr::Reference(it) => {
            cx.body.borrows = true;
            (expr::lower_full(cx, &it.expr), Some(it.mutability.is_some()))
        }
        it => match optional_item::of_unknown_type(cx, it) {
            // In Rust, the item of the `Option` may be a reference, which the code can dereference. So a name in the
            // patterns is an alias, which lowering can also dereference.
            Some(value) => (value, Some(false)),
            None => (expr::lower_full(cx, it), expr::is_by_ref_self(cx, it).then_some(false)),
        },
    };
    if full.ty.is_error() {
        return None;
    }
    if Optional::of(&full).is_some() {
        return Some(full);
    }
    let (mut place, mut reference) = (full, borrowed);
    while let ExprKind::Reference { mutable, place: inner } = place.kind {
        reference = Some(reference.unwrap_or(mutable) && mutable);
        place = *inner;
    }
    let is_place = matches!(
        place.base(),
        ExprKind::Local(_) | ExprKind::Tile(_) | ExprKind::Value(_) | ExprKind::ViewArg { .. }
    );
    // A slice is no value. The names in its pattern are copied when the pattern matches.
    let is_slice = matches!(place.ty, Ty::Slice(_));
    if reference.is_none() && !by_ref && !is_slice || !is_place && !is_slice {
        place = map_components(place, |part| pinned(cx, part));
    } else {
        place = expr::with_fixed_subscripts(cx, place);
    }
    let Some(mutable) = reference else { return Some(place) };
    let (ty, site) = (Ty::Reference(mutable, Box::new(place.ty.clone())), place.site);
    Some(Expr { kind: ExprKind::Reference { mutable, place: Box::new(place) }, ty, site })
}

/// Adds the statement in which rustc checks that the patterns are exhaustive.
fn check_exhaustive(cx: &mut Context<'_>, scrutinee: &Expr, mut patterns: Vec<(Pat, bool)>) {
    let mut scrutinee = scrutinee.clone();
    if let Some(optional) = Optional::of(&scrutinee) {
        let site = scrutinee.site;
        let span = site.first.resolved_at(proc_macro2::Span::mixed_site());
        let some = match optional.error {
            None => syn::parse_quote_spanned!(span=> ::core::option::Option::Some),
            Some(_) => return,
        };
        let item = if !patterns.iter().any(|(pattern, _)| has_reference_pattern(pattern))
            && let Some(ExprKind::Reference { place, .. }) = optional.borrowed_whole().map(|it| it.kind)
        {
            scrutinee = *place;
            cx.prologue.push(exhaustiveness::check(scrutinee, patterns));
            return;
        } else if optional.is_readable() {
            optional.item
        } else {
            // Without an item, a read of its target may be out of bounds. So rustc checks `Some(_)` instead
            // of the pattern. An arm whose inner pattern may fail counts as an arm with a guard.
            for (pattern, guarded) in &mut patterns {
                if let Pat::TupleStruct(it) = pattern {
                    *guarded |= !it
                        .elems
                        .iter()
                        .all(|part| matches!(part, Pat::Ident(_) | Pat::Wild(_) | Pat::Tuple(_)));
                    it.elems.iter_mut().for_each(|part| *part = syn::parse_quote!(_));
                }
            }
            expr::unit(site)
        };
        scrutinee = variant::value(cx, &some, vec![(variant::position(0, site), item)], site);
    }
    cx.prologue.push(exhaustiveness::check(scrutinee, patterns));
}

/// Whether a pattern contains `&p`. Such a pattern matches an item that is a reference, and no value.
fn has_reference_pattern(pattern: &Pat) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_pat_reference(&mut self, _: &'ast syn::PatReference) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_pat(&mut search, pattern);
    search.0
}

/// Whether a pattern binds a name by `ref`.
pub(super) fn binds_reference(pattern: &Pat) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= name.by_ref.is_some();
            syn::visit::visit_pat_ident(self, name);
        }
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_pat(&mut search, pattern);
    search.0
}

/// Applies `each` to the components of a tuple or array; for other values, to the whole value.
fn map_components(scrutinee: Expr, mut each: impl FnMut(Expr) -> Expr) -> Expr {
    match scrutinee.kind {
        ExprKind::Tuple(parts) => {
            Expr { kind: ExprKind::Tuple(parts.into_iter().map(each).collect()), ..scrutinee }
        }
        ExprKind::Array(parts) => {
            Expr { kind: ExprKind::Array(parts.into_iter().map(each).collect()), ..scrutinee }
        }
        _ => each(scrutinee),
    }
}

/// Lowers the arms to a chain of `if`s: the first arm in `then`, the remaining arms in `else`.
fn arms(cx: &mut Context<'_>, arms: &[syn::Arm], scrutinee: &Expr, result: Option<&Expr>) -> Vec<Stmt> {
    let Some((arm, rest)) = arms.split_first() else { return Vec::new() };
    let first = cx.late_copies.names.len();
    let (mut out, (condition, body)) = cx.in_block(|cx| {
        cx.scoped(|cx| {
            let (pattern, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pattern => (pattern, None),
            };
            let apart = guard.and_then(|guard| alternatives::guarded(cx, pattern, guard, scrutinee));
            let fits = apart.clone().or_else(|| test(cx, pattern, scrutinee));
            let condition = match guard {
                Some(guard) if apart.is_none() => chain(cx, guard, fits),
                // The arms are exhaustive, so the last arm matches whenever it is reached.
                None if rest.is_empty() => None,
                _ => fits,
            };
            let mut block = copies(cx, first);
            block.extend(body(cx, &arm.body, result));
            (condition, block)
        })
    });
    let condition = match condition {
        Some(condition) => condition,
        // This arm always matches, so the later arms never run. They are lowered anyway, because they may
        // contain errors.
        None if !rest.is_empty() => {
            Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site: Site::of(&arm.pat) }
        }
        None => {
            out.extend(body);
            return out;
        }
    };
    let otherwise = self::arms(cx, rest, scrutinee, result);
    out.push(Stmt::If { condition, then: body, otherwise });
    out
}

/// The condition of an arm with a guard. The code evaluates the guard only if `fits`, the condition of the
/// pattern, holds.
fn guarded(cx: &mut Context<'_>, fits: Option<Expr>, guard: &syn::Expr) -> Expr {
    let (mut then, guard) = cx.in_block(|cx| expr::lower(cx, guard));
    cx.infer.unify(&guard.ty, &Ty::BOOL);
    let Some(fits) = fits else {
        cx.prologue.extend(then);
        return guard;
    };
    if then.is_empty() {
        return join(Binary::And, fits, guard);
    }
    let site = guard.site;
    let var = cx.temporary("fits", site, Ty::BOOL, true);
    let place = Expr { kind: ExprKind::Local(var), ty: Ty::BOOL, site };
    cx.prologue.push(Stmt::Let { var, value: Some(fits) });
    then.push(Stmt::Assign { place: place.clone(), operator: None, value: guard });
    cx.prologue.push(Stmt::If { condition: place.clone(), then, otherwise: Vec::new() });
    place
}

/// Copies the items that a pattern of a slice binds by value, after the pattern has matched. Returns the statements for
/// this. `first` is the number of such names before the pattern.
pub(super) fn copies(cx: &mut Context<'_>, first: usize) -> Vec<Stmt> {
    let names = cx.late_copies.names.split_off(first.min(cx.late_copies.names.len()));
    let (stmts, ()) = cx.in_block(|cx| {
        for (name, mutable) in names {
            let Some(Binding::Alias(alias)) = cx.lookup(&name) else { continue };
            let value = cx.aliased(alias).1.clone();
            let var = cx.variable(&name, value.ty.clone(), mutable);
            cx.prologue.push(Stmt::Let { var, value: Some(value) });
        }
    });
    stmts
}

fn body(cx: &mut Context<'_>, it: &syn::Expr, result: Option<&Expr>) -> Vec<Stmt> {
    if let Some(result) = result
        && expr::chosen_slice::is_result(cx, result)
    {
        let (block, ()) = cx.in_block(|cx| cx.scoped(|cx| expr::chosen_slice::tail(cx, it, result)));
        return block;
    }
    let (mut block, value) = cx.in_block(|cx| {
        cx.scoped(|cx| match (result, it) {
            // The block of the arm is lowered statement by statement, so that it does not count as a nesting
            // level.
            (None, syn::Expr::Block(it)) if it.label.is_none() => {
                let inner = stmt::block(cx, &it.block.stmts);
                cx.prologue.extend(inner);
                None
            }
            (Some(_), it) => expr::full_value(cx, it),
            (None, it) => {
                stmt::expression(cx, it);
                None
            }
        })
    });
    unwrap_block(&mut block);
    if let Some(result) = result {
        expr::assign(cx, result, value, &mut block, Site::of(it));
    }
    block
}

/// Replaces a block that contains only another block by the contents of that block.
fn unwrap_block(block: &mut Vec<Stmt>) {
    if let [Stmt::Block(inner)] = block.as_mut_slice() {
        *block = std::mem::take(inner);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn match_becomes_an_if_chain() {
        wgsl(
            "|i: Index<1>| { y[i] = match n { 0 => 1.0, 1 | 2 => 2.0, LIMIT => 3.0, 4..=7 => { 4.0 } k if k > 100 => 5.0, _ => 6.0 }; }",
            expect![[r#"
                var chosen_: f32;
                if (n == 0u) {
                    chosen_ = 1.0f;
                } else if (n == 1u || n == 2u) {
                    chosen_ = 2.0f;
                } else if (n == LIMIT) {
                    chosen_ = 3.0f;
                } else if (n >= 4u && n <= 7u) {
                    chosen_ = 4.0f;
                } else {
                    let k_: u32 = n;
                    if (k_ > 100u) {
                        chosen_ = 5.0f;
                    } else {
                        chosen_ = 6.0f;
                    }
                }
                y[amp_global[0]] = chosen_;
            "#]],
        );
    }

    #[test]
    fn tuples_are_matched_by_component() {
        wgsl(
            "|i: Index<1>| { match (n, a < 1.0) { (0, true) => y[i] = 1.0, (m @ 1..5, _) => y[i] = m as f32, (_, false) => {} (..=9, true) => { y[i] = 3.0; } _ => return } }",
            expect![[r#"
                let value_: bool = a < 1.0f;
                if (n == 0u && value_) {
                    y[amp_global[0]] = 1.0f;
                } else {
                    let m_: u32 = n;
                    if (n >= 1u && n < 5u) {
                        y[amp_global[0]] = f32(m_);
                    } else if (!value_) {
                    } else if (n <= 9u && value_) {
                        y[amp_global[0]] = 3.0f;
                    } else {
                        return;
                    }
                }
            "#]],
        );
    }

    #[test]
    fn arrays_are_matched_by_item() {
        wgsl(
            "|i: Index<1>| { let w = [n, 2, 3]; z[i] = match [n, 1] { [0, k] => k as u32, [k, 0] => k as u32, [a, b] => (a * b) as u32 }; match w { [0, ..] => {} [.., 3] => z[i] = 1, _ => z[i] = 2 } }",
            expect![[r#"
                let w_: <[usize ; 3usize]> = <[usize ; 3usize]>(n, 2u, 3u);
                var chosen_: u32;
                let k_: u32 = 1u;
                if (n == 0u) {
                    chosen_ = u32(k_);
                } else {
                    let k_2: u32 = n;
                    if (1u == 0u) {
                        chosen_ = u32(k_2);
                    } else {
                        let a_: u32 = n;
                        let b_: u32 = 1u;
                        chosen_ = u32(a_ * b_);
                    }
                }
                z[amp_global[0]] = chosen_;
                if (w_[0] == 0u) {
                } else if (w_[2] == 3u) {
                    z[amp_global[0]] = 1u;
                } else {
                    z[amp_global[0]] = 2u;
                }
            "#]],
        );
        codes("|i: Index<1>| { match [n, 1] { [0, rest @ ..] => z[i] = rest[0] as u32, _ => {} } }", &[]);
    }

    #[test]
    fn match_value_is_assigned_in_each_arm() {
        wgsl(
            "|i: Index<1>| { let s; match a < 1.0 { true => s = 1, false => s = 2 } z[i] = s; }",
            expect![[r#"
                var s_: u32;
                let value_: bool = a < 1.0f;
                if (value_) {
                    s_ = 1u;
                } else {
                    s_ = 2u;
                }
                z[amp_global[0]] = s_;
            "#]],
        );
    }

    #[test]
    fn unsupported_patterns_are_rejected() {
        codes("|i: Index<1>| { match n { Some(x) => {} c\"a\" => {} _ => {} } }", &["AMP001"]);
    }

    #[test]
    fn variants_are_tested_and_their_fields_read() {
        wgsl(
            "|i: Index<1>| { let mut s = (n > 1).then_some(n as u32); z[i] = match s { Some(k) if k > 4 => 1, Some(1 | 3) => 2, Some(k) => k, None => 0 }; if let Some(v) = &mut s { *v += 1; } let Some(e) = s else { return }; z[i] += e; }",
            expect![[r#"
                var s_: <_> = <:: core :: primitive :: bool>::then_some(n > 1u, u32(n));
                var chosen_: u32;
                let value_: <_> = s_;
                let k_: <_> = value_.Some.0;
                if ((value_ is Some) && Gt<_, _>(k_, 4?)) {
                    chosen_ = 1u;
                } else if ((value_ is Some) && (Eq<_, _>(value_.Some.0, 1?) || Eq<_, _>(value_.Some.0, 3?))) {
                    chosen_ = 2u;
                } else {
                    let k_2: u32 = value_.Some.0;
                    if ((value_ is Some)) {
                        chosen_ = k_2;
                    } else {
                        chosen_ = 0u;
                    }
                }
                z[amp_global[0]] = chosen_;
                if ((s_ is Some)) {
                    s_.Some.0 = Add<_, _>(s_.Some.0, 1?);
                }
                let value_2: <_> = s_;
                let e_: <_> = value_2.Some.0;
                if (!(value_2 is Some)) {
                    return;
                }
                z[amp_global[0]] = Add<u32, _>(z[amp_global[0]], e_);
            "#]],
        );
    }

    #[test]
    fn fields_after_a_rest_are_rejected() {
        codes("|i: Index<1>| { match p { Pair(.., 0) => {} _ => {} } }", &["AMP016"]);
        codes("|i: Index<1>| { let Pair(.., b) = p; }", &["AMP016"]);
        codes("|i: Index<1>| { let Pair(b, ..) = p; y[i] = b; }", &[]);
    }
}
