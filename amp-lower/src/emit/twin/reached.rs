//! How the twin reaches views, for `Kernel::explain` to tell.

use super::{At, Printer};
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
    /// The index in the kernel: one expression can be printed several times.
    index: *const Expr,
}

impl Reached {
    /// For the expansion.
    pub(crate) fn printed(&self) -> TokenStream {
        let Reached { slot, stores, .. } = self;
        let way = Ident::new(&format!("{:?}", self.way), Span::call_site());
        // The line is that of the tokens that ask for it, if those are not of a macro.
        let line = quote_spanned!(self.site.first=> ::core::line!());
        let private = quote_spanned!(Span::call_site()=> ::amp::__private);
        quote_spanned!(Span::call_site()=> #private::Access {
            slot: #slot, line: #line, stores: #stores, way: #private::Way::#way,
        })
    }
}

impl Printer<'_, '_> {
    /// Takes down how an access is made. Where a loop is printed twice, the form for the usual case counts, which comes
    /// second; what is computed once more at the first of the lanes does not count.
    pub(super) fn takes_down(
        &mut self,
        slot: usize,
        index: &[Expr],
        site: Site,
        way: Way,
        stores: bool,
        at: At,
    ) {
        let way = match way {
            Way::Words if self.facts.is_own_index(index) => Way::WordsForOthers,
            Way::WordsInRow if self.facts.is_own_index(index) => Way::OwnWordsInRow,
            way => way,
        };
        let reached = Reached { slot, site, stores, way, index: index.as_ptr() };
        let same = |it: &&mut Reached| (it.slot, it.stores, it.index) == (slot, stores, reached.index);
        match self.reached.iter_mut().find(same) {
            Some(known) if matches!(at, At::Lane { .. }) => *known = reached,
            Some(_) => {}
            None => self.reached.push(reached),
        }
    }
}
