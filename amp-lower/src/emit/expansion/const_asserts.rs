//! Const asserts: checks that need types which only rustc knows. A kernel's `Program` contains them, and
//! rustc evaluates them when it instantiates the `Program`.

use crate::analysis::private_memory;
use crate::emit::wgsl::Piece;
use crate::ir::rust_names::key_ident;
use crate::ir::{Body, Expr, ExprKind, Kernel, Projection, Ty};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

/// Asserts that the variables of a body fit into the private memory limit. `None` if no variable has a size
/// that only rustc knows, because amp then checks the limit itself. The error points at the name of the
/// kernel or function.
pub(super) fn private_memory_assert(body: &Body, site: Span) -> Option<TokenStream> {
    let asserted = [false, true].into_iter().filter_map(|temporary| {
        let kept = private_memory(body, temporary);
        let types: Vec<_> = kept.unknown_sizes.iter().map(|ty| ty.info()).collect();
        let bytes = kept.bytes;
        (!types.is_empty())
            .then(|| quote_spanned!(site=> ::amp::__private::assert_private_memory(#bytes, const { &[#(#types),*] });))
    });
    let asserted: TokenStream = asserted.collect();
    (!asserted.is_empty()).then_some(asserted)
}

/// Returns a constant with the asserts of a non-generic kernel or function: private memory, and uniform
/// arguments of collective functions. rustc evaluates the constant when it checks the crate. So the asserts
/// fail even if nothing instantiates the template.
pub(super) fn own_constant(body: &Body, parts: &[Piece], site: Span) -> Option<TokenStream> {
    let keeps = private_memory_assert(body, site.resolved_at(Span::call_site()));
    let mut uniform = Vec::new();
    for part in parts {
        part.walk(&mut |part| uniform.extend(part.needs_uniform()));
    }
    (keeps.is_some() || !uniform.is_empty()).then(|| quote!(const _: () = { #keeps #(let _ = #uniform;)* };))
}

/// Asserts that the dimension `n` in `x.extent()[n]` exists, for views whose rank only rustc knows.
pub(super) fn dimension_asserts(kernel: &Kernel) -> Option<TokenStream> {
    let mut asserted = TokenStream::new();
    let mut look = |expr: &Expr| {
        if let ExprKind::Subscript(base, index) = &expr.kind
            && let (Some(capture), ExprKind::Literal(digits)) = (view_of_extent(&base.ty), &index.kind)
            && let Ok(dimension) = digits.parse::<usize>()
        {
            let (key, name) = (key_ident(capture), &kernel.captures[capture].ident);
            let message =
                format!("[AMP022] `{name}` has no dimension {dimension}; dimensions are numbered from 0");
            asserted.extend(quote_spanned! {index.site.first=>
                ::core::assert!(#dimension < <#key as ::amp::__private::CaptureType>::RANK, #message);
            });
        }
    };
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut look);
    }
    (!asserted.is_empty()).then_some(asserted)
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
