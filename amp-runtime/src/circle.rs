//! Recursion detection among device functions, in const evaluation. Devices have no call stack for recursion.
//!
//! A macro sees one device function at a time. So each function has a `const fn` that lists its calls, and
//! evaluating these functions walks the call graph depth first. If the walk returns to its first function,
//! evaluation panics with the cycle (AMP011), and rustc shows the error at the user's call.

use crate::element::field_hash;
use crate::text::Text;

/// The largest number of functions in a walk. In larger graphs rustc itself reports that the functions' items
/// depend on each other.
const SEEN: usize = 256;

/// The largest number of functions in a reported cycle.
const LONGEST: usize = 32;

/// The path from the first function to the current one, and all functions that were visited.
pub struct Trail {
    /// The identity of the first function.
    first: u64,
    seen: [u64; SEEN],
    count: usize,
    names: [&'static str; LONGEST],
    depth: usize,
}

impl Trail {
    /// Starts a walk at a function.
    pub const fn from(name: &'static str, file: &str, line: u32, column: u32) -> Trail {
        let mut names = [""; LONGEST];
        names[0] = name;
        Trail { first: number(name, file, line, column), seen: [0; SEEN], count: 0, names, depth: 1 }
    }

    /// Records a call, and returns whether the walk must visit the callee. Each cycle is reported once, by
    /// the function with the smallest identity.
    #[track_caller]
    pub const fn enter(&mut self, name: &'static str, file: &str, line: u32, column: u32) -> bool {
        let own = number(name, file, line, column);
        if own == self.first {
            self.tell();
        }
        if own < self.first || self.count == SEEN || self.depth == LONGEST {
            return false;
        }
        let mut n = 0;
        while n < self.count {
            if self.seen[n] == own {
                return false;
            }
            n += 1;
        }
        self.seen[self.count] = own;
        self.count += 1;
        self.names[self.depth] = name;
        self.depth += 1;
        true
    }

    /// Ends the visit of a callee.
    pub const fn leave(&mut self) {
        self.depth -= 1;
    }

    #[track_caller]
    const fn tell(&self) {
        let mut text = Text::new();
        text.push("[AMP011] a kernel cannot call this: `");
        let mut n = 0;
        while n < self.depth {
            text.push(self.names[n]);
            text.push(if n == 0 { "` calls `" } else { "`, which calls `" });
            n += 1;
        }
        text.push(self.names[0]);
        text.push(
            "`; devices have no call stack for recursion: write a loop, and keep the remaining work in an array",
        );
        panic!("{}", text.text());
    }
}

/// The identity of a function. In a file, functions further up have smaller identities.
const fn number(name: &str, file: &str, line: u32, column: u32) -> u64 {
    // The line suffices in most files; the low bits distinguish functions that a macro made on one line.
    let on_line = field_hash(name).wrapping_add(column as u64) >> 44;
    ((field_hash(file) >> 44) << 44) | (((line & 0x00ff_ffff) as u64) << 20) | on_line
}

#[cfg(test)]
mod tests {
    use super::Trail;

    fn walked(calls: &[(&'static str, u32)]) -> Trail {
        let mut trail = Trail::from("one", "a.rs", 1, 1);
        for (name, line) in calls {
            trail.enter(name, "a.rs", *line, 1);
        }
        trail
    }

    #[test]
    #[should_panic(expected = "`one` calls `two`, which calls `three`, which calls `one`;")]
    fn a_circle_is_told_with_all_names() {
        walked(&[("two", 2), ("three", 3), ("one", 1)]);
    }

    #[test]
    fn one_that_another_function_tells_is_not_told() {
        let mut trail = Trail::from("two", "a.rs", 2, 1);
        assert!(trail.enter("three", "a.rs", 3, 1));
        // `one` comes before `two`, and reports the cycle itself.
        assert!(!trail.enter("one", "a.rs", 1, 1));
        // This function has been visited.
        assert!(!trail.enter("three", "a.rs", 3, 1));
        trail.leave();
        // From here it is visited again, and there is no cycle.
        assert!(trail.enter("four", "a.rs", 4, 1));
    }

    #[test]
    fn of_many_functions_the_walk_ends() {
        let names = [("more", 0u32); 600].map(|(name, _)| name);
        let mut trail = Trail::from("one", "a.rs", 1, 1);
        for (line, name) in (2u32..).zip(names) {
            if trail.enter(name, "a.rs", line, 1) {
                trail.leave();
            }
        }
    }
}
