//! `amp::print!` prints a line, for debugging.
//!
//! ```rust,ignore
//! amp::print!("{k} of {n}: {:.2}, {:?}", a, x[i]);
//! ```
//!
//! - The text is a format string, as for `println!`, and the line gets its end. rustc checks the text.
//! - On the CPU, the line is printed at once. A GPU collects lines in a buffer, and the next wait or download prints
//!   them in the order of the work-items.
//! - Values are integers, floats, `bool`s, vectors and indices.

use super::assert::names_in_braces;
use crate::diagnostics::Code;
use crate::ir::{Expr, Message, Stmt};
use crate::lower::context::Context;
use crate::lower::expr;
use crate::lower::pattern::pinned;
use crate::site::{Site, quoted};
use proc_macro2::Ident;
use syn::Token;
use syn::punctuated::Punctuated;

/// The help for a call without a format string.
const FORMAT: &str = "write a format string first: `amp::print!(\"{} {:?}\", i[0], x)`";

/// Lowers `amp::print!`. Returns false for another macro.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::Macro) -> bool {
    if quoted(&it.path).trim_start_matches(':') != "amp::print" {
        return false;
    }
    let site = Site::of(it);
    let Ok(arguments) = it.parse_body_with(Punctuated::<syn::Expr, Token![,]>::parse_terminated) else {
        cx.advise(Code::AMP017, site, "`amp::print!` with arguments that are no expressions", FORMAT);
        return true;
    };
    let arguments: Vec<_> = arguments.into_iter().collect();
    let [syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }), given @ ..] = arguments.as_slice()
    else {
        cx.advise(Code::AMP017, site, "`amp::print!` without a format string", FORMAT);
        return true;
    };
    let literal = text.value();
    // The values are evaluated in order. A value that statements compute may change the earlier ones.
    let mut values: Vec<(Option<Ident>, Expr)> = Vec::new();
    let mut named: Vec<(Option<Ident>, Expr)> = Vec::new();
    for value in given {
        let (name, value) = match value {
            syn::Expr::Assign(it) if let syn::Expr::Path(name) = &*it.left => {
                (name.path.get_ident().cloned(), &*it.right)
            }
            value => (None, value),
        };
        let (before, value) = cx.in_block(|cx| expr::lower(cx, value));
        if value.ty.is_error() {
            return true;
        }
        if !before.is_empty() {
            for (_, earlier) in values.iter_mut().chain(&mut named) {
                *earlier = pinned(cx, earlier.clone());
            }
            cx.prologue.extend(before);
        }
        if name.is_some() { &mut named } else { &mut values }.push((name, value));
    }
    for name in names_in_braces(&literal) {
        if named.iter().any(|(known, _)| known.as_ref().is_some_and(|known| *known == name)) {
            continue;
        }
        let Ok(ident) = syn::parse_str::<Ident>(&name) else {
            let detail = format!("`{{{name}}}`: a text contains names and values only");
            cx.report(Code::AMP017, Site::of(text), detail);
            return true;
        };
        let ident = Ident::new(&ident.to_string(), text.span());
        let path = syn::Expr::Path(syn::parse_quote!(#ident));
        let value = expr::lower(cx, &path);
        if value.ty.is_error() {
            return true;
        }
        named.push((Some(ident), value));
    }
    values.extend(named);
    let message = Box::new(Message { text: literal, formatted: true, values, of_subview: false });
    cx.prologue.push(Stmt::Print { message, site });
    true
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl, wgsl_with_traps};
    use expect_test::expect;

    #[test]
    fn lines_are_printed() {
        wgsl(
            "|i: Index<1>| { let k = i[0]; if k == 3 { amp::print!(\"{k} of {n}: {:.2}\", x[k]); } y[i] = x[k]; }",
            expect![[r#"
                let k_: u32 = amp_global[0];
                if (k_ == 3u) {
                print("{k} of {n}: {:.2}")
                }
                y[amp_global[0]] = x[k_];
            "#]],
        );
    }

    #[test]
    fn lines_are_collected() {
        wgsl_with_traps(
            "|i: Index<1>| { let k = i[0] as u32; amp::print!(\"{k} {} {v:?}\", k / 2, v = a > 1.0); }",
            expect![[r#"
                @group(0) @binding(0) var<uniform> amp_params: array<vec4<u32>, 6>;
                @group(0) @binding(1) var<storage, read> s2_x: array<f32>;
                @group(0) @binding(2) var<storage, read> s3_y: array<f32>;
                @group(0) @binding(3) var<storage, read> s4_z: array<u32>;
                @group(0) @binding(4) var<storage, read> s5_b: array<u32>;
                @group(0) @binding(5) var<storage, read> s6_h: array<u32>;
                @group(0) @binding(6) var<storage, read> s7_p: array<f32>;
                struct AmpOutput { cursor: atomic<u32>, lost: atomic<u32>, words: array<u32, 65534> }
                @group(0) @binding(7) var<storage, read_write> amp_output: AmpOutput;
                var<private> amp_work_item: array<u32, 1>;
                fn amp_reserve(count: u32) -> u32 {
                    if (atomicLoad(&amp_output.cursor) < 65534u) {
                        let at = atomicAdd(&amp_output.cursor, count);
                        if (at + count <= 65534u) { return at; }
                    }
                    atomicAdd(&amp_output.lost, 1u);
                    return 65534u;
                }
                @compute @workgroup_size(256, 1, 1)
                fn amp_main(@builtin(workgroup_id) amp_group: vec3<u32>, @builtin(local_invocation_id) amp_item: vec3<u32>) {
                    let amp_tile_0 = amp_group.x;
                    let amp_global = array<u32, 1>(amp_tile_0 * 256u + amp_item.x);
                    if (amp_global[0] >= amp_params[0].x) { return; }
                    amp_work_item = amp_global;
                    var s0_a = bitcast<f32>(amp_params[0].w);
                    var s1_n = amp_params[1].x;
                    let k_: u32 = u32(amp_global[0]);
                { let amp_value0 = k_ / 2u; let amp_value1 = s0_a > 1.0f; let amp_value2 = k_; if (true) { let amp_line = amp_reserve(7u); if (amp_line < 65534u) { amp_output.words[amp_line] = 7u; amp_output.words[amp_line + 1u] = 0u; amp_output.words[amp_line + 2u] = amp_params[5].w; amp_output.words[amp_line + 3u] = amp_work_item[0]; amp_output.words[amp_line + 4u] = amp_value0; amp_output.words[amp_line + 5u] = select(0u, 1u, amp_value1); amp_output.words[amp_line + 6u] = amp_value2; } } }
                }
            "#]],
        );
    }

    #[test]
    fn other_forms_are_rejected() {
        codes("|i: Index<1>| { amp::print!(n); println!(\"{}\", n); }", &["AMP017", "AMP017"]);
    }
}
