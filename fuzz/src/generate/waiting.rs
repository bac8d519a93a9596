//! Functions and methods that wait, in a loop that their caller decides on.

use super::value::node;
use super::{Mode, Scope, Ty};
use crate::tree::{Kind, Node};

/// One that may be called.
#[derive(Clone)]
pub(super) struct Waiting {
    name: String,
    /// It is a method of the first of these, which come before the others.
    method: bool,
    parameters: Vec<(Ty, Mode)>,
}

impl Scope {
    /// One, which may call those before it.
    pub(super) fn waiting(&mut self, items: usize, before: &[Waiting]) -> (Waiting, Node) {
        self.fuel = 18;
        let method = self.random.percent(60);
        let owner = self.random.one(&[Ty::Point, Ty::Pair]).clone();
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
        let head = head.trim_end_matches(") -> i32");
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
                let call = self.call_of_waiting(other, ["b", "s"], rounds, items);
                Node::new(Kind::Optional, "sum ^= $;\n", [call])
            }
            _ => Node::text(""),
        };
        let steps = self.steps(2, 2);
        let last = self.value(&Ty::I32, 2);
        self.forget();
        let wait = "b.wait(); // shares *s\n";
        let function = Node::new(
            Kind::Fixed,
            &format!(
                "{head}{comma}b: &TileBarrier, l: usize, s: &mut [i32; {items}], v: i32, at: usize, rounds: u32) -> i32 {{\n\
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
        (Waiting { name, method, parameters }, function)
    }

    /// A call of one, with these for the barrier and the tile memory.
    pub(super) fn call_of_waiting(
        &mut self,
        waiting: &Waiting,
        [barrier, shared]: [&str; 2],
        rounds: &str,
        items: usize,
    ) -> Node {
        let called = self.borrowing(|scope| {
            let mut arguments = Vec::new();
            let mut by_path = false;
            for (n, (ty, mode)) in waiting.parameters.iter().enumerate() {
                // A method that changes an element of a view is given it as a reference.
                let may = matches!(mode, Mode::Changed | Mode::Value);
                by_path |= n == 0 && waiting.method && may && scope.random.percent(30);
                let receiver = waiting.method && n == 0 && !by_path;
                let argument = scope.argument(ty, mode, receiver, 2)?;
                if receiver && *mode == Mode::Changed && argument.print().starts_with('x') {
                    return None;
                }
                arguments.push(argument);
            }
            arguments.extend([scope.value(&Ty::I32, 2), scope.value(&Ty::Usize, 2)]);
            let name = &waiting.name;
            let (head, count) = match (&waiting.parameters[..], waiting.method && !by_path) {
                (_, true) => (format!("$.{name}"), waiting.parameters.len() - 1),
                ([(owner, _), ..], false) if waiting.method => {
                    (format!("{}::{name}", owner.name()), waiting.parameters.len())
                }
                _ => (name.clone(), waiting.parameters.len()),
            };
            let lent = "$, ".repeat(count);
            let pattern = format!("{head}({lent}{barrier}, l, {shared}, $, $ % {items}, {rounds})");
            Some(node(&Ty::I32, pattern, arguments))
        });
        called.unwrap_or_else(|| self.value(&Ty::I32, 2))
    }
}
