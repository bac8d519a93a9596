//! Alternatives that bind names: `(1, n) | (n, 1)`. Whichever fits first gives the names their values.

use super::{Expr, ExprKind, Pat, Stmt};
use crate::ir::{Ty, Unary};
use crate::lower::cx::Cx;
use crate::site::Site;
use proc_macro2::Ident;

/// The names in a pattern, if there are some; a name in capitals is a constant.
pub(super) fn names(pattern: &Pat) -> Option<Vec<Ident>> {
    struct Names(Vec<Ident>);
    impl<'ast> syn::visit::Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            let constant = name.ident.to_string().chars().all(|c| !c.is_ascii_lowercase());
            if !(constant && name.subpat.is_none() || self.0.contains(&name.ident)) {
                self.0.push(name.ident.clone());
            }
            syn::visit::visit_pat_ident(self, name);
        }
    }
    let mut found = Names(Vec::new());
    syn::visit::Visit::visit_pat(&mut found, pattern);
    (!found.0.is_empty()).then_some(found.0)
}

/// Whether one of the alternatives fits, and the names.
pub(super) fn test(cx: &mut Cx<'_>, or: &syn::PatOr, value: &Expr, site: Site) -> Option<Expr> {
    let fits = cx.temporary("fits", site, Ty::BOOL, true);
    let fits = Expr { kind: ExprKind::Local(fits), ty: Ty::BOOL, site };
    let no = Expr { kind: ExprKind::Bool(false), ty: Ty::BOOL, site };
    let_value(cx, &fits, Some(no));
    let names = or.cases.first().and_then(names).unwrap_or_default();
    // What the names become, from whichever alternative it is.
    let chosen: Vec<_> = names
        .iter()
        .map(|name| {
            let ty = cx.infer.any();
            let var = cx.temporary("chosen", Site::of(name), ty.clone(), true);
            let chosen = Expr { kind: ExprKind::Local(var), ty, site };
            let_value(cx, &chosen, None);
            chosen
        })
        .collect();
    let mut tried = Vec::new();
    for case in or.cases.iter().rev() {
        let (mut one, ()) = cx.collecting(|cx| {
            cx.scoped(|cx| {
                let (mut then, found) = (Vec::new(), super::test(cx, case, value));
                for (name, chosen) in names.iter().zip(&chosen) {
                    // Where it is missing, rustc says so.
                    let Some(crate::lower::cx::Binding::Var(var)) = cx.known(name) else { continue };
                    let bound = Expr { kind: ExprKind::Local(var), ty: cx.ty(var).clone(), site };
                    cx.infer.unify(&chosen.ty, &bound.ty);
                    then.push(Stmt::Assign { place: chosen.clone(), operator: None, value: bound });
                }
                let yes = Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site };
                then.push(Stmt::Assign { place: fits.clone(), operator: None, value: yes });
                match found {
                    Some(condition) => cx.before.push(Stmt::If { condition, then, otherwise: Vec::new() }),
                    None => cx.before.extend(then),
                }
            })
        });
        // The others are tried where this one does not fit.
        if !tried.is_empty() {
            let condition =
                Expr { kind: ExprKind::Unary(Unary::Not, Box::new(fits.clone())), ty: Ty::BOOL, site };
            one.push(Stmt::If { condition, then: std::mem::take(&mut tried), otherwise: Vec::new() });
        }
        tried = one;
    }
    cx.before.extend(tried);
    for (name, chosen) in names.iter().zip(chosen) {
        let var = cx.variable(name, chosen.ty.clone(), false);
        cx.before.push(Stmt::Let { var, value: Some(chosen) });
    }
    Some(fits)
}

fn let_value(cx: &mut Cx<'_>, place: &Expr, value: Option<Expr>) {
    if let ExprKind::Local(var) = place.kind {
        cx.before.push(Stmt::Let { var, value });
    }
}
