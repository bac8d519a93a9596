//! Random kernels, well typed and with one meaning: nothing overflows, nothing leaves an array, floats are small integers, so that
//! no accelerator may round another way, and no work-item meets another.

mod asked;
mod call;
mod function;
mod generic;
mod kernel;
mod labelled;
mod lent;
mod loops;
mod number;
mod pattern;
mod place;
mod stmt;
mod tiles;
mod ty;
mod value;
mod waiting;
mod wide;

use crate::random::Random;
pub(crate) use kernel::{CAPTURES, program};
pub(crate) use ty::Ty;

/// How a program is launched.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shape {
    /// The dimensions of its domain.
    pub rank: usize,
    /// Its tile, as text, and how the domain is cut.
    pub tile: Option<(&'static str, &'static str)>,
    /// It is a closure.
    pub closure: bool,
}

/// A variable in scope, or a place that is one for the work-item.
#[derive(Clone)]
struct Variable {
    /// How it is written.
    name: String,
    ty: Ty,
    mutable: bool,
    /// What is borrowed if it is.
    root: String,
    /// It is borrowed.
    hidden: bool,
}

/// How a parameter is passed.
#[derive(Clone, Debug, PartialEq)]
enum Mode {
    Value,
    /// `&T`
    Shared,
    /// `&mut T`
    Changed,
    /// `&ArrayView<T>`
    View,
    /// `&mut ArrayViewMut<T, N>`, and the index of the work-item.
    Written,
    /// `impl Fn(T) -> T`
    Closure,
}

/// A device function that may be called.
#[derive(Clone)]
struct Function {
    name: String,
    parameters: Vec<(Ty, Mode)>,
    result: Ty,
    /// It is called as a method of its first parameter.
    method: bool,
}

impl Function {
    /// It changes what it is lent.
    fn changes(&self) -> bool {
        self.parameters.iter().any(|(_, mode)| matches!(mode, Mode::Changed | Mode::Written))
    }
}

/// What can be left: a loop, or a block with a label.
#[derive(Clone)]
struct Left {
    label: Option<String>,
    /// The type of its value.
    value: Option<Ty>,
    block: bool,
}

/// What is in scope while a program grows.
struct Scope {
    random: Random,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    /// Views that can be read, by their names.
    views: Vec<(String, Ty)>,
    /// Closures of one number.
    closures: Vec<(String, Ty)>,
    /// The loops around, and the blocks with labels, innermost last.
    loops: Vec<Left>,
    /// What a `return` gives, in a function; a kernel gives nothing.
    result: Option<Ty>,
    /// Views are in scope.
    kernel: bool,
    /// The view of counters is borrowed, for what is counted now.
    counting: bool,
    /// A work-item may leave.
    leaves: bool,
    /// The dimensions of the domain.
    rank: usize,
    /// The kernel is a closure, which has to use a view by its own name.
    closure: bool,
    /// Numbers of 64 bits are among the types.
    wide: bool,
    /// How much may still grow.
    fuel: usize,
    names: usize,
}

impl Scope {
    fn new(seed: u64) -> Self {
        Scope {
            random: Random::new(seed),
            variables: Vec::new(),
            functions: Vec::new(),
            views: Vec::new(),
            closures: Vec::new(),
            loops: Vec::new(),
            result: None,
            kernel: false,
            counting: false,
            leaves: false,
            rank: 1,
            closure: false,
            wide: false,
            fuel: 0,
            names: 0,
        }
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// Uses up some fuel; whether there was any.
    fn burn(&mut self) -> bool {
        let left = self.fuel > 0;
        self.fuel = self.fuel.saturating_sub(1);
        left
    }

    /// A variable of a type; one that may be changed, if asked for.
    fn variable(&mut self, ty: &Ty, mutable: bool) -> Option<String> {
        let found: Vec<_> = self
            .visible()
            .filter(|v| v.ty == *ty && (v.mutable || !mutable))
            .map(|v| v.name.clone())
            .collect();
        if found.is_empty() { None } else { Some(self.random.one(&found).clone()) }
    }

    /// What can be named: a name that is declared again means the later.
    fn visible(&self) -> impl Iterator<Item = &Variable> {
        self.variables
            .iter()
            .enumerate()
            .filter(|(n, v)| !v.hidden && self.variables[n + 1..].iter().all(|later| later.name != v.name))
            .map(|(_, v)| v)
    }

    /// Runs something whose variables are gone afterwards.
    fn inside<R>(&mut self, run: impl FnOnce(&mut Scope) -> R) -> R {
        let (variables, closures, views) = (self.variables.len(), self.closures.len(), self.views.len());
        let result = run(self);
        self.variables.truncate(variables);
        self.closures.truncate(closures);
        self.views.truncate(views);
        result
    }

    /// Runs something in which some variables are borrowed, and free again afterwards.
    fn borrowing<R>(&mut self, run: impl FnOnce(&mut Scope) -> R) -> R {
        let flags: Vec<_> = self.variables.iter().map(|v| (v.mutable, v.hidden)).collect();
        let result = run(self);
        for (variable, (mutable, hidden)) in self.variables.iter_mut().zip(flags) {
            (variable.mutable, variable.hidden) = (mutable, hidden);
        }
        result
    }

    /// What has this root is borrowed: by `&mut`, or by `&`.
    fn lend(&mut self, root: &str, mutable: bool) {
        for variable in self.variables.iter_mut().filter(|v| v.root == root) {
            variable.hidden |= mutable;
            variable.mutable = false;
        }
    }

    /// Runs something that changes no variable.
    fn unchanging<R>(&mut self, run: impl FnOnce(&mut Scope) -> R) -> R {
        self.borrowing(|scope| {
            scope.variables.iter_mut().for_each(|variable| variable.mutable = false);
            run(scope)
        })
    }

    fn declare(&mut self, name: &str, ty: Ty, mutable: bool) {
        self.declare_place(name, name, ty, mutable);
    }

    /// A place with a name of more than one token.
    fn declare_place(&mut self, name: &str, root: &str, ty: Ty, mutable: bool) {
        let (name, root) = (name.to_owned(), root.to_owned());
        self.variables.push(Variable { name, ty, mutable, root, hidden: false });
    }
}
