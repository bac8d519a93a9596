//! Whose functions an `impl` of a trait may hold: those of a type of the user's.

use crate::diagnostics::{Code, Diagnostics, advice};
use crate::parse::parameter_type;
use crate::site::Site;
use crate::vocabulary::{operators, types};

/// Whether an `impl` is one of a trait for a type that has no functions of the user's.
pub(crate) fn is_foreign(block: &syn::ItemImpl) -> bool {
    let mut diagnostics = Diagnostics::default();
    check(block, &mut diagnostics);
    diagnostics.finish().is_err()
}

/// A type of the language's has no functions of the user's, but for operators with types of the user's.
pub(crate) fn check(block: &syn::ItemImpl, diagnostics: &mut Diagnostics) {
    let Some((path, _)) = &block.trait_ else { return };
    let name = parameter_type(&block.self_ty).map(|(name, _)| name.to_string()).unwrap_or_default();
    let builtin = types::scalar(&name).is_some() || types::is_glam(&name);
    let operator =
        path.segments.last().is_some_and(|last| operators::of_trait(&last.ident.to_string()).is_some());
    if builtin && !operator {
        let detail = format!("`{name}`: device functions of a trait are found at types of this crate");
        let help =
            if types::is_glam(&name) { advice::signature::AS_GLAM } else { advice::signature::FOREIGN };
        diagnostics.advise(Code::AMP002, Site::of(&block.self_ty), detail, help);
    }
}
