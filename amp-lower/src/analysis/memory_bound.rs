//! Heuristic for memory-bound kernels: they copy data with next to no arithmetic, so memory bandwidth limits
//! them on a CPU.
//!
//! Large launches of such kernels use the processor's shorter vectors, with which they run faster than with
//! the widest ones.

use super::{Facts, RowAccess};
use crate::ir::{ExprKind, Role, Stmt, Ty};

/// The most arithmetic operations of a memory-bound kernel, counted in its whole body. The processor
/// completes this many while it waits for memory.
const MAX_OPERATIONS: usize = 2;

impl Facts {
    /// Whether the lanes of each row access adjacent elements only, with next to no arithmetic.
    pub(crate) fn is_memory_bound(&self) -> bool {
        let (mut plain, mut touched, mut operations) = (self.tile().is_none(), false, 0);
        for stmt in &self.kernel.body.block {
            stmt.walk(&mut |stmt| {
                plain &= !matches!(
                    stmt,
                    Stmt::For { .. } | Stmt::While { .. } | Stmt::Assert { .. } | Stmt::Print { .. }
                );
            });
            stmt.walk_expressions(&mut |expr| match &expr.kind {
                ExprKind::Element { capture, index } => {
                    touched = true;
                    let reads_along_row = self.kernel.captures[*capture].role == Role::Read
                        && self.row_access(index) == RowAccess::Up;
                    plain &= self.is_exclusive(*capture) || reads_along_row;
                }
                ExprKind::Call { .. } | ExprKind::Method { .. } | ExprKind::Atomic { .. } => plain = false,
                ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(..) => {
                    operations += usize::from(!matches!(expr.ty, Ty::USIZE | Ty::BOOL));
                }
                _ => {}
            });
        }
        plain && touched && operations <= MAX_OPERATIONS
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::is_memory_bound;

    #[test]
    fn copies_are_memory_bound() {
        for (source, expected) in [
            ("|i: Index<1>| y[i] = x[i]", true),
            ("|i: Index<1>| y[i] = a * x[i] + y[i]", true),
            ("|i: Index<1>| if i[0] + 3 < n { y[i] = x[i[0] + 3]; }", true),
            ("|i: Index<1>| y[i] = a * x[i] + y[i] * y[i]", false),
            ("|i: Index<1>| y[i] = x[i].sin()", false),
            ("|i: Index<1>| y[i] = x[2 * i[0]]", false),
            ("|i: Index<1>| y[n - i[0]] = x[i]", false),
            ("|i: Index<1>| for k in 0..n { y[i] = x[k]; }", false),
            ("|i: Index<1>| { let a = i[0]; }", false),
            ("tile = [16], |t: TiledIndex<1>| { y[t.global] = x[t.global]; t.barrier.wait(); }", false),
        ] {
            assert_eq!(is_memory_bound(source), expected, "{source}");
        }
    }
}
