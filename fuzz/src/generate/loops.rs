//! Loops and jumps.

use super::statement::step;
use super::value::node;
use super::{JumpTarget, Scope, Ty};
use crate::tree::Node;

impl Scope {
    pub(super) fn label(&mut self) -> (Option<String>, String) {
        if self.random.percent(40) {
            let label = self.fresh("'l");
            (Some(label.clone()), format!("{label}: "))
        } else {
            (None, String::new())
        }
    }

    pub(super) fn for_loop(&mut self, d: usize) -> Node {
        if self.loops.len() > 2 {
            return self.assignment(d);
        }
        let name = self.fresh("v");
        let (label, written) = self.label();
        let some = d.min(2);
        let (ty, range, inner) = match self.random.below(12) {
            0 => (Ty::Usize, "0..($) % 6", Some(self.value(&Ty::Usize, some))),
            1 => (Ty::U32, "2..($ & 7)", Some(self.value(&Ty::U32, some))),
            2 => (Ty::I32, "(-3..=($ & 3))", Some(self.value(&Ty::I32, some))),
            3 => (Ty::I32, "(-2..4i32).rev()", None),
            4 => (Ty::Usize, "(1..=9usize).step_by(3)", None),
            5 | 6 => {
                let item = if self.random.percent(50) { Ty::Pair } else { self.scalar() };
                let array = Ty::Array(Box::new(item.clone()), 3);
                (item, "$", Some(self.value(&array, some)))
            }
            7 => (Ty::U32, "(0..10u32).rev().step_by(4)", None),
            8 => (Ty::I32, "(-7..($ & 3)).step_by(3).rev()", Some(self.value(&Ty::I32, some))),
            9 => (Ty::U32, "(u32::MAX - ($ & 3)..=u32::MAX)", Some(self.value(&Ty::U32, some))),
            10 => (Ty::I32, "(i32::MIN..=i32::MIN + ($ & 1)).rev()", Some(self.value(&Ty::I32, some))),
            _ => (Ty::U32, "0..3u32", None),
        };
        self.loops.push(JumpTarget { label, value: None, block: false });
        let (pattern, body) = self.in_scope(|scope| match ty {
            Ty::Pair if scope.random.percent(60) => {
                scope.declare(&name, Ty::U32, false);
                (format!("Pair(_, {name})"), scope.block(d))
            }
            ty => {
                scope.declare(&name, ty, false);
                (name.clone(), scope.block(d))
            }
        });
        self.loops.pop();
        match inner {
            Some(inner) => step(format!("{written}for {pattern} in {range} $"), [inner, body]),
            None => step(format!("{written}for {pattern} in {range} $"), [body]),
        }
    }

    pub(super) fn while_loop(&mut self, d: usize) -> Node {
        if self.loops.len() > 2 {
            return self.assignment(d);
        }
        let (name, limit) = (self.fresh("k"), 1 + self.random.below(5));
        let (label, written) = self.label();
        self.declare(&name, Ty::U32, false);
        let more = self.without_loops(|scope| scope.value(&Ty::Bool, d.min(1)));
        self.loops.push(JumpTarget { label, value: None, block: false });
        let body = self.block(d);
        self.loops.pop();
        step(
            format!("let mut {name} = 0u32;\n{written}while {name} < {limit} && $ {{\n{name} += 1;\n$}}\n"),
            [more, body],
        )
    }

    pub(super) fn jump(&mut self, d: usize) -> Node {
        let condition = self.value(&Ty::Bool, d);
        match self.jump_out(d) {
            Some(jump_out) => step("if $ { $; }\n", [condition, jump_out]),
            None => self.assignment(d),
        }
    }

    pub(super) fn value_without_jumps(&mut self, ty: &Ty, d: usize) -> Node {
        let loops = std::mem::take(&mut self.loops);
        let value = self.value(ty, d);
        self.loops = loops;
        value
    }

    pub(super) fn loop_value(&mut self, ty: &Ty, d: usize) -> Node {
        let counter = self.fresh("k");
        let limit = 1 + self.random.below(4);
        self.in_scope(|scope| {
            // The condition is made before the counter is declared, so it does not use the counter. A driver
            // miscompiles a loop that tests `k > 3` and then `k == 0`.
            let early = scope.value_without_jumps(&Ty::Bool, 1);
            scope.declare(&counter, Ty::Usize, false);
            let (label, written) = scope.label();
            scope.loops.push(JumpTarget { label, value: Some(ty.clone()), block: false });
            let found = scope.value_without_jumps(ty, d);
            let count = 1 + scope.random.below(2);
            let steps = scope.in_scope(|scope| scope.steps(count, d));
            scope.loops.pop();
            let last = scope.value_without_jumps(ty, d.min(1));
            let pattern = format!(
                "{{ let mut {counter} = 0usize; {written}loop {{ {counter} += 1; if {counter} > {limit} {{ break $; }} if $ {{ break $; }} $ }} }}"
            );
            node(ty, pattern, [last, early, found, steps])
        })
    }
}
