//! The comparison function that `min_by` and `max_by` take.
//!
//! ```rust,ignore
//! x.iter().copied().max_by(|a, b| a.total_cmp(b))
//! x.iter().copied().min_by(|a, b| a.partial_cmp(b).unwrap())
//! x.iter().copied().max_by(f32::total_cmp)
//! ```
//!
//! Kernels have no type `Ordering`. So a comparison becomes a condition: that its result is `Greater`.
//! `reverse`, `then` and `then_with` combine comparisons. `total_cmp` compares the bits of floats as the
//! standard library does.

use super::callback::{self, Callback};
use super::item;
use super::number::binary;
use crate::diagnostics::Code;
use crate::diagnostics::advice::iterators;
use crate::ir::{Binary, Expr, ExprKind, Message, Stmt, Ty};
use crate::lower::context::Context;
use crate::lower::expr::{self, without_parentheses};
use crate::lower::pattern::pinned;
use crate::site::Site;
use proc_macro2::Ident;

/// The comparison function of a `min_by` or `max_by`.
pub(super) enum Order {
    Closure(Callback),
    /// A function of the standard library, given by its name: `cmp` or `total_cmp`.
    Function(String),
}

/// A comparison as two conditions: the first operand is greater, and the first operand is less.
struct Comparison {
    greater: Expr,
    less: Expr,
}

/// Evaluates the argument of `min_by` or `max_by`. `None` after an error.
pub(super) fn prepare(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Order> {
    if let syn::Expr::Path(path) = without_parentheses(it)
        && let Some(last) = path.path.segments.last()
        && path.path.segments.len() > 1
        && (last.ident == "total_cmp" || last.ident == "cmp")
    {
        return Some(Order::Function(last.ident.to_string()));
    }
    let callback = callback::prepare(cx, it);
    if callback.closure(cx).is_none() {
        cx.advise(Code::AMP012, Site::of(it), "an order that is no closure", iterators::ORDER);
        return None;
    }
    Some(Order::Closure(callback))
}

impl Order {
    /// The condition that `a` is greater than `b` in this order.
    pub(super) fn is_greater(&self, cx: &mut Context<'_>, a: Expr, b: Expr, site: Site) -> Expr {
        let compared = match self {
            Order::Function(name) => primitive(cx, name, item::value(a), item::value(b), site),
            Order::Closure(callback) => {
                let Some((closure, scopes)) = callback.closure(cx) else {
                    return Expr::error_placeholder(site);
                };
                if closure.inputs.len() != 2 || !cx.write_out(site) {
                    return Expr::error_placeholder(site);
                }
                let a = match a.has_reference() {
                    true => a,
                    false => pinned(cx, a),
                };
                let arguments = vec![item::reference(false, a), item::reference(false, b)];
                callback::isolated(cx, |cx| {
                    cx.in_scopes(scopes, |cx| {
                        cx.scoped(|cx| {
                            callback::bind_parameters(cx, &closure, arguments);
                            comparison(cx, &closure.body)
                        })
                    })
                })
            }
        };
        compared.map_or_else(|| Expr::error_placeholder(site), |compared| compared.greater)
    }
}

/// Lowers a test of a comparison, such as `a.cmp(&b).is_lt()`. `None` for another call.
pub(in crate::lower) fn test(cx: &mut Context<'_>, it: &syn::ExprMethodCall) -> Option<Expr> {
    let name = it.method.to_string();
    let is_test = matches!(name.as_str(), "is_gt" | "is_lt" | "is_ge" | "is_le" | "is_eq" | "is_ne");
    if !is_test || !it.args.is_empty() || !is_comparison(&it.receiver) {
        return None;
    }
    let Some(Comparison { greater, less }) = comparison(cx, &it.receiver) else {
        return Some(Expr::error_placeholder(Site::of(it)));
    };
    let not = super::drive::not;
    Some(match name.as_str() {
        "is_gt" => greater,
        "is_lt" => less,
        "is_ge" => not(less),
        "is_le" => not(greater),
        "is_ne" => either(greater, less),
        _ => not(either(greater, less)),
    })
}

/// Whether the syntax of an expression shows that its type is `Ordering`, as in `a.cmp(&b).reverse()`.
fn is_comparison(it: &syn::Expr) -> bool {
    let syn::Expr::MethodCall(call) = without_parentheses(it) else { return false };
    match (call.method.to_string().as_str(), call.args.len()) {
        ("cmp" | "total_cmp", 1) => true,
        ("reverse", 0) | ("then" | "then_with", 1) => is_comparison(&call.receiver),
        ("unwrap_or", 1) if !is_equal(&call.args[0]) => false,
        ("unwrap", 0) | ("expect" | "unwrap_or", 1) => {
            matches!(without_parentheses(&call.receiver), syn::Expr::MethodCall(it) if it.method == "partial_cmp")
        }
        _ => false,
    }
}

/// Whether an expression is `Ordering::Equal`.
fn is_equal(it: &syn::Expr) -> bool {
    let syn::Expr::Path(path) = without_parentheses(it) else { return false };
    let mut names = path.path.segments.iter().rev();
    names.next().is_some_and(|last| last.ident == "Equal")
        && names.next().is_none_or(|owner| owner.ident == "Ordering")
}

/// Lowers an expression of type `Ordering`. `None` after an error.
fn comparison(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Comparison> {
    let site = Site::of(it);
    match without_parentheses(it) {
        syn::Expr::Block(block) if block.label.is_none() && block.block.stmts.len() == 1 => {
            if let syn::Stmt::Expr(last, None) = &block.block.stmts[0] {
                return comparison(cx, last);
            }
        }
        syn::Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
            ("reverse", 0) => {
                let Comparison { greater, less } = comparison(cx, &call.receiver)?;
                return Some(Comparison { greater: less, less: greater });
            }
            ("then", 1) => {
                let first = comparison(cx, &call.receiver)?;
                let second = comparison(cx, &call.args[0])?;
                return Some(first.then(second));
            }
            ("then_with", 1) => {
                if let syn::Expr::Closure(second) = without_parentheses(&call.args[0]) {
                    let first = comparison(cx, &call.receiver)?;
                    let second = comparison(cx, &second.body)?;
                    return Some(first.then(second));
                }
            }
            ("unwrap", 0) | ("expect", 1) => {
                if let syn::Expr::MethodCall(inner) = without_parentheses(&call.receiver)
                    && inner.method == "partial_cmp"
                    && inner.args.len() == 1
                {
                    let (a, b) = operands(cx, inner)?;
                    return primitive(cx, "partial_cmp", a, b, site);
                }
            }
            // Operands without an order, such as NaN, count as equal.
            ("unwrap_or", 1) if is_equal(&call.args[0]) => {
                if let syn::Expr::MethodCall(inner) = without_parentheses(&call.receiver)
                    && inner.method == "partial_cmp"
                    && inner.args.len() == 1
                {
                    let (a, b) = operands(cx, inner)?;
                    return primitive(cx, "cmp", a, b, site);
                }
            }
            (name @ ("cmp" | "total_cmp"), 1) => {
                let (a, b) = operands(cx, call)?;
                return primitive(cx, name, a, b, site);
            }
            _ => {}
        },
        _ => {}
    }
    cx.advise(Code::AMP012, site, "an order that is no comparison", iterators::ORDER);
    None
}

/// The operands of `a.cmp(&b)`, stored in variables.
fn operands(cx: &mut Context<'_>, call: &syn::ExprMethodCall) -> Option<(Expr, Expr)> {
    let a = expr::lower(cx, &call.receiver);
    let a = pinned(cx, a);
    let b = callback::value(cx, &call.args[0])?;
    let b = pinned(cx, item::value(b));
    (!a.ty.is_error() && !b.ty.is_error()).then_some((a, b))
}

fn primitive(cx: &mut Context<'_>, name: &str, a: Expr, b: Expr, site: Site) -> Option<Comparison> {
    cx.infer.unify(&a.ty, &b.ty);
    let (a, b) = (pinned(cx, a), pinned(cx, b));
    let (a, b) = match name {
        "total_cmp" => (total_order(cx, a, site), total_order(cx, b, site)),
        _ => (a, b),
    };
    let greater = binary(Binary::Gt, a.clone(), b.clone());
    let less = binary(Binary::Lt, a.clone(), b.clone());
    if name == "partial_cmp" {
        let equal = binary(Binary::Eq, a, b);
        let condition = Some(either(either(greater.clone(), less.clone()), equal));
        let text = "called `Option::unwrap()` on a `None` value".to_owned();
        let message = Message { text, formatted: false, values: Vec::new(), of_subview: false };
        cx.prologue.push(Stmt::Assert { condition, debug: false, message: Box::new(message), site });
    }
    Some(Comparison { greater, less })
}

/// Converts a float to an integer whose order is that of `f32::total_cmp`.
fn total_order(cx: &mut Context<'_>, float: Expr, site: Site) -> Expr {
    cx.scoped(|cx| {
        let name = callback::named(cx, float);
        let span = site.first.resolved_at(proc_macro2::Span::mixed_site());
        let bits = Ident::new("amp_bits", span);
        let order: syn::Block = syn::parse_quote_spanned! {span=> {
            let #bits = #name.to_bits() as i32;
            #bits ^ (((#bits >> 31) as u32 >> 1) as i32)
        }};
        let mut stmts = Vec::new();
        let value = crate::lower::stmt::value_block(cx, &order, &mut stmts);
        cx.prologue.extend(stmts);
        value.map_or_else(|| Expr::error_placeholder(site), |value| pinned(cx, value))
    })
}

impl Comparison {
    /// Combines two comparisons: if the operands are equal in `self`, the second comparison decides.
    fn then(self, second: Comparison) -> Comparison {
        let Comparison { greater, less } = self;
        let not_less = super::drive::not(less.clone());
        let not_greater = super::drive::not(greater.clone());
        Comparison {
            greater: either(greater, both(not_less, second.greater)),
            less: either(less, both(not_greater, second.less)),
        }
    }
}

fn either(a: Expr, b: Expr) -> Expr {
    logical(Binary::Or, a, b)
}

fn both(a: Expr, b: Expr) -> Expr {
    logical(Binary::And, a, b)
}

fn logical(operator: Binary, a: Expr, b: Expr) -> Expr {
    let site = a.site;
    Expr { kind: ExprKind::Binary(operator, Box::new(a), Box::new(b)), ty: Ty::BOOL, site }
}
