//! The results of `get`, `first` and `last` in CPU code, if only rustc knows the type of the receiver.
//!
//! The method of an array returns an `Option` of a reference, which CPU code copies to an `Option` of a
//! value. The user's method of the same name returns a value, which stays unchanged.

use super::probe::Probe;

/// A result of `get`, `first` or `last`.
#[derive(Clone, Copy, Debug)]
pub struct OptionalItem<R>(pub R);

/// Copies the target of the reference in an `Option`.
impl<T: Copy> Probe for &OptionalItem<Option<&T>> {
    type Selected = Option<T>;

    #[inline(always)]
    fn amp_select(self) -> Option<T> {
        self.0.copied()
    }
}

/// Returns a value unchanged.
impl<R> Probe for OptionalItem<R> {
    type Selected = R;

    #[inline(always)]
    fn amp_select(self) -> R {
        self.0
    }
}
