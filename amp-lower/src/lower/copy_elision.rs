//! Copy elision for arrays: `let a = { ..; tmp }` builds the array in `a` itself, and not in a temporary that
//! is then copied.
//!
//! Otherwise each work-item would have two copies of the array, and large ones may exceed its private memory.
//! The rewrite is legal if the temporary is read nowhere else, and `a` is not used before the copy.

use crate::ir::{Body, Expr, ExprKind, Stmt, Ty, Var, Variable};
use std::collections::{HashMap, HashSet};

/// Replaces array temporaries by the variables that they are copied to.
pub(super) fn elide_copies(body: &mut Body) {
    let mut uses = Uses::default();
    for stmt in &body.block {
        stmt.walk(&mut |stmt| {
            let of_own =
                matches!(stmt, Stmt::Assign { place, .. } if matches!(place.kind, ExprKind::Local(_)));
            stmt.modified_variables().iter().for_each(|var| {
                uses.changed.insert(*var);
            });
            if let Stmt::Let { var, value: Some(_) } = stmt {
                uses.valued.insert(*var);
            }
            for (n, expr) in stmt.expressions().into_iter().enumerate() {
                let whole = of_own && n == 0;
                visit_locals(expr, &mut |var| *uses.read.entry(var).or_insert(0) += usize::from(!whole));
            }
        });
    }
    elide_in_block(&mut body.block, &mut body.variables, &uses);
}

/// Facts about the uses of variables: the number of reads of each, and the variables that an assignment or a
/// call modifies.
#[derive(Default)]
struct Uses {
    read: HashMap<Var, usize>,
    changed: HashSet<Var>,
    /// The variables whose declarations have a value.
    valued: HashSet<Var>,
}

fn elide_in_block(block: &mut Vec<Stmt>, variables: &mut [Variable], uses: &Uses) {
    for stmt in block.iter_mut() {
        stmt.blocks_mut().into_iter().for_each(|inner| elide_in_block(inner, variables, uses));
    }
    let mut at = 0;
    while at < block.len() {
        let taken = elidable_copy(&block[at], variables, uses).and_then(|(temporary, into, declares)| {
            let is_it = |stmt: &Stmt| matches!(stmt, Stmt::Let { var, value: None } if *var == temporary);
            let from = block[..at].iter().position(is_it)?;
            let between = &block[from + 1..at];
            (!between.iter().any(|stmt| mentions_variable(stmt, into)))
                .then_some((from, temporary, into, declares))
        });
        let Some((from, temporary, into, declares)) = taken else {
            at += 1;
            continue;
        };
        for stmt in &mut block[from + 1..at] {
            stmt.walk_expressions_mut(&mut |expr| {
                if let ExprKind::Local(var) = &mut expr.kind
                    && *var == temporary
                {
                    *var = into;
                }
            });
        }
        // With an empty type, the unused temporary takes no memory.
        variables[temporary.0].ty = Ty::Unit;
        block.remove(at);
        if declares {
            let variable = &mut variables[into.0];
            (variable.mutable, variable.filled) = (true, true);
            block[from] = Stmt::Let { var: into, value: None };
        } else {
            block.remove(from);
            at -= 1;
        }
    }
}

/// If the statement only copies a temporary array that is read nowhere else, returns the temporary, the
/// target, and whether the statement declares the target.
fn elidable_copy(stmt: &Stmt, variables: &[Variable], uses: &Uses) -> Option<(Var, Var, bool)> {
    let (into, value, declares) = match stmt {
        Stmt::Let { var, value: Some(value) } => {
            // Elision makes the target `mut`. That would hide an error if the kernel modifies a target
            // without `mut`. Such a target keeps its declaration, so that rustc reports the error.
            let stays = variables[var.0].mutable || !uses.changed.contains(var);
            stays.then_some((*var, value, true))?
        }
        // The target must already have a value. The rewritten code may assign single items of the target, and
        // rustc rejects `a[0] = x` for an array `a` that has no value yet.
        Stmt::Assign { place: Expr { kind: ExprKind::Local(var), .. }, operator: None, value }
            if uses.valued.contains(var) || variables[var.0].temporary =>
        {
            (*var, value, false)
        }
        _ => return None,
    };
    let ExprKind::Local(temporary) = value.kind else { return None };
    let variable = &variables[temporary.0];
    let joins = variable.temporary && variable.mutable && uses.read.get(&temporary) == Some(&1);
    (joins && matches!(variable.ty, Ty::Array(..)) && temporary != into)
        .then_some((temporary, into, declares))
}

fn mentions_variable(stmt: &Stmt, it: Var) -> bool {
    let mut found = false;
    stmt.walk(&mut |stmt| {
        for expr in stmt.expressions() {
            visit_locals(expr, &mut |var| found |= var == it);
        }
    });
    found
}

fn visit_locals(expr: &Expr, look: &mut dyn FnMut(Var)) {
    expr.walk(&mut |expr| {
        if let ExprKind::Local(var) = expr.kind {
            look(var);
        }
    });
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn array_temporaries_are_elided() {
        wgsl(
            "|i: Index<1>| { let b = if n > 1 { [1.0; 4] } else if n > 0 { [a; 4] } else { [0.0; 4] }; y[i] = b[i[0]]; }",
            expect![[r#"
                var b_: <[f32 ; 4usize]>;
                if (n > 1u) {
                    b_ = <[f32 ; 4usize]>(1.0f; 4usize);
                } else if (n > 0u) {
                    b_ = <[f32 ; 4usize]>(a; 4usize);
                } else {
                    b_ = <[f32 ; 4usize]>(0.0f; 4usize);
                }
                y[amp_global[0]] = b_[amp_global[0]];
            "#]],
        );
    }

    #[test]
    fn temporaries_that_are_read_are_kept() {
        wgsl(
            "|i: Index<1>| { let mut b = [1.0; 2]; b = if n > 1 { [b[1], b[0]] } else { [a; 2] }; b = match n { 1 => [a; 2], _ => [2.0; 2] }; y[i] = b[0]; }",
            expect![[r#"
                var b_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f; 2usize);
                var chosen_: <[f32 ; 2usize]>;
                if (n > 1u) {
                    chosen_ = <[f32 ; 2usize]>(b_[1], b_[0]);
                } else {
                    chosen_ = <[f32 ; 2usize]>(a; 2usize);
                }
                b_ = chosen_;
                if (n == 1u) {
                    b_ = <[f32 ; 2usize]>(a; 2usize);
                } else {
                    b_ = <[f32 ; 2usize]>(2.0f; 2usize);
                }
                y[amp_global[0]] = b_[0];
            "#]],
        );
    }

    #[test]
    fn elided_copies_count_once() {
        codes(
            "|i: Index<1>| { let b = if n > 1 { [0f32; 2000] } else { [1f32; 2000] }; y[i] = b[i[0]]; }",
            &[],
        );
        codes(
            "|i: Index<1>| { let b = if n > 1 { [0f32; 1200] } else { [1f32; 1200] }; let c = [0f32; 1200]; y[i] = b[i[0]] + c[i[0]]; }",
            &["AMP026"],
        );
    }
}
