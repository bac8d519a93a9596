//! Whose a type may be that only rustc sees: then so are the methods on it.

use super::cx::Cx;
use super::expr;
use crate::ir::{Expr, ExprKind, Hole, Ty, Written};
use crate::vocabulary::types;
use amp_shader::methods::{Method, Operand};

impl Cx<'_> {
    /// Takes a constant whose path names a type, `Kind::Small`, for one of that type: its methods can only be of that. If it is of
    /// another, rustc says so.
    pub(super) fn is_of_its_type(&mut self, constant: &Expr) {
        let ExprKind::Const(Written(path)) = &constant.kind else { return };
        let Ok(path) = syn::parse2::<syn::Path>(path.clone()) else { return };
        let around = path.segments.iter().nth_back(1).map(|around| around.ident.to_string());
        if around.is_some_and(|name| expr::is_type(&name)) && self.infer.is_constant(&constant.ty) {
            let ty = super::ty::lower(self, &expr::owner(&path));
            self.infer.unify(&constant.ty, &ty);
        }
    }

    /// Whether a type is a struct of the user's: not a type parameter, and none of glam's.
    pub(super) fn is_own_struct(&self, ty: &Ty) -> bool {
        let Ty::Hole(hole) = ty else { return false };
        let Hole::Written(written) = &**hole else { return false };
        let last = written.last();
        !types::is_glam(&last) && !self.infer.type_parameters.contains(&last)
    }

    /// Whether it is the type whose `impl` block this is.
    pub(super) fn is_its_own(&self, ty: &Ty) -> bool {
        let Ty::Hole(hole) = ty else { return false };
        matches!(&**hole, Hole::Written(written) if written.last() == "Self")
    }

    /// Whether a type that has a name of the user's may be another name of a number: a parameter or `Self` is known by its traits.
    pub(super) fn may_be_number(&self, ty: &Ty) -> bool {
        self.is_own_struct(ty) && !self.is_made_of_parameters(ty)
    }

    /// Whether only rustc sees that a type is a struct, or that it is none.
    pub(super) fn may_be_own_struct(&self, ty: &Ty) -> bool {
        let Ty::Hole(hole) = ty else { return false };
        let open = matches!(
            &**hole,
            Hole::Element(_)
                | Hole::Output(..)
                | Hole::ItemOf(_)
                | Hole::Field(..)
                | Hole::Extent(_)
                | Hole::Returned(..)
                | Hole::Parameter(..)
        );
        open && ty.is_nameable() && !self.is_made_of_parameters(ty)
    }

    /// Whether a method of numbers may be one that the user wrote.
    pub(super) fn may_have_own(&self, ty: &Ty, method: &Method) -> bool {
        // What is taken apart is a pair of numbers.
        let pair = matches!(method.result, Operand::Pair | Operand::Flagged);
        !pair && (self.may_be_own_struct(ty) || self.may_be_number(ty) || is_named_as_of_glam(ty))
    }

    fn is_made_of_parameters(&self, ty: &Ty) -> bool {
        let text = ty.rust().to_string();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == "Self" || self.infer.type_parameters.contains(word))
    }
}

/// Whether a type has the name of one of glam's, and no path that says whose it is.
fn is_named_as_of_glam(ty: &Ty) -> bool {
    let Ty::Hole(hole) = ty else { return false };
    matches!(&**hole, Hole::Written(name) if types::is_of_glam(ty) && name.0.clone().into_iter().count() == 1)
}
