//! Replaces byte strings: `b"0x"` by `&[b'0', b'x']`, and in a pattern by `[b'0', b'x']`. They have the same type and the same
//! meaning.

use syn::visit_mut::{self, VisitMut};

/// Replaces the byte strings of a body. Leaves empty ones, and those in items, unchanged.
pub(super) fn replace(body: &mut syn::Block) {
    Replacer.visit_block_mut(body);
}

/// Whether a body contains a byte string.
pub(super) fn has_any(body: &syn::Block) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_lit_byte_str(&mut self, _: &'ast syn::LitByteStr) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_block(&mut search, body);
    search.0
}

struct Replacer;

/// The bytes of the string as literals.
fn bytes(it: &syn::Lit) -> Option<Vec<syn::LitByte>> {
    let syn::Lit::ByteStr(string) = it else { return None };
    let bytes: Vec<_> =
        string.value().into_iter().map(|byte| syn::LitByte::new(byte, string.span())).collect();
    (!bytes.is_empty()).then_some(bytes)
}

impl VisitMut for Replacer {
    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        if let syn::Expr::Lit(literal) = it
            && let Some(bytes) = bytes(&literal.lit)
        {
            *it = syn::parse_quote_spanned!(literal.lit.span()=> &[#(#bytes),*]);
            return;
        }
        visit_mut::visit_expr_mut(self, it);
    }

    fn visit_pat_mut(&mut self, it: &mut syn::Pat) {
        if let syn::Pat::Lit(literal) = it
            && let Some(bytes) = bytes(&literal.lit)
        {
            let elems = bytes
                .into_iter()
                .map(|byte| syn::Pat::Lit(syn::ExprLit { attrs: Vec::new(), lit: syn::Lit::Byte(byte) }));
            *it = syn::Pat::Slice(syn::PatSlice {
                attrs: Vec::new(),
                bracket_token: syn::token::Bracket(literal.lit.span()),
                elems: elems.collect(),
            });
            return;
        }
        visit_mut::visit_pat_mut(self, it);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
