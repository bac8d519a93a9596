//! What the compiler hands to the linker.

use crate::{Atomic, Capability, PartStep, Room, TypeInfo};

/// A piece of WGSL: text, or a hole that rustc has filled.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// Text as it stands.
    Text(&'static str),
    /// The name of a type.
    Type(&'static TypeInfo),
    /// The zero value of a type.
    Zero(&'static TypeInfo),
    /// A number as it was written, to be spelt for the type.
    Number(&'static TypeInfo, &'static str),
    /// The value of a constant: appends its words in the packed layout.
    Const(&'static TypeInfo, fn(&mut Vec<u32>)),
    /// The name of the function that performs an operation on operands of these types.
    Operation(Operation, &'static TypeInfo, &'static TypeInfo),
    /// The same, where somebody may have implemented the operator by a device function.
    Operator(Operation, &'static TypeInfo, &'static TypeInfo, Option<&'static Item>),
    /// The name of the function behind a method of a receiver of this type.
    Method(&'static str, &'static TypeInfo),
    /// A call of that method, where the receiver's type may have a device function of this name: of the one or the other.
    Either(&'static str, &'static TypeInfo, Option<&'static Item>, &'static [Argument]),
    /// The selection of a field of a value of this type.
    Field(&'static TypeInfo, &'static str),
    /// A struct by its fields, in any order, and what the others are taken from.
    Record(&'static TypeInfo, &'static [(&'static str, &'static [Piece])], Option<&'static [Piece]>),
    /// The components of an index of this type, with commas between; of a number, the number.
    Components(&'static TypeInfo, &'static [Piece]),
    /// The same pieces again and again, with commas between.
    Repeat(&'static [Piece], usize),
    /// A call of a device function. In its pieces slots are its own: the views among its arguments, in their order.
    Call(&'static Item, &'static [Argument]),
    /// In a device function: the declaration of the parameter at this position, which is a reference.
    Reference(usize),
    /// In a device function: the declaration of what stands for this one of its views, where it is a part of one.
    View(usize),
    /// In a device function: a call of what its parameter at this position is, with these arguments.
    Invoke(usize, &'static [&'static [Piece]]),
    /// In a device function: the place that this parameter refers to.
    Parameter(usize),
    /// The function that performs an atomic operation, up to its first argument; the subscripts and the operands follow.
    Atomic(Atomic, AtomicTarget),
    /// What is done with a value of this type, and the value. Of a type without values, such as `()`, only the call is left
    /// that the value is, if it is one.
    Bound(&'static TypeInfo, &'static [Piece], &'static [Piece]),
    /// The return of a value of this type; of a type without values, likewise.
    Return(&'static TypeInfo, &'static [Piece]),
    /// Nothing, but the shader needs this of the device. With subgroups it has the variables `amp_lane` and `amp_lanes`.
    Needs(Capability),
    /// The name of a captured value.
    Value(usize),
    /// The value of an element of a slot, up to its first subscript; the subscripts follow, with commas between.
    Load(usize),
    /// The end of the value of an element of a slot.
    EndLoad(usize),
    /// The value of an element of a slot, converted at once to a type; otherwise as [`Piece::Load`].
    Convert(usize, &'static TypeInfo),
    /// The end of such a value.
    EndConvert(usize, &'static TypeInfo),
    /// The place of an element of a slot, likewise.
    Element(usize),
    /// The end of the place of an element of a slot.
    EndElement(usize),
    /// The selection of a field in the place of an element of this slot.
    PlaceField(usize, &'static TypeInfo, &'static str),
    /// An assignment to an element of a slot, up to its first subscript; the subscripts follow, with commas between.
    Store(usize),
    /// The end of the subscripts of such an assignment; the value follows.
    StoreValue(usize),
    /// The end of such an assignment.
    EndStore(usize),
    /// A value as a place of this type in an element of this slot holds it; the value follows.
    Stored(usize, &'static TypeInfo),
    /// The end of such a value.
    EndStored(usize, &'static TypeInfo),
    /// The extent of a slot's view, as an `Extent<N>`.
    Extent(usize),
    /// The end of the subscripts of an element that lies so many steps from them, modulo 2^32, in each dimension; the end
    /// of the element follows.
    Steps(usize, &'static [i32]),
    /// Nothing. The kernel stays inside its views and arrays, if there is so much room; first among its pieces.
    Inside(&'static [Room]),
    /// Nothing. This function, in which it is the first piece, reaches into memory wherever its arguments say.
    Reaches,
    /// Nothing. In this kernel or function drivers do not rearrange the operations on floats that follow.
    Strict,
    /// Nothing. Nobody knows whether the loop ends that begins here.
    RunsOn,
    /// Nothing. The loop that begins here ends if this constant is not zero.
    EndsBy(&'static TypeInfo, fn(&mut Vec<u32>)),
    /// Nothing. The loop that begins here ends if this is a type of integers.
    Counts(&'static TypeInfo),
}

/// What an atomic operation works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicTarget {
    /// An element of a slot's view.
    Slot(usize),
    /// A number in a variable in tile memory.
    Tile(usize),
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// A value.
    Value(&'static [Piece]),
    /// A place, which the function may change.
    Place(Root, &'static [Step]),
    /// The barrier: a device has but one.
    Barrier,
    /// A closure.
    Closure(&'static Closure),
    /// A device function, to be called.
    Function(&'static Item),
    /// What is captured in a slot, whole: a view, or by reference a value. In a device function, one of its own views.
    Captured(usize),
    /// A part of a view, which is found by these steps from the first to the last.
    Part(usize, &'static [PartStep]),
}

/// A closure that is passed to a device function.
#[derive(Debug)]
pub struct Closure {
    /// The parameters, by name and type.
    pub parameters: &'static [(&'static str, &'static TypeInfo)],
    /// What it uses of the function around it, by name and type.
    pub captured: &'static [(&'static [Piece], &'static TypeInfo)],
    /// What it returns.
    pub result: &'static TypeInfo,
    /// Its statements.
    pub body: &'static [Piece],
}

/// Where a place begins.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    /// A variable of the function, by its name and type.
    Variable(&'static str, &'static TypeInfo),
    /// A variable in tile memory.
    Tile(usize),
    /// The place that a parameter refers to.
    Parameter(usize),
}

/// A step into a place.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// To a field of a value of this type.
    Field(&'static TypeInfo, &'static str),
    /// To the item at a subscript.
    Index(&'static [Piece]),
}

/// An operation that WGSL does not spell, or not the way Rust means it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`
    Div,
    /// `a % b`
    Rem,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a << b`
    Shl,
    /// `a >> b`
    Shr,
    /// `-a`
    Neg,
    /// `!a`
    Not,
    /// `a == b`
    Eq,
    /// `a != b`
    Ne,
    /// `a < b`
    Lt,
    /// `a <= b`
    Le,
    /// `a > b`
    Gt,
    /// `a >= b`
    Ge,
    /// `a as B`
    Cast,
    /// The bits of the one as the other.
    Bits,
}

/// A device function, lowered.
#[derive(Debug)]
pub struct Item {
    /// The path of the function, for the shader's reader; the linker makes the name unique.
    pub name: &'static str,
    /// The parameters in parentheses, the result, and the body, after the function's name.
    pub body: &'static [Piece],
    /// It is a method that takes `&mut self`.
    pub changes: bool,
    /// The parameters, by their bits, that have to be the same for a whole tile: on them it depends whether a barrier is
    /// reached.
    pub uniform: u32,
}

impl Item {
    /// Whether the parameter at a position is a reference.
    pub fn takes_reference(&self, position: usize) -> bool {
        self.body.iter().any(|piece| matches!(piece, Piece::Reference(at) if *at == position))
    }
}

/// What a kernel captures at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotKind {
    /// A value, copied at the launch.
    Value,
    /// A view that is only read.
    Read,
    /// A view that is written.
    Write,
}

/// One captured thing.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The user's name of it.
    pub name: &'static str,
    /// How it is captured.
    pub kind: SlotKind,
    /// The type of the value, or of the view's elements.
    pub element: &'static TypeInfo,
    /// The view's rank; 0 for a value.
    pub rank: usize,
    /// Whether all access to the elements is atomic; they are 32-bit scalars then.
    pub atomic: bool,
}

/// A variable in tile memory.
#[derive(Clone, Copy, Debug)]
pub struct TileVariable {
    /// Its name, unique in the kernel.
    pub name: &'static str,
    /// Its type.
    pub ty: &'static TypeInfo,
    /// Whether atomic operations touch it.
    pub atomic: bool,
    /// Whether all of it is written before it is read, so that it need not begin as zeros.
    pub filled: bool,
}

/// A kernel, lowered.
#[derive(Debug)]
pub struct Template {
    /// The kernel's name; `{closure}` for a closure.
    pub name: &'static str,
    /// The source file that the kernel stands in.
    pub file: &'static str,
    /// The line that the kernel starts at.
    pub line: u32,
    /// The rank of the kernel's domain.
    pub rank: usize,
    /// The tile's extent, for a tiled kernel.
    pub tile: Option<&'static [usize]>,
    /// What the kernel captures.
    pub slots: &'static [Slot],
    /// Its variables in tile memory.
    pub tile_static: &'static [TileVariable],
    /// The body of the entry point. In scope are `amp_global`, and in a tiled kernel `amp_local`, `amp_tile` and
    /// `amp_tile_origin`, each an `array<u32, RANK>`; and what it captures by [`Piece::Value`]
    /// and [`Piece::Element`].
    pub body: &'static [Piece],
}

impl Template {
    /// What a launch has to see to, so that the kernel's own accesses all stay inside; nothing, if nobody knows that.
    pub fn rooms(&self) -> Option<&'static [Room]> {
        match self.body.first() {
            Some(Piece::Inside(rooms)) => Some(rooms),
            _ => None,
        }
    }
}
