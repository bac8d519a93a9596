//! Functions of the standard library that the user's module imports by name: `use std::mem::swap; .. swap(&mut a, &mut b)`.
//!
//! A macro sees the name only. So the expansion asks for a macro with the name of the function, as for functions that return
//! iterators (`iterator_calls`). A device function with one of these names declares such a macro. If there is none, the call
//! becomes one of the function of the standard library by its path, and the expansion contains a check:
//!
//! ```text
//! swap(&mut a, &mut b)      ::core::mem::swap(&mut a, &mut b)
//!                           assert_same_function(::core::mem::swap::<u32>, swap)
//! ```
//!
//! Each function has a type of its own. So the check is an error of rustc if the name is that of another function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// A function of the standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Function {
    name: &'static str,
    /// The number of its arguments.
    count: usize,
    /// The number of parameters of its closure, if there is another function of this name.
    parameters: Option<usize>,
    /// The modules that contain it.
    owner: [&'static str; 2],
    /// Generic arguments for the check.
    generics: &'static str,
}

const fn function(name: &'static str, count: usize, owner: &'static str, generics: &'static str) -> Function {
    Function { name, count, parameters: None, owner: ["core", owner], generics }
}

const FUNCTIONS: [Function; 13] = [
    function("swap", 2, "mem", "u32"),
    function("replace", 2, "mem", "u32"),
    function("take", 1, "mem", "u32"),
    function("min", 2, "cmp", "u32"),
    function("max", 2, "cmp", "u32"),
    function("once", 1, "iter", "u32"),
    function("repeat", 1, "iter", "u32"),
    function("repeat_n", 2, "iter", "u32"),
    function("repeat_with", 1, "iter", "u32, fn() -> u32"),
    function("successors", 2, "iter", "u32, fn(&u32) -> ::core::option::Option<u32>"),
    function("zip", 2, "iter", "[u32; 1], [u32; 1]"),
    Function {
        parameters: Some(0),
        ..function("from_fn", 1, "iter", "u32, fn() -> ::core::option::Option<u32>")
    },
    Function { parameters: Some(1), ..function("from_fn", 1, "array", "u32, 1, fn(usize) -> u32") },
];

/// The names of the functions.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().map(|it| it.name)
}

/// The function that a path names, if its module imports it: `max` in `fold(0, max)`. `parameters` is the number of parameters of
/// an argument of the function that is a closure.
fn named(path: &syn::Expr, count: usize, parameters: Option<usize>) -> Option<&'static Function> {
    let syn::Expr::Path(syn::ExprPath { qself: None, path, .. }) = path else { return None };
    let [name] = &path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    if path.leading_colon.is_some() {
        return None;
    }
    FUNCTIONS.iter().find(|it| {
        name.ident == it.name && count == it.count && (it.parameters.is_none() || it.parameters == parameters)
    })
}

/// The function that an argument names: `max` in `fold(0, max)`.
pub(crate) fn argument(it: &syn::Expr) -> Option<&'static Function> {
    named(it, 2, None).filter(|it| it.owner == ["core", "cmp"])
}

/// The function that a call names.
pub(crate) fn called(call: &syn::ExprCall) -> Option<&'static Function> {
    let parameters = match call.args.last() {
        Some(syn::Expr::Closure(closure)) => Some(closure.inputs.len()),
        _ => None,
    };
    named(&call.func, call.args.len(), parameters)
}

impl Function {
    /// Replaces the name of the function by its path.
    pub(crate) fn by_path(&self, name: &mut syn::Expr) {
        let syn::Expr::Path(path) = name else { return };
        let Some(last) = path.path.segments.last().cloned() else { return };
        let span = last.ident.span();
        let [root, owner] = self.owner.map(|name| Ident::new(name, span));
        // Messages point at the name.
        let colon = syn::Token![::](span);
        let path: syn::Path = syn::parse_quote!(#colon #root #colon #owner #colon #last);
        *name = syn::Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path });
    }

    /// A type check that fails if the name is that of another function.
    pub(crate) fn check(&self, name: &syn::Path) -> TokenStream {
        let [root, owner] = self.owner.map(|name| Ident::new(name, Span::call_site()));
        let own = Ident::new(self.name, Span::call_site());
        let generics: TokenStream = self.generics.parse().unwrap_or_default();
        quote!(const _: fn() = || {
            let _ = ::amp::__private::assert_same_function(::#root::#owner::#own::<#generics>, #name);
        };)
    }
}

/// Whether a device function has the name of one of the functions, and needs a macro of its name.
pub(crate) fn is_name(name: &Ident) -> bool {
    names().any(|own| name == own)
}

/// The tokens that the macro of such a device function passes on in place of a declaration.
pub(crate) fn answer() -> TokenStream {
    quote!(function)
}
