//! Subviews that cover a whole view with another extent (`view_as`) or another element type
//! (`reinterpret_as`).

use super::Subview;
use super::make::{
    Made, arithmetic, both, compare, components, escaped, failure_message, is_zero, join, length,
    placeholders,
};
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Binary, Expr, ExprKind, SubviewStep, Ty};
use crate::lower::context::Context;
use crate::lower::pattern::pinned;
use crate::site::Site;
use amp_shader::Scalar;

/// Lowers `view_as`: the first elements of a view in row-major order, reshaped to another extent.
pub(super) fn view_as(cx: &mut Context<'_>, parent: &Subview, extent: &syn::Expr, site: Site) -> Made {
    let size = components(cx, extent, length(extent))?;
    let rank = cx.rank_of_subview(parent);
    let sizes = cx.sizes(parent, rank, site);
    let before: Vec<_> = sizes.into_iter().map(|size| pinned(cx, size)).collect();
    // This product cannot overflow, because the element count of a view fits in a `usize`.
    let whole = before.iter().cloned().reduce(|all, size| arithmetic(Binary::Mul, all, size))?;
    let whole = pinned(cx, whole);
    let fit = fits_in(&size, whole, site);
    let text = format!(
        "`{}` of extent {} has {}too few elements for an extent of {}",
        escaped(&parent.name),
        placeholders(rank),
        if rank == 1 { "" } else { "gaps, or " },
        placeholders(size.len())
    );
    let message = failure_message(text, before.iter().chain(&size).cloned());
    // Views of one dimension are always contiguous, so no test is needed.
    let condition = match rank {
        1 => fit,
        _ => {
            let by_ref = cx.subview_argument(parent.capture, false, parent.steps.clone(), rank, site);
            let contiguous = Expr { kind: ExprKind::IsContiguous(Box::new(by_ref)), ty: Ty::BOOL, site };
            both(contiguous, fit)
        }
    };
    Some((SubviewStep::ViewAs(size, before), Some((condition, message))))
}

/// Whether the subview has one dimension, so that its elements are contiguous. Reports an error if it has
/// more.
fn is_one_dimensional(cx: &mut Context<'_>, parent: &Subview, name: &str, site: Site) -> bool {
    cx.record_rank(parent, 1);
    let Some(rank @ 2..) = cx.known_rank(parent) else { return true };
    let detail = format!("`{name}` of `{}`, which has {rank} dimensions", parent.name);
    cx.advise(Code::AMP001, site, detail, construct::REINTERPRET_RANK);
    false
}

/// Lowers `reinterpret_as` between 32-bit scalars. These types all have the same size, so the number of
/// elements and the index of each element stay the same.
pub(super) fn reinterpret_as(
    cx: &mut Context<'_>,
    parent: &Subview,
    made: &syn::ExprMethodCall,
    site: Site,
) -> Made {
    if !is_one_dimensional(cx, parent, "reinterpret_as", site) {
        return None;
    }
    let generic_args = made.turbofish.as_ref().and_then(|generic_args| generic_args.args.first());
    let Some(syn::GenericArgument::Type(written)) = generic_args else {
        cx.advise(Code::AMP001, site, "`reinterpret_as` without a type", construct::REINTERPRET);
        return None;
    };
    let ty = crate::lower::ty::lower(cx, written);
    let element = cx.infer.resolve(&cx.capture(parent.capture).element);
    for (ty, it) in [(&ty, Site::of(written)), (&element, Site::of(&made.receiver))] {
        let other = match ty {
            Ty::Scalar(scalar) => !matches!(scalar, Scalar::F32 | Scalar::U32 | Scalar::I32),
            // rustc resolves this type, and checks that it is one of the three 32-bit scalar types.
            Ty::Hole(_) | Ty::Var(_) => false,
            _ => true,
        };
        if ty.is_error() {
            return None;
        }
        if other {
            let detail = format!("`reinterpret_as` with elements of {}", ty.describe());
            cx.advise(Code::AMP001, it, detail, construct::REINTERPRET);
            return None;
        }
    }
    Some((SubviewStep::Reinterpret(ty), None))
}

/// The condition that an extent contains at most `whole` elements. The product of the extent's components
/// could overflow, so the condition divides `whole` by one component after the other.
fn fits_in(extent: &[Expr], whole: Expr, site: Site) -> Expr {
    let Some((last, others)) = extent.split_last().filter(|_| !extent.iter().any(is_zero)) else {
        return Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site };
    };
    let zero = || Expr { kind: ExprKind::Literal("0".to_owned()), ty: Ty::USIZE, site };
    let unknown = extent.iter().filter(|size| !matches!(size.kind, ExprKind::Literal(_)));
    let empty = unknown.map(|size| compare(Binary::Eq, size.clone(), zero()));
    // For nonzero `a` and `b`, `whole / a / b >= c` is equivalent to `whole >= a * b * c`: rounding down
    // after each division gives the same result as rounding down once.
    let left = others.iter().fold(whole, |left, size| arithmetic(Binary::Div, left, size.clone()));
    let fits = compare(Binary::Le, last.clone(), left);
    match empty.reduce(|a, b| join(Binary::Or, a, b)) {
        Some(empty) => join(Binary::Or, empty, fits),
        None => fits,
    }
}
