//! Receivers whose types rustc resolves: predicates on whether such a type may be a user's type with methods
//! of its own.

use super::context::Context;
use crate::ir::{Projection, Ty};
use crate::vocabulary::types;
use amp_shader::methods::{Method, Operand};

impl Context<'_> {
    /// Whether the type is a name that may belong to a user's struct: it is neither a type parameter nor a
    /// glam type.
    pub(super) fn is_user_struct(&self, ty: &Ty) -> bool {
        let Ty::Hole(hole) = ty else { return false };
        let Projection::Named(written) = &**hole else { return false };
        let last = written.last_segment();
        // `&'static [T]` is no struct.
        !written.text().starts_with('&')
            && !types::is_glam(last)
            && !self.infer.type_parameters.contains(last)
            && !self.infer.is_parameter(ty)
    }

    /// Whether the type is a type parameter of the `impl` block.
    pub(super) fn is_block_parameter(&self, ty: &Ty) -> bool {
        let Ty::Hole(hole) = ty else { return false };
        matches!(&**hole, Projection::Named(name) if self.body.block_parameters.contains(&name.text().to_owned()))
    }

    /// Whether the type is the `Self` type of the `impl` block.
    pub(super) fn is_self_type(&self, ty: &Ty) -> bool {
        let Ty::Hole(hole) = ty else { return false };
        matches!(&**hole, Projection::Named(written) if written.last_segment() == "Self")
    }

    /// Whether a type that the user named may be an alias of a scalar type. False for names that contain a type
    /// parameter or `Self`.
    pub(super) fn may_be_scalar(&self, ty: &Ty) -> bool {
        self.is_user_struct(ty) && !self.mentions_type_parameter(ty)
    }

    /// Whether rustc resolves the type, so that it may be a user's struct.
    pub(super) fn may_be_user_struct(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Var(_) => !self.infer.is_literal(ty),
            Ty::Hole(hole) => !matches!(**hole, Projection::Named(_) | Projection::IntegerOf(..)),
            _ => false,
        }
    }

    /// Whether a method call with the name of a built-in method may call a user's method on a receiver of
    /// this type.
    pub(super) fn may_be_user_method(&self, ty: &Ty, method: &Method) -> bool {
        // Lowering splits the tuple of `let (sin, cos) = x.sin_cos();` into values at compile time. It cannot do this
        // for a user's method, so a method that returns a tuple counts as built in.
        let pair = matches!(method.result, Operand::Pair | Operand::Flagged);
        !pair
            && (self.may_be_user_struct(ty)
                || self.may_be_scalar(ty)
                || self.infer.is_bounded_by_user(ty)
                || has_unqualified_glam_name(ty))
    }

    fn mentions_type_parameter(&self, ty: &Ty) -> bool {
        let text = ty.to_string();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == "Self" || self.infer.type_parameters.contains(word))
    }
}

/// Whether the type is an unqualified name of a glam type, such as `Vec3`. A user's type may have that name,
/// too.
fn has_unqualified_glam_name(ty: &Ty) -> bool {
    let Ty::Hole(hole) = ty else { return false };
    matches!(&**hole, Projection::Named(name) if types::is_of_glam(ty) && !name.text().contains("::"))
}
