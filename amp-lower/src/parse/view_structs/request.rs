//! The calls of `with_views!`, and the functions that take the fields of structs of views as parameters.

use super::modifying::{Function, modifying};
use super::replace::{Bound, Parameters, Taken, device_body, with_known};
use super::{
    FieldKind, FieldNames, OF_FUNCTION, OF_MODIFYING_FUNCTION, ViewStruct, arguments_of, constructor,
    has_lifetime, is_parameter, of_method, of_modifying_method, struct_path,
};
use crate::diagnostics::{Code, Diagnostics, advice};
use crate::parse::iterator_calls::{self, Answers};
use crate::parse::iterator_results;
use crate::parse::signature::{callable, parameter_type, view_parameter};
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
    /// A device function that calls a constructor. See `constructor`.
    Body,
}

impl Mode {
    fn word(self) -> &'static str {
        match self {
            Mode::Kernel => "kernel",
            Mode::Closure => "closure",
            Mode::Device => "device",
            Mode::Body => "body",
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
    /// The number of macros in `no_views` of the runtime.
    const MAX: usize = 32;

    pub(crate) fn new(
        mode: Mode,
        attribute: TokenStream,
        item: TokenStream,
        pending: Vec<syn::Path>,
    ) -> Self {
        let pending = pending.into_iter().take(Self::MAX).collect();
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

    /// The answers about functions that may return iterators, and types that may be iterators.
    pub(crate) fn answers(&self) -> Answers {
        let mut answers = Answers { iterators: Vec::new(), takes: Vec::new(), others: Vec::new() };
        for (path, declared) in &self.known {
            match declared {
                Some(tokens) => answers.add(path, tokens),
                None => answers.others.push(path.clone()),
            }
        }
        answers
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
            "body" => Mode::Body,
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

/// The types that a function names, and whose constructors it may call. `block` has the generics of its block.
fn asks_in_function(
    function: &syn::Signature,
    body: &syn::Block,
    block: Option<&syn::Generics>,
) -> Vec<syn::Path> {
    let parameters = function.generics.type_params().chain(block.into_iter().flat_map(|it| it.type_params()));
    let parameters: Vec<_> = parameters.map(|it| it.ident.clone()).collect();
    constructor::asks(body, &names(function).views, &parameters)
}

/// The types in the bodies of an item with `#[device]` whose constructors it may call, and the functions that it calls and
/// that may return iterators.
pub(crate) fn asks_in_bodies(item: &TokenStream) -> Vec<syn::Path> {
    let (mut paths, mut functions) = (Vec::new(), Vec::new());
    let mut ask = |signature: &syn::Signature, body: &syn::Block, block: Option<&syn::Generics>| {
        paths.extend(asks_in_function(signature, body, block));
        functions.extend(iterator_calls::asks(signature, body, block));
    };
    match syn::parse2(item.clone()) {
        Ok(syn::Item::Fn(it)) => ask(&it.sig, &it.block, None),
        Ok(syn::Item::Impl(block)) => {
            for item in &block.items {
                let syn::ImplItem::Fn(it) = item else { continue };
                ask(&it.sig, &it.block, Some(&block.generics));
            }
        }
        _ => {}
    }
    paths.extend(functions);
    let mut unique = Vec::new();
    paths.iter().for_each(|path| add(&mut unique, path));
    unique
}

/// Replaces the structs that the bodies of an item make by constructors, and marks the calls of functions that return
/// iterators. Also returns the checks of `standard_functions`.
pub(crate) fn made_in_bodies(
    item: TokenStream,
    structs: &[(String, Option<ViewStruct>)],
    answers: &Answers,
    diagnostics: &mut Diagnostics,
) -> syn::Result<(TokenStream, TokenStream)> {
    let mut item: syn::Item = syn::parse2(item)?;
    let mut checks = TokenStream::new();
    let mut replace = |signature: &syn::Signature, body: &mut syn::Block, block: Option<&syn::Generics>| {
        checks.extend(iterator_calls::mark(signature, body, block, answers));
        let mut tokens = signature.to_token_stream();
        body.to_tokens(&mut tokens);
        with_known(body, signature, structs, FieldNames::beside(tokens), diagnostics);
    };
    match &mut item {
        syn::Item::Fn(it) => replace(&it.sig, &mut it.block, None),
        syn::Item::Impl(block) => {
            for item in &mut block.items {
                let syn::ImplItem::Fn(it) = item else { continue };
                replace(&it.sig, &mut it.block, Some(&block.generics));
            }
        }
        _ => {}
    }
    Ok((item.into_token_stream(), checks))
}

/// The types of a kernel function that may be structs of views: of its parameters, and those whose constructors it calls. Also
/// the functions that it calls and that may return iterators.
pub(crate) fn asks_in_kernel(function: &syn::ItemFn) -> Vec<syn::Path> {
    let signature = &function.sig;
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
    asks_in_function(signature, &function.block, None).iter().for_each(|path| add(&mut paths, path));
    iterator_calls::asks(signature, &function.block, None).iter().for_each(|path| add(&mut paths, path));
    paths
}

/// The types in `let a: &Csr = &a;` of a closure kernel that may be structs of views, and those whose constructors it calls.
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
    let mut paths = lets.0;
    if let syn::Expr::Block(body) = &*closure.body {
        constructor::asks(&body.block, &[], &[]).iter().for_each(|path| add(&mut paths, path));
    }
    paths
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
    let text = item.to_string();
    if !text.contains('\'') && !text.contains("Fn") {
        return None;
    }
    match syn::parse2(item.clone()).ok()? {
        syn::Item::Fn(function) if function.sig.receiver().is_none() => {
            let mut taken = function.clone();
            name_closures(&mut taken.sig);
            let mut paths = parameters(&taken.sig, &closures(&taken.sig.generics));
            if paths.is_empty() {
                return None;
            }
            asks_in_function(&taken.sig, &taken.block, None).iter().for_each(|path| add(&mut paths, path));
            let (host, taken) = (function.to_token_stream(), taken.to_token_stream());
            Some(Split { host, rest: None, taken, function: Some(function), paths })
        }
        syn::Item::Impl(block) => of_block(block),
        _ => None,
    }
}

/// The type parameters that are closures, with the numbers of their parameters.
fn closures(generics: &syn::Generics) -> Vec<(String, usize)> {
    let closure = |it: &syn::TypeParam| {
        let name = &it.ident;
        let found = callable(&syn::parse_quote!(#name), generics)?;
        Some((name.to_string(), found.inputs.len()))
    };
    generics.type_params().filter_map(closure).collect()
}

/// Names the closures among the arguments of structs: `l: &Lazy<impl Fn(u32) -> u32>` becomes `l: &Lazy<F>`.
fn name_closures(signature: &mut syn::Signature) {
    for input in &mut signature.inputs {
        let syn::FnArg::Typed(typed) = input else { continue };
        let ty = match &mut *typed.ty {
            syn::Type::Reference(reference) => &mut *reference.elem,
            other => other,
        };
        let syn::Type::Path(path) = ty else { continue };
        let Some(last) = path.path.segments.last_mut() else { continue };
        let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments else { continue };
        for argument in &mut arguments.args {
            let syn::GenericArgument::Type(syn::Type::ImplTrait(it)) = argument else { continue };
            let name = format_ident!("AmpClosure{}", signature.generics.params.len());
            let bounds = &it.bounds;
            signature.generics.params.push(syn::parse_quote!(#name: #bounds));
            *argument = syn::parse_quote!(#name);
        }
    }
}

/// Whether a type is a struct of views: it has a lifetime, or an argument that is a closure.
fn is_struct_of_views(path: &syn::Path, closures: &[(String, usize)]) -> bool {
    let is_closure = |argument| closures.iter().any(|(name, _)| is_parameter(argument, name));
    has_lifetime(path) || arguments_of(path).any(is_closure)
}

/// The types of structs of views among the parameters of a device function.
fn parameters(signature: &syn::Signature, closures: &[(String, usize)]) -> Vec<syn::Path> {
    let mut paths = Vec::new();
    for input in &signature.inputs {
        if let syn::FnArg::Typed(typed) = input
            && let Some(path) = struct_path(&typed.ty)
            && is_struct_of_views(path, closures)
        {
            add(&mut paths, path);
        }
    }
    paths
}

fn of_block(block: syn::ItemImpl) -> Option<Split> {
    let of_block = closures(&block.generics);
    let own = struct_path(&block.self_ty).filter(|path| is_struct_of_views(path, &of_block)).cloned();
    let parameters = |signature: &syn::Signature| {
        let mut all = of_block.clone();
        all.extend(closures(&signature.generics));
        parameters(signature, &all)
    };
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
    let constructs = |item: &syn::ImplItem| {
        let syn::ImplItem::Fn(function) = item else { return false };
        own.is_some() && function.sig.receiver().is_none() && is_own(&function.sig.output, own.as_ref())
    };
    let (taken, others): (Vec<_>, Vec<_>) =
        block.items.iter().cloned().partition(|item| takes(item) || constructs(item));
    if taken.is_empty() {
        return None;
    }
    for item in &taken {
        let syn::ImplItem::Fn(function) = item else { continue };
        let asked = asks_in_function(&function.sig, &function.block, Some(&block.generics));
        asked.iter().for_each(|path| add(&mut paths, path));
    }
    let rest = others;
    let with = |items| syn::ItemImpl { items, ..block.clone() }.into_token_stream();
    let has_functions = rest.iter().any(|item| matches!(item, syn::ImplItem::Fn(_)));
    let (mut host, mut others) = (taken.clone(), None);
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

/// The names of the parameters of a function.
pub(crate) fn names(signature: &syn::Signature) -> Parameters {
    let mut parameters = Parameters::default();
    for input in &signature.inputs {
        let syn::FnArg::Typed(typed) = input else { continue };
        let found = crate::parse::names(std::iter::once(&*typed.pat));
        let is_reference = matches!(*typed.ty, syn::Type::Reference(_)) && found.len() == 1;
        if let ([name], Some(closure)) = (&*found, callable(&typed.ty, &signature.generics)) {
            parameters.closures.push((name.clone(), closure.inputs.len()));
        } else if is_reference || view_parameter(&typed.ty).is_some() {
            parameters.views.extend(found.iter().cloned());
        }
        parameters.all.extend(found);
    }
    parameters
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
            let structs = &with_closures(structs, &closures(&function.sig.generics));
            let name = function.sig.ident.clone();
            let modifying = modifying(&[by_mut(&function.sig, &function.block, None, structs)]);
            let names = [OF_FUNCTION, OF_MODIFYING_FUNCTION];
            let names = names.map(|hidden| Ident::new(hidden, name.span()));
            let modifies = modifying.contains(&name.to_string());
            let hidden = hidden(&function.sig, &function.block, None, structs, modifies, names, diagnostics);
            let functions = hidden.into_iter().map(|function| {
                let (signature, body) = without_declared_lifetimes(function, &lifetimes);
                quote!(pub #signature #body)
            });
            Ok(quote!(#[doc(hidden)] impl #name { #(#functions)* }))
        }
        syn::Item::Impl(mut block) => {
            let lifetimes = remove_lifetimes(&mut block.generics);
            if let Some((of_trait, _)) = &block.trait_ {
                let detail = format!("the implementation of `{}` for a struct of views", quoted(of_trait));
                let advice = advice::signature::VIEWS_IN_TRAIT;
                diagnostics.advise(Code::AMP008, Site::of(of_trait), detail, advice);
                return Ok(TokenStream::new());
            }
            let closures = ClosureParameters::of(&mut block);
            if let Some((parameter, _)) = closures.parameters.iter().find(|(_, closure)| closure.is_fn_mut) {
                let detail = format!("`{}`, a closure in a struct that is no `Fn`", parameter.ident);
                let advice = advice::signature::CLOSURE_IN_STRUCT;
                diagnostics.advise(Code::AMP002, parameter.ident.span(), detail, advice);
                return Ok(TokenStream::new());
            }
            let structs = &with_closures(structs, &closures.names());
            let own_path = struct_path(&block.self_ty).cloned();
            let own = own_path.as_ref().map(|path| path.to_token_stream().to_string());
            let own = own.and_then(|own| structs.iter().find(|(path, _)| *path == own)?.1.as_ref());
            let of_block = block.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(it) => Some(by_mut(&it.sig, &it.block, own, structs)),
                _ => None,
            });
            let modifying = modifying(&of_block.collect::<Vec<_>>());
            let mut functions = TokenStream::new();
            for item in &block.items {
                let syn::ImplItem::Fn(function) = item else { continue };
                let mut function = function.clone();
                let mut all = remove_lifetimes(&mut function.sig.generics);
                all.extend(lifetimes.iter().cloned());
                closures.add_to(&mut function.sig.generics);
                let (name, visibility) = (&function.sig.ident, &function.vis);
                let text = name.to_string();
                let names = [of_method(&text), of_modifying_method(&text)];
                let names = names.map(|hidden| Ident::new(&hidden, name.span()));
                let modifies = modifying.contains(&text);
                let is_constructor =
                    function.sig.receiver().is_none() && is_own(&function.sig.output, own_path.as_ref());
                let found = match (is_constructor, own) {
                    (true, Some(own)) => {
                        let name = Ident::new(&constructor::of_constructor(&text), name.span());
                        // Other constructors are for the host only.
                        let made = constructor::hidden(&function.sig, &function.block, own);
                        let Some((signature, body)) = made else { continue };
                        let names = [name.clone(), name];
                        hidden(&signature, &body, Some(own), structs, false, names, diagnostics)
                    }
                    _ => hidden(&function.sig, &function.block, own, structs, modifies, names, diagnostics),
                };
                for function in found {
                    let (signature, body) = without_declared_lifetimes(function, &all);
                    functions.extend(quote!(#visibility #signature #body));
                }
            }
            // The hidden functions do not mention the lifetimes of the struct, because they take its fields.
            let mut owner = (*block.self_ty).clone();
            if own.is_some() {
                StaticLifetimes.visit_type_mut(&mut owner);
                closures.replace_in(&mut owner);
            }
            let (generics, where_clause) = (&block.generics, &block.generics.where_clause);
            let parameters = &generics.params;
            Ok(quote!(#[doc(hidden)] impl<#parameters> #owner #where_clause { #functions }))
        }
        _ => Ok(TokenStream::new()),
    }
}

/// Removes the lifetimes of the block and the function from a hidden function.
fn without_declared_lifetimes((mut signature, mut body): Hidden, lifetimes: &[String]) -> Hidden {
    Lifetimes(lifetimes.to_vec()).visit_signature_mut(&mut signature);
    Lifetimes(lifetimes.to_vec()).visit_block_mut(&mut body);
    (signature, body)
}

/// The signature and the body of a hidden function.
type Hidden = (syn::Signature, syn::Block);

/// The structs, with their closures as such.
fn with_closures(
    structs: &[(String, Option<ViewStruct>)],
    closures: &[(String, usize)],
) -> Vec<(String, Option<ViewStruct>)> {
    let known = |found: &ViewStruct| found.clone().with_closures(closures);
    structs.iter().map(|(path, found)| (path.clone(), found.as_ref().map(known))).collect()
}

/// The type parameters of a block that are closures. The hidden functions have them as their own, because the owner of a
/// call cannot mention a closure. The owner has `fn` pointers in their place.
struct ClosureParameters {
    parameters: Vec<(syn::TypeParam, crate::parse::Callable)>,
    predicates: Vec<syn::WherePredicate>,
}

impl ClosureParameters {
    /// Takes those parameters out of the generics of a block that are arguments of its type.
    fn of(block: &mut syn::ItemImpl) -> Self {
        let (all, owner, generics) = (block.generics.clone(), &block.self_ty, &mut block.generics);
        let closure = |it: &syn::TypeParam| {
            let name = &it.ident;
            let mut arguments = arguments_of(struct_path(owner)?);
            arguments.find(|argument| is_parameter(argument, &name.to_string()))?;
            callable(&syn::parse_quote!(#name), &all)
        };
        let parameters = all.type_params().filter_map(|it| Some((it.clone(), closure(it)?)));
        let parameters: Vec<_> = parameters.collect();
        let is_closure = |name: &Ident| parameters.iter().any(|(it, _)| it.ident == *name);
        let kept = all.params.iter().filter(|it| match it {
            syn::GenericParam::Type(it) => !is_closure(&it.ident),
            _ => true,
        });
        generics.params = kept.cloned().collect();
        let mut predicates = Vec::new();
        if let Some(clause) = &mut generics.where_clause {
            let of_closure = |it: &syn::WherePredicate| match it {
                syn::WherePredicate::Type(it) => match &it.bounded_ty {
                    syn::Type::Path(path) => path.path.get_ident().is_some_and(is_closure),
                    _ => false,
                },
                _ => false,
            };
            let (of_closures, others): (Vec<_>, Vec<_>) =
                clause.predicates.iter().cloned().partition(of_closure);
            predicates = of_closures;
            clause.predicates = others.into_iter().collect();
        }
        ClosureParameters { parameters, predicates }
    }

    fn names(&self) -> Vec<(String, usize)> {
        self.parameters.iter().map(|(it, closure)| (it.ident.to_string(), closure.inputs.len())).collect()
    }

    /// Adds the parameters to those of a function.
    fn add_to(&self, generics: &mut syn::Generics) {
        generics.params.extend(self.parameters.iter().map(|(it, _)| syn::GenericParam::Type(it.clone())));
        if !self.predicates.is_empty() {
            generics.make_where_clause().predicates.extend(self.predicates.iter().cloned());
        }
    }

    /// Replaces the parameters among the arguments of a type by `fn` pointers.
    fn replace_in(&self, owner: &mut syn::Type) {
        let syn::Type::Path(path) = owner else { return };
        let Some(last) = path.path.segments.last_mut() else { return };
        let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments else { return };
        for argument in &mut arguments.args {
            let found = self.parameters.iter().find(|(it, _)| is_parameter(argument, &it.ident.to_string()));
            if let Some((_, closure)) = found {
                let (inputs, output) = (&closure.inputs, &closure.output);
                *argument = syn::parse_quote!(fn(#(#inputs),*) -> #output);
            }
        }
    }
}

/// The structs of views that a function takes by `&mut`.
fn by_mut<'s>(
    signature: &syn::Signature,
    body: &'s syn::Block,
    own: Option<&'s ViewStruct>,
    structs: &'s [(String, Option<ViewStruct>)],
) -> Function<'s> {
    let parameters = signature.inputs.iter().filter_map(|input| {
        let parameter = Parameter::of(input, own, structs)?;
        parameter.by_mut.then(|| (parameter.name.to_string(), parameter.ty))
    });
    Function { name: signature.ident.to_string(), structs: parameters.collect(), body }
}

/// A parameter that is a struct of views.
struct Parameter<'s> {
    name: Ident,
    ty: &'s ViewStruct,
    owner: syn::Type,
    is_receiver: bool,
    /// Whether it is a `&mut` reference.
    by_mut: bool,
    /// Whether it is a variable that the function may modify, `mut a: Csr<'_>`.
    is_variable: bool,
}

impl<'s> Parameter<'s> {
    fn of(
        input: &syn::FnArg,
        own: Option<&'s ViewStruct>,
        structs: &'s [(String, Option<ViewStruct>)],
    ) -> Option<Self> {
        let own_type = || -> syn::Type { syn::parse_quote!(Self) };
        match input {
            syn::FnArg::Receiver(receiver) => Some(Parameter {
                name: Ident::new("self", receiver.self_token.span),
                ty: own?,
                owner: own_type(),
                is_receiver: true,
                by_mut: matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_))),
                is_variable: receiver.to_token_stream().to_string().starts_with("mut "),
            }),
            syn::FnArg::Typed(typed) => {
                let syn::Pat::Ident(name) = &*typed.pat else { return None };
                let (ty, owner) = match is_self(&typed.ty) {
                    true => (own?, own_type()),
                    false => {
                        let text = struct_path(&typed.ty)?.to_token_stream().to_string();
                        let ty = structs.iter().find(|(known, _)| *known == text)?.1.as_ref()?;
                        (ty, ty.written.clone())
                    }
                };
                let reference = match &*typed.ty {
                    syn::Type::Reference(reference) => Some(reference.mutability.is_some()),
                    _ => None,
                };
                Some(Parameter {
                    name: name.ident.clone(),
                    ty,
                    owner,
                    is_receiver: false,
                    by_mut: reference == Some(true),
                    is_variable: reference.is_none() && name.mutability.is_some(),
                })
            }
        }
    }

    /// Whether the function that may modify values takes those of this parameter by `&mut`. A call cannot distinguish
    /// methods with `&self` from those with `&mut self`.
    fn is_modified(&self) -> bool {
        (self.is_receiver || self.by_mut) && self.ty.has_modified_values()
    }
}

/// The hidden functions for a function: the one that takes copies of values, and the one that may modify them. `own` is the
/// struct of its block, and `names` has the names of the two functions.
fn hidden(
    signature: &syn::Signature,
    block: &syn::Block,
    own: Option<&ViewStruct>,
    structs: &[(String, Option<ViewStruct>)],
    modifies: bool,
    names: [Ident; 2],
    diagnostics: &mut Diagnostics,
) -> Vec<Hidden> {
    if let syn::ReturnType::Type(_, ty) = &signature.output
        && (is_self(ty) && own.is_some() || struct_path(ty).is_some_and(has_lifetime))
    {
        let detail = format!("the struct of views `{}` as a result", quoted(ty));
        diagnostics.advise(Code::AMP002, Site::of(ty), detail, advice::signature::RETURNED_VIEWS);
        return Vec::new();
    }
    let mut tokens = signature.to_token_stream();
    block.to_tokens(&mut tokens);
    let field_names = FieldNames::beside(tokens);
    let structs_of: Vec<_> =
        signature.inputs.iter().map(|input| Parameter::of(input, own, structs)).collect();
    let bound = structs_of.iter().flatten().map(|parameter| {
        let taken = match modifies && parameter.by_mut {
            true => Taken::ByMut,
            false => Taken::ByValue { mutable: parameter.is_variable },
        };
        let (name, owner) = (&parameter.name, parameter.owner.clone());
        let bound = Bound::parameter(name, parameter.ty, owner, &field_names, taken, parameter.by_mut);
        (name.clone(), bound)
    });
    let bound = bound.collect();
    let mut parameters = self::names(signature);
    for Parameter { name, ty, .. } in structs_of.iter().flatten() {
        for field in &ty.fields {
            let var = field_names.field(name, &field.name());
            match field.kind {
                FieldKind::View { .. } | FieldKind::Reference => parameters.views.push(var),
                FieldKind::Closure { inputs } => parameters.closures.push((var, inputs)),
                FieldKind::Value => {}
            }
        }
    }
    let mut literals: Vec<_> = structs
        .iter()
        .filter_map(|(path, found)| Some((path_of_literal(path), found.as_ref()?.written.clone())))
        .collect();
    literals.extend(own.map(|_| ("Self".to_owned(), syn::parse_quote!(Self))));
    let mut body = block.clone();
    let used =
        device_body(&mut body, bound, &parameters, structs, literals, field_names.clone(), diagnostics);
    let mut signature = signature.clone();
    // The iterator borrows the fields, which have no common lifetime. The span selects amp's own edition, in which the type
    // captures all lifetimes.
    let returns_iterator = iterator_results::item(&signature).is_some();
    if let Some(item) = iterator_results::item(&signature) {
        let site = Span::mixed_site();
        signature.output = syn::parse_quote_spanned!(site=> -> impl ::core::iter::Iterator<Item = #item>);
    }
    let printer = Printer { signature: &signature, structs: &structs_of, used: &used, names: &field_names };
    let [plain, modified] = names;
    let is_modified = structs_of.iter().flatten().any(Parameter::is_modified);
    match (is_modified, modifies) {
        (false, _) => vec![printer.with_copies(plain, body)],
        (true, false) => {
            let forwards = printer.forwards(&plain, modified);
            vec![printer.with_copies(plain, body), forwards]
        }
        (true, true) if returns_iterator => vec![printer.with_references(modified, body)],
        (true, true) => vec![printer.rejected(plain), printer.with_references(modified, body)],
    }
}

/// Prints the hidden functions for a function.
struct Printer<'s> {
    signature: &'s syn::Signature,
    /// The parameters that are structs of views.
    structs: &'s [Option<Parameter<'s>>],
    /// The names of the variables for fields that the body uses.
    used: &'s HashSet<String>,
    names: &'s FieldNames,
}

impl Printer<'_> {
    fn named(&self, name: Ident, inputs: Vec<syn::FnArg>) -> syn::Signature {
        let mut signature = self.signature.clone();
        signature.ident = name;
        signature.inputs = inputs.into_iter().collect();
        signature
    }

    /// The name of the parameter for a field. Names of unused ones begin with an underscore.
    fn field(&self, of: &Ident, field: &super::Field) -> Ident {
        let name = self.names.field(of, &field.name());
        match self.used.contains(&name.to_string()) {
            true => name,
            false => format_ident!("_{name}", span = name.span()),
        }
    }

    /// The function with the body, which takes copies of the values.
    fn with_copies(&self, name: Ident, body: syn::Block) -> Hidden {
        let inputs = self.signature.inputs.iter().zip(self.structs).flat_map(|(input, parameter)| {
            let Some(parameter) = parameter else { return vec![input.clone()] };
            let fields = parameter.ty.fields.iter().map(|field| {
                let (name, ty) = (self.field(&parameter.name, field), &field.ty);
                match parameter.is_variable && field.is_modified_value() {
                    true => syn::parse_quote!(mut #name: #ty),
                    false => syn::parse_quote!(#name: #ty),
                }
            });
            fields.collect()
        });
        (self.named(name, inputs.collect()), body)
    }

    /// The function with the body, which takes the values by `&mut`.
    fn with_references(&self, name: Ident, mut body: syn::Block) -> Hidden {
        let (mut inputs, mut of_receiver, mut copies) = (Vec::new(), Vec::new(), Vec::new());
        for (input, parameter) in self.signature.inputs.iter().zip(self.structs) {
            let Some(parameter) = parameter else {
                inputs.push(input.clone());
                continue;
            };
            for field in &parameter.ty.fields {
                let (name, ty) = (self.field(&parameter.name, field), &field.ty);
                let is_value = field.is_modified_value();
                let mutability = (parameter.is_variable && is_value).then(|| quote!(mut));
                let input: syn::FnArg = if is_value && parameter.by_mut {
                    syn::parse_quote!(#name: &mut #ty)
                } else if is_value && parameter.is_receiver {
                    let reference = format_ident!("amp_{name}", span = name.span());
                    copies.push(syn::parse_quote!(let #mutability #name = *#reference;));
                    syn::parse_quote!(#reference: &mut #ty)
                } else {
                    syn::parse_quote!(#mutability #name: #ty)
                };
                if parameter.is_receiver { of_receiver.push(input) } else { inputs.push(input) }
            }
        }
        inputs.extend(of_receiver);
        let first = body.stmts.iter().position(|stmt| !matches!(stmt, syn::Stmt::Item(_)));
        let first = first.unwrap_or(body.stmts.len());
        body.stmts.splice(first..first, copies);
        (self.named(name, inputs), body)
    }

    /// The function that takes the values by `&mut` and calls `target` with copies of them.
    fn forwards(&self, target: &Ident, name: Ident) -> Hidden {
        let (mut inputs, mut of_receiver) = (Vec::new(), Vec::new());
        let mut arguments: Vec<syn::Expr> = Vec::new();
        for (n, (input, parameter)) in self.signature.inputs.iter().zip(self.structs).enumerate() {
            let Some(parameter) = parameter else {
                let syn::FnArg::Typed(typed) = input else { continue };
                let name = match &*typed.pat {
                    syn::Pat::Ident(name) => name.ident.clone(),
                    _ => format_ident!("amp_input{n}"),
                };
                let ty = &typed.ty;
                inputs.push(syn::parse_quote!(#name: #ty));
                arguments.push(syn::parse_quote!(#name));
                continue;
            };
            for field in &parameter.ty.fields {
                let (name, ty) = (self.names.field(&parameter.name, &field.name()), &field.ty);
                let is_modified = parameter.is_modified() && field.is_modified_value();
                let input: syn::FnArg = match is_modified {
                    true => syn::parse_quote!(#name: &mut #ty),
                    false => syn::parse_quote!(#name: #ty),
                };
                arguments.push(match is_modified {
                    true => syn::parse_quote!(*#name),
                    false => syn::parse_quote!(#name),
                });
                if parameter.is_receiver { of_receiver.push(input) } else { inputs.push(input) }
            }
        }
        inputs.extend(of_receiver);
        let body = syn::parse_quote!({ Self::#target(#(#arguments),*) });
        (self.named(name, inputs), body)
    }

    /// The function in place of one with copies: a call of it gets the error that a function modifies values of a struct
    /// which is not `mut`.
    fn rejected(&self, name: Ident) -> Hidden {
        let mut is_first = true;
        let inputs = self.signature.inputs.iter().zip(self.structs).enumerate();
        let inputs = inputs.flat_map(|(n, (input, parameter))| {
            let Some(parameter) = parameter else {
                let syn::FnArg::Typed(typed) = input else { return Vec::new() };
                let (name, ty) = (format_ident!("_input{n}"), &typed.ty);
                return vec![syn::parse_quote!(#name: #ty)];
            };
            let fields = parameter.ty.fields.iter().map(|field| {
                let (name, ty) = (self.names.field(&parameter.name, &field.name()), &field.ty);
                let name = format_ident!("_{name}", span = name.span());
                if parameter.by_mut && field.is_modified_value() && std::mem::take(&mut is_first) {
                    return syn::parse_quote!(#name: AmpModified);
                }
                syn::parse_quote!(#name: #ty)
            });
            fields.collect()
        });
        let mut signature = self.named(name, inputs.collect());
        let parameter = syn::parse_quote!(AmpModified: ::amp::__private::ModifiedValue);
        signature.generics.params.push(parameter);
        (signature, syn::parse_quote!({ unreachable!() }))
    }
}

/// The text of the path in a literal of a struct, `Csr` for `Csr < '_ >`.
fn path_of_literal(path: &str) -> String {
    match syn::parse_str::<syn::Path>(path) {
        Ok(path) => super::without_lifetimes(&path).to_token_stream().to_string(),
        Err(_) => path.to_owned(),
    }
}
