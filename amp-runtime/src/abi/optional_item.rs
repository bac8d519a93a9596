//! The results of `get`, `first` and `last` in CPU code, if only rustc knows the type of the receiver.
//!
//! The method of an array returns an `Option` of a reference, which CPU code copies to an `Option` of a
//! value. The user's method of the same name returns a value, which stays unchanged.

/// A result of `get`, `first` or `last`.
#[derive(Debug)]
pub struct OptionalItem<R>(pub R);

/// Copies the target of the reference in an `Option`.
pub trait CopyTarget {
    /// The `Option` with a copy.
    type Copied;
    /// Returns the `Option` with a copy.
    fn amp_copied(&self) -> Self::Copied;
}

impl<T: Copy> CopyTarget for OptionalItem<Option<&T>> {
    type Copied = Option<T>;

    #[inline(always)]
    fn amp_copied(&self) -> Option<T> {
        self.0.copied()
    }
}

/// Returns a value unchanged. Method resolution tries [`CopyTarget`] first.
pub trait KeepValue {
    /// The value.
    type Kept;
    /// Returns the value.
    fn amp_copied(&self) -> Self::Kept;
}

impl<R: Copy> KeepValue for &OptionalItem<R> {
    type Kept = R;

    #[inline(always)]
    fn amp_copied(&self) -> R {
        self.0
    }
}
