//! Calls of free functions whose results contain slices: `payload(packet)?.iter()`.
//!
//! A macro sees no types. Therefore the expansion of such a function declares a macro with its name, which answers with the
//! references in the result and the parameter that they borrow from (`iterator_calls`). The expansion of a kernel or device
//! function asks the macros of the functions that it calls with an argument that may be a slice. Then it marks the calls as
//! `returned_parts` does:
//!
//! ```text
//! payload(packet)?.iter()            (*returned_of::<&[_], 0>(payload(packet)?)).iter()
//! match field(line, 2) { .. }        match returned_of::<Option<&[_]>, 0>(field(line, 2)) { .. }
//! ```

use super::result_shapes::Shape;
use super::{returned_parts, slice_results};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use std::collections::HashSet;
use syn::Expr;
use syn::parse::ParseStream;
use syn::visit::{self, Visit};

/// The result of a function.
#[derive(Clone)]
pub(crate) struct Answer {
    pub(super) shape: Shape,
    /// The position of the parameter of which the slices are parts. `None` if they are parts of a struct.
    pub(super) argument: Option<usize>,
}

impl Answer {
    /// `None` for a function whose result contains no slices.
    pub(super) fn of(signature: &syn::Signature) -> Option<Self> {
        let syn::ReturnType::Type(_, ty) = &signature.output else { return None };
        let shape = Shape::of(ty);
        let is_one = signature.receiver().is_none() && shape.has_slice();
        is_one.then(|| Answer { shape, argument: slice_results::argument(signature) })
    }

    /// The tokens that the macro of the function passes on.
    pub(super) fn tokens(&self) -> TokenStream {
        let (ty, at) = (self.shape.written(), self.argument.map(Literal::usize_unsuffixed));
        quote!({ #at #ty })
    }

    /// The answer from the tokens in the braces.
    pub(super) fn parse(tokens: TokenStream) -> Option<Self> {
        let parser = |input: ParseStream<'_>| -> syn::Result<Self> {
            let argument = match input.peek(syn::LitInt) {
                true => Some(input.parse::<syn::LitInt>()?.base10_parse()?),
                false => None,
            };
            Ok(Answer { shape: Shape::of(&input.parse()?), argument })
        };
        syn::parse::Parser::parse2(parser, tokens).ok()
    }
}

/// Marks the calls in a body, where the macros of functions have told the references in their results.
pub(super) fn mark(signature: &syn::Signature, body: &mut syn::Block, known: &[(syn::Path, Answer)]) {
    if !known.is_empty() {
        returned_parts::of_functions(signature, body, known);
    }
}

/// The names in a function that may be slices.
pub(super) struct Sources {
    /// The parameters that are no references. Values of other variables may come from a call.
    values: HashSet<String>,
    /// Whether the function has slices: a parameter that is a reference, or an argument that makes one.
    has_slices: bool,
}

impl Sources {
    pub(super) fn of(signature: &syn::Signature, body: &syn::Block) -> Self {
        let mut sources = Sources { values: HashSet::new(), has_slices: signature.receiver().is_some() };
        for input in &signature.inputs {
            let syn::FnArg::Typed(typed) = input else { continue };
            match &*typed.ty {
                syn::Type::Reference(_) => sources.has_slices = true,
                _ => {
                    let names = super::pattern_names::of(&typed.pat);
                    sources.values.extend(names.iter().map(ToString::to_string));
                }
            }
        }
        struct Made(bool);
        impl<'ast> Visit<'ast> for Made {
            fn visit_expr(&mut self, it: &'ast Expr) {
                self.0 |= makes_reference(it);
                visit::visit_expr(self, it);
            }
        }
        if !sources.has_slices {
            let mut made = Made(false);
            made.visit_block(body);
            sources.has_slices = made.0;
        }
        sources
    }

    /// Whether the result of a call may contain slices, which are those of an argument.
    pub(super) fn may_return(&self, call: &syn::ExprCall) -> bool {
        self.has_slices && call.args.iter().any(|argument| self.may_be_slice(argument))
    }

    fn may_be_slice(&self, it: &Expr) -> bool {
        match it {
            Expr::Paren(inner) => self.may_be_slice(&inner.expr),
            Expr::Group(inner) => self.may_be_slice(&inner.expr),
            Expr::Path(path) => {
                path.path.get_ident().is_none_or(|name| !self.values.contains(&name.to_string()))
            }
            Expr::Call(call) => self.may_return(call),
            Expr::Try(tried) => self.may_be_slice(&tried.expr),
            Expr::MethodCall(call) => self.may_be_slice(&call.receiver),
            other => makes_reference(other),
        }
    }
}

/// Whether an expression makes a reference: `&x[1..]`, `b"text"`, `TEXT`.
fn makes_reference(it: &Expr) -> bool {
    match it {
        Expr::Reference(it) => it.mutability.is_none(),
        Expr::Lit(literal) => matches!(literal.lit, syn::Lit::ByteStr(_) | syn::Lit::Str(_)),
        Expr::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            name.len() > 1 && !name.contains(|c: char| c.is_lowercase())
        }),
        _ => false,
    }
}
