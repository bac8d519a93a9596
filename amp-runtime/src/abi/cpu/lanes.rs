//! `Lanes`: kernel variables that live longer than one loop over the lanes of a row, with one slot for each
//! lane.
//!
//! LLVM vectorises a lane loop only if it accesses adjacent memory. So a value is split into scalars, and the scalars of
//! one position in all lanes are adjacent: the kernel's array of structs is a struct of arrays in memory. `LaneBuffer`
//! puts large variables on the heap, because a thread's stack may be too small for them.

use std::mem::MaybeUninit;

use amp_shader::{Scalar, StructInfo, TypeInfo};

use crate::types::{PlainScalar, ScalarOf, ScalarReader, ScalarWriter, Value, bytes_of_number, bytes_of_tag};
use half::f16;

/// A variable with one slot for each of `L` lanes. Every slot is initialised.
#[repr(align(64))]
pub struct Lanes<T, const L: usize>(MaybeUninit<[T; L]>);

/// Returns a variable with one slot for each lane of a row, filled with zeros. Generated code calls this
/// function for scalars, indices and extents. Other types may be large, so it calls [`lane_buffer`] for them.
#[inline(always)]
pub fn lanes<T: Value, const L: usize>() -> Lanes<T, L> {
    let mut lanes = Lanes(MaybeUninit::uninit());
    lanes.clear();
    lanes
}

/// The storage for a variable of any size: on the stack if it is small, otherwise on the heap.
pub struct LaneBuffer<T, const L: usize> {
    inline: Lanes<[u64; 2], L>,
    there: Option<Box<Lanes<T, L>>>,
}

/// Returns uninitialised storage for a variable.
#[inline(always)]
pub fn lane_buffer<T: Value, const L: usize>() -> LaneBuffer<T, L> {
    LaneBuffer { inline: Lanes(MaybeUninit::uninit()), there: None }
}

impl<T: Value, const L: usize> LaneBuffer<T, L> {
    /// Returns the variable with one slot for each lane, filled with zeros.
    #[inline(always)]
    pub fn lanes(&mut self) -> &mut Lanes<T, L> {
        let fits = const {
            size_of::<Lanes<T, L>>() <= size_of::<Lanes<[u64; 2], L>>()
                && align_of::<Lanes<T, L>>() <= align_of::<Lanes<[u64; 2], L>>()
        };
        let lanes: &mut Lanes<T, L> = if fits {
            // SAFETY: `inline` is large enough and aligned, and its content may be uninitialised.
            unsafe { &mut *(&raw mut self.inline).cast::<Lanes<T, L>>() }
        } else {
            // SAFETY: the content of `Lanes` may be uninitialised.
            self.there.insert(unsafe { Box::<Lanes<T, L>>::new_uninit().assume_init() })
        };
        lanes.clear();
        lanes
    }
}

/// Returns a variable with one slot for each lane, for each row of a tile. The variable is on the heap,
/// because a tile may be large.
#[inline]
pub fn rows_of_lanes<T: Value, const L: usize>(rows: usize) -> Vec<Lanes<T, L>> {
    let mut all = Vec::with_capacity(rows);
    all.resize_with(rows, || Lanes(MaybeUninit::uninit()));
    all.iter_mut().for_each(Lanes::clear);
    all
}

impl<T: Value, const L: usize> Lanes<T, L> {
    /// The number of bytes of a value's scalars.
    const BYTES: usize = bytes_of(T::INFO);
    /// Whether the scalars of a value are stored separately. Those of a few sum types need more memory than a value, for
    /// example those of `Option<bool>`. No scalars determine a reference. Scalars may be where `[T; L]` has padding, which a move need not copy. So a
    /// variable with padding stays in its buffer.
    const IS_SPLIT: bool = !T::AMP_REFERS && Self::BYTES <= size_of::<T>();

    #[inline(always)]
    fn clear(&mut self) {
        for lane in 0..L {
            self.set(lane, T::AMP_ZERO);
        }
    }

    /// The value of a lane.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> T {
        assert!(lane < L, "generated code used a lane that the row does not have");
        if Self::IS_SPLIT {
            return T::amp_read(&mut Slots::<L> {
                first: self.0.as_ptr().cast_mut().cast(),
                lane,
                at: 0,
                end: Self::BYTES,
            });
        }
        // SAFETY: the memory contains `L` values.
        unsafe { self.0.as_ptr().cast::<T>().add(lane).read() }
    }

    /// Replaces the value of a lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, value: T) {
        assert!(lane < L, "generated code used a lane that the row does not have");
        let first = self.0.as_mut_ptr();
        if Self::IS_SPLIT {
            return value.amp_write(&mut Slots::<L> { first: first.cast(), lane, at: 0, end: Self::BYTES });
        }
        // SAFETY: the memory has room for `L` values.
        unsafe { first.cast::<T>().add(lane).write(value) };
    }

    /// Ends an iteration of a loop that contains lane loops. An empty piece of assembly prevents LLVM from
    /// interchanging or vectorising the outer loop, so that LLVM vectorises the lane loops. Only integers
    /// need the assembly: LLVM may not reorder sums of floats, so it leaves an outer loop over floats as it
    /// is.
    #[inline(always)]
    pub fn end_iteration(&self) {
        #[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
        if const { has_integers(T::INFO) } {
            // SAFETY: the assembly is empty.
            unsafe { std::arch::asm!("", options(nomem, nostack, preserves_flags)) };
        }
    }

    /// The offset of an array item in memory, counted in items.
    #[inline(always)]
    #[track_caller]
    fn position<const D: usize>(lane: usize, index: [usize; D]) -> usize
    where
        T: Items<D>,
    {
        const { assert!(Self::IS_SPLIT && size_of::<T>() == T::COUNT * size_of::<ScalarOf<T>>()) };
        assert!(lane < L, "generated code used a lane that the row does not have");
        T::position(index) * L + lane
    }

    /// The item of an array in one lane.
    #[inline(always)]
    #[track_caller]
    pub fn item<const D: usize>(&self, lane: usize, index: [usize; D]) -> ScalarOf<T>
    where
        T: Items<D>,
    {
        // SAFETY: the memory consists of `L * COUNT` initialised items. `position` checks the lane and the index, so its
        // result is less than `L * COUNT`.
        unsafe { self.0.as_ptr().cast::<ScalarOf<T>>().add(Self::position(lane, index)).read() }
    }

    /// The item of an array in one lane, for writing.
    #[inline(always)]
    #[track_caller]
    pub fn item_mut<const D: usize>(&mut self, lane: usize, index: [usize; D]) -> &mut ScalarOf<T>
    where
        T: Items<D>,
    {
        // SAFETY: the memory consists of `L * COUNT` initialised items. `position` checks the lane and the index, so its
        // result is less than `L * COUNT`.
        unsafe { &mut *self.0.as_mut_ptr().cast::<ScalarOf<T>>().add(Self::position(lane, index)) }
    }
}

impl<const L: usize> Lanes<bool, L> {
    /// Whether the first `count` lanes are all true.
    #[inline(always)]
    pub fn all(&self, count: usize) -> bool {
        // The loop has no early exit, so that LLVM vectorises it.
        (0..count.min(L)).fold(true, |all, lane| all & self.get(lane))
    }
}

/// Whether a value contains an integer, whose sums LLVM may reorder.
const fn has_integers(ty: &TypeInfo) -> bool {
    match ty {
        TypeInfo::Scalar(scalar) | TypeInfo::Vector(scalar, _) => !scalar.is_float(),
        TypeInfo::Array(item, _) => has_integers(item),
        TypeInfo::Matrix(_) | TypeInfo::Unit | TypeInfo::Slice(_) => false,
        TypeInfo::Tuple(_)
        | TypeInfo::Struct(_)
        | TypeInfo::Index(_)
        | TypeInfo::Enum(..)
        | TypeInfo::Sum(_) => true,
    }
}

/// The number of bytes of the scalars that [`Value::amp_write`] writes.
const fn bytes_of(ty: &TypeInfo) -> usize {
    match ty {
        TypeInfo::Unit => 0,
        // More than any value has: a value with a slice cannot be read from its scalars, so it is not split.
        TypeInfo::Slice(_) => 1 << 28,
        TypeInfo::Scalar(scalar) => bytes_of_scalar(*scalar),
        TypeInfo::Vector(scalar, lanes) => *lanes as usize * bytes_of_scalar(*scalar),
        TypeInfo::Matrix(size) => *size as usize * *size as usize * 4,
        TypeInfo::Array(item, len) => bytes_of(item) * *len,
        TypeInfo::Tuple(fields) => {
            let (mut sum, mut at) = (0, 0);
            while at < fields.len() {
                sum += bytes_of(fields[at]);
                at += 1;
            }
            sum
        }
        TypeInfo::Struct(info) => bytes_of_fields(info),
        TypeInfo::Index(rank) => *rank * size_of::<usize>(),
        TypeInfo::Enum(info) => bytes_of_number(info),
        TypeInfo::Sum(info) => {
            let (mut sum, mut at) = (bytes_of_tag(info), 0);
            while at < info.variants.len() {
                sum += bytes_of_fields(&info.variants[at]);
                at += 1;
            }
            sum
        }
    }
}

const fn bytes_of_fields(info: &StructInfo) -> usize {
    let (mut sum, mut at) = (0, 0);
    while at < info.fields.len() {
        sum += bytes_of(info.fields[at].1);
        at += 1;
    }
    sum
}

const fn bytes_of_scalar(scalar: Scalar) -> usize {
    match scalar {
        Scalar::Bool | Scalar::U8 | Scalar::I8 => 1,
        Scalar::F16 | Scalar::U16 | Scalar::I16 => 2,
        Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
        Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        Scalar::Usize | Scalar::Isize => size_of::<usize>(),
    }
}

/// The scalars of one lane. All lanes have their first scalars one after another, then their second scalars, and so on.
struct Slots<const L: usize> {
    /// The first of `L * end` bytes.
    first: *mut u8,
    lane: usize,
    /// The number of bytes of the previous scalars of a lane.
    at: usize,
    end: usize,
}

impl<const L: usize> Slots<L> {
    /// The address of the next scalar. It need not be aligned.
    #[inline(always)]
    fn next<S>(&mut self) -> *mut S {
        assert!(self.at + size_of::<S>() <= self.end && self.lane < L, "the type has other scalars");
        // SAFETY: the scalars of this position begin `L * at` bytes after the first, there are `L` of them, and they end
        // at most `L * end` bytes after it.
        let slot = unsafe { self.first.add(L * self.at).cast::<S>().add(self.lane) };
        self.at += size_of::<S>();
        slot
    }
}

impl<const L: usize> ScalarWriter for Slots<L> {
    #[inline(always)]
    fn put<S: PlainScalar>(&mut self, scalar: S) {
        // SAFETY: `next` returns an address within the memory of the variable, which `set` borrows mutably.
        unsafe { self.next::<S>().write_unaligned(scalar) };
    }
}

impl<const L: usize> ScalarReader for Slots<L> {
    #[inline(always)]
    fn take<S: PlainScalar>(&mut self) -> S {
        // SAFETY: `next` returns an address within the memory of the variable. `clear` has initialised it, and every bit
        // pattern is a valid `PlainScalar`.
        unsafe { self.next::<S>().read_unaligned() }
    }
}

/// Arrays of scalars in `D` dimensions. The trait is sealed, because `Lanes` relies on the layout of an item.
pub trait Items<const D: usize>: Value + sealed::Items {
    /// The number of items.
    const COUNT: usize;

    /// The offset of an item in the flattened array. Panics if an index is out of bounds, as an array does.
    fn position(index: [usize; D]) -> usize;
}

mod sealed {
    pub trait Items {}
}

macro_rules! items {
    ($($scalar:ident)*) => {$(
        impl<const A: usize> sealed::Items for [$scalar; A] {}
        impl<const A: usize, const B: usize> sealed::Items for [[$scalar; B]; A] {}

        impl<const A: usize> Items<1> for [$scalar; A] {
            const COUNT: usize = A;

            #[inline(always)]
            #[track_caller]
            fn position([a]: [usize; 1]) -> usize {
                let () = [(); A][a];
                a
            }
        }

        impl<const A: usize, const B: usize> Items<2> for [[$scalar; B]; A] {
            const COUNT: usize = A * B;

            #[inline(always)]
            #[track_caller]
            fn position([a, b]: [usize; 2]) -> usize {
                let () = [(); A][a];
                let () = [(); B][b];
                a * B + b
            }
        }
    )*};
}

items!(f32 i32 u32 f64 i64 u64 u8 i8 u16 i16 usize isize bool f16);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Projections;

    fn returns<T: Value + PartialEq + std::fmt::Debug>(make: impl Fn(usize) -> T) {
        returns_from(&mut lanes::<T, 7>(), &make);
        let mut buffer = lane_buffer::<T, 7>();
        returns_from(buffer.lanes(), &make);
        returns_from(buffer.lanes(), &make);
    }

    fn returns_from<T: Value + PartialEq + std::fmt::Debug>(
        some: &mut Lanes<T, 7>,
        make: impl Fn(usize) -> T,
    ) {
        assert!((0..7).all(|lane| some.get(lane) == T::AMP_ZERO));
        (0..7).for_each(|lane| some.set(lane, make(lane)));
        some.set(3, make(30));
        for lane in 0..7 {
            assert_eq!(some.get(lane), make(if lane == 3 { 30 } else { lane }));
        }
    }

    #[test]
    fn lanes_return_the_stored_values() {
        returns(|n| n as f32);
        returns(|n| n as u64);
        returns(|n| n % 2 == 0);
        returns(|n| (n as f32, n as u32 + 1));
        returns(|n| (n % 3 == 0, n as u64, n as f32));
        returns(|n| (n % 3 == 0, n % 2 == 0));
        #[cfg(feature = "glam")]
        returns(|n| glam::Vec4::new(n as f32, 1.0, 2.0, n as f32));
        #[cfg(feature = "glam")]
        returns(|n| (glam::Vec4::splat(n as f32), n as f64, n));
        returns(|n| [n as i32; 5]);
        returns(|n| [n as u32; 100]);
        returns(|n| [[n as f32, 1.0, 2.0]; 3]);
        returns(|_| ());
        returns(|n| (n % 2 == 0).then_some((n as f32, n % 3 == 0, n)));
        returns(|n| (n % 2 == 0).then_some(n % 3 == 0));
        returns(|n| if n % 2 == 0 { Ok(n as u32) } else { Err([n as f32; 3]) });
        returns(|n| (n.cmp(&3), char::from(b'a' + n as u8), std::num::NonZero::<u16>::new(n as u16)));
    }

    #[test]
    fn large_variables_are_on_the_heap() {
        fn is_here<T: Value, const L: usize>() -> bool {
            let mut buffer = lane_buffer::<T, L>();
            buffer.lanes();
            buffer.there.is_none()
        }
        assert!(is_here::<[f32; 4], 7>() && is_here::<(u64, u64), 1024>() && is_here::<(), 64>());
        assert!(!is_here::<[f32; 5], 1024>() && !is_here::<[[u32; 500]; 4], 1024>());
    }

    #[test]
    fn only_compressed_sum_types_are_not_split() {
        const {
            assert!(Lanes::<(f32, u32), 4>::IS_SPLIT && Lanes::<[[f32; 3]; 2], 4>::IS_SPLIT);
            assert!(Lanes::<(bool, f32), 4>::IS_SPLIT && Lanes::<(bool, u64, f32), 4>::IS_SPLIT);
            assert!(Lanes::<Option<f32>, 4>::IS_SPLIT && Lanes::<Option<(u64, f32)>, 4>::IS_SPLIT);
            assert!(!Lanes::<Option<bool>, 4>::IS_SPLIT && !Lanes::<Result<u32, f32>, 4>::IS_SPLIT);
        }
    }

    #[test]
    fn items_agree_with_the_array() {
        fn check<T: Items<2> + Value<Projections: Projections<Scalar = f32>>, const L: usize>(
            some: &mut Lanes<T, L>,
            flatten: impl Fn(T) -> Vec<f32>,
        ) {
            for lane in 0..L {
                for (a, b) in [(0, 0), (0, 2), (1, 1)] {
                    *some.item_mut(lane, [a, b]) = (lane * 100 + a * 10 + b) as f32;
                }
            }
            for lane in 0..L {
                let at = (lane * 100) as f32;
                assert_eq!(flatten(some.get(lane)), [at, 0.0, at + 2.0, 0.0, at + 11.0, 0.0]);
                assert_eq!(some.item(lane, [1, 1]), at + 11.0);
            }
        }
        check(lane_buffer::<[[f32; 3]; 2], 5>().lanes(), |it| it.concat());
        let mut bits = lanes::<[bool; 3], 4>();
        *bits.item_mut(2, [1]) = true;
        assert_eq!((bits.get(2), bits.get(1), bits.item(2, [1])), ([false, true, false], [false; 3], true));
    }

    #[test]
    #[should_panic(expected = "index out of bounds: the len is 3 but the index is 3")]
    fn item_out_of_bounds_panics() {
        lanes::<[f32; 3], 4>().item(0, [3]);
    }

    #[test]
    fn all_looks_at_count_lanes() {
        let mut done = lanes::<bool, 8>();
        (0..5).for_each(|lane| done.set(lane, true));
        assert!(done.all(5) && !done.all(6));
    }
}
