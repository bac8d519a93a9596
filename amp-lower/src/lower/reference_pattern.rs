//! Patterns on references (default binding modes): `(a, b)` matched against a `&(f32, f32)` makes each name
//! an alias of its component. Below a `&` pattern, a name is a copy.

use super::context::Context;
use super::matching::exhaustiveness;
use super::pattern::{self, FIELDS_AFTER_REST, counts_fields_from_end, is_refutable};
use crate::diagnostics::Code;
use crate::ir::{Expr, ExprKind, Stmt};
use crate::site::{Site, quoted};
use syn::Pat;

/// Binds the names in a pattern to the components of a place, without copying the place.
pub(super) fn bind(cx: &mut Context<'_>, pattern: &Pat, mutable: bool, place: Expr) {
    // Removes all references from a place that is itself a reference. A plain name binds the inner reference,
    // but other patterns match the target.
    let whole = |place: &Expr| {
        let mut whole = place;
        while let ExprKind::Reference { place, .. } = &whole.kind {
            whole = place;
        }
        whole.clone()
    };
    match pattern {
        Pat::Type(typed) => bind(cx, &typed.pat, mutable, place),
        Pat::Paren(inner) => bind(cx, &inner.pat, mutable, place),
        Pat::Wild(_) => {}
        Pat::Ident(name) if name.by_ref.is_some() && name.subpat.is_none() => {
            cx.alias(&name.ident, mutable && name.mutability.is_some(), place);
        }
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() => {
            cx.alias(&name.ident, mutable, place);
        }
        Pat::Reference(copied) => {
            let value = pattern::pinned(cx, whole(&place));
            pattern::bind(cx, &copied.pat, None, Some(value));
        }
        Pat::Tuple(tuple) => {
            let place = whole(&place);
            pattern::check_count(cx, pattern, &place);
            let count = pattern::component_count(&cx.infer.resolve(&place.ty));
            let Some(places) = pattern::component_positions(&tuple.elems, count) else {
                return reject(cx, pattern, "the number of components is not known here");
            };
            for (n, part) in places {
                let field = pattern::field(cx, &place, n);
                bind(cx, part, mutable, field);
            }
        }
        Pat::Slice(slice) => {
            let place = whole(&place);
            pattern::check_count(cx, pattern, &place);
            let Some(items) = pattern::items(cx, &slice.elems, &place) else {
                return reject(cx, pattern, "the length of the array is not known here");
            };
            for (item, part) in items {
                bind(cx, part, mutable, item);
            }
            pattern::bind_rest(cx, &slice.elems, &place, mutable);
        }
        Pat::TupleStruct(_) if counts_fields_from_end(pattern) => reject(cx, pattern, FIELDS_AFTER_REST),
        Pat::Struct(_) | Pat::TupleStruct(_) if !is_refutable(pattern) => {
            let place = whole(&place);
            // Makes rustc check the struct's type and the presence of its fields.
            let patterns = vec![(pattern::without_names(pattern), false)];
            cx.prologue.push(exhaustiveness::check(place.clone(), patterns));
            for (member, part) in pattern::struct_fields(pattern) {
                let field = pattern::member_of(cx, &place, member);
                bind(cx, part, mutable, field);
            }
        }
        other => reject(cx, other, ""),
    }
}

/// Binds the names in a pattern with `ref`, as in `let Pair { ref mut a, b } = pair;`. Names with `ref` are aliases of parts of
/// the value, and the others are copies.
pub(super) fn bind_parts(cx: &mut Context<'_>, pattern: &Pat, value: Expr) {
    struct Copies;
    impl syn::visit_mut::VisitMut for Copies {
        fn visit_field_pat_mut(&mut self, it: &mut syn::FieldPat) {
            it.colon_token.get_or_insert_with(Default::default);
            self.visit_pat_mut(&mut it.pat);
        }

        fn visit_pat_mut(&mut self, it: &mut Pat) {
            match it {
                Pat::Ident(name) if name.by_ref.is_none() && !pattern::names_rest(name) => {
                    let copied = it.clone();
                    *it = syn::parse_quote!(&#copied);
                }
                other => syn::visit_mut::visit_pat_mut(self, other),
            }
        }
    }
    let is_place = matches!(
        value.base(),
        ExprKind::Local(_) | ExprKind::Tile(_) | ExprKind::Element { .. } | ExprKind::Value(_)
    );
    let place = match is_place {
        true => super::expr::with_fixed_subscripts(cx, value),
        false => {
            let (ty, site) = (value.ty.clone(), value.site);
            let var = cx.temporary("value", site, ty.clone(), true);
            cx.prologue.push(Stmt::Let { var, value: Some(value) });
            Expr { kind: ExprKind::Local(var), ty, site }
        }
    };
    let mut pattern = pattern.clone();
    syn::visit_mut::VisitMut::visit_pat_mut(&mut Copies, &mut pattern);
    cx.body.borrows = true;
    bind(cx, &pattern, true, place);
}

fn reject(cx: &mut Context<'_>, pattern: &Pat, why: &str) {
    let mut detail = format!("`{}` on a reference", quoted(pattern));
    if !why.is_empty() {
        detail = format!("{detail}: {why}");
    }
    cx.report(Code::AMP016, Site::of(pattern), detail);
    cx.bind_rejected(pattern);
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn names_are_aliases_of_components() {
        wgsl(
            "|i: Index<1>| { let mut p = (1.0, [a, 2.0]); let (q, [.., r]) = &mut p; *r += *q; let &(s, _) = &p; let w = [(a, n)]; for (b, k) in &w { y[i] += *b * *k as f32 + s + p.1[1]; } }",
            expect![[r#"
                var p_: <(f32 , [f32 ; 2usize] ,)> = <(f32 , [f32 ; 2usize] ,)>(1.0f, <[f32 ; 2usize]>(a, 2.0f));
                p_.1[1] += p_.0;
                let value_: <(f32 , [f32 ; 2usize] ,)> = p_;
                let s_: f32 = value_.0;
                _ = value_.1;
                var w_: <[(f32 , usize ,) ; 1usize]> = <[(f32 , usize ,) ; 1usize]>(<(f32 , usize ,)>(a, n));
                for (var place_ = 0u; place_ < 1u; place_ += 1u) {
                    y[amp_global[0]] += w_[place_].0 * f32(w_[place_].1) + s_ + p_.1[1];
                }
            "#]],
        );
    }

    #[test]
    fn mutable_names_are_rejected() {
        codes("|i: Index<1>| { let p = (1.0, a); let (mut q, r) = &p; y[i] = *r; }", &["AMP016"]);
    }
}
