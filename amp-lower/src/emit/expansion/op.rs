//! Expansions for ops: the expansion of `op!`, and the code in kernels that take ops.
//!
//! An op is a closure or device function that a caller passes to a kernel. `op!(|v| a * v)` expands to
//! `|types| { .. bound_op(types, ..) }`, a closure around the user's closure. From the signature that the
//! kernel's parameter declares, rustc infers the type of `types`. From `types`, it infers the parameter types
//! of the user's closure. A kernel function calls the outer closure once for each launch, and binds the
//! captures of the op after its own captures.

use super::{Bound, bound as bound_captures, captured, lint_allowances, preamble, with_aliases};
use crate::analysis::Facts;
use crate::emit::callee_entry::function_type;
use crate::emit::cpu;
use crate::emit::wgsl::{self, Closure, Entries, Scope};
use crate::ir::{Body, Capture, Expr, ExprKind, Kernel, Passing, Sites, Source, Stmt, Ty, Var};
use crate::parse::callable;
use crate::site::Site;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;

/// The template of an op as a Rust expression, and the template's entries: the types and functions that rustc
/// finds for its holes.
pub(crate) struct PrintedOp {
    closure: TokenStream,
    pub(crate) entries: Entries,
}

impl PrintedOp {
    pub(crate) fn new(facts: &Facts, passed: &Closure) -> Self {
        let captures = facts.kernel.captures.iter().map(|capture| capture.ident.span()).collect();
        let elements = facts.kernel.captures.iter().map(|capture| capture.element.clone()).collect();
        let sites = Sites { captures, elements, ..facts.kernel.body.sites.clone() };
        let mut entries = Entries::new(sites, Scope::Closure, false);
        let closure = wgsl::closure(passed, &mut entries);
        PrintedOp { closure, entries }
    }
}

/// Prints the expansion of an op. `run` is its CPU code, and `checked` its code for the checked accelerator.
pub(crate) fn op(
    facts: &Facts,
    closure_parameters: &[Var],
    printed: &PrintedOp,
    run: &TokenStream,
    checked: Option<TokenStream>,
    functions: &TokenStream,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let (kernel, quiet, import) = (&*facts.kernel, lint_allowances(), wgsl::piece_import());
    let lint_uses = super::borrowck_copy::lint_uses(kernel);
    let Bound { statements, list } = bound_captures(kernel, &captured(facts, false));
    let names = kernel.captures.iter().map(Capture::text);
    let PrintedOp { closure, entries } = printed;
    let item_checks = entries.item_checks();
    let slots = entries.declarations(&facts.slots.unfilled_parts());
    let (selections, checks) = (entries.selections(), entries.statements());
    let entries = entries.list();
    let checked = match checked {
        Some(checked) => quote!(#private::checked_op(&types, &captures, #checked)),
        None => quote!(()),
    };
    let aliased = with_aliases(
        &kernel.body,
        quote! {
            #item_checks
            #lint_uses
            #statements
            #slots
            #quiet
            let captures = #list;
            #quiet
            let run = #private::cpu_op(&types, &captures, #run);
            #quiet
            let checked = #checked;
            #selections
            #checks
            #quiet
            let op = #private::bound_op(
                types, { #import &#closure }, &[#(#names),*], captures, run, checked, move || #private::entries([#(#entries),*]),
            );
            op
        },
    );
    let preamble = preamble(kernel, functions);
    let unknown = closure_parameters.iter().map(|_| quote!(_));
    quote! {
        (|types: #private::OpMacroInput<fn(#(#unknown),*) -> _>| {
            #preamble
            #aliased
        })
    }
}

/// Prints the expansion of an op that is a device function.
pub(crate) fn op_of_function(path: &syn::ExprPath) -> TokenStream {
    let private = quote!(::amp::__private);
    let source = Source::of(&path.path);
    let item = function_type(&source);
    let kind = ExprKind::Function { path: source, by_ref: Passing::Value };
    let function = Expr { kind, ty: Ty::Unit, site: Site::of(path) };
    let body = Body { block: vec![Stmt::Expr(function)], ..Body::default() };
    let called = with_aliases(
        &body,
        quote!(#private::op_of_function(types, ::core::marker::PhantomData::<fn() -> #item>, #path)),
    );
    quote!((|types: #private::OpMacroInput<_>| { #called }))
}

/// Prints the statements that bind the ops of a kernel, and the list of all captures: those in `list`, which
/// are the kernel's own, and those of the ops.
pub(super) fn bound(kernel: &Kernel, list: &TokenStream) -> (TokenStream, TokenStream) {
    let callables = &kernel.callables;
    if callables.is_empty() {
        return (TokenStream::new(), list.clone());
    }
    let (private, quiet) = (quote!(::amp::__private), lint_allowances());
    let captures =
        |position: usize| proc_macro2::Ident::new(&format!("captures{position}"), Span::mixed_site());
    let mut statements = TokenStream::new();
    for callable in callables {
        let (ident, code, signature) =
            (&callable.ident, cpu::op_code(callable.position), cpu::op_signature(callable));
        let captures = captures(callable.position);
        statements
            .extend(quote!(#quiet let (#captures, #code) = #private::bind_op::<#signature, _>(#ident);));
    }
    let ops = callables.iter().map(|callable| captures(callable.position));
    let ops = ops.rev().fold(quote!(()), |rest, captures| quote!(#private::WithOps(#captures, #rest)));
    (statements, quote!(#private::WithOps(#list, #ops)))
}

/// Prints the list of a kernel's template entries, followed by those of its ops.
pub(super) fn entry_list(kernel: &Kernel, entries: &Entries) -> TokenStream {
    let (private, entries) = (quote!(::amp::__private), entries.list());
    if kernel.callables.is_empty() {
        return quote!(#private::entries([#(#entries),*]));
    }
    let ops = kernel.callables.iter().map(|callable| {
        let (code, signature) = (cpu::op_code(callable.position), cpu::op_signature(callable));
        quote!(&|entries| #private::OpCode::<#signature, _>::add_to(#code, entries))
    });
    quote!(#private::entries_with_ops([#(#entries),*], &[#(#ops),*]))
}

/// Replaces the `Fn` bounds of a kernel function's parameters by bounds `Op`.
pub(super) fn declare_ops(signature: &mut syn::Signature) {
    let generics = signature.generics.clone();
    let is_op = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(typed) => callable(&typed.ty, &generics).is_some(),
        syn::FnArg::Receiver(_) => false,
    };
    if signature.inputs.iter().any(is_op) {
        FnBounds.visit_signature_mut(signature);
    }
}

/// A visitor that replaces `Fn(A) -> R` by `Op<fn(A) -> R>`.
struct FnBounds;

impl VisitMut for FnBounds {
    fn visit_trait_bound_mut(&mut self, bound: &mut syn::TraitBound) {
        let Some(last) = bound.path.segments.last() else { return };
        if let syn::PathArguments::Parenthesized(arguments) = &last.arguments {
            let (inputs, output) = (&arguments.inputs, &arguments.output);
            let inputs = inputs.iter().map(|input| input.ty.to_token_stream());
            let output = match output {
                syn::ReturnType::Default => quote!(()),
                syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
            };
            bound.path = syn::parse_quote!(::amp::Op<fn(#(#inputs),*) -> #output>);
        }
    }
}
