//! Whether a kernel depends on what only rustc sees of its methods that wait: that they leave what they are called on as it is.
//!
//! A method may take `&mut self`; then its receiver varies behind the call. Where a barrier of the kernel's own is reached by all only if
//! it does not, it is taken for granted, and asserted of each such method in the kernel's program. Where an argument of a function that
//! waits varies only if it does, both answers stand there.

use super::Uniformity;
use crate::ir::{Call, ExprKind, Kernel, Stmt};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Finds out whether it is taken for granted, and remembers it in the kernel.
pub(crate) fn settle(kernel: &mut Kernel) {
    let careful = divergent(kernel);
    if careful > 0 {
        kernel.body.unchanged = true;
        kernel.body.unchanged = divergent(kernel) < careful;
    }
}

fn divergent(kernel: &Kernel) -> usize {
    let mut count = 0;
    Uniformity::new(kernel).divergent_barriers(kernel, &mut |_, _| count += 1);
    count
}

/// The same kernel, if it has such methods, as if they changed nothing.
pub(crate) fn unchanged(kernel: &Kernel) -> Option<Kernel> {
    let mut kernel = kernel.clone();
    kernel.body.unchanged = true;
    (!receivers(&kernel.body.block).is_empty()).then_some(kernel)
}

/// The items of the methods that wait and are called on places.
fn receivers(block: &[Stmt]) -> Vec<TokenStream> {
    let mut items = Vec::new();
    for stmt in block {
        stmt.walk_expressions(&mut |expr| {
            if let ExprKind::Call { callee, written: Call::Place(_), arguments, .. } = &expr.kind
                && expr.waits()
            {
                let types: Vec<_> = arguments.iter().map(|argument| argument.ty.clone()).collect();
                items.push(callee.item(&types).to_token_stream());
            }
        });
    }
    items
}

/// The bits of what varies, as a constant: those where one of the methods changes something, and those where none does.
pub(crate) fn bits(block: &[Stmt], [careful, otherwise]: [u32; 2]) -> TokenStream {
    if careful == otherwise {
        return quote!(#careful);
    }
    let items = receivers(block);
    quote!(::amp::__private::varying_if_changed(&[#(#items),*], #careful, #otherwise))
}
