//! Labelled blocks with early exits.

use super::statement::step;
use super::value::node;
use super::{JumpTarget, Scope, Ty};
use crate::tree::Node;

impl Scope {
    /// A labelled block without a value.
    pub(super) fn labelled(&mut self, d: usize) -> Node {
        if self.loops.len() > 2 {
            return self.assignment(d);
        }
        let label = self.fresh("'l");
        let condition = self.value(&Ty::Bool, d.min(1));
        self.loops.push(JumpTarget { label: Some(label.clone()), value: None, block: true });
        let count = 1 + self.random.below(3);
        let steps = self.in_scope(|scope| scope.steps(count, d));
        self.loops.pop();
        step(format!("{label}: {{\nif $ {{ break {label}; }}\n$}}\n"), [condition, steps])
    }

    /// A labelled block with a value, at its end or from a `break`.
    pub(super) fn labelled_value(&mut self, ty: &Ty, d: usize) -> Node {
        let label = self.fresh("'l");
        self.in_scope(|scope| {
            let condition = scope.value_without_jumps(&Ty::Bool, 1);
            let early = scope.value_without_jumps(ty, d.min(1));
            scope.loops.push(JumpTarget { label: Some(label.clone()), value: Some(ty.clone()), block: true });
            let count = 1 + scope.random.below(2);
            let steps = scope.steps(count, d);
            scope.loops.pop();
            let last = scope.value_without_jumps(ty, d.min(1));
            node(
                ty,
                format!("({label}: {{ if $ {{ break {label} $; }} $ $ }})"),
                [condition, early, steps, last],
            )
        })
    }
}
