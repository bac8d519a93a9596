//! Values of a user's type that implements `Iterator` or `IntoIterator`.
//!
//! ```rust,ignore
//! for bit in Bits(v) { .. }
//! Bits(v).map(f).sum::<u32>()
//! bits.by_ref().take(2).count()
//! ```
//!
//! A chain with such a source calls `into_iter`, and then the user's `next` for each item, as `iter::from_fn(|| bits.next())`
//! does. A macro does not see that the type implements the trait. So the syntax must exclude other types: an adaptor or a
//! consumer that only iterators have, or, in a `for`, a value that is no array because a struct's constructor made it.
//!
//! Consumers without an adaptor, such as `bits.count()`, are device functions of the type
//! (`parse/own_iterator.rs`).

use super::callback::{self, Callback};
use super::drive;
use super::prepare::{Endless, Iter};
use crate::ir::{self, Call, Callee, ExprKind, ImplOf, Role, Ty};
use crate::lower::context::{Binding, Context, ResultKind};
use crate::lower::expr::{self, without_parentheses};
use crate::lower::stmt::borrow;
use crate::lower::variant;
use crate::parse::reference_impls;
use crate::site::Site;
use proc_macro2::{Ident, Span, TokenStream};
use std::collections::{HashMap, HashSet};
use syn::Expr;
use syn::visit::{self, Visit};

/// Whether an expression is a value, and no call of a function that may return an `impl Iterator`.
pub(super) fn is_value(it: &Expr) -> bool {
    match without_parentheses(it) {
        place if is_place(place) => true,
        Expr::MethodCall(call) => call.method == "clone" && call.args.is_empty(),
        Expr::Reference(it) => is_place(&it.expr),
        other => is_constructed(other) || is_computed(other),
    }
}

/// Whether an expression is the result of an operator that yields neither arrays nor ranges.
fn is_computed(it: &Expr) -> bool {
    use syn::BinOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
    match without_parentheses(it) {
        Expr::Binary(it) => matches!(
            it.op,
            Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_) | BitAnd(_) | BitOr(_) | BitXor(_) | Shl(_) | Shr(_)
        ),
        Expr::Unary(it) => matches!(it.op, syn::UnOp::Neg(_) | syn::UnOp::Not(_)),
        _ => false,
    }
}

/// Whether an expression is a place, so that `next` can advance it.
pub(super) fn is_place(it: &Expr) -> bool {
    match without_parentheses(it) {
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => true,
        Expr::Unary(it) => matches!(it.op, syn::UnOp::Deref(_)),
        _ => false,
    }
}

/// Whether an expression is a call, or a value that a constructor made. Methods with closures of other values may be those
/// of a user's type.
pub(super) fn is_call(it: &Expr) -> bool {
    match without_parentheses(it) {
        Expr::MethodCall(call) => call.method != "clone",
        Expr::Call(_) | Expr::Struct(_) => true,
        _ => false,
    }
}

/// Whether a chain has no adaptor but `map`, and begins with a place: a user's type may have a method `map`, too.
pub(super) fn may_be_mapped(it: &Expr) -> bool {
    match without_parentheses(it) {
        Expr::MethodCall(call) if call.method == "map" => {
            is_place(&call.receiver) || may_be_mapped(&call.receiver)
        }
        _ => false,
    }
}

/// Whether an expression makes a struct: `Bits(v)`, `Bits { v }`, or `Bits::new(v)` by the convention for names.
fn is_constructed(it: &Expr) -> bool {
    let call = match without_parentheses(it) {
        Expr::Struct(_) => return true,
        Expr::Call(call) => call,
        _ => return false,
    };
    let Expr::Path(path) = without_parentheses(&call.func) else { return false };
    if path.qself.is_some() || variant::is_variant(&path.path) {
        return false;
    }
    let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (last, owner) = (names.next().unwrap_or_default(), names.next());
    let is_type = |name: &str| {
        let is_glam = crate::vocabulary::types::is_glam(name);
        // `NonZeroU32::new(n)` is an `Option`.
        let is_other = ["Index", "Extent"].contains(&name) || name.starts_with("NonZero");
        name.starts_with(char::is_uppercase) && !is_glam && !is_other
    };
    // `default` and `from` may be functions of an alias of an array type.
    let is_constructor =
        last == "new" || ["from_", "new_", "with_"].iter().any(|prefix| last.starts_with(prefix));
    // A path with upper-case letters only may be that of a constant.
    is_type(&last) && last.contains(char::is_lowercase)
        || is_constructor && owner.is_some_and(|owner| is_type(&owner) && owner.len() > 1)
}

/// Whether an expression is an operation on constants, such as `Flags::READ | Flags::WRITE`. Arrays have no such operators.
fn is_operation(it: &Expr) -> bool {
    let Expr::Binary(it) = without_parentheses(it) else { return false };
    let is_constant =
        |it: &Expr| matches!(without_parentheses(it), Expr::Path(path) if path.path.segments.len() > 1);
    matches!(it.op, syn::BinOp::BitOr(_) | syn::BinOp::BitAnd(_) | syn::BinOp::BitXor(_))
        && (is_operation(&it.left) || is_constant(&it.left))
        && is_constant(&it.right)
}

/// Whether the expression of a `for` is a value of a user's type for certain.
pub(super) fn is_iterated(cx: &Context<'_>, it: &Expr) -> bool {
    match without_parentheses(it) {
        Expr::Reference(by_ref) => is_struct(cx, &by_ref.expr),
        other => is_computed(other) || is_struct(cx, other),
    }
}

/// Whether an expression is a value of a user's struct for certain.
pub(in crate::lower) fn is_struct(cx: &Context<'_>, it: &Expr) -> bool {
    is_constructed(it)
        || match cx.index_binding(without_parentheses(it)) {
            Some(Binding::Var(var)) => {
                cx.names.constructed.contains(&var)
                    || is_used_as_struct(cx, it) && !is_list(cx, &cx.infer.resolve(cx.ty(var)))
            }
            Some(Binding::Capture(capture)) => {
                let known = cx.capture(capture);
                known.role == Role::Value
                    && !cx.signature.infers_captures
                    && is_used_as_struct(cx, it)
                    && !is_list(cx, &cx.infer.resolve(&known.element))
            }
            _ => false,
        }
}

/// Whether a type is that of an array, a slice, a range, an `Option` or a `Result`.
fn is_list(cx: &Context<'_>, ty: &Ty) -> bool {
    !matches!(ty, Ty::Hole(_) | Ty::Var(_)) || super::source::yields_value(cx, ty)
}

fn is_used_as_struct(cx: &Context<'_>, it: &Expr) -> bool {
    let Expr::Path(path) = without_parentheses(it) else { return false };
    path.path.get_ident().is_some_and(|name| cx.names.used_as_structs.contains(&name.to_string()))
}

/// The names that a body uses as no array allows: with a field, or with an operator that arrays lack. A method is no evidence,
/// because a user's trait may give it to arrays. `signature` contains the names of parameters. A name that is bound twice does not count,
/// because the use may be one of the other variable.
pub(in crate::lower) fn used_as_structs(body: &syn::Block, signature: TokenStream) -> HashSet<String> {
    struct Uses(HashSet<String>, HashMap<String, usize>);
    impl Uses {
        fn add(&mut self, it: &Expr) {
            if let Expr::Path(path) = without_parentheses(it)
                && let Some(name) = path.path.get_ident()
                && name != "self"
            {
                self.0.insert(name.to_string());
            }
        }
    }
    impl<'ast> Visit<'ast> for Uses {
        fn visit_expr_field(&mut self, it: &'ast syn::ExprField) {
            self.add(&it.base);
            visit::visit_expr_field(self, it);
        }

        fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
            use syn::BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
            if !matches!(it.op, Eq(_) | Ge(_) | Gt(_) | Le(_) | Lt(_) | Ne(_)) {
                self.add(&it.left);
                self.add(&it.right);
            }
            visit::visit_expr_binary(self, it);
        }

        fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
            *self.1.entry(it.ident.to_string()).or_default() += 1;
            visit::visit_pat_ident(self, it);
        }

        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut uses = Uses(HashSet::new(), HashMap::new());
    uses.1.extend(callback::names(signature).into_iter().map(|name| (name.to_string(), 1)));
    uses.visit_block(body);
    let Uses(found, bound) = uses;
    found.into_iter().filter(|name| bound.get(name) == Some(&1)).collect()
}

/// Records that a `let` declared a variable with a value of a user's type, or with an `Option` or a `Result`.
pub(in crate::lower) fn record(cx: &mut Context<'_>, pattern: &syn::Pat, value: &Expr) {
    let syn::Pat::Ident(name) = pattern else { return };
    let Some(Binding::Var(var)) = cx.lookup(&name.ident) else { return };
    if is_constructed(value) || is_operation(value) {
        cx.names.constructed.insert(var);
    }
    if let Some(kind) = certain_kind(value) {
        cx.names.fallible.insert(var, kind);
    }
    if let Some(kind) = kind_of_items(cx, value) {
        cx.names.lists_of_fallible.insert(var, kind);
    }
}

/// Whether an expression is an `Option` or a `Result`, to judge by its syntax without names that a user's method may have.
fn certain_kind(it: &Expr) -> Option<ResultKind> {
    if let Expr::MethodCall(call) = without_parentheses(it)
        && ["cloned", "copied", "filter", "zip"].iter().any(|name| call.method == name)
    {
        return certain_kind(&call.receiver);
    }
    expr::kind_of_value(it)
}

/// Whether the items of an array are an `Option` or a `Result`, as far as the array's literal shows.
pub(super) fn kind_of_items(cx: &Context<'_>, it: &Expr) -> Option<ResultKind> {
    match without_parentheses(it) {
        Expr::Array(list) => list.elems.iter().find_map(expr::kind_of_value),
        Expr::Repeat(list) => expr::kind_of_value(&list.expr),
        other => match cx.index_binding(other) {
            Some(Binding::Var(var)) => cx.names.lists_of_fallible.get(&var).copied(),
            _ => None,
        },
    }
}

/// Whether an expression is an `Option` or a `Result` for certain, and its variant with a value.
pub(in crate::lower) fn fallible(cx: &Context<'_>, it: &Expr) -> Option<ResultKind> {
    let kind = certain_kind(it).or_else(|| match cx.index_binding(without_parentheses(it)) {
        Some(Binding::Var(var)) => cx.names.fallible.get(&var).copied(),
        _ => None,
    });
    kind.filter(|kind| *kind != ResultKind::ControlFlow)
}

/// Whether an expression is an `Option` or a `Result` for certain.
pub(in crate::lower) fn is_fallible(cx: &Context<'_>, it: &Expr) -> bool {
    fallible(cx, it).is_some()
}

/// Whether an expression names a `&mut` reference.
fn is_mutable_reference(cx: &Context<'_>, it: &Expr) -> bool {
    match cx.index_binding(it) {
        Some(Binding::Borrowed(_, mutable)) => mutable,
        _ => borrow::reference_mutability(cx, it) == Some(true),
    }
}

/// Prepares the calls of `next` or `next_back`. If `advances` is set, they advance the value in its place; otherwise a copy of
/// it.
pub(super) fn prepare(cx: &mut Context<'_>, it: &Expr, advances: bool, method: &str) -> Option<Iter> {
    let mut conversion = "into_iter".to_owned();
    let (it, advances) = match without_parentheses(it) {
        Expr::Reference(by_ref) if by_ref.mutability.is_none() => {
            conversion = reference_impls::into_iter();
            (without_parentheses(&by_ref.expr), false)
        }
        Expr::Reference(by_ref) => (without_parentheses(&by_ref.expr), true),
        // An adaptor takes a reference, `bits: &mut Bits`, and not its target.
        other => (other, advances || is_mutable_reference(cx, other)),
    };
    let site = Site::of(it);
    let method = Ident::new(method, site.first);
    if advances && is_place(it) {
        let next = next(cx, it, &method, site);
        return Some(Iter::Endless(Endless::Own(Value { copy: None, next, method }, site)));
    }
    let value = expr::lower(cx, it);
    if value.ty.is_error() {
        return None;
    }
    let value = into_iter(cx, value, &conversion, site);
    Some(Iter::Endless(Endless::Own(Value::of(cx, value, method, site)?, site)))
}

/// A value of a user's type whose method returns the next item.
#[derive(Clone)]
pub(in crate::lower) struct Value {
    /// The variable with a copy of the value. `None` if the iterator advances the value in its place.
    pub(super) copy: Option<ir::Expr>,
    /// The call of the method.
    pub(super) next: Callback,
    method: Ident,
}

impl Value {
    /// Declares a variable with the value.
    fn of(cx: &mut Context<'_>, value: ir::Expr, method: Ident, site: Site) -> Option<Self> {
        let copy = drive::variable(cx, "own", value);
        let ExprKind::Local(var) = copy.kind else { return None };
        let number = cx.body.variables.len();
        let name = Ident::new(&format!("amp_own{number}"), site.first.resolved_at(Span::mixed_site()));
        cx.bind(&name, Binding::Var(var));
        let place = Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.into() });
        let next = next(cx, &place, &method, site);
        Some(Value { copy: Some(copy), next, method })
    }

    /// Gives a clone of the iterator a variable of its own.
    pub(super) fn separate(&mut self, cx: &mut Context<'_>, site: Site) {
        if let Some(copy) = &self.copy
            && let Some(own) = Value::of(cx, copy.clone(), self.method.clone(), site)
        {
            *self = own;
        }
    }
}

/// The call of the method of a place.
fn next(cx: &mut Context<'_>, place: &Expr, method: &Ident, site: Site) -> Callback {
    // A method call dereferences its receiver.
    let place = match without_parentheses(place) {
        Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => expr,
        place => place,
    };
    let call: Expr = syn::parse_quote_spanned!(site.first=> || #place.#method());
    callback::prepare(cx, &call)
}

/// Lowers `value.into_iter()`. For a type with `#[device] impl Iterator`, the result is the value itself
/// (`parse/own_iterator.rs`).
fn into_iter(cx: &mut Context<'_>, value: ir::Expr, name: &str, site: Site) -> ir::Expr {
    let callee_ty = value.ty.clone();
    let callee = Callee::Associated(callee_ty.clone(), name.to_owned(), ImplOf::InScope);
    let ty = cx.infer.call(&callee, vec![callee_ty]);
    let written = Call::Method(Ident::new(name, site.last).into());
    ir::Expr { kind: ExprKind::Call { callee, written, arguments: vec![value] }, ty, site }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn values_are_iterated_by_next() {
        wgsl(
            "|i: Index<1>| { for b in Bits(z[i]) { if b > 3 { break; } z[i] += b; } let mut own = Bits::new(z[i]); z[i] = own.by_ref().take(2).sum::<u32>(); }",
            expect![[r#"
                var own_: <_> = <_>::into_iter(Bits { 0: z[amp_global[0]] });
                while (true) {
                    let value_: <_> = <_>::next(&own_);
                    if (amp_leaves(!(value_ is Some))) {
                        break;
                    }
                    let value_2: <_> = value_.Some.0;
                    if (amp_leaves(Gt<_, _>(value_2, 3?))) {
                        break;
                    }
                    z[amp_global[0]] = Add<u32, _>(z[amp_global[0]], value_2);
                }
                var own_2: <_> = <Bits>::new(z[amp_global[0]]);
                var sum_: u32 = 0u;
                var taken_: u32 = 0u;
                while (true) {
                    if (taken_ >= 2u) {
                        break;
                    }
                    let value_3: <_> = <_>::next(&own_2);
                    if (amp_leaves(!(value_3 is Some))) {
                        break;
                    }
                    let value_4: u32 = value_3.Some.0;
                    taken_ += 1u;
                    sum_ += value_4;
                }
                z[amp_global[0]] = sum_;
            "#]],
        );
    }

    #[test]
    fn methods_of_other_types_stay_methods() {
        wgsl(
            "|i: Index<1>| { let own = Lanes::new(z[i]); z[i] = own.map(|v| v + 1).sum() + own.fold(1, |a, b| a + b); }",
            expect![[r#"
                let own_: <_> = <Lanes>::new(z[amp_global[0]]);
                z[amp_global[0]] = Add<_, _>(<_>::sum(<_>::map(own_, |v_; | { return Add<_, _>(v_, 1?); })), <_>::fold(own_, 1?, |a_, b_; | { return Add<_, _>(a_, b_); }));
            "#]],
        );
    }
}
