//! Whether a kernel depends on what only rustc sees of its methods that wait: that they leave what they are called on as it is.
//!
//! A method may take `&mut self`; then its receiver varies behind the call. Where a barrier of the kernel's own is reached by all only if
//! it does not, it is taken for granted, and asserted of each such method in the kernel's program. Where an argument of a function that
//! waits varies only if it does, all answers stand there: that if none changes, and what each receiver adds that is changed. Nothing
//! varies for two reasons that were none alone.

use super::Uniformity;
use crate::ir::{Call, Expr, ExprKind, Kernel, Stmt, Var};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Finds out of which receivers it is taken for granted, and remembers them in the kernel.
pub(crate) fn settle(kernel: &mut Kernel) {
    let all = variables(&kernel.body.block);
    if all.is_empty() || divergent(kernel) == 0 {
        return;
    }
    let mut without = |var: Option<Var>| {
        kernel.body.unchanged = all.iter().copied().filter(|other| Some(*other) != var).collect();
        divergent(kernel)
    };
    let least = without(None);
    let needed = all.iter().copied().filter(|var| without(Some(*var)) > least).collect();
    kernel.body.unchanged = needed;
}

fn divergent(kernel: &Kernel) -> usize {
    let mut count = 0;
    Uniformity::new(kernel).divergent_barriers(kernel, &mut |_, _| count += 1);
    count
}

/// The same kernel, if it has such methods: as if they changed nothing, and as if only those of one receiver did, for each of which
/// that is not taken for granted.
pub(crate) fn assumptions(kernel: &Kernel) -> Vec<(Option<Var>, Kernel)> {
    let all = variables(&kernel.body.block);
    let with = |var: Option<Var>| {
        let mut kernel = kernel.clone();
        kernel.body.unchanged = all.iter().copied().filter(|other| Some(*other) != var).collect();
        (var, kernel)
    };
    let open = all.iter().copied().filter(|var| !kernel.body.unchanged.contains(var)).map(Some);
    if all.is_empty() { Vec::new() } else { [None].into_iter().chain(open).map(with).collect() }
}

/// The variables that methods that wait are called on.
fn variables(block: &[Stmt]) -> Vec<Var> {
    let mut found = Vec::new();
    calls(block, &mut |expr| {
        let var = receiver(expr).filter(|var| !found.contains(var));
        found.extend(var);
    });
    found
}

/// What such a method is called on.
pub(crate) fn receiver(call: &Expr) -> Option<Var> {
    match &call.kind {
        ExprKind::Call { written: Call::Place(_), arguments, .. } if call.waits() => {
            arguments.first()?.lent_variable()
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

/// The bits of what varies, as a constant: those where none of the methods changes anything, and what a receiver adds that one does
/// change.
pub(crate) fn bits(block: &[Stmt], answers: &[(Option<Var>, u32)]) -> TokenStream {
    let least = answers.iter().find(|(var, _)| var.is_none()).map_or(0, |(_, bits)| *bits);
    let more = answers.iter().filter(|(_, bits)| *bits != least).filter_map(|(var, bits)| {
        let mut items = Vec::new();
        calls(block, &mut |expr| {
            if let ExprKind::Call { callee, arguments, .. } = &expr.kind
                && receiver(expr) == *var
            {
                let types: Vec<_> = arguments.iter().map(|argument| argument.ty.clone()).collect();
                items.push(callee.item(&types).to_token_stream());
            }
        });
        var.map(|_| quote!(| ::amp::__private::varying_if_changed(&[#(#items),*], #bits, #least)))
    });
    quote!(#least #(#more)*)
}
