//! Comparisons of enums without fields. The linker generates WGSL functions for `==`, `<` and so on from the
//! results of the enum's `PartialEq` and `PartialOrd` for pairs of variants.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::ShaderType;
use crate::support::panic_payload::discard;

/// An enum without fields, for expansions of `#[derive(GpuType)]`.
pub trait Variants: Sized + 'static {
    /// The variants in the order of declaration.
    const ALL: &'static [Self];
}

/// The comparisons of `T`. If `T` implements `PartialEq`, the inherent constant `Relations::<T>::EQUAL`
/// exists. Otherwise, rustc resolves this path to the constant of the trait [`Unrelated`]. The same holds for
/// `PartialOrd` and `ORDER`. Specialisation, which would be simpler, is not stable.
pub struct Relations<T>(PhantomData<T>);

impl<T: Variants + PartialEq> Relations<T> {
    /// `==` of two variants, given by their indices in `Variants::ALL`.
    pub const EQUAL: Option<fn(usize, usize) -> bool> =
        Some(|a, b| unless_it_panics(|| T::ALL[a] == T::ALL[b]).unwrap_or(false));
}

impl<T: Variants + PartialOrd> Relations<T> {
    /// `partial_cmp` of two variants, given by their indices in `Variants::ALL`.
    pub const ORDER: Option<fn(usize, usize) -> Option<Ordering>> =
        Some(|a, b| unless_it_panics(|| T::ALL[a].partial_cmp(&T::ALL[b])).flatten());
}

impl<T: ShaderType> Relations<T> {
    /// See [`ShaderType::COMPARISON_MASK`].
    pub const MASK: u64 = T::COMPARISON_MASK;
}

/// The constants that paths through [`Relations`] refer to if the type lacks `PartialEq` or `PartialOrd`, or
/// is not a [`ShaderType`].
pub trait Unrelated {
    /// The fallback for a type that is not a `ShaderType`. rustc reports such a type elsewhere, so the value
    /// does not matter.
    const MASK: u64 = 0;
    /// The type has no `==`.
    const EQUAL: Option<fn(usize, usize) -> bool> = None;
    /// The type has no `partial_cmp`.
    const ORDER: Option<fn(usize, usize) -> Option<Ordering>> = None;
}

impl<T> Unrelated for Relations<T> {}

/// Returns the result of a comparison, or `None` if it panics. A hand-written `PartialEq` or `PartialOrd` may
/// panic, but a device cannot. In the shader, such a comparison is false.
fn unless_it_panics<R>(compare: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(compare)).map_err(discard).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    enum None {
        A,
    }

    #[derive(Debug)]
    enum Parity {
        Zero,
        One,
        Two,
    }

    impl PartialEq for Parity {
        fn eq(&self, other: &Self) -> bool {
            !matches!(
                (self, other),
                (Parity::One, Parity::Zero | Parity::Two) | (Parity::Zero | Parity::Two, Parity::One)
            )
        }
    }

    impl Variants for None {
        const ALL: &'static [Self] = &[None::A];
    }

    impl Variants for Parity {
        const ALL: &'static [Self] = &[Parity::Zero, Parity::One, Parity::Two];
    }

    #[test]
    fn a_relation_exists_where_the_trait_is_implemented() {
        assert!(Relations::<None>::EQUAL.is_none() && Relations::<None>::ORDER.is_none());
        assert!(Relations::<Parity>::ORDER.is_none());
        let equal = Relations::<Parity>::EQUAL.unwrap();
        assert!(equal(0, 2) && equal(1, 1) && !equal(0, 1));
    }
}
