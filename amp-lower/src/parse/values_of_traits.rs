//! Adds the bound `Value` to type parameters with a bound by a `#[device]` trait, if code has values of the parameter.
//!
//! A `#[device]` trait without `self` does not require that kernels can hold a value of the type, so that a marker without
//! `#[derive(GpuType)]` may implement it:
//!
//! ```rust,ignore
//! fn steps<M: Model>(x: u32) -> u32 { M::step(M::step(x)) } // any `M`
//! fn walk<M: Model>(of: &Agent<M>) -> u32 { M::step(of.x) } // `M: Value`
//! ```

use super::implied_bounds::is_standard;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{GenericParam, Generics, Ident, TypeParamBound};

/// Adds the bounds to the type parameters of functions and `impl` blocks.
pub(super) struct ValuesOfTraits;

impl VisitMut for ValuesOfTraits {
    fn visit_item_fn_mut(&mut self, item: &mut syn::ItemFn) {
        let used = item.clone();
        add(&mut item.sig.generics, |looks| looks.visit_item_fn(&used));
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut syn::ImplItemFn) {
        let used = item.clone();
        add(&mut item.sig.generics, |looks| looks.visit_impl_item_fn(&used));
    }

    fn visit_trait_item_fn_mut(&mut self, item: &mut syn::TraitItemFn) {
        let used = item.clone();
        add(&mut item.sig.generics, |looks| looks.visit_trait_item_fn(&used));
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        add_for_block(block);
        visit_mut::visit_item_impl_mut(self, block);
    }
}

/// Adds the bounds to the type parameters of a block, but not to those of its methods.
pub(super) fn add_for_block(block: &mut syn::ItemImpl) {
    let used = block.clone();
    add(&mut block.generics, |looks| looks.visit_item_impl(&used));
}

/// Adds the bound to each parameter that has a bound by a user's trait, and whose values the code that `look` visits has.
fn add(generics: &mut Generics, look: impl Fn(&mut ValueVisitor<'_>)) {
    let clause = generics.where_clause.clone();
    for parameter in &mut generics.params {
        let GenericParam::Type(it) = parameter else { continue };
        let in_clause =
            clause.iter().flat_map(|clause| &clause.predicates).filter_map(|predicate| match predicate {
                syn::WherePredicate::Type(of) if is_parameter(&of.bounded_ty, &it.ident) => Some(&of.bounds),
                _ => None,
            });
        let bounds = || it.bounds.iter().chain(in_clause.clone().flatten());
        if bounds().all(is_standard) || bounds().any(is_of_closures_or_containers) {
            continue;
        }
        let mut looks = ValueVisitor { parameter: &it.ident, found: false };
        look(&mut looks);
        if !looks.found {
            continue;
        }
        // The host's function keeps this bound, which its calls of other functions may need.
        let bound = syn::parse_quote!(::amp::Value);
        let mut in_clause = generics.where_clause.iter_mut().flat_map(|clause| &mut clause.predicates);
        let in_clause = in_clause.find_map(|predicate| match predicate {
            syn::WherePredicate::Type(of) if is_parameter(&of.bounded_ty, &it.ident) => Some(&mut of.bounds),
            _ => None,
        });
        match in_clause {
            Some(bounds) => bounds.push(bound),
            None => it.bounds.push(bound),
        }
    }
}

fn is_parameter(ty: &syn::Type, parameter: &Ident) -> bool {
    matches!(ty, syn::Type::Path(path) if path.qself.is_none() && path.path.is_ident(parameter))
}

/// Whether a bound is by a trait of the standard library or of amp that closures, iterators and containers implement, or by
/// `Element`, the trait of the elements of views.
fn is_of_closures_or_containers(bound: &TypeParamBound) -> bool {
    const TRAITS: &[&str] = &[
        "AsMut",
        "AsRef",
        "Borrow",
        "Deref",
        "DerefMut",
        "DoubleEndedIterator",
        "Element",
        "ExactSizeIterator",
        "Fn",
        "FnMut",
        "FnOnce",
        "Index",
        "IndexMut",
        "IntoIterator",
        "Iterator",
        "Op",
    ];
    match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| TRAITS.iter().any(|name| last.ident == name))
        }
        _ => false,
    }
}

/// Finds a type parameter as a type, or as a type argument of a type. In `M::step(x)`, `<M as Model>::step(x)` and
/// `steps::<M>(x)` it is neither.
struct ValueVisitor<'a> {
    parameter: &'a Ident,
    found: bool,
}

impl<'ast> Visit<'ast> for ValueVisitor<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.found |= path.is_ident(self.parameter);
        visit::visit_path(self, path);
    }

    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        let is_function = segment.ident.to_string().starts_with(|first: char| first.is_lowercase());
        if !is_function {
            visit::visit_path_segment(self, segment);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.visit_expr(&call.receiver);
        call.args.iter().for_each(|argument| self.visit_expr(argument));
    }

    fn visit_qself(&mut self, owner: &'ast syn::QSelf) {
        if !matches!(&*owner.ty, syn::Type::Path(path) if path.path.is_ident(self.parameter)) {
            visit::visit_qself(self, owner);
        }
    }

    // `M: Model` and `where M: Model` have no values.
    fn visit_generics(&mut self, _: &'ast Generics) {}
}

#[cfg(test)]
mod tests {
    use super::ValuesOfTraits;
    use quote::ToTokens;
    use syn::visit_mut::VisitMut;

    fn bounded(mut item: syn::Item) -> String {
        ValuesOfTraits.visit_item_mut(&mut item);
        item.to_token_stream().to_string().replace(' ', "").replace("::amp::", "")
    }

    #[test]
    fn values_need_the_bound() {
        let parameter: syn::Item = syn::parse_quote!(
            fn f<M: Model, N: Model>(of: &Agent<M>) -> [N; 2] {}
        );
        assert_eq!(bounded(parameter), "fnf<M:Model+Value,N:Model+Value>(of:&Agent<M>)->[N;2]{}");
        let body: syn::Item = syn::parse_quote!(
            fn f<M>() -> u32
            where
                M: Model,
            {
                Agent::<M>::new().x
            }
        );
        assert_eq!(bounded(body), "fnf<M>()->u32whereM:Model+Value,{Agent::<M>::new().x}");
        let block: syn::Item = syn::parse_quote!(
            impl<M: Model> Agent<M> {
                fn f(&self) {}
            }
        );
        assert_eq!(bounded(block), "impl<M:Model+Value>Agent<M>{fnf(&self){}}");
    }

    #[test]
    fn paths_need_no_bound() {
        let item: syn::Item = syn::parse_quote!(
            fn f<M: Model, C: Fn(M::State) -> M::State>(start: M::State, f: C) -> M::State {
                steps::<M>(M::step(<M as Model>::first(start)).next::<M>())
            }
        );
        assert_eq!(bounded(item.clone()), item.to_token_stream().to_string().replace(' ', ""));
    }
}
