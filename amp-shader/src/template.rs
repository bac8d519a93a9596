//! Templates: the compiler's output for a kernel and the linker's input.
//!
//! A template is a list of pieces: WGSL text, holes, and marks that carry facts for the linker. Fields of
//! type `usize` are indices. In the pieces of a kernel, the index of a view is its index among the captures;
//! in the pieces of a device function, among the view parameters.

use crate::{Atomic, BoundsRequirement, Capability, SubviewStep, TypeInfo};

/// A type in a template.
#[derive(Clone, Copy, Debug)]
pub enum TypeRef {
    /// A type that the macro inferred.
    Known(&'static TypeInfo),
    /// A type that rustc finds, given by its index among the entries.
    Entry(usize),
}

/// A device function in a template.
#[derive(Clone, Copy, Debug)]
pub enum ItemRef {
    /// A function that the macro names by its path, so the template refers to it directly.
    Known(&'static Item),
    /// A function that rustc selects, given by its index among the entries.
    Entry(usize),
}

/// A type, function or op that rustc found for a kernel or device function. Each kernel and device function
/// has a list of entries, and its pieces refer to an entry by its index.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// A type.
    Type(&'static TypeInfo),
    /// A device function.
    Item(&'static Item),
    /// A built-in operator or method.
    Builtin,
    /// An op: a closure or device function that the launch passes to the kernel. The first entry of this kind
    /// is the argument for the kernel's first callable parameter.
    Op(PassedOp),
    /// An op that another op calls: `outer`, `first` or `second` in `outer(first(x), second(x))`.
    Part(PassedOp),
}

/// The code of an op.
#[derive(Clone, Copy, Debug)]
pub enum PassedFunction {
    /// A closure. In its pieces, the index of a view is its index among the captures of the op.
    Closure(&'static Closure),
    /// A device function.
    Item(&'static Item),
    /// A composition, `outer(first(x), second(x))`. Its entries begin with the types of `x`, of the result,
    /// and of the results of the inner ops. The parts follow: the outer op, then the inner ops. Its captures
    /// are those of the parts.
    Composition,
}

/// An op: a closure, device function or composition of ops that a launch passes to a kernel.
#[derive(Clone, Copy, Debug)]
pub struct PassedOp {
    /// The code of the op.
    pub function: PassedFunction,
    /// The index of the op's first entry among the entries of the template.
    pub first_entry: usize,
    /// The number of the op's entries.
    pub entries: usize,
    /// The number of variables that the op captures. These captures follow those of the kernel and of earlier
    /// ops.
    pub captures: usize,
}

impl Entry {
    /// The entry of an operator or method. `item` is its device function, or `None` if the operator or method
    /// is built in.
    pub const fn of(item: Option<&'static Item>) -> Entry {
        match item {
            Some(item) => Entry::Item(item),
            None => Entry::Builtin,
        }
    }
}

impl TypeRef {
    /// The type itself, looked up among the entries if rustc resolved it.
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
    /// The function itself, looked up among the entries if rustc selected it; `None` for a built-in operator
    /// or method.
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
    /// WGSL text, copied unchanged.
    Text(&'static str),
    /// The WGSL name of a type.
    Type(TypeRef),
    /// The zero value of a type.
    Zero(TypeRef),
    /// A Rust literal, which the linker prints as a WGSL literal of the type.
    Literal(TypeRef, &'static str),
    /// The value of a constant of this type. The function appends the value's words in declaration order,
    /// without padding.
    Const(TypeRef, fn(&mut Vec<u32>)),
    /// The name of the support function that performs an operation on operands of these two types.
    Operation(Operation, TypeRef, TypeRef),
    /// The name of the function that performs an operation on operands that may be of user types. It is the
    /// user's device function if the [`ItemRef`] denotes one, otherwise a support function.
    Operator(Operation, TypeRef, TypeRef, ItemRef),
    /// The name of the support function that implements a built-in method for a receiver of this type.
    Method(&'static str, TypeRef),
    /// A call of the method with this name. It calls the user's device method if the [`ItemRef`] denotes one,
    /// otherwise the built-in method.
    MaybeBuiltin(&'static str, TypeRef, ItemRef, &'static [Argument]),
    /// The suffix that selects a field of a value of this type. A field of a variant is named `Some.0`.
    Field(TypeRef, &'static str),
    /// A struct literal: its type, its fields as (name, value) in any order, and the base expression for the
    /// remaining fields.
    Record(TypeRef, &'static [(&'static str, &'static [Piece])], Option<&'static [Piece]>),
    /// Construction of an enum value: the type, the name of the variant, and the fields as (name, value) in
    /// any order. If the type is a struct, the linker ignores the name.
    Variant(TypeRef, &'static str, &'static [(&'static str, &'static [Piece])]),
    /// The test whether a value of this type is of the variant with this name. For a struct, the test is
    /// `true`.
    IsVariant(TypeRef, &'static str, &'static [Piece]),
    /// The length of an array of this type, or the rank of an index.
    Length(TypeRef),
    /// `true` or `false`: whether this device method takes `&mut self`.
    MutatesReceiver(ItemRef),
    /// The components of an index or extent of this type, separated by commas. A scalar is its own only
    /// component.
    Components(TypeRef, &'static [Piece]),
    /// A list that contains the pieces a number of times, separated by commas.
    Splat(&'static [Piece], usize),
    /// A call of a device function. In the function's pieces, index `n` denotes the `n`-th view among the
    /// arguments.
    Call(ItemRef, &'static [Argument]),
    /// In a device function: the WGSL declarations for the by-reference parameter with this index.
    Reference(usize),
    /// In a device function: the WGSL declarations for the view parameter with this index. If the argument is
    /// a subview, they declare the parameters for its layout. If it is a whole captured view, they are empty.
    View(usize),
    /// A call of the callable parameter with this index, with these arguments.
    CallParameter(usize, &'static [&'static [Piece]]),
    /// In a device function: the declarations for a slice parameter. The first index is its position among
    /// all parameters. The second is its index among the views of the function, where slices follow the
    /// views.
    SliceParameter(usize, usize),
    /// In a device function: the memory that the by-reference parameter with this index refers to.
    Parameter(usize),
    /// The text of an atomic operation before its arguments, which are the subscripts and the operands.
    Atomic(Atomic, AtomicTarget),
    /// A statement that contains a value of this type: the text before the value, then the value. If the type
    /// is zero-sized, the linker prints nothing, or only the value if it is a call.
    Bound(TypeRef, &'static [Piece], &'static [Piece]),
    /// A `return` with a value of this type. If the type is zero-sized, the linker prints only `return`, or
    /// `f(); return` if the value is the call `f()`.
    Return(TypeRef, &'static [Piece]),
    /// A mark: the shader needs this capability. With [`Capability::Subgroups`], the shader declares the
    /// variables `amp_lane`, `amp_lanes`, `amp_subgroup` and `amp_subgroups`.
    Needs(Capability),
    /// The WGSL variable of the captured value with this index.
    Value(usize),
    /// The text before the subscripts of an element that the shader reads, such as `x[at_x(`. The subscripts
    /// follow, separated by commas.
    Load(usize),
    /// The text after the subscripts of an element that the shader reads, such as `)]`.
    EndLoad(usize),
    /// Like [`Piece::Load`], for an element that the shader reads and converts to this type.
    Convert(usize, TypeRef),
    /// The text after the subscripts of an element that the shader reads and converts.
    EndConvert(usize, TypeRef),
    /// A read of a component of an element, such as `x[i].position`: the view, the subscripts separated by
    /// commas, and the steps to the component.
    LoadPart(usize, &'static [Piece], &'static [Step]),
    /// An assignment to an element or a component of it: the view, the subscripts, the steps to the
    /// component, the operator of a compound assignment such as `+`, and the value.
    Assign(usize, &'static [Piece], &'static [Step], Option<&'static str>, &'static [Piece]),
    /// The extent of the view with this index, as an `Extent<N>`.
    Extent(usize),
    /// A constant offset in each dimension, modulo 2^32, after the subscripts of an element: 2 for
    /// `x[i + 2]`. The next piece closes the brackets of the element.
    Offset(usize, &'static [i32]),
    /// A mark: all accesses are in bounds if these requirements hold. If present, it is the first piece of a
    /// kernel.
    RequiresBounds(&'static [BoundsRequirement]),
    /// A mark: the function computes indices from its arguments, so bounds proofs of its callers do not cover
    /// its accesses. If present, it is the first piece of a function.
    MayIndexAnywhere,
    /// A mark: drivers must not rearrange the floating-point operations that follow in the same kernel or
    /// function.
    Strict,
    /// A mark: no proof exists that the loop that begins here terminates.
    MayNotTerminate,
    /// A mark: the source position, `file:line`, of the accesses and assertions that follow.
    At(&'static str),
    /// An assertion, or a panic if there is no condition. Only shaders with traps contain it.
    Assert(Option<&'static [Piece]>, &'static Message),
    /// An operator between operands of these types, which the shader checks if it has traps. The left operand
    /// follows, then [`Piece::Infix`], the right operand and [`Piece::EndChecked`]. For a negation, the
    /// operand and [`Piece::EndChecked`] follow.
    Checked(Operation, TypeRef, TypeRef),
    /// The text between the operands of [`Piece::Checked`], such as ` + `.
    Infix(&'static str),
    /// The end of [`Piece::Checked`] or [`Piece::CheckedAssign`].
    EndChecked,
    /// The operator of a compound assignment to a variable of the first type, such as ` += `. The pieces are
    /// the variable. The value and [`Piece::EndChecked`] follow.
    CheckedAssign(Operation, TypeRef, TypeRef, &'static [Piece]),
    /// After the parenthesis behind [`Piece::Operation`] or [`Piece::Operator`]: the argument that a checked
    /// operation has more.
    SiteArgument,
    /// The beginning of a subscript of an array of this type, which the shader checks if it has traps. The
    /// subscript and [`Piece::EndItem`] follow.
    Item(TypeRef),
    /// The end of [`Piece::Item`].
    EndItem,
    /// A mark: a barrier of the tile follows.
    BeforeBarrier,
    /// A mark: a barrier of the tile stands before.
    Barrier,
    /// A statement that prints a line.
    Print(&'static Message),
    /// A mark: the body of a loop begins here, and the loop contains no barrier and has no termination proof.
    LoopStart,
    /// A mark: the loop that begins here terminates if this constant is not zero.
    TerminatesIfNonZero(TypeRef, fn(&mut Vec<u32>)),
    /// A mark: the loop that begins here terminates if this type is an integer of at least 32 bits.
    TerminatesIfInteger(TypeRef),
}

/// The message of an assertion, or a line that is printed.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    /// The text, or a format string.
    pub text: &'static str,
    /// Whether the text is a format string.
    pub formatted: bool,
    /// The values of a format string: the name, if the value has one, its type, and its pieces.
    pub values: &'static [(Option<&'static str>, TypeRef, &'static [Piece])],
}

/// The target of an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicTarget {
    /// An element of the captured view with this index.
    Capture(usize),
    /// A scalar in the tile variable with this index.
    Tile(usize),
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub enum Argument {
    /// A value; the pieces print it.
    Value(&'static [Piece]),
    /// A by-reference argument: a variable and the steps to one of its components, such as `&mut a.b[k]`.
    Place(Root, &'static [Step]),
    /// A slice of an array: the array, the first position and the length.
    Slice(Root, &'static [Step], &'static [Piece], &'static [Piece]),
    /// The barrier. The WGSL call passes no argument for it.
    Barrier,
    /// A closure literal.
    Closure(&'static Closure),
    /// A device function that is passed as a callable.
    Function(ItemRef),
    /// The capture with this index: a view, or a value by reference. In a device function, the view parameter
    /// with this index.
    Captured(usize),
    /// A subview: the index of the view, and the steps that make the subview.
    Subview(usize, &'static [SubviewStep]),
}

/// A closure that is passed to a device function.
#[derive(Debug)]
pub struct Closure {
    /// The parameters: name and type of each.
    pub parameters: &'static [(&'static str, TypeRef)],
    /// The variables that the closure captures: name and type of each.
    pub captured: &'static [(&'static [Piece], TypeRef)],
    /// The outer variables that the closure modifies: the name of the closure's pointer parameter, the pointer at the
    /// call, and the type of the variable.
    pub modified: &'static [(&'static str, &'static str, TypeRef)],
    /// The type of the closure's result.
    pub result: TypeRef,
    /// The statements of the closure.
    pub body: &'static [Piece],
}

/// The variable at which a place expression such as `a.b[k]` starts.
#[derive(Clone, Copy, Debug)]
pub enum Root {
    /// A local variable: its name and type.
    Variable(&'static str, TypeRef),
    /// The tile variable with this index.
    Tile(usize),
    /// The memory behind the by-reference parameter with this index.
    Parameter(usize),
}

/// A step of a place expression: `.b` or `[k]`.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A field of a value of this type, given by name.
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
    /// `a == b` in a pattern, where `b` is a constant. Enums are compared by their discriminants, and not by
    /// their `PartialEq`.
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
    /// `a as B`, with the types of `a` and `B` as operand types.
    Cast,
    /// The bits of one type reinterpreted as another.
    Bits,
}

impl Operation {
    /// The operator in a compound assignment, for arithmetic and shifts.
    pub const fn sign(self) -> &'static str {
        match self {
            Operation::Sub => "-",
            Operation::Mul => "*",
            Operation::Div => "/",
            Operation::Rem => "%",
            Operation::Shl => "<<",
            Operation::Shr => ">>",
            _ => "+",
        }
    }

    /// The arithmetic operation with this operator.
    pub(crate) fn of_sign(sign: &str) -> Option<Operation> {
        use Operation as O;
        [O::Add, O::Sub, O::Mul, O::Div, O::Rem].into_iter().find(|operation| operation.sign() == sign)
    }
}

/// A device function as pieces for the linker.
#[derive(Debug)]
pub struct Item {
    /// The path of the function. The linker derives a unique WGSL name from the path, so that readers of the
    /// shader recognise the function.
    pub name: &'static str,
    /// The parameters in parentheses, the result, and the body. The linker puts the function's name before
    /// this text.
    pub body: &'static [Piece],
    /// The entries that the body refers to.
    pub entries: &'static [Entry],
    /// Whether the function is a method that takes `&mut self`.
    pub mutates_receiver: bool,
    /// The bit mask of the parameters that must be uniform within a tile, because a barrier depends on them:
    /// see `param_mask`.
    pub required_uniform: u32,
}

impl Item {
    /// Whether the parameter with this index is by reference.
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
    /// A view that the kernel only reads.
    Read,
    /// A view that the kernel writes.
    Write,
}

/// A capture of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Capture {
    /// The user's name for the variable.
    pub name: &'static str,
    /// Whether the capture is a value or a view, and whether the kernel writes it.
    pub kind: CaptureKind,
    /// The type of the captured value, or of the view's elements.
    pub element: &'static TypeInfo,
    /// The view's rank; 0 for a value.
    pub rank: usize,
    /// Whether the view is an `AtomicView`, whose elements are 32-bit scalars.
    pub atomic: bool,
}

/// A variable in tile memory.
#[derive(Clone, Copy, Debug)]
pub struct TileVariable {
    /// The variable's name, unique in the kernel.
    pub name: &'static str,
    /// The variable's type.
    pub ty: TypeRef,
    /// Whether atomic operations access the variable.
    pub atomic: bool,
    /// Whether the kernel writes the variable completely before any read, so that it need not start as zeros.
    pub fully_initialised: bool,
}

/// A kernel as pieces for the linker.
#[derive(Clone, Copy, Debug)]
pub struct Template<'t> {
    /// The kernel's name; `{closure}` for a closure.
    pub name: &'static str,
    /// The source file of the kernel.
    pub file: &'static str,
    /// The line at which the kernel starts.
    pub line: u32,
    /// Whether a launch on a device reports failures of work-items, if the program does not choose otherwise.
    pub trap: bool,
    /// The rank of the kernel's domain.
    pub rank: usize,
    /// The extent of a tile; `None` for a kernel without tiles.
    pub tile: Option<&'static [usize]>,
    /// The variables that the kernel captures.
    pub captures: &'t [Capture],
    /// The variables in tile memory.
    pub tile_static: &'static [TileVariable],
    /// The body of the entry point. It can use `amp_global`, and in a tiled kernel `amp_local`, `amp_tile`
    /// and `amp_tile_origin`. Each is an `array<u32, RANK>`. [`Piece::Value`] and [`Piece::Load`] access the
    /// captures.
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

    /// The requirements under which the kernel's own accesses are in bounds; `None` if the compiler could not
    /// prove all accesses.
    pub fn bounds_requirements(&self) -> Option<&'static [BoundsRequirement]> {
        match self.body.first() {
            Some(Piece::RequiresBounds(requirements)) => Some(requirements),
            _ => None,
        }
    }
}
