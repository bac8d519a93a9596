//! Captures that a closure only passes to a device function by `&`. The macro cannot see whether such a
//! variable is a value or a view. With the trait [`CaptureValueOrView`], rustc decides by the variable's
//! type.

use super::{BoundCapture, CaptureView, ReadCapture, ValueCapture};
use crate::data::array::Array;
use crate::data::view::{ArrayView, ArrayViewMut};
use crate::types::{Element, GpuType, Value};

/// A variable that a closure passes to a device function by `&`: a value, or a view that the function reads.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be captured by a kernel",
    label = "a kernel cannot capture this",
    note = "a kernel captures scalars and `GpuType` values by copy, and `ArrayView`, `ArrayViewMut` and `Array` by reference",
    note = "name the type of a struct of views: `let a: &Csr = &a;`"
)]
pub trait CaptureValueOrView {
    /// The type of the bound capture.
    type Arg: BoundCapture;

    /// Converts the variable to a bound capture.
    fn capture_by_ref(self) -> Self::Arg;
}

/// Captures a variable that a closure passes to a device function by `&`.
pub fn capture_value_or_view<'b, X: ?Sized>(x: &'b X) -> <&'b X as CaptureValueOrView>::Arg
where
    &'b X: CaptureValueOrView,
{
    x.capture_by_ref()
}

impl<T: Value> CaptureValueOrView for &T {
    type Arg = ValueCapture<T>;

    fn capture_by_ref(self) -> ValueCapture<T> {
        ValueCapture(*self)
    }
}

macro_rules! impl_for_views {
    ($($of:ident: $($view:ty)*;)*) => {$($(
        impl<'b, T: $of, const N: usize> CaptureValueOrView for &'b $view {
            type Arg = ReadCapture<'b, T, N>;

            fn capture_by_ref(self) -> Self::Arg {
                self.capture_view()
            }
        }
    )*)*};
}

impl_for_views! {
    Element: ArrayView<'_, T, N> Array<T, N> &ArrayView<'_, T, N> &Array<T, N> &mut Array<T, N>;
    GpuType: ArrayViewMut<'_, T, N> &ArrayViewMut<'_, T, N> &mut ArrayViewMut<'_, T, N>;
}
