//! `Copy` for types that contain no values of their type parameters.

/// Implements `Clone` and `Copy` for a type, whatever its type parameters are. A derive would require `Copy`
/// of the parameters.
macro_rules! always_copy {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> Clone for $type {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generics)*> Copy for $type {}
    };
}

pub(crate) use always_copy;
