//! Calls of device functions in their checked form.
//!
//! Whether a function has one is known when the types of its arguments are: then rustc chooses between the methods of
//! two traits. It tries those of a reference first.

use std::marker::PhantomData;

use super::Checker;
use crate::twin::{Asker, TwinCall};

/// The checked form of a function.
pub trait CheckedCall<Arguments> {
    /// What it returns.
    type Output;

    /// Runs it.
    fn call(checker: &Checker, arguments: Arguments) -> Self::Output;
}

/// The checked form of a function of a type, by the hash of its name.
pub trait CheckedFunction<const NAME: u64, Arguments> {
    /// What it returns.
    type Output;

    /// Runs it.
    fn call(checker: &Checker, arguments: Arguments) -> Self::Output;
}

/// The checked form of a method, by the hash of its name.
pub trait CheckedMethod<const NAME: u64, Arguments> {
    /// What it returns.
    type Output;

    /// Runs it.
    fn call(&mut self, checker: &Checker, arguments: Arguments) -> Self::Output;
}

/// The checked forms of a trait's bodies, for who implements it: a type that has them as functions of its own.
pub trait ProvidedChecked {
    /// The type.
    type Bodies;
}

/// A question: whether `F` has a checked form for these arguments.
pub struct Asked<F: ?Sized, Arguments>(PhantomData<F>, PhantomData<Arguments>);

impl<F: ?Sized, Arguments> Asked<F, Arguments> {
    pub(super) fn question() -> Self {
        Asked(PhantomData, PhantomData)
    }
}

/// A function of a type, by the hash of its name.
pub struct Associated<const NAME: u64, S>(PhantomData<S>);

/// A method of a type that is called by a path: its receiver is the first of the arguments, by value.
pub struct ByPath<const NAME: u64, S>(PhantomData<S>);

/// A method of a type, by the hash of its name.
pub struct Method<const NAME: u64, S>(PhantomData<S>);

/// Who is asked: anybody.
pub trait Ask {
    /// Asks for a function.
    fn function_asked<A>(_: &A) -> Asked<Self, A> {
        Asked::question()
    }
}

impl<F: ?Sized> Ask for F {}

/// Asks for a function of a type.
pub fn associated_asked<const NAME: u64, S, A>(_: &A) -> Asked<Associated<NAME, S>, A> {
    Asked::question()
}

/// Asks for a method that is called by a path.
pub fn method_asked_by_path<const NAME: u64, S, A>(_: &A) -> Asked<ByPath<NAME, S>, A> {
    Asked::question()
}

/// Asks for a method.
pub fn method_asked<const NAME: u64, S, A>(_: &S, _: &A) -> Asked<Method<NAME, S>, A> {
    Asked::question()
}

impl<const NAME: u64, S: CheckedFunction<NAME, A>, A> CheckedCall<A> for Associated<NAME, S> {
    type Output = S::Output;

    fn call(checker: &Checker, arguments: A) -> S::Output {
        S::call(checker, arguments)
    }
}

macro_rules! methods_by_path {
    ($(($($name:ident)*))*) => {$(
        impl<const NAME: u64, S, $($name),*> CheckedCall<(S, $($name,)*)> for ByPath<NAME, S>
        where
            S: CheckedMethod<NAME, ($($name,)*)>,
        {
            type Output = S::Output;

            #[allow(non_snake_case)]
            fn call(checker: &Checker, (mut this, $($name,)*): (S, $($name,)*)) -> S::Output {
                this.call(checker, ($($name,)*))
            }
        }
    )*};
}

methods_by_path! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) }

/// A function that has a twin for these arguments is called by it.
pub trait CallTwin<A> {
    /// What it returns.
    type Output;

    /// Runs it for a work-item.
    fn call_twin<W: Asker>(self, who: &W, lane: usize, arguments: A) -> Self::Output;
}

impl<F: TwinCall<A> + ?Sized, A> CallTwin<A> for &Asked<F, A> {
    type Output = F::Output;

    #[inline(always)]
    fn call_twin<W: Asker>(self, who: &W, lane: usize, arguments: A) -> F::Output {
        F::run(who, lane, arguments)
    }
}

/// One that has none does not compile, because there is no item to link either; that is said, and only once.
pub trait CallNoTwin<A> {
    /// Never runs.
    fn call_twin<W: Asker, R>(self, who: &W, lane: usize, arguments: A) -> R;
}

impl<F: ?Sized, A> CallNoTwin<A> for Asked<F, A> {
    fn call_twin<W: Asker, R>(self, _: &W, _: usize, _: A) -> R {
        unreachable!("a kernel without an item does not compile")
    }
}

/// Who has a checked form is called in it.
pub trait CallChecked<A> {
    /// What it returns.
    type Output;

    /// Runs it; the plain form is not needed.
    fn call_checked(
        self,
        checker: &Checker,
        arguments: A,
        plain: impl FnOnce(A) -> Self::Output,
    ) -> Self::Output;
}

impl<F: CheckedCall<A> + ?Sized, A> CallChecked<A> for &Asked<F, A> {
    type Output = F::Output;

    fn call_checked(self, checker: &Checker, arguments: A, _: impl FnOnce(A) -> F::Output) -> F::Output {
        F::call(checker, arguments)
    }
}

/// Who has none is called as ever.
pub trait CallPlain<A> {
    /// Runs it.
    fn call_checked<R>(self, checker: &Checker, arguments: A, plain: impl FnOnce(A) -> R) -> R;
}

impl<F: ?Sized, A> CallPlain<A> for Asked<F, A> {
    fn call_checked<R>(self, _: &Checker, arguments: A, plain: impl FnOnce(A) -> R) -> R {
        plain(arguments)
    }
}

impl<F: ?Sized, A> Clone for Asked<F, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: ?Sized, A> Copy for Asked<F, A> {}

/// The same for methods.
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
}

/// The same for methods.
pub trait CallMethodPlain<S, A> {
    /// Runs it.
    fn call_method_checked<R>(
        self,
        checker: &Checker,
        receiver: &mut S,
        arguments: A,
        plain: impl FnOnce(&mut S, A) -> R,
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
}
