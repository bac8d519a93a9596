//! Structs: `Particle { position: p, velocity }`, with `..rest`.

use crate::ir::{Expr, ExprKind, Hole, Ty, Written};
use crate::lower::cx::Cx;
use crate::lower::{plain_name, unsupported};
use crate::site::Site;
use quote::ToTokens;
use syn::Member;

pub(super) fn lower(cx: &mut Cx<'_>, it: &syn::ExprStruct, site: Site) -> Expr {
    let values = super::sequence(cx, it.fields.iter().map(|field| &field.expr), super::lower);
    let mut fields = Vec::new();
    for (field, value) in it.fields.iter().zip(values) {
        match &field.member {
            Member::Named(name) => fields.push((name.clone(), value)),
            Member::Unnamed(_) => {
                unsupported::expr(cx, &syn::Expr::Struct(it.clone()));
                return Expr::poison(site);
            }
        }
    }
    let rest = it.rest.as_ref().map(|rest| Box::new(super::lower(cx, rest)));
    let ty = Ty::hole(Hole::Written(Written(it.path.to_token_stream())));
    for (name, value) in &fields {
        let declared = cx.infer.field(&ty, plain_name(name));
        cx.infer.unify(&value.ty, &declared);
    }
    Expr { kind: ExprKind::Record { path: it.path.clone(), fields, rest }, ty, site }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn names_its_fields() {
        wgsl(
            "|i: Index<1>| { let p = Pair { b: 2, a, ..Pair::ZERO }; y[i] = p.a; }",
            expect![[r#"
            let p_: <Pair> = <Pair> { b: 2?, a: a, ..Pair :: ZERO };
            y[amp_global[0]] = p_.a;
        "#]],
        );
    }

    #[test]
    fn refuses_numbered_fields() {
        codes("|i: Index<1>| { let p = Pair { 0: 1.0 }; }", &["AMP001"]);
    }
}
