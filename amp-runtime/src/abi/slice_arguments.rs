//! Arguments for parameters that are slices. Rust coerces `&[T; N]` to `&[T]`, so an array is accepted, too.

/// The type `[Item]` or `[Item; N]`: the target of a reference that coerces to `&[Item]`, or the referent of
/// [`ByRef`](super::link::ByRef) or [`ByMut`](super::link::ByMut). The traits of a function with a slice
/// parameter are implemented for all such types.
pub trait SliceOrArray {
    /// The type of the items.
    type Item;

    /// The slice.
    fn slice(&self) -> &[Self::Item];

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
