//! Closures and functions as arguments of device functions that take `impl Fn(f32) -> f32`: a closure, `apply(|x| x + a, 2.0)`, one by its name,
//! device functions, and methods of numbers and of glam's vectors by their names, `f32::sqrt`.

use super::closure::passed;
use super::returning::without_returns;
use crate::diagnostics::Code;
use crate::diagnostics::advice::called;
use crate::ir::{Expr, ExprKind, Hole, Ty, Written};
use crate::lower::cx::{Binding, Cx};
use crate::site::{Site, quoted};
use crate::vocabulary::types;
use amp_shader::methods::Method;
use proc_macro2::{Ident, Span};

/// What is called, as an argument: a closure, a local one by its name, a parameter that is one, a device function by its name.
pub(super) fn argument(cx: &mut Cx<'_>, it: &syn::Expr) -> Option<Expr> {
    let site = Site::of(it);
    let (it, lent) = match super::bare(it) {
        syn::Expr::Reference(reference) => (super::bare(&reference.expr), true),
        it => (it, false),
    };
    let kind = match it {
        syn::Expr::Closure(closure) => {
            let scopes = cx.scopes();
            passed(cx, &without_returns(closure), scopes, lent)
        }
        syn::Expr::Path(path) if path.qself.is_none() => match path.path.get_ident() {
            Some(ident) => match cx.known(ident) {
                Some(Binding::Closure(closure)) => {
                    let (closure, scopes) = cx.closures[closure].clone();
                    passed(cx, &closure, scopes, lent)
                }
                Some(Binding::Callable(callable)) => {
                    let position = cx.callables[callable].position;
                    ExprKind::Passed { position, ident: ident.clone(), lent }
                }
                // Where nothing is captured, it can be nothing else.
                None if !cx.closure && is_function(&path.path) => {
                    ExprKind::Function { path: path.path.clone(), lent }
                }
                _ => return None,
            },
            None if is_function(&path.path) && of_type(&path.path) => {
                let Some(closure) = method_of_number(&path.path) else {
                    let detail = format!("`{}`: a function of a type, as a value", quoted(path));
                    cx.advise(Code::AMP011, site, detail, called::OF_TYPE);
                    return Some(Expr::poison(site));
                };
                let scopes = cx.scopes();
                passed(cx, &closure, scopes, lent)
            }
            None if is_function(&path.path) => ExprKind::Function { path: path.path.clone(), lent },
            None => return None,
        },
        _ => return None,
    };
    let ty = Ty::hole(Hole::Written(Written(quote::quote!(::amp::__private::Callable))));
    Some(Expr { kind, ty, site })
}

/// Functions do not begin with a capital, and `self` is none.
fn is_function(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        name != "self" && name.trim_start_matches("r#").starts_with(|c: char| c.is_lowercase() || c == '_')
    })
}

/// Whether the path is that of a function of a type.
fn of_type(path: &syn::Path) -> bool {
    path.segments.iter().nth_back(1).is_some_and(|owner| super::call::is_type(&owner.ident.to_string()))
}

/// `f32::max` or `Vec3::min` as a value: the closure that calls it, `|a, b| f32::max(a, b)`. Of the user's types only rustc knows how many arguments
/// there are.
fn method_of_number(path: &syn::Path) -> Option<syn::ExprClosure> {
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
    let this = Ident::new("this", span.resolved_at(Span::mixed_site()));
    Some(syn::parse_quote_spanned!(span=> |#this: #owner #(, #others)*| #path(#this #(, #others)*)))
}
