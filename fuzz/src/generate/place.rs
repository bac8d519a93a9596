//! Places (lvalues): variables and their fields, which can be read, written and borrowed.

use super::statement::step;
use super::value::node;
use super::{Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// The visible variables, fields and elements of a type, each with its root: the variable that a borrow of it
    /// borrows.
    fn places(&self, ty: &Ty, mutable: bool) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for v in self.visible().filter(|v| v.mutable || !mutable) {
            if v.ty == *ty {
                found.push((v.name.clone(), v.root.clone()));
            }
            for (path, part) in v.ty.parts() {
                let path = path.replace('@', &v.name);
                if part == *ty {
                    found.push((format!("{}{path}", v.name), v.root.clone()));
                }
                // Fields of fields.
                let inner = part.parts().into_iter().filter(|(_, inner)| inner == ty);
                found.extend(inner.map(|(more, _)| (format!("{}{path}{more}", v.name), v.root.clone())));
            }
        }
        found
    }

    /// A random place of a type, and its root (see `places`).
    pub(super) fn place(&mut self, ty: &Ty, mutable: bool, d: usize) -> Option<(Node, String)> {
        let found = self.places(ty, mutable);
        if found.is_empty() {
            return None;
        }
        let (pattern, root) = self.random.one(&found).clone();
        // In `a[s]`, the expression `s` may change any variable except `a`. If `a` is a view, `s` may not use it
        // at all: `a[s]` calls `index_mut`, which borrows `a` before `s` is evaluated.
        let subscripts: Vec<_> = self.with_borrows(|scope| {
            scope.borrow(&root, root.starts_with('x'));
            (0..pattern.matches('$').count()).map(|_| scope.value(&Ty::Usize, d.min(2))).collect()
        });
        Some((Node::new(Kind::Fixed, &pattern, subscripts), root))
    }

    /// A field of a variable, as a value.
    pub(super) fn part(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        let (place, _) = self.place(ty, false, d)?;
        Some(node(ty, if ty.is_copy() { "$" } else { "$.clone()" }, [place]))
    }

    /// A block in which a reference to a place has a name.
    pub(super) fn borrowed(&mut self, d: usize) -> Node {
        let ty = self.ty();
        let mutable = self.random.percent(75);
        let Some((place, root)) = self.place(&ty, mutable, d) else { return self.local(d) };
        let name = self.fresh("r");
        let written = match self.random.percent(30) {
            true => format!(": &{}{}", if mutable { "mut " } else { "" }, self.spell(&ty)),
            false => String::new(),
        };
        let word = if mutable { "&mut " } else { "&" };
        let count = 1 + self.random.below(3);
        let (first, steps) = self.in_scope(|scope| {
            scope.with_borrows(|scope| {
                scope.borrow(&root, mutable);
                let place = format!("(*{name})");
                scope.declare_place(&place, &name, ty.clone(), mutable);
                let first = match mutable {
                    true => step(format!("{place} = $;\n"), [scope.value(&ty, d)]),
                    false => step("", []),
                };
                (first, scope.steps(count, d))
            })
        });
        step(format!("{{\nlet {name}{written} = {word}$;\n$$}}\n"), [place, first, steps])
    }

    /// A reference to a view, with a name of its own.
    pub(super) fn view_alias(&mut self) -> Node {
        if self.views.is_empty() || self.closure {
            return self.local(1);
        }
        let (view, ty) = self.random.one(&self.views.clone()).clone();
        let name = self.fresh("w");
        self.views.push((name.clone(), ty));
        step(format!("let {name} = {};\n", self.view_argument(&view)), [])
    }
}
