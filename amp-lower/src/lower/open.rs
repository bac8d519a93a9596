//! Whose a type may be that only rustc sees: then so are the methods on it.

use super::cx::Cx;
use crate::ir::{Hole, Ty};
use crate::vocabulary::types;
use amp_shader::methods::{Method, Operand};

impl Cx<'_> {
    /// Whether a type is a struct of the user's: not a type parameter, and none of glam's.
    pub(super) fn is_own_struct(&self, ty: &Ty) -> bool {
        let Ty::Hole(hole) = ty else { return false };
        let Hole::Written(written) = &**hole else { return false };
        let last = written.last();
        !types::is_glam(&last) && !self.infer.type_parameters.contains(&last)
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
                | Hole::Returned(..)
                | Hole::Parameter(..)
        );
        open && ty.is_nameable() && !self.is_made_of_parameters(ty)
    }

    /// Whether a method of numbers may be one that the user wrote.
    pub(super) fn may_have_own(&self, ty: &Ty, method: &Method) -> bool {
        // What is taken apart is a pair of numbers.
        let pair = matches!(method.result, Operand::Pair | Operand::Flagged);
        !pair && (self.may_be_own_struct(ty) || self.may_be_number(ty))
    }

    fn is_made_of_parameters(&self, ty: &Ty) -> bool {
        let text = ty.rust().to_string();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == "Self" || self.infer.type_parameters.contains(word))
    }
}
