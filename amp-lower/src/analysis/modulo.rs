//! Modulo specialisation: rewrites `i[0] % n`, `i[0] & mask` and `i[0] / n` for rows that lie within one
//! period.
//!
//! ```text
//! x[i[0] % n]   =>   let shared = first - first % n;    x[i[0] - shared]
//! x[i[0] & m]   =>   let shared = first - (first & m);  x[i[0] - shared]
//! x[i[0] / n]   =>   let shared = first / n;            x[shared]
//! ```
//!
//! `first` is the index of the row's first lane. A period consists of the indices with the same quotient
//! `i[0] / n`; for a mask such as 15, `n` is 16. Within a period, the remainder is the index minus a constant.
//! The lanes then divide nothing and read adjacent elements, which allows vector loads. Most rows lie within one
//! period. Each row tests this at run time (see `modulo_checks`). If the test fails, the row runs the original
//! body.

use super::{Facts, LaneStride};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex, Kernel, Stmt, Ty, Var, Variable};
use amp_shader::methods::Method;
use proc_macro2::{Ident, Span};
use std::collections::BTreeSet;

/// The least constant divisor or mask for which the specialisation pays for its test. The CPU back end splits
/// rows into strips of 8 lanes. The mask 7 has a period of 8 indices, the shortest into which such a strip
/// fits.
const MIN_PERIOD: usize = 7;

/// The run-time test whether a row can use the specialised kernel: all its lanes have the same
/// `dividend / divisor`. For a mask, `dividend & divisor` must not wrap around within the row.
///
/// The operands are sums and products of captured values, extents, constants and the row's first index. The
/// test uses checked arithmetic, because the kernel itself may never evaluate these operands. After an
/// overflow, or if the divisor is zero, the row runs the original body.
#[derive(Clone, Debug)]
pub(crate) struct Period {
    /// The dividend at the row's first lane.
    pub(crate) dividend: Expr,
    /// The divisor, or the mask.
    pub(crate) divisor: Expr,
    pub(crate) is_mask: bool,
}

/// The state of the rewrite of one kernel.
struct ModuloRewriter<'f> {
    facts: &'f Facts,
    variables: Vec<Variable>,
    /// Statements to insert at the beginning of the kernel. They declare the variables `shared` of the
    /// examples at the top of this file.
    prologue: Vec<Stmt>,
    periods: Vec<Period>,
    /// Variables from which element indices are computed.
    index_variables: BTreeSet<Var>,
}

impl Facts {
    /// The kernel for rows that pass all run-time tests, and the tests. `None` if the kernel contains nothing
    /// to specialise.
    pub(crate) fn specialise_modulo(&self) -> Option<(Kernel, Vec<Period>)> {
        let mut kernel = Kernel::clone(&self.kernel);
        let variables = std::mem::take(&mut kernel.body.variables);
        let mut unrolled = ModuloRewriter {
            facts: self,
            variables,
            prologue: Vec::new(),
            periods: Vec::new(),
            index_variables: self.index_variables(),
        };
        unrolled.block(&mut kernel.body.block);
        let ModuloRewriter { variables, prologue: mut first, periods, .. } = unrolled;
        kernel.body.variables = variables;
        first.append(&mut kernel.body.block);
        kernel.body.block = first;
        (!periods.is_empty()).then_some((kernel, periods))
    }

    /// The variables on which element indices depend, directly or through other variables.
    fn index_variables(&self) -> BTreeSet<Var> {
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

    /// The expression evaluated at the first lane of a row. `None` if an operand is not available when the
    /// kernel begins.
    fn at_row_base(&self, expr: &Expr) -> Option<Expr> {
        let part = |part: &Expr| self.at_row_base(part).map(Box::new);
        let kind = match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Value(_) | ExprKind::Const(_) | ExprKind::ExtentOf(_) => {
                expr.kind.clone()
            }
            ExprKind::Item(ItemIndex::Global) => ExprKind::Item(ItemIndex::Row),
            ExprKind::Local(var) => return self.at_row_base(self.definition(*var)?),
            ExprKind::Subscript(base, index) => {
                Facts::literal_usize(index)?;
                ExprKind::Subscript(part(base)?, index.clone())
            }
            ExprKind::Binary(operator @ (Binary::Add | Binary::Sub | Binary::Mul), a, b)
                if expr.ty == Ty::USIZE =>
            {
                ExprKind::Binary(*operator, part(a)?, part(b)?)
            }
            _ => return None,
        };
        Some(expr.with_kind(kind))
    }
}

/// Replaces the operators by wrapping methods. The row's test has already excluded overflow and division by
/// zero, but rustc cannot see that, and would lint a constant division by zero.
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

impl ModuloRewriter<'_> {
    fn block(&mut self, block: &mut [Stmt]) {
        for stmt in block {
            let makes_place = matches!(stmt, Stmt::Let { var, .. } if self.index_variables.contains(var));
            for expr in stmt.expressions_mut() {
                self.expr(expr, makes_place);
            }
            stmt.blocks_mut().into_iter().for_each(|block| self.block(block));
        }
    }

    /// Rewrites the divisions in an expression. Rewrites a mask `i & m` only if `makes_place`, that is, if an
    /// element index depends on the expression.
    fn expr(&mut self, expr: &mut Expr, makes_place: bool) {
        let makes_place = makes_place || matches!(expr.kind, ExprKind::Element { .. });
        match self.rewrite(expr, makes_place) {
            Some(unrolled) => *expr = unrolled,
            None => expr.children_mut().into_iter().for_each(|child| self.expr(child, makes_place)),
        }
    }

    /// The replacement for one division, remainder or mask; `None` if the expression is none of these or does
    /// not qualify.
    fn rewrite(&mut self, expr: &Expr, makes_place: bool) -> Option<Expr> {
        let ExprKind::Binary(operator, a, b) = &expr.kind else { return None };
        if expr.ty != Ty::USIZE {
            return None;
        }
        let lanes = (self.facts.lane(a), self.facts.lane(b));
        let (dividend, divisor) = match (operator, lanes) {
            (Binary::Div | Binary::Rem, (LaneStride::Unit, LaneStride::Uniform)) => (a, b),
            (Binary::BitAnd, (LaneStride::Unit, LaneStride::Uniform)) if makes_place => (a, b),
            (Binary::BitAnd, (LaneStride::Uniform, LaneStride::Unit)) if makes_place => (b, a),
            _ => return None,
        };
        // No strip of a row fits into a shorter period, so the test would always fail.
        if Facts::literal_usize(divisor).is_some_and(|divisor| divisor < MIN_PERIOD) {
            return None;
        }
        let (first, divisor) = (self.facts.at_row_base(dividend)?, self.facts.at_row_base(divisor)?);
        let is_mask = *operator == Binary::BitAnd;
        let binary = |operator, a: &Expr, b: Expr| {
            expr.with_kind(ExprKind::Binary(operator, Box::new(a.clone()), Box::new(b)))
        };
        let shared = match operator {
            Binary::Div => binary(Binary::Div, &first, divisor.clone()),
            _ => binary(Binary::Sub, &first, binary(*operator, &first, divisor.clone())),
        };
        let shared = wrapping(shared)?;
        let var = Var(self.variables.len());
        let ident = Ident::new("shared", Span::mixed_site());
        self.variables.push(Variable::new(ident, String::new(), Ty::USIZE, false, true));
        self.prologue.push(Stmt::Let { var, value: Some(shared) });
        self.periods.push(Period { dividend: first, divisor, is_mask });
        let shared = expr.with_kind(ExprKind::Local(var));
        Some(match operator {
            Binary::Div => shared,
            _ => binary(Binary::Sub, dividend, shared),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::modulo_conditions;

    #[test]
    fn modulo_indices_are_specialised() {
        for (kernel, periods) in [
            ("|i: Index<1>| y[i] = (i[0] % n) as f32", "i % n"),
            ("|i: Index<1>| { let (r, c) = (i[0] / n, i[0] % n); y[i] = (r + c) as f32; }", "i % n, i % n"),
            ("|i: Index<2>| y[i] = x[(i[1] + 3) & (n - 1)]", "i & n"),
            ("|i: Index<1>| { let at = n & i[0]; let to = 2 * at; y[i] = x[to]; }", "i & n"),
            ("|i: Index<1>| y[i] = x[i[0] % 6 + i[0] % 8]", "i % 8"),
            ("|i: Index<1>| if n > 0 { y[i] = x[i[0] % n]; }", "i % n"),
            ("tile = [4], |t: TiledIndex<1>| y[t.global] = x[t.global[0] % n]", "i % n"),
        ] {
            assert_eq!(modulo_conditions(kernel), periods, "{kernel}");
        }
    }

    #[test]
    fn other_indices_are_not_specialised() {
        for kernel in [
            // No element index depends on the mask. Computing the mask itself is cheap, so a rewrite would gain
            // nothing.
            "|i: Index<1>| y[i] = (i[0] & n) as f32",
            // The dividend is, in this order: uniform in the row, of a lane stride other than one, not a
            // `usize`.
            "|i: Index<2>| y[i] = (i[0] % n) as f32",
            "|i: Index<1>| y[i] = (2 * i[0] % n) as f32",
            "|i: Index<1>| y[i] = (i[0] as u32 % 9) as f32",
            // The kernels do not qualify, in this order: the divisor is not available when the kernel begins,
            // is loaded from a view, is a quotient itself, or is less than `MIN_PERIOD`.
            "|i: Index<1>| for k in 1..n { y[i] += x[i[0] % k]; }",
            "|i: Index<1>| { let k = z[0] as usize; y[i] = x[i[0] % k]; }",
            "|i: Index<1>| y[i] = x[i[0] % (n / 2)]",
            "|i: Index<1>| y[i] = x[i[0] / 2]",
        ] {
            assert_eq!(modulo_conditions(kernel), "", "{kernel}");
        }
    }
}
