//! Functions that take an iterator: `fn mean(values: impl Iterator<Item = f32>) -> f32`.
//!
//! A device holds no iterators. So the function itself is for the host only, and a hidden function takes a closure for each
//! iterator, which returns the next item as `next` does. Its body is a copy of the user's body, in which the parameter is an
//! `iter::from_fn` of the closure. Lowering turns a call with a chain as an argument into a call of the hidden function
//! (`lower/iterators/argument.rs`).
//!
//! For a parameter `&mut Peekable<..>`, the closure also takes whether it only looks at the next item, which stays with the caller.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// The name of the hidden function for a method, or for a function of a type.
pub(crate) fn pulling(name: &str) -> String {
    format!("{PULLING}_{}", name.trim_start_matches("r#"))
}

/// The name of the hidden function for a free function, in the struct with the function's name.
pub(crate) const PULLING: &str = "amp_pulling";

/// Whether a function is a hidden function of this module.
pub(crate) fn is_hidden(name: &Ident) -> bool {
    name.to_string().starts_with(PULLING)
}

/// The type of the items, if the bounds are those of an iterator. An item with a reference would have a lifetime, which the
/// result of a closure cannot name.
fn item<'b>(bounds: impl IntoIterator<Item = &'b syn::TypeParamBound>) -> Option<syn::Type> {
    let mut found = None;
    for bound in bounds {
        let bound = match bound {
            syn::TypeParamBound::Trait(bound) => bound,
            syn::TypeParamBound::Lifetime(_) => continue,
            _ => return None,
        };
        let last = bound.path.segments.last()?;
        match last.ident.to_string().as_str() {
            "Iterator" | "IntoIterator" if found.is_none() => found = Some(last),
            // A body that uses this bound is rejected in `hidden`.
            "Clone" => {}
            _ => return None,
        }
    }
    let last = found?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let item = arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::AssocType(item) if item.ident == "Item" => Some(item.ty.clone()),
        _ => None,
    })?;
    (!item.to_token_stream().to_string().contains('&')).then_some(item)
}

/// The iterators among the type parameters, with the types of their items.
fn parameters(generics: &syn::Generics) -> Vec<(Ident, syn::Type)> {
    let predicates: Vec<_> = generics.where_clause.iter().flat_map(|clause| &clause.predicates).collect();
    let found = generics.type_params().filter_map(|parameter| {
        let later = predicates.iter().filter_map(|predicate| match predicate {
            syn::WherePredicate::Type(it) if is_name(&it.bounded_ty, &parameter.ident) => Some(&it.bounds),
            _ => None,
        });
        Some((parameter.ident.clone(), item(parameter.bounds.iter().chain(later.flatten()))?))
    });
    found.collect()
}

fn is_name(ty: &syn::Type, name: &Ident) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident(name))
}

/// The positions of the parameters of a free function that are iterators: first those that are a `Peekable`, then the others.
pub(crate) fn positions(signature: &syn::Signature) -> (Vec<usize>, Vec<usize>) {
    let named = parameters(&signature.generics);
    let inputs = signature.inputs.iter().enumerate().filter_map(|(n, input)| match input {
        syn::FnArg::Typed(typed) => Some((n, Taken::of(&typed.ty, &named)?.peeks)),
        syn::FnArg::Receiver(_) => None,
    });
    let (peeking, others): (Vec<_>, Vec<_>) = inputs.partition(|(_, peeks)| *peeks);
    let positions = |list: Vec<(usize, bool)>| list.into_iter().map(|(n, _)| n).collect();
    (positions(peeking), positions(others))
}

/// A parameter that is an iterator.
struct Taken {
    item: syn::Type,
    by_mut: bool,
    /// Whether the type is a `Peekable`.
    peeks: bool,
}

impl Taken {
    fn of(ty: &syn::Type, named: &[(Ident, syn::Type)]) -> Option<Self> {
        let (by_mut, ty) = match ty {
            syn::Type::Reference(it) if it.mutability.is_some() => (true, &*it.elem),
            other => (false, other),
        };
        let (peeks, ty) = match peekable(ty) {
            Some(inner) if by_mut => (true, inner),
            _ => (false, ty),
        };
        let item = match ty {
            syn::Type::ImplTrait(it) => item(&it.bounds),
            other => named.iter().find(|(name, _)| is_name(other, name)).map(|(_, item)| item.clone()),
        };
        Some(Taken { item: item?, by_mut, peeks })
    }
}

/// The iterator in `Peekable<I>`.
fn peekable(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(syn::TypePath { qself: None, path, .. }) = ty else { return None };
    let last = path.segments.last().filter(|last| last.ident == "Peekable")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Replaces the methods of a `Peekable` by calls of its closure, which takes whether it only looks at the next item.
///
/// ```text
/// it.peek()        next(true).as_ref()
/// it.next_if(f)    if next(true).filter(f).is_some() { next(false) } else { None }
/// ```
struct Peeks<'n> {
    name: &'n Ident,
    next: &'n Ident,
    /// Whether the body has a use that is not supported.
    fails: bool,
}

impl VisitMut for Peeks<'_> {
    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, it);
        let syn::Expr::MethodCall(call) = it else { return };
        if !matches!(&*call.receiver, syn::Expr::Path(path) if path.path.is_ident(self.name)) {
            return;
        }
        let (next, span) = (self.next, call.method.span());
        let arguments: Vec<_> = call.args.iter().collect();
        *it = match (call.method.to_string().as_str(), &arguments[..]) {
            ("next", []) => syn::parse_quote_spanned!(span=> #next(false)),
            ("peek", []) => syn::parse_quote_spanned!(span=> #next(true).as_ref()),
            ("next_if", [f]) => syn::parse_quote_spanned!(span=>
                (if #next(true).filter(#f).is_some() { #next(false) } else { ::core::option::Option::None })
            ),
            ("next_if_eq", [value]) => {
                let value = match value {
                    syn::Expr::Reference(it) => (*it.expr).clone(),
                    value => syn::parse_quote_spanned!(span=> *#value),
                };
                self.fails |= !matches!(value, syn::Expr::Lit(_) | syn::Expr::Path(_) | syn::Expr::Unary(_));
                syn::parse_quote_spanned!(span=>
                    (if #next(true) == ::core::option::Option::Some(#value) {
                        #next(false)
                    } else {
                        ::core::option::Option::None
                    })
                )
            }
            ("peek_mut", _) => {
                self.fails = true;
                return;
            }
            _ => return,
        };
    }

    fn visit_pat_ident_mut(&mut self, it: &mut syn::PatIdent) {
        self.fails |= it.ident == *self.name;
        visit_mut::visit_pat_ident_mut(self, it);
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        self.fails |= mentions(it.tokens.clone(), self.name);
    }
}

/// The signature and the body of the hidden function. `None` if the function takes no iterator.
pub(crate) fn hidden(signature: &syn::Signature, block: &syn::Block) -> Option<(syn::Signature, syn::Block)> {
    let named = parameters(&signature.generics);
    let (mut signature, mut block) = (signature.clone(), block.clone());
    let (mut declared, mut is_hidden) = (Vec::new(), false);
    for (n, input) in signature.inputs.iter_mut().enumerate() {
        let syn::FnArg::Typed(typed) = input else { continue };
        let Some(Taken { item, by_mut, peeks }) = Taken::of(&typed.ty, &named) else { continue };
        let syn::Pat::Ident(name) = &*typed.pat else { return None };
        let next = format_ident!("amp_next{n}");
        let (word, name) = (&name.mutability, &name.ident);
        // A closure advances the caller's iterator, so there is no second one.
        let text = name.to_string();
        if super::token_sequence::contains(&block.to_token_stream(), &[&text, ".", "clone"]) {
            return None;
        }
        if peeks {
            let mut search = Peeks { name, next: &next, fails: false };
            search.visit_block_mut(&mut block);
            if search.fails || is_passed(&block, name) {
                return None;
            }
            // The body calls other methods of iterators.
            if mentions(block.to_token_stream(), name) {
                declared.push(syn::parse_quote!(let mut #name = ::core::iter::from_fn(|| #next(false));));
            }
            is_hidden = true;
            *typed = syn::parse_quote!(mut #next: impl FnMut(bool) -> ::core::option::Option<#item>);
            continue;
        }
        declared.push(match by_mut {
            true => syn::parse_quote!(let mut #name = ::core::iter::from_fn(#next);),
            false => syn::parse_quote!(let #word #name = ::core::iter::from_fn(#next);),
        });
        *typed = syn::parse_quote!(mut #next: impl FnMut() -> ::core::option::Option<#item>);
    }
    if declared.is_empty() && !is_hidden {
        return None;
    }
    let names: Vec<_> = named.iter().map(|(name, _)| name).collect();
    let is_kept = |parameter: &syn::GenericParam| match parameter {
        syn::GenericParam::Type(it) => !names.contains(&&it.ident),
        _ => true,
    };
    signature.generics.params =
        std::mem::take(&mut signature.generics.params).into_iter().filter(is_kept).collect();
    if let Some(clause) = &mut signature.generics.where_clause {
        let is_kept = |predicate: &syn::WherePredicate| match predicate {
            syn::WherePredicate::Type(it) => !names.iter().any(|name| is_name(&it.bounded_ty, name)),
            _ => true,
        };
        clause.predicates = std::mem::take(&mut clause.predicates).into_iter().filter(is_kept).collect();
    }
    let is_used =
        |name: &Ident| mentions(signature.to_token_stream(), name) || mentions(block.to_token_stream(), name);
    if names.iter().any(|name| is_used(name)) {
        return None;
    }
    block.stmts.splice(0..0, declared);
    signature.ident =
        format_ident!("{}", pulling(&signature.ident.to_string()), span = signature.ident.span());
    Some((signature, block))
}

/// For the functions of an `impl` block that take one `impl IntoIterator`: versions that take an array. Kernels call them by the
/// name of the function. On the host, the function itself takes the array.
pub(crate) fn of_arrays(item: &TokenStream) -> Vec<TokenStream> {
    let Ok(syn::Item::Impl(block)) = syn::parse2(item.clone()) else { return Vec::new() };
    let (parameters, clause, owner) = (&block.generics.params, &block.generics.where_clause, &block.self_ty);
    let versions = block.items.iter().filter_map(|item| {
        let syn::ImplItem::Fn(function) = item else { return None };
        let signature = of_array(&function.sig)?;
        let body = &function.block;
        Some(quote!(impl<#parameters> #owner #clause { #signature #body }))
    });
    versions.collect()
}

/// The signature with an array in place of the only `impl IntoIterator`.
fn of_array(signature: &syn::Signature) -> Option<syn::Signature> {
    let mut signature = signature.clone();
    let named = parameters(&signature.generics);
    let converts = |bounds: &syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>| {
        bounds.to_token_stream().to_string().starts_with("IntoIterator")
    };
    let by_name = |ty: &syn::Type| {
        let (name, item) = named.iter().find(|(name, _)| is_name(ty, name))?;
        let parameter = signature.generics.type_params().find(|it| it.ident == *name)?;
        converts(&parameter.bounds).then(|| (Some(name.clone()), item.clone()))
    };
    let mut found = Vec::new();
    for (n, input) in signature.inputs.iter().enumerate() {
        let syn::FnArg::Typed(typed) = input else { continue };
        let taken = match &*typed.ty {
            syn::Type::ImplTrait(it) if converts(&it.bounds) => Some((None, item(&it.bounds)?)),
            other => by_name(other),
        };
        found.extend(taken.map(|taken| (n, taken)));
    }
    let [(n, (name, item))] = &found[..] else { return None };
    if let syn::FnArg::Typed(typed) = &mut signature.inputs[*n] {
        *typed.ty = syn::parse_quote!([#item; AMP_LENGTH]);
    }
    let length: syn::GenericParam = syn::parse_quote!(const AMP_LENGTH: usize);
    let is_kept = |parameter: &syn::GenericParam| match parameter {
        syn::GenericParam::Type(it) => Some(&it.ident) != name.as_ref(),
        _ => true,
    };
    let kept = std::mem::take(&mut signature.generics.params).into_iter().filter(is_kept);
    signature.generics.params = kept.chain([length]).collect();
    if named.iter().any(|(name, _)| mentions(signature.to_token_stream(), name)) {
        return None;
    }
    Some(signature)
}

/// Whether an identifier occurs among tokens.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(it) => it == *name,
        proc_macro2::TokenTree::Group(it) => mentions(it.stream(), name),
        _ => false,
    })
}

/// Whether a body uses a name other than as the receiver of a method: it passes a `Peekable` on to another function.
fn is_passed(body: &syn::Block, name: &Ident) -> bool {
    struct Uses<'n> {
        name: &'n Ident,
        all: usize,
        receivers: usize,
    }
    impl<'ast> Visit<'ast> for Uses<'_> {
        fn visit_expr_path(&mut self, it: &'ast syn::ExprPath) {
            self.all += usize::from(it.path.is_ident(self.name));
        }

        fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
            let is_name = matches!(&*it.receiver, syn::Expr::Path(path) if path.path.is_ident(self.name));
            self.receivers += usize::from(is_name);
            visit::visit_expr_method_call(self, it);
        }
    }
    let mut uses = Uses { name, all: 0, receivers: 0 };
    uses.visit_block(body);
    uses.all != uses.receivers
}

/// Takes an item apart. `None` if it has no function that takes an iterator.
pub(crate) fn split(item: &TokenStream) -> Option<super::reference_results::Split> {
    // Most items have no such function. This test avoids a second parse.
    let text = item.to_string();
    if !text.contains("Iterator") {
        return None;
    }
    match syn::parse2(item.clone()).ok()? {
        syn::Item::Fn(function) if function.sig.receiver().is_none() => {
            let (mut signature, block) = hidden(&function.sig, &function.block)?;
            let name = &function.sig.ident;
            signature.ident = Ident::new(PULLING, name.span());
            let hidden = quote!(#[doc(hidden)] impl #name { pub #signature #block });
            let host = function.to_token_stream();
            Some(super::reference_results::Split { host, rest: None, hidden, function: Some(function) })
        }
        // The functions of the trait are for the host only, and those of the type are for kernels.
        syn::Item::Impl(block) if block.trait_.is_some() => {
            let mut functions = TokenStream::new();
            for item in &block.items {
                match item {
                    syn::ImplItem::Fn(function) => {
                        let (signature, body) = hidden(&function.sig, &function.block)?;
                        functions.extend(quote!(pub #signature #body));
                    }
                    _ => return None,
                }
            }
            let is_fold = block
                .trait_
                .as_ref()
                .and_then(|(path, ..)| path.segments.last())
                .is_some_and(|last| ["Sum", "Product"].iter().any(|name| last.ident == name));
            if functions.is_empty() || is_fold {
                return None;
            }
            let (parameters, clause, owner) =
                (&block.generics.params, &block.generics.where_clause, &block.self_ty);
            let hidden = quote!(#[doc(hidden)] impl<#parameters> #owner #clause { #functions });
            let host = block.to_token_stream();
            Some(super::reference_results::Split { host, rest: None, hidden, function: None })
        }
        syn::Item::Impl(block) if block.trait_.is_none() => {
            let mut functions = TokenStream::new();
            let is_taken = |it: &syn::ImplItem| matches!(it, syn::ImplItem::Fn(it) if hidden(&it.sig, &it.block).is_some());
            for item in &block.items {
                if let syn::ImplItem::Fn(function) = item
                    && let Some((signature, body)) = hidden(&function.sig, &function.block)
                {
                    let visibility = &function.vis;
                    functions.extend(quote!(#visibility #signature #body));
                }
            }
            if functions.is_empty() {
                return None;
            }
            let (parameters, clause, owner) =
                (&block.generics.params, &block.generics.where_clause, &block.self_ty);
            let hidden = quote!(#[doc(hidden)] impl<#parameters> #owner #clause { #functions });
            let (host, rest): (Vec<_>, Vec<_>) = block.items.iter().cloned().partition(is_taken);
            let has_functions = rest.iter().any(|item| matches!(item, syn::ImplItem::Fn(_)));
            let with = |items| syn::ItemImpl { items, ..block.clone() }.into_token_stream();
            let (host, rest) = match has_functions {
                true => (with(host), Some(with(rest))),
                false => (block.to_token_stream(), None),
            };
            Some(super::reference_results::Split { host, rest, hidden, function: None })
        }
        _ => None,
    }
}
