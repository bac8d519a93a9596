//! Closures as arguments of device functions, and the parameters that take them.

use super::{Expr, ExprKind, Stmt, Ty, Var};
use proc_macro2::Ident;

/// A callable parameter. In a device function, callers pass a closure or a function by its name. In a kernel,
/// the launch passes an op.
#[derive(Clone, Debug)]
pub(crate) struct Callable {
    pub(crate) ident: Ident,
    /// The index in the device function's parameter list, or among the ops of the kernel.
    pub(crate) position: usize,
    pub(crate) inputs: Vec<Ty>,
    /// For each input, whether the callable takes it by reference: `impl Fn(&f32) -> bool`. `inputs` then contains the
    /// type of the target.
    pub(crate) references: Vec<bool>,
    pub(crate) output: Ty,
    /// Whether the callable may modify its captures.
    pub(crate) is_fn_mut: bool,
    /// Whether the parameter is a `&mut` of the callable.
    pub(crate) is_by_mut: bool,
}

/// A closure argument of a device function.
#[derive(Clone, Debug)]
pub(crate) struct Closure {
    /// The parameters. They are local variables of the body that contains the closure.
    pub(crate) parameters: Vec<Var>,
    /// For each parameter, whether its type is a reference: `|x: &f32|`. The variable then holds a copy of the target.
    pub(crate) references: Vec<bool>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) value: Option<Expr>,
    pub(crate) result: Ty,
    pub(crate) by_ref: Passing,
}

/// The way in which a call passes a closure or function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// `f`
    Value,
    /// `&f`
    Ref,
    /// `&mut f`
    Mut,
    /// `f`, where `f` is a `&mut`
    Reborrow,
}

impl Passing {
    /// The number of tokens before `f`.
    pub(crate) fn tokens(self) -> usize {
        match self {
            Passing::Value => 0,
            Passing::Ref => 1,
            Passing::Mut => 2,
            Passing::Reborrow => 3,
        }
    }
}

impl Closure {
    /// Whether the closure assigns to a view, to tile memory or to an outer variable, or evaluates an expression with a
    /// side effect.
    pub(crate) fn has_effect(&self) -> bool {
        let mut found = !self.modified_variables().is_empty();
        for stmt in &self.body {
            stmt.walk(&mut |stmt| {
                found |= matches!(stmt, Stmt::Assign { place, .. } if place.root().is_none())
                    || stmt.expressions().iter().any(|expr| expr.has_effect());
            });
        }
        found
    }

    /// The outer variables that the closure modifies.
    pub(crate) fn modified_variables(&self) -> Vec<Var> {
        let own = self.declared_variables();
        let mut modified = Vec::new();
        for stmt in &self.body {
            stmt.walk(&mut |stmt| {
                for var in stmt.modified_variables() {
                    if !own.contains(&var) && !modified.contains(&var) {
                        modified.push(var);
                    }
                }
            });
        }
        modified
    }

    /// The variables that the closure and its nested closures declare.
    pub(crate) fn declared_variables(&self) -> Vec<Var> {
        let mut own = self.declared();
        // The walk also visits nested closures.
        let mut look = |expr: &Expr| {
            if let ExprKind::Closure(inner) = &expr.kind {
                own.extend(inner.declared());
            }
        };
        self.body.iter().for_each(|stmt| stmt.walk_expressions(&mut |expr| look(expr)));
        self.value.iter().for_each(|value| value.walk(&mut |expr| look(expr)));
        own
    }

    /// The parameters, and the variables that the closure's own statements declare.
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
