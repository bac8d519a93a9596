//! `Extent<N>`: the size of an index space.

use crate::support::error::Result;
use crate::types::index::{Index, impl_component_wise, impl_components, impl_number_first, impl_with_number};
use crate::types::tile::TiledExtent;

/// The size of a space of `N` dimensions: the domain of a launch, or the shape of a view.
///
/// ```
/// use amp::prelude::*;
///
/// let extent = Extent::from([3, 4]);
/// assert_eq!(extent.size(), 12);
/// assert!(extent.contains(Index::new([2, 3])));
/// assert!(!extent.contains(Index::new([3, 0])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Extent<const N: usize>(pub(crate) [usize; N]);

impl<const N: usize> Extent<N> {
    /// The extent with these sizes.
    #[inline(always)]
    pub const fn new(sizes: [usize; N]) -> Self {
        Extent(sizes)
    }

    /// The number of points, or `usize::MAX` if the number exceeds the range of `usize`.
    #[inline(always)]
    pub fn size(&self) -> usize {
        // One empty dimension makes the space empty, even if the product of the other sizes overflows.
        if self.0.contains(&0) { 0 } else { self.0.iter().fold(1, |size, &n| size.saturating_mul(n)) }
    }

    /// Whether a point lies inside the extent.
    #[inline(always)]
    pub fn contains(&self, index: Index<N>) -> bool {
        let mut inside = true;
        for d in 0..N {
            inside &= index.0[d] < self.0[d];
        }
        inside
    }

    /// Divides this extent into tiles. A launch requires that the tile divides the extent evenly. If it does
    /// not, use [`TiledExtent::pad`] or [`TiledExtent::truncate`].
    ///
    /// # Errors
    /// [`Error::InvalidTile`](crate::Error::InvalidTile) if a dimension of the tile is zero.
    pub fn tile(&self, tile: [usize; N]) -> Result<TiledExtent<N>> {
        TiledExtent::new(*self, tile)
    }
}

/// The index of the point at a row-major position, in a space of these sizes.
#[inline]
pub(crate) fn index_at<const N: usize>(mut position: usize, sizes: [usize; N]) -> [usize; N] {
    let mut index = [0; N];
    for d in (0..N).rev() {
        index[d] = position % sizes[d];
        position /= sizes[d];
    }
    index
}

impl<const N: usize> Default for Extent<N> {
    #[inline(always)]
    fn default() -> Self {
        Extent([0; N])
    }
}

impl_components!(Extent);
impl_component_wise!(Extent Add add AddAssign add_assign Extent);
impl_component_wise!(Extent Sub sub SubAssign sub_assign Extent);
impl_component_wise!(Extent Add add AddAssign add_assign Index);
impl_component_wise!(Extent Sub sub SubAssign sub_assign Index);
impl_with_number!(Extent Add add AddAssign add_assign);
impl_with_number!(Extent Sub sub SubAssign sub_assign);
impl_with_number!(Extent Mul mul MulAssign mul_assign);
impl_with_number!(Extent Div div DivAssign div_assign);
impl_with_number!(Extent Rem rem RemAssign rem_assign);
impl_number_first!(Extent Add add);
impl_number_first!(Extent Sub sub);
impl_number_first!(Extent Mul mul);
impl_number_first!(Extent Div div);
impl_number_first!(Extent Rem rem);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_saturates_unless_a_dimension_is_empty() {
        assert_eq!(Extent::new([usize::MAX, 2]).size(), usize::MAX);
        assert_eq!(Extent::new([usize::MAX, 2, 0]).size(), 0);
    }

    #[test]
    fn empty_extent_contains_no_index() {
        assert!(!Extent::new([0]).contains(Index::new([0])));
    }

    #[test]
    fn arithmetic_accepts_extents_and_indices() {
        let extent = Extent::new([4, 5]);
        assert_eq!(extent - Index::new([1, 1]), Extent::new([3, 4]));
        assert_eq!((extent + Extent::new([1, 0])) / 5, Extent::new([1, 1]));
    }
}
