//! Subviews in a kernel: a view, and the steps from it (`section`, `project`, `view_as`, `reinterpret_as`).
//!
//! A subview exists only at compile time. Its operands are evaluated where the kernel makes it. Lowering
//! turns an element of the subview into an element of the view, at an index that the steps determine. So the
//! analyses see only accesses to the view.

mod make;
mod recast;

use super::context::{Binding, Context};
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Projection, Role, SubviewStep, Ty};
use crate::site::{Site, quoted};
pub(super) use make::{
    arithmetic, bind, both, compare, components, escaped, failure_message, is_zero, make, placeholders,
};

/// The methods that make subviews, and whether the subview that each makes is writable.
const METHODS: [(&str, bool); 8] = [
    ("section", false),
    ("section_mut", true),
    ("project", false),
    ("project_mut", true),
    ("view_as", false),
    ("view_as_mut", true),
    ("reinterpret_as", false),
    ("reinterpret_as_mut", true),
];

/// A view, and the steps from it to a subview.
#[derive(Clone, Debug)]
pub(super) struct Subview {
    pub(super) capture: usize,
    pub(super) steps: Vec<SubviewStep>,
    /// The source text of the expression that makes the subview, or the name of its variable, for messages.
    pub(super) name: String,
    access: Access,
    /// `None` if the variable is the subview itself. If it is a reference to a subview, whether the reference
    /// is `&mut`.
    by_ref: Option<bool>,
}

/// The access that a subview allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Read,
    Write,
    /// The kernel cannot write through the variable: the subview is writable, but the variable is not `mut`.
    Immutable,
}

/// Whether the method makes a writable subview. `None` if it makes no subview.
pub(super) fn is_subview_method(method: &syn::Ident) -> Option<bool> {
    METHODS.iter().find(|(name, _)| method == name).map(|(_, mutable)| *mutable)
}

/// Whether an expression denotes a subview.
pub(super) fn is_subview(cx: &Context<'_>, it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(it) => is_subview(cx, &it.expr),
        syn::Expr::Path(_) => matches!(cx.index_binding(it), Some(Binding::Subview(_))),
        syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => is_subview(cx, &it.expr),
        syn::Expr::MethodCall(it) if it.method == "as_view" && it.args.is_empty() => {
            is_subview(cx, &it.receiver)
        }
        syn::Expr::MethodCall(it) => unwrapped_call(it).is_some_and(|made| is_view(cx, &made.receiver)),
        _ => false,
    }
}

/// The inner call of `.unwrap()` or `.expect("..")`, if the inner call makes a subview. `None` for other
/// calls.
fn unwrapped_call(it: &syn::ExprMethodCall) -> Option<&syn::ExprMethodCall> {
    let answers =
        (it.method == "unwrap" && it.args.is_empty()) || (it.method == "expect" && it.args.len() == 1);
    match without_parentheses(&it.receiver) {
        syn::Expr::MethodCall(made) if answers => is_subview_method(&made.method).map(|_| made),
        _ => None,
    }
}

/// Whether an expression denotes a view, a subview, or a capture that can only be a view.
pub(super) fn is_view(cx: &Context<'_>, it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(it) => is_view(cx, &it.expr),
        syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => is_view(cx, &it.expr),
        syn::Expr::MethodCall(it) if it.method == "as_view" && it.args.is_empty() => {
            is_view(cx, &it.receiver)
        }
        syn::Expr::Path(path) => match cx.index_binding(it) {
            Some(Binding::Capture(capture) | Binding::Borrowed(capture, _)) => {
                cx.signature.infers_captures || cx.capture(capture).role != Role::Value
            }
            Some(Binding::Subview(_)) => true,
            Some(_) => false,
            // In a closure kernel, an unknown name is a capture, and may be a view.
            None => {
                cx.signature.infers_captures
                    && path.path.get_ident().is_some_and(|name| !cx.is_constant(name))
            }
        },
        other => is_subview(cx, other),
    }
}

fn without_parentheses(it: &syn::Expr) -> &syn::Expr {
    match it {
        syn::Expr::Paren(it) => without_parentheses(&it.expr),
        other => other,
    }
}

/// The reason why a place in a subview cannot be written. `None` if the place is not in a read-only subview.
pub(super) fn unwritable_reason(cx: &Context<'_>, place: &syn::Expr) -> Option<String> {
    match place {
        syn::Expr::Paren(it) => unwritable_reason(cx, &it.expr),
        syn::Expr::Field(it) => unwritable_reason(cx, &it.base),
        syn::Expr::Index(it) => unwritable_reason(cx, &it.expr),
        syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => unwritable_reason(cx, &it.expr),
        syn::Expr::Path(it) => match cx.index_binding(place)? {
            Binding::Subview(part) => {
                let part = &cx.subviews[part];
                let name = quoted(&it.path);
                match (part.access, part.by_ref) {
                    (Access::Write, None | Some(true)) => None,
                    (_, Some(false)) => Some(format!("`{name}` is a `&`, not a `&mut`")),
                    (Access::Read, _) => Some(format!("`{name}` is a read-only subview")),
                    (Access::Immutable, _) => Some(format!("`{name}` is not `mut`")),
                }
            }
            _ => None,
        },
        syn::Expr::MethodCall(it) if is_subview(cx, place) => {
            let written =
                unwrapped_call(it).is_some_and(|made| is_subview_method(&made.method) == Some(true));
            (!written).then(|| format!("`{}` is a read-only subview", quoted(place)))
        }
        _ => None,
    }
}

/// The binding for a variable whose value is a reference to a subview.
pub(super) fn borrowed(cx: &mut Context<'_>, it: &syn::ExprReference) -> Binding {
    let Binding::Subview(part) = make(cx, &it.expr) else { return Binding::Rejected };
    let mutable = it.mutability.is_some();
    if mutable && let Some(detail) = unwritable_reason(cx, &it.expr) {
        cx.report(Code::AMP009, Site::of(it), detail);
        return Binding::Rejected;
    }
    let part = Subview { by_ref: Some(mutable), ..cx.subviews[part].clone() };
    cx.add_subview(part)
}

/// Whether an expression is the name of a reference to a subview.
pub(super) fn is_reference(cx: &Context<'_>, it: &syn::Expr) -> bool {
    matches!(cx.index_binding(it), Some(Binding::Subview(part)) if cx.subviews[part].by_ref.is_some())
}

/// Whether an expression names a subview, so that finding the subview evaluates nothing.
pub(super) fn is_named(cx: &Context<'_>, it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(it) => is_named(cx, &it.expr),
        syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => is_named(cx, &it.expr),
        other => matches!(cx.index_binding(other), Some(Binding::Subview(_))),
    }
}

/// Lowers a subview argument: `&row`, `&mut row`, or the name of such a reference.
pub(super) fn as_argument(
    cx: &mut Context<'_>,
    it: &syn::Expr,
    inner: &syn::Expr,
    mutable: Option<bool>,
) -> Expr {
    let site = Site::of(it);
    let Binding::Subview(part) = make(cx, inner) else { return Expr::error_placeholder(site) };
    let part = cx.subviews[part].clone();
    if part.steps.iter().any(|step| matches!(step, SubviewStep::Reinterpret(_))) {
        let detail = format!("`{}` as an argument with elements of another type", quoted(inner));
        cx.advise(Code::AMP001, site, detail, construct::SUBVIEW_REINTERPRET);
        return Expr::error_placeholder(site);
    }
    let mutable = match (mutable, part.by_ref) {
        (None, None) => {
            let detail = format!("the view `{}` by value", quoted(inner));
            cx.advise(Code::AMP001, site, detail, construct::VIEW);
            return Expr::error_placeholder(site);
        }
        (None, Some(by_ref)) => by_ref,
        (Some(mutable), _) => mutable,
    };
    if mutable && let Some(detail) = unwritable_reason(cx, inner) {
        cx.report(Code::AMP009, site, detail);
        return Expr::error_placeholder(site);
    }
    let rank = cx.rank_of_subview(&part);
    cx.subview_argument(part.capture, mutable, part.steps, rank, site)
}

/// Reports a subview in a position where a value is expected.
pub(super) fn misplaced(cx: &mut Context<'_>, it: &syn::Expr, site: Site) -> Expr {
    let detail = format!("the subview `{}` as a value", quoted(it));
    cx.advise(Code::AMP001, site, detail, construct::SUBVIEW);
    Expr::error_placeholder(site)
}

impl Context<'_> {
    /// Adds a subview, and returns its binding.
    fn add_subview(&mut self, part: Subview) -> Binding {
        self.subviews.push(part);
        Binding::Subview(self.subviews.len() - 1)
    }

    /// The rank of a subview. If no use of the capture determines the rank, the subview gets the least
    /// possible rank, 1.
    pub(super) fn rank_of_subview(&mut self, part: &Subview) -> usize {
        if let Some(rank) = self.known_rank(part) {
            return rank;
        }
        self.record_rank(part, 1);
        1
    }

    /// The rank of a subview, if it is known.
    pub(super) fn known_rank(&self, part: &Subview) -> Option<usize> {
        rank(&part.steps, self.captures[part.capture].rank)
    }

    /// Records the rank with which the kernel uses a subview, if its rank was unknown. The view then has this rank,
    /// plus one dimension for each projection.
    pub(super) fn record_rank(&mut self, part: &Subview, rank: usize) {
        if self.known_rank(part).is_none() {
            let projections = part.steps.iter().filter(|step| matches!(step, SubviewStep::Project(_)));
            self.mark_rank(part.capture, rank + projections.count());
        }
    }

    /// The expression for a subview as an argument of a device function.
    pub(super) fn subview_argument(
        &mut self,
        capture: usize,
        mutable: bool,
        part: Vec<SubviewStep>,
        rank: usize,
        site: Site,
    ) -> Expr {
        let whole = self.view_argument(capture, mutable, site);
        let captured = self.capture(capture);
        // In a closure kernel, no signature declares the element type. So the name of the type is a
        // projection of the capture type.
        let element = match captured.view_arg_types {
            Some(_) => self.infer.resolve(&captured.element),
            None => Ty::hole(Projection::Element(capture)),
        };
        let ty = match part.iter().all(|step| matches!(step, SubviewStep::Section { .. })) {
            true => whole.ty,
            false => Ty::hole(Projection::View { mutable, element, rank }),
        };
        Expr { kind: ExprKind::ViewArg { capture, mutable, part }, ty, site }
    }
}

/// The rank of the subview that `steps` make of a view with the rank `of_view`. `None` if it is unknown.
pub(super) fn rank(steps: &[SubviewStep], of_view: Option<usize>) -> Option<usize> {
    match steps.split_last() {
        None => of_view,
        Some((SubviewStep::Section { extent, .. } | SubviewStep::ViewAs(extent, _), _)) => Some(extent.len()),
        Some((SubviewStep::Reinterpret(_), rest)) => rank(rest, of_view),
        Some((SubviewStep::Project(_), rest)) => rank(rest, of_view)?.checked_sub(1),
    }
}
