//! Subgroup operations: reductions, scans, votes and shuffles among the work-items that a device runs in
//! lockstep.
//!
//! A subgroup is a warp or wave: 4 to 128 work-items of a tile. These operations need no tile memory and no
//! barrier in between. Each takes `&t.barrier`, because all work-items of the tile must reach it, as at
//! [`wait`](TileBarrier::wait).
//!
//! A tile is divided into subgroups of [`size`] work-items; the last subgroup may be smaller. The device
//! chooses the size, and a kernel must be correct for any. The CPU accelerator uses 32; the checked
//! accelerator chooses a size by its seed. A GPU may lack subgroups:
//! [`Accelerator::supports_subgroups`](crate::Accelerator::supports_subgroups) returns false, and a launch
//! there fails with [`Error::UnsupportedFeature`](crate::Error::UnsupportedFeature).
//!
//! ```
//! use amp::prelude::*;
//! use amp::subgroup;
//!
//! /// The sum over a tile: over subgroups first, then over their sums.
//! #[kernel(tile = [64])]
//! fn sum(t: TiledIndex<1>, x: &ArrayView<u32>, total: &mut ArrayViewMut<u32>) {
//!     #[tile_static]
//!     let mut sums: [u32; 64];
//!     let sum = subgroup::add(&t.barrier, x[t.global]);
//!     sums[t.local[0]] = 0;
//!     if subgroup::lane(&t.barrier) == 0 {
//!         sums[t.local[0]] = sum;
//!     }
//!     t.barrier.wait();
//!     if t.local[0] == 0 {
//!         let mut all = 0;
//!         for k in 0..64 {
//!             all += sums[k];
//!         }
//!         total[t.tile] = all;
//!     }
//! }
//!
//! let data: Vec<u32> = (0..128).collect();
//! let mut totals = [0; 2];
//! let x = ArrayView::new(&data);
//! let mut total = ArrayViewMut::new(&mut totals);
//! let cpu = Accelerator::cpu().default_view();
//! cpu.parallel_for_each(x.extent().tile([64])?, sum(&x, &mut total))?;
//! assert_eq!(total.to_vec()?, [2016, 6112]);
//! # Ok::<(), amp::Error>(())
//! ```

mod twin;

use amp_shader::{Capability, Item, Piece};

use crate::checked::Checker;
use crate::circle::Trail;
use crate::device::{ByRef, DeviceCall, DeviceParameter};
use crate::element::{Described, Int, Scalar, Value};
use crate::tile::TileBarrier;
use crate::twin::{PerItem, PerItemMut, TileCall};
use twin::{WIDTH, each_group};

/// The shader text of a function with one value (`a`) and possibly a lane or mask (`b`).
const fn item(name: &'static str, body: &'static [Piece]) -> Item {
    Item { name, body, changes: false, uniform: 0 }
}

/// Declares functions of one value: documentation, name, bound of the type, WGSL name, and the result on the
/// CPU.
macro_rules! of_values {
    ($($(#[doc = $doc:literal])+ $name:ident<$bound:ident>($($amount:ident)?) = $wgsl:literal, |$values:ident, $lane:pat_param| $result:expr;)*) => {$(
        $(#[doc = $doc])+
        pub fn $name<T: $bound>(barrier: &TileBarrier, value: T $(, $amount: u32)?) -> T {
            let _ = (barrier $(, $amount)?);
            value
        }

        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        #[derive(Debug)]
        pub struct $name {}

        impl $name {
            #[doc(hidden)]
            pub const fn amp_calls(_: &mut Trail) {}
        }

        impl<T: $bound> DeviceCall<of_values!(@arguments T $($amount)?)> for $name {
            type Output = T;
            const ITEM: &'static Item = &item(
                concat!("subgroup_", stringify!($name)),
                &[
                    Piece::Needs(Capability::Subgroups),
                    Piece::Text("(a: "),
                    Piece::Type(T::INFO),
                    Piece::Text(concat!($(", b", of_values!(@nothing $amount), ": u32",)? ") -> ")),
                    Piece::Type(T::INFO),
                    Piece::Text(concat!(" { return ", $wgsl, "(a", $(", b", of_values!(@nothing $amount),)? "); }\n")),
                ],
            );
        }

        of_values!(@parameters $name $($amount)?);
        of_values!(@twin $name<$bound>($($amount)?) |$values, $lane| $result);
    )*};
    (@nothing $amount:ident) => { "" };
    (@arguments $ty:ident) => { (ByRef<TileBarrier>, $ty) };
    (@arguments $ty:ident $amount:ident) => { (ByRef<TileBarrier>, $ty, u32) };
    (@parameters $name:ident) => {
        impl<A, B: Value> DeviceParameter<1, (A, B)> for $name {
            type Type = B;
        }
    };
    (@parameters $name:ident $amount:ident) => {
        impl<A, B: Value, C> DeviceParameter<1, (A, B, C)> for $name {
            type Type = B;
        }

        impl<A, B, C> DeviceParameter<2, (A, B, C)> for $name {
            type Type = u32;
        }
    };
    (@twin $name:ident<$bound:ident>() |$values:ident, $lane:pat_param| $result:expr) => {
        impl<T: $bound, A: PerItem<Item = T>, R: PerItemMut<Item = T>> TileCall<((), A), R> for $name {
            fn run<W: crate::twin::Asker>(_: &W, items: usize, (_, value): ((), A), results: R) {
                each_group(items, WIDTH, |item| value.of(item), |$values, $lane| $result, results);
            }

            fn run_checked(checker: &Checker, items: usize, (_, value): ((), A), results: R) {
                each_group(items, checker.subgroup(), |item| value.of(item), |$values, $lane| $result, results);
            }
        }
    };
    (@twin $name:ident<$bound:ident>($amount:ident) |$values:ident, $lane:pat_param| $result:expr) => {
        impl<T: $bound, A: PerItem<Item = T>, B: PerItem<Item = u32>, R: PerItemMut<Item = T>>
            TileCall<((), A, B), R> for $name
        {
            fn run<W: crate::twin::Asker>(_: &W, items: usize, (_, value, amount): ((), A, B), results: R) {
                let pair = |item| (value.of(item), amount.of(item));
                each_group(items, WIDTH, pair, |$values: &[(T, u32)], $lane| $result, results);
            }

            fn run_checked(checker: &Checker, items: usize, (_, value, amount): ((), A, B), results: R) {
                let pair = |item| (value.of(item), amount.of(item));
                each_group(items, checker.subgroup(), pair, |$values: &[(T, u32)], $lane| $result, results);
            }
        }
    };
}

of_values! {
    /// The sum over the subgroup; integers wrap.
    add<Scalar>() = "subgroupAdd", |values, _| twin::sum(values);
    /// The product over the subgroup; integers wrap.
    mul<Scalar>() = "subgroupMul", |values, _| twin::product(values);
    /// The smallest value in the subgroup.
    min<Scalar>() = "subgroupMin", |values, _| twin::least(values);
    /// The largest value in the subgroup.
    max<Scalar>() = "subgroupMax", |values, _| twin::greatest(values);
    /// The bits that are set in all values of the subgroup.
    and<Int>() = "subgroupAnd", |values, _| twin::fold(values, |a, b| a & b);
    /// The bits that are set in any value of the subgroup.
    or<Int>() = "subgroupOr", |values, _| twin::fold(values, |a, b| a | b);
    /// The bits that are set in an odd number of the values of the subgroup.
    xor<Int>() = "subgroupXor", |values, _| twin::fold(values, |a, b| a ^ b);
    /// The sum over the lanes up to and including the own lane.
    inclusive_add<Scalar>() = "subgroupInclusiveAdd", |values, lane| twin::sum(&values[..=lane]);
    /// The sum over the lanes before the own lane; 0 in the first lane.
    exclusive_add<Scalar>() = "subgroupExclusiveAdd", |values, lane| twin::sum(&values[..lane]);
    /// The product over the lanes up to and including the own lane.
    inclusive_mul<Scalar>() = "subgroupInclusiveMul", |values, lane| twin::product(&values[..=lane]);
    /// The product over the lanes before the own lane; 1 in the first lane.
    exclusive_mul<Scalar>() = "subgroupExclusiveMul", |values, lane| twin::product(&values[..lane]);
    /// The value of the first lane.
    broadcast_first<Scalar>() = "subgroupBroadcastFirst", |values, _| values[0];
    /// The value of lane `from`. If the subgroup has no such lane, the result is unspecified.
    shuffle<Scalar>(from) = "subgroupShuffle", |values, lane| twin::at(values, lane, |_lane, from| from);
    /// The value of the lane `lane ^ mask`. If the subgroup has no such lane, the result is unspecified.
    shuffle_xor<Scalar>(mask) = "subgroupShuffleXor", |values, lane| twin::at(values, lane, |lane, mask| lane ^ mask);
    /// The value of the lane `by` positions before the own lane. If there is no such lane, the result is
    /// unspecified.
    shuffle_up<Scalar>(by) = "subgroupShuffleUp", |values, lane| twin::at(values, lane, u32::wrapping_sub);
    /// The value of the lane `by` positions after the own lane. If there is no such lane, the result is
    /// unspecified.
    shuffle_down<Scalar>(by) = "subgroupShuffleDown", |values, lane| twin::at(values, lane, u32::wrapping_add);
}

/// A bit mask of lanes.
type Lanes = [u32; 4];

/// Declares functions of a condition or of no value: documentation, signature, host result, WGSL body, and
/// the result on the CPU.
macro_rules! of_conditions {
    ($($(#[doc = $doc:literal])+ $name:ident($($value:ident)?) -> $result:ident = $alone:expr, $text:literal, |$values:ident, $lane:pat_param| $body:expr;)*) => {$(
        $(#[doc = $doc])+
        pub fn $name(barrier: &TileBarrier $(, $value: bool)?) -> $result {
            let _ = barrier;
            $alone
        }

        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        #[derive(Debug)]
        pub struct $name {}

        impl $name {
            #[doc(hidden)]
            pub const fn amp_calls(_: &mut Trail) {}
        }

        impl DeviceCall<of_conditions!(@arguments $($value)?)> for $name {
            type Output = $result;
            const ITEM: &'static Item = &item(
                concat!("subgroup_", stringify!($name)),
                &[
                    Piece::Needs(Capability::Subgroups),
                    Piece::Text(concat!("(", $(stringify!($value), ": bool",)? ") -> ")),
                    Piece::Type(<$result as Described>::INFO),
                    Piece::Text(concat!(" { ", $text, " }\n")),
                ],
            );
        }

        of_conditions!(@twin $name($($value)?) $result |$values, $lane| $body);
    )*};
    (@arguments) => { (ByRef<TileBarrier>,) };
    (@arguments $value:ident) => { (ByRef<TileBarrier>, bool) };
    (@twin $name:ident() $result:ident |$values:ident, $lane:pat_param| $body:expr) => {
        impl<R: PerItemMut<Item = $result>> TileCall<((),), R> for $name {
            fn run<W: crate::twin::Asker>(_: &W, items: usize, _: ((),), results: R) {
                each_group(items, WIDTH, |_| WIDTH as u32, |$values: &[u32], $lane| $body, results);
            }

            fn run_checked(checker: &Checker, items: usize, _: ((),), results: R) {
                let width = checker.subgroup();
                each_group(items, width, |_| width as u32, |$values: &[u32], $lane| $body, results);
            }
        }
    };
    (@twin $name:ident($value:ident) $result:ident |$values:ident, $lane:pat_param| $body:expr) => {
        impl<A, B> DeviceParameter<1, (A, B)> for $name {
            type Type = bool;
        }

        impl<A: PerItem<Item = bool>, R: PerItemMut<Item = $result>> TileCall<((), A), R> for $name {
            fn run<W: crate::twin::Asker>(_: &W, items: usize, (_, value): ((), A), results: R) {
                each_group(items, WIDTH, |item| value.of(item), |$values: &[bool], $lane| $body, results);
            }

            fn run_checked(checker: &Checker, items: usize, (_, value): ((), A), results: R) {
                let width = checker.subgroup();
                each_group(items, width, |item| value.of(item), |$values: &[bool], $lane| $body, results);
            }
        }
    };
}

of_conditions! {
    /// Whether `value` is true in all lanes.
    all(value) -> bool = value, "return subgroupAll(value);", |values, _| values.iter().all(|it| *it);
    /// Whether `value` is true in at least one lane.
    any(value) -> bool = value, "return subgroupAny(value);", |values, _| values.iter().any(|it| *it);
    /// The lanes in which `value` is true, as a bit mask. Lane 0 is the lowest bit of the first word, lane 32
    /// that of the second.
    ballot(value) -> Lanes = [u32::from(value), 0, 0, 0], "let lanes = subgroupBallot(value); return array<u32, 4>(lanes.x, lanes.y, lanes.z, lanes.w);", |values, _| twin::ballot(values);
    /// The index of the own lane in its subgroup.
    lane() -> u32 = 0, "return amp_lane;", |_widths, lane| lane as u32;
    /// The number of lanes in a full subgroup.
    size() -> u32 = 1, "return amp_lanes;", |widths, lane| widths[lane];
}
