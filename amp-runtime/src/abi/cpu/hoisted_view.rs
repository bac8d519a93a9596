//! `HoistedView`: a local copy of a view's address and layout, or of a list of captures.

use std::marker::PhantomData;
use std::ops::Deref;

/// A copy of a view's address and layout for as long as the view is borrowed. No pointer to the copy exists.
/// So LLVM knows that no store of the kernel changes the copy, and keeps it in registers. `V` may also be a
/// list of captures.
pub struct HoistedView<'a, V>(V, PhantomData<&'a V>);

impl<'a, V> HoistedView<'a, V> {
    /// Wraps `copy`, which must be a copy of the view that the second argument borrows.
    #[inline(always)]
    pub(super) fn new(copy: V, _: &'a V) -> Self {
        HoistedView(copy, PhantomData)
    }

    /// A copy of a captured value.
    #[inline(always)]
    pub(crate) fn of_value(value: &'a V) -> Self
    where
        V: Copy,
    {
        HoistedView(*value, PhantomData)
    }

    /// Combines two copies to one.
    #[inline(always)]
    pub(crate) fn with<W>(self, other: HoistedView<'a, W>) -> HoistedView<'a, (V, W)> {
        HoistedView((self.0, other.0), PhantomData)
    }
}

impl<V> Deref for HoistedView<'_, V> {
    type Target = V;

    #[inline(always)]
    fn deref(&self) -> &V {
        &self.0
    }
}
