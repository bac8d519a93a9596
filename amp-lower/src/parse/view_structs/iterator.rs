//! Structs of views that implement `Iterator`: `#[device] impl Iterator for Words<'_>`.
//!
//! The functions of the `impl` become methods of the struct, and so do the consumers of `Iterator` that `own_iterator` writes. A
//! chain that begins with such a struct begins with calls of `next`:
//!
//! ```text
//! for v in Words { text, at: 0 } { .. }   { let mut made = Words { .. }; for v in from_fn(|| made.next()) { .. } }
//! words.map(f).sum()                      { let mut made = words; from_fn(|| made.next()).map(f).sum() }
//! words.by_ref().take(2).sum()            from_fn(|| words.next()).take(2).sum()
//! ```
//!
//! A macro sees no types. So a method counts as one of `Iterator` if the method after it shows an iterator.

use crate::parse::own_iterator;
use crate::site::Site;
use crate::vocabulary::iterators::{COMPARISONS, is_adaptor, is_consumer, is_of_iterators_only};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ImplItem};

/// The block with the methods of a struct that implements `Iterator`. `None` for another block, and if the items contain
/// references.
pub(super) fn inherent(block: &syn::ItemImpl) -> Option<syn::ItemImpl> {
    let (of_trait, _) = block.trait_.as_ref()?;
    if of_trait.segments.last()?.ident != "Iterator" {
        return None;
    }
    let item = block.items.iter().find_map(|it| match it {
        ImplItem::Type(it) if it.ident == "Item" => Some(it.ty.clone()),
        _ => None,
    })?;
    // The items would refer to the fields, which are parameters of the methods.
    let text = item.to_token_stream().to_string();
    if text.contains('&') || text.contains('\'') {
        return None;
    }
    let mut inherent = block.clone();
    let consumers = own_iterator::methods(block).and_then(|block| syn::parse2::<syn::ItemImpl>(block).ok());
    inherent.trait_ = None;
    inherent.items.extend(consumers.into_iter().flat_map(|block| block.items));
    inherent.items.retain(|it| matches!(it, ImplItem::Fn(function) if function.sig.ident != "into_iter"));
    let is_own = |name: &str| {
        block.items.iter().any(|it| matches!(it, ImplItem::Fn(function) if function.sig.ident == name))
    };
    inherent.items.extend(
        with_closures(&item)
            .into_iter()
            .filter(|function| !is_own(&function.sig.ident.to_string()))
            .map(ImplItem::Fn),
    );
    ItemType(item).visit_item_impl_mut(&mut inherent);
    Some(inherent)
}

/// The consumers of `Iterator` that take a closure.
fn with_closures(item: &syn::Type) -> Vec<syn::ImplItemFn> {
    vec![
        syn::parse_quote! {
            fn any(&mut self, mut amp_test: impl FnMut(#item) -> bool) -> bool {
                while let Some(amp_item) = self.next() {
                    if amp_test(amp_item) { return true; }
                }
                false
            }
        },
        syn::parse_quote! {
            fn all(&mut self, mut amp_test: impl FnMut(#item) -> bool) -> bool {
                while let Some(amp_item) = self.next() {
                    if !amp_test(amp_item) { return false; }
                }
                true
            }
        },
        syn::parse_quote! {
            fn find(&mut self, mut amp_test: impl FnMut(&#item) -> bool) -> Option<#item> {
                while let Some(amp_item) = self.next() {
                    if amp_test(&amp_item) { return Some(amp_item); }
                }
                None
            }
        },
        syn::parse_quote! {
            fn position(&mut self, mut amp_test: impl FnMut(#item) -> bool) -> Option<usize> {
                let mut amp_count = 0usize;
                while let Some(amp_item) = self.next() {
                    if amp_test(amp_item) { return Some(amp_count); }
                    amp_count += 1;
                }
                None
            }
        },
        syn::parse_quote! {
            fn for_each(self, mut amp_each: impl FnMut(#item)) {
                let mut amp_own = self;
                while let Some(amp_item) = amp_own.next() { amp_each(amp_item); }
            }
        },
        syn::parse_quote! {
            fn fold<AmpFolded: ::amp::Value>(
                self,
                amp_first: AmpFolded,
                mut amp_next: impl FnMut(AmpFolded, #item) -> AmpFolded,
            ) -> AmpFolded {
                let mut amp_own = self;
                let mut amp_folded: AmpFolded = amp_first;
                while let Some(amp_item) = amp_own.next() { amp_folded = amp_next(amp_folded, amp_item); }
                amp_folded
            }
        },
    ]
}

/// Replaces `Self::Item` by the type of the items.
struct ItemType(syn::Type);

impl VisitMut for ItemType {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::Path(path) = &*ty
            && path.path.segments.last().is_some_and(|last| last.ident == "Item")
            && path.path.segments.first().is_some_and(|first| first.ident == "Self")
            && path.path.segments.len() == 2
        {
            *ty = self.0.clone();
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// The iterator that calls `next` of a variable.
pub(super) fn calls_of_next(of: &Expr) -> Expr {
    let span = Site::of(of).first;
    syn::parse_quote_spanned!(span=> ::core::iter::from_fn(|| #of.next()))
}

/// Calls `each` with the arguments of `zip` and the like in a chain.
pub(super) fn arguments(it: &mut Expr, each: &mut dyn FnMut(&mut Expr)) {
    match it {
        Expr::Paren(inner) => arguments(&mut inner.expr, each),
        Expr::MethodCall(call) => {
            arguments(&mut call.receiver, each);
            if COMPARISONS.into_iter().chain(["chain", "zip"]).any(|name| call.method == name) {
                call.args.iter_mut().for_each(each);
            }
        }
        _ => {}
    }
}

/// The evidence in the surrounding code about the kind of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// Nothing.
    Any,
    /// Rust expects a value that it can iterate over: in a `for`, or as an argument of `zip`.
    Iterated,
    /// A method follows that only iterators have.
    Iterator,
}

/// The beginning of a chain whose methods are those of `Iterator` for certain. `None` for other expressions.
pub(super) fn source(it: &mut Expr, position: Position) -> Option<&mut Expr> {
    if matches!(&*it, Expr::MethodCall(call) if call.method == "by_ref" && call.args.is_empty()) {
        return Some(it);
    }
    match it {
        Expr::Paren(inner) => source(&mut inner.expr, position),
        Expr::Group(inner) => source(&mut inner.expr, position),
        Expr::MethodCall(call) => {
            let is_certain = if is_adaptor(call) {
                position == Position::Iterator
                    || ONLY_ADAPTORS.iter().any(|name| call.method == name)
                    || position == Position::Iterated && !OF_OTHERS.iter().any(|name| call.method == name)
            } else {
                // A consumer of the struct itself is a method of it.
                if !is_consumer(call) || !is_chain(&call.receiver) {
                    return None;
                }
                is_of_iterators_only(call)
            };
            source(&mut call.receiver, if is_certain { Position::Iterator } else { Position::Any })
        }
        other => (position != Position::Any).then_some(other),
    }
}

/// Adaptors that other types rarely have.
const ONLY_ADAPTORS: [&str; 10] = [
    "cycle",
    "enumerate",
    "filter_map",
    "fuse",
    "map_while",
    "peekable",
    "scan",
    "skip_while",
    "step_by",
    "take_while",
];

/// Adaptors whose names are often those of methods that return an array, a slice or an `Option`.
const OF_OTHERS: [&str; 3] = ["map", "skip", "take"];

fn is_chain(it: &Expr) -> bool {
    match it {
        Expr::Paren(inner) => is_chain(&inner.expr),
        other => matches!(other, Expr::MethodCall(_)),
    }
}
