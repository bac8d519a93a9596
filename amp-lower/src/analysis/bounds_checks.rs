//! Bounds-check elimination: proves that every subscript of a kernel is in range, so that a device need not
//! check.
//!
//! A walk over the kernel collects facts such as `a < b` about values that do not change. The facts come from
//! the domain, `for` ranges and the conditions around an access. Each subscript needs an upper bound that
//! follows from these facts. If the bound is not the extent of the view itself, the kernel gets a
//! `BoundsRequirement`: the extent must be at least the bound. The extent and the bound are fixed at launch, so
//! the launch tests the requirement.
//!
//! ```text
//! for k in 0..n { sum += a[k]; }     // requires: extent of `a` >= n
//! ```
//!
//! If one access has no proof, or a requirement fails at launch, the launch uses a pipeline that is compiled
//! with wgpu's bounds checks. These checks are expensive: on the GPU that was measured, a sum took 1.75 times
//! as long with them.

mod upper_bounds;

use super::{Affine, Facts, Interval};
use crate::ir::{Binary, Body, Expr, ExprKind, Flow, Len, Range, Role, Stmt, Ty, Unary, Var};
use crate::site::Site;
use amp_shader::{BoundsRequirement, Size};

/// An exclusive upper bound of a value.
#[derive(Clone, Debug, PartialEq)]
enum UpperBound {
    /// An integer that is fixed at launch, such as an extent or a captured value.
    Size(Size),
    /// A constant, given by its tokens. An index below `N` is in bounds of an array whose length has the same
    /// tokens, `[T; N]`.
    Written(String),
}

/// A fact that holds at the current statement, about values that do not change there.
enum Bound {
    Below(Affine, Affine),
    AtMost(Affine, Affine),
    Unlike(Affine, Affine),
    /// `a < half`, in a branch that does not modify the mutable variable `half`. In a tree reduction, `half`
    /// starts as `n / 2` and is only divided. Then the fact proves `a + half < n`.
    BelowHalf(Affine, Var),
}

struct Walk<'f> {
    facts: &'f Facts,
    bounds: Vec<Bound>,
    /// The variables of the enclosing `for` loops, each with an exclusive upper bound. A variable with
    /// several bounds occurs several times.
    counted: Vec<(Var, UpperBound)>,
    /// The intervals of the variables of the enclosing `for` loops that have constant bounds.
    intervals: Vec<(Var, Interval)>,
    /// The requirements collected so far, which the launch must test.
    requirements: Vec<BoundsRequirement>,
    /// The sites of the accesses without a proof.
    unproved: Vec<Site>,
}

/// Whether a device function accesses memory by an index that is not constant. Kernels that call such a
/// function keep wgpu's checks.
pub(crate) fn has_dynamic_index(body: &Body) -> bool {
    let mut found = false;
    for stmt in &body.block {
        stmt.walk_expressions(&mut |expr| {
            found |= match &expr.kind {
                ExprKind::Element { .. } | ExprKind::Atomic { .. } => true,
                // Even a constant subscript of a slice selects an unknown item of the array, because the
                // caller determines where the slice starts.
                ExprKind::Subscript(base, index) => !is_constant(index) || matches!(base.ty, Ty::Slice(_)),
                _ => false,
            }
        });
    }
    found
}

/// Whether a subscript is constant. The shader compiler checks constant subscripts at compile time, so they
/// need no proof here.
fn is_constant(index: &Expr) -> bool {
    matches!(index.kind, ExprKind::Literal(_) | ExprKind::Const(_))
}

impl Facts {
    /// The requirements under which every access is in bounds, apart from accesses in device functions.
    /// `None` if some access has no proof.
    pub(crate) fn prove_in_bounds(&self) -> Option<Vec<BoundsRequirement>> {
        let (requirements, unproved) = self.bounds_proofs();
        unproved.is_empty().then_some(requirements)
    }

    /// The requirements of the accesses that have a proof, and the sites of the others.
    pub(crate) fn bounds_proofs(&self) -> (Vec<BoundsRequirement>, Vec<Site>) {
        let mut walk = Walk {
            facts: self,
            bounds: Vec::new(),
            counted: Vec::new(),
            intervals: Vec::new(),
            requirements: Vec::new(),
            unproved: Vec::new(),
        };
        walk.block(&self.kernel.body.block);
        (walk.requirements, walk.unproved)
    }
}

impl Walk<'_> {
    fn block(&mut self, block: &[Stmt]) {
        let known = self.bounds.len();
        for stmt in block {
            self.stmt(stmt);
        }
        self.bounds.truncate(known);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::If { condition, then, otherwise } => {
                self.expr(condition);
                self.with_fact(condition, true, |walk| {
                    walk.learn_below_half(condition, then);
                    walk.block(then);
                });
                self.with_fact(condition, false, |walk| walk.block(otherwise));
                if !Flow::of_block(then).shader_falls_through {
                    self.learn(condition, false);
                }
                if !Flow::of_block(otherwise).shader_falls_through {
                    self.learn(condition, true);
                }
            }
            Stmt::For { var, range, body } => {
                range.bounds().for_each(|bound| self.expr(bound));
                self.counted.extend(self.loop_upper_bounds(*var, range));
                self.intervals.extend(self.loop_interval(*var, range));
                self.block(body);
            }
            Stmt::While { before, condition, body, .. } => {
                self.block(before);
                self.expr(condition);
                self.with_fact(condition, true, |walk| walk.block(body));
            }
            Stmt::Block(inner) => self.block(inner),
            // Only shaders with traps contain assertions, and they check the accesses in them.
            Stmt::Assert { .. } | Stmt::CheckExhaustive { .. } => {}
            Stmt::Let { .. }
            | Stmt::Assign { .. }
            | Stmt::Expr(_)
            | Stmt::Return { .. }
            | Stmt::Print { .. } => {
                stmt.expressions().into_iter().for_each(|expr| self.expr(expr));
            }
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Barrier(..) => {}
        }
    }

    /// Calls `look` to visit code that runs only if the condition has this value. The facts that follow from
    /// the value hold only during the call.
    fn with_fact(&mut self, condition: &Expr, value: bool, look: impl FnOnce(&mut Self)) {
        let known = self.bounds.len();
        self.learn(condition, value);
        look(self);
        self.bounds.truncate(known);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), a, b) => {
                self.expr(a);
                return self.with_fact(a, *operator == Binary::And, |walk| walk.expr(b));
            }
            ExprKind::Closure(closure) => {
                self.block(&closure.body);
                closure.value.iter().for_each(|value| self.expr(value));
                return;
            }
            ExprKind::Element { capture, index } => self.element(*capture, index, expr.site),
            ExprKind::Subscript(base, index) if !is_constant(index) => {
                let is_inside = match &base.ty {
                    Ty::Array(_, len) => {
                        self.upper_bounds(index).iter().any(|(upper_bound, requirements)| {
                            match (upper_bound, len) {
                                (UpperBound::Size(Size::Constant(upper_bound)), Len::Number(len)) => {
                                    requirements.is_empty() && *upper_bound as usize <= *len
                                }
                                (UpperBound::Written(upper_bound), Len::Const(len)) => {
                                    upper_bound == len.text()
                                }
                                _ => false,
                            }
                        })
                    }
                    _ => false,
                };
                if !is_inside {
                    self.unproved.push(expr.site);
                }
            }
            _ => {}
        }
        expr.children().into_iter().for_each(|child| self.expr(child));
    }

    fn element(&mut self, capture: usize, index: &[Expr], site: Site) {
        let is_view = matches!(self.facts.kernel.captures[capture].role, Role::Read | Role::Write);
        for (dimension, part) in index.iter().enumerate() {
            let own = Size::Extent(capture, dimension);
            let mut upper_bounds = self.upper_bounds(part);
            // The extent of the view itself comes first, because this upper bound needs no test at launch.
            upper_bounds.sort_by_key(|(upper_bound, _)| *upper_bound != UpperBound::Size(own));
            let found = upper_bounds.into_iter().find_map(|(upper_bound, requirements)| match upper_bound {
                UpperBound::Size(size) => Some((size, requirements)),
                UpperBound::Written(_) => None,
            });
            let Some((size, requirements)) = found.filter(|_| is_view) else {
                self.unproved.push(site);
                return;
            };
            let requirement = (size != own).then_some(BoundsRequirement { capture, dimension, size });
            for requirement in requirements.into_iter().chain(requirement) {
                if !self.requirements.contains(&requirement) {
                    self.requirements.push(requirement);
                }
            }
        }
    }

    /// Pairs of a `for` loop's variable and an exclusive upper bound of it: `for k in 0..min(a, b)` gives the
    /// pairs `(k, a)` and `(k, b)`. Empty if the range is inclusive, or if the body may modify the variable.
    fn loop_upper_bounds(&self, var: Var, range: &Range) -> Vec<(Var, UpperBound)> {
        let changes = self.facts.kernel.body.variables[var.0].mutable;
        match range.inclusive || changes {
            true => Vec::new(),
            false => self.ends(&range.end).into_iter().map(|upper_bound| (var, upper_bound)).collect(),
        }
    }

    /// The interval of a `for` loop's variable, if both ends of the range have intervals. Reversing the range, or
    /// a step, only leaves values out.
    fn loop_interval(&self, var: Var, range: &Range) -> Option<(Var, Interval)> {
        let changes = self.facts.kernel.body.variables[var.0].mutable;
        let (start, end) = (self.interval(&range.start)?, self.interval(&range.end)?);
        let high = if range.inclusive { end.high } else { end.high - 1 };
        (!changes).then_some((var, Interval { low: start.low, high }))
    }

    /// Records the facts that follow if the condition has this value.
    fn learn(&mut self, condition: &Expr, value: bool) {
        match &condition.kind {
            ExprKind::Unary(Unary::Not, inner) => self.learn(inner, !value),
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), a, b)
                if (*operator == Binary::And) == value =>
            {
                self.learn(a, value);
                self.learn(b, value);
            }
            ExprKind::Local(var) => {
                if let Some(meaning) = self.facts.definition(*var).filter(|it| self.facts.is_stable(it)) {
                    self.learn(meaning, value);
                }
            }
            ExprKind::Binary(operator, a, b) if self.facts.is_stable(a) && self.facts.is_stable(b) => {
                let (a, b) = (Affine::of(a, self.facts), Affine::of(b, self.facts));
                self.bounds.extend(match (operator, value) {
                    (Binary::Lt, true) | (Binary::Ge, false) => Some(Bound::Below(a, b)),
                    (Binary::Gt, true) | (Binary::Le, false) => Some(Bound::Below(b, a)),
                    (Binary::Le, true) | (Binary::Gt, false) => Some(Bound::AtMost(a, b)),
                    (Binary::Ge, true) | (Binary::Lt, false) => Some(Bound::AtMost(b, a)),
                    (Binary::Ne, true) | (Binary::Eq, false) => Some(Bound::Unlike(a, b)),
                    _ => None,
                });
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::bounds_requirements;

    #[test]
    fn proved_accesses_yield_bounds_requirements() {
        for (kernel, expected) in [
            ("|i: Index<1>| { y[i] = 2.0 * x[i]; }", "y.0 >= Domain(0), x.0 >= Domain(0)"),
            ("|i: Index<1>| { for k in 0..n { y[k] = 1.0; } }", "y.0 >= n"),
            ("|i: Index<1>| { for k in (0..y.extent()[0]).rev().step_by(3) { y[k] = 1.0; } }", ""),
            (
                "|i: Index<1>| { y[3] = 1.0; let at = 7; y[at] = 2.0; }",
                "y.0 >= Constant(4), y.0 >= Constant(8)",
            ),
            ("|i: Index<1>| { if i[0] < n { y[i] = 1.0; } }", "y.0 >= n"),
            ("|i: Index<1>| { if i[0] >= n { return; } y[i] = 1.0; }", "y.0 >= n"),
            ("|i: Index<1>| { let last = i[0] == 0; if !last { y[i[0] - 1] = 1.0; } }", "y.0 >= Domain(0)"),
            ("|i: Index<1>| { let r = i[0]; if r > 0 && x[r - 1] > 0.0 { } }", "x.0 >= Domain(0)"),
            ("|i: Index<1>| { let n = y.extent()[0]; if i[0] + 1 < n { y[i[0] + 1] = 1.0; } }", ""),
            (
                "|i: Index<1>| { let n = y.extent()[0]; let r = i[0]; if r == 0 || r == n - 1 { y[i] = 1.0; } else { y[i] = y[r - 1] + y[r + 1]; } }",
                "y.0 >= Domain(0)",
            ),
            (
                "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; a[t.local[0]] = 1.0; for k in 0..8 { a[k] = 2.0; } y[t.global] = a[0]; }",
                "y.0 >= Domain(0)",
            ),
            (
                "tile = [SOME], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; SOME]; a[t.local[0]] = 1.0; for k in 0..SOME { a[k] = 2.0; } }",
                "",
            ),
            ("tile = [8], |t: TiledIndex<1>| { y[t.tile] = 1.0; }", "y.0 >= Tiles(0)"),
            (
                "|i: Index<1>| { let last = x.extent()[0] - 1; let at = (2 * i[0] + 1).min(last); y[i] = x[at] + x[last.min(7 * i[0])]; }",
                "y.0 >= Domain(0), x.0 >= Constant(1)",
            ),
            (
                "|i: Index<1>| { y[(i[0] * i[0]).min(5)] = 1.0; y[usize::min(i[0], n)] = 2.0; }",
                "y.0 >= Constant(6), y.0 >= Domain(0)",
            ),
            (
                "tile = [SOME], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; SOME]; let l = t.local[0]; a[l] = 1.0; t.barrier.wait(); let mut h = SOME / 2; while h > 0 { if l < h { a[l] += a[l + h]; } t.barrier.wait(); h /= 2; } }",
                "",
            ),
            (
                "|i: Index<1>| { let end = n.min(x.extent()[0]); for k in 0..end { y[k] = x[k]; } }",
                "y.0 >= n",
            ),
            // Intervals of index components and of loop variables with constant bounds.
            (
                "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 16]; let l = t.local[0]; a[l] = 1.0; a[2 * l + 1] = 2.0; a[15 - l] = 3.0; }",
                "",
            ),
            (
                "|i: Index<1>| { let a = [1.0; 9]; for r in 0..3 { for c in 0..3 { y[i] = a[3 * r + c]; } } }",
                "y.0 >= Domain(0)",
            ),
            (
                "|i: Index<1>| { for k in 1..4 { for j in k..=4 { y[j - 1] = x[2 * k + j]; } } }",
                "y.0 >= Constant(4), x.0 >= Constant(11)",
            ),
            (
                "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; let l = t.local[0]; let mut h: usize = 8 >> 1; while h > 0 { if h > l && n > 3 { a[l] += a[h + l]; } h = h >> 1; } }",
                "",
            ),
        ] {
            assert_eq!(bounds_requirements(kernel).as_deref(), Some(expected), "{kernel}");
        }
    }

    #[test]
    fn accesses_without_proof_are_checked() {
        for kernel in [
            "|i: Index<1>| { y[i[0] + 1] = 1.0; }",
            "|i: Index<1>| { y[i[0] - 1] = 1.0; }",
            "|i: Index<1>| { if i[0] > 0 { y[i[0] - 2] = 1.0; } }",
            "|i: Index<1>| { for k in 0..=n { y[k] = 1.0; } }",
            "|i: Index<1>| { for mut k in 0..n { k += 1; y[k] = 1.0; } }",
            "|i: Index<1>| { let mut k = 0; while k < n { y[k] = 1.0; k += 1; } }",
            "|i: Index<1>| { let mut k = i[0]; if k < n { k += 1; y[k] = 1.0; } }",
            "|i: Index<1>| { if i[0] < n { } else { y[i] = 1.0; y[i[0] - 1] = 1.0; } }",
            "|i: Index<1>| { if i[0] > 0 || n > 3 { y[i[0] - 1] = 1.0; } }",
            "|i: Index<1>| { if i[0] > 0 { } y[i[0] - 1] = 1.0; }",
            "|i: Index<1>| { assert!(i[0] > 0); y[i[0] - 1] = 1.0; }",
            "|i: Index<1>| { let n = y.extent()[0]; if i[0] != n - 1 { x[i[0] + 1]; } if i[0] != n - 2 { y[i[0] + 1] = 1.0; } }",
            "|i: Index<1>| { let n = y.extent()[0]; if i[0] * 2 != n - 1 { y[i[0] * 2 + 1] = 1.0; } }",
            "|i: Index<1>| { y[x[i] as usize] = 1.0; }",
            "|i: Index<1>| { let a = [1.0, 2.0]; y[i] = a[i[0]]; }",
            "|i: Index<1>| { let a = [1.0, 2.0]; for k in 0..3 { y[i] = a[k]; } }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 7]; a[t.local[0]] = 1.0; }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; a[t.local[0] + 1] = 1.0; }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; a[7 - 2 * t.local[0]] = 1.0; }",
            "|i: Index<1>| { let a = [1.0; 9]; for r in 0..3 { for c in 0..=3 { y[i] = a[3 * r + c]; } } }",
            "|i: Index<1>| { let a = [1.0; 9]; for k in 0..9 { y[i] = a[k - 1]; } }",
            "|i: Index<1>| { let a = [1.0; 9]; for mut k in 0..8 { k += 2; y[i] = a[k]; } }",
            "tile = [SOME], |t: TiledIndex<1>| { const SOME: usize = 3; #[tile_static] let mut a: [f32; SOME]; a[t.local[0]] = 1.0; }",
            "|i: Index<1>| { y[(7 * i[0]).max(x.extent()[0] - 1)] = 1.0; }",
            "|i: Index<1>| { y[7 * i[0] % n] = 1.0; }",
            "|i: Index<1>| { let at: usize = a.min(3); y[at] = 1.0; }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; let l = t.local[0]; let mut h = 8 / 2; while h > 0 { if l < h { twice(&mut h); a[l] += a[l + h]; } h /= 2; } }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; let l = t.local[0]; let mut h = 8 / 2; while h > 0 { let mut more = |k: usize| { h *= k; }; if l < h { more(2); a[l] += a[l + h]; } h /= 2; } }",
            "|i: Index<1>| { let a = [1.0, 2.0]; y[i] = a[i[0] % 3]; }",
            "|i: Index<1>| { y[(3).clamp(1, 7 * i[0])] = 1.0; }",
            "|i: Index<1>| { y[(7 * i[0]).min(x.extent()[0])] = x[(7 * i[0]).min(x.extent()[0])]; }",
            "|i: Index<1>| { let mut at = (7 * i[0]).min(y.extent()[0] - 1); at += 1; y[at] = 1.0; }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; let l = t.local[0]; let mut h = 8u32 as usize / 2; while h > 0 { if l < h { h += 1; a[l] += a[l + h]; } h /= 2; } }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; let l = t.local[0]; let mut h = 8 / 2; while h > 0 { if l <= h { a[l] += a[l + h]; } h /= 2; } }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; let l = t.local[0]; let mut h = 8 / 2; while h > 0 { if l < h { a[l] += a[l + h]; } h *= 2; } }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; let l = t.local[0]; let mut h = 8 / 2; while h > 0 { if l < h { h /= 2; a[l] += a[l + h]; } } }",
            "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 6]; let l = t.local[0]; let mut h = 8 / 2; while h > 0 { if l < h { a[l + h] = 1.0; } h /= 2; } }",
        ] {
            assert_eq!(bounds_requirements(kernel), None, "{kernel}");
        }
    }
}
