//! The methods of `Option` and `Result` in kernels. The CPU code calls those of the standard library; the code for
//! devices and for the checked accelerator is compiled from the bodies here.

use crate::types::Value;

amp_macros::device_methods! {
impl<T: Value> Option<T> {
    fn is_some(self) -> bool {
        matches!(self, Some(_))
    }

    fn is_none(self) -> bool {
        matches!(self, None)
    }

    fn is_some_and(self, test: impl Fn(T) -> bool) -> bool {
        match self {
            Some(value) => test(value),
            None => false,
        }
    }

    fn is_none_or(self, test: impl Fn(T) -> bool) -> bool {
        match self {
            Some(value) => test(value),
            None => true,
        }
    }

    fn unwrap(self) -> T {
        match self {
            Some(value) => value,
            None => panic!("called `Option::unwrap()` on a `None` value"),
        }
    }

    fn unwrap_or(self, other: T) -> T {
        match self {
            Some(value) => value,
            None => other,
        }
    }

    fn unwrap_or_else(self, other: impl Fn() -> T) -> T {
        match self {
            Some(value) => value,
            None => other(),
        }
    }

    fn map<U: Value>(self, f: impl Fn(T) -> U) -> Option<U> {
        match self {
            Some(value) => Some(f(value)),
            None => None,
        }
    }

    fn map_or<U: Value>(self, other: U, f: impl Fn(T) -> U) -> U {
        match self {
            Some(value) => f(value),
            None => other,
        }
    }

    fn map_or_else<U: Value>(self, other: impl Fn() -> U, f: impl Fn(T) -> U) -> U {
        match self {
            Some(value) => f(value),
            None => other(),
        }
    }

    fn and<U: Value>(self, other: Option<U>) -> Option<U> {
        match self {
            Some(_) => other,
            None => None,
        }
    }

    fn and_then<U: Value>(self, f: impl Fn(T) -> Option<U>) -> Option<U> {
        match self {
            Some(value) => f(value),
            None => None,
        }
    }

    fn or(self, other: Option<T>) -> Option<T> {
        match self {
            Some(value) => Some(value),
            None => other,
        }
    }

    fn or_else(self, other: impl Fn() -> Option<T>) -> Option<T> {
        match self {
            Some(value) => Some(value),
            None => other(),
        }
    }

    fn xor(self, other: Option<T>) -> Option<T> {
        match (self, other) {
            (Some(value), None) | (None, Some(value)) => Some(value),
            _ => None,
        }
    }

    fn zip<U: Value>(self, other: Option<U>) -> Option<(T, U)> {
        match (self, other) {
            (Some(first), Some(second)) => Some((first, second)),
            _ => None,
        }
    }

    fn ok_or<E: Value>(self, error: E) -> Result<T, E> {
        match self {
            Some(value) => Ok(value),
            None => Err(error),
        }
    }

    fn ok_or_else<E: Value>(self, error: impl Fn() -> E) -> Result<T, E> {
        match self {
            Some(value) => Ok(value),
            None => Err(error()),
        }
    }

    fn take(&mut self) -> Option<T> {
        let old = *self;
        *self = None;
        old
    }

    fn replace(&mut self, value: T) -> Option<T> {
        let old = *self;
        *self = Some(value);
        old
    }
}
}
