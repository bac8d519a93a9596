//! Removes the invisible groups of macro fragments, such as `$e:expr` and `$t:ty`, from parsed items.
//!
//! rustc passes a fragment as a group with invisible delimiters. Without the group, every later stage sees
//! the fragment as if the user had written it directly. An operand keeps its precedence: `$e * 2` with `1 +
//! 2` becomes `(1 + 2) * 2`. The added parentheses have the span of an expansion, so rustc's `unused_parens`
//! lint ignores them.
//!
//! Parentheses that the user wrote around a name, as in `(f)(x)` and `(v)[i]`, have no effect and are removed
//! too.

use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Type};

/// A visitor that removes every [`Expr::Group`] and [`Type::Group`] below a node.
pub(crate) struct Ungrouped;

impl VisitMut for Ungrouped {
    fn visit_expr_mut(&mut self, it: &mut Expr) {
        ungroup(it);
        match it {
            Expr::Binary(it) => {
                parenthesise_operand(&mut it.left);
                parenthesise_operand(&mut it.right);
            }
            Expr::Range(it) => {
                [&mut it.start, &mut it.end].into_iter().flatten().for_each(|end| parenthesise_operand(end))
            }
            Expr::Call(it) => match ungrouped(&it.func) {
                // Without parentheses, `(s.f)(x)`, which calls a field, would become a method call.
                Expr::Field(_) => parenthesise(&mut it.func),
                _ => parenthesise_operand(&mut it.func),
            },
            Expr::Unary(it) => parenthesise_operand(&mut it.expr),
            Expr::Reference(it) => parenthesise_operand(&mut it.expr),
            Expr::RawAddr(it) => parenthesise_operand(&mut it.expr),
            Expr::Cast(it) => parenthesise_operand(&mut it.expr),
            Expr::MethodCall(it) => parenthesise_operand(&mut it.receiver),
            Expr::Field(it) => parenthesise_operand(&mut it.base),
            Expr::Index(it) => parenthesise_operand(&mut it.expr),
            Expr::Try(it) => parenthesise_operand(&mut it.expr),
            Expr::Await(it) => parenthesise_operand(&mut it.base),
            Expr::Let(it) => parenthesise_operand(&mut it.expr),
            // Without parentheses, rustc would parse the braces of a struct literal as the block of the `if`
            // or loop.
            Expr::If(it) => parenthesise_operand(&mut it.cond),
            Expr::While(it) => parenthesise_operand(&mut it.cond),
            Expr::ForLoop(it) => parenthesise_operand(&mut it.expr),
            Expr::Match(it) => parenthesise_operand(&mut it.expr),
            // In other expressions, delimiters such as `,` or `;` separate the operands, so the operands need
            // no parentheses.
            _ => {}
        }
        visit_mut::visit_expr_mut(self, it);
    }

    fn visit_type_mut(&mut self, it: &mut Type) {
        while let Type::Group(group) = it {
            *it = std::mem::replace(&mut *group.elem, Type::Verbatim(TokenStream::new()));
        }
        match it {
            Type::Reference(it) => hold_bounds(&mut it.elem),
            Type::Ptr(it) => hold_bounds(&mut it.elem),
            _ => {}
        }
        visit_mut::visit_type_mut(self, it);
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        it.tokens = parenthesise_fragments(std::mem::take(&mut it.tokens));
    }
}

/// Replaces a group by the expression in it. A group with attributes becomes parentheses with these
/// attributes.
fn ungroup(it: &mut Expr) {
    while let Expr::Group(group) = it {
        if !group.attrs.is_empty() {
            return parenthesise(it);
        }
        *it = std::mem::replace(&mut *group.expr, Expr::PLACEHOLDER);
    }
}

/// Parenthesises an operand that is a macro fragment, unless its expression is atomic. Removes parentheses
/// around an operand that is a name.
fn parenthesise_operand(it: &mut Expr) {
    while let Expr::Paren(paren) = it
        && paren.attrs.is_empty()
        && is_name(&paren.expr)
    {
        *it = std::mem::replace(&mut *paren.expr, Expr::PLACEHOLDER);
    }
    if matches!(it, Expr::Group(_)) && !is_atomic(it) {
        parenthesise(it);
    }
}

/// Whether an expression is a name, possibly in groups or parentheses.
fn is_name(it: &Expr) -> bool {
    match it {
        Expr::Group(syn::ExprGroup { attrs, expr, .. }) | Expr::Paren(syn::ExprParen { attrs, expr, .. }) => {
            attrs.is_empty() && is_name(expr)
        }
        Expr::Path(it) => it.attrs.is_empty(),
        _ => false,
    }
}

/// Parenthesises `$t` in `&$t` if `$t` has several bounds, because `&A + B` is not a type.
fn hold_bounds(it: &mut Type) {
    let Type::Group(group) = it else { return };
    let mut inner = &*group.elem;
    while let Type::Group(group) = inner {
        inner = &group.elem;
    }
    let bounds = match inner {
        Type::TraitObject(it) => it.bounds.len(),
        Type::ImplTrait(it) => it.bounds.len(),
        _ => 0,
    };
    if bounds > 1 {
        let paren_token = syn::token::Paren(expansion_span(group.group_token.span));
        let elem = Box::new(inner.clone());
        *it = Type::Paren(syn::TypeParen { attrs: Vec::new(), paren_token, elem });
    }
}

fn parenthesise(it: &mut Expr) {
    let Expr::Group(group) = it else { return };
    let paren_token = syn::token::Paren(expansion_span(group.group_token.span));
    let attrs = std::mem::take(&mut group.attrs);
    let expr = std::mem::replace(&mut *group.expr, Expr::PLACEHOLDER);
    *it = Expr::Paren(syn::ExprParen { attrs, paren_token, expr: Box::new(expr) });
}

/// A span with the source location of `at` that counts as part of a macro expansion.
fn expansion_span(at: Span) -> Span {
    Span::mixed_site().located_at(at)
}

/// The expression without the invisible groups around it.
fn ungrouped(it: &Expr) -> &Expr {
    match it {
        Expr::Group(it) => ungrouped(&it.expr),
        it => it,
    }
}

/// Whether the expression is atomic: no neighbouring operator can bind to only one operand of it.
fn is_atomic(it: &Expr) -> bool {
    match it {
        Expr::Group(it) => is_atomic(&it.expr),
        Expr::Call(it) => is_atomic(&it.func),
        Expr::MethodCall(it) => is_atomic(&it.receiver),
        Expr::Field(it) => is_atomic(&it.base),
        Expr::Index(it) => is_atomic(&it.expr),
        Expr::Try(it) => is_atomic(&it.expr),
        Expr::Await(it) => is_atomic(&it.base),
        Expr::Path(_)
        | Expr::Lit(_)
        | Expr::Paren(_)
        | Expr::Tuple(_)
        | Expr::Array(_)
        | Expr::Repeat(_)
        | Expr::Macro(_) => true,
        _ => false,
    }
}

/// Processes the tokens of a nested macro call: parenthesises fragments that may be operands, and unwraps
/// other invisible groups. The syntax of the nested macro is unknown, so patterns and types may be
/// parenthesised too.
fn parenthesise_fragments(tokens: TokenStream) -> TokenStream {
    let mut rest = tokens.into_iter().peekable();
    let mut out: Vec<TokenTree> = Vec::new();
    while let Some(token) = rest.next() {
        let TokenTree::Group(group) = token else {
            out.push(token);
            continue;
        };
        let invisible = group.delimiter() == Delimiter::None;
        let operand = invisible && would_split(&group, out.last(), rest.peek());
        if invisible && !operand {
            out.extend(parenthesise_fragments(group.stream()));
            continue;
        }
        let delimiter = if operand { Delimiter::Parenthesis } else { group.delimiter() };
        let mut inner = Group::new(delimiter, parenthesise_fragments(group.stream()));
        inner.set_span(if operand { expansion_span(group.span()) } else { group.span() });
        out.push(TokenTree::Group(inner));
    }
    out.into_iter().collect()
}

/// Whether the token before or after the group would bind to only one operand of the expression in the group.
fn would_split(group: &Group, before: Option<&TokenTree>, behind: Option<&TokenTree>) -> bool {
    let Ok(expr) = syn::parse2::<Expr>(group.stream()) else { return false };
    let separates = |punct: char| matches!(punct, ',' | ';');
    let beside = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if !separates(punct.as_char()));
    let goes_on = match behind {
        // A single `.`, not the beginning of `..`.
        Some(TokenTree::Punct(punct)) => {
            punct.as_char() == '?' || punct.as_char() == '.' && punct.spacing() == Spacing::Alone
        }
        Some(TokenTree::Group(next)) => {
            matches!(next.delimiter(), Delimiter::Parenthesis | Delimiter::Bracket)
        }
        _ => false,
    };
    let cast = matches!(behind, Some(TokenTree::Ident(word)) if word == "as");
    match ungrouped(&expr) {
        expr if is_atomic(expr) => false,
        // For a prefix operator, only a postfix operator after the group would bind to its operand alone. In
        // other positions `-1` gets no parentheses: the tokens may be a pattern, where `0..=(-1)` is invalid.
        Expr::Unary(_) | Expr::Reference(_) => goes_on,
        _ => goes_on || cast || beside(before) || beside(behind),
    }
}

#[cfg(test)]
mod tests {
    use super::Ungrouped;
    use crate::parse::fragments::without_invisible_groups;
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
    use quote::{ToTokens, quote};
    use syn::visit_mut::VisitMut;

    fn expr_fragment(tokens: TokenStream) -> TokenTree {
        TokenTree::Group(Group::new(Delimiter::None, tokens))
    }

    /// Prints the source as rustc reads it, without the invisible groups.
    fn as_rustc_reads(tokens: TokenStream) -> String {
        let mut block: syn::Block =
            syn::parse2(without_invisible_groups(quote!({ #tokens }))).expect("it parses");
        Ungrouped.visit_block_mut(&mut block);
        block.into_token_stream().to_string()
    }

    #[test]
    fn operands_are_parenthesised() {
        let sum = expr_fragment(quote!(1 + 2));
        let twice = expr_fragment(quote!(#sum));
        let (chosen, called) = (expr_fragment(quote!(if a { 1 } else { 2 })), expr_fragment(quote!(self.f)));
        assert_eq!(as_rustc_reads(quote!(#sum * 2 - #sum)), "{ (1 + 2) * 2 - (1 + 2) }");
        assert_eq!(as_rustc_reads(quote!(-#twice)), "{ - (1 + 2) }");
        assert_eq!(as_rustc_reads(quote!(#sum as u32 ; #sum.abs())), "{ (1 + 2) as u32 ; (1 + 2) . abs () }");
        assert_eq!(as_rustc_reads(quote!(3 + #chosen)), "{ 3 + (if a { 1 } else { 2 }) }");
        assert_eq!(as_rustc_reads(quote!(#called(3))), "{ (self . f) (3) }");
        assert_eq!(
            as_rustc_reads(quote!(assert!(#sum * 2 == 6, "{}", #sum))),
            "{ assert ! ((1 + 2) * 2 == 6 , \"{}\" , 1 + 2) }"
        );
    }

    #[test]
    fn other_fragments_are_not_parenthesised() {
        let (sum, number, place) =
            (expr_fragment(quote!(1 + 2)), expr_fragment(quote!(-1)), expr_fragment(quote!(x.y[3].f())));
        let (ty, range, block) = (
            expr_fragment(quote!(&T)),
            expr_fragment(quote!(1..=5)),
            expr_fragment(quote!({
                a();
            })),
        );
        assert_eq!(
            as_rustc_reads(quote!(let k: #ty = #sum; f(#sum, #sum) + #place)),
            "{ let k : & T = 1 + 2 ; f (1 + 2 , 1 + 2) + x . y [3] . f () }"
        );
        assert_eq!(
            as_rustc_reads(quote!(match k { #range => #sum, #number..=3 | #range => 2, _ => 3 })),
            "{ match k { 1 ..= 5 => 1 + 2 , - 1 ..= 3 | 1 ..= 5 => 2 , _ => 3 } }"
        );
        assert_eq!(
            as_rustc_reads(quote!(matches!(k, #number..=3); #block k = #sum;)),
            "{ matches ! (k , - 1 ..= 3) ; { a () ; } k = 1 + 2 ; }"
        );
    }
}
