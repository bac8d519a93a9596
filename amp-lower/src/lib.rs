//! amp's compiler: turns the tokens of a kernel into its expansion, or into diagnostics.
//!
//! `parse` reads the tokens, `lower` builds the IR and accepts or rejects each construct, and `check` applies
//! the rules that need the whole kernel. A single gate follows: if these stages reported anything, all
//! diagnostics are returned together. The steps after the gate cannot fail: `emit` prints the shader template
//! and the CPU code. Finally naga validates the template.
//!
//! The crate is an ordinary library, so that all of it can be tested; `amp-macros` only forwards to it.
#![forbid(unsafe_code)]

mod analysis;
mod check;
mod derive;
mod diagnostics;
pub mod editor;
mod emit;
#[cfg(feature = "explain")]
pub mod explain;
mod ir;
mod last_resort_lint;
mod lower;
mod parse;
mod site;
mod source;
#[cfg(test)]
mod testing;
mod unparsed;
mod validate;
mod vocabulary;

use analysis::Facts;
pub use derive::SourcePosition;
use diagnostics::Diagnostics;
pub use diagnostics::{Code, Rejection};
use emit::expansion::ImplOutput;
use emit::{cpu, expansion, wgsl};
use parse::view_structs::{Mode, Request, ViewStruct};
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::VisitMut;

/// Rejects tokens that nest too deeply to be processed. The expansion is then the error alone, without a
/// stub.
pub fn check_token_nesting(tokens: &TokenStream) -> Result<(), Rejection> {
    parse::token_limits::check(tokens)
}

/// Compiles `#[kernel(..)] fn ..`.
pub fn kernel(attribute: TokenStream, item: TokenStream) -> Result<TokenStream, Rejection> {
    let plain = plain(item.clone());
    let function = syn::parse2(plain.clone());
    if let Some(expansion) =
        function.as_ref().ok().and_then(|function| kernel_of_views(&attribute, &plain, function))
    {
        return Ok(expansion);
    }
    compile(&plain, |diagnostics| parse::kernel(attribute, function, None, diagnostics))
        .map_err(|rejection| unparsed::item(&item, rejection))
}

/// The tokens without invisible groups and without raw identifiers that are no keywords.
fn plain(tokens: TokenStream) -> TokenStream {
    parse::raw_identifiers::normalised(parse::fragments::without_invisible_groups(tokens))
}

/// The expansion of a kernel function whose parameters may be structs of views. `None` for another kernel.
fn kernel_of_views(
    attribute: &TokenStream,
    plain: &TokenStream,
    function: &syn::ItemFn,
) -> Option<TokenStream> {
    let paths = parse::view_structs::asks_in_kernel(function);
    if paths.is_empty() {
        return None;
    }
    let index = parse::index_of(&function.sig)?;
    let mut function = function.clone();
    parse::add_bounds(&mut function);
    let request = Request::new(Mode::Kernel, attribute.clone(), plain.clone(), paths);
    Some(expansion::kernel_of_views(&function, index.rank, index.tiled, &request))
}

/// Compiles `amp!(..)`.
pub fn closure_kernel(tokens: TokenStream) -> Result<TokenStream, Rejection> {
    let paths = parse::structs_in_closure(&tokens);
    if !paths.is_empty() {
        let request = Request::new(Mode::Closure, TokenStream::new(), tokens, paths);
        return Ok(expansion::call_with_views(&request));
    }
    closure_with_views(tokens, &[])
}

fn closure_with_views(
    tokens: TokenStream,
    structs: &[(String, Option<ViewStruct>)],
) -> Result<TokenStream, Rejection> {
    let plain = plain(tokens.clone());
    compile(&plain, |diagnostics| parse::closure(plain.clone(), structs, diagnostics))
        .map_err(|rejection| unparsed::closure(&tokens, rejection))
}

/// Compiles a macro call that takes structs of views. The macros of the structs call it with their declarations.
pub fn with_views(tokens: TokenStream) -> TokenStream {
    let request: Request = match syn::parse2(tokens) {
        Ok(request) => request,
        Err(error) => return error.to_compile_error(),
    };
    if !request.pending.is_empty() {
        return expansion::call_with_views(&request);
    }
    let (structs, item) = (request.structs(), request.item.clone());
    match request.mode {
        Mode::Kernel => {
            let attribute = request.attribute.clone();
            let (plain, checks) =
                parse::iterator_calls::marked_kernel(plain(item.clone()), &request.answers());
            let compiled = compile(&plain, |diagnostics| {
                parse::kernel(attribute, syn::parse2(plain.clone()), Some(&structs), diagnostics)
            });
            let compiled = compiled.map(|compiled| match checks.is_empty() {
                true => compiled,
                false => quote!({ #checks #compiled }),
            });
            compiled.unwrap_or_else(|rejection| {
                let (errors, stub) = (rejection.into_tokens(), expansion::kernel_value_stub(item));
                quote!({ #errors #stub })
            })
        }
        Mode::Closure => closure_with_views(item.clone(), &structs).unwrap_or_else(|rejection| {
            let (errors, stub) = (rejection.into_tokens(), closure_stub(item));
            quote!({ #errors #stub })
        }),
        Mode::Body => made_in_bodies(&request, &structs).unwrap_or_else(|rejection| {
            let (errors, stub) = (rejection.into_tokens(), stub_of_bodies(item));
            quote!(#errors #stub)
        }),
        Mode::Device => device_with_views(&request, &structs).unwrap_or_else(Rejection::into_tokens),
    }
}

/// Compiles the hidden functions of an item that takes structs of views.
fn device_with_views(
    request: &Request,
    structs: &[(String, Option<ViewStruct>)],
) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    for ((path, _), (_, found)) in request.known.iter().zip(structs) {
        if found.is_none() && parse::view_structs::is_parameter_type(path) {
            let detail = format!("`{}`, which does not derive `GpuViews`", site::quoted(path));
            let advice = diagnostics::advice::signature::DERIVE_VIEWS;
            diagnostics.advise(Code::AMP002, site::Site::of(path), detail, advice);
        }
    }
    let hidden = diagnostics
        .parsed(|diagnostics| parse::view_structs::hidden_item(request.item.clone(), structs, diagnostics))?;
    diagnostics.finish()?;
    let quiet = expansion::lint_allowances();
    let (diagnostics, item) = (Diagnostics::default(), quote!(#quiet #hidden));
    device_in(diagnostics, request.attribute.clone(), item, ImplOutput::Block)
}

/// Compiles the code for devices of a function, or a block, that makes structs of views by constructors.
fn made_in_bodies(
    request: &Request,
    structs: &[(String, Option<ViewStruct>)],
) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    let (item, checks) = diagnostics.parsed(|diagnostics| {
        parse::view_structs::made_in_bodies(request.item.clone(), structs, &request.answers(), diagnostics)
    })?;
    let compiled = device_in(diagnostics, request.attribute.clone(), item, ImplOutput::Undeclared)?;
    Ok(quote!(#checks #compiled))
}

/// The stub of a rejected item, without the declarations that `expansion::declarations` has printed.
fn stub_of_bodies(item: TokenStream) -> TokenStream {
    let stub = device_stub(item);
    let Ok(mut file) = syn::parse2::<syn::File>(stub.clone()) else { return stub };
    file.items.retain(|item| !matches!(item, syn::Item::Fn(_) | syn::Item::Struct(_)));
    quote!(#file)
}

/// Runs the stages of the compiler in order. `plain` contains the tokens that `parse` reads.
fn compile(
    plain: &TokenStream,
    parse: impl FnOnce(&mut Diagnostics) -> syn::Result<parse::KernelInput>,
) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    parse::cfg::reject_cfg(plain, &mut diagnostics);
    let input = diagnostics.parsed(parse)?;
    let mut kernel = lower::kernel(&input, &mut diagnostics);
    analysis::assume_receivers_unmodified(&mut kernel);
    let functions = functions(&kernel.body, &mut diagnostics);
    let mut facts = Facts::new(kernel);
    check::kernel(&facts, &mut diagnostics);
    diagnostics.gate()?;
    let braces = input.body.brace_token.span.join();
    let (template, marks) = wgsl::kernel(&facts);
    validate::nesting(&template, &marks, &mut diagnostics);
    diagnostics.gate()?;
    validate::kernel(&facts, &template, &marks, &mut diagnostics);
    diagnostics.finish()?;
    let template = expansion::template(&input, &facts, &template);
    facts.slots = template.entries.slots();
    let cpu_code = cpu::kernel(&facts, braces);
    let checked = cfg!(feature = "checked").then(|| cpu::checked(&facts));
    Ok(expansion::kernel(&input, &facts, &template, &cpu_code, checked, &functions))
}

/// Compiles `op!(..)`: a closure or function that a caller passes to a kernel.
pub fn op(tokens: TokenStream) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    let plain = plain(tokens.clone());
    parse::cfg::reject_cfg(&plain, &mut diagnostics);
    let compiled =
        diagnostics.parsed(|diagnostics| parse::op(plain, diagnostics)).and_then(|input| match input {
            parse::OpInput::Closure(closure, places) => compile_op(&closure, &places, diagnostics),
            parse::OpInput::Function(path) => match lower::method_of_number(&path.path) {
                Some(closure) => compile_op(&closure, &[], diagnostics),
                None => diagnostics.finish().map(|()| expansion::op_of_function(&path)),
            },
        });
    compiled.map_err(|rejection| unparsed::closure(&tokens, rejection))
}

fn compile_op(
    input: &syn::ExprClosure,
    places: &[parse::Place],
    mut diagnostics: Diagnostics,
) -> Result<TokenStream, Rejection> {
    let kernel = lower::op(input, places, &mut diagnostics);
    let functions = functions(&kernel.body, &mut diagnostics);
    let mut facts = Facts::new(kernel);
    check::kernel(&facts, &mut diagnostics);
    diagnostics.gate()?;
    let (template, marks) = wgsl::kernel(&facts);
    validate::nesting(&template, &marks, &mut diagnostics);
    diagnostics.gate()?;
    validate::kernel(&facts, &template, &marks, &mut diagnostics);
    diagnostics.finish()?;
    let kernel = facts.kernel.clone();
    let Some(closure) = lower::closure_of_op(&kernel) else { return Ok(TokenStream::new()) };
    let printed = expansion::PrintedOp::new(&facts, &wgsl::op(&facts, closure));
    facts.slots = printed.entries.slots();
    let run = cpu::op(&facts, closure, false);
    let checked = cfg!(feature = "checked").then(|| cpu::op(&facts, closure, true));
    Ok(expansion::op(&facts, &closure.parameters, &printed, &run, checked, &functions))
}

/// Compiles the functions that are declared inside a body. Each becomes a device function that is local to the body.
fn functions(body: &ir::Body, diagnostics: &mut Diagnostics) -> TokenStream {
    let expanded = body.functions.iter().map(|item| {
        let options = if body.strict_float { quote!(strict_float) } else { TokenStream::new() };
        match device_in(Diagnostics::default(), options, quote!(#item), ImplOutput::Block) {
            Ok(expansion) => expansion,
            Err(rejection) => {
                diagnostics.append(rejection);
                TokenStream::new()
            }
        }
    });
    expanded.collect()
}

/// Compiles `#[device]` items: functions, `impl` blocks, traits and structs.
pub fn device(attribute: TokenStream, item: TokenStream) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    let plain = plain(item.clone());
    parse::cfg::reject_cfg(&plain, &mut diagnostics);
    let function = syn::parse2::<syn::ItemFn>(plain.clone()).ok();
    let declared = function.as_ref().and_then(expansion::macro_of_function);
    let compiled = device_in(diagnostics, attribute, parse::with_bounds_of_block(plain), ImplOutput::Block)
        .map_err(|rejection| unparsed::item(&item, rejection))?;
    Ok(quote!(#compiled #declared))
}

/// Compiles an `impl` block of device methods for a type of the standard library. The type already has these
/// methods on the host, so the expansion contains only the code for devices and for the checked accelerator.
pub fn device_methods(item: TokenStream) -> Result<TokenStream, Rejection> {
    device_in(Diagnostics::default(), TokenStream::new(), item, ImplOutput::Methods)
}

/// Compiles an `impl` block of an operator for a type of the standard library. The type already has the operator on
/// the host, so the expansion contains only the code for devices and for the checked accelerator.
pub fn device_operators(item: TokenStream) -> Result<TokenStream, Rejection> {
    device_in(Diagnostics::default(), TokenStream::new(), item, ImplOutput::StandardOperator)
}

fn device_in(
    mut diagnostics: Diagnostics,
    attribute: TokenStream,
    item: TokenStream,
    impl_output: ImplOutput,
) -> Result<TokenStream, Rejection> {
    if impl_output == ImplOutput::Block
        && let Some(split) = parse::view_structs::split(&item)
    {
        diagnostics.finish()?;
        return device_of_views(attribute, split);
    }
    if impl_output == ImplOutput::Block
        && let Some(mut split) = parse::optional_results::split(&item)
    {
        split.host = expansion::host_uses(split.host);
        return device_parts(diagnostics, attribute, split, ImplOutput::Links);
    }
    if impl_output == ImplOutput::Block
        && let Some(mut split) = parse::iterator_results::split(&item)
    {
        split.host = expansion::host_uses(split.host);
        split.host.extend(split.function.as_ref().and_then(expansion::macro_of_iterator));
        return device_parts(diagnostics, attribute, split, ImplOutput::Block);
    }
    if impl_output == ImplOutput::Block
        && let Some(mut split) = parse::closure_results::split(&item)
    {
        split.host = expansion::host_uses(split.host);
        return device_parts(diagnostics, attribute, split, ImplOutput::Block);
    }
    if impl_output == ImplOutput::Block
        && let Some(mut split) = parse::iterator_parameters::split(&item)
    {
        split.host = expansion::host_uses(split.host);
        let of_arrays = parse::iterator_parameters::of_arrays(&item);
        let mut compiled = device_parts(diagnostics, attribute.clone(), split, ImplOutput::Block)?;
        for function in of_arrays {
            // Without this version, a call with an array is an error of its own.
            let expansion =
                device_in(Diagnostics::default(), attribute.clone(), function, ImplOutput::Methods);
            compiled.extend(expansion.unwrap_or_default());
        }
        return Ok(compiled);
    }
    if impl_output == ImplOutput::Block
        && let Some(mut split) = parse::slice_results::split(&item)
    {
        split.host = expansion::host_uses(split.host);
        return device_parts(diagnostics, attribute, split, ImplOutput::Block);
    }
    if impl_output == ImplOutput::Block
        && let Some(split) = parse::reference_impls::split(&item)
    {
        return device_parts(diagnostics, attribute, split, ImplOutput::Block);
    }
    if let Some(split) = parse::reference_results::split(&item) {
        return device_parts(diagnostics, attribute, split, ImplOutput::Block);
    }
    if impl_output == ImplOutput::Block {
        let paths = parse::view_structs::asks_in_bodies(&item);
        if !paths.is_empty() {
            diagnostics.finish()?;
            let mut compiled = expansion::declarations(&item);
            let request = Request::new(Mode::Body, attribute, item, paths);
            compiled.extend(expansion::call_with_views(&request));
            return Ok(compiled);
        }
    }
    let strict_float =
        diagnostics.parsed(|diagnostics| parse::strict_float(attribute.clone(), diagnostics))?;
    let input = diagnostics.parsed(|diagnostics| parse::device(item, diagnostics))?;
    let functions: Vec<_> = match &input {
        parse::DeviceInput::Type(item) => {
            let derived = derive::derived_comparisons(item, &mut diagnostics);
            diagnostics.finish()?;
            let compiled = comparisons(derived, &attribute)?;
            let mut item = item.clone();
            let mark = quote::format_ident!("{}", derive::MARKED);
            item.attrs.push(syn::parse_quote!(#[#mark]));
            return Ok(quote!(#item #compiled));
        }
        parse::DeviceInput::Fold(fold) => {
            let host = expansion::fold(fold);
            let Some(hidden) = expansion::fold_step(fold) else {
                return diagnostics.finish().map(|()| host);
            };
            let split = parse::reference_results::Split { host, rest: None, hidden, function: None };
            return device_parts(diagnostics, attribute, split, ImplOutput::Block);
        }
        parse::DeviceInput::Function(function) => vec![&**function],
        parse::DeviceInput::Impl(_, functions) | parse::DeviceInput::Trait(_, functions) => {
            functions.iter().collect()
        }
    };
    let mut lowered: Vec<_> = functions.iter().map(|input| lower::device(input, &mut diagnostics)).collect();
    lowered.iter_mut().for_each(|function| function.body.strict_float = strict_float);
    let orders = match &input {
        parse::DeviceInput::Impl(block, _)
            if matches!(impl_output, ImplOutput::Block | ImplOutput::Undeclared) =>
        {
            derive::order_operators(block)
        }
        _ => Vec::new(),
    };
    if let parse::DeviceInput::Impl(block, _) = &input {
        check::cycles(&lowered, &block.self_ty, &mut diagnostics);
    }
    lowered.iter().for_each(|function| check::function(function, &mut diagnostics));
    let inner: Vec<_> =
        lowered.iter().map(|function| self::functions(&function.body, &mut diagnostics)).collect();
    diagnostics.gate()?;
    let template = |function| {
        let (mut template, marks) = wgsl::function(function);
        // A failure in a library method, such as `unwrap`, is reported at the caller.
        if matches!(impl_output, ImplOutput::Methods | ImplOutput::Provided) {
            template.retain(|piece| !matches!(piece, wgsl::Piece::File(_) | wgsl::Piece::Line(_)));
        }
        validate::nesting(&template, &marks, &mut diagnostics);
        template
    };
    let templates: Vec<_> = lowered.iter().map(template).collect();
    diagnostics.finish()?;
    let mut expansion = expansion::device(&input, &lowered, &templates, &inner, impl_output);
    if let parse::DeviceInput::Impl(block, _) = &input
        && let Some(methods) = parse::own_iterator::methods(block)
    {
        expansion.extend(device_in(Diagnostics::default(), attribute.clone(), methods, ImplOutput::Methods)?);
        expansion.extend(expansion::macro_of_iterator_type(block));
    }
    if let parse::DeviceInput::Impl(block, _) = &input
        && matches!(impl_output, ImplOutput::Block | ImplOutput::Undeclared)
        && let Some(methods) = derive::order_methods(block)
    {
        expansion.extend(device_in(
            Diagnostics::default(),
            attribute.clone(),
            methods,
            ImplOutput::Provided,
        )?);
    }
    for block in orders {
        expansion.extend(device_in(Diagnostics::default(), attribute.clone(), block, ImplOutput::Operator)?);
    }
    Ok(expansion)
}

/// Compiles the derived comparisons of a type.
fn comparisons(derived: derive::Comparisons, attribute: &TokenStream) -> Result<TokenStream, Rejection> {
    let operators = derived.operators.into_iter().map(|block| (block, ImplOutput::Operator));
    let methods = derived.methods.into_iter().map(|block| (block, ImplOutput::Methods));
    let compiled = operators
        .chain(methods)
        .map(|(block, output)| device_in(Diagnostics::default(), attribute.clone(), block, output));
    compiled.collect()
}

/// Compiles an item with functions that take structs of views.
fn device_of_views(
    attribute: TokenStream,
    split: parse::view_structs::Split,
) -> Result<TokenStream, Rejection> {
    let parse::view_structs::Split { host, rest, taken, function, paths } = split;
    let mut compiled = expansion::host_uses(host);
    if let Some(function) = &function {
        compiled.extend(expansion::function_struct(function));
        let returns_iterator = parse::iterator_results::item(&function.sig).is_some();
        compiled.extend(returns_iterator.then(|| expansion::macro_of_iterator(function)).flatten());
    }
    if let Some(rest) = rest {
        compiled.extend(device_in(Diagnostics::default(), attribute.clone(), rest, ImplOutput::Block)?);
    }
    let request = Request::new(Mode::Device, attribute, taken, paths);
    compiled.extend(expansion::call_with_views(&request));
    Ok(compiled)
}

/// Compiles an item with functions that return references. `hidden_output` is the output for the hidden part.
fn device_parts(
    mut diagnostics: Diagnostics,
    attribute: TokenStream,
    split: parse::reference_results::Split,
    hidden_output: ImplOutput,
) -> Result<TokenStream, Rejection> {
    let parse::reference_results::Split { host, rest, hidden, function } = split;
    let mut compiled = match syn::parse2(host.clone()) {
        Ok(mut item) => {
            parse::add_values_of_traits(&mut item);
            quote!(#item)
        }
        Err(_) => host,
    };
    compiled.extend(function.map(|function| expansion::function_struct(&function)));
    let quiet = expansion::lint_allowances();
    let hidden = (quote!(#quiet #hidden), hidden_output);
    for (part, output) in rest.into_iter().map(|rest| (rest, ImplOutput::Block)).chain([hidden]) {
        match device_in(Diagnostics::default(), attribute.clone(), part, output) {
            Ok(expansion) => compiled.extend(expansion),
            Err(rejection) => diagnostics.append(rejection),
        }
    }
    diagnostics.finish().map(|()| compiled)
}

/// Compiles `#[derive(GpuType)]`. `position` is the place of the derive in its file, if it has one.
pub fn gpu_type(item: TokenStream, position: Option<SourcePosition>) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    let parsed = diagnostics.parsed(|_| syn::parse2(item.clone()));
    let mut input = parsed.map_err(|rejection| unparsed::item(&item, rejection))?;
    parse::Ungrouped.visit_derive_input_mut(&mut input);
    if derive::borrows(&input) {
        let expansion = derive::gpu_views(&input, &mut diagnostics);
        return diagnostics.finish().map(|()| expansion);
    }
    let mut expansion = derive::gpu_type(&input, &mut diagnostics);
    diagnostics.finish()?;
    let derived = position.filter(|_| !editor::is_running());
    if let Some(derived) = derived.and_then(|position| derive::comparisons_beside(&input, &position)) {
        expansion.extend(comparisons(derived, &TokenStream::new()).unwrap_or_default());
    }
    Ok(expansion)
}

/// Compiles `#[derive(GpuViews)]`.
pub fn gpu_views(item: TokenStream) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    let parsed = diagnostics.parsed(|_| syn::parse2(item.clone()));
    let mut input = parsed.map_err(|rejection| unparsed::item(&item, rejection))?;
    parse::Ungrouped.visit_derive_input_mut(&mut input);
    let expansion = derive::gpu_views(&input, &mut diagnostics);
    diagnostics.finish()?;
    Ok(expansion)
}

/// The expansion of a rejected `#[derive(GpuType)]`: its errors, and placeholder implementations that prevent
/// further errors at uses of the type.
pub fn gpu_type_stub(item: TokenStream, errors: TokenStream) -> TokenStream {
    match syn::parse2(item) {
        Ok(input) => derive::stub(&input, errors),
        Err(_) => errors,
    }
}

/// Expands the helper macro of a `#[device]` trait. The expansion of the trait declares the helper macro, and
/// the expansion of each `impl` calls it. The result links the `impl` to the default methods that it does not
/// override.
pub fn device_defaults(tokens: TokenStream) -> TokenStream {
    expansion::default_impls(tokens).unwrap_or_else(|error| error.to_compile_error())
}

/// The replacement for a rejected kernel function: its signature without its body. Uses of the kernel then
/// report no further errors.
pub fn kernel_stub(item: TokenStream) -> TokenStream {
    expansion::kernel_stub(unparsed::without_bodies(item))
}

/// The replacement for a rejected closure kernel, with which its uses report no further errors.
pub fn closure_stub(tokens: TokenStream) -> TokenStream {
    let stub = expansion::closure_stub(&tokens);
    let again = unparsed::repeated_closure(&tokens);
    quote!(#again #stub)
}

/// The replacement for a rejected op, with which its uses report no further errors.
pub fn op_stub(tokens: TokenStream) -> TokenStream {
    let again = unparsed::repeated_closure(&tokens);
    quote!((|_: ::amp::__private::OpMacroInput<_>| { #again ::amp::__private::RejectedOp }))
}

/// The replacement for a rejected device function, or for a rejected `impl` block or trait of device
/// functions: signatures without bodies.
pub fn device_stub(item: TokenStream) -> TokenStream {
    let item = unparsed::without_bodies(item);
    let accepted = |item| device(TokenStream::new(), item).ok();
    expansion::block_stub(item.clone(), accepted)
        .unwrap_or_else(|| expansion::device_stub(item, lower::is_rejected))
}
