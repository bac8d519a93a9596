//! Prints literals.

use crate::ir::{Binary, Expr, ExprKind, Ty};
use crate::site::Site;
use amp_shader::Scalar;
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

/// Prints a literal with its type as a suffix, if the macro inferred the type.
pub(super) fn literal(digits: &str, ty: &Ty, site: Site) -> TokenStream {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    let text = match ty {
        Ty::Scalar(Scalar::Bool) | Ty::Var(_) | Ty::Hole(_) => digits.to_owned(),
        // A literal that does not fit its type, such as an integer literal for a float, gets no suffix. rustc
        // then reports it as the user wrote it.
        Ty::Scalar(_) if is_type_error(digits, ty) => digits.to_owned(),
        Ty::Scalar(scalar) => format!("{digits}{}", scalar.rust()),
        _ => digits.to_owned(),
    };
    let mut literal: Literal = text.parse().unwrap_or_else(|_| Literal::u32_unsuffixed(0));
    literal.set_span(site.first);
    let token = TokenTree::Literal(literal);
    if negative { quote_spanned!(site.first=> -#token) } else { quote!(#token) }
}

/// Whether an integer literal has a float type, or the other way around.
fn is_type_error(digits: &str, ty: &Ty) -> bool {
    let whole = digits.trim_start_matches('-').bytes().all(|digit| digit.is_ascii_digit());
    matches!(ty, Ty::Scalar(scalar) if scalar.is_float() && whole || scalar.is_int() && !whole)
}

/// Whether an operation combines a literal with a scalar of another kind, as `x * 2` does for an `f32`. rustc
/// rejects the operation. Its advice depends on the literal as the user wrote it, so the printer must add no
/// suffix.
pub(super) fn mixes_integer_and_float(operator: Binary, lhs: &Expr, rhs: &Expr) -> bool {
    let is_number = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(_));
    let mistaken =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Literal(digits) if is_type_error(digits, &expr.ty));
    let apart = |a: Scalar, b: Scalar| a.is_float() && b.is_int() || a.is_int() && b.is_float();
    match (&lhs.ty, &rhs.ty) {
        (Ty::Scalar(a), Ty::Scalar(b)) => {
            !matches!(operator, Binary::Shl | Binary::Shr)
                && (is_number(lhs) || is_number(rhs))
                && (apart(*a, *b) || mistaken(lhs) || mistaken(rhs))
        }
        _ => false,
    }
}

/// Prints the literals of an operation that mixes integers and floats, with a suffix only if the user wrote
/// one. The result is `None` for an operand that is no such literal.
pub(super) fn mixed_literals(operator: Binary, lhs: &Expr, rhs: &Expr) -> [Option<TokenStream>; 2] {
    let apart = mixes_integer_and_float(operator, lhs, rhs);
    [lhs, rhs].map(|expr| match (&expr.kind, &expr.ty) {
        (ExprKind::Literal(digits), Ty::Scalar(scalar)) if apart => {
            let suffixed = expr.site.last.source_text().is_some_and(|text| text.ends_with(scalar.rust()));
            Some(literal(digits, if suffixed { &expr.ty } else { &Ty::Unit }, expr.site))
        }
        _ => None,
    })
}
