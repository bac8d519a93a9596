//! Loops over the elements of an array, by reference.

use super::statement::step;
use super::{JumpTarget, Scope, Ty};
use crate::tree::Node;

impl Scope {
    /// `for v in &list`, `for v in list.iter_mut()`, `for (k, v) in list.iter().enumerate()`.
    pub(super) fn loop_over_array(&mut self, d: usize) -> Node {
        if self.loops.len() > 2 {
            return self.assignment(d);
        }
        let item =
            self.random.one(&[Ty::I32, Ty::U32, Ty::U32, Ty::F32, Ty::Pair, Ty::Point, Ty::Bool]).clone();
        let mutable = self.random.percent(50);
        let lists: Vec<_> = [2, 3, 4].map(|len| Ty::Array(Box::new(item.clone()), len)).into();
        let found = lists.iter().find_map(|list| self.place(list, mutable, d));
        let Some((list, root)) = found else { return self.array_variable(&item, d) };
        let (name, number) = (self.fresh("r"), self.fresh("v"));
        let (label, written) = self.label();
        let counted = self.random.percent(35);
        let iterated = match (mutable, self.random.percent(50)) {
            (false, true) if !counted => "&$",
            (true, true) if !counted => "&mut $",
            (false, _) => "$.iter()",
            (true, _) => "$.iter_mut()",
        };
        self.loops.push(JumpTarget { label, value: None, block: false });
        let copied = !mutable && self.random.percent(20);
        let body = self.in_scope(|scope| {
            scope.with_borrows(|scope| {
                scope.borrow(&root, mutable);
                match copied {
                    true => scope.declare(&name, item.clone(), false),
                    false => scope.declare_place(&format!("(*{name})"), &name, item.clone(), mutable),
                }
                if counted {
                    scope.declare(&number, Ty::Usize, false);
                }
                scope.block(d)
            })
        });
        self.loops.pop();
        let name = if copied { format!("&{name}") } else { name };
        match counted {
            true => {
                step(format!("{written}for ({number}, {name}) in {iterated}.enumerate() $"), [list, body])
            }
            false => step(format!("{written}for {name} in {iterated} $"), [list, body]),
        }
    }

    /// A statement that declares an array. Later loops may iterate over it.
    fn array_variable(&mut self, item: &Ty, d: usize) -> Node {
        let list = Ty::Array(Box::new(item.clone()), 2 + self.random.below(3));
        let (name, value) = (self.fresh("v"), self.value(&list, d + 1));
        let written = format!("let mut {name}: {} = $;\n", list.name());
        self.declare(&name, list, true);
        step(written, [value])
    }
}
