//! Assertions and panics stop a kernel on the CPU: `assert!`, `assert_eq!`, `debug_assert!` and the like, `panic!`,
//! `unreachable!`, `todo!`.
//!
//! ```rust,ignore
//! assert!(k < n, "{k} of {}", n);
//! debug_assert_ne!(x[i], 0.0);
//! ```
//!
//! - On the CPU the launch returns `Error::KernelPanicked`.
//! - A GPU cannot stop. It does not evaluate the condition of an assertion. After a panic, it continues with zero as
//!   the missing value.
//! - A message may show values.

use crate::diagnostics::Code;
use crate::ir::{Binary, Expr, ExprKind, Message, Source, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::{expr, unsupported};
use crate::site::{Site, quoted};
use syn::Token;
use syn::punctuated::Punctuated;

/// Lowers an assertion or a panic. Reports other macros.
pub(in crate::lower) fn lower(cx: &mut Context<'_>, it: &syn::Macro) {
    let name = quoted(&it.path);
    let operator = match name.as_str() {
        "assert_eq" | "debug_assert_eq" => Some(Binary::Eq),
        "assert_ne" | "debug_assert_ne" => Some(Binary::Ne),
        _ => None,
    };
    let conditions = match name.as_str() {
        "assert" | "debug_assert" => 1,
        "unreachable" | "todo" | "unimplemented" | "panic" => 0,
        _ if operator.is_some() => 2,
        _ => return unsupported::macro_call(cx, it),
    };
    let site = Site::of(it);
    let Ok(arguments) = it.parse_body_with(Punctuated::<syn::Expr, Token![,]>::parse_terminated) else {
        return cx.report(Code::AMP017, site, format!("`{name}!` does not parse"));
    };
    let arguments: Vec<_> = arguments.into_iter().collect();
    if arguments.len() < conditions {
        return cx.report(Code::AMP017, site, format!("`{name}!` needs a condition"));
    }
    let (conditions, message) = arguments.split_at(conditions);
    let given = match message {
        [] => None,
        [syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }), values @ ..] => {
            let Some(message) = formatted_message(cx, text, values) else { return };
            Some(message)
        }
        [first, ..] => {
            let detail = format!("`{name}!` with a message that is not a string literal");
            return cx.report(Code::AMP017, Site::of(first), detail);
        }
    };
    let (before, values) =
        cx.in_block(|cx| conditions.iter().map(|condition| expr::lower(cx, condition)).collect::<Vec<_>>());
    let written: Vec<_> = conditions.iter().map(|condition| quoted(condition)).collect();
    let (condition, failed) = match (operator, values.as_slice()) {
        (Some(operator), [a, b]) => {
            cx.infer.unify(&a.ty, &b.ty);
            let kind = ExprKind::Binary(operator, Box::new(a.clone()), Box::new(b.clone()));
            let words = format!("assertion failed: {} {} {}", written[0], operator.text(), written[1]);
            (Some(Expr { kind, ty: Ty::BOOL, site }), words)
        }
        (_, [condition]) => {
            cx.infer.unify(&condition.ty, &Ty::BOOL);
            (Some(condition.clone()), format!("assertion failed: {}", written[0]))
        }
        _ => {
            let words = match name.as_str() {
                "unreachable" => "internal error: entered unreachable code",
                "todo" => "not yet implemented",
                "unimplemented" => "not implemented",
                _ => "explicit panic",
            };
            (None, words.to_owned())
        }
    };
    let debug = name.starts_with("debug");
    let plain = Message { text: failed, formatted: false, values: Vec::new(), of_subview: false };
    let message = Box::new(given.unwrap_or(plain));
    let assert = Stmt::Assert { condition, debug, message, site };
    if !debug || before.is_empty() {
        cx.prologue.extend(before);
        return cx.prologue.push(assert);
    }
    // A debug assertion evaluates its condition only in debug builds. So the statements that compute the
    // condition must run only in debug builds, too.
    let is_debug = Source::of_tokens(quote::quote!(::core::cfg!(debug_assertions)));
    let condition = Expr { kind: ExprKind::Const(is_debug), ty: Ty::BOOL, site };
    let then = before.into_iter().chain([assert]).collect();
    cx.prologue.push(Stmt::If { condition, then, otherwise: Vec::new() });
}

/// Lowers a message and its values. The CPU code formats the message; a GPU ignores it. `None` after an
/// error.
fn formatted_message(cx: &mut Context<'_>, text: &syn::LitStr, given: &[syn::Expr]) -> Option<Message> {
    let mut values = Vec::new();
    let mut named = Vec::new();
    for value in given {
        match value {
            syn::Expr::Assign(it) if let syn::Expr::Path(name) = &*it.left => {
                let name = name.path.get_ident()?.clone();
                named.push((Some(name), message_value(cx, &it.right)?));
            }
            other => values.push((None, message_value(cx, other)?)),
        }
    }
    let literal = text.value();
    for name in names_in_braces(&literal) {
        if named.iter().any(|(known, _)| known.as_ref().is_some_and(|known| *known == name)) {
            continue;
        }
        let Ok(ident) = syn::parse_str::<syn::Ident>(&name) else {
            let detail = format!("`{{{name}}}`: a message contains names and values only");
            cx.report(Code::AMP017, Site::of(text), detail);
            return None;
        };
        let ident = syn::Ident::new(&ident.to_string(), text.span());
        let path = syn::Expr::Path(syn::parse_quote!(#ident));
        named.push((Some(ident), message_value(cx, &path)?));
    }
    let formatted = !given.is_empty() || literal.contains(['{', '}']);
    values.extend(named);
    Some(Message { text: literal, formatted, values, of_subview: false })
}

/// Lowers a value in a message. The code evaluates the value only if the assertion fails, so the value must
/// not need statements before it.
fn message_value(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let (before, value) = cx.in_block(|cx| expr::lower(cx, it));
    if !before.is_empty() {
        cx.report(
            Code::AMP017,
            Site::of(it),
            "a value in a message that needs statements; bind it with `let` before the assertion",
        );
        return None;
    }
    (!value.ty.is_error()).then_some(value)
}

/// The names in the braces of a message, such as `k` in `{k}`.
pub(in crate::lower) fn names_in_braces(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let plain = text.replace("{{", "").replace("}}", "");
    for part in plain.split('{').skip(1) {
        let inside = part.split('}').next().unwrap_or_default();
        let (name, how) = inside.split_once(':').unwrap_or((inside, ""));
        // A named width or precision, such as `width` in `{:>width$}`.
        let of_width = how
            .split('$')
            .rev()
            .skip(1)
            .filter_map(|before| before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next());
        for name in std::iter::once(name.trim()).chain(of_width) {
            let is_name = !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
            if is_name && !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn assertions_are_removed_on_gpus() {
        wgsl(
            "|i: Index<1>| { assert!(n > 1, \"too few\"); debug_assert_eq!(n, 2); y[i] = match n { 0 => unreachable!(), _ => 1.0 }; }",
            expect![[r#"
                var chosen_: f32;
                if (n == 0u) {
                } else {
                    chosen_ = 1.0f;
                }
                y[amp_global[0]] = chosen_;
            "#]],
        );
    }

    #[test]
    fn other_macros_and_messages_are_rejected() {
        codes(
            "|i: Index<1>| { assert!(n > 1, \"{} {n:>3} {{a}}\", n + 1); assert!(n > 1, a); println!(\"x\"); }",
            &["AMP017", "AMP017"],
        );
    }
}
