//! Patterns of parameters: `(a, b): (f32, f32)`, `Segment { from, .. }: Segment`, `&[x, y]: &[f32; 2]`, `_: u32`.
//!
//! Device functions and methods take a parameter apart as `let` does. What is lent is taken apart by copies of its parts, behind a `&`.

use super::cx::Cx;
use super::{is_barrier, pattern};
use crate::diagnostics::{Code, advice};
use crate::ir::{Expr, ExprKind, Stmt, Var};
use crate::parse::{callable, lent_view};
use crate::site::{Site, quoted};
use syn::Pat;

/// Whether a parameter of this type may be taken apart; if not, that is reported.
pub(super) fn may_be(cx: &mut Cx<'_>, pattern: &Pat, ty: &syn::Type, generics: &syn::Generics) -> bool {
    let lent = match ty {
        syn::Type::Reference(reference) => Some(&*reference.elem),
        _ => None,
    };
    let why = if callable(ty, generics).is_some() {
        "a closure has no parts; give it a name".to_owned()
    } else if lent_view(ty).is_some() || lent.is_some_and(is_barrier) {
        format!("`{}` has no parts; give it a name", quoted(ty))
    } else if lent.is_some() && !matches!(pattern, Pat::Reference(_) | Pat::Wild(_)) {
        format!("what is lent is taken apart by copies: `&{}`", quoted(pattern))
    } else {
        return true;
    };
    let detail = format!("the pattern `{}`: {why}", quoted(pattern));
    cx.advise(Code::AMP008, Site::of(pattern), detail, advice::signature::DEVICE);
    cx.refuse(pattern);
    false
}

/// The statements that take parameters apart.
pub(super) fn taken_apart(cx: &mut Cx<'_>, parameters: &[(&Pat, Var)]) -> Vec<Stmt> {
    let (statements, ()) = cx.collecting(|cx| {
        for (pattern, var) in parameters {
            let inner = match pattern {
                Pat::Wild(_) => continue,
                Pat::Reference(lent) => &*lent.pat,
                other => other,
            };
            let (ty, site) = (cx.ty(*var).clone(), Site::of(pattern));
            let value = Expr { kind: ExprKind::Local(*var), ty, site };
            pattern::bind(cx, inner, None, Some(value));
        }
    });
    statements
}
