//! Statements with chains of iterators: `for`, `for_each`, and loops over parts of an array that change it.

use super::statement::step;
use super::{JumpTarget, Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// `for` over a chain.
    pub(super) fn loop_over_chain(&mut self, d: usize) -> Node {
        if self.loops.len() > 2 {
            return self.assignment(d);
        }
        let item = self.random.one(&[Ty::I32, Ty::U32, Ty::F32, Ty::U8, Ty::I16]).clone();
        let mut chain = self.source(&item, 1);
        for _ in 0..self.random.below(3) {
            chain = self.adapted(chain, &item, 1);
        }
        if self.random.percent(30)
            && let Some(sum) = self.variable(&Ty::U32, true)
        {
            let v = self.fresh("v");
            let value = if item == Ty::F32 { format!("({v} as i32) as u32") } else { format!("{v} as u32") };
            return step(
                format!("$.for_each(|{v}| {sum} = ({sum} ^ ({value})).rotate_left(3));\n"),
                [self.without_places(&sum, chain)],
            );
        }
        let (name, number) = (self.fresh("v"), self.fresh("v"));
        let (label, written) = self.label();
        let counted = self.random.percent(30);
        self.loops.push(JumpTarget { label, value: None, block: false });
        let body = self.in_scope(|scope| {
            scope.without_borrowed(&chain, |scope| {
                scope.declare(&name, item.clone(), false);
                if counted {
                    scope.declare(&number, Ty::Usize, false);
                }
                scope.block(d)
            })
        });
        self.loops.pop();
        let text = match counted {
            true => format!("{written}for ({number}, {name}) in $.enumerate() $"),
            false => format!("{written}for {name} in $ $"),
        };
        step(text, [chain, body])
    }

    /// Runs `run` without changes of the variables that the chain may borrow.
    fn without_borrowed<R>(&mut self, chain: &Node, run: impl FnOnce(&mut Scope) -> R) -> R {
        let text = chain.print();
        let words: Vec<_> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        self.with_borrows(|scope| {
            let roots: Vec<_> = scope.variables.iter().map(|v| v.root.clone()).collect();
            for root in roots.iter().filter(|root| words.contains(&root.as_str())) {
                scope.borrow(root, false);
            }
            run(scope)
        })
    }

    /// The chain, or an array if the chain mentions the variable `name`.
    fn without_places(&mut self, name: &str, chain: Node) -> Node {
        let root = self.visible().find(|v| v.name == name).map(|v| v.root.clone()).unwrap_or_default();
        let text = chain.print();
        match text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == root) {
            true => Node::text("[1, 2, 3].into_iter()"),
            false => chain,
        }
    }

    /// A loop over the parts of an array, each of which is a `&mut` slice or a `&mut` item.
    pub(super) fn loop_over_parts(&mut self, d: usize) -> Node {
        let item = self.random.one(&[Ty::I32, Ty::U32, Ty::F32, Ty::U8, Ty::Pair]).clone();
        let lists: Vec<_> = [2, 3, 4].map(|len| Ty::Array(Box::new(item.clone()), len)).into();
        let found = lists.iter().find_map(|list| self.place(list, true, d));
        let Some((list, root)) = found else { return self.assignment(d) };
        let (part, other) = (self.fresh("s"), self.fresh("v"));
        let kind = self.random.below(5);
        let zipped = Ty::Array(Box::new(Ty::U8), 3);
        let mut value = None;
        if kind == 4 {
            value = Some(self.beside(&root, |scope| scope.value(&zipped, d.min(1))));
        }
        let body = self.in_scope(|scope| {
            scope.with_borrows(|scope| {
                scope.borrow(&root, true);
                match kind {
                    0 => scope.declare(&part, Ty::Slice(Box::new(item.clone())), true),
                    _ => scope.declare_place(&format!("(*{part})"), &part, item.clone(), true),
                }
                if kind == 4 {
                    scope.declare(&other, Ty::U8, false);
                }
                let loops = std::mem::take(&mut scope.loops);
                let steps = scope.steps(2, d.min(1));
                scope.loops = loops;
                Node::new(Kind::Fixed, "{\n$}\n", [steps])
            })
        });
        let text = match kind {
            0 => format!("for {part} in $.chunks_exact_mut(2) $"),
            1 => format!("for {part} in $.iter_mut().rev() $"),
            2 => format!("for {part} in $.iter_mut().skip(1) $"),
            3 => format!("for {part} in $.iter_mut().take(2) $"),
            _ => format!("for ({part}, {other}) in $.iter_mut().zip($) $"),
        };
        step(text, std::iter::once(list).chain(value).chain([body]))
    }
}
