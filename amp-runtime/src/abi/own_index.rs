//! Subscripts of types that the user declares, in CPU code.
//!
//! WGSL cannot subscript a struct, so lowering turns `m[(i, j)]` into a function call. In WGSL, the callee is
//! the device function that the user's `impl Index` declares. In CPU code, it is a function of this file.

use std::ops::{Index, IndexMut};

/// Returns the value of `base[index]`.
#[inline(always)]
pub fn index_value<S: Index<I, Output: Copy> + ?Sized, I>(base: &S, index: I) -> S::Output {
    base[index]
}

/// Returns the value of `base[index]` before an assignment that uses it, such as `base[index] += 1.0`.
#[inline(always)]
pub fn index_mut_value<S: IndexMut<I, Output: Copy> + ?Sized, I>(base: &mut S, index: I) -> S::Output {
    *base.index_mut(index)
}

/// Performs `base[index] = value`.
#[inline(always)]
pub fn index_assign<S: IndexMut<I, Output: Sized> + ?Sized, I>(base: &mut S, index: I, value: S::Output) {
    base[index] = value;
}
