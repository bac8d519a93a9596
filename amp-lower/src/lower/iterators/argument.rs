//! Chains as arguments: `mean(x.iter().map(f))`.
//!
//! The function has a hidden function that takes a closure for each iterator (`parse/iterator_parameters.rs`). The chain is
//! declared as an iterator in a variable, and the closure advances it:
//!
//! ```text
//! mean(x.iter().map(f))       let mut it = x.iter().map(f); mean::amp_pulling(|| it.next())
//! ```

use super::{chain, function, own, prepare, variable};
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::Expr;
use crate::lower::context::{Binding, Context};
use crate::lower::expr::{self, without_parentheses};
use crate::parse::iterator_parameters::{PULLING, pulling};
use crate::site::Site;
use chain::{Access, Source};
use proc_macro2::{Ident, Span};

/// The variable in an argument for a parameter `&mut Peekable<..>`, which `parse/iterator_arguments.rs` marks.
fn peeked(it: &syn::Expr) -> Option<&syn::Expr> {
    let syn::Expr::Call(call) = it else { return None };
    let syn::Expr::Path(path) = &*call.func else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let is_mark = names.next()? == "peekable" && names.next()? == "Iterator";
    let argument = call.args.first().filter(|_| is_mark)?;
    Some(match argument {
        syn::Expr::Reference(it) => without_parentheses(&it.expr),
        other => other,
    })
}

/// Whether an argument is an iterator for certain. A range may be a value.
fn is_iterator(cx: &Context<'_>, it: &syn::Expr) -> bool {
    if peeked(it).is_some() {
        return true;
    }
    let it = match without_parentheses(it) {
        syn::Expr::Reference(of) if of.mutability.is_some() => {
            return matches!(cx.index_binding(without_parentheses(&of.expr)), Some(Binding::Iterator(_)));
        }
        other => other,
    };
    let is_converted =
        matches!(it, syn::Expr::MethodCall(call) if call.method == "into_iter" && call.args.is_empty());
    chain::of(cx, it).is_some_and(|chain| {
        let is_range = matches!(chain.source, Source::Range(_) | Source::RangeVariable(_));
        !is_range || !chain.steps.is_empty() || is_converted
    })
}

/// Lowers a call of a function with a chain as an argument. `None` if no argument is one.
pub(in crate::lower) fn call(cx: &mut Context<'_>, it: &syn::ExprCall) -> Option<Expr> {
    if !it.args.iter().any(|argument| is_iterator(cx, argument)) {
        return None;
    }
    let syn::Expr::Path(path) = &*it.func else { return None };
    if path.path.get_ident().is_some_and(|name| cx.lookup(name).is_some()) {
        return None;
    }
    let mut call = it.clone();
    if let syn::Expr::Path(path) = &mut *call.func {
        function::rename(path, PULLING, pulling);
    }
    let site = Site::of(it);
    Some(with_closures(cx, call.args.clone(), site, |cx, args| {
        expr::lower(cx, &syn::Expr::Call(syn::ExprCall { args, ..call.clone() }))
    }))
}

/// Lowers a call of a method with a chain as an argument. `None` if no argument is one.
pub(super) fn method(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    if !it.args.iter().any(|argument| is_iterator(cx, argument)) {
        return None;
    }
    let mut call = it.clone();
    call.method = Ident::new(&pulling(&call.method.to_string()), call.method.span());
    // The receiver is evaluated before the arguments.
    if !own::is_place(&call.receiver) && function::evaluate(cx, &mut call.receiver).is_none() {
        return Some(Expr::error_placeholder(site));
    }
    Some(with_closures(cx, call.args.clone(), site, |cx, args| {
        expr::lower(cx, &syn::Expr::MethodCall(syn::ExprMethodCall { args, ..call.clone() }))
    }))
}

type Arguments = syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>;

/// Evaluates the arguments in their order, and calls `inner` with a closure in place of each chain.
fn with_closures(
    cx: &mut Context<'_>,
    mut arguments: Arguments,
    site: Site,
    inner: impl FnOnce(&mut Context<'_>, Arguments) -> Expr,
) -> Expr {
    for argument in &mut arguments {
        if !is_iterator(cx, argument) {
            if function::evaluate(cx, argument).is_none() {
                return Expr::error_placeholder(site);
            }
            continue;
        }
        let at = Site::of(argument);
        if let Some(it) = peeked(argument) {
            let span = at.first.resolved_at(Span::mixed_site());
            let peeks = Ident::new("amp_peeks", span);
            *argument = syn::parse_quote_spanned!(span=>
                |#peeks: bool| if #peeks { #it.peek().copied() } else { #it.next() }
            );
            continue;
        }
        let it: syn::Expr = match without_parentheses(argument) {
            syn::Expr::Reference(of) => (*of.expr).clone(),
            // `it.by_ref()`
            syn::Expr::MethodCall(call) if call.method == "by_ref" && own::is_place(&call.receiver) => {
                (*call.receiver).clone()
            }
            other => {
                let Some(chain) = chain::of(cx, other) else { return Expr::error_placeholder(site) };
                if yields_references(&chain) {
                    let detail = "an iterator over references as an argument";
                    cx.advise(Code::AMP012, at, detail, iterators::ITEMS_BY_VALUE);
                    return Expr::error_placeholder(site);
                }
                let Some(iter) = prepare::prepare_stored(cx, &chain) else {
                    return Expr::error_placeholder(site);
                };
                let number = cx.body.variables.len();
                let name =
                    Ident::new(&format!("amp_iterator{number}"), at.first.resolved_at(Span::mixed_site()));
                if !variable::bind(cx, &name, iter) {
                    let detail = "an iterator that a function returns as an argument";
                    cx.advise(Code::AMP012, at, detail, iterators::ARGUMENT);
                    return Expr::error_placeholder(site);
                }
                syn::Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.into() })
            }
        };
        let next: syn::Expr = syn::parse_quote_spanned!(at.first=> #it.next());
        *argument = syn::parse_quote_spanned!(at.first=> || #next);
    }
    inner(cx, arguments)
}

/// Whether the items are references, as far as the syntax shows. Other references are an error in the closure.
fn yields_references(chain: &chain::Chain<'_>) -> bool {
    const KEEP: [&str; 10] =
        ["by_ref", "filter", "fuse", "inspect", "rev", "skip", "skip_while", "step_by", "take", "take_while"];
    let is_kept = |step: &&syn::ExprMethodCall| KEEP.iter().any(|name| step.method == name);
    matches!(chain.source, Source::Elements(_, Access::Shared | Access::Mutable))
        && chain.steps.iter().all(is_kept)
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn chains_become_closures() {
        wgsl(
            "|i: Index<1>| { y[i] = mean(2.0, x.iter().map(|v| v * a)); }",
            expect![[r#"
            let value_: u32 = x.extent[0];
            var start_: u32 = 0u;
            var limit_: u32 = value_;
            let value_5: <_> = <mean>::amp_pulling(2.0?, |; limit_, a, &start_| { let value_2: u32 = (*in_start_); let value_3: u32 = limit_; var best_: f32; var found_: bool = false; if (value_2 < value_3) { (*in_start_) = value_2; (*in_start_) += 1u; let value_4: f32 = x[value_2] * a; best_ = value_4; found_ = true; } var chosen_: <_>; if (found_) { chosen_ = Some { 0: best_ }; } else { chosen_ = None { }; } return chosen_; });
            y[amp_global[0]] = value_5;
        "#]],
        );
    }

    #[test]
    fn iterators_of_functions_and_of_references_are_rejected() {
        codes("|i: Index<1>| { y[i] = mean(steps(n).fuse()); }", &["AMP012"]);
        codes("|i: Index<1>| { y[i] = mean(x.iter().take(2)); }", &["AMP012"]);
    }
}
