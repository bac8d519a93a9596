//! Prevents `dead_code` warnings for device functions with a barrier or a view parameter. Kernels call
//! generated CPU code instead of such a function, so rustc may see no call of it. Also prevents these
//! warnings for generated functions, such as `amp_value_of_last` for the user's `fn last(&self) -> &f32`.

use super::without_lifetimes;
use crate::ir::{Function, Parameter};
use crate::parse::{
    closure_results, iterator_parameters, iterator_results, reference_impls, reference_results,
    slice_results, view_structs,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The tokens that make rustc count a function as used: an expression that names it, or an attribute. A
/// generic function cannot be named without generic arguments, so it gets the attribute.
#[derive(Default)]
pub(super) struct DeadCodeUses {
    pub(super) attribute: Option<TokenStream>,
    pub(super) used: Option<TokenStream>,
}

/// Prints the tokens that make rustc count a function, or a method of `block`, as used.
pub(super) fn suppress_dead_code(
    signature: &syn::Signature,
    function: &Function,
    block: Option<&syn::ItemImpl>,
) -> DeadCodeUses {
    let name = &signature.ident;
    if !has_cpu_function(function)
        && !reference_results::is_hidden(name)
        && !slice_results::is_hidden(name)
        && !reference_impls::is_hidden(name)
        && !view_structs::is_hidden(name)
        && !closure_results::is_hidden(name)
        && !iterator_results::is_hidden(name)
        && !iterator_parameters::is_hidden(name)
    {
        return DeadCodeUses::default();
    }
    let path = match block {
        // rustc counts methods of a trait `impl` as used.
        Some(block) if block.trait_.is_some() => return DeadCodeUses::default(),
        Some(block) => {
            let owner = &block.self_ty;
            quote!(<#owner>::#name)
        }
        None => name.to_token_stream(),
    };
    let generics = |it: &syn::Generics| !without_lifetimes(it).params.is_empty();
    let closures = function.parameters.iter().any(|parameter| matches!(parameter, Parameter::Callable(_)));
    if closures || generics(&signature.generics) || block.is_some_and(|block| generics(&block.generics)) {
        return DeadCodeUses { attribute: Some(quote!(#[allow(dead_code)])), used: None };
    }
    DeadCodeUses { attribute: None, used: Some(quote!(const _: () = { let _ = #path; };)) }
}

/// Makes rustc count the methods of a block as used: prints expressions that name them, or adds attributes to
/// them.
pub(super) fn method_uses(block: &mut syn::ItemImpl, functions: &[Function]) -> TokenStream {
    let written = block.clone();
    let methods = block.items.iter_mut().filter_map(|item| match item {
        syn::ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    let uses = methods.zip(functions).map(|(method, function)| {
        let DeadCodeUses { attribute, used } = suppress_dead_code(&method.sig, function, Some(&written));
        if attribute.is_some() {
            method.attrs.push(syn::parse_quote!(#attribute));
        }
        used
    });
    uses.flatten().collect()
}

/// Whether kernels call generated CPU code instead of the user's function.
fn has_cpu_function(function: &Function) -> bool {
    function.parameters.iter().any(|parameter| matches!(parameter, Parameter::Barrier | Parameter::View(_)))
}
