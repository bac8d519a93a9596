//! The parts of templates, generic over their stage: pieces, arguments of calls, closures, places and subviews.
//!
//! Fields of type `usize` are indices. In the pieces of a kernel, the index of a view is its index among the captures; in
//! the pieces of a device function, among the view parameters.

use crate::{Atomic, AtomicTarget, BoundsRequirement, Capability, ItemRef, Operation, TypeRef};
use std::convert::Infallible;
use std::fmt::Debug;

/// A stage of templates. It determines the types of their parts. The compiler has a stage of its own, whose pieces own their
/// text and contain types of its IR.
pub trait Stage: Copy + Debug + 'static {
    /// A text.
    type Text: Clone + Debug;
    /// A type.
    type Type: Clone + Debug;
    /// A device function.
    type Function: Clone + Debug;
    /// The value of a constant.
    type Constant: Clone + Debug;
    /// The length of an array.
    type Length: Clone + Debug;
    /// A source file.
    type File: Clone + Debug;
    /// A source line.
    type Line: Clone + Debug;
    /// A piece that exists only in this stage.
    type Note: Clone + Debug;
    /// A list.
    type List<T: Clone + Debug + 'static>: Clone + Debug;
    /// A reference to a large part.
    type Pointer<T: Clone + Debug + 'static>: Clone + Debug;
}

/// The stage that the linker reads: the pieces are constants in the expansion of a kernel or device function.
#[derive(Clone, Copy, Debug)]
pub struct Expanded;

impl Stage for Expanded {
    type Text = &'static str;
    type Type = TypeRef;
    type Function = ItemRef;
    /// A function that appends the value's words in declaration order, without padding.
    type Constant = fn(&mut Vec<u32>);
    type Length = usize;
    type File = &'static str;
    type Line = u32;
    type Note = Infallible;
    type List<T: Clone + Debug + 'static> = &'static [T];
    type Pointer<T: Clone + Debug + 'static> = &'static T;
}

type List<S, T> = <S as Stage>::List<T>;

/// A piece of a template.
#[derive(Clone, Debug)]
pub enum Piece<S: Stage> {
    /// A note for the stage itself. It prints nothing, and the linker sees none.
    Note(S::Note),
    /// WGSL text, copied unchanged.
    Text(S::Text),
    /// The WGSL name of a type.
    Type(S::Type),
    /// The zero value of a type.
    Zero(S::Type),
    /// A Rust literal, which the linker prints as a WGSL literal of the type.
    Literal(S::Type, S::Text),
    /// The value of a constant of this type.
    Const(S::Type, S::Constant),
    /// The name of the support function that performs an operation on operands of these two types.
    Operation(Operation, S::Type, S::Type),
    /// The name of the function that performs an operation on operands that may be of user types. It is the
    /// user's device function if rustc found one, otherwise a support function.
    Operator(Operation, S::Type, S::Type, S::Function),
    /// The name of the support function that implements a built-in method for a receiver of this type.
    Method(&'static str, S::Type),
    /// A call of the method with this name. It calls the user's device method if rustc found one,
    /// otherwise the built-in method.
    MaybeBuiltin(&'static str, S::Type, S::Function, List<S, Argument<S>>),
    /// The suffix that selects a field of a value of this type. A field of a variant is named `Some.0`.
    Field(S::Type, S::Text),
    /// A struct literal: its type, its fields as (name, value) in any order, and the base expression for the
    /// remaining fields.
    Record(S::Type, List<S, FieldValue<S>>, Option<List<S, Piece<S>>>),
    /// Construction of an enum value: the type, the name of the variant, and the fields as (name, value) in
    /// any order. If the type is a struct, the linker ignores the name.
    Variant(S::Type, S::Text, List<S, FieldValue<S>>),
    /// The test whether a value of this type is of the variant with this name. For a struct, the test is
    /// `true`.
    IsVariant(S::Type, S::Text, List<S, Piece<S>>),
    /// The length of an array of this type, or the rank of an index.
    Length(S::Type),
    /// The length of a value of this type, which may be a slice of constants. The pieces print the value.
    LengthOf(S::Type, List<S, Piece<S>>),
    /// The item of a value of this type, which may be a slice of constants. The pieces print the value and the subscript.
    Subscript(S::Type, List<S, Piece<S>>, List<S, Piece<S>>),
    /// `true` or `false`: whether this device method takes `&mut self`.
    MutatesReceiver(S::Function),
    /// The components of an index or extent of this type, separated by commas. A scalar is its own only
    /// component.
    Components(S::Type, List<S, Piece<S>>),
    /// A list that contains the pieces a number of times, separated by commas.
    Splat(List<S, Piece<S>>, S::Length),
    /// A call of a device function. In the function's pieces, index `n` denotes the `n`-th view among the
    /// arguments.
    Call(S::Function, List<S, Argument<S>>),
    /// In a device function: the WGSL declarations for the by-reference parameter with this index.
    Reference(usize),
    /// In a device function: the WGSL declarations for the view parameter with this index. If the argument is
    /// a subview, they declare the parameters for its layout. If it is a whole captured view, they are empty.
    View(usize),
    /// A call of the callable parameter with this index, with these arguments.
    CallParameter(usize, List<S, List<S, Piece<S>>>),
    /// In a device function: the declarations for a slice parameter. The first index is its position among
    /// all parameters. The second is its index among the views of the function, where slices follow the
    /// views. The type is that of the items.
    SliceParameter(usize, usize, S::Type),
    /// In a device function: the memory that the by-reference parameter with this index refers to.
    Parameter(usize),
    /// The text of an atomic operation before its arguments, which are the subscripts and the operands.
    Atomic(Atomic, AtomicTarget),
    /// A statement that contains a value of this type: the text before the value, then the value. If the type
    /// is zero-sized, the linker prints nothing, or only the value if it is a call.
    Bound(S::Type, List<S, Piece<S>>, List<S, Piece<S>>),
    /// A `return` with a value of this type. If the type is zero-sized, the linker prints only `return`, or
    /// `f(); return` if the value is the call `f()`.
    Return(S::Type, List<S, Piece<S>>),
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
    Convert(usize, S::Type),
    /// The text after the subscripts of an element that the shader reads and converts.
    EndConvert(usize, S::Type),
    /// A read of a component of an element, such as `x[i].position`: the view, the subscripts separated by
    /// commas, and the steps to the component.
    LoadPart(usize, List<S, Piece<S>>, List<S, Step<S>>),
    /// An assignment to an element or a component of it: the view, the subscripts, the steps to the
    /// component, the operator of a compound assignment such as `+`, and the value.
    Assign(usize, List<S, Piece<S>>, List<S, Step<S>>, Option<&'static str>, List<S, Piece<S>>),
    /// The extent of the view with this index, as an `Extent<N>`.
    Extent(usize),
    /// A constant offset in each dimension, modulo 2^32, after the subscripts of an element: 2 for
    /// `x[i + 2]`. The next piece closes the brackets of the element.
    Offset(usize, List<S, i32>),
    /// A mark: all accesses are in bounds if these requirements hold. If present, it is the first piece of a
    /// kernel.
    RequiresBounds(List<S, BoundsRequirement>),
    /// A mark: the function computes indices from its arguments, so bounds proofs of its callers do not cover
    /// its accesses. If present, it is the first piece of a function.
    MayIndexAnywhere,
    /// A mark: drivers must not rearrange the floating-point operations that follow in the same kernel or
    /// function.
    Strict,
    /// A mark: no proof exists that the loop that begins here terminates.
    MayNotTerminate,
    /// A mark: the source file of the kernel, function or op. It precedes all lines.
    File(S::File),
    /// A mark: the source line of the accesses and assertions that follow.
    Line(S::Line),
    /// An assertion, or a panic if there is no condition. Only shaders with traps contain it.
    Assert(Option<List<S, Piece<S>>>, S::Pointer<Message<S>>),
    /// An operator between operands of these types, which the shader checks if it has traps. The left operand
    /// follows, then [`Piece::Infix`], the right operand and [`Piece::EndChecked`]. For a negation, the
    /// operand and [`Piece::EndChecked`] follow.
    Checked(Operation, S::Type, S::Type),
    /// The text between the operands of [`Piece::Checked`], such as ` + `.
    Infix(S::Text),
    /// The end of [`Piece::Checked`] or [`Piece::CheckedAssign`].
    EndChecked,
    /// The operator of a compound assignment to a variable of the first type, such as ` += `. The pieces are
    /// the variable. The value and [`Piece::EndChecked`] follow.
    CheckedAssign(Operation, S::Type, S::Type, List<S, Piece<S>>),
    /// After the opening parenthesis of [`Piece::Operation`] or [`Piece::Operator`]: the additional argument
    /// that a checked operation takes.
    SiteArgument,
    /// The beginning of a subscript of an array of this type, which the shader checks if it has traps. The
    /// subscript and [`Piece::EndItem`] follow.
    Item(S::Type),
    /// [`Piece::Item`] of an array of this length.
    ItemOf(usize),
    /// The end of [`Piece::Item`] and [`Piece::ItemOf`].
    EndItem,
    /// A mark: a barrier of the tile follows.
    BeforeBarrier,
    /// A mark: the end of a barrier of the tile.
    Barrier,
    /// A statement that prints a line.
    Print(S::Pointer<Message<S>>),
    /// A mark: the body of a loop begins here, and the loop contains no barrier and has no termination proof.
    LoopStart,
    /// A mark: the loop that begins here terminates if this constant is not zero.
    TerminatesIfNonZero(S::Type, S::Constant),
    /// A mark: the loop that begins here terminates if this type is an integer of at least 32 bits.
    TerminatesIfInteger(S::Type),
}

/// The message of an assertion, or a line that is printed.
#[derive(Clone, Debug)]
pub struct Message<S: Stage> {
    /// The text, or a format string.
    pub text: S::Text,
    /// The values of a format string: the name, if the value has one, its type, and its pieces.
    pub values: List<S, FormatValue<S>>,
    /// Whether the text is a format string.
    pub formatted: bool,
}

/// A value of a format string: the name, if the value has one, its type, and its pieces.
pub type FormatValue<S> = (Option<<S as Stage>::Text>, <S as Stage>::Type, List<S, Piece<S>>);

/// A field and its value in a struct literal: the name, and the pieces that print the value.
pub type FieldValue<S> = (<S as Stage>::Text, List<S, Piece<S>>);

/// A variable that a closure captures: the pieces that print its name, and its type.
pub type Captured<S> = (List<S, Piece<S>>, <S as Stage>::Type);

/// An outer variable that a closure modifies: the name of the closure's pointer parameter, the pointer at the call, and
/// the type of the variable.
pub type Modified<S> = (<S as Stage>::Text, <S as Stage>::Text, <S as Stage>::Type);

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Argument<S: Stage> {
    /// A value; the pieces print it.
    Value(List<S, Piece<S>>),
    /// A by-reference argument: a variable and the steps to one of its components, such as `&mut a.b[k]`.
    Place(Root<S>, List<S, Step<S>>),
    /// A slice of an array: the array, the first position and the length.
    Slice(Root<S>, List<S, Step<S>>, List<S, Piece<S>>, List<S, Piece<S>>),
    /// The barrier. The WGSL call passes no argument for it.
    Barrier,
    /// A closure literal.
    Closure(S::Pointer<Closure<S>>),
    /// A device function that is passed as a callable.
    Function(S::Function),
    /// The capture with this index: a view, or a value by reference. In a device function, the view parameter
    /// with this index.
    Captured(usize),
    /// A subview: the index of the view, and the steps that make the subview.
    Subview(usize, List<S, SubviewStep<S>>),
}

/// A closure that is passed to a device function.
#[derive(Clone, Debug)]
pub struct Closure<S: Stage> {
    /// The parameters: name and type of each.
    pub parameters: List<S, (S::Text, S::Type)>,
    /// The variables that the closure captures: name and type of each.
    pub captured: List<S, Captured<S>>,
    /// The outer variables that the closure modifies: the name of the closure's pointer parameter, the pointer at the
    /// call, and the type of the variable.
    pub modified: List<S, Modified<S>>,
    /// The type of the closure's result.
    pub result: S::Type,
    /// The statements of the closure.
    pub body: List<S, Piece<S>>,
}

/// The variable at which a place expression such as `a.b[k]` starts.
#[derive(Clone, Debug)]
pub enum Root<S: Stage> {
    /// A local variable: its name and type.
    Variable(S::Text, S::Type),
    /// The tile variable with this index.
    Tile(usize),
    /// The memory behind the by-reference parameter with this index.
    Parameter(usize),
}

/// A step of a place expression: `.b` or `[k]`.
#[derive(Clone, Debug)]
pub enum Step<S: Stage> {
    /// A field of a value of this type, given by name.
    Field(S::Type, S::Text),
    /// The item at a subscript.
    Index(List<S, Piece<S>>),
}

/// A step from a view to a subview. Each operand is a `u32`.
#[derive(Clone, Debug)]
pub enum SubviewStep<S: Stage> {
    /// The sub-box with this origin and extent.
    Section(List<S, List<S, Piece<S>>>, List<S, List<S, Piece<S>>>),
    /// The slice at one index of dimension 0.
    Project(List<S, Piece<S>>),
    /// The leading elements of the view, reshaped to this extent.
    ViewAs(List<S, List<S, Piece<S>>>),
}

impl Copy for Piece<Expanded> {}

impl Copy for Argument<Expanded> {}

impl Copy for Root<Expanded> {}

impl Copy for Step<Expanded> {}

impl Copy for SubviewStep<Expanded> {}
