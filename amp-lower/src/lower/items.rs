//! Items in blocks: renames a constant, function or type that a block declares, if its name also occurs outside the
//! block.
//!
//! The expansion moves all items of a body next to the body, so that they are in scope for the shader and for
//! the CPU code. Two items of one name, or an item and a variable, would then collide. So this pass first
//! gives the item and its uses a new name.

use super::stmt::assert;
use super::{
    constant_slices, function_paths, function_tables, function_values, known_text, plain_name, type_aliases,
};
use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};

/// Returns the body with unique item names. `around` contains the tokens of the signature, whose names must
/// not collide either. `output` is the result type of a function.
pub(super) fn rename_items<'b>(
    body: &'b syn::Block,
    around: TokenStream,
    output: Option<&syn::ReturnType>,
) -> Cow<'b, syn::Block> {
    struct Any(bool);
    impl<'ast> Visit<'ast> for Any {
        fn visit_item(&mut self, _: &'ast syn::Item) {
            self.0 = true;
        }
    }
    let mut any = Any(false);
    any.visit_block(body);
    let has_text = known_text::has_any(body);
    let has_tables = function_tables::has_any(body);
    let has_functions = has_tables || function_values::has_any(body);
    let has_paths = has_functions || function_paths::has_any(body);
    let has_slices = constant_slices::has_any(body, output);
    if !any.0 && !has_text && !has_functions && !has_paths && !has_slices {
        return Cow::Borrowed(body);
    }
    let mut body = body.clone();
    if type_aliases::has_any(&body) {
        type_aliases::replace(&mut body);
    }
    if has_tables {
        function_tables::replace(&mut body);
    }
    if has_functions {
        function_values::replace(&mut body);
    }
    if has_paths {
        function_paths::replace(&mut body);
    }
    if has_text {
        known_text::replace(&mut body, &around);
    }
    if has_slices {
        constant_slices::replace(&mut body, output);
    }
    if !any.0 {
        return Cow::Owned(body);
    }
    let mut apart = ItemRenamer(count_names(&body));
    count(around, &mut apart.0);
    apart.visit_block_mut(&mut body);
    Cow::Owned(body)
}

/// A visitor that renames the items of a block whose names also occur outside the block. The map contains,
/// for each name, its number of occurrences in the whole body and the signature.
struct ItemRenamer(HashMap<String, usize>);

impl VisitMut for ItemRenamer {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        // Inner blocks are renamed first. Afterwards, all remaining occurrences of the name in this block
        // refer to the item of this block.
        visit_mut::visit_block_mut(self, block);
        let declared: HashSet<_> = block.stmts.iter().filter_map(item_name).collect();
        for (from, is_type) in declared {
            let before = count_names(block);
            if self.0.get(&from) == before.get(&from) {
                continue;
            }
            let mut names = (2..).map(|n| format!("{from}_{n}"));
            let Some(to) = names.find(|name| !self.0.contains_key(name)) else { continue };
            Rename { from, to, is_type }.visit_block_mut(block);
            for (name, times) in count_names(block) {
                *self.0.entry(name).or_default() += times;
            }
            for (name, times) in before {
                *self.0.entry(name).or_default() -= times;
            }
        }
    }
}

/// The name of the item that a statement declares, and whether the item is a type or a trait; `None` for other statements.
fn item_name(stmt: &syn::Stmt) -> Option<(String, bool)> {
    match stmt {
        syn::Stmt::Item(syn::Item::Const(item)) if item.ident != "_" => {
            Some((plain_name(&item.ident), false))
        }
        syn::Stmt::Item(syn::Item::Fn(item)) => Some((plain_name(&item.sig.ident), false)),
        syn::Stmt::Item(syn::Item::Struct(item)) => Some((plain_name(&item.ident), true)),
        syn::Stmt::Item(syn::Item::Enum(item)) => Some((plain_name(&item.ident), true)),
        syn::Stmt::Item(syn::Item::Trait(item)) => Some((plain_name(&item.ident), true)),
        _ => None,
    }
}

fn count_names(block: &syn::Block) -> HashMap<String, usize> {
    let mut counted = HashMap::new();
    count(block.to_token_stream(), &mut counted);
    counted
}

/// Counts the occurrences of names among the tokens, and in the braces of format strings. Adds the counts to
/// `into`.
fn count(tokens: TokenStream, into: &mut HashMap<String, usize>) {
    for token in tokens {
        let names = match token {
            TokenTree::Ident(name) => vec![plain_name(&name)],
            TokenTree::Literal(literal) => {
                text(&literal).map(|text| assert::names_in_braces(&text.value())).unwrap_or_default()
            }
            TokenTree::Group(group) => {
                count(group.stream(), into);
                continue;
            }
            TokenTree::Punct(_) => continue,
        };
        names.into_iter().for_each(|name| *into.entry(name).or_default() += 1);
    }
}

fn text(literal: &Literal) -> Option<syn::LitStr> {
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Str(text) => Some(text),
        _ => None,
    }
}

/// A visitor that renames one item within its block.
struct Rename {
    from: String,
    to: String,
    /// Whether the item is a type or a trait, so that paths of several segments may begin with its name.
    is_type: bool,
}

impl Rename {
    fn ident(&self, ident: &mut Ident) {
        if plain_name(ident) == self.from {
            *ident = Ident::new(&self.to, ident.span());
        }
    }

    /// Renames a path of one segment. A path of several segments cannot name an item that a block declares.
    fn path(&self, path: &mut syn::Path) {
        if path.leading_colon.is_none() && path.segments.len() == 1 {
            self.ident(&mut path.segments[0].ident);
        }
    }

    /// Renames the item in the tokens of a macro call. Fields, methods and path segments of the same name
    /// stay.
    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        // The two previous tokens, with a space for a token that is not punctuation. A name after `::` or a
        // single `.` is a path segment or a field. In `0..LIMIT`, the name after the dots is not a field.
        let mut before = [' ', ' '];
        let tokens = tokens.into_iter().map(|token| {
            let means = before != [':', ':'] && (before[1] != '.' || before[0] == '.');
            before = [before[1], if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' }];
            match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.tokens(group.stream()));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                TokenTree::Ident(mut name) => {
                    if means {
                        self.ident(&mut name);
                    }
                    TokenTree::Ident(name)
                }
                TokenTree::Literal(literal) => TokenTree::Literal(self.literal(literal)),
                TokenTree::Punct(_) => token,
            }
        });
        tokens.collect()
    }

    /// Renames the item in the braces of a format string, such as `{LIMIT}` and `{x:>WIDTH$}`.
    fn literal(&self, literal: Literal) -> Literal {
        let Some(text) = text(&literal).map(|text| text.value()) else { return literal };
        let mut out = String::new();
        let mut inside = false;
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            let in_word = |c: char| c.is_alphanumeric() || c == '_';
            let (word, behind) = rest.split_at(rest.find(|c| !in_word(c)).unwrap_or(rest.len()));
            if !word.is_empty() {
                let means = inside && (out.ends_with('{') || behind.starts_with('$'));
                out.push_str(if means && word == self.from { &self.to } else { word });
                rest = behind;
                continue;
            }
            let escaped = !inside && rest.starts_with("{{");
            let length = if escaped { 2 } else { first.len_utf8() };
            inside = !escaped && (first == '{' || inside && first != '}');
            out.push_str(&rest[..length]);
            rest = &rest[length..];
        }
        if out == text {
            return literal;
        }
        let mut renamed = Literal::string(&out);
        renamed.set_span(literal.span());
        renamed
    }
}

impl VisitMut for Rename {
    fn visit_item_struct_mut(&mut self, it: &mut syn::ItemStruct) {
        self.ident(&mut it.ident);
        visit_mut::visit_item_struct_mut(self, it);
    }

    fn visit_item_enum_mut(&mut self, it: &mut syn::ItemEnum) {
        self.ident(&mut it.ident);
        visit_mut::visit_item_enum_mut(self, it);
    }

    fn visit_item_trait_mut(&mut self, it: &mut syn::ItemTrait) {
        self.ident(&mut it.ident);
        visit_mut::visit_item_trait_mut(self, it);
    }

    fn visit_path_mut(&mut self, it: &mut syn::Path) {
        if self.is_type
            && it.leading_colon.is_none()
            && let Some(first) = it.segments.first_mut()
        {
            self.ident(&mut first.ident);
        }
        visit_mut::visit_path_mut(self, it);
    }

    fn visit_item_const_mut(&mut self, it: &mut syn::ItemConst) {
        self.ident(&mut it.ident);
        visit_mut::visit_item_const_mut(self, it);
    }

    fn visit_item_fn_mut(&mut self, it: &mut syn::ItemFn) {
        self.ident(&mut it.sig.ident);
        visit_mut::visit_item_fn_mut(self, it);
    }

    fn visit_expr_path_mut(&mut self, it: &mut syn::ExprPath) {
        if it.qself.is_none() {
            self.path(&mut it.path);
        }
        visit_mut::visit_expr_path_mut(self, it);
    }

    /// syn parses the constant in `of::<LIMIT>()` as a type.
    fn visit_generic_argument_mut(&mut self, it: &mut syn::GenericArgument) {
        if let syn::GenericArgument::Type(syn::Type::Path(ty)) = it
            && ty.qself.is_none()
        {
            self.path(&mut ty.path);
        }
        visit_mut::visit_generic_argument_mut(self, it);
    }

    fn visit_pat_ident_mut(&mut self, it: &mut syn::PatIdent) {
        self.ident(&mut it.ident);
        visit_mut::visit_pat_ident_mut(self, it);
    }

    /// `Pair { left }` becomes `Pair { left: left }`, so that the field keeps its name.
    fn visit_field_pat_mut(&mut self, it: &mut syn::FieldPat) {
        it.colon_token.get_or_insert_with(Default::default);
        visit_mut::visit_field_pat_mut(self, it);
    }

    fn visit_field_value_mut(&mut self, it: &mut syn::FieldValue) {
        it.colon_token.get_or_insert_with(Default::default);
        visit_mut::visit_field_value_mut(self, it);
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        it.tokens = self.tokens(std::mem::take(&mut it.tokens));
    }
}

#[cfg(test)]
mod tests {
    use super::{Rename, rename_items};
    use crate::testing::wgsl;
    use expect_test::expect;
    use quote::{ToTokens, quote};

    /// Asserts that a body with the signature `f(a: [u32; SIZE])` becomes `wanted`.
    fn assert_renamed(body: &str, wanted: &str) {
        let block = |text: &str| -> syn::Block { syn::parse_str(text).expect("a block") };
        let found =
            rename_items(&block(body), quote!(fn f(a: [u32; SIZE])), None).to_token_stream().to_string();
        assert_eq!(found, block(wanted).to_token_stream().to_string());
    }

    #[test]
    fn colliding_items_are_renamed() {
        assert_renamed(
            "{ let a = { const K: u32 = 2; K + b.K + c::K() }; a + K }",
            "{ let a = { const K_2: u32 = 2; K_2 + b.K + c::K() }; a + K }",
        );
        assert_renamed(
            "{ { fn f(x: u32) -> u32 { K + x } const K: u32 = 1; f(1) } { const K: u32 = 2; { const K: u32 = 3; g::<K>(K) } K } }",
            "{ { fn f_2(x: u32) -> u32 { K_2 + x } const K_2: u32 = 1; f_2(1) } { const K: u32 = 2; { const K_3: u32 = 3; g::<K_3>(K_3) } K } }",
        );
        assert_renamed(
            "{ const SIZE: usize = 2; let K_2 = |x| { const K: u32 = 1; x + K }; K }",
            "{ const SIZE_2: usize = 2; let K_2 = |x| { const K_3: u32 = 1; x + K_3 }; K }",
        );
    }

    #[test]
    fn colliding_types_are_renamed() {
        assert_renamed(
            "{ { struct P(u32); impl P { const N: u32 = 1; } let a = P(P::N).0; match a { P::N => 1, _ => 2 } } P::N }",
            "{ { struct P_2(u32); impl P_2 { const N: u32 = 1; } let a = P_2(P_2::N).0; match a { P_2::N => 1, _ => 2 } } P::N }",
        );
    }

    #[test]
    fn unique_items_keep_their_names() {
        for body in ["{ const K: u32 = 2; { K } }", "{ { const K: u32 = 2; fn g() -> u32 { K } g() } }"] {
            assert_renamed(body, body);
        }
    }

    #[test]
    fn uses_in_patterns_and_macros_are_renamed() {
        assert_renamed(
            "{ { const K: u32 = 2; match k { K => Pair { K }, Pair { K, .. } => K, 0..=K => assert!(a.K < m::K && 0..K == K && a[K] > 1, \"{{K}} {K:>K$} {:K}\", K) } } K }",
            "{ { const K_2: u32 = 2; match k { K_2 => Pair { K: K_2 }, Pair { K: K_2, .. } => K_2, 0..=K_2 => assert!(a.K < m::K && 0..K_2 == K_2 && a[K_2] > 1, \"{{K}} {K_2:>K_2$} {:K}\", K_2) } } K }",
        );
        let renamed = Rename { from: "x".into(), to: "y".into(), is_type: false };
        assert_eq!(renamed.tokens(quote!("{v:x} {x}")).to_string(), quote!("{v:x} {y}").to_string());
    }

    #[test]
    fn items_of_two_blocks_are_distinguished() {
        wgsl(
            "|i: Index<1>| { let f = |k: u32| { const K: u32 = 5; k + K }; z[i] = { const K: u32 = 20; f(K) + f(1) } + K; }",
            expect![[r#"
                let k_: u32 = K_3;
                let value_: u32 = k_ + K_2;
                let k_2: u32 = 1u;
                let value_2: u32 = k_2 + K_2;
                z[amp_global[0]] = Add<u32, _>(value_ + value_2, K);
            "#]],
        );
    }
}
