//! `impl Trait` parameters: each becomes a type parameter of the function, as rustc's own lowering does. An
//! `impl Fn(A) -> R` stays, because it declares a closure. A function pointer, `fn(A) -> R`, becomes such a parameter.

use quote::format_ident;
use syn::visit_mut::{self, VisitMut};

/// A visitor that replaces the `impl Trait` parameters of functions.
pub(super) struct ImplTrait;

impl VisitMut for ImplTrait {
    fn visit_signature_mut(&mut self, signature: &mut syn::Signature) {
        let mut found = Parameters(Vec::new());
        for input in &mut signature.inputs {
            if let syn::FnArg::Typed(typed) = input {
                if let syn::Type::FnPtr(pointer) = &*typed.ty {
                    *typed.ty = closure_of(pointer);
                }
                found.visit_type_mut(&mut typed.ty);
            }
        }
        signature.generics.params.extend(found.0);
    }
}

/// The type `impl Fn(A) -> R` for `fn(A) -> R`. A device has no function pointers; on the host, a function pointer
/// implements the trait.
fn closure_of(pointer: &syn::TypeFnPtr) -> syn::Type {
    let (inputs, output) = (pointer.inputs.iter().map(|input| &input.ty), &pointer.output);
    syn::parse_quote!(impl ::core::ops::Fn(#(#inputs),*) #output)
}

/// The type parameters that replace the `impl Trait` types of a signature.
struct Parameters(Vec<syn::GenericParam>);

impl VisitMut for Parameters {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::ImplTrait(it) = ty {
            if !it.bounds.iter().any(is_closure) {
                let (name, bounds) = (format_ident!("AmpImplTrait{}", self.0.len()), &it.bounds);
                self.0.push(syn::parse_quote!(#name: #bounds));
                *ty = syn::parse_quote!(#name);
            }
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Whether the bound is `Fn(A) -> R` or a similar one.
fn is_closure(bound: &syn::TypeParamBound) -> bool {
    let syn::TypeParamBound::Trait(it) = bound else { return false };
    it.path.segments.last().is_some_and(|last| matches!(last.arguments, syn::PathArguments::Parenthesized(_)))
}
