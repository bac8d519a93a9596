//! Conversions that cannot fail: `u32::from(x)`, `f32::from(x)` and the like, from smaller numbers and from `bool`; to an
//! `f16` and from one, `f16::from_f32(x)` and `x.to_f32()`.

use super::call::owner;
use crate::ir::{Conversion, Expr, ExprKind, Ty};
use crate::lower::cx::Cx;
use crate::site::Site;
use crate::vocabulary::types;
use amp_shader::Scalar;

/// `T::from(x)`, where both are numbers or `x` is an element, of which rustc says whether there is a conversion.
pub(super) fn from(cx: &mut Cx<'_>, it: &syn::ExprCall, path: &syn::Path, site: Site) -> Option<Expr> {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let (name, around) = (names.next()?, names.next()?);
    let name = &*name;
    let known = name == "from" || (name, &*around) == ("from_f32", "f16");
    if !known || it.args.len() != 1 || types::scalar(&around).is_none() {
        return None;
    }
    let value = super::lower(cx, &it.args[0]);
    let ty = crate::lower::ty::lower(cx, &owner(path));
    if value.ty.is_poison() || ty.is_poison() {
        return Some(Expr::poison(site));
    }
    if name == "from_f32" {
        cx.infer.unify(&value.ty, &Ty::Scalar(Scalar::F32));
    } else if !matches!(value.kind, ExprKind::Element { .. })
        && matches!(cx.infer.resolve(&value.ty), Ty::Var(_))
    {
        // A number without a suffix is what it becomes.
        cx.infer.unify(&value.ty, &ty);
    }
    Some(Expr { kind: ExprKind::Cast(Box::new(value), Conversion::Path(path.clone())), ty, site })
}

/// `x.to_f32()` of an `f16`. Where only rustc knows that it is one, it is found like a method of the user's.
pub(super) fn method(cx: &Cx<'_>, it: &syn::ExprMethodCall, receiver: &Expr, site: Site) -> Option<Expr> {
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
