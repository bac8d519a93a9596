//! A pattern may list alternatives that bind names: `(1, n) | (n, 1)`. The first alternative that matches
//! binds the names.
//!
//! If the arm has a guard, the guard is evaluated for each matching alternative until it holds, as in Rust.

use super::chain;
use super::{Expr, ExprKind, Pat, Stmt};
use crate::ir::{Ty, Unary};
use crate::lower::context::{Binding, Context, names_constant};
use crate::site::Site;
use proc_macro2::Ident;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

/// A name that a pattern binds, and whether it is `mut`.
type Name = (Ident, bool);

/// The names that a pattern binds, or `None` if it binds none. A name that begins with an upper-case letter
/// denotes a constant and is not bound.
pub(super) fn names(pattern: &Pat) -> Option<Vec<Name>> {
    let mut found = Names(Vec::new());
    found.visit_pat(pattern);
    (!found.0.is_empty()).then_some(found.0)
}

struct Names(Vec<Name>);

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        let constant = names_constant(&name.ident);
        let known = self.0.iter().any(|(other, _)| *other == name.ident);
        if !(constant && name.subpat.is_none() || known) {
            self.0.push((name.ident.clone(), name.mutability.is_some()));
        }
        syn::visit::visit_pat_ident(self, name);
    }
}

/// The condition that one of the alternatives of an or-pattern matches the value. Binds the names in the
/// pattern in the current scope.
pub(super) fn test(cx: &mut Context<'_>, or: &syn::PatOr, value: &Expr, site: Site) -> Option<Expr> {
    let names = or.cases.first().and_then(names).unwrap_or_default();
    Some(try_in_order(cx, or.cases.iter(), None, &names, value, site))
}

/// The condition of an arm with alternatives and a guard. The code evaluates the guard for each alternative
/// that matches, until the guard holds. `None` if one evaluation of the guard is enough.
pub(super) fn guarded(cx: &mut Context<'_>, pattern: &Pat, guard: &syn::Expr, value: &Expr) -> Option<Expr> {
    let ways = expand(pattern, may_have_side_effects(guard));
    let bound = names(ways.first()?).unwrap_or_default();
    // If an alternative lacks one of the names, rustc reports an error.
    let has_all = |way: &Pat| {
        let own = names(way).unwrap_or_default();
        own.len() == bound.len() && bound.iter().all(|(name, _)| own.iter().any(|(other, _)| other == name))
    };
    if ways.len() == 1 || !ways.iter().all(has_all) {
        return None;
    }
    let mut names = Names(bound);
    super::condition::patterns(guard, &mut |pattern| names.visit_pat(pattern));
    // `None` after an error makes the caller evaluate the guard once, which reports the error once.
    cx.without_errors(|cx| try_in_order(cx, ways.iter(), Some(guard), &names.0, value, Site::of(pattern)))
}

/// Tests the alternatives in order, each together with the guard. Binds the names to the values from the
/// first alternative that matches. Returns the condition that an alternative matched.
fn try_in_order<'p>(
    cx: &mut Context<'_>,
    cases: impl Iterator<Item = &'p Pat>,
    guard: Option<&syn::Expr>,
    names: &[Name],
    value: &Expr,
    site: Site,
) -> Expr {
    let fits = cx.temporary("fits", site, Ty::BOOL, true);
    let fits = Expr { kind: ExprKind::Local(fits), ty: Ty::BOOL, site };
    let no = Expr { kind: ExprKind::Bool(false), ty: Ty::BOOL, site };
    let_value(cx, &fits, Some(no));
    // The variables for the names, which receive values from the alternative that matched.
    let chosen: Vec<_> = names
        .iter()
        .map(|(name, _)| {
            let ty = cx.infer.any();
            let var = cx.temporary("chosen", Site::of(name), ty.clone(), true);
            let chosen = Expr { kind: ExprKind::Local(var), ty, site };
            let_value(cx, &chosen, None);
            chosen
        })
        .collect();
    let (mut all, mut aliases) = (Vec::new(), false);
    for case in cases {
        let (one, ()) = cx.in_block(|cx| {
            cx.scoped(|cx| {
                let (mut then, mut found) = (Vec::new(), super::test(cx, case, value));
                if let Some(guard) = guard {
                    found = chain(cx, guard, found);
                }
                for ((name, _), chosen) in names.iter().zip(&chosen) {
                    let bound = match cx.lookup(name) {
                        Some(Binding::Var(var)) => {
                            Expr { kind: ExprKind::Local(var), ty: cx.ty(var).clone(), site }
                        }
                        // Below a reference, the name is an alias, but each alternative would bind it to another place.
                        // So the name becomes an alias of a variable with a copy.
                        Some(Binding::Alias(alias)) => {
                            aliases = true;
                            cx.aliased(alias).1.clone()
                        }
                        // rustc reports a name that an alternative lacks.
                        _ => continue,
                    };
                    cx.infer.unify(&chosen.ty, &bound.ty);
                    then.push(Stmt::Assign { place: chosen.clone(), operator: None, value: bound });
                }
                let yes = Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site };
                then.push(Stmt::Assign { place: fits.clone(), operator: None, value: yes });
                match found {
                    Some(condition) => cx.prologue.push(Stmt::If { condition, then, otherwise: Vec::new() }),
                    None => cx.prologue.extend(then),
                }
            })
        });
        all.push(one);
    }
    // The tests of the alternatives are consecutive statements; each runs only if no earlier alternative
    // matched. Nesting each test in the `else` of the previous one would add a nesting level for each.
    for (n, one) in all.into_iter().enumerate() {
        if n == 0 {
            cx.prologue.extend(one);
            continue;
        }
        let condition =
            Expr { kind: ExprKind::Unary(Unary::Not, Box::new(fits.clone())), ty: Ty::BOOL, site };
        cx.prologue.push(Stmt::If { condition, then: one, otherwise: Vec::new() });
    }
    for ((name, mutable), chosen) in names.iter().zip(chosen) {
        if aliases {
            cx.alias(name, false, chosen);
            continue;
        }
        let var = cx.variable(name, chosen.ty.clone(), *mutable);
        cx.prologue.push(Stmt::Let { var, value: Some(chosen) });
    }
    fits
}

fn let_value(cx: &mut Context<'_>, place: &Expr, value: Option<Expr>) {
    if let ExprKind::Local(var) = place.kind {
        cx.prologue.push(Stmt::Let { var, value });
    }
}

/// Expands a pattern with alternatives to patterns without, in the order in which Rust tries them: `(1 | 2, a
/// | b)` to `(1, a)`, `(1, b)`, `(2, a)`, `(2, b)`. Leaves an or-pattern that binds no names unchanged,
/// unless `all` is set.
fn expand(pattern: &Pat, all: bool) -> Vec<Pat> {
    let mut ways = Vec::new();
    loop {
        let (mut way, mut one) = (pattern.clone(), SelectAlternative { nth: ways.len(), all, cases: None });
        one.visit_pat_mut(&mut way);
        match one.cases {
            None => return vec![way],
            Some(cases) if ways.len() == cases => break,
            Some(_) => ways.push(way),
        }
    }
    ways.iter().flat_map(|way| expand(way, all)).collect()
}

/// A visitor that replaces the first or-pattern in a pattern by its alternative with the index `nth`.
struct SelectAlternative {
    nth: usize,
    all: bool,
    /// The number of alternatives of the first or-pattern, once the visitor has found it.
    cases: Option<usize>,
}

impl VisitMut for SelectAlternative {
    fn visit_pat_mut(&mut self, it: &mut Pat) {
        if self.cases.is_some() {
            return;
        }
        match it {
            Pat::Or(or)
                if self.all && !are_distinct_literals(or) || or.cases.first().and_then(names).is_some() =>
            {
                self.cases = Some(or.cases.len());
                if let Some(case) = or.cases.get(self.nth) {
                    *it = case.clone();
                }
            }
            other => syn::visit_mut::visit_pat_mut(self, other),
        }
    }
}

/// Whether the alternatives are different integer literals, of which at most one matches.
fn are_distinct_literals(or: &syn::PatOr) -> bool {
    let number = |case: &Pat| match case {
        Pat::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse::<u128>().ok(),
        _ => None,
    };
    let numbers: Option<std::collections::HashSet<_>> = or.cases.iter().map(number).collect();
    numbers.is_some_and(|numbers| numbers.len() == or.cases.len())
}

/// Whether the guard may have a side effect. If the guard is evaluated for several alternatives, the effect
/// could happen several times.
fn may_have_side_effects(guard: &syn::Expr) -> bool {
    struct SideEffectVisitor(bool);
    impl<'ast> Visit<'ast> for SideEffectVisitor {
        fn visit_expr(&mut self, it: &'ast syn::Expr) {
            use syn::Expr as E;
            self.0 |= match it {
                E::Binary(it) => crate::lower::stmt::assign::is_compound(&it.op),
                E::Reference(it) => it.mutability.is_some(),
                E::Path(_) | E::Lit(_) | E::Unary(_) | E::Paren(_) | E::Field(_) => false,
                E::Index(_) | E::Cast(_) | E::Tuple(_) | E::Array(_) | E::Let(_) => false,
                _ => true,
            };
            syn::visit::visit_expr(self, it);
        }
    }
    let mut more = SideEffectVisitor(false);
    more.visit_expr(guard);
    more.0
}

#[cfg(test)]
mod tests {
    use super::expand;
    use crate::testing::{codes, wgsl};
    use expect_test::expect;
    use quote::ToTokens;
    use syn::parse::Parser;

    #[test]
    fn alternatives_are_tried_from_left_to_right() {
        let ways = |pattern: &str, all| -> Vec<String> {
            let pattern = syn::Pat::parse_multi.parse_str(pattern).expect("a pattern");
            let text = |way: &syn::Pat| way.to_token_stream().to_string().replace(' ', "");
            expand(&pattern, all).iter().map(text).collect()
        };
        assert_eq!(ways("(a, 1) | (1, a)", false), ["(a,1)", "(1,a)"]);
        assert_eq!(ways("(1 | K, (a, _) | (_, a))", false), ["(1|K,(a,_))", "(1|K,(_,a))"]);
        assert_eq!(
            ways("(1 | K, (a, _) | (_, a))", true),
            ["(1,(a,_))", "(1,(_,a))", "(K,(a,_))", "(K,(_,a))"]
        );
        assert_eq!(ways("1 | 2", true), ["1|2"]);
        assert_eq!(ways("1 | 0x1", true), ["1", "0x1"]);
    }

    #[test]
    fn guards_are_evaluated_for_each_alternative() {
        wgsl(
            "|i: Index<1>| { z[i] = match (n % 3, n % 5) { (k, _) | (_, k) if k > 2 => k as u32, _ => 1 }; }",
            expect![[r#"
                var chosen_: u32;
                let value_: u32 = n % 3u;
                let value_2: u32 = n % 5u;
                var fits_: bool = false;
                var chosen_2: u32;
                let k_: u32 = value_;
                if (k_ > 2u) {
                    chosen_2 = k_;
                    fits_ = true;
                }
                if (!fits_) {
                    let k_2: u32 = value_2;
                    if (k_2 > 2u) {
                        chosen_2 = k_2;
                        fits_ = true;
                    }
                }
                let k_3: u32 = chosen_2;
                if (fits_) {
                    chosen_ = u32(k_3);
                } else {
                    chosen_ = 1u;
                }
                z[amp_global[0]] = chosen_;
            "#]],
        );
    }

    #[test]
    fn guards_with_side_effects_are_evaluated_for_each_alternative() {
        wgsl(
            "|i: Index<1>| { let mut c = 0; z[i] = match n { 1 | _ if { c += 1; false } => 7, _ => c }; }",
            expect![[r#"
                var c_: u32 = 0u;
                var chosen_: u32;
                var fits_: bool = false;
                var fits_2: bool = n == 1u;
                if (fits_2) {
                    c_ += 1u;
                    fits_2 = false;
                }
                if (fits_2) {
                    fits_ = true;
                }
                if (!fits_) {
                    c_ += 1u;
                    if (false) {
                        fits_ = true;
                    }
                }
                if (fits_) {
                    chosen_ = 7u;
                } else {
                    chosen_ = c_;
                }
                z[amp_global[0]] = chosen_;
            "#]],
        );
    }

    #[test]
    fn mutable_names_may_be_assigned() {
        wgsl(
            "|i: Index<1>| { match (n, n + 1) { (1, mut k) | (mut k, _) => { k += 1; z[i] = k as u32; } } }",
            expect![[r#"
                let value_: u32 = n + 1u;
                var fits_: bool = false;
                var chosen_: u32;
                var k_: u32 = value_;
                if (n == 1u) {
                    chosen_ = k_;
                    fits_ = true;
                }
                if (!fits_) {
                    var k_2: u32 = n;
                    chosen_ = k_2;
                    fits_ = true;
                }
                var k_3: u32 = chosen_;
                k_3 += 1u;
                z[amp_global[0]] = u32(k_3);
            "#]],
        );
    }

    #[test]
    fn errors_in_guards_are_reported_once() {
        codes("|i: Index<1>| { match n { 1 | _ if { let c = c\"a\"; false } => {} _ => {} } }", &["AMP001"]);
    }
}
