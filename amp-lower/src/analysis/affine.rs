//! The affine domain: an integer as a sum of symbols with constant coefficients, such as `2 * i[0] + n - 1`.
//!
//! A symbol is a value that the analysis does not take apart: a component of an index, a captured value, an
//! extent, a constant, a variable. Arithmetic wraps around modulo 2^32 on a device and modulo 2^64 on the host.
//! Sums and products by constants keep their value modulo a power of two, so two consequences hold:
//!
//! - Expressions with equal affine forms have equal values, even if some of their operations wrap around.
//! - If the sum lies within the range of the type, it is the value, even if a part of the sum wraps around.
//!
//! Nothing else follows from an affine form. In particular, `n - 1` may be greater than `n`.

use super::{Facts, LaneStride, Uniformity};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex, Role, Ty, Var};
use amp_shader::Scalar;
use amp_shader::methods::{Method, Property};

/// A value that an affine form treats as a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Symbol {
    /// A component of one of the work-item's indices.
    Index(ItemIndex, usize),
    /// A captured value.
    Capture(usize),
    /// A component of the extent of a captured view.
    Extent(usize, usize),
    /// A constant, given by its tokens.
    Constant(String),
    /// A variable.
    Variable(Var),
    /// A component of a variable that is an index or an extent.
    Component(Var, usize),
    /// The value of another expression. Each evaluation has an id of its own, so no two of them are equal.
    Other { id: usize, is_uniform: bool },
}

/// An integer as a sum of symbols with constant coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Affine {
    /// The symbols with their coefficients, which are not zero, in the order of the symbols.
    terms: Vec<(Symbol, i64)>,
    constant: i64,
    /// Whether operators or methods compute the value. In a debug build of the host, they may panic.
    is_computed: bool,
    /// Whether an operand of the sum decreases from lane to lane. Such an operand may wrap around at some lane,
    /// although the sum at the first lane does not show it.
    falls: bool,
}

/// The least and the greatest value of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Affine {
    /// The affine form of an integer expression.
    ///
    /// A variable with a stable definition stands for that definition, if the definition consists of symbols
    /// with a name. Otherwise the variable itself is a symbol.
    pub(crate) fn of(expr: &Expr, facts: &Facts) -> Affine {
        Affine::made_of(expr, facts).unwrap_or_else(|| Affine::other(expr, facts))
    }

    fn made_of(expr: &Expr, facts: &Facts) -> Option<Affine> {
        match &expr.kind {
            ExprKind::Literal(_) => Some(Affine::number(literal(expr)?)),
            ExprKind::Value(capture) if facts.kernel.captures[*capture].role == Role::Value => {
                Some(Affine::symbol(Symbol::Capture(*capture)))
            }
            // A name may denote different constants inside and outside of a body that declares items.
            ExprKind::Const(path) if !facts.kernel.body.has_own_names() => {
                Some(Affine::symbol(Symbol::Constant(path.text().to_owned())))
            }
            ExprKind::Local(var) => Some(match facts.value_of(*var).map(|value| Affine::of(value, facts)) {
                Some(value) if value.is_named() => value,
                _ => Affine::symbol(Symbol::Variable(*var)),
            }),
            ExprKind::Subscript(index, dimension) if has_components(&index.ty) => {
                Affine::component(index, Facts::literal_usize(dimension)?, facts)
            }
            ExprKind::Binary(operator @ (Binary::Add | Binary::Sub | Binary::Mul), a, b) if matches!(expr.ty, Ty::Scalar(scalar) if scalar.is_int()) => {
                Affine::combined(*operator, &Affine::of(a, facts), &Affine::of(b, facts), facts)
            }
            ExprKind::Method { method, arguments, open: false, .. } => {
                let (operator, [a, b]) = (operator_of(method)?, arguments.as_slice()) else { return None };
                Affine::combined(operator, &Affine::of(a, facts), &Affine::of(b, facts), facts)
            }
            _ => None,
        }
    }

    /// The affine form of a component of an index or an extent. `None` if the analysis does not know the
    /// component.
    pub(crate) fn component(index: &Expr, dimension: usize, facts: &Facts) -> Option<Affine> {
        match &index.kind {
            ExprKind::Item(item) => Some(Affine::symbol(Symbol::Index(*item, dimension))),
            ExprKind::ExtentOf(capture) => Some(Affine::symbol(Symbol::Extent(*capture, dimension))),
            ExprKind::MakeIndex(parts) => Some(Affine::of(parts.get(dimension)?, facts)),
            ExprKind::Local(var) => {
                let value = facts.value_of(*var).and_then(|value| Affine::component(value, dimension, facts));
                let component = || Affine::symbol(Symbol::Component(*var, dimension));
                Some(value.filter(Affine::is_named).unwrap_or_else(component))
            }
            ExprKind::Binary(operator @ (Binary::Add | Binary::Sub), a, b) if has_components(&a.ty) => {
                let b = match has_components(&b.ty) {
                    true => Affine::component(b, dimension, facts)?,
                    false => Affine::of(b, facts),
                };
                Affine::combined(*operator, &Affine::component(a, dimension, facts)?, &b, facts)
            }
            _ => Some(Affine::other(index, facts)),
        }
    }

    fn number(constant: i64) -> Affine {
        Affine { constant, ..Affine::default() }
    }

    pub(crate) fn symbol(symbol: Symbol) -> Affine {
        Affine { terms: vec![(symbol, 1)], ..Affine::default() }
    }

    fn other(expr: &Expr, facts: &Facts) -> Affine {
        let is_uniform = facts.uniformity(expr) <= Uniformity::Row;
        Affine::symbol(Symbol::Other { id: facts.next_value_id(), is_uniform })
    }

    /// The sum, difference or product of two forms. `None` if it is not affine, or too large.
    fn combined(operator: Binary, a: &Affine, b: &Affine, facts: &Facts) -> Option<Affine> {
        let mut result = match (operator, a.as_number(), b.as_number()) {
            (Binary::Add, ..) => a.plus(b, 1)?,
            (Binary::Sub, ..) => a.plus(b, -1)?,
            (Binary::Mul, _, Some(times)) => Affine::default().plus(a, times)?,
            (Binary::Mul, Some(times), _) => Affine::default().plus(b, times)?,
            _ => return None,
        };
        let falls = |it: &Affine| it.falls || it.lane_coefficient(facts).is_some_and(|by| by < 0);
        (result.is_computed, result.falls) = (true, falls(a) || falls(b));
        Some(result)
    }

    /// The form `self + times * other`. `None` if a coefficient is too large.
    pub(crate) fn plus(&self, other: &Affine, times: i64) -> Option<Affine> {
        let mut terms = self.terms.clone();
        for (symbol, coefficient) in &other.terms {
            let more = coefficient.checked_mul(times)?;
            match terms.binary_search_by(|(known, _)| known.cmp(symbol)) {
                Ok(at) => terms[at].1 = terms[at].1.checked_add(more)?,
                Err(at) => terms.insert(at, (symbol.clone(), more)),
            }
        }
        terms.retain(|(_, coefficient)| *coefficient != 0);
        let constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        let is_computed = self.is_computed || other.is_computed;
        Some(Affine { terms, constant, is_computed, falls: self.falls || other.falls })
    }

    /// The symbols with their coefficients.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = (&Symbol, i64)> {
        self.terms.iter().map(|(symbol, coefficient)| (symbol, *coefficient))
    }

    /// The value of a form without symbols.
    pub(crate) fn as_number(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The parts of a form that is a symbol plus a constant.
    pub(crate) fn as_symbol_plus(&self) -> Option<(&Symbol, i64)> {
        match self.terms.as_slice() {
            [(symbol, 1)] => Some((symbol, self.constant)),
            _ => None,
        }
    }

    /// The symbol that the form consists of.
    pub(crate) fn as_symbol(&self) -> Option<&Symbol> {
        self.as_symbol_plus().filter(|(_, constant)| *constant == 0).map(|(symbol, _)| symbol)
    }

    /// Whether two forms are equal, so that the values are.
    pub(crate) fn is_same(&self, other: &Affine) -> bool {
        (&self.terms, self.constant) == (&other.terms, other.constant)
    }

    /// Whether every symbol of the form has a name.
    fn is_named(&self) -> bool {
        !self.terms.iter().any(|(symbol, _)| matches!(symbol, Symbol::Other { .. }))
    }

    /// The coefficient of the lane: the difference between the value in one lane of a row and in the next. `None`
    /// if the difference is not constant. Also `None` if an operand falls from lane to lane. The CPU code computes
    /// the value at the first lane only, and could miss that the operand drops below zero at a later lane.
    pub(crate) fn lane_coefficient(&self, facts: &Facts) -> Option<i64> {
        let mut sum: i64 = 0;
        for (symbol, coefficient) in &self.terms {
            sum = sum.checked_add(symbol.lane_coefficient(facts)?.checked_mul(*coefficient)?)?;
        }
        (!self.falls).then_some(sum)
    }

    /// The interval of the value, if `range` returns one for each symbol.
    pub(crate) fn interval(&self, range: impl Fn(&Symbol) -> Option<Interval>) -> Option<Interval> {
        let mut sum = Interval { low: self.constant, high: self.constant };
        for (symbol, coefficient) in &self.terms {
            let Interval { low, high } = range(symbol)?;
            let (low, high) = (low.checked_mul(*coefficient)?, high.checked_mul(*coefficient)?);
            sum.low = sum.low.checked_add(low.min(high))?;
            sum.high = sum.high.checked_add(low.max(high))?;
        }
        Some(sum)
    }
}

impl Symbol {
    /// The symbol as an expression with the type and site of `like`. `None` for constants and for values without a
    /// name.
    fn expr(&self, facts: &Facts, like: &Expr) -> Option<Expr> {
        let index = |kind, ty| Expr::new(kind, ty, like.site);
        Some(match self {
            Symbol::Index(item, dimension) => {
                Expr::component(index(ExprKind::Item(*item), Ty::Index(facts.kernel.rank)), *dimension)
            }
            Symbol::Capture(capture) => like.with_kind(ExprKind::Value(*capture)),
            Symbol::Extent(capture, dimension) => {
                let extent = ExprKind::ExtentOf(*capture);
                let rank = facts.kernel.captures[*capture].rank.unwrap_or(dimension + 1);
                Expr::component(index(extent, Ty::Extent(rank)), *dimension)
            }
            Symbol::Variable(var) => like.with_kind(ExprKind::Local(*var)),
            Symbol::Component(var, dimension) => {
                let ty = facts.kernel.body.variables[var.0].ty.clone();
                Expr::component(index(ExprKind::Local(*var), ty), *dimension)
            }
            Symbol::Constant(_) | Symbol::Other { .. } => return None,
        })
    }

    fn lane_coefficient(&self, facts: &Facts) -> Option<i64> {
        match self {
            Symbol::Index(ItemIndex::Global | ItemIndex::Local, dimension) => {
                Some(i64::from(dimension + 1 == facts.kernel.rank))
            }
            Symbol::Index(ItemIndex::Tile | ItemIndex::TileOrigin | ItemIndex::Row, _)
            | Symbol::Capture(_)
            | Symbol::Extent(..)
            | Symbol::Constant(_) => Some(0),
            Symbol::Index(ItemIndex::Joined, _) => None,
            Symbol::Variable(var) | Symbol::Component(var, _)
                if facts.uniformity.of(*var) <= Uniformity::Row =>
            {
                Some(0)
            }
            Symbol::Variable(var) => Affine::of(facts.value_of(*var)?, facts).lane_coefficient(facts),
            Symbol::Component(var, dimension) => {
                Affine::component(facts.value_of(*var)?, *dimension, facts)?.lane_coefficient(facts)
            }
            Symbol::Other { is_uniform, .. } => is_uniform.then_some(0),
        }
    }
}

impl Facts {
    /// The definition of a variable, if it has the same value everywhere in the variable's scope, and the code may
    /// compute it again.
    pub(crate) fn value_of(&self, var: Var) -> Option<&Expr> {
        self.definition(var).filter(|value| self.is_stable(value) && !self.spilled.contains(&var))
    }

    /// The difference between an expression's value in one lane and in the next.
    pub(crate) fn lane(&self, expr: &Expr) -> LaneStride {
        LaneStride::of(self.lane_coefficient(expr))
    }

    /// The constant difference between an expression's values in neighbouring lanes, modulo 2^64. `None` if
    /// the difference is not constant.
    pub(crate) fn lane_coefficient(&self, expr: &Expr) -> Option<i64> {
        if self.uniformity(expr) <= Uniformity::Row {
            return Some(0);
        }
        Affine::of(expr, self).lane_coefficient(self)
    }

    /// Whether an expression is a component of one of the work-item's indices, such as `i[0]`, without arithmetic.
    pub(crate) fn is_index_component(&self, expr: &Expr) -> bool {
        self.index_component(expr).is_some()
    }

    fn index_component(&self, expr: &Expr) -> Option<(ItemIndex, usize)> {
        let form = Affine::of(expr, self);
        match form.as_symbol().filter(|_| !form.is_computed)? {
            Symbol::Index(item, dimension) => Some((*item, *dimension)),
            _ => None,
        }
    }

    /// Whether a subscript is the work-item's own index: `i` or `[i[0], i[1]]`.
    pub(crate) fn is_own_index(&self, index: &[Expr]) -> bool {
        let is_own = |(dimension, part): (usize, &Expr)| self.own_component(part) == Some(dimension);
        index.len() == self.kernel.rank && index.iter().enumerate().all(is_own)
    }

    /// The dimension `d` if an expression is `i[d]`.
    pub(crate) fn own_component(&self, expr: &Expr) -> Option<usize> {
        match self.index_component(expr)? {
            (ItemIndex::Global, dimension) => Some(dimension),
            _ => None,
        }
    }
}

/// The operator that a method applies, modulo the size of the type.
fn operator_of(method: &Method) -> Option<Binary> {
    let operators =
        [(Property::Sum, Binary::Add), (Property::Difference, Binary::Sub), (Property::Product, Binary::Mul)];
    operators.into_iter().find(|(property, _)| method.is(*property)).map(|(_, operator)| operator)
}

/// Whether a type is that of an index or an extent.
fn has_components(ty: &Ty) -> bool {
    matches!(ty, Ty::Index(_) | Ty::Extent(_)) || ty.is_open_extent()
}

/// The value of an integer literal.
fn literal(expr: &Expr) -> Option<i64> {
    let ExprKind::Literal(digits) = &expr.kind else { return None };
    let is_float = matches!(expr.ty, Ty::Scalar(Scalar::F16 | Scalar::F32 | Scalar::F64));
    digits.parse::<i64>().ok().filter(|number| !is_float && number.abs() < 1 << 31)
}

/// Splits a subscript into a base expression and a constant: `row - 1` into `row` and -1. The sum of both equals
/// the subscript modulo 2^32. Without facts, the definitions of variables are unknown.
pub(crate) fn without_constant(expr: &Expr, facts: Option<&Facts>) -> (Expr, i64) {
    let whole = || (expr.clone(), 0);
    let sum = |of: &Expr, step: i64| match literal(of) {
        // A sum of two literals contains no base expression, so it stays as it is.
        Some(_) => whole(),
        None => {
            let (base, before) = without_constant(of, facts);
            (base, before + step)
        }
    };
    match &expr.kind {
        ExprKind::Binary(Binary::Add, a, b) => match (literal(a), literal(b)) {
            (_, Some(step)) => sum(a, step),
            (Some(step), _) => sum(b, step),
            (None, None) => whole(),
        },
        ExprKind::Binary(Binary::Sub, a, b) => literal(b).map_or_else(whole, |step| sum(a, -step)),
        ExprKind::Method { method, arguments, open: false, .. } => {
            match (operator_of(method), arguments.as_slice()) {
                (Some(Binary::Add), [a, b]) => literal(b).map_or_else(whole, |step| sum(a, step)),
                (Some(Binary::Sub), [a, b]) => literal(b).map_or_else(whole, |step| sum(a, -step)),
                _ => whole(),
            }
        }
        _ => {
            let split = facts.and_then(|facts| {
                let form = Affine::of(expr, facts);
                let (symbol, step) = form.as_symbol_plus()?;
                Some((symbol.expr(facts, expr)?, step))
            });
            split.unwrap_or_else(whole)
        }
    }
}
