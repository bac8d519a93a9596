//! Random kernels, well typed and with one meaning: nothing overflows, nothing leaves an array, floats are small integers, so that
//! no accelerator may round another way, and no work-item meets another.

mod function;
mod kernel;
mod pattern;
mod stmt;
mod value;

use crate::random::Random;
pub(crate) use kernel::program;

/// The types of values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    /// `i32`
    I32,
    /// `u32`
    U32,
    /// `f32`
    F32,
    /// `bool`
    Bool,
    /// `usize`
    Usize,
    /// The struct of the program.
    Point,
    /// The enum of the program.
    Shade,
    /// A tuple.
    Tuple(Vec<Ty>),
    /// An array.
    Array(Box<Ty>, usize),
}

impl Ty {
    /// As Rust writes it.
    fn name(&self) -> String {
        match self {
            Ty::I32 => "i32".into(),
            Ty::U32 => "u32".into(),
            Ty::F32 => "f32".into(),
            Ty::Bool => "bool".into(),
            Ty::Usize => "usize".into(),
            Ty::Point => "Point".into(),
            Ty::Shade => "Shade".into(),
            Ty::Tuple(parts) => format!("({},)", parts.iter().map(Ty::name).collect::<Vec<_>>().join(", ")),
            Ty::Array(item, len) => format!("[{}; {len}]", item.name()),
        }
    }

    /// A plain value.
    pub(crate) fn plain(&self) -> String {
        match self {
            Ty::I32 => "1i32".into(),
            Ty::U32 => "1u32".into(),
            Ty::F32 => "1.0f32".into(),
            Ty::Bool => "true".into(),
            Ty::Usize => "1usize".into(),
            Ty::Point => "Point { x: 1, y: 2.0, z: [3, 4] }".into(),
            Ty::Shade => "Shade::Grey".into(),
            Ty::Tuple(parts) => format!("({},)", parts.iter().map(Ty::plain).collect::<Vec<_>>().join(", ")),
            Ty::Array(item, len) => format!("[{}; {len}]", item.plain()),
        }
    }
}

/// A variable in scope.
#[derive(Clone)]
struct Variable {
    name: String,
    ty: Ty,
    mutable: bool,
}

/// A device function that may be called.
#[derive(Clone)]
struct Function {
    name: String,
    /// The types of its parameters, and which of them it changes.
    parameters: Vec<(Ty, bool)>,
    result: Ty,
    /// It is called as a method of the struct.
    method: bool,
}

/// What is in scope while a program grows.
struct Scope {
    random: Random,
    variables: Vec<Variable>,
    functions: Vec<Function>,
    /// Closures of one number.
    closures: Vec<(String, Ty)>,
    /// The loops around, innermost last: their labels, and whether they have values.
    loops: Vec<(Option<String>, bool)>,
    /// What a `return` gives, in a function; a kernel gives nothing.
    result: Option<Ty>,
    /// Views are in scope.
    kernel: bool,
    /// The number of items of a tile, in a tiled kernel.
    tile: Option<usize>,
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
            closures: Vec::new(),
            loops: Vec::new(),
            result: None,
            kernel: false,
            tile: None,
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

    fn scalar(&mut self) -> Ty {
        self.random.one(&[Ty::I32, Ty::I32, Ty::U32, Ty::U32, Ty::F32, Ty::Bool, Ty::Usize]).clone()
    }

    fn ty(&mut self) -> Ty {
        match self.random.below(12) {
            0 => Ty::Point,
            1 => Ty::Shade,
            2 => {
                let count = 2 + self.random.below(2);
                Ty::Tuple((0..count).map(|_| self.scalar()).collect())
            }
            3 => {
                let item = self.scalar();
                Ty::Array(Box::new(item), 2 + self.random.below(3))
            }
            4 => Ty::Array(Box::new(Ty::Array(Box::new(Ty::I32), 2)), 3),
            _ => self.scalar(),
        }
    }

    /// A variable of a type; one that may be changed, if asked for.
    fn variable(&mut self, ty: &Ty, mutable: bool) -> Option<String> {
        let fits = |v: &&Variable| v.ty == *ty && (v.mutable || !mutable);
        let found: Vec<_> = self.variables.iter().filter(fits).map(|v| v.name.clone()).collect();
        // A name that is hidden means another.
        let visible =
            |name: &&String| self.variables.iter().rev().find(|v| v.name == **name).is_some_and(|v| fits(&v));
        let found: Vec<_> = found.iter().filter(visible).cloned().collect();
        if found.is_empty() { None } else { Some(self.random.one(&found).clone()) }
    }

    /// Runs something whose variables are gone afterwards.
    fn inside<R>(&mut self, run: impl FnOnce(&mut Scope) -> R) -> R {
        let (variables, closures) = (self.variables.len(), self.closures.len());
        let result = run(self);
        self.variables.truncate(variables);
        self.closures.truncate(closures);
        result
    }

    /// Runs something that changes no variable.
    fn unchanging<R>(&mut self, run: impl FnOnce(&mut Scope) -> R) -> R {
        let variables = self.variables.clone();
        self.variables.iter_mut().for_each(|variable| variable.mutable = false);
        let result = run(self);
        self.variables = variables;
        result
    }

    fn declare(&mut self, name: &str, ty: Ty, mutable: bool) {
        self.variables.push(Variable { name: name.to_owned(), ty, mutable });
    }
}
