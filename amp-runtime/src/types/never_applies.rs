//! Impls that never apply and only improve error messages (see "Impls that never apply" in `abi/README.md`).

/// Adds two impls of a trait that never apply. If a trait has one generic impl, rustc's error lists the unmet
/// bounds of that impl. If the trait has several, the error only states that the trait is not implemented. In
/// the impls, `X` is the generic type, and the brackets contain its bounds and further parameters.
macro_rules! never_applies {
    ([$($generics:tt)*] $trait:path, $body:tt) => {
        $crate::types::never_applies! { @ [$($generics)*] $trait, (X,), $body }
        $crate::types::never_applies! { @ [$($generics)*] $trait, (X, X), $body }
    };
    (@ [$($generics:tt)*] $trait:path, $bounded:ty, { $($item:item)* }) => {
        impl<X $($generics)*> $trait for X
        where
            $bounded: $crate::types::Unimplemented,
        {
            $($item)*
        }
    };
}

pub(crate) use never_applies;

/// A trait that no type implements.
pub trait Unimplemented {}
