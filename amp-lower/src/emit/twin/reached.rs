//! How the twin reaches views, for `amp::explain` to tell.

use super::Printer;
use crate::ir::Expr;
use crate::site::Site;
use amp_shader::Way;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

/// One access, as the twin makes it.
pub(crate) struct Reached {
    slot: usize,
    site: Site,
    stores: bool,
    way: Way,
    /// Where it stands: one expression can be printed several times.
    place: String,
}

impl Reached {
    /// For the expansion.
    pub(crate) fn printed(&self) -> TokenStream {
        let Reached { slot, stores, .. } = self;
        let way = Ident::new(&format!("{:?}", self.way), Span::call_site());
        // The line is that of the tokens that ask for it.
        let line = quote_spanned!(super::expr::here(self.site)=> ::core::line!());
        let private = quote_spanned!(Span::call_site()=> ::amp::__private);
        quote_spanned!(Span::call_site()=> #private::Access {
            slot: #slot, line: #line, stores: #stores, way: #private::Way::#way,
        })
    }
}

impl Printer<'_, '_> {
    /// Takes down how an access is made. Where a loop is printed twice, the form for the usual case counts, which comes
    /// second.
    pub(super) fn takes_down(&mut self, slot: usize, index: &[Expr], site: Site, stores: bool, way: Way) {
        let way = match way {
            Way::Words if self.facts.is_own_index(index) => Way::WordsForOthers,
            way => way,
        };
        let reached = Reached { slot, site, stores, way, place: format!("{:?}", site.first) };
        let same = |it: &&mut Reached| (it.slot, it.stores, &it.place) == (slot, stores, &reached.place);
        match self.reached.iter_mut().find(same) {
            Some(known) => *known = reached,
            None => self.reached.push(reached),
        }
    }
}
