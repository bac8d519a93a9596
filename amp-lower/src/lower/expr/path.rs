//! A name is a variable, a capture or a constant.
//!
//! - In a closure kernel an unknown name is a capture, unless it is upper case.
//! - Views, closures and the tiled index are no values.

use crate::diagnostics::Code;
use crate::diagnostics::advice::{construct, iterators};
use crate::ir::{Expr, ExprKind, Projection, Role, Source, Ty, is_marker_path};
use crate::lower::context::{Binding, Context};
use crate::lower::{shared_references, subview, variant};
use crate::site::{Site, quoted};
use crate::vocabulary::types;
use amp_shader::Scalar;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprPath, site: Site) -> Expr {
    let Some(ident) = it.path.get_ident().filter(|_| it.qself.is_none()) else {
        return constant(cx, it, site);
    };
    if ident == "self" && cx.lookup(ident).is_none() {
        let detail = "`self` as a whole; name its fields, as in `self.dt`, or copy it before the kernel: `let this = *self;`";
        cx.report(Code::AMP003, site, detail);
        return Expr::error_placeholder(site);
    }
    if ident == "None" && cx.lookup(ident).is_none() {
        return variant::unit(cx, &it.path, site);
    }
    // syn parses these keywords as identifiers. In a closure kernel, they would become captures.
    if ["crate", "super", "Self"].iter().any(|word| ident == word) {
        cx.advise(Code::AMP003, site, format!("`{ident}`, which is no value"), construct::MODULE);
        return Expr::error_placeholder(site);
    }
    let name = cx.name(ident);
    let borrowed = match name {
        Some(Binding::Borrowed(_, mutable)) => Some(mutable),
        _ => None,
    };
    let (kind, ty) = match name {
        Some(Binding::Var(var)) => {
            let ty = cx.ty(var).clone();
            let local = Expr { kind: ExprKind::Local(var), ty: ty.clone(), site };
            let Some((_, mutable)) = cx.variable_ref(var).reference else { return local };
            let kind = ExprKind::Reference { mutable, place: Box::new(local) };
            (kind, Ty::Reference(mutable, Box::new(ty)))
        }
        Some(Binding::Alias(alias)) => {
            let (mutable, place) = cx.aliased(alias).clone();
            let place = Expr { site, ..place };
            let ty = Ty::Reference(mutable, Box::new(place.ty.clone()));
            (ExprKind::Reference { mutable, place: Box::new(place) }, ty)
        }
        Some(Binding::References(number)) => return shared_references::variable(cx, number, site),
        Some(Binding::Item(item)) => (ExprKind::Item(item), Ty::Index(cx.signature.rank)),
        Some(Binding::Tile(tile)) => (ExprKind::Tile(tile), cx.tile_type(tile).clone()),
        Some(Binding::Const) => return constant(cx, it, site),
        Some(Binding::Barrier) => return barrier(site),
        Some(Binding::Iterator(_)) => {
            let detail = format!("the iterator `{ident}` as a value");
            cx.advise(Code::AMP012, site, detail, iterators::VALUE);
            return Expr::error_placeholder(site);
        }
        Some(Binding::Closure(_) | Binding::Function(_) | Binding::LoweredClosure(_)) => {
            let detail = format!("the closure `{ident}` as a value; call it, or pass it to a function");
            cx.advise(Code::AMP001, site, detail, construct::CLOSURE);
            return Expr::error_placeholder(site);
        }
        Some(Binding::Callable(_)) => {
            let detail = format!("the closure `{ident}` as a value; call it, or pass it to a function");
            cx.advise(Code::AMP001, site, detail, construct::CLOSURE);
            return Expr::error_placeholder(site);
        }
        Some(Binding::Rejected) => return Expr::error_placeholder(site),
        Some(Binding::Subview(_)) => {
            let whole = syn::Expr::Path(it.clone());
            return subview::misplaced(cx, &whole, site);
        }
        Some(Binding::Capture(capture) | Binding::Borrowed(capture, _)) => {
            if cx.capture(capture).role != Role::Value {
                cx.usage.views_as_values.insert(capture);
                let detail = format!("the view `{ident}` as a value; kernels use its elements");
                cx.advise(Code::AMP001, site, detail, construct::VIEW);
                return Expr::error_placeholder(site);
            }
            cx.usage.used_as_value.insert(capture);
            let ty = cx.capture(capture).element.clone();
            let value = Expr { kind: ExprKind::Value(capture), ty: ty.clone(), site };
            let Some(mutable) = borrowed else { return value };
            (ExprKind::Reference { mutable, place: Box::new(value) }, Ty::Reference(mutable, Box::new(ty)))
        }
        Some(Binding::Tiled) => {
            let detail = format!(
                "the tiled index `{ident}` as a value; use `{ident}.global`, `.local`, `.tile` or `.tile_origin`"
            );
            cx.advise(Code::AMP001, site, detail, construct::TILED_INDEX);
            return Expr::error_placeholder(site);
        }
        None => {
            let near = cx.similar_name(ident).map(|name| format!("; did you mean `{name}`?"));
            cx.report(Code::AMP003, site, format!("`{ident}`{}", near.unwrap_or_default()));
            return Expr::error_placeholder(site);
        }
    };
    Expr { kind, ty, site }
}

/// The expression for the tile barrier as an argument of a device function.
pub(super) fn barrier(site: Site) -> Expr {
    let ty = Ty::hole(Projection::Named(Source::of_tokens(quote::quote!(::amp::TileBarrier))));
    Expr { kind: ExprKind::Barrier, ty: Ty::Reference(false, Box::new(ty)), site }
}

/// Lowers the path of a constant, whose value rustc computes.
pub(in crate::lower) fn constant(cx: &mut Context<'_>, it: &syn::ExprPath, site: Site) -> Expr {
    if it.qself.is_none() && variant::is_none(&it.path) {
        return variant::unit(cx, &it.path, site);
    }
    let last = it.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    let capital = last.starts_with(|c: char| c.is_ascii_uppercase());
    if it.path.segments.len() > 1 && !capital {
        cx.report(Code::AMP003, site, format!("`{}`", quoted(it)));
        return Expr::error_placeholder(site);
    }
    let declared = it.path.get_ident().and_then(|ident| cx.constant_type(ident));
    let written = Source::of(it);
    let known = declared.or_else(|| known_constant_type(cx, &it.path));
    let known = known.or_else(|| is_marker_path(&written).then(|| cx.infer.value()));
    let ty = known.unwrap_or_else(|| cx.infer.constant(written.clone()));
    Expr { kind: ExprKind::Const(written), ty, site }
}

/// The type of a constant of the standard library or of glam: `f32::MAX`, `std::f32::consts::PI`,
/// `u32::BITS`, `Vec3::ZERO`.
fn known_constant_type(cx: &mut Context<'_>, path: &syn::Path) -> Option<Ty> {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let last = names.next()?;
    let mut around = names.next()?;
    if around == "consts" {
        around = names.next()?;
    }
    if types::is_glam(&around) {
        return Some(crate::lower::ty::lower(cx, &super::call::owner(path)));
    }
    // The names of the scalars' constants. A constant of another name may belong to a user's trait.
    const OF_SCALARS: &[&str] = &[
        "BITS",
        "DIGITS",
        "EPSILON",
        "INFINITY",
        "MANTISSA_DIGITS",
        "MAX",
        "MIN",
        "MIN_POSITIVE",
        "NAN",
        "NEG_INFINITY",
        "RADIX",
    ];
    let in_consts = path.segments.iter().any(|segment| segment.ident == "consts");
    let scalar = types::scalar(&around).filter(|_| in_consts || OF_SCALARS.contains(&last.as_str()))?;
    Some(Ty::Scalar(
        if matches!(last.as_str(), "BITS" | "DIGITS" | "MANTISSA_DIGITS" | "RADIX") && !in_consts {
            Scalar::U32
        } else {
            scalar
        },
    ))
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn unknown_names_are_captured() {
        wgsl(
            "|i: Index<1>| { let b = a; y[i] = b * SCALE; }",
            expect![[r#"
                let b_: f32 = a;
                y[amp_global[0]] = Mul<f32, _>(b_, SCALE);
            "#]],
        );
    }

    #[test]
    fn views_and_tiled_indices_are_no_values() {
        codes("|i: Index<1>| { let v = y[i]; let w = y; }", &["AMP001"]);
    }

    #[test]
    fn options_are_values() {
        codes(
            "|i: Index<1>| { let v = None::<u32>.is_some(); let w = Option::<f32>::None; let k = None; let op = Op::None; }",
            &[],
        );
    }
}
