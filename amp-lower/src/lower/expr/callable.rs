//! Arguments of device functions that take `impl Fn(f32) -> f32`: closures, device functions and built-in
//! methods.

use super::closure::closure_argument;
use super::closure_return::without_returns;
use crate::diagnostics::Code;
use crate::diagnostics::advice::calls;
use crate::ir::{Callable, Expr, ExprKind, Passing, Source, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::iterators;
use crate::site::{Site, quoted};
use crate::vocabulary::types;
use amp_shader::methods::Method;
use proc_macro2::{Ident, Span};

/// Lowers a callable argument: a closure, the name of a local closure, a closure parameter, or the name of a
/// device function. `None` for other arguments.
pub(super) fn argument(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let site = Site::of(it);
    let (it, by_ref) = match super::without_parentheses(it) {
        syn::Expr::Reference(reference) => {
            let passing = if reference.mutability.is_some() { Passing::Mut } else { Passing::Ref };
            (super::without_parentheses(&reference.expr), passing)
        }
        it => (it, Passing::Value),
    };
    let kind = match it {
        syn::Expr::Closure(closure) => {
            let scopes = iterators::copied_captures(cx, closure, true);
            closure_argument(cx, &without_returns(closure), scopes, by_ref)
        }
        other if super::closure::returns_closure(cx, other) => match super::closure::returned(cx, other) {
            Some(closure) => {
                let (closure, scopes) = cx.names.closures[closure].clone();
                closure_argument(cx, &closure, scopes, by_ref)
            }
            None => return Some(Expr::error_placeholder(site)),
        },
        syn::Expr::Path(path) if path.qself.is_none() => match path.path.get_ident() {
            Some(ident) => match cx.lookup(ident) {
                Some(Binding::Closure(closure)) => {
                    let (closure, scopes) = cx.names.closures[closure].clone();
                    closure_argument(cx, &closure, scopes, by_ref)
                }
                Some(Binding::Function(function)) => {
                    let path = cx.names.functions[function].path.clone();
                    ExprKind::Function { path: Source::of(&path), by_ref }
                }
                Some(Binding::LoweredClosure(closure)) => {
                    return Some(cx.names.lowered_closures[closure].clone());
                }
                Some(Binding::Callable(callable)) => {
                    let Callable { position, is_fn_mut, is_by_mut, .. } = cx.signature.callables[callable];
                    let by_ref =
                        if is_by_mut && by_ref == Passing::Value { Passing::Reborrow } else { by_ref };
                    ExprKind::ForwardedCallable { position, ident: ident.clone(), by_ref, is_fn_mut }
                }
                // In a closure kernel, an unknown name is a capture. In other bodies, it can only be a
                // function.
                None if !cx.signature.infers_captures && is_function(&path.path) => {
                    ExprKind::Function { path: Source::of(&path.path), by_ref }
                }
                _ => return None,
            },
            None if is_function(&path.path) && of_type(&path.path) => {
                let Some(closure) = method_of_number(&path.path) else {
                    let detail = format!("`{}`: an associated function as a value", quoted(path));
                    cx.advise(Code::AMP011, site, detail, calls::ASSOCIATED_FUNCTION);
                    return Some(Expr::error_placeholder(site));
                };
                let scopes = cx.scopes();
                closure_argument(cx, &closure, scopes, by_ref)
            }
            None if is_function(&path.path) => ExprKind::Function { path: Source::of(&path.path), by_ref },
            None => return None,
        },
        _ => return None,
    };
    let result = match &kind {
        ExprKind::Closure(closure) => closure.result.clone(),
        ExprKind::ForwardedCallable { position, .. } => {
            let own = cx.signature.callables.iter().find(|callable| callable.position == *position);
            own.map_or(Ty::Error, |callable| callable.output.clone())
        }
        ExprKind::Function { .. } => cx.infer.value(),
        _ => Ty::Error,
    };
    Some(Expr { kind, ty: Ty::Callable(Box::new(result)), site })
}

/// Binds a variable to a device function, as in `let h = half;`. Returns false for other values.
pub(in crate::lower) fn declare_function(
    cx: &mut Context<'_>,
    pattern: &syn::Pat,
    value: &syn::Expr,
) -> bool {
    let pattern = match pattern {
        syn::Pat::Type(typed) if matches!(&*typed.ty, syn::Type::FnPtr(_)) => &*typed.pat,
        other => other,
    };
    let syn::Pat::Ident(syn::PatIdent { by_ref: None, mutability: None, subpat: None, ident, .. }) = pattern
    else {
        return false;
    };
    let syn::Expr::Path(path) = super::without_parentheses(value) else { return false };
    if path.qself.is_some() || !is_function(&path.path) {
        return false;
    }
    let binding = match path.path.get_ident() {
        Some(name) => match cx.lookup(name) {
            Some(known @ (Binding::Function(_) | Binding::Closure(_))) => known,
            None if !cx.signature.infers_captures && !cx.is_constant(name) => {
                cx.names.functions.push(path.clone());
                Binding::Function(cx.names.functions.len() - 1)
            }
            _ => return false,
        },
        None => match method_of_number(&path.path) {
            Some(closure) => {
                let scopes = cx.scopes();
                Binding::Closure(super::closure::local_in(cx, &closure, scopes))
            }
            None => {
                cx.names.functions.push(path.clone());
                Binding::Function(cx.names.functions.len() - 1)
            }
        },
    };
    cx.bind(ident, binding);
    true
}

/// Whether the path may name a function: its last segment is not `self`, and does not begin with an
/// upper-case letter.
fn is_function(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        name != "self" && name.trim_start_matches("r#").starts_with(|c: char| c.is_lowercase() || c == '_')
    })
}

/// Whether the path names a function of a type, such as `f32::sqrt`.
fn of_type(path: &syn::Path) -> bool {
    path.segments.iter().nth_back(1).is_some_and(|owner| super::call::is_type(&owner.ident.to_string()))
}

/// The closure `|a, b| f32::max(a, b)` for the path `f32::max`. `None` for a function of a user's type,
/// because only rustc can resolve its number of parameters.
pub(crate) fn method_of_number(path: &syn::Path) -> Option<syn::ExprClosure> {
    let (owner, name) = (super::call::owner(path), &path.segments.last()?.ident);
    let syn::Type::Path(of) = &owner else { return None };
    let of = of.path.get_ident()?.to_string();
    if types::scalar(&of).is_none() && types::vector(&of).is_none() {
        return None;
    }
    let span = name.span();
    let others = Method::find(&name.to_string())?.arguments.iter().enumerate();
    let others = others.map(|(n, _)| Ident::new(&format!("by{n}"), span.resolved_at(Span::mixed_site())));
    let others: Vec<_> = others.collect();
    let owner = match super::associated::takes_reference(&name.to_string()) {
        true => syn::parse_quote!(&#owner),
        false => owner,
    };
    let this = Ident::new("this", span.resolved_at(Span::mixed_site()));
    Some(syn::parse_quote_spanned!(span=> |#this: #owner #(, #others)*| #path(#this #(, #others)*)))
}
