//! The input of `amp!`: options, then a closure whose only parameter is the index.

use super::attribute::Options;
use super::{IndexParameter, Ungrouped, signature};
use crate::diagnostics::{Code, Diagnostics, advice};
use crate::site::{Site, quoted};
use syn::parse::{Parse, ParseStream};
use syn::visit_mut::VisitMut;
use syn::{ExprClosure, Ident, Pat, Token};

pub(super) struct ClosureInput {
    pub(super) options: Options,
    pub(super) closure: ExprClosure,
}

impl Parse for ClosureInput {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut options = Options::default();
        while input.peek(Ident) && (input.peek2(Token![=]) || input.peek2(Token![,])) {
            let option: Ident = input.parse()?;
            if option == "strict_float" || option == "trap" {
                options.strict_float |= option == "strict_float";
                if option == "trap" {
                    let choice = input.parse::<Option<Token![=]>>()?.map(|_| input.parse::<syn::LitBool>());
                    options.trap = Some(choice.transpose()?.is_none_or(|choice| choice.value));
                }
                input.parse::<Token![,]>()?;
                continue;
            }
            if option != "tile" {
                let detail = "the options are `tile = [..]`, `strict_float` and `trap`";
                return Err(syn::Error::new(option.span(), detail));
            }
            input.parse::<Token![=]>()?;
            let sizes = match ungrouped(input.parse()?) {
                syn::Expr::Array(sizes) => sizes.elems,
                other => {
                    return Err(syn::Error::new_spanned(other, "expected the sizes of the tile, `[..]`"));
                }
            };
            options.tile = Some(sizes.into_iter().collect());
            input.parse::<Token![,]>()?;
        }
        let closure = match input.peek(syn::token::Group) {
            false => input.parse()?,
            // The closure may be a macro fragment, as in `amp!($kernel)`. rustc passes a fragment in a group
            // with invisible delimiters.
            true => match ungrouped(input.parse()?) {
                syn::Expr::Closure(closure) => closure,
                other => return Err(syn::Error::new_spanned(other, "expected a closure")),
            },
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(ClosureInput { options, closure })
    }
}

fn ungrouped(mut it: syn::Expr) -> syn::Expr {
    Ungrouped.visit_expr_mut(&mut it);
    it
}

/// The index parameter, which must be the closure's only parameter.
pub(super) fn index(closure: &ExprClosure, diagnostics: &mut Diagnostics) -> Option<IndexParameter> {
    if let Some(word) = &closure.asyncness {
        diagnostics.advise(Code::AMP008, Site::of(word), "`async`", advice::signature::CLOSURE);
    }
    if let syn::ReturnType::Type(_, ty) = &closure.output {
        diagnostics.report(Code::AMP005, Site::of(ty), format!("`-> {}`", quoted(ty)));
    }
    for input in closure.inputs.iter().skip(1) {
        let detail = "the closure of `amp!` has one parameter, the index; everything else is captured";
        diagnostics.advise(Code::AMP008, Site::of(input), detail, advice::signature::CLOSURE);
    }
    match closure.inputs.first() {
        Some(Pat::Type(typed)) => match &*typed.pat {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                signature::index(&name.ident, &typed.ty, diagnostics)
            }
            other => {
                let detail = format!("the pattern `{}`", quoted(other));
                diagnostics.advise(Code::AMP008, Site::of(other), detail, advice::signature::CLOSURE);
                None
            }
        },
        Some(other) => {
            diagnostics.report(Code::AMP004, Site::of(other), "its type is missing");
            None
        }
        None => {
            diagnostics.report(Code::AMP004, Site::of(closure), "it is missing");
            None
        }
    }
}
