//! Device functions for a single work-item: the checked version of every function, and the CPU version of a
//! function with view or reference parameters.
//!
//! In CPU code, views have types of the runtime, which the user's function does not accept. So the expansion
//! contains a function with view parameters a second time, generic over the view types. This CPU version also
//! takes the calling work-item as a parameter, for error messages. `collective` prints collective functions.

use super::checked::{checker, placeholder_body};
use super::expr::converted_result;
use super::plan::{Node, Plan, RowNode};
use super::referenced::referenced;
use super::spans::call_site;
use super::{At, Printer, Variant, names, own};
use crate::analysis::{Facts, Slots};
use crate::emit::private_types::Opaque;
use crate::emit::unlisted;
use crate::ir::{Expr, ExprKind, Flow, Function, Parameter, Shape, Stmt, Variable};
use crate::parse::{Callable, implementor, view_parameter};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::rc::Rc;
use syn::Lifetime;

/// The tokens of a trait implementation for one version of a device function, except its `Self` type.
pub(crate) struct ScalarFunction {
    checked: bool,
    /// Whether this is a version for the checked accelerator with the receiver `&self`. Such a version
    /// records reads only of the receiver's fields that the body names.
    by_shared_self: bool,
    /// The generic parameters of the implementation, with their bounds. They are the lifetime of by-reference
    /// arguments, and a type parameter for each view that the function reads and for each `impl Fn` closure.
    generics: Vec<TokenStream>,
    /// The argument types.
    types: Vec<TokenStream>,
    /// For each parameter, the type `T` if the parameter is a `&T` and not a view, otherwise `None`.
    shared_targets: Vec<Option<TokenStream>>,
    /// For each parameter that is a slice, whether it is `&mut`, and the type of the items.
    slices: Vec<Option<(bool, TokenStream)>>,
    /// The patterns that bind the arguments.
    parameters: Vec<TokenStream>,
    body: TokenStream,
    /// Type parameters for by-reference closures, whose types may be unsized (`dyn Fn`).
    unsized_parameters: Vec<TokenStream>,
}

/// The version of a function for the checked accelerator. `written` contains its parameter types as the user
/// wrote them.
pub(crate) fn checked_function(function: &Function, written: &[syn::Type]) -> ScalarFunction {
    scalar_version(function, written, Variant::Checked)
}

/// The CPU version of a function with view or reference parameters, otherwise `None`. `call` names the user's
/// own function or method. If no parameter is a view, the CPU version only calls the user's function, and converts the result if
/// `converts` is set. `references` describes the user's parameters that contain references, by position.
pub(crate) fn cpu_function(
    function: &Function,
    written: &[syn::Type],
    call: &TokenStream,
    receiver: bool,
    converts: bool,
    references: &[(usize, Shape)],
) -> Option<ScalarFunction> {
    if !written.iter().skip(usize::from(receiver)).any(|ty| matches!(ty, syn::Type::Reference(_))) {
        return None;
    }
    let cpu_code = scalar_version(function, written, Variant::AnyLength);
    if !function.captures.is_empty() {
        return Some(cpu_code);
    }
    let names = (0..written.len()).map(|n| own(&format!("argument{n}")));
    let names: Vec<_> = names.map(ToTokens::into_token_stream).collect();
    let given: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(n, name)| match references.iter().find(|(at, _)| *at == n) {
            Some((_, shape)) => referenced(shape, &quote!((&#name))),
            None => name.clone(),
        })
        .collect();
    let body = match given.split_first() {
        Some((this, rest)) if receiver => quote!(#this.#call(#(#rest),*)),
        _ => quote!(#call(#(#given),*)),
    };
    let body = if converts { converted_result(&body) } else { body };
    Some(ScalarFunction { body, parameters: names, ..cpu_code })
}

/// Removes the trailing `return` that lowering adds after diverging code. WGSL needs it, but rustc would
/// report it as unreachable.
fn reachable<'b, 's>(block: &'b [&'s Stmt], variables: &[Variable]) -> &'b [&'s Stmt] {
    let made = |stmt: &Stmt| match stmt {
        Stmt::Let { var, value: None } => variables[var.0].temporary,
        Stmt::Return { value: Some(Expr { kind: ExprKind::Local(var), .. }), .. } => {
            variables[var.0].temporary
        }
        _ => false,
    };
    let count = block.len() - block.iter().rev().take_while(|stmt| made(stmt)).count();
    match block[..count].last() {
        Some(last) if !Flow::of(last).falls_through => &block[..count],
        _ => block,
    }
}

/// Prints the body of a function in a closure that is never called. From it, rustc infers the types of the
/// type slots in `slots`. `output` is the result type as the user wrote it, and `callables` contains the
/// closure parameters by index.
pub(crate) fn typed_body(
    function: &Function,
    written: &[syn::Type],
    output: &TokenStream,
    callables: &[Option<Callable>],
    slots: &Rc<Slots>,
) -> TokenStream {
    let private = quote!(::amp::__private);
    let mut kernel = function.as_kernel();
    remove_barriers(&mut kernel.body.block);
    let mut facts = Facts::new(kernel);
    let kernel = facts.kernel.clone();
    facts.slots = slots.clone();
    let plan = Plan::item_by_item(&facts, &[]);
    let names = function_names(&facts, function);
    let body = scalar_body(function, &plan, &names, Variant::AnyLength, true);
    let (locator, lane) = (own("locator"), own("lane"));
    let (mut parameters, mut closures) = (Vec::new(), TokenStream::new());
    for ((parameter, ty), callable) in function.parameters.iter().zip(written).zip(callables) {
        match (parameter, callable) {
            (Parameter::Barrier, _) => {}
            (Parameter::Callable(callable), Some(Callable { inputs, output, .. })) => {
                let ident = &function.callables[*callable].ident;
                let ignored = inputs.iter().map(|ty| quote!(_: #ty));
                closures
                    .extend(quote!(let mut #ident = |#(#ignored),*| -> #output { ::core::unreachable!() };));
                if let syn::Type::Reference(reference) = ty {
                    let word = &reference.mutability;
                    closures.extend(quote!(let #word #ident = &#word #ident;));
                }
            }
            (Parameter::Callable(_), None) => {}
            (Parameter::View(capture), _) => {
                let Some(view) = view_parameter(ty) else { continue };
                let (ident, element, rank) =
                    (&function.captures[*capture].ident, &view.element, &view.ranked);
                parameters.push(match view.mutable {
                    true => quote!(#ident: &#private::SharedAccess<#element, #rank>),
                    false => quote!(#ident: #private::ViewArg<'_, #element, #rank, #private::ReadAccess<#element, #rank>>),
                });
            }
            (Parameter::Var(var), _) => {
                let (name, variable) = (&names[var.0], &kernel.body.variables[var.0]);
                let mutable = (variable.mutable && variable.reference.is_none()).then(|| quote!(mut));
                let ty = match ty {
                    syn::Type::Reference(reference) => {
                        let (word, to) = (&reference.mutability, &reference.elem);
                        quote!(&#word #to)
                    }
                    ty => quote!(#ty),
                };
                parameters.push(quote!(#mutable #name: #ty));
            }
        }
    }
    let named = used_parameters(function, &names);
    quote! {
        let _ = |#locator: &#private::Row<1>, #lane: ::core::primitive::usize, #(#parameters),*| -> #output {
            let _ = (#locator, #lane);
            #closures
            #(let _ = &#named;)*
            #body
        };
    }
}

/// Removes barriers and `uniform`. They do not affect types, and a barrier would divide the printed code into
/// several loops.
fn remove_barriers(block: &mut Vec<Stmt>) {
    block.retain(|stmt| !matches!(stmt, Stmt::Barrier(..)));
    for stmt in block.iter_mut() {
        stmt.blocks_mut().into_iter().for_each(remove_barriers);
        stmt.walk_expressions_mut(&mut |expr| {
            if let ExprKind::Uniform(value) = &expr.kind {
                *expr = (**value).clone();
            }
        });
    }
}

fn scalar_version(function: &Function, written: &[syn::Type], form: Variant) -> ScalarFunction {
    let looks = form == Variant::Checked && function.by_ref_self;
    let mut kernel = function.as_kernel();
    if let (true, Some(Parameter::Var(this))) = (looks, function.parameters.first()) {
        // A method with `&self` may be called on tile memory, while other work-items write fields that the
        // method does not read. If the receiver counts as a by-reference parameter, the body reads it field by
        // field. So the `Checker` reports no race with those writes.
        kernel.body.variables[this.0].reference = Some((0, false));
    }
    let facts = Facts::new(kernel);
    let variables = &facts.kernel.body.variables;
    let plan = Plan::item_by_item(&facts, &[]);
    let names = function_names(&facts, function);
    let body = scalar_body(function, &plan, &names, form, false);
    let lifetime = Lifetime::new("'amp_by_ref", Span::mixed_site());
    let mut generics = Vec::new();
    if written.iter().any(|ty| matches!(ty, syn::Type::Reference(_))) {
        generics.push(quote!(#lifetime));
    }
    let mut without_size = Vec::new();
    let types = written.iter().enumerate().map(|(n, ty)| match (view_parameter(ty), ty) {
        (Some(view), _) => {
            let (element, rank) = (&view.element, &view.ranked);
            let private = quote!(::amp::__private);
            if view.mutable {
                return quote!(&#lifetime #private::SharedAccess<#element, #rank>);
            }
            let access = format_ident!("AmpView{n}");
            generics.push(quote!(#access: ?Sized + #private::Reads<#element, #rank>));
            quote!(#private::ViewArg<#lifetime, #element, #rank, #access>)
        }
        (None, syn::Type::ImplTrait(closure)) => {
            let (name, bounds) = (format_ident!("AmpCall{n}"), &closure.bounds);
            generics.push(quote!(#name: #bounds));
            quote!(#name)
        }
        (None, syn::Type::Reference(reference)) if matches!(*reference.elem, syn::Type::ImplTrait(_)) => {
            let syn::Type::ImplTrait(closure) = &*reference.elem else { return quote!(#ty) };
            let (name, bounds, word) = (format_ident!("AmpCall{n}"), &closure.bounds, &reference.mutability);
            generics.push(quote!(#name: #bounds));
            without_size.extend((form == Variant::Checked).then(|| name.to_token_stream()));
            quote!(&#lifetime #word #name)
        }
        (None, syn::Type::Reference(reference)) => {
            let (word, to) = (&reference.mutability, &reference.elem);
            if form == Variant::Checked && matches!(function.parameters.get(n), Some(Parameter::Callable(_)))
            {
                without_size.push(to.to_token_stream());
            }
            quote!(&#lifetime #word #to)
        }
        (None, ty) => quote!(#ty),
    });
    let types = types.collect();
    let shared = written.iter().enumerate().map(|(n, ty)| match ty {
        _ if slice_parameter(ty).is_some() => None,
        syn::Type::Reference(reference) if reference.mutability.is_none() && view_parameter(ty).is_none() => {
            let is_value = matches!(function.parameters.get(n), Some(Parameter::Var(_)));
            (is_value && !matches!(*reference.elem, syn::Type::ImplTrait(_)))
                .then(|| reference.elem.to_token_stream())
        }
        _ => None,
    });
    let shared = shared.collect();
    let slices = written.iter().map(slice_parameter).collect();
    // A by-reference closure may have the unsized type `dyn Fn`. A reference to the closure can be called,
    // too, and its type is sized. So the body uses a reference, which it can pass on.
    let by_ref_closures = function.parameters.iter().zip(written).filter_map(|it| match it {
        (Parameter::Callable(callable), syn::Type::Reference(reference)) if form == Variant::Checked => {
            let (ident, word) = (&function.callables[*callable].ident, &reference.mutability);
            Some(quote!(let mut #ident = &#word #ident;))
        }
        _ => None,
    });
    let parameters = function.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Var(var) => {
            let (name, variable) = (&names[var.0], &variables[var.0]);
            let mutable = (variable.mutable && variable.reference.is_none()).then(|| quote!(mut));
            Some(quote!(#mutable #name))
        }
        Parameter::View(capture) => Some(function.captures[*capture].ident.to_token_stream()),
        // `mut`, because calling a closure may modify its captures.
        Parameter::Callable(callable) => {
            let ident = &function.callables[*callable].ident;
            Some(quote!(mut #ident))
        }
        Parameter::Barrier => None,
    });
    let named = used_parameters(function, &names);
    let checked = form == Variant::Checked;
    let body = checked.then(|| placeholder_body(&function.body)).flatten().unwrap_or(body);
    let body = quote!(#(let _ = &#named;)* #(#by_ref_closures)* #body);
    ScalarFunction {
        checked,
        by_shared_self: looks,
        generics,
        types,
        shared_targets: shared,
        slices,
        parameters: parameters.collect(),
        body,
        unsized_parameters: without_size,
    }
}

/// For the type of a parameter that is a slice: whether it is `&mut`, and the type of the items.
fn slice_parameter(ty: &syn::Type) -> Option<(bool, TokenStream)> {
    let syn::Type::Reference(reference) = ty else { return None };
    let syn::Type::Slice(slice) = &*reference.elem else { return None };
    Some((reference.mutability.is_some(), slice.elem.to_token_stream()))
}

/// The names of a function's variables in the generated code.
fn function_names(facts: &Facts, function: &Function) -> Vec<Ident> {
    let mut names = names(facts);
    for name in names.iter_mut().filter(|name| *name == "self") {
        *name = Ident::new("this", call_site(function.site));
    }
    names
}

/// Prints the body of a function for one work-item.
fn scalar_body(
    function: &Function,
    plan: &Plan<'_>,
    names: &[Ident],
    form: Variant,
    only_types: bool,
) -> TokenStream {
    let variables = &plan.facts.kernel.body.variables;
    let mut printer = Printer::new(plan, names, form);
    printer.function.returns_values = true;
    printer.function.only_types = only_types;
    printer.function.locator = Some(own("locator"));
    let by_ref = function.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Var(var) if variables[var.0].reference.is_some() => Some(*var),
        _ => None,
    });
    printer.function.by_ref_targets = by_ref.map(|var| (var, names[var.0].clone())).collect();
    let mut body = TokenStream::new();
    for node in &plan.nodes {
        let Node::Rows(rows) = node else { continue };
        for row in rows {
            let RowNode::Lanes(lanes) = row else { continue };
            for stmt in reachable(&lanes.block, variables) {
                body.extend(printer.stmt(stmt, At::Lane { masked: true }));
            }
        }
    }
    body
}

/// The parameters as expressions. The generated code uses each of them, so rustc reports an unused parameter
/// only in the user's own function.
fn used_parameters(function: &Function, names: &[Ident]) -> Vec<TokenStream> {
    let named = function.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Var(var) => Some(names[var.0].to_token_stream()),
        Parameter::View(capture) => Some(function.captures[*capture].ident.to_token_stream()),
        Parameter::Callable(callable) => Some(function.callables[*callable].ident.to_token_stream()),
        Parameter::Barrier => None,
    });
    named.collect()
}

/// The kind of a device function. It determines the trait and the `Self` type through which a call finds the
/// CPU or checked version. Each kind contains the hash of the function's name.
#[derive(Clone)]
pub(crate) enum FunctionKind {
    /// A free function or the default body of an associated function. The hash of a free function is 0. The
    /// `Self` type is the struct that `#[device]` declares under the function's name, or a generated type that
    /// stands for the default bodies of a device trait. `implementation` is the last type argument of the trait, if it
    /// contains generic parameters.
    Function { hash: u64, implementation: Option<TokenStream> },
    /// An associated function or method. The `Self` type is the type of the `impl` block. The last type
    /// argument of the trait is `implementation`, a type that stands for the block.
    OfType { hash: TokenStream, receiver: bool, implementation: TokenStream },
    /// An operator. The `Self` type is the type of the left operand.
    Operator { hash: u64, rhs: TokenStream },
    /// The default body of a method. The `Self` type is that of the default body of an associated function. The
    /// receiver is the first argument.
    ProvidedMethod { hash: u64, implementation: Option<TokenStream> },
}

impl ScalarFunction {
    /// Prints the trait implementation for the `Self` type `owner`.
    pub(crate) fn implementation(
        self,
        owner: &TokenStream,
        found: &FunctionKind,
        generics: &syn::Generics,
        output: &TokenStream,
    ) -> TokenStream {
        let ScalarFunction {
            checked,
            by_shared_self: looks,
            shared_targets: shared,
            slices,
            mut types,
            mut parameters,
            body,
            unsized_parameters: without_size,
            ..
        } = self;
        let own_generics = self.generics;
        let (private, checker, given) = (quote!(::amp::__private), checker(), own("given"));
        let (declared, where_clause) = (&generics.params, &generics.where_clause);
        // Rust requires that lifetimes come before type parameters.
        let (mut lifetimes, mut views): (Vec<_>, Vec<_>) =
            own_generics.into_iter().partition(|generic| generic.to_string().starts_with('\''));
        let name = match (found, checked) {
            (FunctionKind::OfType { receiver: true, .. }, true) => "CheckedMethod",
            (FunctionKind::OfType { receiver: true, .. }, false) => "CpuMethod",
            (FunctionKind::Operator { .. }, _) => "CheckedOperator",
            (
                FunctionKind::Function { .. }
                | FunctionKind::OfType { .. }
                | FunctionKind::ProvidedMethod { .. },
                checked,
            ) => {
                if checked {
                    "CheckedFunction"
                } else {
                    "CpuFunction"
                }
            }
        };
        let name = Ident::new(name, Span::call_site());
        // The body gets a copy of the receiver, with two exceptions: the method may modify the receiver, or
        // the version reads the receiver field by field (`by_shared_self`).
        let changed = |ty: &TokenStream| ty.to_string().starts_with('&');
        let taken = |ty: &TokenStream, place: TokenStream| {
            if changed(ty) || looks { place } else { quote!(*#place) }
        };
        let mut called = None;
        // rustc accepts `&mut T` for a `&T` parameter, but it does not coerce types when it selects an impl. So
        // the implementation of the CPU version is generic over the argument's type, with the bound
        // `Deref<Target = T>`.
        let mut looked_at = TokenStream::new();
        // The argument for a slice parameter may also be an array, which coerces to a slice in Rust. So the
        // argument's type is a type parameter, and the body converts the argument to a slice.
        for (n, slice) in slices.into_iter().enumerate() {
            let Some((mutable, item)) = slice else { continue };
            let (given, name) = (format_ident!("AmpSlice{n}"), &parameters[n]);
            let (word, form, of, method) = match mutable {
                true => (quote!(mut), quote!(DerefMut), quote!(SliceOrArrayMut), quote!(slice_mut)),
                false => (TokenStream::new(), quote!(Deref), quote!(SliceOrArray), quote!(slice)),
            };
            looked_at.extend(quote!(let #word #name = #name; let #name: &#word [#item] = #private::#of::#method(&#word *#name);));
            views.push(quote!(#given: ::core::ops::#form<Target: #private::#of<Item = #item>>));
            types[n] = given.to_token_stream();
        }
        if !checked {
            for (n, to) in shared.iter().enumerate().filter_map(|(n, to)| Some((n, to.as_ref()?))) {
                let (by_ref, name) = (format_ident!("AmpShared{n}"), &parameters[n]);
                looked_at.extend(quote!(let #name: &#to = &*#name;));
                views.push(quote!(#by_ref: ::core::ops::Deref<Target = #to>));
                types[n] = by_ref.to_token_stream();
            }
            if !types.iter().any(|ty| ty.to_string().contains('\'')) {
                lifetimes.clear();
            }
        }
        let mut own_place = TokenStream::new();
        let mut changes = TokenStream::new();
        let mut first = TokenStream::new();
        let of_impl = match found {
            FunctionKind::OfType { implementation, .. } => quote!(, #implementation),
            FunctionKind::Function { implementation, .. }
            | FunctionKind::ProvidedMethod { implementation, .. } => {
                implementation.iter().map(|implementation| quote!(, #implementation)).collect()
            }
            FunctionKind::Operator { .. } => TokenStream::new(),
        };
        let (hash, arguments, taken_apart) = match found {
            FunctionKind::Function { hash, .. } => {
                (quote!(#hash,), quote!((#(#types,)*)), quote!((#(#parameters,)*)))
            }
            FunctionKind::OfType { hash, receiver: false, .. } => {
                (quote!(#hash,), quote!((#(#types,)*)), quote!((#(#parameters,)*)))
            }
            FunctionKind::OfType { hash, .. } => {
                let (this, ty) = (parameters.remove(0), types.remove(0));
                let changed = changed(&ty);
                changes = quote!(const MUTATES_RECEIVER: ::core::primitive::bool = #changed;);
                own_place = quote!(&mut self,);
                let taken = match checked && !changed && !looks {
                    true => quote!(#checker.tile_copied(self)),
                    false => taken(&ty, quote!(self)),
                };
                first = quote!(let #this = #taken;);
                called = checked.then_some(changed);
                (quote!(#hash,), quote!((#(#types,)*)), quote!((#(#parameters,)*)))
            }
            FunctionKind::Operator { hash, rhs } => {
                let (this, this_taken) = (parameters.remove(0), taken(&types.remove(0), quote!(self)));
                own_place = quote!(&mut self,);
                first = quote!(let #this = #this_taken;);
                lifetimes.clear();
                let right = parameters.iter().zip(&types).map(|(name, ty)| {
                    let word = ty.to_string().starts_with('&').then(|| quote!(&));
                    quote!(let #name = #word #given;)
                });
                first.extend(right);
                (quote!(#hash,), quote!(#rhs), quote!(_))
            }
            FunctionKind::ProvidedMethod { hash, .. } => {
                let (this, ty, place) = (parameters.remove(0), types.remove(0), own("called_on"));
                let taken = taken(&ty, quote!(#place));
                first = quote!(let #this = #taken;);
                lifetimes.push(quote!('amp_place));
                let implementor = implementor();
                let arguments = quote!((&'amp_place mut #implementor, (#(#types,)*)));
                (quote!(#hash,), arguments, quote!((#place, (#(#parameters,)*))))
            }
        };
        let shown = match found {
            FunctionKind::OfType { .. } => {
                Opaque::of(output, "AmpOutput", &quote!(#owner #hash #of_impl #body))
            }
            _ => Opaque::plain(output),
        };
        let (hidden, output, returned) = (output, &shown.ty, &shown.parameter);
        let method = Ident::new(
            if let FunctionKind::Operator { .. } = found { "operate" } else { "call" },
            Span::call_site(),
        );
        // The trait `CheckedMethod` declares `call` with `&mut self` and `amp_call_ref` with `&self`. A
        // caller of `amp_call_ref` needs no copy of the receiver. If the user's method may modify its
        // receiver, the generated body is that of `call`, otherwise that of `amp_call_ref`. `both` contains
        // the other of the two methods.
        let both = match called {
            Some(true) => quote! {
                fn amp_call_ref(&self, _: &#private::Checker, _: #arguments) -> #output {
                    ::core::unreachable!()
                }
            },
            Some(false) => quote! {
                fn call(&mut self, #checker: &#private::Checker, #given: #arguments) -> #output {
                    <Self as #private::CheckedMethod<#hash #arguments #of_impl>>::amp_call_ref(self, #checker, #given)
                }
            },
            None => TokenStream::new(),
        };
        let (method, own_place) = match called {
            Some(false) => (Ident::new("amp_call_ref", Span::call_site()), quote!(&self,)),
            _ => (method, own_place),
        };
        let head = match checked {
            true => {
                quote!(fn #method(#own_place #checker: &#private::Checker, #given: #arguments) -> #output)
            }
            false => {
                let (locator, lane) = (own("locator"), own("lane"));
                quote! {
                    #[inline(always)]
                    fn run<AmpLocator: #private::Locate>(
                        #own_place
                        #locator: &AmpLocator,
                        #lane: ::core::primitive::usize,
                        #given: #arguments,
                    ) -> #output
                }
            }
        };
        let predicates = where_clause.iter().flat_map(|clause| &clause.predicates);
        let comma = (!declared.is_empty() && !declared.trailing_punct()).then(|| quote!(,));
        let (body, bound) = (shown.returned(hidden, body), &shown.bound);
        let unlisted = unlisted(generics);
        quote! {
            #unlisted
            impl<#(#lifetimes,)* #declared #comma #(#views,)* #returned> #private::#name<#hash #arguments #of_impl> for #owner
            where
                #(#predicates,)* #bound #(#without_size: ?Sized,)*
            {
                type Output = #output;
                #changes
                #both
                #head {
                    let #taken_apart = #given;
                    #looked_at
                    #first
                    #body
                }
            }
        }
    }
}
