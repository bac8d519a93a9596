//! The calls of `with_views!`, and the functions that take the fields of structs of views as parameters.

use super::replace::{Bound, device_body};
use super::{FieldNames, OF_FUNCTION, ViewStruct, has_lifetime, of_method, struct_path};
use crate::diagnostics::{Code, Diagnostics, advice};
use crate::parse::iterator_results;
use crate::parse::signature::{parameter_type, view_parameter};
use crate::site::{Site, quoted};
use proc_macro2::{Group, Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::parse::{Parse, ParseStream};
use syn::visit_mut::{self, VisitMut};

/// The macro that calls `with_views!`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Kernel,
    Closure,
    Device,
}

impl Mode {
    fn word(self) -> &'static str {
        match self {
            Mode::Kernel => "kernel",
            Mode::Closure => "closure",
            Mode::Device => "device",
        }
    }
}

/// The input of `with_views!`: the tokens of a macro call, with the declarations of the types that may be structs of views.
pub(crate) struct Request {
    pub(crate) mode: Mode,
    pub(crate) attribute: TokenStream,
    pub(crate) item: TokenStream,
    /// The paths whose declarations are known. `None` for a type that is no struct of views.
    pub(crate) known: Vec<(syn::Path, Option<TokenStream>)>,
    /// The paths whose declarations are still to be found.
    pub(crate) pending: Vec<syn::Path>,
}

impl Request {
    pub(crate) fn new(
        mode: Mode,
        attribute: TokenStream,
        item: TokenStream,
        pending: Vec<syn::Path>,
    ) -> Self {
        Request { mode, attribute, item, known: Vec::new(), pending }
    }

    /// The call of the macro of the next struct. `None` if all declarations are known.
    pub(crate) fn call(&self) -> Option<TokenStream> {
        let (next, rest) = self.pending.split_first()?;
        let Request { mode, attribute, item, known, .. } = self;
        let mode = format_ident!("{}", mode.word());
        let known = known.iter().map(|(path, declared)| match declared {
            Some(declared) => quote!({ #path } { #declared }),
            None => quote!({ #path } {}),
        });
        Some(quote!({ #next } { #(#known)* } { #(#rest),* } #mode { #attribute } { #item }))
    }

    /// The next path to import.
    pub(crate) fn next(&self) -> Option<syn::Path> {
        let mut path = self.pending.first()?.clone();
        path.segments.last_mut()?.arguments = syn::PathArguments::None;
        Some(path)
    }

    /// The declarations of the structs, by the texts of their paths.
    pub(crate) fn structs(&self) -> Vec<(String, Option<ViewStruct>)> {
        let found = self.known.iter().map(|(path, declared)| {
            let declared = declared.clone().and_then(|tokens| syn::parse2(tokens).ok());
            let found = declared.and_then(|declared: syn::DeriveInput| ViewStruct::new(&declared, path));
            (path.to_token_stream().to_string(), found)
        });
        found.collect()
    }
}

impl Parse for Request {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let group = || -> syn::Result<Group> { input.parse() };
        let declared = group()?.stream();
        let path: syn::Path = syn::parse2(group()?.stream())?;
        let known = group()?.stream();
        let pending = group()?.stream();
        let mode = match input.parse::<Ident>()?.to_string().as_str() {
            "kernel" => Mode::Kernel,
            "closure" => Mode::Closure,
            _ => Mode::Device,
        };
        let (attribute, item) = (group()?.stream(), group()?.stream());
        let some = |declared: TokenStream| (!declared.is_empty()).then_some(declared);
        let earlier = |input: ParseStream<'_>| {
            let mut all = Vec::new();
            while !input.is_empty() {
                let (path, declared) = (input.parse::<Group>()?.stream(), input.parse::<Group>()?.stream());
                all.push((syn::parse2(path)?, some(declared)));
            }
            Ok(all)
        };
        let mut known: Vec<_> = syn::parse::Parser::parse2(earlier, known)?;
        known.push((path, some(declared)));
        let pending = syn::parse::Parser::parse2(
            syn::punctuated::Punctuated::<syn::Path, syn::Token![,]>::parse_terminated,
            pending,
        )?;
        Ok(Request { mode, attribute, item, known, pending: pending.into_iter().collect() })
    }
}

/// Adds a path to a list without duplicates.
fn add(paths: &mut Vec<syn::Path>, path: &syn::Path) {
    let text = path.to_token_stream().to_string();
    if paths.iter().all(|known| known.to_token_stream().to_string() != text) {
        paths.push(path.clone());
    }
}

/// The types among the parameters of a kernel function that may be structs of views.
pub(crate) fn asks_in_kernel(signature: &syn::Signature) -> Vec<syn::Path> {
    let mut paths = Vec::new();
    for input in signature.inputs.iter().skip(1) {
        let syn::FnArg::Typed(typed) = input else { continue };
        if !matches!(&*typed.pat, syn::Pat::Ident(_)) {
            continue;
        }
        let Some(path) = struct_path(&typed.ty) else { continue };
        let is_generic = signature.generics.type_params().any(|it| path.is_ident(&it.ident));
        if (matches!(&*typed.ty, syn::Type::Reference(_)) || has_lifetime(path)) && !is_generic {
            add(&mut paths, path);
        }
    }
    paths
}

/// The types in `let a: &Csr = &a;` of a closure kernel that may be structs of views.
pub(crate) fn asks_in_closure(closure: &syn::ExprClosure) -> Vec<syn::Path> {
    struct Lets(Vec<syn::Path>);
    impl<'ast> syn::visit::Visit<'ast> for Lets {
        fn visit_local(&mut self, it: &'ast syn::Local) {
            if let syn::Pat::Type(typed) = &it.pat
                && let syn::Type::Reference(_) = &*typed.ty
                && let Some(path) = struct_path(&typed.ty)
            {
                add(&mut self.0, path);
            }
            syn::visit::visit_local(self, it);
        }
    }
    let mut lets = Lets(Vec::new());
    syn::visit::Visit::visit_expr(&mut lets, &closure.body);
    lets.0
}

/// The parts of an item with `#[device]`.
pub(crate) struct Split {
    /// The functions for the host, which take structs of views.
    pub(crate) host: TokenStream,
    /// The item without these functions. `None` if nothing remains.
    pub(crate) rest: Option<TokenStream>,
    /// The functions whose structs of views are replaced by their fields.
    pub(crate) taken: TokenStream,
    /// The free function of the item.
    pub(crate) function: Option<syn::ItemFn>,
    pub(crate) paths: Vec<syn::Path>,
}

/// Takes an item apart. `None` if it has no function that takes a struct of views.
pub(crate) fn split(item: &TokenStream) -> Option<Split> {
    // Most items have no such function. This test avoids a second parse.
    if !item.to_string().contains('\'') {
        return None;
    }
    match syn::parse2(item.clone()).ok()? {
        syn::Item::Fn(function) if function.sig.receiver().is_none() => {
            let paths = parameters(&function.sig);
            if paths.is_empty() {
                return None;
            }
            let taken = function.to_token_stream();
            Some(Split { host: taken.clone(), rest: None, taken, function: Some(function), paths })
        }
        syn::Item::Impl(block) => of_block(block),
        _ => None,
    }
}

/// The types of structs of views among the parameters of a device function. They have a lifetime.
fn parameters(signature: &syn::Signature) -> Vec<syn::Path> {
    let mut paths = Vec::new();
    for input in &signature.inputs {
        if let syn::FnArg::Typed(typed) = input
            && let Some(path) = struct_path(&typed.ty)
            && has_lifetime(path)
        {
            add(&mut paths, path);
        }
    }
    paths
}

fn of_block(block: syn::ItemImpl) -> Option<Split> {
    let own = struct_path(&block.self_ty).filter(|path| has_lifetime(path)).cloned();
    let mut paths: Vec<_> = own.iter().cloned().collect();
    let takes = |item: &syn::ImplItem| match item {
        syn::ImplItem::Fn(function) => {
            let of_self = own.is_some() && function.sig.receiver().is_some();
            of_self || !parameters(&function.sig).is_empty() || own.is_some() && mentions_self(&function.sig)
        }
        _ => false,
    };
    if block.trait_.is_some() && own.is_none() {
        return None;
    }
    for item in &block.items {
        if let syn::ImplItem::Fn(function) = item {
            parameters(&function.sig).iter().for_each(|path| add(&mut paths, path));
        }
    }
    // A constructor such as `fn new(rows: &'a ArrayView<u32>) -> Self` is for the host only.
    let constructs = |item: &syn::ImplItem| {
        let syn::ImplItem::Fn(function) = item else { return false };
        own.is_some() && function.sig.receiver().is_none() && is_own(&function.sig.output, own.as_ref())
    };
    let (taken, others): (Vec<_>, Vec<_>) =
        block.items.iter().cloned().partition(|item| takes(item) && !constructs(item));
    if taken.is_empty() {
        return None;
    }
    let (constructors, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(constructs);
    let with = |items| syn::ItemImpl { items, ..block.clone() }.into_token_stream();
    let has_functions = rest.iter().any(|item| matches!(item, syn::ImplItem::Fn(_)));
    let (mut host, mut others) = (taken.clone(), None);
    host.extend(constructors);
    match has_functions && own.is_none() {
        true => others = Some(with(rest)),
        false => host.extend(rest),
    }
    Some(Split { host: with(host), rest: others, taken: with(taken), function: None, paths })
}

/// Whether a function returns the struct of its block.
fn is_own(output: &syn::ReturnType, own: Option<&syn::Path>) -> bool {
    let syn::ReturnType::Type(_, ty) = output else { return false };
    let Some((name, _)) = parameter_type(ty) else { return false };
    name == "Self" || own.and_then(|own| own.segments.last()).is_some_and(|own| own.ident == *name)
}

/// Whether a parameter has the type `Self`.
fn mentions_self(signature: &syn::Signature) -> bool {
    signature.inputs.iter().any(|input| matches!(input, syn::FnArg::Typed(typed) if is_self(&typed.ty)))
}

fn is_self(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(reference) => is_self(&reference.elem),
        syn::Type::Path(path) => path.qself.is_none() && path.path.is_ident("Self"),
        _ => false,
    }
}

/// The names of all parameters of a function, and of those that are views.
pub(crate) fn names(signature: &syn::Signature) -> (Vec<Ident>, Vec<Ident>) {
    let (mut all, mut views) = (Vec::new(), Vec::new());
    for input in &signature.inputs {
        let syn::FnArg::Typed(typed) = input else { continue };
        let found = crate::parse::names(std::iter::once(&*typed.pat));
        if view_parameter(&typed.ty).is_some() {
            views.extend(found.iter().cloned());
        }
        all.extend(found);
    }
    (all, views)
}

/// Replaces the lifetimes of the block or function by `'_`, because the hidden function does not declare them.
struct Lifetimes(Vec<String>);

impl VisitMut for Lifetimes {
    fn visit_lifetime_mut(&mut self, it: &mut syn::Lifetime) {
        if self.0.contains(&it.ident.to_string()) {
            it.ident = Ident::new("_", it.ident.span());
        }
    }

    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        // Labels have their own names.
        visit_mut::visit_expr_mut(self, it);
    }

    fn visit_label_mut(&mut self, _: &mut syn::Label) {}

    fn visit_expr_break_mut(&mut self, it: &mut syn::ExprBreak) {
        if let Some(value) = &mut it.expr {
            self.visit_expr_mut(value);
        }
    }

    fn visit_expr_continue_mut(&mut self, _: &mut syn::ExprContinue) {}
}

/// Replaces all lifetimes by `'static`.
struct StaticLifetimes;

impl VisitMut for StaticLifetimes {
    fn visit_lifetime_mut(&mut self, it: &mut syn::Lifetime) {
        it.ident = Ident::new("static", it.ident.span());
    }
}

/// Removes the lifetimes from generics, and returns their names.
fn remove_lifetimes(generics: &mut syn::Generics) -> Vec<String> {
    let names = generics.lifetimes().map(|it| it.lifetime.ident.to_string()).collect();
    let kept = generics.params.iter().filter(|it| !matches!(it, syn::GenericParam::Lifetime(_)));
    generics.params = kept.cloned().collect();
    if let Some(clause) = &mut generics.where_clause {
        let kept = clause.predicates.iter().filter(|it| !matches!(it, syn::WherePredicate::Lifetime(_)));
        clause.predicates = kept.cloned().collect();
    }
    names
}

/// The item with the hidden functions for an item with `#[device]`: parameters for the fields replace the structs of views.
pub(crate) fn hidden_item(
    item: TokenStream,
    structs: &[(String, Option<ViewStruct>)],
    diagnostics: &mut Diagnostics,
) -> syn::Result<TokenStream> {
    match syn::parse2(item)? {
        syn::Item::Fn(mut function) => {
            let lifetimes = remove_lifetimes(&mut function.sig.generics);
            let name = function.sig.ident.clone();
            let hidden = hidden(&function.sig, &function.block, None, structs, diagnostics);
            let Some((mut signature, mut block)) = hidden else { return Ok(TokenStream::new()) };
            Lifetimes(lifetimes.clone()).visit_signature_mut(&mut signature);
            Lifetimes(lifetimes).visit_block_mut(&mut block);
            signature.ident = Ident::new(OF_FUNCTION, name.span());
            Ok(quote!(#[doc(hidden)] impl #name { pub #signature #block }))
        }
        syn::Item::Impl(mut block) => {
            let lifetimes = remove_lifetimes(&mut block.generics);
            if let Some((of_trait, _)) = &block.trait_ {
                let detail = format!("the implementation of `{}` for a struct of views", quoted(of_trait));
                let advice = advice::signature::VIEWS_IN_TRAIT;
                diagnostics.advise(Code::AMP008, Site::of(of_trait), detail, advice);
                return Ok(TokenStream::new());
            }
            let own = struct_path(&block.self_ty).map(|path| path.to_token_stream().to_string());
            let own = own.and_then(|own| structs.iter().find(|(path, _)| *path == own)?.1.as_ref());
            let mut functions = TokenStream::new();
            for item in &block.items {
                let syn::ImplItem::Fn(function) = item else { continue };
                let mut function = function.clone();
                let mut all = remove_lifetimes(&mut function.sig.generics);
                all.extend(lifetimes.iter().cloned());
                let found = hidden(&function.sig, &function.block, own, structs, diagnostics);
                let Some((mut signature, mut body)) = found else { continue };
                Lifetimes(all.clone()).visit_signature_mut(&mut signature);
                Lifetimes(all).visit_block_mut(&mut body);
                let visibility = &function.vis;
                functions.extend(quote!(#visibility #signature #body));
            }
            // The hidden functions do not mention the lifetimes of the struct, because they take its fields.
            let mut owner = (*block.self_ty).clone();
            if own.is_some() {
                StaticLifetimes.visit_type_mut(&mut owner);
            }
            let (generics, where_clause) = (&block.generics, &block.generics.where_clause);
            let parameters = &generics.params;
            Ok(quote!(#[doc(hidden)] impl<#parameters> #owner #where_clause { #functions }))
        }
        _ => Ok(TokenStream::new()),
    }
}

/// The signature and the body of the hidden function for a function. `own` is the struct of its block.
fn hidden(
    signature: &syn::Signature,
    block: &syn::Block,
    own: Option<&ViewStruct>,
    structs: &[(String, Option<ViewStruct>)],
    diagnostics: &mut Diagnostics,
) -> Option<(syn::Signature, syn::Block)> {
    let find = |path: &syn::Path| {
        let text = path.to_token_stream().to_string();
        structs.iter().find(|(known, _)| *known == text)?.1.as_ref()
    };
    if let syn::ReturnType::Type(_, ty) = &signature.output
        && (is_self(ty) && own.is_some() || struct_path(ty).is_some_and(has_lifetime))
    {
        let detail = format!("the struct of views `{}` as a result", quoted(ty));
        diagnostics.advise(Code::AMP002, Site::of(ty), detail, advice::signature::RETURNED_VIEWS);
        return None;
    }
    let mut tokens = signature.to_token_stream();
    block.to_tokens(&mut tokens);
    let field_names = FieldNames::beside(tokens);
    let (mut bound, mut replaced) = (Vec::new(), Vec::new());
    for input in &signature.inputs {
        let found = match input {
            syn::FnArg::Receiver(receiver) => {
                let name = Ident::new("self", receiver.self_token.span);
                own.map(|ty| (name, ty, syn::parse_quote!(Self)))
            }
            syn::FnArg::Typed(typed) => match &*typed.pat {
                syn::Pat::Ident(name) if is_self(&typed.ty) => {
                    own.map(|ty| (name.ident.clone(), ty, syn::parse_quote!(Self)))
                }
                syn::Pat::Ident(name) => struct_path(&typed.ty)
                    .and_then(find)
                    .map(|ty| (name.ident.clone(), ty, ty.written.clone())),
                _ => None,
            },
        };
        match found {
            Some((name, ty, owner)) => {
                bound.push((name.clone(), Bound::parameter(&name, ty, owner, &field_names)));
                replaced.push(Some((name, ty)));
            }
            None => replaced.push(None),
        }
    }
    let (parameters, mut views) = names(signature);
    for (name, ty) in replaced.iter().flatten() {
        let of_views = ty.fields.iter().filter(|field| matches!(field.kind, super::FieldKind::View { .. }));
        views.extend(of_views.map(|field| field_names.field(name, &field.name())));
    }
    let mut literals: Vec<_> = structs
        .iter()
        .filter_map(|(path, found)| Some((path_of_literal(path), found.as_ref()?.written.clone())))
        .collect();
    literals.extend(own.map(|_| ("Self".to_owned(), syn::parse_quote!(Self))));
    let mut body = block.clone();
    let used = device_body(&mut body, bound, &parameters, &views, literals, field_names.clone(), diagnostics);
    let mut signature = signature.clone();
    let name = signature.ident.to_string();
    signature.ident = format_ident!("{}", of_method(&name), span = signature.ident.span());
    let inputs = signature.inputs.iter().zip(replaced).flat_map(|(input, replaced)| match replaced {
        Some((name, ty)) => parameters_of(&name, ty, &used, &field_names),
        None => vec![input.clone()],
    });
    signature.inputs = inputs.collect();
    // The iterator borrows the fields, which have no common lifetime. The span selects amp's own edition, in which the type
    // captures all lifetimes.
    if let Some(item) = iterator_results::item(&signature) {
        let site = Span::mixed_site();
        signature.output = syn::parse_quote_spanned!(site=> -> impl ::core::iter::Iterator<Item = #item>);
    }
    Some((signature, body))
}

/// The parameters that stand for a struct of views. Names of unused ones begin with an underscore.
fn parameters_of(of: &Ident, ty: &ViewStruct, used: &HashSet<String>, names: &FieldNames) -> Vec<syn::FnArg> {
    let fields = ty.fields.iter().map(|field| {
        let (name, ty) = (names.field(of, &field.name()), &field.ty);
        let name = match used.contains(&name.to_string()) {
            true => name,
            false => format_ident!("_{name}", span = name.span()),
        };
        syn::parse_quote!(#name: #ty)
    });
    fields.collect()
}

/// The text of the path in a literal of a struct, `Csr` for `Csr < '_ >`.
fn path_of_literal(path: &str) -> String {
    match syn::parse_str::<syn::Path>(path) {
        Ok(path) => super::without_lifetimes(&path).to_token_stream().to_string(),
        Err(_) => path.to_owned(),
    }
}
