//! Two methods modify an array in place: `swap` and `fill`.
//!
//! ```rust,ignore
//! w.swap(i, j);
//! w.fill(0.0);
//! ```
//!
//! - The array must be a `mut` variable, tile memory, or a part of an element of a written view.

use super::reference;
use crate::ir::{Expr, ExprKind, Stmt, Ty};
use crate::lower::cx::Cx;
use crate::lower::pattern::pinned;
use crate::site::Site;

/// Lowers the call; `None` if it is another method, or the receiver is not known to be an array.
pub(super) fn lower(cx: &mut Cx<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    let swaps = match (it.method.to_string().as_str(), it.args.len()) {
        ("swap", 2) => true,
        ("fill", 1) => false,
        _ => return None,
    };
    if !matches!(&*it.receiver, syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_)) {
        return None;
    }
    let receiver = cx.glimpsed(|cx| super::lower(cx, &it.receiver));
    if !matches!(cx.infer.resolve(&receiver.ty), Ty::Array(..)) {
        return None;
    }
    let receiver = &it.receiver;
    let ExprKind::Reference { place, .. } = reference::argument(cx, &syn::parse_quote!(&mut #receiver)).kind
    else {
        return Some(Expr::poison(site));
    };
    let place = reference::fixed(cx, *place);
    let arguments = super::sequence(cx, &it.args, super::lower);
    if place.ty.is_poison() || arguments.iter().any(|argument| argument.ty.is_poison()) {
        return Some(Expr::poison(site));
    }
    let item = cx.infer.item(&place.ty);
    let Ty::Array(_, len) = cx.infer.resolve(&place.ty) else { return Some(Expr::poison(site)) };
    let mut arguments = arguments.into_iter();
    if swaps {
        let mut at = || {
            let index = arguments.next()?;
            cx.infer.unify(&index.ty, &Ty::USIZE);
            let index = pinned(cx, index);
            let kind = ExprKind::Subscript(Box::new(place.clone()), Box::new(index));
            Some(Expr { kind, ty: item.clone(), site })
        };
        let (a, b) = (at()?, at()?);
        let held = pinned(cx, a.clone());
        cx.before.push(Stmt::Assign { place: a, operator: None, value: b.clone() });
        cx.before.push(Stmt::Assign { place: b, operator: None, value: held });
    } else {
        let value = arguments.next()?;
        cx.infer.unify(&value.ty, &item);
        let value = pinned(cx, value);
        let kind = ExprKind::Repeat(Box::new(value), len);
        let value = Expr { kind, ty: place.ty.clone(), site };
        cx.before.push(Stmt::Assign { place, operator: None, value });
    }
    Some(Expr { kind: ExprKind::Tuple(Vec::new()), ty: Ty::Unit, site })
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn changes_items() {
        wgsl(
            "|i: Index<1>| { let mut w = [1.0, a]; w.swap(0, n % 2); let mut m = [[0u32; 3]; 2]; m[n % 2].fill(w.len() as u32); y[i] = w[0]; }",
            expect![[r#"
                var w_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, a);
                let value_: u32 = n % 2u;
                let value_2: f32 = w_[0];
                w_[0] = w_[value_];
                w_[value_] = value_2;
                let value_3: <[u32 ; 3usize]> = <[u32 ; 3usize]>(0u; 3usize);
                var m_: <[[u32 ; 3usize] ; 2usize]> = <[[u32 ; 3usize] ; 2usize]>(value_3; 2usize);
                let value_4: u32 = n % 2u;
                let value_5: u32 = u32(2u);
                m_[value_4] = <[u32 ; 3usize]>(value_5; 3usize);
                y[amp_global[0]] = w_[0];
            "#]],
        );
    }

    #[test]
    fn refuses_what_is_only_read() {
        codes(
            "|i: Index<1>| { let w = [1.0, a]; w.swap(0, 1); let mut v = [1, 2]; v.swap(0); }",
            &["AMP009", "AMP011"],
        );
    }
}
