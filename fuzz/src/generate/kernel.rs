//! Kernels, and the programs around them.

use super::statement::step;
use super::{Scope, Shape, Ty};
use crate::tree::{Kind, Node};

/// A placeholder for the list of captures, which is known only after the body.
pub(crate) const CAPTURES: &str = "%CAPTURES%";

/// A placeholder for the type parameter of the kernel.
pub(crate) const GENERIC: &str = "%GENERIC%";

/// The views that a work-item writes at its own index.
pub(super) const RESULTS: [(&str, Ty); 8] = [
    ("xi", Ty::I32),
    ("xu", Ty::U32),
    ("xf", Ty::F32),
    ("xp", Ty::Point),
    ("xo", Ty::Vector),
    ("xb", Ty::U8),
    ("xh", Ty::I16),
    ("xc", Ty::Bits),
];

/// The closures that launches pass to kernels. They capture `n` and `k`, a constant.
const OPS: [&str; 3] = [
    "|v: u32| v.wrapping_mul(k) ^ n",
    "|v: u32| if v % 2 == 0 { v >> 1 } else { v.rotate_left(k) | n }",
    "|v: u32| [v, n, k, 9][v as usize % 4]",
];

/// The views that a work-item reads at any index.
const INPUTS: [(&str, Ty); 9] = [
    ("ab", Ty::U8),
    ("ah", Ty::I16),
    ("ac", Ty::Bits),
    ("ai", Ty::I32),
    ("au", Ty::U32),
    ("af", Ty::F32),
    ("ap", Ty::Point),
    ("av", Ty::IVec),
    ("ao", Ty::Vector),
];

/// The program of a seed, and its launch.
pub(crate) fn program(seed: u64) -> (Node, Shape) {
    let mut scope = Scope::new(seed);
    let scope = &mut scope;
    let mut shape = scope.shape();
    (scope.rank, scope.closure, scope.tiled) = (shape.rank, shape.closure, shape.tile.is_some());
    scope.wide = shape.tile.is_none() && scope.random.percent(8);
    scope.vector_functions();
    let mut functions = vec![scope.items()];
    for _ in 0..scope.random.below(4) {
        scope.fuel = 12 + scope.random.below(40);
        functions.push(match scope.random.below(5) {
            0 | 1 => scope.generic(),
            _ => scope.function(),
        });
    }
    scope.fuel = 25 + scope.random.below(70);
    let mut collective = Vec::new();
    if shape.tile.is_some() {
        let (declared, node) = scope.collective_functions();
        collective = declared;
        functions.push(node);
    }
    scope.has_op = shape.op.is_some();
    let kernel = |scope: &mut Scope| match shape.tile {
        Some((tile, cut)) => scope.tiled_kernel(tile, cut, &collective),
        None => scope.plain_kernel(),
    };
    match scope.traits.first().cloned() {
        Some(data) if shape.op.is_none() && scope.random.percent(50) => {
            scope.parameter = Some(data.clone());
            let (bound, argument, kernel) = scope.with_parameter(&data, kernel);
            let argument = match argument {
                // In a closure kernel, amp lowers operators of a type parameter as built-in ones, so `Vector` is
                // no possible type argument.
                Ty::Vector if shape.closure => "f32".to_owned(),
                Ty::Vector => "crate::harness::Vector".to_owned(),
                scalar => scalar.name(),
            };
            let bounds = format!("{bound} + GpuType + Default + PartialEq + Add<Output = S>");
            shape.generic = Some((bounds, argument));
            functions.push(kernel);
        }
        _ => functions.push(kernel(scope)),
    }
    (Node::row(Kind::Fixed, functions), shape)
}

impl Scope {
    fn shape(&mut self) -> Shape {
        let rank = [1, 1, 1, 1, 1, 2, 2, 3, 1, 1, 1, 1, 2][self.random.below(13)];
        let tiled = self.random.percent(30) && rank < 3;
        let cut = *self.random.one(&["Fits", "Fits", "Fits", "Padded", "Truncated"]);
        let tile = tiled.then_some((if rank == 1 { "[16]" } else { "[4, 8]" }, cut));
        let closure = self.random.percent(40);
        let op = (!closure && self.random.percent(30)).then(|| *self.random.one(&OPS));
        Shape { rank, tile, closure, op, generic: None }
    }

    /// Declares the captures. With `own`, these include the elements `xi[i]`, `xu[i]` and so on, which only the
    /// work-item `i` reads and writes.
    pub(super) fn captures(&mut self, own: bool) {
        self.kernel = own;
        self.declare("n", Ty::U32, false);
        if self.has_op {
            self.closures.push(("g0".to_owned(), Ty::U32));
        }
        for (view, ty) in INPUTS {
            self.views.push((view.to_owned(), ty));
        }
        if own {
            for (view, ty) in RESULTS {
                self.declare_place(&format!("{view}[i]"), view, ty, true);
            }
        }
    }

    /// The parameter for the closure of the launch, if the kernel has one.
    pub(super) fn op_parameter(&self) -> &'static str {
        if self.has_op { "g0: impl Fn(u32) -> u32, " } else { "" }
    }

    fn plain_kernel(&mut self) -> Node {
        self.captures(true);
        self.may_return = true;
        let count = 3 + self.random.below(7);
        let steps = self.steps(count, 4);
        let results = self.results();
        let rank = self.rank;
        let pattern = format!(
            "#[kernel]\npub fn kernel{GENERIC}(i: Index<{rank}>, n: u32, {}{CAPTURES}) {{\n$$}}\n",
            self.op_parameter()
        );
        Node::new(Kind::Fixed, &pattern, [steps, results])
    }

    /// Statements at the end of a kernel that write computed values to most of the views, so that a wrong value
    /// shows in the outputs.
    pub(super) fn results(&mut self) -> Node {
        let mut row = Vec::new();
        for (view, ty) in RESULTS {
            // A closure kernel captures a view by `&mut` only if it writes it. This statement may be the only
            // write, so it is not left out.
            if !self.closure && self.random.percent(20) {
                continue;
            }
            self.fuel += 4;
            row.push(step(format!("{view}[i] = $;\n"), [self.expected(&ty, 3)]));
        }
        Node::row(Kind::Fixed, row)
    }
}
