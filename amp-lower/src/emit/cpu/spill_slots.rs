//! Declares the storage of spilled variables: one slot for each lane of a row or tile.

use super::plan::StorageClass;
use super::{Printer, Variant, own};
use crate::ir::{Ty, Var};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Printer<'_, '_> {
    /// Prints the declaration of the storage of a spilled variable.
    pub(super) fn spill_storage(&self, var: Var) -> TokenStream {
        let small = self.is_small(var);
        let rows = self.plan.storage_class(var) == StorageClass::TileArray;
        let (slots, ty) = (self.spill_slots(var), self.spill_annotation(var));
        if rows {
            self.declare_spill_storage(&slots, &ty, small)
        } else {
            self.spill_storage_of_row(&slots, &ty, small)
        }
    }

    /// Prints the declaration of a second array for a spilled variable. An iteration of a masked loop reads
    /// the old values from the first array and writes the new values to the second one.
    pub(super) fn fresh_spill_storage(&self, var: Var) -> TokenStream {
        self.spill_storage_of_row(
            &self.fresh_spill_slots(var),
            &self.spill_annotation(var),
            self.is_small(var),
        )
    }

    /// Whether the type of a variable is small enough for an array on the stack.
    fn is_small(&self, var: Var) -> bool {
        let ty = &self.facts.kernel.body.variables[var.0].ty;
        matches!(ty, Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_))
    }

    /// Prints the declaration of storage with one slot for each lane of each row of the tile. For a tile with
    /// several dimensions, the storage is on the heap, because such a tile can have too many rows for the
    /// stack.
    pub(super) fn declare_spill_storage(&self, slots: &Ident, ty: &TokenStream, small: bool) -> TokenStream {
        if self.facts.kernel.rank == 1 {
            return self.spill_storage_of_row(slots, ty, small);
        }
        let (width, rows) = (self.width(), self.rows_of_tile());
        quote!(let mut #slots = ::amp::__private::rows_of_lanes::<#ty, #width>(#(#rows)*);)
    }

    pub(super) fn spill_storage_of_row(&self, slots: &Ident, ty: &TokenStream, small: bool) -> TokenStream {
        if let Some(items) = &self.function.item_count {
            return quote!(let mut #slots = ::amp::__private::per_item_storage::<#ty>(#items););
        }
        let buffer = own(&format!("buffer_of_{slots}"));
        if self.variant == Variant::WholeRun {
            let count = self.count();
            return quote! {
                let mut #buffer = ::amp::__private::long_row_buffer::<#ty>();
                let mut #slots = #buffer.long_row(#count);
            };
        }
        let width = self.width();
        if small {
            return quote!(let mut #slots = ::amp::__private::lanes::<#ty, #width>(););
        }
        quote! {
            let mut #buffer = ::amp::__private::lane_buffer::<#ty, #width>();
            let mut #slots = #buffer.lanes();
        }
    }

    /// The variable that holds the array of a spilled variable's slots.
    pub(super) fn spill_slots(&self, var: Var) -> Ident {
        let name = self.name(var).to_string();
        own(&format!("lanes_of_{}", name.trim_start_matches("r#")))
    }

    /// The name of the second array of a spilled variable, which holds the new values in a masked loop. See
    /// `fresh_spill_storage`.
    pub(super) fn fresh_spill_slots(&self, var: Var) -> Ident {
        own(&format!("fresh_{}", self.spill_slots(var)))
    }

    /// Prints the factors of the number of rows in a tile: all tile dimensions but the last, then `1`.
    pub(super) fn rows_of_tile(&self) -> Vec<TokenStream> {
        let sizes = self.tile_extent().into_iter().flatten();
        let rank = self.facts.kernel.rank;
        let mut product: Vec<_> = sizes.take(rank - 1).map(|size| quote!((#size) *)).collect();
        product.push(quote!(1usize));
        product
    }
}
