//! Subgroup operations: reductions, scans, votes and shuffles among the work-items that a device runs in
//! lockstep.
//!
//! A subgroup is a warp or wave: 4 to 128 work-items of a tile. These operations need neither tile memory nor
//! a barrier. Each operation takes `&t.barrier`, because all work-items of the tile must reach the operation.
//! The same holds for a call of [`wait`](TileBarrier::wait).
//!
//! A GPU may lack subgroups. Then [`Accelerator::supports_subgroups`](crate::Accelerator::supports_subgroups)
//! returns false, and a launch of a kernel that uses them fails with
//! [`Error::UnsupportedFeature`](crate::Error::UnsupportedFeature).
//!
//! # How work-items form subgroups
//!
//! Number the work-items of a tile in row-major order of `t.local`. On the CPU and on the checked
//! accelerator, the first [`size`] of them are subgroup 0, the next [`size`] are subgroup 1, and so on. The
//! last subgroup may be smaller. Within a subgroup, [`lane`] counts in the same order.
//!
//! | accelerator | [`size`] |
//! |---|---|
//! | CPU | 32 |
//! | checked | 32 by default; [`cpu_checked_with_seed`](crate::Accelerator::cpu_checked_with_seed) selects 4, 8, 16, 32, 64 or 128, and six consecutive seeds select all of them |
//! | GPU | the device chooses: 8 on Mesa's llvmpipe, 32 on NVIDIA, 32 or 64 on AMD, 8 to 32 on Intel |
//!
//! On a GPU, amp launches tiles of any rank as one-dimensional workgroups in that row-major order. Vulkan,
//! Metal and Direct3D do not guarantee that consecutive work-items form a subgroup, or that all subgroups but
//! the last are full. amp's tests found both properties on each adapter that they ran on. A kernel must be
//! correct for any size. A portable kernel calls [`index`], [`lane`], [`size`] and [`count`], and does not
//! compute them from `t.local`.
//!
//! [`size`] and [`count`] are uniform in the tile, and amp's compiler relies on that. For example, the loop
//! `while i < subgroup::size(&t.barrier)` may contain barriers and subgroup operations. The compiler
//! recognises the paths `subgroup::size`, `amp::subgroup::size` and `::amp::subgroup::size`, and the same
//! paths of `count`. For any other path, write [`uniform(..)`](crate::uniform) around the call.
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

mod cpu;

use std::marker::PhantomData;

use amp_shader::{Capability, Item, Operation, Piece, Scalar as Kind, TypeInfo, TypeRef};

use crate::abi::checked::Checker;
use crate::abi::cpu::{CollectiveCall, PerItem, PerItemMut, UniformTileCall};
use crate::abi::link::{ByRef, DeviceCall};
use crate::abi::recursion::CallStack;
use crate::types::tile::TileBarrier;
use crate::types::{Int, Scalar, ShaderType};
use cpu::{WIDTH, for_each_subgroup};

/// Describes a device function with this name for amp's shader linker. `body` is its WGSL.
const fn item(name: &'static str, body: &'static [Piece]) -> Item {
    Item { name, body, entries: &[], mutates_receiver: false, required_uniform: 0 }
}

/// `PIECE` is the name of the WGSL conversion from a 32-bit integer to `T`, if `T` is an integer of 8 or 16
/// bits. Otherwise it is empty.
struct Narrowing<T>(PhantomData<T>);

impl<T: ShaderType> Narrowing<T> {
    const PIECE: Piece = {
        let held = match T::INFO {
            TypeInfo::Scalar(Kind::U8 | Kind::U16) => Some(&TypeInfo::Scalar(Kind::U32)),
            TypeInfo::Scalar(Kind::I8 | Kind::I16) => Some(&TypeInfo::Scalar(Kind::I32)),
            _ => None,
        };
        match held {
            Some(held) => Piece::Operation(Operation::Cast, TypeRef::Known(held), TypeRef::Known(T::INFO)),
            None => Piece::Text(""),
        }
    };
}

/// Declares functions that take a value from each lane. The macro's arguments are the documentation, the
/// name, the bound of the value's type, the WGSL name, and the result on the CPU. In the WGSL, `a` is the
/// value, and `b` is the second argument, such as a mask.
macro_rules! value_functions {
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
            pub const fn amp_calls(_: &mut CallStack) {}
        }

        impl<T: $bound> DeviceCall<value_functions!(@arguments T $($amount)?)> for $name {
            type Output = T;
            const ITEM: &'static Item = &item(
                concat!("subgroup_", stringify!($name)),
                &[
                    Piece::Needs(Capability::Subgroups),
                    Piece::Text("(a: "),
                    Piece::Type(TypeRef::Known(T::INFO)),
                    Piece::Text(concat!($(", b", value_functions!(@nothing $amount), ": u32",)? ") -> ")),
                    Piece::Type(TypeRef::Known(T::INFO)),
                    Piece::Text(" { return "),
                    Narrowing::<T>::PIECE,
                    Piece::Text(concat!("(", $wgsl, "(a", $(", b", value_functions!(@nothing $amount),)? ")); }\n")),
                ],
            );
        }

        value_functions!(@cpu $name<$bound>($($amount)?) |$values, $lane| $result);
    )*};
    (@nothing $amount:ident) => { "" };
    (@arguments $ty:ident) => { (ByRef<TileBarrier>, $ty) };
    (@arguments $ty:ident $amount:ident) => { (ByRef<TileBarrier>, $ty, u32) };
    (@cpu $name:ident<$bound:ident>() |$values:ident, $lane:pat_param| $result:expr) => {
        impl<T: $bound, A: PerItem<Item = T>, R: PerItemMut<Item = T>> CollectiveCall<0, ((), A), R> for $name {
            fn run<W: crate::abi::cpu::Locate>(_: &W, items: usize, (_, value): ((), A), results: R) {
                for_each_subgroup(items, WIDTH, |item| value.of(item), |$values, $lane| $result, results);
            }

            fn run_checked(checker: &Checker, items: usize, (_, value): ((), A), results: R) {
                for_each_subgroup(items, checker.subgroup(), |item| value.of(item), |$values, $lane| $result, results);
            }
        }
    };
    (@cpu $name:ident<$bound:ident>($amount:ident) |$values:ident, $lane:pat_param| $result:expr) => {
        impl<T: $bound, A: PerItem<Item = T>, B: PerItem<Item = u32>, R: PerItemMut<Item = T>>
            CollectiveCall<0, ((), A, B), R> for $name
        {
            fn run<W: crate::abi::cpu::Locate>(_: &W, items: usize, (_, value, amount): ((), A, B), results: R) {
                let pair = |item| (value.of(item), amount.of(item));
                for_each_subgroup(items, WIDTH, pair, |$values: &[(T, u32)], $lane| $result, results);
            }

            fn run_checked(checker: &Checker, items: usize, (_, value, amount): ((), A, B), results: R) {
                let pair = |item| (value.of(item), amount.of(item));
                for_each_subgroup(items, checker.subgroup(), pair, |$values: &[(T, u32)], $lane| $result, results);
            }
        }
    };
}

value_functions! {
    /// The sum over the subgroup; integers wrap.
    add<Scalar>() = "subgroupAdd", |values, _| cpu::sum(values);
    /// The product over the subgroup; integers wrap.
    mul<Scalar>() = "subgroupMul", |values, _| cpu::product(values);
    /// The smallest value in the subgroup.
    min<Scalar>() = "subgroupMin", |values, _| cpu::least(values);
    /// The largest value in the subgroup.
    max<Scalar>() = "subgroupMax", |values, _| cpu::greatest(values);
    /// The bits that are set in all values of the subgroup.
    and<Int>() = "subgroupAnd", |values, _| cpu::fold(values, |a, b| a & b);
    /// The bits that are set in any value of the subgroup.
    or<Int>() = "subgroupOr", |values, _| cpu::fold(values, |a, b| a | b);
    /// The bits that are set in an odd number of the values of the subgroup.
    xor<Int>() = "subgroupXor", |values, _| cpu::fold(values, |a, b| a ^ b);
    /// The sum over the lanes up to and including the calling lane.
    inclusive_add<Scalar>() = "subgroupInclusiveAdd", |values, lane| cpu::sum(&values[..=lane]);
    /// The sum over the lanes before the calling lane; 0 in the first lane.
    exclusive_add<Scalar>() = "subgroupExclusiveAdd", |values, lane| cpu::sum(&values[..lane]);
    /// The product over the lanes up to and including the calling lane.
    inclusive_mul<Scalar>() = "subgroupInclusiveMul", |values, lane| cpu::product(&values[..=lane]);
    /// The product over the lanes before the calling lane; 1 in the first lane.
    exclusive_mul<Scalar>() = "subgroupExclusiveMul", |values, lane| cpu::product(&values[..lane]);
    /// The value of the first lane.
    broadcast_first<Scalar>() = "subgroupBroadcastFirst", |values, _| values[0];
    /// The value of lane `from`. If the subgroup has no such lane, the result is unspecified.
    shuffle<Scalar>(from) = "subgroupShuffle", |values, lane| cpu::shuffled(values, lane, |_lane, from| from);
    /// The value of the lane `lane ^ mask`. If the subgroup has no such lane, the result is unspecified.
    shuffle_xor<Scalar>(mask) = "subgroupShuffleXor", |values, lane| cpu::shuffled(values, lane, |lane, mask| lane ^ mask);
    /// The value of the lane whose index is lower by `by` than that of the calling lane. If there is no such
    /// lane, the result is unspecified.
    shuffle_up<Scalar>(by) = "subgroupShuffleUp", |values, lane| cpu::shuffled(values, lane, u32::wrapping_sub);
    /// The value of the lane whose index is higher by `by` than that of the calling lane. If there is no such
    /// lane, the result is unspecified.
    shuffle_down<Scalar>(by) = "subgroupShuffleDown", |values, lane| cpu::shuffled(values, lane, u32::wrapping_add);
}

/// A bit mask with one bit for each of up to 128 lanes.
type Lanes = [u32; 4];

/// Declares a function that takes a condition or nothing from each lane. The macro's arguments are the
/// documentation, the signature, the result on the host and the WGSL body. On the host, a call returns the
/// result for a tile of one work-item.
macro_rules! declared {
    ($(#[doc = $doc:literal])+ $name:ident($($value:ident)?) -> $result:ident = $alone:expr, $text:literal) => {
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
            pub const fn amp_calls(_: &mut CallStack) {}
        }

        impl DeviceCall<declared!(@arguments $($value)?)> for $name {
            type Output = $result;
            const ITEM: &'static Item = &item(
                concat!("subgroup_", stringify!($name)),
                &[
                    Piece::Needs(Capability::Subgroups),
                    Piece::Text(concat!("(", $(stringify!($value), ": bool",)? ") -> ")),
                    Piece::Type(TypeRef::Known(<$result as ShaderType>::INFO)),
                    Piece::Text(concat!(" { ", $text, " }\n")),
                ],
            );
        }
    };
    (@arguments) => { (ByRef<TileBarrier>,) };
    (@arguments $value:ident) => { (ByRef<TileBarrier>, bool) };
}

/// Declares functions that take a condition from each lane.
macro_rules! condition_functions {
    ($($(#[doc = $doc:literal])+ $name:ident($value:ident) -> $result:ident = $alone:expr, $text:literal, |$values:ident| $body:expr;)*) => {$(
        declared! { $(#[doc = $doc])+ $name($value) -> $result = $alone, $text }

        impl<A: PerItem<Item = bool>, R: PerItemMut<Item = $result>> CollectiveCall<0, ((), A), R> for $name {
            fn run<W: crate::abi::cpu::Locate>(_: &W, items: usize, (_, value): ((), A), results: R) {
                for_each_subgroup(items, WIDTH, |item| value.of(item), |$values: &[bool], _| $body, results);
            }

            fn run_checked(checker: &Checker, items: usize, (_, value): ((), A), results: R) {
                let width = checker.subgroup();
                for_each_subgroup(items, width, |item| value.of(item), |$values: &[bool], _| $body, results);
            }
        }
    )*};
}

condition_functions! {
    /// Whether `value` is true in all lanes.
    all(value) -> bool = value, "return subgroupAll(value);", |values| values.iter().all(|it| *it);
    /// Whether `value` is true in at least one lane.
    any(value) -> bool = value, "return subgroupAny(value);", |values| values.iter().any(|it| *it);
    /// The lanes in which `value` is true, as a bit mask. Lane 0 is the lowest bit of the first word, lane 32
    /// the lowest bit of the second word.
    ballot(value) -> Lanes = [u32::from(value), 0, 0, 0], "let lanes = subgroupBallot(value); return array<u32, 4>(lanes.x, lanes.y, lanes.z, lanes.w);", |values| cpu::ballot(values);
}

/// Declares functions whose result follows from a work-item's index in its tile and the subgroup size. The
/// macro's arguments are the documentation, the name, the WGSL body, and the result on the CPU.
macro_rules! of_work_items {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal, |$item:ident, $width:ident| $body:expr;)*) => {$(
        declared! { $(#[doc = $doc])+ $name() -> u32 = 0, $text }

        impl<R: PerItemMut<Item = u32>> CollectiveCall<0, ((),), R> for $name {
            fn run<W: crate::abi::cpu::Locate>(_: &W, items: usize, _: ((),), mut results: R) {
                let $width = WIDTH;
                (0..items).for_each(|$item| results.put($item, $body as u32));
            }

            fn run_checked(checker: &Checker, items: usize, _: ((),), mut results: R) {
                let $width = checker.subgroup();
                (0..items).for_each(|$item| results.put($item, $body as u32));
            }
        }
    )*};
}

of_work_items! {
    /// The index of the calling lane in its subgroup.
    lane = "return amp_lane;", |item, width| item % width;
    /// The index of the calling lane's subgroup in its tile, below [`count`].
    index = "return amp_subgroup;", |item, width| item / width;
}

/// Declares functions whose result is uniform in the tile, because it follows from the tile size and the
/// subgroup size. The macro's arguments are the documentation, the name, the WGSL body, and the result on the
/// CPU.
macro_rules! of_tiles {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal, |$items:pat_param, $width:ident| $body:expr;)*) => {$(
        declared! { $(#[doc = $doc])+ $name() -> u32 = 1, $text }

        impl UniformTileCall for $name {
            fn run($items: usize) -> u32 {
                let $width = WIDTH;
                $body as u32
            }

            fn run_checked(checker: &Checker, $items: usize) -> u32 {
                let $width = checker.subgroup();
                $body as u32
            }
        }

        impl<R: PerItemMut<Item = u32>> CollectiveCall<0, ((),), R> for $name {
            fn run<W: crate::abi::cpu::Locate>(_: &W, items: usize, _: ((),), mut results: R) {
                let result = <$name as UniformTileCall>::run(items);
                (0..items).for_each(|item| results.put(item, result));
            }

            fn run_checked(checker: &Checker, items: usize, _: ((),), mut results: R) {
                let result = <$name as UniformTileCall>::run_checked(checker, items);
                (0..items).for_each(|item| results.put(item, result));
            }
        }
    )*};
}

of_tiles! {
    /// The number of lanes in a full subgroup. Uniform in the tile.
    size = "return amp_lanes;", |_, width| width;
    /// The number of subgroups in the tile. Uniform in the tile.
    count = "return amp_subgroups;", |items, width| items.div_ceil(width);
}
