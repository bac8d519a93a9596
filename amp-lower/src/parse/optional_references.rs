//! Calls of functions that return an `Option` or a `Result` with a reference, `fn nearest(points: &[Point]) -> Option<&Point>`.
//!
//! A macro does not see the signature of a called function. By itself, the result of a call is a value: lowering calls the
//! function's version for devices, which returns a copy. The uses of the result may show that it contains a reference: a
//! declared type, `let p: Option<&Point> = ..`, a pattern `Some(&p)`, and `*p` for the `p` of `Some(p)`. Such a call becomes
//! `returned_option(call)` or `returned_result(call)`. On the host, these functions return their argument.

use super::reference_results::{hidden_call, value_of};
use crate::site::Site;
use proc_macro2::{Ident, Span};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// A visitor that marks the calls.
pub(super) struct OptionalReferences;

/// The kind of a marked call, and the call. `None` for other expressions.
pub(crate) fn marked(it: &syn::ExprCall) -> Option<(Kind, &syn::Expr)> {
    let kind = match argument_of(it, "returned_option") {
        Some(_) => Kind::Option,
        None => Kind::Result,
    };
    let call = argument_of(it, "returned_option").or_else(|| argument_of(it, "returned_result"))?;
    Some((kind, call))
}

/// The reference whose target a function returns (`parse/optional_results.rs`). `None` for other expressions.
pub(crate) fn target(it: &syn::ExprCall) -> Option<&syn::Expr> {
    argument_of(it, "returned_target")
}

/// The type and the parameter in `referenced::<T>(parameter)` (`parse/optional_results.rs`). `None` for other expressions.
pub(crate) fn referenced(it: &syn::ExprCall) -> Option<(&syn::Type, &syn::Expr)> {
    let parameter = argument_of(it, "referenced")?;
    Some((super::returned_parts::type_argument(it)?, parameter))
}

/// The argument of a call of a function that only expansions call.
pub(super) fn argument_of<'e>(it: &'e syn::ExprCall, name: &str) -> Option<&'e syn::Expr> {
    let syn::Expr::Path(path) = &*it.func else { return None };
    let mut names = path.path.segments.iter().rev();
    (names.next()?.ident == name && names.next()?.ident == "__private").then_some(it.args.first()?)
}

/// Whether a call returns an `Option` or a `Result`.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Option,
    Result,
}

impl Kind {
    fn mark(self, call: &mut syn::Expr) {
        let span = Site::of(&*call).first.resolved_at(Span::mixed_site());
        *call = match self {
            Kind::Option => syn::parse_quote_spanned!(span=> ::amp::__private::returned_option(#call)),
            Kind::Result => syn::parse_quote_spanned!(span=> ::amp::__private::returned_result(#call)),
        };
    }

    fn of_variant(name: &Ident) -> Option<Kind> {
        match name.to_string().as_str() {
            "Some" => Some(Kind::Option),
            "Ok" => Some(Kind::Result),
            _ => None,
        }
    }
}

impl VisitMut for OptionalReferences {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        for n in 0..block.stmts.len() {
            let (before, after) = block.stmts.split_at_mut(n + 1);
            let Some(syn::Stmt::Local(syn::Local { pat, init: Some(init), .. })) = before.last_mut() else {
                continue;
            };
            if !may_be_marked(&init.expr) {
                continue;
            }
            let kind = match pat {
                syn::Pat::Type(typed) => of_type(&typed.ty),
                // `let p = call;`
                syn::Pat::Ident(syn::PatIdent {
                    by_ref: None,
                    mutability: None,
                    subpat: None,
                    ident,
                    ..
                }) => {
                    let mut uses = Uses { name: ident, found: None };
                    after.iter().for_each(|stmt| uses.visit_stmt(stmt));
                    uses.found
                }
                // `let Some(p) = call else { .. };`
                pattern => {
                    of_pattern(pattern, &mut |stars| after.iter().for_each(|stmt| stars.visit_stmt(stmt)))
                }
            };
            if let Some(kind) = kind {
                kind.mark(&mut init.expr);
            }
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_expr_match_mut(&mut self, it: &mut syn::ExprMatch) {
        for n in 0..components(&it.expr) {
            let kind = it.arms.iter().find_map(|arm| of_arm(arm, Some(n)));
            mark_component(&mut it.expr, n, kind);
        }
        if may_be_marked(&it.expr)
            && let Some(kind) = of_match(it)
        {
            kind.mark(&mut it.expr);
        }
        visit_mut::visit_expr_match_mut(self, it);
    }

    fn visit_expr_if_mut(&mut self, it: &mut syn::ExprIf) {
        let body = &it.then_branch;
        mark_conditions(&mut it.cond, body);
        visit_mut::visit_expr_if_mut(self, it);
    }

    fn visit_expr_while_mut(&mut self, it: &mut syn::ExprWhile) {
        let body = &it.body;
        mark_conditions(&mut it.cond, body);
        visit_mut::visit_expr_while_mut(self, it);
    }

    fn visit_item_mut(&mut self, it: &mut syn::Item) {
        // An item in a body is expanded on its own.
        if let syn::Item::Fn(_) | syn::Item::Impl(_) | syn::Item::Trait(_) = it {
            visit_mut::visit_item_mut(self, it);
        }
    }
}

/// The number of components of a tuple that the syntax shows.
fn components(it: &syn::Expr) -> usize {
    match it {
        syn::Expr::Paren(inner) => components(&inner.expr),
        syn::Expr::Tuple(tuple) => tuple.elems.len(),
        _ => 0,
    }
}

fn component(it: &syn::Expr, n: usize) -> Option<&syn::Expr> {
    match it {
        syn::Expr::Paren(inner) => component(&inner.expr, n),
        syn::Expr::Tuple(tuple) => tuple.elems.get(n),
        _ => None,
    }
}

fn component_mut(it: &mut syn::Expr, n: usize) -> Option<&mut syn::Expr> {
    match it {
        syn::Expr::Paren(inner) => component_mut(&mut inner.expr, n),
        syn::Expr::Tuple(tuple) => tuple.elems.get_mut(n),
        _ => None,
    }
}

/// The pattern of a component of a tuple.
fn component_pattern(pattern: &syn::Pat, n: usize) -> Option<&syn::Pat> {
    match pattern {
        syn::Pat::Paren(inner) => component_pattern(&inner.pat, n),
        syn::Pat::Tuple(tuple) => {
            let before = tuple.elems.iter().take(n + 1);
            let has_rest = before.clone().any(|part| matches!(part, syn::Pat::Rest(_)));
            before.last().filter(|_| !has_rest && tuple.elems.len() > n)
        }
        _ => None,
    }
}

/// Marks a call that is a component of a tuple.
fn mark_component(it: &mut syn::Expr, n: usize, kind: Option<Kind>) {
    if let (Some(call), Some(kind)) = (component_mut(it, n), kind)
        && may_be_marked(call)
    {
        kind.mark(call);
    }
}

/// Marks the calls in the patterns of a condition.
fn mark_conditions(condition: &mut syn::Expr, body: &syn::Block) {
    let whole = condition.clone();
    fn each(it: &mut syn::Expr, whole: &syn::Expr, body: &syn::Block) {
        match it {
            syn::Expr::Let(it) if components(&it.expr) > 0 => {
                for n in 0..components(&it.expr) {
                    let kind = component_pattern(&it.pat, n).and_then(|pattern| {
                        of_pattern(pattern, &mut |stars| {
                            stars.visit_expr(whole);
                            stars.visit_block(body);
                        })
                    });
                    mark_component(&mut it.expr, n, kind);
                }
            }
            syn::Expr::Let(it) if may_be_marked(&it.expr) => {
                let kind = of_pattern(&it.pat, &mut |stars| {
                    stars.visit_expr(whole);
                    stars.visit_block(body);
                });
                if let Some(kind) = kind {
                    kind.mark(&mut it.expr);
                }
            }
            syn::Expr::Binary(it) if matches!(it.op, syn::BinOp::And(_)) => {
                each(&mut it.left, whole, body);
                each(&mut it.right, whole, body);
            }
            _ => {}
        }
    }
    each(condition, &whole, body);
}

/// Whether an expression may be a call of a user's function. Lowering knows the results of the methods that it excludes.
pub(super) fn may_be_marked(it: &syn::Expr) -> bool {
    const KNOWN: &[&str] = &[
        "and",
        "and_then",
        "as_mut",
        "as_ref",
        "cloned",
        "copied",
        "err",
        "filter",
        "find",
        "first",
        "first_mut",
        "get",
        "get_mut",
        "last",
        "last_mut",
        "map",
        "map_err",
        "max",
        "max_by",
        "max_by_key",
        "min",
        "min_by",
        "min_by_key",
        "next",
        "next_back",
        "nth",
        "nth_back",
        "ok",
        "ok_or",
        "ok_or_else",
        "or",
        "or_else",
        "position",
        "reduce",
        "rfind",
        "rposition",
        "split_first",
        "split_first_mut",
        "split_last",
        "split_last_mut",
        "strip_prefix",
        "strip_suffix",
        "take",
        "take_if",
        "then",
        "then_some",
        "try_fold",
        "try_from",
        "xor",
        "zip",
    ];
    match it {
        syn::Expr::Paren(inner) => may_be_marked(&inner.expr),
        syn::Expr::MethodCall(call) => {
            let name = call.method.to_string();
            // The `find` of an iterator takes a closure.
            let is_own = name == "find" && !matches!(call.args.first(), Some(syn::Expr::Closure(_)));
            (is_own || !KNOWN.contains(&name.as_str())) && hidden_call(it, value_of, None).is_some()
        }
        syn::Expr::Call(call) => match &*call.func {
            // A marked call
            syn::Expr::Path(path) if path.path.segments.iter().any(|it| it.ident == "__private") => false,
            syn::Expr::Path(path) => {
                let last = path.path.segments.last();
                last.is_some_and(|last| {
                    let name = last.ident.to_string();
                    !name.starts_with(char::is_uppercase) && name != "try_from"
                }) && hidden_call(it, value_of, None).is_some()
            }
            _ => false,
        },
        _ => false,
    }
}

/// The kind for a declared type, `Option<&Point>`.
fn of_type(ty: &syn::Type) -> Option<Kind> {
    declared(ty).filter(|(_, is_slice)| !is_slice).map(|(kind, _)| kind)
}

/// The kind for a declared type with a shared reference, and whether that refers to a slice.
pub(super) fn declared(ty: &syn::Type) -> Option<(Kind, bool)> {
    let syn::Type::Path(syn::TypePath { qself: None, path, .. }) = ty else { return None };
    let last = path.segments.last()?;
    let kind = match last.ident.to_string().as_str() {
        "Option" => Kind::Option,
        "Result" => Kind::Result,
        _ => return None,
    };
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let Some(syn::GenericArgument::Type(syn::Type::Reference(to))) = arguments.args.first() else {
        return None;
    };
    to.mutability.is_none().then_some((kind, matches!(*to.elem, syn::Type::Slice(_))))
}

fn of_match(it: &syn::ExprMatch) -> Option<Kind> {
    it.arms.iter().find_map(|arm| of_arm(arm, None))
}

/// The kind that an arm of a `match` shows. If `component` is set, for that component of a tuple.
fn of_arm(arm: &syn::Arm, component: Option<usize>) -> Option<Kind> {
    let (pattern, guard) = match &arm.pat {
        syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&guarded.guard)),
        pattern => (pattern, None),
    };
    let pattern = match component {
        Some(n) => component_pattern(pattern, n)?,
        None => pattern,
    };
    of_pattern(pattern, &mut |stars| {
        if let Some(guard) = guard {
            stars.visit_expr(guard);
        }
        stars.visit_expr(&arm.body);
    })
}

/// The kind for a pattern `Some(&p)`, or `Some(p)` with `*p` in the code that `search` visits.
fn of_pattern(pattern: &syn::Pat, search: &mut dyn FnMut(&mut Stars<'_>)) -> Option<Kind> {
    match pattern {
        syn::Pat::Paren(inner) => of_pattern(&inner.pat, search),
        syn::Pat::Or(list) => list.cases.iter().find_map(|case| of_pattern(case, search)),
        syn::Pat::TupleStruct(it) => {
            let kind = Kind::of_variant(&it.path.segments.last()?.ident)?;
            let name = match it.elems.first()? {
                syn::Pat::Reference(inner) if inner.mutability.is_none() => return Some(kind),
                syn::Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() => &name.ident,
                _ => return None,
            };
            let mut stars = Stars { name, is_found: false };
            search(&mut stars);
            stars.is_found.then_some(kind)
        }
        _ => None,
    }
}

/// A search for `*name`.
struct Stars<'n> {
    name: &'n Ident,
    is_found: bool,
}

impl<'ast> Visit<'ast> for Stars<'_> {
    fn visit_expr_unary(&mut self, it: &'ast syn::ExprUnary) {
        self.is_found |= matches!(it.op, syn::UnOp::Deref(_)) && is_name(&it.expr, self.name);
        visit::visit_expr_unary(self, it);
    }
}

fn is_name(it: &syn::Expr, name: &Ident) -> bool {
    match it {
        syn::Expr::Paren(inner) => is_name(&inner.expr, name),
        syn::Expr::Path(path) => path.path.is_ident(name),
        _ => false,
    }
}

/// A search for uses of a variable that show that it is an `Option` or a `Result` with a reference.
struct Uses<'n> {
    name: &'n Ident,
    found: Option<Kind>,
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_match(&mut self, it: &'ast syn::ExprMatch) {
        if is_name(&it.expr, self.name) {
            self.found = self.found.or_else(|| of_match(it));
        }
        for n in 0..components(&it.expr) {
            if component(&it.expr, n).is_some_and(|part| is_name(part, self.name)) {
                self.found = self.found.or_else(|| it.arms.iter().find_map(|arm| of_arm(arm, Some(n))));
            }
        }
        visit::visit_expr_match(self, it);
    }

    fn visit_expr_if(&mut self, it: &'ast syn::ExprIf) {
        self.condition(&it.cond, &it.cond, &it.then_branch);
        visit::visit_expr_if(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        if is_name(&it.receiver, self.name) {
            let is_copied = it.args.is_empty() && (it.method == "copied" || it.method == "cloned");
            let closure = match it.args.last() {
                Some(syn::Expr::Closure(closure)) if closure.inputs.len() == 1 => Some(closure),
                _ => None,
            };
            let of_option = ["and_then", "is_none_or", "is_some_and", "map", "map_or", "map_or_else"];
            let takes_reference = closure.is_some_and(|closure| match &closure.inputs[0] {
                syn::Pat::Reference(it) => it.mutability.is_none(),
                syn::Pat::Ident(name) => {
                    let mut stars = Stars { name: &name.ident, is_found: false };
                    stars.visit_expr(&closure.body);
                    stars.is_found
                }
                _ => false,
            });
            if is_copied || takes_reference && of_option.iter().any(|name| it.method == name) {
                self.found = self.found.or(Some(Kind::Option));
            }
        }
        visit::visit_expr_method_call(self, it);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl Uses<'_> {
    fn condition(&mut self, it: &syn::Expr, whole: &syn::Expr, body: &syn::Block) {
        match it {
            syn::Expr::Let(it) if is_name(&it.expr, self.name) => {
                let kind = of_pattern(&it.pat, &mut |stars| {
                    stars.visit_expr(whole);
                    stars.visit_block(body);
                });
                self.found = self.found.or(kind);
            }
            syn::Expr::Binary(it) if matches!(it.op, syn::BinOp::And(_)) => {
                self.condition(&it.left, whole, body);
                self.condition(&it.right, whole, body);
            }
            _ => {}
        }
    }
}
