//! Barriers stand in uniform flow.

use crate::analysis::Facts;
use crate::diagnostics::{Code, Diagnostics};

pub(super) fn check(facts: &Facts<'_>, diagnostics: &mut Diagnostics) {
    facts.uniformity.divergent_barriers(facts.kernel, &mut |site, reason| {
        diagnostics.report(Code::AMP014, site, reason);
    });
}
