//! Prints the subscripts of an element; neighbouring elements share one address computation.
//!
//! The printer moves constant offsets from the subscripts to the address. This is legal because a device
//! computes addresses and subscripts in 32 bits, and both wrap around modulo 2^32. For any `row`, even 0, the
//! address of `x[[row - 1, column]]` is that of `x[[row, column]]` minus one row. A stencil kernel then
//! computes one address, and derives the addresses of neighbours by additions.

use super::{Piece, Writer};
use crate::analysis::without_constant;
use crate::ir::{Expr, ExprKind, Ty};

impl Writer<'_> {
    /// Prints the subscripts of an element of a capture.
    pub(super) fn subscripts(&mut self, capture: usize, index: &[Expr]) {
        let sum = |part: &Expr| match without_constant(part, self.shares_addresses.then_some(self.facts)) {
            (base, step) if part.ty == Ty::USIZE && !matches!(base.kind, ExprKind::Literal(_)) => {
                (base, step)
            }
            // Any other subscript stays as it is. If all its operands are literals, drivers fold it anyway.
            _ => (part.clone(), 0),
        };
        let parts: Vec<(Expr, i64)> = index.iter().map(sum).collect();
        let steps: Option<Vec<i32>> = parts.iter().map(|(_, step)| i32::try_from(*step).ok()).collect();
        match steps {
            Some(steps) if steps.iter().any(|step| *step != 0) => {
                for (n, (base, _)) in parts.iter().enumerate() {
                    self.text(if n == 0 { "" } else { ", " });
                    self.operand(base, |_| false);
                }
                self.parts.push(Piece::Offset(capture, steps));
            }
            _ => self.list(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn neighbouring_elements_share_an_address() {
        wgsl(
            "|i: Index<2>| { let [r, c] = i.into(); let left = c - 1; y[i] = x[[r - 1, c]] + x[[1 + r, left]] + x[i.offset([0, -1])] + x[[r, 2 + 1]]; }",
            expect![[r#"
                let r_: u32 = amp_global[0];
                let c_: u32 = amp_global[1];
                let left_: u32 = c_ - 1u;
                y[amp_global[0], amp_global[1]] = x[amp_global[0], amp_global[1] by [-1, 0]] + x[amp_global[0], amp_global[1] by [1, -1]] + x[amp_global[0], amp_global[1] by [0, -1]] + x[r_, 2u + 1u];
            "#]],
        );
    }

    #[test]
    fn modified_variables_are_not_shared() {
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
