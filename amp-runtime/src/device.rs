//! What kernels link to: device functions, and constants.

use std::marker::PhantomData;

use amp_shader::Item;

use crate::element::Value;
use crate::extent::Extent;

/// A device function, by the types of its arguments.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not take these arguments: `{Arguments}`",
    note = "the types of the arguments are those of the parameters"
)]
pub trait DeviceCall<Arguments> {
    /// What it returns.
    type Output: Value;
    /// Its shader text.
    const ITEM: &'static Item;
}

/// The type of a device function's parameter, where the types of the other arguments are known: what a number without a
/// suffix becomes there.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not take these arguments: `{Arguments}`",
    note = "the types of the arguments are those of the parameters"
)]
pub trait DeviceParameter<const POSITION: usize, Arguments> {
    /// The parameter's type.
    type Type: Value;
}

/// A method or associated function of a type, by the hash of its name and the types of its arguments, the receiver first.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for these arguments: `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait, if it is of one; of numbers, docs/language.md lists the methods"
)]
pub trait DeviceMethod<const NAME: u64, Arguments> {
    /// What it returns.
    type Output: Value;
    /// Its shader text.
    const ITEM: &'static Item;
}

/// The type of such a function's parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for these arguments: `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait, if it is of one; of numbers, docs/language.md lists the methods"
)]
pub trait DeviceMethodParameter<const NAME: u64, const POSITION: usize, Arguments> {
    /// The parameter's type.
    type Type: Value;
    /// Itself. Of what has no such function there is none, and so rustc says nothing of what else is asked of it.
    type Of;
}

/// A function whose body stands in a trait, of whoever implements that, by the hash of its name.
pub trait Provided<const NAME: u64> {
    /// The types of the arguments, as a tuple.
    type Arguments;
    /// What it returns.
    type Output: Value;
    /// Its shader text.
    const ITEM: &'static Item;
}

/// What may be lent where `To` is asked for: by its path a method takes its receiver as a reference, and a `&mut` does for a `&`.
#[diagnostic::on_unimplemented(
    message = "a device function that takes `{To}` there is given `{Self}`",
    note = "the types of the arguments are those of the parameters"
)]
pub trait LentAs<To> {}

impl<T> LentAs<T> for T {}
impl<T> LentAs<T> for ByRef<T> {}
impl<T> LentAs<T> for ByMut<T> {}
impl<T> LentAs<ByRef<T>> for ByMut<T> {}

/// The type of such a function's parameter.
pub trait ProvidedParameter<const NAME: u64, const POSITION: usize> {
    /// The parameter's type.
    type Type: Value;
}

/// A type whose operators every device has: scalars, glam's vectors and matrices, indices. Sealed by being nameless.
pub trait Builtin {}

/// An operator, by the hash of its method's name and the type on its right side; `()` for one that has none.
#[diagnostic::on_unimplemented(
    message = "a kernel does not know this operator of `{Self}` and `{Rhs}`",
    note = "mark the `impl` of the operator with `#[device]`, or the struct, above the `#[derive(..)]` that has `PartialEq`; a type parameter is bound by `Scalar`, `Int` or `Float`"
)]
pub trait DeviceOperator<const NAME: u64, Rhs> {
    /// The device function that implements it; none where the device has it.
    const ITEM: Option<&'static Item>;
}

// Who misses it is not helped by hearing of these types.
#[diagnostic::do_not_recommend]
impl<const NAME: u64, Lhs: Builtin, Rhs: Builtin> DeviceOperator<NAME, Rhs> for Lhs {
    const ITEM: Option<&'static Item> = None;
}

/// A parameter `&T`, among the types of arguments.
#[derive(Debug)]
pub struct ByRef<T>(PhantomData<T>);

/// A parameter `&mut T`, among the types of arguments.
#[derive(Debug)]
pub struct ByMut<T>(PhantomData<T>);

/// A parameter that is a view to be read, among the types of arguments.
#[derive(Debug)]
pub struct ViewRef<T, const N: usize>(PhantomData<T>);

/// A parameter that is a view to be written, among the types of arguments.
#[derive(Debug)]
pub struct ViewMut<T, const N: usize>(PhantomData<T>);

/// A type parameter that a call does not say, and that no argument tells: it is no value, and meets no bound.
pub struct Unsaid(());

/// A parameter that is a closure, or a function by its name, among the types of arguments.
#[derive(Debug)]
pub struct Callable;

/// What a device function passes to a closure that it takes: the types, as a tuple.
pub trait DeviceCallable<const POSITION: usize, Arguments> {
    /// The types.
    type Inputs;
}

/// The same of a method or an associated function, by the hash of its name.
pub trait DeviceMethodCallable<const NAME: u64, const POSITION: usize, Arguments> {
    /// The types.
    type Inputs;
}

/// Any type, as what a bound says of a type parameter: by it an implementation names a type that fewer people see than its own. The
/// number is the implementation's, in which nothing else is looked up by it.
pub trait Shown<const PLACE: u64> {
    /// The type.
    type It;
    /// The value.
    fn it(self) -> Self::It;
}

impl<T, const PLACE: u64> Shown<PLACE> for T {
    type It = T;

    #[inline(always)]
    fn it(self) -> T {
        self
    }
}

/// What is known of a reference among the types of arguments.
pub trait ReferenceArgument {
    /// What it refers to.
    type To;
}

impl<T> ReferenceArgument for ByRef<T> {
    type To = T;
}

impl<T> ReferenceArgument for ByMut<T> {
    type To = T;
}

/// An array, as one of other elements.
pub trait OfElements<E> {
    /// The array.
    type Type: Value;
}

impl<T, E: Value, const N: usize> OfElements<E> for [T; N] {
    type Type = [E; N];
}

/// What is known of a view among the types of arguments.
pub trait ViewArgument {
    /// The type of its elements.
    type Element;
    /// The type of its extent.
    type Extent: Value;
}

impl<T, const N: usize> ViewArgument for ViewRef<T, N> {
    type Element = T;
    type Extent = Extent<N>;
}

impl<T, const N: usize> ViewArgument for ViewMut<T, N> {
    type Element = T;
    type Extent = Extent<N>;
}

/// A constant that a kernel takes for one of this type.
#[diagnostic::on_unimplemented(
    message = "a constant that is a `{Self}` is taken for a `{T}`, like what it is computed with",
    label = "its type cannot be seen from here",
    note = "give it a name with its type: `let value: {Self} = ..;`"
)]
pub trait Constant<T> {
    /// Appends its words.
    fn append(&self, out: &mut Vec<u32>);
}

impl<T: Value> Constant<T> for T {
    fn append(&self, out: &mut Vec<u32>) {
        self.words(out);
    }
}

/// The words of a constant.
pub fn constant<T, C: Constant<T>>(constant: &C, out: &mut Vec<u32>) {
    constant.append(out);
}

/// One function by two paths: that of the language's own, and that by which it is called.
pub fn same<F>(function: F, _: F) -> F {
    function
}

/// A guard of which nothing is known, so that rustc does not count its arm when it asks whether a `match` covers all.
#[inline(always)]
pub fn perhaps() -> bool {
    true
}
