//! Connects a `#[device]` trait with its `impl` blocks. The macro of an `impl` block does not see the trait.
//!
//! The expansion of the trait contains a macro with the trait's name, so that one `use` imports both. The
//! expansion of an `impl` calls this macro twice. If the trait is no device trait, the calls resolve to a
//! macro that expands to nothing.
//!
//! - In the `impl` block, the macro defines the trait's hidden associated type, through which generic code
//!   finds the block's functions. The macro sets it to a type that the expansion of the `impl` declares. That
//!   type is also the `Impl` argument of `DeviceMethod` for the block. It is local to the user's crate. So the
//!   orphan rule permits an implementation of `DeviceMethod` for a type of another crate.
//! - After the block, the macro links the block to the default bodies that it does not override. For this
//!   purpose, the expansion of the trait contains a companion trait with the compiled bodies. A blanket
//!   `impl` implements the companion trait for every type that implements the user's trait.

use super::device::{
    argument_type, body_items, companion_items, item, linked_output, return_type, slice_forms,
};
use super::function_aliases::with_aliases;
use super::lint_allowances;
use crate::emit::cpu::{FunctionKind, checked_function, cpu_function};
use crate::emit::{importable, named_macro};
use crate::ir::Function;
use crate::parse::{
    Callable, FunctionInput, attribute_of_trait, callable, implementor, is_conditional, undetermined,
    view_parameter,
};
use crate::site::without_lints;
use amp_shader::field_hash;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Token, bracketed};

use crate::emit::wgsl::Piece;

/// A compiled default body: the function, its template, and the items that the body declares. `None` if the
/// body was rejected.
pub(super) type Compiled<'a> = Option<(&'a Function, &'a [Piece], &'a TokenStream)>;

/// The name of the type that the expansion of an `impl` block declares. It is the `Impl` argument of
/// `DeviceMethod` for the block's functions. The bounds of a device trait cannot name the type of a
/// particular block. So they have a type parameter for it, with the same name.
pub(super) fn implementation() -> TokenStream {
    quote!(AmpImpl)
}

/// Prints the declaration of the type [`implementation`].
pub(super) fn declaration() -> TokenStream {
    let implementation = implementation();
    quote! {
        #[doc(hidden)]
        pub struct #implementation<AmpParameters = ()>(::core::marker::PhantomData<fn() -> AmpParameters>);
    }
}

/// Prints the macro of a trait, the generated items for its default methods, and the supertrait that the
/// trait gets for them.
pub(super) fn companion_of_trait(
    of: &syn::ItemTrait,
    bodies: &[(&FunctionInput, Compiled<'_>)],
    has_functions: bool,
) -> (TokenStream, Option<syn::TypeParamBound>) {
    if bodies.is_empty() {
        return (macro_of_trait(of, TokenStream::new(), has_functions), None);
    }
    let private = quote!(::amp::__private);
    let (visibility, name, quiet) = (&of.vis, &of.ident, lint_allowances());
    let generics = super::without_lifetimes(&of.generics);
    let (arguments, where_clause) = (super::arguments(&generics), &generics.where_clause);
    let parameters = &generics.params;
    let holder = format_ident!("AmpBodiesOf{}", name.to_string().trim_start_matches("r#"));
    let checked = checked_impl(of, bodies);
    let (mut declared, mut given, mut listed, mut generic) =
        (Vec::new(), Vec::new(), Vec::new(), TokenStream::new());
    for (n, (input, compiled)) in bodies.iter().enumerate() {
        if let Some(own) = own_parameters(of, input) {
            generic.extend(compiled.as_ref().map(|compiled| generic_link(of, input, compiled, &own)));
            let (name, count) = (&input.item.sig.ident, input.parameters.len());
            let this = input.item.sig.receiver().map(|_| quote!(self));
            let (views, changes) =
                (has_views(input).then(|| quote!(views)), mutates(input).then(|| quote!(mut)));
            listed.push(quote!([#name #this #views for #changes #count]));
            continue;
        }
        let [types_name, output_name, item_name] =
            ["Arguments", "Output", "Item"].map(|part| companion_name(name, n, part));
        let receiver = matches!(input.item.sig.inputs.first(), Some(syn::FnArg::Receiver(_)));
        let closures = closures(input);
        let types = input.parameters.iter().enumerate().map(|(n, (_, _, ty))| {
            match closures.iter().find(|(position, _)| *position == n) {
                Some((_, Callable { output, .. })) => syn::parse_quote!(#private::Callable<#output>),
                None => argument_type(ty, receiver && n == 0),
            }
        });
        let types: Vec<syn::Type> = types.collect();
        let output = linked_output(&input.item.sig.output);
        let item = match compiled {
            Some((function, parts, inner)) => {
                let items = body_items(&function.body);
                let item = item(input, function, parts, &with_closures(of, input)).expression;
                let aliased = with_aliases(&function.body, item);
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
        for (position, closure) in &closures {
            let (inputs_name, inputs) = (inputs_name(name, n, *position), closure.targets());
            declared.push(quote!(type #inputs_name;));
            given.push(quote!(type #inputs_name = (#(#inputs,)*);));
        }
        let (name, count) = (&input.item.sig.ident, types.len());
        let this = receiver.then(|| quote!(self));
        let views = has_views(input).then(|| quote!(views));
        let positions = closures.iter().map(|(position, _)| position);
        listed.push(quote!([#name #this #views #count #(#positions)*]));
    }
    let checked_in = checked.as_ref().map(|_| {
        let (checked, forms) = (companion_name(name, 0, "Checked"), checked_versions(of));
        declared.push(quote!(type #checked;));
        given.push(quote!(type #checked = #forms;));
        if has_checked_bodies(bodies) { quote!(checked) } else { quote!(cpu) }
    });
    let implementor = implementor();
    let links = quote!(#private::device_defaults! { #name #checked_in #(#listed)* $($implementation)* });
    let macro_of_trait = macro_of_trait(of, links, has_functions);
    let beside = quote! {
        #quiet
        #[doc(hidden)]
        #visibility trait #holder<#parameters> #where_clause { #(#declared)* }
        #quiet
        impl<#parameters #implementor: #name #arguments> #holder #arguments for #implementor #where_clause { #(#given)* }
        #checked
        #generic
        #macro_of_trait
    };
    (beside, Some(syn::parse_quote!(#holder #arguments)))
}

/// The type and const parameters of a default method itself. `None` if it has none, apart from types of closures, and every
/// implementing type has the method.
///
/// A type implements `DeviceMethod` for such a method with each combination of argument types that rustc selects, or only if
/// the method's conditions hold. So the companion trait cannot contain the compiled body. The generated type
/// [`checked_versions`] has it, with implementations that are generic over these parameters.
fn own_parameters(of: &syn::ItemTrait, input: &FunctionInput) -> Option<syn::Generics> {
    let closures: Vec<_> = closures(input).into_iter().filter_map(|(_, closure)| closure.name).collect();
    let implementor = implementor();
    let is_own = |parameter: &syn::GenericParam| match parameter {
        syn::GenericParam::Type(it) if it.ident == implementor || closures.contains(&it.ident) => false,
        syn::GenericParam::Lifetime(_) => false,
        other => of.generics.params.iter().all(|of_trait| of_trait != other),
    };
    let mut generics = super::without_lifetimes(&input.item.sig.generics);
    generics.params = generics.params.into_iter().filter(is_own).collect();
    (!generics.params.is_empty() || is_conditional(of, &input.item.sig)).then_some(generics)
}

/// Prints the implementation through which kernels find a default method with generic parameters.
fn generic_link(
    of: &syn::ItemTrait,
    input: &FunctionInput,
    (function, parts, inner): &(&Function, &[Piece], &TokenStream),
    own: &syn::Generics,
) -> TokenStream {
    let (private, implementor, name, forms) =
        (quote!(::amp::__private), implementor(), &of.ident, checked_versions(of));
    let arguments = super::arguments(&super::without_lifetimes(&of.generics));
    let mut generics = super::without_lifetimes(&of.generics);
    generics.params.extend(own.params.iter().cloned());
    generics.params.push(syn::parse_quote!(#implementor: #name #arguments));
    generics.params.push_punct(Default::default());
    if let Some(clause) = &own.where_clause {
        generics.make_where_clause().predicates.extend(clause.predicates.iter().cloned());
    }
    let receiver = input.item.sig.receiver().is_some();
    let types = input.parameters.iter().enumerate();
    let types: Vec<_> = types.map(|(n, (_, _, ty))| argument_type(ty, receiver && n == 0)).collect();
    let (hash, output) =
        (field_hash(&input.item.sig.ident.to_string()), linked_output(&input.item.sig.output));
    let printed = item(input, function, parts, &generics).expression;
    let (parameters, predicates) =
        (&generics.params, generics.where_clause.iter().flat_map(|it| &it.predicates));
    let predicates = quote!(#(#predicates,)*);
    let taken = match input.item.sig.receiver().map(|it| &it.kind) {
        Some(syn::ReceiverKind::Reference(_, _, mutable)) => Some(mutable.is_some()),
        _ => None,
    };
    let of_impl = versions_impl(own, input);
    let (call, end) = (quote!(DeviceMethod<#hash,), quote!(, #of_impl>));
    let (types, slices) = slice_forms(&types);
    let parameters = quote!(#parameters #(#slices,)*);
    let coerced =
        super::coercions::implementations(&types, taken, (&call, &end), &forms, &parameters, &predicates);
    let items = quote! {
        impl<#parameters> #private::DeviceMethod<#hash, (#(#types,)*), #of_impl> for #forms where #predicates {
            type Output = #output;
            const ITEM: &'static #private::Item = #printed;
        }
        #coerced
    };
    companion_items(function, None, inner, &items)
}

/// The `Impl` argument of the link traits that the type [`checked_versions`] implements for a default method. It contains
/// the generic parameters that the arguments of a call do not determine.
fn versions_impl(own: &syn::Generics, input: &FunctionInput) -> TokenStream {
    let mut parameters = undetermined(&input.item.sig);
    parameters
        .retain(|it| own.params.iter().any(|own| super::parameter_name(own) == super::parameter_name(it)));
    let types = super::parameters_type(&parameters).unwrap_or_else(|| quote!(()));
    quote!(::amp::__private::InherentWith<#types>)
}

/// Whether a method takes `&mut self`.
fn mutates(input: &FunctionInput) -> bool {
    matches!(input.item.sig.receiver().map(|it| &it.kind), Some(syn::ReceiverKind::Reference(_, _, Some(_))))
}

/// The closures that a default method takes, each with the position of its parameter.
fn closures(input: &FunctionInput) -> Vec<(usize, Callable)> {
    let generics = &input.item.sig.generics;
    let all = input.parameters.iter().enumerate();
    all.filter_map(|(n, (_, _, ty))| Some((n, callable(ty, generics)?))).collect()
}

/// The generic parameters of a trait, and those parameters of a default method that are types of closures.
fn with_closures(of: &syn::ItemTrait, input: &FunctionInput) -> syn::Generics {
    let mut generics = of.generics.clone();
    let own = &input.item.sig.generics;
    let names: Vec<_> = closures(input).into_iter().filter_map(|(_, closure)| closure.name).collect();
    let types = own.type_params().filter(|it| names.contains(&it.ident));
    generics.params.extend(types.cloned().map(syn::GenericParam::Type));
    if let Some(clause) = own.where_clause.as_ref().filter(|_| !names.is_empty()) {
        generics.make_where_clause().predicates.extend(clause.predicates.iter().cloned());
    }
    generics
}

/// Prints the macro with the name of a trait. After an `impl` block, a call of this macro expands to `links`.
fn macro_of_trait(of: &syn::ItemTrait, links: TokenStream, has_functions: bool) -> TokenStream {
    let attribute = attribute_of_trait();
    let in_impl = has_functions.then(|| quote!(type #attribute = $implementation;));
    let rules = quote! {
        (impl $implementation:ident) => { #in_impl };
        // The request of a body that calls a function of the trait, which is no struct of views.
        ({ $($path:tt)* } $($request:tt)*) => {
            ::amp::__private::with_views! { {} { $($path)* } $($request)* }
        };
        ($($implementation:tt)*) => { #links };
    };
    named_macro("trait", &of.vis, &of.ident, of, &rules)
}

/// The generated type that implements `CheckedFunction` once for each default body. Each implementation
/// contains the code of one body for the checked accelerator. The type is generic over the type that
/// implements the trait.
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

/// Whether a default method has a view parameter.
fn has_views(input: &FunctionInput) -> bool {
    input.parameters.iter().any(|(_, _, ty)| view_parameter(ty).is_some())
}

/// Declares the type [`checked_versions`], and implements for it the checked versions of the bodies, and the CPU
/// versions of those with views. `None` if there are none, or if a body was rejected.
fn checked_impl(of: &syn::ItemTrait, bodies: &[(&FunctionInput, Compiled<'_>)]) -> Option<TokenStream> {
    let (checked, all_compiled) =
        (has_checked_bodies(bodies), bodies.iter().all(|(_, compiled)| compiled.is_some()));
    let has_cpu_versions = all_compiled && bodies.iter().any(|(input, _)| has_views(input));
    let has_generic = bodies.iter().any(|(input, _)| own_parameters(of, input).is_some());
    if !checked && !has_cpu_versions && !has_generic {
        return None;
    }
    let (visibility, quiet, forms) = (&of.vis, lint_allowances(), checked_versions(of));
    let implementor = implementor();
    let (name, name_of_forms) = (&of.ident, checked_versions_name(of));
    let generics = super::without_lifetimes(&of.generics);
    let declared = generics.params.clone();
    let types = generics.type_params().map(|parameter| parameter.ident.clone()).collect::<Vec<_>>();
    let (arguments, where_clause) = (super::arguments(&generics), generics.where_clause.clone());
    let bound: syn::TypeParamBound = syn::parse_quote!(#name #arguments);
    let bound: syn::GenericParam = syn::parse_quote!(#implementor: #bound);
    let functions = bodies.iter().filter_map(|(input, compiled)| {
        let (function, _, inner) = compiled.as_ref()?;
        let mut generics = super::without_lifetimes(&with_closures(of, input));
        if let Some(own) = own_parameters(of, input) {
            generics.params.extend(own.params);
            if let Some(clause) = own.where_clause {
                generics.make_where_clause().predicates.extend(clause.predicates);
            }
        }
        generics.params.push(bound.clone());
        let written: Vec<_> = input.parameters.iter().map(|(_, _, ty)| ty.clone()).collect();
        let hash = field_hash(&input.item.sig.ident.to_string());
        let implementation = own_parameters(of, input).map(|own| versions_impl(&own, input));
        let found = match input.item.sig.receiver() {
            Some(_) => FunctionKind::ProvidedMethod { hash, implementation },
            None => FunctionKind::Function { hash, implementation },
        };
        let output = return_type(input);
        let printed =
            |form: crate::emit::cpu::ScalarFunction| form.implementation(&forms, &found, &generics, &output);
        let mut versions = TokenStream::new();
        versions.extend(checked.then(|| printed(checked_function(function, &written))));
        // A body without views has no CPU version: the CPU code calls the user's function.
        let receiver = input.item.sig.receiver().is_some();
        let cpu_code =
            has_views(input).then(|| cpu_function(function, &written, &quote!(), receiver, false, &[]));
        versions.extend(cpu_code.flatten().map(printed));
        Some(companion_items(function, None, inner, &versions))
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

/// The name of an item in the companion trait of the trait `of`, for the default body with index `body`.
fn companion_name(of: &Ident, body: usize, part: &str) -> Ident {
    let name = of.to_string();
    let name = name.trim_start_matches("r#");
    match part {
        "Item" => format_ident!("AMP_{body}_ITEM_OF_{name}"),
        _ => format_ident!("Amp{name}{body}{part}"),
    }
}

/// The name of an associated type of the companion trait. The type is the tuple of argument types that a
/// default body passes to the closure parameter `position`.
fn inputs_name(of: &Ident, body: usize, position: usize) -> Ident {
    companion_name(of, body, &format!("Inputs{position}"))
}

/// Prints the expansion of an `impl` block of a trait: the block, the generated items `beside` it, and the
/// calls of the trait's macro.
pub(super) fn named_impl(mut block: syn::ItemImpl, beside: TokenStream) -> TokenStream {
    let Some((path, _)) = &block.trait_ else { return TokenStream::new() };
    let mut bare = path.clone();
    if let Some(last) = bare.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    let (private, owner, implementation) = (quote!(::amp::__private), &block.self_ty, implementation());
    let generics = super::without_lifetimes(&block.generics);
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    let names = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(function) => Some(&function.sig.ident),
        _ => None,
    });
    let declaration = declaration();
    let links = quote! {
        AmpTrait! { #implementation { #path } { #owner } { #parameters } { #where_clause } #(#names)* }
    };
    let bare = importable(&bare);
    let import = without_lints(quote!(use #bare as AmpTrait;));
    block.items.insert(0, syn::ImplItem::Verbatim(quote!(AmpTrait! { impl #implementation })));
    // `AmpTrait!` is the macro of the trait, or the empty macro of `no_bodies` if the trait has none. The
    // import of the trait is in an inner constant, so its macro shadows the empty one. The block is in
    // another nested constant. So the import cannot conflict with a macro of the user that has the trait's
    // name.
    quote! {
        const _: () = {
            use #private::no_bodies::*;
            const _: () = AMP_NO_BODIES;
            #declaration
            impl<AmpParameters, AmpOther> #private::WithParameters<AmpParameters> for #implementation<AmpOther> {
                type Of = #implementation<AmpParameters>;
            }
            const _: () = {
                #import
                const _: () = {
                    #block
                    #beside
                    #links
                };
            };
        };
    }
}

/// The input of the internal macro `device_defaults`, which the trait's macro calls: the default bodies of
/// the trait, and facts about the `impl` block.
struct DefaultsRequest {
    of: Ident,
    /// Whether the bodies have versions for the checked accelerator.
    checked: bool,
    /// Whether the trait's expansion declares a type that implements the checked or CPU versions of the
    /// bodies (see `checked_versions`).
    has_versions: bool,
    bodies: Vec<Body>,
    /// The name of the type that is the `Impl` argument of `DeviceMethod` for the block's functions.
    implementation: Ident,
    path: syn::Path,
    owner: syn::Type,
    generics: syn::Generics,
    own: Vec<Ident>,
}

struct Body {
    name: Ident,
    receiver: bool,
    /// Whether the method takes views.
    views: bool,
    /// For a method with generic parameters of its own: whether it takes `&mut self`.
    generic: Option<bool>,
    count: usize,
    /// The positions of the parameters that are closures.
    closures: Vec<usize>,
}

impl Parse for DefaultsRequest {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let of = input.parse()?;
        let versions = input.parse::<Option<Ident>>()?;
        let checked = versions.as_ref().is_some_and(|word| word == "checked");
        let mut bodies = Vec::new();
        while input.peek(syn::token::Bracket) {
            let inner;
            bracketed!(inner in input);
            let name = inner.parse()?;
            let receiver = inner.parse::<Option<Token![self]>>()?.is_some();
            let views = inner.parse::<Option<Ident>>()?.is_some();
            let is_generic = inner.parse::<Option<Token![for]>>()?.is_some();
            let changes = inner.parse::<Option<Token![mut]>>()?.is_some();
            let generic = is_generic.then_some(changes);
            let count = inner.parse::<syn::LitInt>()?.base10_parse()?;
            let mut closures = Vec::new();
            while !inner.is_empty() {
                closures.push(inner.parse::<syn::LitInt>()?.base10_parse()?);
            }
            bodies.push(Body { name, receiver, views, generic, count, closures });
        }
        let implementation = input.parse()?;
        let group = || -> syn::Result<proc_macro2::Group> { input.parse() };
        let path = syn::parse2(group()?.stream())?;
        let owner = syn::parse2(group()?.stream())?;
        let parameters = group()?.stream();
        let parsed = Punctuated::<syn::GenericParam, Token![,]>::parse_terminated;
        let params = syn::parse::Parser::parse2(parsed, parameters)?;
        let where_clause = syn::parse2(group()?.stream())?;
        let generics = syn::Generics { params, where_clause, ..syn::Generics::default() };
        let mut own = Vec::new();
        while !input.is_empty() {
            own.push(input.parse()?);
        }
        Ok(DefaultsRequest {
            of,
            checked,
            has_versions: versions.is_some(),
            bodies,
            implementation,
            path,
            owner,
            generics,
            own,
        })
    }
}

/// Prints the implementations that link an `impl` block to the default bodies of its trait.
pub(crate) fn default_impls(tokens: TokenStream) -> syn::Result<TokenStream> {
    let DefaultsRequest { of, checked, has_versions, bodies, implementation, path, owner, generics, own } =
        syn::parse2(tokens)?;
    let private = quote!(::amp::__private);
    let quiet = lint_allowances();
    let declared: Vec<_> = generics.params.iter().cloned().map(without_default).collect();
    let predicates: Vec<_> = generics.where_clause.iter().flat_map(|it| &it.predicates).collect();
    let of_owner: Vec<_> = generics.params.iter().map(super::argument).collect();
    let types: Vec<_> = generics.type_params().map(|it| &it.ident).collect();
    let bare = generics.params.iter().map(|it| match it {
        syn::GenericParam::Type(it) => it.ident.to_token_stream(),
        other => other.to_token_stream(),
    });
    let holder = quote!(AmpOf<#owner, #(#of_owner),*>);
    let of_any = quote!(AmpOf<AmpT, #(#of_owner),*>);
    let bodies_name = companion_name(&of, 0, "Checked");
    let bodies_type = if has_versions { quote!(AmpT::#bodies_name) } else { quote!(()) };
    let mut links = Vec::new();
    for (n, Body { name, receiver, views, generic, count, closures }) in bodies.iter().enumerate() {
        if own.contains(name) {
            continue;
        }
        let [types_name, output_name, item_name] =
            ["Arguments", "Output", "Item"].map(|part| companion_name(&of, n, part));
        let hash = field_hash(&name.to_string());
        let arguments: Vec<_> = (0..*count).map(|n| format_ident!("AmpA{n}")).collect();
        let own_types: Vec<_> = (0..*count).map(|n| format_ident!("AmpP{n}")).collect();
        // For a method with generic parameters of its own, these parameters are a part of the `Impl` argument.
        let (own_parameters, implementation, of_versions) = match generic {
            Some(_) => (
                Some(quote!(AmpParameters,)),
                quote!(#implementation<AmpParameters>),
                quote!(#private::InherentWith<AmpParameters>),
            ),
            None => (None, quote!(#implementation), quote!(#private::Inherent)),
        };
        let form = checked.then(|| {
            let (found, place) = match receiver {
                true => (quote!(CheckedMethod), quote!(&mut self,)),
                false => (quote!(CheckedFunction), TokenStream::new()),
            };
            // The argument types form a tuple, because Rust's orphan rule allows no bare type parameter
            // before the first local type.
            let passed_types = &arguments[usize::from(*receiver)..];
            let given = quote!((#(#passed_types,)*));
            let (lifetime, all, passed) = match receiver {
                true => (
                    quote!(for<'amp_place>),
                    quote!((&'amp_place mut #owner, #given)),
                    quote!((self, arguments)),
                ),
                false => (TokenStream::new(), given.clone(), quote!(arguments)),
            };
            let changes = receiver.then(|| {
                quote! {
                    const MUTATES_RECEIVER: ::core::primitive::bool =
                        #private::mutates_receiver(<#holder as #private::Provided<#hash>>::ITEM);
                }
            });
            let look = receiver.then(|| {
                quote! {
                    fn amp_call_ref(&self, checker: &#private::Checker, arguments: #given) -> AmpOutput {
                        #private::CheckedMethod::<#hash, _, #implementation>::call(&mut { *self }, checker, arguments)
                    }
                }
            });
            let forms = quote!(<#holder as #private::Provided<#hash>>::Bodies);
            quote! {
                impl<#(#declared,)* #(#passed_types,)* #own_parameters AmpOutput> #private::#found<#hash, #given, #implementation> for #owner
                where
                    #(#predicates,)*
                    #lifetime #forms: #private::CheckedFunction<#hash, #all, #of_versions, Output = AmpOutput>,
                {
                    type Output = AmpOutput;
                    #changes
                    #look
                    fn call(#place checker: &#private::Checker, arguments: #given) -> AmpOutput {
                        <#forms as #private::CheckedFunction<#hash, _, #of_versions>>::call(checker, #passed)
                    }
                }
            }
        });
        let on_cpu = views.then(|| {
            let passed_types = &arguments[usize::from(*receiver)..];
            let given = quote!((#(#passed_types,)*));
            let (found, lifetime, all, place, changes, passed) = match receiver {
                true => (
                    quote!(CpuMethod),
                    quote!(for<'amp_place>),
                    quote!((&'amp_place mut #owner, #given)),
                    quote!(&mut self,),
                    Some(quote! {
                        const MUTATES_RECEIVER: ::core::primitive::bool =
                            #private::mutates_receiver(<#holder as #private::Provided<#hash>>::ITEM);
                    }),
                    quote!((self, arguments)),
                ),
                false => (quote!(CpuFunction), quote!(), given.clone(), quote!(), None, quote!(arguments)),
            };
            let forms = quote!(<#holder as #private::Provided<#hash>>::Bodies);
            quote! {
                impl<#(#declared,)* #(#passed_types,)* #own_parameters AmpOutput> #private::#found<#hash, #given, #implementation> for #owner
                where
                    #(#predicates,)*
                    #lifetime #forms: #private::CpuFunction<#hash, #all, #of_versions, Output = AmpOutput>,
                {
                    type Output = AmpOutput;
                    #changes
                    #[inline(always)]
                    fn run<AmpLocator: #private::Locate>(
                        #place
                        at: &AmpLocator,
                        lane: ::core::primitive::usize,
                        arguments: #given,
                    ) -> AmpOutput {
                        <#forms as #private::CpuFunction<#hash, _, #of_versions>>::run(at, lane, #passed)
                    }
                }
            }
        });
        if let Some(changes) = generic {
            let bodies = quote!(<#holder as #private::Provided<#hash>>::Bodies);
            links.push(quote! {
                #form
                #on_cpu
                impl<#(#declared,)* AmpT: #path> #private::Provided<#hash> for #of_any where #(#predicates,)* {
                    type Arguments = ();
                    type Output = ();
                    type Inputs = ();
                    type Bodies = #bodies_type;
                    // The template depends on the argument types. Of this item, only `mutates_receiver` is used.
                    const ITEM: &'static #private::Item = &#private::Item {
                        name: "",
                        body: &[],
                        entries: &[],
                        mutates_receiver: #changes,
                        required_uniform: 0,
                    };
                }
                impl<#(#declared,)* #(#arguments,)* #own_parameters AmpOutput: #private::Value>
                    #private::DeviceMethod<#hash, (#(#arguments,)*), #implementation> for #owner
                where
                    #(#predicates,)*
                    #bodies: #private::DeviceMethod<#hash, (#(#arguments,)*), #of_versions, Output = AmpOutput>,
                {
                    type Output = AmpOutput;
                    const ITEM: &'static #private::Item = <#bodies as #private::DeviceMethod<#hash, (#(#arguments,)*), #of_versions>>::ITEM;
                }
            });
            continue;
        }
        let inputs_names: Vec<_> = closures.iter().map(|position| inputs_name(&of, n, *position)).collect();
        let inputs: Vec<_> = closures.iter().map(|position| format_ident!("AmpInputs{position}")).collect();
        let closures = closures.iter().zip(&inputs).map(|(position, own)| {
            quote! {
                impl<#(#declared,)* #(#arguments,)* #(#inputs,)*>
                    #private::DeviceCallable<#hash, #position, (#(#arguments,)*), #implementation> for #owner
                where
                    #(#predicates,)*
                    #holder: #private::Provided<#hash, Inputs = (#(#inputs,)*)>,
                {
                    type Inputs = #own;
                }
            }
        });
        links.push(quote! {
            #form
            #on_cpu
            #(#closures)*
            impl<#(#declared,)* AmpT: #path> #private::Provided<#hash> for #of_any where #(#predicates,)* {
                type Arguments = AmpT::#types_name;
                type Output = AmpT::#output_name;
                type Inputs = (#(AmpT::#inputs_names,)*);
                type Bodies = #bodies_type;
                const ITEM: &'static #private::Item = AmpT::#item_name;
            }
            // Type parameters stand for the argument types. An argument type may be less visible than the
            // owner, and rustc rejects a private type in the interface of a public one.
            impl<#(#declared,)* #(#arguments,)* #(#own_types,)* AmpOutput: #private::Value>
                #private::DeviceMethod<#hash, (#(#arguments,)*), #implementation> for #owner
            where
                #(#predicates,)*
                #holder: #private::Provided<#hash, Arguments = (#(#own_types,)*), Output = AmpOutput>,
                #(#arguments: #private::CoercesTo<#own_types>,)*
            {
                type Output = AmpOutput;
                const ITEM: &'static #private::Item = <#holder as #private::Provided<#hash>>::ITEM;
            }
        });
    }
    if links.is_empty() {
        return Ok(TokenStream::new());
    }
    Ok(quote! {
        #quiet
        const _: () = {
            struct AmpOf<AmpT, #(#bare),*>(::core::marker::PhantomData<(AmpT, #(#types,)*)>);
            #(#links)*
        };
    })
}

/// The parameter without a default, which an `impl` cannot have.
fn without_default(mut parameter: syn::GenericParam) -> syn::GenericParam {
    match &mut parameter {
        syn::GenericParam::Type(it) => it.default = None,
        syn::GenericParam::Const(it) => it.default = None,
        syn::GenericParam::Lifetime(_) => {}
    }
    parameter
}
