//! Where printed tokens stand: rustc's messages, debuggers and coverage go by that.

use crate::ir::{Conversion, Expr, ExprKind, Ty};
use crate::site::Site;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// The place that the user wrote, with names that no user can see.
pub(super) fn here(site: Site) -> Span {
    Span::mixed_site().located_at(site.first)
}

/// In parentheses that the user might have written: what is computed there has the line in the user's source for a debugger,
/// whichever names it is made of.
pub(super) fn on_line(tokens: &TokenStream, site: Site) -> TokenStream {
    quote_spanned!(site.first=> (#tokens))
}

/// A place where a debugger stops, before a statement that computes nothing there.
pub(super) fn stop(site: Site) -> TokenStream {
    let asked = copied_on_line(&quote_spanned!(here(site)=> ::amp::__private::stops()), site);
    quote!(if #asked { ::amp::__private::stop() })
}

/// The same for what is only read. What rustc makes of an expression has the line of a macro if any end of it is made by one;
/// so the ends are the user's, and stand around something that is done: a copy. They are the first and the last of what the user wrote:
/// what rustc says and proposes is about the whole.
pub(super) fn read_on_line(tokens: &TokenStream, site: Site) -> TokenStream {
    behind(&quote!(&#tokens), site)
}

/// What a reference refers to, the same. The outer parentheses are the user's, for what it is an operand of; and the inner ones the
/// macro's, or rustc would say of the outer ones that nobody needs them.
pub(super) fn behind(reference: &TokenStream, site: Site) -> TokenStream {
    let star = quote_spanned!(site.first=> *);
    let reference = quote_spanned!(site.last=> (#reference));
    let place = quote_spanned!(here(site)=> (#star #reference));
    quote_spanned!(site.first=> (#place))
}

/// The same without its parentheses, behind an operator, with which it needs none: they would end what the operator computes at the first
/// token of its operand.
pub(super) fn bare(tokens: TokenStream) -> TokenStream {
    fn only(tokens: &TokenStream) -> Option<TokenStream> {
        let mut tokens = tokens.clone().into_iter();
        match (tokens.next(), tokens.next()) {
            (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Parenthesis => {
                Some(group.stream())
            }
            _ => None,
        }
    }
    let inner = only(&tokens).and_then(|inner| only(&inner)).filter(|inner| {
        let mut inner = inner.clone().into_iter();
        let star = matches!(inner.next(), Some(TokenTree::Punct(star)) if star.as_char() == '*');
        star && matches!(inner.next(), Some(TokenTree::Group(_))) && inner.next().is_none()
    });
    inner.unwrap_or(tokens)
}

/// A name that no user can see, for what the user wrote there and what was computed before: whatever rustc says of it stands there, in
/// the words in which it speaks of the user's own tokens. So what two forms of a body say is one message.
pub(super) fn as_written(name: &Ident, expr: &Expr) -> TokenStream {
    let site = expr.site;
    let lent = matches!(expr.kind, ExprKind::Reference { mutable: true, .. });
    match expr.kind {
        // What stands for all of a view, or is called, is an argument as it is.
        ExprKind::Lent { .. }
        | ExprKind::Closure(_)
        | ExprKind::Function { .. }
        | ExprKind::Passed { .. } => name.to_token_stream(),
        // Where `.. as f32` would be added to it in parentheses, rustc proposes that.
        ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_, Conversion::As)
        | ExprKind::Element { .. }
        | ExprKind::Reference { .. } => {
            if !lent {
                return as_computed(&name.to_token_stream(), site);
            }
            let (first, to) = (quote_spanned!(site.first=> &mut), quote_spanned!(site.last=> (*#name)));
            quote!(#first #to)
        }
        _ => copied_on_line(name, site),
    }
}

/// The same for a value that was computed there by an operator.
pub(super) fn as_computed(value: &TokenStream, site: Site) -> TokenStream {
    let (star, to) = (quote_spanned!(site.first=> *), quote_spanned!(site.last=> (&#value)));
    quote!(#star #to)
}

/// What is only copied, on the user's line. Rustc speaks of it as it does of a name.
pub(super) fn copied_on_line(value: &impl ToTokens, site: Site) -> TokenStream {
    let whole = quote_spanned!(site.first=> (#value,));
    let part = quote_spanned!(site.last=> .0);
    quote!(#whole #part)
}

/// A type for what stands there. Of a scalar, rustc then shows the place as the reason why something else is wrong.
pub(super) fn type_at(ty: &Ty, place: Span) -> TokenStream {
    let name = ty.rust();
    match ty {
        Ty::Scalar(_) => placed(name, place),
        _ => name,
    }
}

/// An operator where the user wrote it.
pub(super) fn sign(text: &str, place: Span) -> TokenStream {
    placed(text.parse().unwrap_or_default(), place)
}

/// Tokens that stand there as if the user had written them.
fn placed(tokens: TokenStream, place: Span) -> TokenStream {
    let placed = tokens.into_iter().map(|mut token| {
        token.set_span(place);
        token
    });
    placed.collect()
}

/// In brackets where the user wrote them: so rustc's message about the whole stands there.
pub(super) fn grouped(delimiter: Delimiter, tokens: TokenStream, span: Span) -> TokenStream {
    let mut group = Group::new(delimiter, tokens);
    group.set_span(span);
    group.into_token_stream()
}

/// A call of a method of a view's, on the user's line: so it is the caller that the view finds, where an index is out of range.
pub(super) fn reached(view: &TokenStream, method: &str, arguments: TokenStream, site: Site) -> TokenStream {
    let method = Ident::new(method, site.first);
    let arguments = quote_spanned!(site.first=> (#arguments));
    quote_spanned!(here(site)=> #view.#method #arguments)
}

/// A name where the user wrote it, so that rustc's messages stand there.
pub(super) fn respanned(ident: &Ident, span: Span) -> TokenStream {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident.into_token_stream()
}

/// The same of any tokens.
pub(super) fn located(tokens: TokenStream, span: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = TokenTree::Group(Group::new(group.delimiter(), located(group.stream(), span)));
        }
        token.set_span(token.span().located_at(span));
        token
    });
    moved.collect()
}
