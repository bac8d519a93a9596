//! A subview is a section or projection of a view, or the whole view with another shape or element type.
//!
//! ```rust,ignore
//! let block = x.section([r, c], [8, 8]).unwrap();
//! y[i] = block[[0, 1]] + x.project(r).unwrap()[c];
//! ```
//!
//! - The methods are `section`, `project`, `view_as` and `reinterpret_as`, in any order, as on the host; the
//!   `_mut` variants make writable subviews. Each needs `.unwrap()` or `.expect("why")`.
//! - Bind a subview with `let`, or use it where it is made. It has elements, an `extent()` and subviews of
//!   its own, and can be passed to functions: `f(&row)`, `f(&mut row)`.
//! - Its operands are evaluated once, where it is made. rustc checks its borrow, which lasts to the end of
//!   the enclosing block.
//! - A subview that exceeds its view, or an index outside the subview, ends the kernel on the CPU, as an
//!   index outside a view does. A GPU accesses other elements of the view's buffer, or none.
//! - `reinterpret_as` takes views of one dimension; element types are `f32`, `u32` and `i32`. A function takes
//!   no reinterpreted subview: pass the view, and reinterpret it in the function.
//! - A condition cannot choose between two subviews, but it can choose the origin.
//! - A collective function takes subviews that are uniform in the tile. An `AtomicView` has subviews on the
//!   host only.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Binary, Expr, ExprKind, Stmt, SubviewStep, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::pattern::pinned;
use crate::lower::subview::{
    Subview, arithmetic, both, compare, components, escaped, failure_message, is_zero, make, placeholders,
    rank,
};
use crate::site::Site;

/// Lowers a subscript of a subview to an element of the underlying view.
pub(super) fn element(cx: &mut Context<'_>, it: &syn::ExprIndex, site: Site) -> Expr {
    let Binding::Subview(part) = make(cx, &it.expr) else { return Expr::error_placeholder(site) };
    let part = cx.subviews[part].clone();
    let Some(index) = components(cx, &it.index, cx.known_rank(&part)) else {
        return Expr::error_placeholder(site);
    };
    cx.record_rank(&part, index.len());
    let known = cx.rank_of_subview(&part);
    if known != index.len() {
        let detail = format!(
            "`{}` has rank {known}, but the subscript has {} component{}",
            part.name,
            index.len(),
            if index.len() == 1 { "" } else { "s" }
        );
        cx.advise(Code::AMP001, Site::of(&it.index), detail, construct::RANK);
        return Expr::error_placeholder(site);
    }
    let extent = cx.sizes(&part, index.len(), site);
    let inside = index.iter().zip(&extent).filter(|(at, size)| !is_less(at, size));
    let inside = inside.map(|(at, size)| compare(Binary::Lt, at.clone(), size.clone())).reduce(both);
    if let Some(condition) = inside {
        let text = format!(
            "index {} is out of range for `{}` of extent {}",
            placeholders(index.len()),
            escaped(&part.name),
            placeholders(extent.len())
        );
        let message = Box::new(failure_message(text, index.iter().chain(&extent).cloned()));
        cx.prologue.push(Stmt::Assert { condition: Some(condition), debug: false, message, site });
    }
    let index = view_index(cx, &part.steps, index);
    let ty = cx.capture(part.capture).element.clone();
    let element = Expr { kind: ExprKind::Element { capture: part.capture, index }, ty, site };
    // The last `reinterpret_as` determines the type of the element.
    let seen_as = part.steps.iter().rev().find_map(|step| match step {
        SubviewStep::Reinterpret(ty) => Some(ty.clone()),
        SubviewStep::Section { .. } | SubviewStep::Project(_) | SubviewStep::ViewAs(..) => None,
    });
    match seen_as {
        Some(ty) => Expr { kind: ExprKind::Bits(Box::new(element)), ty, site },
        None => element,
    }
}

/// Lowers a slice of a subview with one dimension.
pub(super) fn slice(cx: &mut Context<'_>, it: &syn::ExprIndex, site: Site) -> Expr {
    let Binding::Subview(part) = make(cx, &it.expr) else { return Expr::error_placeholder(site) };
    let part = cx.subviews[part].clone();
    cx.record_rank(&part, 1);
    let (rank, reinterprets) = (
        cx.rank_of_subview(&part),
        part.steps.iter().any(|step| matches!(step, SubviewStep::Reinterpret(_))),
    );
    if rank != 1 || reinterprets {
        let detail = format!("a range as the subscript of `{}`, which has rank {rank}", part.name);
        let advice = if reinterprets { construct::SUBVIEW_REINTERPRET } else { construct::SLICE_OF_RANK };
        cx.advise(Code::AMP001, Site::of(&it.index), detail, advice);
        return Expr::error_placeholder(site);
    }
    let length = cx.size(&part, 0, site);
    super::slice::of_view(cx, part.capture, part.steps, length, it, site)
}

/// The length of a view with one dimension.
pub(super) fn length_of_view(site: Site, capture: usize) -> Expr {
    let extent = Expr { kind: ExprKind::ExtentOf(capture), ty: Ty::Extent(1), site };
    let digit = Expr { kind: ExprKind::Literal("0".to_owned()), ty: Ty::USIZE, site };
    let kind = ExprKind::Subscript(Box::new(extent), Box::new(digit));
    Expr { kind, ty: Ty::USIZE, site }
}

/// Converts an index into the subview to an index into the view.
pub(super) fn view_index(cx: &mut Context<'_>, steps: &[SubviewStep], index: Vec<Expr>) -> Vec<Expr> {
    steps.iter().rev().fold(index, |index, step| match step {
        SubviewStep::Section { origin, .. } => {
            origin.iter().zip(index).map(|(origin, at)| sum(origin.clone(), at)).collect()
        }
        SubviewStep::Project(at) => std::iter::once(at.clone()).chain(index).collect(),
        SubviewStep::Reinterpret(_) => index,
        // `view_as` preserves the row-major position of each element.
        SubviewStep::ViewAs(extent, before) => {
            let flat = index
                .into_iter()
                .enumerate()
                .reduce(|(_, flat), (d, at)| (d, sum(arithmetic(Binary::Mul, flat, extent[d].clone()), at)));
            flat.map_or_else(Vec::new, |(_, flat)| unflattened(cx, flat, before))
        }
    })
}

/// Converts `number`, the row-major position of an element in a view of this extent, to an index.
fn unflattened(cx: &mut Context<'_>, number: Expr, extent: &[Expr]) -> Vec<Expr> {
    let (mut rest, mut index) = (number, Vec::new());
    for size in extent.iter().skip(1).rev() {
        // If the size is the literal zero, the view has no elements, and the index does not matter. WGSL
        // rejects a division by this literal.
        if is_zero(size) {
            index.push(size.clone());
            continue;
        }
        let whole = pinned(cx, rest);
        index.push(arithmetic(Binary::Rem, whole.clone(), size.clone()));
        rest = arithmetic(Binary::Div, whole, size.clone());
    }
    index.push(rest);
    index.reverse();
    index
}

/// The sum `a + b`, or one operand if the other is zero.
fn sum(a: Expr, b: Expr) -> Expr {
    match (is_zero(&a), is_zero(&b)) {
        (true, _) => b,
        (_, true) => a,
        _ => arithmetic(Binary::Add, a, b),
    }
}

/// Whether both expressions are literals, and `a` is less than `b`.
fn is_less(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Literal(a), ExprKind::Literal(b)) => {
            matches!((a.parse::<u64>(), b.parse::<u64>()), (Ok(a), Ok(b)) if a < b)
        }
        _ => false,
    }
}

/// The extent of a subview as an `Extent` value.
pub(super) fn extent(cx: &mut Context<'_>, it: &syn::Expr, site: Site) -> Expr {
    let Binding::Subview(part) = make(cx, it) else { return Expr::error_placeholder(site) };
    let part = cx.subviews[part].clone();
    let rank = cx.rank_of_subview(&part);
    let sizes = cx.sizes(&part, rank, site);
    Expr { kind: ExprKind::MakeIndex(sizes), ty: Ty::Extent(rank), site }
}

/// Whether the expression is a component of a captured view's extent.
pub(super) fn is_extent_component(it: &Expr) -> bool {
    matches!(&it.kind, ExprKind::Subscript(base, _) if matches!(base.kind, ExprKind::ExtentOf(_)))
}

impl Context<'_> {
    /// The size of a subview in one dimension.
    pub(in crate::lower) fn size(&self, part: &Subview, dimension: usize, site: Site) -> Expr {
        let (mut steps, mut dimension) = (&part.steps[..], dimension);
        while let Some((last, rest)) = steps.split_last() {
            match last {
                SubviewStep::Section { extent, .. } | SubviewStep::ViewAs(extent, _) => {
                    let size = extent.get(dimension).cloned();
                    return size.map_or_else(|| Expr::error_placeholder(site), |size| Expr { site, ..size });
                }
                SubviewStep::Project(_) => dimension += 1,
                SubviewStep::Reinterpret(_) => {}
            }
            steps = rest;
        }
        // The type of an extent contains the rank, but only one component is used here. If the rank is
        // unknown, the least rank with this dimension suffices.
        let known = rank(&[], self.capture(part.capture).rank).unwrap_or(dimension + 1);
        let extent = Expr { kind: ExprKind::ExtentOf(part.capture), ty: Ty::Extent(known), site };
        let digit = Expr { kind: ExprKind::Literal(dimension.to_string()), ty: Ty::USIZE, site };
        let kind = ExprKind::Subscript(Box::new(extent), Box::new(digit));
        Expr { kind, ty: Ty::USIZE, site }
    }

    /// The sizes of a subview in all dimensions.
    pub(in crate::lower) fn sizes(&self, part: &Subview, rank: usize, site: Site) -> Vec<Expr> {
        (0..rank).map(|dimension| self.size(part, dimension, site)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn operands_are_evaluated_once() {
        wgsl(
            "|i: Index<1>| {
                let mut k = n;
                let p = x.section([k], [8]).unwrap();
                k += 1;
                let q = p.section([2], [k]).unwrap();
                y[i] = q[1] + p[k + 1] + q.extent()[0] as f32 + at(&q, 2);
                let mut w = z.section_mut(i, 1).unwrap();
                w[0] += 3;
            }",
            expect![[r#"
                var k_: u32 = n;
                let value_: u32 = k_;
                k_ += 1u;
                let value_2: u32 = k_;
                let value_4: f32 = x[value_ + (2u + 1u)];
                let value_3: u32 = k_ + 1u;
                y[amp_global[0]] = Add<f32, _>(value_4 + x[value_ + value_3] + f32(value_2), at(&x from [value_] [8u] from [2u] [value_2], 2?));
                z[amp_global[0]] += 3u;
            "#]],
        );
    }

    #[test]
    fn sections_and_projections_select_elements() {
        wgsl(
            "|i: Index<2>| {
                let row = x.project(i[0]).unwrap();
                y[i] = row[i[1]] + x.project(3).unwrap()[n] + at(&row, 1);
                let mut block = y.section_mut(i, [1, 1]).unwrap();
                block[[0, 0]] *= 2.0;
            }",
            expect![[r#"
                let value_: f32 = x[amp_global[0], amp_global[1]];
                y[amp_global[0], amp_global[1]] = Add<f32, _>(value_ + x[3u, n], at(&x at amp_global[0], 1?));
                y[amp_global[0], amp_global[1]] *= 2.0f;
            "#]],
        );
    }

    #[test]
    fn views_are_reshaped_and_reinterpreted() {
        wgsl(
            "|i: Index<1>| {
                let grid = x.view_as([4, 8]).unwrap();
                y[i] = grid[[1, i[0] % 8]] + at(&grid.project(2).unwrap(), 3);
                let odd = grid.section([1, 0], [2, 8]).unwrap();
                y[i] += odd.view_as([16]).unwrap()[i[0] % 16];
                let mut bits = y.reinterpret_as_mut::<u32>().unwrap();
                bits[i] |= 1 << 31;
                z[i] = x.reinterpret_as::<u32>().unwrap()[i] ^ bits[i];
            }",
            expect![[r#"
                let value_: u32 = x.extent[0];
                let value_2: u32 = amp_global[0] % 8u;
                let value_3: f32 = x[1u * 8u + value_2];
                y[amp_global[0]] = Add<f32, _>(value_3, at(&x as [4u, 8u] at 2u, 3?));
                let value_4: u32 = 2u * 8u;
                let value_5: u32 = amp_global[0] % 16u;
                y[amp_global[0]] += x[(1u + value_5 / 8u) * 8u + value_5 % 8u];
                let value_6: u32 = 1u << 31u;
                y[amp_global[0]] = Bits<u32, f32>(Bits<f32, u32>(y[amp_global[0]]) | value_6);
                let value_7: u32 = Bits<f32, u32>(x[amp_global[0]]);
                z[amp_global[0]] = value_7 ^ Bits<f32, u32>(y[amp_global[0]]);
            "#]],
        );
    }

    #[test]
    fn unwrapping_is_required() {
        codes(
            "|i: Index<1>| { y[i] = x[i]; let p = x.section([0], [4]); let q = x.section([1], [4])?; }",
            &["AMP001", "AMP001"],
        );
        codes(
            "|i: Index<1>| { let p = if n > 3 { x.section([0], [4]).unwrap() } else { x.section([1], [4]).unwrap() }; }",
            &["AMP001", "AMP001"],
        );
        codes("|i: Index<1>| { let p = x.section([0], [4]).unwrap(); p[i] = 1.0; }", &["AMP009"]);
    }
}
