//! Arguments for parameters that are slices. Rust coerces `&[T; N]` to `&[T]`, so an array is accepted, too. So is a slice of
//! constants, which is a value in kernels.

use super::link::{ByMut, ByRef};

/// The type `[Item]` or `[Item; N]`: the target of a reference that coerces to `&[Item]`, or the referent of
/// [`ByRef`] or [`ByMut`]. The traits of a function with a slice parameter are implemented for all such types.
pub trait SliceOrArray {
    /// The type of the items.
    type Item;

    /// The slice.
    fn slice(&self) -> &[Self::Item];
}

/// The type `[Item]` or `[Item; N]`: the target of a reference that coerces to `&mut [Item]`.
pub trait SliceOrArrayMut: SliceOrArray {
    /// The slice.
    fn slice_mut(&mut self) -> &mut [Self::Item];
}

macro_rules! slices_and_arrays {
    ($([$($parameter:tt)*] $ty:ty;)*) => {$(
        impl<$($parameter)*> SliceOrArray for $ty {
            type Item = T;

            fn slice(&self) -> &[T] {
                self
            }
        }

        impl<$($parameter)*> SliceOrArrayMut for $ty {
            fn slice_mut(&mut self) -> &mut [T] {
                self
            }
        }
    )*};
}

slices_and_arrays! {
    [T] [T];
    [T, const N: usize] [T; N];
}

/// A slice of constants behind a reference, such as an item of `WORDS.iter()`.
impl<T> SliceOrArray for &'static [T] {
    type Item = T;

    fn slice(&self) -> &[T] {
        self
    }
}

/// The argument types for a parameter `&[Item]`, as [`DeviceCall`](super::link::DeviceCall) and similar traits have them.
pub trait SliceArgument {
    /// The type of the items.
    type Item;
}

impl<S: ?Sized + SliceOrArray> SliceArgument for ByRef<S> {
    type Item = S::Item;
}

impl<S: ?Sized + SliceOrArrayMut> SliceArgument for ByMut<S> {
    type Item = S::Item;
}

impl<T> SliceArgument for &'static [T] {
    type Item = T;
}
