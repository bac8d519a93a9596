//! What is asked about types and functions when a template is evaluated: only then are they known. A wrong answer stops the
//! compilation, at the tokens that asked.

mod waiting;

use amp_shader::limits::PRIVATE_BYTES;
use amp_shader::{Item, TypeInfo};

use crate::element::Value;
use crate::text::Text;
pub use waiting::{needs, unchanging_for_a_barrier, uniform_where_needed, varying_if_changed};

/// The same of one that may be a number's, which changes nothing.
#[track_caller]
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

/// Whether a method changes its receiver.
pub const fn changes(item: &'static Item) -> bool {
    item.changes
}

/// A method whose receiver has no place that it could change: what is captured, say, or an element where the whole tile calls it.
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
/// // It is lent, and what becomes of it is written back.
/// Turns::grow(&mut y[t.global], &t.barrier);
/// # }
/// # let mut y = ArrayViewMut::<Turns>::without_source([16])?;
/// # parallel_for_each(y.extent().tile([16])?, grown(&mut y))?;
/// # Ok::<(), amp::Error>(())
/// ```
///
/// By its path such a method is not called on a value either.
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
pub const fn unchanging(item: &'static Item) -> &'static Item {
    assert!(
        !item.changes,
        "a method that takes `&mut self` is called in a kernel on something that is no variable: bind it with `let mut`, and store it afterwards"
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
#[track_caller]
pub const fn keeps(known: usize, types: &[&'static TypeInfo]) {
    let (mut bytes, mut at) = (known, 0);
    while at < types.len() {
        bytes = bytes.saturating_add(types[at].words().saturating_mul(4));
        at += 1;
    }
    if bytes > PRIVATE_BYTES as usize {
        let mut text = Text::new();
        text.push("[AMP026] a work-item keeps too much in its variables: they take ");
        text.push_number(bytes);
        text.push(
            " bytes, and those of a kernel or a function may take 8 KiB; tables belong in a view, what is shared in tile memory",
        );
        panic!("{}", text.text());
    }
}

/// The type of a receiver whose method is taken for that of a number, because of its name.
#[track_caller]
pub const fn of_number(receiver: &'static TypeInfo) -> &'static TypeInfo {
    assert!(
        !matches!(receiver, TypeInfo::Struct(_) | TypeInfo::Enum(..)),
        "a method of a struct's own has the name of one of numbers' (`abs`, `min`, `length`, ..), and is called on a value whose type only rustc sees: give it a name with its type, `let s: S = ..; s.abs()`"
    );
    receiver
}

/// The type of an operand where the operator is taken for that of numbers, because a constant has a type that only rustc sees.
///
/// ```compile_fail,E0080
/// use amp::prelude::*;
///
/// #[device]
/// #[derive(Clone, Copy, PartialEq, GpuType)]
/// #[repr(C)]
/// struct Cell(u32);
///
/// #[device]
/// fn same(a: Cell, b: Cell) -> bool {
///     [a, b] == [b, b]
/// }
/// # let mut y = ArrayViewMut::<u32>::without_source([1])?;
/// # parallel_for_each(1, amp!(|i: Index<1>| y[i] = u32::from(same(Cell(1), Cell(2)))))?;
/// # Ok::<(), amp::Error>(())
/// ```
///
/// ```
/// # use amp::prelude::*;
/// # #[device]
/// # #[derive(Clone, Copy, PartialEq, GpuType)]
/// # #[repr(C)]
/// # struct Cell(u32);
/// #[device]
/// fn same(a: Cell, b: Cell) -> bool {
///     a == b && b == b
/// }
/// # let mut y = ArrayViewMut::<u32>::without_source([1])?;
/// # parallel_for_each(1, amp!(|i: Index<1>| y[i] = u32::from(same(Cell(1), Cell(2)))))?;
/// # Ok::<(), amp::Error>(())
/// ```
#[track_caller]
pub const fn operand(ty: &'static TypeInfo) -> &'static TypeInfo {
    assert!(
        !matches!(ty, TypeInfo::Struct(_)),
        "an operator of a struct's own meets a constant whose type only rustc sees: give the constant a name and its type first, `let c: T = C;`"
    );
    assert!(
        !holds_structs(ty),
        "a kernel compares no arrays and tuples of structs as a whole: compare their items, `a[0] == b[0] && a[1] == b[1]`"
    );
    ty
}

/// Whether there are structs among the items: what compares those is not known of what holds them.
const fn holds_structs(ty: &TypeInfo) -> bool {
    match ty {
        TypeInfo::Array(item, _) => matches!(item, TypeInfo::Struct(_)) || holds_structs(item),
        TypeInfo::Tuple(fields) => {
            let mut at = 0;
            while at < fields.len() {
                if matches!(fields[at], TypeInfo::Struct(_)) || holds_structs(fields[at]) {
                    return true;
                }
                at += 1;
            }
            false
        }
        _ => false,
    }
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
#[track_caller]
pub const fn subscripted(of: &TypeInfo) -> &'static str {
    assert!(
        matches!(of, TypeInfo::Array(..) | TypeInfo::Index(_) | TypeInfo::Vector(..) | TypeInfo::Matrix(_)),
        "subscripts are those of arrays, vectors and views; of a struct of your own write a method, `fn at(&self, k: usize) -> f32`"
    );
    ""
}

/// The type of a number of items, of what has items.
#[track_caller]
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

/// The same, of what is at hand: who misses [`Value`] hears of that alone.
#[inline(always)]
pub fn long<T: Value>(_: &T) -> usize {
    const { length(T::INFO) as usize }
}

/// The type that an element becomes where it is read; only numbers become others.
#[track_caller]
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

/// The first of two variables that have one name, because one is a macro's and the other its caller's.
pub struct First;

/// What [`First`] is, and what a variable of another type is not.
#[diagnostic::on_unimplemented(
    message = "a macro made this kernel of names that it cannot tell apart: for rustc they are one variable, for amp two",
    label = "has the name of another variable, from another macro",
    note = "give every name in the kernel the same span in the procedural macro, or another text"
)]
pub trait IsFirst {}

impl IsFirst for First {}

/// Asks rustc whether it sees two variables, where amp does.
pub fn is_first<T: IsFirst>(_: T) {}
