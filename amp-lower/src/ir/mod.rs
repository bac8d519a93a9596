//! The intermediate representation: a kernel with resolved names and inferred types.
//!
//! Statements form a tree, and not a control-flow graph, because WGSL and Rust need structured control flow.
//! Names, types, constants and items that the expansion repeats are [`Source`]s.
//!
//! Invariants: only closures contain statements inside an expression. Every expression has a type. The back
//! ends see no error placeholder, because `Diagnostics::gate` returns all reported errors before they run.

mod build;
mod closure;
mod expr_ext;
mod flow;
mod path;
mod shape;
mod sites;
mod subview;
pub(crate) mod ty;
pub(crate) mod variable;
mod visit;

use crate::site::Site;
pub(crate) use crate::source::Source;
use amp_shader::Atomic;
use amp_shader::methods::Method;
pub(crate) use closure::{Callable, Closure, Passing};
pub(crate) use expr_ext::is_marker_path;
pub(crate) use flow::Flow;
pub(crate) use path::Path;
use proc_macro2::{Ident, Span};
pub(crate) use shape::Shape;
pub(crate) use sites::Sites;
pub(crate) use subview::SubviewStep;
pub(crate) use ty::{Callee, ImplOf, Len, Projection, RangeForm, Turbofish, Ty};
pub(crate) use variable::{TileStatic, Variable};

/// A local variable: its index in [`Body::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Var(pub(crate) usize);

/// The body of a function or a kernel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    /// All local variables, including shadowed ones and temporaries.
    pub(crate) variables: Vec<Variable>,
    pub(crate) tile_static: Vec<TileStatic>,
    /// Constants that the body declares.
    pub(crate) constants: Vec<Source>,
    /// Imports in the body.
    pub(crate) imports: Vec<Source>,
    /// Functions that the body declares. They are device functions.
    pub(crate) functions: Vec<Source>,
    pub(crate) block: Vec<Stmt>,
    /// Unused variables. The expansion declares variables of these names, so that rustc's `unused_variables`
    /// lint reports them.
    pub(crate) unused: Vec<Ident>,
    /// Pairs of identifiers with the same name but different hygiene: one comes from a macro, the other from
    /// the macro's caller. The expansion contains a check that rustc, too, treats them as two variables.
    pub(crate) hygiene_pairs: Vec<(Ident, Ident)>,
    /// The paths of called functions that both back ends replace, such as `mem::swap`, with their argument
    /// counts. The expansion mentions the paths, so that rustc counts their imports as used.
    pub(crate) intrinsic_calls: Vec<(Path, usize)>,
    /// Whether drivers must not rearrange the body's floating-point operations.
    pub(crate) strict_float: bool,
    /// Whether a `let` binds a reference. The expansion then contains a lint copy of the body for rustc's
    /// borrow checker.
    pub(crate) borrows: bool,
    /// Whether the body iterates over a view by `&mut` or in chunks. Views on the host have no such
    /// iterators, so the expansion then contains no lint copy of the body.
    pub(crate) iterates_views: bool,
    /// Whether inference found a type conflict. rustc reports it, so the output of the back ends is never
    /// used.
    pub(crate) has_type_error: bool,
    /// Whether inference found a type conflict that exists whatever types rustc infers. The CPU back end then
    /// prints fewer variants of the body, so that rustc reports the conflict once.
    pub(crate) has_definite_type_error: bool,
    /// The site of the first definite type conflict, if it is known.
    pub(crate) mistaken_at: Option<Site>,
    /// Receivers of collective methods that the analysis assumes to stay unmodified. Otherwise such a
    /// receiver might vary after the call, and a barrier that depends on it would be divergent. A const check
    /// in the expansion verifies the assumption.
    pub(crate) assumed_unmodified: Vec<Var>,
    /// The types and sites of values whose items the body dereferences. A const check in the expansion verifies that the
    /// items are references, and not values of a type with `Deref`.
    pub(crate) dereferenced_items: Vec<(Ty, Site)>,
    /// The names of the type parameters in scope.
    pub(crate) type_parameters: Vec<String>,
    /// The names of the type parameters of the `impl` block around the function.
    pub(crate) block_parameters: Vec<String>,
    /// The source positions to report for inferred types.
    pub(crate) sites: Sites,
}

#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub(crate) name: String,
    /// The name of the kernel's index parameter.
    pub(crate) index: String,
    pub(crate) rank: usize,
    /// The extent of the tile, as the user wrote it.
    pub(crate) tile: Option<Vec<Source>>,
    pub(crate) captures: Vec<Capture>,
    /// The parameters that take ops.
    pub(crate) callables: Vec<Callable>,
    pub(crate) body: Body,
    pub(crate) site: Site,
}

#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    /// The view parameters, described like captures of a kernel.
    pub(crate) captures: Vec<Capture>,
    /// The closure parameters.
    pub(crate) callables: Vec<Callable>,
    /// Whether the first parameter is `&self`.
    pub(crate) by_ref_self: bool,
    pub(crate) result: Ty,
    pub(crate) body: Body,
    pub(crate) site: Site,
}

impl Function {
    /// The function as a kernel with one work-item.
    pub(crate) fn as_kernel(&self) -> Kernel {
        Kernel {
            name: self.name.clone(),
            index: String::new(),
            rank: 1,
            tile: None,
            captures: self.captures.clone(),
            callables: Vec::new(),
            body: self.body.clone(),
            site: self.site,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameter {
    Var(Var),
    /// The tile barrier.
    Barrier,
    /// A view, given by its index in [`Function::captures`].
    View(usize),
    /// A closure or function, given by its index in [`Function::callables`].
    Callable(usize),
}

/// A capture of a kernel, or a view parameter of a device function.
#[derive(Clone, Debug)]
pub(crate) struct Capture {
    pub(crate) ident: Ident,
    /// The captured place, such as `self.dt`, and its text, if it is not the variable `ident`.
    pub(crate) place: Option<(Source, String)>,
    pub(crate) role: Role,
    /// The type of the captured value, or of the view's elements.
    pub(crate) element: Ty,
    /// The view's rank, if the macro can determine it.
    pub(crate) rank: Option<usize>,
    /// Whether atomic operations access the view's elements.
    pub(crate) atomic: bool,
    /// Whether the parameter is declared as an `AtomicView`.
    pub(crate) declared_atomic: bool,
    /// In a closure kernel: the `&` of an atomic operation that modifies an element of this capture, as in
    /// `atomic_store(&z[i], 1)`. Such a capture must be an `AtomicView`, which rustc checks.
    pub(crate) shared: Option<Span>,
    /// The types that stand for this view in the argument types of a call: `ViewRef<T, N>` if the call passes
    /// it by `&`, and `ViewMut<T, N>` if by `&mut`. `None` if no signature declares the view's type.
    pub(crate) view_arg_types: Option<[Source; 2]>,
    /// In a closure kernel: the first `*` that dereferences the capture, if any.
    pub(crate) star: Option<Span>,
    /// Whether the kernel counts as writing this capture only because a statement calls a method on an
    /// element of it.
    pub(crate) written_by_methods_only: bool,
}

impl Capture {
    pub(crate) fn new(ident: Ident, role: Role, element: Ty, rank: Option<usize>) -> Self {
        let (atomic, only_atomic, by_methods) = (false, false, false);
        let (shared, known_as, star) = (None, None, None);
        Capture {
            ident,
            place: None,
            role,
            element,
            rank,
            atomic,
            declared_atomic: only_atomic,
            shared,
            view_arg_types: known_as,
            star,
            written_by_methods_only: by_methods,
        }
    }

    /// The captured variable or place, as the user wrote it.
    pub(crate) fn text(&self) -> String {
        self.place.as_ref().map_or_else(|| self.ident.to_string(), |(_, text)| text.clone())
    }
}

/// The role of a capture in the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A value, copied at the launch.
    Value,
    /// A view that the kernel only reads.
    Read,
    /// A view that the kernel writes.
    Write,
    /// A capture that the kernel only passes to device functions by `&`. Only rustc knows whether it is a
    /// value or a view.
    ValueOrView,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    /// `let`, with or without a value.
    Let { var: Var, value: Option<Expr> },
    /// `place = value` or `place op= value`.
    Assign { place: Expr, operator: Option<Binary>, value: Expr },
    /// `if`
    If { condition: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt> },
    /// `for` over a range.
    For { var: Var, range: Box<Range>, body: Vec<Stmt> },
    /// `while`. Each evaluation of the condition runs the statements in `before` first.
    While { before: Vec<Stmt>, condition: Expr, body: Vec<Stmt>, site: Site },
    /// `break`
    Break(Site),
    /// `continue`
    Continue(Site),
    /// `return`, with a value in device functions.
    Return { value: Option<Expr>, site: Site },
    /// A barrier.
    Barrier(Fence, Site),
    /// `assert!` and related macros: a panic if the condition is false, or always if there is none.
    Assert { condition: Option<Expr>, debug: bool, message: Box<Message>, site: Site },
    /// `amp::print!`: prints a line.
    Print { message: Box<Message>, site: Site },
    /// An expression whose value is dropped.
    Expr(Expr),
    /// A nested block.
    Block(Vec<Stmt>),
    /// The patterns of a `match`, and whether each has a guard. The CPU code repeats them, so that rustc
    /// checks that they are exhaustive. Without patterns, rustc infers that the items of an array have one type.
    CheckExhaustive { scrutinee: Expr, patterns: Vec<(Source, bool)> },
}

/// The message of an assertion, or a line that is printed.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// Whether the text is a format string. `values` contains its arguments, named ones last.
    pub(crate) formatted: bool,
    pub(crate) values: Vec<(Option<Ident>, Expr)>,
    /// Whether the assertion is the bounds test of a subview. Its panic is reported like an index out of
    /// range.
    pub(crate) of_subview: bool,
}

impl Message {
    fn values(&self) -> impl Iterator<Item = &Expr> {
        self.values.iter().map(|(_, value)| value)
    }
}

/// The memory that a barrier orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fence {
    /// Tile memory and views.
    All,
    /// Views.
    Global,
    /// Tile memory.
    TileStatic,
}

/// The range of a `for` loop.
#[derive(Clone, Debug)]
pub(crate) struct Range {
    pub(crate) start: Expr,
    pub(crate) end: Expr,
    pub(crate) inclusive: bool,
    pub(crate) reversed: bool,
    pub(crate) step: Option<Expr>,
    /// Whether the range is `step_by(..).rev()`. The first value of the loop is then the last value that
    /// `step_by` reaches, and not the end of the range.
    pub(crate) from_last_step: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ty: Ty,
    pub(crate) site: Site,
}

/// The spelling of a conversion to a scalar in the source.
#[derive(Clone, Debug)]
pub(crate) enum Conversion {
    /// `a as T`
    As,
    /// A function: `T::from(a)`.
    Path(Source),
    /// A method: `a.to_f32()`.
    Method(Ident),
}

/// The kind of an expression.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// The placeholder after a reported error.
    ErrorPlaceholder,
    /// A literal without its suffix, possibly negative.
    Literal(String),
    /// `true` or `false`
    Bool(bool),
    /// A variable.
    Local(Var),
    /// The captured value with this index among the captures.
    Value(usize),
    /// One of the work-item's indices, such as `t.local`.
    Item(ItemIndex),
    /// The variable in tile memory with this index.
    Tile(usize),
    /// A constant, given by its path or expression.
    Const(Source),
    /// The length of a slice, or of an array whose type only rustc knows.
    Length(Box<Expr>),
    /// The items of a value whose type only rustc knows: those of an array, or the one of an `Option` or a `Result`. It occurs in
    /// `Length` and before a subscript.
    Items(Box<Expr>),
    /// Whether a method modifies its receiver, which is a copy of a view's element. If so, the copy must be
    /// stored back to the view. `called` tells whether this test comes after the call.
    ReceiverModified { copy: Box<Expr>, called: bool, callee: Callee, types: Vec<Ty>, result: Ty },
    /// `-a`, `!a`
    Unary(Unary, Box<Expr>),
    /// `a + b` and other binary operators.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a as T`, or a conversion with another spelling.
    Cast(Box<Expr>, Conversion),
    /// An element of a captured view.
    Element { capture: usize, index: Vec<Expr> },
    /// The subscripts of an element that are given as one value, an `Index` or a scalar. Only rustc knows
    /// their number.
    Components(Box<Expr>),
    /// An element of an array, or a component of an index.
    Subscript(Box<Expr>, Box<Expr>),
    /// Some consecutive items of an array, a slice or a view: the place, the first position and the length.
    /// Occurs only as the place of a `Reference`.
    Slice { root: Box<Expr>, start: Box<Expr>, len: Box<Expr> },
    /// A field of a struct by name, or of a tuple by index.
    Field(Box<Expr>, Source),
    /// A call of a device function.
    Call { callee: Callee, written: Call, arguments: Vec<Expr> },
    /// A struct literal, with the base expression for its other fields.
    Record { path: Source, fields: Vec<(Source, Expr)>, rest: Option<Box<Expr>> },
    /// A value of an enum's variant or of a tuple struct, such as `Some(x)` or `Shape::Circle { radius: r }`.
    Variant { path: Path, fields: Vec<(Source, Expr)> },
    /// The test whether a value is of the enum variant with this path.
    IsVariant(Box<Expr>, Path),
    /// A field of the enum variant with this path. The result is zero if the first operand is of another
    /// variant.
    Payload(Box<Expr>, Path, Source),
    /// The first value of `sum()` or `product()`: the zero or one of a type that only rustc knows.
    Neutral { of_product: bool },
    /// The float with the bits of an integer.
    FromBits(Box<Expr>),
    /// A range converted from the standard library's type to amp's own, or back: see [`RangeForm::of_std`].
    ConvertRange(Box<Expr>),
    /// A value without references, as an argument of a call. CPU code passes the value with references to it, as the shape
    /// describes: `Option<&T>` for an `Option<T>`.
    Referenced(Box<Expr>, Shape),
    /// The bits of a 32-bit scalar, reinterpreted as another 32-bit scalar type.
    Bits(Box<Expr>),
    /// The test whether a view argument is contiguous in memory.
    IsContiguous(Box<Expr>),
    /// A call of a built-in method. If `open` is true, the receiver may have a user type with a method of the
    /// same name; rustc then selects the method.
    Method { method: &'static Method, ident: Ident, arguments: Vec<Expr>, open: bool },
    /// `[a, b, c]`
    Array(Vec<Expr>),
    /// `[a; N]`
    Repeat(Box<Expr>, Len),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `&place` or `&mut place`, as an argument of a call.
    Reference { mutable: bool, place: Box<Expr> },
    /// An `Option` whose value contains references: the condition that it is `Some`, and the value, which is
    /// a reference or a tuple with references. If `error` is present, a `Result` instead of an `Option`. Such
    /// an expression exists only while the body is lowered.
    Optional { some: Box<Expr>, item: Box<Expr>, error: Option<Box<Expr>> },
    /// A view as an argument of a call: a capture, or the subview that the steps in `part` make of the
    /// capture.
    ViewArg { capture: usize, mutable: bool, part: Vec<SubviewStep> },
    /// A closure, as an argument of a call.
    Closure(Box<Closure>),
    /// A device function by its name, as an argument of a call.
    Function { path: Source, by_ref: Passing },
    /// A callable parameter of this function or kernel that is passed on as an argument of a call. `position`
    /// is its index in the parameter list of this device function, or among the ops of this kernel.
    ForwardedCallable { position: usize, ident: Ident, by_ref: Passing, is_fn_mut: bool },
    /// A call of a callable parameter of this function or kernel, such as `f(x)`.
    CallParameter { position: usize, ident: Ident, arguments: Vec<Expr> },
    /// An atomic operation on an element of a view or on a scalar in tile memory.
    Atomic { operation: Atomic, place: Box<Expr>, operands: Vec<Expr> },
    /// The test whether a value equals a constant, for a pattern that is the path of the constant.
    EqualsConst(Box<Expr>, Box<Expr>),
    /// The tile barrier, as an argument of a call.
    Barrier,
    /// `uniform(x)`: the value of `x` in the first work-item of the tile.
    Uniform(Box<Expr>),
    /// `Index::new([a, b])`
    MakeIndex(Vec<Expr>),
    /// The extent of the captured view with this index.
    ExtentOf(usize),
}

/// The form of a call's result. A function may return references or ranges of the standard library, which variables of
/// kernels do not hold. The function's version for devices returns an `Option<T>` for an `Option<&T>`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ResultForm {
    /// As the function returns it.
    Written,
    /// As the function's version for devices returns it. CPU code converts the result, if its type requires that.
    Converted,
    /// The same. The use of the result shows that it is an `Option` or a `Result` with a reference.
    OfReference,
}

/// The spelling of a call in the source.
#[derive(Clone, Debug)]
pub(crate) enum Call {
    /// `path(a, b)`, `<T as Trait>::path(a, b)`
    Path(Path),
    /// `a.name(b)`
    Method(MethodName),
    /// `a.name(b)`, whose result CPU code converts. If the method may modify its receiver, the first argument of the call
    /// is a reference to it.
    Copied(MethodName, ResultForm),
    /// `place.name(b)`, where the method may modify the place. The first argument of the call is then a
    /// reference to the place.
    Place(MethodName),
}

/// The name of a called method, with the generic arguments of the call.
#[derive(Clone, Debug)]
pub(crate) struct MethodName {
    pub(crate) ident: Ident,
    /// `::<3>`
    pub(crate) turbofish: Option<Source>,
}

impl From<Ident> for MethodName {
    fn from(ident: Ident) -> Self {
        MethodName { ident, turbofish: None }
    }
}

/// The indices of a work-item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ItemIndex {
    /// The index in the domain.
    Global,
    /// The index in the tile.
    Local,
    /// The index of the tile.
    Tile,
    /// The index in the domain of the tile's first work-item.
    TileOrigin,
    /// The index in the domain of the row's first work-item. Users cannot write it; rewrites for the CPU back
    /// end create it.
    Row,
    /// The index in the domain of a work-item whose row is joined with others: each component may differ from
    /// lane to lane. Users cannot write it; `Facts::with_joined_rows` creates it.
    Joined,
}

impl ItemIndex {
    /// The name of the `TiledIndex` field that contains this index. `Row` and `Joined` have no field. They
    /// are indices in the domain, so the name is that of `Global`.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            ItemIndex::Global | ItemIndex::Row | ItemIndex::Joined => "global",
            ItemIndex::Local => "local",
            ItemIndex::Tile => "tile",
            ItemIndex::TileOrigin => "tile_origin",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Neg,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// The step of `sum`: `+` for built-in types, and a function of the user's `impl Sum` for other types.
    SumStep,
    /// The step of `product`.
    ProductStep,
}
