//! Rules that need the whole kernel, one file for each rule.

mod atomics;
mod barrier;
mod captures;
mod cycles;
mod kept;
mod limits;
mod numbers;
mod small;
mod subscripts;
mod types;

use crate::analysis::Facts;
use crate::diagnostics::Diagnostics;
use crate::ir::Function;
pub(crate) use cycles::cycles;

/// The rules for device functions.
pub(crate) fn function(function: &Function, diagnostics: &mut Diagnostics) {
    small::check(&function.body, diagnostics);
    subscripts::check(&function.body, diagnostics);
    types::check(&function.body, diagnostics);
    numbers::check(&function.body, diagnostics);
    kept::check(&function.body, diagnostics);
    barrier::function(function, diagnostics);
}

/// The rules for kernels.
pub(crate) fn kernel(facts: &Facts<'_>, diagnostics: &mut Diagnostics) {
    captures::check(facts.kernel, diagnostics);
    atomics::check(facts, diagnostics);
    limits::check(facts.kernel, diagnostics);
    small::check(&facts.kernel.body, diagnostics);
    subscripts::check(&facts.kernel.body, diagnostics);
    types::check(&facts.kernel.body, diagnostics);
    numbers::check(&facts.kernel.body, diagnostics);
    kept::check(&facts.kernel.body, diagnostics);
    barrier::check(facts, diagnostics);
}
