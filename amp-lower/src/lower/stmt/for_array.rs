//! `for` over an array: `for d in [-1, 0, 1]`, `for v in values`, `for v in *lent`, `for cell in grid.around(at)`.
//!
//! It counts through the array's places. The array is copied first, as Rust moves it.

use crate::ir::{Expr, ExprKind, Len, Range, Stmt, Ty};
use crate::lower::cx::Cx;
use crate::lower::{expr, loops, pattern};
use crate::site::Site;

/// Lowers a loop over an array; whether it is one.
pub(super) fn lower(cx: &mut Cx<'_>, it: &syn::ExprForLoop) -> bool {
    let mut of = &*it.expr;
    while let syn::Expr::Paren(syn::ExprParen { expr: inner, .. })
    | syn::Expr::Group(syn::ExprGroup { expr: inner, .. }) = of
    {
        of = inner;
    }
    // An array, or what may stand for one.
    let array = match of {
        syn::Expr::Array(_)
        | syn::Expr::Repeat(_)
        | syn::Expr::If(_)
        | syn::Expr::Match(_)
        | syn::Expr::Block(_)
        | syn::Expr::Loop(_)
        | syn::Expr::Call(_)
        | syn::Expr::Field(_)
        | syn::Expr::Index(_)
        | syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), .. }) => expr::lower(cx, of),
        syn::Expr::MethodCall(call) if !is_iterator(&call.method) => expr::lower(cx, of),
        syn::Expr::Path(path)
            if path.path.get_ident().is_none_or(|name| cx.known(name).is_some() || is_const(name)) =>
        {
            expr::lower(cx, of)
        }
        _ => return false,
    };
    let site = Site::of(&it.for_token);
    let len = match (cx.infer.resolve(&array.ty), &array.kind) {
        (Ty::Poison, _) => return true,
        (Ty::Array(_, Len::Number(len)), _) => ExprKind::Number(len.to_string()),
        (Ty::Array(_, Len::Const(len)), _) => ExprKind::Const(len),
        (_, ExprKind::Const(crate::ir::Written(path))) => {
            ExprKind::Const(crate::ir::Written(quote::quote!(#path.len())))
        }
        (Ty::Hole(_) | Ty::Var(_), kind) if !matches!(kind, ExprKind::Value(_)) => ExprKind::Poison,
        _ => return false,
    };
    let item = cx.infer.item(&array.ty);
    let ty = array.ty.clone();
    let whole = match array.kind {
        // Nothing changes it meanwhile.
        ExprKind::Local(var) if !cx.is_mutable(var) => var,
        // A place, whose subscript may vary.
        _ => {
            let list = cx.temporary("list", site, ty.clone(), true);
            cx.before.push(Stmt::Let { var: list, value: Some(array) });
            list
        }
    };
    // What cannot be told here, rustc tells.
    let len = match len {
        ExprKind::Poison => {
            ExprKind::Length(Box::new(Expr { kind: ExprKind::Local(whole), ty: ty.clone(), site }))
        }
        known => known,
    };
    let number = |digits: &str| Expr { kind: ExprKind::Number(digits.to_owned()), ty: Ty::USIZE, site };
    let range = Range {
        start: number("0"),
        end: Expr { kind: len, ty: Ty::USIZE, site },
        inclusive: false,
        reversed: false,
        step: None,
        from_last_step: false,
    };
    let inner = |cx: &mut Cx<'_>| {
        cx.collecting(|cx| {
            cx.scoped(|cx| {
                let at = cx.temporary("place", site, Ty::USIZE, false);
                let whole = Expr { kind: ExprKind::Local(whole), ty, site };
                let index = Expr { kind: ExprKind::Local(at), ty: Ty::USIZE, site };
                let kind = ExprKind::Subscript(Box::new(whole), Box::new(index));
                pattern::bind(cx, &it.pat, None, Some(Expr { kind, ty: item, site }));
                it.body.stmts.iter().for_each(|stmt| super::lower(cx, stmt));
                at
            })
        })
    };
    loops::around(cx, it.label.as_ref(), None, site, inner, |cx, (body, var)| {
        cx.before.push(Stmt::For { var, range: Box::new(range), body });
    });
    true
}

/// What the standard library calls the methods that make iterators, and of iterators.
fn is_iterator(method: &syn::Ident) -> bool {
    const NAMES: [&str; 24] = [
        "by_ref",
        "chain",
        "chunks",
        "cloned",
        "copied",
        "cycle",
        "drain",
        "enumerate",
        "filter",
        "filter_map",
        "flat_map",
        "into_iter",
        "iter",
        "iter_mut",
        "map",
        "rev",
        "skip",
        "skip_while",
        "step_by",
        "take",
        "take_while",
        "windows",
        "zip",
        "chunks_exact",
    ];
    NAMES.iter().any(|name| method == name)
}

/// Constants are written in capitals.
fn is_const(name: &syn::Ident) -> bool {
    name.to_string().chars().all(|c| !c.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn counts_through_places() {
        wgsl(
            "|i: Index<1>| { let list = [(1.0, 2.0), (3.0, 4.0)]; for (p, q) in list { y[i] += p * q; } for d in [-1, 0, 1] { z[i] += (d + 1) as u32; } }",
            expect![[r#"
                let list_: <[(f32 , f32 ,) ; 2usize]> = <[(f32 , f32 ,) ; 2usize]>(<(f32 , f32 ,)>(1.0f, 2.0f), <(f32 , f32 ,)>(3.0f, 4.0f));
                for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                    let value_: <(f32 , f32 ,)> = list_[place_];
                    let p_: f32 = value_.0;
                    let q_: f32 = value_.1;
                    y[amp_global[0]] += p_ * q_;
                }
                var list_2: <[i32 ; 3usize]> = <[i32 ; 3usize]>(-1i, 0i, 1i);
                for (var place_2 = 0u; place_2 < 3u; place_2 += 1u) {
                    let d_: i32 = list_2[place_2];
                    z[amp_global[0]] += u32(d_ + 1i);
                }
            "#]],
        );
    }

    #[test]
    fn refuses_what_is_no_array() {
        codes(
            "|i: Index<1>| { for v in n { } for w in a { } for u in x.iter().map(f) { } }",
            &["AMP012", "AMP012", "AMP012"],
        );
    }
}
