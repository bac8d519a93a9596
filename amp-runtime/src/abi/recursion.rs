//! Detects recursion among device functions, in const evaluation. Kernels cannot recurse, because devices
//! have no call stack.
//!
//! A macro sees one device function at a time. So each device function has a `const fn` that lists its calls.
//! Evaluating these `const fn`s walks the call graph depth first. If the walk returns to its first function,
//! the evaluation panics with the cycle (AMP011), and rustc shows the error at the user's call. An example of
//! a cycle: `even` calls `odd`, which calls `even`.
//!
//! Invariant: different functions have different [`Identity`]s. Otherwise, the walk would mistake a second
//! function for its first one and report a cycle that does not exist.

use crate::support::const_string::ConstString;
use crate::types::field_hash;

/// The largest number of functions that a walk visits. A cycle in a larger call graph still fails to compile:
/// the `ITEM` constants of its functions depend on each other, which rustc reports.
const MAX_VISITED: usize = 256;

/// The largest number of functions in a reported cycle.
const MAX_CYCLE: usize = 32;

/// The identity of a device function. The source position alone does not suffice, because all functions that
/// one macro call generates have the same position. The name does not suffice either, because different
/// modules and blocks may have functions of the same name.
#[derive(Clone, Copy)]
pub struct Identity {
    name: &'static str,
    /// The hash of the file, the line and column, and the hashes of the module, the name and the tokens. The
    /// position comes first, so that the functions of a file are ordered as in the source.
    order: [u64; 5],
}

impl Identity {
    /// Returns the identity of the function `name` of `module` at a source position. `tokens` is the hash of
    /// the function's tokens.
    pub const fn new(
        name: &'static str,
        module: &str,
        (file, line, column): (&str, u32, u32),
        tokens: u64,
    ) -> Identity {
        let place = ((line as u64) << 32) | column as u64;
        Identity { name, order: [field_hash(file), place, field_hash(module), field_hash(name), tokens] }
    }

    /// Compares lexicographically. The result is negative if `self` comes first, zero if both are equal, and
    /// otherwise positive.
    const fn compare(&self, other: &Identity) -> i8 {
        let mut at = 0;
        while at < self.order.len() {
            if self.order[at] != other.order[at] {
                return if self.order[at] < other.order[at] { -1 } else { 1 };
            }
            at += 1;
        }
        0
    }
}

/// The state of a walk: the path from its first function to the current one, and all visited functions.
pub struct CallStack {
    seen: [Identity; MAX_VISITED],
    count: usize,
    path: [Identity; MAX_CYCLE],
    depth: usize,
}

impl CallStack {
    /// Starts a walk at a function.
    pub const fn from(first: Identity) -> CallStack {
        CallStack { seen: [first; MAX_VISITED], count: 0, path: [first; MAX_CYCLE], depth: 1 }
    }

    /// Records a call, and returns whether the walk must visit the callee. Each cycle is reported once, by
    /// the walk from the function of the cycle that comes first in the source. So a walk skips callees that
    /// come before its own first function.
    #[track_caller]
    pub const fn push(&mut self, callee: Identity) -> bool {
        let order = callee.compare(&self.path[0]);
        if order == 0 {
            self.report();
        }
        if order < 0 || self.count == MAX_VISITED || self.depth == MAX_CYCLE {
            return false;
        }
        let mut n = 0;
        while n < self.count {
            if self.seen[n].compare(&callee) == 0 {
                return false;
            }
            n += 1;
        }
        self.seen[self.count] = callee;
        self.count += 1;
        self.path[self.depth] = callee;
        self.depth += 1;
        true
    }

    /// Ends the visit of a callee.
    pub const fn pop(&mut self) {
        self.depth -= 1;
    }

    #[track_caller]
    const fn report(&self) {
        let mut text = ConstString::new();
        text.push("[AMP011] a kernel cannot call this: `");
        let mut n = 0;
        while n < self.depth {
            text.push(self.path[n].name);
            text.push(if n == 0 { "` calls `" } else { "`, which calls `" });
            n += 1;
        }
        text.push(self.path[0].name);
        text.push(
            "`; devices have no call stack for recursion: write a loop, and keep the remaining work in an array",
        );
        panic!("{}", text.text());
    }
}

#[cfg(test)]
mod tests {
    use super::{CallStack, Identity};

    fn at(name: &'static str, line: u32) -> Identity {
        Identity::new(name, "a", ("a.rs", line, 1), 7)
    }

    #[test]
    #[should_panic(expected = "`one` calls `two`, which calls `three`, which calls `one`;")]
    fn a_cycle_is_reported_with_all_names() {
        let mut trail = CallStack::from(at("one", 1));
        for (name, line) in [("two", 2), ("three", 3), ("one", 1)] {
            trail.push(at(name, line));
        }
    }

    #[test]
    fn a_cycle_is_reported_by_its_first_function_only() {
        let mut trail = CallStack::from(at("two", 2));
        assert!(trail.push(at("three", 3)));
        // `one` comes before `two` in the source, so only the walk from `one` reports the cycle of both.
        assert!(!trail.push(at("one", 1)));
        assert!(!trail.push(at("three", 3)), "`three` has been visited");
        trail.pop();
        assert!(trail.push(at("four", 4)));
    }

    #[test]
    fn functions_differ_by_each_part_of_their_identity() {
        let place = ("a.rs", 1, 1);
        let one = Identity::new("f", "m", place, 7);
        let others = [
            Identity::new("g", "m", place, 7),
            Identity::new("f", "n", place, 7),
            Identity::new("f", "m", ("b.rs", 1, 1), 7),
            Identity::new("f", "m", ("a.rs", 2, 1), 7),
            Identity::new("f", "m", ("a.rs", 1, 2), 7),
            Identity::new("f", "m", place, 8),
        ];
        assert!(
            others.iter().all(|other| one.compare(other) == -other.compare(&one) && one.compare(other) != 0)
        );
        assert_eq!(one.compare(&Identity::new("f", "m", place, 7)), 0);
    }

    #[test]
    fn a_search_over_many_functions_ends() {
        let mut trail = CallStack::from(at("one", 1));
        for line in 2..600 {
            if trail.push(at("more", line)) {
                trail.pop();
            }
        }
    }
}
