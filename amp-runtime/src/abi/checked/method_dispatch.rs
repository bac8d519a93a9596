//! Dispatch of method calls on the checked accelerator: rustc selects the checked version of a method, the
//! user's method itself, or a built-in method.

use std::marker::PhantomData;

use super::Checker;
use super::dispatch::PlainVersion;
use crate::abi::cpu::ElementGuard;
use crate::abi::link::{AllowsImpl, AnyImpl, Inherent};
use crate::abi::probe::Probe;
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

/// A probe for a call of the method of `S` whose name has the hash `NAME`. `W` is `AnyImpl`, or `NamedImpl<I>` if the
/// method must come from the `impl` of a device trait that `I` stands for.
pub struct MethodCallProbe<const NAME: u64, S, W, A>(PhantomData<(S, W, A)>);

crate::support::always_copy! { [const NAME: u64, S, W, A] MethodCallProbe<NAME, S, W, A> }

/// Returns a probe for a method.
pub fn probe_method<const NAME: u64, S, A>(_: &S, _: &A) -> MethodCallProbe<NAME, S, AnyImpl, A> {
    MethodCallProbe(PhantomData)
}

/// Returns a probe for a method of the traits in scope.
pub fn probe_method_in_scope<const NAME: u64, S, W, A>(
    _: TypeSlot<(S, W)>,
    _: &A,
) -> MethodCallProbe<NAME, S, W, A> {
    MethodCallProbe(PhantomData)
}

/// Selects the built-in method of a built-in type. As in Rust, the built-in method wins over a method of the
/// same name in a trait of the user.
impl<const NAME: u64, S: BuiltinType, W, A> Probe for &&MethodCallProbe<NAME, S, W, A> {
    type Selected = PlainVersion;

    fn amp_select(self) -> PlainVersion {
        PlainVersion
    }
}

impl<const NAME: u64, S: CheckedMethod<NAME, A, I>, W: AllowsImpl<I>, A, I> Probe<I>
    for &MethodCallProbe<NAME, S, W, A>
{
    type Selected = CheckedMethodVersion<NAME, S, A, I>;

    fn amp_select(self) -> Self::Selected {
        CheckedMethodVersion(PhantomData)
    }
}

impl<const NAME: u64, S, W, A> Probe for MethodCallProbe<NAME, S, W, A> {
    type Selected = PlainVersion;

    fn amp_select(self) -> PlainVersion {
        PlainVersion
    }
}

/// The checked version of a method that has one. Each method ignores the closure, which would call the user's
/// method without checks.
pub struct CheckedMethodVersion<const NAME: u64, S, A, I>(PhantomData<(S, A, I)>);

impl<const NAME: u64, S: CheckedMethod<NAME, A, I>, A, I> CheckedMethodVersion<NAME, S, A, I> {
    /// Runs the checked version.
    pub fn call_method_checked(
        self,
        checker: &Checker,
        receiver: &mut S,
        arguments: A,
        _: impl FnOnce(&mut S, A) -> S::Output,
    ) -> S::Output {
        receiver.call(checker, arguments)
    }

    /// Runs the checked version on a copy of a view's element.
    pub fn call_taken_checked(
        self,
        checker: &Checker,
        receiver: &mut ElementGuard<S>,
        arguments: A,
        _: impl FnOnce(&mut ElementGuard<S>, A) -> S::Output,
    ) -> S::Output {
        S::call_on_copy(receiver, checker, arguments)
    }

    /// Runs the checked version on a receiver that cannot be modified.
    pub fn look_checked(
        self,
        checker: &Checker,
        receiver: &S,
        arguments: A,
        _: impl FnOnce(&S, A) -> S::Output,
    ) -> S::Output {
        receiver.amp_call_ref(checker, arguments)
    }
}
