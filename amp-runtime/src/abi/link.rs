//! The link traits: a kernel's template refers to device functions, methods, operators and constants through
//! them.
//!
//! A template is the WGSL of a kernel or device function as a constant, with holes for what only rustc knows.
//! `#[device] fn scale` also declares a struct `scale` that implements [`DeviceCall`] for its parameter
//! types. A template contains the expression `<scale as DeviceCall<(f32,)>>::ITEM`, which rustc resolves. The
//! traits of methods and operators have the hash of the name as a const parameter, because a trait cannot be
//! generic over a name.
//!
//! Traits of methods also have a parameter `Impl` for the `impl` block: [`Inherent`] for a type's own block,
//! and a struct `AmpImpl` for the `impl` of a trait (see [`DeviceMethod`]). A device trait has a hidden
//! associated type, which the `impl` defines as `AmpImpl`. The trait's supertraits name it, so generic code
//! finds the functions of `T`. Elsewhere, a path has `_` there, and rustc infers the `impl`, unless the call
//! names the trait, `<S as Shape>::area(&s)`. A call by a path, `Shape::area(&s)`, gets the type and the
//! `impl` from [`AnyType::amp_slot_for`].
//!
//! Two traits may have a method `square` for `f32`, and `v.square()` means the one in scope. So a device trait has a
//! hidden provided method `amp_impl_of_square`, which returns the type slot of the trait's `AmpImpl`. The expansion
//! of a call contains `value_of(slot).amp_impl_of_square(..)` in a closure that never runs, and rustc resolves it as
//! it resolves `v.square()`. A local trait in the expansion has a method of the same name for all types. It takes
//! `&mut self`, so rustc selects it last, and it leaves `Impl` to inference. The hidden method of an inherent `impl`
//! does the same. Names of inherent methods of the standard library, and calls with closures, views or barriers,
//! leave `Impl` to inference without such a method.
//!
//! The argument types of `fn to<V: Unit>(self) -> Length<V>` do not determine `V`. So its `Impl` argument contains `V`:
//! [`InherentWith<(V,)>`](InherentWith), or `AmpImpl<(V,)>` in the `impl` of a trait. The hidden method
//! `amp_impl_of_to<V, ..>` takes a slot of the result type, from which rustc infers `V`. For a call with a turbofish,
//! `a.to::<Inch>()`, the expansion calls a second hidden method, `amp_turbofish_of_to::<Inch, ..>`.

use std::marker::PhantomData;

use amp_shader::{Entry, Item};

use crate::abi::checked::{Associated, CallProbe};
use crate::abi::const_checks::Unknown;
use crate::abi::cpu::CpuProbe;
use crate::abi::probe::Probe;
use crate::data::{ArrayView, ArrayViewMut};
use crate::types::extent::Extent;
use crate::types::{Builtin, TypeSlot, Value, slot, words_of};

/// The template of a device function. `A` is the tuple of argument types by which rustc selects the function.
///
/// An expansion contains `<scale as DeviceCall<_>>::TYPED.of(slot)`, where the type of `slot` determines `A`.
/// If the impl is missing, rustc reports the path. Instead of the path, the expansion could call a function
/// with the bound `F: DeviceCall<A>`. Then rustc's message would also show the function's bound, which does
/// not help the user.
#[derive(Debug)]
pub struct TypedItem<I, A>(I, PhantomData<fn() -> A>);

impl<I: Copy, A> TypedItem<I, A> {
    pub(crate) const fn new(item: I) -> Self {
        TypedItem(item, PhantomData)
    }

    /// Returns the template, and a slot for the argument types, for a const check.
    pub const fn with_slot(self) -> (I, TypeSlot<A>) {
        (self.0, slot())
    }
}

impl<A> TypedItem<&'static Item, A> {
    /// Returns the [`Entry`] that a template contains for the function. The type of the slot makes rustc
    /// infer the argument types `A`.
    pub const fn of(self, _: TypeSlot<A>) -> Entry {
        Entry::Item(self.0)
    }
}

impl<A> TypedItem<Option<&'static Item>, A> {
    /// Returns the [`Entry`] that a template contains for the method or operator. The type of the slot makes
    /// rustc infer the argument types `A`.
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
    /// The same as `ITEM`, for expansions that pass the argument types as a [`TypeSlot`].
    const TYPED: TypedItem<&'static Item, Arguments> = TypedItem::new(Self::ITEM);
}

/// Items that every type has: probes for calls of a device function, whose struct is `Self`, and the
/// [`TypeSlot`] of the type in the path of a call. For the call `Pair::new(1.0)`, the expansion contains
/// `Pair::amp_slot_for(name, arguments, result)`. In this path, rustc infers the type arguments of `Pair`. In
/// the path `<Pair>`, it would report them as missing.
///
/// A macro does not know whether a path such as `Shape` in `Shape::area(&s)` is a type or a trait. It prints
/// the same tokens for both, so three kinds of paths need a function `amp_slot_for`:
///
/// - A type with `#[derive(GpuType)]` has it as an inherent function.
/// - A device trait has it as a default function.
/// - All other types have it from this trait.
///
/// An alias of a built-in type that implements a device trait has two such functions, and rustc reports an
/// ambiguity. So a macro that sees that the path is a type prints `Pair::AMP_SLOT` instead.
pub trait AnyType: Sized {
    /// Maps the argument types of a call with the result type `Self` to themselves; see
    /// [`TypeSlot::for_result`].
    type Types<T>;

    /// The slot of `Self`.
    const AMP_SLOT: TypeSlot<Self> = slot();

    /// Returns the slot of two types: `Self`, and the type that stands for the `impl` block of the called
    /// function (see [`DeviceMethod`]). `NAME` is the hash of the function's name.
    fn amp_slot_for<const NAME: u64, A, R, M: PathMode>(
        _: FunctionName<NAME, M>,
        _: TypeSlot<A>,
        _: TypeSlot<R>,
    ) -> TypeSlot<(Self, M::OfType)> {
        slot()
    }

    /// Returns a probe that selects the checked version of the function. The arguments only tell their types.
    fn amp_checked_probe<A>(_: &A) -> CallProbe<Associated<0, Self>, A> {
        CallProbe::new()
    }

    /// Returns a probe that selects the CPU code of the function. The arguments only tell their types.
    fn amp_cpu_probe<A>(_: &A) -> CpuProbe<Self, A> {
        CpuProbe::new()
    }
}

impl<R> AnyType for R {
    type Types<T> = T;
}

/// The first argument of `amp_slot_for`. `NAME` is the hash of the called function's name. `M` is a
/// [`PathMode`], which tells for what the expansion uses the slot.
#[derive(Debug)]
pub struct FunctionName<const NAME: u64, M>(PhantomData<M>);

impl<const NAME: u64, M> FunctionName<NAME, M> {
    /// Returns the value to pass to `amp_slot_for`.
    pub const fn of_call() -> Self {
        FunctionName(PhantomData)
    }
}

/// For what an expansion uses the result of `amp_slot_for`: [`ForEntry`] or [`ForChecked`]. The use decides
/// which type represents the `impl` block of the called function.
pub trait PathMode {
    /// The type that represents the `impl` block, if the path of the call is a type.
    type OfType;
}

/// Like [`PathMode`], for a call whose path is a trait. `I` stands for the `impl` of the trait.
pub trait TraitPathMode<I> {
    /// The type that represents the `impl` block.
    type OfTrait;
}

/// The slot selects the entry of the called function in the template. `I` stands for the `impl` block. If the
/// path is a type, rustc infers `I` from the impl of [`DeviceMethod`] that it selects.
#[derive(Debug)]
pub struct ForEntry<I>(PhantomData<I>);

impl<I> PathMode for ForEntry<I> {
    type OfType = I;
}

impl<I> TraitPathMode<I> for ForEntry<I> {
    type OfTrait = I;
}

/// The slot selects the checked version of the called function. A function without a checked version has no
/// impl from which rustc could infer a type for the `impl` block. So the slot contains [`AnyImpl`] if the
/// path is a type.
#[derive(Debug)]
pub struct ForChecked;

impl PathMode for ForChecked {
    type OfType = AnyImpl;
}

impl<I> TraitPathMode<I> for ForChecked {
    type OfTrait = NamedImpl<I>;
}

/// Allows a call to select a function of any `impl` block.
#[derive(Debug)]
pub struct AnyImpl;

/// Allows a call to select only functions of the `impl` block for which `I` stands.
#[derive(Debug)]
pub struct NamedImpl<I>(PhantomData<I>);

/// A call may select a function of the `impl` block for which `I` stands. `Self` is [`AnyImpl`] or a
/// [`NamedImpl`].
pub trait AllowsImpl<I> {}

impl<I> AllowsImpl<I> for AnyImpl {}
impl<I> AllowsImpl<I> for NamedImpl<I> {}

/// The slot of the first type in the result of `amp_slot_for`: the type that has the called function.
pub const fn owner_of_slot<T, I>(_: TypeSlot<(T, I)>) -> TypeSlot<T> {
    slot()
}

/// The slot of the second type in the result of `amp_slot_for`, which represents the `impl` block.
pub const fn impl_of_slot<T, I>(_: TypeSlot<(T, I)>) -> TypeSlot<I> {
    slot()
}

/// Maps the argument types `A` and the result type `R` of a call such as `Shape::area(&s)` to the type that
/// implements the device trait `Shape`. The expansion of `Shape` declares a type that stands for the trait.
/// This type implements `OwnerOf` once for each function of the trait.
#[diagnostic::on_unimplemented(
    message = "the arguments and the result of this function of a trait do not determine the implementing type",
    note = "name the type: `<S as Trait>::function(..)`"
)]
pub trait OwnerOf<const NAME: u64, A, R> {
    /// The implementing type.
    type Owner;
}

/// The target of a reference, or of an argument that is passed by reference.
pub trait BehindReference {
    /// The type of the target.
    type To;
}

impl<T> BehindReference for ByRef<T> {
    type To = T;
}

impl<T> BehindReference for ByMut<T> {
    type To = T;
}

impl<T> BehindReference for &T {
    type To = T;
}

impl<T> BehindReference for &mut T {
    type To = T;
}

/// Returns a closure that a device function returned. In kernels, it marks the call, with the number of the closure's
/// arguments.
pub fn returned_closure<const ARGUMENTS: usize, F>(closure: F) -> F {
    closure
}

/// Returns its argument. In kernels, it marks a call whose result is an `Option` with a reference.
pub fn returned_option<T>(result: T) -> T {
    result
}

/// Returns its argument. In kernels, it marks a call whose result is a slice.
pub fn returned_slice<T>(slice: &[T]) -> &[T] {
    slice
}

/// Returns its argument. In kernels, it marks a call whose result is an `Option` with a slice.
pub fn returned_slice_option<T>(result: T) -> T {
    result
}

/// Returns its argument. In kernels, it marks a call whose result is a `Result` with a slice.
pub fn returned_slice_result<T>(result: T) -> T {
    result
}

/// The first position and the length of a part of an array.
///
/// # Panics
///
/// If `part` is no part of `whole`.
pub fn part_of<T>(whole: &[T], part: &[T]) -> (usize, usize) {
    let size = size_of::<T>();
    if part.is_empty() || size == 0 {
        return (0, part.len());
    }
    let range = whole.as_ptr_range();
    assert!(range.contains(&part.as_ptr()), "the slice is no part of the array");
    ((part.as_ptr().addr() - range.start.addr()) / size, part.len())
}

/// Returns its argument. In kernels, it marks a call whose result contains references. The references in `T` show where.
pub fn returned<T>(result: T) -> T {
    result
}

/// Returns the target of a reference that a device function returns.
pub fn returned_target<T: Copy>(reference: &T) -> T {
    *reference
}

/// Returns its argument. In kernels, it marks a call whose result is a `Result` with a reference.
pub fn returned_result<T>(result: T) -> T {
    result
}

/// Stands for the functions in a type's own `impl` blocks, as the `Impl` of [`DeviceMethod`].
#[derive(Debug)]
pub struct Inherent(());

/// Like [`Inherent`], for a function with generic parameters that its argument types do not determine. `P` is the tuple
/// of these parameters. A const parameter `const N: usize` is [`ConstUsize<N>`](ConstUsize).
#[derive(Debug)]
pub struct InherentWith<P>(PhantomData<fn() -> P>);

/// Maps the type that stands for the `impl` block of a trait to the type that stands for one of its functions. `P` is the
/// tuple of the generic parameters that the argument types do not determine.
pub trait WithParameters<P> {
    /// The `Impl` argument of the function's link traits.
    type Of;
}

macro_rules! const_types {
    ($($name:ident: $ty:ty,)*) => {$(
        /// Stands for a const parameter of a function; see [`InherentWith`].
        #[derive(Debug)]
        pub struct $name<const VALUE: $ty>(());
    )*};
}

const_types! {
    ConstBool: bool, ConstChar: char, ConstU8: u8, ConstI8: i8, ConstU16: u16, ConstI16: i16, ConstU32: u32,
    ConstI32: i32, ConstU64: u64, ConstI64: i64, ConstUsize: usize, ConstIsize: isize,
}

/// A method or associated function of a type. `NAME` is the hash of its name. The receiver is the first of
/// the argument types. For functions in an inherent `impl` block, `Impl` is [`Inherent`]. For functions in
/// the `impl` block of a trait, the expansion declares a type `AmpImpl` and the impl
/// `impl DeviceMethod<HASH, (f32,), AmpImpl> for f32`. The orphan rule permits this impl because `AmpImpl` is
/// local to the user's crate. The declared type also distinguishes functions of the same name from several
/// traits.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no device function of this name for arguments of the types `{Arguments}`",
    note = "mark its `impl` block with `#[device]`, and the trait if it implements one; docs/language.md lists the built-in methods"
)]
pub trait DeviceMethod<const NAME: u64, Arguments, Impl = Inherent>: Sized {
    /// The return type.
    type Output: Value;
    /// The template of the device function.
    const ITEM: &'static Item;
    /// The same as `ITEM`, for expansions that pass `Self` and the argument types as a [`TypeSlot`].
    const TYPED: TypedItem<&'static Item, (Self, Arguments)> = TypedItem::new(Self::ITEM);
    /// The same as `ITEM`, for expansions that also pass the result type, from which rustc infers `Self`.
    const TYPED_WITH_RESULT: TypedItem<&'static Item, (Self, Arguments, Self::Output)> =
        TypedItem::new(Self::ITEM);
    /// The same as `ITEM`, for expansions that pass `Self`, the argument types and `Impl`. rustc infers
    /// `Self` and `Impl` from the path of the call.
    const TYPED_WITH_IMPL: TypedItem<&'static Item, (Self, Arguments, Impl)> = TypedItem::new(Self::ITEM);
    /// Like `TYPED_WITH_IMPL`, for expansions that also pass the result type, from which rustc infers `Self`.
    const TYPED_WITH_RESULT_AND_IMPL: TypedItem<&'static Item, (Self, Arguments, Impl, Self::Output)> =
        TypedItem::new(Self::ITEM);
}

/// The template of a method or associated function, for a const check. If the function exists, `ITEM` is the
/// inherent constant, because rustc prefers inherent items. Otherwise `ITEM` is the constant of [`Unknown`].
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

// A missing function has no impl from which rustc could infer the last parameter. So the parameter is fixed to
// `Inherent` here, although any type would do.
impl<const NAME: u64, T, A> Unknown for KnownMethod<NAME, T, A, Inherent> {}
impl<F, A> Unknown for KnownFunction<F, A> {}

/// A default method of a device trait, for a type that implements the trait. `NAME` is the hash of the
/// method's name.
pub trait Provided<const NAME: u64> {
    /// The types of the arguments, as a tuple.
    type Arguments;
    /// The return type.
    type Output: Value;
    /// For each closure parameter, a tuple of the types that the method passes to it.
    type Inputs;
    /// The type whose functions are the generated CPU code and the checked versions of the trait's default
    /// methods, or `()` if there are none.
    type Bodies;
    /// The template of the default method.
    const ITEM: &'static Item;
}

/// An argument type that a parameter of type `To` accepts. A call by path may pass its receiver by reference,
/// as in `S::len(&s)`. As in Rust, a parameter `&T` accepts `&mut T`, and a slice parameter accepts an array.
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
    /// The same as `ITEM`, for expansions that pass the operand types as a [`TypeSlot`].
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

/// Stands for a parameter `&ArrayView<T, N>` among the argument types of a link trait.
#[derive(Debug)]
pub struct ViewRef<T, const N: usize>(PhantomData<T>);

/// Stands for a parameter `&mut ArrayViewMut<T, N>` among the argument types of a link trait.
#[derive(Debug)]
pub struct ViewMut<T, const N: usize>(PhantomData<T>);

/// Stands for a type parameter that a call neither specifies nor determines by its arguments, such as `T` in
/// `zero()` for `fn zero<T: Scalar>() -> T`. The struct `zero` that `#[device]` declares has the same type
/// parameter, with `Unspecified` as its default.
pub struct Unspecified(());

/// Stands for an argument that is a closure or the name of a function, among the argument types of a link
/// trait. `R` is the return type.
#[derive(Debug)]
pub struct Callable<R>(PhantomData<fn() -> R>);

/// The types, as a tuple, that a device function passes to its closure parameter with the index `POSITION`.
/// `NAME` is the hash of a method's name, or 0 for a free function. `Impl` stands for the `impl` block of a
/// method, as in [`DeviceMethod`].
pub trait DeviceCallable<const NAME: u64, const POSITION: usize, Arguments, Impl = Inherent> {
    /// The tuple of argument types.
    type Inputs;
}

/// Permits an `impl` to use a private type `Private` as an associated type, which rustc otherwise rejects.
/// The `impl` gets a type parameter `P` with the bound `Private: Opaque<PLACE, Type = P>`, and names `P`
/// instead. rustc accepts this, because bounds may name private types. `PLACE` makes each bound unique, since
/// otherwise rustc would replace every `Private` in the `impl` by `P`.
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

/// A probe for a constant whose value a template contains. It selects the 32-bit words of the constant. If
/// kernels do not support the type of the constant, it selects no words, because rustc reports the type where
/// the kernel uses the constant.
#[derive(Debug)]
pub struct ConstantValue<'c, T>(pub &'c T);

crate::support::always_copy! { [T] ConstantValue<'_, T> }

impl<T: Value> Probe for &&ConstantValue<'_, &'static T> {
    type Selected = Vec<u32>;

    fn amp_select(self) -> Vec<u32> {
        words_of(*self.0)
    }
}

impl<T: Value> Probe for &ConstantValue<'_, T> {
    type Selected = Vec<u32>;

    fn amp_select(self) -> Vec<u32> {
        words_of(self.0)
    }
}

impl<T> Probe for ConstantValue<'_, T> {
    type Selected = [u32; 0];

    fn amp_select(self) -> [u32; 0] {
        []
    }
}

/// Asserts that two paths name the same function, and returns the function. The macro recognises an intrinsic
/// by its name, for example `min`. It passes the path of the intrinsic, `::core::cmp::min`, and the path that
/// the kernel contains. A different function has a different type, so rustc rejects the call.
pub fn assert_same_function<F>(function: F, _: F) -> F {
    function
}

/// Returns true. As the guard of a `match` arm, the call keeps the arm from counting towards exhaustiveness,
/// because rustc does not evaluate guards.
#[inline(always)]
pub fn opaque_true() -> bool {
    true
}

/// A field of a struct with `#[derive(GpuViews)]`. `FIELD` is the hash of its name.
pub trait FieldOfViews<const FIELD: u64> {
    /// The element of a view, the item of a slice, or the value.
    type Target;
}
