//! The items of values whose type only rustc knows, for `flatten` and `flat_map` in CPU code.

/// The items of a value: those of an array or a slice, or the one of an `Option` or a `Result`.
#[inline(always)]
pub fn items<T: Items>(value: &T) -> &[T::Item] {
    value.items()
}

/// A type whose items `flatten` and `flat_map` visit.
#[diagnostic::on_unimplemented(
    message = "`flatten` and `flat_map` cannot take the items of `{Self}` in kernels",
    label = "not an array, a slice, an `Option` or a `Result`",
    note = "name the type of an iterator of your own, or loop over the items"
)]
pub trait Items {
    /// The type of the items.
    type Item;

    /// The items.
    fn items(&self) -> &[Self::Item];
}

impl<T, const N: usize> Items for [T; N] {
    type Item = T;

    #[inline(always)]
    fn items(&self) -> &[T] {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T> Items for &'static [T] {
    type Item = T;

    #[inline(always)]
    fn items(&self) -> &[T] {
        self
    }
}

impl<T> Items for Option<T> {
    type Item = T;

    #[inline(always)]
    fn items(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T, E> Items for Result<T, E> {
    type Item = T;

    #[inline(always)]
    fn items(&self) -> &[T] {
        match self {
            Ok(item) => std::slice::from_ref(item),
            Err(_) => &[],
        }
    }
}
