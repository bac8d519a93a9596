//! Closures that are passed to device functions, and the parameters that take them.

use super::{Expr, ExprKind, Stmt, Ty, Var};
use proc_macro2::Ident;

/// A parameter of a device function that is called: a closure, or a function by its name.
#[derive(Clone, Debug)]
pub(crate) struct Callable {
    pub(crate) ident: Ident,
    /// Which parameter it is.
    pub(crate) position: usize,
    pub(crate) inputs: Vec<Ty>,
    pub(crate) output: Ty,
}

/// A closure that is passed to a device function.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    /// Its parameters, and the types that the user wrote.
    pub(crate) parameters: Vec<Var>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) value: Option<Expr>,
    pub(crate) result: Ty,
    /// It is passed by `&`.
    pub(crate) lent: bool,
}

/// The position by which a function tells a type of a closure that it takes: of its parameter, or of its result.
pub(crate) fn of_closure(position: usize, parameter: Option<usize>) -> usize {
    1000 * (position + 1) + parameter.unwrap_or(999)
}

impl Closure {
    /// Whether it changes something outside.
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

    /// The variables that are its own, and those of closures in it.
    pub(crate) fn own(&self) -> Vec<Var> {
        let mut own = self.declared();
        // It looks into closures in closures as well.
        let mut look = |expr: &Expr| {
            if let ExprKind::Closure(inner) = &expr.kind {
                own.extend(inner.declared());
            }
        };
        self.body.iter().for_each(|stmt| stmt.walk_expressions(&mut |expr| look(expr)));
        self.value.iter().for_each(|value| value.walk(&mut |expr| look(expr)));
        own
    }

    /// Its parameters, and what its statements declare.
    fn declared(&self) -> Vec<Var> {
        let mut declared = self.parameters.clone();
        for stmt in &self.body {
            stmt.walk(&mut |stmt| {
                if let Stmt::Let { var, .. } | Stmt::For { var, .. } = stmt {
                    declared.push(*var);
                }
            });
        }
        declared
    }
}
