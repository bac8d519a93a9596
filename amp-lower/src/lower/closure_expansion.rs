//! Limits the expansion of closures. Each call of a closure that a kernel declares expands the closure's
//! body, so closures that call other closures twice double the output with each level. Without a limit, a few
//! lines could take minutes to compile.

use super::context::Context;
use crate::diagnostics::Code;
use crate::diagnostics::advice::calls;
use crate::site::Site;

/// The largest number of closure expansions in one function.
const LIMIT: usize = 1000;

#[derive(Default)]
pub(super) struct WrittenOut {
    count: usize,
    /// Whether the error about too many expansions is already reported.
    pub(super) reported: bool,
}

impl Context<'_> {
    /// Counts an expansion of a closure. Returns whether the number is within the limit. Reports the first
    /// expansion that exceeds it.
    pub(super) fn write_out(&mut self, site: Site) -> bool {
        self.written_out.count += 1;
        let fits = self.written_out.count <= LIMIT;
        if !fits && !std::mem::replace(&mut self.written_out.reported, true) {
            let detail = format!("nested closures are expanded more than {LIMIT} times");
            self.advise(Code::AMP020, site, detail, calls::WRITTEN_OUT);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn closure_expansion_is_limited() {
        let levels = |levels: usize| {
            let doubled = (1..levels).map(|k| format!("let f{k} = |v: u32| f{0}(v) + f{0}(v + 1);", k - 1));
            let doubled: String = doubled.collect();
            format!("|i: Index<1>| {{ let f0 = |v: u32| v * 3; {doubled} z[i] = f{}(1); }}", levels - 1)
        };
        codes(&levels(9), &[]);
        // Without a limit, this kernel would have a billion expansions.
        codes(&levels(30), &["AMP020"]);
        let passed = (1..30).map(|k| format!("let f{k} = |v: u32| twice(f{0}) + twice(f{0});", k - 1));
        let passed: String = passed.collect();
        codes(&format!("|i: Index<1>| {{ let f0 = |v: u32| v * 3; {passed} z[i] = f29(1); }}"), &["AMP020"]);
    }
}
