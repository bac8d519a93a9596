//! Functions that return an `Option` or a `Result` with a reference, `fn nearest(points: &[Point]) -> Option<&Point>`, or a
//! value with ranges, `fn overlap(a: &Range<u32>) -> Option<Range<u32>>`.
//!
//! Variables of a device hold no references, and ranges in amp's own types. So the function itself is for the host only. Its
//! version for devices returns copies, `Option<Point>`, and amp's own ranges. Copies are legal because nothing can modify the
//! target while the reference exists. CPU code calls the host's function and converts its result (`ResultForm`).

use super::reference_results::{Split, hidden_call, value_of};
use super::result_shapes::Shape;
use super::{range_type, with_range_values};
use crate::ir;
use crate::site::Site;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;

/// Takes an item apart. The hidden part contains the versions for devices, of which only the links are printed. `None` if the
/// item has no such function.
pub(crate) fn split(item: &TokenStream) -> Option<Split> {
    // Most items have no such function. This test avoids a second parse.
    let text = item.to_string();
    let may_return_range = || text.contains("->") && text.contains("Range");
    if !text.contains('&') && !may_return_range() {
        return None;
    }
    match syn::parse2(item.clone()).ok()? {
        syn::Item::Fn(function) if function.sig.receiver().is_none() => {
            let hidden = for_devices(&function.sig, &function.block)?;
            let (visibility, (signature, block)) = (&function.vis, hidden);
            let hidden = quote!(#visibility #signature #block);
            Some(Split { host: function.to_token_stream(), rest: None, hidden, function: None })
        }
        syn::Item::Impl(block) if block.trait_.is_none() => {
            let is_split = |it: &syn::ImplItem| matches!(it, syn::ImplItem::Fn(it) if for_devices(&it.sig, &it.block).is_some());
            let (host, rest): (Vec<_>, Vec<_>) = block.items.iter().cloned().partition(is_split);
            if host.is_empty() {
                return None;
            }
            let functions = host.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(function) => {
                    let (sig, body) = for_devices(&function.sig, &function.block)?;
                    Some(syn::ImplItem::Fn(syn::ImplItemFn { sig, block: body, ..function.clone() }))
                }
                _ => None,
            });
            let with = |items| syn::ItemImpl { items, ..block.clone() }.into_token_stream();
            let hidden = with(functions.collect());
            let has_functions = rest.iter().any(|item| matches!(item, syn::ImplItem::Fn(_)));
            let (host, rest) = match has_functions {
                true => (with(host), Some(with(rest))),
                false => (block.to_token_stream(), None),
            };
            Some(Split { host, rest, hidden, function: None })
        }
        _ => None,
    }
}

/// The signature and the body of the version for devices. `None` for a function that needs no such version.
fn for_devices(signature: &syn::Signature, block: &syn::Block) -> Option<(syn::Signature, syn::Block)> {
    let (mut signature, mut block) = (signature.clone(), block.clone());
    let has_parameters = with_value_parameters(&mut signature, &mut block);
    let has_result = with_value_result(&mut signature, &mut block);
    (has_parameters || has_result).then_some((signature, block))
}

/// Replaces parameters such as `p: Option<&Point>` by values, `p: Option<Point>`. The body gets the references again by
/// `let p = referenced::<Option<&Point>>(p);`. Returns whether there is such a parameter.
fn with_value_parameters(signature: &mut syn::Signature, block: &mut syn::Block) -> bool {
    let mut bound: Vec<syn::Stmt> = Vec::new();
    for (n, input) in signature.inputs.iter_mut().enumerate() {
        let syn::FnArg::Typed(typed) = input else { continue };
        let shape = Shape::of(&typed.ty);
        if !shape.has_reference() || shape.has_slice() || matches!(shape, Shape::Reference) {
            continue;
        }
        let span = Site::of(&typed.pat).first.resolved_at(Span::mixed_site());
        let name = syn::Ident::new(&format!("amp_parameter{n}"), span);
        let (pattern, ty) = (&typed.pat, &typed.ty);
        bound.push(
            syn::parse_quote_spanned!(span=> let #pattern = ::amp::__private::referenced::<#ty>(#name);),
        );
        Shape::replace(&mut typed.ty, &syn::parse_quote!(()));
        *typed.pat = syn::parse_quote!(#name);
    }
    let has_parameters = !bound.is_empty();
    block.stmts.splice(0..0, bound);
    has_parameters
}

/// The references in the parameters of a version for devices, by position.
pub(crate) fn references(function: &syn::ItemFn) -> Vec<(usize, ir::Shape)> {
    let mut found = Vec::new();
    for stmt in &function.block.stmts {
        let syn::Stmt::Local(syn::Local { init: Some(init), .. }) = stmt else { break };
        let syn::Expr::Call(call) = &*init.expr else { break };
        let Some((ty, syn::Expr::Path(name))) = super::optional_references::referenced(call) else { break };
        let is_name = |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(typed) if matches!(&*typed.pat, syn::Pat::Ident(it) if name.path.is_ident(&it.ident)));
        let at = function.sig.inputs.iter().position(is_name);
        found.extend(at.and_then(|at| Some((at, Shape::of(ty).without_slices()?))));
    }
    found
}

/// Replaces a result such as `Option<&Point>` by a value. Returns whether the function has such a result.
fn with_value_result(signature: &mut syn::Signature, block: &mut syn::Block) -> bool {
    let syn::ReturnType::Type(arrow, ty) = &signature.output else { return false };
    let mut changed = ty.clone();
    let is_reference = match optional_target(&mut changed) {
        Some(target) => {
            *target = match target {
                syn::Type::Reference(to) if is_value(&to.elem) => (*to.elem).clone(),
                _ => return false,
            };
            true
        }
        None => false,
    };
    if range_type(&changed).is_none()
        && let Some(with_values) = with_range_values(&changed)
    {
        *changed = with_values;
    } else if !is_reference {
        return false;
    }
    if is_reference {
        let mut results = Results { is_result: last_name(ty).is_some_and(|name| name == "Result") };
        results.block(block);
    }
    signature.output = syn::ReturnType::Type(*arrow, changed);
    true
}

/// Whether the target of a shared reference can be a variable.
fn is_value(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Slice(_) | syn::Type::TraitObject(_) | syn::Type::Reference(_) => false,
        ty => ty.to_token_stream().to_string() != "str",
    }
}

fn last_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Path(path) if path.qself.is_none() => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// The reference in `Option<&T>` and in `Result<&T, E>`.
fn optional_target(ty: &mut syn::Type) -> Option<&mut syn::Type> {
    if !["Option", "Result"].contains(&last_name(ty)?.as_str()) {
        return None;
    }
    let syn::Type::Path(path) = ty else { return None };
    let syn::PathArguments::AngleBracketed(arguments) = &mut path.path.segments.last_mut()?.arguments else {
        return None;
    };
    match arguments.args.first_mut()? {
        syn::GenericArgument::Type(ty @ syn::Type::Reference(_)) => match ty {
            syn::Type::Reference(to) if to.mutability.is_some() => None,
            ty => Some(ty),
        },
        _ => None,
    }
}

/// A visitor that replaces the references in each result of a function.
struct Results {
    is_result: bool,
}

impl Results {
    fn block(&mut self, block: &mut syn::Block) {
        let count = block.stmts.len();
        for (n, stmt) in block.stmts.iter_mut().enumerate() {
            match stmt {
                syn::Stmt::Expr(result, None) if n + 1 == count => self.result(result),
                other => self.visit_stmt_mut(other),
            }
        }
    }

    fn result(&mut self, it: &mut syn::Expr) {
        match it {
            syn::Expr::Paren(inner) => self.result(&mut inner.expr),
            syn::Expr::Group(inner) => self.result(&mut inner.expr),
            syn::Expr::Block(block) => self.block(&mut block.block),
            syn::Expr::If(branches) => {
                self.visit_expr_mut(&mut branches.cond);
                self.block(&mut branches.then_branch);
                if let Some((_, otherwise)) = &mut branches.else_branch {
                    self.result(otherwise);
                }
            }
            syn::Expr::Match(arms) => {
                self.visit_expr_mut(&mut arms.expr);
                arms.arms.iter_mut().for_each(|arm| self.result(&mut arm.body));
            }
            syn::Expr::Macro(_) => {}
            syn::Expr::Return(_) | syn::Expr::Loop(_) => self.visit_expr_mut(it),
            syn::Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None") => {}
            syn::Expr::Call(call) if variant(call).is_some() => {
                if variant(call).is_some_and(|name| name != "Err") {
                    call.args.iter_mut().for_each(target);
                }
            }
            // `(n > 0).then(|| &items[0])`, `position.map(|k| &items[k])`
            syn::Expr::MethodCall(call)
                if (call.method == "then" || call.method == "map")
                    && matches!(call.args.first(), Some(syn::Expr::Closure(closure)) if ends_in_reference(&closure.body)) =>
            {
                if let Some(syn::Expr::Closure(closure)) = call.args.first_mut() {
                    last(&mut closure.body, &mut target);
                }
            }
            syn::Expr::MethodCall(call) if call.method == "then_some" => {
                call.args.iter_mut().for_each(target);
            }
            syn::Expr::MethodCall(call)
                if self.is_result && (call.method == "ok_or" || call.method == "ok_or_else") =>
            {
                self.result(&mut call.receiver)
            }
            other => {
                self.visit_expr_mut(other);
                let span = Site::of(&*other).last;
                *other = syn::parse_quote_spanned!(span=> (#other).copied());
            }
        }
    }
}

/// The name of the variant that a call constructs.
pub(super) fn variant(call: &syn::ExprCall) -> Option<String> {
    let syn::Expr::Path(path) = &*call.func else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    ["Some", "Ok", "Err"].contains(&name.as_str()).then_some(name)
}

/// Replaces a reference by its target.
pub(super) fn target(it: &mut syn::Expr) {
    *it = match &*it {
        syn::Expr::Paren(inner) => {
            let mut inner = (*inner.expr).clone();
            target(&mut inner);
            inner
        }
        syn::Expr::Reference(reference) => (*reference.expr).clone(),
        other => hidden_call(other, value_of, None).unwrap_or_else(|| {
            let span = Site::of(other).first.resolved_at(Span::mixed_site());
            syn::parse_quote_spanned!(span=> ::amp::__private::returned_target(#other))
        }),
    };
}

/// Calls `change` with the last expression of a closure's body.
pub(super) fn last(it: &mut syn::Expr, change: &mut dyn FnMut(&mut syn::Expr)) {
    match it {
        syn::Expr::Paren(inner) => last(&mut inner.expr, change),
        syn::Expr::Block(block) => {
            if let Some(syn::Stmt::Expr(result, None)) = block.block.stmts.last_mut() {
                last(result, change);
            }
        }
        other => change(other),
    }
}

fn ends_in_reference(it: &syn::Expr) -> bool {
    let (mut copy, mut is_reference) = (it.clone(), false);
    last(&mut copy, &mut |it| is_reference = matches!(it, syn::Expr::Reference(_)));
    is_reference
}

impl VisitMut for Results {
    fn visit_expr_return_mut(&mut self, it: &mut syn::ExprReturn) {
        if let Some(result) = &mut it.expr {
            self.result(result);
        }
    }

    // A `return` in a nested closure or item belongs to another function.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
