//! A copy of an element while a method is called on it: `bodies[i].step(dt)`.
//!
//! Only rustc knows how the method takes its receiver. It says so by the way in which it reaches through the copy.

use std::ops::{Deref, DerefMut};

/// A copy that knows whether it was lent to be changed.
#[derive(Debug)]
pub struct Taken<T> {
    value: T,
    /// What a method that changes it finds, where that is something else.
    newer: Option<T>,
    changed: bool,
}

impl<T> Taken<T> {
    /// A copy of an element.
    #[inline(always)]
    pub fn new(value: T) -> Self {
        Taken { value, newer: None, changed: false }
    }

    /// The arguments may have changed the element. A method that only looks is given what was there before.
    #[inline(always)]
    pub fn renew(taken: &mut Self, value: T) {
        taken.newer = Some(value);
    }

    /// Whether it has to be written back.
    #[inline(always)]
    pub fn is_changed(taken: &Self) -> bool {
        taken.changed
    }

    /// The copy, for somebody who says whether it changes it.
    #[inline(always)]
    pub(crate) fn lent(&mut self, changes: bool) -> &mut T {
        if changes { self } else { &mut self.value }
    }
}

impl<T> Deref for Taken<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Taken<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        self.changed = true;
        if let Some(newer) = self.newer.take() {
            self.value = newer;
        }
        &mut self.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_only_looks_changes_nothing() {
        let mut taken = Taken::new(String::from("a"));
        assert!(taken.len() == 1 && !Taken::is_changed(&taken));
        assert!(taken.lent(false).is_ascii() && !Taken::is_changed(&taken));
        taken.push('b');
        assert!(*taken == "ab" && Taken::is_changed(&taken));
    }

    #[test]
    fn who_only_looks_sees_what_was_before() {
        let mut taken = Taken::new(1);
        Taken::renew(&mut taken, 2);
        assert!(*taken == 1 && *taken.lent(false) == 1 && !Taken::is_changed(&taken));
        *taken += 10;
        assert!(*taken == 12 && Taken::is_changed(&taken));
    }
}
