//! Default methods of `#[device]` traits. The macro of an `impl` does not see the default bodies of the
//! trait, but has to link to their device code.
//!
//! The expansion of the trait contains a companion trait with the compiled bodies. A blanket `impl`
//! implements the companion trait for every type that implements the user's trait. The expansion also
//! contains a macro with the trait's name, so that one `use` imports both. The expansion of an `impl` calls
//! this macro, which knows the names of the bodies. The macro's expansion links to the bodies that the `impl`
//! does not override. If the trait is no device trait, the call finds a macro that expands to nothing.

use super::device::{argument_type, body_items, companion_items, item, return_type};
use super::function_aliases::with_aliases;
use super::lint_allowances;
use crate::emit::cpu::{FunctionKind, checked_function};
use crate::ir::Function;
use crate::parse::{FunctionInput, implementor};
use crate::site::Site;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Token, bracketed};

use crate::emit::wgsl::Piece;

/// A compiled default body: the function, its template, and the items declared in it. `None` if the body was
/// rejected.
pub(super) type Compiled<'a> = Option<(&'a Function, &'a [Piece], &'a TokenStream)>;

/// The companion items of a trait with default methods, and the supertrait that the trait gets. `None` if the
/// trait has no default methods.
pub(super) fn companion_of_trait(
    of: &syn::ItemTrait,
    bodies: &[(&FunctionInput, Compiled<'_>)],
) -> Option<(TokenStream, syn::TypeParamBound)> {
    if bodies.is_empty() {
        return None;
    }
    let private = quote!(::amp::__private);
    let (visibility, name, quiet) = (&of.vis, &of.ident, lint_allowances());
    let generics = super::without_lifetimes(&of.generics);
    let (arguments, where_clause) = (super::arguments(&generics), &generics.where_clause);
    let parameters = &generics.params;
    let holder = format_ident!("AmpBodiesOf{}", name.to_string().trim_start_matches("r#"));
    let checked = checked_impl(of, bodies);
    let (mut declared, mut given, mut listed) = (Vec::new(), Vec::new(), Vec::new());
    for (n, (input, compiled)) in bodies.iter().enumerate() {
        let [types_name, output_name, item_name] =
            ["Arguments", "Output", "Item"].map(|part| companion_name(name, n, part));
        let receiver = matches!(input.item.sig.inputs.first(), Some(syn::FnArg::Receiver(_)));
        let types = input.parameters.iter().enumerate();
        let types: Vec<_> = types.map(|(n, (_, _, ty))| argument_type(ty, receiver && n == 0)).collect();
        let output = match &input.item.sig.output {
            syn::ReturnType::Default => quote!(()),
            syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
        };
        let item = match compiled {
            Some((function, parts, inner)) => {
                let items = body_items(&function.body);
                let item = item(input, function, parts, &of.generics).expression;
                // The `const` block makes the item static: a variable of the aliases' block holds it.
                let aliased = with_aliases(&function.body, quote!(const { #item }));
                quote!({ #items #inner #aliased })
            }
            None => {
                quote!(&#private::Item { name: "", body: &[], entries: &[], mutates_receiver: false, required_uniform: 0 })
            }
        };
        declared.push(quote! {
            type #types_name;
            type #output_name: #private::Value;
            const #item_name: &'static #private::Item;
        });
        given.push(quote! {
            type #types_name = (#(#types,)*);
            type #output_name = #output;
            const #item_name: &'static #private::Item = #item;
        });
        let (name, count) = (&input.item.sig.ident, types.len());
        let this = receiver.then(|| quote!(self));
        listed.push(quote!([#name #this #count]));
    }
    let checked_in = checked.as_ref().map(|_| {
        let (checked, forms) = (companion_name(name, 0, "Checked"), checked_versions(of));
        declared.push(quote!(type #checked;));
        given.push(quote!(type #checked = #forms;));
        quote!(checked)
    });
    let implementor = implementor();
    // `#[macro_export]` puts the macro of a public trait into the crate root, so its name must be unique in
    // the crate.
    let (exported, own_name) = match visibility {
        syn::Visibility::Public(_) => {
            let hash = field_hash(&of.to_token_stream().to_string());
            (Some(quote!(#[macro_export])), format_ident!("__amp_bodies_of_{name}_{hash:x}"))
        }
        _ => (None, format_ident!("__amp_bodies_of_{name}")),
    };
    let beside = quote! {
        #quiet
        #[doc(hidden)]
        #visibility trait #holder<#parameters> #where_clause { #(#declared)* }
        #quiet
        impl<#parameters #implementor: #name #arguments> #holder #arguments for #implementor #where_clause { #(#given)* }
        #checked
        #[doc(hidden)]
        #exported
        macro_rules! #own_name {
            ($($implementation:tt)*) => {
                #private::device_defaults! { #name #checked_in #(#listed)* $($implementation)* }
            };
        }
        #[doc(hidden)]
        #visibility use #own_name as #name;
    };
    Some((beside, syn::parse_quote!(#holder #arguments)))
}

/// The generated type that implements `CheckedFunction` once for each default body. The implementations are
/// the versions of the bodies for the checked accelerator. The type is generic over the implementing type.
fn checked_versions(of: &syn::ItemTrait) -> TokenStream {
    let name = checked_versions_name(of);
    let generics = super::without_lifetimes(&of.generics);
    let own = generics.params.iter().map(super::argument);
    let implementor = implementor();
    quote!(#name<#implementor, #(#own),*>)
}

fn checked_versions_name(of: &syn::ItemTrait) -> Ident {
    format_ident!("AmpCheckedOf{}", of.ident.to_string().trim_start_matches("r#"))
}

/// Declares the type of [`checked_versions`], and implements the checked versions of the bodies for it.
/// `None` if a body was rejected.
fn checked_impl(of: &syn::ItemTrait, bodies: &[(&FunctionInput, Compiled<'_>)]) -> Option<TokenStream> {
    if !has_checked_bodies(bodies) {
        return None;
    }
    let (visibility, quiet, forms) = (&of.vis, lint_allowances(), checked_versions(of));
    let implementor = implementor();
    let (name, name_of_forms) = (&of.ident, checked_versions_name(of));
    let mut generics = super::without_lifetimes(&of.generics);
    let declared = generics.params.clone();
    let types = generics.type_params().map(|parameter| parameter.ident.clone()).collect::<Vec<_>>();
    let (arguments, where_clause) = (super::arguments(&generics), generics.where_clause.clone());
    let bound: syn::TypeParamBound = syn::parse_quote!(#name #arguments);
    generics.params.push(syn::parse_quote!(#implementor: #bound));
    let functions = bodies.iter().filter_map(|(input, compiled)| {
        let (function, _, inner) = compiled.as_ref()?;
        let written: Vec<_> = input.parameters.iter().map(|(_, _, ty)| ty.clone()).collect();
        let name = input.item.sig.ident.to_string();
        let found =
            FunctionKind::Provided { hash: field_hash(&name), receiver: input.item.sig.receiver().is_some() };
        let form = checked_function(function, &written);
        let form = form.implementation(&forms, &found, &generics, &return_type(input));
        Some(companion_items(function, None, inner, &form))
    });
    Some(quote! {
        #quiet
        #[doc(hidden)]
        #visibility struct #name_of_forms<#implementor, #declared>(
            ::core::marker::PhantomData<(#implementor, #(#types),*)>,
        ) #where_clause;
        #(#functions)*
    })
}

/// Whether the default bodies have versions for the checked accelerator.
pub(super) fn has_checked_bodies(bodies: &[(&FunctionInput, Compiled<'_>)]) -> bool {
    cfg!(feature = "checked") && bodies.iter().all(|(_, compiled)| compiled.is_some())
}

/// The name of an item in the companion trait of the trait `of`. The item belongs to the default body with
/// the index `body`.
fn companion_name(of: &Ident, body: usize, part: &str) -> Ident {
    let name = of.to_string();
    let name = name.trim_start_matches("r#");
    match part {
        "Item" => format_ident!("AMP_{body}_ITEM_OF_{name}"),
        _ => format_ident!("Amp{name}{body}{part}"),
    }
}

/// The call of the trait's macro in the expansion of an `impl`.
pub(super) fn request_defaults(block: &syn::ItemImpl) -> TokenStream {
    let Some((path, _)) = &block.trait_ else { return TokenStream::new() };
    let mut bare = path.clone();
    let arguments = bare.segments.last_mut().map(|last| std::mem::take(&mut last.arguments));
    let (private, owner) = (quote!(::amp::__private), &block.self_ty);
    let generics = super::without_lifetimes(&block.generics);
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    let names = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(function) => Some(&function.sig.ident),
        _ => None,
    });
    quote! {
        const _: () = {
            use #private::no_bodies::*;
            const _: () = AMP_NO_BODIES;
            const _: () = {
                // `AmpTrait` names the trait and its macro. If the trait has no macro, `AmpTrait` names the
                // macro of `no_bodies`, which expands to nothing.
                use #bare as AmpTrait;
                fn _is_used<#parameters AmpT: AmpTrait #arguments>() #where_clause {}
                const _: () = {
                    AmpTrait! { { #path } { #owner } { #parameters } #(#names)* }
                };
            };
        };
    }
}

/// The input of the internal macro that the trait's macro calls: the default bodies of the trait, and facts
/// about the `impl` block.
struct DefaultsRequest {
    of: Ident,
    /// Whether the bodies have checked versions.
    checked: bool,
    bodies: Vec<Body>,
    path: syn::Path,
    owner: syn::Type,
    generic: bool,
    own: Vec<Ident>,
}

struct Body {
    name: Ident,
    receiver: bool,
    count: usize,
}

impl Parse for DefaultsRequest {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let of = input.parse()?;
        let checked = input.parse::<Option<Ident>>()?.is_some();
        let mut bodies = Vec::new();
        while input.peek(syn::token::Bracket) {
            let inner;
            bracketed!(inner in input);
            let name = inner.parse()?;
            let receiver = inner.parse::<Option<Token![self]>>()?.is_some();
            let count = inner.parse::<syn::LitInt>()?.base10_parse()?;
            bodies.push(Body { name, receiver, count });
        }
        let group = || -> syn::Result<proc_macro2::Group> { input.parse() };
        let path = syn::parse2(group()?.stream())?;
        let owner = syn::parse2(group()?.stream())?;
        let parameters = group()?.stream();
        let parsed = Punctuated::<syn::GenericParam, Token![,]>::parse_terminated;
        let generic = !syn::parse::Parser::parse2(parsed, parameters)?.is_empty();
        let mut own = Vec::new();
        while !input.is_empty() {
            own.push(input.parse()?);
        }
        Ok(DefaultsRequest { of, checked, bodies, path, owner, generic, own })
    }
}

/// The implementations that link an `impl` block to the default bodies of its trait. If the block cannot have
/// such implementations, returns the position and text of an error.
pub(crate) fn default_impls(tokens: TokenStream) -> syn::Result<Result<TokenStream, (Site, String)>> {
    let DefaultsRequest { of, checked, bodies, path, owner, generic, own } = syn::parse2(tokens)?;
    let private = quote!(::amp::__private);
    let quiet = lint_allowances();
    let mut links = Vec::new();
    for (n, Body { name, receiver, count }) in bodies.iter().enumerate() {
        if own.contains(name) {
            continue;
        }
        if generic {
            let detail = format!(
                "the body of `{name}` is in the trait; an `impl` with parameters must write it itself"
            );
            return Ok(Err((Site::of(&path), detail)));
        }
        let [types_name, output_name, item_name] =
            ["Arguments", "Output", "Item"].map(|part| companion_name(&of, n, part));
        let hash = field_hash(&name.to_string());
        let given: Vec<_> = (0..*count).map(|n| format_ident!("AmpA{n}")).collect();
        let own_types: Vec<_> = (0..*count).map(|n| format_ident!("AmpP{n}")).collect();
        let form = checked.then(|| {
            let (found, place) = match receiver {
                true => (quote!(CheckedMethod), quote!(&mut self,)),
                false => (quote!(CheckedFunction), TokenStream::new()),
            };
            let (lifetime, arguments, given) = match receiver {
                true => (
                    quote!(for<'amp_place>),
                    quote!((&'amp_place mut #owner, AmpArguments)),
                    quote!((self, arguments)),
                ),
                false => (TokenStream::new(), quote!(AmpArguments), quote!(arguments)),
            };
            let changes = receiver.then(|| {
                quote! {
                    const MUTATES_RECEIVER: ::core::primitive::bool =
                        #private::mutates_receiver(<AmpOf<#owner> as #private::Provided<#hash>>::ITEM);
                }
            });
            let look = receiver.then(|| {
                quote! {
                    fn amp_call_ref(&self, checker: &#private::Checker, arguments: AmpArguments) -> AmpOutput {
                        #private::CheckedMethod::<#hash, _>::call(&mut { *self }, checker, arguments)
                    }
                }
            });
            let forms = quote!(<AmpOf<#owner> as #private::ProvidedChecked>::Bodies);
            quote! {
                impl<AmpArguments, AmpOutput> #private::#found<#hash, AmpArguments> for #owner
                where
                    #lifetime #forms: #private::CheckedFunction<#hash, #arguments, Output = AmpOutput>,
                {
                    type Output = AmpOutput;
                    #changes
                    #look
                    fn call(#place checker: &#private::Checker, arguments: AmpArguments) -> AmpOutput {
                        <#forms as #private::CheckedFunction<#hash, _>>::call(checker, #given)
                    }
                }
            }
        });
        links.push(quote! {
            #form
            impl<AmpT: #path> #private::Provided<#hash> for AmpOf<AmpT> {
                type Arguments = AmpT::#types_name;
                type Output = AmpT::#output_name;
                const ITEM: &'static #private::Item = AmpT::#item_name;
            }
            // Type parameters stand for the argument types, because argument types may be less visible than
            // the owner.
            impl<#(#given,)* #(#own_types,)* AmpOutput: #private::Value> #private::DeviceMethod<#hash, (#(#given,)*)> for #owner
            where
                AmpOf<#owner>: #private::Provided<#hash, Arguments = (#(#own_types,)*), Output = AmpOutput>,
                #(#given: #private::CoercesTo<#own_types>,)*
            {
                type Output = AmpOutput;
                const ITEM: &'static #private::Item = <AmpOf<#owner> as #private::Provided<#hash>>::ITEM;
            }
        });
    }
    if links.is_empty() {
        return Ok(Ok(TokenStream::new()));
    }
    let forms = checked.then(|| {
        let bodies = companion_name(&of, 0, "Checked");
        quote!(impl<AmpT: #path> #private::ProvidedChecked for AmpOf<AmpT> { type Bodies = AmpT::#bodies; })
    });
    let of = Ident::new("AmpOf", Span::call_site());
    Ok(Ok(quote! {
        #quiet
        const _: () = {
            struct #of<AmpT>(::core::marker::PhantomData<AmpT>);
            #forms
            #(#links)*
        };
    }))
}
