//! Closures as arguments of device functions, and the parameters that take them.

use super::{Expr, ExprKind, Stmt, Ty, Var};
use proc_macro2::Ident;

/// A callable parameter of a device function: a closure, or a function by its name.
#[derive(Clone, Debug)]
pub(crate) struct Callable {
    pub(crate) ident: Ident,
    /// The position of the parameter.
    pub(crate) position: usize,
    pub(crate) inputs: Vec<Ty>,
    pub(crate) output: Ty,
}

/// A closure argument of a device function.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    /// Its parameters, with the types that the user wrote.
    pub(crate) parameters: Vec<Var>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) value: Option<Expr>,
    pub(crate) result: Ty,
    /// Whether it is passed by `&`.
    pub(crate) lent: bool,
}

/// The key of a closure's parameter type, or of its result type, among the parameter types of a function.
pub(crate) fn of_closure(position: usize, parameter: Option<usize>) -> usize {
    1000 * (position + 1) + parameter.unwrap_or(999)
}

impl Closure {
    /// Whether the closure modifies memory outside of it.
    pub(crate) fn has_effect(&self) -> bool {
        let mut found = false;
        for stmt in &self.body {
            stmt.walk(&mut |stmt| {
                found |= matches!(stmt, Stmt::Assign { place, .. } if place.root().is_none())
                    || stmt.expressions().iter().any(|expr| expr.has_effect());
            });
        }
        found
    }

    /// The variables that the closure declares.
    pub(crate) fn own(&self) -> Vec<Var> {
        let mut own = self.parameters.clone();
        for stmt in &self.body {
            stmt.walk(&mut |stmt| {
                if let Stmt::Let { var, .. } | Stmt::For { var, .. } = stmt {
                    own.push(*var);
                }
            });
            // Including those of nested closures.
            stmt.walk_expressions(&mut |expr| {
                if let ExprKind::Closure(inner) = &expr.kind {
                    own.extend(inner.own());
                }
            });
        }
        if let Some(value) = &self.value {
            value.walk(&mut |expr| {
                if let ExprKind::Closure(inner) = &expr.kind {
                    own.extend(inner.own());
                }
            });
        }
        own
    }
}
