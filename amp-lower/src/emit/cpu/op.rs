//! Prints ops, the closures that a caller passes to a kernel: their CPU code, and their calls in the kernel.
//!
//! The code of an op is a Rust closure. Its arguments are the captures, the work-item (a row and a lane, or the
//! `Checker`) and the user's arguments. rustc inlines the closure into the lane loops of the kernel.

use super::checked::{checker, placeholder_body};
use super::plan::Plan;
use super::spans::{call_site, grouped};
use super::{At, Printer, Variant, captures, names, own};
use crate::analysis::Facts;
use crate::ir::{Callable, Closure, Expr};
use crate::site::Site;
use proc_macro2::{Delimiter, Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// Prints the code of an op as a Rust closure. `is_checked` selects the version for the checked accelerator.
pub(crate) fn op(facts: &Facts, closure: &Closure, is_checked: bool) -> TokenStream {
    let plan = Plan::item_by_item(facts, &[]);
    let names = names(facts);
    let variant = if is_checked { Variant::Checked } else { Variant::AnyLength };
    let mut printer = Printer::new(&plan, &names, variant);
    printer.function.locator = Some(own("locator"));
    let (body, value) = printer.closure_body(closure, At::Lane { masked: true });
    let value = value.map(|value| printer.typed_as(&closure.result, value));
    let body = quote!(#body #value);
    let body = is_checked.then(|| placeholder_body(&facts.kernel.body)).flatten().unwrap_or(body);
    let passed = closure.parameters.iter().enumerate().map(|(n, var)| {
        let span = Span::mixed_site().located_at(names[var.0].span());
        Ident::new(&format!("passed{n}"), span)
    });
    let passed: Vec<_> = passed.collect();
    // The user may declare a parameter type that differs from the op's signature. The `let` makes rustc
    // report the declaration, and not the whole closure.
    let parameters = closure.parameters.iter().zip(&closure.references).zip(&passed);
    let bound = parameters.map(|((var, is_reference), passed)| {
        let (name, ty, and) = (&names[var.0], printer.annotation(*var), is_reference.then(|| quote!(&)));
        quote!(let #and #name: #and #ty = #passed;)
    });
    let body = quote!(#(#bound)* #body);
    let inputs = quote!((#(#passed,)*));
    let (captures, values) = captures(facts);
    let (checker, located, locator, lane) = (checker(), own("located"), own("locator"), own("lane"));
    match is_checked {
        true => quote! {
            move |&#captures, #checker: &::amp::__private::Checker, #inputs| {
                let _ = #checker;
                #values
                #body
            }
        },
        false => quote! {
            {
                #[cfg_attr(not(debug_assertions), inline(always))]
                move |&#captures, #located: &dyn ::amp::__private::Locate, #lane: ::core::primitive::usize, #inputs| {
                    let #locator = &#located;
                    let _ = (#locator, #lane);
                    #values
                    #body
                }
            }
        },
    }
}

/// The variable that holds the code of the op with this index among the kernel's ops.
pub(crate) fn code(position: usize) -> Ident {
    own(&format!("op{position}"))
}

/// The variable that holds the captures of the op with this index.
fn operands(position: usize) -> Ident {
    own(&format!("operands{position}"))
}

/// Prints the signature of an op as a function pointer type.
pub(crate) fn signature(callable: &Callable) -> TokenStream {
    let (inputs, output) = (callable.inputs.iter().map(crate::ir::Ty::rust), callable.output.rust());
    quote!(fn(#(#inputs),*) -> #output)
}

/// Prints the pattern that binds the captures of a kernel and of its ops. `own` is the pattern for the
/// kernel's captures.
pub(super) fn with_operands(facts: &Facts, own: TokenStream) -> TokenStream {
    let callables = &facts.kernel.callables;
    if callables.is_empty() {
        return own;
    }
    let operands = callables.iter().map(|callable| operands(callable.position));
    let operands = operands.rev().fold(quote!(()), |rest, operands| quote!((ref #operands, #rest)));
    quote!((#own, #operands))
}

impl Printer<'_, '_> {
    /// Prints a call of the kernel's op with this index. `None` in a device function, where the callable is a
    /// Rust closure.
    fn op_call(&self, position: usize, arguments: &TokenStream, at: At) -> Option<TokenStream> {
        let callable = self.facts.kernel.callables.iter().find(|callable| callable.position == position)?;
        let (code, operands, signature) = (code(position), operands(position), signature(callable));
        Some(match self.checked {
            true => {
                let checker = checker();
                quote!(::amp::__private::OpCode::<#signature, _>::call_checked(#code, #operands, #checker, #arguments))
            }
            false => {
                let item = self.work_item(at);
                quote!(::amp::__private::OpCode::<#signature, _>::call(#code, #operands, #item, #arguments))
            }
        })
    }

    /// Prints a call of a callable parameter.
    pub(super) fn call_parameter(
        &mut self,
        position: usize,
        ident: &Ident,
        arguments: &[Expr],
        site: Site,
        at: At,
    ) -> TokenStream {
        let list = self.list(arguments, at);
        let tuple = grouped(Delimiter::Parenthesis, quote!(#list), site.last);
        let called = match self.op_call(position, &tuple, at) {
            Some(call) => call,
            None => {
                let arguments = self.arguments(arguments, site, at);
                quote!(#ident #arguments)
            }
        };
        if self.checked { self.checks().with_call_path(&called, site) } else { called }
    }

    /// Prints a callable parameter that a call passes on.
    pub(super) fn forwarded(&self, position: usize, ident: &Ident, site: Site, at: At) -> TokenStream {
        let callables = &self.facts.kernel.callables;
        let count = callables.iter().find(|it| it.position == position).map_or(0, |it| it.inputs.len());
        let names: Vec<_> =
            (0..count).map(|n| format_ident!("input{n}", span = own("input").span())).collect();
        match self.op_call(position, &quote!((#(#names,)*)), at) {
            Some(call) => quote_spanned!(call_site(site)=> (|#(#names),*| #call)),
            None => quote!(#ident),
        }
    }
}
