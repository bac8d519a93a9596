//! Arrays and slices have methods that search, compare, reorder and copy their items.
//!
//! ```rust,ignore
//! w[..n].sort_unstable();
//! if let Ok(k) = w.binary_search(&key) { y[i] = w[k]; }
//! w[1..].reverse();
//! w[..4].copy_from_slice(&v[n..n + 4]);
//! let first = w.first().copied().unwrap_or(0.0);
//! ```
//!
//! - Order: `swap`, `reverse`, `rotate_left`, `rotate_right`, `sort_unstable`, `sort_unstable_by`, `sort_unstable_by_key`, and
//!   `sort`, `sort_by`, `sort_by_key`. The sorts are insertion sorts, for the short arrays of a work-item.
//! - Contents: `fill`, `copy_from_slice`, `clone_from_slice`, `swap_with_slice`, `copy_within`.
//! - Parts: `trim_ascii`, `trim_ascii_start`, `trim_ascii_end`, which return a slice; `strip_prefix` and `strip_suffix`, which
//!   return an [`Option` with a slice](#optional-references).
//! - Searches: `contains`, `starts_with`, `ends_with`, `binary_search`, `binary_search_by`, `binary_search_by_key`,
//!   `partition_point`.
//! - Parts of a known length: `first_chunk::<2>()`, `last_chunk`, `split_first_chunk` and `split_last_chunk`, which return an
//!   [`Option` with a reference](#optional-references); `let (pairs, rest) = w.as_chunks::<2>();`, where `pairs` has `iter`
//!   and `len`; `w.as_flattened().iter()`.
//! - `select_nth_unstable`, `select_nth_unstable_by` and `select_nth_unstable_by_key` sort the whole array. The order of the
//!   items before and after the selected one is that of a sorted array. Rust does not specify this order.
//! - `first`, `last`, `get`, `split_first`, `split_last` and their `_mut` variants return an
//!   [optional reference](#optional-references).
//! - The closure of `sort_unstable_by` ends in a comparison, as that of [`min_by`](#iterators).
//! - If only rustc knows that a receiver is an array, as for a field, the methods of the first three lists work.

use crate::ir::{Expr, Ty};
use crate::lower::context::Context;
use crate::lower::iterators;
use crate::lower::stmt;
use crate::site::Site;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::parse_quote_spanned;

/// Methods that only arrays and slices have.
const CERTAIN: [&str; 21] = [
    "binary_search",
    "binary_search_by",
    "binary_search_by_key",
    "copy_from_slice",
    "copy_within",
    "ends_with",
    "partition_point",
    "select_nth_unstable",
    "select_nth_unstable_by",
    "select_nth_unstable_by_key",
    "sort",
    "sort_by",
    "sort_by_key",
    "sort_unstable",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "starts_with",
    "swap_with_slice",
    "trim_ascii",
    "trim_ascii_end",
    "trim_ascii_start",
];

/// Whether a call is of a method that returns a slice.
pub(in crate::lower) fn returns_slice(it: &syn::Expr) -> bool {
    matches!(super::without_parentheses(it), syn::Expr::MethodCall(call) if call.method.to_string().starts_with("trim_ascii"))
}

/// Whether a receiver is known to be an array or a slice. An expression that is not a place, such as a call,
/// is not lowered to find out, so it counts as unknown.
pub(in crate::lower) fn is_receiver(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let it = super::without_parentheses(it);
    if !matches!(it, syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_) | syn::Expr::Unary(_)) {
        return false;
    }
    let receiver = cx.speculatively(|cx| super::place(cx, it));
    matches!(cx.infer.resolve(&receiver.ty), Ty::Array(..) | Ty::Slice(_))
}

/// For a search in a literal array or in constant text, `[1, 2].contains(&k)`, a block that first names the array. `None` for
/// other calls.
fn with_named_receiver(it: &syn::ExprMethodCall) -> Option<syn::Expr> {
    const SEARCHES: [&str; 7] = [
        "binary_search",
        "binary_search_by",
        "binary_search_by_key",
        "contains",
        "ends_with",
        "partition_point",
        "starts_with",
    ];
    let receiver = super::without_parentheses(&it.receiver);
    let is_array = match receiver {
        syn::Expr::Array(_) | syn::Expr::Repeat(_) => true,
        syn::Expr::Call(call) => super::constant_text::is_call(call),
        _ => false,
    };
    if !is_array || !SEARCHES.iter().any(|name| it.method == name) {
        return None;
    }
    let span = it.method.span();
    let (method, turbofish, args) = (&it.method, &it.turbofish, &it.args);
    Some(parse_quote_spanned!(span=> {
        let amp_receiver = #receiver;
        amp_receiver.#method #turbofish (#args)
    }))
}

/// Lowers a call of a method of arrays and slices, such as `w.reverse()`. `None` for other methods, and if
/// the receiver is not known to be an array or a slice.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    if let Some(named) = with_named_receiver(it) {
        return Some(super::lower(cx, &named));
    }
    let span = it.method.span();
    let written: Vec<_> = it.args.iter().collect();
    let name = it.method.to_string();
    // Only arrays and slices have these methods, so a receiver of unknown type is one. It is replaced by the
    // slice `receiver[..]`, whose type is known.
    let is_certain = CERTAIN.contains(&name.as_str())
        // A user's type may have a method `sort`.
        && (name != "sort" || matches!(super::without_parentheses(&it.receiver), syn::Expr::Field(_)))
        && !is_receiver(cx, &it.receiver)
        && iterators::optional_item::may_be_array(cx, &it.receiver);
    let receiver = &match is_certain {
        true => {
            let whole = &it.receiver;
            parse_quote_spanned!(span=> #whole[..])
        }
        false => (*it.receiver).clone(),
    };
    let is_receiver = |cx: &mut Context<'_>, it: &syn::Expr| is_certain || is_receiver(cx, it);
    if let ("trim_ascii" | "trim_ascii_start" | "trim_ascii_end", []) = (name.as_str(), &written[..]) {
        return is_receiver(cx, receiver).then(|| trimmed(cx, receiver, &name, span));
    }
    let value: Option<syn::Expr> = match (name.as_str(), &written[..]) {
        ("contains", [wanted]) => Some(parse_quote_spanned!(span=> {
            let amp_wanted = *#wanted;
            #receiver.iter().any(|amp_item| *amp_item == amp_wanted)
        })),
        ("starts_with", [other]) => Some(parse_quote_spanned!(span=> {
            let amp_list = &#receiver;
            let amp_other = #other;
            amp_list.len() >= amp_other.len() && amp_list.iter().zip(amp_other).all(|(a, b)| *a == *b)
        })),
        ("ends_with", [other]) => Some(parse_quote_spanned!(span=> {
            let amp_list = &#receiver;
            let amp_other = #other;
            amp_list.len() >= amp_other.len()
                && amp_list.iter().rev().zip(amp_other.iter().rev()).all(|(a, b)| *a == *b)
        })),
        ("binary_search", [wanted]) => {
            let ordered = |item: &str| {
                let item = syn::Ident::new(item, span);
                (
                    quote_spanned!(span=> amp_list[#item] > amp_wanted),
                    quote_spanned!(span=> amp_list[#item] < amp_wanted),
                )
            };
            Some(search(receiver, &quote_spanned!(span=> let amp_wanted = *#wanted;), ordered, span))
        }
        ("binary_search_by", [order]) => {
            let order = callee(order);
            let (result, ordering) =
                (quote_spanned!(span=> ::core::result::Result), quote_spanned!(span=> ::core::cmp::Ordering));
            Some(parse_quote_spanned! {span=> {
                let amp_list = &#receiver;
                let mut amp_size = amp_list.len();
                let mut amp_base = 0usize;
                while amp_size > 1 {
                    let amp_half = amp_size / 2;
                    let amp_mid = amp_base + amp_half;
                    let amp_order: #ordering = (#order)(&amp_list[amp_mid]);
                    if amp_order.is_le() {
                        amp_base = amp_mid;
                    }
                    amp_size -= amp_half;
                }
                if amp_size == 0 {
                    #result::Err(amp_base)
                } else {
                    let amp_order: #ordering = (#order)(&amp_list[amp_base]);
                    if amp_order.is_eq() {
                        #result::Ok(amp_base)
                    } else if amp_order.is_lt() {
                        #result::Err(amp_base + 1)
                    } else {
                        #result::Err(amp_base)
                    }
                }
            }})
        }
        ("binary_search_by_key", [wanted, key]) => {
            let key = callee(key);
            let ordered = |item: &str| {
                let item = syn::Ident::new(item, span);
                let key = quote_spanned!(span=> (#key)(&amp_list[#item]));
                (quote_spanned!(span=> #key > amp_wanted), quote_spanned!(span=> #key < amp_wanted))
            };
            Some(search(receiver, &quote_spanned!(span=> let amp_wanted = *#wanted;), ordered, span))
        }
        ("partition_point", [condition]) => {
            let condition = callee(condition);
            Some(parse_quote_spanned!(span=> {
                let amp_list = &#receiver;
                let mut amp_size = amp_list.len();
                let mut amp_base = 0usize;
                while amp_size > 1 {
                    let amp_half = amp_size / 2;
                    if (#condition)(&amp_list[amp_base + amp_half]) {
                        amp_base += amp_half;
                    }
                    amp_size -= amp_half;
                }
                if amp_size == 1 && (#condition)(&amp_list[amp_base]) { amp_base + 1 } else { amp_base }
            }))
        }
        _ => None,
    };
    if let Some(value) = value {
        let value = is_receiver(cx, receiver).then(|| super::lower(cx, &value))?;
        return Some(Expr { site, ..value });
    }
    if let (Some(sort), [at, rest @ ..]) = (name.strip_prefix("select_nth_unstable"), &written[..]) {
        if !is_receiver(cx, receiver) {
            return None;
        }
        let sort = syn::Ident::new(&format!("sort_unstable{sort}"), span);
        return Some(cx.scoped(|cx| {
            let stmts: [syn::Stmt; 3] = [
                parse_quote_spanned!(span=> let amp_nth: usize = #at;),
                parse_quote_spanned!(span=> assert!(amp_nth < (#receiver).len(), "partition_at_index index out of bounds");),
                parse_quote_spanned!(span=> (#receiver).#sort(#(#rest),*);),
            ];
            stmts.iter().for_each(|stmt| stmt::lower(cx, stmt));
            let parts = parse_quote_spanned! {span=>
                (&mut #receiver[..amp_nth], &mut #receiver[amp_nth], &mut #receiver[amp_nth + 1..])
            };
            iterators::item_value(cx, &parts)
        }));
    }
    let block: syn::Block = match (name.as_str(), &written[..]) {
        ("swap", [a, b]) => parse_quote_spanned! {span=> {
            let amp_list = &mut #receiver;
            let (amp_a, amp_b): (usize, usize) = (#a, #b);
            let amp_held = amp_list[amp_a];
            amp_list[amp_a] = amp_list[amp_b];
            amp_list[amp_b] = amp_held;
        }},
        ("fill", [value]) => parse_quote_spanned! {span=> {
            let amp_list = &mut #receiver;
            let amp_value = #value;
            for amp_at in 0..amp_list.len() {
                amp_list[amp_at] = amp_value;
            }
        }},
        // The closure is named, because a `move` closure has its own copies of variables.
        ("fill_with", [next @ syn::Expr::Closure(_)]) => parse_quote_spanned! {span=> {
            let amp_list = &mut #receiver;
            let mut amp_next = #next;
            for amp_at in 0..amp_list.len() {
                amp_list[amp_at] = amp_next();
            }
        }},
        ("fill_with", [next @ syn::Expr::Path(_)]) => parse_quote_spanned! {span=> {
            let amp_list = &mut #receiver;
            for amp_at in 0..amp_list.len() {
                amp_list[amp_at] = #next();
            }
        }},
        ("reverse", []) => {
            let reversed = reversed(&quote_spanned!(span=> 0), &quote_spanned!(span=> amp_list.len()), span);
            parse_quote_spanned!(span=> { let amp_list = &mut #receiver; #reversed })
        }
        ("rotate_left" | "rotate_right", [by]) => {
            let (mid, words) = match name.as_str() {
                "rotate_left" => (quote_spanned!(span=> amp_by), "assertion failed: mid <= self.len()"),
                _ => (quote_spanned!(span=> amp_list.len() - amp_by), "assertion failed: k <= self.len()"),
            };
            let parts = [
                reversed(&quote_spanned!(span=> 0), &quote_spanned!(span=> amp_mid), span),
                reversed(&quote_spanned!(span=> amp_mid), &quote_spanned!(span=> amp_list.len()), span),
                reversed(&quote_spanned!(span=> 0), &quote_spanned!(span=> amp_list.len()), span),
            ];
            parse_quote_spanned! {span=> {
                let amp_list = &mut #receiver;
                let amp_by: usize = #by;
                assert!(amp_by <= amp_list.len(), #words);
                let amp_mid = #mid;
                #(#parts)*
            }}
        }
        ("copy_from_slice" | "clone_from_slice", [other]) => parse_quote_spanned! {span=> {
            let amp_list = &mut #receiver;
            let amp_other = #other;
            assert!(
                amp_list.len() == amp_other.len(),
                "copy_from_slice: source slice length ({}) does not match destination slice length ({})",
                amp_other.len(),
                amp_list.len()
            );
            for amp_at in 0..amp_list.len() {
                amp_list[amp_at] = amp_other[amp_at];
            }
        }},
        ("swap_with_slice", [other]) => parse_quote_spanned! {span=> {
            let amp_list = &mut #receiver;
            let amp_other = #other;
            assert!(amp_list.len() == amp_other.len(), "destination and source slices have different lengths");
            for amp_at in 0..amp_list.len() {
                let amp_held = amp_list[amp_at];
                amp_list[amp_at] = amp_other[amp_at];
                amp_other[amp_at] = amp_held;
            }
        }},
        ("copy_within", [range, to]) => {
            let ends = match super::without_parentheses(range) {
                syn::Expr::Range(range) => {
                    let start = match &range.start {
                        Some(start) => quote_spanned!(span=> #start),
                        None => quote_spanned!(span=> 0),
                    };
                    let end = match (&range.end, &range.limits) {
                        (Some(end), syn::RangeLimits::HalfOpen(_)) => quote_spanned!(span=> #end),
                        (Some(end), syn::RangeLimits::Closed(_)) => quote_spanned!(span=> (#end) + 1),
                        (None, _) => quote_spanned!(span=> amp_list.len()),
                    };
                    quote_spanned!(span=> let (amp_start, amp_end): (usize, usize) = (#start, #end);)
                }
                range => quote_spanned! {span=>
                    let amp_range = #range;
                    let (amp_start, amp_end) = (amp_range.start, amp_range.end);
                },
            };
            parse_quote_spanned! {span=> {
            let amp_list = &mut #receiver;
            #ends
            let amp_to: usize = #to;
            assert!(amp_start <= amp_end && amp_end <= amp_list.len(), "the range of copy_within is out of range");
            let amp_count = amp_end - amp_start;
            assert!(amp_to <= amp_list.len() - amp_count, "dest is out of bounds");
            if amp_to <= amp_start {
                for amp_at in 0..amp_count {
                    amp_list[amp_to + amp_at] = amp_list[amp_start + amp_at];
                }
            } else {
                for amp_at in (0..amp_count).rev() {
                    amp_list[amp_to + amp_at] = amp_list[amp_start + amp_at];
                }
            }
            }}
        }
        ("sort" | "sort_unstable", []) => sorted(receiver, |a, b| quote_spanned!(span=> #a > #b), span),
        ("sort_by" | "sort_unstable_by", [order]) => {
            let syn::Expr::Closure(closure) = super::without_parentheses(order) else {
                let order = order.to_token_stream();
                let block = sorted(receiver, |a, b| quote_spanned!(span=> #order(&#a, &#b).is_gt()), span);
                return is_receiver(cx, receiver).then(|| statement(cx, &block, site));
            };
            let mut closure = closure.clone();
            let body = &closure.body;
            *closure.body = match &**body {
                syn::Expr::Block(block) if block.label.is_none() => is_greater(block),
                body => parse_quote_spanned!(span=> (#body).is_gt()),
            };
            sorted(receiver, |a, b| quote_spanned!(span=> (#closure)(&#a, &#b)), span)
        }
        ("sort_by_key" | "sort_unstable_by_key", [key]) => {
            let key = callee(key);
            sorted(receiver, |a, b| quote_spanned!(span=> (#key)(&#a) > (#key)(&#b)), span)
        }
        _ => return None,
    };
    is_receiver(cx, receiver).then(|| statement(cx, &block, site))
}

/// The length `N` in a call such as `w.first_chunk::<N>()`. `None` if the call does not show it.
pub(in crate::lower) fn length_argument(call: &syn::ExprMethodCall) -> Option<syn::Expr> {
    match call.turbofish.as_ref()?.args.first()? {
        syn::GenericArgument::Const(length) => Some(length.clone()),
        // The parser takes the name of a constant for a type.
        syn::GenericArgument::Type(syn::Type::Path(name)) if name.qself.is_none() => {
            let path = name.path.clone();
            Some(syn::Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path }))
        }
        _ => None,
    }
}

/// Lowers `trim_ascii` and its variants: the slice without white space at its ends.
fn trimmed(cx: &mut Context<'_>, receiver: &syn::Expr, name: &str, span: Span) -> Expr {
    cx.body.borrows = true;
    let at_start = (name != "trim_ascii_end").then(|| {
        quote_spanned!(span=> while amp_start < amp_end && amp_list[amp_start].is_ascii_whitespace() {
            amp_start += 1;
        })
    });
    let at_end = (name != "trim_ascii_start").then(|| {
        quote_spanned!(span=> while amp_start < amp_end && amp_list[amp_end - 1].is_ascii_whitespace() {
            amp_end -= 1;
        })
    });
    let block: syn::Block = parse_quote_spanned! {span=> {
        let amp_list = &#receiver;
        let (mut amp_start, mut amp_end) = (0usize, amp_list.len());
        #at_start
        #at_end
    }};
    cx.scoped(|cx| {
        block.stmts.iter().for_each(|stmt| stmt::lower(cx, stmt));
        stmt::borrow::value_or_reference(cx, &parse_quote_spanned!(span=> &amp_list[amp_start..amp_end]))
    })
}

fn statement(cx: &mut Context<'_>, block: &syn::Block, site: Site) -> Expr {
    cx.body.borrows = true;
    let stmts = stmt::block(cx, &block.stmts);
    cx.prologue.extend(stmts);
    super::unit(site)
}

/// A closure or function argument without its parentheses, as the callee of a generated call.
fn callee(it: &syn::Expr) -> syn::Expr {
    super::without_parentheses(it).clone()
}

/// Replaces the comparison at the end of a closure's block by a condition: `a.cmp(&b)` →
/// `(a.cmp(&b)).is_gt()`.
fn is_greater(block: &syn::ExprBlock) -> syn::Expr {
    let mut block = block.clone();
    if let Some(syn::Stmt::Expr(value, None)) = block.block.stmts.last_mut() {
        *value = syn::parse_quote!((#value).is_gt());
    }
    syn::Expr::Block(block)
}

/// Statements that reverse the items of `amp_list` between two positions.
fn reversed(start: &TokenStream, end: &TokenStream, span: Span) -> TokenStream {
    quote_spanned! {span=>
        {
            let (amp_start, amp_end): (usize, usize) = (#start, #end);
            for amp_at in 0..(amp_end - amp_start) / 2 {
                let amp_held = amp_list[amp_start + amp_at];
                amp_list[amp_start + amp_at] = amp_list[amp_end - (amp_at + 1)];
                amp_list[amp_end - (amp_at + 1)] = amp_held;
            }
        }
    }
}

/// An insertion sort. `is_greater` is the condition that its first operand belongs behind the second.
fn sorted(
    receiver: &syn::Expr,
    is_greater: impl Fn(TokenStream, TokenStream) -> TokenStream,
    span: Span,
) -> syn::Block {
    let is_greater = is_greater(quote_spanned!(span=> amp_list[amp_to - 1]), quote_spanned!(span=> amp_held));
    parse_quote_spanned! {span=> {
        let amp_list = &mut #receiver;
        for amp_at in 1..amp_list.len() {
            let amp_held = amp_list[amp_at];
            let mut amp_to = amp_at;
            while amp_to > 0 {
                if !(#is_greater) {
                    break;
                }
                amp_list[amp_to] = amp_list[amp_to - 1];
                amp_to -= 1;
            }
            amp_list[amp_to] = amp_held;
        }
    }}
}

/// A binary search with the result of the standard library's, also among equal items. `ordered` takes the
/// name of a position. It returns the conditions that the item there is greater than the wanted one, and that
/// it is less.
fn search(
    receiver: &syn::Expr,
    before: &TokenStream,
    ordered: impl Fn(&str) -> (TokenStream, TokenStream),
    span: Span,
) -> syn::Expr {
    let ((mid_greater, _), (greater, less)) = (ordered("amp_mid"), ordered("amp_base"));
    let result = quote_spanned!(span=> ::core::result::Result);
    parse_quote_spanned! {span=> {
        let amp_list = &#receiver;
        #before
        let mut amp_size = amp_list.len();
        let mut amp_base = 0usize;
        while amp_size > 1 {
            let amp_half = amp_size / 2;
            let amp_mid = amp_base + amp_half;
            if !(#mid_greater) {
                amp_base = amp_mid;
            }
            amp_size -= amp_half;
        }
        if amp_size == 0 || #greater {
            #result::Err(amp_base)
        } else if #less {
            #result::Err(amp_base + 1)
        } else {
            #result::Ok(amp_base)
        }
    }}
}
