//! `Copy` for types that hold none of their type parameters.

/// Implements `Copy` for a type, whatever its parameters are. A derive would require `Copy` of them.
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
