//! Upper bounds of index expressions: an extent, a captured value or a constant that an index is less than.
//!
//! Each rule examines an affine form `name + constant` (see `affine`) and the facts that `bounds_checks` has
//! collected. Some bounds hold only under further requirements, which the rule returns with the bound.

use super::super::{Facts, affine, induction};
use super::{Bound, UpperBound, Walk};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex, Role, Stmt, Ty};
use amp_shader::{BoundsRequirement, Scalar, Size};

impl Walk<'_, '_> {
    /// The exclusive upper bounds of a value, each with the requirements under which the bound holds.
    pub(super) fn upper_bounds(&self, expr: &Expr) -> Vec<(UpperBound, Vec<BoundsRequirement>)> {
        let (name, step) = affine(expr, Some(self.facts));
        let this = (name.clone(), step);
        let mut upper_bounds = Vec::new();
        for known in &self.bounds {
            if let Bound::Below(a, b) = known
                && self.is(a, &this)
            {
                upper_bounds.extend(self.upper_bound(b).map(|upper_bound| (upper_bound, Vec::new())));
            }
        }
        upper_bounds.extend(self.half_sum_upper_bound(expr).map(|upper_bound| (upper_bound, Vec::new())));
        upper_bounds.extend(self.min_and_remainder_upper_bounds(expr));
        match step {
            0 => upper_bounds.extend(
                self.direct_upper_bounds(&name).into_iter().map(|upper_bound| (upper_bound, Vec::new())),
            ),
            // `name - k` is below every bound of `name` if `name >= k`, because the subtraction then does not
            // wrap.
            ..0 if self.is_at_least(&name, -step) => upper_bounds.extend(self.upper_bounds(&name)),
            // `name + 1` has a bound if `name` is not the last index.
            1 => upper_bounds.extend(self.successor_upper_bounds(&name)),
            _ => {}
        }
        upper_bounds
    }

    /// Bounds of `min`, `clamp` and `%`: `x % n < n`, `min(x, n - 1) < n`. These bounds hold only if `n` is
    /// not zero, so a bound that is an extent comes with the requirement that the extent is at least 1.
    fn min_and_remainder_upper_bounds(&self, expr: &Expr) -> Vec<(UpperBound, Vec<BoundsRequirement>)> {
        if !is_unsigned(expr) {
            return Vec::new();
        }
        let some = |upper_bound: UpperBound| match upper_bound {
            UpperBound::Size(Size::Extent(capture, dimension)) => {
                Some((upper_bound, vec![BoundsRequirement { capture, dimension, size: Size::Constant(1) }]))
            }
            UpperBound::Size(Size::Constant(1..)) | UpperBound::Written(_) => Some((upper_bound, Vec::new())),
            UpperBound::Size(_) => None,
        };
        match &self.meaning(expr).kind {
            ExprKind::Binary(Binary::Rem, of, by) if is_unsigned(of) && is_unsigned(by) => {
                self.upper_bound(by).and_then(some).into_iter().collect()
            }
            // With `open: true`, the receiver may have a user type, whose `min` may return anything.
            ExprKind::Method { method, arguments, open: false, .. } if arguments.iter().all(is_unsigned) => {
                let ends = match method.name {
                    "min" => &arguments[..],
                    // `clamp(low, high)` never exceeds `high`.
                    "clamp" => &arguments[arguments.len() - 1..],
                    _ => return Vec::new(),
                };
                let last = |end: &Expr| match affine(end, Some(self.facts)) {
                    (end, -1) => match self.upper_bound(&end)? {
                        upper_bound @ UpperBound::Size(Size::Extent(..)) => some(upper_bound),
                        _ => None,
                    },
                    _ => None,
                };
                ends.iter().flat_map(|end| self.upper_bounds(end).into_iter().chain(last(end))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The definition of the variable, if the expression is a variable with a stable definition; otherwise
    /// the expression.
    fn meaning<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        match expr.kind {
            ExprKind::Local(var) => {
                self.facts.definition(var).filter(|it| self.facts.is_stable(it)).unwrap_or(expr)
            }
            _ => expr,
        }
    }

    /// The upper bound of `a + half` if a fact states `a < half`. If `half` starts as `n / 2` and is only
    /// divided, the sum is less than `n`.
    fn half_sum_upper_bound(&self, expr: &Expr) -> Option<UpperBound> {
        let ExprKind::Binary(Binary::Add, a, b) = &expr.kind else { return None };
        [(a, b), (b, a)].into_iter().find_map(|(less, half)| {
            let ExprKind::Local(half) = half.kind else { return None };
            if !is_unsigned(less) {
                return None;
            }
            let less = affine(less, Some(self.facts));
            let is_known = self
                .bounds
                .iter()
                .any(|known| matches!(known, Bound::BelowHalf(a, var) if *var == half && self.is(a, &less)));
            self.upper_bound(induction::initial_value(self.facts.kernel, half).filter(|_| is_known)?)
        })
    }

    /// Records the fact `a < half` from a condition, if `half` is a variable that the branch does not modify.
    pub(super) fn learn_below_half(&mut self, condition: &Expr, then: &[Stmt]) {
        match &condition.kind {
            ExprKind::Binary(Binary::And, a, b) => {
                self.learn_below_half(a, then);
                self.learn_below_half(b, then);
            }
            ExprKind::Binary(operator @ (Binary::Lt | Binary::Gt), a, b) => {
                let (less, half) = if *operator == Binary::Lt { (a, b) } else { (b, a) };
                if let ExprKind::Local(half) = half.kind
                    && self.facts.is_stable(less)
                    && induction::only_divides(then, half)
                {
                    self.bounds.push(Bound::BelowHalf((**less).clone(), half));
                }
            }
            _ => {}
        }
    }

    /// The upper bounds of `name + 1`, if a fact states that `name` is less than `extent - 1`, or unequal to
    /// it.
    fn successor_upper_bounds(&self, name: &Expr) -> Vec<(UpperBound, Vec<BoundsRequirement>)> {
        let mut found = Vec::new();
        for known in &self.bounds {
            let (Bound::Below(a, b) | Bound::Unlike(a, b)) = known else { continue };
            let (end, -1) = affine(b, Some(self.facts)) else { continue };
            let Some(UpperBound::Size(size @ Size::Extent(capture, dimension))) = self.upper_bound(&end)
            else {
                continue;
            };
            if !self.is(a, &(name.clone(), 0)) {
                continue;
            }
            // If the extent were zero, `extent - 1` would wrap, and the fact would prove nothing. So a
            // requirement makes the extent at least as large as some exclusive upper bound of `name`. Such a
            // bound is at least 1.
            for (upper_bound, mut requirements) in self.upper_bounds(name) {
                match upper_bound {
                    UpperBound::Size(own) if own == size => {}
                    UpperBound::Size(own) => {
                        requirements.push(BoundsRequirement { capture, dimension, size: own })
                    }
                    UpperBound::Written(_) => continue,
                }
                found.push((UpperBound::Size(size), requirements));
            }
        }
        found
    }

    /// The exclusive upper bounds of the variable of `for k in 0..end`: `end` itself, or both operands if
    /// `end` is a `min`.
    pub(super) fn ends(&self, end: &Expr) -> Vec<UpperBound> {
        match &self.meaning(end).kind {
            ExprKind::Method { method, arguments, open: false, .. }
                if method.name == "min" && arguments.iter().all(is_unsigned) =>
            {
                arguments.iter().flat_map(|end| self.ends(end)).collect()
            }
            _ => self.upper_bound(end).into_iter().collect(),
        }
    }

    /// The exclusive upper bounds of a `for` loop's variable, a literal or an index component. They hold
    /// without further facts.
    fn direct_upper_bounds(&self, name: &Expr) -> Vec<UpperBound> {
        match name.kind {
            ExprKind::Local(var) => {
                let own = self.counted.iter().filter(|(counted, _)| *counted == var);
                own.map(|(_, upper_bound)| upper_bound.clone()).collect()
            }
            _ => self.direct_upper_bound(name).into_iter().collect(),
        }
    }

    /// The exclusive upper bound of a literal or an index component, which holds without further facts.
    fn direct_upper_bound(&self, name: &Expr) -> Option<UpperBound> {
        match &name.kind {
            ExprKind::Literal(digits) => digits
                .parse::<u32>()
                .ok()?
                .checked_add(1)
                .map(|upper_bound| UpperBound::Size(Size::Constant(upper_bound))),
            ExprKind::Subscript(base, dimension) => {
                let dimension = Facts::literal_usize(dimension)?;
                match base.kind {
                    ExprKind::Item(ItemIndex::Global) => Some(UpperBound::Size(Size::Domain(dimension))),
                    ExprKind::Item(ItemIndex::Tile) => Some(UpperBound::Size(Size::Tiles(dimension))),
                    ExprKind::Item(ItemIndex::Local) => {
                        let size = self.facts.kernel.tile.as_ref()?.get(dimension)?;
                        match size.integer() {
                            Some(size) => Some(UpperBound::Size(Size::Constant(u32::try_from(size).ok()?))),
                            None => self.constant_upper_bound(size.text()),
                        }
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Converts a value to an [`UpperBound`], if it is fixed at launch or a constant.
    pub(super) fn upper_bound(&self, expr: &Expr) -> Option<UpperBound> {
        if let ExprKind::Const(path) = &expr.kind {
            return self.constant_upper_bound(path.text());
        }
        let (name, 0) = affine(expr, Some(self.facts)) else { return None };
        match &name.kind {
            ExprKind::Literal(digits) => {
                digits.parse().ok().map(|number| UpperBound::Size(Size::Constant(number)))
            }
            ExprKind::Value(capture) => (self.facts.kernel.captures[*capture].role == Role::Value)
                .then_some(UpperBound::Size(Size::Value(*capture))),
            ExprKind::Subscript(base, dimension) => match base.kind {
                ExprKind::ExtentOf(capture) => {
                    Some(UpperBound::Size(Size::Extent(capture, Facts::literal_usize(dimension)?)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The upper bound for a constant that is identified by its tokens. `None` if the kernel declares items,
    /// because one of them may shadow the constant.
    fn constant_upper_bound(&self, text: &str) -> Option<UpperBound> {
        (!self.facts.kernel.body.has_own_names()).then(|| UpperBound::Written(text.to_owned()))
    }

    /// Whether the facts prove that a value is at least the positive constant `least`.
    fn is_at_least(&self, name: &Expr, least: i64) -> bool {
        let this = (name.clone(), 0);
        let number = |expr: &Expr| Facts::literal_usize(expr).and_then(|number| i64::try_from(number).ok());
        self.bounds.iter().any(|known| match known {
            Bound::Below(a, b) => self.is(b, &this) && number(a).is_some_and(|a| a >= least - 1),
            Bound::AtMost(a, b) => self.is(b, &this) && number(a).is_some_and(|a| a >= least),
            Bound::Unlike(a, b) => least == 1 && self.is(a, &this) && number(b) == Some(0),
            Bound::BelowHalf(..) => false,
        })
    }

    /// Whether an expression has the affine form `name + step`.
    fn is(&self, expr: &Expr, (name, step): &(Expr, i64)) -> bool {
        let (own, own_step) = affine(expr, Some(self.facts));
        own_step == *step && is_same(&own, name)
    }
}

/// Whether the type is an unsigned integer.
fn is_unsigned(expr: &Expr) -> bool {
    matches!(expr.ty, Ty::Scalar(Scalar::Usize | Scalar::U32))
}

/// Whether two expressions denote the same value.
fn is_same(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Value(a), ExprKind::Value(b)) | (ExprKind::ExtentOf(a), ExprKind::ExtentOf(b)) => a == b,
        (ExprKind::Item(a), ExprKind::Item(b)) => a == b,
        (ExprKind::Subscript(a, m), ExprKind::Subscript(b, n)) => {
            Facts::literal_usize(m).is_some()
                && Facts::literal_usize(m) == Facts::literal_usize(n)
                && is_same(a, b)
        }
        _ => false,
    }
}
