//! Refutable patterns in `if let`, `while let` and `let .. else`; and jumps out of blocks.

use super::statement::step;
use super::value::node;
use super::{JumpTarget, Scope, Ty};
use crate::tree::{Kind, Node};

/// A value with a refutable pattern.
struct LetCondition {
    value: Node,
    pattern: String,
    /// The bound names. A `mut` name may be assigned to.
    names: Vec<(String, Ty, bool)>,
}

impl LetCondition {
    fn declare(&self, scope: &mut Scope) {
        self.names.iter().for_each(|(name, ty, mutable)| scope.declare(name, ty.clone(), *mutable));
    }
}

impl Scope {
    fn let_condition(&mut self, d: usize) -> LetCondition {
        let (a, b) = (self.fresh("m"), self.fresh("m"));
        let mark = if self.random.percent(30) { "mut " } else { "" };
        let mutable = !mark.is_empty();
        let list = Ty::Array(Box::new(Ty::U32), 3);
        let (ty, pattern, names) = match self.random.below(18) {
            12.. => {
                let (ty, pattern, bound) = self.variant_condition(mark);
                (ty, pattern, bound.into_iter().map(|(name, ty)| (name, ty, false)).collect())
            }
            0 => (Ty::Pair, format!("Pair({mark}{a}, 0..=9)"), vec![(a, Ty::I32, mutable)]),
            1 => (Ty::Pair, format!("Pair(-3..=3, {mark}{b})"), vec![(b, Ty::U32, mutable)]),
            2 => {
                let ty = Ty::Tuple(vec![Ty::I32, Ty::Bool]);
                (ty, format!("({mark}{a}, true)"), vec![(a, Ty::I32, mutable)])
            }
            3 => {
                let ty = Ty::Tuple(vec![Ty::I32, Ty::Bool]);
                let names = vec![(a.clone(), Ty::I32, false), (b.clone(), Ty::Bool, mutable)];
                (ty, format!("({a} @ (-1 | 7 | 100..), {mark}{b})"), names)
            }
            4 => (list, format!("[0, {mark}{a}, ..]"), vec![(a, Ty::U32, mutable)]),
            5 => {
                let names = vec![(a.clone(), Ty::U32, mutable), (b.clone(), Ty::U32, false)];
                (list, format!("[{mark}{a}, .., {b} @ 1..=40]"), names)
            }
            6 => {
                let names = vec![(a.clone(), Ty::F32, mutable)];
                (Ty::Point, format!("Point {{ x: -9..=9, y: {mark}{a}, .. }}"), names)
            }
            7 => {
                let names = vec![(a.clone(), Ty::U32, mutable), (b.clone(), Ty::I32, false)];
                (Ty::Point, format!("Point {{ z: [{mark}{a}, 0..=40], x: {b}, .. }}"), names)
            }
            8 => (Ty::Shade, "(Shade::Dark | Shade::Light)".to_owned(), Vec::new()),
            9 => {
                let ty = Ty::Tuple(vec![Ty::Pair, Ty::Shade]);
                (ty, format!("(Pair(_, {mark}{a}), Shade::Grey)"), vec![(a, Ty::U32, mutable)])
            }
            10 => (Ty::U32, format!("{a} @ (0 | 2 | 12345..)"), vec![(a, Ty::U32, false)]),
            _ => (Ty::I32, format!("{a} @ ..=1000"), vec![(a, Ty::I32, false)]),
        };
        LetCondition { value: self.value(&ty, d), pattern, names }
    }

    /// A `let` chain: patterns with conditions between them. The names of a pattern are in scope after it, and in
    /// the block.
    fn chain(&mut self, d: usize) -> (String, Vec<Node>) {
        let (mut text, mut nodes) = (String::new(), Vec::new());
        if self.random.percent(25) {
            text.push_str("$ && ");
            nodes.push(self.value(&Ty::Bool, d.min(1)));
        }
        let let_condition = self.let_condition(d);
        let_condition.declare(self);
        text.push_str(&format!("let {} = $", let_condition.pattern));
        nodes.push(let_condition.value);
        while self.random.percent(30) && nodes.len() < 4 {
            text.push_str(" && ");
            if self.random.percent(40) {
                text.push('$');
                nodes.push(self.value(&Ty::Bool, d.min(1)));
                continue;
            }
            let let_condition = self.let_condition(d.min(1));
            let_condition.declare(self);
            text.push_str(&format!("let {} = $", let_condition.pattern));
            nodes.push(let_condition.value);
        }
        (text, nodes)
    }

    /// `if let`, with and without an `else`.
    pub(super) fn if_let(&mut self, d: usize) -> Node {
        let (condition, mut nodes) = self.in_scope(|scope| {
            let (condition, mut nodes) = scope.chain(d);
            nodes.push(scope.block(d));
            (condition, nodes)
        });
        match self.random.below(3) {
            0 => step(format!("if {condition} $"), nodes),
            1 => {
                nodes.push(self.block(d));
                step(format!("if {condition} $ else $"), nodes)
            }
            _ => {
                let (second, other) = (self.value(&Ty::Bool, d), self.block(d));
                nodes.extend([second, other]);
                step(format!("if {condition} $ else if $ $"), nodes)
            }
        }
    }

    /// `if let` as an expression.
    pub(super) fn if_let_value(&mut self, ty: &Ty, d: usize) -> Node {
        let (condition, mut nodes) = self.in_scope(|scope| {
            let (condition, mut nodes) = scope.chain(d);
            nodes.push(scope.block_value(ty, d));
            (condition, nodes)
        });
        nodes.push(self.block_value(ty, d));
        node(ty, format!("(if {condition} $ else $)"), nodes)
    }

    /// Runs `make` without targets for jumps. It makes the condition of a `while`, in which Rust forbids an
    /// unlabelled `break` or `continue`.
    pub(super) fn without_loops<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let loops = std::mem::take(&mut self.loops);
        let made = make(self);
        self.loops = loops;
        made
    }

    /// `while let` with a few iterations.
    pub(super) fn while_let(&mut self, d: usize) -> Node {
        if self.loops.len() > 2 {
            return self.assignment(d);
        }
        let (counter, limit) = (self.fresh("k"), 1 + self.random.below(4));
        let (label, written) = self.label();
        let (condition, nodes) = self.in_scope(|scope| {
            let (condition, mut nodes) = scope.without_loops(|scope| scope.chain(1));
            scope.loops.push(JumpTarget { label, value: None, block: false });
            nodes.push(scope.block(d));
            scope.loops.pop();
            (condition, nodes)
        });
        step(
            format!(
                "let mut {counter} = 0u32;\n{written}while {condition} {{\n{counter} += 1;\n\
                 if {counter} > {limit} {{ break; }}\n$}}\n"
            ),
            nodes,
        )
    }

    /// `let .. else`, whose `else` diverges.
    pub(super) fn let_else(&mut self, d: usize) -> Node {
        let let_condition = self.let_condition(d);
        let may_return = self.in_scope(|scope| {
            let count = scope.random.below(2);
            let steps = scope.steps(count, d);
            Some([steps, scope.jump_out(d)?])
        });
        let Some([steps, jump_out]) = may_return else { return self.local(d) };
        let_condition.declare(self);
        let LetCondition { value, pattern, .. } = let_condition;
        // `Kind::Fixed` keeps the statement when a program is shrunk, because later statements use the names that
        // it binds.
        Node::new(Kind::Fixed, &format!("let {pattern} = ($) else {{\n$$;\n}};\n"), [value, steps, jump_out])
    }

    /// A jump out of a loop, a function or the kernel, as an expression. None if there is nothing to leave.
    pub(super) fn jump_out(&mut self, d: usize) -> Option<Node> {
        match self.random.below(5) {
            0 | 1 if !self.loops.is_empty() => {
                // An outer loop needs a label.
                let at = self.random.below(self.loops.len());
                let JumpTarget { label, value: of, block } = self.loops[at].clone();
                // Inside of a labelled block, a jump needs a label.
                let innermost = at + 1 == self.loops.len() && !block;
                let label = match label {
                    Some(label) if !innermost || self.random.percent(50) => format!(" {label}"),
                    None if !innermost => return None,
                    _ => String::new(),
                };
                Some(match of {
                    Some(ty) => {
                        let value = self.value_without_jumps(&ty, d.min(1));
                        Node::new(Kind::Fixed, &format!("break{label} $"), [value])
                    }
                    None => Node::text(format!("break{label}")),
                })
            }
            2 if !self.loops.is_empty() => {
                let loops = self.loops.iter().filter(|it| !it.block);
                let labels: Vec<_> = loops.filter_map(|it| it.label.clone()).collect();
                let labelled = self.loops.last().is_some_and(|last| last.block);
                if labelled && labels.is_empty() {
                    return None;
                }
                Some(match !labelled && (labels.is_empty() || self.random.percent(50)) {
                    true => Node::text("continue"),
                    false => Node::text(format!("continue {}", self.random.one(&labels))),
                })
            }
            _ => match self.result.clone() {
                Some(ty) => Some(Node::new(Kind::Fixed, "return $", [self.value(&ty, d.min(1))])),
                None if self.may_return && self.random.percent(40) => Some(Node::text("return")),
                None => None,
            },
        }
    }

    /// A value with a branch that diverges.
    pub(super) fn diverging_value(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        let condition = self.value(&Ty::Bool, d);
        let jump_out = self.jump_out(d)?;
        let value = self.block_value(ty, d);
        let pattern = match self.random.percent(60) {
            true => "(if $ { $ } else $)",
            false => return Some(node(ty, "(if !$ $ else { $; })", [condition, value, jump_out])),
        };
        Some(node(ty, pattern, [condition, jump_out, value]))
    }
}
