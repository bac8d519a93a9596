//! Storage fences: whether a barrier must also order accesses to views, or only to tile memory.
//!
//! A barrier must order accesses to a view if one work-item may observe another's write. For that, the kernel
//! must read and write the view, or write it on both sides of a barrier. A tiled kernel usually ends with a
//! single store of its result, which needs no order. On a device an unneeded storage barrier costs as much as
//! a second barrier.

use super::Facts;
use crate::ir::{ExprKind, Role, Stmt};

impl Facts {
    /// Whether barriers must order accesses to some view.
    pub(crate) fn needs_storage_fence(&self) -> bool {
        let captures = self.kernel.captures.iter().enumerate();
        let mut written =
            captures.filter(|(capture, it)| it.role == Role::Write && !self.is_exclusive(*capture));
        written.any(|(capture, _)| !self.is_stored_once(capture))
    }

    /// Whether the kernel accesses a view only by one store, and no barrier separates two executions of the
    /// store.
    fn is_stored_once(&self, capture: usize) -> bool {
        let (mut touched, mut stores) = (0, 0);
        for stmt in &self.kernel.body.block {
            stmt.walk_expressions(&mut |expr| {
                touched += usize::from(matches!(expr.kind, ExprKind::Element { capture: of, .. } | ExprKind::ViewArg { capture: of, .. } if of == capture));
            });
            count_stores(stmt, capture, false, &mut stores);
        }
        touched == 1 && stores == 1
    }
}

/// Counts the stores to elements of a capture, except those in loops that contain a barrier. `has_barrier` is
/// true inside such a loop.
fn count_stores(stmt: &Stmt, capture: usize, has_barrier: bool, found: &mut usize) {
    if let Stmt::Assign { place, operator: None, .. } = stmt
        && matches!(place.kind, ExprKind::Element { capture: of, .. } if of == capture)
        && !has_barrier
    {
        *found += 1;
    }
    let mut inside = false;
    if matches!(stmt, Stmt::For { .. } | Stmt::While { .. }) {
        stmt.walk(&mut |inner| inside |= inner.is_collective() || matches!(inner, Stmt::Barrier(..)));
    }
    for block in stmt.blocks() {
        block.iter().for_each(|inner| count_stores(inner, capture, has_barrier || inside, found));
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::needs_storage_fence;

    #[test]
    fn single_stores_need_no_storage_fence() {
        for kernel in [
            "tile = [4], |t: TiledIndex<1>| { t.barrier.wait(); y[t.global] += 1.0; }",
            "tile = [4], |t: TiledIndex<1>| { t.barrier.wait(); if t.local[0] == 0 { y[t.tile] = 1.0; } }",
            "tile = [4], |t: TiledIndex<1>| { for k in 0..n { t.barrier.wait(); } for k in 0..n { y[k] = 1.0; } }",
        ] {
            assert!(!needs_storage_fence(kernel), "{kernel}");
        }
    }

    #[test]
    fn repeated_accesses_need_a_storage_fence() {
        for kernel in [
            "tile = [4], |t: TiledIndex<1>| { y[t.tile] = 1.0; t.barrier.wait(); y[t.local[0]] = 2.0; }",
            "tile = [4], |t: TiledIndex<1>| { y[t.tile] = 1.0; t.barrier.wait(); let a = y[0]; }",
            "tile = [4], |t: TiledIndex<1>| { t.barrier.wait(); y[t.tile] += 1.0; }",
            "tile = [4], |t: TiledIndex<1>| { for k in 0..n { y[k] = 1.0; t.barrier.wait(); } }",
            "tile = [4], |t: TiledIndex<1>| { for k in 0..n { if k > 3 { y[t.tile] = 1.0; } t.barrier.wait(); } }",
            "tile = [4], |t: TiledIndex<1>| { for k in 0..n { for j in 0..n { y[j] = 1.0; } t.barrier.wait(); } }",
        ] {
            assert!(needs_storage_fence(kernel), "{kernel}");
        }
    }
}
