//! Aliases for the structs of functions that a kernel calls by a path. With an alias, rustc's message about a
//! missing `#[device]` names the attribute.
//!
//! `#[device] fn scale` declares a struct `scale`, which the template of a caller names. A function without
//! `#[device]` has no struct, and rustc would only say "expected type, found function `scale`". So the expansion
//! names an alias instead:
//!
//! ```text
//! type _AmpFunction7 = FunctionWithoutDevice;
//! {
//!     use tools::scale as _AmpFunction7;
//!     .. <_AmpFunction7 as DeviceCall<_>>::TYPED ..
//! }
//! ```
//!
//! A function and its struct share a path but not a namespace. The import renames both. Without a struct, it
//! renames only the function, so the alias, used as a type, is `FunctionWithoutDevice`. The `DeviceCall`
//! implementation of that type has a bound that no type meets, and whose message names `#[device]`. The alias
//! begins with `_`, so that no lint reports it. An `allow` attribute would be an error in crates that forbid
//! the lint.

use crate::emit::callee_entry::function_alias;
use crate::ir::{Body, Call, Callee, ExprKind, Source};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeMap;

/// Declares the aliases of the functions that a body calls, in a block around `tokens`, which names the
/// aliases. The imports keep the spans of the user's paths, so rustc reports a private function once.
pub(super) fn with_aliases(body: &Body, tokens: TokenStream) -> TokenStream {
    let functions = called_functions(body);
    if functions.is_empty() {
        return tokens;
    }
    let (aliases, paths): (Vec<_>, Vec<_>) = functions.into_values().unzip();
    quote! {
        #(type #aliases = ::amp::__private::FunctionWithoutDevice;)*
        {
            #(use #paths as #aliases;)*
            #tokens
        }
    }
}

/// The paths of functions that a body calls or passes by name: maps the text of a path to its alias and its
/// tokens.
fn called_functions(body: &Body) -> BTreeMap<String, (Ident, Source)> {
    let mut found = BTreeMap::new();
    let mut add = |path: &Source| {
        if let Some(alias) = function_alias(path) {
            found.entry(path.text().to_owned()).or_insert((alias, path.clone()));
        }
    };
    for stmt in &body.block {
        stmt.walk_expressions(&mut |expr| match &expr.kind {
            ExprKind::Call { callee: Callee::Function(_), written: Call::Path(path), .. } => {
                add(&path.source)
            }
            ExprKind::Function { path, .. } => add(path),
            _ => {}
        });
    }
    found
}
