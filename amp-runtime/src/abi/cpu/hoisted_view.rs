//! `HoistedView`: a local copy of a view's address and layout.

use std::marker::PhantomData;
use std::ops::Deref;

/// A copy of a view's address and layout for as long as the view is borrowed. No other code has a pointer to
/// the copy. So LLVM keeps the copy in registers, and can prove that stores of the kernel do not change it.
pub struct HoistedView<'a, V>(V, PhantomData<&'a V>);

impl<'a, V> HoistedView<'a, V> {
    /// Wraps `copy`, which must be a copy of the view that the second argument borrows.
    #[inline(always)]
    pub(super) fn new(copy: V, _: &'a V) -> Self {
        HoistedView(copy, PhantomData)
    }
}

impl<V> Deref for HoistedView<'_, V> {
    type Target = V;

    #[inline(always)]
    fn deref(&self) -> &V {
        &self.0
    }
}
