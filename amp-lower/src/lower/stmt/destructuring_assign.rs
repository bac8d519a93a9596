//! A destructuring assignment assigns to several places by a pattern.
//!
//! ```rust,ignore
//! Pair { a, b: y[i] } = pair;
//! [first, .., last] = w;
//! ```
//!
//! It becomes a `let` with that pattern and new names, and one assignment for each name.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Expr;
use syn::parse::Parser;

/// Converts the left side of a destructuring assignment to a pattern with new names. Also returns the place
/// to which each name is assigned. `None` if the left side is a place, or consists of tuples and arrays only.
pub(super) fn by_pattern(left: &Expr) -> Option<(syn::Pat, Vec<(Ident, Expr)>)> {
    let mut taken = Destructured { targets: Vec::new(), needs_pattern: false };
    let pattern = taken.pattern(left);
    let pattern = taken.needs_pattern.then(|| syn::Pat::parse_single.parse2(pattern).ok())??;
    Some((pattern, taken.targets))
}

struct Destructured {
    targets: Vec<(Ident, Expr)>,
    /// Whether the left side contains a struct or `..`, which only a pattern can express.
    needs_pattern: bool,
}

impl Destructured {
    fn pattern(&mut self, left: &Expr) -> TokenStream {
        match left {
            Expr::Infer(_) => quote!(_),
            Expr::Paren(it) => self.pattern(&it.expr),
            Expr::Tuple(it) => {
                let parts = it.elems.iter().map(|part| self.pattern(part));
                quote!((#(#parts,)*))
            }
            Expr::Array(it) => {
                let parts = it.elems.iter().map(|part| self.pattern(part));
                quote!([#(#parts),*])
            }
            Expr::Range(syn::ExprRange { start: None, end: None, .. }) => {
                self.needs_pattern = true;
                quote!(..)
            }
            Expr::Call(syn::ExprCall { func, args, .. }) if is_struct(func) => {
                self.needs_pattern = true;
                let parts = args.iter().map(|part| self.pattern(part));
                quote!(#func(#(#parts),*))
            }
            Expr::Struct(it @ syn::ExprStruct { path, qself: None, rest: None, .. }) => {
                self.needs_pattern = true;
                let parts = it.fields.iter().map(|part| {
                    let (member, pattern) = (&part.member, self.pattern(&part.expr));
                    quote!(#member: #pattern,)
                });
                let (parts, dots) = (parts.collect::<TokenStream>(), &it.dot2_token);
                quote!(#path { #parts #dots })
            }
            place => {
                let name = format_ident!("amp_part{}", self.targets.len(), span = Span::mixed_site());
                self.targets.push((name.clone(), place.clone()));
                quote!(#name)
            }
        }
    }
}

/// Whether the callee is a struct, to judge by its name.
fn is_struct(called: &Expr) -> bool {
    let Expr::Path(syn::ExprPath { qself: None, path, .. }) = called else { return false };
    let last = path.segments.last().map(|last| last.ident.to_string());
    last.is_some_and(|last| last.trim_start_matches("r#").starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn structs_and_rests_are_destructured() {
        wgsl(
            "|i: Index<1>| { let (mut b, mut c) = (1.0, 2u32); (b, ..) = (a, 1, 2); (.., c) = (1, 3); y[i] = b; z[i] = c; }",
            expect![[r#"
                var b_: f32 = 1.0f;
                var c_: u32 = 2u;
                let value_: <(f32 , i32 , i32 ,)> = <(f32 , i32 , i32 ,)>(a, 1i, 2i);
                let amp_part0_: f32 = value_.0;
                b_ = amp_part0_;
                let value_2: <(i32 , u32 ,)> = <(i32 , u32 ,)>(1i, 3u);
                let amp_part0_2: u32 = value_2.1;
                c_ = amp_part0_2;
                y[amp_global[0]] = b_;
                z[amp_global[0]] = c_;
            "#]],
        );
        wgsl(
            "|i: Index<1>| { let mut b = 1.0; let s = Pair { a, b: 2 }; Pair { a: b, .. } = s; Two(_, y[i]) = Two(1, b); }",
            expect![[r#"
                var b_: <_> = 1.0?;
                let s_: <_> = Pair { a: a, b: 2? };
                let amp_part0_: <_> = s_.a;
                b_ = amp_part0_;
                let value_: <_> = Two { 0: 1?, 1: b_ };
                _ = value_.0;
                let amp_part0_2: f32 = value_.1;
                y[amp_global[0]] = amp_part0_2;
            "#]],
        );
    }

    #[test]
    fn values_are_rejected_as_targets() {
        codes(
            "|i: Index<1>| { helper(a) = 1.0; (b(a), ..) = (1.0, 2.0); Two(a, ..) = q; }",
            &["AMP009", "AMP009", "AMP009"],
        );
    }
}
