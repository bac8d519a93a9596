//! Live-range splitting (SSA-style renaming): an unconditional reassignment in the block that declares a
//! variable starts a new variable.
//!
//! The uniformity analysis is flow-insensitive. After the split, a variable that was varying and becomes
//! uniform can control a barrier, and one counter can serve two loops. The split is legal because control
//! flow reaches the code after the assignment only through the assignment.

use crate::ir::{Body, ExprKind, Projection, Stmt, Ty, Var};
use std::collections::{HashMap, HashSet};

/// Splits the variables of a body that contains barriers. Leaves other bodies unchanged, because only
/// barriers need uniform control flow.
pub(super) fn split(body: &mut Body) {
    let mut has_barrier = false;
    body.block.iter().for_each(|stmt| stmt.walk(&mut |stmt| has_barrier |= stmt.is_collective()));
    if has_barrier {
        let mut block = std::mem::take(&mut body.block);
        split_block(&mut block, body);
        body.block = block;
    }
}

fn split_block(block: &mut [Stmt], body: &mut Body) {
    // The `before` statements of a `while` are not split. The condition uses variables that these statements
    // declare, and `split_block` would not rename those uses.
    for stmt in block.iter_mut() {
        match stmt {
            Stmt::If { then, otherwise, .. } => {
                split_block(then, body);
                split_block(otherwise, body);
            }
            Stmt::While { body: inner, .. } | Stmt::For { body: inner, .. } | Stmt::Block(inner) => {
                split_block(inner, body);
            }
            _ => {}
        }
    }
    let mut declared = HashSet::new();
    let mut renewed = HashMap::new();
    for stmt in block {
        let renews = match stmt {
            Stmt::Let { var, value: Some(_) } => {
                let variable = &body.variables[var.0];
                if variable.mutable && !variable.temporary && keeps_type(&variable.ty) {
                    declared.insert(*var);
                }
                None
            }
            Stmt::Assign { place, operator: None, .. } => match place.kind {
                ExprKind::Local(var) if declared.contains(&var) => Some(var),
                _ => None,
            },
            _ => None,
        };
        stmt.walk_expressions_mut(&mut |expr| {
            if let ExprKind::Local(var) = &mut expr.kind
                && let Some(new) = renewed.get(var)
            {
                *var = *new;
            }
        });
        if let (Some(old), Stmt::Assign { value, .. }) = (renews, &*stmt) {
            let new = next_version(old, body);
            *stmt = Stmt::Let { var: new, value: Some(value.clone()) };
            renewed.insert(old, new);
        }
    }
}

/// Whether a new variable of this type has the type even if its first value is a literal, as in `s = 8`. For these
/// types the CPU code gives the literal the type. For other types that rustc resolves, it does not.
fn keeps_type(ty: &Ty) -> bool {
    match ty {
        Ty::Scalar(_) => true,
        Ty::Hole(hole) => matches!(**hole, Projection::Named(_) | Projection::Element(_)),
        _ => false,
    }
}

/// Adds a new variable with a name derived from that of `old`.
fn next_version(old: Var, body: &mut Body) -> Var {
    let mut variable = body.variables[old.0].clone();
    let taken = |name: &String| body.variables.iter().any(|other| other.name == *name);
    let names = (2..).map(|n| format!("{}again_{n}", variable.name));
    variable.name = names.into_iter().find(|name| !taken(name)).unwrap_or_default();
    body.variables.push(variable);
    Var(body.variables.len() - 1)
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn reassigned_uniform_variables_may_decide_about_barriers() {
        codes(
            "tile = [16], |t: TiledIndex<1>| {
                let mut s = t.local[0];
                while s > 3 { y[t.global] += 1.0; s /= 2; }
                s = 8;
                while s > 0 { t.barrier.wait(); s /= 2; }
                s = t.local[0];
                y[t.global] = s as f32;
            }",
            &[],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| {
                for k in 0..n {
                    let mut s = t.local[0] + k;
                    y[t.global] += s as f32;
                    s = k;
                    if s > 2 { t.barrier.wait(); }
                }
            }",
            &[],
        );
    }

    #[test]
    fn conditionally_reassigned_variables_stay_varying() {
        codes(
            "tile = [16], |t: TiledIndex<1>| {
                let mut s = t.local[0];
                if n > 3 { s = 8; }
                if s > 4 { t.barrier.wait(); }
            }",
            &["AMP014"],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| {
                let mut s = 8;
                for k in 0..n {
                    if s > k { t.barrier.wait(); }
                    s = t.local[0];
                }
            }",
            &["AMP014"],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| {
                let mut s = 8;
                s = s + t.local[0];
                if s > 4 { t.barrier.wait(); }
            }",
            &["AMP014"],
        );
    }

    #[test]
    fn versions_have_unique_names() {
        wgsl(
            "tile = [16], |t: TiledIndex<1>| {
                let mut s = t.local[0];
                s += 1;
                y[t.global] = s as f32;
                s = n;
                s += 2;
                if s > 4 { t.barrier.wait(); }
            }",
            expect![[r#"
                var s_: u32 = amp_local[0];
                s_ += 1u;
                y[amp_global[0]] = f32(s_);
                var s_again_2: u32 = n;
                s_again_2 += 2u;
                if (s_again_2 > 4u) {
                    workgroupBarrier();
                }
            "#]],
        );
    }
}
