//! Arguments for parameters that are slices. Rust coerces `&[T; N]` to `&[T]`, so an array is accepted, too.
//! The link trait of a generic function is implemented for all types with [`SliceOrArray`], in place of `[T]`.

/// A reference that coerces to `&[Item]`.
pub trait SliceArgument {
    /// The type of the items.
    type Item;

    /// The slice.
    fn slice(&self) -> &[Self::Item];
}

/// A reference that coerces to `&mut [Item]`.
pub trait SliceArgumentMut: SliceArgument {
    /// The slice.
    fn slice_mut(&mut self) -> &mut [Self::Item];
}

/// The type `[Item]` or `[Item; N]`, as the referent of [`ByRef`](super::link::ByRef) or
/// [`ByMut`](super::link::ByMut).
pub trait SliceOrArray {
    /// The type of the items.
    type Item;
}

impl<T> SliceOrArray for [T] {
    type Item = T;
}

impl<T, const N: usize> SliceOrArray for [T; N] {
    type Item = T;
}

macro_rules! slice_argument {
    ($([$($parameter:tt)*] $ty:ty;)*) => {$(
        impl<$($parameter)*> SliceArgument for &$ty {
            type Item = T;

            fn slice(&self) -> &[T] {
                *self
            }
        }

        impl<$($parameter)*> SliceArgument for &mut $ty {
            type Item = T;

            fn slice(&self) -> &[T] {
                *self
            }
        }

        impl<$($parameter)*> SliceArgumentMut for &mut $ty {
            fn slice_mut(&mut self) -> &mut [T] {
                *self
            }
        }
    )*};
}

slice_argument! {
    [T] [T];
    [T, const N: usize] [T; N];
}
