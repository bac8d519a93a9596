//! Templates: the compiler's output for a kernel and the linker's input.
//!
//! A template is a list of pieces: WGSL text, holes, and marks that carry facts for the linker.

use crate::staged::{self, Expanded};
use crate::{BoundsRequirement, TypeInfo};

/// The failures of work-items that a shader reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ReportedFailures {
    /// None: the shader contains no code for them.
    #[default]
    None,
    /// All but overflow of integers, which wraps on a device.
    WithoutOverflow,
    /// All.
    All,
}

/// The empty list of items of one type. Expansions use it instead of `&[]`: for each borrow in a constant, rustc proves that
/// the target has no interior mutability, and that takes a while for the types of a template.
pub struct Empty<T>(std::marker::PhantomData<T>);

impl<T: 'static> Empty<T> {
    /// The list.
    pub const LIST: &'static [T] = &[];
}

/// A type in a template.
#[derive(Clone, Copy, Debug)]
pub enum TypeRef {
    /// A type that the macro inferred.
    Known(&'static TypeInfo),
    /// A type that only rustc knows, given by its index in the list of entries. rustc fills this list when it
    /// compiles the expansion.
    Entry(usize),
}

/// A device function in a template.
#[derive(Clone, Copy, Debug)]
pub enum ItemRef {
    /// A function that the macro names by its path, so the template refers to it directly.
    Known(&'static Item),
    /// A function that rustc selects, given by its index in the list of entries.
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
    /// An op that another op calls: `outer`, `first` or `second` in `outer(first(x), second(x))`, or the op of a
    /// row.
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
    /// The results of an op for consecutive indices, `[op(x), op(x + 1), ..]`. Its entries are the types of `x`,
    /// of the array and of its elements, and then the op as a part. Its captures are those of the part.
    Row(usize),
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
pub type Piece = staged::Piece<Expanded>;

/// The message of an assertion, or a line that is printed.
pub type Message = staged::Message<Expanded>;

/// An argument of a call.
pub type Argument = staged::Argument<Expanded>;

/// A closure that is passed to a device function.
pub type Closure = staged::Closure<Expanded>;

/// The variable at which a place expression such as `a.b[k]` starts.
pub type Root = staged::Root<Expanded>;

/// A step of a place expression: `.b` or `[k]`.
pub type Step = staged::Step<Expanded>;

/// A step from a view to a subview. Each operand is a `u32`.
pub type SubviewStep = staged::SubviewStep<Expanded>;

/// The target of an atomic operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicTarget {
    /// An element of the captured view with this index.
    Capture(usize),
    /// A scalar in the tile variable with this index.
    Tile(usize),
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
        self.body.iter().any(|piece| matches!(piece, Piece::SliceParameter(at, ..) if *at == position))
    }

    /// The type of the items, if the parameter at a position is a slice.
    pub fn item_of_slice(&self, position: usize) -> Option<&'static TypeInfo> {
        self.body.iter().find_map(|piece| match piece {
            Piece::SliceParameter(at, _, ty) if *at == position => Some(ty.resolve(self.entries)),
            _ => None,
        })
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
    /// The failures of work-items that a launch on a device reports, if the program does not choose otherwise.
    pub traps: ReportedFailures,
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
