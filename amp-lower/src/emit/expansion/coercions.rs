//! Coercions of reference arguments: a `&mut T` where `&T` is expected, and a receiver by reference in a call
//! by path, `Point::length(&p)`.
//!
//! A call finds a device function by a trait that has the argument types as its parameters. rustc does not
//! coerce types in trait bounds. So the function's expansion also implements the trait for the argument types
//! that coerce to the declared types.

use proc_macro2::TokenStream;
use quote::quote;

/// The lists of argument types that coerce to `types`, the declared argument types of a function. In each
/// list, one reference is coerced, or all are; other combinations are not supported. If a method takes its
/// receiver by reference, the first type is the receiver's, and `receiver` tells whether the reference is
/// `&mut`.
pub(super) fn coerced_types(types: &[syn::Type], receiver: Option<bool>) -> Vec<Vec<syn::Type>> {
    let mut further = Vec::new();
    let changed: Vec<_> = types.iter().enumerate().filter_map(|(n, ty)| Some((n, by_mut(ty)?))).collect();
    if let (Some(mutable), Some(first)) = (receiver, types.first()) {
        let mut by_ref: Vec<syn::Type> = vec![syn::parse_quote!(::amp::__private::ByMut<#first>)];
        if !mutable {
            by_ref.push(syn::parse_quote!(::amp::__private::ByRef<#first>));
        }
        for by_ref in by_ref {
            let by_ref = with_coercions(types, &[(0, by_ref)]);
            further.extend((!changed.is_empty()).then(|| with_coercions(&by_ref, &changed)));
            further.push(by_ref);
        }
    }
    further.extend(changed.iter().map(|one| with_coercions(types, std::slice::from_ref(one))));
    if changed.len() > 1 {
        further.push(with_coercions(types, &changed));
    }
    further
}

/// Prints the implementations for argument types that coerce to `types`. They forward to the implementation
/// for `types`. `call` and `end` are the tokens of the trait before and after the argument types.
pub(super) fn implementations(
    types: &[syn::Type],
    receiver: Option<bool>,
    (call, end): (&TokenStream, &TokenStream),
    owner: &TokenStream,
    parameters: &TokenStream,
    predicates: &TokenStream,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let found = quote!(<#owner as #private::#call (#(#types,)*) #end>);
    coerced_types(types, receiver)
        .into_iter()
        .map(|types| {
            quote! {
                #[diagnostic::do_not_recommend]
                impl<#parameters> #private::#call (#(#types,)*) #end for #owner where #predicates {
                    type Output = #found::Output;
                    const ITEM: &'static #private::Item = #found::ITEM;
                }
            }
        })
        .collect()
}

fn with_coercions(types: &[syn::Type], changed: &[(usize, syn::Type)]) -> Vec<syn::Type> {
    let mut types = types.to_vec();
    for (n, ty) in changed {
        types[*n] = ty.clone();
    }
    types
}

/// `ByMut<T>` if the argument type is `ByRef<T>`; otherwise `None`.
fn by_mut(ty: &syn::Type) -> Option<syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let mut path = path.clone();
    let ours = path.path.segments.iter().any(|segment| segment.ident == "__private");
    let last = path.path.segments.last_mut().filter(|last| ours && last.ident == "ByRef")?;
    last.ident = syn::Ident::new("ByMut", last.ident.span());
    Some(syn::Type::Path(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;
    use syn::parse_quote;

    fn text(types: &[syn::Type], receiver: Option<bool>) -> Vec<String> {
        let one = |types: &Vec<syn::Type>| {
            let words = types.iter().map(|ty| ty.to_token_stream().to_string().replace(' ', ""));
            words.collect::<Vec<_>>().join(",").replace("::amp::__private::", "")
        };
        coerced_types(types, receiver).iter().map(one).collect()
    }

    #[test]
    fn exclusive_references_coerce_to_shared_only() {
        let shared: syn::Type = parse_quote!(::amp::__private::ByRef<f32>);
        let exclusive: syn::Type = parse_quote!(::amp::__private::ByMut<f32>);
        assert_eq!(text(&[shared.clone(), parse_quote!(u32)], None), ["ByMut<f32>,u32"]);
        assert!(text(&[exclusive, parse_quote!(u32)], None).is_empty());
        let both = text(&[shared.clone(), shared], None);
        assert_eq!(both, ["ByMut<f32>,ByRef<f32>", "ByRef<f32>,ByMut<f32>", "ByMut<f32>,ByMut<f32>"]);
    }

    #[test]
    fn path_calls_take_receivers_by_reference() {
        assert_eq!(text(&[parse_quote!(S)], Some(true)), ["ByMut<S>"]);
        assert_eq!(text(&[parse_quote!(S)], Some(false)), ["ByMut<S>", "ByRef<S>"]);
        let both = [parse_quote!(S), parse_quote!(::amp::__private::ByRef<f32>)];
        assert_eq!(text(&both, Some(true)), ["ByMut<S>,ByMut<f32>", "ByMut<S>,ByRef<f32>", "S,ByMut<f32>"]);
    }
}
