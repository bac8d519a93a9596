//! What a kernel asks of rustc, in one place: so a question that has no answer is one error, however often the answer is needed.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::cell::{Cell, RefCell};

thread_local! {
    /// What the kernel that is printed has to know about types, if it is one that asks in one place: in the order in which it asks.
    static ASKED: RefCell<Option<Vec<TokenStream>>> = const { RefCell::new(None) };
}

thread_local! {
    /// Whether nothing that is printed depends on a type parameter of the user's.
    static CLOSED: Cell<bool> = const { Cell::new(false) };
}

/// Prints what depends on no type parameter of the user's.
pub(crate) fn closed<R>(print: impl FnOnce() -> R) -> R {
    let before = CLOSED.replace(true);
    let printed = print();
    CLOSED.set(before);
    printed
}

/// Whether rustc looks up by itself whatever is printed, and has in it the name of no capture's key.
pub(super) fn is_closed(printed: &TokenStream) -> bool {
    CLOSED.get() && !printed.to_string().contains("AmpK")
}

/// Prints what asks in one place: what depends on no parameter is in the constant that comes back too.
///
/// Device functions are not: rustc computes such a constant whether a kernel is launched or not, and where functions call one another
/// in a circle they say so themselves.
pub(crate) fn in_one_place<R>(print: impl FnOnce() -> R) -> (R, Option<TokenStream>) {
    let before = ASKED.replace(Some(Vec::new()));
    let printed = closed(print);
    let asked = ASKED.replace(before).unwrap_or_default();
    let (private, name) = (quote!(::amp::__private), name());
    let types = asked.iter().map(|_| quote!(&#private::TypeInfo));
    // A tuple: of an array, rustc would not believe that the place exists.
    let constant = quote!(const #name: (#(#types,)*) = (#(#asked,)*););
    (printed, (!asked.is_empty()).then_some(constant))
}

/// Prints what asks where it stands.
pub(super) fn here<R>(print: impl FnOnce() -> R) -> R {
    let before = ASKED.take();
    let printed = print();
    ASKED.set(before);
    printed
}

/// Whether what a shader has to know about a type is asked in one place.
pub(super) fn is_asked(name: &TokenStream) -> bool {
    ASKED.with_borrow(Option::is_some) && is_closed(name)
}

/// The expression of a `&'static TypeInfo`, or the place where it stands.
pub(super) fn info(question: TokenStream) -> TokenStream {
    ASKED.with_borrow_mut(|asked| {
        let text = question.to_string();
        let (Some(asked), false) = (asked, text.contains("AmpK")) else { return question };
        // What macros of different crates name so may be different things.
        let same = |other: &TokenStream| !text.contains("$crate") && other.to_string() == text;
        let known = asked.iter().position(same);
        let at = known.unwrap_or_else(|| {
            asked.push(question);
            asked.len() - 1
        });
        let (name, at) = (name(), syn::Index::from(at));
        quote!(#name.#at)
    })
}

fn name() -> Ident {
    Ident::new("AMP_ASKED", Span::mixed_site())
}
