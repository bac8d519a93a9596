//! Const checks that concern a whole body: private memory, and dimensions of extents. `wgsl::piece` prints
//! the const checks that concern one piece of a template, such as a call.

use crate::analysis::private_memory;
use crate::emit::wgsl::{Entries, Subject};
use crate::ir::{Body, Expr, ExprKind, Kernel, Projection, Ty};
use proc_macro2::Span;
use quote::{quote, quote_spanned};

/// Asserts that the variables of a body fit into the private memory limit. If the macro can compute the sizes
/// of all variables, there is no const check, because `check::private_memory` has compared their sum with the
/// limit. The error points at the name of the kernel or function.
pub(super) fn private_memory_check(body: &Body, site: Span, entries: &mut Entries) {
    for temporary in [false, true] {
        let kept = private_memory(body, temporary);
        let subjects: Vec<_> = kept.unknown_sizes.iter().map(|ty| Subject::Type(ty)).collect();
        let bytes = kept.bytes;
        if !subjects.is_empty() {
            let site = site.resolved_at(Span::call_site());
            entries.check(&subjects, site, |types| {
                quote_spanned!(site=> ::amp::__private::assert_private_memory(#bytes, &[#(#types),*]))
            });
        }
    }
}

/// Asserts that the items are references where the body dereferences them.
pub(super) fn reference_checks(body: &Body, entries: &mut Entries) {
    for (ty, site) in &body.dereferenced_items {
        let site = site.first;
        entries.check(
            &[Subject::Type(ty)],
            site,
            |types| quote_spanned!(site=> ::amp::__private::assert_yields_references(#(#types)*)),
        );
    }
}

/// Asserts that the dimension `n` in `x.extent()[n]` exists, for views whose rank only rustc knows.
pub(super) fn dimension_checks(kernel: &Kernel, entries: &mut Entries) {
    let mut look = |expr: &Expr| {
        if let ExprKind::Subscript(base, index) = &expr.kind
            && let (Some(capture), ExprKind::Literal(digits)) = (view_of_extent(&base.ty), &index.kind)
            && let Ok(dimension) = digits.parse::<usize>()
        {
            let (site, name) = (index.site.first, &kernel.captures[capture].ident);
            let message =
                format!("[AMP022] `{name}` has no dimension {dimension}; dimensions are numbered from 0");
            entries.check(&[Subject::Capture(capture)], site, |types| {
                let ty = &types[0];
                let rank = quote!(::amp::__private::rank(#ty));
                quote_spanned!(site=> ::core::assert!(#dimension < #rank, #message))
            });
        }
    };
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut look);
    }
}

/// The index of the captured view whose extent has this type.
fn view_of_extent(ty: &Ty) -> Option<usize> {
    let Ty::Hole(hole) = ty else { return None };
    let Projection::Extent(Ty::Hole(view)) = &**hole else { return None };
    match **view {
        Projection::ArgumentForm(capture, _) => Some(capture),
        _ => None,
    }
}
