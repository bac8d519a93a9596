//! Adds the bound `Value` to type parameters that have only bounds by traits of the standard library, such as
//! `T: Copy + PartialOrd`. Kernels can hold only values of types with this trait. The element type of a view gets
//! the bound `GpuType`. Type parameters of a trait are exempt, because each `impl` determines them.
//!
//! A block of methods may not name a parameter of its type: `impl<T: Copy> Stack<T> { fn len(&self) -> usize { .. } }`. If
//! the bounds show that the block computes with `T`, as `T: PartialOrd` does, then `T` gets the bound. Otherwise the whole
//! type gets it, `Stack<T>: Value`. So `T` may also be a marker that occurs in a `PhantomData` only, and need no bounds:
//! `#[derive(Copy)]` on `Quantity<U>` implements `Copy` only if `U` does.

use super::view_parameter;
use crate::site::quoted;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{GenericParam, Generics, Ident, Signature, Token, TypeParamBound};

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
    "BitAndAssign",
    "BitOrAssign",
    "BitXorAssign",
    "Div",
    "DivAssign",
    "From",
    "Into",
    "TryFrom",
    "TryInto",
    "Mul",
    "MulAssign",
    "Neg",
    "Not",
    "Product",
    "Rem",
    "RemAssign",
    "Shl",
    "ShlAssign",
    "Shr",
    "ShrAssign",
    "Sub",
    "SubAssign",
    "Sum",
    // This trait is amp's own: `added_operator_bounds` adds a bound by it next to each standard operator
    // trait.
    "DeviceOperator",
];

/// Adds the bounds to the type parameters of an item: of a function, of an `impl` block, and of the functions in
/// blocks and traits.
pub(super) struct ImpliedBounds;

impl VisitMut for ImpliedBounds {
    fn visit_signature_mut(&mut self, signature: &mut Signature) {
        let mut generics = std::mem::take(&mut signature.generics);
        add(&mut generics, &[signature]);
        signature.generics = generics;
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        add_for_block(block);
        visit_mut::visit_item_impl_mut(self, block);
    }

    // Items inside a body have `#[device]` attributes of their own, so the visitor skips them.
    fn visit_block_mut(&mut self, _: &mut syn::Block) {}
}

/// A visitor that removes the bounds that amp added, except those of elements. The host may call a generic function
/// with any type that the user's bounds allow. A subscript of a view needs the bound of its element type.
pub(crate) struct WrittenBounds;

impl VisitMut for WrittenBounds {
    fn visit_type_param_mut(&mut self, parameter: &mut syn::TypeParam) {
        remove_added(&mut parameter.bounds);
    }

    fn visit_predicate_type_mut(&mut self, predicate: &mut syn::PredicateType) {
        remove_added(&mut predicate.bounds);
    }

    fn visit_block_mut(&mut self, _: &mut syn::Block) {}
}

fn remove_added(bounds: &mut Punctuated<TypeParamBound, Token![+]>) {
    *bounds = std::mem::take(bounds).into_iter().filter(|bound| !is_added(bound)).collect();
}

/// Whether amp added the bound to a type that is no element.
fn is_added(bound: &TypeParamBound) -> bool {
    match bound {
        TypeParamBound::Trait(bound) => {
            let path =
                bound.path.segments.iter().map(|segment| segment.ident.to_string()).collect::<Vec<_>>();
            path.get(1).is_some_and(|second| second == "__private")
                && path.last().is_some_and(|last| last != "GpuType")
        }
        _ => false,
    }
}

/// Adds a bound to each type parameter that occurs in `signatures` and is bounded only by traits in
/// `STANDARD_TRAITS`.
fn add(generics: &mut Generics, signatures: &[&Signature]) {
    let clause = generics.where_clause.clone();
    for parameter in &mut generics.params {
        let GenericParam::Type(it) = parameter else { continue };
        let elsewhere = clause.iter().flat_map(|clause| &clause.predicates);
        let elsewhere = elsewhere.filter_map(|predicate| match predicate {
            syn::WherePredicate::Type(predicate)
                if mentions(&it.ident, |looks| looks.visit_type(&predicate.bounded_ty)) =>
            {
                Some(&predicate.bounds)
            }
            _ => None,
        });
        if !it.bounds.iter().chain(elsewhere.flatten()).all(is_standard) {
            continue;
        }
        let inputs = || signatures.iter().flat_map(|signature| &signature.inputs);
        let is_element = inputs().any(|input| match input {
            syn::FnArg::Typed(typed) => view_parameter(&typed.ty)
                .is_some_and(|view| mentions(&it.ident, |looks| looks.visit_type(&view.element))),
            syn::FnArg::Receiver(_) => false,
        });
        let is_used = inputs().any(|input| mentions(&it.ident, |looks| looks.visit_fn_arg(input)))
            || signatures
                .iter()
                .any(|signature| mentions(&it.ident, |looks| looks.visit_return_type(&signature.output)));
        if is_element {
            it.bounds.push(syn::parse_quote!(::amp::__private::GpuType));
        } else if is_used {
            it.bounds.push(syn::parse_quote!(::amp::__private::Value));
        }
    }
}

/// Adds the bounds to the type parameters of a block, but not to those of its methods.
pub(super) fn add_for_block(block: &mut syn::ItemImpl) {
    let signatures = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(function) => Some(&function.sig),
        _ => None,
    });
    add(&mut block.generics, &signatures.collect::<Vec<_>>());
    add_for_owner(block);
}

/// Adds a bound for the parameters of a block's type that no signature mentions.
fn add_for_owner(block: &mut syn::ItemImpl) {
    let owner = &*block.self_ty;
    let takes_owner = |signature: &Signature| {
        let own = Ident::new("Self", proc_macro2::Span::call_site());
        signature.receiver().is_some() || mentions(&own, |looks| looks.visit_signature(signature))
    };
    let has_values = block.items.iter().any(|item| match item {
        syn::ImplItem::Fn(function) => takes_owner(&function.sig),
        _ => false,
    });
    if !has_values {
        return;
    }
    let clause = block.generics.where_clause.clone();
    let predicates = || {
        clause.iter().flat_map(|clause| &clause.predicates).filter_map(|predicate| match predicate {
            syn::WherePredicate::Type(of) => Some(of),
            _ => None,
        })
    };
    let is_of = |of: &syn::PredicateType, name: &Ident| matches!(&of.bounded_ty, syn::Type::Path(path) if path.path.is_ident(name));
    // Whether a predicate is about a type that contains the parameter.
    let is_in_clause = |name: &Ident| {
        predicates().any(|of| !is_of(of, name) && mentions(name, |looks| looks.visit_type(&of.bounded_ty)))
    };
    // A parameter with a lifetime bound, such as `'static`, may already have all bounds that the type needs.
    let is_complete =
        |bound: &TypeParamBound| !is_standard(bound) || matches!(bound, TypeParamBound::Lifetime(_));
    // Only a type whose parameters are all `Copy` is a value. A struct of views or closures is none.
    let has_lifetime = block.generics.lifetimes().next().is_some() || quoted(owner).contains('\'');
    let (mut is_open, mut may_be_value) = (false, !has_lifetime);
    for parameter in &mut block.generics.params {
        let GenericParam::Type(it) = parameter else { continue };
        let is_of_owner = mentions(&it.ident, |looks| looks.visit_type(owner));
        let in_clause = predicates().filter(|of| is_of(of, &it.ident)).flat_map(|of| &of.bounds);
        let bounds: Vec<_> = it.bounds.iter().chain(in_clause).collect();
        let is_simple = !is_in_clause(&it.ident) && !bounds.iter().any(|it| is_complete(it));
        may_be_value &= is_simple || bounds.iter().any(|it| is_added(it));
        let computes = bounds.iter().any(|it| is_computation(it));
        if is_simple && is_of_owner {
            match computes {
                true => it.bounds.push(syn::parse_quote!(::amp::__private::Value)),
                false => is_open = true,
            }
        }
    }
    if is_open && may_be_value {
        let predicate = syn::parse_quote!(#owner: ::amp::__private::Value);
        block.generics.make_where_clause().predicates.push(predicate);
    }
}

/// Whether a bound shows that the code computes with values of the type: a bound by an operator.
fn is_computation(bound: &TypeParamBound) -> bool {
    let names_nothing =
        ["Copy", "Clone", "Debug", "Default", "Display", "Hash", "Send", "Sized", "Sync", "Unpin"];
    match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| names_nothing.iter().all(|name| last.ident != name))
        }
        _ => false,
    }
}

pub(super) fn is_standard(bound: &TypeParamBound) -> bool {
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

#[cfg(test)]
mod tests {
    use super::{ImpliedBounds, WrittenBounds};
    use quote::ToTokens;
    use syn::visit_mut::VisitMut;

    fn implied(mut item: syn::Item) -> String {
        ImpliedBounds.visit_item_mut(&mut item);
        item.to_token_stream().to_string().replace(' ', "").replace("::amp::__private::", "")
    }

    #[test]
    fn standard_bounds_imply_value() {
        assert_eq!(
            implied(syn::parse_quote!(
                fn f<T: Copy, U, V: Shape, W>(a: T, v: &ArrayView<U>, b: V) {}
            )),
            "fnf<T:Copy+Value,U:GpuType,V:Shape,W>(a:T,v:&ArrayView<U>,b:V){}"
        );
        assert_eq!(
            implied(syn::parse_quote!(
                impl<T: Copy, U> Pair<T, U> {
                    fn of<A>(t: T, a: A) {}
                }
            )),
            "impl<T:Copy+Value,U>Pair<T,U>{fnof<A:Value>(t:T,a:A){}}"
        );
        assert_eq!(
            implied(syn::parse_quote!(
                fn f<T: Fn(u32) -> u32, U>(f: T, u: U)
                where
                    U: Scalar,
                {
                }
            )),
            "fnf<T:Fn(u32)->u32,U>(f:T,u:U)whereU:Scalar,{}"
        );
    }

    #[test]
    fn parameters_of_the_type_alone_imply_value() {
        assert_eq!(
            implied(syn::parse_quote!(
                impl<T: Copy, const N: usize> S<T, N> {
                    fn len(&self) -> u32 {}
                }
            )),
            "impl<T:Copy,constN:usize>S<T,N>whereS<T,N>:Value{fnlen(&self)->u32{}}"
        );
        assert_eq!(
            implied(syn::parse_quote!(
                impl<T: Copy + PartialOrd, U: Copy + 'static> S<T, U> {
                    fn new() -> Self {}
                }
            )),
            "impl<T:Copy+PartialOrd+Value,U:Copy+'static>S<T,U>{fnnew()->Self{}}"
        );
        assert_eq!(
            implied(syn::parse_quote!(
                impl<T> S<T>
                where
                    T: Copy + PartialOrd,
                {
                    fn len(&self) -> u32 {}
                }
            )),
            "impl<T:Value>S<T>whereT:Copy+PartialOrd,{fnlen(&self)->u32{}}"
        );
        assert_eq!(
            implied(syn::parse_quote!(
                impl<F, T: Copy> Lazy<F, T> {
                    fn len(&self) -> u32 {}
                }
            )),
            "impl<F,T:Copy>Lazy<F,T>whereLazy<F,T>:Value{fnlen(&self)->u32{}}"
        );
    }

    #[test]
    fn added_bounds_are_removed() {
        let mut item: syn::Item = syn::parse_quote!(
            fn f<T: Copy>(t: T) {}
        );
        let written = item.clone();
        ImpliedBounds.visit_item_mut(&mut item);
        assert_ne!(item, written);
        WrittenBounds.visit_item_mut(&mut item);
        assert_eq!(item.to_token_stream().to_string(), written.to_token_stream().to_string());
    }
}
