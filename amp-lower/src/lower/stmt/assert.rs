//! `assert!`, `debug_assert!` and their like; `unreachable!`, `todo!`, `panic!`.
//!
//! On the CPU they stop the kernel, and the launch returns `Error::KernelPanicked`. A GPU has no way to stop: there the
//! condition is not looked at, and what follows something unreachable computes with zeros.

use crate::diagnostics::Code;
use crate::ir::{Binary, Expr, ExprKind, Stmt, Ty};
use crate::lower::cx::Cx;
use crate::lower::{expr, unsupported};
use crate::site::{Site, quoted};
use syn::Token;
use syn::punctuated::Punctuated;

/// A macro that stands as a statement.
pub(in crate::lower) fn lower(cx: &mut Cx<'_>, it: &syn::Macro) {
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
    let text = match message {
        [] => None,
        [syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. })] if !text.value().contains('{') => {
            Some(text.value())
        }
        [first, ..] => {
            let detail = format!("`{name}!` with values in its message; a text alone can be given");
            return cx.report(Code::AMP017, Site::of(first), detail);
        }
    };
    let values: Vec<_> = conditions.iter().map(|condition| expr::lower(cx, condition)).collect();
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
    cx.before.push(Stmt::Assert { condition, debug, message: text.unwrap_or(failed), site });
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn leave_nothing_on_a_gpu() {
        wgsl(
            "|i: Index<1>| { assert!(n > 1, \"too few\"); debug_assert_eq!(n, 2); y[i] = match n { 0 => 1.0, _ => unreachable!() }; }",
            expect![[r#"
                var chosen_: f32;
                if (n == 0u) {
                    chosen_ = 1.0f;
                } else {
                }
                y[amp_global[0]] = chosen_;
            "#]],
        );
    }

    #[test]
    fn refuses_values_in_messages() {
        codes("|i: Index<1>| { assert!(n > 1, \"{}\", n); println!(\"x\"); }", &["AMP017", "AMP017"]);
    }
}
