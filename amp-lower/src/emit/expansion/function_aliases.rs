//! Aliases of the structs of called functions, so that a missing `#[device]` is reported as such.
//!
//! `#[device] fn scale` declares a struct `scale`, which the template of a caller names. A function without
//! `#[device]` has no struct, and rustc would only say "expected type, found function `scale`". So the expansion
//! names an alias instead:
//!
//! ```text
//! type _AmpFunction7 = FunctionWithoutDevice;
//! {
//!     use scale as _AmpFunction7;
//!     .. <_AmpFunction7 as DeviceCall<_>>::TYPED ..
//! }
//! ```
//!
//! A function and its struct share a path but not a namespace. The import renames both. Without a struct it renames
//! only the function, so as a type the alias is `FunctionWithoutDevice`. Its `DeviceCall` has a bound that no type
//! meets, and whose message names `#[device]`.
//!
//! If nothing has the function's name, rustc would report the import as well as the call. So the block also declares a
//! macro of each name that is a single word: the import then finds the macro. The macro is declared after the tokens
//! that name the function, where a macro is not in scope. It is called once, and the alias begins with `_`, so that no
//! lint reports them: users may forbid lints.

use crate::ir::item::function_alias;
use crate::ir::{Body, Call, Callee, ExprKind};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::BTreeMap;

/// Puts tokens that name the functions of a body into the scope of their aliases. The paths keep their spans, so
/// rustc reports a private function once.
pub(super) fn with_aliases(body: &Body, tokens: TokenStream) -> TokenStream {
    let functions = called_functions(body);
    if functions.is_empty() {
        return tokens;
    }
    let (mut names, mut aliases, mut paths) = (Vec::new(), Vec::new(), Vec::new());
    for (alias, path) in functions.into_values() {
        aliases.push(alias);
        match syn::parse2::<Ident>(path.clone()) {
            Ok(mut name) => {
                name.set_span(Span::mixed_site().located_at(name.span()));
                paths.push(name.to_token_stream());
                names.push(name);
            }
            Err(_) => paths.push(path),
        }
    }
    let value = Ident::new("amp_aliased", Span::mixed_site());
    quote! {
        #(type #aliases = ::amp::__private::FunctionWithoutDevice;)*
        {
            #[allow(clippy::let_unit_value)]
            let #value = { #tokens };
            #(macro_rules! #names { () => {}; } #names! {})*
            #(use #paths as #aliases;)*
            #value
        }
    }
}

/// The paths of functions that a body calls or passes by name, with their aliases, by text.
fn called_functions(body: &Body) -> BTreeMap<String, (Ident, TokenStream)> {
    let mut found = BTreeMap::new();
    let mut add = |path: &syn::Path| {
        let path = path.to_token_stream();
        if let Some(alias) = function_alias(&path) {
            found.entry(path.to_string()).or_insert((alias, path));
        }
    };
    for stmt in &body.block {
        stmt.walk_expressions(&mut |expr| match &expr.kind {
            ExprKind::Call { callee: Callee::Function(_), written: Call::Path(path), .. } => add(&path.path),
            ExprKind::Function { path, .. } => add(path),
            _ => {}
        });
    }
    found
}
