//! `T::from(x)` converts a scalar without loss.
//!
//! ```rust,ignore
//! let n = u32::from(flag) + u32::from(bytes[i]);
//! let h = f16::from_f32(x).to_f32();
//! ```
//!
//! - Sources are smaller scalars and `bool`.
//! - `x.into()` converts by `From` where rustc infers the type of the result: `let n: u64 = m.into();`.
//! - `u32::try_from(n)` of an integer is used where it is made: `u8::try_from(n).unwrap()`,
//!   `if let Ok(b) = u8::try_from(n)`. rustc may infer the type of `n`, as in `u8::try_from(sum(a, b) / 4)`.
//! - A slice becomes an array in `u32::from_le_bytes(s.try_into().unwrap())` and in a `let` with a type.
//! - `char::from_u32(n)` and `char::from_digit(n, 16)` are an `Option<char>`. `u8::try_from(c)` takes a `char` too.
//! - `f16` converts with `f16::from_f32(x)` and `h.to_f32()`.

use super::call::owner;
use crate::diagnostics::Code;
use crate::diagnostics::advice::calls;
use crate::ir::{Binary, Call, Callee, Conversion, Expr, ExprKind, ImplOf, Projection, Source, Ty};
use crate::lower::context::Context;
use crate::lower::iterators::optional_item;
use crate::lower::path;
use crate::lower::pattern::pinned;
use crate::site::{Site, quoted};
use crate::vocabulary::types;
use amp_shader::Scalar;
use proc_macro2::Span;
use quote::{quote, quote_spanned};

/// Lowers `T::from(x)` and `T::try_from(x)` for a scalar `T`, and `f16::from_f32(x)`. `None` for other calls.
/// rustc checks that the conversion exists.
pub(super) fn from(cx: &mut Context<'_>, it: &syn::ExprCall, path: &syn::Path, site: Site) -> Option<Expr> {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (name, around) = (names.next()?, names.next()?);
    let name = &*name;
    if name == "try_from" && it.args.len() == 1 {
        return try_from(cx, it, types::scalar(&around)?, site);
    }
    if name == "from_u32" && around == "char" && it.args.len() == 1 {
        let (code, span) = (&it.args[0], path.segments.last()?.ident.span());
        let option = quote_spanned!(span=> ::core::option::Option);
        let value: syn::Expr = syn::parse_quote_spanned!(span=> {
            let amp_code: u32 = #code;
            if amp_code < 0xd800 || amp_code > 0xdfff && amp_code < 0x110000 {
                #option::Some(::amp::__private::char_of_code(amp_code))
            } else {
                #option::None
            }
        });
        return Some(super::lower(cx, &value));
    }
    if name == "from_digit" && around == "char" && it.args.len() == 2 {
        let (digit, radix, span) = (&it.args[0], &it.args[1], path.segments.last()?.ident.span());
        let option = quote_spanned!(span=> ::core::option::Option);
        let value: syn::Expr = syn::parse_quote_spanned!(span=> {
            let amp_digit: u32 = #digit;
            let amp_radix: u32 = #radix;
            assert!(amp_radix <= 36, "from_digit: radix is too high (maximum 36)");
            if amp_digit < amp_radix {
                let amp_code: u32 = if amp_digit < 10 { amp_digit + 48 } else { amp_digit + 87 };
                #option::Some(::amp::__private::char_of_code(amp_code))
            } else {
                #option::None
            }
        });
        return Some(super::lower(cx, &value));
    }
    if name == "char_of_code" && around == "__private" {
        let value = super::lower(cx, &it.args[0]);
        let kind = ExprKind::Cast(Box::new(value), Conversion::Path(Source::of(path)));
        return Some(Expr { kind, ty: Ty::hole(Projection::Named(Source::of_tokens(quote!(char)))), site });
    }
    let known = name == "from" || (name, &*around) == ("from_f32", "f16");
    if !known || it.args.len() != 1 || types::scalar(&around).is_none() {
        return None;
    }
    if name == "from" && may_be_own(cx, &it.args[0]) {
        return None;
    }
    let value = super::lower(cx, &it.args[0]);
    let ty = crate::lower::ty::lower(cx, &owner(path));
    if value.ty.is_error() || ty.is_error() {
        return Some(Expr::error_placeholder(site));
    }
    if name == "from_f32" {
        cx.infer.unify(&value.ty, &Ty::Scalar(Scalar::F32));
    } else if cx.infer.is_literal(&value.ty) {
        match value.kind {
            // A literal without a suffix gets the target type.
            ExprKind::Literal(_) => cx.infer.unify(&value.ty, &ty),
            // The type of a variable follows from its other uses.
            _ => cx.infer.arguments(vec![value.ty.clone()]),
        }
    }
    Some(Expr { kind: ExprKind::Cast(Box::new(value), Conversion::Path(Source::of(path))), ty, site })
}

/// Whether the argument of `from` may have a user's type, with an implementation of `From` that the call must find.
fn may_be_own(cx: &mut Context<'_>, argument: &syn::Expr) -> bool {
    let (ty, is_element) = cx.speculatively(|cx| {
        let value = super::lower(cx, argument);
        (value.ty, matches!(value.kind, ExprKind::Element { .. }))
    });
    let ty = cx.infer.resolve(&ty);
    // An element of a captured view is converted while it is loaded, also from an `f16` on a device without them. No
    // bound of a type parameter tells that the implementation is for devices.
    let is_known = is_element && !matches!(&ty, Ty::Hole(hole) if matches!(**hole, Projection::Named(_)))
        || is_char(&ty)
        || cx.infer.is_literal(&ty)
        || cx.infer.is_parameter(&ty);
    !is_known && matches!(ty, Ty::Hole(_) | Ty::Tuple(_) | Ty::Array(..) | Ty::Var(_))
}

/// The call `NonZero::<u32>::new(n)` for `NonZero::new(n)` with an `n` of a known type. The expansion names the type of the
/// path alone, where rustc could not infer it. `None` for other calls.
pub(super) fn nonzero(cx: &mut Context<'_>, it: &syn::ExprCall, path: &syn::Path) -> Option<syn::ExprCall> {
    let mut segments = path.segments.iter().rev();
    let (function, owner) = (segments.next()?, segments.next()?);
    let is_open = owner.ident == "NonZero" && owner.arguments.is_none() && function.ident == "new";
    if !is_open || it.args.len() != 1 {
        return None;
    }
    let value = &it.args[0];
    let ty = cx.speculatively(|cx| super::lower(cx, value).ty);
    let Ty::Scalar(scalar) = cx.infer.resolve(&ty) else { return None };
    let name = syn::Ident::new(scalar.rust(), owner.ident.span());
    let mut path = path.clone();
    let at = path.segments.len().checked_sub(2)?;
    path.segments[at].arguments =
        syn::PathArguments::AngleBracketed(syn::parse_quote_spanned!(owner.ident.span()=> ::<#name>));
    let func = Box::new(syn::Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path }));
    Some(syn::ExprCall { func, ..it.clone() })
}

/// Whether a type is `char`.
pub(super) fn is_char(ty: &Ty) -> bool {
    let Ty::Hole(hole) = ty else { return false };
    matches!(&**hole, Projection::Named(name) if name.text() == "char")
}

/// Lowers `T::try_from(x)` for two integer types to an `ExprKind::Optional`: the condition that the number is
/// in range, and the converted number. Such a `Result` exists only at compile time.
fn try_from(cx: &mut Context<'_>, it: &syn::ExprCall, to: Scalar, site: Site) -> Option<Expr> {
    let value = super::lower(cx, &it.args[0]);
    if value.ty.is_error() {
        return Some(Expr::error_placeholder(site));
    }
    if cx.infer.is_literal(&cx.infer.resolve(&value.ty)) {
        // Without a constraint, an integer literal is an `i32`.
        cx.infer.unify(&value.ty, &Ty::Scalar(Scalar::I32));
    }
    let range = |scalar: Scalar| -> Option<(i128, i128)> {
        Some(match scalar {
            Scalar::I8 => (i8::MIN.into(), i8::MAX.into()),
            Scalar::U8 => (0, u8::MAX.into()),
            Scalar::I16 => (i16::MIN.into(), i16::MAX.into()),
            Scalar::U16 => (0, u16::MAX.into()),
            Scalar::I32 => (i32::MIN.into(), i32::MAX.into()),
            Scalar::U32 => (0, u32::MAX.into()),
            // On the host, `isize` and `usize` have 64 bits.
            Scalar::I64 | Scalar::Isize => (i64::MIN.into(), i64::MAX.into()),
            Scalar::U64 | Scalar::Usize => (0, u64::MAX.into()),
            _ => return None,
        })
    };
    // A `char` converts to the unsigned integers that are smaller.
    let value = match cx.infer.resolve(&value.ty) {
        ty if is_char(&ty) && matches!(to, Scalar::U8 | Scalar::U16) => {
            let kind = ExprKind::Cast(Box::new(value), Conversion::As);
            Expr { kind, ty: Ty::Scalar(Scalar::U32), site }
        }
        _ => value,
    };
    let known = match cx.infer.resolve(&value.ty) {
        Ty::Scalar(from) => range(from).zip(range(to)).map(|ranges| (from, ranges)),
        _ => None,
    };
    let Some((from, ((low, high), (least, greatest)))) = known else {
        if cx.infer.is_unknown(&value.ty) {
            return Some(try_from_unknown(cx, value, to, site));
        }
        let detail = format!("`{}` of a value that is not known to be an integer", quoted(&it.func));
        cx.advise(Code::AMP011, site, detail, calls::TRY_FROM);
        return Some(Expr::error_placeholder(site));
    };
    let value = pinned(cx, value);
    // On a device, `isize` and `usize` have 32 bits, so a bound that needs more bits has no literal. No
    // comparison with such a bound is generated.
    let has_literal = |bound: i128| match from {
        Scalar::Usize => (0..=i128::from(u32::MAX)).contains(&bound),
        Scalar::Isize => (i128::from(i32::MIN)..=i128::from(i32::MAX)).contains(&bound),
        _ => true,
    };
    let compared = |operator: Binary, bound: i128| {
        let bound = Expr { kind: ExprKind::Literal(bound.to_string()), ty: value.ty.clone(), site };
        let kind = ExprKind::Binary(operator, Box::new(value.clone()), Box::new(bound));
        Expr { kind, ty: Ty::BOOL, site }
    };
    let lower = (low < least && has_literal(least)).then(|| compared(Binary::Ge, least));
    let upper = (high > greatest && has_literal(greatest)).then(|| compared(Binary::Le, greatest));
    let both = |a: Expr, b: Expr| Expr {
        kind: ExprKind::Binary(Binary::And, Box::new(a), Box::new(b)),
        ty: Ty::BOOL,
        site,
    };
    let fits = lower.into_iter().chain(upper).reduce(both);
    let fits = fits.unwrap_or(Expr { kind: ExprKind::Bool(true), ty: Ty::BOOL, site });
    Some(converted_if(cx, fits, value, to, site))
}

/// The conversion of an integer whose type only rustc knows. rustc selects the method that tests the range.
fn try_from_unknown(cx: &mut Context<'_>, value: Expr, to: Scalar, site: Site) -> Expr {
    let value = pinned(cx, value);
    let name = syn::Ident::new(to.rust(), site.first);
    let function = syn::parse_quote_spanned!(site.first=> ::amp::__private::fits_in::<#name, _>);
    let callee = Callee::Associated(value.ty.clone(), format!("amp_fits_{}", to.rust()), ImplOf::Inferred);
    cx.infer.arguments(vec![value.ty.clone()]);
    let written = Call::Path(path::called(&function));
    let kind = ExprKind::Call { callee, written, arguments: vec![value.clone()] };
    let fits = Expr { kind, ty: Ty::BOOL, site };
    converted_if(cx, fits, value, to, site)
}

/// The `Result` of a conversion: `Ok` with the converted value if the condition holds.
fn converted_if(cx: &mut Context<'_>, fits: Expr, value: Expr, to: Scalar, site: Site) -> Expr {
    let fits = pinned(cx, fits);
    let ty = Ty::Scalar(to);
    let converted = Expr { kind: ExprKind::Cast(Box::new(value), Conversion::As), ty, site };
    let converted = pinned(cx, converted);
    optional_item::result(cx, fits, converted, super::unit(site), site)
}

/// The array of the items of a slice: `slice.try_into().unwrap()`.
pub(in crate::lower) fn array_of(
    slice: &syn::Expr,
    item: &syn::Type,
    len: &syn::Expr,
    span: Span,
) -> syn::Expr {
    // rustc would report unnecessary braces around a literal.
    let argument: syn::GenericArgument = match len {
        syn::Expr::Lit(_) => syn::GenericArgument::Const(len.clone()),
        _ => syn::parse_quote_spanned!(span=> { #len }),
    };
    syn::parse_quote_spanned! {span=> {
        let amp_list = &#slice;
        assert!(amp_list.len() == #len, "called `Result::unwrap()` on an `Err` value: TryFromSliceError(())");
        ::core::array::from_fn::<#item, #argument, _>(|amp_at| amp_list[amp_at])
    }}
}

/// For `u32::from_le_bytes(slice.try_into().unwrap())`, the call with an array of the items. `None` for other calls.
pub(super) fn bytes_of_slice(it: &syn::ExprCall, names: &[&str]) -> Option<syn::ExprCall> {
    let [ty, "from_le_bytes" | "from_be_bytes" | "from_ne_bytes"] = names else { return None };
    let count = types::scalar(ty)?.bytes();
    let syn::Expr::MethodCall(outer) = super::without_parentheses(it.args.first()?) else { return None };
    let syn::Expr::MethodCall(inner) = super::without_parentheses(&outer.receiver) else { return None };
    let unwraps = outer.method == "unwrap" || outer.method == "expect";
    if !unwraps || inner.method != "try_into" || !inner.args.is_empty() {
        return None;
    }
    let mut call = it.clone();
    let span = inner.method.span();
    let len = syn::Expr::Lit(syn::ExprLit {
        attrs: Vec::new(),
        lit: syn::Lit::Int(syn::LitInt::new(&format!("{count}usize"), span)),
    });
    *call.args.first_mut()? = array_of(&inner.receiver, &syn::parse_quote!(u8), &len, span);
    Some(call)
}

/// Lowers `x.into()` to `From::from` for the type of the result, which rustc infers.
pub(super) fn into(cx: &mut Context<'_>, it: &syn::ExprMethodCall, receiver: Expr, site: Site) -> Expr {
    let ty = cx.infer.value();
    let callee = Callee::Associated(ty.clone(), "from".to_owned(), ImplOf::Inferred);
    let written = Call::Method(it.method.clone().into());
    Expr { kind: ExprKind::Call { callee, written, arguments: vec![receiver] }, ty, site }
}

/// Lowers `x.to_f32()` and `x.to_f64()` of an `f16`. Returns `None` if the macro cannot infer that `x` is an
/// `f16`; the call is then lowered like that of a user's method.
pub(super) fn method(
    cx: &Context<'_>,
    it: &syn::ExprMethodCall,
    receiver: &Expr,
    site: Site,
) -> Option<Expr> {
    let to = match it.method.to_string().as_str() {
        "to_f32" => Scalar::F32,
        "to_f64" => Scalar::F64,
        _ => return None,
    };
    if cx.infer.resolve(&receiver.ty) != Ty::Scalar(Scalar::F16) || !it.args.is_empty() {
        return None;
    }
    let conversion = Conversion::Method(it.method.clone());
    let kind = ExprKind::Cast(Box::new(receiver.clone()), conversion);
    Some(Expr { kind, ty: Ty::Scalar(to), site })
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn scalars_are_converted() {
        wgsl(
            "|i: Index<1>| { z[i] = b[i] as u32 + u32::from(b[b[0] as usize]); y[i] = b[i] as f32 + h[i].to_f32() + f32::from(h[0]); }",
            expect![[r#"
                z[amp_global[0]] = u32(b[amp_global[0]]) + u32(b[u32(b[0u])]);
                y[amp_global[0]] = f32(b[amp_global[0]]) + Convert<f32>(h[amp_global[0]]) + Convert<f32>(h[0u]);
            "#]],
        );
    }

    #[test]
    fn halves_are_converted() {
        wgsl(
            "|i: Index<1>| { let s = h[i] * f16::from_f32(a) + f16::from(b[i]); y[i] = s.to_f32() + u32::from(n > 1) as f32; }",
            expect![[r#"
                let s_: f16 = h[amp_global[0]] * Cast<f32, f16>(a) + Cast<u8, f16>(b[amp_global[0]]);
                y[amp_global[0]] = f32(s_) + f32(u32(n > 1u));
            "#]],
        );
    }

    #[test]
    fn other_conversions_are_rejected() {
        codes("|i: Index<1>| { let c = f16::from_f64(a); let d = u16::from(b[i]); }", &["AMP011"]);
    }
}
