//! Room for what has a slot for each lane.

use super::plan::Home;
use super::{Form, Printer, own};
use crate::ir::{Ty, Var};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Printer<'_, '_> {
    /// Room for a variable that has a slot for each lane.
    pub(super) fn room(&self, var: Var) -> TokenStream {
        // Arrays can be large, and a stack is not.
        let large = matches!(self.facts.kernel.body.variables[var.0].ty, Ty::Array(..));
        let rows = self.plan.home(var) == Home::TileSpill;
        let (slots, ty) = (self.slots(var), self.annotation_of_room(var));
        if rows { self.room_for(&slots, &ty, large) } else { self.room_in_row(&slots, &ty, large) }
    }

    /// In each row of the tile. A tile can be large as well.
    pub(super) fn room_for(&self, slots: &Ident, ty: &TokenStream, large: bool) -> TokenStream {
        if self.facts.kernel.rank == 1 {
            return self.room_in_row(slots, ty, large);
        }
        let (width, rows) = (self.width(), self.rows_of_tile());
        quote!(let mut #slots = ::amp::__private::rows_of_lanes::<#ty, #width>(#(#rows)*);)
    }

    pub(super) fn room_in_row(&self, slots: &Ident, ty: &TokenStream, large: bool) -> TokenStream {
        if let Some(items) = &self.items {
            return quote!(let mut #slots = ::amp::__private::slots::<#ty>(#items););
        }
        if self.form == Form::Whole {
            let (room, count) = (own(&format!("room_for_{slots}")), self.count());
            return quote! {
                let mut #room = ::amp::__private::room::<#ty>();
                let mut #slots = #room.stretch(#count);
            };
        }
        let (width, way) = (self.width(), own(if large { "boxed_lanes" } else { "lanes" }));
        quote!(let mut #slots = ::amp::__private::#way::<#ty, #width>();)
    }

    /// The name of all lanes of a variable.
    pub(super) fn slots(&self, var: Var) -> Ident {
        let name = self.name(var).to_string();
        own(&format!("lanes_of_{}", name.trim_start_matches("r#")))
    }

    /// The sizes of all dimensions but the last, as a product.
    pub(super) fn rows_of_tile(&self) -> Vec<TokenStream> {
        let sizes = self.tile_extent().into_iter().flatten();
        let rank = self.facts.kernel.rank;
        let mut product: Vec<_> = sizes.take(rank - 1).map(|size| quote!((#size) *)).collect();
        product.push(quote!(1usize));
        product
    }
}
