//! Statements that take values apart: destructuring declarations and assignments, and swaps.

use super::statement::step;
use super::{Scope, Ty};
use crate::tree::Node;

impl Scope {
    pub(super) fn destructured(&mut self, d: usize) -> Node {
        match self.random.below(8) {
            4 => {
                let value = self.value(&Ty::Pair, d + 1);
                let (a, b) = (self.fresh("v"), self.fresh("v"));
                self.declare(&a, Ty::I32, true);
                self.declare(&b, Ty::U32, false);
                step(format!("let Pair(mut {a}, {b}) = $;\n"), [value])
            }
            5 => {
                let value = self.value(&Ty::Tuple(vec![Ty::Point, Ty::Bool, Ty::IVec]), d + 1);
                let (a, b, c) = (self.fresh("v"), self.fresh("v"), self.fresh("v"));
                self.declare(&a, Ty::U32, false);
                self.declare(&b, Ty::I32, false);
                self.declare(&c, Ty::IVec, true);
                step(format!("let (Point {{ z: [_, {a}], x: {b}, .. }}, _, mut {c}) = $;\n"), [value])
            }
            6 => {
                let item = self.scalar();
                let value = self.value(&Ty::Array(Box::new(item.clone()), 4), d + 1);
                let names = [self.fresh("v"), self.fresh("v")];
                names.iter().for_each(|name| self.declare(name, item.clone(), false));
                step(format!("let [{}, .., {}] = $;\n", names[0], names[1]), [value])
            }
            7 => self.destructuring_assignment(d),
            0 => {
                let parts = vec![self.scalar(), self.scalar()];
                let value = self.value(&Ty::Tuple(parts.clone()), d + 1);
                let names = [self.fresh("v"), self.fresh("v")];
                let mutable = self.random.percent(50);
                let mark = if mutable { "mut " } else { "" };
                for (name, ty) in names.iter().zip(parts) {
                    self.declare(name, ty, mutable);
                }
                step(format!("let ({mark}{}, {mark}{}) = $;\n", names[0], names[1]), [value])
            }
            1 => {
                let value = self.value(&Ty::Point, d + 1);
                let (x, y) = (self.fresh("v"), self.fresh("v"));
                self.declare(&x, Ty::I32, false);
                self.declare(&y, Ty::F32, false);
                step(format!("let Point {{ x: {x}, y: {y}, .. }} = $;\n"), [value])
            }
            2 => {
                let item = self.scalar();
                let value = self.value(&Ty::Array(Box::new(item.clone()), 2), d + 1);
                let names = [self.fresh("v"), self.fresh("v")];
                names.iter().for_each(|name| self.declare(name, item.clone(), false));
                step(format!("let [{}, {}] = $;\n", names[0], names[1]), [value])
            }
            _ => {
                let ty = self.scalar();
                let (Some(a), Some(b)) = (self.variable(&ty, true), self.variable(&ty, true)) else {
                    return self.local(d);
                };
                let (x, y) = (self.value(&ty, d), self.value(&ty, d));
                if a == b {
                    step(format!("{a} = $;\n"), [x])
                } else {
                    step(format!("({a}, {b}) = ($, $);\n"), [x, y])
                }
            }
        }
    }

    /// Places and `_` on the left of a destructuring assignment.
    fn destructuring_assignment(&mut self, d: usize) -> Node {
        let three = |first: &Ty, second: &Ty| Ty::Tuple(vec![first.clone(), Ty::Bool, second.clone()]);
        let (text, first, second, whole) = match self.random.below(6) {
            0 => ("Point { x: $, y: $, .. } = $;\n", Ty::I32, Ty::F32, Ty::Point),
            1 => ("Pair($, $) = $;\n", Ty::I32, Ty::U32, Ty::Pair),
            2 => {
                let item = self.scalar();
                ("[$, .., $] = $;\n", item.clone(), item.clone(), Ty::Array(Box::new(item), 4))
            }
            kind => {
                let (first, second) = (self.scalar(), self.ty());
                let whole = three(&first, &second);
                (if kind == 3 { "($, .., $) = $;\n" } else { "($, _, $) = $;\n" }, first, second, whole)
            }
        };
        let value = self.value(&whole, d + 1);
        let places = self.with_borrows(|scope| {
            let (a, root) = scope.place(&first, true, d)?;
            scope.borrow(&root, true);
            let (b, _) = scope.place(&second, true, d)?;
            Some([a, b])
        });
        match places {
            Some([a, b]) => step(text, [a, b, value]),
            None => self.local(d),
        }
    }

    pub(super) fn swapped(&mut self) -> Node {
        let ty = self.ty();
        let places = self.with_borrows(|scope| {
            let (a, root) = scope.place(&ty, true, 1)?;
            scope.borrow(&root, true);
            let (b, _) = scope.place(&ty, true, 1)?;
            Some([a, b])
        });
        match places {
            Some(places) if self.random.percent(60) => step("std::mem::swap(&mut $, &mut $);\n", places),
            _ => match (self.variable(&ty, true), self.variable(&ty, true)) {
                (Some(a), Some(b)) if a != b => step(format!("({a}, {b}) = ({b}, {a});\n"), []),
                _ => self.local(1),
            },
        }
    }
}
