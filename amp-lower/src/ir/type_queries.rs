//! Deduplication table of type queries: a kernel without type parameters asks rustc for each type once, in
//! one constant, so that an unresolved type is reported once.
//!
//! A *type query* is a Rust expression for a `&'static TypeInfo`, which rustc evaluates. Equal queries of a
//! kernel share one field of the constant.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::cell::{Cell, RefCell};

thread_local! {
    /// The type queries of the kernel that is being printed, in the order of their fields in the constant.
    /// `None` while each query is printed in place.
    static ASKED: RefCell<Option<Vec<TokenStream>>> = const { RefCell::new(None) };
}

thread_local! {
    /// Whether the code that is being printed depends on no type parameter of the user.
    static CLOSED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `print`, and lets [`is_closed`] return true meanwhile. The caller guarantees that the printed code
/// depends on no type parameter of the user.
pub(crate) fn closed<R>(print: impl FnOnce() -> R) -> R {
    let before = CLOSED.replace(true);
    let printed = print();
    CLOSED.set(before);
    printed
}

/// Whether the printed code depends on no type parameter of the user and on no capture type.
pub(super) fn is_closed(printed: &TokenStream) -> bool {
    CLOSED.get() && !printed.to_string().contains("AmpK")
}

/// Runs `print` such that type queries become paths to fields of one constant. Returns the result of `print`,
/// and the declaration of the constant if there are queries.
///
/// Device functions are printed without such a constant. rustc would evaluate it even if no kernel is
/// launched, and report a cycle for functions that call each other. `recursion_check` already reports such
/// functions.
pub(crate) fn in_one_place<R>(print: impl FnOnce() -> R) -> (R, Option<TokenStream>) {
    let before = ASKED.replace(Some(Vec::new()));
    let printed = closed(print);
    let asked = ASKED.replace(before).unwrap_or_default();
    let (private, name) = (quote!(::amp::__private), name());
    let types = asked.iter().map(|_| quote!(&#private::TypeInfo));
    // The constant is a tuple and not an array: rustc does not promote a reference to an indexed array
    // element to a `'static` reference.
    let constant = quote!(const #name: (#(#types,)*) = (#(#asked,)*););
    (printed, (!asked.is_empty()).then_some(constant))
}

/// Runs `print` such that each type query is printed in place, and not moved to the constant.
pub(super) fn here<R>(print: impl FnOnce() -> R) -> R {
    let before = ASKED.take();
    let printed = print();
    ASKED.set(before);
    printed
}

/// Whether a type query for the type with this name is moved to the constant.
pub(super) fn is_asked(name: &TokenStream) -> bool {
    ASKED.with_borrow(Option::is_some) && is_closed(name)
}

/// Moves a type query to the constant, and returns the path of its field there. Returns the query itself if
/// queries are printed in place, or if the query depends on a capture type.
pub(super) fn info(question: TokenStream) -> TokenStream {
    ASKED.with_borrow_mut(|asked| {
        let text = question.to_string();
        let (Some(asked), false) = (asked, text.contains("AmpK")) else { return question };
        // `$crate` may denote different crates in different macros, so such queries are never merged.
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
