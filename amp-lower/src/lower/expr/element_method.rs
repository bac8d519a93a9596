//! A method call on an element of a written view may modify the element.
//!
//! ```rust,ignore
//! bodies[i].step(dt);
//! y[i].inner.add(x[i]);
//! ```
//!
//! - The method takes `self`, `&self` or `&mut self`. The element is copied for the call, and written back if
//!   the method modifies it. A method by value receives the element as it was before the arguments are
//!   evaluated.
//! - In a closure kernel, a call as a statement shows that the view is written: `y[i].grow(2);` or
//!   `let _ = y[i].grow(2);`.
//! - A call whose value is used does not show this, and neither does a `let _` whose call has a `&mut`
//!   argument. If nothing else writes the view, pass the element: `Body::grow(&mut y[i], 2)`.
//! - A method on an element of a read-only view modifies nothing, so use its value:
//!   `let value = x[i].heavier(2);`.

use super::reference::{by_reference, with_fixed_subscripts};
use super::slice;
use crate::ir::{Callee, Expr, ExprKind, Role, Stmt, Ty};
use crate::lower::context::{Binding, Context};
use amp_shader::Scalar;

/// The receiver of a user's method, if it is an element of a written view; otherwise `None`. Whether the
/// method modifies the element is resolved by rustc. The subscripts of the element are evaluated here, before
/// the arguments.
pub(super) fn receiver_element(cx: &mut Context<'_>, written: &syn::Expr, receiver: &Expr) -> Option<Expr> {
    if slice::is_in_parameter(cx, receiver) {
        let written = receiver.root().is_some_and(|var| cx.may_modify(var));
        let unknown = matches!(cx.infer.resolve(&receiver.ty), Ty::Hole(_) | Ty::Var(_));
        return (written && unknown).then(|| with_fixed_subscripts(cx, receiver.clone()));
    }
    let ExprKind::Element { capture, .. } = receiver.base() else { return None };
    // The receiver is the name of a `&mut` reference to the element, so the view is known to be written.
    if let Some(Binding::Alias(alias)) = cx.index_binding(written)
        && cx.aliased(alias).0
    {
        return Some(with_fixed_subscripts(cx, receiver.clone()));
    }
    let written = match cx.signature.infers_captures {
        true => {
            let capture = cx.capture(*capture);
            capture.role == Role::Write || cx.usage.written_later.contains(&capture.ident.to_string())
        }
        false => cx.usage.writable[*capture],
    };
    let unknown = matches!(cx.infer.resolve(&receiver.ty), Ty::Hole(_) | Ty::Var(_));
    if unknown && !written {
        cx.usage.method_receivers.insert(*capture);
    }
    (written && unknown && cx.mark_method_receiver(*capture))
        .then(|| with_fixed_subscripts(cx, receiver.clone()))
}

/// Copies the element to a variable. Returns a reference to the variable, which becomes the method's
/// receiver.
pub(super) fn copy_of_element(cx: &mut Context<'_>, place: Expr) -> Expr {
    let (site, ty) = (place.site, place.ty.clone());
    let var = cx.temporary("taken", site, ty.clone(), true);
    cx.body.variables[var.0].is_element_copy = true;
    cx.prologue.push(Stmt::Let { var, value: Some(place) });
    by_reference(Expr { kind: ExprKind::Local(var), ty, site })
}

/// Adds the code that stores the copy back to the element after the call, if the method modified the copy.
/// `renewed` is true if evaluating the arguments may modify the element. If the method modifies its receiver,
/// the code then copies the element again, after it has evaluated the arguments.
pub(super) fn write_back(
    cx: &mut Context<'_>,
    place: Expr,
    copy: &Expr,
    renewed: bool,
    callee: &Callee,
    types: &[Ty],
    result: &Ty,
) {
    let ExprKind::Reference { place: copy, .. } = &copy.kind else { return };
    let site = place.site;
    let changes = |called| {
        let (copy, callee) = (copy.clone(), callee.clone());
        let (types, result) = (types.to_vec(), result.clone());
        Expr {
            kind: ExprKind::ReceiverModified { copy, called, callee, types, result },
            ty: Ty::Scalar(Scalar::Bool),
            site,
        }
    };
    let assign = |place: &Expr, value: &Expr| {
        vec![Stmt::Assign { place: place.clone(), operator: None, value: value.clone() }]
    };
    if renewed {
        let then = assign(copy, &place);
        cx.prologue.push(Stmt::If { condition: changes(false), then, otherwise: Vec::new() });
    }
    let then = assign(&place, copy);
    cx.epilogue.push(Stmt::If { condition: changes(true), then, otherwise: Vec::new() });
}

/// Whether the statements may modify the variable or the view that contains the place.
pub(in crate::lower) fn may_be_modified(place: &Expr, statements: &[Stmt]) -> bool {
    let of = |other: &Expr| match (place.base(), other.base()) {
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Tile(a), ExprKind::Tile(b)) => a == b,
        (ExprKind::Element { capture: a, .. }, ExprKind::Element { capture: b, .. }) => a == b,
        _ => false,
    };
    let lends = |argument: &Expr| match (&argument.kind, place.base()) {
        (ExprKind::Reference { mutable: true, place }, _) => of(place),
        (ExprKind::ViewArg { capture: a, mutable: true, .. }, ExprKind::Element { capture: b, .. }) => a == b,
        _ => false,
    };
    let mut changed = false;
    for stmt in statements {
        stmt.walk(&mut |stmt| changed |= matches!(stmt, Stmt::Assign { place, .. } if of(place)));
        stmt.walk_expressions(&mut |expr| {
            if let ExprKind::Call { arguments, .. } = &expr.kind {
                changed |= arguments.iter().any(lends);
            }
        });
    }
    changed
}

/// Marks a capture as written if the kernel is a closure and a statement calls a method on an element of the
/// capture. Lowering assumes that a method whose value is unused modifies its receiver.
pub(in crate::lower) fn mark_written_by_statement(cx: &mut Context<'_>, it: &syn::ExprMethodCall) {
    if cx.signature.infers_captures
        && let Some(capture) = captured_element(cx, &it.receiver)
        && !cx.usage.used_as_value.contains(&capture)
    {
        cx.mark_method_receiver(capture);
    }
}

/// The capture, if the expression is an element of a captured view, or a component of such an element. `None`
/// for other expressions.
fn captured_element(cx: &mut Context<'_>, it: &syn::Expr) -> Option<usize> {
    match it {
        syn::Expr::Paren(it) => captured_element(cx, &it.expr),
        syn::Expr::Field(it) => captured_element(cx, &it.base),
        syn::Expr::Index(it) => match &*it.expr {
            syn::Expr::Path(path) => match cx.name(path.path.get_ident()?)? {
                Binding::Capture(capture) => Some(capture),
                _ => None,
            },
            other => captured_element(cx, other),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::cpu_code;
    use expect_test::expect;

    #[test]
    fn modified_elements_are_written_back() {
        let source = "|i: Index<1>| { p[i].step(a); }";
        cpu_code(
            source,
            "let mut taken",
            expect![[r#"
                let mut taken : ElementGuard < Body > = ElementGuard :: new (((* (& own7 [lane] . get ())))) ;
                let _ = taken ;
                let _ = (* taken) . step (a ,) ;
                if ElementGuard :: is_changed (& taken) {
                    {
                        let new : Body = ((* taken) ,) . 0 ;
                        (own7 [lane] . set (new)) ;
                    }
                }
            "#]],
        );
    }

    #[test]
    fn receiver_is_read_before_the_arguments() {
        let source = "|i: Index<1>| { p[i].pulled(p[i].step(a)); }";
        cpu_code(
            source,
            "let mut taken",
            expect![[r#"
                let mut taken : ElementGuard < Body > = ElementGuard :: new (((* (& own7 [lane] . get ())))) ;
                let _ = taken ;
                let value : _ = (* taken) . step (a ,) ;
                let _ = value ;
                if ElementGuard :: is_changed (& taken) {
                    {
                        let new : Body = ((* taken) ,) . 0 ;
                        (own7 [lane] . set (new)) ;
                    }
                }
                let mut taken_2 : ElementGuard < Body > = ElementGuard :: new (value_2) ;
                let _ = taken_2 ;
                if true {
                    ElementGuard :: refresh (& mut taken_2 , ((* (& own7 [lane] . get ())))) ;
                }
            "#]],
        );
    }
}
