//! Collective functions and methods: barriers in a loop whose trip count the caller passes.

use super::value::node;
use super::{Mode, Scope, Ty};
use crate::tree::{Kind, Node};

/// A collective function.
#[derive(Clone)]
pub(super) struct Collective {
    name: String,
    /// Whether it is a method of its first parameter.
    method: bool,
    parameters: Vec<(Ty, Mode)>,
}

impl Scope {
    /// A collective function, which may call earlier ones.
    pub(super) fn collective(&mut self, items: usize, before: &[Collective]) -> (Collective, Node) {
        self.fuel = 18;
        let method = self.random.percent(60);
        let owner = self.random.one(&[Ty::Point, Ty::Pair, Ty::Vector]).clone();
        let name = self.fresh(if method { "method" } else { "waits" });
        let mut parameters = Vec::new();
        if method {
            let mode = self.random.one(&[Mode::Value, Mode::Changed, Mode::Changed, Mode::Shared]).clone();
            parameters.push((owner.clone(), mode));
        }
        if self.random.percent(50) {
            let mode = self.random.one(&[Mode::Changed, Mode::Changed, Mode::Shared]).clone();
            parameters.push((self.ty(), mode));
        }
        let head = self.head(&name, &parameters, &Ty::I32, method);
        let (head, result) = head.rsplit_once(") -> ").unwrap_or((&head, "i32"));
        let comma = if parameters.is_empty() { "" } else { ", " };
        for (name, ty, mutable) in
            [("l", Ty::Usize, false), ("sum", Ty::I32, true), ("at", Ty::Usize, false), ("k", Ty::U32, false)]
        {
            self.declare(name, ty, mutable);
        }
        let first = self.value(&Ty::I32, 2);
        self.declare("got", Ty::I32, false);
        let nested = match before {
            [other, ..] if self.random.percent(60) => {
                let rounds = *self.random.one(&["rounds", "1", "k % 2"]);
                let call = self.collective_call(other, ["b", "s"], rounds, items);
                Node::new(Kind::Optional, "sum ^= $;\n", [call])
            }
            _ => Node::text(""),
        };
        let steps = self.steps(2, 2);
        let last = self.value(&Ty::I32, 2);
        self.end_function();
        let wait = "b.wait(); // shares *s\n";
        let function = Node::new(
            Kind::Fixed,
            &format!(
                "{head}{comma}b: &TileBarrier, l: usize, s: &mut [i32; {items}], v: i32, at: usize, rounds: u32) -> {result} {{\n\
                 let mut sum = v;\nif rounds == 0 {{ return sum ^ 9; }}\nfor k in 0..rounds {{\ns[l] = $;\n{wait}let got = s[at];\n{wait}$$\
                 sum = (sum ^ got).rotate_left(3);\nif k > 1 {{ break; }}\nsum = $;\n}}\n\
                 if l % 3 == 1 {{ return sum.wrapping_add(1); }}\nsum\n}}\n"
            ),
            [first, nested, steps, last],
        );
        let pattern = match method {
            true => format!("#[device]\nimpl {} {{\n$}}\n", owner.name()),
            false => "#[device]\n$".to_owned(),
        };
        let function = Node::new(Kind::Optional, &pattern, [function]);
        (Collective { name, method, parameters }, function)
    }

    /// A call of a collective function with this barrier and tile memory.
    pub(super) fn collective_call(
        &mut self,
        collective: &Collective,
        [barrier, shared]: [&str; 2],
        rounds: &str,
        items: usize,
    ) -> Node {
        let called = self.with_borrows(|scope| {
            let mut arguments = Vec::new();
            let mut by_path = false;
            for (n, (ty, mode)) in collective.parameters.iter().enumerate() {
                // Some methods are called by their path: `Point::f(&mut p, ..)`. A call `x[i].f(..)` whose
                // receiver is an element of a view, and which changes it, is not generated.
                let may = matches!(mode, Mode::Changed | Mode::Value);
                by_path |= n == 0 && collective.method && may && scope.random.percent(30);
                let receiver = collective.method && n == 0 && !by_path;
                let argument = scope.argument(ty, mode, receiver, 2)?;
                if receiver && *mode == Mode::Changed && argument.print().starts_with('x') {
                    return None;
                }
                arguments.push(argument);
            }
            arguments.extend([scope.value(&Ty::I32, 2), scope.value(&Ty::Usize, 2)]);
            let name = &collective.name;
            let (head, count) = match (&collective.parameters[..], collective.method && !by_path) {
                (_, true) => (format!("$.{name}"), collective.parameters.len() - 1),
                ([(owner, _), ..], false) if collective.method => {
                    (format!("{}::{name}", owner.name()), collective.parameters.len())
                }
                _ => (name.clone(), collective.parameters.len()),
            };
            let holes = "$, ".repeat(count);
            let pattern = format!("{head}({holes}{barrier}, l, {shared}, $, $ % {items}, {rounds})");
            Some(node(&Ty::I32, pattern, arguments))
        });
        called.unwrap_or_else(|| self.value(&Ty::I32, 2))
    }
}
