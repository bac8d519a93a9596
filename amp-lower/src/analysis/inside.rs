//! Whether a kernel can be seen to stay inside its views and arrays: then a device need not check.
//!
//! What keeps a subscript inside is the domain, for the work-item's own index; the end of a `for` that counts with it; a
//! condition under which the access stands. Each of them is compared with the view's extent by the launch, which knows both
//! (`amp_shader::Room`). Where one access has no such reason, or a launch says no, everything is checked.

use super::{Facts, halving, linear};
use crate::ir::{Binary, Body, Expr, ExprKind, ItemIndex, Len, Range, Role, Stmt, Ty, Unary, Var};
use amp_shader::{Room, Scalar, Size};
use quote::ToTokens;
use syn::{ExprLit, Lit};

/// Something that a number is less than.
#[derive(Clone, Debug, PartialEq)]
enum Limit {
    /// Known to the launch.
    Size(Size),
    /// As it is written: a constant, which may be an array's length as well.
    Written(String),
}

/// What is known where a statement stands, of numbers that do not change.
enum Known {
    Below(Expr, Expr),
    AtMost(Expr, Expr),
    Unlike(Expr, Expr),
    /// Less than a variable that is only ever halved, and keeps its value where that is known.
    BelowHalf(Expr, Var),
}

struct Walk<'f, 'k> {
    facts: &'f Facts<'k>,
    known: Vec<Known>,
    /// The variables that loops count with, each with the limit.
    counted: Vec<(Var, Limit)>,
    /// What the launch has to see to.
    rooms: Vec<Room>,
    stays: bool,
}

/// Whether the statements of a function reach into memory by numbers that vary.
pub(crate) fn reaches(body: &Body) -> bool {
    let mut found = false;
    for stmt in &body.block {
        stmt.walk_expressions(&mut |expr| {
            found |= match &expr.kind {
                ExprKind::Element { .. } | ExprKind::Atomic { .. } => true,
                ExprKind::Subscript(_, index) => !is_constant(index),
                _ => false,
            }
        });
    }
    found
}

/// A constant subscript is judged when the shader is.
fn is_constant(index: &Expr) -> bool {
    matches!(index.kind, ExprKind::Number(_) | ExprKind::Const(_))
}

impl Facts<'_> {
    /// What a launch has to see to, so that every access stays inside, those of functions aside; nothing, if nobody knows.
    pub(crate) fn inside(&self) -> Option<Vec<Room>> {
        let mut walk =
            Walk { facts: self, known: Vec::new(), counted: Vec::new(), rooms: Vec::new(), stays: true };
        walk.block(&self.kernel.body.block);
        walk.stays.then_some(walk.rooms)
    }
}

impl Walk<'_, '_> {
    fn block(&mut self, block: &[Stmt]) {
        let known = self.known.len();
        for stmt in block {
            self.stmt(stmt);
        }
        self.known.truncate(known);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::If { condition, then, otherwise } => {
                self.expr(condition);
                self.under(condition, true, |walk| {
                    walk.learn_half(condition, then);
                    walk.block(then);
                });
                self.under(condition, false, |walk| walk.block(otherwise));
                let leaves =
                    matches!(then.last(), Some(Stmt::Return { .. } | Stmt::Break(_) | Stmt::Continue(_)));
                if leaves && otherwise.is_empty() {
                    self.learn(condition, false);
                }
            }
            Stmt::For { var, range, body } => {
                range.bounds().for_each(|bound| self.expr(bound));
                self.counted.extend(self.end(*var, range));
                self.block(body);
            }
            Stmt::While { before, condition, body, .. } => {
                self.block(before);
                self.expr(condition);
                // What `before` declares is known in the condition and in the body.
                self.under(condition, true, |walk| walk.block(body));
            }
            Stmt::Block(inner) => self.block(inner),
            // A device cannot stop: nothing of it is there.
            Stmt::Assert { .. } | Stmt::Covers { .. } => {}
            Stmt::Let { .. } | Stmt::Assign { .. } | Stmt::Expr(_) | Stmt::Return { .. } => {
                stmt.expressions().into_iter().for_each(|expr| self.expr(expr));
            }
            Stmt::Break(_) | Stmt::Continue(_) | Stmt::Barrier(..) => {}
        }
    }

    /// Does something where a condition has a value.
    fn under(&mut self, condition: &Expr, value: bool, look: impl FnOnce(&mut Self)) {
        let known = self.known.len();
        self.learn(condition, value);
        look(self);
        self.known.truncate(known);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), a, b) => {
                self.expr(a);
                return self.under(a, *operator == Binary::And, |walk| walk.expr(b));
            }
            ExprKind::Closure(closure) => {
                self.block(&closure.body);
                closure.value.iter().for_each(|value| self.expr(value));
                return;
            }
            ExprKind::Element { slot, index } => self.element(*slot, index),
            ExprKind::Subscript(base, index) if !is_constant(index) => {
                let inside = match &base.ty {
                    Ty::Array(_, len) => self.limits(index).iter().any(|(limit, rooms)| match (limit, len) {
                        (Limit::Size(Size::Number(limit)), Len::Number(len)) => {
                            rooms.is_empty() && *limit as usize <= *len
                        }
                        (Limit::Written(limit), Len::Const(len)) => *limit == len.0.to_string(),
                        _ => false,
                    }),
                    _ => false,
                };
                self.stays &= inside;
            }
            _ => {}
        }
        expr.children().into_iter().for_each(|child| self.expr(child));
    }

    fn element(&mut self, slot: usize, index: &[Expr]) {
        let is_view = matches!(self.facts.kernel.slots[slot].role, Role::Read | Role::Write);
        for (dimension, part) in index.iter().enumerate() {
            let own = Size::Extent(slot, dimension);
            let mut limits = self.limits(part);
            // What is known anyway comes before what the launch has to see to.
            limits.sort_by_key(|(limit, _)| *limit != Limit::Size(own));
            let found = limits.into_iter().find_map(|(limit, rooms)| match limit {
                Limit::Size(size) => Some((size, rooms)),
                Limit::Written(_) => None,
            });
            let Some((size, rooms)) = found.filter(|_| is_view) else {
                self.stays = false;
                return;
            };
            let room = (size != own).then_some(Room { slot, dimension, size });
            for room in rooms.into_iter().chain(room) {
                if !self.rooms.contains(&room) {
                    self.rooms.push(room);
                }
            }
        }
    }

    /// What a number is less than, and what has to hold for that.
    fn limits(&self, expr: &Expr) -> Vec<(Limit, Vec<Room>)> {
        let (name, step) = linear(expr, Some(self.facts));
        let this = (name.clone(), step);
        let mut limits = Vec::new();
        for known in &self.known {
            if let Known::Below(a, b) = known
                && self.is(a, &this)
            {
                limits.extend(self.limit(b).map(|limit| (limit, Vec::new())));
            }
        }
        limits.extend(self.half_and_less(expr).map(|limit| (limit, Vec::new())));
        limits.extend(self.least(expr));
        match step {
            0 => limits.extend(self.own_limit(&name).map(|limit| (limit, Vec::new()))),
            // Less than the name itself, if it is not less than zero.
            ..0 if self.is_at_least(&name, -step) => limits.extend(self.limits(&name)),
            // Not the last one.
            1 => limits.extend(self.next(&name)),
            _ => {}
        }
        limits
    }

    /// What the least of some numbers is less than, and what a rest of a division is: an extent, if it is not zero, where the division is by
    /// it or one of the numbers is the last in it.
    fn least(&self, expr: &Expr) -> Vec<(Limit, Vec<Room>)> {
        if !matches!(expr.ty, Ty::Scalar(Scalar::Usize | Scalar::U32)) {
            return Vec::new();
        }
        let some = |limit: Limit| match limit {
            Limit::Size(Size::Extent(slot, dimension)) => {
                Some((limit, vec![Room { slot, dimension, size: Size::Number(1) }]))
            }
            Limit::Size(Size::Number(1..)) | Limit::Written(_) => Some((limit, Vec::new())),
            Limit::Size(_) => None,
        };
        match &self.meaning(expr).kind {
            ExprKind::Binary(Binary::Rem, _, by) => self.limit(by).and_then(some).into_iter().collect(),
            ExprKind::Method { method, arguments, .. } => {
                let ends = match method.name {
                    "min" => &arguments[..],
                    // Never more than the last of them.
                    "clamp" => &arguments[arguments.len() - 1..],
                    _ => return Vec::new(),
                };
                let last = |end: &Expr| match linear(end, Some(self.facts)) {
                    (end, -1) => match self.limit(&end)? {
                        limit @ Limit::Size(Size::Extent(..)) => some(limit),
                        _ => None,
                    },
                    _ => None,
                };
                ends.iter().flat_map(|end| self.limits(end).into_iter().chain(last(end))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a variable that keeps its value stands for.
    fn meaning<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        match expr.kind {
            ExprKind::Local(var) => {
                self.facts.definition(var).filter(|it| self.facts.is_stable(it)).unwrap_or(expr)
            }
            _ => expr,
        }
    }

    /// What `a + half` is less than, where `a < half`: what `half` is a half of at most.
    fn half_and_less(&self, expr: &Expr) -> Option<Limit> {
        let ExprKind::Binary(Binary::Add, a, b) = &expr.kind else { return None };
        [(a, b), (b, a)].into_iter().find_map(|(less, half)| {
            let ExprKind::Local(half) = half.kind else { return None };
            let less = linear(less, Some(self.facts));
            let is_known = self
                .known
                .iter()
                .any(|known| matches!(known, Known::BelowHalf(a, var) if *var == half && self.is(a, &less)));
            self.limit(halving::whole(self.facts.kernel, half).filter(|_| is_known)?)
        })
    }

    /// Takes down what a condition says of variables that are halved, in statements that leave them as they are.
    fn learn_half(&mut self, condition: &Expr, then: &[Stmt]) {
        match &condition.kind {
            ExprKind::Binary(Binary::And, a, b) => {
                self.learn_half(a, then);
                self.learn_half(b, then);
            }
            ExprKind::Binary(operator @ (Binary::Lt | Binary::Gt), a, b) => {
                let (less, half) = if *operator == Binary::Lt { (a, b) } else { (b, a) };
                if let ExprKind::Local(half) = half.kind
                    && self.facts.is_stable(less)
                    && halving::keeps(then, half)
                {
                    self.known.push(Known::BelowHalf((**less).clone(), half));
                }
            }
            _ => {}
        }
    }

    /// What the number behind a name is less than: an extent in which the name is not the last.
    fn next(&self, name: &Expr) -> Vec<(Limit, Vec<Room>)> {
        let mut found = Vec::new();
        for known in &self.known {
            let (Known::Below(a, b) | Known::Unlike(a, b)) = known else { continue };
            let (end, -1) = linear(b, Some(self.facts)) else { continue };
            let Some(Limit::Size(size @ Size::Extent(slot, dimension))) = self.limit(&end) else { continue };
            if !self.is(a, &(name.clone(), 0)) {
                continue;
            }
            // It is inside to begin with; so the extent is not zero, and the one before it does not wrap.
            for (limit, mut rooms) in self.limits(name) {
                match limit {
                    Limit::Size(own) if own == size => {}
                    Limit::Size(own) => rooms.push(Room { slot, dimension, size: own }),
                    Limit::Written(_) => continue,
                }
                found.push((Limit::Size(size), rooms));
            }
        }
        found
    }

    /// What a name is less than, wherever it stands.
    fn own_limit(&self, name: &Expr) -> Option<Limit> {
        match &name.kind {
            ExprKind::Number(digits) => {
                digits.parse::<u32>().ok()?.checked_add(1).map(|limit| Limit::Size(Size::Number(limit)))
            }
            ExprKind::Local(var) => {
                self.counted.iter().find(|(counted, _)| counted == var).map(|(_, limit)| limit.clone())
            }
            ExprKind::Subscript(base, dimension) => {
                let dimension = Facts::number(dimension)?;
                match base.kind {
                    ExprKind::Item(ItemIndex::Global) => Some(Limit::Size(Size::Domain(dimension))),
                    ExprKind::Item(ItemIndex::Tile) => Some(Limit::Size(Size::Tiles(dimension))),
                    ExprKind::Item(ItemIndex::Local) => {
                        let size = self.facts.kernel.tile.as_ref()?.get(dimension)?;
                        match size {
                            syn::Expr::Lit(ExprLit { lit: Lit::Int(size), .. }) => {
                                size.base10_parse().ok().map(|size| Limit::Size(Size::Number(size)))
                            }
                            size => self.written(size.to_token_stream().to_string()),
                        }
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The variable of a loop, with its limit.
    fn end(&self, var: Var, range: &Range) -> Option<(Var, Limit)> {
        let changes = self.facts.kernel.body.variables[var.0].mutable;
        let limit = self.limit(&range.end).filter(|_| !range.inclusive && !changes)?;
        Some((var, limit))
    }

    /// A number as a limit.
    fn limit(&self, expr: &Expr) -> Option<Limit> {
        if let ExprKind::Const(path) = &expr.kind {
            return self.written(path.0.to_string());
        }
        let (name, 0) = linear(expr, Some(self.facts)) else { return None };
        match &name.kind {
            ExprKind::Number(digits) => digits.parse().ok().map(|number| Limit::Size(Size::Number(number))),
            ExprKind::Value(slot) => (self.facts.kernel.slots[*slot].role == Role::Value)
                .then_some(Limit::Size(Size::Value(*slot))),
            ExprKind::Subscript(base, dimension) => match base.kind {
                ExprKind::ExtentOf(slot) => Some(Limit::Size(Size::Extent(slot, Facts::number(dimension)?))),
                _ => None,
            },
            _ => None,
        }
    }

    /// A constant of the kernel's own may have the name of another one.
    fn written(&self, text: String) -> Option<Limit> {
        self.facts.kernel.body.constants.is_empty().then_some(Limit::Written(text))
    }

    /// Takes down what a condition says.
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
                let (a, b) = ((**a).clone(), (**b).clone());
                self.known.extend(match (operator, value) {
                    (Binary::Lt, true) | (Binary::Ge, false) => Some(Known::Below(a, b)),
                    (Binary::Gt, true) | (Binary::Le, false) => Some(Known::Below(b, a)),
                    (Binary::Le, true) | (Binary::Gt, false) => Some(Known::AtMost(a, b)),
                    (Binary::Ge, true) | (Binary::Lt, false) => Some(Known::AtMost(b, a)),
                    (Binary::Ne, true) | (Binary::Eq, false) => Some(Known::Unlike(a, b)),
                    _ => None,
                });
            }
            _ => {}
        }
    }

    /// Whether a name is known to be no less than a number, which is not zero.
    fn is_at_least(&self, name: &Expr, least: i64) -> bool {
        let this = (name.clone(), 0);
        let number = |expr: &Expr| Facts::number(expr).and_then(|number| i64::try_from(number).ok());
        self.known.iter().any(|known| match known {
            Known::Below(a, b) => self.is(b, &this) && number(a).is_some_and(|a| a >= least - 1),
            Known::AtMost(a, b) => self.is(b, &this) && number(a).is_some_and(|a| a >= least),
            Known::Unlike(a, b) => least == 1 && self.is(a, &this) && number(b) == Some(0),
            Known::BelowHalf(..) => false,
        })
    }

    /// Whether an expression is a name and a constant.
    fn is(&self, expr: &Expr, (name, step): &(Expr, i64)) -> bool {
        let (own, own_step) = linear(expr, Some(self.facts));
        own_step == *step && is_same(&own, name)
    }
}

/// Whether two names are the same.
fn is_same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Value(a), ExprKind::Value(b)) | (ExprKind::ExtentOf(a), ExprKind::ExtentOf(b)) => a == b,
        (ExprKind::Item(a), ExprKind::Item(b)) => a == b,
        (ExprKind::Subscript(a, m), ExprKind::Subscript(b, n)) => {
            Facts::number(m).is_some() && Facts::number(m) == Facts::number(n) && is_same(a, b)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::rooms;

    #[test]
    fn what_stays_inside_says_how_much_room_it_needs() {
        for (kernel, expected) in [
            ("|i: Index<1>| { y[i] = 2.0 * x[i]; }", "y.0 >= Domain(0), x.0 >= Domain(0)"),
            ("|i: Index<1>| { for k in 0..n { y[k] = 1.0; } }", "y.0 >= n"),
            ("|i: Index<1>| { for k in (0..y.extent()[0]).rev().step_by(3) { y[k] = 1.0; } }", ""),
            ("|i: Index<1>| { y[3] = 1.0; let at = 7; y[at] = 2.0; }", "y.0 >= Number(4), y.0 >= Number(8)"),
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
                "y.0 >= Domain(0), x.0 >= Number(1)",
            ),
            (
                "|i: Index<1>| { y[(i[0] * i[0]).min(5)] = 1.0; y[usize::min(i[0], n)] = 2.0; }",
                "y.0 >= Number(6), y.0 >= Domain(0)",
            ),
            (
                "tile = [SOME], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; SOME]; let l = t.local[0]; a[l] = 1.0; t.barrier.wait(); let mut h = SOME / 2; while h > 0 { if l < h { a[l] += a[l + h]; } t.barrier.wait(); h /= 2; } }",
                "",
            ),
            (
                "tile = [8], |t: TiledIndex<1>| { #[tile_static] let mut a: [f32; 8]; let l = t.local[0]; let mut h: usize = 8 >> 1; while h > 0 { if h > l && n > 3 { a[l] += a[h + l]; } h = h >> 1; } }",
                "",
            ),
        ] {
            assert_eq!(rooms(kernel).as_deref(), Some(expected), "{kernel}");
        }
    }

    #[test]
    fn what_may_leave_is_known_to_nobody() {
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
            "tile = [SOME], |t: TiledIndex<1>| { const SOME: usize = 3; #[tile_static] let mut a: [f32; SOME]; a[t.local[0]] = 1.0; }",
            "|i: Index<1>| { y[(7 * i[0]).max(x.extent()[0] - 1)] = 1.0; }",
            "|i: Index<1>| { y[7 * i[0] % n] = 1.0; }",
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
            assert_eq!(rooms(kernel), None, "{kernel}");
        }
    }
}
