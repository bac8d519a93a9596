//! Dispatch of device-function calls on the checked accelerator, by autoref specialisation.
//!
//! The checked version of a function is a second body, which calls the [`Checker`] for each operation.
//! Whether a function has one depends on the argument types, which only rustc knows. So rustc selects the
//! body by method resolution: `(&CallProbe).call_checked(..)` prefers the trait that is implemented for a
//! reference (`CallChecked`, if `F: CheckedCall`), and otherwise uses the trait on the value (`CallPlain`),
//! which calls the user's function. The functions that make probes take the call's arguments by reference,
//! only to infer their types.

use std::marker::PhantomData;

use super::{CheckedMethod, Checker};
use crate::abi::cpu::{CpuCall, Locate};
use crate::abi::link::{AllowsImpl, AnyImpl, Inherent};
use crate::abi::maybe_builtin::WithReceiver;
use crate::types::TypeSlot;

/// A device function that has a checked version. `Impl` is a type that stands for the `impl` block of the
/// function, as in [`DeviceMethod`](crate::abi::link::DeviceMethod). For a free function, it is [`Inherent`].
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

/// A type's associated function that has a checked version. `NAME` is the hash of the function's name. `Impl`
/// stands for its `impl` block, as in [`DeviceMethod`](crate::abi::link::DeviceMethod).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name with these argument types",
    note = "mark its `impl` block with `#[device]`, and the trait if it implements one"
)]
pub trait CheckedFunction<const NAME: u64, Arguments, Impl = Inherent> {
    /// The return type.
    type Output;

    /// Runs the checked version.
    fn call(checker: &Checker, arguments: Arguments) -> Self::Output;
}

/// Maps a type that implements a device trait to the type `Bodies`. The functions of `Bodies` are the checked
/// versions of the trait's default methods.
pub trait ProvidedChecked {
    /// The type whose functions are the checked versions.
    type Bodies;
}

/// A value whose only purpose is method resolution: the impl that rustc selects for a probe decides which
/// version of `F` a call runs.
pub struct CallProbe<F: ?Sized, Arguments>(PhantomData<F>, PhantomData<Arguments>);

impl<F: ?Sized, Arguments> CallProbe<F, Arguments> {
    pub(super) fn new() -> Self {
        CallProbe(PhantomData, PhantomData)
    }
}

/// Stands for an associated function of `S` in a [`CallProbe`]. `NAME` is the hash of its name.
pub struct Associated<const NAME: u64, S>(PhantomData<S>);

/// Stands for a method of `S` that is called by its path, with the receiver as the first argument.
pub struct ByPath<const NAME: u64, S>(PhantomData<S>);

/// Stands for a method of `S` in a [`CallProbe`]. `NAME` is the hash of its name.
pub struct Method<const NAME: u64, S>(PhantomData<S>);

/// Makes probes for free device functions. Every type implements this trait, so the struct that `#[device]`
/// declares for a function does, too.
pub trait Probe {
    /// Returns a probe for the function.
    fn probe_function<A>(_: &A) -> CallProbe<Self, A> {
        CallProbe::new()
    }
}

impl<F: ?Sized> Probe for F {}

/// Returns a probe for an associated function of a type.
pub fn probe_associated<const NAME: u64, S, A>(_: TypeSlot<S>, _: &A) -> CallProbe<Associated<NAME, S>, A> {
    CallProbe::new()
}

/// Returns a probe for a method that is called by its path, as in `S::len(&s)`.
pub fn probe_method_by_path<const NAME: u64, S, A>(_: TypeSlot<S>, _: &A) -> CallProbe<ByPath<NAME, S>, A> {
    CallProbe::new()
}

/// Stands for a function of `S` in a call that names the trait, as in `<S as Shape>::area(&s)`. The type `I`
/// stands for the block `impl Shape for S`; see [`CheckedCall`].
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

/// Returns a probe for a method.
pub fn probe_method<const NAME: u64, S, A>(_: &S, _: &A) -> CallProbe<OfPath<Method<NAME, S>, AnyImpl>, A> {
    CallProbe::new()
}

/// Returns a probe for a method of the traits in scope. `W` is `AnyImpl`, or `NamedImpl<I>` for a device trait.
pub fn probe_method_in_scope<const NAME: u64, S, W, A>(
    _: TypeSlot<(S, W)>,
    _: &A,
) -> CallProbe<OfPath<Method<NAME, S>, W>, A> {
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

/// Selects the method of `S` whose name has the hash `NAME`, if there is one. The trait is implemented for a
/// reference, so method resolution prefers it to [`IsFunction`].
pub trait IsMethod<const NAME: u64, S, A, I> {
    /// The selected callee.
    fn target(self) -> Target<ByPath<NAME, S>, A>;
}

impl<const NAME: u64, S, A, I> IsMethod<NAME, S, A, I> for &MethodQuery<NAME, S, A>
where
    ByPath<NAME, S>: CheckedCall<A, I>,
{
    fn target(self) -> Target<ByPath<NAME, S>, A> {
        Target(PhantomData, PhantomData)
    }
}

/// Selects the associated function of `S` whose name has the hash `NAME`, if no method has this name. Unlike
/// a method's receiver, the function's first argument may have any type. rustc infers it as `First`.
pub trait IsFunction<const NAME: u64, S> {
    /// The argument types with `First` in place of the first type.
    type With<First>;

    /// The selected callee.
    fn target<First>(self) -> Target<Associated<NAME, S>, Self::With<First>>;
}

macro_rules! functions_of_types {
    ($(($($name:ident)*))*) => {$(
        impl<const NAME: u64, S, Asked, $($name),*> IsFunction<NAME, S> for MethodQuery<NAME, S, (Asked, $($name,)*)> {
            type With<First> = (First, $($name,)*);

            fn target<First>(self) -> Target<Associated<NAME, S>, (First, $($name,)*)> {
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
            I: CheckedCall<($($name,)*), Output = R>,
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

/// Runs the CPU code of a device function that takes references or views. A kernel cannot call the user's own
/// Rust function with a view: for the kernel, the view is a `ReadAccess` or `SharedAccess`, not an
/// `ArrayView`.
pub trait CallCpuVersion<A> {
    /// The return type.
    type Output;

    /// Runs the function for one work-item.
    fn call_cpu<W: Locate>(self, locator: &W, lane: usize, arguments: A) -> Self::Output;
}

impl<F: CpuCall<A> + ?Sized, A> CallCpuVersion<A> for &&CallProbe<F, A> {
    type Output = F::Output;

    #[inline(always)]
    fn call_cpu<W: Locate>(self, locator: &W, lane: usize, arguments: A) -> F::Output {
        F::run(locator, lane, arguments)
    }
}

/// A device function whose `DeviceCall` impl accepts all argument types. So rustc reports mismatched
/// arguments only where the CPU code calls the user's Rust function.
pub trait AnyArguments {}

/// Reports the one mismatch in a call of an [`AnyArguments`] function that rustc does not report elsewhere:
/// the call passes a view or reference where the function expects a value.
pub trait ReportMismatch<F: ?Sized, A> {
    /// A call of this method never compiles, because no type implements `Accepts`.
    fn call_cpu<W: Locate, R>(self, locator: &W, lane: usize, arguments: A) -> R
    where
        F: Accepts<A>;
}

/// No type implements this trait. The unmet bound `F: Accepts<A>` produces the error message.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not accept this view or reference",
    note = "pass an element of the view, `x[i]`; pass a view only if the parameter is `&ArrayView<T>` or `&mut ArrayViewMut<T>`",
    note = "pass a captured value without `&` if the parameter is not a reference"
)]
pub trait Accepts<Arguments> {}

impl<F: AnyArguments + ?Sized, A> ReportMismatch<F, A> for &CallProbe<F, A> {
    fn call_cpu<W: Locate, R>(self, _: &W, _: usize, _: A) -> R
    where
        F: Accepts<A>,
    {
        unreachable!("internal error: a function with CPU code was dispatched to the mismatch report")
    }
}

/// Accepts a call of a function without CPU code. Such a function has no template either, so rustc already
/// reports the call. This impl avoids a second error.
pub trait ReportNoCpuVersion<A> {
    /// Never called.
    fn call_cpu<W: Locate, R>(self, locator: &W, lane: usize, arguments: A) -> R;
}

impl<F: ?Sized, A> ReportNoCpuVersion<A> for CallProbe<F, A> {
    fn call_cpu<W: Locate, R>(self, _: &W, _: usize, _: A) -> R {
        unreachable!("internal error: a kernel without an item was compiled")
    }
}

/// Runs the checked version of a function that has one.
pub trait CallChecked<A, I> {
    /// The return type.
    type Output;

    /// Runs the checked version. Ignores `plain`, a closure that would call the user's function without
    /// checks.
    fn call_checked(
        self,
        checker: &Checker,
        arguments: A,
        plain: impl FnOnce(A) -> Self::Output,
    ) -> Self::Output;
}

impl<F: CheckedCall<A, I> + ?Sized, A, I> CallChecked<A, I> for &CallProbe<F, A> {
    type Output = F::Output;

    fn call_checked(self, checker: &Checker, arguments: A, _: impl FnOnce(A) -> F::Output) -> F::Output {
        F::call(checker, arguments)
    }
}

/// Runs the user's function itself, if it has no checked version.
pub trait CallPlain<A> {
    /// Runs `plain`, a closure that calls the user's function.
    fn call_checked<R>(self, checker: &Checker, arguments: A, plain: impl FnOnce(A) -> R) -> R;
}

impl<F: ?Sized, A> CallPlain<A> for CallProbe<F, A> {
    fn call_checked<R>(self, _: &Checker, arguments: A, plain: impl FnOnce(A) -> R) -> R {
        plain(arguments)
    }
}

crate::support::always_copy! { [F: ?Sized, A] CallProbe<F, A> }
