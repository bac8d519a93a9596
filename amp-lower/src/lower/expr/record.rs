//! A struct literal names its fields, `..base` included; a tuple struct is called.
//!
//! ```rust,ignore
//! let p = Particle { position: v, ..q };
//! let d = Metres(2.0);
//! ```

use crate::ir::{Expr, ExprKind, Projection, Source, Ty};
use crate::lower::context::Context;
use crate::lower::{plain_name, variant};
use crate::site::Site;
use crate::vocabulary::types;
use syn::Member;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprStruct, site: Site) -> Expr {
    let values = super::sequence(cx, it.fields.iter().map(|field| &field.expr), super::lower);
    let mut fields = Vec::new();
    for (field, value) in it.fields.iter().zip(values) {
        fields.push((field.member.clone(), value));
    }
    let (before, rest) = cx.in_block(|cx| it.rest.as_ref().map(|rest| Box::new(super::lower(cx, rest))));
    if !before.is_empty() {
        fields = fields.into_iter().map(|(member, value)| (member, super::stabilised(cx, value))).collect();
    }
    cx.prologue.extend(before);
    if variant::is_variant(&it.path) {
        return variant::value(cx, &it.path, fields, site);
    }
    struct_literal(cx, &it.path, fields, rest, site)
}

/// Lowers `Metres(2.0)`, a call whose callee has the form of a type name, to a struct literal. `None` for
/// other calls.
pub(super) fn tuple_struct(
    cx: &mut Context<'_>,
    it: &syn::ExprCall,
    path: &syn::Path,
    site: Site,
) -> Option<Expr> {
    let last = path.segments.last()?.ident.to_string();
    if !last.starts_with(char::is_uppercase) {
        return None;
    }
    let values = super::sequence(cx, &it.args, super::lower);
    let member = |index| Member::Unnamed(syn::Index { index, span: site.first });
    let fields = (0..).map(member).zip(values).collect();
    Some(struct_literal(cx, path, fields, None, site))
}

fn struct_literal(
    cx: &mut Context<'_>,
    path: &syn::Path,
    fields: Vec<(Member, Expr)>,
    rest: Option<Box<Expr>>,
    site: Site,
) -> Expr {
    // Vectors of glam have literals, too, and subscripts of their own.
    let is_glam = path.segments.last().is_some_and(|last| types::is_glam(&last.ident.to_string()));
    let ty = match has_complete_name(path) {
        true => Ty::hole(Projection::Named(Source::of(path))),
        // The name may be that of an imported variant. So the linker decides whether the type is a struct or an enum.
        false if rest.is_none() && !fields.is_empty() => {
            let ty = cx.infer.record();
            return variant::value_of_type(cx, path, fields, ty, site);
        }
        false if is_glam => cx.infer.result_of_type(),
        false => cx.infer.record(),
    };
    for (member, value) in &fields {
        let name = match member {
            Member::Named(name) => plain_name(name),
            Member::Unnamed(index) => index.index.to_string(),
        };
        let declared = cx.infer.field(&ty, name);
        cx.infer.unify(&value.ty, &declared);
    }
    let fields = fields.into_iter().map(|(member, field)| (Source::of(&member), field)).collect();
    Expr { kind: ExprKind::Record { path: Source::of(path), fields, rest }, ty, site }
}

/// Whether a path is a type name with all type arguments. `Pair` is not, because the struct may have type
/// parameters, whose arguments rustc infers.
fn has_complete_name(path: &syn::Path) -> bool {
    path.is_ident("Self") || path.segments.last().is_some_and(|last| !last.arguments.is_none())
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn struct_fields_are_named() {
        wgsl(
            "|i: Index<1>| { let p = Pair { b: 2, a, ..Pair::ZERO }; y[i] = p.a; }",
            expect![[r#"
                let p_: <_> = <_> { b: 2?, a: a, ..Pair :: ZERO };
                y[amp_global[0]] = p_.a;
            "#]],
        );
    }

    #[test]
    fn tuple_struct_fields_are_numbered() {
        wgsl(
            "|i: Index<1>| { let p = Two(2, a); let q = Two { 1: p.1, 0: 3 }; y[i] = q.1; }",
            expect![[r#"
                let p_: <_> = Two { 0: 2?, 1: a };
                let q_: <_> = Two { 1: p_.1, 0: 3? };
                y[amp_global[0]] = q_.1;
            "#]],
        );
    }

    #[test]
    fn missing_fields_are_left_to_rustc() {
        codes("|i: Index<1>| { let p = Pair(1.0); let q = Some(a); }", &[]);
    }
}
