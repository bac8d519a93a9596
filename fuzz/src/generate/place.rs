//! Places: variables and their parts, which can be read, written and borrowed.

use super::stmt::step;
use super::value::node;
use super::{Scope, Ty};
use crate::tree::{Kind, Node};

impl Scope {
    /// Variables of a type, and parts of variables: how they are written, and their roots.
    fn places(&self, ty: &Ty, mutable: bool) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for v in self.visible().filter(|v| v.mutable || !mutable) {
            if v.ty == *ty {
                found.push((v.name.clone(), v.root.clone()));
            }
            for (path, part) in v.ty.parts() {
                if part == *ty {
                    found.push((format!("{}{path}", v.name), v.root.clone()));
                }
                // Parts of parts.
                let inner = part.parts().into_iter().filter(|(_, inner)| inner == ty);
                found.extend(inner.map(|(more, _)| (format!("{}{path}{more}", v.name), v.root.clone())));
            }
        }
        found
    }

    /// A place that may be changed, and its root.
    pub(super) fn place(&mut self, ty: &Ty, mutable: bool, d: usize) -> Option<(Node, String)> {
        let found = self.places(ty, mutable);
        if found.is_empty() {
            return None;
        }
        let (pattern, root) = self.random.one(&found).clone();
        // What is computed on the way may change everything but the place. A view is borrowed before it is indexed.
        let subscripts: Vec<_> = self.borrowing(|scope| {
            scope.lend(&root, root.starts_with('x'));
            (0..pattern.matches('$').count()).map(|_| scope.value(&Ty::Usize, d.min(2))).collect()
        });
        Some((Node::new(Kind::Fixed, &pattern, subscripts), root))
    }

    /// A part of a variable, as a value.
    pub(super) fn part(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        let (place, _) = self.place(ty, false, d)?;
        Some(node(ty, "$", [place]))
    }

    /// A block in which a place has another name.
    pub(super) fn borrowed(&mut self, d: usize) -> Node {
        let ty = self.ty();
        let mutable = self.random.percent(75);
        let Some((place, root)) = self.place(&ty, mutable, d) else { return self.local(d) };
        let name = self.fresh("r");
        let written = match self.random.percent(30) && !ty.name().contains("Shade") {
            true => format!(": &{}{}", if mutable { "mut " } else { "" }, ty.name()),
            false => String::new(),
        };
        let word = if mutable { "&mut " } else { "&" };
        let count = 1 + self.random.below(3);
        let (first, steps) = self.inside(|scope| {
            scope.borrowing(|scope| {
                scope.lend(&root, mutable);
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

    /// A view by another name.
    pub(super) fn view_alias(&mut self) -> Node {
        if self.views.is_empty() || self.closure {
            return self.local(1);
        }
        let (view, ty) = self.random.one(&self.views.clone()).clone();
        let name = self.fresh("w");
        self.views.push((name.clone(), ty));
        step(format!("let {name} = {};\n", self.lent_view(&view)), [])
    }
}
