//! Templates: the compiler's output for a kernel and the linker's input.
//!
//! A template is a list of pieces: WGSL text, holes, and marks that carry facts for the linker. View
//! positions in the pieces of a kernel count its captures; in those of a device function, its view
//! parameters.

use crate::{Atomic, BoundsRequirement, Capability, SubviewStep, TypeInfo};

/// A type in a template.
#[derive(Clone, Copy, Debug)]
pub enum TypeRef {
    /// A type that the compiler knows.
    Known(&'static TypeInfo),
    /// A type that only rustc knows, by its position among the entries.
    Entry(usize),
}

/// A device function in a template.
#[derive(Clone, Copy, Debug)]
pub enum ItemRef {
    /// This function.
    Known(&'static Item),
    /// A function that rustc selected, by its position among the entries.
    Entry(usize),
}

/// A type or function that rustc found for a template or an item. Pieces refer to entries by their positions.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// A type.
    Type(&'static TypeInfo),
    /// A device function.
    Item(&'static Item),
    /// An operator or method that is built in.
    Builtin,
    /// An op that the launch passes to the kernel. The first one is the kernel's first callable parameter.
    Op(PassedOp),
}

/// The code of an op.
#[derive(Clone, Copy, Debug)]
pub enum PassedFunction {
    /// A closure. View positions in its pieces count the captures of the op.
    Closure(&'static Closure),
    /// A device function.
    Item(&'static Item),
}

/// An op: a closure that a launch passes to a kernel.
#[derive(Clone, Copy, Debug)]
pub struct PassedOp {
    /// The code.
    pub function: PassedFunction,
    /// The position of the closure's first entry among the entries of the template.
    pub first_entry: usize,
    /// The number of the closure's entries.
    pub entries: usize,
    /// The number of variables that the closure captures. They follow the kernel's captures, and those of the closures
    /// before.
    pub captures: usize,
}

impl Entry {
    /// The entry of an operator or method: its function, or `None` if it is built in.
    pub const fn of(item: Option<&'static Item>) -> Entry {
        match item {
            Some(item) => Entry::Item(item),
            None => Entry::Builtin,
        }
    }
}

impl TypeRef {
    /// The type.
    pub fn resolve(self, entries: &[Entry]) -> &'static TypeInfo {
        match self {
            TypeRef::Known(ty) => ty,
            TypeRef::Entry(at) => match entries.get(at) {
                Some(Entry::Type(ty)) => ty,
                _ => &TypeInfo::Unit,
            },
        }
    }
}

impl ItemRef {
    /// The function; `None` for an operator or method that is built in.
    pub fn resolve(self, entries: &[Entry]) -> Option<&'static Item> {
        match self {
            ItemRef::Known(item) => Some(item),
            ItemRef::Entry(at) => match entries.get(at) {
                Some(Entry::Item(item)) => Some(item),
                _ => None,
            },
        }
    }
}

/// A piece of a template.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    /// Literal text.
    Text(&'static str),
    /// The name of a type.
    Type(TypeRef),
    /// The zero value of a type.
    Zero(TypeRef),
    /// A literal, to be spelled for the type.
    Literal(TypeRef, &'static str),
    /// The value of a constant: the function appends its words in the packed layout.
    Const(TypeRef, fn(&mut Vec<u32>)),
    /// The name of the function that performs an operation on operands of these types.
    Operation(Operation, TypeRef, TypeRef),
    /// The name of the function that performs an operation which a user type may implement by a device
    /// function.
    Operator(Operation, TypeRef, TypeRef, ItemRef),
    /// The name of the function that implements a method for a receiver of this type.
    Method(&'static str, TypeRef),
    /// A call of the built-in method with this name; or of the item, if the receiver's type has a device
    /// method with this name.
    MaybeBuiltin(&'static str, TypeRef, ItemRef, &'static [Argument]),
    /// The selection of a field of a value of this type. A field of a variant is named `Some.0`.
    Field(TypeRef, &'static str),
    /// A struct literal with its fields in any order, and the base expression for the others.
    Record(TypeRef, &'static [(&'static str, &'static [Piece])], Option<&'static [Piece]>),
    /// The construction of an enum value: the type, the name of the variant, and the fields in any order. If the type is a
    /// struct, the linker ignores the name.
    Variant(TypeRef, &'static str, &'static [(&'static str, &'static [Piece])]),
    /// Whether a value of this type is of the variant with this name. A struct has only itself as a variant.
    IsVariant(TypeRef, &'static str, &'static [Piece]),
    /// The length of an array of this type, or the rank of an index.
    Length(TypeRef),
    /// `true` or `false`: whether this method takes `&mut self`.
    MutatesReceiver(ItemRef),
    /// The components of an index of this type, separated by commas. A scalar is its only component.
    Components(TypeRef, &'static [Piece]),
    /// The same pieces repeated, separated by commas.
    Splat(&'static [Piece], usize),
    /// A call of a device function. View positions in its pieces count the views among its arguments.
    Call(ItemRef, &'static [Argument]),
    /// In a device function: the declaration of this by-reference parameter.
    Reference(usize),
    /// In a device function: the declaration of the layout parameters of this view parameter. Empty if the
    /// argument is no subview.
    View(usize),
    /// A call of this callable parameter of the function or kernel, with these arguments.
    CallParameter(usize, &'static [&'static [Piece]]),
    /// In a device function: the declaration of a parameter that is a slice, by its position and its view position. The
    /// view positions of slices follow those of the views.
    SliceParameter(usize, usize),
    /// In a device function: the place that this parameter refers to.
    Parameter(usize),
    /// The text of an atomic operation before its arguments, which are the subscripts and the operands.
    Atomic(Atomic, AtomicTarget),
    /// A statement: its text before a value, and the value, which has this type. If the type is
    /// zero-sized, only the value remains, and only if it is a call.
    Bound(TypeRef, &'static [Piece], &'static [Piece]),
    /// The return of a value of this type. If the type is zero-sized, `return` stands alone, or after the
    /// value if that is a call.
    Return(TypeRef, &'static [Piece]),
    /// A mark: the shader needs this capability. With subgroups it has the variables `amp_lane`, `amp_lanes`,
    /// `amp_subgroup` and `amp_subgroups`.
    Needs(Capability),
    /// The name of a captured value.
    Value(usize),
    /// The text before the subscripts of an element that is loaded. The subscripts follow, separated by
    /// commas.
    Load(usize),
    /// The text after the subscripts of an element that is loaded.
    EndLoad(usize),
    /// Like [`Piece::Load`], for an element that is loaded and converted to this type.
    Convert(usize, TypeRef),
    /// The text after the subscripts of an element that is loaded and converted.
    EndConvert(usize, TypeRef),
    /// A load of the part of an element to which the steps lead. The pieces are the subscripts of the element,
    /// separated by commas.
    LoadPart(usize, &'static [Piece], &'static [Step]),
    /// An assignment to the part of an element to which the steps lead: the subscripts of the element, the steps,
    /// the operator of a compound assignment such as `+`, and the value.
    Assign(usize, &'static [Piece], &'static [Step], Option<&'static str>, &'static [Piece]),
    /// The extent of a view, as an `Extent<N>`.
    Extent(usize),
    /// A constant offset in each dimension, modulo 2^32, after the subscripts of an element. The piece that
    /// ends the element follows.
    Offset(usize, &'static [i32]),
    /// A mark: all accesses are in bounds if these requirements hold. The first piece of a kernel.
    RequiresBounds(&'static [BoundsRequirement]),
    /// A mark: the function may index memory by its arguments. The first piece of a function.
    MayIndexAnywhere,
    /// A mark: drivers must not rearrange the floating-point operations that follow in this kernel or
    /// function.
    Strict,
    /// A mark: the loop that begins here is not proved to terminate.
    MayNotTerminate,
    /// A mark: the loop that begins here terminates if this constant is not zero.
    TerminatesIfNonZero(TypeRef, fn(&mut Vec<u32>)),
    /// A mark: the loop that begins here terminates if this is an integer type of at least 32 bits.
    TerminatesIfInteger(TypeRef),
}

/// The target of an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicTarget {
    /// An element of a captured view.
    Capture(usize),
    /// A scalar in a variable in tile memory.
    Tile(usize),
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// A value.
    Value(&'static [Piece]),
    /// A place, which the function may modify.
    Place(Root, &'static [Step]),
    /// A slice of an array: the array, the first position and the length.
    Slice(Root, &'static [Step], &'static [Piece], &'static [Piece]),
    /// The barrier; a device has only one.
    Barrier,
    /// A closure.
    Closure(&'static Closure),
    /// A device function as a callable.
    Function(ItemRef),
    /// A capture: a view, or a value by reference. In a device function, one of its view parameters.
    Captured(usize),
    /// A subview, made by these steps.
    Subview(usize, &'static [SubviewStep]),
}

/// A closure that is passed to a device function.
#[derive(Debug)]
pub struct Closure {
    /// The parameters, by name and type.
    pub parameters: &'static [(&'static str, TypeRef)],
    /// The variables that it captures, by name and type.
    pub captured: &'static [(&'static [Piece], TypeRef)],
    /// The type of its result.
    pub result: TypeRef,
    /// Its statements.
    pub body: &'static [Piece],
}

/// The root of a place.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    /// A variable of the function, by its name and type.
    Variable(&'static str, TypeRef),
    /// A variable in tile memory.
    Tile(usize),
    /// The place that a parameter refers to.
    Parameter(usize),
}

/// A step into a place.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A field of a value of this type.
    Field(TypeRef, &'static str),
    /// The item at a subscript.
    Index(&'static [Piece]),
}

/// An operation that WGSL lacks, or defines differently from Rust.
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
    /// Whether `a` equals the constant `b` of a pattern. A pattern compares enums by their discriminants, and
    /// not by their `PartialEq`.
    Is,
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
    /// The bits of one type reinterpreted as another.
    Bits,
}

/// A device function in lowered form.
#[derive(Debug)]
pub struct Item {
    /// The path of the function, for readers of the shader; the linker makes the name unique.
    pub name: &'static str,
    /// The parameters in parentheses, the result, and the body, without the function's name.
    pub body: &'static [Piece],
    /// The entries that the body refers to.
    pub entries: &'static [Entry],
    /// Whether it is a method that takes `&mut self`.
    pub mutates_receiver: bool,
    /// The bit mask of the parameters that must be uniform within a tile, because a barrier depends on them.
    pub required_uniform: u32,
}

impl Item {
    /// Whether the parameter at a position is by reference.
    pub fn takes_reference(&self, position: usize) -> bool {
        self.body.iter().any(|piece| matches!(piece, Piece::Reference(at) if *at == position))
    }

    /// Whether the parameter at a position is a slice.
    pub fn takes_slice(&self, position: usize) -> bool {
        self.body.iter().any(|piece| matches!(piece, Piece::SliceParameter(at, _) if *at == position))
    }
}

/// The kind of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaptureKind {
    /// A value, copied at the launch.
    Value,
    /// A view that is only read.
    Read,
    /// A view that is written.
    Write,
}

/// A capture of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// The user's name for it.
    pub name: &'static str,
    /// The kind.
    pub kind: CaptureKind,
    /// The type of the value, or of the view's elements.
    pub element: &'static TypeInfo,
    /// The view's rank; 0 for a value.
    pub rank: usize,
    /// Whether all accesses to the elements are atomic; they are 32-bit scalars then.
    pub atomic: bool,
}

/// A variable in tile memory.
#[derive(Clone, Copy, Debug)]
pub struct TileVariable {
    /// Its name, unique in the kernel.
    pub name: &'static str,
    /// Its type.
    pub ty: TypeRef,
    /// Whether atomic operations access it.
    pub atomic: bool,
    /// Whether it is completely written before it is read, so that it need not start as zeros.
    pub fully_initialised: bool,
}

/// A kernel in lowered form.
#[derive(Clone, Copy, Debug)]
pub struct Template<'t> {
    /// The kernel's name; `{closure}` for a closure.
    pub name: &'static str,
    /// The source file of the kernel.
    pub file: &'static str,
    /// The line at which the kernel starts.
    pub line: u32,
    /// The rank of the kernel's domain.
    pub rank: usize,
    /// The tile's extent, for a tiled kernel.
    pub tile: Option<&'static [usize]>,
    /// The captures.
    pub captures: &'t [Capture],
    /// The variables in tile memory.
    pub tile_static: &'static [TileVariable],
    /// The body of the entry point. In scope are `amp_global`, and in a tiled kernel `amp_local`, `amp_tile`
    /// and `amp_tile_origin`, each an `array<u32, RANK>`, and the captures by [`Piece::Value`] and
    /// [`Piece::Load`].
    pub body: &'static [Piece],
    /// The entries that the template refers to.
    pub entries: &'t [Entry],
}

impl Template<'_> {
    /// The number of 32-bit words of tile memory.
    pub fn tile_static_words(&self) -> usize {
        let words = self.tile_static.iter().map(|variable| variable.ty.resolve(self.entries).words());
        words.fold(0, usize::saturating_add)
    }

    /// The requirements under which the kernel's own accesses are in bounds; `None` if some access has no
    /// proof.
    pub fn bounds_requirements(&self) -> Option<&'static [BoundsRequirement]> {
        match self.body.first() {
            Some(Piece::RequiresBounds(requirements)) => Some(requirements),
            _ => None,
        }
    }
}
