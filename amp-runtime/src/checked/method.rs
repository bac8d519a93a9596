//! Calls of methods in their checked form, chosen as those of functions are.

use super::Checker;
use super::call::{Asked, Method};
use crate::twin::Taken;

/// The checked form of a method, by the hash of its name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for these arguments",
    note = "mark its `impl` block with `#[device]`, and the trait, if it is of one"
)]
pub trait CheckedMethod<const NAME: u64, Arguments> {
    /// What it returns.
    type Output;
    /// It takes `&mut self`.
    const CHANGES: bool;

    /// Runs it.
    fn call(&mut self, checker: &Checker, arguments: Arguments) -> Self::Output;

    /// Runs it where nothing can be changed. Who has a device trait for a bound has this as well, and methods of their own.
    fn amp_look(&self, checker: &Checker, arguments: Arguments) -> Self::Output;

    /// Runs it on a copy of an element.
    fn call_taken(copy: &mut Taken<Self>, checker: &Checker, arguments: Arguments) -> Self::Output
    where
        Self: Sized,
    {
        copy.lent(Self::CHANGES).call(checker, arguments)
    }
}

/// Who has a checked form is called in it.
pub trait CallMethodChecked<S, A> {
    /// What it returns.
    type Output;

    /// Runs it; the plain form is not needed.
    fn call_method_checked(
        self,
        checker: &Checker,
        receiver: &mut S,
        arguments: A,
        plain: impl FnOnce(&mut S, A) -> Self::Output,
    ) -> Self::Output;

    /// Runs it on a copy of an element.
    fn call_taken_checked(
        self,
        checker: &Checker,
        receiver: &mut Taken<S>,
        arguments: A,
        plain: impl FnOnce(&mut Taken<S>, A) -> Self::Output,
    ) -> Self::Output;

    /// Runs it where nothing can be changed.
    fn look_checked(
        self,
        checker: &Checker,
        receiver: &S,
        arguments: A,
        plain: impl FnOnce(&S, A) -> Self::Output,
    ) -> Self::Output;
}

impl<const NAME: u64, S: CheckedMethod<NAME, A>, A> CallMethodChecked<S, A> for &Asked<Method<NAME, S>, A> {
    type Output = S::Output;

    fn call_method_checked(
        self,
        checker: &Checker,
        receiver: &mut S,
        arguments: A,
        _: impl FnOnce(&mut S, A) -> S::Output,
    ) -> S::Output {
        receiver.call(checker, arguments)
    }

    fn call_taken_checked(
        self,
        checker: &Checker,
        receiver: &mut Taken<S>,
        arguments: A,
        _: impl FnOnce(&mut Taken<S>, A) -> S::Output,
    ) -> S::Output {
        S::call_taken(receiver, checker, arguments)
    }

    fn look_checked(
        self,
        checker: &Checker,
        receiver: &S,
        arguments: A,
        _: impl FnOnce(&S, A) -> S::Output,
    ) -> S::Output {
        receiver.amp_look(checker, arguments)
    }
}

/// Who has none is called as ever.
pub trait CallMethodPlain<S, A> {
    /// Runs it.
    fn call_method_checked<R>(
        self,
        checker: &Checker,
        receiver: &mut S,
        arguments: A,
        plain: impl FnOnce(&mut S, A) -> R,
    ) -> R;

    /// Runs it on a copy of an element.
    fn call_taken_checked<R>(
        self,
        checker: &Checker,
        receiver: &mut Taken<S>,
        arguments: A,
        plain: impl FnOnce(&mut Taken<S>, A) -> R,
    ) -> R;

    /// Runs it where nothing can be changed.
    fn look_checked<R>(
        self,
        checker: &Checker,
        receiver: &S,
        arguments: A,
        plain: impl FnOnce(&S, A) -> R,
    ) -> R;
}

impl<const NAME: u64, S, A> CallMethodPlain<S, A> for Asked<Method<NAME, S>, A> {
    fn call_method_checked<R>(
        self,
        _: &Checker,
        receiver: &mut S,
        arguments: A,
        plain: impl FnOnce(&mut S, A) -> R,
    ) -> R {
        plain(receiver, arguments)
    }

    fn call_taken_checked<R>(
        self,
        _: &Checker,
        receiver: &mut Taken<S>,
        arguments: A,
        plain: impl FnOnce(&mut Taken<S>, A) -> R,
    ) -> R {
        plain(receiver, arguments)
    }
    fn look_checked<R>(self, _: &Checker, receiver: &S, arguments: A, plain: impl FnOnce(&S, A) -> R) -> R {
        plain(receiver, arguments)
    }
}
