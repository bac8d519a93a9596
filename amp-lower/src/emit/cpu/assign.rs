//! Prints assignments: to elements of views, to fields and items of elements, to per-lane storage and to
//! variables.

use super::memory::statement;
use super::spans::{call_site, method_call, on_line, respanned, sign};
use super::{At, Printer, own};
use crate::ir::{Expr, ExprKind, Var};
use crate::site::Site;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

impl Printer<'_, '_> {
    pub(super) fn assign(
        &mut self,
        place: &Expr,
        operator: Option<TokenStream>,
        value: TokenStream,
        written: &Expr,
        at: At,
    ) -> TokenStream {
        let value_site = written.site;
        if let ExprKind::Element { capture, index } = &place.kind {
            let Some(operator) = operator else {
                // The type annotation makes rustc report a type mismatch at the user's value, and not at the
                // call that stores `new`.
                let (new, ty) =
                    (Ident::new("new", call_site(value_site)), self.element_type(*capture, place.site));
                let value = self.as_element(*capture, &value, place.site);
                let store = self.store(*capture, index, &quote!(#new), place.site, at);
                return quote!({ let #new: #ty = #value; #store });
            };
            // Load, modify, store. As in Rust, the code evaluates the right operand before it loads the
            // element.
            let (old, new) = (own("old"), own("new"));
            let loaded = self.expr(place, at);
            let store = self.store(*capture, index, &quote!(#old), place.site, at);
            let done = compound_on_line(&old, &TokenStream::new(), &operator, &new, place.site);
            return quote!({ let #new = #value; let mut #old = #loaded; #done #store });
        }
        let plain = operator.is_none();
        if let Some((capture, index, path)) = self.element_component(place, at) {
            let (old, new) = (own("old"), Ident::new("new", call_site(value_site)));
            let (before, exclusive) = (own("before"), self.facts.is_exclusive(capture));
            let loaded = self.load(capture, index, place.site, at);
            let store = match exclusive {
                true => self.store(capture, index, &quote!(#old), place.site, at),
                false => self.store_part(capture, index, &before, &old, place.site, at),
            };
            let kept = (!exclusive).then(|| quote!(let #before = #old;));
            let operator = operator.unwrap_or_else(|| quote!(=));
            let done = match plain {
                true => quote!(#old #path #operator #new;),
                false => compound_on_line(&old, &path, &operator, &new, place.site),
            };
            return quote!({ let #new = #value; let mut #old = #loaded; #kept #done #store });
        }
        // The span of `=` determines the line that rustc reports for the assignment, and whether
        // `unused_assignments` fires. An assignment that amp added gets a span of the macro, so rustc reports
        // nothing about it.
        let put_back = match written.kind {
            ExprKind::Local(var) => self.facts.kernel.body.variables[var.0].temporary,
            ExprKind::ReceiverModified { .. } => true,
            _ => false,
        };
        let equals = || if put_back { quote!(=) } else { sign("=", place.site.first) };
        let operator = operator.unwrap_or_else(equals);
        if let Some((var, index)) = self.spilled_array_item(place, at) {
            let (slots, lane) = (respanned(&self.spill_slots(var), place.site.first), own("lane"));
            let (dimensions, span) =
                (self.spilled_array_rank(var).unwrap_or_default(), call_site(place.site));
            if index.is_empty() {
                return statement(&quote_spanned!(span=> #slots.set(#lane, #value)), place.site);
            }
            if index.len() == dimensions {
                let item = method_call(&slots, "item_mut", quote!(#lane, [#(#index),*]), place.site);
                let item = on_line(&quote_spanned!(span=> *#item), place.site);
                return quote!(#item #operator #value;);
            }
            let (old, new) = (own("old"), own("new"));
            let path = quote!(#([#index])*);
            let done = match plain {
                true => quote!(#old #path #operator #new;),
                false => compound_on_line(&old, &path, &operator, &new, place.site),
            };
            return quote!({
                let #new = #value;
                let mut #old = #slots.get(#lane);
                #done
                #slots.set(#lane, #old);
            });
        }
        // rustc rejects a second assignment to a variable that is declared as `let x;`. The value is printed
        // in a block whose span puts this error on the user's line.
        let once = |var: &Var| self.facts.kernel.body.variables[var.0].deferred;
        let printed = self.place(place, at);
        match &place.kind {
            ExprKind::Local(var) if plain && once(var) => {
                let (new, span) = (own("new"), value_site.first);
                let value = quote_spanned!(span=> { let #new = #value; #new });
                quote!(#printed #operator #value;)
            }
            _ => quote!(#printed #operator #value;),
        }
    }

    /// Splits a place in a view into the element (capture and index) and the path from the element to the
    /// place, such as `.position[0]`. Returns `None` for a place outside of views.
    fn element_component<'e>(&mut self, place: &'e Expr, at: At) -> Option<(usize, &'e [Expr], TokenStream)> {
        match &place.kind {
            ExprKind::Element { capture, index } => Some((*capture, index, TokenStream::new())),
            ExprKind::Field(base, member) => {
                let (capture, index, path) = self.element_component(base, at)?;
                Some((capture, index, quote!(#path.#member)))
            }
            ExprKind::Subscript(base, subscript) => {
                let (capture, index, path) = self.element_component(base, at)?;
                let subscript = self.expr(subscript, at);
                Some((capture, index, quote!(#path[#subscript])))
            }
            _ => None,
        }
    }
}

/// Prints `old path op= new;` with user spans at both ends, so that an overflow panic reports the user's
/// line.
fn compound_on_line(
    old: &Ident,
    path: &TokenStream,
    operator: &TokenStream,
    new: &Ident,
    site: Site,
) -> TokenStream {
    let place = quote_spanned!(site.first=> *(&mut #old #path));
    let value = quote_spanned!(site.first=> *(&#new));
    quote!(#place #operator #value;)
}
