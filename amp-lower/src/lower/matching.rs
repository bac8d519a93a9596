//! `match`, as a statement and as a value: on numbers, bools, constants, and tuples, arrays and structs of these.
//!
//! Patterns: literals, constants, ranges, `_`, names, `name @ pattern`, tuples, arrays, structs, `a | b`; each arm may have a guard. It
//! becomes a chain of `if`s. Whether the arms cover every value is rustc's to say: the twin keeps a `match` of the same
//! patterns for it. So the last arm fits where those before it did not, and nobody asks.

mod alternatives;

use super::cx::Cx;
use super::pattern::{
    COUNTED_BACK, count, is_counted_back, is_optional, item, member_of, parts, pinned, places,
};
use super::{expr, stmt};
use crate::diagnostics::Code;
use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty};
use crate::site::{Site, quoted};
use syn::{Member, Pat, RangeLimits};

/// A `match`, whose value goes to `result`, if somebody wants it.
pub(super) fn lower(cx: &mut Cx<'_>, it: &syn::ExprMatch, result: Option<&Expr>) {
    let scrutinee = expr::lower(cx, &it.expr);
    if scrutinee.ty.is_poison() {
        return;
    }
    // The parts of a tuple or of an array are matched one by one.
    let mut all = |parts: Vec<Expr>| parts.into_iter().map(|part| pinned(cx, part)).collect();
    let scrutinee = match scrutinee.kind {
        ExprKind::Tuple(parts) => Expr { kind: ExprKind::Tuple(all(parts)), ..scrutinee },
        ExprKind::Array(parts) => Expr { kind: ExprKind::Array(all(parts)), ..scrutinee },
        _ => pinned(cx, scrutinee),
    };
    let patterns = it.arms.iter().map(|arm| match &arm.pat {
        Pat::Guard(guarded) => ((*guarded.pat).clone(), true),
        pattern => (pattern.clone(), false),
    });
    cx.before.push(Stmt::Covers { scrutinee: scrutinee.clone(), patterns: patterns.collect() });
    let chain = arms(cx, &it.arms, &scrutinee, result);
    cx.before.extend(chain);
}

/// The arms from one on: each is tried where those before did not fit.
fn arms(cx: &mut Cx<'_>, arms: &[syn::Arm], scrutinee: &Expr, result: Option<&Expr>) -> Vec<Stmt> {
    let Some((arm, rest)) = arms.split_first() else { return Vec::new() };
    let (mut out, (condition, body)) = cx.collecting(|cx| {
        cx.scoped(|cx| {
            let (pattern, guard) = match &arm.pat {
                Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
                pattern => (pattern, None),
            };
            let fits = test(cx, pattern, scrutinee);
            let condition = match guard {
                Some(guard) => Some(guarded(cx, fits, guard)),
                // Rust knows that it fits.
                None if rest.is_empty() => None,
                None => fits,
            };
            (condition, body(cx, &arm.body, result))
        })
    });
    let condition = match condition {
        Some(condition) => condition,
        // It always fits: what follows is never tried. But it is there, and says what is written.
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

/// The condition of an arm with a guard, which is computed only where the pattern fits.
fn guarded(cx: &mut Cx<'_>, fits: Option<Expr>, guard: &syn::Expr) -> Expr {
    let (mut then, guard) = cx.collecting(|cx| expr::lower(cx, guard));
    cx.infer.unify(&guard.ty, &Ty::BOOL);
    let Some(fits) = fits else {
        cx.before.extend(then);
        return guard;
    };
    if then.is_empty() {
        return join(Binary::And, fits, guard);
    }
    let site = guard.site;
    let var = cx.temporary("fits", site, Ty::BOOL, true);
    let place = Expr { kind: ExprKind::Local(var), ty: Ty::BOOL, site };
    cx.before.push(Stmt::Let { var, value: Some(fits) });
    then.push(Stmt::Assign { place: place.clone(), operator: None, value: guard });
    cx.before.push(Stmt::If { condition: place.clone(), then, otherwise: Vec::new() });
    place
}

fn body(cx: &mut Cx<'_>, it: &syn::Expr, result: Option<&Expr>) -> Vec<Stmt> {
    let (mut block, value) = cx.collecting(|cx| {
        cx.scoped(|cx| match result {
            Some(_) => expr::value(cx, it),
            None => {
                stmt::lower(cx, &syn::Stmt::Expr(it.clone(), None));
                None
            }
        })
    });
    if let [Stmt::Block(_)] = block.as_slice()
        && let Some(Stmt::Block(inner)) = block.pop()
    {
        block = inner;
    }
    if let (Some(result), Some(value)) = (result, value) {
        cx.infer.unify(&result.ty, &value.ty);
        block.push(Stmt::Assign { place: result.clone(), operator: None, value });
    }
    block
}

/// The condition under which a value fits a pattern, or `None` if it always does. Names are bound in the scope.
fn test(cx: &mut Cx<'_>, pattern: &Pat, value: &Expr) -> Option<Expr> {
    let site = Site::of(pattern);
    match pattern {
        Pat::Wild(_) | Pat::Rest(_) => None,
        Pat::Paren(inner) => test(cx, &inner.pat, value),
        Pat::Ident(name) if name.by_ref.is_none() && !names_rest(name) => {
            let constant = name.ident.to_string().chars().all(|c| !c.is_ascii_lowercase());
            if constant && name.subpat.is_none() && name.mutability.is_none() {
                let path = syn::Expr::Path(syn::ExprPath {
                    attrs: Vec::new(),
                    qself: None,
                    path: name.ident.clone().into(),
                });
                return Some(is(cx, &path, value));
            }
            let var = cx.variable(&name.ident, value.ty.clone(), name.mutability.is_some());
            cx.before.push(Stmt::Let { var, value: Some(value.clone()) });
            name.subpat.as_ref().and_then(|(_, inner)| test(cx, inner, value))
        }
        Pat::Lit(literal) => {
            let expected = expr::lower(cx, &syn::Expr::Lit(literal.clone()));
            Some(compare(cx, Binary::Eq, value, expected))
        }
        Pat::Path(path) => Some(is(cx, &syn::Expr::Path(path.clone()), value)),
        Pat::Range(range) => {
            let above = range.start.as_ref().map(|start| {
                let start = expr::lower(cx, start);
                compare(cx, Binary::Ge, value, start)
            });
            let below = range.end.as_ref().map(|end| {
                let end = expr::lower(cx, end);
                let operator =
                    if matches!(range.limits, RangeLimits::Closed(_)) { Binary::Le } else { Binary::Lt };
                compare(cx, operator, value, end)
            });
            both(above, below)
        }
        Pat::Or(or) if alternatives::names(pattern).is_some() => alternatives::test(cx, or, value, site),
        Pat::Or(or) => {
            let mut any: Option<Expr> = None;
            for case in &or.cases {
                let before = cx.before.len();
                let fits = test(cx, case, value)?;
                if cx.before.len() > before {
                    refuse(cx, case, "no names in alternatives");
                }
                any = Some(match any {
                    None => fits,
                    Some(first) => join(Binary::Or, first, fits),
                });
            }
            any
        }
        Pat::Tuple(tuple) => {
            let mut all = None;
            let count = match &value.kind {
                ExprKind::Tuple(parts) => Some(parts.len()),
                _ => count(&cx.infer.resolve(&value.ty)),
            };
            let Some(places) = places(&tuple.elems, count) else {
                refuse(cx, pattern, "how many parts there are is not known here");
                return Some(Expr::poison(site));
            };
            for (n, part) in places {
                let part_value = match &value.kind {
                    ExprKind::Tuple(parts) => match parts.get(n) {
                        Some(part) => part.clone(),
                        None => continue,
                    },
                    _ => {
                        let ty = cx.infer.field(&value.ty, n.to_string());
                        let member = Member::Unnamed(syn::Index { index: n as u32, span: site.first });
                        Expr { kind: ExprKind::Field(Box::new(value.clone()), member), ty, site }
                    }
                };
                let fits = test(cx, part, &part_value);
                all = both(all, fits);
            }
            all
        }
        Pat::Slice(slice) => {
            let count = match &value.kind {
                ExprKind::Array(parts) => Some(parts.len()),
                _ => count(&cx.infer.resolve(&value.ty)),
            };
            let Some(places) = places(&slice.elems, count) else {
                refuse(cx, pattern, "how many items there are is not known here");
                return Some(Expr::poison(site));
            };
            let mut all = None;
            for (n, part) in places {
                let item = match &value.kind {
                    ExprKind::Array(parts) => match parts.get(n) {
                        Some(part) => part.clone(),
                        None => continue,
                    },
                    _ => item(cx, value, n, site),
                };
                let fits = test(cx, part, &item);
                all = both(all, fits);
            }
            all
        }
        Pat::TupleStruct(_) if is_counted_back(pattern) => {
            refuse(cx, pattern, COUNTED_BACK);
            Some(Expr::poison(site))
        }
        Pat::Struct(_) | Pat::TupleStruct(_) if !is_optional(pattern) => {
            let mut all = None;
            for (member, part) in parts(pattern) {
                let value = member_of(cx, value, member);
                let fits = test(cx, part, &value);
                all = both(all, fits);
            }
            all
        }
        Pat::Ident(name) if names_rest(name) => {
            refuse(
                cx,
                pattern,
                "the items behind are no array of their own; name each, or take them by subscripts",
            );
            Some(Expr::poison(site))
        }
        other => {
            refuse(cx, other, "");
            Some(Expr::poison(site))
        }
    }
}

/// Whether a value is a constant: without its operators, which it may not have.
fn is(cx: &mut Cx<'_>, path: &syn::Expr, value: &Expr) -> Expr {
    let expected = expr::lower(cx, path);
    if matches!(value.ty, Ty::Scalar(_)) || !matches!(expected.kind, ExprKind::Const(_)) {
        return compare(cx, Binary::Eq, value, expected);
    }
    cx.infer.unify(&value.ty, &expected.ty);
    let site = expected.site;
    let kind = ExprKind::Is(Box::new(value.clone()), Box::new(expected));
    Expr { kind, ty: Ty::BOOL, site }
}

fn compare(cx: &mut Cx<'_>, operator: Binary, value: &Expr, expected: Expr) -> Expr {
    cx.infer.unify(&value.ty, &expected.ty);
    let site = expected.site;
    if expected.ty == Ty::BOOL && operator == Binary::Eq {
        // `value == true` is `value`.
        if let ExprKind::Bool(wanted) = expected.kind {
            let value = Expr { site, ..value.clone() };
            if wanted {
                return value;
            }
            let kind = ExprKind::Unary(crate::ir::Unary::Not, Box::new(value));
            return Expr { kind, ty: Ty::BOOL, site };
        }
    }
    join(operator, value.clone(), expected)
}

fn join(operator: Binary, a: Expr, b: Expr) -> Expr {
    let site = b.site;
    Expr { kind: ExprKind::Binary(operator, Box::new(a), Box::new(b)), ty: Ty::BOOL, site }
}

fn both(a: Option<Expr>, b: Option<Expr>) -> Option<Expr> {
    match (a, b) {
        (Some(a), Some(b)) => Some(join(Binary::And, a, b)),
        (a, b) => a.or(b),
    }
}

/// `name @ ..`: the rest of an array, which is no value of its own.
fn names_rest(name: &syn::PatIdent) -> bool {
    matches!(&name.subpat, Some((_, rest)) if matches!(**rest, Pat::Rest(_)))
}

fn refuse(cx: &mut Cx<'_>, pattern: &Pat, why: &str) {
    let mut detail = format!("`{}`", quoted(pattern));
    if !why.is_empty() {
        detail = format!("{detail}: {why}");
    }
    cx.report(Code::AMP016, Site::of(pattern), detail);
    cx.refuse(pattern);
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn becomes_a_chain() {
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
    fn takes_tuples_apart() {
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
    fn takes_arrays_apart() {
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
        codes("|i: Index<1>| { match [n, 1] { [0, rest @ ..] => {} _ => {} } }", &["AMP016"]);
    }

    #[test]
    fn gives_a_value_on_every_way() {
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
    fn refuses_what_has_no_place_on_a_device() {
        codes("|i: Index<1>| { match n { Some(x) => {} \"a\" => {} _ => {} } }", &["AMP016", "AMP001"]);
    }

    #[test]
    fn refuses_to_count_fields_from_the_end() {
        codes("|i: Index<1>| { match p { Pair(.., 0) => {} _ => {} } }", &["AMP016"]);
        codes("|i: Index<1>| { let Pair(.., b) = p; }", &["AMP016"]);
        codes("|i: Index<1>| { let Pair(b, ..) = p; y[i] = b; }", &[]);
    }
}
