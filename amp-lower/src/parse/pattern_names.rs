//! The names that a pattern binds.

use syn::visit::{self, Visit};

/// Returns the names of a pattern, including names that may be those of constants.
pub(crate) fn of(pattern: &syn::Pat) -> Vec<syn::Ident> {
    struct Names(Vec<syn::Ident>);
    impl<'ast> Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
            self.0.push(it.ident.clone());
            visit::visit_pat_ident(self, it);
        }
    }
    let mut names = Names(Vec::new());
    names.visit_pat(pattern);
    names.0
}
