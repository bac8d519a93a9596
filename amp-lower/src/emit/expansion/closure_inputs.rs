//! Trait implementations that state which types a device function passes to its closure parameters.
//!
//! A call may also pass a function by its name, as in `map(&x, f32::sqrt)`. To select the device code of that
//! function, rustc must know its argument types, which these implementations state.

use super::{turbofish, without_lifetimes};
use crate::emit::private_types::{Opaque, is_public};
use crate::parse::{FunctionInput, callable, view_parameter};
use crate::site::Site;
use crate::vocabulary::operators;
use amp_shader::field_hash;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::cell::RefCell;

/// Returns the type itself, or a path to an associated type that equals it if the type may be a user's type.
/// If the type does not implement `Value`, rustc reports an error at the path. With the plain type, rustc
/// would repeat the error for the types of its fields.
fn if_value(ty: &TokenStream) -> TokenStream {
    let is_path = ty.clone().into_iter().all(|token| match token {
        TokenTree::Ident(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == ':',
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    });
    match is_path && !is_public(ty) {
        true => {
            let span = Site::of(ty).first;
            quote_spanned!(span=> <<#ty as ::amp::__private::ShaderType>::Projections as ::amp::__private::Projections>::This)
        }
        false => ty.clone(),
    }
}

/// Prints the path of the associated type `name` in the `Projections` of a value type.
fn part_of(ty: impl ToTokens, name: TokenStream) -> TokenStream {
    quote!(<<#ty as ::amp::__private::ShaderType>::Projections as ::amp::__private::Projections>::#name)
}

/// For each closure parameter of a function, prints the trait implementation that states the types of the
/// closure's arguments.
pub(super) fn closure_inputs(
    input: &FunctionInput,
    types: &[syn::Type],
    generics: &syn::Generics,
    block: Option<&syn::ItemImpl>,
    any: bool,
    of_impl: Option<&TokenStream>,
    has_undetermined: bool,
) -> TokenStream {
    let private = quote!(::amp::__private);
    // `#[device]` declares a struct with the name and the generic parameters of a free function (see
    // `turbofish`). The implementations are generic over the parameters of that struct, so they apply to
    // calls with any generic arguments.
    let (owner, open) = match block {
        Some(block) => (block.self_ty.to_token_stream(), Vec::new()),
        None => {
            let owner = turbofish::owner_type(&input.item, None);
            (owner.ty, owner.open)
        }
    };
    // `generic` becomes the list of the type and const parameters that only the argument types can determine.
    let of_types = generics.type_params().map(|parameter| parameter.ident.to_string());
    let of_consts = generics.const_params().map(|parameter| parameter.ident.to_string());
    // A parameter that occurs in the type of the `impl` block, as `T` in `impl<T> Pair<T>`, is determined by
    // that type.
    let of_owner = owner_parameters(block);
    let is_said = |name: &str| of_owner.iter().flatten().any(|parameter| has_name(parameter, name));
    let generic: Vec<_> = of_types.chain(of_consts).filter(|name| !is_said(name)).collect();
    let given: Vec<_> = (0..types.len()).map(|n| format_ident!("AmpA{n}")).collect();
    // A type may implement a generic trait or an operator trait several times. Each implementation then
    // covers its own argument types only, because implementations for all argument types would overlap.
    let one_of_several = block.and_then(|block| block.trait_.as_ref()).is_some_and(|(path, ..)| {
        path.segments.last().is_some_and(|last| {
            !last.arguments.is_none() || operators::of_trait(&last.ident.to_string()).is_some()
        })
    });
    let arguments = match one_of_several {
        _ if any => quote!(AmpArguments),
        true => quote!((#(#types,)*)),
        false => quote!((#(#given,)*)),
    };
    let parameters = match one_of_several {
        _ if any => quote!(AmpArguments,),
        true => TokenStream::new(),
        false => quote!(#(#given,)*),
    };
    // The generic parameters in the `Impl` argument. The types of the closure's arguments do not depend on them.
    let parameters = match has_undetermined {
        true => quote!(#parameters AmpParameters,),
        false => parameters,
    };
    let named = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| generic.iter().any(|name| name == word))
    };
    // Rewrites a type of the signature so that it does not mention the function's own generic parameters. In
    // `fn map<T>(x: &T, f: impl Fn(T) -> T)`, the type `T` becomes an associated type of `AmpA0`, the type of
    // the first argument. `known` returns the new type and the `where` bound that it needs, or `None` if
    // the argument types do not determine the type.
    let known = |ty: &TokenStream| {
        let written = ty.to_string();
        if !named(&written) {
            let ty = match block {
                Some(block) if written == "Self" => block.self_ty.to_token_stream(),
                _ => ty.clone(),
            };
            return Some((if_value(&ty), TokenStream::new()));
        }
        let parameter = generics.type_params().find(|parameter| parameter.ident == written);
        if let Some(found) = parameter.and_then(|it| parameter_projection(&it.ident, input, types, &given)) {
            return Some(found);
        }
        let same = |other: &syn::Type| other.to_token_stream().to_string() == written;
        if let Some(other) = types.iter().position(same) {
            let given = given[other].to_token_stream();
            return Some((given.clone(), quote!(#given: #private::Value,)));
        }
        // The type contains type parameters, as `[T; 2]` does. Each parameter is replaced by an associated type of
        // the argument that determines it: for `x: &T`, by one of the type `AmpA0`.
        let bounds = RefCell::new(TokenStream::new());
        let found = substitute(ty.clone(), &|ident| {
            if !generic.iter().any(|name| ident == name) {
                return Some(ident.to_token_stream());
            }
            let (found, bound) = parameter_projection(ident, input, types, &given)?;
            bounds.borrow_mut().extend(bound);
            Some(found)
        })?;
        Some((found, bounds.into_inner()))
    };
    // `anywhere` tells whether to print implementations at all. rustc rejects an `impl` whose type does not
    // mention all parameters of the block. If `one_of_several`, the implementation names its exact argument
    // types, which then must not contain parameters from the list `generic`.
    let anywhere = of_owner.is_some() && (!one_of_several || generic.is_empty());
    let of_owner: Vec<_> = of_owner.into_iter().flatten().collect();
    let conditions = block.and_then(|block| block.generics.where_clause.as_ref());
    let conditions: Vec<_> = conditions.into_iter().flat_map(|clause| &clause.predicates).collect();
    let mut callables = Vec::new();
    for (n, (_, _, written)) in input.parameters.iter().enumerate() {
        let Some(closure) = callable(written, generics) else { continue };
        let inputs: Vec<_> = closure.targets().map(|ty| known(&ty.to_token_stream())).collect();
        let Some(inputs) = inputs.into_iter().collect::<Option<Vec<_>>>().filter(|_| anywhere) else {
            continue;
        };
        let (found, bounds): (Vec<_>, Vec<_>) = inputs.into_iter().unzip();
        let hash = field_hash(&input.item.sig.ident.to_string());
        let hash = if block.is_some() { hash } else { 0 };
        let inputs = quote!((#(#found,)*));
        let Opaque { ty, parameter: own, bound: of_inputs, .. } = match block {
            Some(_) => Opaque::of(&inputs, "AmpInputs", &owner),
            None => Opaque::plain(&inputs),
        };
        callables.push(quote! {
            impl<#(#open,)* #(#of_owner,)* #parameters #own> #private::DeviceCallable<#hash, #n, #arguments #of_impl> for #owner
            where
                #(#conditions,)* #(#bounds)* #of_inputs
            {
                type Inputs = #ty;
            }
        });
    }
    quote!(#(#callables)*)
}

/// The type and const parameters of the `impl` block, if the block's type mentions all of them; otherwise
/// `None`. An empty list for a free function.
fn owner_parameters(block: Option<&syn::ItemImpl>) -> Option<Vec<syn::GenericParam>> {
    let Some(block) = block else { return Some(Vec::new()) };
    let parameters: Vec<_> = without_lifetimes(&block.generics).params.into_iter().collect();
    let text = block.self_ty.to_token_stream().to_string();
    let words: Vec<_> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let all = parameters.iter().all(|parameter| words.iter().any(|name| has_name(parameter, name)));
    all.then_some(parameters)
}

fn has_name(parameter: &syn::GenericParam, name: &str) -> bool {
    match parameter {
        syn::GenericParam::Type(it) => it.ident == name,
        syn::GenericParam::Const(it) => it.ident == name,
        syn::GenericParam::Lifetime(_) => false,
    }
}

/// Expresses a type parameter as an associated type of the argument types. Returns the path of the associated
/// type, and the bounds that it needs. The path uses the first argument type that determines the parameter.
fn parameter_projection(
    parameter: &Ident,
    input: &FunctionInput,
    types: &[syn::Type],
    given: &[Ident],
) -> Option<(TokenStream, TokenStream)> {
    let private = quote!(::amp::__private);
    let tellers = types.iter().enumerate().filter_map(|(n, ty)| {
        let (given, written) = (&given[n], &input.parameters[n].2);
        if let Some(view) = view_parameter(written) {
            let found = quote!(<#given as #private::ViewArgument>::Element);
            let bound = quote!(#given: #private::ViewArgument<Element: #private::Value>,);
            return is_parameter(parameter, &view.element).then_some((found, bound));
        }
        let (whole, bound, ty) = match written {
            syn::Type::Reference(reference) => (
                quote!(<#given as #private::BehindReference>::To),
                quote!(#given: #private::BehindReference<To: #private::Value>,),
                &*reference.elem,
            ),
            _ => (given.to_token_stream(), quote!(#given: #private::Value,), ty),
        };
        match ty {
            syn::Type::Array(array) if is_parameter(parameter, &array.elem) => {
                Some((part_of(&whole, quote!(Item)), bound))
            }
            ty => is_parameter(parameter, ty).then_some((whole, bound)),
        }
    });
    let mut tellers: Vec<_> = tellers.collect();
    let (mut found, mut bounds) = tellers.pop()?;
    for (first, bound) in tellers.into_iter().rev() {
        found = part_of(first, quote!(Or<#found>));
        bounds = quote!(#bound #bounds);
    }
    Some((found, bounds))
}

/// Whether a type is the type parameter `parameter`.
fn is_parameter(parameter: &Ident, ty: &syn::Type) -> bool {
    *parameter == ty.to_token_stream().to_string()
}

/// Replaces every identifier in the tokens by the result of `by`. Returns `None` if `by` returns `None` for
/// an identifier.
fn substitute(tokens: TokenStream, by: &impl Fn(&Ident) -> Option<TokenStream>) -> Option<TokenStream> {
    let mut out = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => out.extend(by(&ident)?),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), substitute(group.stream(), by)?);
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            other => out.extend([other]),
        }
    }
    Some(out)
}

/// The generics without the type parameters for closure types, such as `F: Fn(f32) -> f32`.
pub(super) fn without_callables(
    generics: &syn::Generics,
    parameters: &[(Ident, bool, syn::Type)],
) -> syn::Generics {
    let names: Vec<_> = parameters.iter().filter_map(|(_, _, ty)| callable(ty, generics)?.name).collect();
    let mut kept = generics.clone();
    let is_kept = |it: &syn::GenericParam| match it {
        syn::GenericParam::Type(it) => !names.contains(&it.ident),
        _ => true,
    };
    kept.params = kept.params.into_iter().filter(is_kept).collect();
    if !kept.params.is_empty() && !kept.params.trailing_punct() {
        kept.params.push_punct(Default::default());
    }
    if let Some(clause) = &mut kept.where_clause {
        let predicates = std::mem::take(&mut clause.predicates);
        let about_others = |it: &syn::WherePredicate| match it {
            syn::WherePredicate::Type(it) => {
                let about = it.bounded_ty.to_token_stream().to_string();
                !names.iter().any(|name| *name == about)
            }
            _ => true,
        };
        clause.predicates = predicates.into_iter().filter(about_others).collect();
    }
    kept
}
