//! A generator of random kernels. They are well typed and have one defined result. Integers do not overflow,
//! subscripts are in bounds, and no work-item accesses another one's elements. Floats are small integers, so that
//! no accelerator rounds differently.

mod adaptors;
mod array_loops;
mod bytes;
mod call;
mod chain_steps;
mod choice;
mod collective;
mod constant;
mod destructure;
mod function;
mod generic;
mod inferred;
mod int64;
mod iterators;
mod kept;
mod kernel;
mod labelled;
mod literal;
mod loops;
mod optional;
mod pattern;
mod place;
mod ranges;
mod refutable;
mod results;
mod scalar;
mod slices;
mod sources;
mod statement;
mod tiles;
mod ty;
mod user_types;
mod value;

use crate::random::Random;
pub(crate) use kernel::{CAPTURES, GENERIC, program};
pub(crate) use ty::Ty;

/// The launch of a program.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    /// The rank of the domain.
    pub rank: usize,
    /// The tile as text, and how the domain is cut into tiles.
    pub tile: Option<(&'static str, &'static str)>,
    /// Whether the kernel is a closure.
    pub closure: bool,
    /// The closure that the launch passes to the kernel.
    pub op: Option<&'static str>,
    /// The bounds and the argument of the kernel's type parameter `S`.
    pub generic: Option<(String, String)>,
}

/// A variable in scope, or an element of a view that belongs to the work-item.
#[derive(Clone)]
struct Variable {
    /// The expression that names it.
    name: String,
    ty: Ty,
    mutable: bool,
    /// The name of the whole variable, which is borrowed if this place is borrowed. For the place `x.a[1]` it is
    /// `x`.
    root: String,
    /// Whether it is mutably borrowed, so that the program cannot use it.
    hidden: bool,
}

/// The kind of a parameter.
#[derive(Clone, Debug, PartialEq)]
enum Mode {
    /// `T`
    Value,
    /// A value that determines a type parameter.
    Typed,
    /// A value that determines a type parameter, and is so small that sums do not overflow.
    Small,
    /// `&T`
    Shared,
    /// `&mut T`
    Changed,
    /// `&[T]`
    Slice,
    /// `&mut [T]`
    ChangedSlice,
    /// `&ArrayView<T>`
    View,
    /// `&mut ArrayViewMut<T, N>`, and the index of the work-item.
    Written,
    /// `impl Fn(T) -> T`
    Closure,
}

/// How a device function is called.
#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// `f(a, b)`
    Path,
    /// `a.f(b)`
    Method,
    /// An operator. `Function::name` is a template with `$` for each operand, such as `($ + $)`.
    Operator,
    /// A compound assignment, which has no result. `Function::name` is a template, such as `$ += $`.
    Assignment,
}

/// A device function.
#[derive(Clone)]
struct Function {
    name: String,
    parameters: Vec<(Ty, Mode)>,
    result: Ty,
    form: Form,
    /// Whether the result determines the type parameters.
    inferable: bool,
}

impl Function {
    fn new(name: &str, parameters: Vec<(Ty, Mode)>, result: Ty, form: Form) -> Self {
        Function { name: name.to_owned(), parameters, result, form, inferable: false }
    }

    /// Whether a call changes an argument.
    fn changes(&self) -> bool {
        self.parameters
            .iter()
            .any(|(_, mode)| matches!(mode, Mode::Changed | Mode::Written | Mode::ChangedSlice))
    }
}

/// A target of jumps: a loop or a labelled block.
#[derive(Clone)]
struct JumpTarget {
    label: Option<String>,
    /// The type of the value of a `break`.
    value: Option<Ty>,
    block: bool,
}

/// The scope at the current point of the program.
struct Scope {
    random: Random,
    variables: Vec<Variable>,
    /// The number of constants, which are the first variables.
    constants: usize,
    /// Type aliases and associated types.
    aliases: Vec<(String, Ty)>,
    /// The traits with associated types.
    traits: Vec<constant::DataTrait>,
    /// Whether the program declares the struct `Own`. `own_names` are the names that its next methods can have.
    own: bool,
    own_names: Vec<&'static str>,
    /// The variants of the program's enum `Choice`. Empty if it has none.
    variants: Vec<choice::Variant>,
    /// The struct `Kept` without a layout, if the program has one.
    kept: Option<Ty>,
    /// Whether the program declares the struct `Both`.
    both: bool,
    /// Whether the program declares the struct `Line`.
    line: bool,
    /// The trait of the kernel's type parameter `S`.
    parameter: Option<constant::DataTrait>,
    functions: Vec<Function>,
    /// The readable views, by name.
    views: Vec<(String, Ty)>,
    /// The closures with one parameter.
    closures: Vec<(String, Ty)>,
    /// The enclosing loops and labelled blocks, innermost last.
    loops: Vec<JumpTarget>,
    /// The type of a `return` in a function. None in a kernel.
    result: Option<Ty>,
    /// Whether views are in scope.
    kernel: bool,
    /// Whether the current expression is an operand of an atomic operation on the view of counters, which borrows
    /// that view.
    counting: bool,
    /// Whether a work-item may return.
    may_return: bool,
    /// The rank of the domain.
    rank: usize,
    /// Whether the kernel is a closure. A closure kernel captures a view by its name, so it has no variables with
    /// references to views.
    closure: bool,
    /// Whether the launch passes a closure to the kernel.
    has_op: bool,
    /// Whether the program has barriers.
    tiled: bool,
    /// Whether 64-bit types are used.
    wide: bool,
    /// The remaining size of the program.
    fuel: usize,
    names: usize,
}

impl Scope {
    fn new(seed: u64) -> Self {
        Scope {
            random: Random::new(seed),
            variables: Vec::new(),
            constants: 0,
            aliases: Vec::new(),
            traits: Vec::new(),
            own: false,
            own_names: user_types::NAMES.to_vec(),
            variants: Vec::new(),
            kept: None,
            both: false,
            line: false,
            parameter: None,
            functions: Vec::new(),
            views: Vec::new(),
            closures: Vec::new(),
            loops: Vec::new(),
            result: None,
            kernel: false,
            counting: false,
            may_return: false,
            rank: 1,
            closure: false,
            has_op: false,
            tiled: false,
            wide: false,
            fuel: 0,
            names: 0,
        }
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Consumes fuel. Returns whether there was any.
    fn burn(&mut self) -> bool {
        let left = self.fuel > 0;
        self.fuel = self.fuel.saturating_sub(1);
        left
    }

    /// A variable of a type; a mutable one if `mutable`.
    fn variable(&mut self, ty: &Ty, mutable: bool) -> Option<String> {
        let found: Vec<_> = self
            .visible()
            .filter(|v| v.ty == *ty && (v.mutable || !mutable))
            .map(|v| v.name.clone())
            .collect();
        if found.is_empty() { None } else { Some(self.random.one(&found).clone()) }
    }

    /// The variables that can be named. A later declaration shadows an earlier one.
    fn visible(&self) -> impl Iterator<Item = &Variable> {
        self.variables
            .iter()
            .enumerate()
            .filter(|(n, v)| !v.hidden && self.variables[n + 1..].iter().all(|later| later.name != v.name))
            .map(|(_, v)| v)
    }

    /// Runs `run` in an inner scope.
    fn in_scope<R>(&mut self, run: impl FnOnce(&mut Scope) -> R) -> R {
        let (variables, closures, views) = (self.variables.len(), self.closures.len(), self.views.len());
        let result = run(self);
        self.variables.truncate(variables);
        self.closures.truncate(closures);
        self.views.truncate(views);
        result
    }

    /// Runs `run`. Its borrows end afterwards.
    fn with_borrows<R>(&mut self, run: impl FnOnce(&mut Scope) -> R) -> R {
        let flags: Vec<_> = self.variables.iter().map(|v| (v.mutable, v.hidden)).collect();
        let result = run(self);
        for (variable, (mutable, hidden)) in self.variables.iter_mut().zip(flags) {
            (variable.mutable, variable.hidden) = (mutable, hidden);
        }
        result
    }

    /// Borrows all variables with this root, mutably or not.
    fn borrow(&mut self, root: &str, mutable: bool) {
        for variable in self.variables.iter_mut().filter(|v| v.root == root) {
            variable.hidden |= mutable;
            variable.mutable = false;
        }
    }

    /// Runs `run` with all variables immutable, so that the generated code changes none of them.
    fn without_changes<R>(&mut self, run: impl FnOnce(&mut Scope) -> R) -> R {
        self.with_borrows(|scope| {
            scope.variables.iter_mut().for_each(|variable| variable.mutable = false);
            run(scope)
        })
    }

    fn declare(&mut self, name: &str, ty: Ty, mutable: bool) {
        self.declare_place(name, name, ty, mutable);
    }

    /// Declares a place such as `s[l]` or `(*v)`, which is named by an expression. A borrow of the place borrows
    /// `root`.
    fn declare_place(&mut self, name: &str, root: &str, ty: Ty, mutable: bool) {
        let (name, root) = (name.to_owned(), root.to_owned());
        self.variables.push(Variable { name, ty, mutable, root, hidden: false });
    }
}
