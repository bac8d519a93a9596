//! Calls of the closures and functions that adaptors and consumers take.
//!
//! A closure is inlined at each call, like a local closure (`expr/closure.rs`). Its parameters are bound to items,
//! and its value may be an item too: `.map(|(k, v)| (k, &v.mass))`. A function is called by its name:
//! `.map(f32::sqrt)`.
//!
//! A `move` closure copies the `mut` variables that it names when the chain is made, as in Rust.

use super::chain::Source;
use super::{item, optional_item};
use crate::diagnostics::Code;
use crate::diagnostics::advice::calls;
use crate::ir::{Expr, ExprKind, Stmt, Ty};
use crate::lower::context::{Binding, Context, ResultKind, Scopes};
use crate::lower::expr::{self, without_parentheses};
use crate::lower::stmt::{self, borrow};
use crate::lower::{pattern, shared_references, ty};
use crate::site::{Site, quoted};
use amp_shader::methods::Method;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashMap;
use std::rc::Rc;
use syn::visit::Visit;

/// A closure or function that a chain calls.
#[derive(Clone)]
pub(super) struct Callback {
    kind: Kind,
    /// Whether calls have no side effects. Lowering may then change how often it calls the closure or
    /// function.
    pub(super) pure: bool,
    /// Whether the callback may modify variables that it owns: it is a `move` closure with side effects.
    pub(super) has_state: bool,
}

#[derive(Clone)]
enum Kind {
    /// A closure, given by its index in `Names::closures`.
    Closure(usize),
    /// A function name, or another expression that can be called.
    Function(Rc<syn::Expr>),
}

/// Prepares the calls of a closure or function that is the argument of an adaptor or consumer.
pub(super) fn prepare(cx: &mut Context<'_>, it: &syn::Expr) -> Callback {
    prepare_of(cx, it, None)
}

/// Like [`prepare`], for an adaptor or consumer whose closure returns an `Option`, as that of `filter_map`. So `?` in the
/// closure needs no declared result type.
pub(super) fn prepare_optional(cx: &mut Context<'_>, it: &syn::Expr) -> Callback {
    prepare_of(cx, it, Some(ResultKind::Option))
}

fn prepare_of(cx: &mut Context<'_>, it: &syn::Expr, kind: Option<ResultKind>) -> Callback {
    match without_parentheses(it) {
        // A reference to a closure or function is called like its target.
        syn::Expr::Reference(of) if matches!(without_parentheses(&of.expr), syn::Expr::Path(_)) => {
            prepare_of(cx, &of.expr, kind)
        }
        syn::Expr::Closure(closure) => {
            let pure = is_pure(cx, &closure.body, 0);
            let scopes = copied_captures(cx, closure, true);
            let has_state = closure.capture.is_some() && !pure;
            let closure = syn::ExprClosure { capture: None, ..closure.clone() };
            Callback { kind: Kind::Closure(expr::local_closure(cx, &closure, scopes, kind)), pure, has_state }
        }
        other => match cx.index_binding(other) {
            Some(Binding::Closure(closure)) => {
                let pure = is_pure(cx, &cx.names.closures[closure].0.body.clone(), 0);
                Callback { kind: Kind::Closure(closure), pure, has_state: false }
            }
            // A closure that the caller of the kernel or function passes may write to views.
            binding => {
                let pure = !matches!(binding, Some(Binding::Callable(_)));
                Callback { kind: Kind::Function(Rc::new(other.clone())), pure, has_state: false }
            }
        },
    }
}

impl Callback {
    /// Lowers a call of the callback, and returns its value, which may be an item with references.
    pub(super) fn call(&self, cx: &mut Context<'_>, arguments: Vec<Expr>, site: Site) -> Expr {
        if arguments.iter().any(|argument| argument.ty.is_error()) {
            return Expr::error_placeholder(site);
        }
        match &self.kind {
            Kind::Closure(closure) => inlined(cx, *closure, arguments, site),
            Kind::Function(function) => {
                let value = cx.scoped(|cx| {
                    let arguments: Vec<_> = arguments.into_iter().map(|it| named(cx, it)).collect();
                    let call = syn::Expr::Call(syn::ExprCall {
                        attrs: Vec::new(),
                        func: Box::new((**function).clone()),
                        paren_token: syn::token::Paren(site.last),
                        args: arguments.into_iter().collect(),
                    });
                    expr::lower(cx, &call)
                });
                pattern::pinned(cx, value)
            }
        }
    }

    /// The closure and its scopes. `None` if the callback is a function.
    pub(super) fn closure(&self, cx: &Context<'_>) -> Option<(syn::ExprClosure, Scopes)> {
        match self.kind {
            Kind::Closure(closure) => Some(cx.names.closures[closure].clone()),
            Kind::Function(_) => None,
        }
    }
}

/// Binds a generated name to an item in the current scope, and returns the name as a syn expression.
pub(in crate::lower) fn named(cx: &mut Context<'_>, argument: Expr) -> syn::Expr {
    let number = cx.names.items;
    cx.names.items += 1;
    let name = Ident::new(&format!("amp_item{number}"), argument.site.first.resolved_at(Span::mixed_site()));
    match argument.kind {
        ExprKind::Reference { mutable, place } => cx.alias(&name, mutable, item::value(*place)),
        // A function may take a tuple with references.
        ExprKind::Tuple(_) if argument.has_reference() => {
            let argument = item::stored(cx, argument);
            cx.alias(&name, false, argument);
        }
        _ => {
            let value = item::value(argument);
            let var = match value.kind {
                ExprKind::Local(var) if !cx.may_modify(var) => var,
                _ => {
                    let var = cx.temporary("value", value.site, value.ty.clone(), false);
                    cx.prologue.push(Stmt::Let { var, value: Some(value) });
                    var
                }
            };
            cx.bind(&name, Binding::Var(var));
        }
    }
    syn::Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.into() })
}

/// Lowers a call of a closure by inlining its body.
fn inlined(cx: &mut Context<'_>, closure: usize, arguments: Vec<Expr>, site: Site) -> Expr {
    let (closure, scopes) = cx.names.closures[closure].clone();
    if closure.inputs.len() != arguments.len() {
        let (takes, given) = (closure.inputs.len(), arguments.len());
        let detail = format!("this closure takes {takes} arguments, but {given} are passed");
        cx.advise(Code::AMP011, Site::of(&closure), detail, calls::ARGUMENTS);
        return Expr::error_placeholder(site);
    }
    if !cx.write_out(site) {
        return Expr::error_placeholder(site);
    }
    let value = isolated(cx, |cx| {
        cx.nested(site, |cx| {
            cx.in_scopes(scopes, |cx| {
                cx.scoped(|cx| {
                    bind_parameters(cx, &closure, arguments);
                    let value = value(cx, &closure.body);
                    if let syn::ReturnType::Type(_, written) = &closure.output {
                        let declared = ty::lower(cx, written);
                        let given = value.as_ref().map_or(Ty::Unit, |value| value.ty.clone());
                        cx.infer.unify(&given, &declared);
                    }
                    value
                })
            })
        })
    });
    match value {
        Some(Some(value)) => item::stored(cx, value),
        Some(None) => expr::unit(site),
        None => Expr::error_placeholder(site),
    }
}

/// Binds the parameters of a closure. Stores all arguments first, because a parameter may shadow a name in an
/// argument.
pub(super) fn bind_parameters(cx: &mut Context<'_>, closure: &syn::ExprClosure, arguments: Vec<Expr>) {
    for (parameter, argument) in closure.inputs.iter().zip(arguments) {
        item::bind(cx, parameter, argument);
    }
}

/// Runs `inner` to lower the code of a closure. Jumps in that code cannot leave loops outside the closure.
pub(super) fn isolated<T>(cx: &mut Context<'_>, inner: impl FnOnce(&mut Context<'_>) -> T) -> T {
    let loops = std::mem::take(&mut cx.nesting.loops);
    let inside = std::mem::replace(&mut cx.nesting.in_closure, true);
    let result = inner(cx);
    cx.nesting.in_closure = inside;
    cx.nesting.loops = loops;
    result
}

/// Lowers the body of a closure to its value. References in the value stay references.
pub(super) fn value(cx: &mut Context<'_>, body: &syn::Expr) -> Option<Expr> {
    match without_parentheses(body) {
        syn::Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => {
            let (stmts, value) = cx.in_block(|cx| {
                cx.scoped(|cx| match block.block.stmts.split_last() {
                    Some((syn::Stmt::Expr(last, None), rest)) => {
                        rest.iter().for_each(|stmt| stmt::lower(cx, stmt));
                        // The value is stored inside the block, because it may use variables that the block
                        // declares.
                        value(cx, last).map(|value| item::stored(cx, value))
                    }
                    _ => {
                        block.block.stmts.iter().for_each(|stmt| stmt::lower(cx, stmt));
                        None
                    }
                })
            });
            cx.prologue.extend(stmts);
            value
        }
        syn::Expr::Tuple(parts) if !parts.elems.is_empty() => {
            let mut items: Vec<Expr> = Vec::new();
            for part in &parts.elems {
                let (before, item) = cx.in_block(|cx| value(cx, part));
                if !before.is_empty() {
                    items = items.into_iter().map(|earlier| item::stored(cx, earlier)).collect();
                }
                cx.prologue.extend(before);
                items.push(item.unwrap_or_else(|| expr::unit(Site::of(part))));
            }
            Some(item::tuple(items, Site::of(parts)))
        }
        reference @ syn::Expr::Reference(_) => Some(borrow::value_or_reference(cx, reference)),
        name @ syn::Expr::Path(_) if cx.index_binding(name).is_some() => {
            let value = borrow::value_or_reference(cx, name);
            // The name of a tuple with references is an alias of the tuple, so the value is the tuple itself.
            Some(match value.kind {
                ExprKind::Reference { place, .. } if matches!(place.kind, ExprKind::Tuple(_)) => *place,
                kind => Expr { kind, ..value },
            })
        }
        syn::Expr::Call(call) if crate::parse::returned_parts::marked(call).is_some() => {
            Some(expr::lower_full(cx, body))
        }
        other if expr::chosen_slice::is_one(cx, other) => Some(expr::chosen_slice::lower(cx, other)),
        other if optional_item::may_be(cx, other) || expr::returns_slice(other) => {
            Some(expr::lower_full(cx, other))
        }
        other => expr::full_value(cx, other),
    }
}

/// The scopes in which a closure is lowered. For a `move` closure, the `mut` variables that it names are
/// copied here, and the copies shadow the variables. The closure may modify its copies if `are_mutable` is set.
pub(in crate::lower) fn copied_captures(
    cx: &mut Context<'_>,
    closure: &syn::ExprClosure,
    are_mutable: bool,
) -> Scopes {
    let mut scopes = cx.scopes();
    if closure.capture.is_none() {
        return scopes;
    }
    let mut copies = HashMap::new();
    for name in names(closure.body.to_token_stream()) {
        let key = crate::lower::hygiene::Name::of(&name);
        let var = match cx.lookup(&name) {
            Some(Binding::Var(var)) => var,
            Some(Binding::References(number)) if !copies.contains_key(&key) => {
                copies.insert(key, shared_references::copy(cx, number, are_mutable, Site::of(&name)));
                continue;
            }
            _ => continue,
        };
        // The target of a reference is not copied.
        let is_copied = cx.is_mutable(var) && cx.variable_ref(var).reference.is_none();
        if !is_copied || copies.contains_key(&key) {
            continue;
        }
        let (site, ty) = (Site::of(&name), cx.ty(var).clone());
        let copy = cx.temporary("copy", site, ty.clone(), are_mutable);
        let value = Expr { kind: ExprKind::Local(var), ty, site };
        cx.prologue.push(Stmt::Let { var: copy, value: Some(value) });
        copies.insert(key, Binding::Var(copy));
    }
    scopes.push(copies);
    scopes
}

/// The identifiers among tokens.
pub(super) fn names(tokens: TokenStream) -> Vec<Ident> {
    let names = tokens.into_iter().flat_map(|token| match token {
        TokenTree::Ident(name) => vec![name],
        TokenTree::Group(group) => names(group.stream()),
        _ => Vec::new(),
    });
    names.collect()
}

/// The deepest nesting of local closures through which the search for side effects follows calls.
const MAX_CLOSURES: usize = 8;

/// Whether evaluating an expression has no side effects, as far as its syntax shows.
fn is_pure(cx: &Context<'_>, it: &syn::Expr, depth: usize) -> bool {
    struct Effects<'c, 'd> {
        cx: &'c Context<'d>,
        depth: usize,
        found: bool,
    }
    impl<'ast> Visit<'ast> for Effects<'_, '_> {
        fn visit_expr(&mut self, it: &'ast syn::Expr) {
            self.found |= match it {
                syn::Expr::Assign(_) | syn::Expr::Macro(_) | syn::Expr::Try(_) => true,
                syn::Expr::Binary(it) => {
                    crate::vocabulary::operators::binary(&it.op).is_some_and(|(_, assigns)| assigns)
                }
                syn::Expr::Reference(it) => it.mutability.is_some(),
                syn::Expr::MethodCall(it) => {
                    let name = it.method.to_string();
                    let known =
                        Method::find(&name).is_some() || matches!(name.as_str(), "len" | "extent" | "clone");
                    match super::chain::of(self.cx, &it.receiver) {
                        Some(chain) => {
                            let is_stored = matches!(
                                chain.source,
                                Source::Variable(..) | Source::RangeVariable(_) | Source::Own(_)
                            );
                            is_stored
                                && (name == "by_ref"
                                    || super::variable::is_borrowed(&chain)
                                    || chain.steps.is_empty() && super::variable::takes_by_mut(it))
                        }
                        None => {
                            let whole = syn::Expr::MethodCall(it.clone());
                            !known
                                && super::chain::of(self.cx, &whole)
                                    .is_none_or(|whole| super::variable::is_borrowed(&whole))
                        }
                    }
                }
                syn::Expr::Call(it) => match self.cx.index_binding(&it.func) {
                    Some(Binding::Closure(closure)) => {
                        self.depth >= MAX_CLOSURES
                            || !is_pure(self.cx, &self.cx.names.closures[closure].0.body, self.depth + 1)
                    }
                    Some(Binding::Callable(_)) => true,
                    _ => {
                        quoted(&it.func).contains("atomic_")
                            || it.args.iter().any(|argument| matches!(argument, syn::Expr::Reference(_)))
                    }
                },
                _ => false,
            };
            syn::visit::visit_expr(self, it);
        }

        fn visit_stmt_macro(&mut self, _: &'ast syn::StmtMacro) {
            self.found = true;
        }
    }
    let mut effects = Effects { cx, depth, found: false };
    effects.visit_expr(it);
    !effects.found
}
