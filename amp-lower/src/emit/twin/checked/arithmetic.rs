//! Integer arithmetic and casts of indices.
//!
//! Where a type is known to be an integer, the `Checker` computes. Where only rustc knows the type, it is shown the
//! operands, looks whether they are integers, and the operation is written as ever.

use super::super::{At, Printer};
use super::checker;
use crate::ir::{Binary, Expr, Ty, Unary};
use crate::site::Site;
use amp_shader::Scalar;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

/// Methods that can leave the range of their type.
const OVERFLOWING: &[&str] = &["abs", "pow", "next_power_of_two", "next_multiple_of"];
/// Methods that panic for some values in every build.
const PANICKING: &[&str] = &[
    "clamp",
    "div_ceil",
    "div_euclid",
    "ilog",
    "ilog10",
    "ilog2",
    "isqrt",
    "overflowing_div",
    "overflowing_rem",
    "rem_euclid",
    "saturating_div",
    "wrapping_div",
    "wrapping_div_euclid",
    "wrapping_rem",
    "wrapping_rem_euclid",
];

/// What is known of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Integer,
    /// Only rustc knows.
    Nothing,
    Other,
}

fn known(ty: &Ty) -> Known {
    match ty {
        Ty::Scalar(scalar) if scalar.is_int() => Known::Integer,
        Ty::Hole(_) | Ty::Var(_) => Known::Nothing,
        _ => Known::Other,
    }
}

/// The `Checker`'s name of an operator that can fail.
fn name(operator: Binary) -> Option<&'static str> {
    Some(match operator {
        Binary::Add => "add",
        Binary::Sub => "sub",
        Binary::Mul => "mul",
        Binary::Div => "div",
        Binary::Rem => "rem",
        Binary::Shl => "shl",
        Binary::Shr => "shr",
        _ => return None,
    })
}

impl Printer<'_, '_> {
    pub(super) fn checked_binary(
        &mut self,
        operator: Binary,
        lhs: &Expr,
        rhs: &Expr,
        site: Site,
        at: At,
    ) -> Option<TokenStream> {
        let known = can_fail(operator, &lhs.ty, &rhs.ty)?;
        let checker = checker();
        let (l, r) = (self.expr(lhs, at), self.expr(rhs, at));
        let span = site.key;
        if known {
            let name = Ident::new(name(operator)?, span);
            return Some(quote_spanned!(span=> #checker.#name(#l, #r)));
        }
        let (left, right) = (self.temporary("left", lhs.site.first), self.temporary("right", rhs.site.first));
        let look = look(operator, &quote!(#left), &quote!(#right), site);
        let sign: TokenStream = operator.text().parse().unwrap_or_default();
        let sign = sign.into_iter().map(|mut token| {
            token.set_span(span);
            token
        });
        Some(quote!(match (#l, #r) { (#left, #right) => { #look #left #(#sign)* #right } }))
    }

    /// For `place op= new`: what is done before, if it can fail.
    pub(super) fn checked_compound(
        &self,
        operator: Binary,
        place: &Expr,
        value: &Expr,
        old: &TokenStream,
        new: &Ident,
    ) -> Option<TokenStream> {
        can_fail(operator, &place.ty, &value.ty)?;
        Some(look(operator, old, &quote!(#new), place.site))
    }

    pub(super) fn checked_unary(
        &mut self,
        operator: Unary,
        operand: &Expr,
        site: Site,
        at: At,
    ) -> Option<TokenStream> {
        if operator != Unary::Neg || known(&operand.ty) == Known::Other {
            return None;
        }
        let (checker, value, span) = (checker(), self.expr(operand, at), site.first);
        let old = self.temporary("old", operand.site.first);
        let look = quote_spanned!(span=> #checker.negated(#old););
        let negated = quote_spanned!(span=> -#old);
        Some(quote!(match #value { #old => { #look #negated } }))
    }

    /// A cast from or to an index, which has 32 bits on a device.
    pub(super) fn checked_cast(
        &mut self,
        operand: &Expr,
        to: &Ty,
        site: Site,
        at: At,
    ) -> Option<TokenStream> {
        let Ty::Scalar(target) = to else { return None };
        let is_index = |ty: &Ty| matches!(ty, Ty::Scalar(Scalar::Usize | Scalar::Isize));
        let integer = known(&operand.ty) == Known::Integer;
        let name = match (is_index(&operand.ty), is_index(to)) {
            (true, true) => return None,
            (false, true) if known(&operand.ty) != Known::Other => "to_index",
            (true, false) if integer && *target != Scalar::Bool => "from_index",
            _ => return None,
        };
        let (checker, value, ty) = (checker(), self.expr(operand, at), to.rust());
        let (name, target) = (Ident::new(name, site.first), target.rust());
        let value = quote_spanned!(site.first=> #checker.#name(#value, #target));
        Some(quote_spanned!(site.first=> #value as #ty))
    }

    pub(super) fn checked_method(
        &mut self,
        name: &str,
        ident: &Ident,
        arguments: &[Expr],
        site: Site,
        at: At,
    ) -> Option<TokenStream> {
        let (receiver, rest) = arguments.split_first()?;
        if known(&receiver.ty) == Known::Other {
            return None;
        }
        let checker = checker();
        if PANICKING.contains(&name) {
            let receiver = self.operand(receiver, at);
            let rest = self.list(rest, at);
            let receiver = quote_spanned!(site.first=> #checker.at(#receiver));
            return Some(quote_spanned!(site.first=> #receiver.#ident(#rest)));
        }
        if !OVERFLOWING.contains(&name) {
            return None;
        }
        let old = self.temporary("old", receiver.site.first);
        let value = self.expr(receiver, at);
        let Some(argument) = rest.first() else {
            let look = quote_spanned!(site.first=> #checker.method(#name, #old, #old););
            return Some(quote!(match #value { #old => { #look #old.#ident() } }));
        };
        let new = self.temporary("new", argument.site.first);
        let look = quote_spanned!(site.first=> #checker.method(#name, #old, #new););
        let argument = self.expr(argument, at);
        Some(quote!(match (#value, #argument) { (#old, #new) => { #look #old.#ident(#new) } }))
    }
}

/// Whether an operation of these types may fail, and then whether they are known.
fn can_fail(operator: Binary, lhs: &Ty, rhs: &Ty) -> Option<bool> {
    name(operator)?;
    match (known(lhs), known(rhs)) {
        (Known::Integer, Known::Integer) if operator.is_shift() || lhs == rhs => Some(true),
        // rustc refuses it.
        (Known::Integer, Known::Integer) | (Known::Other, _) | (_, Known::Other) => None,
        (Known::Nothing, _) | (_, Known::Nothing) => Some(false),
    }
}

/// The `Checker` looks at two operands.
fn look(operator: Binary, lhs: &TokenStream, rhs: &TokenStream, site: Site) -> TokenStream {
    let (checker, sign) = (checker(), operator.text());
    quote_spanned!(site.key=> #checker.operands(#sign, #lhs, #rhs);)
}
