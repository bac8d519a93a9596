//! Elements and extents of parts, as those of the views that they are parts of.

use super::make::{arithmetic, both, compare, escaped, list, numbers, said};
use super::{Part, make, rank};
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Binary, Expr, ExprKind, PartStep, Stmt, Ty};
use crate::lower::cx::{Binding, Cx};
use crate::site::Site;

/// An element of a part.
pub(in crate::lower) fn element(cx: &mut Cx<'_>, it: &syn::ExprIndex, site: Site) -> Expr {
    let Binding::Part(part) = make(cx, &it.expr) else { return Expr::poison(site) };
    let part = cx.parts[part].clone();
    let Some(index) = numbers(cx, &it.index, cx.known_rank(&part)) else { return Expr::poison(site) };
    cx.has_rank(&part, index.len());
    let known = cx.rank_of_part(&part);
    if known != index.len() {
        let detail = format!(
            "`{}` has rank {known}, and is indexed by {} number{}",
            part.name,
            index.len(),
            if index.len() == 1 { "" } else { "s" }
        );
        cx.advise(Code::AMP001, Site::of(&it.index), detail, construct::RANK);
        return Expr::poison(site);
    }
    let extent = cx.sizes(&part, index.len(), site);
    let inside = index.iter().zip(&extent).filter(|(at, size)| !is_less(at, size));
    let inside = inside.map(|(at, size)| compare(Binary::Lt, at.clone(), size.clone())).reduce(both);
    if let Some(condition) = inside {
        let text = format!(
            "index {} is out of range for `{}` of extent {}",
            list(index.len()),
            escaped(&part.name),
            list(extent.len())
        );
        let message = Box::new(said(text, index.iter().chain(&extent).cloned()));
        cx.before.push(Stmt::Assert { condition: Some(condition), debug: false, message, site });
    }
    let index = place(&part.steps, index);
    let ty = cx.slot_ref(part.slot).element.clone();
    Expr { kind: ExprKind::Element { slot: part.slot, index }, ty, site }
}

/// The index in the view, of an element that is inside.
fn place(steps: &[PartStep], index: Vec<Expr>) -> Vec<Expr> {
    steps.iter().rev().fold(index, |index, step| match step {
        PartStep::Section { origin, .. } => {
            origin.iter().zip(index).map(|(origin, at)| sum(origin.clone(), at)).collect()
        }
        PartStep::Project(at) => std::iter::once(at.clone()).chain(index).collect(),
        // Row by row.
        PartStep::ViewAs(extent) => {
            let flat = index
                .into_iter()
                .enumerate()
                .reduce(|(_, flat), (d, at)| (d, sum(arithmetic(Binary::Mul, flat, extent[d].clone()), at)));
            flat.map(|(_, flat)| flat).into_iter().collect()
        }
    })
}

/// A sum; of nothing and something, that.
fn sum(a: Expr, b: Expr) -> Expr {
    match (&a.kind, &b.kind) {
        (ExprKind::Number(digits), _) if digits == "0" => b,
        (_, ExprKind::Number(digits)) if digits == "0" => a,
        _ => arithmetic(Binary::Add, a, b),
    }
}

/// Whether one number is less than another, as they are written.
fn is_less(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Number(a), ExprKind::Number(b)) => {
            matches!((a.parse::<u64>(), b.parse::<u64>()), (Ok(a), Ok(b)) if a < b)
        }
        _ => false,
    }
}

/// The extent of a part, as a value.
pub(in crate::lower) fn extent(cx: &mut Cx<'_>, it: &syn::Expr, site: Site) -> Expr {
    let Binding::Part(part) = make(cx, it) else { return Expr::poison(site) };
    let part = cx.parts[part].clone();
    let rank = cx.rank_of_part(&part);
    let sizes = cx.sizes(&part, rank, site);
    Expr { kind: ExprKind::MakeIndex(sizes), ty: Ty::Extent(rank), site }
}

/// Whether a number is one of a view's extent.
pub(in crate::lower) fn is_size(it: &Expr) -> bool {
    matches!(&it.kind, ExprKind::Subscript(base, _) if matches!(base.kind, ExprKind::ExtentOf(_)))
}

impl Cx<'_> {
    /// How long a part is in a dimension.
    pub(super) fn size(&self, part: &Part, dimension: usize, site: Site) -> Expr {
        let (mut steps, mut dimension) = (&part.steps[..], dimension);
        while let Some((last, rest)) = steps.split_last() {
            match last {
                PartStep::Section { extent, .. } | PartStep::ViewAs(extent) => {
                    let size = extent.get(dimension).cloned();
                    return size.map_or_else(|| Expr::poison(site), |size| Expr { site, ..size });
                }
                PartStep::Project(_) => dimension += 1,
            }
            steps = rest;
        }
        // Only its numbers are asked for, so that its rank is told by the view.
        let known = rank(&[], self.slot_ref(part.slot).rank).unwrap_or(dimension + 1);
        let extent = Expr { kind: ExprKind::ExtentOf(part.slot), ty: Ty::Extent(known), site };
        let digit = Expr { kind: ExprKind::Number(dimension.to_string()), ty: Ty::USIZE, site };
        let kind = ExprKind::Subscript(Box::new(extent), Box::new(digit));
        Expr { kind, ty: Ty::USIZE, site }
    }

    /// How long a part is in all dimensions.
    pub(super) fn sizes(&self, part: &Part, rank: usize, site: Site) -> Vec<Expr> {
        (0..rank).map(|dimension| self.size(part, dimension, site)).collect()
    }
}
