//! What is done with values of types that have none: of `()`, or of what may turn out to be it.

use super::{Part, Writer};
use crate::ir::{Expr, ExprKind, Hole, Ty};
use crate::vocabulary::types;

impl<'b> Writer<'b> {
    /// A line that does something with a value, or declares a variable without one: `before value;`.
    pub(super) fn bound(&mut self, ty: &Ty, value: Option<&Expr>, before: impl FnOnce(&mut Self)) {
        // What nobody gives a value, and nothing tells the type of, is what a branch without a value leaves.
        if ty.is_nothing() || matches!((ty, value), (Ty::Var(_), None)) {
            return self.effect(value);
        }
        self.line("");
        if may_be_nothing(ty) {
            let before = self.nested(before);
            let value = self.nested(|writer| value.into_iter().for_each(|value| writer.expr(value)));
            self.parts.push(Part::Bound(ty.clone(), before, value));
        } else {
            before(self);
            value.into_iter().for_each(|value| self.expr(value));
        }
        self.text(";\n");
    }

    /// `return value;`
    pub(super) fn returned(&mut self, ty: &Ty, value: &Expr) {
        if ty.is_nothing() {
            self.effect(Some(value));
            return self.line("return;\n");
        }
        self.line("");
        if may_be_nothing(ty) {
            let value = self.nested(|writer| writer.expr(value));
            self.parts.push(Part::Return(ty.clone(), value));
        } else {
            self.text("return ");
            self.expr(value);
        }
        self.text(";\n");
    }

    /// What computing a value does, where there is none.
    fn effect(&mut self, value: Option<&Expr>) {
        let Some(value) = value else { return };
        if matches!(value.kind, ExprKind::Call { .. } | ExprKind::Invoke { .. }) || value.has_effect() {
            self.line("");
            self.expr(value);
            self.text(";\n");
        }
    }

    /// Something that stands among others only if its type has values.
    pub(super) fn perhaps(&mut self, ty: &Ty, print: impl FnOnce(&mut Self)) {
        if ty.is_nothing() {
            return;
        }
        if may_be_nothing(ty) {
            let parts = self.nested(print);
            self.parts.push(Part::Bound(ty.clone(), parts, Vec::new()));
        } else {
            print(self);
        }
    }

    /// A tuple of which some fields may be nothing.
    pub(super) fn tuple(&mut self, ty: &Ty, fields: &[Expr]) {
        let fields = fields.iter().enumerate();
        let fields = fields.map(|(n, field)| {
            (
                n.to_string(),
                self.nested(|writer| writer.perhaps(&field.ty, |writer| writer.one_of_many(field))),
            )
        });
        let fields = fields.collect();
        self.parts.push(Part::Record(ty.clone(), fields, None));
    }

    /// What is printed, by itself.
    pub(super) fn nested(&mut self, print: impl FnOnce(&mut Self)) -> Vec<Part> {
        let outer = std::mem::take(&mut self.parts);
        print(self);
        std::mem::replace(&mut self.parts, outer)
    }
}

/// Whether it may turn out that there is nothing to be held of a type.
pub(super) fn may_be_nothing(ty: &Ty) -> bool {
    match ty {
        Ty::Unit => true,
        Ty::Array(element, _) => may_be_nothing(element),
        Ty::Tuple(fields) => fields.iter().all(may_be_nothing),
        Ty::Hole(hole) => match &**hole {
            Hole::Returned(..) | Hole::Parameter(..) | Hole::Field(..) => true,
            Hole::ItemOf(of) => may_be_nothing(of),
            Hole::Written(written) => {
                let text = written.0.to_string();
                !types::is_glam(text.rsplit("::").next().unwrap_or_default().trim())
            }
            Hole::Element(_)
            | Hole::Read(_)
            | Hole::TypeOf(_)
            | Hole::Output(..)
            | Hole::ScalarOf(_)
            | Hole::WholeOf(..)
            | Hole::Extent(_)
            | Hole::Lent(..) => false,
        },
        Ty::Poison | Ty::Var(_) | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) | Ty::Reference(..) => false,
    }
}
