//! `SliceGuard`: a copy of a slice of a written view while a function uses it, as in `shift(&mut y[2..6], 1)`.
//!
//! Other work-items may write the elements of the view, so a reference to these elements would be unsound.
//! The function gets a copy instead. When the guard is dropped, it stores only the elements that the function
//! changed. So work-items may pass slices that overlap, if they change different elements.

use std::ops::{Deref, DerefMut};

/// A copy of a slice of a view. The closure `S` stores an element, given its position and its values before
/// and after the call.
pub struct SliceGuard<T: Copy, S: FnMut(usize, T, T)> {
    start: usize,
    before: Vec<T>,
    after: Vec<T>,
    store: S,
}

impl<T: Copy, S: FnMut(usize, T, T)> SliceGuard<T, S> {
    /// Returns a guard with a copy of these elements. The first element is at the position `start` of the
    /// view.
    pub(super) fn new(start: usize, elements: Vec<T>, store: S) -> Self {
        SliceGuard { start, before: elements.clone(), after: elements, store }
    }
}

impl<T: Copy, S: FnMut(usize, T, T)> Deref for SliceGuard<T, S> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.after
    }
}

impl<T: Copy, S: FnMut(usize, T, T)> DerefMut for SliceGuard<T, S> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.after
    }
}

impl<T: Copy, S: FnMut(usize, T, T)> Drop for SliceGuard<T, S> {
    fn drop(&mut self) {
        for (position, (before, after)) in self.before.iter().zip(&self.after).enumerate() {
            (self.store)(self.start + position, *before, *after);
        }
    }
}
