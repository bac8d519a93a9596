//! Subscripts of the user's own types in CPU code. Generated code calls them as functions, because the template calls
//! device functions for them.

use std::ops::{Index, IndexMut};

/// The value of `base[index]`.
#[inline(always)]
pub fn index_value<S: Index<I, Output: Copy> + ?Sized, I>(base: &S, index: I) -> S::Output {
    base[index]
}

/// The value of the part that an assignment to `base[index]` modifies.
#[inline(always)]
pub fn index_mut_value<S: IndexMut<I, Output: Copy> + ?Sized, I>(base: &mut S, index: I) -> S::Output {
    *base.index_mut(index)
}

/// `base[index] = value`.
#[inline(always)]
pub fn index_assign<S: IndexMut<I, Output: Sized> + ?Sized, I>(base: &mut S, index: I, value: S::Output) {
    base[index] = value;
}
