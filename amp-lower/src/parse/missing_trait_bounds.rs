//! Reports type parameters that lack a bound by a device trait, from which kernels learn the operations of
//! the type. Each parameter gives one error, at its name. Type parameters of a trait are exempt, because each
//! `impl` determines them.

use crate::diagnostics::advice::signature;
use crate::diagnostics::{Code, Diagnostics};
use crate::site::Site;
use syn::visit::{self, Visit};
use syn::{GenericParam, Generics, Ident, Signature, TypeParamBound};

/// Traits of the standard library. A bound by one of these traits does not show that kernels can hold a value
/// of the type.
const STANDARD_TRAITS: &[&str] = &[
    "Copy",
    "Clone",
    "Debug",
    "Default",
    "Display",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Sized",
    "Sync",
    "Unpin",
    "Add",
    "AddAssign",
    "BitAnd",
    "BitOr",
    "BitXor",
    "Div",
    "DivAssign",
    "From",
    "Into",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Rem",
    "Shl",
    "Shr",
    "Sub",
    "SubAssign",
    "Sum",
    // This trait is amp's own: `added_operator_bounds` adds a bound by it next to each standard operator
    // trait.
    "DeviceOperator",
];

/// Reports the type parameters of an item that occur in `signatures` and are bounded only by traits in
/// `STANDARD_TRAITS`.
pub(super) fn check<'a>(
    generics: &Generics,
    signatures: impl Iterator<Item = &'a Signature> + Clone,
    diagnostics: &mut Diagnostics,
) {
    for parameter in &generics.params {
        let GenericParam::Type(it) = parameter else { continue };
        let elsewhere = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let elsewhere: Vec<_> = elsewhere
            .filter_map(|predicate| match predicate {
                syn::WherePredicate::Type(predicate)
                    if mentions(&it.ident, |looks| looks.visit_type(&predicate.bounded_ty)) =>
                {
                    Some(&predicate.bounds)
                }
                _ => None,
            })
            .flatten()
            .collect();
        let used = |signature: &Signature| {
            mentions(&it.ident, |looks| {
                signature.inputs.iter().for_each(|input| looks.visit_fn_arg(input));
                looks.visit_return_type(&signature.output);
            })
        };
        if it.bounds.iter().chain(elsewhere).all(is_standard) && signatures.clone().any(used) {
            let detail = format!("`{}` has no bound that kernels can use", it.ident);
            diagnostics.advise(Code::AMP008, Site::of(&it.ident), detail, signature::BOUND);
        }
    }
}

fn is_standard(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Lifetime(_) => true,
        TypeParamBound::Trait(bound) => bound
            .path
            .segments
            .last()
            .is_some_and(|last| STANDARD_TRAITS.contains(&last.ident.to_string().as_str())),
        _ => false,
    }
}

/// Whether the syntax that `look` visits mentions the type parameter.
fn mentions(parameter: &Ident, look: impl FnOnce(&mut MentionVisitor<'_>)) -> bool {
    let mut looks = MentionVisitor { parameter, found: false };
    look(&mut looks);
    looks.found
}

struct MentionVisitor<'a> {
    parameter: &'a Ident,
    found: bool,
}

impl<'ast> Visit<'ast> for MentionVisitor<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.found |= path.segments.first().is_some_and(|first| first.ident == *self.parameter);
        visit::visit_path(self, path);
    }
}
