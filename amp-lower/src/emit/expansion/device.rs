//! The expansion of `#[device]`: the user's item, and the trait implementations by which kernels find its
//! device code.

use super::closure_inputs::{closure_inputs, without_callables};
use super::const_asserts;
use super::dead_code::{DeadCodeUses, method_uses, suppress_dead_code};
use super::function_aliases::with_aliases;
use super::inline_attr::{add_inline, add_inline_to_block};
use super::operators::operator_impls;
use super::recursion;
use super::trait_bounds::{device_trait, inherent_scope_methods};
use super::{
    coercions, default_methods, has_parameters, lint_allowances, parameters_type, turbofish,
    without_lifetimes,
};
use crate::emit::cpu;
use crate::emit::private_types::Opaque;
use crate::emit::unlisted;
use crate::emit::wgsl::{self, Entries, Piece, Scope};
use crate::ir::{Body, Function};
use crate::parse::{
    DeviceInput, FunctionInput, WrittenBounds, callable, hidden_result, parameter_type, range_type,
    undetermined, view_arg_types, view_parameter,
};
use crate::site::without_lints;
use crate::vocabulary::{operators, types};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::visit_mut::VisitMut;

/// The contents of the expansion of `#[device]` for an `impl` block.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum ImplOutput {
    /// The block and the code of its functions.
    Block,
    /// Only the device code of the methods, for a type of the standard library that has these methods on the
    /// host.
    Methods,
    /// Like `Methods`, for methods of a trait that a user's type has on the host, although its `impl` does not write them.
    Provided,
    /// Like `Block` for a block. For a function, all but the declarations, which [`declarations`] prints.
    Undeclared,
    /// Only the code for devices and for CPUs of functions whose host version is another item. The result types of the two
    /// versions differ: see `parse/optional_results.rs`.
    Links,
    /// Only the device code of an operator, such as the `==` that `#[derive(PartialEq)]` implements on the host.
    Operator,
    /// Like `Operator`, for a type of the standard library. rustc's messages do not list such an operator.
    StandardOperator,
}

/// Prints the user's items, and the generated items through which kernels find the templates of the device
/// functions.
pub(crate) fn device(
    input: &DeviceInput,
    functions: &[Function],
    templates: &[Vec<Piece>],
    inner: &[TokenStream],
    impl_output: ImplOutput,
) -> TokenStream {
    let quiet = lint_allowances();
    match input {
        DeviceInput::Function(input) => {
            let mut item = input.item.clone();
            WrittenBounds.visit_item_fn_mut(&mut item);
            add_inline(&mut item.attrs);
            // `declaration` is a struct with the function's name, so that one `use` imports both. Kernels
            // find the template through the struct.
            let DeadCodeUses { attribute, used } = suppress_dead_code(&item.sig, &functions[0], None);
            let declaration = turbofish::type_declaration(&item);
            let link = link(input, &functions[0], &templates[0], &inner[0], None, impl_output);
            match impl_output {
                ImplOutput::Undeclared => quote!(#used #quiet const _: () = {}; #link),
                ImplOutput::Links => quote!(#quiet #[doc(hidden)] #declaration #link),
                _ => quote! {
                    #attribute
                    #item
                    #used
                    #quiet
                    #[doc(hidden)]
                    #declaration
                    #link
                },
            }
        }
        DeviceInput::Type(item) => item.to_token_stream(),
        DeviceInput::Fold(fold) => super::fold(fold),
        DeviceInput::Trait(item, inputs) => {
            let compiled = functions.iter().zip(templates.iter().zip(inner));
            let bodies: Vec<_> = inputs
                .iter()
                .zip(compiled)
                .map(|(input, (function, (parts, inner)))| (input, Some((function, &**parts, inner))))
                .collect();
            device_trait(item, &bodies)
        }
        DeviceInput::Impl(block, inputs) => {
            if let ImplOutput::Operator | ImplOutput::StandardOperator = impl_output {
                let unlisted = match impl_output {
                    ImplOutput::StandardOperator => Some(quote!(#[diagnostic::do_not_recommend])),
                    _ => unlisted(&block.generics),
                };
                return operator_impls(block, inputs, functions, templates, inner, unlisted);
            }
            let items = inputs.iter().zip(functions.iter().zip(templates.iter().zip(inner)));
            let links = items.map(|(input, (function, (template, inner)))| {
                link(input, function, template, inner, Some(block), impl_output)
            });
            if let ImplOutput::Methods | ImplOutput::Links = impl_output {
                return links.collect();
            }
            if impl_output == ImplOutput::Provided {
                let implementation = default_methods::declaration();
                return quote!(const _: () = { #implementation #(#links)* };);
            }
            let unlisted = unlisted(&block.generics);
            let operator = operator_impls(block, inputs, functions, templates, inner, unlisted);
            let mut block = block.clone();
            if block.trait_.is_none() {
                WrittenBounds.visit_item_impl_mut(&mut block);
            }
            add_inline_to_block(&mut block);
            let uses = method_uses(&mut block, functions);
            // A block that implements an operator trait for a built-in or glam type needs only the
            // implementations through which kernels find operators.
            if is_of_operator_trait(&block) && is_builtin(&block.self_ty) {
                return quote!(#block #operator);
            }
            match is_of_named_impl(&block) {
                true => default_methods::named_impl(*block, quote!(#uses #(#links)*)),
                false => {
                    let hidden = inherent_scope_methods(&block);
                    quote!(#block #uses #hidden #(#links)* #operator)
                }
            }
        }
    }
}

/// Prints a function and the struct with its name. Other items have no such declarations.
pub(crate) fn declarations(item: &TokenStream) -> TokenStream {
    match syn::parse2(item.clone()) {
        Ok(syn::Item::Fn(mut function)) => {
            let of_name = function_struct(&function);
            add_inline(&mut function.attrs);
            quote!(#[allow(dead_code)] #function #of_name)
        }
        _ => TokenStream::new(),
    }
}

/// Prints the struct with the name of a device function that only the host can call, because it returns a
/// reference.
pub(crate) fn function_struct(item: &syn::ItemFn) -> TokenStream {
    let (quiet, declaration) = (lint_allowances(), turbofish::type_declaration(item));
    quote!(#quiet #[doc(hidden)] #declaration)
}

/// Prints the return type of a function.
pub(super) fn return_type(input: &FunctionInput) -> TokenStream {
    match &input.item.sig.output {
        syn::ReturnType::Default => quote!(()),
        syn::ReturnType::Type(..) if hidden_result(&input.item.sig).is_some() => quote!(_),
        syn::ReturnType::Type(_, ty) => ty.to_token_stream(),
    }
}

/// The result type of a function in the trait through which kernels find it, such as `DeviceCall`. If the
/// function returns a range of the standard library, this is amp's own range type, because kernels hold
/// ranges in that type.
pub(super) fn linked_output(output: &syn::ReturnType) -> TokenStream {
    match output {
        // The type has no name. A call gets it from the user's function.
        syn::ReturnType::Type(_, ty) if matches!(**ty, syn::Type::ImplTrait(_)) => quote!(()),
        syn::ReturnType::Type(_, ty) => match range_type(ty) {
            Some((true, of)) => quote!(::amp::__private::RangeInclusiveValue<#of>),
            Some((false, of)) => quote!(::amp::__private::RangeValue<#of>),
            None => ty.to_token_stream(),
        },
        syn::ReturnType::Default => quote!(()),
    }
}

/// An import of the trait of an `impl`. The functions of the `impl` call each other as methods, and rustc
/// finds a trait's methods only if the trait is in scope. `None` for a trait without a path, which is in scope.
pub(super) fn trait_import(block: &syn::ItemImpl) -> Option<TokenStream> {
    let mut path = block.trait_.as_ref()?.0.clone();
    if path.leading_colon.is_none() && path.segments.len() == 1 {
        return None;
    }
    path.segments.last_mut()?.arguments = syn::PathArguments::None;
    Some(without_lints(quote!(use #path as _;)))
}

/// Prints an import of the runtime's traits for autoref specialisation. Through `Probe`, rustc selects the
/// version of a callee: its generated CPU version, its checked version or the user's function.
pub(crate) fn dispatch_imports() -> TokenStream {
    quote! {
        use ::amp::__private::{
            ComponentMethods as _, OwnMethods as _, PowerMethods as _, Probe as _, ScalarMethods as _,
        };
    }
}

/// The template of a device function, printed as the value of a constant.
pub(super) struct PrintedItem {
    /// An expression of type `&'static Item`.
    pub(super) expression: TokenStream,
    /// Const checks that rustc evaluates even if nothing instantiates the function.
    pub(super) item_checks: TokenStream,
}

/// Prints the Rust expression for the `Item` of a device function: its template and facts for the linker. If
/// the template needs types that only rustc knows, the expression repeats the function's body, so that rustc
/// infers the types there.
pub(super) fn item(
    input: &FunctionInput,
    function: &Function,
    parts: &[Piece],
    generics: &syn::Generics,
) -> PrintedItem {
    let private = quote!(::amp::__private);
    let changes = matches!(
        input.item.sig.inputs.first(),
        Some(syn::FnArg::Receiver(it)) if matches!(it.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
    );
    let alone = !has_parameters(generics) && !mentions_self(input);
    let mut entries = Entries::new(function.body.sites.clone(), Scope::Item, alone);
    let (name, body) = (&function.name, wgsl::pieces(parts, &mut entries));
    let span = input.item.sig.ident.span().resolved_at(Span::call_site());
    const_asserts::private_memory_check(&function.body, span, &mut entries);
    const_asserts::reference_checks(&function.body, &mut entries);
    let uniform = cpu::required_uniform(function, &mut entries);
    let slots_to_fill = entries.slots();
    let typed = entries.has_slots().then(|| {
        let written: Vec<_> = input.parameters.iter().map(|(_, _, ty)| ty.clone()).collect();
        let callables: Vec<_> = written.iter().map(|ty| callable(ty, generics)).collect();
        cpu::typed_body(function, &written, &return_type(input), &callables, &slots_to_fill)
    });
    let (slots, list) = (entries.declarations(&slots_to_fill.unfilled_parts()), entries.list());
    let (selections, checks) = (entries.selections(), entries.statements());
    let (quiet, import) = (lint_allowances(), wgsl::piece_import());
    let expression = quote_spanned!(span=> {
        #slots
        #quiet
        #typed
        #selections
        #checks
        #import
        &#private::Item {
            name: #name,
            body: #body,
            entries: &[#(#list),*],
            mutates_receiver: #changes,
            required_uniform: #uniform,
        }
    });
    PrintedItem { expression, item_checks: entries.item_checks() }
}

/// Whether the function is in an `impl` block or trait, so that its const checks may mention `Self`.
fn mentions_self(input: &FunctionInput) -> bool {
    input.item.sig.receiver().is_some() || input.item.to_token_stream().to_string().contains("Self")
}

/// Whether the block implements an operator trait of the standard library, judging by the trait's name.
fn is_of_operator_trait(block: &syn::ItemImpl) -> bool {
    let last = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    last.is_some_and(|last| operators::of_trait(&last.ident.to_string()).is_some())
}

/// Whether the block's functions have an `Impl` argument of their own, a type that the expansion declares.
/// See `DeviceMethod` in the runtime.
fn is_of_named_impl(block: &syn::ItemImpl) -> bool {
    block.trait_.is_some() && !is_of_operator_trait(block)
}

/// Whether the type is a built-in type or a glam type. A type with generic arguments is neither.
fn is_builtin(ty: &syn::Type) -> bool {
    parameter_type(ty).is_some_and(|(name, arguments)| {
        let name = name.to_string();
        arguments.is_empty() && (types::scalar(&name).is_some() || types::is_glam(&name))
    })
}

/// Prints the implementations through which kernels find one device function. If the function is a method,
/// `block` is its `impl` block.
fn link(
    input: &FunctionInput,
    function: &Function,
    parts: &[Piece],
    inner: &TokenStream,
    block: Option<&syn::ItemImpl>,
    impl_output: ImplOutput,
) -> TokenStream {
    let is_of_std = impl_output == ImplOutput::Methods;
    let private = quote!(::amp::__private);
    let mut generics = without_lifetimes(&input.item.sig.generics);
    let own = &input.item.sig.ident;
    let name = &function.name;
    let number = super::operators::number(block, name);
    let (owner, call) = match block {
        None => (TokenStream::new(), quote!(DeviceCall<)),
        Some(block) => {
            let outer = without_lifetimes(&block.generics);
            let inner = std::mem::replace(&mut generics, outer);
            generics.params.extend(inner.params);
            if let Some(clause) = inner.where_clause {
                generics.make_where_clause().predicates.extend(clause.predicates);
            }
            (block.self_ty.to_token_stream(), quote!(DeviceMethod<#number, ))
        }
    };
    // In argument types, `ByRef` and `ByMut` stand for references, because reference types would need a
    // lifetime. The argument type of a receiver is the type without the reference.
    let receiver = block.is_some() && matches!(input.item.sig.inputs.first(), Some(syn::FnArg::Receiver(_)));
    let types = input.parameters.iter().enumerate().map(|(n, (_, _, ty))| match callable(ty, &generics) {
        Some(callable) => {
            let result = callable.output;
            syn::parse_quote!(#private::Callable<#result>)
        }
        None => argument_type(ty, receiver && n == 0),
    });
    let types: Vec<_> = types.collect();
    let turbofish = generics.clone();
    let owner = match block {
        Some(_) => owner,
        None => {
            // The argument types do not mention a type parameter for a closure, such as `F: Fn(f32) -> f32`.
            // The code adds `F` to `known`, so that the implementation accepts any generic argument for `F`.
            // This is correct, because the implementation does not use `F`.
            let names = input.parameters.iter().filter_map(|(_, _, ty)| callable(ty, &generics)?.name);
            let known: Vec<syn::Type> =
                types.iter().cloned().chain(names.map(|name| syn::parse_quote!(#name))).collect();
            let turbofish::Owner { ty, open } = turbofish::owner_type(&input.item, Some(&known));
            generics.params.extend(open);
            ty
        }
    };
    if !generics.params.is_empty() && !generics.params.trailing_punct() {
        generics.params.push_punct(Default::default());
    }
    let (parameters, where_clause) = (&generics.params, &generics.where_clause);
    // In the argument types of `DeviceCall`, `Callable` stands for a closure type. So the implementation has
    // no type parameters for closures.
    let found_by = without_callables(&generics, &input.parameters);
    let (found_parameters, found_where) = (&found_by.params, &found_by.where_clause);
    let output = return_type(input);
    let written: Vec<_> = input.parameters.iter().map(|(_, _, ty)| ty.clone()).collect();
    let collective = cpu::function(function, &written, &output);
    let PrintedItem { expression: item, item_checks } = item(input, function, parts, &generics);
    let named = block.is_some_and(is_of_named_impl) && !is_of_std;
    // A call also names the generic parameters that its arguments do not determine.
    let undetermined = match block {
        Some(_) => undetermined(&input.item.sig),
        None => Vec::new(),
    };
    let named_by_call = match undetermined.is_empty() {
        true => None,
        false => parameters_type(&undetermined),
    };
    let implementation = match (named, &named_by_call) {
        (true, None) => default_methods::implementation(),
        (true, Some(types)) => {
            let implementation = default_methods::implementation();
            quote!(#implementation<#types>)
        }
        (false, None) => quote!(#private::Inherent),
        (false, Some(types)) => quote!(#private::InherentWith<#types>),
    };
    let of_impl = (named || named_by_call.is_some()).then(|| quote!(, #implementation));
    let tile_call = collective.map(|cpu::CollectiveCode { parameters: bounds, arguments, body, checked, .. }| {
        let items = Ident::new("items", Span::mixed_site());
        let locator = Ident::new("locator", Span::mixed_site());
        let by_name = if block.is_some() { number.clone() } else { quote!(0) };
        let by_ref = (!function.captures.is_empty()).then(|| quote!('amp_by_ref,));
        let checked = cfg!(feature = "checked").then(|| {
            let checker = Ident::new("checker", Span::mixed_site());
            quote! {
                fn run_checked(
                    #checker: &#private::Checker,
                    #items: ::core::primitive::usize,
                    arguments: #arguments,
                    mut results: AmpResults,
                ) {
                    #checked
                }
            }
        });
        quote! {
            impl<#by_ref #parameters #(#bounds),*> #private::CollectiveCall<#by_name, #arguments, AmpResults #of_impl> for #owner #where_clause {
                fn run<AmpLocator: #private::Locate>(#locator: &AmpLocator, #items: ::core::primitive::usize, arguments: #arguments, mut results: AmpResults) { #body }
                #checked
            }
        }
    });
    let found = match block {
        None => cpu::FunctionKind::Function { hash: 0, implementation: None },
        Some(_) => cpu::FunctionKind::OfType { hash: number.clone(), receiver, implementation },
    };
    // Without a checked version, the checked accelerator calls the user's function.
    let has_hidden_result = hidden_result(&input.item.sig).is_some();
    let checked = (cfg!(feature = "checked") && tile_call.is_none() && !has_hidden_result).then(|| {
        let form = cpu::checked_function(function, &written);
        form.implementation(&owner, &found, &generics, &output)
    });
    // For a trait's method without views, the CPU code calls the user's function.
    let has_cpu_code = tile_call.is_none()
        && !has_hidden_result
        && (!function.captures.is_empty() || block.is_none_or(|block| block.trait_.is_none()));
    let cpu_code = has_cpu_code.then(|| {
        let call = match block {
            None => {
                let turbofish = super::turbofish(&turbofish);
                quote!(#own #turbofish)
            }
            Some(_) if receiver => own.to_token_stream(),
            Some(_) => quote!(<#owner>::#own),
        };
        let cpu_code = {
            let references = crate::parse::optional_results::references(&input.item);
            let converts = impl_output == ImplOutput::Links;
            cpu::cpu_function(function, &written, &call, receiver, converts, &references)?
        };
        Some(cpu_code.implementation(&owner, &found, &generics, &output))
    });
    let cpu_code = cpu_code.flatten();
    let any = has_blanket_impl(function, block, &found_by, tile_call.is_some());
    let (types_of_call, slices) = if any { (types.clone(), Vec::new()) } else { slice_forms(&types) };
    let impl_of_closures = match (named, &named_by_call) {
        (_, None) => of_impl.clone(),
        (true, Some(_)) => {
            let implementation = default_methods::implementation();
            Some(quote!(, #implementation<AmpParameters>))
        }
        (false, Some(_)) => Some(quote!(, #private::InherentWith<AmpParameters>)),
    };
    let inputs_of_closures = closure_inputs(
        input,
        &types,
        &generics,
        block,
        any && block.is_none(),
        impl_of_closures.as_ref(),
        named_by_call.is_some(),
    );
    // The `ITEM` constants of functions that call each other form a cycle. rustc reports the cycle at the
    // span of the implementation, so the implementation below has the span of the function's name.
    let Opaque { ty: shown, parameter: returned, bound, .. } = match block {
        Some(block) => {
            Opaque::of_value(&linked_output(&input.item.sig.output), "AmpOutput", &quote!(#block #own))
        }
        None => Opaque::plain(&linked_output(&input.item.sig.output)),
    };
    let found_where = found_where.as_ref().map(|clause| {
        let predicates = clause.predicates.iter();
        quote!(#(#predicates,)*)
    });
    // Besides this inherent method, the type may have a trait method of the same name with another number of
    // arguments. The implementation must not cover calls of that method. So it is generic over each argument
    // type, and not over the whole tuple. It then covers only tuples with the method's number of arguments.
    let given: Vec<_> = (0..types.len()).map(|n| format_ident!("AmpA{n}")).collect();
    let (arguments_of_trait, argument_parameter) = match (any, block) {
        (true, None) => (quote!(AmpArguments), quote!(AmpArguments,)),
        (true, Some(_)) => (quote!((#(#given,)*)), quote!(#(#given,)*)),
        (false, _) => (quote!((#(#types_of_call,)*)), quote!(#(#slices,)*)),
    };
    let hidden = match is_of_std {
        true => Some(quote!(#[diagnostic::do_not_recommend])),
        false => unlisted(&generics),
    };
    let implementation = quote_spanned! {own.span().resolved_at(Span::call_site())=>
        #hidden
        impl<#found_parameters #argument_parameter #returned> #private::#call #arguments_of_trait #of_impl> for #owner where #found_where #bound {
            type Output = #shown;
            const ITEM: &'static #private::Item = #item;
        }
    };
    let taken = match input.item.sig.inputs.first() {
        Some(syn::FnArg::Receiver(of)) if receiver => match &of.kind {
            syn::ReceiverKind::Reference(_, _, mutable) => Some(mutable.is_some()),
            _ => None,
        },
        _ => None,
    };
    let predicates = quote!(#found_where);
    let reborrowed = (!any).then(|| {
        let end = quote!(#of_impl>);
        coercions::implementations(
            &types_of_call,
            taken,
            (&call, &end),
            &owner,
            &quote!(#found_parameters #(#slices,)*),
            &predicates,
        )
    });
    let walk = block.is_none().then(|| recursion::recursion_check(&input.item, function));
    let early = block.is_none().then_some(item_checks);
    let found_by_any = (any && block.is_none())
        .then(|| quote!(impl<#found_parameters> #private::AnyArguments for #owner where #predicates {}));
    let items = quote!(#implementation #found_by_any #reborrowed #tile_call #cpu_code #checked #inputs_of_closures #walk #early);
    companion_items(function, block.and_then(trait_import), inner, &items)
}

/// Whether the function's implementation may accept all argument types. This is possible if the function's
/// `Item` does not depend on them. Wrong arguments are then no error in the template, and rustc reports them
/// only once, at the call in the CPU code. The implementation of a function with views accepts only its exact
/// argument types. Wrong arguments then give amp's message for the unmet bound.
fn has_blanket_impl(
    function: &Function,
    block: Option<&syn::ItemImpl>,
    found_by: &syn::Generics,
    is_collective: bool,
) -> bool {
    let tells = |generics: &syn::Generics| !without_lifetimes(generics).params.is_empty();
    let of_arguments = match block {
        Some(block) => found_by.params.len() > without_lifetimes(&block.generics).params.len(),
        None => tells(found_by),
    };
    let of_no_trait = block.is_none_or(|block| block.trait_.is_none());
    of_no_trait && !of_arguments && !is_collective && function.captures.is_empty()
}

/// The argument types of a function, with a type parameter in place of each slice, and the declarations of
/// these parameters. So a call may also pass an array, which coerces to a slice.
pub(super) fn slice_forms(types: &[syn::Type]) -> (Vec<syn::Type>, Vec<TokenStream>) {
    let mut declared = Vec::new();
    let form = |(n, ty): (usize, &syn::Type)| {
        let mut ty = ty.clone();
        if let syn::Type::Path(path) = &mut ty
            && let Some(last) = path.path.segments.last_mut()
            && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
            && let Some(syn::GenericArgument::Type(to)) = arguments.args.first_mut()
            && let syn::Type::Slice(slice) = &*to
        {
            let (name, item) = (format_ident!("AmpSlice{n}"), &slice.elem);
            // A shared slice may also be a constant.
            if last.ident == "ByRef" {
                declared.push(quote!(#name: ::amp::__private::SliceArgument<Item = #item>));
                return syn::parse_quote!(#name);
            }
            declared.push(quote!(#name: ?Sized + ::amp::__private::SliceOrArrayMut<Item = #item>));
            *to = syn::parse_quote!(#name);
        }
        ty
    };
    let types = types.iter().enumerate().map(form).collect();
    (types, declared)
}

/// Copies of the constants and imports of a body, without lints for unused imports. rustc applies these lints
/// to the originals in the body.
pub(super) fn body_items(body: &Body) -> TokenStream {
    let (constants, imports) = (&body.constants, &body.imports);
    let imports = without_lints(quote!(#(#imports)*));
    quote!(#imports #(#constants)*)
}

/// Puts generated items into a scope in which the names of the function's body resolve: its constants, its
/// imports, and the items that it declares.
pub(super) fn companion_items(
    function: &Function,
    of_trait: Option<TokenStream>,
    inner: &TokenStream,
    items: &TokenStream,
) -> TokenStream {
    let (quiet, choosing, declared) = (lint_allowances(), dispatch_imports(), body_items(&function.body));
    let lint_uses = super::borrowck_copy::lint_items(&function.body);
    let aliased = with_aliases(&function.body, items.clone());
    quote! {
        #quiet
        const _: () = {
            #choosing
            #of_trait
            #declared
            #lint_uses
            #inner
            #aliased
        };
    }
}

/// Prints the type that stands for a parameter of type `ty` in the argument types of `DeviceCall` and similar
/// traits.
pub(super) fn argument_type(ty: &syn::Type, receiver: bool) -> syn::Type {
    let syn::Type::Reference(reference) = ty else { return ty.clone() };
    if let Some(view) = view_parameter(ty) {
        let [read, written] = view_arg_types(&view.element, &view.ranked);
        return if view.mutable { written } else { read };
    }
    let to = &reference.elem;
    match (receiver, reference.mutability.is_some()) {
        (true, _) => (**to).clone(),
        (false, true) => syn::parse_quote!(::amp::__private::ByMut<#to>),
        (false, false) => syn::parse_quote!(::amp::__private::ByRef<#to>),
    }
}
