//! Loop barriers: keep LLVM from vectorising a loop around the lane loops, so that it vectorises across
//! lanes.
//!
//! LLVM unrolls the lane loop of a small tile before its vectoriser runs. The vectoriser would then pick the
//! loop around the lane loop. LLVM may reorder integer sums, so it would add many iterations at once, and
//! load elements that lie far apart in memory. An empty assembly statement at the end of each iteration
//! prevents that.

use super::Printer;
use super::plan::{RowNode, StorageClass, loops_of};
use crate::ir::{Ty, Var};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

impl Printer<'_, '_> {
    /// Prints an optimisation barrier for the end of a loop around lane loops. It keeps LLVM from vectorising the
    /// outer loop.
    pub(super) fn loop_barrier(&self, body: &[RowNode<'_>]) -> TokenStream {
        // The lane loop of an untiled kernel is too long to be unrolled, so LLVM vectorises it without a
        // barrier.
        if self.tile_extent().is_none() || self.function.item_count.is_some() || self.checked {
            return TokenStream::new();
        }
        let mut loops = Vec::new();
        loops_of(body, &mut loops);
        let mut changed = BTreeSet::new();
        for stmt in loops.iter().flat_map(|lanes| &lanes.block) {
            stmt.walk(&mut |stmt| changed.extend(stmt.modified_variables()));
        }
        let kept =
            changed.into_iter().filter(|&var| self.is_sum_of_lanes(var)).map(|var| self.spill_slots(var));
        kept.map(|slots| quote!(#slots.end_iteration();)).collect()
    }

    /// Whether a variable has a slot for each lane and may be an integer. LLVM does not reorder
    /// floating-point sums, so they need no barrier.
    fn is_sum_of_lanes(&self, var: Var) -> bool {
        let ty = &self.facts.kernel.body.variables[var.0].ty;
        let is_float = matches!(ty, Ty::Scalar(scalar) if scalar.is_float());
        !is_float && matches!(self.plan.storage_class(var), StorageClass::RowArray | StorageClass::TileArray)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::cpu_code_contains;

    #[test]
    fn integer_sums_get_a_loop_barrier() {
        let kernel = |zero: &str, plus: &str| {
            format!(
                "tile = [4, 16], |t: TiledIndex<2>| {{
                    #[tile_static]
                    let mut l: [[u32; 16]; 16];
                    let mut sum = {zero};
                    for k in 0..16 {{ sum += {plus}; }}
                    t.barrier.wait();
                    z[t.global[0]] += sum as u32;
                }}"
            )
        };
        assert!(cpu_code_contains(&kernel("0", "l[k][t.local[1]]"), "lanes_of_sum.end_iteration()"));
        assert!(!cpu_code_contains(&kernel("0.0", "l[k][t.local[1]] as f32"), ".end_iteration()"));
        assert!(!cpu_code_contains(
            "|i: Index<1>| { let mut s = 0; for k in 0..n { s += z[k]; } z[i] = s; }",
            ".end_iteration()"
        ));
    }
}
