//! Removes invisible groups from parsed items. rustc passes a fragment of a user's macro, `$e:expr` or `$t:ty`, as one group without a visible
//! delimiter. Every later stage reads the fragment as if you had written it in its place.
//!
//! An operand keeps its precedence: `$e * 2` with `1 + 2` becomes `(1 + 2) * 2`. These parentheses carry the span of an expansion, so that
//! rustc does not report them as unused. Your own parentheses around a name, `(f)(x)` and `(v)[i]`, are removed too: they mean nothing there.

use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Type};

/// Removes the groups below a node; afterwards the tree has no [`Expr::Group`] and no [`Type::Group`].
pub(crate) struct Ungrouped;

impl VisitMut for Ungrouped {
    fn visit_expr_mut(&mut self, it: &mut Expr) {
        ungroup(it);
        match it {
            Expr::Binary(it) => {
                hold(&mut it.left);
                hold(&mut it.right);
            }
            Expr::Range(it) => [&mut it.start, &mut it.end].into_iter().flatten().for_each(|end| hold(end)),
            Expr::Call(it) => match inside(&it.func) {
                // A method otherwise.
                Expr::Field(_) => enclose(&mut it.func),
                _ => hold(&mut it.func),
            },
            Expr::Unary(it) => hold(&mut it.expr),
            Expr::Reference(it) => hold(&mut it.expr),
            Expr::RawAddr(it) => hold(&mut it.expr),
            Expr::Cast(it) => hold(&mut it.expr),
            Expr::MethodCall(it) => hold(&mut it.receiver),
            Expr::Field(it) => hold(&mut it.base),
            Expr::Index(it) => hold(&mut it.expr),
            Expr::Try(it) => hold(&mut it.expr),
            Expr::Await(it) => hold(&mut it.base),
            Expr::Let(it) => hold(&mut it.expr),
            // The braces of a struct would be theirs.
            Expr::If(it) => hold(&mut it.cond),
            Expr::While(it) => hold(&mut it.cond),
            Expr::ForLoop(it) => hold(&mut it.expr),
            Expr::Match(it) => hold(&mut it.expr),
            // In the others it stands alone.
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
        it.tokens = held(std::mem::take(&mut it.tokens));
    }
}

/// Replaces a group by its expression. One with attributes becomes parentheses, which carry them.
fn ungroup(it: &mut Expr) {
    while let Expr::Group(group) = it {
        if !group.attrs.is_empty() {
            return enclose(it);
        }
        *it = std::mem::replace(&mut *group.expr, Expr::PLACEHOLDER);
    }
}

/// Turns a group into one operand, and removes parentheses around a name.
fn hold(it: &mut Expr) {
    while let Expr::Paren(paren) = it
        && paren.attrs.is_empty()
        && is_name(&paren.expr)
    {
        *it = std::mem::replace(&mut *paren.expr, Expr::PLACEHOLDER);
    }
    if matches!(it, Expr::Group(_)) && !is_one(it) {
        enclose(it);
    }
}

/// Whether an expression is a name, however it is grouped.
fn is_name(it: &Expr) -> bool {
    match it {
        Expr::Group(syn::ExprGroup { attrs, expr, .. }) | Expr::Paren(syn::ExprParen { attrs, expr, .. }) => {
            attrs.is_empty() && is_name(expr)
        }
        Expr::Path(it) => it.attrs.is_empty(),
        _ => false,
    }
}

/// Keeps `&$t` one type where `$t` has several bounds.
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
        let paren_token = syn::token::Paren(unsaid(group.group_token.span));
        let elem = Box::new(inner.clone());
        *it = Type::Paren(syn::TypeParen { attrs: Vec::new(), paren_token, elem });
    }
}

fn enclose(it: &mut Expr) {
    let Expr::Group(group) = it else { return };
    let paren_token = syn::token::Paren(unsaid(group.group_token.span));
    let attrs = std::mem::take(&mut group.attrs);
    let expr = std::mem::replace(&mut *group.expr, Expr::PLACEHOLDER);
    *it = Expr::Paren(syn::ExprParen { attrs, paren_token, expr: Box::new(expr) });
}

/// Where the user wrote something, but as an expansion writes it.
fn unsaid(at: Span) -> Span {
    Span::mixed_site().located_at(at)
}

/// What was passed on.
fn inside(it: &Expr) -> &Expr {
    match it {
        Expr::Group(it) => inside(&it.expr),
        it => it,
    }
}

/// Whether an expression holds together by itself, whatever stands beside it.
fn is_one(it: &Expr) -> bool {
    match it {
        Expr::Group(it) => is_one(&it.expr),
        Expr::Call(it) => is_one(&it.func),
        Expr::MethodCall(it) => is_one(&it.receiver),
        Expr::Field(it) => is_one(&it.base),
        Expr::Index(it) => is_one(&it.expr),
        Expr::Try(it) => is_one(&it.expr),
        Expr::Await(it) => is_one(&it.base),
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

/// The tokens of a macro, which may be anything: what may be an operand is held together, every other group is removed. Patterns and types
/// may stand in parentheses, too.
fn held(tokens: TokenStream) -> TokenStream {
    let mut rest = tokens.into_iter().peekable();
    let mut out: Vec<TokenTree> = Vec::new();
    while let Some(token) = rest.next() {
        let TokenTree::Group(group) = token else {
            out.push(token);
            continue;
        };
        let invisible = group.delimiter() == Delimiter::None;
        let operand = invisible && taken(&group, out.last(), rest.peek());
        if invisible && !operand {
            out.extend(held(group.stream()));
            continue;
        }
        let delimiter = if operand { Delimiter::Parenthesis } else { group.delimiter() };
        let mut inner = Group::new(delimiter, held(group.stream()));
        inner.set_span(if operand { unsaid(group.span()) } else { group.span() });
        out.push(TokenTree::Group(inner));
    }
    out.into_iter().collect()
}

/// Whether what stands beside a group would take a part of it.
fn taken(group: &Group, before: Option<&TokenTree>, behind: Option<&TokenTree>) -> bool {
    let Ok(expr) = syn::parse2::<Expr>(group.stream()) else { return false };
    let separates = |punct: char| matches!(punct, ',' | ';');
    let beside = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if !separates(punct.as_char()));
    let goes_on = match behind {
        // Not the end of a range.
        Some(TokenTree::Punct(punct)) => {
            punct.as_char() == '?' || punct.as_char() == '.' && punct.spacing() == Spacing::Alone
        }
        Some(TokenTree::Group(next)) => {
            matches!(next.delimiter(), Delimiter::Parenthesis | Delimiter::Bracket)
        }
        _ => false,
    };
    let cast = matches!(behind, Some(TokenTree::Ident(word)) if word == "as");
    match inside(&expr) {
        expr if is_one(expr) => false,
        // Only that comes first. In a pattern, no number may stand in parentheses at the end of a range.
        Expr::Unary(_) | Expr::Reference(_) => goes_on,
        _ => goes_on || cast || beside(before) || beside(behind),
    }
}

#[cfg(test)]
mod tests {
    use super::Ungrouped;
    use crate::parse::fragments::opened;
    use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
    use quote::{ToTokens, quote};
    use syn::visit_mut::VisitMut;

    fn passed(tokens: TokenStream) -> TokenTree {
        TokenTree::Group(Group::new(Delimiter::None, tokens))
    }

    /// What rustc reads, which sees nothing of groups that nothing shows.
    fn seen(tokens: TokenStream) -> String {
        let mut block: syn::Block = syn::parse2(opened(quote!({ #tokens }))).expect("it parses");
        Ungrouped.visit_block_mut(&mut block);
        block.into_token_stream().to_string()
    }

    #[test]
    fn operands_hold_together() {
        let sum = passed(quote!(1 + 2));
        let twice = passed(quote!(#sum));
        let (chosen, called) = (passed(quote!(if a { 1 } else { 2 })), passed(quote!(self.f)));
        assert_eq!(seen(quote!(#sum * 2 - #sum)), "{ (1 + 2) * 2 - (1 + 2) }");
        assert_eq!(seen(quote!(-#twice)), "{ - (1 + 2) }");
        assert_eq!(seen(quote!(#sum as u32 ; #sum.abs())), "{ (1 + 2) as u32 ; (1 + 2) . abs () }");
        assert_eq!(seen(quote!(3 + #chosen)), "{ 3 + (if a { 1 } else { 2 }) }");
        assert_eq!(seen(quote!(#called(3))), "{ (self . f) (3) }");
        assert_eq!(
            seen(quote!(assert!(#sum * 2 == 6, "{}", #sum))),
            "{ assert ! ((1 + 2) * 2 == 6 , \"{}\" , 1 + 2) }"
        );
    }

    #[test]
    fn nothing_else_gets_parentheses() {
        let (sum, number, place) = (passed(quote!(1 + 2)), passed(quote!(-1)), passed(quote!(x.y[3].f())));
        let (ty, range, block) = (
            passed(quote!(&T)),
            passed(quote!(1..=5)),
            passed(quote!({
                a();
            })),
        );
        assert_eq!(
            seen(quote!(let k: #ty = #sum; f(#sum, #sum) + #place)),
            "{ let k : & T = 1 + 2 ; f (1 + 2 , 1 + 2) + x . y [3] . f () }"
        );
        assert_eq!(
            seen(quote!(match k { #range => #sum, #number..=3 | #range => 2, _ => 3 })),
            "{ match k { 1 ..= 5 => 1 + 2 , - 1 ..= 3 | 1 ..= 5 => 2 , _ => 3 } }"
        );
        assert_eq!(
            seen(quote!(matches!(k, #number..=3); #block k = #sum;)),
            "{ matches ! (k , - 1 ..= 3) ; { a () ; } k = 1 + 2 ; }"
        );
    }
}
