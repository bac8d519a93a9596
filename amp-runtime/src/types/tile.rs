//! Tiled index spaces: `TiledExtent` (the domain of a tiled kernel), `TiledIndex` (the position of a
//! work-item) and `TileBarrier`. The bodies of a barrier's methods and of `uniform` do nothing, because amp's
//! macros translate calls of them in kernels.

use std::ops::Deref;

use crate::support::error::{Error, Result};
use crate::types::extent::Extent;
use crate::types::index::Index;

/// An extent that is divided into tiles.
///
/// ```
/// use amp::prelude::*;
///
/// let tiled = Extent::from([20, 32]).tile([16, 16])?;
/// assert_eq!(tiled.pad().extent(), Extent::from([32, 32]));
/// assert_eq!(tiled.truncate().extent(), Extent::from([16, 32]));
/// # Ok::<(), amp::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TiledExtent<const N: usize> {
    extent: Extent<N>,
    tile: Extent<N>,
}

impl<const N: usize> TiledExtent<N> {
    pub(crate) fn new(extent: Extent<N>, tile: [usize; N]) -> Result<Self> {
        if tile.contains(&0) {
            return Err(Error::InvalidTile { tile: tile.to_vec() });
        }
        Ok(TiledExtent { extent, tile: Extent(tile) })
    }

    /// The extent in work-items.
    pub fn extent(&self) -> Extent<N> {
        self.extent
    }

    /// The extent of one tile.
    pub fn tile_extent(&self) -> Extent<N> {
        self.tile
    }

    /// Rounds each dimension up to a multiple of the tile. The kernel must then skip the additional indices.
    #[must_use]
    pub fn pad(self) -> Self {
        let up = |d: usize| self.extent.0[d].div_ceil(self.tile.0[d]).saturating_mul(self.tile.0[d]);
        TiledExtent { extent: Extent(std::array::from_fn(up)), tile: self.tile }
    }

    /// Rounds each dimension down to a multiple of the tile. The kernel does not run for the remaining
    /// indices.
    #[must_use]
    pub fn truncate(self) -> Self {
        let down = |d: usize| self.extent.0[d] - self.extent.0[d] % self.tile.0[d];
        TiledExtent { extent: Extent(std::array::from_fn(down)), tile: self.tile }
    }
}

impl<const N: usize> Deref for TiledExtent<N> {
    type Target = Extent<N>;

    fn deref(&self) -> &Extent<N> {
        &self.extent
    }
}

/// The position of a work-item in a tiled kernel. A tiled kernel gets it as a parameter. No other code can
/// create one.
#[derive(Debug)]
#[non_exhaustive]
pub struct TiledIndex<const N: usize> {
    /// The work-item's index in the domain.
    pub global: Index<N>,
    /// The work-item's index in its tile.
    pub local: Index<N>,
    /// The index of the tile in the grid of tiles.
    pub tile: Index<N>,
    /// The index of the tile's first work-item in the domain.
    pub tile_origin: Index<N>,
    /// The barrier of the tile.
    pub barrier: TileBarrier,
}

impl<const N: usize> From<TiledIndex<N>> for Index<N> {
    fn from(index: TiledIndex<N>) -> Self {
        index.global
    }
}

/// The barrier of a tile, for kernels and collective functions.
#[derive(Debug)]
pub struct TileBarrier(());

impl TileBarrier {
    /// Waits until all work-items of the tile arrive. Afterwards, each work-item sees all writes that the
    /// others made before.
    pub fn wait(&self) {}

    /// The same as [`wait`](Self::wait).
    pub fn wait_with_all_memory_fence(&self) {}

    /// Waits until all work-items of the tile arrive. Afterwards, each work-item sees the writes to views
    /// that the others made before.
    pub fn wait_with_global_memory_fence(&self) {}

    /// Waits until all work-items of the tile arrive. Afterwards, each work-item sees the writes to tile
    /// memory that the others made before.
    pub fn wait_with_tile_static_memory_fence(&self) {}
}

/// Asserts that all work-items of the tile pass the same value, and returns the value of the tile's first
/// work-item. Use it where control flow around a barrier depends on a value whose uniformity the compiler
/// cannot prove. In a device function that contains no barrier, it returns the calling work-item's own value.
/// The checked accelerator verifies the assertion in kernels and in device functions.
///
/// ```
/// use amp::prelude::*;
///
/// let count = [3u32];
/// let mut sums = [0u32; 8];
/// let count = ArrayView::new(&count);
/// let mut sum = ArrayViewMut::new(&mut sums);
/// parallel_for_each(sum.extent().tile([4])?, amp!(tile = [4], |t: TiledIndex<1>| {
///     #[tile_static]
///     let mut limit: [u32; 1];
///     if t.local[0] == 0 {
///         limit[0] = count[0];
///     }
///     t.barrier.wait();
///     // The compiler treats values in tile memory as varying.
///     for _ in 0..uniform(limit[0]) {
///         sum[t.global] += 1;
///         t.barrier.wait();
///     }
/// }))?;
/// assert_eq!(sum.to_vec()?, [3; 8]);
/// # Ok::<(), amp::Error>(())
/// ```
pub fn uniform<T>(value: T) -> T {
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_tile_is_an_error() {
        let error = Extent::new([8, 8]).tile([4, 0]).err();
        assert_eq!(error, Some(Error::InvalidTile { tile: vec![4, 0] }));
    }

    #[test]
    fn pad_and_truncate_keep_an_even_division() {
        let tiled = TiledExtent::new(Extent::new([32, 16]), [16, 16]).unwrap();
        assert_eq!((tiled.pad(), tiled.truncate()), (tiled, tiled));
        assert_eq!(tiled.size(), 512);
    }

    #[test]
    fn pad_saturates() {
        let tiled = TiledExtent::new(Extent::new([usize::MAX]), [16]).unwrap();
        assert_eq!(tiled.pad().extent()[0], usize::MAX);
    }
}
