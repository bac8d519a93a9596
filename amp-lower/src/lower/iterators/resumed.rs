//! `flat_map` and `flatten` of an iterator in a variable: `let mut it = w.iter().flat_map(f); it.next()`.
//!
//! A use may end in the middle of an inner iterator, and the next use continues there. So the operands of the inner
//! iterator are in variables that are declared beside the iterator:
//!
//! ```text
//! let mut active = false; let mut row; let mut start; let mut limit;
//!
//! loop {                                   // each use
//!     if !active {
//!         if let Some(item) = outer.next() { row = item; start = 0; limit = row.len(); active = true; } else { break; }
//!     }
//!     for k in start..limit { start = k + 1; sink }
//!     active = false;
//! }
//! ```
//!
//! The inner iterator is prepared once, where the variable is declared. Each use repeats the statements that evaluate its
//! operands. Legal because these statements read nothing but the item, which each use stores in the same variables.

use super::drive::{self, Limit, Sink, assign, leave_if, not, only_if, truth};
use super::prepare::{Adaptor, Iter};
use super::pulled::StoredItem;
use super::variable;
use crate::ir::{Expr, ExprKind, Stmt, Var};
use crate::lower::context::Context;
use crate::lower::loops;
use crate::site::Site;
use std::collections::HashMap;

/// The state of a `flat_map` or `flatten`, and the inner iterator.
#[derive(Clone)]
pub(super) struct Resumed {
    /// Whether an inner iterator was begun and has not ended.
    active: Expr,
    /// The variables for the item of the outer iterator.
    item: StoredItem,
    /// The statements that evaluate the operands of the inner iterator.
    prepare: Vec<Stmt>,
    inner: Iter,
    /// The variables that `prepare` assigns.
    hoisted: Vec<Expr>,
}

impl Resumed {
    /// Declares the variables for the state. `None` if the inner iterator has no state that a variable can hold.
    pub(super) fn new(cx: &mut Context<'_>, outer: &Iter, adaptor: &Adaptor, site: Site) -> Option<Self> {
        let item = StoredItem::of(cx, outer, site)?;
        let it = item.item.clone();
        let (prepare, inner) = cx.in_block(|cx| {
            let mut inner = drive::inner(cx, adaptor, it, site)?;
            variable::give_state(cx, &mut inner).then_some(inner)
        });
        let inner = inner?;
        let mut hoisted = Vec::new();
        let prepare = prepare.into_iter().filter_map(|stmt| match stmt {
            Stmt::Let { var, value } => {
                hoisted.push(var);
                let ty = cx.ty(var).clone();
                value.map(|value| {
                    let place = Expr { kind: ExprKind::Local(var), ty, site };
                    Stmt::Assign { place, operator: None, value }
                })
            }
            other => Some(other),
        });
        let prepare: Vec<_> = prepare.collect();
        let prepared =
            hoisted.iter().map(|var| Expr { kind: ExprKind::Local(*var), ty: cx.ty(*var).clone(), site });
        let prepared: Vec<_> = prepared.collect();
        for var in item.variables().into_iter().chain(hoisted) {
            let variable = &mut cx.body.variables[var.0];
            // Each use assigns the variable, under a condition that rustc does not follow.
            (variable.mutable, variable.temporary, variable.deferred) = (true, true, false);
            cx.prologue.push(Stmt::Let { var, value: None });
        }
        let active = drive::variable(cx, "active", truth(false, site));
        Some(Resumed { active, item, prepare, inner, hoisted: prepared })
    }

    /// The state variables without those of the outer iterator, in a fixed order.
    pub(super) fn states(&self) -> Vec<Expr> {
        std::iter::once(&self.active).chain(self.item.states()).chain(&self.hoisted).cloned().collect()
    }

    /// Lowers the loops over the remaining items of the inner iterator, and over the next ones.
    pub(super) fn drive(
        &self,
        cx: &mut Context<'_>,
        outer: &Iter,
        site: Site,
        limits: &[Limit],
        sink: Sink<'_>,
    ) {
        let body = |cx: &mut Context<'_>| {
            let around = loops::depth(cx) - 1;
            let (body, ()) = cx.in_block(|cx| {
                cx.scoped(|cx| {
                    only_if(cx, not(self.active.clone()), |cx| {
                        drive::stop_at_limits(cx, limits, site);
                        let first = cx.body.variables.len();
                        let mut outer = outer.clone();
                        variable::snapshot(cx, &mut outer, false);
                        let outermost = loops::depth(cx);
                        drive::drive(cx, &outer, &mut |cx, it| {
                            self.begin(cx, it, first, site);
                            loops::leave(cx, outermost, site);
                        });
                        leave_if(cx, not(self.active.clone()), around, site);
                    });
                    let mut inner = self.inner.clone();
                    variable::snapshot(cx, &mut inner, false);
                    drive::run(cx, &inner, limits, sink);
                    assign(cx, &self.active, truth(false, site));
                });
            });
            body
        };
        loops::around(cx, drive::head(false, site), body, |cx, body| {
            cx.prologue.push(drive::forever(body, site));
        });
    }

    /// Stores the item of the outer iterator, and evaluates the operands of the inner iterator. The loop of the outer
    /// iterator declares the variables from the index `first` on.
    fn begin(&self, cx: &mut Context<'_>, it: Expr, first: usize, site: Site) {
        self.item.keep(cx, it, first);
        let prepare = renamed(cx, self.prepare.clone());
        cx.prologue.extend(prepare);
        assign(cx, &self.active, truth(true, site));
    }
}

/// A copy of statements in which the variables of nested blocks are new ones.
fn renamed(cx: &mut Context<'_>, mut stmts: Vec<Stmt>) -> Vec<Stmt> {
    let mut declared = Vec::new();
    for stmt in &stmts {
        stmt.walk(&mut |stmt| match stmt {
            Stmt::Let { var, .. } | Stmt::For { var, .. } => declared.push(*var),
            _ => {}
        });
    }
    let names: HashMap<Var, Var> = declared
        .into_iter()
        .map(|var| {
            let known = cx.variable_ref(var).clone();
            let new = cx.temporary("value", Site::of(&known.ident), known.ty, known.mutable);
            (var, new)
        })
        .collect();
    for stmt in &mut stmts {
        rename(stmt, &names);
    }
    stmts
}

fn rename(stmt: &mut Stmt, names: &HashMap<Var, Var>) {
    if let Stmt::Let { var, .. } | Stmt::For { var, .. } = stmt
        && let Some(new) = names.get(var)
    {
        *var = *new;
    }
    for expr in stmt.expressions_mut() {
        expr.walk_mut(&mut |expr| {
            if let ExprKind::Local(var) = &mut expr.kind
                && let Some(new) = names.get(var)
            {
                *var = *new;
            }
        });
    }
    for block in stmt.blocks_mut() {
        block.iter_mut().for_each(|stmt| rename(stmt, names));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn inner_iterators_are_continued() {
        wgsl(
            "|i: Index<1>| { let mut it = (0..4u32).flat_map(|r| (0..r).map(move |c| r * 10 + c)); z[i] = it.next().unwrap(); for k in it { z[i] += k; } }",
            expect![[r#"
                var start_: u32 = 0u;
                var limit_: u32 = 4u;
                var kept_: u32;
                var r_: u32;
                var start_2: u32;
                var limit_2: u32;
                var active_: bool = false;
                let value_: u32 = start_;
                let value_2: u32 = limit_;
                var best_: u32;
                var found_: bool = false;
                while (true) {
                    if (!active_) {
                        let value_3: u32 = start_;
                        let value_4: u32 = limit_;
                        for (var place_2 = value_3; place_2 < value_4; place_2 += 1u) {
                            start_ = place_2;
                            start_ += 1u;
                            kept_ = place_2;
                            r_ = kept_;
                            start_2 = 0u;
                            limit_2 = r_;
                            active_ = true;
                            break;
                        }
                        if (amp_leaves(!active_)) {
                            break;
                        }
                    }
                    let value_5: u32 = start_2;
                    let value_6: u32 = limit_2;
                    var jumps_: bool = false;
                    for (var place_3 = value_5; place_3 < value_6; place_3 += 1u) {
                        start_2 = place_3;
                        start_2 += 1u;
                        let value_7: u32 = r_ * 10u + place_3;
                        best_ = value_7;
                        found_ = true;
                        jumps_ = true;
                        break;
                    }
                    if (amp_leaves(jumps_)) {
                        break;
                    }
                    active_ = false;
                }
                var chosen_: <_>;
                if (found_) {
                    chosen_ = Some { 0: best_ };
                } else {
                    chosen_ = None {  };
                }
                let value_8: <_> = chosen_;
                z[amp_global[0]] = <_>::unwrap(value_8);
                let value_9: u32 = start_;
                let value_10: u32 = limit_;
                while (true) {
                    if (!active_) {
                        let value_11: u32 = start_;
                        let value_12: u32 = limit_;
                        for (var place_4 = value_11; place_4 < value_12; place_4 += 1u) {
                            start_ = place_4;
                            start_ += 1u;
                            kept_ = place_4;
                            r_ = kept_;
                            start_2 = 0u;
                            limit_2 = r_;
                            active_ = true;
                            break;
                        }
                        if (!active_) {
                            break;
                        }
                    }
                    let value_13: u32 = start_2;
                    let value_14: u32 = limit_2;
                    for (var place_5 = value_13; place_5 < value_14; place_5 += 1u) {
                        start_2 = place_5;
                        start_2 += 1u;
                        let value_15: u32 = r_ * 10u + place_5;
                        z[amp_global[0]] += value_15;
                    }
                    active_ = false;
                }
            "#]],
        );
    }
}
