//! Dispatch of device-function calls on the checked accelerator, by autoref specialisation.
//!
//! The checked version of a function is a second body, which calls the [`Checker`] for each operation.
//! Whether a function has one depends on the argument types, which only rustc knows. If `F: CheckedCall`, a
//! [`CallProbe`] selects [`CheckedVersion`], and otherwise [`PlainVersion`], which calls the user's function. The
//! functions that make probes take the call's arguments by reference, only to infer their types.
//!
//! A probe needs the argument types, but a closure's types come from the callee. So a call with a closure
//! names the checked trait, or selects the callee first, by a [`MethodQuery`].

use std::marker::PhantomData;

use super::{CheckedMethod, Checker};
use crate::abi::cpu::ElementGuard;
use crate::abi::link::{AllowsImpl, Inherent};
use crate::abi::maybe_builtin::WithReceiver;
use crate::abi::probe::Probe;
use crate::types::TypeSlot;

/// A free device function or an associated function that has a checked version. `NAME` is the hash of an
/// associated function's name, or 0 for a free function, whose struct is `Self`. `Impl` stands for the `impl`
/// block, as in [`DeviceMethod`](crate::abi::link::DeviceMethod).
#[diagnostic::on_unimplemented(
    message = "this device function of `{Self}` does not accept these argument types",
    note = "mark the function or its `impl` block with `#[device]`, and the trait if the block implements one"
)]
pub trait CheckedFunction<const NAME: u64, Arguments, Impl = Inherent> {
    /// The return type.
    type Output;

    /// Runs the checked version.
    fn call(checker: &Checker, arguments: Arguments) -> Self::Output;
}

/// The callee of a call, if it has a checked version: [`Associated`], [`ByPath`], [`OfImpl`] or [`OfPath`].
#[diagnostic::on_unimplemented(
    message = "a kernel cannot call this function with these arguments",
    note = "mark the function with `#[device]`, and pass arguments of the parameters' types"
)]
pub trait CheckedCall<Arguments, Impl = Inherent> {
    /// The return type.
    type Output;

    /// Runs the checked version.
    fn call(checker: &Checker, arguments: Arguments) -> Self::Output;
}

/// A probe for a call of `F`.
pub struct CallProbe<F, Arguments>(PhantomData<(F, Arguments)>);

crate::support::always_copy! { [F, A] CallProbe<F, A> }

impl<F, Arguments> CallProbe<F, Arguments> {
    pub(crate) fn new() -> Self {
        CallProbe(PhantomData)
    }
}

impl<F: CheckedCall<A, I>, A, I> Probe<I> for &CallProbe<F, A> {
    type Selected = CheckedVersion<F, A, I>;

    fn amp_select(self) -> CheckedVersion<F, A, I> {
        CheckedVersion(PhantomData)
    }
}

impl<F, A> Probe for CallProbe<F, A> {
    type Selected = PlainVersion;

    fn amp_select(self) -> PlainVersion {
        PlainVersion
    }
}

/// The checked version of a function `F` that has one.
pub struct CheckedVersion<F, A, I>(PhantomData<(F, A, I)>);

impl<F: CheckedCall<A, I>, A, I> CheckedVersion<F, A, I> {
    /// Runs the checked version. Ignores the closure, which would call the user's function without checks.
    pub fn call_checked(self, checker: &Checker, arguments: A, _: impl FnOnce(A) -> F::Output) -> F::Output {
        F::call(checker, arguments)
    }
}

/// A function, method or operator without a checked version. Each method runs `plain`, a closure that calls
/// the user's code.
pub struct PlainVersion;

impl PlainVersion {
    /// Calls a function.
    pub fn call_checked<A, R>(self, _: &Checker, arguments: A, plain: impl FnOnce(A) -> R) -> R {
        plain(arguments)
    }

    /// Calls a method.
    pub fn call_method_checked<S, A, R>(
        self,
        _: &Checker,
        receiver: &mut S,
        arguments: A,
        plain: impl FnOnce(&mut S, A) -> R,
    ) -> R {
        plain(receiver, arguments)
    }

    /// Calls a method on a copy of a view's element.
    pub fn call_taken_checked<S, A, R>(
        self,
        _: &Checker,
        receiver: &mut ElementGuard<S>,
        arguments: A,
        plain: impl FnOnce(&mut ElementGuard<S>, A) -> R,
    ) -> R {
        plain(receiver, arguments)
    }

    /// Calls a method on a receiver that cannot be modified.
    pub fn look_checked<S, A, R>(
        self,
        _: &Checker,
        receiver: &S,
        arguments: A,
        plain: impl FnOnce(&S, A) -> R,
    ) -> R {
        plain(receiver, arguments)
    }

    /// Applies an operator.
    pub fn operate_checked<L, R, O>(self, _: &Checker, lhs: L, rhs: R, plain: impl FnOnce(L, R) -> O) -> O {
        plain(lhs, rhs)
    }

    /// Applies an assignment operator.
    pub fn assign_checked<L, R>(self, _: &Checker, lhs: &mut L, rhs: R, plain: impl FnOnce(&mut L, R)) {
        plain(lhs, rhs);
    }
}

/// Stands for an associated function of `S` in a [`CallProbe`]. `NAME` is the hash of its name. If it is 0,
/// stands for the free function whose struct is `S`.
pub struct Associated<const NAME: u64, S>(PhantomData<S>);

/// Stands for a method of `S` that is called by its path, with the receiver as the first argument.
pub struct ByPath<const NAME: u64, S>(PhantomData<S>);

/// Returns a probe for an associated function of a type.
pub fn probe_associated<const NAME: u64, S, A>(_: TypeSlot<S>, _: &A) -> CallProbe<Associated<NAME, S>, A> {
    CallProbe::new()
}

/// Returns a probe for a method that is called by its path, as in `S::len(&s)`.
pub fn probe_method_by_path<const NAME: u64, S, A>(_: TypeSlot<S>, _: &A) -> CallProbe<ByPath<NAME, S>, A> {
    CallProbe::new()
}

/// Stands for a function of `S` in a call that names the trait, as in `<S as Shape>::area(&s)`. The type `I`
/// stands for the block `impl Shape for S`.
pub struct OfImpl<F, I>(PhantomData<(F, I)>);

impl<F: CheckedCall<A, I>, I, A> CheckedCall<A> for OfImpl<F, I> {
    type Output = F::Output;

    fn call(checker: &Checker, arguments: A) -> F::Output {
        F::call(checker, arguments)
    }
}

/// Stands for the function `F` in a call such as `Shape::area(&s)`, whose path may name a type or a trait.
/// `W` is `AnyImpl` for a type, and `NamedImpl<I>` for a trait. `I` stands for the `impl` of the trait.
pub struct OfPath<F, W>(PhantomData<(F, W)>);

impl<F: CheckedCall<A, I>, W: AllowsImpl<I>, I, A> CheckedCall<A, I> for OfPath<F, W> {
    type Output = F::Output;

    fn call(checker: &Checker, arguments: A) -> F::Output {
        F::call(checker, arguments)
    }
}

/// Returns a probe like [`probe_associated`], for a call that names the trait, as in `<S as Shape>::new()`.
pub fn probe_function_of_impl<const NAME: u64, S, I, A>(
    _: TypeSlot<S>,
    _: &A,
) -> CallProbe<OfImpl<Associated<NAME, S>, I>, A> {
    CallProbe::new()
}

/// Returns a probe like [`probe_method_by_path`], for a call that names the trait, as in `<S as
/// Shape>::area(&s)`.
pub fn probe_method_of_impl<const NAME: u64, S, I, A>(
    _: TypeSlot<S>,
    _: &A,
) -> CallProbe<OfImpl<ByPath<NAME, S>, I>, A> {
    CallProbe::new()
}

/// Returns a probe like [`probe_associated`], for a call whose path may name a type or a trait.
pub fn probe_function_of_path<const NAME: u64, S, W, A>(
    _: TypeSlot<(S, W)>,
    _: &A,
) -> CallProbe<OfPath<Associated<NAME, S>, W>, A> {
    CallProbe::new()
}

/// Returns a probe like [`probe_method_by_path`], for a call whose path may name a type or a trait.
pub fn probe_method_of_path<const NAME: u64, S, W, A>(
    _: TypeSlot<(S, W)>,
    _: &A,
) -> CallProbe<OfPath<ByPath<NAME, S>, W>, A> {
    CallProbe::new()
}

impl<const NAME: u64, S: CheckedFunction<NAME, A, I>, A, I> CheckedCall<A, I> for Associated<NAME, S> {
    type Output = S::Output;

    fn call(checker: &Checker, arguments: A) -> S::Output {
        S::call(checker, arguments)
    }
}

macro_rules! methods_by_path {
    ($(($($name:ident)*))*) => {$(
        impl<const NAME: u64, S, Impl, $($name),*> CheckedCall<(S, $($name,)*), Impl> for ByPath<NAME, S>
        where
            S: CheckedMethod<NAME, ($($name,)*), Impl>,
        {
            type Output = S::Output;

            #[allow(non_snake_case)]
            fn call(checker: &Checker, (mut this, $($name,)*): (S, $($name,)*)) -> S::Output {
                this.call(checker, ($($name,)*))
            }
        }

        impl<const NAME: u64, S, Impl, $($name),*> CheckedCall<(&mut S, $($name,)*), Impl> for ByPath<NAME, S>
        where
            S: CheckedMethod<NAME, ($($name,)*), Impl>,
        {
            type Output = S::Output;

            #[allow(non_snake_case)]
            fn call(checker: &Checker, (this, $($name,)*): (&mut S, $($name,)*)) -> S::Output {
                this.call(checker, ($($name,)*))
            }
        }

        impl<const NAME: u64, S, Impl, $($name),*> CheckedCall<(&S, $($name,)*), Impl> for ByPath<NAME, S>
        where
            S: CheckedMethod<NAME, ($($name,)*), Impl>,
        {
            type Output = S::Output;

            #[allow(non_snake_case)]
            fn call(checker: &Checker, (this, $($name,)*): (&S, $($name,)*)) -> S::Output {
                this.amp_call_ref(checker, ($($name,)*))
            }
        }
    )*};
}

methods_by_path! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) }

/// Decides whether a path such as `S::f` names a method of `S` or an associated function, by the type of the
/// first argument. `NAME` is the hash of the function's name. A call that passes a closure uses this query:
/// rustc infers the closure's parameter types from the callee, so the callee must be selected before the
/// arguments are checked.
pub struct MethodQuery<const NAME: u64, S, A>(PhantomData<S>, PhantomData<A>);

/// Makes a `MethodQuery` for a call that passes its first argument by value.
pub fn query_by_value<const NAME: u64, S, Rest: WithReceiver<S>>(
    _: TypeSlot<S>,
) -> MethodQuery<NAME, S, Rest::All> {
    MethodQuery(PhantomData, PhantomData)
}

/// Makes a `MethodQuery` for a call that passes its first argument by `&`.
pub fn query_by_ref<'a, const NAME: u64, S: 'a, Rest: WithReceiver<&'a S>>(
    _: TypeSlot<S>,
) -> MethodQuery<NAME, S, Rest::All> {
    MethodQuery(PhantomData, PhantomData)
}

/// Makes a `MethodQuery` for a call that passes its first argument by `&mut`.
pub fn query_by_mut<'a, const NAME: u64, S: 'a, Rest: WithReceiver<&'a mut S>>(
    _: TypeSlot<S>,
) -> MethodQuery<NAME, S, Rest::All> {
    MethodQuery(PhantomData, PhantomData)
}

/// The selected callee `F` and its argument types `A`.
pub struct Target<F, A>(PhantomData<F>, PhantomData<A>);

impl<F, A> Target<F, A> {
    /// Returns the callee unchanged. The type of the argument makes rustc infer the slot's type `A`.
    pub fn with(self, _: TypeSlot<A>) -> Self {
        self
    }

    /// Runs the checked version of `F`, for a call whose path may name a type or a trait. The bound of `W`
    /// restricts the `impl` blocks from which `F` may come; see [`OfPath`].
    pub fn run_of_path<S, W: AllowsImpl<I>, I>(
        self,
        _: TypeSlot<(S, W)>,
        checker: &Checker,
        arguments: A,
    ) -> F::Output
    where
        F: CheckedCall<A, I>,
    {
        F::call(checker, arguments)
    }

    /// Runs the checked version of `F`.
    pub fn run<I>(self, checker: &Checker, arguments: A) -> F::Output
    where
        F: CheckedCall<A, I>,
    {
        F::call(checker, arguments)
    }
}

/// Selects the method of `S` whose name has the hash `NAME`, if there is one.
impl<const NAME: u64, S, A, I> Probe<I> for &MethodQuery<NAME, S, A>
where
    ByPath<NAME, S>: CheckedCall<A, I>,
{
    type Selected = Target<ByPath<NAME, S>, A>;

    fn amp_select(self) -> Self::Selected {
        Target(PhantomData, PhantomData)
    }
}

macro_rules! functions_of_types {
    ($(($($name:ident)*))*) => {$(
        /// Selects the associated function of `S` whose name has the hash `NAME`, if no method has this name.
        /// Unlike a method's receiver, the function's first argument may have any type. rustc infers it as
        /// `First`.
        impl<const NAME: u64, S, Asked, First, $($name),*> Probe<First> for MethodQuery<NAME, S, (Asked, $($name,)*)> {
            type Selected = Target<Associated<NAME, S>, (First, $($name,)*)>;

            fn amp_select(self) -> Self::Selected {
                Target(PhantomData, PhantomData)
            }
        }
    )*};
}

functions_of_types! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) }

crate::support::always_copy! { [const NAME: u64, S, A] MethodQuery<NAME, S, A> }

/// A device function whose name is an argument of a call, as in `apply(scale, x)`. `I` is the struct that
/// `#[device]` declares for the function.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot pass this function by its name",
    note = "mark the function with `#[device]`"
)]
pub trait ByName<'c, I, Arguments> {
    /// The type of the closure that replaces the function's name.
    type Closure: ?Sized;

    /// Returns the closure, which calls the checked version.
    fn closure(self, checker: &'c Checker) -> Box<Self::Closure>;
}

macro_rules! by_name {
    ($(($($name:ident)*))*) => {$(
        impl<'c, F, I, R, $($name),*> ByName<'c, I, ($($name,)*)> for F
        where
            F: Fn($($name),*) -> R,
            I: CheckedFunction<0, ($($name,)*), Output = R>,
        {
            type Closure = dyn Fn($($name),*) -> R + 'c;

            #[allow(non_snake_case)]
            fn closure(self, checker: &'c Checker) -> Box<Self::Closure> {
                Box::new(move |$($name),*| I::call(checker, ($($name,)*)))
            }
        }
    )*};
}

by_name! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E G) (A B C D E G H) }

/// Returns a closure that runs the checked version of a device function. The expansion passes the closure in
/// place of the function's name.
pub fn by_name<'c, I, A, F: ByName<'c, I, A>>(function: F, checker: &'c Checker) -> Box<F::Closure> {
    function.closure(checker)
}
