//! Views of which a launch makes one row: the elements stay where they are, each at the same place among all.

use super::memory::Memory;
use super::{OwnTwin, ReadTwin, SharedTwin};
use crate::cpu::in_a_row;
use crate::element::Element;
use crate::extent::Extent;
use crate::shape::Shape;

/// What a twin gets of a view that the kernel names by its work-items' indices.
pub(crate) trait Flat {
    /// Whether the view has this extent, and nothing lies between its elements.
    fn is_flat(&self, extent: &[usize]) -> bool;

    /// Makes one row of it.
    fn flatten(&mut self);
}

impl<T: Element, const N: usize> Flat for Memory<T, N> {
    fn is_flat(&self, extent: &[usize]) -> bool {
        self.extent == extent && self.shape().is_contiguous()
    }

    fn flatten(&mut self) {
        // As many elements as before, from the first one on.
        let row = Shape::row_major(Extent(in_a_row(self.extent)));
        (self.extent, self.stride) = (row.extent, row.stride);
    }
}

macro_rules! twins {
    ($($twin:ident)*) => {$(
        impl<T: Element, const N: usize> Flat for $twin<T, N> {
            fn is_flat(&self, extent: &[usize]) -> bool {
                self.0.is_flat(extent)
            }

            fn flatten(&mut self) {
                self.0.flatten();
            }
        }
    )*};
}

twins!(ReadTwin OwnTwin SharedTwin);
