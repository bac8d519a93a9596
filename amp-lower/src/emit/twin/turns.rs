//! Loops of a row whose turns are not to be taken together: what the lanes do in each turn is what becomes vectors.
//!
//! The loop over the few lanes of a tile is unrolled before LLVM looks for vectors, and then a loop around it is what it finds. Sums of
//! whole numbers it may reorder, so it sums over many turns at once, from elements that lie far apart.

use super::Printer;
use super::plan::{Home, RowNode, loops_of};
use crate::ir::{Ty, Var};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

impl Printer<'_, '_> {
    /// What stands at the end of each turn of a loop around loops over the lanes.
    pub(super) fn end_of_turn(&self, body: &[RowNode<'_>]) -> TokenStream {
        // Of an untiled kernel's many lanes no loop is unrolled.
        if self.tile_extent().is_none() || self.items.is_some() || self.checked {
            return TokenStream::new();
        }
        let mut loops = Vec::new();
        loops_of(body, &mut loops);
        let mut changed = BTreeSet::new();
        for stmt in loops.iter().flat_map(|lanes| &lanes.block) {
            stmt.walk(&mut |stmt| changed.extend(stmt.changes()));
        }
        let kept = changed.into_iter().filter(|&var| self.is_sum_of_lanes(var)).map(|var| self.slots(var));
        kept.map(|slots| quote!(#slots.turn();)).collect()
    }

    /// Whether each lane has a variable of its own, which is perhaps a whole number.
    fn is_sum_of_lanes(&self, var: Var) -> bool {
        let ty = &self.facts.kernel.body.variables[var.0].ty;
        let is_float = matches!(ty, Ty::Scalar(scalar) if scalar.is_float());
        !is_float && matches!(self.plan.home(var), Home::RowSpill | Home::TileSpill)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::twin_has;

    #[test]
    fn whole_numbers_of_lanes() {
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
        assert!(twin_has(&kernel("0", "l[k][t.local[1]]"), "lanes_of_sum.turn()"));
        assert!(!twin_has(&kernel("0.0", "l[k][t.local[1]] as f32"), ".turn()"));
        assert!(!twin_has(
            "|i: Index<1>| { let mut s = 0; for k in 0..n { s += z[k]; } z[i] = s; }",
            ".turn()"
        ));
    }
}
