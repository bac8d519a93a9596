//! Arguments of parameters that are slices: slices, and arrays, which coerce to slices.

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

/// The type `[Item]` or `[Item; N]`, behind a reference in the argument types of a link trait.
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
