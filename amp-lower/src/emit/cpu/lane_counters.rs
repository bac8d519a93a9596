//! Lane counters: each lane of a masked `for` loop has two slots if the range differs between lanes. The
//! slots hold the next value of the loop variable and the end of the range.

use super::plan::Lanes;
use super::{At, Printer, own};
use crate::ir::{Range, Var};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The pieces of generated code that count the iterations of each lane.
pub(super) struct Counter {
    pub(super) storage: TokenStream,
    pub(super) start: TokenStream,
    pub(super) load: TokenStream,
    pub(super) iteration: TokenStream,
    pub(super) store: TokenStream,
}

impl Printer<'_, '_> {
    /// Prints the code that counts the iterations of each lane.
    pub(super) fn counter(&mut self, var: Var, range: &Range, lanes: &Lanes<'_>) -> Counter {
        let (lane, width) = (own("lane"), self.width());
        let (nexts, ends, next, end) = (own("nexts"), own("ends"), own("next"), own("end"));
        let at = At::Lane { masked: self.plan.masks };
        let (name, ty): (Ident, _) = (self.name(var).clone(), self.annotation(var));
        let mutable = self.facts.kernel.body.variables[var.0].mutable.then(|| quote!(mut));
        let (before, _) = self.spill_slots_around(lanes, false, &[]);
        let again = self.rematerialised(lanes, self.plan.masks);
        let (from, to) = (self.expr(&range.start, at), self.expr(&range.end, at));
        let over = self.clear_lane();
        Counter {
            storage: quote! {
                let mut #nexts = ::amp::__private::lanes::<#ty, #width>();
                let mut #ends = ::amp::__private::lanes::<#ty, #width>();
            },
            start: quote!({
                #before #again
                #nexts.set(#lane, #from);
                #ends.set(#lane, #to);
            }),
            load: quote!(let mut #next = #nexts.get(#lane); let #end = #ends.get(#lane);),
            iteration: quote! {
                if !(#next < #end) { #over }
                let #mutable #name: #ty = #next;
                #next = #next + 1;
            },
            store: quote!(#nexts.set(#lane, #next);),
        }
    }
}
