//! Type parameters of which nothing says what a kernel can do with them: one error, at their names. (Those of a trait are what each `impl`
//! of it says.)

use crate::diagnostics::advice::signature;
use crate::diagnostics::{Code, Diagnostics};
use crate::site::Site;
use syn::visit::{self, Visit};
use syn::{GenericParam, Generics, Ident, Signature, TypeParamBound};

/// Traits of the standard library, none of which makes a type a kernel's value.
const PLAIN: &[&str] = &[
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
    // What stands beside them: see `promised`.
    "DeviceOperator",
];

/// Reports them.
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
                    if names(&it.ident, |looks| looks.visit_type(&predicate.bounded_ty)) =>
                {
                    Some(&predicate.bounds)
                }
                _ => None,
            })
            .flatten()
            .collect();
        let used = |signature: &Signature| {
            names(&it.ident, |looks| {
                signature.inputs.iter().for_each(|input| looks.visit_fn_arg(input));
                looks.visit_return_type(&signature.output);
            })
        };
        if it.bounds.iter().chain(elsewhere).all(is_plain) && signatures.clone().any(used) {
            let detail = format!("`{}`, of which nothing says what a kernel can do with it", it.ident);
            diagnostics.advise(Code::AMP008, Site::of(&it.ident), detail, signature::BOUND);
        }
    }
}

fn is_plain(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Lifetime(_) => true,
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| PLAIN.contains(&last.ident.to_string().as_str()))
        }
        _ => false,
    }
}

/// Whether a type parameter is named there.
fn names(parameter: &Ident, look: impl FnOnce(&mut Looks<'_>)) -> bool {
    let mut looks = Looks { parameter, found: false };
    look(&mut looks);
    looks.found
}

struct Looks<'a> {
    parameter: &'a Ident,
    found: bool,
}

impl<'ast> Visit<'ast> for Looks<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.found |= path.segments.first().is_some_and(|first| first.ident == *self.parameter);
        visit::visit_path(self, path);
    }
}
