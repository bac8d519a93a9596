//! What native twins compute with: rows and tiles of work-items, and the captured views as plain memory.
//!
//! A twin runs on many threads at once, and is safe code. Each kind of access is sound for its own reason:
//! a view that is only read is not written by anyone during the launch; of a view whose work-items touch only their own
//! elements, a row gives out the elements of its own work-items, and no other row has them; everything else goes through
//! atomics. Twins are made by the executor only, live as long as its launch, and cannot be cloned.

mod fault;
mod memory;
mod own;
mod read;
mod row;
mod shared;

pub(crate) use fault::Fault;
pub(crate) use memory::Memory;
pub use own::OwnTwin;
pub use read::ReadTwin;
pub(crate) use row::Launch;
pub use row::{LANES, Row, Tile};
pub use shared::SharedTwin;

use crate::element::Value;

/// A variable of a work-item, before its first assignment.
#[inline(always)]
pub fn zeroed<T: Value>() -> T {
    T::ZERO
}

/// A variable of each work-item of a row, before the first assignment.
#[inline(always)]
pub fn lanes<T: Value, const L: usize>() -> [T; L] {
    [T::ZERO; L]
}

/// A value of each work-item of a tile, between two loops over it, row by row. On the heap: a tile can be large.
#[inline]
pub fn spill<T: Value, const L: usize>(rows: usize) -> Spill<T, L> {
    Spill(vec![T::ZERO; rows * L])
}

/// See [`spill`].
pub struct Spill<T, const L: usize>(Vec<T>);

/// The values of one row's work-items.
#[inline(always)]
pub fn spilled_row<T, const L: usize>(spill: &mut Spill<T, L>, row: usize) -> &mut [T; L] {
    match spill.0[row * L..].first_chunk_mut() {
        Some(values) => values,
        None => unreachable!("a row outside its tile"),
    }
}
