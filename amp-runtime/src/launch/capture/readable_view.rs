//! `ReadableView`: the trait of all views and arrays that a kernel accepts for a parameter
//! `&ArrayView<T, N>`.
//!
//! An `ArrayViewMut` cannot dereference to an `ArrayView`, because a clone of the `ArrayView` could outlive
//! the borrow. So `#[kernel]` replaces the parameter type by `&dyn ReadableView<T, N>`, to which rustc
//! coerces references to all kinds of views. With a generic parameter instead of `dyn`, rustc would compile
//! the kernel again for each kind of view.

use std::marker::PhantomData;
use std::ops::Deref;

use super::{CaptureView, ReadCapture};
use crate::data::array::Array;
use crate::data::view::{ArrayView, ArrayViewMut};
use crate::types::{Element, GpuType};

/// A view or array whose elements of type `T` a kernel function can read.
///
/// `#[kernel]` replaces a parameter type `&ArrayView<T, N>` by `&dyn ReadableView<T, N>`. So you can pass
/// `&view`, where `view` is an [`ArrayView`], an [`ArrayViewMut`] or an [`Array`]:
///
/// ```
/// use amp::prelude::*;
///
/// #[kernel]
/// fn double(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
///     y[i] = 2.0 * x[i];
/// }
///
/// let (mut a, mut b) = ([1.0f32, 2.0], [0.0f32; 2]);
/// let (mut source, mut target) = (ArrayViewMut::new(&mut a), ArrayViewMut::new(&mut b));
/// for _ in 0..3 {
///     parallel_for_each(2, double(&source, &mut target))?;
///     std::mem::swap(&mut source, &mut target);
/// }
/// assert_eq!(source.to_vec()?, [8.0, 16.0]);
/// # Ok::<(), amp::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a view of `{T}` with rank {N}",
    label = "not a view with the declared element type and rank",
    note = "pass a reference to an `ArrayView`, an `ArrayViewMut` or an `Array`"
)]
pub trait ReadableView<T, const N: usize> {
    /// Converts the view to a bound capture.
    #[doc(hidden)]
    fn read_capture(&self) -> ReadCapture<'_, T, N>;
}

/// A parameter whose elements the kernel only reads: a `&dyn ReadableView<T, N>`, or for example a
/// `&mut ArrayViewMut<T, N>` that the kernel never writes. If kernels do not support `T`, no impl exists, and
/// rustc reports only the missing impl.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot read the elements of this view",
    label = "kernels do not support its element type",
    note = "elements are numbers, vectors, and structs with `#[derive(Clone, Copy, GpuType)]` and `#[repr(C)]`"
)]
pub trait ReadParameter {
    /// The type of the bound capture.
    type Captured;

    /// Converts the parameter to a bound capture.
    fn bound(self) -> Self::Captured;
}

#[diagnostic::do_not_recommend]
impl<'b, T: Element, const N: usize> ReadParameter for &'b (dyn ReadableView<T, N> + 'b) {
    type Captured = ReadCapture<'b, T::Read, N>;

    fn bound(self) -> Self::Captured {
        ReadCapture(self.read_capture().0, PhantomData)
    }
}

macro_rules! readable_views {
    ($($of:ident $view:ty;)*) => {$(
        impl<T: $of, const N: usize> ReadableView<T, N> for $view {
            fn read_capture(&self) -> ReadCapture<'_, T, N> {
                self.capture_view()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'b, T: $of, const N: usize> ReadParameter for &'b $view {
            type Captured = ReadCapture<'b, <T as Element>::Read, N>;

            fn bound(self) -> Self::Captured {
                ReadCapture(self.capture_view().0, PhantomData)
            }
        }
    )*};
}

readable_views! {
    Element ArrayView<'_, T, N>;
    GpuType ArrayViewMut<'_, T, N>;
    Element Array<T, N>;
}

/// References, boxes and guards of views. rustc would dereference them for a `&ArrayView` parameter, so a
/// `&dyn ReadableView` parameter must accept them, too.
#[diagnostic::do_not_recommend]
impl<T, const N: usize, P: Deref> ReadableView<T, N> for P
where
    P::Target: ReadableView<T, N>,
{
    fn read_capture(&self) -> ReadCapture<'_, T, N> {
        (**self).read_capture()
    }
}
