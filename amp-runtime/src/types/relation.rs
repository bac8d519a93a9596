//! `==` and `<` of enums without fields, as their `PartialEq` and `PartialOrd` say: the linker writes them into the shader.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{ShaderType, field_hash};
use crate::support::panic_payload::discard;

/// An enum without fields, for expansions of `#[derive(GpuType)]`.
pub trait Variants: Sized + 'static {
    /// The variants in the order of declaration.
    const ALL: &'static [Self];
}

/// The comparisons of `T`. An inherent constant exists if `T` has the trait. Otherwise the path names the constant of
/// [`Unrelated`]: a fallback by name resolution, as rustc has no specialisation.
pub struct Relations<T>(PhantomData<T>);

impl<T: Variants + PartialEq> Relations<T> {
    /// `==`
    pub const EQUAL: Option<fn(usize, usize) -> bool> =
        Some(|a, b| unless_it_panics(|| T::ALL[a] == T::ALL[b]).unwrap_or(false));
}

impl<T: Variants + PartialOrd> Relations<T> {
    /// `partial_cmp`
    pub const ORDER: Option<fn(usize, usize) -> Option<Ordering>> =
        Some(|a, b| unless_it_panics(|| T::ALL[a].partial_cmp(&T::ALL[b])).flatten());
}

impl<T: ShaderType> Relations<T> {
    /// The number of the operator that `#[device] impl PartialEq` implements.
    pub const EQ: u64 = T::EQ;
}

/// The comparisons of a type that has none.
pub trait Unrelated {
    /// The number of `==`. That this is no type of kernels is reported elsewhere.
    const EQ: u64 = field_hash("eq");
    /// There is no `==`.
    const EQUAL: Option<fn(usize, usize) -> bool> = None;
    /// There is no `partial_cmp`.
    const ORDER: Option<fn(usize, usize) -> Option<Ordering>> = None;
}

impl<T> Unrelated for Relations<T> {}

/// The result of a hand-written implementation. A device cannot panic, so a comparison that does is false there.
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
