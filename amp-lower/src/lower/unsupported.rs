//! The last arm of the matches over syn's expressions and statements: rejects a construct with the reason and
//! the code to write instead.

use super::context::Context;
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::site::{Site, quoted};
use syn::Expr as E;

/// Rejects an expression.
pub(super) fn expr(cx: &mut Context<'_>, it: &E) {
    if let E::Let(binds) = it {
        cx.bind_rejected(&binds.pat);
    }
    let (what, advice) = match it {
        E::Async(_) => ("`async`: devices have no executor", construct::ASYNC),
        E::Await(_) => ("`.await`: devices have no executor", construct::ASYNC),
        E::Closure(_) => ("a closure as a value", construct::CLOSURE),
        E::Break(_) | E::Continue(_) | E::Return(_) => ("a jump as a value", construct::JUMP),
        E::ForLoop(_) | E::While(_) | E::Loop(_) => ("a loop as a value", construct::LOOP),
        E::Let(_) => ("a `let` expression outside the condition of an `if` or `while`", construct::LET_CHAIN),
        E::Range(_) => ("a range as a value", construct::RANGE),
        E::RawAddr(_) => ("a raw pointer", construct::RAW_POINTER),
        E::Try(_) => ("`?`: a kernel cannot return an error", construct::TRY),
        E::TryBlock(_) => ("`try`", construct::TRY),
        E::Unsafe(_) => ("`unsafe`: kernels contain no unsafe code", construct::UNSAFE),
        E::Yield(_) => ("`yield`", construct::YIELD),
        E::Lit(_) => ("a C string: devices have no pointers", construct::TEXT),
        E::Infer(_) => ("`_` as a value", construct::INFER),
        E::Assign(_) => ("an assignment as a value", construct::ASSIGNMENT),
        _ => ("", Code::AMP001.help()),
    };
    let detail = if what.is_empty() { format!("`{}`", quoted(it)) } else { what.to_owned() };
    cx.advise(Code::AMP001, site(it), detail, advice);
}

/// The smallest span that identifies the construct.
fn site(it: &E) -> Site {
    match it {
        E::Async(it) => Site::of(&it.async_token),
        E::Await(it) => Site::of(&it.await_token),
        E::Try(it) => Site::of(&it.question_token),
        E::Unsafe(it) => Site::of(&it.unsafe_token),
        E::TryBlock(it) => Site::of(&it.try_token),
        E::Let(it) => Site::of(&it.let_token),
        other => Site::of(other),
    }
}

/// Rejects an item in a body.
pub(super) fn item(cx: &mut Context<'_>, it: &syn::Item) {
    let (what, advice) = match it {
        syn::Item::Static(_) => ("a `static`: devices have no global variables", construct::STATIC),
        syn::Item::Use(_) => ("`use` in an inner block", construct::IMPORT),
        _ => ("an item in a kernel", construct::ITEM),
    };
    cx.advise(Code::AMP001, Site::of(it), what, advice);
}

/// Rejects a macro call.
pub(super) fn macro_call(cx: &mut Context<'_>, it: &syn::Macro) {
    let name = quoted(&it.path);
    let why = match name.as_str() {
        "println" | "print" | "eprintln" | "eprint" | "dbg" => {
            let detail = format!("`{name}!`: devices have no terminal");
            return cx.advise(Code::AMP017, Site::of(&it.path), detail, construct::PRINT);
        }
        "write" | "writeln" => "devices have no text output",
        "asm" | "std::arch::asm" | "core::arch::asm" => "devices have other instruction sets",
        "vec" | "format" => "devices have no heap",
        "panic" | "assert" | "assert_eq" | "assert_ne" | "debug_assert" | "unreachable" | "todo"
        | "unimplemented" => "devices cannot unwind",
        _ => {
            let detail = format!("`{name}!`: amp cannot see its expansion");
            return cx.advise(Code::AMP017, Site::of(&it.path), detail, construct::USER_MACRO);
        }
    };
    cx.report(Code::AMP017, Site::of(&it.path), format!("`{name}!`: {why}"));
}
