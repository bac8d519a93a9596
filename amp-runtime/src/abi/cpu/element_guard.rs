//! `ElementGuard`: a copy of a view's element, on which a method is called, as in `bodies[i].step(dt)`.
//!
//! Only rustc knows whether the method takes `&self` or `&mut self`. So rustc inserts a call of the guard's
//! `Deref` or `DerefMut`. `DerefMut` marks the copy as modified. After the call, the generated code stores a
//! marked copy in the view.

use std::ops::{Deref, DerefMut};

/// A copy of a view's element. It records whether the copy was borrowed mutably.
#[derive(Debug)]
pub struct ElementGuard<T> {
    value: T,
    /// The value that `refresh` recorded, until a mutable borrow copies it to `value`.
    newer: Option<T>,
    changed: bool,
}

impl<T> ElementGuard<T> {
    /// Returns a guard with a copy of an element.
    #[inline(always)]
    pub fn new(value: T) -> Self {
        ElementGuard { value, newer: None, changed: false }
    }

    /// Records the element's value after the evaluation of the method's arguments, which may have changed it.
    /// A method with `&mut self` gets this value. A method with `self` gets the old value, because Rust
    /// copies `self` before it evaluates the arguments.
    #[inline(always)]
    pub fn refresh(taken: &mut Self, value: T) {
        taken.newer = Some(value);
    }

    /// Whether the copy was modified and must be stored in the view.
    #[inline(always)]
    pub fn is_changed(taken: &Self) -> bool {
        taken.changed
    }

    /// Borrows the copy. If `changes` is true, also marks it as modified.
    #[inline(always)]
    pub(crate) fn borrow(&mut self, changes: bool) -> &mut T {
        if changes { self } else { &mut self.value }
    }
}

impl<T> Deref for ElementGuard<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for ElementGuard<T> {
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
    fn shared_borrow_changes_nothing() {
        let mut taken = ElementGuard::new(String::from("a"));
        assert!(taken.len() == 1 && !ElementGuard::is_changed(&taken));
        assert!(taken.borrow(false).is_ascii() && !ElementGuard::is_changed(&taken));
        taken.push('b');
        assert!(*taken == "ab" && ElementGuard::is_changed(&taken));
    }

    #[test]
    fn shared_borrow_sees_the_old_value() {
        let mut taken = ElementGuard::new(1);
        ElementGuard::refresh(&mut taken, 2);
        assert!(*taken == 1 && *taken.borrow(false) == 1 && !ElementGuard::is_changed(&taken));
        *taken += 10;
        assert!(*taken == 12 && ElementGuard::is_changed(&taken));
    }
}
