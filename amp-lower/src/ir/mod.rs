//! The kernel language on two pages: everything that a kernel can be, once its names are resolved and its types known.

pub(crate) mod asked;
mod closure;
mod item;
pub(crate) mod naming;
mod part;
mod questions;
pub(crate) mod ty;
pub(crate) mod variable;
mod visit;

use crate::site::Site;
use amp_shader::Atomic;
use amp_shader::methods::Method;
pub(crate) use closure::{Callable, Closure, of_closure};
pub(crate) use part::PartStep;
use proc_macro2::{Ident, Span};
pub(crate) use ty::{Callee, Hole, Len, Ty, Written};
pub(crate) use variable::{TileStatic, Variable};

/// A local variable, by its place in [`Body::variables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Var(pub(crate) usize);

/// What a function or a kernel does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    /// All local variables, shadowed ones and temporaries included.
    pub(crate) variables: Vec<Variable>,
    /// Variables in tile memory.
    pub(crate) tile_static: Vec<TileStatic>,
    /// Constants declared in it.
    pub(crate) constants: Vec<syn::ItemConst>,
    /// What it imports.
    pub(crate) imports: Vec<syn::ItemUse>,
    /// Functions declared in it: device functions that nobody else sees.
    pub(crate) functions: Vec<syn::ItemFn>,
    /// The statements.
    pub(crate) block: Vec<Stmt>,
    /// Variables that nothing names again: rustc tells the user, as it would elsewhere.
    pub(crate) unused: Vec<Ident>,
    /// Names that are held for two variables each, one of a macro's and one of its caller's.
    pub(crate) alike: Vec<(Ident, Ident)>,
    /// Functions that both outputs say in words of their own, as the user calls them: so that what was imported is used.
    pub(crate) replaced: Vec<(syn::Path, usize)>,
    /// A `let` gives a place another name: rustc has to see whether the borrow is one.
    pub(crate) borrows: bool,
    /// The types contradict each other somewhere: rustc will say so, and the text means nothing.
    pub(crate) contradicts: bool,
    /// So surely that one form of the body is enough for rustc to say so.
    pub(crate) mistaken: bool,
    /// No method that waits changes these, which it is called on: asserted of each where rustc knows it, because barriers depend on
    /// that.
    pub(crate) unchanged: Vec<Var>,
    /// The names of the type parameters.
    pub(crate) type_parameters: Vec<String>,
    /// Types that the text needs a name of, and that only rustc can name.
    pub(crate) named: Vec<Ty>,
}

impl Body {
    /// Whether a name may mean something else here than outside.
    pub(crate) fn has_own_names(&self) -> bool {
        !self.constants.is_empty() || !self.imports.is_empty()
    }
}

/// A kernel.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub(crate) name: String,
    /// The name of its index.
    pub(crate) index: String,
    pub(crate) rank: usize,
    /// The tile's extent, as written.
    pub(crate) tile: Option<Vec<syn::Expr>>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) body: Body,
    pub(crate) site: Site,
}

/// A device function.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    /// The views that it takes.
    pub(crate) slots: Vec<Slot>,
    /// The closures that it takes.
    pub(crate) callables: Vec<Callable>,
    /// The first parameter is `&self`.
    pub(crate) lent_self: bool,
    pub(crate) result: Ty,
    pub(crate) body: Body,
    pub(crate) site: Site,
}

/// A parameter of a device function.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameter {
    Var(Var),
    /// The barrier.
    Barrier,
    /// A view, by its place among the function's.
    View(usize),
    /// A closure or function, by its place among the function's.
    Callable(usize),
}

/// What a kernel captures.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) ident: Ident,
    pub(crate) role: Role,
    /// The type of the value, or of the view's elements.
    pub(crate) element: Ty,
    /// The view's rank, if it is written somewhere.
    pub(crate) rank: Option<usize>,
    /// Touched by atomic operations.
    pub(crate) atomic: bool,
    /// Declared as an `AtomicView`.
    pub(crate) only_atomic: bool,
    /// The `&` by which a closure gives an element of it to an atomic operation that changes the element: it has to be an `AtomicView`.
    pub(crate) shared: Option<Span>,
    /// The types by which device functions know it that it is lent to by `&` and by `&mut`, where its type is written.
    pub(crate) known_as: Option<[Written; 2]>,
    /// The `*` before its name, if a closure takes the value behind a reference.
    pub(crate) star: Option<Span>,
    /// Taken for written by a closure because of methods whose values are dropped, and of nothing else.
    pub(crate) by_methods: bool,
}

impl Slot {
    pub(crate) fn new(ident: Ident, role: Role, element: Ty, rank: Option<usize>) -> Self {
        let (atomic, only_atomic, by_methods) = (false, false, false);
        let (shared, known_as, star) = (None, None, None);
        Slot { ident, role, element, rank, atomic, only_atomic, shared, known_as, star, by_methods }
    }
}

/// How a kernel uses what it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Copied.
    Value,
    /// A view that is read.
    Read,
    /// A view that is written.
    Write,
    /// Lent whole to a device function, and nothing else: only rustc knows whether it is a value or a view.
    Either,
}

/// A statement.
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
    /// `while`; the statements before are what the condition needs to be computed.
    While { before: Vec<Stmt>, condition: Expr, body: Vec<Stmt>, site: Site },
    /// `break`
    Break(Site),
    /// `continue`
    Continue(Site),
    /// `return`, of a value in device functions.
    Return { value: Option<Expr>, site: Site },
    /// A barrier.
    Barrier(Fence, Site),
    /// `assert!` and its like: stops the kernel where the condition does not hold; without one, always.
    Assert { condition: Option<Expr>, debug: bool, message: Box<Message>, site: Site },
    /// An expression whose value is dropped.
    Expr(Expr),
    /// A block of its own.
    Block(Vec<Stmt>),
    /// The patterns of a `match`, and whether each has a guard: for rustc to see whether they cover every value.
    Covers { scrutinee: Expr, patterns: Vec<(syn::Pat, bool)> },
}

/// What an assertion says.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// Whether it is to be formatted; then the values follow, those with names last.
    pub(crate) formatted: bool,
    pub(crate) values: Vec<(Option<Ident>, Expr)>,
    /// It is about a part of a view: the kernel stops as it does where it leaves a view.
    pub(crate) of_part: bool,
}

impl Message {
    fn values(&self) -> impl Iterator<Item = &Expr> {
        self.values.iter().map(|(_, value)| value)
    }
}

/// What a barrier orders.
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
    /// Reversed after it was cut into steps: the last step comes first.
    pub(crate) from_last_step: bool,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ty: Ty,
    pub(crate) site: Site,
}

/// How a conversion to a scalar is written.
#[derive(Clone, Debug)]
pub(crate) enum Conversion {
    /// `a as T`
    As,
    /// By a function: `T::from(a)`.
    Path(syn::Path),
    /// By a method: `a.to_f32()`.
    Method(Ident),
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    /// Something was reported here.
    Poison,
    /// A number without its suffix, negative perhaps.
    Number(String),
    /// `true` or `false`
    Bool(bool),
    /// A variable.
    Local(Var),
    /// A captured value.
    Value(usize),
    /// One of the work-item's indices.
    Item(ItemIndex),
    /// A variable in tile memory.
    Tile(usize),
    /// A constant, by its path or expression.
    Const(Written),
    /// How many items an array has whose type only rustc can see.
    Length(Box<Expr>),
    /// Whether the method that was called, or will be, on a copy of an element changes it.
    Changed { copy: Box<Expr>, called: bool, callee: Callee, types: Vec<Ty> },
    /// `-a`, `!a`
    Unary(Unary, Box<Expr>),
    /// `a + b` and the like.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a as T`, or a conversion that is written otherwise.
    Cast(Box<Expr>, Conversion),
    /// An element of a captured view.
    Element { slot: usize, index: Vec<Expr> },
    /// All subscripts of a view's element at once: an index of which only rustc knows how many components it has.
    Components(Box<Expr>),
    /// An element of an array, or a component of an index.
    Subscript(Box<Expr>, Box<Expr>),
    /// A field; of a tuple, by number.
    Field(Box<Expr>, syn::Member),
    /// A call of a device function.
    Call { callee: Callee, written: Call, arguments: Vec<Expr> },
    /// A struct, by its fields, and the value that the others are taken from.
    Record { path: syn::Path, fields: Vec<(syn::Member, Expr)>, rest: Option<Box<Expr>> },
    /// The bits of an integer as a float.
    FromBits(Box<Expr>),
    /// The bits of a number of 32 of them, as another one.
    Bits(Box<Expr>),
    /// Whether what is lent of a view has no gaps between its rows.
    Gapless(Box<Expr>),
    /// A method of a number; an open one is perhaps that of a struct, which only rustc can see.
    Method { method: &'static Method, ident: Ident, arguments: Vec<Expr>, open: bool },
    /// `[a, b, c]`
    Array(Vec<Expr>),
    /// `[a; N]`
    Repeat(Box<Expr>, Len),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `&place` or `&mut place`, as an argument of a call.
    Reference { mutable: bool, place: Box<Expr> },
    /// What is captured in a slot, whole, as an argument of a call; or a part of the view, by the steps that lead to it.
    Lent { slot: usize, mutable: bool, part: Vec<PartStep> },
    /// A closure, as an argument of a call.
    Closure(Box<Closure>),
    /// A device function by its name, as an argument of a call.
    Function { path: syn::Path, lent: bool },
    /// A function's own parameter that is a closure, as an argument of a call: its position.
    Passed { position: usize, ident: Ident, lent: bool },
    /// A call of such a parameter.
    Invoke { position: usize, ident: Ident, arguments: Vec<Expr> },
    /// An atomic operation on a place.
    Atomic { operation: Atomic, place: Box<Expr>, operands: Vec<Expr> },
    /// Whether a value is a constant: a pattern that is a path, and its value.
    Is(Box<Expr>, Box<Expr>),
    /// The barrier, as an argument.
    Barrier,
    /// `uniform(x)`: the value at the first work-item of the tile.
    Uniform(Box<Expr>),
    /// `Index::new([a, b])`
    MakeIndex(Vec<Expr>),
    /// The extent of a captured view.
    ExtentOf(usize),
}

/// How a call is written.
#[derive(Clone, Debug)]
pub(crate) enum Call {
    /// `path(a, b)`, `<T as Trait>::path(a, b)`
    Path(Box<syn::ExprPath>),
    /// `a.name(b)`
    Method(Ident),
    /// `place.name(b)`, where the function may change the place: the first argument is a reference to it.
    Place(Ident),
}

/// The indices of a work-item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemIndex {
    /// In the domain.
    Global,
    /// In the tile.
    Local,
    /// Of the tile.
    Tile,
    /// Of the tile's first work-item.
    TileOrigin,
    /// In the domain, of the row's first work-item: not of the language, but the twin's own. On a device each work-item is a row.
    Row,
}

impl ItemIndex {
    /// The field of `TiledIndex`.
    pub(crate) const fn field(self) -> &'static str {
        match self {
            ItemIndex::Global | ItemIndex::Row => "global",
            ItemIndex::Local => "local",
            ItemIndex::Tile => "tile",
            ItemIndex::TileOrigin => "tile_origin",
        }
    }
}

/// A unary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Neg,
    Not,
}

/// A binary operator.
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
}
