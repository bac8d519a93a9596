//! Rules that need the whole kernel, one file for each rule.

mod atomics;
mod barrier;
mod captures;
mod cycles;
mod limits;
mod literals;
mod private_memory;
mod subscripts;

use crate::analysis::Facts;
use crate::diagnostics::Diagnostics;
use crate::ir::Function;
pub(crate) use cycles::cycles;

/// Applies the rules for device functions.
pub(crate) fn function(function: &Function, diagnostics: &mut Diagnostics) {
    subscripts::check(&function.body, diagnostics);
    literals::check(&function.body, diagnostics);
    private_memory::check(&function.body, diagnostics);
    barrier::function(function, diagnostics);
}

/// Applies the rules for kernels.
pub(crate) fn kernel(facts: &Facts, diagnostics: &mut Diagnostics) {
    captures::check(&facts.kernel, diagnostics);
    atomics::check(facts, diagnostics);
    limits::check(&facts.kernel, diagnostics);
    subscripts::check(&facts.kernel.body, diagnostics);
    literals::check(&facts.kernel.body, diagnostics);
    private_memory::check(&facts.kernel.body, diagnostics);
    barrier::check(facts, diagnostics);
}
