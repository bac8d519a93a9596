//! Lowers Rust types to IR types.

use super::context::Context;
use super::expr;
use crate::diagnostics::Code;
use crate::diagnostics::advice::data;
use crate::ir::{Len, Projection, RangeForm, Source, Ty};
use crate::parse::{parameter_type, range_type, with_range_values};
use crate::site::{Site, quoted};
use crate::vocabulary::types;
use amp_shader::Scalar;
use syn::{GenericArgument, Type};

/// Lowers a type that the user wrote. A type that is neither a scalar nor composed of known types becomes a
/// named type, which rustc resolves.
pub(super) fn lower(cx: &mut Context<'_>, it: &Type) -> Ty {
    match it {
        Type::Path(path) if path.qself.is_none() => {
            let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            if path.path.segments.len() == 1
                && let Some(scalar) = types::scalar(&name)
            {
                return Ty::Scalar(scalar);
            }
            if let Some(why) = types::rejection_reason(&name) {
                cx.report(Code::AMP002, Site::of(it), format!("`{}`: {why}", quoted(it)));
                return Ty::Error;
            }
            if let Some((_, arguments)) = parameter_type(it)
                && let [GenericArgument::Const(syn::Expr::Lit(rank))] = arguments.as_slice()
                && let syn::Lit::Int(rank) = &rank.lit
                && let Ok(rank) = rank.base10_parse()
            {
                match name.as_str() {
                    "Index" => return Ty::Index(rank),
                    "Extent" => return Ty::Extent(rank),
                    _ => {}
                }
            }
            if let Some((inclusive, of)) = range_type(it) {
                let of = lower(cx, of);
                return match of.is_error() {
                    true => Ty::Error,
                    false => Ty::Range(RangeForm { inclusive, of_std: false }, Box::new(of)),
                };
            }
            // rustc infers the whole type, because the parts have no names.
            if let Some(optional) = ["Option", "Result"].into_iter().find(|optional| name == *optional)
                && has_inferred_part(it)
            {
                let ty = cx.infer.any();
                cx.infer.mark_optional(&ty, optional);
                return ty;
            }
            let with_values = with_range_values(it);
            Ty::hole(Projection::Named(Source::of(with_values.as_ref().unwrap_or(it))))
        }
        Type::Path(_) => Ty::hole(Projection::Named(Source::of(it))),
        Type::Array(array) => {
            let element = lower(cx, &array.elem);
            match len(cx, &array.len) {
                Some(_) if element.is_error() => Ty::Error,
                Some(Len::Number(0)) => error_type(cx, it),
                Some(_) if element == Ty::Unit => error_type(cx, it),
                Some(len) => Ty::Array(Box::new(element), len),
                None => Ty::Error,
            }
        }
        Type::Tuple(tuple) if tuple.elems.is_empty() => Ty::Unit,
        Type::Tuple(tuple) => {
            let fields: Vec<_> = tuple.elems.iter().map(|field| lower(cx, field)).collect();
            if fields.iter().any(Ty::is_error) { Ty::Error } else { Ty::Tuple(fields) }
        }
        // A slice of constants: other slices have no type of their own.
        Type::Reference(reference)
            if let (Type::Slice(slice), None) = (&*reference.elem, reference.mutability) =>
        {
            let (item, ty) = (&slice.elem, lower(cx, &slice.elem));
            match ty.is_error() {
                true => Ty::Error,
                false => Ty::hole(Projection::Named(Source::of_tokens(quote::quote!(&'static [#item])))),
            }
        }
        Type::Reference(reference)
            if reference.mutability.is_none()
                && matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str")) =>
        {
            Ty::hole(Projection::Named(Source::of_tokens(quote::quote!(::amp::__private::Text))))
        }
        Type::Paren(inner) => lower(cx, &inner.elem),
        Type::Infer(_) => cx.infer.any(),
        // Empty tokens stand for a type whose error is already reported.
        Type::Verbatim(tokens) if tokens.is_empty() => Ty::Error,
        other => {
            let why = match other {
                Type::Reference(_) => "a reference cannot be stored on a device",
                Type::Ptr(_) => "a device has its own memory, where host pointers mean nothing",
                Type::FnPtr(_) => "a device cannot call functions by address",
                Type::TraitObject(_) | Type::ImplTrait(_) => "its type must be known at compile time",
                Type::Slice(_) => {
                    "its length must be known at compile time, as in `&[f32; N]`; for any length, write `&ArrayView<f32>`"
                }
                Type::Never(_) => "kernels and device functions always return",
                _ => "it is not plain data",
            };
            cx.report(Code::AMP002, Site::of(other), format!("`{}`: {why}", quoted(other)));
            Ty::Error
        }
    }
}

/// Whether a type contains `_`, as `Result<Op, _>` does.
fn has_inferred_part(it: &Type) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
            self.0 = true;
        }
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_type(&mut search, it);
    search.0
}

/// Lowers the type of a parameter or of a result of a device function.
pub(super) fn of_signature(cx: &mut Context<'_>, it: &Type) -> Ty {
    if expr::range::report_part(cx, it) { Ty::Error } else { lower(cx, it) }
}

/// Lowers the type of a captured value.
pub(super) fn value(cx: &mut Context<'_>, it: &Type) -> Ty {
    match lower(cx, it) {
        Ty::Unit => error_type(cx, it),
        _ if expr::range::report_type(cx, it, "as a capture") => Ty::Error,
        ty => ty,
    }
}

/// Reports a zero-sized type, because a device has no memory for its values.
fn error_type(cx: &mut Context<'_>, it: &Type) -> Ty {
    cx.report(Code::AMP002, Site::of(it), format!("`{}` has no data", quoted(it)));
    Ty::Error
}

/// Lowers the element type of a view.
pub(super) fn element(cx: &mut Context<'_>, it: &Type) -> Ty {
    let ty = value(cx, it);
    if matches!(ty, Ty::Scalar(Scalar::Usize | Scalar::Isize) | Ty::Tuple(_)) {
        let detail = format!("`{}` as an element of a view", quoted(it));
        cx.advise(Code::AMP002, Site::of(it), detail, data::ELEMENT);
        return Ty::Error;
    }
    ty
}

/// The length of an array: a literal, or an expression of constants.
pub(super) fn len(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Len> {
    if let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) = it {
        return match number.base10_parse() {
            Ok(number) => Some(Len::Number(number)),
            Err(_) => {
                cx.report(Code::AMP010, Site::of(it), format!("`{}`", quoted(it)));
                None
            }
        };
    }
    Some(Len::Const(Source::of(it)))
}

#[cfg(test)]
mod tests {
    use crate::diagnostics::Code;

    #[test]
    fn zero_sized_captures_are_rejected() {
        for parameter in ["x: &ArrayView<()>", "x: &ArrayView<[u32; 0]>", "x: ()", "x: [(); 3]"] {
            let source = format!("fn k(i: Index<1>, {parameter}, y: &mut ArrayViewMut<u32>) {{ y[i] = 1; }}");
            let refused = crate::kernel(<_>::default(), source.parse().expect("it lexes"));
            let codes = refused.map(|_| ()).map_err(|rejection| rejection.codes());
            assert_eq!(codes, Err(vec![Code::AMP002]), "{source}");
        }
    }
}
