//! Impls that never apply and only improve error messages: they give one message at the user's variable.
//!
//! ```text
//! impl<'b, T: Element, const N: usize> CaptureView for &'b ArrayView<'_, T, N> { .. }
//! impl<X> CaptureView for X where (X,): Unimplemented { .. } // no type implements `Unimplemented`
//! impl<X> CaptureView for X where (X, X): Unimplemented { .. }
//! ```
//!
//! If one impl matches a type, rustc selects it without evaluating its bounds, and later reports the unmet
//! bounds. If several match, rustc evaluates the bounds, rejects each impl, and reports only that
//! `CaptureView` is not implemented. Two such impls are necessary, because `&Vec<f32>` matches no other one.
//! The bounds are on tuples, because no other crate can implement the trait for a tuple. Otherwise the impls
//! would overlap. Expansions of device traits contain such impls, too.

/// Adds two generic impls to a trait. The impls never apply, because no type meets their bound
/// [`Unimplemented`].
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
