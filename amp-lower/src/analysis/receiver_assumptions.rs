//! Receiver assumptions: uniformity results that hold only if a collective method does not modify its
//! receiver.
//!
//! A collective method may take `&mut self`, and only rustc knows whether it does. If so, its receiver is
//! varying after the call. Two cases follow:
//!
//! - A barrier of the kernel is uniform only if no method modifies the receiver. The analysis assumes so, and
//!   the expansion contains a const assertion for each call on that receiver.
//! - An argument of a collective function is uniform only if no method modifies the receiver. The expansion
//!   contains the mask of the varying arguments for the case without modification, and for each receiver the
//!   bits that its modification adds. A const expression adds the bits of the receivers that are modified.
//!
//! The effects of several receivers combine by union, because a value is varying if one of its sources is.

use super::UniformityMap;
use crate::ir::{Call, Callee, Expr, ExprKind, Kernel, Stmt, Ty, Var};
use proc_macro2::TokenStream;
use quote::quote;

/// Finds the receivers that must stay unmodified, because otherwise some barrier would be divergent. Stores
/// them in the kernel.
pub(crate) fn assume_receivers_unmodified(kernel: &mut Kernel) {
    let all = variables(&kernel.body.block);
    if all.is_empty() || divergent(kernel) == 0 {
        return;
    }
    let mut without = |var: Option<Var>| {
        kernel.body.assumed_unmodified = all.iter().copied().filter(|other| Some(*other) != var).collect();
        divergent(kernel)
    };
    let if_unmodified = without(None);
    let needed = all.iter().copied().filter(|var| without(Some(*var)) > if_unmodified).collect();
    kernel.body.assumed_unmodified = needed;
}

fn divergent(kernel: &Kernel) -> usize {
    let mut count = 0;
    UniformityMap::new(kernel).divergent_barriers(kernel, &mut |_, _| count += 1);
    count
}

/// Variants of a kernel with collective methods, which differ in their assumptions. The first variant assumes
/// that no method modifies its receiver. One more variant for each receiver that may be modified assumes that
/// only this receiver is modified.
pub(crate) fn assumptions(kernel: &Kernel) -> Vec<(Option<Var>, Kernel)> {
    let all = variables(&kernel.body.block);
    let with = |var: Option<Var>| {
        let mut kernel = kernel.clone();
        kernel.body.assumed_unmodified = all.iter().copied().filter(|other| Some(*other) != var).collect();
        (var, kernel)
    };
    let open = all.iter().copied().filter(|var| !kernel.body.assumed_unmodified.contains(var)).map(Some);
    if all.is_empty() { Vec::new() } else { [None].into_iter().chain(open).map(with).collect() }
}

/// The variables on which the block calls collective methods.
fn variables(block: &[Stmt]) -> Vec<Var> {
    let mut found = Vec::new();
    calls(block, &mut |expr| {
        let var = receiver(expr).filter(|var| !found.contains(var));
        found.extend(var);
    });
    found
}

/// The variable on which a collective method is called: `v` for `v.scan(..)`. `None` for other calls.
pub(crate) fn receiver(call: &Expr) -> Option<Var> {
    match &call.kind {
        ExprKind::Call { written: Call::Place(_), arguments, .. } if call.is_collective() => {
            arguments.first()?.by_ref_variable()
        }
        _ => None,
    }
}

fn calls(block: &[Stmt], found: &mut dyn FnMut(&Expr)) {
    for stmt in block {
        stmt.walk_expressions(&mut |expr| {
            if receiver(expr).is_some() {
                found(expr);
            }
        });
    }
}

/// The bit mask of varying parameters or arguments. It depends on whether methods take `&mut self`, which
/// only rustc knows.
#[derive(Clone, Debug)]
pub(crate) struct VaryingBits {
    /// The mask that applies if no method modifies its receiver.
    if_unmodified: u32,
    /// One entry for each receiver variable: the collective methods that the kernel calls on it, with their
    /// argument types, and the mask that applies if one of these methods takes `&mut self`.
    if_modified: Vec<(Vec<MethodCall>, u32)>,
}

/// A method, and the types of the arguments of one call.
type MethodCall = (Callee, Vec<Ty>);

impl VaryingBits {
    /// Builds the masks from the result for each assumption. In `answers`, `None` stands for the assumption
    /// that no receiver is modified.
    pub(crate) fn new(block: &[Stmt], answers: &[(Option<Var>, u32)]) -> Self {
        let if_unmodified = answers.iter().find(|(var, _)| var.is_none()).map_or(0, |(_, bits)| *bits);
        let others = answers.iter().filter(|(var, bits)| var.is_some() && *bits != if_unmodified);
        let if_modified = others.map(|(var, bits)| {
            let mut methods = Vec::new();
            calls(block, &mut |expr| {
                if let ExprKind::Call { callee, arguments, .. } = &expr.kind
                    && receiver(expr) == *var
                {
                    let types = arguments.iter().map(|argument| argument.ty.clone()).collect();
                    methods.push((callee.clone(), types));
                }
            });
            (methods, *bits)
        });
        VaryingBits { if_unmodified, if_modified: if_modified.collect() }
    }

    /// The methods whose receivers matter to the mask, with the argument types of the calls.
    pub(crate) fn methods(&self) -> impl Iterator<Item = (&Callee, &[Ty])> {
        self.if_modified.iter().flat_map(|(methods, _)| methods).map(|(callee, types)| (callee, &**types))
    }

    /// Prints the mask as a Rust expression. `item` prints the expression for a method's `Item`. The methods
    /// come in the order of [`VaryingBits::methods`].
    pub(crate) fn print(&self, mut item: impl FnMut(&Callee, &[Ty]) -> TokenStream) -> TokenStream {
        let if_unmodified = self.if_unmodified;
        let if_modified: Vec<_> = self
            .if_modified
            .iter()
            .map(|(methods, bits)| {
                let items: Vec<_> = methods.iter().map(|(callee, types)| item(callee, types)).collect();
                quote!(| ::amp::__private::varying_if_modified(&[#(#items),*], #bits, #if_unmodified))
            })
            .collect();
        quote!(#if_unmodified #(#if_modified)*)
    }
}
