//! A kernel calls device functions by name or path.
//!
//! ```rust,ignore
//! let d = tools::distance(p, q);
//! let s = sum::<8>(&x, k);
//! ```
//!
//! - A function without `#[device]` is an error of rustc at its name.
//! - Recursion is rejected.

use super::{aliasing, associated, atomic, collective_args, implicit_reborrow, index_space, reference};
use crate::diagnostics::Code;
use crate::diagnostics::advice::calls;
use crate::ir::{Call, Callee, Expr, ExprKind, ImplOf, Projection, Shape, Source, Stmt, Turbofish, Ty};
use crate::lower::context::{Binding, Context, ResultKind};
use crate::lower::path;
use crate::lower::{iterators, shared_references, variant};
use crate::parse::{
    attribute_of_trait, optional_references, parameter_type, returned_parts, returned_slices,
};
use crate::site::{Site, quoted};
use crate::vocabulary::{operators, standard_methods, types};
use quote::{ToTokens, quote};

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprCall, site: Site) -> Expr {
    let syn::Expr::Path(path) = &*it.func else {
        if let syn::Expr::Closure(closure) = super::without_parentheses(&it.func) {
            return super::closure::call_at_once(cx, closure, it, site);
        }
        if let Some(value) = super::returned_closure::call(cx, it, site) {
            return value;
        }
        let advice = match super::without_parentheses(&it.func) {
            syn::Expr::Index(_) => calls::TABLE_CALL,
            syn::Expr::Field(_) => calls::FIELD_CALL,
            _ => calls::CLOSURE_CALL,
        };
        cx.advise(Code::AMP011, Site::of(&it.func), "a call of something other than a function name", advice);
        return Expr::error_placeholder(site);
    };
    if let Some(ident) = path.path.get_ident()
        && let Some(binding) = cx.lookup(ident)
        && !matches!(binding, Binding::Const)
    {
        if let Binding::Closure(closure) = binding {
            return super::closure::call(cx, closure, it, site);
        }
        if let Binding::Function(function) = binding {
            // The name may mean something else here than at the `let`.
            let path = cx.names.functions[function].clone();
            let func = Box::new(syn::Expr::Path(path.clone()));
            return call_of_function(cx, &syn::ExprCall { func, ..it.clone() }, &path, site);
        }
        if let Binding::Callable(callable) = binding {
            return super::closure::invoke(cx, callable, it, site);
        }
        let quiet = match binding {
            Binding::Rejected => true,
            Binding::Var(var) => cx.ty(var).is_error(),
            Binding::Capture(capture) | Binding::Borrowed(capture, _) => {
                cx.capture(capture).element.is_error()
            }
            _ => false,
        };
        if quiet {
            return Expr::error_placeholder(site);
        }
        cx.advise(Code::AMP011, Site::of(&it.func), format!("`{ident}` is a value"), calls::VALUE);
        return Expr::error_placeholder(site);
    }
    call_of_function(cx, it, path, site)
}

/// Lowers the call of a path that is no local name.
fn call_of_function(cx: &mut Context<'_>, it: &syn::ExprCall, path: &syn::ExprPath, site: Site) -> Expr {
    if path.path.get_ident().is_some_and(|ident| cx.signature.own_name.as_ref() == Some(ident)) {
        let detail =
            format!("`{0}` calls itself; devices have no call stack for recursion", quoted(&path.path));
        cx.advise(Code::AMP011, Site::of(&it.func), detail, calls::RECURSION);
        return Expr::error_placeholder(site);
    }
    if let Some((kind, call)) = returned_slices::marked_optional(it) {
        return super::returned_slice::optional(cx, call, kind);
    }
    if let Some((ty, value)) = returned_parts::marked(it) {
        return super::returned_slice::parts_of_result(cx, ty, value);
    }
    if let Some((whole, part)) = returned_slices::part(it) {
        return super::returned_slice::position(cx, whole, part, site);
    }
    if let Some(reference) = optional_references::target(it) {
        return iterators::optional_item::target(cx, reference);
    }
    if let Some((ty, value)) = optional_references::referenced(it) {
        let value = super::lower(cx, value);
        return match shared_references::of_type(ty) {
            Some(shape) if !value.ty.is_error() => shared_references::referenced(cx, &shape, value),
            _ => value,
        };
    }
    if let Some((kind, call)) = optional_references::marked(it) {
        return iterators::optional_item::of_call(cx, call, kind);
    }
    if let Some(array) = iterators::from_fn(cx, it, None, site) {
        return array;
    }
    if let Some(called) = iterators::call_with_chains(cx, it) {
        return called;
    }
    let names: Vec<_> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    if let Some(call) = super::convert::bytes_of_slice(it, &names) {
        return lower(cx, &call, site);
    }
    if let Some(call) = super::convert::nonzero(cx, it, &path.path) {
        return lower(cx, &call, site);
    }
    if let Some(qualified) = &path.qself {
        return user_call(cx, it, path, Some(&qualified.ty), &names, site);
    }
    if let Some(point) = index_space::constructor(cx, it, &path.path, site) {
        return point;
    }
    if let ["String" | "Vec" | "Box" | "Rc" | "Arc", _] = names.as_slice() {
        let detail = format!("`{}`: devices have no heap", names[0]);
        cx.report(Code::AMP002, Site::of(&it.func), detail);
        return Expr::error_placeholder(site);
    }
    if variant::is_variant(&path.path) {
        let values = super::sequence(cx, &it.args, super::with_references);
        if let Some(value) = variant_with_references(cx, &path.path, &values, site) {
            return value;
        }
        let values = values.into_iter().map(|value| super::value_of(cx, value, site)).collect::<Vec<_>>();
        let fields = (0..).map(|n| variant::position(n, site)).zip(values).collect();
        return variant::value(cx, &path.path, fields, site);
    }
    if let Some(value) = atomic::lower(cx, it, &names, site) {
        cx.record_replaced_call(it);
        return value;
    }
    if let (["Default", "default"] | [_, "default", "Default", "default"], true) =
        (names.as_slice(), it.args.is_empty())
    {
        return super::standard_library::default(cx, path, site);
    }
    if let Some(value) = super::standard_library::lower(cx, it, &names, site) {
        cx.record_replaced_call(it);
        return value;
    }
    if let (["uniform"] | ["amp", "uniform"], 1) = (names.as_slice(), it.args.len()) {
        cx.record_replaced_call(it);
        return uniform(cx, &it.args[0], site);
    }
    if let Some(text) = super::constant_text::lower(it, &names, site) {
        return text;
    }
    if let Some(slice) = super::constant_text::slice(cx, it, &names, site) {
        return slice;
    }
    if let Some(converted) = super::convert::from(cx, it, &path.path, site) {
        return converted;
    }
    if let Some(value) = super::record::tuple_struct(cx, it, &path.path, site) {
        return value;
    }
    let around = path.path.segments.iter().nth_back(1);
    let owner = around.filter(|around| is_type(&around.ident.to_string())).map(|_| owner(&path.path));
    user_call(cx, it, path, owner.as_ref(), &names, site)
}

/// Whether a call is that of a variant of `Option` or `Result`.
pub(in crate::lower) fn is_variant_call(it: &syn::ExprCall) -> bool {
    matches!(&*it.func, syn::Expr::Path(path) if ResultKind::of_variant(&path.path).is_some())
}

/// `Some(value)`, `Ok(value)` or `Err(value)` with shared references in the value. `None` for other variants.
fn variant_with_references(
    cx: &mut Context<'_>,
    path: &syn::Path,
    values: &[Expr],
    site: Site,
) -> Option<Expr> {
    let [value] = values else { return None };
    if !value.has_reference() {
        return None;
    }
    let kind = ResultKind::of_variant(path)?;
    let is_error = path.segments.last()?.ident == "Err";
    let shape = shared_references::shape(cx, value)?;
    match (kind, is_error) {
        (ResultKind::Option, _) => Some(iterators::optional_item::some_of(cx, value.clone(), site)),
        (ResultKind::Result, _) => {
            let (value, _) = shared_references::owned(cx, value.clone())?;
            let whole = variant::value(cx, path, vec![(variant::position(0, site), value)], site);
            let whole = crate::lower::pattern::pinned(cx, whole);
            let shape = match is_error {
                true => Shape::Optional(Box::new(Shape::Value), Some(Box::new(shape))),
                false => Shape::Optional(Box::new(shape), Some(Box::new(Shape::Value))),
            };
            Some(shared_references::referenced(cx, &shape, whole))
        }
        (ResultKind::ControlFlow, _) => None,
    }
}

/// Lowers a call of a user's function or of an associated function. `of_type` is the type before the `::` of
/// an associated function.
fn user_call(
    cx: &mut Context<'_>,
    it: &syn::ExprCall,
    path: &syn::ExprPath,
    of_type: Option<&syn::Type>,
    names: &[&str],
    site: Site,
) -> Expr {
    let one = match of_type {
        Some(owner) if is_builtin(owner) => reference::argument,
        _ => reference::argument_of_function,
    };
    let arguments = super::sequence(cx, &it.args, one);
    let arguments = implicit_reborrow::reborrow_shared(it.args.iter(), arguments);
    let arguments = reference::split_arguments(cx, arguments);
    let arguments = super::slice::separated(cx, it.args.iter(), arguments);
    reference::check_disjoint(cx, &arguments);
    super::slice::check_disjoint(cx, &arguments);
    if arguments.iter().any(|argument| argument.ty.is_error()) {
        return Expr::error_placeholder(site);
    }
    // A path `owner::function` names an associated function if `owner` begins with an upper-case letter or is
    // a scalar type. Otherwise `owner` is a module, and `of_type` is `None`.
    let callee = match of_type {
        Some(owner) => {
            let name = names.last().copied().unwrap_or_default();
            let ty = crate::lower::ty::lower(cx, owner);
            let of_trait = user_trait(path);
            if let Ty::Scalar(scalar) = ty
                && of_trait.is_none()
                && associated::is_of_scalar(name, &ty)
            {
                return associated::of_scalar(cx, it, name, ty, scalar, arguments, site);
            }
            if of_trait.is_none()
                && let Some(called) = associated::of_vector(cx, path, name, &ty, &arguments, site)
            {
                return called;
            }
            // The host computes a default, like a constant. So generic code needs only the bound
            // `T: Default`, and `default` need not be a device function.
            if of_trait.is_none()
                && name == "default"
                && it.args.is_empty()
                && *owner != syn::parse_quote!(Default)
            {
                // rustc infers the type arguments that the path lacks.
                if !has_complete_name(cx, owner) && path.qself.is_none() {
                    return super::standard_library::default(cx, path, site);
                }
                let written = Source::of(it);
                return Expr { kind: ExprKind::Const(written), ty, site };
            }
            let last = path.path.segments.last().map(|last| &last.arguments);
            let implementation = match (last, of_trait) {
                (Some(syn::PathArguments::AngleBracketed(turbofish)), of_trait) => {
                    let of_trait = of_trait.map(|of_trait| quote!(<#owner as #of_trait>));
                    impl_of_turbofish(turbofish, of_trait)
                }
                (_, Some(of_trait)) => {
                    let attribute = attribute_of_trait();
                    ImplOf::Named(Box::new(Source::of_tokens(quote!(<#owner as #of_trait>::#attribute))))
                }
                (_, None) => ImplOf::Inferred,
            };
            let ty = match has_complete_name(cx, owner) || path.qself.is_some() {
                true => ty,
                false => {
                    let is_type = cx.signature.type_names.contains(&owner.to_token_stream().to_string())
                        || standard_methods::is_name(name);
                    Ty::hole(Projection::Owner(Source::of(owner), is_type))
                }
            };
            Callee::Associated(ty, name.to_owned(), implementation)
        }
        None => Callee::Function(function_type_path(&path.path)),
    };
    // The CPU code calls a collective function once for all work-items. So each work-item first evaluates its
    // arguments and stores them.
    let passes_barrier = arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Barrier));
    if passes_barrier {
        collective_args::full_views(cx, &arguments);
        collective_args::check_disjoint(cx, &arguments);
    } else {
        // The CPU back end generates several variants of a kernel, and rustc reports overlapping arguments in
        // each. With this flag, the back end generates fewer variants, so rustc reports the error fewer times.
        cx.infer.has_definite_type_error |= aliasing::overlapping_arguments(&arguments).next().is_some();
    }
    let arguments: Vec<_> = match passes_barrier {
        true => {
            arguments.into_iter().map(|argument| collective_args::stored_argument(cx, argument)).collect()
        }
        false => arguments,
    };
    let types: Vec<_> = arguments.iter().map(|argument| argument.ty.clone()).collect();
    let returned = cx.infer.call(&callee, types);
    let ty = associated::constructor_type(&callee, names).unwrap_or(returned);
    let written = Call::Path(path::called(path));
    Expr { kind: ExprKind::Call { callee, written, arguments }, ty, site }
}

/// The `Impl` argument of a function that a call with a turbofish names. `of_trait` is the type with the trait, if the
/// call names it.
pub(super) fn impl_of_turbofish(
    turbofish: &syn::AngleBracketedGenericArguments,
    of_trait: Option<proc_macro2::TokenStream>,
) -> ImplOf {
    let mut arguments = turbofish.args.clone();
    // The arguments of the call determine such a parameter, so its value does not matter.
    for argument in &mut arguments {
        if let syn::GenericArgument::Type(ty @ syn::Type::Infer(_)) = argument {
            *ty = syn::parse_quote!(::amp::__private::Unspecified);
        }
    }
    let arguments: Vec<_> =
        arguments.iter().filter(|it| !matches!(it, syn::GenericArgument::Lifetime(_))).collect();
    let arguments = Source::of_tokens(quote!(#(#arguments),*));
    ImplOf::Turbofish(Box::new(Turbofish { arguments, of_trait: of_trait.map(Source::of_tokens) }))
}

/// Whether a type is a scalar or a type of glam, whose functions take no views.
fn is_builtin(owner: &syn::Type) -> bool {
    parameter_type(owner).is_some_and(|(name, _)| {
        let name = name.to_string();
        types::scalar(&name).is_some() || types::is_glam(&name)
    })
}

/// Whether the type in the path of a function is completely written. A name such as `Pair` may lack type
/// arguments, which rustc infers.
fn has_complete_name(cx: &Context<'_>, owner: &syn::Type) -> bool {
    let syn::Type::Path(path) = owner else { return true };
    let Some(last) = path.path.segments.last() else { return true };
    let name = last.ident.to_string();
    !last.arguments.is_none()
        || name == "Self"
        || types::scalar(&name).is_some()
        || types::is_glam(&name)
        || path.path.is_ident(&last.ident) && cx.infer.type_parameters.contains(&name)
}

/// The trait in `<T as Trait>::function`, unless it is a trait of the standard library.
fn user_trait(path: &syn::ExprPath) -> Option<syn::Path> {
    let position = path.qself.as_ref()?.position;
    let segments = path.path.segments.iter().take(position).cloned();
    let of_trait = syn::Path { leading_colon: path.path.leading_colon, segments: segments.collect() };
    let last = of_trait.segments.last()?.ident.to_string();
    (!operators::is_standard_trait(&last)).then_some(of_trait)
}

pub(in crate::lower) fn is_type(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) || types::scalar(name).is_some() || name == "char"
}

/// The type before the `::` of a called function: the path without its last segment.
pub(in crate::lower) fn owner(path: &syn::Path) -> syn::Type {
    let mut path = path.clone();
    path.segments.pop();
    path.segments.pop_punct();
    syn::Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path })
}

/// Lowers `uniform(x)`: each work-item evaluates `x` into a variable, and the result is the value in the
/// tile's first work-item. In an untiled kernel, the result is `x`. A device function may be called from
/// tiled and untiled kernels, so it is lowered as in a tiled one.
fn uniform(cx: &mut Context<'_>, it: &syn::Expr, site: Site) -> Expr {
    let value = super::lower(cx, it);
    if cx.signature.tiled == Some(false) || value.ty.is_error() {
        return value;
    }
    let ty = value.ty.clone();
    let own = cx.temporary("own", site, ty.clone(), false);
    cx.prologue.push(Stmt::Let { var: own, value: Some(value) });
    let own = Expr { kind: ExprKind::Local(own), ty: ty.clone(), site };
    let shared = cx.temporary("uniform", site, ty.clone(), false);
    let first = Expr { kind: ExprKind::Uniform(Box::new(own)), ty: ty.clone(), site };
    cx.prologue.push(Stmt::Let { var: shared, value: Some(first) });
    Expr { kind: ExprKind::Local(shared), ty, site }
}

/// The path of the struct that `#[device]` declares for a function. The struct has the function's name, so
/// the paths are equal.
fn function_type_path(path: &syn::Path) -> Source {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut()
        && let syn::PathArguments::AngleBracketed(generic_args) = &mut last.arguments
    {
        // A generic argument `_` becomes the marker type `Unspecified`, because rustc rejects `_` in the path
        // of the struct.
        for argument in &mut generic_args.args {
            if let syn::GenericArgument::Type(ty @ syn::Type::Infer(_)) = argument {
                *ty = syn::parse_quote!(::amp::__private::Unspecified);
            }
        }
    }
    Source::of(&path)
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn arguments_are_passed() {
        wgsl(
            "|i: Index<1>| { y[i] = helpers::scale(y[i], 2.0); }",
            expect![[r#"
                    y[amp_global[0]] = helpers::scale(y[amp_global[0]], 2.0?);
            "#]],
        );
    }

    #[test]
    fn heap_types_and_values_are_not_callable() {
        codes("|i: Index<1>| { let v = Vec::new(); let f = 1; f(2); }", &["AMP002", "AMP011"]);
    }
}
