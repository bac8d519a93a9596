//! Definite initialisation of tile memory: finds the variables that are completely written before any read. A
//! device need not zero these variables.
//!
//! The analysis is a forward dataflow walk with three states for each variable: uninitialised, own element
//! written, and initialised. It recognises the pattern of nearly every tiled kernel:
//!
//! ```text
//! tile[t.local[0]][t.local[1]] = ..;   // every work-item writes its own element: `OwnWritten`
//! t.barrier.wait();                    // now all elements are written: `Initialised`
//! .. tile[k][0] ..                     // reads are defined
//! ```
//!
//! The proof needs a variable whose dimensions are those of the tile, and uniform control flow around the
//! write. Every other variable starts as zeros.

use super::{Facts, Uniformity};
use crate::ir::{Expr, ExprKind, Fence, ItemIndex, Len, Source, Stmt, Ty};

/// The state of one tile variable at a point of the kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum InitState {
    /// Some element may be uninitialised.
    Uninitialised,
    /// Each work-item has written its own element.
    OwnWritten,
    /// A barrier followed the writes, so every element is initialised for every work-item.
    Initialised,
}

struct Walk<'f> {
    facts: &'f Facts,
    initialised: Vec<bool>,
    /// Whether the kernel contains a jump under divergent control flow. Some work-items may then not reach
    /// the statements after the jump.
    has_divergent_jump: bool,
}

impl Facts {
    /// For each tile variable, whether the kernel writes all of it before any read.
    pub(crate) fn definitely_initialised(&self) -> Vec<bool> {
        let body = &self.kernel.body;
        let count = body.tile_static.len();
        let mut walk = Walk { facts: self, initialised: vec![true; count], has_divergent_jump: false };
        walk.block(&body.block, &mut vec![InitState::Uninitialised; count], true);
        // A constant that the kernel declares may shadow a constant in the tile's extent, so equal names
        // prove nothing.
        if walk.has_divergent_jump || body.has_own_names() { vec![false; count] } else { walk.initialised }
    }
}

impl Walk<'_> {
    /// Visits statements and updates the states in `stages`. `all` means that every work-item of the tile
    /// executes the statements.
    fn block(&mut self, stmts: &[Stmt], stages: &mut Vec<InitState>, all: bool) {
        for stmt in stmts {
            self.stmt(stmt, stages, all);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, stages: &mut Vec<InitState>, all: bool) {
        match stmt {
            Stmt::Assign { place, operator: None, value } => {
                self.reads(value, stages);
                self.visit_target(place, stages);
                if let Some(tile) = self.element_at_local_index(place).filter(|_| all) {
                    stages[tile] = stages[tile].max(InitState::OwnWritten);
                }
            }
            Stmt::Barrier(Fence::All | Fence::TileStatic, _) => {
                for stage in stages.iter_mut().filter(|stage| **stage == InitState::OwnWritten) {
                    *stage = InitState::Initialised;
                }
            }
            Stmt::If { condition, then, otherwise } => {
                self.reads(condition, stages);
                let all = all && self.is_uniform(condition);
                let mut others = stages.clone();
                self.block(then, stages, all);
                self.block(otherwise, &mut others, all);
                for (stage, other) in stages.iter_mut().zip(others) {
                    *stage = other.min(*stage);
                }
            }
            // The body may run zero times, so its effect on the states does not outlast the loop.
            Stmt::For { range, body, .. } => {
                range.bounds().for_each(|bound| self.reads(bound, stages));
                let all = all && range.bounds().all(|bound| self.is_uniform(bound));
                self.block(body, &mut stages.clone(), all);
            }
            Stmt::While { before, condition, body, .. } => {
                let mut inside = stages.clone();
                let all = all && self.is_uniform(condition);
                self.block(before, &mut inside, all);
                self.reads(condition, &inside);
                self.block(body, &mut inside, all);
            }
            Stmt::Block(block) => self.block(block, stages, all),
            Stmt::Break(_) | Stmt::Continue(_) => self.has_divergent_jump |= !all,
            Stmt::Return { value, .. } => {
                value.iter().for_each(|value| self.reads(value, stages));
                self.has_divergent_jump |= !all;
            }
            Stmt::Let { .. }
            | Stmt::Assign { .. }
            | Stmt::Assert { .. }
            | Stmt::Print { .. }
            | Stmt::Expr(_)
            | Stmt::CheckExhaustive { .. }
            | Stmt::Barrier(Fence::Global, _) => {
                stmt.expressions().iter().for_each(|expr| self.reads(expr, stages));
            }
        }
    }

    fn is_uniform(&self, expr: &Expr) -> bool {
        self.facts.uniformity(expr) == Uniformity::Tile
    }

    /// Treats every mention of a tile variable as a read, and clears `initialised` for the variables whose
    /// state is not `Initialised` yet.
    fn reads(&mut self, expr: &Expr, stages: &[InitState]) {
        expr.walk(&mut |expr| {
            if let ExprKind::Tile(tile) = expr.kind {
                self.initialised[tile] &= stages[tile] == InitState::Initialised;
            }
        });
    }

    /// Visits the target of an assignment, such as `s[k + 1]`: the subscripts are read, the tile variable is
    /// not.
    fn visit_target(&mut self, place: &Expr, stages: &[InitState]) {
        match &place.kind {
            ExprKind::Tile(_) => {}
            ExprKind::Subscript(base, index) => {
                self.reads(index, stages);
                self.visit_target(base, stages);
            }
            ExprKind::Field(base, _) | ExprKind::Payload(base, ..) => self.visit_target(base, stages),
            _ => self.reads(place, stages),
        }
    }

    /// The index of the tile variable `s` if a place is `s[t.local[0]]..` with one subscript for each
    /// dimension, and the dimensions of `s` are those of the tile.
    fn element_at_local_index(&self, place: &Expr) -> Option<usize> {
        let mut subscripts = Vec::new();
        let mut base = place;
        while let ExprKind::Subscript(inner, index) = &base.kind {
            subscripts.push(self.component(index)?);
            base = inner;
        }
        let ExprKind::Tile(tile) = base.kind else { return None };
        subscripts.reverse();
        let extent = self.facts.kernel.tile.as_ref()?;
        let mut ty = &self.facts.kernel.body.tile_static[tile].ty;
        for (depth, dimension) in subscripts.iter().enumerate() {
            let Ty::Array(element, len) = ty else { return None };
            if subscripts[..depth].contains(dimension) || !is_size(len, extent.get(*dimension)?) {
                return None;
            }
            ty = element;
        }
        Some(tile)
    }

    /// The dimension `d` if an expression is `t.local[d]`, otherwise `None`.
    fn component(&self, expr: &Expr) -> Option<usize> {
        match &expr.kind {
            ExprKind::Subscript(base, index) if self.is_local(base) => Facts::literal_usize(index),
            ExprKind::Local(var) => self.component(self.facts.definition(*var)?),
            _ => None,
        }
    }

    fn is_local(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Item(ItemIndex::Local) => true,
            ExprKind::Local(var) => self.facts.definition(*var).is_some_and(|value| self.is_local(value)),
            _ => false,
        }
    }
}

/// Whether the length of an array is the size of a tile: equal literals, or equal text.
fn is_size(len: &Len, size: &Source) -> bool {
    match len {
        Len::Number(len) => size.integer() == Some(*len),
        Len::Const(len) => len == size,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::definitely_initialised;

    #[test]
    fn own_element_writes_initialise_tile_memory() {
        let all = "tile = [16], |t: TiledIndex<1>| {
            #[tile_static] let mut s: [f32; 16];
            let i = t.local[0];
            s[i] = x[t.global];
            t.barrier.wait();
            y[t.global] = s[15 - i];
        }";
        assert_eq!(definitely_initialised(all), [true]);
        let in_a_loop = "tile = [TS, 4], |t: TiledIndex<2>| {
            #[tile_static] let mut s: [[f32; 4]; TS];
            #[tile_static] let mut turned: [[f32; TS]; 4];
            for k in 0..n {
                s[t.local[0]][t.local[1]] = x[k];
                turned[t.local[1]][t.local[0]] = 2.0;
                t.barrier.wait();
                let [row, column] = t.local.into();
                y[k] = s[row][0] + turned[column][0];
                t.barrier.wait();
            }
        }";
        assert_eq!(definitely_initialised(in_a_loop), [true, true]);
        let parts = "tile = [8], |t: TiledIndex<1>| {
            #[tile_static] let mut s: [(f32, f32); 8];
            s[t.local[0]] = (1.0, 2.0);
            t.barrier.wait_with_tile_static_memory_fence();
            s[0].1 = 4.0;
            y[t.global] = s[7 - t.local[0]].1;
        }";
        assert_eq!(definitely_initialised(parts), [true]);
    }

    #[test]
    fn reads_before_the_barrier_need_zeros() {
        let head =
            "tile = [16], |t: TiledIndex<1>| { #[tile_static] let mut s: [f32; 16]; let i = t.local[0]; ";
        for body in [
            // No barrier; a write by some work-items only; a write of another work-item's element.
            "s[i] = 1.0; y[t.global] = s[15 - i];",
            "if i < 8 { s[i] = 1.0; } t.barrier.wait(); y[t.global] = s[i];",
            "s[15 - i] = 1.0; t.barrier.wait(); y[t.global] = s[i];",
            // Two kernels that read `s` before the barrier.
            "s[i] = s[15 - i]; t.barrier.wait(); y[t.global] = s[i];",
            "s[i] += 1.0; t.barrier.wait(); y[t.global] = s[i];",
            // A loop that may run zero times; a branch; a barrier that orders accesses to views only.
            "for k in 0..n { s[i] = 1.0; t.barrier.wait(); } y[t.global] = s[i];",
            "if n > 3 { s[i] = 1.0; } t.barrier.wait(); y[t.global] = s[i];",
            "s[i] = 1.0; t.barrier.wait_with_global_memory_fence(); y[t.global] = s[i];",
        ] {
            assert_eq!(definitely_initialised(&format!("{head}{body} }}")), [false], "{body}");
        }
        // The array is larger than the tile.
        let larger = "tile = [16], |t: TiledIndex<1>| { #[tile_static] let mut s: [f32; 18];
            s[t.local[0]] = 1.0; t.barrier.wait(); y[t.global] = s[t.local[0] + 2]; }";
        assert_eq!(definitely_initialised(larger), [false]);
        // Some work-items leave the loop before others, so control flow may be divergent at the write.
        let parted = "tile = [16], |t: TiledIndex<1>| { #[tile_static] let mut s: [f32; 16];
            while a > 1.0 { if t.local[0] > 3 { break; } s[0] = 1.0; }
            s[t.local[0]] = 1.0; t.barrier.wait(); y[t.global] = s[0]; }";
        assert_eq!(definitely_initialised(parted), [false]);
    }
}
