//! Views that a twin has at hand.

use std::marker::PhantomData;
use std::ops::Deref;

/// A copy of a view's place and extent, for as long as the view is borrowed. Nobody else knows where it lies, so the
/// compiler keeps it in registers, and sees that what the kernel stores does not change it.
pub struct Here<'a, V>(V, PhantomData<&'a V>);

impl<'a, V> Here<'a, V> {
    /// `copy` is a copy of the view that it came from.
    #[inline(always)]
    pub(super) fn new(copy: V, _: &'a V) -> Self {
        Here(copy, PhantomData)
    }
}

impl<V> Deref for Here<'_, V> {
    type Target = V;

    #[inline(always)]
    fn deref(&self) -> &V {
        &self.0
    }
}
