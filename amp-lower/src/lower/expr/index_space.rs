//! `Index` and `Extent` are values: kernels construct, compare, move and test them.
//!
//! ```rust,ignore
//! let left = i.offset([0, -1]);
//! if x.extent().contains(left) { sum += x[left]; }
//! ```
//!
//! - Constructors: `Index::new([row, col])` and `Extent::from(sizes)`. If the argument does not show the
//!   rank, write it: `Index::<2>::new(f(k))`.

use super::method::builtin_method;
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Binary, Expr, ExprKind, Len, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::pattern::pinned;
use crate::site::Site;
use amp_shader::Scalar;
use amp_shader::methods::Method;

/// Lowers `Index::new(..)` and the other constructors; `None` for other calls.
pub(super) fn constructor(
    cx: &mut Context<'_>,
    it: &syn::ExprCall,
    path: &syn::Path,
    site: Site,
) -> Option<Expr> {
    let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let (of, how) = match names.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [of @ ("Index" | "Extent"), how @ ("new" | "from")] => (*of == "Index", *how == "new"),
        _ => return None,
    };
    let [argument] = it.args.iter().collect::<Vec<_>>()[..] else { return None };
    let Some(parts) = components(cx, argument, turbofish_rank(path), &Ty::USIZE, !how) else {
        let detail = "the rank is not known here";
        cx.advise(Code::AMP001, Site::of(argument), detail, construct::INDEX_RANK);
        return Some(Expr::error_placeholder(site));
    };
    let ty = if of { Ty::Index(parts.len()) } else { Ty::Extent(parts.len()) };
    Some(Expr { kind: ExprKind::MakeIndex(parts), ty, site })
}

/// The explicit rank in `Index::<2>::new`.
fn turbofish_rank(path: &syn::Path) -> Option<usize> {
    let syn::PathArguments::AngleBracketed(generic_args) = &path.segments.first()?.arguments else {
        return None;
    };
    match generic_args.args.first()? {
        syn::GenericArgument::Const(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(rank), .. })) => {
            rank.base10_parse().ok()
        }
        _ => None,
    }
}

/// The components in the argument of a constructor or of `offset`, if their number is known. `rank` is the
/// rank that a turbofish or the receiver determines. `also_one` allows a single integer instead of an array.
fn components(
    cx: &mut Context<'_>,
    it: &syn::Expr,
    rank: Option<usize>,
    item: &Ty,
    also_one: bool,
) -> Option<Vec<Expr>> {
    if let syn::Expr::Array(parts) = it {
        let parts = super::sequence(cx, &parts.elems, super::lower);
        parts.iter().for_each(|part| cx.infer.unify(&part.ty, item));
        return Some(parts);
    }
    let whole = super::lower(cx, it);
    let of_rank = |rank| Ty::Array(Box::new(item.clone()), Len::Number(rank));
    let rank = match (cx.infer.resolve(&whole.ty), rank) {
        (Ty::Error, _) => return Some(Vec::new()),
        (Ty::Array(_, Len::Number(rank)), _) | (Ty::Hole(_) | Ty::Var(_), Some(rank)) => rank,
        (Ty::Scalar(_) | Ty::Var(_), None | Some(1)) if also_one => {
            cx.infer.unify(&whole.ty, item);
            return Some(vec![whole]);
        }
        _ => return None,
    };
    cx.infer.unify(&whole.ty, &of_rank(rank));
    let whole = pinned(cx, whole);
    let at = |n: usize| {
        let site = whole.site;
        let number = Expr { kind: ExprKind::Literal(n.to_string()), ty: Ty::USIZE, site };
        let kind = ExprKind::Subscript(Box::new(whole.clone()), Box::new(number));
        Expr { kind, ty: item.clone(), site }
    };
    Some((0..rank).map(at).collect())
}

/// Adds `before`, the prologue of the argument, to the current block. Returns the value that the receiver has
/// before the prologue runs.
fn earlier_receiver(cx: &mut Context<'_>, receiver: &Expr, before: Vec<Stmt>) -> Expr {
    let receiver = match before.is_empty() {
        true => receiver.clone(),
        false => pinned(cx, receiver.clone()),
    };
    cx.prologue.extend(before);
    receiver
}

/// Lowers a method of an index or extent; `None` for other methods.
pub(super) fn method(
    cx: &mut Context<'_>,
    it: &syn::ExprMethodCall,
    name: &str,
    receiver: &Expr,
    site: Site,
) -> Option<Expr> {
    match (name, &receiver.ty, it.args.first()) {
        ("contains", Ty::Extent(rank), Some(index)) => {
            let (before, index) = cx.in_block(|cx| super::lower(cx, index));
            let receiver = earlier_receiver(cx, receiver, before);
            let parts = super::index::components(cx, index, *rank);
            let sizes = super::index::components(cx, receiver, *rank);
            let within = parts.into_iter().zip(sizes).map(|(part, size)| Expr {
                kind: ExprKind::Binary(Binary::Lt, Box::new(part), Box::new(size)),
                ty: Ty::BOOL,
                site,
            });
            within.reduce(|all, one| Expr {
                kind: ExprKind::Binary(Binary::And, Box::new(all), Box::new(one)),
                ty: Ty::BOOL,
                site,
            })
        }
        ("size", Ty::Extent(rank), None) => {
            let sizes = super::index::components(cx, receiver.clone(), *rank);
            sizes.into_iter().reduce(|all, one| Expr {
                kind: ExprKind::Binary(Binary::Mul, Box::new(all), Box::new(one)),
                ty: Ty::USIZE,
                site,
            })
        }
        ("offset", Ty::Index(rank), Some(steps)) if it.args.len() == 1 => {
            let method = Method::find("wrapping_add_signed")?;
            let of = Ty::Scalar(Scalar::Isize);
            let (before, steps) = cx.in_block(|cx| components(cx, steps, Some(*rank), &of, false));
            let steps = steps.filter(|steps| steps.len() == *rank)?;
            let (receiver, ty) = (earlier_receiver(cx, receiver, before), receiver.ty.clone());
            let parts = super::index::components(cx, receiver, *rank);
            let moved = parts.into_iter().zip(steps).map(|(part, step)| {
                let ident = syn::Ident::new(method.name, it.method.span());
                builtin_method(cx, method, ident, Ty::USIZE, vec![part, step], site)
            });
            let moved = moved.collect();
            Some(Expr { kind: ExprKind::MakeIndex(moved), ty, site })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn indices_are_constructed() {
        wgsl(
            "|i: Index<1>| { let e = Extent::from([n, 4]); let at = Index::from([i[0], 1]); let w = [n, 2]; let v = Index::new(w); z[i] = (e[0] + at[1] + v[0]) as u32; }",
            expect![[r#"
                let e_: <:: amp :: Extent < 2usize >> = <:: amp :: Extent < 2usize >>(n, 4u);
                let at_: <:: amp :: Index < 2usize >> = <:: amp :: Index < 2usize >>(amp_global[0], 1u);
                let w_: <[usize ; 2usize]> = <[usize ; 2usize]>(n, 2u);
                let v_: <:: amp :: Index < 2usize >> = <:: amp :: Index < 2usize >>(w_[0], w_[1]);
                z[amp_global[0]] = u32(e_[0] + at_[1] + v_[0]);
            "#]],
        );
    }

    #[test]
    fn indices_are_moved_and_tested() {
        wgsl(
            "|i: Index<2>| { let d = [-1, 1]; let at = i.offset(d); if x.extent().contains(at) { y[i] = x[at]; } }",
            expect![[r#"
                let d_: <[isize ; 2usize]> = <[isize ; 2usize]>(-1i, 1i);
                let at_: <:: amp :: Index < 2usize >> = <:: amp :: Index < 2usize >>(wrapping_add_signed(amp_global[0], d_[0]), wrapping_add_signed(amp_global[1], d_[1]));
                if (<_>::contains(x.extent, at_)) {
                    y[amp_global[0], amp_global[1]] = x[at_[0], at_[1]];
                }
            "#]],
        );
    }

    #[test]
    fn unknown_rank_is_rejected() {
        codes("|i: Index<1>| { let w = helpers::origin(n); let at = Index::new(w); }", &["AMP001"]);
    }
}
