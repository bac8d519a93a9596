//! Spans of generated tokens. The text of rustc's messages, debuggers and coverage depend on them.

use super::referenced::referenced;
use crate::ir::{Binary, Conversion, Expr, ExprKind, Ty};
use crate::site::Site;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// A span at the user's source position whose names resolve in the scope of the generated code.
pub(super) fn call_site(site: Site) -> Span {
    Span::mixed_site().located_at(site.first)
}

/// Puts tokens into parentheses with the user's span, so that a debugger attributes the computation to the
/// user's line.
pub(super) fn on_line(tokens: &TokenStream, site: Site) -> TokenStream {
    quote_spanned!(site.first=> (#tokens))
}

/// Prints a statement without effect at which a debugger can stop. It precedes a user's statement that
/// computes nothing, because a debugger cannot stop at a statement without instructions.
pub(super) fn stop(site: Site) -> TokenStream {
    let debugger_stop = copied_on_line(&quote_spanned!(call_site(site)=> ::amp::__private::stops()), site);
    quote!(if #debugger_stop { ::amp::__private::stop() })
}

/// Prints a read so that rustc attributes it to the user's line. rustc attributes an expression to the macro
/// if its first or last token is generated. So the read is printed as `*(&place)`, whose first and last
/// tokens have the spans of the first and last tokens of the user's expression. rustc underlines everything
/// between them.
pub(super) fn read_on_line(tokens: &TokenStream, site: Site) -> TokenStream {
    dereferenced_on_line(&quote!(&#tokens), site)
}

/// Prints the target of a reference so that rustc attributes it to the user's line, as [`read_on_line`] does.
/// The outer parentheses have the user's span, for an enclosing operator. The inner ones have the macro's
/// span, because rustc would lint user parentheses as unused.
pub(super) fn dereferenced_on_line(reference: &TokenStream, site: Site) -> TokenStream {
    let star = quote_spanned!(site.first=> *);
    let reference = quote_spanned!(site.last=> (#reference));
    let place = quote_spanned!(call_site(site)=> (#star #reference));
    quote_spanned!(site.first=> (#place))
}

/// Removes the parentheses that [`dereferenced_on_line`] puts around an operand. After an operator, they
/// would make the span of the whole operation end at the first token of the operand.
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

/// Prints the name of a variable that already holds the value of `expr`, with the spans of `expr`. rustc's
/// messages then have the same text and position as for the user's own tokens. So rustc reports an error that
/// occurs in two variants only once.
pub(super) fn as_written(name: &Ident, expr: &Expr) -> TokenStream {
    let site = expr.site;
    let by_ref = matches!(expr.kind, ExprKind::Reference { mutable: true, .. });
    match &expr.kind {
        ExprKind::Referenced(_, shape) => referenced(shape, &quote!((&#name))),
        // Views and callables are passed by their names.
        ExprKind::ViewArg { .. }
        | ExprKind::Closure(_)
        | ExprKind::Function { .. }
        | ExprKind::ForwardedCallable { .. } => name.to_token_stream(),
        // rustc may suggest to append `as f32`, and then shows parentheses around an expression with an
        // operator, but not around a name. So these expressions are printed as the result of an operator.
        ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_, Conversion::As)
        | ExprKind::Element { .. }
        | ExprKind::Reference { .. } => {
            if !by_ref {
                return as_computed(&name.to_token_stream(), site);
            }
            let (first, to) = (quote_spanned!(site.first=> &mut), quote_spanned!(site.last=> (*#name)));
            quote!(#first #to)
        }
        _ => copied_on_line(name, site),
    }
}

/// Prints a value as a dereference with the spans of `site`, so that rustc's messages treat it as the result
/// of an operator.
pub(super) fn as_computed(value: &TokenStream, site: Site) -> TokenStream {
    let (star, to) = (quote_spanned!(site.first=> *), quote_spanned!(site.last=> (&#value)));
    quote!(#star #to)
}

/// Prints a copy of a value, `(value,).0`, with the spans of `site`, so that rustc's messages treat it as a
/// name.
pub(super) fn copied_on_line(value: &impl ToTokens, site: Site) -> TokenStream {
    let whole = quote_spanned!(site.first=> (#value,));
    let part = quote_spanned!(site.last=> .0);
    quote!(#whole #part)
}

/// Prints a type. A scalar type gets the span `place`, at which rustc shows the reason for a type mismatch.
pub(super) fn type_at(ty: &Ty, place: Span) -> TokenStream {
    let name = ty.rust();
    match ty {
        Ty::Scalar(_) => placed(name, place),
        _ => name,
    }
}

/// Prints an operator with the user's span.
pub(super) fn sign(text: &str, place: Span) -> TokenStream {
    placed(text.parse().unwrap_or_default(), place)
}

/// The function that computes the step of a sum or product, unless the type has a built-in operator.
pub(super) fn step(operator: Binary, ty: &Ty, place: Span) -> Option<TokenStream> {
    let name = operator.step_function().filter(|_| !matches!(ty, Ty::Scalar(_)))?;
    let name = Ident::new(name, place);
    Some(quote_spanned!(place.resolved_at(Span::mixed_site())=> ::amp::__private::#name))
}

/// Gives the tokens another span. Tokens inside groups keep their spans.
fn placed(tokens: TokenStream, place: Span) -> TokenStream {
    let placed = tokens.into_iter().map(|mut token| {
        token.set_span(place);
        token
    });
    placed.collect()
}

/// Makes a delimited group with the user's span, for rustc's messages about the whole group.
pub(super) fn grouped(delimiter: Delimiter, tokens: TokenStream, span: Span) -> TokenStream {
    let mut group = Group::new(delimiter, tokens);
    group.set_span(span);
    group.into_token_stream()
}

/// Prints a method call on a view with the user's line, so that `#[track_caller]` reports the user's line for
/// an index out of range.
pub(super) fn method_call(
    view: &TokenStream,
    method: &str,
    arguments: TokenStream,
    site: Site,
) -> TokenStream {
    let method = Ident::new(method, site.first);
    let arguments = quote_spanned!(site.first=> (#arguments));
    quote_spanned!(call_site(site)=> #view.#method #arguments)
}

/// Moves a name to the user's source position, for rustc's messages.
pub(super) fn respanned(ident: &Ident, span: Span) -> TokenStream {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident.into_token_stream()
}

/// Moves all tokens, also those inside groups, to the source position of `span`. Their hygiene stays the
/// same.
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
