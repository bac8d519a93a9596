//! Numbers that go round as the index grows: `i[0] % n` and `i[0] & (run - 1)`, and with them `i[0] / n`.
//!
//! Most rows lie inside of one period. There the first two are the index less something that the row shares, and the quotient is
//! the same for all: nothing is left to divide, and what is found by them lies side by side. A row can tell where it lies.

use super::{Facts, Lane};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex, Kernel, Stmt, Ty, Var, Variable};
use amp_shader::methods::Method;
use proc_macro2::{Ident, Span};
use std::collections::BTreeSet;

/// A period that some piece of a row lies in; of a mask, its highest number.
const SHORTEST: usize = 7;

/// A row has to lie in one period of a number that grows along it. Both are sums and products of what is known when the kernel begins,
/// and nobody has asked for them: where one of them overflows, or the period is 0, the row lies in none.
#[derive(Clone, Debug)]
pub(crate) struct Period {
    /// The number.
    pub(crate) along: Expr,
    /// What it is divided by; or the mask that is put over it.
    pub(crate) by: Expr,
    pub(crate) is_mask: bool,
}

/// What becomes of such numbers.
struct Unrolled<'f, 'k> {
    facts: &'f Facts<'k>,
    variables: Vec<Variable>,
    /// For the row, before all else.
    first: Vec<Stmt>,
    periods: Vec<Period>,
    /// Variables from which places in views are computed.
    places: BTreeSet<Var>,
}

impl Facts<'_> {
    /// The kernel as it is for rows that lie in one period each, if that makes a difference, and those.
    pub(crate) fn unrolled(&self) -> Option<(Kernel, Vec<Period>)> {
        let mut kernel = self.kernel.clone();
        let variables = std::mem::take(&mut kernel.body.variables);
        let mut unrolled = Unrolled {
            facts: self,
            variables,
            first: Vec::new(),
            periods: Vec::new(),
            places: self.places(),
        };
        unrolled.block(&mut kernel.body.block);
        let Unrolled { variables, mut first, periods, .. } = unrolled;
        kernel.body.variables = variables;
        first.append(&mut kernel.body.block);
        kernel.body.block = first;
        (!periods.is_empty()).then_some((kernel, periods))
    }

    /// The variables from which places in views are computed.
    fn places(&self) -> BTreeSet<Var> {
        let (mut found, mut open) = (BTreeSet::new(), Vec::new());
        for stmt in &self.kernel.body.block {
            stmt.walk_expressions(&mut |expr| {
                if let ExprKind::Element { index, .. } = &expr.kind {
                    open.extend(index);
                }
            });
        }
        while let Some(expr) = open.pop() {
            expr.walk(&mut |expr| {
                if let ExprKind::Local(var) = expr.kind
                    && found.insert(var)
                {
                    open.extend(self.definition(var));
                }
            });
        }
        found
    }

    /// An expression at the first lane of a row, where everything is known when the kernel begins.
    fn at_first(&self, expr: &Expr) -> Option<Expr> {
        let part = |part: &Expr| self.at_first(part).map(Box::new);
        let kind = match &expr.kind {
            ExprKind::Number(_) | ExprKind::Value(_) | ExprKind::Const(_) | ExprKind::ExtentOf(_) => {
                expr.kind.clone()
            }
            ExprKind::Item(ItemIndex::Global) => ExprKind::Item(ItemIndex::Row),
            ExprKind::Local(var) => return self.at_first(self.definition(*var)?),
            ExprKind::Subscript(base, index) => {
                Facts::number(index)?;
                ExprKind::Subscript(part(base)?, index.clone())
            }
            ExprKind::Binary(operator @ (Binary::Add | Binary::Sub | Binary::Mul), a, b)
                if expr.ty == Ty::USIZE =>
            {
                ExprKind::Binary(*operator, part(a)?, part(b)?)
            }
            _ => return None,
        };
        Some(Expr { kind, ty: expr.ty.clone(), site: expr.site })
    }
}

/// The same by methods that wrap: where they would, this is not computed, but rustc does not know that, and would say what it thinks of
/// a division by a constant zero.
fn wrapping(mut expr: Expr) -> Option<Expr> {
    let mut known = true;
    expr.walk_mut(&mut |expr| {
        let ExprKind::Binary(operator, a, b) = &expr.kind else { return };
        let name = match operator {
            Binary::Add => "wrapping_add",
            Binary::Sub => "wrapping_sub",
            Binary::Mul => "wrapping_mul",
            Binary::Div => "wrapping_div",
            Binary::Rem => "wrapping_rem",
            _ => return,
        };
        let arguments = vec![(**a).clone(), (**b).clone()];
        match Method::find(name) {
            Some(method) => {
                let ident = Ident::new(name, Span::mixed_site());
                expr.kind = ExprKind::Method { method, ident, arguments, open: false };
            }
            None => known = false,
        }
    });
    known.then_some(expr)
}

impl Unrolled<'_, '_> {
    fn block(&mut self, block: &mut [Stmt]) {
        for stmt in block {
            let makes_place = matches!(stmt, Stmt::Let { var, .. } if self.places.contains(var));
            for expr in stmt.expressions_mut() {
                self.expr(expr, makes_place);
            }
            stmt.blocks_mut().into_iter().for_each(|block| self.block(block));
        }
    }

    /// Divisions are worth it everywhere, and masks where they tell places.
    fn expr(&mut self, expr: &mut Expr, makes_place: bool) {
        let makes_place = makes_place || matches!(expr.kind, ExprKind::Element { .. });
        match self.unrolled(expr, makes_place) {
            Some(unrolled) => *expr = unrolled,
            None => expr.children_mut().into_iter().for_each(|child| self.expr(child, makes_place)),
        }
    }

    /// What a number that goes round is inside of a period.
    fn unrolled(&mut self, expr: &Expr, makes_place: bool) -> Option<Expr> {
        let ExprKind::Binary(operator, a, b) = &expr.kind else { return None };
        if expr.ty != Ty::USIZE {
            return None;
        }
        let lanes = (self.facts.lane(a), self.facts.lane(b));
        let (along, by) = match (operator, lanes) {
            (Binary::Div | Binary::Rem, (Lane::Unit, Lane::Same)) => (a, b),
            (Binary::BitAnd, (Lane::Unit, Lane::Same)) if makes_place => (a, b),
            (Binary::BitAnd, (Lane::Same, Lane::Unit)) if makes_place => (b, a),
            _ => return None,
        };
        // In a shorter one no piece of a row can lie.
        if Facts::number(by).is_some_and(|by| by < SHORTEST) {
            return None;
        }
        let (first, by) = (self.facts.at_first(along)?, self.facts.at_first(by)?);
        let is_mask = *operator == Binary::BitAnd;
        let number = |kind| Expr { kind, ..expr.clone() };
        let binary = |operator, a: &Expr, b: Expr| {
            number(ExprKind::Binary(operator, Box::new(a.clone()), Box::new(b)))
        };
        let shared = match operator {
            Binary::Div => binary(Binary::Div, &first, by.clone()),
            _ => binary(Binary::Sub, &first, binary(*operator, &first, by.clone())),
        };
        let shared = wrapping(shared)?;
        let var = Var(self.variables.len());
        let ident = Ident::new("shared", Span::mixed_site());
        self.variables.push(Variable::new(ident, String::new(), Ty::USIZE, false, true));
        self.first.push(Stmt::Let { var, value: Some(shared) });
        self.periods.push(Period { along: first, by, is_mask });
        let shared = number(ExprKind::Local(var));
        Some(match operator {
            Binary::Div => shared,
            _ => binary(Binary::Sub, along, shared),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::unrolled;

    #[test]
    fn numbers_that_go_round() {
        for (kernel, periods) in [
            ("|i: Index<1>| y[i] = (i[0] % n) as f32", "i % n"),
            ("|i: Index<1>| { let (r, c) = (i[0] / n, i[0] % n); y[i] = (r + c) as f32; }", "i % n, i % n"),
            ("|i: Index<2>| y[i] = x[(i[1] + 3) & (n - 1)]", "i & n"),
            ("|i: Index<1>| { let at = n & i[0]; let to = 2 * at; y[i] = x[to]; }", "i & n"),
            ("|i: Index<1>| y[i] = x[i[0] % 6 + i[0] % 8]", "i % 8"),
            ("|i: Index<1>| if n > 0 { y[i] = x[i[0] % n]; }", "i % n"),
            ("tile = [4], |t: TiledIndex<1>| y[t.global] = x[t.global[0] % n]", "i % n"),
        ] {
            assert_eq!(unrolled(kernel), periods, "{kernel}");
        }
    }

    #[test]
    fn others() {
        for kernel in [
            // Cheap, and it tells no place.
            "|i: Index<1>| y[i] = (i[0] & n) as f32",
            // The row shares it, or nobody knows how it grows.
            "|i: Index<2>| y[i] = (i[0] % n) as f32",
            "|i: Index<1>| y[i] = (2 * i[0] % n) as f32",
            "|i: Index<1>| y[i] = (i[0] as u32 % 9) as f32",
            // Not known when the kernel begins.
            "|i: Index<1>| for k in 1..n { y[i] += x[i[0] % k]; }",
            "|i: Index<1>| { let k = z[0] as usize; y[i] = x[i[0] % k]; }",
            "|i: Index<1>| y[i] = x[i[0] % (n / 2)]",
            "|i: Index<1>| y[i] = x[i[0] / 2]",
        ] {
            assert_eq!(unrolled(kernel), "", "{kernel}");
        }
    }
}
