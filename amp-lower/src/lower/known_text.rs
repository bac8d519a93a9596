//! Replaces text that is known at compile time by arrays of its bytes or characters, which kernels support.
//!
//! | text | replacement |
//! |---|---|
//! | `b"0x"` | `&[b'0', b'x']`; in a pattern `[b'0', b'x']` |
//! | `b"0x"[k]`, `b"0x".len()` | `[b'0', b'x'][k]`, `[b'0', b'x'].len()` |
//! | `"0x".as_bytes()` | as `b"0x"` |
//! | `"0x".bytes()`, `"0x".chars()` | `[b'0', b'x'].into_iter()`, `['0', 'x'].into_iter()` |
//! | `text.bytes()` before a method of iterators, or in a `for` | `text.as_bytes().iter().copied()`, where `text` is a place in a parameter or variable with text, or in a constant |
//! | `NAME.bytes()` with a constant | `text_array(NAME).into_iter()`, a call that `expr::constant_text` lowers |

use crate::parse::{pattern_names, token_sequence};
use crate::vocabulary::iterators;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::Expr;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// Replaces the text in a body. Leaves empty text, and text in items, unchanged. `around` is the signature.
pub(super) fn replace(body: &mut syn::Block, around: &TokenStream) {
    let mut names = TextNames(HashSet::new());
    names.add_parameters(around.clone());
    names.visit_block(body);
    Replacer(names).visit_block_mut(body);
}

/// The names of parameters and variables whose values are or contain text, as far as the syntax shows. A method `bytes` of
/// another variable may be one of a user's type.
struct TextNames(HashSet<String>);

impl TextNames {
    /// Adds the parameters whose types mention `str`.
    fn add_parameters(&mut self, signature: TokenStream) {
        let (mut name, mut before) = (None, None);
        for token in signature {
            match &token {
                TokenTree::Punct(it) if it.as_char() == ',' => name = None,
                TokenTree::Punct(it) if it.as_char() == ':' => name = name.or(before.take()),
                TokenTree::Ident(it) if name.is_some() && it == "str" => self.0.extend(name.take()),
                TokenTree::Group(it) => match &name {
                    Some(known) if token_sequence::contains(&it.stream(), &["str"]) => {
                        self.0.insert(known.clone());
                    }
                    Some(_) => {}
                    None => self.add_parameters(it.stream()),
                },
                _ => {}
            }
            before = match token {
                TokenTree::Ident(it) => Some(it.to_string()),
                _ => None,
            };
        }
    }

    /// Whether an expression is a part of a constant, or of a variable with text, or an iterator over its items.
    fn has_text(&self, it: &Expr) -> bool {
        match it {
            Expr::Paren(it) => self.has_text(&it.expr),
            Expr::Reference(it) => self.has_text(&it.expr),
            Expr::Index(it) => self.has_text(&it.expr),
            Expr::Field(it) => self.has_text(&it.base),
            Expr::MethodCall(it) => {
                let joins = it.method == "chain" || it.method == "zip";
                self.has_text(&it.receiver) || joins && it.args.iter().any(|it| self.has_text(it))
            }
            Expr::Lit(it) => matches!(it.lit, syn::Lit::Str(_)),
            Expr::Array(it) => it.elems.iter().any(|it| self.has_text(it)),
            Expr::Tuple(it) => it.elems.iter().any(|it| self.has_text(it)),
            Expr::If(it) => has_literal(&it.to_token_stream()),
            Expr::Match(it) => it.arms.iter().any(|arm| self.has_text(&arm.body)),
            Expr::Path(it) => it.path.segments.last().is_some_and(|last| {
                let name = last.ident.to_string();
                self.0.contains(&name) || name.starts_with(|c: char| c.is_ascii_uppercase())
            }),
            _ => false,
        }
    }

    fn add(&mut self, pattern: &syn::Pat) {
        self.0.extend(pattern_names::of(pattern).iter().map(ToString::to_string));
    }
}

/// Whether tokens contain a string literal.
fn has_literal(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(it) => has_literal(&it.stream()),
        TokenTree::Literal(it) => it.to_string().starts_with('"'),
        _ => false,
    })
}

impl<'ast> Visit<'ast> for TextNames {
    fn visit_local(&mut self, it: &'ast syn::Local) {
        let is_text = match (&it.pat, &it.init) {
            (syn::Pat::Type(typed), _) => token_sequence::contains(&typed.ty.to_token_stream(), &["str"]),
            (_, Some(init)) => self.has_text(&init.expr),
            _ => false,
        };
        if is_text {
            self.add(&it.pat);
        }
        visit::visit_local(self, it);
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        if self.has_text(&it.expr) {
            self.add(&it.pat);
        }
        visit::visit_expr_for_loop(self, it);
    }

    fn visit_expr_let(&mut self, it: &'ast syn::ExprLet) {
        if self.has_text(&it.expr) {
            self.add(&it.pat);
        }
        visit::visit_expr_let(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        if self.has_text(&it.receiver) {
            for argument in &it.args {
                let Expr::Closure(closure) = argument else { continue };
                closure.inputs.iter().for_each(|input| self.add(input));
            }
        }
        visit::visit_expr_method_call(self, it);
    }
}

/// The methods of text that kernels can call.
const METHODS: &[&str] = &["as_bytes", "bytes", "chars", "is_empty", "len"];

/// Whether a body may contain text that this module replaces.
pub(super) fn has_any(body: &syn::Block) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_lit_byte_str(&mut self, _: &'ast syn::LitByteStr) {
            self.0 = true;
        }

        fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
            self.0 |= it.args.is_empty() && METHODS.iter().any(|method| it.method == method);
            visit::visit_expr_method_call(self, it);
        }

        fn visit_macro(&mut self, it: &'ast syn::Macro) {
            if let Some(values) = values_of_assertion(it) {
                values.iter().for_each(|value| self.visit_expr(value));
            }
        }
    }
    let mut search = Search(false);
    search.visit_block(body);
    search.0
}

struct Replacer(TextNames);

/// The arguments of an assertion. `None` for another macro.
fn values_of_assertion(it: &syn::Macro) -> Option<syn::punctuated::Punctuated<Expr, syn::Token![,]>> {
    let name = it.path.segments.last()?.ident.to_string();
    if !name.contains("assert") {
        return None;
    }
    it.parse_body_with(syn::punctuated::Punctuated::parse_terminated).ok()
}

/// The bytes of a byte string as literals.
fn bytes(it: &syn::Lit) -> Option<Vec<syn::LitByte>> {
    let syn::Lit::ByteStr(string) = it else { return None };
    let bytes: Vec<_> =
        string.value().into_iter().map(|byte| syn::LitByte::new(byte, string.span())).collect();
    (!bytes.is_empty()).then_some(bytes)
}

/// The array of the bytes of a byte string, or of text with `as_bytes`.
fn byte_array(it: &Expr) -> Option<Expr> {
    match it {
        Expr::Paren(inner) => byte_array(&inner.expr),
        Expr::Lit(literal) => {
            let bytes = bytes(&literal.lit)?;
            Some(syn::parse_quote_spanned!(literal.lit.span()=> [#(#bytes),*]))
        }
        Expr::MethodCall(call) if call.method == "as_bytes" && call.args.is_empty() => {
            array_of_text(&call.receiver, false)
        }
        _ => None,
    }
}

/// The array of the bytes or characters of text: of a literal or of a constant.
fn array_of_text(it: &Expr, chars: bool) -> Option<Expr> {
    match it {
        Expr::Paren(inner) => array_of_text(&inner.expr, chars),
        Expr::Lit(literal) => {
            let syn::Lit::Str(text) = &literal.lit else { return None };
            let span = text.span();
            let text = text.value();
            if text.is_empty() {
                return None;
            }
            Some(match chars {
                true => {
                    let chars = text.chars().map(|c| syn::LitChar::new(c, span));
                    syn::parse_quote_spanned!(span=> [#(#chars),*])
                }
                false => {
                    let bytes = text.bytes().map(|byte| syn::LitByte::new(byte, span));
                    syn::parse_quote_spanned!(span=> [#(#bytes),*])
                }
            })
        }
        Expr::Path(path) => {
            let last = path.path.segments.last()?;
            let name = last.ident.to_string();
            let is_constant = name.starts_with(|c: char| c.is_ascii_uppercase())
                && !name.contains(|c: char| c.is_ascii_lowercase());
            if !is_constant {
                return None;
            }
            let span = last.ident.span();
            Some(match chars {
                true => syn::parse_quote_spanned!(span=> ::amp::__private::text_chars(#path)),
                false => syn::parse_quote_spanned!(span=> ::amp::__private::text_bytes(#path)),
            })
        }
        _ => None,
    }
}

/// The replacement of a method call whose receiver is text.
fn method(it: &syn::ExprMethodCall) -> Option<Expr> {
    if let Some(array) = byte_array(&it.receiver) {
        let mut call = it.clone();
        *call.receiver = array;
        // The items of a reference to an array are references, and those of an array are values.
        if call.method == "into_iter" {
            call.method = syn::Ident::new("iter", call.method.span());
        }
        return Some(Expr::MethodCall(call));
    }
    if !it.args.is_empty() {
        return None;
    }
    let span = it.method.span();
    match it.method.to_string().as_str() {
        name @ ("bytes" | "chars") => {
            let array = array_of_text(&it.receiver, name == "chars")?;
            Some(syn::parse_quote_spanned!(span=> #array.into_iter()))
        }
        "len" => {
            let len = syn::LitInt::new(&format!("{}usize", literal_text(&it.receiver)?.len()), span);
            Some(syn::parse_quote!(#len))
        }
        "is_empty" => {
            let empty = syn::LitBool::new(literal_text(&it.receiver)?.is_empty(), span);
            Some(syn::parse_quote!(#empty))
        }
        _ => None,
    }
}

fn literal_text(it: &Expr) -> Option<String> {
    match it {
        Expr::Paren(inner) => literal_text(&inner.expr),
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The iterator over the bytes of a text that is no constant by itself, such as a parameter. `None` for other expressions.
/// The caller makes sure that Rust expects an iterator, because a user's method `bytes` may return a value.
fn bytes_of_place(it: &Expr, names: &TextNames) -> Option<Expr> {
    let Expr::MethodCall(call) = it else { return None };
    if call.method != "bytes" || !call.args.is_empty() || array_of_text(&call.receiver, false).is_some() {
        return None;
    }
    let is_place = matches!(&*call.receiver, Expr::Path(_) | Expr::Field(_) | Expr::Index(_))
        && names.has_text(&call.receiver);
    let (text, span) = (&call.receiver, call.method.span());
    is_place.then(|| syn::parse_quote_spanned!(span=> #text.as_bytes().iter().copied()))
}

impl VisitMut for Replacer {
    fn visit_expr_mut(&mut self, it: &mut Expr) {
        let iterated = match it {
            Expr::ForLoop(it) => Some(&mut it.expr),
            Expr::MethodCall(call) if iterators::is_adaptor(call) || iterators::is_consumer(call) => {
                Some(&mut call.receiver)
            }
            _ => None,
        };
        if let Some(iterated) = iterated
            && let Some(bytes) = bytes_of_place(iterated, &self.0)
        {
            **iterated = bytes;
        }
        let replaced = match it {
            Expr::MethodCall(call) => method(call),
            Expr::Index(index) => {
                if let Some(array) = byte_array(&index.expr) {
                    *index.expr = array;
                }
                None
            }
            _ => None,
        };
        if let Some(replaced) = replaced {
            *it = replaced;
        }
        if let Some(array) = byte_array(it) {
            let span = array_span(it);
            *it = syn::parse_quote_spanned!(span=> &#array);
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

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        if let Some(mut values) = values_of_assertion(it) {
            values.iter_mut().for_each(|value| self.visit_expr_mut(value));
            it.tokens = values.to_token_stream();
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn array_span(it: &Expr) -> Span {
    match it {
        Expr::Paren(inner) => array_span(&inner.expr),
        Expr::Lit(literal) => literal.lit.span(),
        Expr::MethodCall(call) => call.method.span(),
        _ => Span::call_site(),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, same_code, wgsl};
    use expect_test::expect;

    #[test]
    fn literal_text_is_an_array() {
        wgsl(
            r#"|i: Index<1>| { let zx = b"zx"[n % 2]; for c in "ab".bytes() { z[i] += c as u32; } if "0x".as_bytes().contains(&zx) && b"xy".len() + "é".len() == 4 { z[i] = zx as u32; } }"#,
            expect![[r#"
                let zx_: u32 = <[u8 ; 2usize]>(122u, 120u)[n % 2u];
                var list_: <[u8 ; 2usize]> = <[u8 ; 2usize]>(97u, 98u);
                for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                    let c_: u32 = list_[place_];
                    z[amp_global[0]] += u32(c_);
                }
                var amp_receiver_: <[u8 ; 2usize]> = <[u8 ; 2usize]>(48u, 120u);
                let amp_wanted_: u32 = zx_;
                var any_: bool = false;
                for (var place_2 = 0u; place_2 < 2u; place_2 += 1u) {
                    let value_: bool = amp_receiver_[place_2] == amp_wanted_;
                    if (value_) {
                        any_ = true;
                        break;
                    }
                }
                if (any_ && 2u + 2u == 4u) {
                    z[amp_global[0]] = u32(zx_);
                }
            "#]],
        );
    }

    #[test]
    fn constant_text_is_an_array() {
        wgsl(
            r#"|i: Index<1>| { for c in NAME.chars() { z[i] += c as u32; } z[i] += NAME.as_bytes()[n % NAME.len()] as u32; }"#,
            expect![[r#"
                var amp_table0 = const { :: amp :: __private :: text_bytes :: < { NAME . len () } > (NAME) };
                var list_: <[char ; :: amp :: __private :: text_count (NAME)]> = const { :: amp :: __private :: text_chars :: < { :: amp :: __private :: text_count (NAME) } > (NAME) };
                for (var place_ = 0u; place_ < :: amp :: __private :: text_count (NAME); place_ += 1u) {
                    let c_: <char> = list_[place_];
                    z[amp_global[0]] += Cast<char, u32>(c_);
                }
                z[amp_global[0]] += u32(amp_table0[Rem<usize, usize>(n, NAME . len ())]);
            "#]],
        );
    }

    #[test]
    fn assertions_contain_text() {
        same_code(
            r#"|i: Index<1>| { assert!(b"ab"[n] > 3, "text {n}"); }"#,
            r#"|i: Index<1>| { assert!([b'a', b'b'][n] > 3, "text {n}"); }"#,
        );
    }

    #[test]
    fn text_is_a_value() {
        wgsl(
            r#"|i: Index<1>| { let t = "abc"; for byte in t.bytes() { z[i] += byte as u32; } }"#,
            expect![[r#"
                let t_: <:: amp :: __private :: Text> = "abc";
                var list_: <_> = <:: amp :: __private :: Text>::as_bytes(t_);
                for (var place_ = 0u; place_ < list_.len(); place_ += 1u) {
                    let byte_: <_> = list_[place_];
                    z[amp_global[0]] += Cast<_, u32>(byte_);
                }
            "#]],
        );
    }

    #[test]
    fn other_text_is_rejected() {
        codes(r#"|i: Index<1>| { let t = c"abc"; y[i] = 1.0; }"#, &["AMP001"]);
        codes(r#"|i: Index<1>| { let c = 'a'; if c.is_alphabetic() { y[i] = 1.0; } }"#, &["AMP011"]);
    }
}
