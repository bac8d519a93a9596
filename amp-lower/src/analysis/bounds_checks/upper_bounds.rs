//! Upper bounds of index expressions: an extent, a captured value or a constant that an index is less than.
//!
//! Each rule examines an affine form and the facts that `bounds_checks` has collected. Some bounds hold only under
//! further requirements, which the rule returns with the bound.

use super::super::{Affine, Interval, Symbol, induction};
use super::{Bound, UpperBound, Walk};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex, Stmt, Ty, Var};
use amp_shader::methods::Property;
use amp_shader::{BoundsRequirement, Scalar, Size};

/// The exclusive upper bounds of a value, each with the requirements under which the bound holds.
type UpperBounds = Vec<(UpperBound, Vec<BoundsRequirement>)>;

impl Walk<'_> {
    /// The exclusive upper bounds of a value.
    pub(super) fn upper_bounds(&self, expr: &Expr) -> UpperBounds {
        let value = Affine::of(expr, self.facts);
        let mut found = self.known_upper_bounds(&value);
        found.extend(self.min_and_remainder_upper_bounds(expr));
        found.extend(self.upper_bounds_of_sum(&value));
        found
    }

    /// The upper bounds that a fact states about the value.
    fn known_upper_bounds(&self, value: &Affine) -> UpperBounds {
        let below = self.bounds.iter().filter_map(|known| match known {
            Bound::Below(a, b) if a.is_same(value) => self.upper_bound(b),
            _ => None,
        });
        below.chain(self.half_sum_upper_bound(value)).map(|upper_bound| (upper_bound, Vec::new())).collect()
    }

    /// The upper bounds of a sum of a symbol and a constant that follow from those of the symbol.
    fn upper_bounds_of_sum(&self, value: &Affine) -> UpperBounds {
        let mut found = Vec::new();
        if let Some(Interval { low: 0.., high }) = value.interval(|symbol| self.interval_of(symbol)) {
            let upper_bound = u32::try_from(high + 1).ok().map(|high| UpperBound::Size(Size::Constant(high)));
            found.extend(upper_bound.map(|upper_bound| (upper_bound, Vec::new())));
        }
        let Some((symbol, step)) = value.as_symbol_plus() else { return found };
        match step {
            0 => {
                let direct = self.direct_upper_bounds(symbol).into_iter();
                found.extend(direct.map(|upper_bound| (upper_bound, Vec::new())));
            }
            // `name - k` is below every bound of `name` if `name >= k`, because the subtraction then does not
            // wrap.
            ..0 if self.is_at_least(symbol, -step) => found.extend(self.symbol_upper_bounds(symbol)),
            // `name + 1` has a bound if `name` is not the last index.
            1 => found.extend(self.successor_upper_bounds(symbol)),
            _ => {}
        }
        found
    }

    fn symbol_upper_bounds(&self, symbol: &Symbol) -> UpperBounds {
        let value = Affine::symbol(symbol.clone());
        let mut found = self.known_upper_bounds(&value);
        if let Symbol::Variable(var) = symbol
            && let Some(definition) = self.facts.value_of(*var)
        {
            found.extend(self.min_and_remainder_upper_bounds(definition));
        }
        found.extend(self.upper_bounds_of_sum(&value));
        found
    }

    /// The interval of a value.
    pub(super) fn interval(&self, expr: &Expr) -> Option<Interval> {
        Affine::of(expr, self.facts).interval(|symbol| self.interval_of(symbol))
    }

    /// The interval of a symbol: a component of the index in the tile, or the variable of a `for` loop.
    fn interval_of(&self, symbol: &Symbol) -> Option<Interval> {
        match symbol {
            Symbol::Index(ItemIndex::Local, dimension) => {
                let size = self.facts.kernel.tile.as_ref()?.get(*dimension)?.integer()?;
                Some(Interval { low: 0, high: i64::try_from(size).ok()? - 1 })
            }
            Symbol::Variable(var) => {
                self.intervals.iter().rev().find(|(counted, _)| counted == var).map(|(_, interval)| *interval)
            }
            _ => None,
        }
    }

    /// Bounds of `min`, `clamp` and `%`: `x % n < n`, `min(x, n - 1) < n`. These bounds hold only if `n` is
    /// not zero, so a bound that is an extent comes with the requirement that the extent is at least 1.
    fn min_and_remainder_upper_bounds(&self, expr: &Expr) -> UpperBounds {
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
                self.upper_bound(&Affine::of(by, self.facts)).and_then(some).into_iter().collect()
            }
            // With `open: true`, the receiver may have a user type, whose `min` may return anything.
            ExprKind::Method { method, arguments, open: false, .. } if arguments.iter().all(is_unsigned) => {
                let ends = match method {
                    it if it.is(Property::Least) => &arguments[..],
                    it if it.is(Property::Clamped) => &arguments[arguments.len() - 1..],
                    _ => return Vec::new(),
                };
                let last = |end: &Expr| {
                    let (capture, dimension) = self.extent_before(&Affine::of(end, self.facts))?;
                    some(UpperBound::Size(Size::Extent(capture, dimension)))
                };
                ends.iter().flat_map(|end| self.upper_bounds(end).into_iter().chain(last(end))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The capture and the dimension of an extent, if the value is that extent minus one.
    fn extent_before(&self, value: &Affine) -> Option<(usize, usize)> {
        match value.as_symbol_plus()? {
            (Symbol::Extent(capture, dimension), -1) => Some((*capture, *dimension)),
            _ => None,
        }
    }

    /// The definition of the variable, if the expression is a variable with a stable definition; otherwise
    /// the expression.
    fn meaning<'e>(&'e self, expr: &'e Expr) -> &'e Expr {
        match expr.kind {
            ExprKind::Local(var) => self.facts.value_of(var).unwrap_or(expr),
            _ => expr,
        }
    }

    /// The upper bound of `a + half` if a fact states `a < half`. If `half` starts as `n / 2` and is only
    /// divided, the sum is less than `n`.
    fn half_sum_upper_bound(&self, value: &Affine) -> Option<UpperBound> {
        self.bounds.iter().find_map(|known| {
            let Bound::BelowHalf(less, half) = known else { return None };
            if !value.is_same(&less.plus(&Affine::symbol(Symbol::Variable(*half)), 1)?) {
                return None;
            }
            let whole = induction::initial_value(&self.facts.kernel, *half)?;
            self.upper_bound(&Affine::of(whole, self.facts))
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
                    && is_unsigned(less)
                    && self.facts.is_stable(less)
                    && induction::is_unmodified(then, half)
                {
                    self.bounds.push(Bound::BelowHalf(Affine::of(less, self.facts), half));
                }
            }
            _ => {}
        }
    }

    /// The upper bounds of `name + 1`, if a fact states that `name` is less than `extent - 1`, or unequal to
    /// it.
    fn successor_upper_bounds(&self, symbol: &Symbol) -> UpperBounds {
        let mut found = Vec::new();
        for known in &self.bounds {
            let (Bound::Below(a, b) | Bound::Unlike(a, b)) = known else { continue };
            let Some((capture, dimension)) = self.extent_before(b) else { continue };
            if a.as_symbol() != Some(symbol) {
                continue;
            }
            // If the extent were zero, `extent - 1` would wrap, and the fact would prove nothing. So a
            // requirement makes the extent at least as large as some exclusive upper bound of `name`. Such a
            // bound is at least 1.
            let size = Size::Extent(capture, dimension);
            for (upper_bound, mut requirements) in self.symbol_upper_bounds(symbol) {
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
                if method.is(Property::Least) && arguments.iter().all(is_unsigned) =>
            {
                arguments.iter().flat_map(|end| self.ends(end)).collect()
            }
            _ => self.upper_bound(&Affine::of(end, self.facts)).into_iter().collect(),
        }
    }

    /// The exclusive upper bounds of the variable of a `for` loop, or of an index component. They hold without
    /// further facts.
    fn direct_upper_bounds(&self, symbol: &Symbol) -> Vec<UpperBound> {
        match symbol {
            Symbol::Variable(var) => self.loop_bounds(*var),
            Symbol::Index(ItemIndex::Global, dimension) => vec![UpperBound::Size(Size::Domain(*dimension))],
            Symbol::Index(ItemIndex::Tile, dimension) => vec![UpperBound::Size(Size::Tiles(*dimension))],
            Symbol::Index(ItemIndex::Local, dimension) => {
                let size = self.facts.kernel.tile.as_ref().and_then(|tile| tile.get(*dimension));
                let constant = size.filter(|size| size.integer().is_none() && !self.has_own_names());
                constant.map(|size| UpperBound::Written(size.text().to_owned())).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    fn loop_bounds(&self, var: Var) -> Vec<UpperBound> {
        let own = self.counted.iter().filter(|(counted, _)| *counted == var);
        own.map(|(_, upper_bound)| upper_bound.clone()).collect()
    }

    /// Whether the kernel declares items. One of them may shadow a constant, so equal tokens may denote different
    /// values.
    fn has_own_names(&self) -> bool {
        self.facts.kernel.body.has_own_names()
    }

    /// Converts a value to an [`UpperBound`], if it is fixed at launch or a constant.
    pub(super) fn upper_bound(&self, value: &Affine) -> Option<UpperBound> {
        if let Some(number) = value.as_number() {
            return u32::try_from(number).ok().map(|number| UpperBound::Size(Size::Constant(number)));
        }
        match value.as_symbol()? {
            Symbol::Constant(text) => Some(UpperBound::Written(text.clone())),
            Symbol::Capture(capture) => Some(UpperBound::Size(Size::Value(*capture))),
            Symbol::Extent(capture, dimension) => Some(UpperBound::Size(Size::Extent(*capture, *dimension))),
            Symbol::Index(..) | Symbol::Variable(_) | Symbol::Component(..) | Symbol::Other { .. } => None,
        }
    }

    /// Whether the facts prove that a symbol is at least the positive constant `least`.
    fn is_at_least(&self, symbol: &Symbol, least: i64) -> bool {
        let is_it = |value: &Affine| value.as_symbol() == Some(symbol);
        let is_low = |least: i64| self.interval_of(symbol).is_some_and(|interval| interval.low >= least);
        is_low(least)
            || self.bounds.iter().any(|known| match known {
                Bound::Below(a, b) => is_it(b) && a.as_number().is_some_and(|a| a >= least - 1),
                Bound::AtMost(a, b) => is_it(b) && a.as_number().is_some_and(|a| a >= least),
                Bound::Unlike(a, b) => least == 1 && is_it(a) && b.as_number() == Some(0),
                Bound::BelowHalf(..) => false,
            })
    }
}

/// Whether the type is an unsigned integer.
fn is_unsigned(expr: &Expr) -> bool {
    matches!(expr.ty, Ty::Scalar(Scalar::Usize | Scalar::U32))
}
