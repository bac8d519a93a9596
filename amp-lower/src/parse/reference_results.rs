//! Functions that return a reference: `fn last(&self) -> &f32`, `fn axis_mut(&mut self, k: usize) -> &mut f32`, and
//! `#[device] impl Deref`.
//!
//! A device has no pointers. So the function itself is for the host only, and a hidden block has functions for its
//! uses. Their bodies are copies of the user's body. `lower/expr/through_reference.rs` calls them:
//!
//! - `amp_value_of_axis_mut` returns the value behind the reference, for `*p.axis_mut(k)`;
//! - `amp_assign_to_axis_mut` stores a value there, for `*p.axis_mut(k) = v`;
//! - `amp_store_to_axis_mut` stores a value after `amp_value_of_axis_mut` has run, for `*p.axis_mut(k) += v`.
//!
//! So `*p.axis_mut(k) += v` runs the body twice. This is legal because the copy that returns the value takes all
//! references by `&`: rustc rejects a body that modifies anything before it returns. If each result of a function is the
//! same parameter, as in `fn grow(&mut self) -> &mut Self { ..; self }`, the body may modify things. Then
//! `amp_store_to_grow` is the assignment alone. The body of a function that returns a `&` runs once, so it may modify
//! things, too.
//!
//! For a free function, the expansion also declares a struct of the same name, which has the hidden functions. So one
//! `use` imports all of them.

use super::index_impl::Tails;
use super::token_sequence;
use crate::vocabulary::types;
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

/// The parts of an item that has functions with reference results.
pub(crate) struct Split {
    /// The functions with reference results. They are for the host only.
    pub(crate) host: TokenStream,
    /// The item without these functions. `None` if nothing remains.
    pub(crate) rest: Option<TokenStream>,
    /// The block of the hidden functions.
    pub(crate) hidden: TokenStream,
    /// The item itself, if it is a free function. The expansion declares a struct of its name for the hidden functions.
    pub(crate) function: Option<syn::ItemFn>,
}

/// The name of the hidden function that returns the value behind the reference that the function `name` returns.
pub(crate) fn value_of(name: &str) -> String {
    format!("amp_value_of_{name}")
}

/// The name of the hidden function that stores a value behind the reference that the function `name` returns.
pub(crate) fn assign_to(name: &str) -> String {
    format!("amp_assign_to_{name}")
}

/// The name of the hidden function that stores a value behind the reference that the function `name` returned. The hidden
/// function [`value_of`] has run before.
pub(crate) fn store_to(name: &str) -> String {
    format!("amp_store_to_{name}")
}

/// Whether a function is a hidden function of this module.
pub(crate) fn is_hidden(name: &syn::Ident) -> bool {
    let name = name.to_string();
    [value_of(""), assign_to(""), store_to("")].iter().any(|prefix| name.starts_with(prefix))
}

/// Methods whose reference results lowering handles itself. There are no hidden functions for them.
const KNOWN_METHODS: &[&str] = &[
    "as_mut",
    "as_ref",
    "borrow",
    "expect",
    "get_or_insert",
    "get_or_insert_with",
    "unwrap",
    "unwrap_or",
    "unwrap_or_default",
    "unwrap_or_else",
];

/// Turns a call of a function into a call of its hidden function, whose name is the result of `name_of`. `value`, the
/// value to store, becomes an additional argument. `None` for other expressions, and for [`KNOWN_METHODS`].
pub(crate) fn hidden_call(
    it: &syn::Expr,
    name_of: fn(&str) -> String,
    value: Option<&syn::Expr>,
) -> Option<syn::Expr> {
    let hidden = |name: &syn::Ident| {
        let text = name.to_string();
        format_ident!("{}", name_of(text.trim_start_matches("r#")), span = name.span())
    };
    match it {
        syn::Expr::MethodCall(call) if !KNOWN_METHODS.iter().any(|known| call.method == known) => {
            let mut call = call.clone();
            call.method = hidden(&call.method);
            call.args.extend(value.cloned());
            Some(syn::Expr::MethodCall(call))
        }
        syn::Expr::Call(call) => {
            let syn::Expr::Path(path) = &*call.func else { return None };
            let mut call = call.clone();
            call.args.extend(value.cloned());
            let count = path.path.segments.len();
            let is_type = |at: usize| {
                let name = path.path.segments[at].ident.to_string();
                name.starts_with(|c: char| c.is_ascii_uppercase()) || types::scalar(&name).is_some()
            };
            *call.func = if path.qself.is_some() || count > 1 && is_type(count - 2) {
                let mut path = path.clone();
                let last = path.path.segments.last_mut()?;
                last.ident = hidden(&last.ident);
                syn::Expr::Path(path)
            } else {
                let last = &path.path.segments.last()?.ident;
                if ["max", "min", "replace", "take"].iter().any(|known| last == known) {
                    return None;
                }
                let (own, name) = (&path.path, hidden(last));
                syn::parse_quote!(<#own>::#name)
            };
            Some(syn::Expr::Call(call))
        }
        _ => None,
    }
}

/// Takes an item apart. `None` if it has no function with a reference result.
pub(crate) fn split(item: &TokenStream) -> Option<Split> {
    // Most items have no such function. This test avoids a second parse.
    if !token_sequence::contains(item, &["-", ">", "&"]) {
        return None;
    }
    match syn::parse2(item.clone()).ok()? {
        syn::Item::Fn(function) if function.sig.receiver().is_none() => {
            target(&function.sig)?;
            let name = &function.sig.ident;
            let functions = hidden(&function.sig, &function.block, &quote!(pub));
            let of_struct = quote!(#[doc(hidden)] impl #name { #functions });
            Some(Split {
                host: function.to_token_stream(),
                rest: None,
                hidden: of_struct,
                function: Some(function),
            })
        }
        syn::Item::Impl(block) => {
            let last = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
            let is_deref = last.is_some_and(|last| last.ident == "Deref" || last.ident == "DerefMut");
            (is_deref || block.trait_.is_none()).then(|| of_block(block, is_deref)).flatten()
        }
        _ => None,
    }
}

fn of_block(block: syn::ItemImpl, is_deref: bool) -> Option<Split> {
    let mut associated = super::AssociatedTypes::of(&block);
    let returns = |item: &syn::ImplItem| matches!(item, syn::ImplItem::Fn(it) if target(&it.sig).is_some());
    let mut functions = TokenStream::new();
    for item in block.items.iter().filter(|item| returns(item)) {
        if let syn::ImplItem::Fn(function) = item {
            let mut function = function.clone();
            syn::visit_mut::VisitMut::visit_impl_item_fn_mut(&mut associated, &mut function);
            if is_deref
                && let syn::ReturnType::Type(_, ty) = &mut function.sig.output
                && let syn::Type::Reference(reference) = &mut **ty
                && token_sequence::contains(&reference.elem.to_token_stream(), &["Self", ":", ":", "Target"])
            {
                let owner = &block.self_ty;
                *reference.elem = syn::parse_quote!(<#owner as ::core::ops::Deref>::Target);
            }
            let visibility = match is_deref {
                true => quote!(pub),
                false => function.vis.to_token_stream(),
            };
            functions.extend(hidden(&function.sig, &function.block, &visibility));
        }
    }
    if functions.is_empty() {
        return None;
    }
    let (generics, owner, where_clause) = (&block.generics, &block.self_ty, &block.generics.where_clause);
    let parameters = &generics.params;
    let hidden = quote!(#[doc(hidden)] impl<#parameters> #owner #where_clause { #functions });
    if is_deref {
        let host = block.to_token_stream();
        return Some(Split { host, rest: None, hidden, function: None });
    }
    let (host, rest): (Vec<_>, Vec<_>) = block.items.iter().cloned().partition(returns);
    let has_functions = rest.iter().any(|item| matches!(item, syn::ImplItem::Fn(_)));
    let with = |items| syn::ItemImpl { items, ..block.clone() }.into_token_stream();
    Some(match has_functions {
        true => Split { host: with(host), rest: Some(with(rest)), hidden, function: None },
        false => Split { host: block.to_token_stream(), rest: None, hidden, function: None },
    })
}

/// The target of the reference that a function returns, and whether the reference is `&mut`. `None` for other
/// results, and for slices.
fn target(signature: &syn::Signature) -> Option<(syn::Type, bool)> {
    let syn::ReturnType::Type(_, ty) = &signature.output else { return None };
    let syn::Type::Reference(reference) = &**ty else { return None };
    match &*reference.elem {
        syn::Type::Slice(_) | syn::Type::TraitObject(_) | syn::Type::Reference(_) => None,
        to if to.to_token_stream().to_string() == "str" => None,
        to => Some((to.clone(), reference.mutability.is_some())),
    }
}

/// The hidden functions for one function.
fn hidden(signature: &syn::Signature, body: &syn::Block, visibility: &TokenStream) -> TokenStream {
    let Some((to, mutable)) = target(signature) else { return TokenStream::new() };
    let name = signature.ident.to_string();
    let name = name.trim_start_matches("r#");
    let copy = |assigns: bool| {
        let mut block = body.clone();
        let mut tails = Tails::through_references(assigns);
        tails.block(&mut block);
        block
    };
    let parameter = returned_parameter(body).filter(|name| {
        mutable
            && (name == "self"
                || signature.inputs.iter().any(|input| {
                    matches!(input, syn::FnArg::Typed(typed)
                if matches!(&*typed.pat, syn::Pat::Ident(pattern) if pattern.ident == *name))
                }))
    });
    let mut read = signature.clone();
    read.ident = format_ident!("{}", value_of(name), span = signature.ident.span());
    read.output = syn::parse_quote!(-> #to);
    // A function that returns `&T` is called once, so it may have side effects.
    let inputs = match parameter.is_none() && mutable {
        true => read.inputs.iter_mut().collect(),
        false => Vec::new(),
    };
    for input in inputs {
        match input {
            syn::FnArg::Receiver(receiver) => {
                if let syn::ReceiverKind::Reference(_, _, mutability) = &mut receiver.kind {
                    *mutability = None;
                }
            }
            syn::FnArg::Typed(typed) => {
                if let syn::Type::Reference(reference) = &mut *typed.ty {
                    reference.mutability = None;
                }
            }
        }
    }
    let block = copy(false);
    let reads = quote!(#visibility #read #block);
    let writes = mutable.then(|| {
        let mut write = signature.clone();
        write.ident = format_ident!("{}", assign_to(name), span = signature.ident.span());
        write.output = syn::ReturnType::Default;
        write.inputs.push(syn::parse_quote!(amp_value: #to));
        let block = copy(true);
        let mut store = write.clone();
        store.ident = format_ident!("{}", store_to(name), span = signature.ident.span());
        let alone = match parameter {
            Some(parameter) => syn::parse_quote!({ *#parameter = amp_value; }),
            None => block.clone(),
        };
        quote!(#visibility #write #block #visibility #store #alone)
    });
    quote!(#reads #writes)
}

/// The parameter that is each result of a function: `self` in `{ self.n += 1; self }`. `None` for other functions.
fn returned_parameter(body: &syn::Block) -> Option<syn::Ident> {
    struct Results {
        names: Vec<Option<syn::Ident>>,
        shadowed: Vec<syn::Ident>,
    }
    impl Results {
        fn block(&mut self, block: &syn::Block) {
            if let Some(syn::Stmt::Expr(result, None)) = block.stmts.last() {
                self.result(result);
            }
        }

        fn result(&mut self, it: &syn::Expr) {
            match it {
                syn::Expr::Paren(inner) => self.result(&inner.expr),
                syn::Expr::Group(inner) => self.result(&inner.expr),
                syn::Expr::Block(block) => self.block(&block.block),
                syn::Expr::If(branches) => {
                    self.block(&branches.then_branch);
                    if let Some((_, otherwise)) = &branches.else_branch {
                        self.result(otherwise);
                    }
                }
                syn::Expr::Match(arms) => arms.arms.iter().for_each(|arm| self.result(&arm.body)),
                syn::Expr::Macro(_) | syn::Expr::Return(_) => {}
                syn::Expr::Reference(reference) => match &*reference.expr {
                    syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => self.result(&it.expr),
                    _ => self.names.push(None),
                },
                syn::Expr::Path(path) => self.names.push(path.path.get_ident().cloned()),
                _ => self.names.push(None),
            }
        }
    }
    impl<'ast> syn::visit::Visit<'ast> for Results {
        fn visit_expr_return(&mut self, it: &'ast syn::ExprReturn) {
            if let Some(result) = &it.expr {
                self.result(result);
            }
            syn::visit::visit_expr_return(self, it);
        }

        fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
            self.shadowed.push(it.ident.clone());
            syn::visit::visit_pat_ident(self, it);
        }

        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut results = Results { names: Vec::new(), shadowed: Vec::new() };
    results.block(body);
    syn::visit::Visit::visit_block(&mut results, body);
    let first = results.names.first()?.clone()?;
    let is_same = results.names.iter().all(|name| name.as_ref() == Some(&first));
    (is_same && !results.shadowed.contains(&first)).then_some(first)
}
