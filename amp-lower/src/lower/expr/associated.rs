//! Methods of scalars and of glam's types can be called by path, and glam's constructors and `default()` as
//! well.
//!
//! ```rust,ignore
//! let m = f32::max(a, 2.0) + Vec3::dot(v, w);
//! let p = Vec4::from((v, 1.0));
//! ```
//!
//! - `default()` exists for scalars, `bool` and glam's types.

use super::method::builtin_method;
use crate::diagnostics::Code;
use crate::diagnostics::advice::calls;
use crate::diagnostics::near;
use crate::ir::{Call, Callee, Expr, ExprKind, Projection, Ty};
use crate::lower::context::Context;
use crate::lower::path;
use crate::site::{Site, quoted};
use crate::vocabulary::{optional, standard_methods, types};
use amp_shader::methods::{Class, Method};
use amp_shader::{Scalar, TypeInfo};

/// Whether the path `f32::name` names an inherent function of the scalar type. A function of another name may
/// belong to a user's trait.
pub(super) fn is_of_scalar(name: &str, ty: &Ty) -> bool {
    standard_methods::has(ty, name)
        || FUNCTIONS.contains(&name)
        || *ty == Ty::Scalar(Scalar::U8) && takes_reference(name)
}

/// Whether the method of this name in the table of methods takes `&self`: `is_ascii_digit` and so on.
pub(super) fn takes_reference(name: &str) -> bool {
    name.starts_with("is_ascii") || name.starts_with("to_ascii_")
}

/// Functions of scalar types that have no receiver.
const FUNCTIONS: &[&str] = &[
    "default",
    "from_be",
    "from_be_bytes",
    "from_bits",
    "from_f32",
    "from_f64",
    "from_le",
    "from_le_bytes",
    "from_ne_bytes",
    "from_str",
    "from_str_radix",
];

/// Lowers a call of a scalar type's function: `f32::max(a, b)`, `f32::from_bits(n)`, `u32::default()`.
pub(super) fn of_scalar(
    cx: &mut Context<'_>,
    it: &syn::ExprCall,
    name: &str,
    ty: Ty,
    scalar: Scalar,
    mut arguments: Vec<Expr>,
    site: Site,
) -> Expr {
    if name == "from_bits" && matches!(scalar, Scalar::F32 | Scalar::F64) && arguments.len() == 1 {
        cx.infer.unify(&arguments[0].ty, &Ty::Scalar(scalar.integer_of_width(false)));
        return Expr { kind: ExprKind::FromBits(Box::new(arguments.remove(0))), ty, site };
    }
    if name == "default" && arguments.is_empty() && scalar != Scalar::F16 {
        let kind = match scalar {
            Scalar::Bool => ExprKind::Bool(false),
            scalar if scalar.is_float() => ExprKind::Literal("0.0".to_owned()),
            _ => ExprKind::Literal("0".to_owned()),
        };
        return Expr { kind, ty, site };
    }
    if let Some(number) = super::bytes::from_bytes(cx, name, scalar, &arguments, site) {
        return number;
    }
    // Swapping bytes is its own inverse, so `from_be` is the same operation as `to_be`.
    let name = match name {
        "from_be" => "to_be",
        "from_le" => "to_le",
        other => other,
    };
    let found = Method::find(name).filter(|method| {
        method.arguments.len() + 1 == arguments.len() && !super::bytes::is_missing(method, scalar)
    });
    if takes_reference(name)
        && let Some(Expr { kind: ExprKind::Reference { place, .. }, .. }) = arguments.first()
    {
        arguments[0] = (**place).clone();
    }
    let Some(method) = found else {
        let advice = match name {
            "default" => calls::DEFAULT,
            _ if matches!(scalar, Scalar::Usize | Scalar::Isize) && name.ends_with("_bytes") => {
                calls::BYTES_OF_INDEX
            }
            _ if optional::has(name) => calls::AS_METHOD,
            _ => near::method(name, scalar).unwrap_or(calls::SCALAR_METHOD),
        };
        cx.advise(Code::AMP011, Site::of(&it.func), format!("`{}`", quoted(&it.func)), advice);
        return Expr::error_placeholder(site);
    };
    let ident = syn::Ident::new(name, site.first);
    builtin_method(cx, method, ident, ty, arguments, site)
}

/// Lowers a call by path of a built-in method of a glam vector, such as `Vec3::dot(v, w)`. `None` for other
/// types and functions.
pub(super) fn of_vector(
    cx: &mut Context<'_>,
    path: &syn::ExprPath,
    name: &str,
    ty: &Ty,
    arguments: &[Expr],
    site: Site,
) -> Option<Expr> {
    let (scalar, lanes) = vector(ty)?;
    if name == "from" {
        // `from` takes arrays, tuples and vectors whose items have the vector's scalar type, so literals in
        // its argument get this type.
        arguments.iter().for_each(|argument| type_literals(cx, &argument.ty, scalar));
    }
    let method = Method::find(name).filter(|method| method.arguments.len() + 1 == arguments.len())?;
    method.meaning(Class::of(&TypeInfo::Vector(scalar, lanes))?)?;
    let result = super::method::method_type(cx, method, ty, &arguments[1..]);
    let callee = Callee::MaybeBuiltin(ty.clone(), method);
    let written = Call::Path(path::called(path));
    Some(Expr { kind: ExprKind::Call { callee, written, arguments: arguments.to_vec() }, ty: result, site })
}

fn vector(ty: &Ty) -> Option<(Scalar, u8)> {
    let Ty::Hole(hole) = ty else { return None };
    let Projection::Named(written) = &**hole else { return None };
    types::vector(written.last_segment())
}

/// Gives the unsuffixed literals in a tuple or array the type `scalar`.
fn type_literals(cx: &mut Context<'_>, ty: &Ty, scalar: Scalar) {
    match cx.infer.resolve(ty) {
        Ty::Tuple(parts) => parts.iter().for_each(|part| type_literals(cx, part, scalar)),
        Ty::Array(item, _) => type_literals(cx, &item, scalar),
        number if cx.infer.is_literal(&number) => cx.infer.unify(&number, &Ty::Scalar(scalar)),
        _ => {}
    }
}

/// The result type of a glam constructor, given by its plain name, such as `Vec3`. `None` for other
/// functions. The name is needed because bounds in the expansion mention the type. In a bound, rustc could
/// not prove that the output type of the call equals `Vec3`.
pub(super) fn constructor_type(callee: &Callee, names: &[&str]) -> Option<Ty> {
    let (Callee::Associated(ty, name, _), [.., owner, _]) = (callee, names) else { return None };
    let makes =
        matches!(name.as_str(), "new" | "splat" | "select" | "from" | "default") || name.starts_with("from_");
    (makes && types::is_glam(owner)).then(|| ty.clone())
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn methods_are_called_by_path() {
        wgsl(
            "|i: Index<1>| { let v = Vec3::from([a, 2.0, 3.0]); let w = Vec4::from((v, 1.0)); y[i] = f32::max(Vec3::dot(v, Vec3::max(v, Vec3::splat(1.0))), w.w) + f32::default(); }",
            expect![[r#"
                let v_: <Vec3> = <Vec3>::from(<[f32 ; 3usize]>(a, 2.0f, 3.0f));
                let w_: <Vec4> = <Vec4>::from(<(Vec3 , f32 ,)>(v_, 1.0f));
                y[amp_global[0]] = max(<Vec3>::dot?(v_, <Vec3>::max?(v_, <Vec3>::splat(1.0?))), w_.w) + 0.0f;
            "#]],
        );
    }

    #[test]
    fn unknown_functions_are_rejected() {
        codes("|i: Index<1>| { z[i] = u32::from_str_radix(7, 10); }", &["AMP011"]);
    }
}
