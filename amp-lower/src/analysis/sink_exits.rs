//! Exit sinking: moves the work that a lane does on an early exit from inside a loop to after the loop.
//!
//! ```text
//! for k in 0..n {                      let (mut way_out, mut out_at) = (0, 0);
//!     if far { y[i] = k; return; }     for k in 0..n { if far { way_out = 1; out_at = k; break; } .. }
//!     ..                          =>   if way_out == 1 { y[i] = out_at; return; }
//! }
//! ```
//!
//! Each lane takes an exit at most once, and the exit is often the only statement in the loop that is not
//! arithmetic. Without the exit, the loop can run as a masked loop (see `masked_loop`). The rewrite is legal
//! because the moved statements use only variables that outlive the loop, the loop counter (saved in
//! `out_at`), and variables that the moved statements declare themselves. Nothing runs between the `break`
//! and the code after the loop.

use super::{Facts, Uniformity};
use crate::ir::{Binary, Expr, ExprKind, Kernel, Stmt, Ty, Var, Variable};
use crate::site::Site;
use amp_shader::Scalar;
use proc_macro2::Span;
use std::collections::BTreeSet;

impl Facts {
    /// The kernel with the statements of early exits moved to after the loops, or `None` if no loop
    /// qualifies.
    pub(crate) fn sink_exits(&self) -> Option<Kernel> {
        let mut kernel = Kernel::clone(&self.kernel);
        let before = kernel.body.variables.len();
        self.exits_of_block(&mut kernel.body.block, &mut kernel.body.variables);
        (kernel.body.variables.len() > before).then_some(kernel)
    }

    fn exits_of_block(&self, block: &mut [Stmt], variables: &mut Vec<Variable>) {
        for stmt in block {
            let exits = self.exits(stmt);
            if !exits.is_empty() {
                sink_behind(stmt, &exits, variables);
            } else if self.is_uniform_flow(stmt) {
                stmt.blocks_mut().into_iter().for_each(|block| self.exits_of_block(block, variables));
            }
        }
    }

    /// The indices of the exits among the statements of a loop's body. Empty if another statement of the body
    /// is not arithmetic, or if the lanes of a row leave the loop together.
    fn exits(&self, stmt: &Stmt) -> Vec<usize> {
        let (var, body) = match stmt {
            Stmt::For { var, body, .. } => (Some(*var), body),
            Stmt::While { before, condition, body, .. }
                if self.is_arithmetic(condition) && before.iter().all(|it| self.is_arithmetic_stmt(it)) =>
            {
                (None, body)
            }
            _ => return Vec::new(),
        };
        let mut own = BTreeSet::new();
        stmt.walk(&mut |stmt| {
            if let Stmt::Let { var, .. } = stmt {
                own.insert(*var);
            }
        });
        let others: Vec<_> = (0..body.len()).filter(|n| !self.is_arithmetic_stmt(&body[*n])).collect();
        let counted = var.is_none_or(|var| matches!(self.kernel.body.variables[var.0].ty, Ty::Scalar(_)));
        let fits = counted
            && others.iter().all(|n| self.is_exit(&body[*n], &own))
            && self.uniformity.of_loop(&self.kernel, stmt) > Uniformity::Row;
        if fits { others } else { Vec::new() }
    }

    /// Whether a statement is `if condition { ..; return; }` or `if condition { ..; break; }`, and its block
    /// uses no variable in `own`, the variables that the rest of the loop declares.
    fn is_exit(&self, stmt: &Stmt, own: &BTreeSet<Var>) -> bool {
        let Stmt::If { condition, then, otherwise } = stmt else { return false };
        let Some((Stmt::Return { value: None, .. } | Stmt::Break(_), done)) = then.split_last() else {
            return false;
        };
        let mut plain = otherwise.is_empty() && self.is_arithmetic(condition);
        let mut inside = BTreeSet::new();
        for stmt in done {
            stmt.walk(&mut |stmt| {
                if let Stmt::Let { var, .. } | Stmt::For { var, .. } = stmt {
                    inside.insert(*var);
                }
                plain &= !matches!(stmt, Stmt::Break(_) | Stmt::Continue(_) | Stmt::Return { .. });
                plain &= !stmt.is_collective();
                // An assignment to a variable that is declared as `let x;` must stay in the loop. After the
                // loop, rustc could no longer prove that `x` is initialised.
                plain &= stmt
                    .modified_variables()
                    .iter()
                    .all(|var| inside.contains(var) || !self.is_deferred(*var));
            });
        }
        for stmt in done {
            stmt.walk_expressions(&mut |expr| {
                if let ExprKind::Local(var) = expr.kind {
                    plain &= !own.contains(&var) || inside.contains(&var);
                }
            });
        }
        plain
    }
}

impl Facts {
    /// Whether a variable is declared without a value.
    fn is_deferred(&self, var: Var) -> bool {
        let mut found = false;
        for stmt in &self.kernel.body.block {
            stmt.walk(&mut |stmt| {
                found |= matches!(stmt, Stmt::Let { var: declared, value: None } if *declared == var);
            });
        }
        found
    }
}

/// Builds `let way_out = 0; for k in range { if far { way_out = 1; out_at = k; break; } .. } if way_out == 1
/// { .. return; }` as one block.
fn sink_behind(stmt: &mut Stmt, exits: &[usize], variables: &mut Vec<Variable>) {
    let (counted, body) = match stmt {
        Stmt::For { var, body, .. } => (Some(*var), body),
        Stmt::While { body, .. } => (None, body),
        _ => return,
    };
    let mut behind = Vec::new();
    let left = declare("way_out", Ty::Scalar(Scalar::U32), variables);
    let at = counted.map(|var| (var, declare("out_at", variables[var.0].ty.clone(), variables)));
    let mut site = None;
    for (way, n) in (1..).zip(exits) {
        let Stmt::If { condition, then, .. } = &mut body[*n] else { continue };
        let here = *site.get_or_insert(condition.site);
        let Some(Stmt::Return { site: last, .. } | Stmt::Break(last)) = then.last() else { continue };
        let way = || Expr::number(way, Ty::Scalar(Scalar::U32), here);
        let mut leave = vec![assign(left, way(), here)];
        if let Some((var, at)) = at {
            let ty = variables[var.0].ty.clone();
            leave.push(assign(at, Expr::local(var, ty, here), here));
        }
        leave.push(Stmt::Break(*last));
        let mut done = std::mem::replace(then, leave);
        if let Some(Stmt::Break(_)) = done.last() {
            done.pop();
        }
        if let Some((var, at)) = at {
            for stmt in &mut done {
                stmt.walk_expressions_mut(&mut |expr| {
                    if matches!(expr.kind, ExprKind::Local(it) if it == var) {
                        expr.kind = ExprKind::Local(at);
                    }
                });
            }
        }
        let taken = Expr::local(left, Ty::Scalar(Scalar::U32), here);
        let condition = Expr::binary(Binary::Eq, taken, way());
        behind.push(Stmt::If { condition, then: done, otherwise: Vec::new() });
    }
    let Some(site) = site else { return };
    let zero = |var: Var| {
        let value = Some(Expr::number(0, variables[var.0].ty.clone(), site));
        Stmt::Let { var, value }
    };
    let mut all: Vec<_> = [Some(left), at.map(|(_, at)| at)].into_iter().flatten().map(zero).collect();
    let taken = std::mem::replace(stmt, Stmt::Block(Vec::new()));
    all.push(taken);
    all.append(&mut behind);
    *stmt = Stmt::Block(all);
}

fn declare(name: &str, ty: Ty, variables: &mut Vec<Variable>) -> Var {
    let ident = proc_macro2::Ident::new(name, Span::mixed_site());
    variables.push(Variable::new(ident, String::new(), ty, true, true));
    Var(variables.len() - 1)
}

fn assign(var: Var, value: Expr, site: Site) -> Stmt {
    let place = Expr::local(var, value.ty.clone(), site);
    Stmt::Assign { place, operator: None, value }
}

#[cfg(test)]
mod tests {
    use crate::testing::{cpu_code, rows};
    use expect_test::expect;

    #[test]
    fn exits_are_sunk_behind_the_loop() {
        let source = "|i: Index<1>| { let mut s = x[i]; for k in 0..n { if s > 9.0 { y[i] = k as f32; return; } s *= 1.5; } y[i] = s; }";
        cpu_code(
            source,
            "if s >",
            expect![[r#"
                if s > 9.0f32 {
                    if (stops () ,) . 0 {
                        stop ()
                    }
                    way_out = 1u32 ;
                    out_at = (k ,) . 0 ;
                    {
                        going = false ;
                        break 'lane ;
                    }
                }
            "#]],
        );
        cpu_code(
            source,
            "if way_out ==",
            expect![[r#"
                if way_out == 1u32 {
                    {
                        let new : f32 = out_at as f32 ;
                        (own3 [lane] . set (new)) ;
                    }
                    {
                        if (stops () ,) . 0 {
                            stop ()
                        }
                        done = true ;
                        break 'lane ;
                    }
                }
            "#]],
        );
    }

    #[test]
    fn exits_that_use_loop_variables_stay() {
        let body = |stmts: &str| format!("|i: Index<1>| {{ let mut s = x[i]; {stmts} y[i] = s; }}");
        for moved in [
            "while s > 1.0 { if s > 9.0 { y[i] = x[n]; return; } s -= 1.0; }",
            "for k in 0..n { if s > 9.0 { y[k] = 1.0; break; } if s > 7.0 { break; } s -= 1.0; }",
        ] {
            assert!(rows(&body(moved)).contains("lockstep"), "{moved}");
        }
        for stays in [
            "while s > 1.0 { let t = s; if s > 9.0 { y[i] = t; return; } s -= 1.0; }",
            "while s > 1.0 { if s > 9.0 { y[i] = 1.0; } s -= 1.0; }",
            "while s > 1.0 { if s > 9.0 { y[i] = 1.0; break; } else { s += 0.5; } s -= 1.0; }",
            "while s > 1.0 { if x[n] > s { y[i] = 1.0; break; } s -= 1.0; }",
            "while s > 1.0 { if s > 9.0 { y[i] = 1.0; break; } s -= x[n]; }",
        ] {
            assert!(!rows(&body(stays)).contains("lockstep"), "{stays}");
        }
    }
}
