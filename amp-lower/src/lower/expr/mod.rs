//! **The** match over expressions, one line a construct.

mod array;
mod binary;
mod call;
mod cast;
mod field;
mod if_value;
mod index;
mod literal;
mod method;
mod path;
mod record;
mod unary;

use super::cx::Cx;
use super::unsupported;
use crate::ir::Expr;
use crate::site::Site;
pub(super) use method::barrier;

/// An expression. What it needs computed before goes to `cx.before`.
pub(super) fn lower(cx: &mut Cx<'_>, it: &syn::Expr) -> Expr {
    let site = Site::of(it);
    let lowered = cx.deeper(site, |cx| match it {
        syn::Expr::Array(it) => array::lower(cx, it, site),
        syn::Expr::Binary(it) => binary::lower(cx, it, site),
        syn::Expr::Block(it) if it.label.is_none() => if_value::block(cx, it, site),
        syn::Expr::Call(it) => call::lower(cx, it, site),
        syn::Expr::Cast(it) => cast::lower(cx, it, site),
        syn::Expr::Field(it) => field::lower(cx, it, site),
        syn::Expr::Group(it) => lower(cx, &it.expr),
        syn::Expr::If(it) => if_value::lower(cx, it, site),
        syn::Expr::Index(it) => index::lower(cx, it, site),
        syn::Expr::Lit(it) => literal::lower(cx, it, site),
        syn::Expr::Loop(it) => if_value::looped(cx, it, site),
        syn::Expr::Match(it) => if_value::matched(cx, it, site),
        syn::Expr::MethodCall(it) => method::lower(cx, it, site),
        syn::Expr::Paren(it) => lower(cx, &it.expr),
        syn::Expr::Path(it) => path::lower(cx, it, site),
        syn::Expr::Repeat(it) => array::repeat(cx, it, site),
        syn::Expr::Struct(it) => record::lower(cx, it, site),
        syn::Expr::Tuple(it) => array::tuple(cx, it, site),
        syn::Expr::Unary(it) => unary::lower(cx, it, site),
        syn::Expr::Macro(it) => {
            unsupported::macro_call(cx, &it.mac);
            Expr::poison(site)
        }
        other => {
            unsupported::expr(cx, other);
            Expr::poison(site)
        }
    });
    lowered.unwrap_or_else(|| Expr::poison(site))
}

/// The value at the end of a block; `None` where it is a statement that has no value.
pub(super) fn value(cx: &mut Cx<'_>, it: &syn::Expr) -> Option<Expr> {
    let statement = match it {
        syn::Expr::ForLoop(_)
        | syn::Expr::While(_)
        | syn::Expr::Loop(_)
        | syn::Expr::Assign(_)
        | syn::Expr::Return(_)
        | syn::Expr::Break(_)
        | syn::Expr::Continue(_) => true,
        syn::Expr::If(it) => it.else_branch.is_none() || !if_value::has_value(&it.then_branch),
        syn::Expr::Binary(it) => {
            crate::vocabulary::operators::binary(&it.op).is_some_and(|(_, assigns)| assigns)
        }
        _ => false,
    };
    if statement {
        super::stmt::lower(cx, &syn::Stmt::Expr(it.clone(), None));
        return None;
    }
    if barrier(cx, it) {
        return None;
    }
    Some(lower(cx, it))
}

/// What stands on the left of an assignment.
pub(super) fn place(cx: &mut Cx<'_>, it: &syn::Expr) -> Expr {
    match it {
        syn::Expr::Paren(it) => place(cx, &it.expr),
        syn::Expr::Group(it) => place(cx, &it.expr),
        other => lower(cx, other),
    }
}
