//! The items of device functions, by names of the expansion's own.
//!
//! `#[device] fn scale` leaves an item of the same name in the namespace of types. A call asks for it by another name, by which the
//! expansion imports it: where there is no item, that is what rustc calls the function, and so it tells the user what is missing.

use super::{Body, Callee, ExprKind, Written};
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::BTreeMap;

/// The item of the function that a path names: the type, with what the path says of parameters.
pub(crate) fn item_of(path: &syn::Path) -> TokenStream {
    let (name, said) = (name_of(path), path.segments.last().map(|last| &last.arguments));
    quote!(#name #said)
}

impl Callee {
    /// The item of the function, or the type whose function it is.
    pub(crate) fn owner(&self) -> TokenStream {
        match self {
            Callee::Function(Written(path)) => match syn::parse2(path.clone()) {
                Ok(path) => item_of(&path),
                Err(_) => path.clone(),
            },
            Callee::Associated(ty, _) => ty.rust(),
        }
    }
}

/// The imports of the items of all functions that a body calls or passes on.
pub(crate) fn imports(body: &Body) -> TokenStream {
    let mut paths = BTreeMap::new();
    for stmt in &body.block {
        stmt.walk_expressions(&mut |expr| {
            let path = match &expr.kind {
                ExprKind::Call { callee: Callee::Function(Written(path)), .. } => {
                    syn::parse2(path.clone()).ok()
                }
                ExprKind::Function { path, .. } => Some(path.clone()),
                _ => None,
            };
            if let Some(path) = path {
                paths.entry(name_of(&path).to_string()).or_insert(path);
            }
        });
    }
    let imports = paths.values().map(|path| {
        let (path, name) = (bare(path), name_of(path));
        quote!(use #path as #name;)
    });
    imports.collect()
}

/// The name: a sentence about a function that has no item.
fn name_of(path: &syn::Path) -> Ident {
    let path = bare(path);
    let names: Vec<_> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string().trim_start_matches("r#").to_owned())
        .collect();
    let what = match names.as_slice() {
        [name] if name == "swap" => "put_device_on_it_or_write_std_mem_swap",
        _ => "put_device_on_it",
    };
    let mut text = format!("{}__is_no_device_function__{what}", names.join("__"));
    // Two paths, two names.
    if names.iter().any(|name| name.contains("__")) {
        text += &format!("_{:x}", field_hash(&path.to_token_stream().to_string()));
    }
    let span = path.segments.last().map_or(Span::call_site(), |last| last.ident.span());
    Ident::new(&text, span)
}

/// The path without what it says of parameters.
fn bare(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    for segment in &mut path.segments {
        segment.arguments = syn::PathArguments::None;
    }
    path
}
