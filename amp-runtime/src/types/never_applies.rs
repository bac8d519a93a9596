//! Impls that never apply and only improve error messages (see "Impls that never apply" in `abi/README.md`).

/// Adds two generic impls to a trait. The impls never apply, because no type meets their bound
/// [`Unimplemented`]. If a trait has one generic impl, rustc's error lists the unmet bounds of that impl. If
/// the trait has several, the error only states that the trait is not implemented.
///
/// The impls are for a type parameter `X`. In a call such as `never_applies! { [: Copy] Value, { .. } }`, the
/// square brackets contain the bounds of `X` and further generic parameters.
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
