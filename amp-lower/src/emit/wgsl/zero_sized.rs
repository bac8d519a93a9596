//! Zero-sized values. WGSL has no unit type, so the printer omits values of `()`. If only rustc knows whether
//! a type is zero-sized, the template contains a `Piece::Bound` or `Piece::Return`, and the linker decides.

use super::{Piece, Writer};
use crate::ir::{Expr, ExprKind, Projection, Ty};
use crate::vocabulary::types;

impl<'b> Writer<'b> {
    /// Prints a statement that ends in a value, such as `let x = value;`, in which `before` prints `let x =
    /// `. If `value` is `None`, prints a declaration without an initialiser, such as `var x: u32;`.
    pub(super) fn value_statement(&mut self, ty: &Ty, value: Option<&Expr>, before: impl FnOnce(&mut Self)) {
        // A variable with neither an initialiser nor an inferred type holds the result of an `if` or `match`
        // that yields no value. The printer omits its declaration.
        if ty.is_zero_sized() || matches!((ty, value), (Ty::Var(_), None)) {
            return self.side_effects(value);
        }
        self.line("");
        if may_be_zero_sized(ty) {
            let before = self.separately(before);
            let value = self.separately(|writer| value.into_iter().for_each(|value| writer.expr(value)));
            self.parts.push(Piece::Bound(ty.clone(), before, value));
        } else {
            before(self);
            value.into_iter().for_each(|value| self.expr(value));
        }
        self.text(";\n");
    }

    /// Prints `return value;`.
    pub(super) fn return_statement(&mut self, ty: &Ty, value: &Expr) {
        if ty.is_zero_sized() {
            self.side_effects(Some(value));
            return self.line("return;\n");
        }
        self.line("");
        if may_be_zero_sized(ty) {
            let value = self.separately(|writer| writer.expr(value));
            self.parts.push(Piece::Return(ty.clone(), value));
        } else {
            self.text("return ");
            self.expr(value);
        }
        self.text(";\n");
    }

    /// Prints an expression of a zero-sized type for its side effects only.
    fn side_effects(&mut self, value: Option<&Expr>) {
        let Some(value) = value else { return };
        if matches!(value.kind, ExprKind::Call { .. } | ExprKind::CallParameter { .. }) || value.has_effect()
        {
            self.line("");
            self.expr(value);
            self.text(";\n");
        }
    }

    /// Prints an item of a list by calling `print`, unless the item's type is zero-sized.
    pub(super) fn unless_zero_sized(&mut self, ty: &Ty, print: impl FnOnce(&mut Self)) {
        if ty.is_zero_sized() {
            return;
        }
        if may_be_zero_sized(ty) {
            let parts = self.separately(print);
            self.parts.push(Piece::Bound(ty.clone(), parts, Vec::new()));
        } else {
            print(self);
        }
    }

    /// Prints a tuple some of whose fields may be zero-sized.
    pub(super) fn tuple(&mut self, ty: &Ty, fields: &[Expr]) {
        let fields = fields.iter().enumerate();
        let fields = fields.map(|(n, field)| {
            (
                n.to_string(),
                self.separately(|writer| {
                    writer.unless_zero_sized(&field.ty, |writer| writer.list_item(field))
                }),
            )
        });
        let fields = fields.collect();
        self.parts.push(Piece::Record(ty.clone(), fields, None));
    }

    /// Returns the pieces that `print` produces, instead of appending them to the template.
    pub(super) fn separately(&mut self, print: impl FnOnce(&mut Self)) -> Vec<Piece> {
        let outer = std::mem::take(&mut self.parts);
        print(self);
        std::mem::replace(&mut self.parts, outer)
    }
}

/// Whether the type is zero-sized, or only rustc knows whether it is.
pub(super) fn may_be_zero_sized(ty: &Ty) -> bool {
    match ty {
        Ty::Unit => true,
        Ty::Array(element, _) => may_be_zero_sized(element),
        Ty::Tuple(fields) => fields.iter().all(may_be_zero_sized),
        Ty::Hole(hole) => match &**hole {
            Projection::Inferred(_) | Projection::Field(..) | Projection::Owner(..) => true,
            Projection::TypeOf(path) => path.text().chars().any(|c| c.is_ascii_lowercase()),
            Projection::ElementOf(of) => may_be_zero_sized(of),
            Projection::Named(written) => !types::is_glam(written.last_segment()),
            Projection::Element(_)
            | Projection::IntegerOf(..)
            | Projection::Extent(_)
            | Projection::View { .. }
            | Projection::ArgumentForm(..) => false,
        },
        Ty::Error
        | Ty::Var(_)
        | Ty::Scalar(_)
        | Ty::Index(_)
        | Ty::Extent(_)
        | Ty::Reference(..)
        | Ty::Range(..)
        | Ty::Slice(_)
        | Ty::Callable(_) => false,
    }
}
