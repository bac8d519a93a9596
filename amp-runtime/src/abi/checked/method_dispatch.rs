//! Dispatch of method calls on the checked accelerator: rustc selects the checked version of a method, the
//! user's method itself, or a built-in method. The mechanism is autoref specialisation, as in `dispatch`.

use super::Checker;
use super::dispatch::{CallProbe, Method, OfPath};
use crate::abi::cpu::ElementGuard;
use crate::abi::link::{AllowsImpl, Inherent};
use crate::types::{BuiltinType, TypeSlot};

/// A method that has a checked version, which reports its operations to the [`Checker`]. `NAME` is the hash
/// of the method's name. `Impl` stands for its `impl` block, as in
/// [`DeviceMethod`](crate::abi::link::DeviceMethod).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name with these argument types",
    note = "mark its `impl` block with `#[device]`, and the trait if it implements one"
)]
pub trait CheckedMethod<const NAME: u64, Arguments, Impl = Inherent> {
    /// The return type.
    type Output;
    /// Whether the method takes `&mut self`.
    const MUTATES_RECEIVER: bool;

    /// Runs the checked version.
    fn call(&mut self, checker: &Checker, arguments: Arguments) -> Self::Output;

    /// Runs the checked version on a receiver that cannot be modified. This trait is a supertrait of each
    /// device trait. So in generic code, a value of a type `T: Shape` has this method beside the user's
    /// methods. The prefix `amp_` keeps its name distinct from theirs.
    fn amp_call_ref(&self, checker: &Checker, arguments: Arguments) -> Self::Output;

    /// Runs the checked version on a copy of a view's element. If the method takes `&mut self`, marks the
    /// copy as modified. After the call, the expansion stores a modified copy in the view.
    fn call_on_copy(copy: &mut ElementGuard<Self>, checker: &Checker, arguments: Arguments) -> Self::Output
    where
        Self: Sized,
    {
        copy.borrow(Self::MUTATES_RECEIVER).call(checker, arguments)
    }
}

/// Runs the checked version of a method of the traits in scope, for a call that passes a closure. `W` restricts the
/// `impl` blocks from which the method may come.
pub fn call_in_scope<const NAME: u64, S: CheckedMethod<NAME, A, I>, W: AllowsImpl<I>, I, A>(
    _: TypeSlot<(S, W)>,
    receiver: &mut S,
    checker: &Checker,
    arguments: A,
) -> S::Output {
    receiver.call(checker, arguments)
}

/// Like [`call_in_scope`], for a receiver that cannot be modified.
pub fn call_ref_in_scope<const NAME: u64, S: CheckedMethod<NAME, A, I>, W: AllowsImpl<I>, I, A>(
    _: TypeSlot<(S, W)>,
    receiver: &S,
    checker: &Checker,
    arguments: A,
) -> S::Output {
    receiver.amp_call_ref(checker, arguments)
}

/// Like [`call_in_scope`], for a copy of a view's element.
pub fn call_on_copy_in_scope<const NAME: u64, S: CheckedMethod<NAME, A, I>, W: AllowsImpl<I>, I, A>(
    _: TypeSlot<(S, W)>,
    copy: &mut ElementGuard<S>,
    checker: &Checker,
    arguments: A,
) -> S::Output {
    S::call_on_copy(copy, checker, arguments)
}

/// Runs the checked version of a method that has one.
pub trait CallMethodChecked<S, A, I> {
    /// The return type.
    type Output;

    /// Runs the checked version. Ignores `plain`, a closure that would call the user's method without checks.
    fn call_method_checked(
        self,
        checker: &Checker,
        receiver: &mut S,
        arguments: A,
        plain: impl FnOnce(&mut S, A) -> Self::Output,
    ) -> Self::Output;

    /// Runs the checked version on a copy of a view's element.
    fn call_taken_checked(
        self,
        checker: &Checker,
        receiver: &mut ElementGuard<S>,
        arguments: A,
        plain: impl FnOnce(&mut ElementGuard<S>, A) -> Self::Output,
    ) -> Self::Output;

    /// Runs the checked version on a receiver that cannot be modified.
    fn look_checked(
        self,
        checker: &Checker,
        receiver: &S,
        arguments: A,
        plain: impl FnOnce(&S, A) -> Self::Output,
    ) -> Self::Output;
}

impl<const NAME: u64, S: CheckedMethod<NAME, A, I>, W: AllowsImpl<I>, A, I> CallMethodChecked<S, A, I>
    for &CallProbe<OfPath<Method<NAME, S>, W>, A>
{
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
        receiver: &mut ElementGuard<S>,
        arguments: A,
        _: impl FnOnce(&mut ElementGuard<S>, A) -> S::Output,
    ) -> S::Output {
        S::call_on_copy(receiver, checker, arguments)
    }

    fn look_checked(
        self,
        checker: &Checker,
        receiver: &S,
        arguments: A,
        _: impl FnOnce(&S, A) -> S::Output,
    ) -> S::Output {
        receiver.amp_call_ref(checker, arguments)
    }
}

/// Runs the user's method itself, if it has no checked version.
pub trait CallMethodPlain<S, A> {
    /// Runs `plain`, a closure that calls the user's method.
    fn call_method_checked<R>(
        self,
        checker: &Checker,
        receiver: &mut S,
        arguments: A,
        plain: impl FnOnce(&mut S, A) -> R,
    ) -> R;

    /// Runs `plain`, which calls the method, on a copy of a view's element.
    fn call_taken_checked<R>(
        self,
        checker: &Checker,
        receiver: &mut ElementGuard<S>,
        arguments: A,
        plain: impl FnOnce(&mut ElementGuard<S>, A) -> R,
    ) -> R;

    /// Runs `plain`, which calls the method, on a receiver that cannot be modified.
    fn look_checked<R>(
        self,
        checker: &Checker,
        receiver: &S,
        arguments: A,
        plain: impl FnOnce(&S, A) -> R,
    ) -> R;
}

impl<const NAME: u64, S, W, A> CallMethodPlain<S, A> for CallProbe<OfPath<Method<NAME, S>, W>, A> {
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
        receiver: &mut ElementGuard<S>,
        arguments: A,
        plain: impl FnOnce(&mut ElementGuard<S>, A) -> R,
    ) -> R {
        plain(receiver, arguments)
    }
    fn look_checked<R>(self, _: &Checker, receiver: &S, arguments: A, plain: impl FnOnce(&S, A) -> R) -> R {
        plain(receiver, arguments)
    }
}

/// Runs the built-in method of a built-in type. As in Rust, the built-in method wins over a method of the
/// same name in a trait of the user.
pub trait CallMethodBuiltin<S, A> {
    /// Runs `plain`, a closure that calls the method.
    fn call_method_checked<R>(
        self,
        checker: &Checker,
        receiver: &mut S,
        arguments: A,
        plain: impl FnOnce(&mut S, A) -> R,
    ) -> R;

    /// Runs `plain`, which calls the method, on a copy of a view's element.
    fn call_taken_checked<R>(
        self,
        checker: &Checker,
        receiver: &mut ElementGuard<S>,
        arguments: A,
        plain: impl FnOnce(&mut ElementGuard<S>, A) -> R,
    ) -> R;

    /// Runs `plain`, which calls the method, on a receiver that cannot be modified.
    fn look_checked<R>(
        self,
        checker: &Checker,
        receiver: &S,
        arguments: A,
        plain: impl FnOnce(&S, A) -> R,
    ) -> R;
}

impl<const NAME: u64, S: BuiltinType, W, A> CallMethodBuiltin<S, A>
    for &&CallProbe<OfPath<Method<NAME, S>, W>, A>
{
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
        receiver: &mut ElementGuard<S>,
        arguments: A,
        plain: impl FnOnce(&mut ElementGuard<S>, A) -> R,
    ) -> R {
        plain(receiver, arguments)
    }

    fn look_checked<R>(self, _: &Checker, receiver: &S, arguments: A, plain: impl FnOnce(&S, A) -> R) -> R {
        plain(receiver, arguments)
    }
}
