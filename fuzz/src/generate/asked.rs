//! Patterns that may not fit: `if let`, `while let`, `let .. else`; and blocks that are left.

use super::stmt::step;
use super::value::node;
use super::{Left, Scope, Ty};
use crate::tree::{Kind, Node};

/// What is asked of a value.
struct Question {
    value: Node,
    pattern: String,
    /// What it binds: what is of a `mut` name may be changed.
    names: Vec<(String, Ty, bool)>,
}

impl Question {
    fn declare(&self, scope: &mut Scope) {
        self.names.iter().for_each(|(name, ty, mutable)| scope.declare(name, ty.clone(), *mutable));
    }
}

impl Scope {
    fn question(&mut self, d: usize) -> Question {
        let (a, b) = (self.fresh("m"), self.fresh("m"));
        let mark = if self.random.percent(30) { "mut " } else { "" };
        let mutable = !mark.is_empty();
        let list = Ty::Array(Box::new(Ty::U32), 3);
        let (ty, pattern, names) = match self.random.below(12) {
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
        Question { value: self.value(&ty, d), pattern, names }
    }

    /// One question, or several with conditions between them, in the order in which they are asked: the names of one are
    /// there for those behind it. The scope is that of the block behind.
    fn chain(&mut self, d: usize) -> (String, Vec<Node>) {
        let (mut text, mut nodes) = (String::new(), Vec::new());
        if self.random.percent(25) {
            text.push_str("$ && ");
            nodes.push(self.value(&Ty::Bool, d.min(1)));
        }
        let question = self.question(d);
        question.declare(self);
        text.push_str(&format!("let {} = $", question.pattern));
        nodes.push(question.value);
        while self.random.percent(30) && nodes.len() < 4 {
            text.push_str(" && ");
            if self.random.percent(40) {
                text.push('$');
                nodes.push(self.value(&Ty::Bool, d.min(1)));
                continue;
            }
            let question = self.question(d.min(1));
            question.declare(self);
            text.push_str(&format!("let {} = $", question.pattern));
            nodes.push(question.value);
        }
        (text, nodes)
    }

    /// `if let`, with and without an `else`.
    pub(super) fn if_let(&mut self, d: usize) -> Node {
        let (asked, mut nodes) = self.inside(|scope| {
            let (asked, mut nodes) = scope.chain(d);
            nodes.push(scope.block(d));
            (asked, nodes)
        });
        match self.random.below(3) {
            0 => step(format!("if {asked} $"), nodes),
            1 => {
                nodes.push(self.block(d));
                step(format!("if {asked} $ else $"), nodes)
            }
            _ => {
                let (second, other) = (self.value(&Ty::Bool, d), self.block(d));
                nodes.extend([second, other]);
                step(format!("if {asked} $ else if $ $"), nodes)
            }
        }
    }

    /// `if let` with a value.
    pub(super) fn if_let_value(&mut self, ty: &Ty, d: usize) -> Node {
        let (asked, mut nodes) = self.inside(|scope| {
            let (asked, mut nodes) = scope.chain(d);
            nodes.push(scope.block_value(ty, d));
            (asked, nodes)
        });
        nodes.push(self.block_value(ty, d));
        node(ty, format!("(if {asked} $ else $)"), nodes)
    }

    /// Rust leaves no loop from the condition of a `while` without naming it.
    pub(super) fn without_loops<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let loops = std::mem::take(&mut self.loops);
        let made = make(self);
        self.loops = loops;
        made
    }

    /// `while let`, of a few turns.
    pub(super) fn while_let(&mut self, d: usize) -> Node {
        if self.loops.len() > 2 {
            return self.assignment(d);
        }
        let (counter, limit) = (self.fresh("k"), 1 + self.random.below(4));
        let (label, written) = self.label();
        let (asked, nodes) = self.inside(|scope| {
            let (asked, mut nodes) = scope.without_loops(|scope| scope.chain(1));
            scope.loops.push(Left { label, value: None, block: false });
            nodes.push(scope.block(d));
            scope.loops.pop();
            (asked, nodes)
        });
        step(
            format!(
                "let mut {counter} = 0u32;\n{written}while {asked} {{\n{counter} += 1;\n\
                 if {counter} > {limit} {{ break; }}\n$}}\n"
            ),
            nodes,
        )
    }

    /// `let .. else`: what does not fit leaves.
    pub(super) fn let_else(&mut self, d: usize) -> Node {
        let question = self.question(d);
        let leaves = self.inside(|scope| {
            let count = scope.random.below(2);
            let steps = scope.steps(count, d);
            Some([steps, scope.leaving(d)?])
        });
        let Some([steps, leaving]) = leaves else { return self.local(d) };
        question.declare(self);
        let Question { value, pattern, .. } = question;
        // The names that it binds are used further down.
        Node::new(Kind::Fixed, &format!("let {pattern} = ($) else {{\n$$;\n}};\n"), [value, steps, leaving])
    }

    /// A way out of a loop, the function or the kernel: an expression. None, where there is no way out.
    pub(super) fn leaving(&mut self, d: usize) -> Option<Node> {
        match self.random.below(5) {
            0 | 1 if !self.loops.is_empty() => {
                // A loop further out has to have a label.
                let at = self.random.below(self.loops.len());
                let Left { label, value: of, block } = self.loops[at].clone();
                // From a block with a label, and out of it, only labels lead.
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
                None if self.leaves && self.random.percent(40) => Some(Node::text("return")),
                None => None,
            },
        }
    }

    /// A value of which one branch leaves.
    pub(super) fn leaving_value(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        let condition = self.value(&Ty::Bool, d);
        let leaving = self.leaving(d)?;
        let value = self.block_value(ty, d);
        let pattern = match self.random.percent(60) {
            true => "(if $ { $ } else $)",
            false => return Some(node(ty, "(if !$ $ else { $; })", [condition, value, leaving])),
        };
        Some(node(ty, pattern, [condition, leaving, value]))
    }
}
