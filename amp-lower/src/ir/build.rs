//! Constructors of expressions, for lowering and for the rewrites of the back ends.

use super::{Binary, Expr, ExprKind, Ty, Var};
use crate::site::Site;

impl Expr {
    pub(crate) fn new(kind: ExprKind, ty: Ty, site: Site) -> Expr {
        Expr { kind, ty, site }
    }

    /// An expression of the same type at the same site.
    pub(crate) fn with_kind(&self, kind: ExprKind) -> Expr {
        Expr { kind, ty: self.ty.clone(), site: self.site }
    }

    /// A variable.
    pub(crate) fn local(var: Var, ty: Ty, site: Site) -> Expr {
        Expr::new(ExprKind::Local(var), ty, site)
    }

    /// A number that is a literal of the given type.
    pub(crate) fn number(number: usize, ty: Ty, site: Site) -> Expr {
        Expr::new(ExprKind::Literal(number.to_string()), ty, site)
    }

    /// `a op b`: a `bool` if the operator compares, otherwise a value of the type of `a`, at the site of `a`.
    pub(crate) fn binary(operator: Binary, a: Expr, b: Expr) -> Expr {
        let ty = if operator.is_comparison() { Ty::BOOL } else { a.ty.clone() };
        let site = a.site;
        Expr::new(ExprKind::Binary(operator, Box::new(a), Box::new(b)), ty, site)
    }

    /// The component of an index or an extent in a dimension.
    pub(crate) fn component(index: Expr, dimension: usize) -> Expr {
        let site = index.site;
        let dimension = Expr::number(dimension, Ty::USIZE, site);
        Expr::new(ExprKind::Subscript(Box::new(index), Box::new(dimension)), Ty::USIZE, site)
    }
}
