//! Device functions that call one another in a circle: a device has no stack for that.
//!
//! Each function stands under a `#[device]` of its own, and no macro sees two of them. So each says in a `const fn` what it calls, and
//! walks along while it is compiled; who comes back to where it began says so, at the user's call.

use crate::element::field_hash;
use crate::text::Text;

/// How many functions are looked at: of more than that, rustc says itself that their items need one another.
const SEEN: usize = 256;

/// How many functions a circle that is told has at most.
const LONGEST: usize = 32;

/// The functions from one to where the walk is, and all that were passed.
pub struct Trail {
    /// The first one's.
    first: u64,
    seen: [u64; SEEN],
    count: usize,
    names: [&'static str; LONGEST],
    depth: usize,
}

impl Trail {
    /// The walk begins at a function.
    pub const fn from(name: &'static str, file: &str, line: u32, column: u32) -> Trail {
        let mut names = [""; LONGEST];
        names[0] = name;
        Trail { first: number(name, file, line, column), seen: [0; SEEN], count: 0, names, depth: 1 }
    }

    /// A function that is called; whether it has to be asked what it calls itself. Each circle is told once, by the first of its
    /// functions.
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

    /// It was asked.
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
            "`; a device has no stack for that: write a loop; what is still to be done can be kept in an array",
        );
        panic!("{}", text.text());
    }
}

/// A function's number: in a file, the first has the least.
const fn number(name: &str, file: &str, line: u32, column: u32) -> u64 {
    // The line is enough in most files; the rest tells apart what a macro made on one line.
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
        // It is before `two`, and tells of all.
        assert!(!trail.enter("one", "a.rs", 1, 1));
        // This was passed.
        assert!(!trail.enter("three", "a.rs", 3, 1));
        trail.leave();
        // From here it is told again, and is no circle.
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
