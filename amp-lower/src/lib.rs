//! amp's compiler: the tokens of a kernel in; its expansion, or what is wrong with it, out.
//!
//! A kernel walks straight through: `parse` takes the tokens apart, `lower` makes IR of them and accepts or refuses
//! each construct, `check` asks what only the whole kernel can tell. Then there is one gate: all diagnostics, or none.
//! Behind it nothing fails: `emit` prints the shader's template and the native twin. naga has the last word on the
//! template.
//!
//! This is an ordinary library, so that everything in it can be tested; `amp-macros` is only the door.
#![forbid(unsafe_code)]

mod analysis;
mod check;
mod derive;
mod diagnostics;
mod emit;
mod ir;
mod lower;
mod parse;
mod site;
#[cfg(test)]
mod testing;
mod unread;
mod unsaid;
mod validate;
mod vocabulary;

use analysis::Facts;
use diagnostics::Diagnostics;
pub use diagnostics::{Code, Rejection};
use emit::{expansion, twin, wgsl};
use proc_macro2::TokenStream;
use syn::visit_mut::VisitMut;

/// Refuses tokens that nobody can take apart; of what is refused so, no stub is made either.
pub fn endless(tokens: &TokenStream) -> Result<(), Rejection> {
    parse::endless::refused(tokens)
}

/// `#[kernel(..)] fn ..`
pub fn kernel(attribute: TokenStream, item: TokenStream) -> Result<TokenStream, Rejection> {
    let refused = |rejection| unread::item(&item, rejection);
    compile(item.clone(), |item, diagnostics| parse::kernel(attribute, item, diagnostics)).map_err(refused)
}

/// `amp!(..)`
pub fn closure_kernel(tokens: TokenStream) -> Result<TokenStream, Rejection> {
    compile(tokens.clone(), parse::closure).map_err(|rejection| unread::closure(&tokens, rejection))
}

/// The corridor.
fn compile(
    tokens: TokenStream,
    parse: impl FnOnce(TokenStream, &mut Diagnostics) -> syn::Result<parse::KernelInput>,
) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    let tokens = parse::raw::plain(parse::fragments::opened(tokens));
    parse::conditional::refuse(&tokens, &mut diagnostics);
    let input = diagnostics.parsed(|diagnostics| parse(tokens, diagnostics))?;
    let mut kernel = lower::kernel(&input, &mut diagnostics);
    analysis::settle(&mut kernel);
    let functions = functions(&kernel.body, &mut diagnostics);
    let facts = Facts::new(&kernel);
    check::kernel(&facts, &mut diagnostics);
    diagnostics.gate()?;
    let braces = input.body.brace_token.span.join();
    let (template, marks) = wgsl::kernel(&facts);
    let twin = twin::kernel(&facts, braces);
    validate::kernel(&facts, &template, &marks, &mut diagnostics);
    diagnostics.finish()?;
    let checked = cfg!(feature = "checked").then(|| twin::checked(&facts));
    Ok(expansion::kernel(&input, &facts, &template, &twin, checked, &functions))
}

/// The functions that are declared in a body: device functions that nobody else sees.
fn functions(body: &ir::Body, diagnostics: &mut Diagnostics) -> TokenStream {
    let expanded = body.functions.iter().map(|item| {
        match device_in(Diagnostics::default(), TokenStream::new(), quote::quote!(#item)) {
            Ok(expansion) => expansion,
            Err(rejection) => {
                diagnostics.absorb(rejection);
                TokenStream::new()
            }
        }
    });
    expanded.collect()
}

/// `#[device] fn ..`
pub fn device(attribute: TokenStream, item: TokenStream) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    let plain = parse::raw::plain(parse::fragments::opened(item.clone()));
    parse::conditional::refuse(&plain, &mut diagnostics);
    device_in(diagnostics, attribute, plain).map_err(|rejection| unread::item(&item, rejection))
}

fn device_in(
    mut diagnostics: Diagnostics,
    attribute: TokenStream,
    item: TokenStream,
) -> Result<TokenStream, Rejection> {
    let input = diagnostics.parsed(|diagnostics| parse::device(attribute, item, diagnostics))?;
    let functions: Vec<_> = match &input {
        parse::DeviceInput::Struct(item) => {
            let expansion = derive::compared(item, &mut diagnostics);
            return diagnostics.finish().map(|()| expansion);
        }
        parse::DeviceInput::Function(function) => vec![&**function],
        parse::DeviceInput::Impl(_, functions) | parse::DeviceInput::Trait(_, functions) => {
            functions.iter().collect()
        }
    };
    let lowered: Vec<_> = functions.iter().map(|input| lower::device(input, &mut diagnostics)).collect();
    if let parse::DeviceInput::Impl(block, _) = &input {
        lower::block(block, &mut diagnostics);
        check::cycles(&lowered, &block.self_ty, &mut diagnostics);
    }
    lowered.iter().for_each(|function| check::function(function, &mut diagnostics));
    let inner: Vec<_> =
        lowered.iter().map(|function| self::functions(&function.body, &mut diagnostics)).collect();
    diagnostics.finish()?;
    let templates: Vec<_> = lowered.iter().map(|function| wgsl::function(function).0).collect();
    Ok(expansion::device(&input, &lowered, &templates, &inner))
}

/// `#[derive(GpuType)]`
pub fn gpu_type(item: TokenStream) -> Result<TokenStream, Rejection> {
    let mut diagnostics = Diagnostics::default();
    let parsed = diagnostics.parsed(|_| syn::parse2(item.clone()));
    let mut input = parsed.map_err(|rejection| unread::item(&item, rejection))?;
    parse::Ungrouped.visit_derive_input_mut(&mut input);
    let expansion = derive::gpu_type(&input, &mut diagnostics);
    diagnostics.finish()?;
    Ok(expansion)
}

/// What stands in for a `GpuType` that was refused.
pub fn gpu_type_stub(item: TokenStream) -> TokenStream {
    syn::parse2(item).map_or_else(|_| TokenStream::new(), |input| derive::stub(&input))
}

/// What a trait's macro asks for: the functions that an `impl` has from the trait's bodies.
pub fn device_defaults(tokens: TokenStream) -> TokenStream {
    let (site, detail) = match expansion::defaults(tokens) {
        Ok(Ok(expansion)) => return expansion,
        Ok(Err(refused)) => refused,
        Err(error) => return error.to_compile_error(),
    };
    let mut diagnostics = Diagnostics::default();
    diagnostics.advise(Code::AMP008, site, detail, diagnostics::advice::signature::IN_TRAIT);
    match diagnostics.finish() {
        Ok(()) => TokenStream::new(),
        Err(rejection) => rejection.into_tokens(),
    }
}

/// What stands in the place of a kernel function that was refused, so that one mistake is one message.
pub fn kernel_stub(item: TokenStream) -> TokenStream {
    expansion::kernel_stub(unread::without_bodies(item))
}

/// What stands in the place of a closure kernel that was refused.
pub fn closure_stub(tokens: TokenStream) -> TokenStream {
    let stub = expansion::closure_stub(&tokens);
    let again = unread::closure_again(&tokens);
    quote::quote!(#again #stub)
}

/// What stands in the place of a device function that was refused, or of a block of them.
pub fn device_stub(item: TokenStream) -> TokenStream {
    let item = unread::without_bodies(item);
    let accepted = |item| device(TokenStream::new(), item).ok();
    expansion::block_stub(item.clone(), lower::is_foreign, accepted)
        .unwrap_or_else(|| expansion::device_stub(item, lower::is_refused))
}
