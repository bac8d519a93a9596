//! Replaces the names of type aliases that a body declares: `type Point = Vector<f32>;`, then `Point::new(x)`.
//!
//! An alias without generic parameters means its type wherever its name is in scope. That is the block that declares it,
//! without inner blocks and items that declare the name again. So lowering knows the type.

use super::plain_name;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// Whether a body declares an alias.
pub(super) fn has_any(body: &syn::Block) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_stmt(&mut self, it: &'ast syn::Stmt) {
            self.0 |= alias(it).is_some();
            visit::visit_stmt(self, it);
        }
    }
    let mut search = Search(false);
    search.visit_block(body);
    search.0
}

/// Replaces the aliases of a body.
pub(super) fn replace(body: &mut syn::Block) {
    struct Blocks;
    impl VisitMut for Blocks {
        fn visit_block_mut(&mut self, block: &mut syn::Block) {
            // The aliases of inner blocks shadow those of outer ones, so they are replaced first.
            visit_mut::visit_block_mut(self, block);
            let aliases: Vec<_> = block.stmts.iter().filter_map(alias).cloned().collect();
            // An alias may mention an alias that the block declares later.
            for _ in 0..aliases.len() {
                let current: Vec<_> = block.stmts.iter().filter_map(alias).cloned().collect();
                for alias in current {
                    Replacement { name: &alias.ident, ty: &alias.ty }.in_statements(&mut block.stmts);
                }
            }
        }
    }
    Blocks.visit_block_mut(body);
}

fn alias(stmt: &syn::Stmt) -> Option<&syn::ItemType> {
    match stmt {
        syn::Stmt::Item(syn::Item::Type(it)) if it.generics.params.is_empty() => Some(it),
        _ => None,
    }
}

struct Replacement<'a> {
    name: &'a Ident,
    ty: &'a syn::Type,
}

impl Replacement<'_> {
    fn in_statements(&mut self, stmts: &mut [syn::Stmt]) {
        stmts.iter_mut().for_each(|stmt| self.visit_stmt_mut(stmt));
    }

    fn is_name(&self, ident: &Ident) -> bool {
        plain_name(ident) == plain_name(self.name)
    }

    /// Whether a path begins with the name of the alias.
    fn begins(&self, path: &syn::Path) -> bool {
        path.leading_colon.is_none()
            && path
                .segments
                .first()
                .is_some_and(|first| self.is_name(&first.ident) && first.arguments.is_none())
    }

    /// The path with the type in place of the first segment. `None` if the type is no plain path.
    fn joined(&self, path: &syn::Path) -> Option<syn::Path> {
        let syn::Type::Path(syn::TypePath { qself: None, path: of, .. }) = self.ty else { return None };
        let mut joined = of.clone();
        if let Some(last) = joined.segments.last_mut()
            && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
        {
            arguments.colon2_token.get_or_insert_with(Default::default);
        }
        joined.segments.extend(path.segments.iter().skip(1).cloned());
        Some(joined)
    }

    /// The path `<T>::name` for a path of several segments, if the type is no plain path.
    fn qualified(&self, path: &syn::Path) -> Option<syn::ExprPath> {
        let (ty, rest) = (self.ty, path.segments.iter().skip(1));
        syn::parse2(quote!(<#ty>::#(#rest)::*)).ok()
    }

    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let mut before = [' ', ' '];
        let mut tokens = tokens.into_iter().peekable();
        let mut replaced = TokenStream::new();
        while let Some(token) = tokens.next() {
            let begins = before != [':', ':'] && (before[1] != '.' || before[0] == '.');
            before = [before[1], if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' }];
            match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.tokens(group.stream()));
                    inner.set_span(group.span());
                    replaced.extend([TokenTree::Group(inner)]);
                }
                TokenTree::Ident(ident) if begins && self.is_name(&ident) => {
                    let is_path =
                        matches!(tokens.peek(), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
                    let ty = self.ty;
                    replaced.extend(if is_path { quote!(<#ty>) } else { ty.to_token_stream() });
                }
                other => replaced.extend([other]),
            }
        }
        replaced
    }
}

impl VisitMut for Replacement<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let shadows = |stmt: &syn::Stmt| match stmt {
            syn::Stmt::Item(syn::Item::Struct(it)) => self.is_name(&it.ident),
            syn::Stmt::Item(syn::Item::Enum(it)) => self.is_name(&it.ident),
            syn::Stmt::Item(syn::Item::Type(it)) => self.is_name(&it.ident),
            _ => false,
        };
        if !block.stmts.iter().any(shadows) {
            visit_mut::visit_block_mut(self, block);
        }
    }

    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        let generics = match item {
            syn::Item::Fn(it) => Some(&it.sig.generics),
            syn::Item::Struct(it) => Some(&it.generics),
            syn::Item::Enum(it) => Some(&it.generics),
            syn::Item::Impl(it) => Some(&it.generics),
            syn::Item::Trait(it) => Some(&it.generics),
            _ => None,
        };
        if !generics.is_some_and(|generics| generics.type_params().any(|it| self.is_name(&it.ident))) {
            visit_mut::visit_item_mut(self, item);
        }
    }

    fn visit_type_mut(&mut self, it: &mut syn::Type) {
        if let syn::Type::Path(path) = &*it
            && path.qself.is_none()
            && self.begins(&path.path)
        {
            if path.path.segments.len() == 1 {
                *it = self.ty.clone();
                return;
            }
            if let Some(joined) = self.joined(&path.path) {
                *it = syn::parse_quote!(#joined);
                return;
            }
        }
        visit_mut::visit_type_mut(self, it);
    }

    fn visit_expr_path_mut(&mut self, it: &mut syn::ExprPath) {
        if it.qself.is_none() && it.path.segments.len() > 1 && self.begins(&it.path) {
            match self.joined(&it.path) {
                Some(joined) => it.path = joined,
                None => *it = self.qualified(&it.path).unwrap_or_else(|| it.clone()),
            }
        }
        visit_mut::visit_expr_path_mut(self, it);
    }

    fn visit_expr_struct_mut(&mut self, it: &mut syn::ExprStruct) {
        if let Some(joined) =
            Some(&it.path).filter(|path| self.begins(path)).and_then(|path| self.joined(path))
        {
            it.path = joined;
        }
        visit_mut::visit_expr_struct_mut(self, it);
    }

    fn visit_pat_struct_mut(&mut self, it: &mut syn::PatStruct) {
        if let Some(joined) =
            Some(&it.path).filter(|path| self.begins(path)).and_then(|path| self.joined(path))
        {
            it.path = joined;
        }
        visit_mut::visit_pat_struct_mut(self, it);
    }

    fn visit_pat_tuple_struct_mut(&mut self, it: &mut syn::PatTupleStruct) {
        if it.path.segments.len() > 1
            && let Some(joined) =
                Some(&it.path).filter(|path| self.begins(path)).and_then(|path| self.joined(path))
        {
            it.path = joined;
        }
        visit_mut::visit_pat_tuple_struct_mut(self, it);
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        it.tokens = self.tokens(std::mem::take(&mut it.tokens));
    }
}

#[cfg(test)]
mod tests {
    use super::replace;
    use quote::ToTokens;

    /// Asserts that a body becomes `wanted`.
    fn assert_replaced(body: &str, wanted: &str) {
        let block = |text: &str| -> syn::Block { syn::parse_str(text).expect("a block") };
        let mut found = block(body);
        replace(&mut found);
        assert_eq!(found.to_token_stream().to_string(), block(wanted).to_token_stream().to_string());
    }

    #[test]
    fn aliases_are_replaced() {
        assert_replaced(
            "{ type M = Mod<7>; type P = (M, u32); let p: P = (M::new(3), f::<M>()); let q = M { a: 1 }; assert!(M::ONE == p.0.M); }",
            "{ type M = Mod<7>; type P = (Mod<7>, u32); let p: (Mod<7>, u32) = (Mod::<7>::new(3), f::<Mod<7> >()); let q = Mod::<7> { a: 1 }; assert!(<Mod<7> > :: ONE == p.0.M); }",
        );
    }

    #[test]
    fn inner_types_shadow_aliases() {
        assert_replaced(
            "{ type M = u8; { struct M; let a: M = M; } { type M = u16; let b: M = 1; } fn g<M>(m: M) {} let c: M = 2; }",
            "{ type M = u8; { struct M; let a: M = M; } { type M = u16; let b: u16 = 1; } fn g<M>(m: M) {} let c: u8 = 2; }",
        );
    }
}
