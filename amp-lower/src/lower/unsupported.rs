//! The last arm of both matches: says what was written and why it cannot be.

use super::cx::Cx;
use crate::diagnostics::Code;
use crate::site::{Site, quoted};
use syn::Expr as E;

/// Refuses an expression.
pub(super) fn expr(cx: &mut Cx<'_>, it: &E) {
    if let E::Let(binds) = it {
        cx.refuse(&binds.pat);
    }
    let what = match it {
        E::Async(_) => "`async`: a device has no executor",
        E::Await(_) => "`.await`: a device has no executor",
        E::Closure(_) => "a closure; write a `#[device]` function",
        E::Const(_) => "a `const` block",
        E::Break(_) | E::Continue(_) | E::Return(_) => "a jump as a value",
        E::ForLoop(_) | E::While(_) | E::Loop(_) => "a loop as a value",
        E::Block(_) => "a block with a label",
        E::Let(_) => "`if let` and `while let`",
        E::Range(_) => "a range that is not the range of a `for` loop",
        E::RawAddr(_) => "a raw pointer",
        E::Reference(_) => "a reference; values are passed by copy",
        E::Struct(_) => "a struct with numbered fields",
        E::Try(_) => "`?`: a kernel returns nothing, an error included",
        E::TryBlock(_) => "`try`",
        E::Unsafe(_) => "`unsafe`: nothing in a kernel needs it",
        E::Yield(_) => "`yield`",
        E::Unary(_) => "dereferencing; there are no references in a kernel",
        E::Lit(_) => "text: a device has no strings and no characters",
        E::Infer(_) => "`_` as a value",
        E::Assign(_) => "an assignment as a value",
        _ => "",
    };
    let detail = if what.is_empty() { format!("`{}`", quoted(it)) } else { what.to_owned() };
    cx.report(Code::AMP001, site(it), detail);
}

/// The smallest part of it that tells.
fn site(it: &E) -> Site {
    match it {
        E::Async(it) => Site::of(&it.async_token),
        E::Await(it) => Site::of(&it.await_token),
        E::Try(it) => Site::of(&it.question_token),
        E::Unsafe(it) => Site::of(&it.unsafe_token),
        E::Const(it) => Site::of(&it.const_token),
        E::TryBlock(it) => Site::of(&it.try_token),
        E::Let(it) => Site::of(&it.let_token),
        other => Site::of(other),
    }
}

/// Refuses an item in a body.
pub(super) fn item(cx: &mut Cx<'_>, it: &syn::Item) {
    let what = match it {
        syn::Item::Static(_) => "a `static`: a device has no global variables; pass it as a captured value",
        syn::Item::Fn(_) => "a function in a kernel; write a `#[device]` function beside it",
        syn::Item::Use(_) => "`use` in a kernel; write it outside",
        _ => "an item in a kernel; declare it outside",
    };
    cx.report(Code::AMP001, Site::of(it), what);
}

/// Refuses a macro.
pub(super) fn macro_call(cx: &mut Cx<'_>, it: &syn::Macro) {
    let name = quoted(&it.path);
    let why = match name.as_str() {
        "println" | "print" | "eprintln" | "eprint" | "dbg" => "a device has no terminal",
        "vec" | "format" => "a device has no heap",
        "panic" | "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "unreachable" | "todo"
        | "unimplemented" => "a device cannot unwind",
        _ => "amp cannot see what it expands to",
    };
    cx.report(Code::AMP017, Site::of(&it.path), format!("`{name}!`: {why}"));
}
