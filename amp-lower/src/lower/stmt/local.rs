//! `let` declares variables; `#[tile_static] let` declares tile memory, which the work-items of a tile share.
//!
//! ```rust,ignore
//! let (a, [b, c]) = (x[i], [1.0, 2.0]);
//! #[tile_static] let mut shared: [f32; 64];
//! ```
//!
//! - Forms: `let x = e;`, `let x: T = e;`, `let mut x`, and `let x;` with one assignment later.
//! - Patterns: tuples, arrays and structs, also with a name for the whole, `whole @ (a, b)`, or with `ref` names.
//! - `let x: T = e.into();` and `let T { a, b } = e.into();` are `T::from(e)`, also for tuples and arrays,
//!   `let (a, b): (u16, u16) = e.into();`, and `let x: T = e.try_into().unwrap();` is `T::try_from(e).unwrap()`.
//! - Tile memory has a type and no initialiser.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, Shape, Ty};
use crate::lower::context::Context;
use crate::lower::{expr, iterators, matching, pattern, shared_references, ty};
use crate::parse::cfg::is_cfg;
use crate::parse::{optional_references, result_shapes, returned_parts, returned_slices};
use crate::site::Site;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::Local) {
    if let Some(tuple) = array_of_references_as_tuple(it) {
        return lower(cx, &tuple);
    }
    let mut tile_static = None;
    for attribute in &it.attrs {
        if attribute.path().is_ident("tile_static") {
            tile_static = Some(attribute);
        } else if attribute.path().get_ident().is_some_and(is_cfg) {
            // `parse::cfg` has already reported a `#[cfg]`.
        } else if !["allow", "expect", "warn", "deny"].iter().any(|name| attribute.path().is_ident(name)) {
            cx.advise(Code::AMP001, Site::of(attribute), "an attribute on a statement", construct::ATTRIBUTE);
        }
    }
    if let Some(attribute) = tile_static {
        return tile_memory(cx, attribute, it);
    }
    if let Some(init) = &it.init
        && let syn::Expr::Closure(closure) = expr::without_parentheses(&init.expr)
    {
        return expr::closure(cx, &it.pat, closure);
    }
    if let Some(init) = &it.init
        && let Some((_, otherwise)) = &init.diverge
    {
        return matching::or_else(cx, &it.pat, &init.expr, otherwise);
    }
    if let Some(init) = &it.init
        && init.diverge.is_none()
        && (expr::declare_function(cx, &it.pat, &init.expr)
            || expr::declare_returned_closure(cx, &it.pat, &init.expr))
    {
        return;
    }
    if let Some(init) = &it.init
        && iterators::declare_variable(cx, &it.pat, &init.expr)
    {
        return;
    }
    if let Some(stmts) = tuple_of_iterators(cx, it) {
        return stmts.iter().for_each(|stmt| super::lower(cx, stmt));
    }
    if let Some(init) = &it.init
        && let Some(stmts) = as_chunks(&it.pat, &init.expr)
    {
        cx.body.borrows = true;
        return stmts.iter().for_each(|stmt| super::lower(cx, stmt));
    }
    if let Some(init) = &it.init
        && is_alternative(&it.pat)
    {
        return matching::irrefutable(cx, &it.pat, &init.expr);
    }
    if super::borrow::lower(cx, it) {
        return;
    }
    if let (syn::Pat::Wild(_), Some(init)) = (&it.pat, &it.init)
        && let syn::Expr::MethodCall(call) = &*init.expr
        && init.diverge.is_none()
        // `expr::dropped` is for calls whose results are unused. It assumes that such a call modifies its receiver.
        // With a `&mut` argument, the call may instead modify only the argument.
        && !call.args.iter().any(|argument| matches!(argument, syn::Expr::Reference(it) if it.mutability.is_some()))
    {
        return expr::dropped(cx, &init.expr);
    }
    // In a tiled kernel, an array without a value may be tile memory whose `#[tile_static]` was forgotten. Then rustc
    // should report its use. The flag `borrows` adds a copy of the body to the expansion, the lint copy, in which rustc
    // does so.
    if let (None, syn::Pat::Type(typed), Some(true)) = (&it.init, &it.pat, cx.signature.tiled)
        && matches!(&*typed.ty, syn::Type::Array(_))
    {
        cx.body.borrows = true;
    }
    if let Some(init) = &it.init {
        expr::tell_rank(cx, &it.pat, &init.expr);
    }
    let value = it.init.as_ref().map(|init| match array_from_fn(cx, &it.pat, &init.expr) {
        Some(array) => array,
        None => match into_as_from(cx, &it.pat, &init.expr)
            .or_else(|| try_into_as_try_from(&it.pat, &init.expr))
            .or_else(|| collect_as_from_iter(cx, &it.pat, &init.expr))
        {
            Some(call) => expr::lower_full(cx, &call),
            None => lower_item(cx, &it.pat, &init.expr),
        },
    });
    match value {
        // The value is a reference, or contains one.
        Some(item) if item.has_reference() => {
            cx.body.borrows = true;
            iterators::bind_item(cx, &it.pat, item);
        }
        Some(value) if let Some((name, shape, written)) = declared_shape(&it.pat) => {
            let mut value = value;
            iterators::optional_item::convert_result(cx, &mut value);
            let declared = ty::lower(cx, &written);
            cx.infer.unify(&value.ty, &declared);
            match name.mutability {
                Some(_) => shared_references::declare_as(cx, &name.ident, value, shape),
                None => {
                    let value = pattern::pinned(cx, value);
                    let item = shared_references::referenced(cx, &shape, value);
                    cx.body.borrows = true;
                    iterators::bind_item(cx, &syn::Pat::Ident(name.clone()), item);
                }
            }
        }
        value => {
            pattern::bind(cx, &it.pat, None, value);
            if let Some(init) = &it.init {
                iterators::record_own_value(cx, &it.pat, &init.expr);
            }
        }
    }
}

/// Whether a pattern has alternatives, as `Ok(at) | Err(at)`.
fn is_alternative(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Paren(inner) => is_alternative(&inner.pat),
        syn::Pat::Type(typed) => is_alternative(&typed.pat),
        syn::Pat::Or(_) => true,
        _ => false,
    }
}

/// A variable whose declared type contains shared references: its name, the places of the references, and the type without
/// them.
fn declared_shape(pattern: &syn::Pat) -> Option<(&syn::PatIdent, Shape, syn::Type)> {
    let syn::Pat::Type(typed) = pattern else { return None };
    let syn::Pat::Ident(name) = &*typed.pat else { return None };
    if name.by_ref.is_some() || name.subpat.is_some() {
        return None;
    }
    let shape =
        shared_references::of_type(&typed.ty).filter(|shape| !matches!(shape, Shape::Reference(_)))?;
    let mut written = (*typed.ty).clone();
    result_shapes::Shape::replace(&mut written, &syn::parse_quote!(()));
    Some((name, shape, written))
}

/// `let (a, b) = (&v, &w);` for `let [a, b] = [&v, &w];`, because no variable can hold the array. `None` for other `let`s.
fn array_of_references_as_tuple(it: &syn::Local) -> Option<syn::Local> {
    let syn::Pat::Slice(pattern) = &it.pat else { return None };
    let init = it.init.as_ref().filter(|init| init.diverge.is_none())?;
    let syn::Expr::Array(array) = expr::without_parentheses(&init.expr) else { return None };
    let has_rest = |part: &syn::Pat| {
        matches!(part, syn::Pat::Rest(_))
            || matches!(part, syn::Pat::Ident(name) if matches!(&name.subpat, Some((_, inner)) if matches!(**inner, syn::Pat::Rest(_))))
    };
    if pattern.elems.len() != array.elems.len()
        || pattern.elems.is_empty()
        || pattern.elems.iter().any(has_rest)
        || !array.elems.iter().any(|part| matches!(expr::without_parentheses(part), syn::Expr::Reference(_)))
    {
        return None;
    }
    let (names, values) = (pattern.elems.iter(), array.elems.iter());
    let mut tuple = it.clone();
    tuple.pat = syn::parse_quote!((#(#names,)*));
    tuple.init.as_mut()?.expr = syn::parse_quote!((#(#values,)*));
    Some(tuple)
}

/// `let (a, b) = (x.iter(), y.iter());` as one `let` for each value, and then one for each pattern. `None` for other `let`s.
fn tuple_of_iterators(cx: &Context<'_>, it: &syn::Local) -> Option<Vec<syn::Stmt>> {
    let init = it.init.as_ref().filter(|init| init.diverge.is_none())?;
    let (syn::Pat::Tuple(pattern), syn::Expr::Tuple(values)) =
        (&it.pat, expr::without_parentheses(&init.expr))
    else {
        return None;
    };
    let has_rest = pattern.elems.iter().any(|part| matches!(part, syn::Pat::Rest(_)));
    if pattern.elems.len() != values.elems.len()
        || has_rest
        || !values.elems.iter().any(|value| iterators::is_declared_as_iterator(cx, value))
    {
        return None;
    }
    let names = values.elems.iter().enumerate().map(|(n, value)| {
        let span = Site::of(value).first.resolved_at(proc_macro2::Span::mixed_site());
        syn::Ident::new(&format!("amp_part{n}"), span)
    });
    let names: Vec<_> = names.collect();
    let first = names.iter().zip(&values.elems).map(|(name, value)| syn::parse_quote!(let #name = #value;));
    let second = names.iter().zip(&pattern.elems).map(|(name, part)| syn::parse_quote!(let #part = #name;));
    Some(first.chain(second).collect())
}

/// Lowers the value of a `let`. The result of a method or of `?` may be a reference, as for `w.first().unwrap()`.
fn lower_item(cx: &mut Context<'_>, pattern: &syn::Pat, it: &syn::Expr) -> Expr {
    match expr::without_parentheses(it) {
        syn::Expr::MethodCall(_) | syn::Expr::Try(_) => expr::lower_full(cx, it),
        syn::Expr::Call(call)
            if optional_references::marked(call).is_some()
                || optional_references::referenced(call).is_some()
                || returned_slices::marked_optional(call).is_some()
                || returned_parts::marked(call).is_some() =>
        {
            expr::lower_full(cx, it)
        }
        other if expr::chosen_slice::is_one(cx, other) => expr::chosen_slice::lower(cx, other),
        syn::Expr::Path(_) if shared_references::is_variable(cx, it) => expr::lower_full(cx, it),
        syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_) | syn::Expr::Loop(_) => {
            expr::lower_full(cx, it)
        }
        syn::Expr::Call(call) if expr::is_variant_call(call) => expr::lower_full(cx, it),
        syn::Expr::Tuple(tuple) if has_reference(tuple) && matches!(pattern, syn::Pat::Tuple(_)) => {
            iterators::item_value(cx, it)
        }
        syn::Expr::Tuple(_) => expr::lower_full(cx, it),
        _ => expr::lower(cx, it),
    }
}

/// For `let (pairs, rest) = w.as_chunks::<2>();`: declarations of an iterator over the parts, and of the slice of the other
/// items. `None` for other `let`s.
fn as_chunks(pattern: &syn::Pat, value: &syn::Expr) -> Option<[syn::Stmt; 3]> {
    let syn::Expr::MethodCall(call) = expr::without_parentheses(value) else { return None };
    let syn::Pat::Tuple(parts) = pattern else { return None };
    let [chunks, rest] = &parts.elems.iter().collect::<Vec<_>>()[..] else { return None };
    if call.method != "as_chunks" || !call.args.is_empty() {
        return None;
    }
    let (size, receiver, span) = (expr::length_argument(call)?, &call.receiver, call.method.span());
    let whole = syn::Ident::new("amp_whole", span.resolved_at(proc_macro2::Span::mixed_site()));
    Some([
        syn::parse_quote_spanned!(span=> let #whole = &#receiver;),
        syn::parse_quote_spanned!(span=> let #chunks = #whole.chunks_exact(#size);),
        syn::parse_quote_spanned!(span=> let #rest = &#whole[#whole.len() - #whole.len() % #size..];),
    ])
}

/// Whether a tuple contains a written reference, or a call that returns a slice.
fn has_reference(it: &syn::ExprTuple) -> bool {
    it.elems.iter().any(|part| match expr::without_parentheses(part) {
        syn::Expr::Reference(_) => true,
        syn::Expr::Tuple(inner) => has_reference(inner),
        other => expr::returns_slice(other),
    })
}

/// Lowers the value of `let w: [T; N] = array::from_fn(f);`. `None` for other values.
fn array_from_fn(cx: &mut Context<'_>, pattern: &syn::Pat, value: &syn::Expr) -> Option<Expr> {
    let (syn::Pat::Type(typed), syn::Expr::Call(call)) = (pattern, value) else { return None };
    iterators::from_fn(cx, call, Some(&typed.ty), Site::of(value))
}

/// The value `T::from_iter(chain)` for `let x: T = chain.collect();` with a user's type. `None` for other `let`s.
fn collect_as_from_iter(cx: &Context<'_>, pattern: &syn::Pat, value: &syn::Expr) -> Option<syn::Expr> {
    let (syn::Pat::Type(typed), syn::Expr::MethodCall(call)) = (pattern, expr::without_parentheses(value))
    else {
        return None;
    };
    iterators::collected(cx, call, Some(&typed.ty))
}

/// The value `T::try_from(e).unwrap()` for `let x: T = e.try_into().unwrap();`, and `T::try_from(e)` for
/// `let x: Result<T, _> = e.try_into();`. If `T` is an array and `e` is a slice, an array of the items. `None` for other
/// `let`s.
fn try_into_as_try_from(pattern: &syn::Pat, value: &syn::Expr) -> Option<syn::Expr> {
    let syn::Pat::Type(typed) = pattern else { return None };
    let is_try_into = |call: &syn::ExprMethodCall| call.method == "try_into" && call.args.is_empty();
    // `e.try_into()?` is `T::try_from(e)?`.
    if let syn::Expr::Try(tried) = value
        && let syn::Expr::MethodCall(call) = expr::without_parentheses(&tried.expr)
        && is_try_into(call)
        && let syn::Type::Path(syn::TypePath { qself: None, path, .. }) = &*typed.ty
    {
        let receiver = &call.receiver;
        let converted = syn::parse_quote_spanned!(call.method.span()=> #path::try_from(#receiver));
        return Some(syn::Expr::Try(syn::ExprTry { expr: Box::new(converted), ..tried.clone() }));
    }
    let syn::Expr::MethodCall(outer) = value else { return None };
    let (call, target) = match (&*outer.receiver, &*typed.ty) {
        (syn::Expr::MethodCall(call), target) if is_try_into(call) => (call, target),
        (_, syn::Type::Path(result)) if is_try_into(outer) => {
            let syn::PathArguments::AngleBracketed(arguments) = &result.path.segments.last()?.arguments
            else {
                return None;
            };
            let syn::GenericArgument::Type(target) = arguments.args.first()? else { return None };
            (outer, target)
        }
        _ => return None,
    };
    let (receiver, span) = (&call.receiver, call.method.span());
    if let syn::Type::Array(array) = target {
        let is_unwrap = (outer.method == "unwrap" || outer.method == "expect") && !is_try_into(outer);
        return is_unwrap.then(|| expr::array_of(receiver, &array.elem, &array.len, span));
    }
    let syn::Type::Path(syn::TypePath { qself: None, path, .. }) = target else { return None };
    let converted: syn::Expr = syn::parse_quote_spanned!(span=> #path::try_from(#receiver));
    if is_try_into(outer) {
        return Some(converted);
    }
    Some(syn::Expr::MethodCall(syn::ExprMethodCall { receiver: Box::new(converted), ..outer.clone() }))
}

/// The call `T::from(e)` for `let x: T = e.into();` and for `let T { .. } = e.into();`. `None` for other `let`s.
fn into_as_from(cx: &mut Context<'_>, pattern: &syn::Pat, value: &syn::Expr) -> Option<syn::Expr> {
    let syn::Expr::MethodCall(call) = value else { return None };
    if call.method != "into" || !call.args.is_empty() {
        return None;
    }
    let receiver = &call.receiver;
    let path = match pattern {
        syn::Pat::Type(typed) => match &*typed.ty {
            syn::Type::Path(syn::TypePath { qself: None, path, .. }) => path,
            ty @ (syn::Type::Tuple(_) | syn::Type::Array(_)) => {
                // An index is converted to the array of its components.
                let of = cx.speculatively(|cx| expr::lower(cx, receiver).ty);
                let is_index = matches!(cx.infer.resolve(&of), Ty::Index(_) | Ty::Extent(_) | Ty::Error)
                    || of.is_open_extent();
                return (!is_index)
                    .then(|| syn::parse_quote_spanned!(call.method.span()=> <#ty>::from(#receiver)));
            }
            _ => return None,
        },
        syn::Pat::Struct(syn::PatStruct { qself: None, path, .. })
        | syn::Pat::TupleStruct(syn::PatTupleStruct { qself: None, path, .. })
            if !is_variant(path) =>
        {
            path
        }
        _ => return None,
    };
    let mut path = path.clone();
    for segment in &mut path.segments {
        if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token = Some(Default::default());
        }
    }
    path.segments.push(syn::Ident::new("from", call.method.span()).into());
    Some(syn::parse_quote!(#path(#receiver)))
}

/// Whether the path names a variant by its type, as in `Shape::Circle`.
fn is_variant(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    names.nth(1).is_some_and(|around| around.starts_with(char::is_uppercase))
}

fn tile_memory(cx: &mut Context<'_>, attribute: &syn::Attribute, it: &syn::Local) {
    if cx.signature.tiled == Some(false) {
        cx.report(Code::AMP015, Site::of(attribute), "the kernel is not tiled");
    } else if cx.signature.tiled.is_none() {
        cx.report(
            Code::AMP015,
            Site::of(attribute),
            "a device function cannot declare tile memory; pass it by `&mut`",
        );
    }
    if let Some(init) = &it.init {
        cx.report(Code::AMP015, Site::of(&init.expr), "tile memory has no initialiser");
    }
    let syn::Pat::Type(typed) = &it.pat else {
        // With an initialiser, the error above is enough: its help shows the type, too.
        if it.init.is_none() {
            cx.report(Code::AMP015, Site::of(&it.pat), "its type is missing");
        }
        return cx.bind_rejected(&it.pat);
    };
    let syn::Pat::Ident(name) = &*typed.pat else {
        cx.bind_rejected(&typed.pat);
        return cx.report(
            Code::AMP016,
            Site::of(&typed.pat),
            "tile memory needs one declaration for each name",
        );
    };
    let ty = ty::lower(cx, &typed.ty);
    cx.tile_static(&name.ident, ty, &typed.ty);
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn variables_are_declared() {
        wgsl(
            "|i: Index<1>| { let a = 1.5; let mut b: u32 = 2; let (c, d) = (a, b); b += d; y[i] = c; z[i] = b; }",
            expect![[r#"
                    let a_: f32 = 1.5f;
                    var b_: u32 = 2u;
                    let value_: u32 = b_;
                    let c_: f32 = a_;
                    let d_: u32 = value_;
                    b_ += d_;
                    y[amp_global[0]] = c_;
                    z[amp_global[0]] = b_;
            "#]],
        );
    }

    #[test]
    fn indices_are_destructured() {
        wgsl(
            "|i: Index<2>| { let [row, col] = i.into(); y[[col, row]] = 1.0; }",
            expect![[r#"
                    let row_: u32 = amp_global[0];
                    let col_: u32 = amp_global[1];
                    y[col_, row_] = 1.0f;
            "#]],
        );
    }

    #[test]
    fn refutable_patterns_are_rejected() {
        codes("|i: Index<1>| { let Some(x) = f(a); }", &["AMP016"]);
        codes("|i: Index<1>| { #[tile_static] let mut t: [f32; 4]; }", &["AMP015"]);
        codes(
            "|i: Index<1>| { let n = 3u32; let (q, r) = n; let [s, ..] = n; y[q] = r + s; }",
            &["AMP016", "AMP016"],
        );
    }
}
