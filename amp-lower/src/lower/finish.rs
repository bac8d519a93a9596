//! Last touches, when all types are known: which types the text has to name, and that only rustc can name.

use super::cx::Cx;
use super::{joined, renewed};
use crate::ir::{Body, Callee, Expr, ExprKind, Function, Hole, Kernel, Stmt, Ty};

/// Writes down what has become known of an expression's types.
pub(super) fn resolved(cx: &Cx<'_>, expr: &mut Expr) {
    let resolve = |ty: &mut Ty| *ty = cx.infer.resolve(ty);
    resolve(&mut expr.ty);
    match &mut expr.kind {
        ExprKind::Call { callee: Callee::Associated(ty, _) | Callee::Either(ty, _), .. } => resolve(ty),
        ExprKind::Changed { callee, types, .. } => {
            types.iter_mut().for_each(resolve);
            if let Callee::Associated(ty, _) = callee {
                resolve(ty);
            }
        }
        ExprKind::Method { method, arguments, open, .. } => {
            let receiver = arguments.first().map(|receiver| cx.infer.resolve(&receiver.ty));
            *open = receiver.is_some_and(|ty| cx.may_have_own(&ty, method));
        }
        ExprKind::Closure(closure) => resolve(&mut closure.result),
        _ => {}
    }
}

/// For a kernel.
pub(super) fn kernel(kernel: &mut Kernel) {
    kernel.body.block.iter_mut().for_each(stored);
    renewed::part(&mut kernel.body);
    joined::join(&mut kernel.body);
    for stmt in &mut kernel.body.block {
        stmt.walk_expressions_mut(&mut converted);
    }
    let mut named = Vec::new();
    collect(&kernel.body, &mut named);
    kernel.body.named = named;
}

/// For a device function.
pub(super) fn function(mut function: Function) -> Function {
    function.body.block.iter_mut().for_each(stored);
    renewed::part(&mut function.body);
    joined::join(&mut function.body);
    let mut named = Vec::new();
    collect(&function.body, &mut named);
    function.body.named = named;
    function
}

/// What is stored as a number of another type is an element all the same, and gets the number with these bits.
fn stored(stmt: &mut Stmt) {
    stmt.blocks_mut().into_iter().flatten().for_each(stored);
    let Stmt::Assign { place, operator, value } = stmt else { return };
    let ExprKind::Bits(element) = &place.kind else { return };
    let (element, ty, site) = ((**element).clone(), place.ty.clone(), value.site);
    let seen = match operator.take() {
        None => value.clone(),
        Some(operator) => {
            let kind = ExprKind::Binary(operator, Box::new(place.clone()), Box::new(value.clone()));
            Expr { kind, ty, site: place.site }
        }
    };
    *value = Expr { kind: ExprKind::Bits(Box::new(seen)), ty: element.ty.clone(), site };
    *place = element;
}

/// An element that is converted where it is read need not be a type that a kernel can hold.
fn converted(expr: &mut Expr) {
    if let ExprKind::Cast(inner, _) = &mut expr.kind
        && let ExprKind::Element { slot, .. } = inner.kind
        && inner.ty == Ty::hole(Hole::Element(slot))
    {
        inner.ty = Ty::hole(Hole::Read(slot));
    }
}

fn collect(body: &Body, named: &mut Vec<Ty>) {
    let mut add = |ty: &Ty| {
        if ty.has_holes() && !named.contains(ty) {
            named.push(ty.clone());
        }
    };
    body.variables.iter().for_each(|variable| add(&variable.ty));
    for stmt in &body.block {
        // How far it is to the end of a range in steps is counted without a sign.
        stmt.walk(&mut |stmt| {
            if let Stmt::For { range, .. } = stmt
                && range.step.is_some()
                && matches!(range.start.ty, Ty::Hole(_))
            {
                add(&range.start.ty.unsigned());
            }
        });
        stmt.walk_expressions(&mut |expr: &Expr| {
            add(&expr.ty);
            if let ExprKind::Cast(inner, _) = &expr.kind {
                add(&inner.ty);
            }
            // The result may have got a simpler name; the operator, or the call itself, still has to be there.
            if let ExprKind::Binary(operator, lhs, rhs) = &expr.kind
                && let Some(name) = operator.trait_name()
                && lhs.ty.is_known()
                && rhs.ty.is_known()
            {
                add(&Ty::hole(Hole::Output(name, lhs.ty.clone(), rhs.ty.clone())));
            }
            let either = expr.either();
            if let ExprKind::Method { arguments, .. } = &expr.kind
                && let Some(callee) = either
            {
                let types = arguments.iter().map(|argument| argument.ty.clone()).collect();
                add(&Ty::hole(Hole::Returned(callee, types)));
            }
            if let ExprKind::Call { callee, arguments, .. } = &expr.kind {
                let types = arguments.iter().map(|argument| argument.ty.clone()).collect();
                add(&Ty::hole(Hole::Returned(callee.clone(), types)));
            }
        });
    }
}
