//! Rejects `#[device]` on an `impl` of a trait for a foreign type.

use crate::diagnostics::{Code, Diagnostics, advice};
use crate::parse::parameter_type;
use crate::site::Site;
use crate::vocabulary::{operators, types};

/// Whether the block implements a trait for a built-in type, for which the user cannot define device
/// functions.
pub(crate) fn is_foreign_impl(block: &syn::ItemImpl) -> bool {
    let mut diagnostics = Diagnostics::default();
    check(block, &mut diagnostics);
    diagnostics.finish().is_err()
}

/// Reports a trait `impl` for a built-in type. The `impl` of an operator whose right operand is a user type
/// is allowed.
pub(crate) fn check(block: &syn::ItemImpl, diagnostics: &mut Diagnostics) {
    let Some((path, _)) = &block.trait_ else { return };
    let name = parameter_type(&block.self_ty).map(|(name, _)| name.to_string()).unwrap_or_default();
    let builtin = types::scalar(&name).is_some() || types::is_glam(&name);
    let operator =
        path.segments.last().is_some_and(|last| operators::of_trait(&last.ident.to_string()).is_some());
    if builtin && !operator {
        let detail =
            format!("`{name}` is not a type of this crate, so a trait cannot give it device functions");
        let help =
            if types::is_glam(&name) { advice::signature::FOREIGN_GLAM } else { advice::signature::FOREIGN };
        diagnostics.advise(Code::AMP002, Site::of(&block.self_ty), detail, help);
    }
}
