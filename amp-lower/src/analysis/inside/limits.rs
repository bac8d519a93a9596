//! What a number of a kernel is less than: an extent, a captured value, a constant.

use super::super::{Facts, halving, linear};
use super::{Known, Limit, Walk};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex, Role, Stmt, Ty};
use amp_shader::{Room, Scalar, Size};
use quote::ToTokens;
use syn::{ExprLit, Lit};

impl Walk<'_, '_> {
    /// What a number is less than, and what has to hold for that.
    pub(super) fn limits(&self, expr: &Expr) -> Vec<(Limit, Vec<Room>)> {
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
        if !is_number(expr) {
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
            ExprKind::Binary(Binary::Rem, of, by) if is_number(of) && is_number(by) => {
                self.limit(by).and_then(some).into_iter().collect()
            }
            // Somebody's struct may have methods of these names.
            ExprKind::Method { method, arguments, open: false, .. } if arguments.iter().all(is_number) => {
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
            if !is_number(less) {
                return None;
            }
            let less = linear(less, Some(self.facts));
            let is_known = self
                .known
                .iter()
                .any(|known| matches!(known, Known::BelowHalf(a, var) if *var == half && self.is(a, &less)));
            self.limit(halving::whole(self.facts.kernel, half).filter(|_| is_known)?)
        })
    }

    /// Takes down what a condition says of variables that are halved, in statements that leave them as they are.
    pub(super) fn learn_half(&mut self, condition: &Expr, then: &[Stmt]) {
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

    /// A number as a limit.
    pub(super) fn limit(&self, expr: &Expr) -> Option<Limit> {
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
        (!self.facts.kernel.body.has_own_names()).then_some(Limit::Written(text))
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

/// Whether it is a number that is not less than zero.
fn is_number(expr: &Expr) -> bool {
    matches!(expr.ty, Ty::Scalar(Scalar::Usize | Scalar::U32))
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
