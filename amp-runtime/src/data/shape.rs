//! The shape of a view: an offset into its storage, an extent, and a stride for each dimension. Sections and projections
//! compute new shapes over the same storage. A shape computes the byte ranges of its rows for coherence, and a key for
//! the residency cache.

use std::ops::Range;

use crate::support::error::{Error, Result};
use crate::support::ranges::Ranges;
use crate::types::extent::Extent;

/// A strided box of elements. Invariants: different indices refer to different elements, and the elements lie
/// in memory in row-major order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape<const N: usize> {
    pub(crate) extent: [usize; N],
    /// The distance in elements between neighbours along each dimension. It is 1 in the last dimension, and
    /// grows towards the first dimension.
    pub(crate) stride: [usize; N],
    /// The index of the first element in the storage.
    pub(crate) offset: usize,
}

/// The length of a [`ShapeKey`]: the element size, the rank, the offset, and up to eight extents and strides.
const KEY_LEN: usize = 3 + 2 * 8;

/// A shape of any rank together with its element size. It is the key of the residency cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShapeKey([usize; KEY_LEN]);

impl<const N: usize> Shape<N> {
    /// A contiguous shape in row-major order, at the start of the storage.
    pub(crate) fn row_major(extent: Extent<N>) -> Self {
        let mut stride = [1usize; N];
        for d in (0..N.saturating_sub(1)).rev() {
            stride[d] = stride[d + 1].saturating_mul(extent.0[d + 1]);
        }
        Shape { extent: extent.0, stride, offset: 0 }
    }

    /// The number of elements.
    pub(crate) fn size(&self) -> usize {
        Extent(self.extent).size()
    }

    /// Whether the elements are contiguous, in row-major order.
    pub(crate) fn is_contiguous(&self) -> bool {
        let mut expected = 1;
        (0..N).rev().all(|d| {
            let fits = self.extent[d] == 1 || self.stride[d] == expected;
            expected = expected.saturating_mul(self.extent[d]);
            fits
        }) || self.size() == 0
    }

    /// The index of an element in the storage. `None` if the index in the view is out of bounds.
    #[inline(always)]
    pub(crate) fn position(&self, index: [usize; N]) -> Option<usize> {
        let mut inside = true;
        let mut offset = self.offset;
        for (d, &i) in index.iter().enumerate() {
            inside &= i < self.extent[d];
            // The sum cannot overflow for an index in bounds. For any other index, the sum is not used.
            offset = offset.wrapping_add(i.wrapping_mul(self.stride[d]));
        }
        inside.then_some(offset)
    }

    /// The byte ranges of all elements, in row-major order. An element has `size` bytes. Fails if host memory
    /// is too small for the list of rows.
    pub(crate) fn bytes(&self, size: usize) -> Result<Ranges> {
        if self.is_contiguous() {
            return Ok(Ranges::one(self.offset * size..(self.offset + self.size()) * size));
        }
        let width = self.extent[N - 1] * size;
        let count = self.size() / self.extent[N - 1];
        Ranges::try_from_sorted(count, self.rows().map(|offset| offset * size..offset * size + width))
    }

    /// The key of this shape, with elements of `size` bytes, in the residency cache. `None` for more than
    /// eight dimensions.
    pub(crate) fn key(&self, size: usize) -> Option<ShapeKey> {
        let mut key = [0; KEY_LEN];
        let numbers = [size, N, self.offset].into_iter().chain(self.extent).chain(self.stride);
        (3 + 2 * N <= KEY_LEN).then(|| {
            key.iter_mut().zip(numbers).for_each(|(key, number)| *key = number);
            ShapeKey(key)
        })
    }

    /// The bytes from the first element to the last one, including gaps between rows. An element has `size`
    /// bytes.
    pub(crate) fn span(&self, size: usize) -> Range<usize> {
        if self.size() == 0 {
            return 0..0;
        }
        let last: usize = (0..N).map(|d| (self.extent[d] - 1) * self.stride[d]).sum();
        self.offset * size..(self.offset + last + 1) * size
    }

    /// The bytes of the block that contains an element. Each row is divided into blocks of 1024 elements. A
    /// write of one element on the host moves its complete block to the host.
    pub(crate) fn bytes_around(&self, index: [usize; N], size: usize) -> Range<usize> {
        const BLOCK: usize = 1024;
        let offset = self.position(index).unwrap_or(self.offset);
        // A contiguous shape counts as one row.
        let (at, len) = if self.is_contiguous() {
            (offset - self.offset, self.size())
        } else {
            (index[N - 1], self.extent[N - 1])
        };
        let (before, start) = (at % BLOCK, at - at % BLOCK);
        let first = offset - before;
        first * size..(first + BLOCK.min(len - start)) * size
    }

    /// The shape of a section.
    pub(crate) fn section(&self, origin: [usize; N], extent: [usize; N]) -> Result<Self> {
        for d in 0..N {
            if origin[d].checked_add(extent[d]).is_none_or(|end| end > self.extent[d]) {
                return Err(Error::OutOfBounds {
                    reason: format!(
                        "the section of extent {extent:?} at {origin:?} exceeds the view of extent {:?} in dimension {d}",
                        self.extent
                    ),
                });
            }
        }
        // For an empty section, the position of `origin` may lie outside the storage. So an empty section has
        // the offset of its parent.
        let offset = match extent.contains(&0) {
            true => self.offset,
            false => self.offset + (0..N).map(|d| origin[d] * self.stride[d]).sum::<usize>(),
        };
        Ok(Shape { extent, stride: self.stride, offset })
    }

    /// The shape of the same elements with a first dimension of size 1. `M` is `N + 1`.
    pub(crate) fn add_dimension<const M: usize>(&self) -> Shape<M> {
        let size = self.stride[0].saturating_mul(self.extent[0]).max(1);
        Shape {
            extent: std::array::from_fn(|d| d.checked_sub(1).map_or(1, |d| self.extent[d])),
            stride: std::array::from_fn(|d| d.checked_sub(1).map_or(size, |d| self.stride[d])),
            offset: self.offset,
        }
    }

    /// The shape of the elements whose first index is `index`. `M` is `N - 1`.
    pub(crate) fn project<const M: usize>(&self, index: usize) -> Result<Shape<M>> {
        if index >= self.extent[0] {
            return Err(Error::OutOfBounds {
                reason: format!(
                    "index {index} is out of bounds for dimension 0 of a view of extent {:?}",
                    self.extent
                ),
            });
        }
        Ok(Shape {
            extent: std::array::from_fn(|d| self.extent[d + 1]),
            stride: std::array::from_fn(|d| self.stride[d + 1]),
            // The offset wraps only if the view has no elements, and then it is not used.
            offset: self.offset.wrapping_add(index.wrapping_mul(self.stride[0])),
        })
    }

    /// Returns a contiguous shape of the given extent, over the first elements of this shape.
    pub(crate) fn view_as<const M: usize>(&self, extent: Extent<M>) -> Result<Shape<M>> {
        self.require_contiguous("viewed with another extent")?;
        if extent.size() > self.size() {
            return Err(Error::ExtentMismatch {
                reason: format!(
                    "a view of extent {:?} has {} elements, too few for an extent of {:?}",
                    self.extent,
                    self.size(),
                    extent.0
                ),
            });
        }
        Ok(Shape { offset: self.offset, ..Shape::row_major(extent) })
    }

    /// The shape of the same memory, divided into elements of `other` bytes. Elements of this shape have
    /// `size` bytes.
    pub(crate) fn reinterpret(&self, size: usize, other: usize) -> Result<Shape<1>> {
        self.require_contiguous("reinterpreted as elements of another type")?;
        let (start, bytes) = (self.offset * size, self.size() * size);
        let reason = if !bytes.is_multiple_of(other) {
            format!("{bytes} bytes cannot be divided into elements of {other} bytes")
        } else if !start.is_multiple_of(other) {
            format!(
                "the section begins at byte {start} of its source, which is not a multiple of the element size {other}; move its origin to a multiple"
            )
        } else {
            return Ok(Shape { offset: start / other, ..Shape::row_major(Extent([bytes / other])) });
        };
        Err(Error::ExtentMismatch { reason })
    }

    fn require_contiguous(&self, purpose: &str) -> Result<()> {
        if self.is_contiguous() {
            return Ok(());
        }
        let reason = format!(
            "a section of extent {:?} with gaps between its rows cannot be {purpose}; copy it to an array first",
            self.extent
        );
        Err(Error::ExtentMismatch { reason })
    }

    /// The storage index of the first element of each row, in row-major order. A row runs along the last
    /// dimension.
    pub(crate) fn rows(&self) -> impl Iterator<Item = usize> + use<N> {
        let shape = *self;
        let count = if shape.size() == 0 { 0 } else { shape.extent[..N - 1].iter().product() };
        (0..count).map(move |row| {
            let mut rest = row;
            let mut offset = shape.offset;
            for d in (0..N - 1).rev() {
                offset += rest % shape.extent[d] * shape.stride[d];
                rest /= shape.extent[d];
            }
            offset
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_section_has_the_same_elements() {
        let whole = Shape::row_major(Extent([6, 8]));
        let inner = whole.section([1, 2], [4, 5]).unwrap().section([2, 1], [2, 3]).unwrap();
        assert_eq!(inner.position([1, 2]), whole.position([4, 5]));
        assert_eq!(inner.position([2, 0]), None);
        assert!(whole.is_contiguous() && !inner.is_contiguous());
        assert_eq!(inner.rows().collect::<Vec<_>>(), [27, 35]);
    }

    #[test]
    fn bytes_list_the_rows_of_a_section() {
        let whole = Shape::row_major(Extent([6, 8]));
        let inner = whole.section([1, 2], [2, 3]).unwrap();
        assert_eq!(inner.bytes(4), Ok(Ranges::from_sorted([40..52, 72..84])));
        assert_eq!(whole.section([1, 0], [2, 8]).unwrap().bytes(4), Ok(Ranges::one(32..96)));
        assert!(whole.section([1, 0], [2, 0]).unwrap().bytes(4).unwrap().is_empty());
        let many = Shape::row_major(Extent([1 << 60, 2])).section([0, 0], [1 << 60, 1]).unwrap();
        assert!(matches!(many.bytes(4), Err(Error::OutOfMemory { .. })));
        assert!(whole.key(4) != inner.key(4) && whole.key(4) != whole.key(8) && whole.key(4).is_some());
        assert_eq!(Shape::row_major(Extent([1; 9])).key(4), None);
        assert_eq!((whole.span(4), inner.span(4)), (0..192, 40..84));
        assert!(whole.section([6, 8], [0, 0]).unwrap().span(4).is_empty());
        assert_eq!((inner.bytes_around([1, 2], 4), whole.bytes_around([5, 7], 4)), (72..84, 0..192));
        let long = Shape::row_major(Extent([3000, 1]));
        assert_eq!(long.bytes_around([2999, 0], 4), 8192..12000);
        let cut = Shape::row_major(Extent([2, 3000])).section([0, 10], [2, 2000]).unwrap();
        assert_eq!(cut.bytes_around([1, 1500], 1), 4034..5010);
    }

    #[test]
    fn section_must_lie_in_its_view() {
        let whole = Shape::row_major(Extent([6, 8]));
        assert!(whole.section([6, 8], [0, 0]).is_ok());
        assert!(whole.section([0, 4], [1, 5]).is_err());
        assert!(whole.section([1, 0], [usize::MAX, 1]).is_err());
        assert!(whole.project::<1>(6).is_err());
        assert_eq!(whole.project::<1>(2).unwrap().position([3]), Some(19));
    }

    #[test]
    fn complete_rows_are_contiguous() {
        let whole = Shape::row_major(Extent([2, 3, 4]));
        assert!(whole.section([1, 0, 0], [1, 3, 4]).unwrap().is_contiguous());
        assert!(!whole.section([0, 0, 0], [2, 2, 4]).unwrap().is_contiguous());
        assert!(Shape::row_major(Extent([0, 4])).is_contiguous());
        assert_eq!(Shape::row_major(Extent([0, 4])).rows().count(), 0);
    }
}
