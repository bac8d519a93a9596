//! `return` and `?` in a closure end the closure. The body becomes a labelled block, and each `return` a `break`.
//!
//! The label's name is `'returned_option`, `'returned_result` or `'returned`. So the lowering of `?` knows whether the
//! closure returns an `Option`, a `Result` or another value. The declared result type decides this, or else the values
//! that the closure returns.

use crate::lower::context::ResultKind;
use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{VisitMut, visit_expr_mut};

/// Whether a closure returns an `Option` or a `Result`, as far as its syntax shows.
pub(in crate::lower) fn kind_of_closure(it: &syn::ExprClosure) -> Option<ResultKind> {
    ResultKind::of(&it.output).or_else(|| kind_of_value(&it.body)).or_else(|| kind_of_returned(&it.body))
}

/// Whether a function returns an `Option` or a `Result`. If the name of the result type does not show this, as an alias or
/// an associated type, the values that the function returns do.
pub(in crate::lower) fn kind_of_function(it: &syn::ItemFn) -> Option<ResultKind> {
    ResultKind::of(&it.sig.output).or_else(|| {
        let body =
            syn::Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: (*it.block).clone() });
        kind_of_value(&body).or_else(|| kind_of_returned(&body))
    })
}

fn kind_of_returned(body: &syn::Expr) -> Option<ResultKind> {
    let mut returned = Returned(None);
    returned.visit_expr(body);
    returned.0
}

/// Rewrites the body of a closure to a labelled block in which each `return` is a `break`. Leaves a closure
/// without `return` and `?` unchanged.
pub(in crate::lower) fn without_returns(it: &syn::ExprClosure) -> syn::ExprClosure {
    without_returns_of(it, None)
}

/// Like [`without_returns`], for a closure whose use shows the kind of its result, as `filter_map` does.
pub(in crate::lower) fn without_returns_of(
    it: &syn::ExprClosure,
    kind: Option<ResultKind>,
) -> syn::ExprClosure {
    let mut closure = it.clone();
    let kind = kind.or_else(|| kind_of_closure(it));
    let mut breaks = ReturnReplacer { found: false, kind };
    breaks.visit_expr_mut(&mut closure.body);
    if breaks.found {
        let label = syn::Label { name: label(kind, Span::mixed_site()), colon_token: Default::default() };
        let body = std::mem::replace(&mut *closure.body, syn::Expr::Verbatim(TokenStream::new()));
        let block = match body {
            syn::Expr::Block(inner) if inner.label.is_none() && inner.attrs.is_empty() => inner.block,
            // The block is built from the parsed body. If the body were printed and parsed again, `if a { b }
            // else { c } - 1.0` would become two statements.
            value => {
                let brace_token = syn::token::Brace(value.span());
                syn::Block { brace_token, stmts: vec![syn::Stmt::Expr(value, None)] }
            }
        };
        let attrs = Vec::new();
        *closure.body = syn::Expr::Block(syn::ExprBlock { attrs, label: Some(label), block });
    }
    closure
}

/// The label of the body of a closure that returns an `Option`, a `Result` or another value.
pub(super) fn label(kind: Option<ResultKind>, span: Span) -> syn::Lifetime {
    let name = match kind {
        Some(ResultKind::Option) => "'returned_option",
        Some(ResultKind::Result) => "'returned_result",
        Some(ResultKind::ControlFlow) => "'returned_flow",
        None => "'returned",
    };
    syn::Lifetime::new(name, Span::mixed_site().located_at(span))
}

/// Whether an expression is an `Option` or a `Result`, as far as its syntax shows.
pub(in crate::lower) fn kind_of_value(it: &syn::Expr) -> Option<ResultKind> {
    fn of_block(block: &syn::Block) -> Option<ResultKind> {
        match block.stmts.last()? {
            syn::Stmt::Expr(value, None) => kind_of_value(value),
            _ => None,
        }
    }
    let of_path = |path: &syn::Expr| {
        let syn::Expr::Path(path) = path else { return None };
        ResultKind::of_variant(&path.path)
    };
    match super::without_parentheses(it) {
        syn::Expr::Block(block) => of_block(&block.block),
        syn::Expr::Call(call) => of_path(&call.func),
        path @ syn::Expr::Path(_) => of_path(path),
        syn::Expr::If(it) => of_block(&it.then_branch).or_else(|| kind_of_value(&it.else_branch.as_ref()?.1)),
        syn::Expr::Match(it) => it.arms.iter().find_map(|arm| kind_of_value(&arm.body)),
        syn::Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "ok_or" | "ok_or_else" | "map_err" => Some(ResultKind::Result),
            "ok" | "err" | "then" | "then_some" | "copied" | "cloned" | "filter" | "zip" => {
                Some(ResultKind::Option)
            }
            name if name.starts_with("checked_") => Some(ResultKind::Option),
            "map" | "and_then" | "or" | "or_else" | "inspect" => kind_of_value(&call.receiver),
            _ => None,
        },
        _ => None,
    }
}

/// A search for the kind of the values that a closure returns by `return`.
struct Returned(Option<ResultKind>);

impl<'ast> Visit<'ast> for Returned {
    fn visit_expr_return(&mut self, it: &'ast syn::ExprReturn) {
        self.0 = self.0.or_else(|| kind_of_value(it.expr.as_deref()?));
        syn::visit::visit_expr_return(self, it);
    }

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
}

struct ReturnReplacer {
    found: bool,
    kind: Option<ResultKind>,
}

impl VisitMut for ReturnReplacer {
    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        match it {
            // A `return` in an inner closure ends only that closure.
            syn::Expr::Closure(_) | syn::Expr::Async(_) => return,
            _ => visit_expr_mut(self, it),
        }
        self.found |= matches!(it, syn::Expr::Try(_));
        if let syn::Expr::Return(jump) = it {
            self.found = true;
            let span = jump.return_token.span;
            *it = syn::Expr::Break(syn::ExprBreak {
                attrs: std::mem::take(&mut jump.attrs),
                break_token: syn::Token![break](span),
                label: Some(label(self.kind, span)),
                expr: jump.expr.take(),
            });
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn return_ends_the_closure() {
        wgsl(
            "|i: Index<1>| { let root = |v: f32| { if v < 0.0 { return 0.0; } v.sqrt() }; y[i] = root(x[i]) + root(a); }",
            expect![[r#"
                let value_: f32 = x[amp_global[0]];
                let v_: f32 = value_;
                var found_: f32;
                while (true) {
                    if (v_ < 0.0f) {
                        found_ = 0.0f;
                        break;
                    }
                    found_ = sqrt(v_);
                    break;
                }
                let value_2: f32 = found_;
                let v_2: f32 = a;
                var found_2: f32;
                while (true) {
                    if (v_2 < 0.0f) {
                        found_2 = 0.0f;
                        break;
                    }
                    found_2 = sqrt(v_2);
                    break;
                }
                let value_3: f32 = found_2;
                y[amp_global[0]] = value_2 + value_3;
            "#]],
        );
    }

    #[test]
    fn return_leaves_inner_loops() {
        wgsl(
            "|i: Index<1>| { let first = |v: u32| { for k in 0..4u32 { if k * k > v { return k; } } 9 }; z[i] = first(n as u32); let mut none = |v: u32| { if v > 2 { return; } z[i] += v; }; none(4); }",
            expect![[r#"
                let value_: u32 = u32(n);
                let v_: u32 = value_;
                var found_: u32;
                while (true) {
                    var jumps_: bool = false;
                    for (var k_ = 0u; k_ < 4u; k_ += 1u) {
                        if (k_ * k_ > v_) {
                            found_ = k_;
                            jumps_ = true;
                            break;
                        }
                    }
                    if (jumps_) {
                        break;
                    }
                    found_ = 9u;
                    break;
                }
                let value_2: u32 = found_;
                z[amp_global[0]] = value_2;
                let v_2: u32 = 4u;
                while (true) {
                    if (v_2 > 2u) {
                        break;
                    }
                    z[amp_global[0]] += v_2;
                    break;
                }
            "#]],
        );
    }

    #[test]
    fn return_ends_passed_closures() {
        wgsl(
            "|i: Index<1>| { y[i] = map_sum(2, |k: u32| { if k > 1 { return a; } x[i] }); y[i] += map_sum(3, |k: u32| return a); }",
            expect![[r#"
                y[amp_global[0]] = map_sum(2?, |k_; a, amp_global| { var found_: f32; while (true) { if (k_ > 1u) { found_ = a; break; } found_ = x[amp_global[0]]; break; } return found_; });
                y[amp_global[0]] = Add<f32, _>(y[amp_global[0]], map_sum(3?, |k_2; a| { var found_2: f32; while (true) { found_2 = a; break; } return found_2; }));
            "#]],
        );
    }

    #[test]
    fn value_expressions_are_not_reparsed() {
        wgsl(
            "|i: Index<1>| { let f = |v: f32| if v < 0.0 { return 0.0 } else { v } - 1.0; y[i] = f(a); let g = |v: u32| match v { 0 => return 0.5, v => v } as f32; y[i] += g(n as u32); }",
            expect![[r#"
                let v_: f32 = a;
                var found_: f32;
                while (true) {
                    var chosen_: f32;
                    if (v_ < 0.0f) {
                        found_ = 0.0f;
                        break;
                    } else {
                        var copy_: f32 = v_;
                        chosen_ = copy_;
                    }
                    found_ = chosen_ - 1.0f;
                    break;
                }
                let value_: f32 = found_;
                y[amp_global[0]] = value_;
                let value_2: u32 = u32(n);
                let v_2: u32 = value_2;
                var found_2: f32;
                while (true) {
                    var chosen_2: u32;
                    if (v_2 == 0u) {
                        found_2 = 0.5f;
                        break;
                    } else {
                        let v_3: u32 = v_2;
                        chosen_2 = v_3;
                    }
                    found_2 = f32(chosen_2);
                    break;
                }
                let value_3: f32 = found_2;
                y[amp_global[0]] += value_3;
            "#]],
        );
    }

    #[test]
    fn return_in_a_macro_is_rejected() {
        codes(
            "|i: Index<1>| { let f = |v: f32| matches!(if v < 0.0 { return false } else { v as u32 }, 1..=3); if f(a) { y[i] = 1.0; } }",
            &["AMP001"],
        );
    }

    #[test]
    fn inner_closures_keep_their_returns() {
        codes(
            "|i: Index<1>| { let f = |v: f32| { let g = |w: f32| { if w > 1.0 { return 1.0; } w }; if v > 2.0 { return g(v); } g(v * 2.0) }; y[i] = f(a); }",
            &[],
        );
    }
}
