//! Rule: the target of an atomic operation is a scalar whose type has that operation. Other reads and writes
//! of the same memory access one scalar at a time, too.

use crate::analysis::Facts;
use crate::diagnostics::advice::data;
use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{Expr, ExprKind, Stmt, Ty};
use amp_shader::{Atomic, Scalar};

pub(super) fn check(facts: &Facts, diagnostics: &mut Diagnostics) {
    let kernel = &*facts.kernel;
    for (n, capture) in kernel.captures.iter().enumerate().filter(|(_, capture)| capture.declared_atomic) {
        each(&kernel.body.block, &mut |expr| {
            if matches!(expr.kind, ExprKind::Element { capture, .. } if capture == n) {
                let detail = format!("`{}` is an `AtomicView`; read it by `atomic_load`", capture.ident);
                diagnostics.report(Code::AMP023, expr.site, detail);
            }
        });
    }
    each(&kernel.body.block, &mut |expr| {
        if let ExprKind::Atomic { operation, place, .. } = &expr.kind
            && let Ty::Scalar(scalar) = place.ty
            && !has(scalar, *operation)
        {
            let detail = format!("`{}` of `{}`", operation.function(), scalar.rust());
            diagnostics.advise(Code::AMP023, expr.site.first, detail, data::ATOMIC);
        }
    });
    let atomic = |tile: usize| kernel.body.tile_static[tile].atomic;
    each(&kernel.body.block, &mut |expr| {
        let (place, whole) = match &expr.kind {
            ExprKind::Reference { place, .. } => (&**place, true),
            _ => (expr, !matches!(expr.ty, Ty::Scalar(_) | Ty::Hole(_) | Ty::Var(_))),
        };
        if let Some(tile) = root(place).filter(|tile| whole && atomic(*tile)) {
            let name = &kernel.body.tile_static[tile].ident;
            let detail =
                format!("`{name}` is accessed by atomic operations, so it cannot be used as a whole");
            diagnostics.report(Code::AMP023, expr.site, detail);
        }
    });
}

/// Whether scalars of this type have the atomic operation.
fn has(scalar: Scalar, operation: Atomic) -> bool {
    match scalar {
        Scalar::U32 | Scalar::I32 => true,
        Scalar::F32 => !matches!(operation, Atomic::And | Atomic::Or | Atomic::Xor),
        _ => false,
    }
}

/// The index of the tile variable at the root of an expression such as `s[k].count`. `None` if the root is no
/// tile variable.
fn root(expr: &Expr) -> Option<usize> {
    match expr.base() {
        ExprKind::Tile(tile) => Some(*tile),
        _ => None,
    }
}

/// Calls `look` for each expression in the block, except the bases of places and the targets of atomic
/// operations.
fn each(block: &[Stmt], look: &mut dyn FnMut(&Expr)) {
    for stmt in block {
        stmt.walk(&mut |stmt| stmt.expressions().into_iter().for_each(|expr| visit_base(expr, look)));
    }
}

fn visit_base(expr: &Expr, look: &mut dyn FnMut(&Expr)) {
    look(expr);
    visit_subscripts(expr, look);
}

fn visit_subscripts(expr: &Expr, look: &mut dyn FnMut(&Expr)) {
    match &expr.kind {
        ExprKind::Subscript(base, index) => {
            visit_subscripts(base, look);
            visit_base(index, look);
        }
        ExprKind::Field(base, _) | ExprKind::Payload(base, ..) | ExprKind::Reference { place: base, .. } => {
            visit_subscripts(base, look)
        }
        ExprKind::Atomic { place, operands, .. } => {
            visit_subscripts(place, look);
            operands.iter().for_each(|operand| visit_base(operand, look));
        }
        _ => expr.children().into_iter().for_each(|child| visit_base(child, look)),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn missing_atomic_operations_are_rejected() {
        codes("|i: Index<1>| { let b: f32 = x[i]; atomic_fetch_or(&mut y[i], b); }", &["AMP023"]);
        codes("|i: Index<1>| { let b: f32 = x[i]; atomic_fetch_add(&mut y[i], b); }", &[]);
        codes("|i: Index<1>| { let b: usize = i[0]; atomic_fetch_add(&mut y[i], b); }", &["AMP023"]);
    }

    #[test]
    fn whole_uses_of_atomic_memory_are_rejected() {
        codes(
            "tile = [4], |t: TiledIndex<1>| { #[tile_static] let mut s: [[u32; 4]; 2]; atomic_fetch_add(&mut s[0][n], 1); let a = s[1]; let b = s[0][1]; f(&s[0]); }",
            &["AMP023", "AMP023"],
        );
    }
}
