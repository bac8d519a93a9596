//! Captures: conversion of the user's variables to what a launch binds.
//!
//! There is a trait for each kind of use: `CaptureView`, `CaptureMut`, `CaptureAtomic` and others. The trait
//! converts a variable to a `BoundCapture`, which holds the borrow until the launch. A bound capture provides
//! a capture type without lifetimes (the pipeline cache is keyed by `TypeId`, which requires `'static`), an
//! argument for the CPU code, and a binding for devices. If a variable cannot be captured, its type does not
//! implement the trait, and rustc reports that at the variable.

mod borrowck_copy;
mod capture_type;
mod rank_check;
mod readable_view;
mod slots;
mod value_or_view;
mod write_capture;

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use crate::abi::checked::BorrowedData;
use crate::abi::cpu::{Collapse, ExclusiveAccess, HoistedView, LaunchId, Memory, ReadAccess, SharedAccess};
use crate::data::array::Array;
use crate::data::shape::Shape;
use crate::data::storage::{QueueSelection, Region, SharedStorages, Storage};
use crate::data::view::{ArrayView, ArrayViewMut};
use crate::device::gpu::{Binding, GpuBuffer};
use crate::device::queue::AcceleratorView;
use crate::device::queue::Location;
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::types::{Element, GpuType, Value, never_applies, words_of};
pub use borrowck_copy::{BorrowckCapture, TileMemory, borrowck_capture, unknown};
pub(crate) use capture_type::CaptureInfo;
pub use capture_type::{CaptureType, ReadCaptureType, ValueCaptureType, WriteCaptureType};
pub use rank_check::{HasRank, Ranked};
pub use readable_view::{ReadParameter, ReadableView};
pub use slots::{capture_slot, element_slot, mut_slot, rank, ref_slot, stored};
pub use value_or_view::{CaptureValueOrView, capture_value_or_view};
pub use write_capture::{
    CaptureAtomic, CaptureAtomicMut, CaptureMethods, CaptureModified, CaptureMut, ChangedByShared,
    changed_by_shared_reference,
};

/// A function that creates the binding of a capture without transferring data. It can run on any thread, even
/// after the capture was dropped.
pub(crate) type Prepared = Box<dyn FnOnce(&AcceleratorView) -> Result<Binding> + Send>;

/// A bound capture without its types, for code that is compiled once for all kernels.
pub trait DynCapture {
    /// The kind, rank and element type of the capture.
    fn info(&self) -> CaptureInfo;

    /// The queue on which a captured array must be used. `None` if the capture is no array.
    fn required_queue(&self) -> Option<&AcceleratorView>;

    /// If the capture is a view, adds its data to `into`. From it, the launch chooses a queue that already
    /// holds the newest data.
    fn add_to_selection(&self, into: &mut QueueSelection);

    /// Makes the captured data resident on the queue `view`, and returns the binding.
    fn bind(&self, view: &AcceleratorView) -> Result<Binding>;

    /// Returns a function that creates the binding without transferring data. `warm_up` needs the binding to
    /// compile the kernel, but moves no data.
    fn prepare(&self) -> Prepared;

    /// The size of the captured view's elements in bytes; zero for a value.
    fn view_bytes(&self) -> u64;

    /// If the kernel writes the captured view, records that the copy at `location` contains the newest data.
    fn mark_written(&self, location: Location);

    /// If other threads may use the view's storage during the launch, adds the storage to `into`. The launch
    /// locks these storages.
    fn add_shared(&self, into: &mut SharedStorages);

    /// If the capture is a view, adds its undefined bytes to `into`. The checked accelerator reports reads of
    /// undefined bytes.
    fn add_borrowed(&self, into: &mut BorrowedData);
}

/// A captured variable in the form that a launch uses. It holds the borrow of the variable.
pub trait BoundCapture: DynCapture {
    /// The capture type.
    type Type: CaptureType;
    /// The type of the argument that the CPU code gets for the capture.
    type CpuArg: Sync;

    /// Downloads the captured data if necessary, and returns the argument for the CPU code. `capture` is the
    /// index of this capture among all captures of the kernel.
    ///
    /// # Safety
    /// The caller must use the result only while this capture exists. It must pass the result only to CPU
    /// code that runs a row or tile of the launch `launch`.
    unsafe fn cpu_arg(&self, capture: usize, launch: LaunchId) -> Result<Self::CpuArg>;

    /// Whether `cpu_arg` is a contiguous view of this extent, so that a launch may treat it as one row.
    fn is_collapsible(cpu_arg: &Self::CpuArg, extent: &[usize]) -> bool;

    /// Reshapes the view `cpu_arg` to one row with the same elements.
    fn collapse(cpu_arg: &mut Self::CpuArg);

    /// Returns a local copy of the argument.
    fn hoist(cpu_arg: &Self::CpuArg) -> HoistedView<'_, Self::CpuArg>;
}

/// A bound capture that is not a view: it owns a copy of the captured value.
#[derive(Debug)]
pub struct ValueCapture<T>(T);

impl<T> From<T> for ValueCapture<T> {
    fn from(value: T) -> Self {
        ValueCapture(value)
    }
}

impl<T: Value> BoundCapture for ValueCapture<T> {
    type Type = ValueCaptureType<T>;
    type CpuArg = T;

    unsafe fn cpu_arg(&self, _: usize, _: LaunchId) -> Result<T> {
        Ok(self.0)
    }

    fn is_collapsible(_: &T, _: &[usize]) -> bool {
        false
    }

    fn collapse(_: &mut T) {}

    #[inline(always)]
    fn hoist(value: &T) -> HoistedView<'_, T> {
        HoistedView::of_value(value)
    }
}

impl<T: Value> DynCapture for ValueCapture<T> {
    fn info(&self) -> CaptureInfo {
        const {
            assert!(
                !T::INFO.has_slices(),
                "a kernel captures a slice of constants: capture its index in a table, or a view of the items"
            );
        }
        CaptureInfo::of::<ValueCaptureType<T>>()
    }

    fn required_queue(&self) -> Option<&AcceleratorView> {
        None
    }

    fn add_to_selection(&self, _: &mut QueueSelection) {}

    fn bind(&self, _: &AcceleratorView) -> Result<Binding> {
        Ok(Binding::Value(words_of(&self.0)))
    }

    fn prepare(&self) -> Prepared {
        let words = words_of(&self.0);
        Box::new(move |_| Ok(Binding::Value(words)))
    }

    fn view_bytes(&self) -> u64 {
        0
    }

    fn mark_written(&self, _: Location) {}

    fn add_shared(&self, _: &mut SharedStorages) {}

    fn add_borrowed(&self, _: &mut BorrowedData) {}
}

/// The data of a captured view or array.
struct Data<const N: usize> {
    storage: Arc<Storage>,
    shape: Shape<N>,
    queue: Option<AcceleratorView>,
    /// The ranges of bytes that the elements occupy, computed at the first use.
    bytes: OnceLock<Ranges>,
}

impl<const N: usize> Data<N> {
    fn new(storage: &Arc<Storage>, shape: Shape<N>, queue: Option<AcceleratorView>) -> Self {
        Data { storage: storage.clone(), shape, queue, bytes: OnceLock::new() }
    }

    /// The byte ranges of the storage that the captured elements occupy. `size` is the size of an element in
    /// bytes.
    fn bytes(&self, size: usize) -> Result<&Ranges> {
        match self.bytes.get() {
            Some(bytes) => Ok(bytes),
            None => {
                let bytes = self.shape.bytes(size)?;
                Ok(self.bytes.get_or_init(|| bytes))
            }
        }
    }

    /// Calls `access` with the storage and the captured region of the storage. `size` is the size of an element
    /// in bytes; `written` is true if the kernel writes to the region.
    fn with_region<R>(
        &self,
        size: usize,
        written: bool,
        access: impl FnOnce(&Storage, &Region<'_>) -> R,
    ) -> R {
        let (span, key) = (self.shape.span(size), self.shape.key(size));
        access(&self.storage, &Region { span, key, bytes: &|| self.bytes(size), written })
    }

    /// Downloads the data if necessary, and returns its elements in host memory.
    ///
    /// # Safety
    /// The storage must hold elements of type `T`. The caller must use the result only while the storage is
    /// borrowed for this launch.
    unsafe fn memory<T: Element>(
        &self,
        capture: usize,
        launch: LaunchId,
        written: bool,
    ) -> Result<Memory<T, N>> {
        let first = self.with_region(size_of::<T>(), written, Storage::region_on_host)?.cast();
        // SAFETY: the caller guarantees the element type and the borrow, and a view's shape lies in its
        // storage.
        Ok(unsafe { Memory::new(first, &self.shape, capture, launch) })
    }
}

fn bound<const N: usize>(shape: &Shape<N>, buffer: Arc<GpuBuffer>, written: bool) -> Binding {
    Binding::View {
        buffer,
        offset: shape.offset,
        extent: shape.extent.to_vec(),
        stride: shape.stride.to_vec(),
        contiguous: shape.offset == 0 && shape.is_contiguous(),
        written,
    }
}

/// Generates the three kinds of captured views.
macro_rules! view_captures {
    ($($(#[$doc:meta])* $name:ident $borrowed:ty, $of:ident $key:ident $access:ident $written:literal;)*) => {$(
        $(#[$doc])*
        pub struct $name<'b, T, const N: usize>(Data<N>, PhantomData<$borrowed>);

        impl<T: $of, const N: usize> BoundCapture for $name<'_, T, N> {
            type Type = $key<T, N>;
            type CpuArg = $access<T, N>;

            unsafe fn cpu_arg(&self, capture: usize, launch: LaunchId) -> Result<$access<T, N>> {
                // SAFETY: the capture was made from a view of elements of type `T`, which it borrows. A
                // written view is borrowed mutably, so no other code uses the memory. A read view is
                // borrowed, so no other code writes to it. The caller guarantees that the result is only used
                // during the launch.
                unsafe { Ok($access::new(self.0.memory(capture, launch, $written)?)) }
            }

            fn is_collapsible(cpu_arg: &Self::CpuArg, extent: &[usize]) -> bool {
                cpu_arg.is_collapsible(extent)
            }

            fn collapse(cpu_arg: &mut Self::CpuArg) {
                cpu_arg.collapse();
            }

            #[inline(always)]
            fn hoist(cpu_arg: &Self::CpuArg) -> HoistedView<'_, Self::CpuArg> {
                cpu_arg.at_hand()
            }
        }

        impl<T: $of, const N: usize> DynCapture for $name<'_, T, N> {
            fn info(&self) -> CaptureInfo {
                CaptureInfo::of::<$key<T, N>>()
            }

            fn required_queue(&self) -> Option<&AcceleratorView> {
                self.0.queue.as_ref()
            }

            fn add_to_selection(&self, into: &mut QueueSelection) {
                self.0.with_region(size_of::<T>(), $written, |storage, region| into.add(storage, region));
            }

            fn bind(&self, view: &AcceleratorView) -> Result<Binding> {
                let access = |storage: &Storage, region: &Region<'_>| storage.region_on_queue(view, region);
                Ok(bound(&self.0.shape, self.0.with_region(size_of::<T>(), $written, access)?, $written))
            }

            fn prepare(&self) -> Prepared {
                let (storage, shape) = (self.0.storage.clone(), self.0.shape);
                Box::new(move |view| Ok(bound(&shape, storage.resident_on_queue(view, &Ranges::default())?, $written)))
            }

            fn view_bytes(&self) -> u64 {
                (self.0.shape.size() * size_of::<T>()) as u64
            }

            fn mark_written(&self, location: Location) {
                if $written {
                    self.0.with_region(size_of::<T>(), true, |storage, region| storage.region_written(location, region));
                }
            }

            fn add_shared(&self, into: &mut SharedStorages) {
                into.add(&self.0.storage);
            }

            fn add_borrowed(&self, into: &mut BorrowedData) {
                into.add(&self.0.storage, || self.0.bytes(size_of::<T>()));
            }
        }
    )*};
}

view_captures! {
    /// A view that the kernel reads.
    ReadCapture &'b [T], Element ReadCaptureType ReadAccess false;
    /// A written view of which each work-item accesses only the element at its own index.
    ExclusiveCapture &'b mut [T], GpuType WriteCaptureType ExclusiveAccess true;
    /// A written view of which each work-item may access any element.
    SharedCapture &'b mut [T], GpuType WriteCaptureType SharedAccess true;
}

/// A captured view that the kernel writes, before [`exclusive`] or [`shared`] chooses which elements a
/// work-item may access.
pub struct WriteCapture<'b, T, const N: usize>(Data<N>, PhantomData<&'b mut [T]>);

/// A captured view that the kernel accesses by atomic operations. Other threads may use the view at the same
/// time, so it never becomes an [`ExclusiveCapture`].
pub struct AtomicCapture<'b, T, const N: usize>(Data<N>, PhantomData<&'b mut [T]>);

impl<'b, T: GpuType, const N: usize> From<WriteCapture<'b, T, N>> for AtomicCapture<'b, T, N> {
    fn from(arg: WriteCapture<'b, T, N>) -> Self {
        AtomicCapture(arg.0, PhantomData)
    }
}

/// Returns the capture unchanged, with its element type written as `T::Data`. If `T` is plain data, `T::Data`
/// is `T`. Otherwise `T::Data` does not exist, so rustc reports `T` once, and no errors about later uses of
/// the capture. Expansions call this function for the parameters of `#[kernel]` functions.
pub fn typed_write<'b, T: GpuType, const N: usize>(
    arg: WriteCapture<'b, T, N>,
) -> WriteCapture<'b, T::Data, N> {
    WriteCapture(arg.0, PhantomData)
}

/// Chooses exclusive access: each work-item accesses only the element at its own index.
pub fn exclusive<'b, T: GpuType, const N: usize>(arg: WriteCapture<'b, T, N>) -> ExclusiveCapture<'b, T, N> {
    ExclusiveCapture(arg.0, PhantomData)
}

/// Chooses shared access: each work-item may access any element.
pub fn shared<'b, T: GpuType, const N: usize>(arg: WriteCapture<'b, T, N>) -> SharedCapture<'b, T, N> {
    SharedCapture(arg.0, PhantomData)
}

/// Chooses shared access: each work-item may access any element by atomic operations.
pub fn atomic<'b, T: GpuType, const N: usize>(arg: AtomicCapture<'b, T, N>) -> SharedCapture<'b, T, N> {
    SharedCapture(arg.0, PhantomData)
}

/// A variable that a kernel captures by value.
#[diagnostic::on_unimplemented(
    message = "kernels cannot use values of type `{Self}`",
    label = "not a type that kernels support",
    note = "kernels support scalars, glam's vectors and matrices, arrays and tuples of them, and structs with `#[derive(GpuType)]`; use a view by its elements: `x[k]`",
    note = "dereference a reference: `*name`",
    note = "name the type of a struct of views: `let a: &Csr = &a;`",
    note = "convert an element of a view of `u8`, `i8`, `u16` or `i16` where you read it: `v[i] as u32`"
)]
pub trait CaptureValue {
    /// The type of the bound capture.
    type Captured;
    /// Always `Self`. Expansions name this type instead of `Self`. It does not exist for a type that cannot
    /// be captured, so rustc reports only the missing trait, and no later errors.
    type Type;

    /// Converts the variable to a bound capture.
    fn capture_value(&self) -> Self::Captured;

    /// The value that the CPU code gets.
    fn captured_value(&self) -> Self::Type;
}

#[diagnostic::do_not_recommend]
impl<T: Value> CaptureValue for T {
    type Captured = T::Captured;
    type Type = T;

    fn capture_value(&self) -> T::Captured {
        (*self).into()
    }

    #[inline(always)]
    fn captured_value(&self) -> T {
        *self
    }
}

never_applies! { [] CaptureValue, {
    type Captured = ();
    type Type = ();
    fn capture_value(&self) {}
    fn captured_value(&self) {}
} }

/// A view or an array whose elements a kernel can read.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot read elements of `{Self}`",
    label = "not a view or an array of elements that kernels support",
    note = "capture an `ArrayView`, an `ArrayViewMut` or an `Array`: `let view = ArrayView::new(&data);`",
    note = "elements are numbers, vectors, and structs with `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`; an array of `usize` or tuples is captured by value: write `let a = a;` before its subscripts",
    note = "to read components of a captured `Index` or `Extent`, copy it in the kernel: `let size = size;`, then `size[0]`"
)]
pub trait CaptureView {
    /// The type of the bound capture.
    type Arg: BoundCapture;

    /// Converts the variable to a bound capture.
    fn capture_view(self) -> Self::Arg;
}

never_applies! { [] CaptureView, {
    type Arg = ReadCapture<'static, f32, 1>;
    fn capture_view(self) -> Self::Arg {
        unreachable!("no type implements it")
    }
} }

/// Implements `CaptureView` for a type, for references to it, and for mutable references to it.
macro_rules! captured_views {
    ($($of:ident $view:ty, |$it:ident| $queue:expr;)*) => {$(
        impl<'b, T: $of, const N: usize> CaptureView for &'b $view {
            type Arg = ReadCapture<'b, T, N>;

            fn capture_view(self) -> Self::Arg {
                let $it = self;
                let data = Data::new(&$it.storage, $it.shape, $queue);
                ReadCapture(data, PhantomData)
            }
        }

        // The bound capture borrows the view for `'b`, and does not borrow the outer reference. So a function
        // with a parameter `x: &'b ArrayView` can return an op that captures `x`.
        impl<'b, T: $of, const N: usize> CaptureView for &&'b $view {
            type Arg = ReadCapture<'b, T, N>;

            fn capture_view(self) -> Self::Arg {
                (*self).capture_view()
            }
        }

        impl<'b, T: $of, const N: usize> CaptureView for &'b &mut $view {
            type Arg = ReadCapture<'b, T, N>;

            fn capture_view(self) -> Self::Arg {
                (**self).capture_view()
            }
        }
    )*};
}

captured_views! {
    Element ArrayView<'_, T, N>, |_it| None;
    GpuType ArrayViewMut<'_, T, N>, |_it| None;
    Element Array<T, N>, |it| Some(it.view.clone());
}

/// A slice in a field of a struct of views, which a kernel captures as a view of its elements.
#[derive(Debug)]
pub struct CapturedSlice<'b, T>(pub &'b [T]);

impl<'b, T: Element> CaptureView for &CapturedSlice<'b, T> {
    type Arg = ReadCapture<'b, T, 1>;

    fn capture_view(self) -> Self::Arg {
        let view = ArrayView::new(self.0);
        let data = Data::new(&view.storage, view.shape, None);
        ReadCapture(data, PhantomData)
    }
}

/// If a kernel subscripts an array `[T; COUNT]` of the host, this captures the array as a view of its
/// elements.
impl<'b, T: Element, const COUNT: usize> CaptureView for &'b [T; COUNT] {
    type Arg = ReadCapture<'b, T, 1>;

    fn capture_view(self) -> Self::Arg {
        let view = ArrayView::new(self.as_slice());
        let data = Data::new(&view.storage, view.shape, None);
        ReadCapture(data, PhantomData)
    }
}
