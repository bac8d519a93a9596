//! A device function returns a closure, and a variable names it.
//!
//! ```rust,ignore
//! let add = adder(n as u32);
//! z[i] = add(3) + add(4);
//! ```
//!
//! - The function declares `-> impl Fn(u32) -> u32`, and ends with the closure or its name. It has no `&mut` parameter.
//! - The function may also return one of several functions: `-> fn(u32, u32) -> u32`, with a `match` or `return`.
//! - The kernel calls the closure by its name, or directly: `op.function()(a, b)`. It may also pass it to a function.

use super::closure::{self, local_in};
use super::through_reference::with_fixed_values;
use crate::ir::Expr;
use crate::lower::context::{Binding, Context};
use crate::parse::closure_results::{argument, call_of};
use crate::parse::reference_results::hidden_call;
use crate::site::Site;

/// Binds the name in `let add = returned_closure::<1, _>(adder(2));`, to which parsing changes `let add = adder(2);`
/// (`parse/returned_references.rs`). Returns false for other values.
pub(in crate::lower) fn declare(cx: &mut Context<'_>, pattern: &syn::Pat, value: &syn::Expr) -> bool {
    let name = match pattern {
        syn::Pat::Type(typed) if matches!(&*typed.ty, syn::Type::FnPtr(_)) => &*typed.pat,
        other => other,
    };
    let syn::Pat::Ident(name) = name else { return false };
    let call = marked(value).map_or(value, |(_, call)| call);
    if closure::returns_closure(cx, call) {
        match closure::returned(cx, call) {
            Some(closure) => cx.bind(&name.ident, Binding::Closure(closure)),
            None => cx.bind(&name.ident, Binding::Rejected),
        }
        return true;
    }
    let Some((count, call)) = marked(value) else { return false };
    let call = with_fixed_values(cx, call);
    let inputs: Vec<_> = (0..count).map(argument).collect();
    let Some(called) = call_with(&call, &inputs) else { return false };
    let closure: syn::ExprClosure = syn::parse_quote!(|#(#inputs),*| #called);
    let scopes = cx.scopes();
    let closure = local_in(cx, &closure, scopes);
    cx.bind(&name.ident, Binding::Closure(closure));
    true
}

/// Lowers a call of the value of a call, `op.function()(a, b)`: the value is a closure or a function. `None` if the called
/// function is known to return something else.
pub(super) fn call(cx: &mut Context<'_>, it: &syn::ExprCall, site: Site) -> Option<Expr> {
    let called = super::without_parentheses(&it.func);
    if closure::returns_closure(cx, called) {
        return Some(match closure::returned(cx, called) {
            Some(closure) => closure::call(cx, closure, it, site),
            None => Expr::error_placeholder(site),
        });
    }
    let is_local = match called {
        syn::Expr::Call(call) => match super::without_parentheses(&call.func) {
            syn::Expr::Path(path) => path.path.get_ident().is_some_and(|name| cx.lookup(name).is_some()),
            _ => true,
        },
        _ => false,
    };
    if is_local || hidden_call(called, call_of, None).is_none() {
        return None;
    }
    // Rust evaluates the function, and then the arguments.
    let called = with_fixed_values(cx, called);
    let arguments: Vec<_> = it.args.iter().collect();
    let called = call_with(&called, &arguments)?;
    Some(super::lower(cx, &called))
}

/// The call of the hidden function that calls the result of `call`.
fn call_with(call: &syn::Expr, inputs: &[impl quote::ToTokens]) -> Option<syn::Expr> {
    let mut called = hidden_call(call, call_of, None)?;
    let arguments = match &mut called {
        syn::Expr::Call(call) => &mut call.args,
        syn::Expr::MethodCall(call) => &mut call.args,
        _ => return None,
    };
    arguments.extend(inputs.iter().map(|input| -> syn::Expr { syn::parse_quote!(#input) }));
    Some(called)
}

/// The number of arguments of the closure, and the call that returns it.
fn marked(value: &syn::Expr) -> Option<(usize, &syn::Expr)> {
    let syn::Expr::Call(call) = value else { return None };
    let syn::Expr::Path(path) = &*call.func else { return None };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let Some(syn::GenericArgument::Const(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(count), .. }))) =
        arguments.args.first()
    else {
        return None;
    };
    (last.ident == "returned_closure").then_some((count.base10_parse().ok()?, call.args.first()?))
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn returned_closures_are_called() {
        wgsl(
            "|i: Index<1>| { let mut k = n; let add = adder(k, 1.0); k += 1; y[i] = add(a, k) + add(2.0, 1); }",
            expect![[r#"
                var k_: u32 = n;
                let amp_argument0_: u32 = k_;
                k_ += 1u;
                let value_: u32 = k_;
                let amp_input0_: f32 = a;
                let amp_input1_: u32 = value_;
                let value_2: <_> = <adder>::amp_call_adder(amp_argument0_, 1.0?, amp_input0_, amp_input1_);
                let amp_input0_2: <_> = 2.0?;
                let amp_input1_2: <_> = 1?;
                let value_3: <_> = <adder>::amp_call_adder(amp_argument0_, 1.0?, amp_input0_2, amp_input1_2);
                y[amp_global[0]] = Add<_, _>(value_2, value_3);
            "#]],
        );
    }
}
