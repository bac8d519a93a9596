//! Kernels, and the programs around them.

use super::{Scope, Ty};
use crate::tree::{Kind, Node};

/// What every program has.
const TYPES: &str = "\
#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
pub(crate) struct Point {
    pub x: i32,
    pub y: f32,
    pub z: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
pub(crate) enum Shade {
    Dark,
    Grey,
    Light,
}

";

const CAPTURES: &str = "n: u32, a: &ArrayView<i32>, b: &ArrayView<u32>, c: &ArrayView<f32>, p: &ArrayView<Point>, \
    x: &mut ArrayViewMut<i32>, y: &mut ArrayViewMut<u32>, z: &mut ArrayViewMut<f32>, q: &mut ArrayViewMut<Point>, \
    h: &mut ArrayViewMut<u32>";

/// The program of a seed, and whether its kernel is tiled.
pub(crate) fn program(seed: u64) -> (Node, bool) {
    let mut scope = Scope::new(seed);
    let scope = &mut scope;
    let mut functions = Vec::new();
    for _ in 0..scope.random.below(4) {
        scope.fuel = 20;
        functions.push(scope.function());
    }
    let tiled = scope.random.percent(25);
    scope.fuel = 30 + scope.random.below(90);
    scope.kernel = true;
    scope.declare("n", Ty::U32, false);
    let kernel = if tiled { tiled_kernel(scope) } else { plain_kernel(scope) };
    let functions = Node::row(Kind::Fixed, functions);
    (Node::new(Kind::Fixed, &format!("{TYPES}$$"), [functions, kernel]), tiled)
}

fn plain_kernel(scope: &mut Scope) -> Node {
    let count = 3 + scope.random.below(8);
    let steps = scope.steps(count, 4);
    let results = results(scope);
    let pattern = format!("#[kernel]\npub fn kernel(i: Index<1>, {CAPTURES}) {{\n$$}}\n");
    Node::new(Kind::Fixed, &pattern, [steps, results])
}

/// Writes to every view, so that what was computed is seen.
fn results(scope: &mut Scope) -> Node {
    let mut row = Vec::new();
    for (view, ty) in [("x", Ty::I32), ("y", Ty::U32), ("z", Ty::F32), ("q", Ty::Point)] {
        scope.fuel += 4;
        let value = scope.value(&ty, 3);
        row.push(Node::new(Kind::Optional, &format!("{view}[i] = $;\n"), [value]));
    }
    Node::row(Kind::Fixed, row)
}

/// Phases with barriers between, some in loops and branches that the whole tile takes.
fn tiled_kernel(scope: &mut Scope) -> Node {
    scope.tile = Some(16);
    scope.declare("l", Ty::Usize, false);
    let mut phases = Vec::new();
    for _ in 0..1 + scope.random.below(3) {
        let steps = scope.random.below(3);
        phases.push(scope.steps(steps, 2));
        phases.push(match scope.random.below(4) {
            0 => {
                let inner = scope.inside(phase);
                Node::new(Kind::Optional, "if n % 3 != 1 {\n$}\n", [inner])
            }
            1 => {
                let name = scope.fresh("v");
                let inner = scope.inside(|scope| {
                    scope.declare(&name, Ty::U32, false);
                    phase(scope)
                });
                Node::new(Kind::Optional, &format!("for {name} in 0..n % 4 {{\n$}}\n"), [inner])
            }
            _ => phase(scope),
        });
    }
    let results = results(scope);
    let head = format!(
        "#[kernel(tile = [16])]\npub fn kernel(t: TiledIndex<1>, {CAPTURES}) {{\nlet i = t.global;\nlet l = t.local[0];\n\
         #[tile_static]\nlet mut s: [i32; 16];\n#[tile_static]\nlet mut r: [Point; 16];\n"
    );
    Node::new(Kind::Fixed, &format!("{head}$$}}\n"), [Node::row(Kind::Fixed, phases), results])
}

/// Everybody writes its own, waits, reads another's, and waits.
fn phase(scope: &mut Scope) -> Node {
    let name = scope.fresh("v");
    scope.fuel += 6;
    if scope.random.percent(30) {
        let (value, at) = (scope.value(&Ty::Point, 2), scope.value(&Ty::Usize, 2));
        scope.declare(&name, Ty::Point, true);
        let pattern =
            format!("r[l] = $;\nt.barrier.wait();\nlet mut {name} = r[$ % 16];\nt.barrier.wait();\n");
        return Node::new(Kind::Fixed, &pattern, [value, at]);
    }
    let (value, at) = (scope.value(&Ty::I32, 3), scope.value(&Ty::Usize, 2));
    scope.declare(&name, Ty::I32, true);
    let pattern = format!(
        "s[l] = $;\nt.barrier.wait();\nlet mut {name} = s[$ % 16];\nt.barrier.wait();\nx[i] ^= {name};\n"
    );
    Node::new(Kind::Fixed, &pattern, [value, at])
}
