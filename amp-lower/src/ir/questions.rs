//! What is asked of an expression, and of a body, in many places.

use super::{Body, Call, Callee, Expr, ExprKind, Ty, Var};
use crate::site::Site;

impl Body {
    /// Whether a name may mean something else here than outside.
    pub(crate) fn has_own_names(&self) -> bool {
        !self.constants.is_empty() || !self.imports.is_empty()
    }
}

impl Expr {
    pub(crate) fn poison(site: impl Into<Site>) -> Expr {
        Expr { kind: ExprKind::Poison, ty: Ty::Poison, site: site.into() }
    }

    /// Who is called by a method of a number that may be a struct's.
    pub(crate) fn either(&self) -> Option<Callee> {
        match &self.kind {
            ExprKind::Method { method, arguments, open: true, .. } => {
                Some(Callee::Either(arguments.first()?.ty.clone(), method))
            }
            _ => None,
        }
    }

    /// Whether it is a call of a function that waits.
    pub(crate) fn waits(&self) -> bool {
        let ExprKind::Call { arguments, .. } = &self.kind else { return false };
        arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Barrier))
    }

    /// What only a function of the user's can be given: it is no value.
    pub(crate) fn is_given(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Reference { .. }
                | ExprKind::Lent { .. }
                | ExprKind::Closure(_)
                | ExprKind::Function { .. }
                | ExprKind::Passed { .. }
                | ExprKind::Barrier
        )
    }

    /// Whether computing it changes something: then it is computed once, in its turn, as a statement of its own.
    pub(crate) fn has_effect(&self) -> bool {
        match &self.kind {
            ExprKind::Atomic { .. } => true,
            ExprKind::Call { arguments, written, .. } => {
                matches!(written, Call::Place(_))
                    || self.waits()
                    || arguments.iter().any(|it| {
                        matches!(
                            it.kind,
                            ExprKind::Reference { mutable: true, .. } | ExprKind::Lent { mutable: true, .. }
                        ) || matches!(&it.kind, ExprKind::Closure(closure) if closure.has_effect())
                    })
            }
            _ => false,
        }
    }

    /// Whether it is a call to which a view is lent, or something that may be one.
    pub(crate) fn lends(&self) -> bool {
        let ExprKind::Call { arguments, .. } = &self.kind else { return false };
        arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Lent { .. }))
    }

    /// Whether it is a call to which parts of views are lent.
    pub(crate) fn lends_parts(&self) -> bool {
        let ExprKind::Call { arguments, .. } = &self.kind else { return false };
        arguments
            .iter()
            .any(|argument| matches!(&argument.kind, ExprKind::Lent { part, .. } if !part.is_empty()))
    }

    /// How many expressions nest in it.
    pub(crate) fn height(&self) -> usize {
        1 + self.children().into_iter().map(Expr::height).max().unwrap_or(0)
    }

    /// The variables that computing it changes.
    pub(crate) fn changes(&self) -> Vec<Var> {
        let ExprKind::Call { arguments, .. } = &self.kind else { return Vec::new() };
        if !self.has_effect() {
            return Vec::new();
        }
        let places = arguments.iter().filter_map(|argument| match &argument.kind {
            ExprKind::Reference { mutable: true, place } => Some(&**place),
            _ => None,
        });
        places.filter_map(|place| place.root()).collect()
    }

    /// What a place is a part of.
    pub(crate) fn whole(&self) -> &ExprKind {
        match &self.kind {
            ExprKind::Subscript(base, _) | ExprKind::Field(base, _) | ExprKind::Bits(base) => base.whole(),
            other => other,
        }
    }

    /// The variable that a place is a part of.
    pub(crate) fn root(&self) -> Option<Var> {
        match self.whole() {
            ExprKind::Local(var) => Some(*var),
            _ => None,
        }
    }

    /// The variable that is lent, whole.
    pub(crate) fn lent_variable(&self) -> Option<Var> {
        match &self.kind {
            ExprKind::Reference { place, .. } => match place.kind {
                ExprKind::Local(var) => Some(var),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether it can be written twice without being computed twice.
    pub(crate) fn is_simple(&self) -> bool {
        match &self.kind {
            ExprKind::Subscript(base, index) => {
                matches!(base.kind, ExprKind::Item(_)) && matches!(index.kind, ExprKind::Number(_))
            }
            kind => matches!(
                kind,
                ExprKind::Local(_)
                    | ExprKind::Item(_)
                    | ExprKind::Value(_)
                    | ExprKind::Number(_)
                    | ExprKind::Const(_)
            ),
        }
    }
}
