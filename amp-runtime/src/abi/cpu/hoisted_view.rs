//! `HoistedView`: a local copy of a view's address and layout.

use std::marker::PhantomData;
use std::ops::Deref;

/// A copy of a view's address and layout for as long as the view is borrowed. No pointer to the copy exists.
/// So LLVM knows that no store of the kernel changes the copy, and keeps it in registers.
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
