//! The methods of `Option`, `Result` and `ControlFlow` in kernels. The CPU code calls the methods of the standard library.
//! The code for devices and for the checked accelerator is compiled from the bodies in this file.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use crate::types::Value;

amp_macros::device_methods! {
impl<T: Value> Option<T> {
    fn is_some(self) -> bool {
        matches!(self, Some(_))
    }

    fn is_none(self) -> bool {
        matches!(self, None)
    }

    fn is_some_and(self, test: impl FnOnce(T) -> bool) -> bool {
        match self {
            Some(value) => test(value),
            None => false,
        }
    }

    fn is_none_or(self, test: impl FnOnce(T) -> bool) -> bool {
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

    fn unwrap_or_else(self, other: impl FnOnce() -> T) -> T {
        match self {
            Some(value) => value,
            None => other(),
        }
    }

    fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Some(value) => value,
            None => T::default(),
        }
    }

    fn filter(self, test: impl FnOnce(&T) -> bool) -> Option<T> {
        match self {
            Some(value) => {
                if test(&value) {
                    Some(value)
                } else {
                    None
                }
            }
            None => None,
        }
    }

    fn inspect(self, f: impl FnOnce(&T)) -> Option<T> {
        if let Some(value) = self {
            f(&value);
        }
        self
    }

    fn map<U: Value>(self, f: impl FnOnce(T) -> U) -> Option<U> {
        match self {
            Some(value) => Some(f(value)),
            None => None,
        }
    }

    fn map_or<U: Value>(self, other: U, f: impl FnOnce(T) -> U) -> U {
        match self {
            Some(value) => f(value),
            None => other,
        }
    }

    fn map_or_else<U: Value>(self, other: impl FnOnce() -> U, f: impl FnOnce(T) -> U) -> U {
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

    fn and_then<U: Value>(self, f: impl FnOnce(T) -> Option<U>) -> Option<U> {
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

    fn or_else(self, other: impl FnOnce() -> Option<T>) -> Option<T> {
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

    fn ok_or_else<E: Value>(self, error: impl FnOnce() -> E) -> Result<T, E> {
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

amp_macros::device_methods! {
impl<T: Value, E: Value> Result<T, E> {
    fn is_ok(self) -> bool {
        matches!(self, Ok(_))
    }

    fn is_err(self) -> bool {
        matches!(self, Err(_))
    }

    fn is_ok_and(self, test: impl FnOnce(T) -> bool) -> bool {
        match self {
            Ok(value) => test(value),
            Err(_) => false,
        }
    }

    fn is_err_and(self, test: impl FnOnce(E) -> bool) -> bool {
        match self {
            Ok(_) => false,
            Err(error) => test(error),
        }
    }

    fn ok(self) -> Option<T> {
        match self {
            Ok(value) => Some(value),
            Err(_) => None,
        }
    }

    fn inspect(self, f: impl FnOnce(&T)) -> Result<T, E> {
        if let Ok(value) = self {
            f(&value);
        }
        self
    }

    fn inspect_err(self, f: impl FnOnce(&E)) -> Result<T, E> {
        if let Err(error) = self {
            f(&error);
        }
        self
    }

    fn err(self) -> Option<E> {
        match self {
            Ok(_) => None,
            Err(error) => Some(error),
        }
    }

    fn unwrap(self) -> T {
        match self {
            Ok(value) => value,
            Err(_) => panic!("called `Result::unwrap()` on an `Err` value"),
        }
    }

    fn unwrap_err(self) -> E {
        match self {
            Ok(_) => panic!("called `Result::unwrap_err()` on an `Ok` value"),
            Err(error) => error,
        }
    }

    fn unwrap_or(self, other: T) -> T {
        match self {
            Ok(value) => value,
            Err(_) => other,
        }
    }

    fn unwrap_or_else(self, other: impl FnOnce(E) -> T) -> T {
        match self {
            Ok(value) => value,
            Err(error) => other(error),
        }
    }

    fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        match self {
            Ok(value) => value,
            Err(_) => T::default(),
        }
    }

    fn map<U: Value>(self, f: impl FnOnce(T) -> U) -> Result<U, E> {
        match self {
            Ok(value) => Ok(f(value)),
            Err(error) => Err(error),
        }
    }

    fn map_err<F: Value>(self, f: impl FnOnce(E) -> F) -> Result<T, F> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(f(error)),
        }
    }

    fn map_or<U: Value>(self, other: U, f: impl FnOnce(T) -> U) -> U {
        match self {
            Ok(value) => f(value),
            Err(_) => other,
        }
    }

    fn map_or_else<U: Value>(self, other: impl FnOnce(E) -> U, f: impl FnOnce(T) -> U) -> U {
        match self {
            Ok(value) => f(value),
            Err(error) => other(error),
        }
    }

    fn and<U: Value>(self, other: Result<U, E>) -> Result<U, E> {
        match self {
            Ok(_) => other,
            Err(error) => Err(error),
        }
    }

    fn and_then<U: Value>(self, f: impl FnOnce(T) -> Result<U, E>) -> Result<U, E> {
        match self {
            Ok(value) => f(value),
            Err(error) => Err(error),
        }
    }

    fn or<F: Value>(self, other: Result<T, F>) -> Result<T, F> {
        match self {
            Ok(value) => Ok(value),
            Err(_) => other,
        }
    }

    fn or_else<F: Value>(self, f: impl FnOnce(E) -> Result<T, F>) -> Result<T, F> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => f(error),
        }
    }
}
}

amp_macros::device_methods! {
impl<T: Value> Option<Option<T>> {
    fn flatten(self) -> Option<T> {
        match self {
            Some(inner) => inner,
            None => None,
        }
    }
}
}

amp_macros::device_methods! {
impl<T: Value, U: Value> Option<(T, U)> {
    fn unzip(self) -> (Option<T>, Option<U>) {
        match self {
            Some((first, second)) => (Some(first), Some(second)),
            None => (None, None),
        }
    }
}
}

amp_macros::device_methods! {
impl<T: Value, E: Value> Option<Result<T, E>> {
    fn transpose(self) -> Result<Option<T>, E> {
        match self {
            Some(Ok(value)) => Ok(Some(value)),
            Some(Err(error)) => Err(error),
            None => Ok(None),
        }
    }
}
}

amp_macros::device_methods! {
impl<T: Value, E: Value> Result<Option<T>, E> {
    fn transpose(self) -> Option<Result<T, E>> {
        match self {
            Ok(Some(value)) => Some(Ok(value)),
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
}

macro_rules! ordered {
    ($($ty:ident)*) => {$(
        amp_macros::device_methods! {
            impl Option<$ty> {
                fn cmp(&self, other: &Option<$ty>) -> Ordering {
                    if *self < *other {
                        Ordering::Less
                    } else if *self == *other {
                        Ordering::Equal
                    } else {
                        Ordering::Greater
                    }
                }

                fn min(self, other: Option<$ty>) -> Option<$ty> {
                    if other < self { other } else { self }
                }

                fn max(self, other: Option<$ty>) -> Option<$ty> {
                    if other < self { self } else { other }
                }
            }
        }
    )*};
}

ordered! { bool char i8 u8 i16 u16 i32 u32 i64 u64 isize usize }

amp_macros::device_methods! {
impl<B: Value, C: Value> ControlFlow<B, C> {
    fn is_break(self) -> bool {
        matches!(self, ControlFlow::Break(_))
    }

    fn is_continue(self) -> bool {
        matches!(self, ControlFlow::Continue(_))
    }

    fn break_value(self) -> Option<B> {
        match self {
            ControlFlow::Break(value) => Some(value),
            ControlFlow::Continue(_) => None,
        }
    }

    fn continue_value(self) -> Option<C> {
        match self {
            ControlFlow::Break(_) => None,
            ControlFlow::Continue(value) => Some(value),
        }
    }

    fn map_break<T: Value>(self, f: impl FnOnce(B) -> T) -> ControlFlow<T, C> {
        match self {
            ControlFlow::Break(value) => ControlFlow::Break(f(value)),
            ControlFlow::Continue(value) => ControlFlow::Continue(value),
        }
    }

    fn map_continue<T: Value>(self, f: impl FnOnce(C) -> T) -> ControlFlow<B, T> {
        match self {
            ControlFlow::Break(value) => ControlFlow::Break(value),
            ControlFlow::Continue(value) => ControlFlow::Continue(f(value)),
        }
    }
}
}
