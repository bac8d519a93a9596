//! `SharedAccess`: a written view in which any work-item may access any element.
//!
//! Elements are read and written word by word with relaxed atomics, so a race in a kernel yields one of the
//! values and is not undefined behaviour. The unit of access is smaller for elements with the alignment of a
//! byte or a half-word. All accesses of a view have the same unit, because the unit depends only on the
//! element type.
//!
//! LLVM does not combine atomics into vectors. So `load_up` and similar functions copy whole rows by the
//! processor's vector instructions (see `relaxed_copy`). A store of one component of an element leaves the
//! other components untouched, because other work-items may write those at the same time.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU32, Ordering};

use amp_shader::{Scalar, TypeInfo};

use super::hoisted_view::HoistedView;
use super::memory::Memory;
use super::relaxed_copy::{self, Vectors};
use super::row::Locate;
use super::row_buffer::{BufferedRow, RowBuffer};
use crate::types::extent::Extent;
use crate::types::{Atomic, AtomicInt, AtomicValue, GpuType, fetch};

/// A view whose elements are read and written word by word with relaxed atomics.
pub struct SharedAccess<T, const N: usize>(pub(super) Memory<T, N>);

// SAFETY: every access is atomic.
unsafe impl<T: GpuType, const N: usize> Sync for SharedAccess<T, N> {}

impl<T: GpuType, const N: usize> SharedAccess<T, N> {
    /// # Safety
    /// The caller must ensure that no other code uses the memory while this value exists.
    pub(crate) unsafe fn new(memory: Memory<T, N>) -> Self {
        SharedAccess(memory)
    }

    /// A local copy of this view; see `HoistedView`.
    #[inline(always)]
    pub fn at_hand(&self) -> HoistedView<'_, Self> {
        HoistedView::new(SharedAccess(self.0.copy()), self)
    }

    /// The view's extent.
    #[inline(always)]
    pub fn extent(&self) -> Extent<N> {
        self.0.extent()
    }

    /// The element at an index. A fault reports the work-item `lane` of `row`.
    #[inline(always)]
    #[track_caller]
    pub fn get(&self, row: &impl Locate, lane: usize, index: [usize; N]) -> T {
        let element = self.0.at(row, lane, index);
        let mut value = MaybeUninit::<T>::uninit();
        // SAFETY: `at` returns a valid element, and only atomics access it while `self` is borrowed.
        // `load_each` writes all units. `T::PLAIN` proves that each bit pattern is a valid value, apart from
        // enums and `bool`s in `T`. An enum or `bool` is not larger than a unit, so its bits were stored
        // together and are a valid value.
        unsafe {
            load_each(Vectors::NONE, element.as_ptr(), value.as_mut_ptr(), 1);
            value.assume_init()
        }
    }

    /// Replaces the element at an index.
    #[inline(always)]
    #[track_caller]
    pub fn set(&self, row: &impl Locate, lane: usize, index: [usize; N], value: T) {
        let element = self.0.at(row, lane, index);
        // SAFETY: `at` returns a valid element, and only atomics access it while `self` is borrowed.
        // `T::PLAIN` proves that no byte of the value is padding.
        unsafe { store_each(Vectors::NONE, &raw const value, element.as_ptr(), 1) };
    }
}

impl<T: GpuType, const N: usize> SharedAccess<T, N> {
    /// Replaces some components of the element at an index. `before` and `after` are the complete element
    /// before and after the change. The function stores only the components that differ, so other work-items
    /// may write other components at the same time.
    #[inline(always)]
    #[track_caller]
    pub fn set_part(&self, row: &impl Locate, lane: usize, index: [usize; N], before: T, after: T) {
        let element = self.0.at(row, lane, index);
        // SAFETY: `at` returns a valid element, and only atomics access it while `self` is borrowed.
        // `T::PLAIN` proves that no byte of the values is padding.
        unsafe { store_changed(&raw const before, &raw const after, element.as_ptr()) };
    }

    /// Whether the elements of a row are contiguous.
    #[inline(always)]
    pub fn has_rows(&self) -> bool {
        self.0.has_rows()
    }
}

/// Declares the constructors of `BufferedRow`, one for each direction (up, down) and purpose (load, store).
macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident: $way:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[track_caller]
        pub fn $name<'r, const L: usize, R: Locate>(
            &'r self,
            row: &'r R,
            index: [usize; N],
            buffer: &'r mut RowBuffer,
        ) -> BufferedRow<'r, T, R, N, L> {
            BufferedRow::new(self, row, index, $way, buffer)
        }
    )*};
}

impl<T: GpuType, const N: usize> SharedAccess<T, N> {
    rows! {
        /// Loads one element for each lane, at ascending indices along the last dimension.
        load_up: [false, true];
        /// Loads one element for each lane, at descending indices along the last dimension.
        load_down: [true, true];
        /// Prepares a store of one element for each lane, at ascending indices along the last dimension.
        store_up: [false, false];
        /// Prepares a store of one element for each lane, at descending indices along the last dimension.
        store_down: [true, false];
    }

    /// Loads `L` elements along the last dimension, in ascending order. `index` is the index of the first of
    /// these elements, or of the last one if `down` is true.
    #[inline(always)]
    #[track_caller]
    pub(super) fn load_run<'r, const L: usize>(
        &self,
        row: &impl Locate,
        index: [usize; N],
        down: bool,
        to: &'r mut MaybeUninit<[T; L]>,
    ) -> &'r [T; L] {
        let first = if down { self.0.run_down(row, index, L) } else { self.0.run(row, index, L) };
        // SAFETY: there are `L` elements. Only atomics access them while `self` is borrowed, and each bit
        // pattern is a value, as in `get`.
        unsafe {
            load_each(row.vectors(), first.as_ptr(), to.as_mut_ptr().cast(), L);
            to.assume_init_ref()
        }
    }

    /// Stores `L` elements along the last dimension, in ascending order. `index` is the index of the first of
    /// these elements, or of the last one if `down` is true.
    #[inline(always)]
    #[track_caller]
    pub(super) fn store_run<const L: usize>(
        &self,
        row: &impl Locate,
        index: [usize; N],
        down: bool,
        values: &[T; L],
    ) {
        let first = if down { self.0.run_down(row, index, L) } else { self.0.run(row, index, L) };
        // SAFETY: as in `load_run`, and `T::PLAIN` proves that no byte of a value is padding.
        unsafe { store_each(row.vectors(), values.as_ptr(), first.as_ptr(), L) };
    }
}

/// Declares atomic operations under their names in the kernel language.
macro_rules! operations {
    ($($name:ident |$old:ident, $value:ident| $new:expr;)*) => {$(
        /// See the function of the same name in [`atomics`](crate::functions::atomics).
        #[inline(always)]
        #[track_caller]
        pub fn $name(&self, row: &impl Locate, lane: usize, index: [usize; N], value: T) -> T {
            fetch(self.word(row, lane, index), |$old: T| {
                let $value = value;
                $new
            })
        }
    )*};
}

/// Whether each value of a type is one word without padding.
const fn is_one_word(info: &TypeInfo) -> bool {
    match info {
        TypeInfo::Scalar(scalar) => matches!(scalar, Scalar::U32 | Scalar::I32 | Scalar::F32),
        TypeInfo::Enum(info) => info.bytes == 4,
        _ => false,
    }
}

/// The bits of a value.
#[inline(always)]
fn to_word<T: AtomicValue>(value: T) -> u32 {
    const { assert!(is_one_word(T::INFO) && size_of::<T>() == 4) };
    // SAFETY: the type is a scalar or an enum of one word, without padding.
    unsafe { std::mem::transmute_copy(&value) }
}

/// The value that has these bits. The bits were loaded from an element of this type.
#[inline(always)]
fn of_word<T: AtomicValue>(word: u32) -> T {
    const { assert!(is_one_word(T::INFO) && size_of::<T>() == 4) };
    // SAFETY: every word that is stored to the element is a value of the type.
    unsafe { std::mem::transmute_copy(&word) }
}

impl<T: AtomicValue, const N: usize> SharedAccess<T, N> {
    /// The word of a one-word element.
    #[inline(always)]
    #[track_caller]
    fn word(&self, row: &impl Locate, lane: usize, index: [usize; N]) -> &AtomicU32 {
        const { assert!(size_of::<T>() == 4 && align_of::<T>() == 4) };
        // SAFETY: `at` returns a valid element of one word, and only atomics touch it while `self` is
        // borrowed.
        unsafe { self.0.at(row, lane, index).cast::<AtomicU32>().as_ref() }
    }

    /// See [`atomic_load`](crate::functions::atomics::atomic_load).
    #[inline(always)]
    #[track_caller]
    pub fn atomic_load(&self, row: &impl Locate, lane: usize, index: [usize; N]) -> T {
        of_word(self.word(row, lane, index).load(Ordering::Relaxed))
    }

    /// See [`atomic_store`](crate::functions::atomics::atomic_store).
    #[inline(always)]
    #[track_caller]
    pub fn atomic_store(&self, row: &impl Locate, lane: usize, index: [usize; N], value: T) {
        self.word(row, lane, index).store(to_word(value), Ordering::Relaxed);
    }

    /// See [`atomic_exchange`](crate::functions::atomics::atomic_exchange).
    #[inline(always)]
    #[track_caller]
    pub fn atomic_exchange(&self, row: &impl Locate, lane: usize, index: [usize; N], value: T) -> T {
        of_word(self.word(row, lane, index).swap(to_word(value), Ordering::Relaxed))
    }

    /// See [`atomic_compare_exchange`](crate::functions::atomics::atomic_compare_exchange).
    #[inline(always)]
    #[track_caller]
    pub fn atomic_compare_exchange(
        &self,
        row: &impl Locate,
        lane: usize,
        index: [usize; N],
        expected: T,
        value: T,
    ) -> T {
        let word = self.word(row, lane, index);
        match word.compare_exchange(to_word(expected), to_word(value), Ordering::Relaxed, Ordering::Relaxed) {
            Ok(old) | Err(old) => of_word(old),
        }
    }
}

impl<T: Atomic, const N: usize> SharedAccess<T, N> {
    operations! {
        atomic_fetch_add |old, value| old.plus(value);
        atomic_fetch_sub |old, value| old.minus(value);
        atomic_fetch_min |old, value| old.smaller(value);
        atomic_fetch_max |old, value| old.larger(value);
    }
}

impl<T: AtomicInt, const N: usize> SharedAccess<T, N> {
    operations! {
        atomic_fetch_and |old, value| old & value;
        atomic_fetch_or |old, value| old | value;
        atomic_fetch_xor |old, value| old ^ value;
    }
}

/// The size of the access unit for an element type, in bytes: the alignment of the type, but at most a word.
/// No enum and no `bool` is larger than the unit, so a race never mixes two values of an enum or `bool`.
const fn unit_bytes<T>() -> usize {
    if align_of::<T>() < 4 { align_of::<T>() } else { 4 }
}

/// Evaluates an expression in which `Unit` is the access unit of an element type.
macro_rules! with_unit {
    ($ty:ident, $unit:ident => $call:expr) => {
        match const { unit_bytes::<$ty>() } {
            1 => {
                type $unit = u8;
                $call
            }
            2 => {
                type $unit = u16;
                $call
            }
            _ => {
                type $unit = u32;
                $call
            }
        }
    };
}

/// Copies elements from shared memory, unit by unit (see `unit_bytes`).
///
/// # Safety
/// Both pointers must point to `count` elements. The source may be read by relaxed atomics, and the target may be
/// written.
#[inline(always)]
unsafe fn load_each<T: GpuType>(vectors: Vectors, from: *const T, to: *mut T, count: usize) {
    let bytes = count * size_of::<T>();
    // SAFETY: the caller guarantees both pointers. An element is aligned to the unit, and consists of
    // complete units.
    unsafe {
        with_unit!(T, Unit => vectors.load::<Unit>(from.cast(), to.cast(), bytes / size_of::<Unit>()));
    }
}

/// Copies elements to shared memory, unit by unit (see `unit_bytes`).
///
/// # Safety
/// Both pointers must point to `count` elements without padding. The source may be read, and the target may be written
/// by relaxed atomics.
#[inline(always)]
unsafe fn store_each<T: GpuType>(vectors: Vectors, from: *const T, to: *mut T, count: usize) {
    let bytes = count * size_of::<T>();
    // SAFETY: the caller guarantees both pointers. An element is aligned to the unit, and consists of
    // complete units.
    unsafe {
        with_unit!(T, Unit => vectors.store::<Unit>(from.cast(), to.cast(), bytes / size_of::<Unit>()));
    }
}

/// Stores the components of the value at `from` that differ from those of the value at `before`. If a unit
/// contains several components, an atomic update replaces the changed components and keeps all others.
///
/// # Safety
/// `from` must point to an element without padding that may be read, and so must `before`. `to` must point to an element
/// that may be written by relaxed atomics.
#[inline(always)]
unsafe fn store_changed<T: GpuType>(before: *const T, from: *const T, to: *mut T) {
    let parts_are_units = const { T::INFO.unit_bytes() >= unit_bytes::<T>() };
    let mut mask = MaybeUninit::<T>::uninit();
    if !parts_are_units {
        // SAFETY: the buffer has the size of an element, and the caller permits reads of both elements.
        unsafe { write_mask(T::INFO, size_of::<T>(), before.cast(), from.cast(), mask.as_mut_ptr().cast()) };
    }
    // SAFETY: the caller guarantees the pointers. An element is aligned to the unit, and consists of complete
    // units.
    unsafe {
        with_unit!(T, Unit => for at in 0..size_of::<T>() / size_of::<Unit>() {
            let (unit, to) = (from.cast::<Unit>().add(at).read(), to.cast::<Unit>().add(at));
            if parts_are_units {
                if unit != before.cast::<Unit>().add(at).read() {
                    <Unit as relaxed_copy::Unit>::store(to, unit);
                }
            } else {
                <Unit as relaxed_copy::Unit>::replace(to, mask.as_ptr().cast::<Unit>().add(at).read(), unit);
            }
        });
    }
}

/// Sets the mask's bytes to 255 where two values of a type differ, and to 0 elsewhere. If two enums differ in
/// one byte, the mask covers the complete enum.
///
/// # Safety
/// All pointers must point to `size` bytes. The first two may be read, and the last may be written.
unsafe fn write_mask(info: &TypeInfo, size: usize, before: *const u8, after: *const u8, mask: *mut u8) {
    // SAFETY: the caller guarantees the pointers. The mask is initialised before a slice refers to it.
    let (before, after, mask) = unsafe {
        mask.write_bytes(0, size);
        (
            std::slice::from_raw_parts(before, size),
            std::slice::from_raw_parts(after, size),
            std::slice::from_raw_parts_mut(mask, size),
        )
    };
    for ((mask, before), after) in mask.iter_mut().zip(before).zip(after) {
        *mask = if before == after { 0 } else { u8::MAX };
    }
    widen_to_enums(info, mask);
}

/// Extends a mask of changed bytes to whole enums.
fn widen_to_enums(info: &TypeInfo, mask: &mut [u8]) {
    match info {
        TypeInfo::Enum(_) if mask.contains(&u8::MAX) => mask.fill(u8::MAX),
        TypeInfo::Array(element, _) => {
            mask.chunks_exact_mut(element.bytes()).for_each(|item| widen_to_enums(element, item));
        }
        TypeInfo::Struct(info) => {
            let mut rest = mask;
            for (_, field) in info.fields {
                let (part, others) = rest.split_at_mut(field.bytes());
                widen_to_enums(field, part);
                rest = others;
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amp_shader::{EnumInfo, Scalar, StructInfo};

    #[test]
    fn masks_cover_whole_enums() {
        static KIND: TypeInfo = TypeInfo::Enum(&EnumInfo {
            name: "Kind",
            numbers: &[0, 0x101],
            signed: false,
            bytes: 2,
            equal: None,
            order: None,
        });
        static BYTE: TypeInfo = TypeInfo::Scalar(Scalar::U8);
        static BYTES: TypeInfo = TypeInfo::Array(&BYTE, 2);
        static ELEMENT: TypeInfo =
            TypeInfo::Struct(&StructInfo { name: "E", fields: &[("kind", &KIND), ("bytes", &BYTES)] });
        let mut mask = [9; 4];
        let (before, after) = ([0, 1, 2, 3], [1, 1, 2, 4]);
        // SAFETY: the element and both arrays have four bytes.
        unsafe { write_mask(&ELEMENT, 4, before.as_ptr(), after.as_ptr(), mask.as_mut_ptr()) };
        assert_eq!(mask, [255, 255, 0, 255]);
    }
}
