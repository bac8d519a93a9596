//! What closures change: the methods that capture it, and what has them.

use std::marker::PhantomData;

use super::{AtomicArg, Data, Nobody, WriteArg};
use crate::array::Array;
use crate::element::{Atomic, GpuType};
use crate::view::{ArrayViewMut, AtomicView};

/// What a kernel can write.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot write to `{Self}`",
    label = "written by the kernel",
    note = "data that both sides share are numbers, vectors, and structs with `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`; `u8`, `i8`, `u16`, `i16` and `f16` are only read",
    note = "a kernel writes to an `ArrayViewMut` or an `Array`: lend it the data by `ArrayViewMut::new(&mut data)`",
    note = "what many launches share, an `AtomicView`, changes by atomic operations: `atomic_fetch_add(&view[i], 1)`"
)]
pub trait CaptureMut<const N: usize> {
    /// The type of the elements.
    type Element: GpuType;

    /// Captures it to be written.
    fn capture_mut(&mut self) -> WriteArg<'_, Self::Element, N>;
}

/// The same as of what is read.
macro_rules! nobody_writes {
    ($($asked:ty)*) => {$(
        impl<X, const N: usize> CaptureMut<N> for X
        where
            $asked: Nobody,
        {
            type Element = f32;

            fn capture_mut(&mut self) -> WriteArg<'_, f32, N> {
                unreachable!("nobody implements it")
            }
        }
    )*};
}

nobody_writes! { (X,) (X, X) }

impl<T: GpuType, const N: usize> CaptureMut<N> for ArrayViewMut<'_, T, N> {
    type Element = T;

    fn capture_mut(&mut self) -> WriteArg<'_, T, N> {
        WriteArg(Data::new(&self.storage, self.shape, None), PhantomData)
    }
}

impl<T: GpuType, const N: usize> CaptureMut<N> for Array<T, N> {
    type Element = T;

    fn capture_mut(&mut self) -> WriteArg<'_, T, N> {
        WriteArg(Data::new(&self.storage, self.shape, Some(self.view.clone())), PhantomData)
    }
}

impl<C: CaptureMut<N>, const N: usize> CaptureMut<N> for &mut C {
    type Element = C::Element;

    fn capture_mut(&mut self) -> WriteArg<'_, C::Element, N> {
        (**self).capture_mut()
    }
}

/// What a kernel can write, of one that does nothing to its elements but call methods whose values it drops.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot write to `{Self}`",
    label = "taken for written: a method of its elements is called, and its value dropped",
    note = "of a method that changes nothing, use the value: `let value = view[i].method();`",
    note = "a kernel writes to an `ArrayViewMut` or an `Array`: lend it the data by `ArrayViewMut::new(&mut data)`"
)]
pub trait CaptureChanged<const N: usize> {
    /// The type of the elements.
    type Element: GpuType;

    /// Captures it to be written.
    fn capture_changed(&mut self) -> WriteArg<'_, Self::Element, N>;
}

// Of an `impl` for all that can be written rustc would say the other trait's words.
impl<T: GpuType, const N: usize> CaptureChanged<N> for ArrayViewMut<'_, T, N> {
    type Element = T;

    fn capture_changed(&mut self) -> WriteArg<'_, T, N> {
        self.capture_mut()
    }
}

impl<T: GpuType, const N: usize> CaptureChanged<N> for Array<T, N> {
    type Element = T;

    fn capture_changed(&mut self) -> WriteArg<'_, T, N> {
        self.capture_mut()
    }
}

impl<C: CaptureChanged<N>, const N: usize> CaptureChanged<N> for &mut C {
    type Element = C::Element;

    fn capture_changed(&mut self) -> WriteArg<'_, C::Element, N> {
        (**self).capture_changed()
    }
}

/// What a kernel can touch by atomic operations, and has for itself.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot change `{Self}` by atomic operations",
    label = "changed by the kernel",
    note = "atomic operations change an `ArrayViewMut`, an `Array`, or an `AtomicView`, which the other two make by `as_atomic()`"
)]
pub trait CaptureAtomicMut<const N: usize> {
    /// The type of the elements.
    type Element: GpuType;

    /// Captures it to be touched atomically.
    fn capture_atomic(&mut self) -> AtomicArg<'_, Self::Element, N>;
}

macro_rules! captured_atomically {
    ($($view:ty, |$it:ident| $captured:expr;)*) => {$(
        impl<T: GpuType, const N: usize> CaptureAtomicMut<N> for $view {
            type Element = T;

            fn capture_atomic(&mut self) -> AtomicArg<'_, T, N> {
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

    fn capture_atomic(&mut self) -> AtomicArg<'_, T, N> {
        self.is_touched_atomically_by_a_kernel()
    }
}

impl<C: CaptureAtomicMut<N>, const N: usize> CaptureAtomicMut<N> for &mut C {
    type Element = C::Element;

    fn capture_atomic(&mut self) -> AtomicArg<'_, C::Element, N> {
        (**self).capture_atomic()
    }
}

/// What a kernel can touch by atomic operations, and shares with others. See [`CaptureMethods`].
pub trait CaptureAtomic<'b, const N: usize> {
    /// The type of the elements.
    type Element: GpuType;

    /// Captures it to be touched atomically.
    fn is_touched_atomically_by_a_kernel(&self) -> AtomicArg<'b, Self::Element, N>;
}

impl<'b, T: Atomic, const N: usize> CaptureAtomic<'b, N> for AtomicView<'b, T, N> {
    type Element = T;

    fn is_touched_atomically_by_a_kernel(&self) -> AtomicArg<'b, T, N> {
        let data = Data::new(self.storage, self.shape, self.home.cloned());
        AtomicArg(data, PhantomData)
    }
}

/// A view of which an atomic operation changes an element that it takes by `&`.
#[diagnostic::on_unimplemented(
    message = "an atomic operation changes an element of `{Self}`, which is borrowed by `&`",
    label = "borrowed to be read",
    note = "write `&mut`: `atomic_fetch_add(&mut view[i], 1)`",
    note = "elements of an `AtomicView`, which many launches share, may be given by `&`"
)]
pub trait ChangedByShared {}

impl<T: Atomic, const N: usize> ChangedByShared for AtomicView<'_, T, N> {}
impl<V: ChangedByShared + ?Sized> ChangedByShared for &V {}
impl<V: ChangedByShared + ?Sized> ChangedByShared for &mut V {}

/// Checks that elements of a captured view may be given to atomic operations by `&`.
pub fn changed_by_shared_reference<V: ChangedByShared + ?Sized>(_: &V) {}

/// The methods by which closures capture what they change, so that a view and a `&mut` to one are written alike. Everything has
/// them: so rustc says of what cannot be changed that it cannot, rather than that there is no such method.
pub trait CaptureMethods {
    /// Captures it to be written.
    fn is_written_by_a_kernel<const N: usize>(&mut self) -> WriteArg<'_, <Self as CaptureMut<N>>::Element, N>
    where
        Self: CaptureMut<N>,
    {
        self.capture_mut()
    }

    /// Captures it to be written, by methods of its elements.
    fn is_changed_by_methods_in_a_kernel<const N: usize>(
        &mut self,
    ) -> WriteArg<'_, <Self as CaptureChanged<N>>::Element, N>
    where
        Self: CaptureChanged<N>,
    {
        self.capture_changed()
    }

    /// Captures what the kernel has for itself to be touched atomically.
    fn is_touched_atomically_by_a_kernel<const N: usize>(
        &mut self,
    ) -> AtomicArg<'_, <Self as CaptureAtomicMut<N>>::Element, N>
    where
        Self: CaptureAtomicMut<N>,
    {
        self.capture_atomic()
    }
}

impl<X: ?Sized> CaptureMethods for X {}
