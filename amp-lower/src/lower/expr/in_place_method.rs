//! Methods that modify an array in place: `swap`, `fill`, `rotate_left` and `rotate_right`.
//!
//! ```rust,ignore
//! w.swap(i, j);
//! w.fill(0.0);
//! w.rotate_left(n);
//! w.rotate_right(n);
//! ```
//!
//! - The array must be a `mut` variable, tile memory, or a part of an element of a written view.

use super::reference;
use crate::ir::{Expr, ExprKind, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::pattern::pinned;
use crate::lower::stmt;
use crate::site::Site;
use proc_macro2::Ident;
use quote::quote;

/// Lowers a call of `swap`, `fill`, `rotate_left` or `rotate_right`. `None` for other methods, and if the
/// receiver is not known to be an array.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    let name = it.method.to_string();
    let swaps = match (name.as_str(), it.args.len()) {
        ("swap", 2) => true,
        ("fill" | "rotate_left" | "rotate_right", 1) => false,
        _ => return None,
    };
    if !matches!(&*it.receiver, syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_)) {
        return None;
    }
    let receiver = cx.speculatively(|cx| super::place(cx, &it.receiver));
    if !matches!(cx.infer.resolve(&receiver.ty), Ty::Array(..)) {
        return None;
    }
    if name.starts_with("rotate") {
        rotate(cx, it);
        return Some(Expr { kind: ExprKind::Tuple(Vec::new()), ty: Ty::Unit, site });
    }
    let receiver = &it.receiver;
    let ExprKind::Reference { place, .. } = reference::argument(cx, &syn::parse_quote!(&mut #receiver)).kind
    else {
        return Some(Expr::error_placeholder(site));
    };
    let place = reference::with_fixed_subscripts(cx, *place);
    let arguments = super::sequence(cx, &it.args, super::lower);
    if place.ty.is_error() || arguments.iter().any(|argument| argument.ty.is_error()) {
        return Some(Expr::error_placeholder(site));
    }
    let item = cx.infer.item(&place.ty);
    let Ty::Array(_, len) = cx.infer.resolve(&place.ty) else { return Some(Expr::error_placeholder(site)) };
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
        cx.prologue.push(Stmt::Assign { place: a, operator: None, value: b.clone() });
        cx.prologue.push(Stmt::Assign { place: b, operator: None, value: held });
    } else {
        let value = arguments.next()?;
        cx.infer.unify(&value.ty, &item);
        let value = pinned(cx, value);
        let kind = ExprKind::Repeat(Box::new(value), len);
        let value = Expr { kind, ty: place.ty.clone(), site };
        cx.prologue.push(Stmt::Assign { place, operator: None, value });
    }
    Some(Expr { kind: ExprKind::Tuple(Vec::new()), ty: Ty::Unit, site })
}

/// Lowers a rotation to a loop that assigns the items of a copy in their new order.
fn rotate(cx: &mut Context<'_>, it: &syn::ExprMethodCall) {
    let (receiver, by) = (&it.receiver, &it.args[0]);
    let span = it.method.span();
    let [list, mid, held, at] =
        ["amp_list", "amp_mid", "amp_held", "amp_at"].map(|name| Ident::new(name, span));
    let (from, words) = match it.method == "rotate_left" {
        true => (quote!(#at + #mid), "assertion failed: mid <= self.len()"),
        false => (quote!(#at + #held.len() - #mid), "assertion failed: k <= self.len()"),
    };
    let rotated: syn::Block = syn::parse_quote_spanned! {span=> {
        let #list = &mut #receiver;
        let #mid: usize = #by;
        assert!(#mid <= #list.len(), #words);
        let #held = *#list;
        for #at in 0..#held.len() {
            #list[#at] = #held[(#from) % #held.len()];
        }
    }};
    let block = stmt::block(cx, &rotated.stmts);
    cx.prologue.extend(block);
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn swap_and_fill_modify_items() {
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
    fn rotates() {
        wgsl(
            "|i: Index<1>| { let mut w = [1.0, a, 3.0]; w.rotate_left(1); w.rotate_right(n); y[i] = w[0]; }",
            expect![[r#"
                var w_: <[f32 ; 3usize]> = <[f32 ; 3usize]>(1.0f, a, 3.0f);
                let amp_mid_: u32 = 1u;
                var amp_held_: <[f32 ; 3usize]> = w_;
                for (var amp_at_ = 0u; amp_at_ < 3u; amp_at_ += 1u) {
                    w_[amp_at_] = amp_held_[(amp_at_ + amp_mid_) % 3u];
                }
                let amp_mid_2: u32 = n;
                var amp_held_2: <[f32 ; 3usize]> = w_;
                for (var amp_at_2 = 0u; amp_at_2 < 3u; amp_at_2 += 1u) {
                    w_[amp_at_2] = amp_held_2[(amp_at_2 + 3u - amp_mid_2) % 3u];
                }
                y[amp_global[0]] = w_[0];
            "#]],
        );
    }

    #[test]
    fn read_only_arrays_are_rejected() {
        codes(
            "|i: Index<1>| { let w = [1.0, a]; w.swap(0, 1); let mut v = [1, 2]; v.swap(0); }",
            &["AMP009", "AMP011"],
        );
    }
}
