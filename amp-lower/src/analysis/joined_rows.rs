//! Joined rows: a rewrite for domains whose last dimension is short, such as `[n, 1]`.
//!
//! A row runs along the last dimension. So a row of such a domain would not fill a vector, and the work for
//! each row would cost more than that for its lanes. The rewritten kernel runs on joined rows: each consists
//! of several rows, one after another in row-major order. In a joined row, each component of the index may
//! differ from lane to lane.
//!
//! Kernels that use their index only as a complete subscript need no rewrite, because `domain_collapse` applies.

use super::Facts;
use crate::ir::{ExprKind, ItemIndex, Kernel};

impl Facts {
    /// The kernel for joined rows. `None` if the kernel has one dimension, is tiled, does not use its index,
    /// or qualifies for `domain_collapse`.
    pub(crate) fn with_joined_rows(&self) -> Option<Kernel> {
        if self.kernel.rank < 2 || self.kernel.tile.is_some() || !self.collapsible_captures().is_empty() {
            return None;
        }
        let mut joined = Kernel::clone(&self.kernel);
        let mut uses_index = false;
        for stmt in &mut joined.body.block {
            stmt.walk_expressions_mut(&mut |expr| {
                if let ExprKind::Item(item @ ItemIndex::Global) = &mut expr.kind {
                    *item = ItemIndex::Joined;
                    uses_index = true;
                }
            });
        }
        uses_index.then_some(joined)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::joined_rows;

    #[test]
    fn kernels_that_use_components_have_joined_rows() {
        assert!(joined_rows("|i: Index<2>| y[i[0]] = x[i[0]] + i[1] as f32"));
        assert!(joined_rows("|i: Index<3>| if i[0] > 0 { y[[i[0], i[1], i[2]]] = 1.0; x[[i[2], 0, 0]]; }"));
    }

    #[test]
    fn other_kernels_have_no_joined_rows() {
        for source in [
            "|i: Index<1>| y[i] = x[i]",
            "|i: Index<2>| y[i] = x[i]",
            "tile = [4, 4], |t: TiledIndex<2>| y[t.global] = t.global[0] as f32",
        ] {
            assert!(!joined_rows(source), "{source}");
        }
    }
}
