//! What only rustc can find out, and asserts while it compiles the program of a kernel.

use crate::analysis::kept;
use crate::ir::naming::key_ident;
use crate::ir::{Body, Expr, ExprKind, Hole, Kernel, Ty};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// Asserts that what a work-item keeps has room, where only rustc can measure it.
pub(super) fn keeps(body: &Body) -> Option<TokenStream> {
    let asserted = [false, true].into_iter().filter_map(|temporary| {
        let kept = kept(body, temporary);
        let types: Vec<_> = kept.open.iter().map(|ty| ty.info()).collect();
        let bytes = kept.bytes;
        (!types.is_empty()).then(|| quote!(::amp::__private::keeps(#bytes, &[#(#types),*]);))
    });
    let asserted: TokenStream = asserted.collect();
    (!asserted.is_empty()).then_some(asserted)
}

/// Asserts that the views whose ranks only their types tell have the dimensions whose sizes are asked for by number.
pub(super) fn dimensions(kernel: &Kernel) -> Option<TokenStream> {
    let mut asserted = TokenStream::new();
    let mut look = |expr: &Expr| {
        if let ExprKind::Subscript(base, index) = &expr.kind
            && let (Some(slot), ExprKind::Number(digits)) = (viewed(&base.ty), &index.kind)
            && let Ok(dimension) = digits.parse::<usize>()
        {
            let (key, name) = (key_ident(slot), &kernel.slots[slot].ident);
            let said = format!("[AMP022] `{name}` has no dimension {dimension}: they are counted from 0");
            asserted.extend(quote_spanned! {index.site.first=>
                ::core::assert!(#dimension < <#key as ::amp::__private::Key>::RANK, #said);
            });
        }
    };
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut look);
    }
    (!asserted.is_empty()).then_some(asserted)
}

/// The captured view whose extent has a type.
fn viewed(ty: &Ty) -> Option<usize> {
    let Ty::Hole(hole) = ty else { return None };
    let Hole::Extent(Ty::Hole(view)) = &**hole else { return None };
    match **view {
        Hole::Lent(slot, _) => Some(slot),
        _ => None,
    }
}
