//! What native twins compute with: rows and tiles of work-items, and the captured views as plain memory.
//!
//! A twin runs on many threads at once, and is safe code. Each kind of access is sound for its own reason:
//! a view that is only read is not written by anyone during the launch; of a view whose work-items touch only their own
//! elements, a row gives out the elements of its own work-items, and no other row has them; everything else goes through
//! atomics. Twins are made by the executor only, live as long as its launch, and cannot be cloned.

mod checked;
mod fault;
mod flat;
mod here;
mod lanes;
mod lent;
mod memory;
mod own;
mod part;
mod read;
mod row;
mod shared;
mod span;
mod stretch;
mod taken;
mod vectors;
mod waiting;
mod words;

pub(crate) use fault::Fault;
pub(crate) use flat::Flat;
pub use here::Here;
pub use lanes::{Items, Lanes, LanesRoom, lanes, room_of_lanes, rows_of_lanes};
pub use lent::{Captured, Lend, Lent, Reads, TwinCall, TwinFunction, TwinMethod, components};
pub(crate) use memory::Memory;
pub use own::OwnTwin;
pub use part::{LentPart, no_such_part};
pub use read::ReadTwin;
pub use row::{Asker, LANES, Line, PIECE, Row, Tile, Working, part};
pub(crate) use row::{Launch, STRETCH, who_stopped};
pub use shared::SharedTwin;
pub use span::{
    Span, all_above, all_at_least, all_at_most, all_below, all_unlike, bound_of, exact_add, exact_mul,
    exact_sub, in_one_mask, in_one_period, in_pieces, is_long_mask, is_long_period,
};
pub use stretch::{Stretch, StretchRoom, room};
pub use taken::Taken;
pub(crate) use vectors::Vectors;
pub use waiting::{
    Dropped, Each, PerItem, PerItemMut, Place, Same, Shared, TileCall, TileMethod, UniformTileCall, owner_of,
    run_checked_of, run_of, slots, uniform_call, uniform_call_checked,
};
pub use words::WordsRoom;

use crate::element::Value;

/// A variable of a work-item, before its first assignment.
#[inline(always)]
pub fn zeroed<T: Value>() -> T {
    T::ZERO
}

/// The variable of one row of a tile.
#[inline(always)]
pub fn row_of_lanes<T, const L: usize>(rows: &mut [Lanes<T, L>], row: usize) -> &mut Lanes<T, L> {
    &mut rows[row]
}

/// Lends tile memory to what a tile does. As arguments of a closure LLVM knows, even when it has inlined it, that they are none of
/// the views; of a variable it gives up to find that out where there are many uses.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! __amp_lend_tile {
    ([$($lent:ident: $ty:ty = $variable:ident),*] $($work:tt)*) => {{
        let work = {
            #[inline(always)]
            |$($lent: &mut $ty),*| $($work)*
        };
        work($(&mut $variable),*)
    }};
}

/// The same where a debugger is to find the variables in the frame in which it stops.
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! __amp_lend_tile {
    ([$($lent:ident: $ty:ty = $variable:ident),*] $($work:tt)*) => {{
        $(let $lent: &mut $ty = &mut $variable;)*
        $($work)*
    }};
}

/// Lends copies of what is small in tile memory to a part of what a tile does.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! __amp_lend_copies {
    ([] $($work:tt)*) => {{ $($work)* }};
    ([$lent:ident $(, $more:ident)*] $($work:tt)*) => {{
        let mut copy = $crate::__private::copy_of_small($lent);
        {
            let $lent = match &mut copy {
                Some(copy) => copy,
                None => &mut *$lent,
            };
            $crate::__private::lend_copies!([$($more),*] $($work)*)
        }
        if let Some(copy) = copy {
            *$lent = copy;
        }
    }};
}

/// The same where nothing is kept in registers.
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! __amp_lend_copies {
    ([$($lent:ident),*] $($work:tt)*) => {{ $($work)* }};
}

/// A copy, if it takes no longer than the work of a few lanes.
#[inline(always)]
pub fn copy_of_small<T: Copy>(value: &T) -> Option<T> {
    const SMALL: usize = 2048;
    (size_of::<T>() <= SMALL).then_some(*value)
}
