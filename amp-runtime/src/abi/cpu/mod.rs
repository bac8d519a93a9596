//! The functions and types that generated CPU code uses: rows and tiles of work-items, and captured views as
//! plain memory.
//!
//! CPU code runs on many threads at once and contains no `unsafe`. The accesses to views are sound for these
//! reasons:
//!
//! - `ReadAccess`: the launch holds a shared borrow of the view, so no thread writes it.
//! - `ExclusiveAccess`: no method takes an index. A `Row` is the permission for the elements of its own
//!   work-items, and the rows of a launch are disjoint.
//! - `SharedAccess`: every access is a relaxed atomic on a word. A race yields one of the values and is not
//!   undefined behaviour.
//!
//! Only the executor creates the accesses to captured views. They live as long as the launch and cannot be
//! cloned.

mod call_probe;
mod checked;
mod collapse;
mod collective;
mod dyn_view;
mod element_guard;
mod exclusive;
mod fault;
mod hoisted_view;
mod joined_row;
mod lane_range;
mod lanes;
mod long_row_buffer;
mod memory;
mod read;
mod relaxed_copy;
mod row;
mod row_buffer;
mod shared_access;
mod slice_guard;
mod subview;
mod view_args;

pub use call_probe::AnyArguments;
pub(crate) use call_probe::CpuProbe;
pub(crate) use collapse::{Collapse, collapsed_extent};
pub use collective::{
    ByRefTarget, CollectiveCall, CollectiveProbe, IgnoredResults, PerItem, PerItemMut, PerItemRef, SharedRef,
    UniformArg, UniformTileCall, owner_of, per_item_storage, run_checked_of, run_of, uniform_call,
    uniform_call_checked,
};
pub use dyn_view::ErasedReads;
pub use element_guard::ElementGuard;
pub use exclusive::ExclusiveAccess;
pub(crate) use fault::Fault;
pub use hoisted_view::HoistedView;
pub use lane_range::{
    LaneRange, all_above, all_at_least, all_at_most, all_below, all_not_equal, bound_of, exact_add,
    exact_mul, exact_sub, in_one_mask, in_one_period, is_long_mask, is_long_period, strip_mask,
};
pub use lanes::{Items, LaneBuffer, Lanes, lane_buffer, lanes, rows_of_lanes};
pub use long_row_buffer::{LongRow, LongRowBuffer, long_row_buffer};
pub(crate) use memory::Memory;
pub use read::ReadAccess;
pub(crate) use relaxed_copy::Vectors;
pub use row::{LANES, Locate, PanicIndex, Row, RowRun, STRIP, Tile, masked_group};
pub(crate) use row::{LONG_ROW, LaunchId, panicked_work_item};
pub use row_buffer::RowBuffer;
pub use shared_access::SharedAccess;
pub use subview::{SubviewArg, subview_out_of_range};
pub use view_args::{Captured, CpuFunction, CpuMethod, PassView, Reads, ViewArg, components};

/// Returns the lanes of one row. `rows` is a variable that lives across a barrier, so it has lanes for each
/// row of the tile.
#[inline(always)]
pub fn row_of_lanes<T, const L: usize>(rows: &mut [Lanes<T, L>], row: usize) -> &mut Lanes<T, L> {
    &mut rows[row]
}

/// Runs the code of a tile in an inlined closure, which gets tile memory as `&mut` parameters.
///
/// `&mut` parameters tell LLVM that tile memory aliases no view, even after inlining. For local variables,
/// LLVM would have to examine each use, and it gives up after about a hundred uses.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! __amp_lend_tile {
    ([$($borrowed:ident: $ty:ty = $variable:ident),*] $($work:tt)*) => {{
        let work = {
            #[inline(always)]
            |$($borrowed: &mut $ty),*| $($work)*
        };
        work($(&mut $variable),*)
    }};
}

/// In a debug build, runs the code of a tile without a closure. So a debugger shows tile memory among the
/// local variables of the frame in which it stops.
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! __amp_lend_tile {
    ([$($borrowed:ident: $ty:ty = $variable:ident),*] $($work:tt)*) => {{
        $(let $borrowed: &mut $ty = &mut $variable;)*
        $($work)*
    }};
}

/// Runs a lane loop of a tile on copies of the small variables in tile memory, and writes the copies back.
///
/// LLVM keeps the tile memory of a one-row tile in registers if it knows the index of every access at compile
/// time. In a divergent lane loop, it does not know the indices. Such a loop accesses copies, so that the
/// original stays in registers in the rest of the tile's code.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! __amp_lend_copies {
    ([] $($work:tt)*) => {{ $($work)* }};
    ([$borrowed:ident $(, $more:ident)*] $($work:tt)*) => {{
        let mut copy = $crate::__private::copy_of_small($borrowed);
        {
            let $borrowed = match &mut copy {
                Some(copy) => copy,
                None => &mut *$borrowed,
            };
            $crate::__private::lend_copies!([$($more),*] $($work)*)
        }
        if let Some(copy) = copy {
            *$borrowed = copy;
        }
    }};
}

/// In a debug build, runs the lane loop on tile memory itself. LLVM keeps no variables in registers there, so
/// copies would not make the code faster.
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! __amp_lend_copies {
    ([$($borrowed:ident),*] $($work:tt)*) => {{ $($work)* }};
}

/// Returns a copy of a value, or `None` if the copy would take longer than the work of a few lanes.
#[inline(always)]
pub fn copy_of_small<T: Copy>(value: &T) -> Option<T> {
    const SMALL: usize = 2048;
    (size_of::<T>() <= SMALL).then_some(*value)
}
