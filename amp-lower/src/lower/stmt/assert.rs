//! Assertions and panics stop a kernel on the CPU: `assert!`, `assert_eq!`, `debug_assert!` and the like, `panic!`,
//! `unreachable!`, `todo!`.
//!
//! ```rust,ignore
//! assert!(k < n, "{k} of {}", n);
//! debug_assert_ne!(x[i], 0.0);
//! ```
//!
//! - On the CPU the launch returns `Error::KernelPanicked`.
//! - A GPU with traps reports the first failure. Without traps, it does not evaluate the condition of an assertion. After
//!   a panic, it continues with zero as the missing value.
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
    use crate::testing::{codes, wgsl, wgsl_with_traps};
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
    fn traps_record_the_first_failure() {
        wgsl_with_traps(
            "|i: Index<1>| { let k = z[i] as usize; assert!(k < n, \"{k} of {}\", n); y[i] = x[k + 1]; while z[i] > 0 { z[i] -= 1; } }",
            expect![[r#"
                @group(0) @binding(0) var<uniform> amp_params: array<vec4<u32>, 6>;
                @group(0) @binding(1) var<storage, read> s2_x: array<f32>;
                @group(0) @binding(2) var<storage, read_write> s3_y: array<f32>;
                @group(0) @binding(3) var<storage, read_write> s4_z: array<u32>;
                @group(0) @binding(4) var<storage, read> s5_b: array<u32>;
                @group(0) @binding(5) var<storage, read> s6_h: array<u32>;
                @group(0) @binding(6) var<storage, read> s7_p: array<f32>;
                var<private> s2_x_offset: u32;
                var<private> s2_x_extent0: u32;
                var<private> s2_x_stride0: u32;
                var<private> s3_y_offset: u32;
                var<private> s3_y_extent0: u32;
                var<private> s3_y_stride0: u32;
                var<private> s4_z_offset: u32;
                var<private> s4_z_extent0: u32;
                var<private> s4_z_stride0: u32;
                struct AmpTrap { state: atomic<u32>, words: array<u32, 63> }
                @group(0) @binding(7) var<storage, read_write> amp_traps: array<AmpTrap, 16>;
                var<private> amp_trapped: bool;
                var<private> amp_site: u32 = 4294967295u;
                var<private> amp_details: array<u32, 2>;
                var<private> amp_work_item: array<u32, 1>;
                fn amp_fails(site: u32) -> bool {
                    if (amp_trapped) { return false; }
                    amp_trapped = true;
                    amp_site = site;
                    return true;
                }
                fn amp_report() {
                    if (amp_site == 4294967295u) { return; }
                    let at = amp_params[5].w % 16u;
                    if (atomicLoad(&amp_traps[at].state) == 0u && atomicExchange(&amp_traps[at].state, 1u) == 0u) {
                        amp_traps[at].words[0] = amp_params[5].w;
                        amp_traps[at].words[1] = amp_site;
                        amp_traps[at].words[2] = amp_work_item[0];
                        amp_traps[at].words[3] = amp_details[0];
                        amp_traps[at].words[4] = amp_details[1];
                    }
                }
                fn at_s2_x(i0: u32) -> u32 { return s2_x_offset + i0 * s2_x_stride0; }
                fn at_s3_y(i0: u32) -> u32 { return s3_y_offset + i0 * s3_y_stride0; }
                fn at_s4_z(i0: u32) -> u32 { return s4_z_offset + i0 * s4_z_stride0; }
                fn try_s2_x(site: u32, i0: u32, o0: u32) -> u32 { let j0 = i0 + o0; if ((j0 >= s2_x_extent0)) { if (amp_fails(site)) { amp_details[0] = j0; amp_details[1] = s2_x_extent0; } return 0u; } return at_s2_x(j0); }
                fn try_s3_y(site: u32, i0: u32, o0: u32) -> u32 { let j0 = i0 + o0; if ((j0 >= s3_y_extent0)) { if (amp_fails(site)) { amp_details[0] = j0; amp_details[1] = s3_y_extent0; } return 0u; } return at_s3_y(j0); }
                fn try_s4_z(site: u32, i0: u32, o0: u32) -> u32 { let j0 = i0 + o0; if ((j0 >= s4_z_extent0)) { if (amp_fails(site)) { amp_details[0] = j0; amp_details[1] = s4_z_extent0; } return 0u; } return at_s4_z(j0); }
                fn amp_sub_u32_u32(a: u32, b: u32) -> u32 { return a - b; }
                fn try_amp_sub_u32_u32_u32_u32(site: u32, a: u32, b: u32) -> u32 { let r = amp_sub_u32_u32(a, b); if (b > a) { if (amp_fails(site)) { amp_details[0] = 0u; } } return r; }
                @compute @workgroup_size(256, 1, 1)
                fn amp_main(@builtin(workgroup_id) amp_group: vec3<u32>, @builtin(local_invocation_id) amp_item: vec3<u32>) {
                    amp_kernel(amp_group, amp_item);
                    amp_report();
                }
                fn amp_kernel(amp_group: vec3<u32>, amp_item: vec3<u32>) {
                    let amp_tile_0 = amp_group.x;
                    s2_x_offset = amp_params[1].y;
                    s2_x_extent0 = amp_params[1].z;
                    s2_x_stride0 = amp_params[1].w;
                    s3_y_offset = amp_params[2].x;
                    s3_y_extent0 = amp_params[2].y;
                    s3_y_stride0 = amp_params[2].z;
                    s4_z_offset = amp_params[2].w;
                    s4_z_extent0 = amp_params[3].x;
                    s4_z_stride0 = amp_params[3].y;
                    let amp_global = array<u32, 1>(amp_tile_0 * 256u + amp_item.x);
                    if (amp_global[0] >= amp_params[0].x) { return; }
                    amp_work_item = amp_global;
                    var s0_a = bitcast<f32>(amp_params[0].w);
                    var s1_n = amp_params[1].x;
                    let k_: u32 = u32(s4_z[try_s4_z(0u, amp_global[0], 0u)]);
                if (!(k_ < s1_n)) { if (amp_fails(1u)) { let amp_value0 = s1_n; amp_details[0] = amp_value0; let amp_value1 = k_; amp_details[1] = amp_value1; } }
                    { let amp_new = s2_x[try_s2_x(2u, k_, 1u)]; let amp_at = try_s3_y(3u, amp_global[0], 0u); if (!amp_trapped) { s3_y[amp_at] = amp_new; } };
                    while (s4_z[try_s4_z(0u, amp_global[0], 0u)] > 0u) {
                if (amp_trapped) { break; }
                        { let amp_new = 1u; let amp_at = try_s4_z(0u, amp_global[0], 0u); let amp_sum = try_amp_sub_u32_u32_u32_u32(4u, s4_z[amp_at], amp_new); if (!amp_trapped) { s4_z[amp_at] = amp_sum; } };
                    }
                }
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
