//! `Option` in chains: the results of closures that return one, and the results of consumers such as `max`.

use crate::ir::Expr;
use crate::lower::context::Context;
use crate::site::Site;

/// Whether an `Option` is `Some`, and the value in it. `None` after an error.
pub(super) fn parts(_cx: &mut Context<'_>, _result: Expr, _site: Site) -> Option<(Expr, Expr)> {
    None
}

/// Lowers a consumer that returns an `Option`.
pub(super) fn consumer(
    cx: &mut Context<'_>,
    call: &syn::ExprMethodCall,
    _iter: &super::prepare::Iter<'_>,
    site: Site,
) -> Expr {
    let detail = format!("the method `{}`, which returns an `Option`", call.method);
    cx.report(crate::diagnostics::Code::AMP011, site, detail);
    Expr::poison(site)
}
