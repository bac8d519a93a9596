//! Domain collapsing: finds kernels that may run over a multi-dimensional domain as if it had one dimension.
//!
//! A kernel qualifies if it uses its index only as the complete subscript of elements: `y[i] = x[i]`. The
//! launch checks that the accessed views have the extent of the domain and are contiguous. Then the linear
//! index of an element equals that of its work-item. The CPU back end runs one long row instead of many short
//! ones. In a domain of `[n, 4]`, each row has only 4 work-items, too few for a wide vector.

use super::Facts;
use crate::ir::{Expr, ExprKind, Stmt};

impl Facts {
    /// The captures that must be contiguous and have the domain's extent, so that the launch may collapse the
    /// domain. Empty if the kernel does not qualify.
    pub(crate) fn collapsible_captures(&self) -> Vec<usize> {
        if self.kernel.rank < 2 || self.tile().is_some() {
            return Vec::new();
        }
        let mut uses =
            Uses { facts: self, indexed_by_id: Vec::new(), used_otherwise: Vec::new(), only_indexes: true };
        for stmt in &self.kernel.body.block {
            stmt.walk(&mut |stmt| uses.of_stmt(stmt));
        }
        let Uses { indexed_by_id: mut whole, used_otherwise: otherwise, only_indexes: alone, .. } = uses;
        whole.sort_unstable();
        whole.dedup();
        let suits = alone && whole.iter().all(|capture| !otherwise.contains(capture));
        if suits { whole } else { Vec::new() }
    }
}

/// The uses of a kernel's index, collected by a walk over its statements.
struct Uses<'f> {
    facts: &'f Facts,
    /// The captures whose elements the kernel accesses at the work-item's index.
    indexed_by_id: Vec<usize>,
    /// The captures that the kernel uses in any other way.
    used_otherwise: Vec<usize>,
    /// Whether every use of the index so far is the subscript of an element.
    only_indexes: bool,
}

impl Uses<'_> {
    fn of_stmt(&mut self, stmt: &Stmt) {
        if let Stmt::Let { var, value: Some(value) } = stmt
            && self.facts.definition(*var).is_some()
            && self.is_component(value)
        {
            // The variable is an alias of an index component. The walk examines each use of the variable
            // instead of its declaration.
            return;
        }
        stmt.expressions().into_iter().for_each(|expr| self.of(expr));
    }

    fn of(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Element { capture, index } if self.facts.is_own_index(index) => {
                self.indexed_by_id.push(*capture);
                return;
            }
            ExprKind::Element { capture, .. }
            | ExprKind::ViewArg { capture, .. }
            | ExprKind::ExtentOf(capture) => {
                self.used_otherwise.push(*capture);
            }
            ExprKind::Item(_) => self.only_indexes = false,
            _ if self.is_component(expr) => self.only_indexes = false,
            _ => {}
        }
        expr.children().into_iter().for_each(|child| self.of(child));
    }

    fn is_component(&self, expr: &Expr) -> bool {
        self.facts.own_component(expr).is_some()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::collapsible_captures;

    #[test]
    fn whole_index_accesses_allow_collapsing() {
        for (kernel, views) in [
            ("|i: Index<2>| y[i] = x[i]", "x y"),
            ("|i: Index<3>| y[i] += a", "y"),
            ("|i: Index<2>| if x[i] > 0.0 { y[i] = x[i].sin() }", "x y"),
            ("|i: Index<2>| { let (r, c) = (i[0], i[1]); y[[r, c]] = x[[r, c]]; }", "x y"),
            (
                "|i: Index<2>| { let mut s = 0.0; for k in 0..b.extent()[0] { s += b[k] as f32 * x[i]; } y[i] = s; }",
                "x y",
            ),
            ("|i: Index<2>| { let f = |a: f32| a * x[i]; y[i] = f(2.0); }", "x y"),
            ("|i: Index<2>| { atomic_fetch_add(&mut z[i], 1); }", "z"),
            ("tile = [4, 4], |t: TiledIndex<2>| y[t.global] = x[t.global]", "x y"),
        ] {
            assert_eq!(collapsible_captures(kernel), views, "{kernel}");
        }
    }

    #[test]
    fn component_uses_prevent_collapsing() {
        for kernel in [
            "|i: Index<1>| y[i] = x[i]",
            "|i: Index<2>| y[i] = i[1] as f32",
            "|i: Index<2>| y[i] = x[[i[1], i[0]]]",
            "|i: Index<2>| { let c = i[1]; y[i] = c as f32; }",
            "|i: Index<2>| { let mut c = i[1]; c += 1; y[[i[0], c]] = 1.0; }",
            "|i: Index<2>| { let j = i; y[i] = x[j + 1]; }",
            "|i: Index<2>| y[i] = x[i] + x[[0, 0]]",
            "|i: Index<2>| y[i] = x[i] * x.extent()[1] as f32",
            "|i: Index<2>| y[i] = sum(&x, x[i])",
            "|i: Index<2>| y[i] = place(i)",
            "|i: Index<2>| assert!(x[i] > 0.0, \"{}\", i[1])",
            "|i: Index<2>| { for k in 0..i[0] { y[i] += 1.0; } }",
            "tile = [4, 4], |t: TiledIndex<2>| { y[t.global] = t.local[0] as f32; }",
            "tile = [4, 4], |t: TiledIndex<2>| { y[t.global] = 1.0; t.barrier.wait(); }",
        ] {
            assert_eq!(collapsible_captures(kernel), "", "{kernel}");
        }
    }
}
