//! The back ends, which print the IR as WGSL templates and as native Rust for the CPU, and the expansion that
//! contains both. They run only if no earlier stage reported an error, so they cannot fail.

mod callee_entry;
pub(crate) mod cpu;
pub(crate) mod expansion;
mod named_macro;
pub(crate) mod private_types;
mod rust_types;
pub(crate) mod wgsl;

pub(crate) use named_macro::{importable, named_macro};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The attribute `#[allow(non_snake_case)]` for a generated `let` that binds a captured variable under the
/// user's name, if that name triggers the lint.
///
/// The user may have allowed the lint at the variable's declaration, which the macro does not see. Other
/// names get no attribute, because rustc rejects it under `#![forbid(non_snake_case)]`.
pub(crate) fn allowed_name(ident: &Ident) -> Option<TokenStream> {
    let name = ident.to_string();
    let stem = name.trim_start_matches("r#").trim_matches('_');
    let is_snake_case = !stem.contains("__") && !stem.chars().any(char::is_uppercase);
    (!is_snake_case).then(|| quote!(#[allow(non_snake_case)]))
}

/// The attribute that keeps rustc from listing an implementation when another type lacks it. Such a list would
/// contain unrelated types of the crate. An implementation with bounds has no attribute, because with it rustc
/// would not report an unmet bound.
pub(crate) fn unlisted(generics: &syn::Generics) -> Option<TokenStream> {
    let has_bounds = generics.where_clause.as_ref().is_some_and(|clause| !clause.predicates.is_empty());
    (generics.type_params().next().is_none() && !has_bounds).then(|| quote!(#[diagnostic::do_not_recommend]))
}

/// The Rust name of a type, for the expected output of unit tests.
#[cfg(test)]
pub(crate) fn rust_name(ty: &crate::ir::Ty) -> String {
    ty.rust().to_string()
}

#[cfg(test)]
mod tests {
    use super::allowed_name;

    #[test]
    fn names_in_snake_case_need_no_attribute() {
        let needs = |name: &&str| allowed_name(&syn::parse_str(name).expect("a name")).is_some();
        assert!(!["x", "_x", "loop_", "__y__", "größe", "r#match", "a_b"].iter().any(needs));
        assert!(["a__b", "aB", "N", "_Größe"].iter().all(needs));
    }
}
