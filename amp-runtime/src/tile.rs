//! Tiled index spaces: the extent that a tiled kernel runs over, and what its work-items know of their tile.

use std::ops::Deref;

use crate::error::{Error, Result};
use crate::extent::Extent;
use crate::index::Index;

/// An extent that is cut into tiles.
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

    /// The whole extent.
    pub fn extent(&self) -> Extent<N> {
        self.extent
    }

    /// The extent of one tile.
    pub fn tile_extent(&self) -> Extent<N> {
        self.tile
    }

    /// Rounds each dimension up to whole tiles. The kernel must then guard against the indices that were added.
    #[must_use]
    pub fn pad(self) -> Self {
        let up = |d: usize| self.extent.0[d].div_ceil(self.tile.0[d]).saturating_mul(self.tile.0[d]);
        TiledExtent { extent: Extent(std::array::from_fn(up)), tile: self.tile }
    }

    /// Rounds each dimension down to whole tiles. What is left over is not computed.
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

/// Where a work-item of a tiled kernel stands. Kernels receive it; nothing else can make one.
#[derive(Debug)]
#[non_exhaustive]
pub struct TiledIndex<const N: usize> {
    /// Its place in the whole extent.
    pub global: Index<N>,
    /// Its place in its tile.
    pub local: Index<N>,
    /// The place of its tile among the tiles.
    pub tile: Index<N>,
    /// The place of its tile's first work-item in the whole extent.
    pub tile_origin: Index<N>,
    /// What the work-items of its tile meet at.
    pub barrier: TileBarrier,
}

impl<const N: usize> From<TiledIndex<N>> for Index<N> {
    fn from(index: TiledIndex<N>) -> Self {
        index.global
    }
}

/// Where the work-items of a tile meet. It exists in kernels only; the kernel compiler gives each `wait` its meaning.
#[derive(Debug)]
pub struct TileBarrier(());

impl TileBarrier {
    /// Waits until all work-items of the tile are here, and have seen all that the others wrote.
    pub fn wait(&self) {}

    /// Waits like [`wait`](Self::wait).
    pub fn wait_with_all_memory_fence(&self) {}

    /// Waits until all work-items of the tile are here, and have seen what the others wrote to views.
    pub fn wait_with_global_memory_fence(&self) {}

    /// Waits until all work-items of the tile are here, and have seen what the others wrote to tile memory.
    pub fn wait_with_tile_static_memory_fence(&self) {}
}

/// The value at the first work-item of the tile, for all of them: so that a value that only looks as if it varied may decide
/// whether a barrier is reached. It has to be the same for all; the checked accelerator looks. Device functions that wait may use it
/// like kernels; in others it is the work-item's own value, and looked at as well.
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
///     // Tile memory varies, as far as the compiler knows.
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
    fn an_empty_tile_is_refused() {
        let error = Extent::new([8, 8]).tile([4, 0]).err();
        assert_eq!(error, Some(Error::InvalidTile { tile: vec![4, 0] }));
    }

    #[test]
    fn whole_tiles_stay() {
        let tiled = TiledExtent::new(Extent::new([32, 16]), [16, 16]).unwrap();
        assert_eq!((tiled.pad(), tiled.truncate()), (tiled, tiled));
        assert_eq!(tiled.size(), 512);
    }

    #[test]
    fn padding_the_largest_extent_does_not_overflow() {
        let tiled = TiledExtent::new(Extent::new([usize::MAX]), [16]).unwrap();
        assert_eq!(tiled.pad().extent()[0], usize::MAX);
    }
}
