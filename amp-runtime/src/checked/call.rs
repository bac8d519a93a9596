//! Calls of device functions in their checked form.
//!
//! Whether a function has one is known when the types of its arguments are: then rustc chooses between the methods of
//! two traits. It tries those of a reference first.

use std::marker::PhantomData;

use super::{CheckedMethod, Checker};
use crate::twin::{Asker, TwinCall};

/// The checked form of a function.
pub trait CheckedCall<Arguments> {
    /// What it returns.
    type Output;

    /// Runs it.
    fn call(checker: &Checker, arguments: Arguments) -> Self::Output;
}

/// The checked form of a function of a type, by the hash of its name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for these arguments",
    note = "mark its `impl` block with `#[device]`, and the trait, if it is of one"
)]
pub trait CheckedFunction<const NAME: u64, Arguments> {
    /// What it returns.
    type Output;

    /// Runs it.
    fn call(checker: &Checker, arguments: Arguments) -> Self::Output;
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

/// A method of a type that is called by a path: its receiver is the first of the arguments.
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

        impl<const NAME: u64, S, $($name),*> CheckedCall<(&mut S, $($name,)*)> for ByPath<NAME, S>
        where
            S: CheckedMethod<NAME, ($($name,)*)>,
        {
            type Output = S::Output;

            #[allow(non_snake_case)]
            fn call(checker: &Checker, (this, $($name,)*): (&mut S, $($name,)*)) -> S::Output {
                this.call(checker, ($($name,)*))
            }
        }

        impl<const NAME: u64, S, $($name),*> CheckedCall<(&S, $($name,)*)> for ByPath<NAME, S>
        where
            S: CheckedMethod<NAME, ($($name,)*)>,
        {
            type Output = S::Output;

            #[allow(non_snake_case)]
            fn call(checker: &Checker, (this, $($name,)*): (&S, $($name,)*)) -> S::Output {
                this.amp_look(checker, ($($name,)*))
            }
        }
    )*};
}

methods_by_path! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) }

/// A question that is asked before the arguments are known, because closures are among them, of which rustc learns from the answer what
/// they are given: whether a function of a type is a method, if the first of the arguments is as it says.
pub struct NamedOf<const NAME: u64, S, A>(PhantomData<S>, PhantomData<A>);

/// Asks it.
pub fn named_of<const NAME: u64, S, A>() -> NamedOf<NAME, S, A> {
    NamedOf(PhantomData, PhantomData)
}

/// Who is called with such arguments.
pub struct Who<F, A>(PhantomData<F>, PhantomData<A>);

impl<F: CheckedCall<A>, A> Who<F, A> {
    /// Runs the checked form.
    pub fn run(self, checker: &Checker, arguments: A) -> F::Output {
        F::call(checker, arguments)
    }
}

/// A method is found first.
pub trait WhoIsMethod<const NAME: u64, S, A> {
    /// Who it is.
    fn who(self) -> Who<ByPath<NAME, S>, A>;
}

impl<const NAME: u64, S, A> WhoIsMethod<NAME, S, A> for &NamedOf<NAME, S, A>
where
    ByPath<NAME, S>: CheckedCall<A>,
{
    fn who(self) -> Who<ByPath<NAME, S>, A> {
        Who(PhantomData, PhantomData)
    }
}

/// What is none is a function of the type, whose first argument may be anything.
pub trait WhoIsFunction<const NAME: u64, S> {
    /// The arguments.
    type With<First>;

    /// Who it is.
    fn who<First>(self) -> Who<Associated<NAME, S>, Self::With<First>>;
}

macro_rules! functions_of_types {
    ($(($($name:ident)*))*) => {$(
        impl<const NAME: u64, S, Asked, $($name),*> WhoIsFunction<NAME, S> for NamedOf<NAME, S, (Asked, $($name,)*)> {
            type With<First> = (First, $($name,)*);

            fn who<First>(self) -> Who<Associated<NAME, S>, (First, $($name,)*)> {
                Who(PhantomData, PhantomData)
            }
        }
    )*};
}

functions_of_types! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) }

impl<const NAME: u64, S, A> Clone for NamedOf<NAME, S, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const NAME: u64, S, A> Copy for NamedOf<NAME, S, A> {}

/// A device function that is passed by its name: `I` is its item.
pub trait ByName<'c, I, Arguments> {
    /// What is called instead.
    type Form: ?Sized;

    /// Makes it.
    fn form(self, checker: &'c Checker) -> Box<Self::Form>;
}

macro_rules! by_name {
    ($(($($name:ident)*))*) => {$(
        impl<'c, F, I, R, $($name),*> ByName<'c, I, ($($name,)*)> for F
        where
            F: Fn($($name),*) -> R,
            I: CheckedCall<($($name,)*), Output = R>,
        {
            type Form = dyn Fn($($name),*) -> R + 'c;

            #[allow(non_snake_case)]
            fn form(self, checker: &'c Checker) -> Box<Self::Form> {
                Box::new(move |$($name),*| I::call(checker, ($($name,)*)))
            }
        }
    )*};
}

by_name! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E G) (A B C D E G H) }

/// The checked form of a device function that is passed by its name, to be lent.
pub fn by_name<'c, I, A, F: ByName<'c, I, A>>(function: F, checker: &'c Checker) -> Box<F::Form> {
    function.form(checker)
}

/// A function that has a twin for these arguments is called by it.
pub trait CallTwin<A> {
    /// What it returns.
    type Output;

    /// Runs it for a work-item.
    fn call_twin<W: Asker>(self, who: &W, lane: usize, arguments: A) -> Self::Output;
}

impl<F: TwinCall<A> + ?Sized, A> CallTwin<A> for &&Asked<F, A> {
    type Output = F::Output;

    #[inline(always)]
    fn call_twin<W: Asker>(self, who: &W, lane: usize, arguments: A) -> F::Output {
        F::run(who, lane, arguments)
    }
}

/// A device function that is found whatever it is given, because rustc says what is wrong with a call.
pub trait FoundByAny {}

/// Of such a function rustc says nothing where something is lent to it whole, which is no value: then it is said here.
pub trait CallMistaken<F: ?Sized, A> {
    /// Does not compile.
    fn call_twin<W: Asker, R>(self, who: &W, lane: usize, arguments: A) -> R
    where
        F: TakesIt<A>;
}

/// What such a function does not take: nobody implements it.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not take what it is lent there",
    note = "of a view, pass an element, `x[i]`; a view is lent where the parameter is `&ArrayView<T>` or `&mut ArrayViewMut<T>`",
    note = "a captured value is passed without `&`, where the parameter is no reference"
)]
pub trait TakesIt<Arguments> {}

impl<F: FoundByAny + ?Sized, A> CallMistaken<F, A> for &Asked<F, A> {
    fn call_twin<W: Asker, R>(self, _: &W, _: usize, _: A) -> R
    where
        F: TakesIt<A>,
    {
        unreachable!("a function with a twin is called by that")
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
