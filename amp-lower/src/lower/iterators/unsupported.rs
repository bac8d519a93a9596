//! Rejects uses of iterators that are impossible on a device: iterators as values, and methods that collect
//! or look ahead.

use super::chain;
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::lower::context::Context;
use crate::lower::expr::range;
use crate::site::{Site, quoted};
use crate::vocabulary::iterators as methods;

/// Rejects a method of `Iterator` that kernels lack. Returns whether the method is one of these.
pub(super) fn method(cx: &mut Context<'_>, call: &syn::ExprMethodCall) -> bool {
    let Some((why, advice)) = reason(&call.method.to_string()) else { return false };
    let detail = format!("`{}`: {why}", call.method);
    cx.advise(Code::AMP012, Site::of(&call.method), detail, advice);
    true
}

/// The reason why a method of `Iterator` is not supported, and the help text. `None` for other methods.
fn reason(method: &str) -> Option<(&'static str, &'static str)> {
    Some(match method {
        "collect" | "partition" | "unzip" | "to_vec" => ("devices have no heap", iterators::COLLECT),
        "array_chunks" | "map_windows" => ("not supported", iterators::CHUNKS),
        "sum_by" | "size_hint" => ("not supported", iterators::VALUE),
        _ => return None,
    })
}

/// Rejects a method that advances a range in a variable, unless kernels support it: `r.next()` for a `Range`. Returns
/// whether it rejected the method.
pub(super) fn advances_range(cx: &mut Context<'_>, call: &syn::ExprMethodCall) -> bool {
    // A `RangeInclusive` has a flag that tells whether it is exhausted. These methods do not keep it.
    const UNSUPPORTED: [&str; 5] = ["nth_back", "rfind", "rposition", "try_fold", "try_for_each"];
    if !UNSUPPORTED.iter().any(|name| call.method == name)
        || !range::is_name(cx, &call.receiver)
        || !range::is_inclusive(cx, &call.receiver)
    {
        return false;
    }
    let detail = format!("`{}`, which advances the range `{}`", call.method, quoted(&call.receiver));
    cx.advise(Code::AMP012, Site::of(&call.method), detail, iterators::ADVANCED_RANGE);
    true
}

/// Rejects an iterator where a value is expected.
pub(super) fn iterator(cx: &mut Context<'_>, call: &syn::ExprMethodCall) {
    let detail = format!("the iterator `{}` as a value", quoted(call));
    cx.advise(Code::AMP012, Site::of(call), detail, iterators::VALUE);
}

/// Rejects an iterated expression that contains an unsupported method. Returns whether it contains one.
pub(super) fn iterated(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let mut it = it;
    while let syn::Expr::MethodCall(call) = crate::lower::expr::without_parentheses(it) {
        if chain::of(cx, &call.receiver).is_some() && !methods::is_adaptor(call) && method(cx, call) {
            return true;
        }
        it = &call.receiver;
    }
    false
}
