//! The macro with the name of an item, through which another macro call learns something about the item.
//!
//! A macro sees only its own tokens. So the expansion of a struct, a trait or a function declares a macro, and exports it under
//! the name of the item. An import of the item then imports its macro, too.

use crate::site::{hash_of_item, without_lints};
use crate::vocabulary::{operators, types};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// Prints a macro with these rules. `kind` is a part of its own name, which differs from the names of the item's other macros.
pub(crate) fn named_macro(
    kind: &str,
    visibility: &syn::Visibility,
    name: &Ident,
    item: &dyn ToTokens,
    rules: &TokenStream,
) -> TokenStream {
    let text = name.to_string();
    let text = text.trim_start_matches("r#");
    // `#[macro_export]` puts the macro of a public item into the crate root, so its name must be unique in the crate.
    let (exported, own_name) = match visibility {
        syn::Visibility::Public(_) => {
            let hash = hash_of_item(item);
            (Some(quote!(#[macro_export])), format_ident!("__amp_{kind}_{text}_{hash:x}"))
        }
        _ => (None, format_ident!("__amp_{kind}_{text}")),
    };
    // Under `forbid(unused_imports)`, an `allow` attribute is an error. So `without_lints` gives the tokens the hygiene of
    // generated code, for which rustc prints no lints.
    let import = without_lints(quote!(use #own_name as #name;));
    quote! {
        #[doc(hidden)]
        #exported
        macro_rules! #own_name { #rules }
        #[doc(hidden)]
        #visibility #import
    }
}

/// The path of a trait as generated code imports it, together with the trait's macro.
///
/// `#[device]` expands to the trait, and rustc rejects the import of such a trait under a name that a glob import provides too,
/// although it accepts other uses of the name. So a trait with a name of the prelude is imported from its module. `Index` is
/// the trait of the standard library, which a body may import.
pub(crate) fn importable(path: &syn::Path) -> TokenStream {
    let is_ambiguous = |name: &str| types::is_of_prelude(name) && !operators::is_standard_trait(name);
    match path.get_ident() {
        Some(name) if is_ambiguous(&name.to_string()) => {
            let own = Ident::new("self", name.span());
            quote!(#own::#path)
        }
        _ => path.to_token_stream(),
    }
}
