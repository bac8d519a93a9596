//! Uniformity analysis: which values are uniform in a tile, which are uniform in a row, and which vary.
//!
//! `check` uses the result to reject a barrier in divergent control flow; neither naga nor a GPU detects that
//! mistake. The CPU back end uses the result to decide which values it computes once for a row or tile, and
//! which for each lane.
//!
//! The algorithm is a fixpoint over the variables on the lattice `Tile < Row < Varying`. A variable is raised
//! to the level of each value assigned to it and of the control flow around the assignment. Levels only rise,
//! so the iteration terminates, and the result errs towards varying. The analysis records the cause of each
//! variable's level for diagnostics.

use super::Facts;
use super::receiver_assumptions::receiver;
use crate::ir::{Expr, ExprKind, ItemIndex, Kernel, Role, Stmt, Ty, Unary, Var};
use crate::site::Site;

/// The scope in which a value is uniform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Uniformity {
    /// The value is the same for the whole tile.
    Tile,
    /// The value is the same for a row: for all work-items that differ in the last dimension only.
    Row,
    /// The value may be different for each work-item.
    Varying,
}

/// The uniformity of each variable.
#[derive(Clone)]
pub(crate) struct UniformityMap {
    variables: Vec<Fact>,
    /// Whether the kernel is tiled and its work-items share a barrier, tile memory or a tile-relative index.
    pub(super) tiled: bool,
}

#[derive(Clone)]
struct Fact {
    uniformity: Uniformity,
    cause: Option<Cause>,
}

/// The reason why a value varies.
#[derive(Clone, PartialEq)]
enum Cause {
    /// The value depends on this variable.
    Through(Var),
    /// The value is itself a source of variation, such as an index. The text describes the value in
    /// diagnostics.
    Source(String),
    /// The value comes from memory or a call, so the compiler cannot rule out that it varies. It may be
    /// uniform in fact. The text describes the value in diagnostics.
    Unseen(String),
    /// The value is read from data at a varying index, or returned by a function with a varying argument. It
    /// may be uniform in fact.
    Mapped(Box<Cause>),
}

impl Cause {
    /// The variable on which the varying value directly depends, if any.
    fn through(&self) -> Option<Var> {
        match self {
            Cause::Through(var) => Some(*var),
            Cause::Mapped(cause) => cause.through(),
            Cause::Source(_) | Cause::Unseen(_) => None,
        }
    }
}

/// The reason why control flow is divergent.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    /// The reason in words, for a diagnostic.
    pub(crate) words: String,
    /// Whether the control flow may be uniform in fact, because it depends on values that the compiler cannot
    /// determine.
    pub(crate) unseen: bool,
}

impl Reason {
    /// Prepends words to the reason's text.
    fn after(self, words: &str) -> Self {
        Reason { words: format!("{words} {}", self.words), ..self }
    }
}

impl UniformityMap {
    pub(crate) fn new(kernel: &Kernel) -> Self {
        let fact = Fact { uniformity: Uniformity::Tile, cause: None };
        let mut uniformity = UniformityMap {
            variables: vec![fact; kernel.body.variables.len()],
            tiled: super::has_tile(kernel),
        };
        uniformity.fixpoint(kernel);
        uniformity
    }

    fn fixpoint(&mut self, kernel: &Kernel) {
        loop {
            let mut walk = Walk { kernel, uniformity: self, changed: false };
            walk.block(&kernel.body.block, (Uniformity::Tile, None));
            if !walk.changed {
                return;
            }
        }
    }

    /// Raises these variables, and all variables that depend on them, to varying.
    pub(crate) fn raise_all(&mut self, kernel: &Kernel, variables: &[Var]) {
        for var in variables {
            self.variables[var.0].uniformity = Uniformity::Varying;
        }
        self.fixpoint(kernel);
    }

    pub(crate) fn of(&self, var: Var) -> Uniformity {
        self.variables[var.0].uniformity
    }

    pub(crate) fn uniformity(&self, kernel: &Kernel, expr: &Expr) -> Uniformity {
        self.judge(kernel, expr).0
    }

    /// The uniformity of a call argument before the call. If the argument is a reference to a temporary copy,
    /// this is the uniformity of the value that was copied. The temporary may count as varying, because the
    /// call may modify it.
    pub(crate) fn argument_uniformity(&self, kernel: &Kernel, argument: &Expr) -> Uniformity {
        let copy = match &argument.kind {
            ExprKind::Reference { place, .. } => match place.kind {
                ExprKind::Local(var) if kernel.body.variables[var.0].temporary => Some(var),
                _ => None,
            },
            _ => None,
        };
        let (mut found, mut renewed) = (None, false);
        for stmt in kernel.body.block.iter().filter(|_| copy.is_some()) {
            stmt.walk(&mut |stmt| match stmt {
                Stmt::Let { var, value: Some(value) } if Some(*var) == copy => {
                    found = found.max(Some(self.uniformity(kernel, value)));
                }
                Stmt::Assign { place, .. } => renewed |= copy.is_some() && place.root() == copy,
                _ => {}
            });
        }
        found.filter(|_| !renewed).unwrap_or_else(|| self.uniformity(kernel, argument))
    }

    /// The uniformity of an expression, and the cause if it is not uniform in the tile.
    fn judge(&self, kernel: &Kernel, expr: &Expr) -> (Uniformity, Option<Cause>) {
        match &expr.kind {
            ExprKind::Local(var) => (self.of(*var), Some(Cause::Through(*var))),
            ExprKind::Item(ItemIndex::Tile | ItemIndex::TileOrigin) => (Uniformity::Tile, None),
            ExprKind::Item(ItemIndex::Row) => (Uniformity::Row, None),
            ExprKind::Item(item) => (Uniformity::Varying, Some(source(kernel, *item))),
            ExprKind::Subscript(base, index) => {
                let own = match (&base.kind, Facts::literal_usize(index)) {
                    (ExprKind::Item(item @ (ItemIndex::Global | ItemIndex::Local)), Some(d)) => {
                        let level = if d + 1 < kernel.rank { Uniformity::Row } else { Uniformity::Varying };
                        (level, Some(source(kernel, *item)))
                    }
                    _ => self.judge(kernel, base),
                };
                highest(own, self.judge(kernel, index))
            }
            ExprKind::Element { capture, index } => {
                let capture = &kernel.captures[*capture];
                if capture.role == Role::Write {
                    let cause = format!("`{}`, which the kernel writes", capture.ident);
                    return (Uniformity::Varying, Some(Cause::Unseen(cause)));
                }
                mapped(
                    index
                        .iter()
                        .fold((Uniformity::Tile, None), |sum, part| highest(sum, self.judge(kernel, part))),
                )
            }
            ExprKind::ViewArg { capture, .. } if kernel.captures[*capture].role == Role::Write => {
                let cause = format!("`{}`, which the kernel writes", kernel.captures[*capture].ident);
                (Uniformity::Varying, Some(Cause::Unseen(cause)))
            }
            ExprKind::Tile(tile) => {
                let cause = format!("`{}`, which is tile memory", kernel.body.tile_static[*tile].ident);
                (Uniformity::Varying, Some(Cause::Unseen(cause)))
            }
            ExprKind::Uniform(_) if kernel.tile.is_some() => (Uniformity::Tile, None),
            // The type of an array determines its length, so the length is uniform even if the items vary.
            //
            // An array inside a view element is an exception, as in `x[i].list.len()`. The CPU code evaluates
            // the subscript `i` to get the length, and `i` may vary. In an untiled kernel, no barrier depends
            // on the length, so the general rule in the last arm suffices.
            ExprKind::Length(list)
                if self.tiled
                    && !list.reads_view_element()
                    && !matches!(list.ty, Ty::Slice(_))
                    && !matches!(list.kind, ExprKind::Items(_)) =>
            {
                (Uniformity::Tile, None)
            }
            ExprKind::Call { .. } if expr.is_uniform_call() => (Uniformity::Tile, None),
            ExprKind::Call { .. } if expr.is_collective() => {
                let cause = "the result of a collective function";
                (Uniformity::Varying, Some(Cause::Unseen(cause.to_owned())))
            }
            ExprKind::Atomic { .. } => {
                let cause = "an atomic operation, whose result differs between work-items";
                (Uniformity::Varying, Some(Cause::Unseen(cause.to_owned())))
            }
            _ => {
                let children = expr.children().into_iter();
                let sum = children
                    .fold((Uniformity::Tile, None), |sum, child| highest(sum, self.judge(kernel, child)));
                if let ExprKind::Call { .. } = expr.kind { mapped(sum) } else { sum }
            }
        }
    }

    /// The uniformity of a loop's trip count, from its bounds and from the jumps that leave it early.
    pub(crate) fn of_loop(&self, kernel: &Kernel, stmt: &Stmt) -> Uniformity {
        self.judge_loop(kernel, stmt).0
    }

    fn judge_loop(&self, kernel: &Kernel, stmt: &Stmt) -> (Uniformity, Option<Cause>) {
        let mut sum = (Uniformity::Tile, None);
        for expr in stmt.expressions() {
            sum = highest(sum, self.judge(kernel, expr));
        }
        match stmt {
            Stmt::For { body, .. } => highest(sum, self.exits(kernel, body, (Uniformity::Tile, None), true)),
            Stmt::While { before, body, .. } => {
                let exits = self.exits(kernel, body, (Uniformity::Tile, None), true);
                highest(highest(sum, exits), self.exits(kernel, before, (Uniformity::Tile, None), true))
            }
            _ => sum,
        }
    }

    /// The highest level of the control flow at the jumps that leave a block. These are each `return` and, if
    /// `mine`, each `break` and `continue` outside inner loops. `control` is the level of the control flow
    /// around the block.
    fn exits(
        &self,
        kernel: &Kernel,
        block: &[Stmt],
        control: (Uniformity, Option<Cause>),
        mine: bool,
    ) -> (Uniformity, Option<Cause>) {
        let mut sum = (Uniformity::Tile, None);
        for stmt in block {
            let inner = match stmt {
                Stmt::Break(_) | Stmt::Continue(_) if mine => control.clone(),
                Stmt::Return { .. } => control.clone(),
                Stmt::If { condition, then, otherwise } => {
                    let control = highest(control.clone(), self.judge(kernel, condition));
                    let then = self.exits(kernel, then, control.clone(), mine);
                    highest(then, self.exits(kernel, otherwise, control, mine))
                }
                Stmt::For { body, .. } | Stmt::While { body, .. } => {
                    let bounds = stmt.expressions().into_iter();
                    let control = bounds.fold(control.clone(), |sum, e| highest(sum, self.judge(kernel, e)));
                    self.exits(kernel, body, control, false)
                }
                Stmt::Block(inner) => self.exits(kernel, inner, control.clone(), mine),
                _ => continue,
            };
            sum = highest(sum, inner);
        }
        sum
    }

    /// Calls `found` with the site and the reason for each barrier that some work-items of a tile may not
    /// reach.
    pub(crate) fn divergent_barriers(&self, kernel: &Kernel, found: &mut dyn FnMut(Site, Reason)) {
        self.barriers(kernel, &kernel.body.block, &mut None, found);
    }

    fn barriers(
        &self,
        kernel: &Kernel,
        block: &[Stmt],
        under: &mut Option<Reason>,
        found: &mut dyn FnMut(Site, Reason),
    ) {
        for stmt in block {
            match stmt {
                Stmt::Barrier(_, site) => {
                    if let Some(reason) = under {
                        found(*site, reason.clone());
                    }
                }
                Stmt::If { condition, then, otherwise } => {
                    let mut inner = under.clone();
                    if let Some(reason) = self.reason(kernel, condition) {
                        inner.get_or_insert(reason.after("the condition"));
                    }
                    let (mut yes, mut no) = (inner.clone(), inner);
                    self.barriers(kernel, then, &mut yes, found);
                    self.barriers(kernel, otherwise, &mut no, found);
                }
                Stmt::For { body, .. } | Stmt::While { body, .. } => {
                    let mut inner = under.clone();
                    let what = if matches!(stmt, Stmt::For { .. }) { "range" } else { "condition" };
                    for expr in stmt.expressions() {
                        if let Some(reason) = self.reason(kernel, expr) {
                            inner.get_or_insert(reason.after(&format!("the loop's {what}")));
                        }
                    }
                    if let (Uniformity::Row | Uniformity::Varying, Some(cause)) =
                        self.judge_loop(kernel, stmt)
                    {
                        let cause = self.explain(kernel, &cause);
                        let mut leave = false;
                        stmt.walk(&mut |it| leave |= matches!(it, Stmt::Break(_) | Stmt::Return { .. }));
                        let what = match leave {
                            true => "leave the loop at different times",
                            false => "skip the rest of an iteration",
                        };
                        inner.get_or_insert(cause.after(&format!("work-items {what}, depending on")));
                    }
                    if let Stmt::While { before, .. } = stmt {
                        self.barriers(kernel, before, &mut inner, found);
                    }
                    self.barriers(kernel, body, &mut inner, found);
                }
                Stmt::Let { .. } | Stmt::Expr(_) if stmt.is_collective() => {
                    if let (Some(reason), Some(site)) = (under.as_ref(), stmt.site()) {
                        found(site, reason.clone());
                    }
                }
                Stmt::Block(inner) => self.barriers(kernel, inner, under, found),
                _ => {}
            }
            // Only work-items that did not return execute the code after an early return.
            let returned = self.returns(kernel, std::slice::from_ref(stmt), (Uniformity::Tile, None));
            if let (Uniformity::Row | Uniformity::Varying, Some(cause)) = returned {
                let cause = self.explain(kernel, &cause);
                under.get_or_insert(cause.after("some work-items have returned before, depending on"));
            }
        }
    }

    /// The uniformity of the control flow at the `return`s in a block; `Tile` if the block contains none.
    fn returns(
        &self,
        kernel: &Kernel,
        block: &[Stmt],
        control: (Uniformity, Option<Cause>),
    ) -> (Uniformity, Option<Cause>) {
        self.exits(kernel, block, control, false)
    }

    /// The reason why a variable varies, in words; `None` if it is uniform in the tile.
    #[cfg(feature = "explain")]
    pub(crate) fn cause_in_words(&self, kernel: &Kernel, var: Var) -> Option<String> {
        Some(self.explain(kernel, self.variables[var.0].cause.as_ref()?).words)
    }

    fn reason(&self, kernel: &Kernel, expr: &Expr) -> Option<Reason> {
        match self.judge(kernel, expr) {
            (Uniformity::Tile, _) | (_, None) => None,
            (_, Some(cause)) => Some(self.explain(kernel, &cause).after("varies because of")),
        }
    }

    fn explain(&self, kernel: &Kernel, cause: &Cause) -> Reason {
        let mut reason = Reason { words: String::new(), unseen: false };
        let mut cause = cause;
        for _ in 0..6 {
            while let Cause::Mapped(inner) = cause {
                reason.unseen = true;
                cause = inner;
            }
            reason.unseen |= matches!(cause, Cause::Unseen(_));
            match cause {
                Cause::Source(source) | Cause::Unseen(source) => {
                    reason.words += source;
                    return reason;
                }
                Cause::Through(var) => {
                    let variable = &kernel.body.variables[var.0];
                    if !variable.temporary {
                        reason.words += &format!("`{}`, which comes from ", variable.ident);
                    }
                    match &self.variables[var.0].cause {
                        Some(next) => cause = next,
                        // The variable is a parameter, whose value depends on the caller.
                        None => {
                            reason.unseen = true;
                            break;
                        }
                    }
                }
                Cause::Mapped(_) => {}
            }
        }
        reason.words += "a varying value";
        reason
    }
}

/// The cause to record for an index, with a description such as "the work-item's index".
fn source(kernel: &Kernel, item: ItemIndex) -> Cause {
    Cause::Source(match kernel.tile {
        Some(_) => format!("`{}.{}`, which is different in each work-item", kernel.index, item.field()),
        None => "the work-item's index".to_owned(),
    })
}

fn highest(a: (Uniformity, Option<Cause>), b: (Uniformity, Option<Cause>)) -> (Uniformity, Option<Cause>) {
    if b.0 > a.0 { b } else { a }
}

/// Wraps the cause in `Cause::Mapped`, for a value that is read from data or returned by a function.
fn mapped((level, cause): (Uniformity, Option<Cause>)) -> (Uniformity, Option<Cause>) {
    (level, cause.map(|cause| Cause::Mapped(Box::new(cause))))
}

/// Whether evaluating an expression can panic.
fn can_fail(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |expr| {
        found |= match &expr.kind {
            ExprKind::Element { .. }
            | ExprKind::Call { .. }
            | ExprKind::Method { .. }
            | ExprKind::Uniform(_)
            | ExprKind::Atomic { .. } => true,
            ExprKind::Subscript(base, _) => !matches!(base.kind, ExprKind::Item(_)),
            ExprKind::Unary(Unary::Neg, _) => true,
            ExprKind::Binary(operator, ..) => !operator.is_comparison() && !operator.is_lazy(),
            _ => false,
        }
    });
    found
}

struct Walk<'u> {
    kernel: &'u Kernel,
    uniformity: &'u mut UniformityMap,
    changed: bool,
}

impl Walk<'_> {
    fn block(&mut self, block: &[Stmt], control: (Uniformity, Option<Cause>)) {
        let mut control = control;
        for stmt in block {
            self.stmt(stmt, control.clone());
            let stmt = std::slice::from_ref(stmt);
            control = highest(control.clone(), self.uniformity.returns(self.kernel, stmt, control));
        }
    }

    fn stmt(&mut self, stmt: &Stmt, control: (Uniformity, Option<Cause>)) {
        match stmt {
            Stmt::Let { var, value } => {
                let Some(value) = value else { return };
                let mut sum = self.judge(value);
                // The CPU back end may compute a uniform value once, outside the branch that contains it. An
                // initialiser that can panic must stay in its branch. So its variable is raised to the level of
                // the branch, too.
                if can_fail(value) {
                    sum = highest(sum, control);
                }
                self.raise(*var, sum.clone());
                self.raise_modified(value, sum);
            }
            Stmt::Expr(value) => {
                let sum = highest(control, self.judge(value));
                self.raise_modified(value, sum);
            }
            Stmt::Assign { place, value, .. } => {
                let mut sum = highest(control, self.judge(value));
                let mut at = place;
                loop {
                    match &at.kind {
                        ExprKind::Subscript(base, index) => {
                            sum = highest(sum, self.judge(index));
                            at = base;
                        }
                        ExprKind::Field(base, _) | ExprKind::Payload(base, ..) => at = base,
                        ExprKind::Local(var) => return self.raise(*var, sum),
                        _ => return,
                    }
                }
            }
            Stmt::If { condition, then, otherwise } => {
                let control = highest(control, self.judge(condition));
                self.block(then, control.clone());
                self.block(otherwise, control);
            }
            Stmt::For { var, body, .. } => {
                let control = highest(control, self.uniformity.judge_loop(self.kernel, stmt));
                self.raise(*var, control.clone());
                self.block(body, control);
            }
            Stmt::While { before, body, .. } => {
                let control = highest(control, self.uniformity.judge_loop(self.kernel, stmt));
                self.block(before, control.clone());
                self.block(body, control);
            }
            Stmt::Block(inner) => self.block(inner, control),
            Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Return { .. }
            | Stmt::Barrier(..)
            | Stmt::Assert { .. }
            | Stmt::Print { .. }
            | Stmt::CheckExhaustive { .. } => {}
        }
    }

    /// Raises each variable that an expression modifies to the level `sum`, which combines the levels of the
    /// expression and of the control flow around it.
    fn raise_modified(&mut self, value: &Expr, sum: (Uniformity, Option<Cause>)) {
        let stays = receiver(value).filter(|var| self.kernel.body.assumed_unmodified.contains(var));
        for var in value.modified_variables().into_iter().filter(|var| Some(*var) != stays) {
            self.raise(var, sum.clone());
        }
        // The callee may call the closure with varying values even if all arguments of the callee are
        // uniform. So every variable that the closure modifies becomes varying.
        if let ExprKind::Call { arguments, .. } = &value.kind {
            for argument in arguments {
                if let ExprKind::Closure(closure) = &argument.kind {
                    for var in closure.modified_variables() {
                        self.raise(var, (Uniformity::Varying, sum.1.clone()));
                    }
                }
            }
        }
    }

    fn judge(&self, expr: &Expr) -> (Uniformity, Option<Cause>) {
        self.uniformity.judge(self.kernel, expr)
    }

    fn raise(&mut self, var: Var, (level, cause): (Uniformity, Option<Cause>)) {
        let fact = &mut self.uniformity.variables[var.0];
        if level > fact.uniformity {
            *fact = Fact { uniformity: level, cause: cause.filter(|cause| cause.through() != Some(var)) };
            self.changed = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, message};

    #[test]
    fn accepts_uniform_flow() {
        codes(
            "tile = [16], |t: TiledIndex<1>| {
                let mut s = 8;
                while s > 0 { if t.local[0] < s { y[t.global] += 1.0; } t.barrier.wait(); s /= 2; }
                for k in 0..n { if n > 3 { t.barrier.wait(); } if t.tile[0] == k { t.barrier.wait(); } }
            }",
            &[],
        );
    }

    #[test]
    fn finds_divergent_flow() {
        codes("tile = [16], |t: TiledIndex<1>| { if t.local[0] < 4 { t.barrier.wait(); } }", &["AMP014"]);
        codes(
            "tile = [16], |t: TiledIndex<1>| { if y[t.global] < 4.0 { return; } t.barrier.wait(); }",
            &["AMP014"],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| { for k in 0..t.local[0] { t.barrier.wait(); } }",
            &["AMP014"],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| { for k in 0..n { if k > t.local[0] { break; } t.barrier.wait(); } }",
            &["AMP014"],
        );
        codes(
            "tile = [16], |t: TiledIndex<1>| { let mut a = 0; if t.local[0] > 3 { a = 1; } if a == 1 { t.barrier.wait(); } }",
            &["AMP014"],
        );
    }

    #[test]
    fn subgroup_size_and_count_are_uniform() {
        for call in ["subgroup::size", "amp::subgroup::size", "::amp::subgroup::count", "subgroup::count"] {
            let flow = format!(
                "tile = [16], |t: TiledIndex<1>| {{ let mut i = 1; while i < {call}(&t.barrier) {{ t.barrier.wait(); i *= 2; }} }}"
            );
            codes(&flow, &[]);
        }
        for call in ["subgroup::index", "subgroup::lane", "size", "my::subgroup::size", "::subgroup::size"] {
            let flow = format!(
                "tile = [16], |t: TiledIndex<1>| {{ let mut i = 1; while i < {call}(&t.barrier) {{ t.barrier.wait(); i *= 2; }} }}"
            );
            // The first diagnostic is for the call in the condition, the second for the barrier.
            codes(&flow, &["AMP014", "AMP014"]);
        }
    }

    #[test]
    fn help_suggests_uniform_for_unseen_values() {
        let helped = |condition: &str| {
            let flow = format!(
                "tile = [16], |t: TiledIndex<1>| {{ y[t.global] = 1.0; let own = {condition}; if own {{ t.barrier.wait(); }} }}"
            );
            let text = message(&flow);
            assert!(text.contains("AMP014"), "{text}");
            text.contains("`let n = uniform(..);`")
        };
        for unseen in ["y[0] > 1.0", "x[t.global] > 1.0", "f(&t.barrier) > 1", "f(t.local[0]) > 1"] {
            assert!(helped(unseen), "{unseen}");
        }
        for seen in ["t.local[0] > 1", "t.global[0] / 2 > n", "t.local[0] as f32 > a.sin()"] {
            assert!(!helped(seen), "{seen}");
        }
    }

    #[test]
    fn names_the_chain_of_causes() {
        let text = message(
            "tile = [16], |t: TiledIndex<1>| { let row = t.local[0]; let half = row / 2; if half < 4 { t.barrier.wait(); } }",
        );
        assert!(
            text.contains(
                "the condition varies because of `half`, which comes from `row`, which comes from `t.local`"
            ),
            "{text}"
        );
    }
}
