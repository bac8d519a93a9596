//! Ranges as values of variables, parameters and results. A range is not `Copy`, so each use clones it.

use super::value::node;
use super::{Scope, Ty};
use crate::tree::Node;

impl Scope {
    /// The type of a local variable, a parameter or a result: any type, or a range.
    pub(super) fn local_ty(&mut self) -> Ty {
        match self.random.percent(6) {
            true => Ty::Range(Box::new(self.random.one(&[Ty::Usize, Ty::U32, Ty::I32]).clone())),
            false => self.ty(),
        }
    }

    /// A range.
    pub(super) fn range_value(&mut self, item: &Ty, d: usize) -> Node {
        let ty = Ty::Range(Box::new(item.clone()));
        node(&ty, "($..$)", [self.value(item, d), self.inferred(item, d)])
    }

    /// A condition about a range, or its length. None if no variable is a range.
    pub(super) fn of_range(&mut self, ty: &Ty, d: usize) -> Option<Node> {
        let item = self.random.one(&[Ty::Usize, Ty::U32, Ty::I32]).clone();
        let name = self.variable(&Ty::Range(Box::new(item.clone())), false)?;
        Some(match ty {
            Ty::Usize => node(ty, format!("({name}.len() % 64)"), []),
            Ty::Bool if self.random.percent(30) => node(ty, format!("{name}.is_empty()"), []),
            Ty::Bool => {
                let value = self.without_changes(|scope| scope.value(&item, d));
                node(ty, format!("{name}.contains(&$)"), [value])
            }
            _ => return None,
        })
    }

    /// The next item of a range in a mutable variable.
    pub(super) fn advanced_range(&mut self, item: &Ty) -> Option<Node> {
        let name = self.variable(&Ty::Range(Box::new(item.clone())), true)?;
        let method = *self.random.one(&["next()", "next_back()", "nth(1)"]);
        Some(node(&Ty::Option(Box::new(item.clone())), format!("{name}.{method}"), []))
    }
}
