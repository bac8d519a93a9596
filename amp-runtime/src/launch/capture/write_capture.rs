//! Mutable captures of closures: the traits of the views and arrays that a kernel can write, and the methods
//! by which expansions capture them. They are methods, because a method call borrows its receiver
//! automatically: `x.amp_capture_written()` captures a view `x`, and also the view behind a `&mut`.

use std::marker::PhantomData;

use super::{AtomicCapture, Data, WriteCapture};
use crate::data::array::Array;
use crate::data::view::{ArrayViewMut, AtomicView};
use crate::types::{Atomic, GpuType, never_applies};

/// A view or an array that a kernel can write.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot write to `{Self}`",
    label = "written by the kernel",
    note = "elements are numbers, vectors, and structs with `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`",
    note = "capture an `ArrayViewMut` or an `Array`: `let mut view = ArrayViewMut::new(&mut data);`",
    note = "modify an `AtomicView` by atomic operations: `atomic_fetch_add(&view[i], 1)`"
)]
pub trait CaptureMut<const N: usize> {
    /// The element type of the captured view or array.
    type Element: GpuType;

    /// Captures the view or array for writing.
    fn capture_mut(&mut self) -> WriteCapture<'_, Self::Element, N>;
}

never_applies! { [, const N: usize] CaptureMut<N>, {
    type Element = f32;
    fn capture_mut(&mut self) -> WriteCapture<'_, f32, N> {
        unreachable!("no type implements it")
    }
} }

impl<T: GpuType, const N: usize> CaptureMut<N> for ArrayViewMut<'_, T, N> {
    type Element = T;

    fn capture_mut(&mut self) -> WriteCapture<'_, T, N> {
        WriteCapture(Data::new(&self.storage, self.shape, None), PhantomData)
    }
}

impl<T: GpuType, const N: usize> CaptureMut<N> for Array<T, N> {
    type Element = T;

    fn capture_mut(&mut self) -> WriteCapture<'_, T, N> {
        WriteCapture(Data::new(&self.storage, self.shape, Some(self.view.clone())), PhantomData)
    }
}

impl<C: CaptureMut<N>, const N: usize> CaptureMut<N> for &mut C {
    type Element = C::Element;

    fn capture_mut(&mut self) -> WriteCapture<'_, C::Element, N> {
        (**self).capture_mut()
    }
}

/// A view whose elements the kernel may modify, but only by statements such as `view[i].method();`. The macro
/// cannot see whether the method modifies the element, so it treats the view as written. This trait has its
/// own error message, which says what to write if the method modifies nothing.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot write to `{Self}`",
    label = "counts as written, because a method of its elements is called and the result is dropped",
    note = "if the method modifies nothing, use its result: `let value = view[i].method();`",
    note = "capture an `ArrayViewMut` or an `Array`: `let mut view = ArrayViewMut::new(&mut data);`"
)]
pub trait CaptureModified<const N: usize> {
    /// The element type of the captured view or array.
    type Element: GpuType;

    /// Captures the view or array for writing.
    fn capture_changed(&mut self) -> WriteCapture<'_, Self::Element, N>;
}

// There is one impl for each type. With a blanket impl for all types that implement `CaptureMut`, rustc would
// print the message of `CaptureMut`.
impl<T: GpuType, const N: usize> CaptureModified<N> for ArrayViewMut<'_, T, N> {
    type Element = T;

    fn capture_changed(&mut self) -> WriteCapture<'_, T, N> {
        self.capture_mut()
    }
}

impl<T: GpuType, const N: usize> CaptureModified<N> for Array<T, N> {
    type Element = T;

    fn capture_changed(&mut self) -> WriteCapture<'_, T, N> {
        self.capture_mut()
    }
}

impl<C: CaptureModified<N>, const N: usize> CaptureModified<N> for &mut C {
    type Element = C::Element;

    fn capture_changed(&mut self) -> WriteCapture<'_, C::Element, N> {
        (**self).capture_changed()
    }
}

/// A view or an array that a kernel can modify by atomic operations, borrowed exclusively.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot use atomic operations on `{Self}`",
    label = "modified by the kernel",
    note = "use an `ArrayViewMut`, an `Array`, or the `AtomicView` that `view.as_atomic()` returns"
)]
pub trait CaptureAtomicMut<const N: usize> {
    /// The element type of the captured view or array.
    type Element: GpuType;

    /// Captures the view or array for atomic operations.
    fn capture_atomic(&mut self) -> AtomicCapture<'_, Self::Element, N>;
}

macro_rules! captured_atomically {
    ($($view:ty, |$it:ident| $captured:expr;)*) => {$(
        impl<T: GpuType, const N: usize> CaptureAtomicMut<N> for $view {
            type Element = T;

            fn capture_atomic(&mut self) -> AtomicCapture<'_, T, N> {
                let $it = self;
                $captured
            }
        }
    )*};
}

captured_atomically! {
    ArrayViewMut<'_, T, N>, |it| it.capture_mut().into();
    Array<T, N>, |it| it.capture_mut().into();
}

impl<T: Atomic, const N: usize> CaptureAtomicMut<N> for AtomicView<'_, T, N> {
    type Element = T;

    fn capture_atomic(&mut self) -> AtomicCapture<'_, T, N> {
        self.is_touched_atomically_by_a_kernel()
    }
}

impl<C: CaptureAtomicMut<N>, const N: usize> CaptureAtomicMut<N> for &mut C {
    type Element = C::Element;

    fn capture_atomic(&mut self) -> AtomicCapture<'_, C::Element, N> {
        (**self).capture_atomic()
    }
}

/// A view that a kernel modifies by atomic operations and that other threads may use at the same time. The
/// method has the same name as one in [`CaptureMethods`], which takes `&mut self`. For an `AtomicView`,
/// method resolution selects this method, because Rust tries `&self` before `&mut self`.
pub trait CaptureAtomic<'b, const N: usize> {
    /// The element type of the captured view.
    type Element: GpuType;

    /// Captures the view for atomic operations.
    fn is_touched_atomically_by_a_kernel(&self) -> AtomicCapture<'b, Self::Element, N>;
}

impl<'b, T: Atomic, const N: usize> CaptureAtomic<'b, N> for AtomicView<'b, T, N> {
    type Element = T;

    fn is_touched_atomically_by_a_kernel(&self) -> AtomicCapture<'b, T, N> {
        let data = Data::new(self.storage, self.shape, self.queue.cloned());
        AtomicCapture(data, PhantomData)
    }
}

/// A view whose elements atomic operations may modify through `&`.
#[diagnostic::on_unimplemented(
    message = "an atomic operation modifies an element of `{Self}` through a shared borrow",
    label = "a shared borrow",
    note = "write `&mut`: `atomic_fetch_add(&mut view[i], 1)`",
    note = "`&` is accepted for elements of an `AtomicView`, which several launches share"
)]
pub trait ChangedByShared {}

impl<T: Atomic, const N: usize> ChangedByShared for AtomicView<'_, T, N> {}
impl<V: ChangedByShared + ?Sized> ChangedByShared for &V {}
impl<V: ChangedByShared + ?Sized> ChangedByShared for &mut V {}

/// Compiles only if atomic operations may modify elements of the captured view through `&`.
pub fn changed_by_shared_reference<V: ChangedByShared + ?Sized>(_: &V) {}

/// The methods by which expansions capture the views that a closure modifies: `x.amp_capture_written()` works
/// for a view `x`, and for a `&mut` to a view. Every type has these methods, so that rustc reports the
/// missing trait and not a missing method.
pub trait CaptureMethods {
    /// Captures a view for writing.
    fn amp_capture_written<const N: usize>(&mut self) -> WriteCapture<'_, <Self as CaptureMut<N>>::Element, N>
    where
        Self: CaptureMut<N>,
    {
        self.capture_mut()
    }

    /// Captures a view that the kernel may modify by statements such as `view[i].method();`.
    fn amp_capture_modified<const N: usize>(
        &mut self,
    ) -> WriteCapture<'_, <Self as CaptureModified<N>>::Element, N>
    where
        Self: CaptureModified<N>,
    {
        self.capture_changed()
    }

    /// Captures an exclusively borrowed view for atomic operations.
    fn is_touched_atomically_by_a_kernel<const N: usize>(
        &mut self,
    ) -> AtomicCapture<'_, <Self as CaptureAtomicMut<N>>::Element, N>
    where
        Self: CaptureAtomicMut<N>,
    {
        self.capture_atomic()
    }
}

impl<X: ?Sized> CaptureMethods for X {}
