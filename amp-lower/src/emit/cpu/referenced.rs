//! Prints arguments that contain references, such as the `Option<&T>` for a value of the type `Option<T>`.

use super::{At, Printer, own};
use crate::ir::{Expr, ExprKind, Shape};
use proc_macro2::TokenStream;
use quote::quote;

/// Prints a value with references to the parts of the target of `place`, as the shape describes.
pub(super) fn referenced(shape: &Shape, place: &TokenStream) -> TokenStream {
    let it = own("whole");
    match shape {
        Shape::Value => quote!((*#place)),
        Shape::Reference(of) if **of == Shape::Value => place.clone(),
        Shape::Reference(of) => {
            let of = referenced(of, place);
            quote!((&#of))
        }
        Shape::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(n, part)| {
                let n = syn::Index::from(n);
                referenced(part, &quote!((&#it.#n)))
            });
            quote!({ let #it = #place; (#(#parts,)*) })
        }
        Shape::Optional(item, error) => {
            let mapped = |method: TokenStream, shape: &Shape| match shape {
                Shape::Reference(of) if **of == Shape::Value => TokenStream::new(),
                shape => {
                    let mapped = referenced(shape, &quote!(#it));
                    quote!(.#method(|#it| #mapped))
                }
            };
            let item = mapped(quote!(map), item);
            let error = error.as_ref().map(|error| mapped(quote!(map_err), error));
            quote!(#place.as_ref() #item #error)
        }
    }
}

impl Printer<'_, '_> {
    /// Prints an argument of a generated version of a function. These versions take values without references.
    pub(super) fn given(&mut self, argument: &Expr, at: At) -> TokenStream {
        match &argument.kind {
            ExprKind::Referenced(value, _) => self.expr(value, at),
            _ => self.expr(argument, at),
        }
    }
}
