//! Const checks: assertions about types and device functions that rustc evaluates when it instantiates a
//! template.
//!
//! A template is the WGSL of a kernel or device function as a constant. A macro sees no types, so it cannot
//! evaluate these assertions itself. When rustc instantiates the template, both the callees and the arguments
//! are known. Most checks return their argument, so that the template can contain the call of the check in
//! place of the argument. A failed check panics in const evaluation, at the user's tokens (error E0080).

mod collective;

use std::marker::PhantomData;

use amp_shader::limits::PRIVATE_BYTES;
use amp_shader::{Item, Scalar, TypeInfo};

use crate::support::const_string::ConstString;
use crate::types::{Element, ShaderType, Value};
pub use collective::{
    assert_receiver_unmodified_for_barrier, assert_uniform_arguments, required_uniform, varying_if_modified,
};

/// The shader type of `T` in a const check. If `T` has a shader type, `INFO` is the inherent constant,
/// because rustc prefers inherent items. Otherwise `INFO` is the constant of [`Unknown`].
#[derive(Debug)]
pub struct KnownType<T>(PhantomData<fn() -> T>);

impl<T: ShaderType> KnownType<T> {
    /// The shader type of a value.
    pub const INFO: &'static TypeInfo = T::INFO;
}

impl<T: Element> KnownType<T> {
    /// The shader type of an element in memory.
    pub const STORED: &'static TypeInfo = T::STORED;
}

/// The placeholders for a type that kernels do not support and for a function that does not exist. They pass
/// each const check. rustc reports the type or function where the kernel uses it, so an error of the const check
/// would be redundant.
pub trait Unknown {
    /// A type with subscripts and a length, and without structs.
    const INFO: &'static TypeInfo = &TypeInfo::Index(1);
    /// A type of elements that `From` can convert.
    const STORED: &'static TypeInfo = &TypeInfo::Scalar(Scalar::U32);
    /// An empty template.
    const ITEM: &'static Item =
        &Item { name: "", body: &[], entries: &[], mutates_receiver: false, required_uniform: 0 };
}

impl<T> Unknown for KnownType<T> {}

/// Asserts that a method does not take `&mut self`. `None` stands for a built-in method, which never takes
/// `&mut self`.
#[track_caller]
pub const fn assert_user_receiver_unmodified(item: Option<&'static Item>) -> Option<&'static Item> {
    match item {
        Some(item) => {
            assert!(
                !item.mutates_receiver,
                "this method takes `&mut self` and has the name of a built-in method (`abs`, `min`, `length`, ..), but the type of its receiver is not visible in the kernel: bind the value with its type, `let mut s: S = ..;`, and store it afterwards"
            );
            Some(item)
        }
        None => None,
    }
}

/// Whether a method takes `&mut self`.
pub const fn mutates_receiver(item: &'static Item) -> bool {
    item.mutates_receiver
}

/// Asserts that a method does not take `&mut self`, for a receiver that cannot be modified. A captured value
/// is such a receiver. In a call of a collective method, so is every receiver that is not a variable, such as
/// the element `y[t.global]`.
///
/// ```compile_fail,E0080
/// use amp::prelude::*;
///
/// #[derive(Clone, Copy, GpuType)]
/// #[repr(C)]
/// struct Turns {
///     count: u32,
/// }
///
/// #[device]
/// impl Turns {
///     fn grow(&mut self, barrier: &TileBarrier) {
///         barrier.wait();
///         self.count += 1;
///     }
/// }
///
/// #[kernel(tile = [16])]
/// fn grown(t: TiledIndex<1>, y: &mut ArrayViewMut<Turns>) {
///     y[t.global].grow(&t.barrier);
/// }
/// # let mut y = ArrayViewMut::<Turns>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, grown(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
///
/// ```
/// # use amp::prelude::*;
/// # #[derive(Clone, Copy, GpuType)]
/// # #[repr(C)]
/// # struct Turns {
/// #     count: u32,
/// # }
/// # #[device]
/// # impl Turns {
/// #     fn grow(&mut self, barrier: &TileBarrier) {
/// #         barrier.wait();
/// #         self.count += 1;
/// #     }
/// # }
/// # #[kernel(tile = [16])]
/// # fn grown(t: TiledIndex<1>, y: &mut ArrayViewMut<Turns>) {
/// // The element is passed by reference and written back.
/// Turns::grow(&mut y[t.global], &t.barrier);
/// # }
/// # let mut y = ArrayViewMut::<Turns>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, grown(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
///
/// A path call on a value is rejected too.
///
/// ```compile_fail,E0080
/// # use amp::prelude::*;
/// # #[derive(Clone, Copy, GpuType)]
/// # #[repr(C)]
/// # struct Turns {
/// #     count: u32,
/// # }
/// # #[device]
/// # impl Turns {
/// #     fn grow(&mut self, barrier: &TileBarrier) {
/// #         barrier.wait();
/// #         self.count += 1;
/// #     }
/// # }
/// # #[kernel(tile = [16])]
/// # fn grown(t: TiledIndex<1>, y: &mut ArrayViewMut<Turns>) {
/// let mut turns = Turns { count: 1 };
/// Turns::grow(turns, &t.barrier);
/// y[t.global] = turns;
/// # }
/// # let mut y = ArrayViewMut::<Turns>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, grown(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
#[track_caller]
pub const fn assert_receiver_unmodified(item: &'static Item) -> &'static Item {
    assert!(
        !item.mutates_receiver,
        "a method with `&mut self` needs a variable as its receiver in a kernel: bind the value with `let mut`, call the method, and store the variable afterwards"
    );
    item
}

/// Asserts that the variables of a work-item fit in its private memory. They take `known` bytes, plus one
/// variable of each type in `types`.
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
/// // The same with a smaller table.
/// # let mut y = ArrayViewMut::<f32>::without_source([1])?;
/// # parallel_for_each(1, amp!(|i: Index<1>| {
/// #     let table = [2.0f32; LEN];
/// #     y[i] = table[i[0]];
/// # }))?;
/// # Ok::<(), amp::Error>(())
/// ```
#[track_caller]
pub const fn assert_private_memory(known: usize, types: &[&'static TypeInfo]) {
    let (mut bytes, mut at) = (known, 0);
    while at < types.len() {
        bytes = bytes.saturating_add(types[at].words().saturating_mul(4));
        at += 1;
    }
    if bytes > PRIVATE_BYTES as usize {
        let mut text = ConstString::new();
        text.push("[AMP026] private memory limit exceeded: the variables of a work-item take ");
        text.push_integer(bytes);
        text.push(
            " bytes, but a kernel or device function may use 8 KiB; put tables in a view, and shared data in tile memory",
        );
        panic!("{}", text.text());
    }
}

/// Asserts that the receiver of a method with a built-in name, such as `abs`, has a built-in type. The macro
/// emits the built-in method, although it does not know the type of the receiver.
#[track_caller]
pub const fn assert_builtin_receiver(receiver: &TypeInfo) {
    assert!(
        !matches!(receiver, TypeInfo::Struct(_) | TypeInfo::Enum(..) | TypeInfo::Sum(_)),
        "this method of a struct has the name of a built-in method (`abs`, `min`, `length`, ..), but the type of its receiver is not visible in the kernel: bind the value with its type, `let s: S = ..; s.abs()`"
    );
}

/// Asserts that the type of an operand is not a struct. The macro does not know the types of some operands, such as
/// constants. For these, it emits the built-in operator. That operator would be wrong for a struct, which may define its own.
#[track_caller]
pub const fn assert_builtin_operand(ty: &TypeInfo) {
    assert!(
        !matches!(ty, TypeInfo::Struct(_)),
        "a user-defined operator is applied to a constant whose type is not visible in the kernel: bind the constant with its type first, `let c: T = C;`"
    );
    assert!(
        !contains_structs(ty),
        "kernels cannot compare arrays or tuples of structs as one value: compare their items, `a[0] == b[0] && a[1] == b[1]`"
    );
    assert_no_slices(ty);
}

/// Asserts that a constant in a pattern has no slices, because a device compares the other types item by item.
#[track_caller]
pub const fn assert_no_slices(ty: &TypeInfo) {
    assert!(
        !ty.has_slices(),
        "kernels cannot compare constants with slices in patterns, enums or tuples as one value: compare the slices by `==`"
    );
}

/// Asserts that an operator on type parameters is the built-in one, as in `a + b` with `a: T` and `T: Add`.
/// rustc evaluates this check for each instantiation of the type parameters.
pub(crate) const fn assert_operator_is_builtin(lhs: &TypeInfo, rhs: &TypeInfo) {
    assert!(
        !matches!(lhs, TypeInfo::Struct(_)) && !matches!(rhs, TypeInfo::Struct(_)),
        "in `amp!`, a bound of the standard library such as `T: Add` stands for built-in operators only: write a `#[kernel]` function with this bound, or call a `#[device]` function"
    );
}

/// Whether a type is an array or tuple that contains structs. The built-in comparison of such a type would
/// ignore the comparison operators of the structs.
const fn contains_structs(ty: &TypeInfo) -> bool {
    match ty {
        TypeInfo::Array(item, _) => matches!(item, TypeInfo::Struct(_)) || contains_structs(item),
        TypeInfo::Tuple(fields) => {
            let mut at = 0;
            while at < fields.len() {
                if matches!(fields[at], TypeInfo::Struct(_)) || contains_structs(fields[at]) {
                    return true;
                }
                at += 1;
            }
            false
        }
        _ => false,
    }
}

/// Asserts that a type can be subscripted in kernels.
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
#[track_caller]
pub const fn assert_has_subscripts(of: &TypeInfo) {
    assert!(
        matches!(
            of,
            TypeInfo::Array(..)
                | TypeInfo::Slice(_)
                | TypeInfo::Index(_)
                | TypeInfo::Vector(..)
                | TypeInfo::Matrix(_)
        ),
        "only arrays, vectors, matrices, indices and views have such subscripts in kernels: for a `#[device] impl Index` of your own struct, give the variable its type, `let s: Samples = ..;`"
    );
}

/// Asserts that the receiver of the built-in method `len()` is an array or an index.
#[track_caller]
pub const fn assert_has_len(of: &TypeInfo) {
    assert!(
        matches!(of, TypeInfo::Array(..) | TypeInfo::Index(_) | TypeInfo::Slice(_)),
        "`len()` is a built-in method of arrays: call the method of a struct by its path, `S::len(&s)`"
    );
}

/// Asserts that the type of a value determines its length. In a kernel with tiles, the length must be equal for all
/// work-items of a tile.
#[track_caller]
pub const fn assert_has_fixed_len(of: &TypeInfo) {
    assert_has_len(of);
    assert!(
        !matches!(of, TypeInfo::Slice(_)),
        "the length of a slice of constants in a kernel with tiles: pass the slice to a `#[device]` function"
    );
}

/// Asserts that the items of a value are references, or that they have no `Deref` of their own.
#[track_caller]
pub const fn assert_yields_references(of: &TypeInfo) {
    if let TypeInfo::Array(item, _) = of {
        assert!(
            !matches!(item, TypeInfo::Struct(_) | TypeInfo::Sum(_) | TypeInfo::Enum(_)),
            "the items of this array may be references or values: iterate over `list.iter()`"
        );
    }
}

/// The length of an array type, or the rank of an index type. [`assert_has_len`] rejects other types.
pub const fn length(array: &TypeInfo) -> u32 {
    match array {
        TypeInfo::Array(_, len) => *len as u32,
        TypeInfo::Index(rank) => *rank as u32,
        _ => 0,
    }
}

/// The length of an array.
#[inline(always)]
pub fn array_len<T: Value>(array: &T) -> usize {
    array.amp_len()
}

/// Asserts that elements of a type can be converted by `From`.
#[track_caller]
pub const fn assert_convertible(element: &TypeInfo) {
    assert!(
        matches!(element, TypeInfo::Scalar(_) | TypeInfo::Enum(..)),
        "`from` converts scalars in kernels: write a method for your struct, in a `#[device] impl` block"
    );
}

/// The shader type of a constant.
pub const fn const_info<T: Value>(_: &T) -> &'static TypeInfo {
    T::INFO
}

/// A value for a check that rustc and amp agree on the hygiene of names. A kernel may contain two variables
/// with the same name, one from a procedural macro and one from the macro's caller. For such variables `a`
/// and `b`, the expansion contains `let a = First; let b = 0u32; is_first(a);`.
pub struct First;

/// Implemented only by [`First`]. In the check that [`First`] describes, rustc may regard `a` and `b` as one
/// variable. Then the argument of [`is_first`] is the `u32`, which does not implement this trait.
#[diagnostic::on_unimplemented(
    message = "two names in this kernel are one variable to rustc and two variables to amp",
    label = "has the same name as a variable from another macro",
    note = "in the procedural macro, give every name in the kernel the same span, or a different text"
)]
pub trait IsFirst {}

impl IsFirst for First {}

/// Asserts that rustc treats two variables with the same name as different variables, as amp does; see
/// [`First`].
pub fn is_first<T: IsFirst>(_: T) {}
