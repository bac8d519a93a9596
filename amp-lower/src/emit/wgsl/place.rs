//! The subscripts of an element: neighbours share a base.
//!
//! `x[[row - 1, column]]` lies one row before `x[[row, column]]`, whatever the numbers are, since places are computed modulo
//! 2^32 as subscripts are. So constant steps are taken off the subscripts and added to the place: a kernel that looks at
//! its neighbours computes one place, and the rest are sums, which is what one writes by hand.

use super::{Part, Writer};
use crate::analysis::Facts;
use crate::ir::{Binary, Expr, ExprKind, Ty};

impl Writer<'_> {
    /// The subscripts of an element of a slot.
    pub(super) fn subscripts(&mut self, slot: usize, index: &[Expr]) {
        let parts: Vec<(Expr, i64)> = index.iter().map(|part| self.base(part)).collect();
        let steps: Option<Vec<i32>> = parts.iter().map(|(_, step)| i32::try_from(*step).ok()).collect();
        match steps {
            Some(steps) if steps.iter().any(|step| *step != 0) => {
                for (n, (base, _)) in parts.iter().enumerate() {
                    self.text(if n == 0 { "" } else { ", " });
                    self.operand(base, |_| false);
                }
                self.parts.push(Part::Steps(slot, steps));
            }
            _ => self.list(index),
        }
    }

    /// What a subscript is the sum of: a base, and a constant.
    fn base(&self, expr: &Expr) -> (Expr, i64) {
        let whole = || (expr.clone(), 0);
        if expr.ty != Ty::USIZE {
            return whole();
        }
        let number = |expr: &Expr| match &expr.kind {
            ExprKind::Number(digits) => digits.parse::<i64>().ok(),
            _ => None,
        };
        let (of, step) = match &expr.kind {
            ExprKind::Binary(Binary::Add, a, b) => match (number(a), number(b)) {
                (_, Some(step)) => (&**a, step),
                (Some(step), _) => (&**b, step),
                (None, None) => return whole(),
            },
            ExprKind::Binary(Binary::Sub, a, b) => match number(b) {
                Some(step) => (&**a, -step),
                None => return whole(),
            },
            ExprKind::Method { method, arguments, .. } => match (method.name, &arguments[..]) {
                ("wrapping_add" | "wrapping_add_signed", [a, b]) => match number(b) {
                    Some(step) => (a, step),
                    None => return whole(),
                },
                ("wrapping_sub", [a, b]) => match number(b) {
                    Some(step) => (a, -step),
                    None => return whole(),
                },
                _ => return whole(),
            },
            _ => return self.named(expr).unwrap_or_else(whole),
        };
        // A sum of numbers is known to the driver as it is.
        if number(of).is_some() {
            return whole();
        }
        let (base, before) = self.base(of);
        (base, before + step)
    }

    /// The same of a variable that has but one value, or a component of it: a sum of a constant and of something that has a
    /// name as well, so that nothing is computed twice.
    fn named(&self, expr: &Expr) -> Option<(Expr, i64)> {
        let facts = self.facts?;
        let definition = |expr: &Expr| match expr.kind {
            ExprKind::Local(var) => facts.definition(var).filter(|value| facts.is_stable(value)),
            _ => None,
        };
        let value = match &expr.kind {
            ExprKind::Subscript(index, dimension) => match &definition(index)?.kind {
                ExprKind::MakeIndex(parts) => parts.get(Facts::number(dimension)?)?,
                _ => return None,
            },
            _ => definition(expr)?,
        };
        let (base, step) = self.base(value);
        let has_name = match &base.kind {
            ExprKind::Local(_) | ExprKind::Value(_) => true,
            ExprKind::Subscript(index, _) => matches!(index.kind, ExprKind::Local(_) | ExprKind::Item(_)),
            _ => false,
        };
        (has_name && step != 0).then_some((base, step))
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn neighbours_share_a_base() {
        wgsl(
            "|i: Index<2>| { let [r, c] = i.into(); let left = c - 1; y[i] = x[[r - 1, c]] + x[[1 + r, left]] + x[i.offset([0, -1])] + x[[r, 2 + 1]]; }",
            expect![[r#"
                let r_: u32 = amp_global[0];
                let c_: u32 = amp_global[1];
                let left_: u32 = c_ - 1u;
                y[amp_global[0], amp_global[1]] = x[r_, c_ by [-1, 0]] + x[r_, c_ by [1, -1]] + x[amp_global[0], amp_global[1] by [0, -1]] + x[r_, 2u + 1u];
            "#]],
        );
    }

    #[test]
    fn what_changes_is_no_base() {
        wgsl(
            "|i: Index<1>| { let mut k = i[0]; let next = k + 1; k += 5; y[i] = x[next] + x[k + 1]; }",
            expect![[r#"
                var k_: u32 = amp_global[0];
                let next_: u32 = k_ + 1u;
                k_ += 5u;
                y[amp_global[0]] = x[next_] + x[k_ by [1]];
            "#]],
        );
    }
}
