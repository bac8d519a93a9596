//! Predicates and queries on expressions and bodies.

use super::{Body, Call, Callee, Expr, ExprKind, Ty, Var};
use crate::site::Site;
use crate::source::Source;
use proc_macro2::Ident;

impl Body {
    /// Whether the body declares constants or imports. If so, equal names inside and outside the body may
    /// denote different items.
    pub(crate) fn has_own_names(&self) -> bool {
        !self.constants.is_empty() || !self.imports.is_empty()
    }
}

/// Whether a path names `PhantomData`, a value without data.
pub(crate) fn is_marker_path(path: &Source) -> bool {
    let name = path.text().split('<').next().unwrap_or_default().trim().trim_end_matches("::").trim();
    name.rsplit("::").next().is_some_and(|last| last.trim() == "PhantomData")
}

impl Expr {
    pub(crate) fn error_placeholder(site: impl Into<Site>) -> Expr {
        Expr { kind: ExprKind::ErrorPlaceholder, ty: Ty::Error, site: site.into() }
    }

    /// The callee of a method call, if the method may be built in or belong to a user type. `None` for other
    /// expressions.
    pub(crate) fn maybe_builtin(&self) -> Option<Callee> {
        match &self.kind {
            ExprKind::Method { method, arguments, open: true, .. } => {
                Some(Callee::MaybeBuiltin(arguments.first()?.ty.clone(), method))
            }
            _ => None,
        }
    }

    /// Whether the expression is the value `PhantomData`, whose type argument rustc infers.
    pub(crate) fn is_marker(&self) -> bool {
        matches!(&self.kind, ExprKind::Const(path) if is_marker_path(path))
    }

    /// Whether the expression is a call of a collective function.
    pub(crate) fn is_collective(&self) -> bool {
        let ExprKind::Call { arguments, .. } = &self.kind else { return false };
        arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Barrier))
    }

    /// Whether the expression is a call of `subgroup::size` or `subgroup::count`, whose results are uniform
    /// in the tile.
    /// This test compares the path only. The expansion names the trait `UniformTileCall`, so rustc checks
    /// that the path leads to amp's function.
    pub(crate) fn is_uniform_call(&self) -> bool {
        let ExprKind::Call { callee: Callee::Function(_), written: Call::Path(path), .. } = &self.kind else {
            return false;
        };
        let names: Vec<_> = path.names.iter().map(Ident::to_string).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let name = match (path.is_global(), names.as_slice()) {
            (false, ["subgroup", name]) | (_, ["amp", "subgroup", name]) => name,
            _ => return false,
        };
        self.is_collective() && matches!(*name, "size" | "count")
    }

    /// Whether the expression is valid only as an argument of a device function: a reference, a view, a
    /// callable or the barrier.
    pub(crate) fn is_argument_only(&self) -> bool {
        matches!(
            self.kind,
            ExprKind::Reference { .. }
                | ExprKind::ViewArg { .. }
                | ExprKind::Closure(_)
                | ExprKind::Function { .. }
                | ExprKind::ForwardedCallable { .. }
                | ExprKind::Barrier
        )
    }

    /// Whether the expression is a reference, or a tuple or an `Option` that contains one.
    pub(crate) fn has_reference(&self) -> bool {
        match &self.kind {
            ExprKind::Reference { .. } | ExprKind::Optional { .. } => true,
            ExprKind::Tuple(parts) => parts.iter().any(Expr::has_reference),
            _ => false,
        }
    }

    /// Whether evaluation has a side effect. Lowering evaluates such an expression in a separate statement,
    /// so that the effect happens once and in order.
    pub(crate) fn has_effect(&self) -> bool {
        match &self.kind {
            ExprKind::Atomic { .. } => true,
            ExprKind::Call { arguments, written, .. } => {
                matches!(written, Call::Place(_))
                    || self.is_collective()
                    || arguments.iter().any(|it| {
                        matches!(
                            it.kind,
                            ExprKind::Reference { mutable: true, .. }
                                | ExprKind::ViewArg { mutable: true, .. }
                        ) || matches!(&it.kind, ExprKind::Closure(closure) if closure.has_effect())
                    })
            }
            _ => false,
        }
    }

    /// Whether the expression is a call with a view argument. An argument that may be a value or a view
    /// counts as a view.
    pub(crate) fn passes_views(&self) -> bool {
        let ExprKind::Call { arguments, .. } = &self.kind else { return false };
        arguments.iter().any(|argument| matches!(argument.kind, ExprKind::ViewArg { .. }))
    }

    /// Whether the expression is a call with by-reference arguments, such as `f(&mut a.b)`.
    pub(crate) fn passes_places(&self) -> bool {
        let ExprKind::Call { arguments, .. } = &self.kind else { return false };
        arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Reference { .. }))
    }

    /// Whether the expression is a call with subviews as arguments.
    pub(crate) fn passes_subviews(&self) -> bool {
        let ExprKind::Call { arguments, .. } = &self.kind else { return false };
        arguments.iter().any(|argument| match &argument.kind {
            ExprKind::ViewArg { part, .. } => !part.is_empty(),
            // A slice of a view.
            ExprKind::Reference { place, .. } => matches!(place.base(), ExprKind::ViewArg { .. }),
            _ => false,
        })
    }

    /// The height of the expression tree.
    pub(crate) fn height(&self) -> usize {
        1 + self.children().into_iter().map(Expr::height).max().unwrap_or(0)
    }

    /// The variables that evaluating the expression modifies.
    pub(crate) fn modified_variables(&self) -> Vec<Var> {
        let ExprKind::Call { arguments, .. } = &self.kind else { return Vec::new() };
        if !self.has_effect() {
            return Vec::new();
        }
        let places = arguments.iter().filter_map(|argument| match &argument.kind {
            ExprKind::Reference { mutable: true, place } => Some(&**place),
            _ => None,
        });
        let by_closures = arguments.iter().filter_map(|argument| match &argument.kind {
            ExprKind::Closure(closure) => Some(closure.modified_variables()),
            _ => None,
        });
        places.filter_map(|place| place.root()).chain(by_closures.flatten()).collect()
    }

    /// The base of a place expression: `a` for `a.b[k]`.
    pub(crate) fn base(&self) -> &ExprKind {
        match &self.kind {
            ExprKind::Subscript(base, _)
            | ExprKind::Field(base, _)
            | ExprKind::Payload(base, ..)
            | ExprKind::Items(base)
            | ExprKind::Slice { root: base, .. }
            | ExprKind::Bits(base) => base.base(),
            other => other,
        }
    }

    /// The variable at the base of a place expression: `a` for `a.b[k]`.
    pub(crate) fn root(&self) -> Option<Var> {
        match self.base() {
            ExprKind::Local(var) => Some(*var),
            _ => None,
        }
    }

    /// The variable in `&variable` or `&mut variable`. `None` for a reference to a component, such as
    /// `&variable.x`.
    pub(crate) fn by_ref_variable(&self) -> Option<Var> {
        match &self.kind {
            ExprKind::Reference { place, .. } => match place.kind {
                ExprKind::Local(var) => Some(var),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether printing the expression several times is harmless: a name, a literal, or a component of the
    /// work-item's index. Its evaluation costs nothing and has no side effect.
    pub(crate) fn is_simple(&self) -> bool {
        match &self.kind {
            ExprKind::Subscript(base, index) => {
                matches!(base.kind, ExprKind::Item(_)) && matches!(index.kind, ExprKind::Literal(_))
            }
            kind => matches!(
                kind,
                ExprKind::Local(_)
                    | ExprKind::Item(_)
                    | ExprKind::Value(_)
                    | ExprKind::Literal(_)
                    | ExprKind::Const(_)
            ),
        }
    }
}
