//! What kernels link to: device functions, and constants.

use std::marker::PhantomData;

use amp_shader::limits::PRIVATE_BYTES;
use amp_shader::{Item, TypeInfo};

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
    note = "mark its `impl` block with `#[device]`; of numbers, docs/language.md lists the methods"
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
    note = "mark its `impl` block with `#[device]`; of numbers, docs/language.md lists the methods"
)]
pub trait DeviceMethodParameter<const NAME: u64, const POSITION: usize, Arguments> {
    /// The parameter's type.
    type Type: Value;
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

/// The same of one that may be a number's, which changes nothing.
pub const fn unchanging_if_own(item: Option<&'static Item>) -> Option<&'static Item> {
    match item {
        Some(item) => {
            assert!(
                !item.changes,
                "a method that takes `&mut self` has the name of one of numbers' (`abs`, `min`, `length`, ..), and is called on a value whose type only rustc sees: give it a name with its type, `let mut s: S = ..;`, and store it afterwards"
            );
            Some(item)
        }
        None => None,
    }
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

/// Whether a method changes its receiver.
pub const fn changes(item: &'static Item) -> bool {
    item.changes
}

/// A method whose receiver has no place that it could change.
pub const fn unchanging(item: &'static Item) -> &'static Item {
    assert!(
        !item.changes,
        "a method that takes `&mut self` is called in a kernel on something that is no variable: bind it with `let mut`, and store it afterwards"
    );
    item
}

/// A function that waits, called with arguments of which some vary, as the bits say. Which of its parameters decide whether it
/// reaches a barrier is known to the function, and which arguments vary to the kernel that calls it; only rustc sees both.
///
/// ```compile_fail,E0080
/// use amp::prelude::*;
///
/// #[device]
/// fn turns(barrier: &TileBarrier, n: u32) {
///     for _ in 0..n {
///         barrier.wait();
///     }
/// }
///
/// #[kernel(tile = [16])]
/// fn diverges(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
///     turns(&t.barrier, t.local[0] as u32);
///     y[t.global] = 1.0;
/// }
/// # let mut y = ArrayViewMut::<f32>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, diverges(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
///
/// ```
/// # use amp::prelude::*;
/// # #[device]
/// # fn turns(barrier: &TileBarrier, n: u32) {
/// #     for _ in 0..n {
/// #         barrier.wait();
/// #     }
/// # }
/// # #[kernel(tile = [16])]
/// # fn agrees(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
/// // The same for all of a tile.
/// turns(&t.barrier, t.tile[0] as u32);
/// #     y[t.global] = 1.0;
/// # }
/// # let mut y = ArrayViewMut::<f32>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, agrees(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
pub const fn uniform_where_needed(item: &'static Item, varying: u32) -> &'static Item {
    assert!(
        item.uniform & varying == 0,
        "[AMP014] an argument that decides whether a device function reaches a barrier varies among the work-items of the tile: make it the same for all, or pass it by `uniform(..)`"
    );
    item
}

/// Sees to it that what a work-item keeps has room: bytes that are known, and types whose sizes are known only now.
///
/// ```compile_fail,E0080
/// use amp::prelude::*;
///
/// const LEN: usize = 2049;
///
/// let mut y = ArrayViewMut::<f32>::without_source([1])?;
/// parallel_for_each(1, amp!(|i: Index<1>| {
///     let table = [2.0f32; LEN];
///     y[i] = table[i[0]];
/// }))?;
/// # Ok::<(), amp::Error>(())
/// ```
///
/// ```
/// # use amp::prelude::*;
/// const LEN: usize = 200;
/// // The same.
/// # let mut y = ArrayViewMut::<f32>::without_source([1])?;
/// # parallel_for_each(1, amp!(|i: Index<1>| {
/// #     let table = [2.0f32; LEN];
/// #     y[i] = table[i[0]];
/// # }))?;
/// # Ok::<(), amp::Error>(())
/// ```
pub const fn keeps(known: usize, types: &[&'static TypeInfo]) {
    let (mut bytes, mut at) = (known, 0);
    while at < types.len() {
        bytes = bytes.saturating_add(types[at].words().saturating_mul(4));
        at += 1;
    }
    assert!(
        bytes <= PRIVATE_BYTES as usize,
        "[AMP026] a work-item keeps too much in its variables: those of a kernel or a function take at most 8 KiB; tables belong in a view, what is shared in tile memory"
    );
}

/// The parameters that have to be uniform because the arguments of a function that waits are computed from them.
pub const fn needs(item: &'static Item, from: &[u32]) -> u32 {
    let (mut needed, mut at) = (0, 0);
    while at < from.len() {
        if item.uniform >> at & 1 == 1 {
            needed |= from[at];
        }
        at += 1;
    }
    needed
}

/// A guard of which nothing is known, so that rustc does not count its arm when it asks whether a `match` covers all.
#[inline(always)]
pub fn perhaps() -> bool {
    true
}

/// The type of a receiver whose method is taken for that of a number, because of its name.
pub const fn of_number(receiver: &'static TypeInfo) -> &'static TypeInfo {
    assert!(
        !matches!(receiver, TypeInfo::Struct(_) | TypeInfo::Enum(..)),
        "a method of a struct's own has the name of one of numbers' (`abs`, `min`, `length`, ..), and is called on a value whose type only rustc sees: give it a name with its type, `let s: S = ..; s.abs()`"
    );
    receiver
}

/// The type of an operand where the operator is taken for that of numbers, because a constant has a type that only rustc sees.
pub const fn operand(ty: &'static TypeInfo) -> &'static TypeInfo {
    assert!(
        !matches!(ty, TypeInfo::Struct(_)),
        "an operator of a struct's own meets a constant whose type only rustc sees: give the constant a name and its type first, `let c: T = C;`"
    );
    ty
}

/// Nothing, where what has this type has subscripts in kernels.
///
/// ```compile_fail,E0080
/// use amp::prelude::*;
///
/// #[derive(Clone, Copy, GpuType)]
/// #[repr(C)]
/// struct Pair(f32, f32);
///
/// impl core::ops::Index<usize> for Pair {
///     type Output = f32;
///
///     fn index(&self, k: usize) -> &f32 {
///         if k == 0 { &self.0 } else { &self.1 }
///     }
/// }
///
/// let (pair, mut y) = (Pair(1.0, 2.0), ArrayViewMut::<f32>::without_source([2])?);
/// parallel_for_each(2, amp!(|i: Index<1>| {
///     let own: Pair = pair;
///     y[i] = own[i[0]];
/// }))?;
/// # Ok::<(), amp::Error>(())
/// ```
///
/// ```
/// # use amp::prelude::*;
/// # #[derive(Clone, Copy, GpuType)]
/// # #[repr(C)]
/// # struct Pair(f32, f32);
/// #[device]
/// impl Pair {
///     fn at(&self, k: usize) -> f32 {
///         if k == 0 { self.0 } else { self.1 }
///     }
/// }
/// # let (pair, mut y) = (Pair(1.0, 2.0), ArrayViewMut::<f32>::without_source([2])?);
/// # parallel_for_each(2, amp!(|i: Index<1>| {
/// #     let own: Pair = pair;
/// y[i] = own.at(i[0]);
/// # }))?;
/// # assert_eq!(y.to_vec()?, [1.0, 2.0]);
/// # Ok::<(), amp::Error>(())
/// ```
pub const fn subscripted(of: &TypeInfo) -> &'static str {
    assert!(
        matches!(of, TypeInfo::Array(..) | TypeInfo::Index(_) | TypeInfo::Vector(..) | TypeInfo::Matrix(_)),
        "subscripts are those of arrays, vectors and views; of a struct of your own write a method, `fn at(&self, k: usize) -> f32`"
    );
    ""
}

/// The type of a number of items, of what has items.
pub const fn counted(number: &'static TypeInfo, of: &TypeInfo) -> &'static TypeInfo {
    assert!(
        matches!(of, TypeInfo::Array(..) | TypeInfo::Index(_)),
        "`len()` is that of an array; a struct's own is called by its path, `S::len(&s)`"
    );
    number
}

/// How many items an array has; that it is one, rustc has seen.
pub const fn length(array: &TypeInfo) -> u32 {
    match array {
        TypeInfo::Array(_, len) => *len as u32,
        TypeInfo::Index(rank) => *rank as u32,
        _ => 0,
    }
}

/// The type that an element becomes where it is read; only numbers become others.
pub const fn converted(element: &TypeInfo, to: &'static TypeInfo) -> &'static TypeInfo {
    assert!(
        matches!(element, TypeInfo::Scalar(_) | TypeInfo::Enum(..)),
        "a kernel converts numbers by `from`; of a struct write a method, in a `#[device] impl` block"
    );
    to
}

/// The type of a constant.
pub const fn const_info<T: Value>(_: &T) -> &'static TypeInfo {
    T::INFO
}
