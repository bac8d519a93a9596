//! Prints accesses to views and tile memory, and array subscripts, in the checked variant. The `Checker`
//! records each access at the granularity of the smallest field or item that is accessed.

use super::super::expr::assigning;
use super::super::spans::{call_site, copied_on_line, read_on_line, respanned};
use super::super::{At, own};
use super::CheckedPrinter;
use super::arithmetic::Compound;
use super::checker;
use crate::ir::{Binary, Expr, ExprKind, Len, Ty, Var};
use crate::site::Site;
use amp_shader::Atomic;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// A place expression within an element of a view or a tile variable, such as `tile[k].mass`.
struct Place<'e> {
    root: Root<'e>,
    /// The printed subscripts. The code evaluates each once, before the access.
    subscripts: Vec<TokenStream>,
    /// The variable of the generated code that holds the array of the subscripts' values.
    at: Ident,
    /// The path from the root to the place, such as `.field[at[0]]`, where `at` is the array of subscripts.
    path: TokenStream,
}

/// A by-reference argument that may refer to tile memory.
pub(super) struct ByRefArgument {
    /// The index of the argument.
    pub(super) argument: usize,
    pub(super) mutable: bool,
    /// Statements that the code executes before the call.
    pub(super) prepared: TokenStream,
    pub(super) place: TokenStream,
    /// The user's name of the variable, for messages.
    pub(super) name: String,
    /// The subscripts of the place, for messages.
    pub(super) at: TokenStream,
    /// Whether the place is a slice.
    pub(super) is_slice: bool,
}

impl ByRefArgument {
    /// Prints a copy of the memory behind the argument, for a comparison after the call. `argument` is the
    /// variable that holds the reference.
    pub(super) fn copy(&self, argument: &Ident) -> TokenStream {
        if self.is_slice { quote!(#argument.to_vec()) } else { quote!(*#argument) }
    }

    /// The method of the `Checker` that compares the memory behind the argument with the copy, and records
    /// the writes of the call.
    pub(super) fn modified(&self, span: Span) -> Ident {
        Ident::new(if self.is_slice { "tile_slice_modified" } else { "tile_modified" }, span)
    }
}

#[derive(Clone, Copy)]
enum Root<'e> {
    Element(usize, &'e [Expr]),
    Tile(usize),
    /// The target of a by-reference parameter, which may be tile memory.
    ByRef(Var),
}

impl CheckedPrinter<'_, '_, '_> {
    fn checked_place<'e>(&mut self, expr: &'e Expr, at: At) -> Option<Place<'e>> {
        self.named_place(expr, &own("at"), at)
    }

    fn named_place<'e>(&mut self, expr: &'e Expr, name: &Ident, at: At) -> Option<Place<'e>> {
        let whole =
            |root| Some(Place { root, subscripts: Vec::new(), at: name.clone(), path: TokenStream::new() });
        match &expr.kind {
            ExprKind::Element { capture, index } => whole(Root::Element(*capture, index)),
            ExprKind::Tile(tile) => whole(Root::Tile(*tile)),
            ExprKind::Local(var) if self.is_by_ref(*var) => whole(Root::ByRef(*var)),
            ExprKind::Field(base, member) => {
                let mut place = self.named_place(base, name, at)?;
                place.path.extend(quote!(.#member));
                Some(place)
            }
            ExprKind::Slice { root, start, len } => {
                let mut place = self.named_place(root, name, at)?;
                let (start, len) = (self.operand(start, at), self.operand(len, at));
                place.path.extend(quote!([#start..#start + #len]));
                Some(place)
            }
            ExprKind::Subscript(base, index) => {
                let mut place = self.named_place(base, name, at)?;
                let subscript = self.bounds_checked(base, index, at);
                if index.ty == Ty::USIZE {
                    let n = place.subscripts.len();
                    place.path.extend(quote!([#name[#n]]));
                    place.subscripts.push(subscript);
                } else {
                    place.path.extend(quote!([#subscript]));
                }
                Some(place)
            }
            _ => None,
        }
    }

    /// Prints a read of a place in a view or in tile memory.
    pub(super) fn checked_read(&mut self, expr: &Expr, at: At) -> Option<TokenStream> {
        let place = self.checked_place(expr, at)?;
        let (span, path) = (expr.site.first, &place.path);
        let prepared = prepared(&place);
        let read = match place.root {
            Root::Element(capture, index) => {
                let (view, locator) = (self.view(capture, span), self.work_item_of(capture, index, at));
                if path.is_empty() {
                    let read = quote_spanned!(span=> #view.checked_get(#locator));
                    return Some(read_on_line(&read, expr.site));
                }
                let part = part(path, span);
                quote_spanned!(span=> #view.checked_part(#locator, #part))
            }
            Root::Tile(_) | Root::ByRef(_) => self.tile_read(&place, span),
        };
        if prepared.is_empty() { Some(read) } else { Some(quote!({ #prepared #read })) }
    }

    fn tile_read(&self, place: &Place<'_>, span: Span) -> TokenStream {
        let (checker, at, path) = (checker(), subscripts(place), &place.path);
        let (name, variable) = self.tile_memory(place.root, span);
        quote_spanned!(span=> #checker.tile_read(#name, #at, &#variable #path))
    }

    /// The by-reference argument with index `number`, if `place` may be in tile memory. `None` for other
    /// places.
    pub(super) fn checked_by_ref(
        &mut self,
        number: usize,
        place: &Expr,
        mutable: bool,
        at: At,
    ) -> Option<ByRefArgument> {
        let found = self.named_place(place, &own(&format!("at{number}")), at)?;
        if let Root::Element(..) = found.root {
            return None;
        }
        let (name, variable) = self.tile_memory(found.root, place.site.first);
        let path = &found.path;
        let is_slice = matches!(place.ty, Ty::Slice(_));
        Some(ByRefArgument {
            is_slice,
            argument: number,
            mutable,
            prepared: prepared(&found),
            place: quote!(#variable #path),
            name,
            at: subscripts(&found),
        })
    }

    pub(super) fn checked_atomic(
        &mut self,
        operation: Atomic,
        place: &Expr,
        operands: &[Expr],
        site: Site,
        at: At,
    ) -> Option<TokenStream> {
        let found = self.checked_place(place, at)?;
        let (checker, prepared, span) = (checker(), prepared(&found), site.first);
        let function = Ident::new(operation.function(), call_site(site));
        let (operands, reads) = (self.list(operands, at), operation != Atomic::Store);
        match found.root {
            Root::Element(capture, index) => {
                let (view, locator) = (self.view(capture, span), own("locator"));
                let index = self.index_tokens(index, at);
                let look = quote_spanned!(span=> #view.checked_atomic(#checker, #locator, #reads););
                Some(quote! {{
                    let #locator = #index;
                    #look
                    #view.#function(#checker, 0, #locator, #operands)
                }})
            }
            Root::Tile(_) | Root::ByRef(_) => {
                let (at, (name, variable)) = (subscripts(&found), self.tile_memory(found.root, span));
                let path = &found.path;
                let by_ref =
                    quote_spanned!(span=> #checker.tile_atomic(#name, #at, &mut #variable #path, #reads));
                Some(quote!({ #prepared ::amp::#function(#by_ref, #operands) }))
            }
        }
    }

    /// Prints a subscript of an array with its bounds check.
    pub(super) fn checked_subscript(&mut self, base: &Expr, index: &Expr, at: At) -> Option<TokenStream> {
        // The printer of ordinary expressions handles two cases. One is a component of a work-item's index,
        // such as `i[0]`. The other is an item of an array variable that has a slot for each lane.
        if matches!(base.kind, ExprKind::Item(_)) || self.spilled_array_item(base, at).is_some() {
            return None;
        }
        let index = self.bounds_checked(base, index, at);
        let span = base.site.first;
        let base = self.operand(base, at);
        Some(quote_spanned!(span=> #base[#index]))
    }

    /// Prints a subscript. If the array's length is known to the macro, the `Checker` checks the bound.
    /// Otherwise, the `Checker` only records the location, in case the access panics.
    fn bounds_checked(&mut self, base: &Expr, index: &Expr, at: At) -> TokenStream {
        let printed = self.expr(index, at);
        let (checker, span) = (checker(), index.site.first);
        match &base.ty {
            _ if matches!(index.kind, ExprKind::Literal(_)) => printed,
            Ty::Array(_, len @ (Len::Number(_) | Len::Const(_))) if index.ty == Ty::USIZE => {
                let name = self.root_name(base);
                quote_spanned!(span=> #checker.within(#printed, #len, #name))
            }
            _ => quote_spanned!(span=> #checker.at(#printed)),
        }
    }

    pub(in super::super) fn checked_assign(
        &mut self,
        place: &Expr,
        operator: Option<Binary>,
        value: &Expr,
        at: At,
    ) -> TokenStream {
        let (site, span) = (place.site, place.site.first);
        let new = self.temporary("new", value.site.first);
        let printed = self.expr(value, at);
        // The value is printed as in the unchecked variants, so that rustc reports a type error once.
        let alone = matches!(value.kind, ExprKind::Local(_));
        let printed = if alone { copied_on_line(&printed, value.site) } else { printed };
        let sign = operator.map_or_else(|| quote!(=), |operator| assigning(operator, site));
        let compound = operator.and_then(|operator| self.checked_compound(operator, place, value, &new));
        let Some(found) = self.checked_place(place, at) else {
            let Some(compound) = compound else {
                return self.assign(place, operator.map(|_| sign), printed, value, at);
            };
            let (old, changed) = (self.expr(place, at), own("changed"));
            let (shown, computed) =
                (compound.inspected(&old), compound.assigned(&changed.to_token_stream(), &sign));
            let assigned = self.assign(place, None, changed.to_token_stream(), value, at);
            return quote!({ let #new = #printed; #shown let mut #changed = #old; #computed #assigned });
        };
        let (checker, old, path) = (checker(), own("old"), &found.path);
        let prepared = prepared(&found);
        match found.root {
            Root::Element(capture, index) => {
                let (view, locator) = (self.view(capture, span), own("locator"));
                let (given, locator) = if self.facts.is_exclusive(capture) {
                    (TokenStream::new(), self.work_item_of(capture, index, at))
                } else {
                    // With this annotation, rustc reports a type mismatch at the subscript that causes it.
                    let ty = (!matches!(index, [Expr { kind: ExprKind::Components(_), .. }])).then(|| {
                        let rank = index.len();
                        quote!(: [::core::primitive::usize; #rank])
                    });
                    let index = self.index_tokens(index, at);
                    (quote!(let #locator #ty = #index;), quote!(#checker, #locator))
                };
                let set = quote_spanned!(span=> #view.checked_set(#locator, #old););
                if path.is_empty() && operator.is_none() {
                    let (ty, printed) =
                        (self.element_type(capture, site), self.as_element(capture, &printed, site));
                    let set = quote_spanned!(span=> #view.checked_set(#locator, #new););
                    return quote!({ let #new: #ty = #printed; #given #set });
                }
                if path.is_empty() {
                    let get = quote_spanned!(span=> #view.checked_get(#locator));
                    let shown = compound.as_ref().map(|compound| compound.inspected(&quote!(#old)));
                    let changed = changed(compound.as_ref(), &quote!(#old), &sign, &new);
                    return quote!({ let #new = #printed; #given let mut #old = #get; #shown #changed #set });
                }
                let part = part(path, span);
                let read = operator.map(|_| {
                    let (read, value) =
                        (own("read"), quote_spanned!(span=> #view.checked_part(#locator, #part)));
                    let shown = compound.as_ref().map(|compound| compound.inspected(&quote!(#read)));
                    quote!(let #read = #value; #shown)
                });
                let peek = quote_spanned!(span=> #view.checked_peek(#locator));
                let put = quote_spanned!(span=> #view.checked_put(#locator, #old, #part););
                let changed = changed(compound.as_ref(), &quote!(#old #path), &sign, &new);
                quote! {{
                    let #new = #printed;
                    #given
                    #prepared
                    let mut #old = #peek;
                    #read
                    #changed
                    #put
                }}
            }
            Root::Tile(_) | Root::ByRef(_) => {
                let (at, (name, variable)) = (subscripts(&found), self.tile_memory(found.root, span));
                let read = match operator {
                    Some(_) => self.tile_read(&found, span),
                    None => quote!(#variable #path),
                };
                let written =
                    quote_spanned!(span=> #checker.tile_write(#name, #at, &#variable #path, &#old););
                match compound {
                    Some(compound) => {
                        let shown = compound.inspected(&quote!(#old));
                        let changed = compound.assigned(&quote!(#variable #path), &sign);
                        quote! {{
                            let #new = #printed;
                            #prepared
                            let #old = #read;
                            #shown
                            #changed
                            #written
                        }}
                    }
                    None => {
                        quote!({ #prepared let #old = #read; #variable #path #sign #printed; #written })
                    }
                }
            }
        }
    }

    fn view(&self, capture: usize, span: Span) -> TokenStream {
        respanned(&self.facts.kernel.captures[capture].ident, span)
    }

    /// Prints the arguments that identify the work-item and the element in an access to a view.
    fn work_item_of(&mut self, capture: usize, index: &[Expr], at: At) -> TokenStream {
        let checker = checker();
        if self.facts.is_exclusive(capture) {
            let (row, lane) = (self.row(), own("lane"));
            return quote!(#checker, #row, #lane);
        }
        let index = self.index_tokens(index, at);
        quote!(#checker, #index)
    }

    fn is_by_ref(&self, var: Var) -> bool {
        self.facts.kernel.body.variables[var.0].reference.is_some()
    }

    /// The user's name of the tile memory that `root` denotes, for messages, and its expression in the
    /// generated code.
    fn tile_memory(&self, root: Root<'_>, span: Span) -> (String, TokenStream) {
        let body = &self.facts.kernel.body;
        match root {
            Root::Tile(tile) => {
                let ident = &body.tile_static[tile].ident;
                (ident.to_string(), respanned(ident, span))
            }
            Root::ByRef(var) => {
                let name = respanned(self.name(var), span);
                (body.variables[var.0].ident.to_string(), quote!((*#name)))
            }
            Root::Element(..) => (String::new(), TokenStream::new()),
        }
    }

    /// The user's name for the variable at the start of a place, for messages: `a` for `a.b[k]`.
    fn root_name(&self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Subscript(base, _) | ExprKind::Field(base, _) => self.root_name(base),
            ExprKind::Local(var) => self.facts.kernel.body.variables[var.0].ident.to_string(),
            ExprKind::Tile(tile) => self.facts.kernel.body.tile_static[*tile].ident.to_string(),
            ExprKind::Element { capture, .. } | ExprKind::Value(capture) => {
                self.facts.kernel.captures[*capture].ident.to_string()
            }
            _ => "an array".to_owned(),
        }
    }
}

/// Prints the statement that assigns `new` to `place`, a copy of an element or a part of the copy. The code
/// before it loads the copy, and the code after it stores the copy.
fn changed(compound: Option<&Compound>, place: &TokenStream, sign: &TokenStream, new: &Ident) -> TokenStream {
    match compound {
        Some(compound) => compound.assigned(place, sign),
        None => quote!(#place #sign #new;),
    }
}

/// Prints the statement that evaluates the subscripts of a place.
fn prepared(place: &Place<'_>) -> TokenStream {
    let (at, subscripts) = (&place.at, &place.subscripts);
    if subscripts.is_empty() { TokenStream::new() } else { quote!(let #at = [#(#subscripts),*];) }
}

/// Prints the subscripts of a place as an argument, for messages.
fn subscripts(place: &Place<'_>) -> TokenStream {
    let at = &place.at;
    if place.subscripts.is_empty() { quote!(&[]) } else { quote!(&#at) }
}

/// Prints a closure that maps an element to the field or item that is accessed.
fn part(path: &TokenStream, written: Span) -> TokenStream {
    let element: Ident = own("element");
    let whole = quote_spanned!(written=> (*(#element)));
    quote!(|#element| &#whole #path)
}
