//! Rules that need the whole kernel, one file a rule.

mod barrier;
mod captures;
mod limits;

use crate::analysis::Facts;
use crate::diagnostics::Diagnostics;

/// All rules, in order.
pub(crate) fn kernel(facts: &Facts<'_>, diagnostics: &mut Diagnostics) {
    captures::check(facts.kernel, diagnostics);
    limits::check(facts.kernel, diagnostics);
    barrier::check(facts, diagnostics);
}
