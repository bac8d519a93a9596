//! Tiled kernels: phases with barriers between them, in uniform loops and branches, and in collective functions.

use super::collective::Collective;
use super::kernel::{CAPTURES, GENERIC};
use super::statement::step;
use super::{Scope, Ty};
use crate::tree::{Kind, Node};

/// A barrier. In this line of the generated program, the comment `// shares` lists the tile memory that the
/// work-items wrote before.
const WAIT: &str = "t.barrier.wait(); // shares s r o bins\n";

/// Uniform conditions.
const CONDITIONS: [&str; 8] = [
    "uniform(u) > 2",
    "uniform(au[(t.tile[0] * 7 + 3) % 64] + n) % 2 == 0",
    "n % 3 != 1",
    "u % 2 == 0",
    "t.tile[0] % 2 == 0",
    "ai[t.tile[0]] > 0 || u > 3",
    "u > 2 && au[u as usize % 64] % 2 == 1",
    "matches!(u, 1 | 3..=6)",
];

impl Scope {
    /// The number of work-items of a tile.
    fn tile_size(&self) -> usize {
        if self.rank == 1 { 16 } else { 32 }
    }

    /// The collective functions of a program.
    pub(super) fn collective_functions(&mut self) -> (Vec<Collective>, Node) {
        let (mut collective, mut functions) = (Vec::new(), Vec::new());
        if self.random.percent(50) {
            for _ in 0..1 + self.random.below(2) {
                let (one, function) = self.collective(self.tile_size(), &collective);
                collective.push(one);
                functions.push(function);
            }
        }
        (collective, Node::row(Kind::Fixed, functions))
    }

    pub(super) fn tiled_kernel(&mut self, tile: &str, cut: &str, collective: &[Collective]) -> Node {
        let (items, local) =
            (self.tile_size(), if self.rank == 1 { "t.local[0]" } else { "t.local[0] * 8 + t.local[1]" });
        let own = cut != "Padded";
        self.fuel = 25 + self.random.below(60);
        self.captures(own);
        self.declare("l", Ty::Usize, false);
        let count = self.random.below(4).max(collective.len());
        let phases = self.phases(count, items, collective, 2);
        self.may_return = true;
        let results = match own {
            true => self.results(),
            false => {
                let in_scope = "if !xi.extent().contains(i) { return; }\n";
                self.kernel = true;
                for (view, ty) in super::kernel::RESULTS {
                    self.declare_place(&format!("{view}[i]"), view, ty, true);
                }
                Node::new(Kind::Fixed, &format!("{in_scope}$"), [self.results()])
            }
        };
        let (rank, op) = (self.rank, self.op_parameter());
        let head = format!(
            "#[kernel(tile = {tile})]\npub fn kernel{GENERIC}(t: TiledIndex<{rank}>, n: u32, {op}{CAPTURES}) {{\nlet i = t.global;\n\
             let l = {local};\n#[tile_static] let mut s: [i32; {items}];\n#[tile_static] let mut r: [Point; {items}];\n\
             #[tile_static] let mut o: [Vector; {items}];\n\
             #[tile_static] let mut bins: [u32; {items}];\nlet mut u = n % 7;\n"
        );
        Node::new(Kind::Fixed, &format!("{head}$$}}\n"), [phases, results])
    }

    fn phases(&mut self, count: usize, items: usize, collective: &[Collective], depth: usize) -> Node {
        let mut phases = Vec::new();
        for _ in 0..count {
            let steps = self.random.below(3);
            phases.push(self.steps(steps, 2));
            let inner = |scope: &mut Scope, name: &str| {
                scope.in_scope(|scope| {
                    if !name.is_empty() {
                        scope.declare(name, Ty::U32, false);
                    }
                    let count = 1 + scope.random.below(2);
                    scope.phases(count, items, collective, depth - 1)
                })
            };
            let condition = *self.random.one(&CONDITIONS);
            let name = self.fresh("v");
            let kind = if depth == 0 { 9 } else { self.random.below(12) };
            let phase = match kind {
                0 => step(format!("if {condition} {{\n$}}\n"), [inner(self, "")]),
                1 => {
                    let (then, otherwise) = (inner(self, ""), inner(self, ""));
                    step(format!("if {condition} {{\n$}} else {{\n$}}\n"), [then, otherwise])
                }
                2 => {
                    let range = *self.random.one(&[
                        "0..n % 4",
                        "(0..3u32).rev()",
                        "(1..=u).step_by(2)",
                        "[2u32, 5]",
                        "0..t.tile[0] as u32 % 3",
                    ]);
                    let jump = match self.random.below(4) {
                        0 => format!("if {condition} {{ u += 1; continue; }}\n"),
                        1 => format!("if {condition} {{ break; }}\n"),
                        _ => String::new(),
                    };
                    step(format!("for {name} in {range} {{\n{jump}$}}\n"), [inner(self, &name)])
                }
                3 => {
                    let body = inner(self, "");
                    let again =
                        format!("while {name} < 3 && ({condition} || {name} == 0) {{\n{name} += 1;\n$}}\n");
                    step(format!("let mut {name} = 0u32;\n{again}"), [body])
                }
                4 => {
                    let (one, two) = (inner(self, ""), inner(self, ""));
                    let head = format!(
                        "match u % 4 {{\n0 if {condition} => {{\n$}}\n1 | 2 => {{\n$}}\n_ => {{}}\n}}\n"
                    );
                    step(head, [one, two])
                }
                5 => step("u = (u * 5 + 1) % 13;\n", []),
                // A branch without a barrier.
                6 => {
                    let (then, otherwise) =
                        (self.in_scope(|it| it.steps(2, 2)), self.in_scope(|it| it.steps(1, 2)));
                    step(format!("if {condition} {{\n$}} else {{\nu += 1;\n$}}\n"), [then, otherwise])
                }
                _ => self.phase(items, collective),
            };
            phases.push(phase);
        }
        Node::row(Kind::Fixed, phases)
    }

    /// A phase: each work-item writes its own element, waits, reads another one, and waits.
    fn phase(&mut self, items: usize, collective: &[Collective]) -> Node {
        let name = self.fresh("v");
        self.fuel += 6;
        let kind = if !collective.is_empty() && self.random.percent(50) { 3 } else { self.random.below(7) };
        match kind {
            0 => {
                let (shared, ty) = self.random.one(&[("r", Ty::Point), ("o", Ty::Vector)]).clone();
                let (value, at) = (self.expected(&ty, 2), self.value(&Ty::Usize, 2));
                self.declare(&name, ty, true);
                let pattern =
                    format!("{shared}[l] = $;\n{WAIT}let mut {name} = {shared}[$ % {items}];\n{WAIT}");
                Node::new(Kind::Fixed, &pattern, [value, at])
            }
            1 => {
                let (at, by, from) =
                    (self.value(&Ty::Usize, 2), self.value(&Ty::U32, 2), self.value(&Ty::Usize, 1));
                let pattern = format!(
                    "bins[l] = l as u32;\n{WAIT}atomic_fetch_add(&mut bins[$ % {items}], $ & 15);\n{WAIT}\
                     let mut {name} = bins[$ % {items}];\n{WAIT}"
                );
                self.declare(&name, Ty::U32, true);
                Node::new(Kind::Fixed, &pattern, [at, by, from])
            }
            2 => {
                let value = self.value(&Ty::I32, 2);
                let half = self.fresh("v");
                let pattern = format!(
                    "s[l] = $;\n{WAIT}let mut {half} = {}usize;\nwhile {half} > 0 {{\nif l < {half} {{ s[l] = s[l].wrapping_mul(5) ^ s[l + {half}]; }}\n\
                     {WAIT}{half} /= 2;\n}}\nlet mut {name} = s[0];\n{WAIT}",
                    items / 2
                );
                self.declare(&name, Ty::I32, true);
                Node::new(Kind::Fixed, &pattern, [value])
            }
            3 if !collective.is_empty() => {
                let one = self.random.one(collective).clone();
                let rounds = *self.random.one(&["n % 3", "u % 3", "2"]);
                let call = self.collective_call(&one, ["&t.barrier", "&mut s"], rounds, items);
                self.declare(&name, Ty::I32, true);
                Node::new(Kind::Fixed, &format!("let mut {name} = $;\n"), [call])
            }
            _ => {
                let (value, at) = (self.value(&Ty::I32, 3), self.value(&Ty::Usize, 2));
                self.declare(&name, Ty::I32, true);
                let between = self.random.below(2);
                let between = self.in_scope(|scope| scope.steps(between, 2));
                // After the second barrier, no other work-item reads `s[l]`, so this work-item may write it again.
                let after = match self.random.percent(40) {
                    true => self.in_scope(|scope| {
                        scope.declare_place("s[l]", "s", Ty::I32, true);
                        scope.steps(2, 2)
                    }),
                    false => step("", []),
                };
                let pattern = format!("s[l] = $;\n{WAIT}let mut {name} = s[$ % {items}];\n{{\n$}}\n$");
                let after = Node::new(Kind::Fixed, &format!("{WAIT}{{\n$}}\n"), [after]);
                Node::new(Kind::Fixed, &pattern, [value, at, between, after])
            }
        }
    }
}
