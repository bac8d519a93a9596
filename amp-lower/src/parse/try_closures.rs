//! The results of closures that a function's result type shows: `it.try_fold(0, |a, k| a.checked_add(k?))`.
//!
//! `try_fold` and `try_for_each` return what their closure returns. If such a call is the value of a function, or of a branch of
//! that value, the closure gets the result type of the function. In a `let` with a type, it gets that of the `let`. A `sum` or
//! `product` in such a position gets the type as a turbofish, `it.map(f).sum::<Option<u32>>()`.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

/// A visitor that writes the result types of such closures in functions.
pub(super) struct TryClosures;

impl VisitMut for TryClosures {
    fn visit_item_fn_mut(&mut self, it: &mut syn::ItemFn) {
        visit_mut::visit_item_fn_mut(self, it);
        in_function(&it.sig, &mut it.block);
    }

    fn visit_impl_item_fn_mut(&mut self, it: &mut syn::ImplItemFn) {
        visit_mut::visit_impl_item_fn_mut(self, it);
        in_function(&it.sig, &mut it.block);
    }

    fn visit_trait_item_fn_mut(&mut self, it: &mut syn::TraitItemFn) {
        visit_mut::visit_trait_item_fn_mut(self, it);
        if let Some(block) = &mut it.default {
            in_function(&it.sig, block);
        }
    }

    fn visit_local_mut(&mut self, it: &mut syn::Local) {
        visit_mut::visit_local_mut(self, it);
        if let (syn::Pat::Type(typed), Some(init)) = (&it.pat, &mut it.init)
            && let Some(result) = result(&typed.ty)
        {
            tail(&mut init.expr, &result);
        }
    }
}

/// The type, if it is one of the three, and if a closure can name it.
fn result(ty: &syn::Type) -> Option<syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let is_one = ["ControlFlow", "Option", "Result"].iter().any(|name| last.ident == name);
    let unnamed = ["&", "Self", "_", "impl"];
    let tokens = ty.to_token_stream();
    let is_named = !unnamed.iter().any(|text| super::token_sequence::contains(&tokens, &[text]));
    (is_one && is_named).then(|| ty.clone())
}

fn in_function(signature: &syn::Signature, block: &mut syn::Block) {
    let syn::ReturnType::Type(_, ty) = &signature.output else { return };
    let Some(result) = result(ty) else { return };
    of_block(block, &result);
    Returned(&result).visit_block_mut(block);
}

fn of_block(block: &mut syn::Block, result: &syn::Type) {
    if let Some(syn::Stmt::Expr(last, None)) = block.stmts.last_mut() {
        tail(last, result);
    }
}

/// Writes the result type of the closure if the expression, or a branch of it, is a call of `try_fold` or `try_for_each`.
fn tail(it: &mut syn::Expr, result: &syn::Type) {
    match it {
        syn::Expr::Paren(it) => tail(&mut it.expr, result),
        syn::Expr::Block(it) => of_block(&mut it.block, result),
        syn::Expr::If(it) => {
            of_block(&mut it.then_branch, result);
            if let Some((_, otherwise)) = &mut it.else_branch {
                tail(otherwise, result);
            }
        }
        syn::Expr::Match(it) => it.arms.iter_mut().for_each(|arm| tail(&mut arm.body, result)),
        syn::Expr::MethodCall(call) => {
            let is_one = call.method == "try_fold" && call.args.len() == 2
                || call.method == "try_for_each" && call.args.len() == 1;
            if let Some(syn::Expr::Closure(closure)) = call.args.last_mut().filter(|_| is_one)
                && matches!(closure.output, syn::ReturnType::Default)
            {
                closure.output = syn::parse_quote!(-> #result);
                if !matches!(*closure.body, syn::Expr::Block(_)) {
                    let body = &closure.body;
                    closure.body = syn::parse_quote!({ #body });
                }
            }
            if is_sum(call) {
                call.turbofish = Some(syn::parse_quote!(::<#result>));
            }
        }
        _ => {}
    }
}

/// Whether a call is a sum or product of the results of a closure, without a turbofish.
fn is_sum(call: &syn::ExprMethodCall) -> bool {
    let is_one = (call.method == "sum" || call.method == "product") && call.args.is_empty();
    let is_mapped = matches!(&*call.receiver, syn::Expr::MethodCall(map)
        if map.method == "map" && matches!(map.args.first(), Some(syn::Expr::Closure(_) | syn::Expr::Path(_))));
    is_one && is_mapped && call.turbofish.is_none()
}

/// A visitor for the operands of `return` of a function.
struct Returned<'t>(&'t syn::Type);

impl VisitMut for Returned<'_> {
    fn visit_expr_return_mut(&mut self, it: &mut syn::ExprReturn) {
        visit_mut::visit_expr_return_mut(self, it);
        if let Some(value) = &mut it.expr {
            tail(value, self.0);
        }
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
