//! Patterns of parameters: `(a, b): (f32, f32)`, `Segment { from, .. }: &Segment`, `&[x, y]: &[f32; 2]`,
//! `_: u32`.
//!
//! Device functions and methods destructure parameters as `let` does.

use super::context::Context;
use super::{pattern, reference_pattern};
use crate::diagnostics::{Code, advice};
use crate::ir::{Expr, ExprKind, Stmt, Var};
use crate::parse::{callable, range_type, view_parameter};
use crate::site::{Site, quoted};
use syn::Pat;

/// Whether a parameter of this type may be destructured. Reports an error if it may not.
pub(super) fn may_destructure(
    cx: &mut Context<'_>,
    pattern: &Pat,
    ty: &syn::Type,
    generics: &syn::Generics,
) -> bool {
    let is_barrier = crate::parse::is_collective(ty);
    let why = if callable(ty, generics).is_some() {
        "a closure cannot be destructured; name the parameter".to_owned()
    } else if view_parameter(ty).is_some() || is_barrier {
        format!("`{}` cannot be destructured; name the parameter", quoted(ty))
    } else {
        return true;
    };
    let detail = format!("the pattern `{}`: {why}", quoted(pattern));
    cx.advise(Code::AMP008, Site::of(pattern), detail, advice::signature::DEVICE);
    cx.bind_rejected(pattern);
    false
}

/// The advice for a result type with references that is no reference to a value: `&[T]`, `Option<&T>`, `(&T, u32)`. `None` for
/// other types.
pub(super) fn holds_reference(ty: &syn::Type) -> Option<&'static str> {
    struct References(bool);
    impl<'ast> syn::visit::Visit<'ast> for References {
        fn visit_type_reference(&mut self, it: &'ast syn::TypeReference) {
            self.0 |= !is_static_slice(it);
        }
    }
    match ty {
        syn::Type::Reference(reference) if is_static_slice(reference) => None,
        syn::Type::Reference(reference) => {
            matches!(&*reference.elem, syn::Type::Slice(_)).then_some(advice::signature::RETURNED_SLICE)
        }
        syn::Type::Path(_) | syn::Type::Tuple(_) | syn::Type::Array(_) => {
            let mut references = References(false);
            syn::visit::Visit::visit_type(&mut references, ty);
            references.0.then_some(advice::signature::RETURNED_OPTION)
        }
        _ => None,
    }
}

/// Whether a type is `&'static [T]` or `&'static str`, a slice of constants.
fn is_static_slice(it: &syn::TypeReference) -> bool {
    it.mutability.is_none()
        && it.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static")
        && (matches!(&*it.elem, syn::Type::Slice(_))
            || matches!(&*it.elem, syn::Type::Path(path) if path.path.is_ident("str")))
}

/// Reports a parameter of a collective function that is a slice or a range.
pub(super) fn report_in_collective(cx: &mut Context<'_>, written: &syn::Type) {
    let to = match written {
        syn::Type::Reference(reference) => &*reference.elem,
        other => other,
    };
    let advice = match to {
        syn::Type::Slice(_) => advice::signature::COLLECTIVE_SLICE,
        other if range_type(other).is_some() => advice::data::RANGE,
        _ => return,
    };
    let detail = format!("`{}` as a parameter of a function that contains a barrier", quoted(written));
    cx.advise(Code::AMP002, Site::of(written), detail, advice);
}

/// Reports type parameters that are iterators: `cells: impl Iterator<Item = u8>`.
pub(super) fn report_iterators(cx: &mut Context<'_>, generics: &syn::Generics) {
    const TRAITS: [&str; 4] = ["Iterator", "IntoIterator", "DoubleEndedIterator", "ExactSizeIterator"];
    let inline = generics.type_params().flat_map(|parameter| &parameter.bounds);
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let later = predicates.flat_map(|predicate| match predicate {
        syn::WherePredicate::Type(it) => Some(&it.bounds),
        _ => None,
    });
    for bound in inline.chain(later.flatten()) {
        let syn::TypeParamBound::Trait(it) = bound else { continue };
        if it.path.segments.last().is_some_and(|last| TRAITS.iter().any(|name| last.ident == name)) {
            let detail = format!("`impl {}`, an iterator as a parameter", quoted(bound));
            cx.advise(Code::AMP012, Site::of(bound), detail, advice::iterators::PARAMETER);
        }
    }
}

/// Binds the names of each pattern to the components of its parameter, and returns the statements for this.
pub(super) fn destructure(cx: &mut Context<'_>, parameters: &[(&Pat, Var)]) -> Vec<Stmt> {
    let (statements, ()) = cx.in_block(|cx| {
        for (pattern, var) in parameters {
            let (ty, site) = (cx.ty(*var).clone(), Site::of(pattern));
            let value = Expr { kind: ExprKind::Local(*var), ty, site };
            match cx.variable_ref(*var).reference {
                Some((_, mutable)) => reference_pattern::bind(cx, pattern, mutable, value),
                None if matches!(pattern, Pat::Wild(_)) => {}
                None => pattern::bind(cx, pattern, None, Some(value)),
            }
        }
    });
    statements
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn iterators_as_parameters_are_rejected() {
        codes(
            "|i: Index<1>| { fn total(list: impl Iterator<Item = &u32>) -> u32 { 0 } fn count<T>(n: T) -> u32 where T: IntoIterator { 1 } z[i] = 2; }",
            &["AMP012", "AMP012"],
        );
    }
}
