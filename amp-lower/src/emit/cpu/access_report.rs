//! The access report for `Kernel::explain`: it lists how the generated code accesses each view.

use super::{At, Printer};
use crate::ir::Expr;
use crate::site::Site;
use amp_shader::AccessPath;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

/// One access to a view in the generated code.
pub(crate) struct AccessReport {
    capture: usize,
    site: Site,
    stores: bool,
    path: AccessPath,
    /// The address of the index expression in the IR. It identifies the access, even if the printer prints
    /// the expression several times.
    index: *const Expr,
}

impl AccessReport {
    /// The capture, the site, whether the access stores, and the access path.
    #[cfg(feature = "explain")]
    pub(crate) fn parts(&self) -> (usize, Site, bool, AccessPath) {
        (self.capture, self.site, self.stores, self.path)
    }

    /// Prints the access as a Rust expression for the expansion.
    pub(crate) fn printed(&self) -> TokenStream {
        let AccessReport { capture, stores, .. } = self;
        let way = Ident::new(&format!("{:?}", self.path), Span::call_site());
        // The user's span makes `line!()` return the line of the access. If the access is inside a macro
        // call, `line!()` returns the line of that call.
        let line = quote_spanned!(self.site.first=> ::core::line!());
        let private = quote_spanned!(Span::call_site()=> ::amp::__private);
        quote_spanned!(Span::call_site()=> #private::Access {
            capture: #capture, line: #line, stores: #stores, path: #private::AccessPath::#way,
        })
    }
}

impl Printer<'_, '_> {
    /// Records an access for the report. A lane loop may be printed in two versions: a general one, then one
    /// for rows in which all lanes take the same branch. Both contain the access. The record of the second
    /// version replaces that of the first, because most rows run the second. Outside of lane loops, the first
    /// record stays.
    pub(super) fn record_access(
        &mut self,
        capture: usize,
        index: &[Expr],
        site: Site,
        way: AccessPath,
        stores: bool,
        at: At,
    ) {
        let way = match way {
            AccessPath::AtomicScattered if self.facts.is_own_index(index) => AccessPath::AtomicOwn,
            AccessPath::AtomicRow if self.facts.is_own_index(index) => AccessPath::AtomicOwnRow,
            way => way,
        };
        let reached = AccessReport { capture, site, stores, path: way, index: index.as_ptr() };
        let same =
            |it: &&mut AccessReport| (it.capture, it.stores, it.index) == (capture, stores, reached.index);
        match self.accesses.iter_mut().find(same) {
            Some(known) if matches!(at, At::Lane { .. }) => *known = reached,
            Some(_) => {}
            None => self.accesses.push(reached),
        }
    }
}
