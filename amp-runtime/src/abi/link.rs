//! The link traits: how a kernel's template refers to device functions, methods, operators and constants.
//!
//! `#[device] fn scale` also declares a struct `scale` that implements [`DeviceCall`] for its parameter
//! types; a template contains the expression `<scale as DeviceCall<(f32,)>>::ITEM`, which rustc resolves.
//! Methods have separate traits with a const parameter, the hash of the method's name, because a trait cannot
//! be generic over a name.

use std::marker::PhantomData;

use amp_shader::{Entry, Item};

use crate::data::{ArrayView, ArrayViewMut};
use crate::types::extent::Extent;
use crate::types::{Builtin, TypeSlot, Value, slot};

/// The template of a device function, together with the types by which rustc selects it. An expansion names
/// the template by a path. So an error message about a missing function has no note about a function of amp.
#[derive(Debug)]
pub struct TypedItem<I, A>(I, PhantomData<fn() -> A>);

impl<I: Copy, A> TypedItem<I, A> {
    pub(crate) const fn new(item: I) -> Self {
        TypedItem(item, PhantomData)
    }

    /// Returns the template, and a slot of the types, for a const check.
    pub const fn with_slot(self) -> (I, TypeSlot<A>) {
        (self.0, slot())
    }
}

impl<A> TypedItem<&'static Item, A> {
    /// Returns the entry of the function for these types.
    pub const fn of(self, _: TypeSlot<A>) -> Entry {
        Entry::Item(self.0)
    }
}

impl<A> TypedItem<Option<&'static Item>, A> {
    /// Returns the entry of the method or operator for these types.
    pub const fn of(self, _: TypeSlot<A>) -> Entry {
        Entry::of(self.0)
    }
}

/// A device function that accepts arguments of the types `Arguments`.
#[diagnostic::on_unimplemented(
    message = "the device function `{Self}` does not accept arguments of the types `{Arguments}`",
    note = "pass arguments of the parameters' types"
)]
pub trait DeviceCall<Arguments> {
    /// The return type.
    type Output: Value;
    /// The template of the device function.
    const ITEM: &'static Item;
    /// The template, for argument types that rustc infers from slots.
    const TYPED: TypedItem<&'static Item, Arguments> = TypedItem::new(Self::ITEM);
}

/// The slot of a type that the user names without its type arguments: `Pair::AMP_SLOT`. rustc infers the
/// arguments. In the path `<Pair>`, rustc would report the arguments as missing.
pub trait SlotOfOwner: Sized {
    /// The slot of `Self`.
    const AMP_SLOT: TypeSlot<Self> = slot();
}

impl<T> SlotOfOwner for T {}

/// Stands for the functions in a type's own `impl` blocks, as the `Impl` of [`DeviceMethod`].
#[derive(Debug)]
pub struct Inherent(());

/// A method or associated function of a type. `NAME` is the hash of its name; the receiver is the first of
/// the argument types. `Impl` is [`Inherent`], or the type that the expansion of a trait's `impl` declares.
/// The declared type is local to the user's crate, so a trait of the user can be implemented for a type of
/// another crate, such as `f32`. It also distinguishes functions of the same name from several traits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for arguments of the types `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait if it implements one; docs/language.md lists the built-in methods"
)]
pub trait DeviceMethod<const NAME: u64, Arguments, Impl = Inherent>: Sized {
    /// The return type.
    type Output: Value;
    /// The template of the device function.
    const ITEM: &'static Item;
    /// The template, if rustc infers `Self` and the argument types from type slots.
    const TYPED: TypedItem<&'static Item, (Self, Arguments)> = TypedItem::new(Self::ITEM);
    /// The template, if rustc infers `Self` from the types of the arguments and of the result.
    const TYPED_WITH_RESULT: TypedItem<&'static Item, (Self, Arguments, Self::Output)> =
        TypedItem::new(Self::ITEM);
}

/// The template of a method or associated function, for a const check. If the function exists, `ITEM` is the
/// inherent constant, because rustc prefers inherent items. Otherwise `ITEM` is the constant of
/// [`UnknownFunction`].
#[derive(Debug)]
pub struct KnownMethod<const NAME: u64, T, A, I>(PhantomData<(T, A, I)>);

impl<const NAME: u64, T: DeviceMethod<NAME, A, I>, A, I> KnownMethod<NAME, T, A, I> {
    /// The template of the function.
    pub const ITEM: &'static Item = T::ITEM;
}

/// Like [`KnownMethod`], for a free device function `F`.
#[derive(Debug)]
pub struct KnownFunction<F, A>(PhantomData<fn() -> (F, A)>);

impl<F: DeviceCall<A>, A> KnownFunction<F, A> {
    /// The template of the function.
    pub const ITEM: &'static Item = F::ITEM;
}

/// The placeholder for a function that does not exist. It passes each const check, because rustc reports the
/// missing function elsewhere.
pub trait UnknownFunction {
    /// An empty template.
    const ITEM: &'static Item =
        &Item { name: "", body: &[], entries: &[], mutates_receiver: false, required_uniform: 0 };
}

// `Impl` is fixed to `Inherent`, because rustc cannot infer it for a missing function.
impl<const NAME: u64, T, A> UnknownFunction for KnownMethod<NAME, T, A, Inherent> {}
impl<F, A> UnknownFunction for KnownFunction<F, A> {}

/// A default method of a device trait, for a type that implements the trait. `NAME` is the hash of the
/// method's name.
pub trait Provided<const NAME: u64> {
    /// The types of the arguments, as a tuple.
    type Arguments;
    /// The return type.
    type Output: Value;
    /// The template of the default method.
    const ITEM: &'static Item;
}

/// An argument type that a parameter of type `To` accepts. A call by path, such as `S::len(&s)`, may pass its
/// receiver by reference, and `&mut` coerces to `&`.
#[diagnostic::on_unimplemented(
    message = "a device function expects `{To}` here, not `{Self}`",
    note = "pass arguments of the parameters' types"
)]
pub trait CoercesTo<To> {}

impl<T> CoercesTo<T> for T {}
impl<T> CoercesTo<T> for ByRef<T> {}
impl<T> CoercesTo<T> for ByMut<T> {}
impl<T: ?Sized> CoercesTo<ByRef<T>> for ByMut<T> {}
impl<T, const N: usize> CoercesTo<ByRef<[T]>> for ByRef<[T; N]> {}
impl<T, const N: usize> CoercesTo<ByRef<[T]>> for ByMut<[T; N]> {}
impl<T, const N: usize> CoercesTo<ByMut<[T]>> for ByMut<[T; N]> {}

/// An operator whose left operand has the type `Self`. `NAME` is the hash of the operator's method, such as
/// `eq`. `Rhs` is the type of the right operand, or `()` for a unary operator.
#[diagnostic::on_unimplemented(
    message = "kernels have no such operator for `{Self}` and `{Rhs}`",
    note = "mark the operator's `impl` with `#[device]`; for a derived `PartialEq`, put `#[device]` above the `#[derive(..)]`; bound a type parameter by `Scalar`, `Int` or `Float`"
)]
pub trait DeviceOperator<const NAME: u64, Rhs>: Sized {
    /// The device function that implements the operator, or `None` if the operator is built in.
    const ITEM: Option<&'static Item>;
    /// The device function, for operand types that rustc infers from slots.
    const TYPED: TypedItem<Option<&'static Item>, (Self, Rhs)> = TypedItem::new(Self::ITEM);
}

// The attribute keeps this impl out of error messages: a list of built-in types does not help a user whose
// type has no such operator.
#[diagnostic::do_not_recommend]
impl<const NAME: u64, Lhs: Builtin, Rhs: Builtin> DeviceOperator<NAME, Rhs> for Lhs {
    const ITEM: Option<&'static Item> = None;
}

/// Stands for a parameter `&T` among the argument types of a link trait.
#[derive(Debug)]
pub struct ByRef<T: ?Sized>(PhantomData<T>);

/// Stands for a parameter `&mut T` among the argument types of a link trait.
#[derive(Debug)]
pub struct ByMut<T: ?Sized>(PhantomData<T>);

/// Stands for a read view among the argument types of a link trait.
#[derive(Debug)]
pub struct ViewRef<T, const N: usize>(PhantomData<T>);

/// Stands for a written view among the argument types of a link trait.
#[derive(Debug)]
pub struct ViewMut<T, const N: usize>(PhantomData<T>);

/// Stands for a type parameter that a call neither specifies nor determines by its arguments. This type is
/// the default of the type parameters of a device function's struct, and is not a [`Value`].
pub struct Unspecified(());

/// Stands for a closure or a function name with the result `R` among the argument types of a link trait.
#[derive(Debug)]
pub struct Callable<R>(PhantomData<fn() -> R>);

/// The types, as a tuple, that a device function passes to its closure parameter with the index `POSITION`.
pub trait DeviceCallable<const POSITION: usize, Arguments> {
    /// The tuple of argument types.
    type Inputs;
}

/// The types, as a tuple, that a method or associated function passes to its closure parameter with the index
/// `POSITION`. `NAME` is the hash of the function's name, and `Impl` its `impl` block, as for
/// [`DeviceMethod`].
pub trait DeviceMethodCallable<const NAME: u64, const POSITION: usize, Arguments, Impl = Inherent> {
    /// The tuple of argument types.
    type Inputs;
}

/// Permits an `impl` to use a private type as an associated type, which rustc otherwise rejects. The `impl`
/// gets a type parameter `P` and the bound `Private: Opaque<PLACE, Type = P>`, because bounds may name
/// private types. `PLACE` makes each bound unique.
pub trait Opaque<const PLACE: u64> {
    /// Always `Self`.
    type Type;
    /// Returns the value unchanged.
    fn into_type(self) -> Self::Type;
}

impl<T, const PLACE: u64> Opaque<PLACE> for T {
    type Type = T;

    #[inline(always)]
    fn into_type(self) -> T {
        self
    }
}

/// A reference among the argument types of a link trait: [`ByRef`] or [`ByMut`].
pub trait ReferenceArgument {
    /// The referent.
    type To;
}

impl<T> ReferenceArgument for ByRef<T> {
    type To = T;
}

impl<T> ReferenceArgument for ByMut<T> {
    type To = T;
}

/// A view among the argument types of a link trait: [`ViewRef`] or [`ViewMut`].
pub trait ViewArgument {
    /// The element type.
    type Element;
    /// The extent type.
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

/// A by-reference argument of a link trait: [`ByRef`], [`ByMut`], [`ViewRef`] or [`ViewMut`].
pub trait ByRefArgument {
    /// The type of the Rust reference: to a value, or to a view.
    type Place;
}

impl<T: ?Sized + 'static> ByRefArgument for ByRef<T> {
    type Place = &'static T;
}

impl<T: ?Sized + 'static> ByRefArgument for ByMut<T> {
    type Place = &'static mut T;
}

impl<T: 'static, const N: usize> ByRefArgument for ViewRef<T, N> {
    type Place = &'static ArrayView<'static, T, N>;
}

impl<T: 'static, const N: usize> ByRefArgument for ViewMut<T, N> {
    type Place = &'static mut ArrayViewMut<'static, T, N>;
}

/// A constant of a template. If the constant's type is not supported in kernels, rustc reports the type where
/// the kernel uses it. So the constant itself reports nothing (see "Autoref specialisation" in `README.md`).
#[derive(Debug)]
pub struct ConstantValue<'c, T>(pub &'c T);

crate::support::always_copy! { [T] ConstantValue<'_, T> }

/// A constant whose type is supported in kernels.
pub trait ConstantWords {
    /// Appends the words of the constant.
    fn append(self, out: &mut Vec<u32>);
}

impl<T: Value> ConstantWords for &ConstantValue<'_, T> {
    fn append(self, out: &mut Vec<u32>) {
        self.0.words(out);
    }
}

/// A placeholder for a constant whose type is not supported in kernels.
pub trait NoWords {
    /// Appends nothing.
    fn append(self, out: &mut Vec<u32>);
}

impl<T> NoWords for ConstantValue<'_, T> {
    fn append(self, _: &mut Vec<u32>) {}
}

/// Asserts that two paths name the same function, and returns the function. The first path is that of an
/// intrinsic that the macro recognised by its name, such as `::core::cmp::min`. The second path is the one in
/// the kernel.
pub fn assert_same_function<F>(function: F, _: F) -> F {
    function
}

/// Returns true. As the guard of a `match` arm, the call keeps the arm from counting towards exhaustiveness,
/// because rustc does not evaluate guards.
#[inline(always)]
pub fn opaque_true() -> bool {
    true
}
