//! The lint copy: the kernel's body as ordinary Rust in a closure that is never called, for rustc's borrow
//! checker.
//!
//! After `let r = &mut w[k];`, the CPU code and the shader use `w[k]` in place of `r`, so rustc's borrow
//! checker does not see the reference there. The copy exists only if the kernel has such references. It costs
//! compile time, but no machine code. Kernels with closures have no copy, because amp accepts some closures
//! that rustc's borrow checker rejects. Kernels that iterate over a view by `&mut` or in chunks have no copy,
//! because views on the host have no such iterators.

use crate::emit::allowed_name;
use crate::ir::{Body, Kernel, Path};
use crate::parse::{Form, KernelInput, view_parameter};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

/// Prints the lint copy, the kernel's body in a closure that is never called, if the kernel needs one.
/// `captures` contains an expression for each capture.
pub(super) fn lint_copy(
    input: &KernelInput,
    kernel: &Kernel,
    captures: &[TokenStream],
) -> Option<TokenStream> {
    let index = input.index.as_ref()?;
    let mut closures = Closures(false);
    closures.visit_block(&input.body);
    if !kernel.body.borrows || kernel.body.iterates_views || closures.0 {
        return None;
    }
    let private = quote!(::amp::__private);
    let mut body = input.body.clone();
    TileStatic(kernel).visit_block_mut(&mut body);
    // `kept` tells whether the copy of the body uses a parameter of the kernel function directly. Ordinary
    // Rust cannot subscript an `Array` or `AtomicView` parameter as a kernel does. A variable of another type
    // then replaces the parameter, so that rustc reports no errors that the kernel does not have.
    let kept = |ident: &Ident| match &input.form {
        Form::Closure => false,
        Form::Function { item, parameters } => {
            !mentions_view(body.to_token_stream(), ident)
                && parameters.iter().filter(|it| it.ident == *ident).all(|it| it.subscripts(item))
        }
    };
    let bound = kernel.captures.iter().zip(captures).filter_map(|(capture, captured)| {
        let (ident, allowed) = (&capture.ident, allowed_name(&capture.ident));
        let value = quote!(#private::borrowck_capture(|| #captured));
        // In the expansion, a view parameter that the kernel only reads has the type `&dyn ReadableView`. The
        // copied body needs the type that the user wrote, so the copy declares a variable of that type.
        if !kept(ident) {
            return Some(quote!(#allowed let mut #ident = #value;));
        }
        let declared = read_view_type(input, ident)?;
        Some(quote!(#allowed let #ident: #declared = #private::unknown();))
    });
    let behind =
        kernel.captures.iter().filter(|capture| capture.star.is_some()).map(|capture| &capture.ident);
    let behind = behind.map(|ident| {
        let allowed = allowed_name(ident);
        quote!(#allowed let #ident = &#ident;)
    });
    let (ident, ty, quiet) = (&index.ident, &index.ty, super::lint_allowances());
    Some(quote! {
        #quiet
        let _ = || {
            #(#bound)*
            #(#behind)*
            let _ = |#ident: #ty| #body;
        };
    })
}

/// Prints code that lets rustc's unused lints judge the kernel as the user wrote it. Functions whose calls
/// both back ends replace, such as `swap`, appear in neither the shader nor the CPU code. The printed code
/// uses them, so rustc counts their imports as used. It declares each unused variable of the kernel again, so
/// rustc reports the variable. All its tokens are the user's, so the user's lint levels apply.
pub(super) fn lint_uses(kernel: &Kernel) -> Option<TokenStream> {
    let (calls, alike) = (intrinsic_uses(&kernel.body), hygiene_uses(&kernel.body));
    let unused = &kernel.body.unused;
    (!calls.is_empty() || !alike.is_empty() || !unused.is_empty()).then(|| {
        quote! {
            let _ = || {
                #(let _ = #calls;)*
                #(#alike)*
                #(let #unused = 0u8;)*
            };
        }
    })
}

/// For each pair of variables with one name and different hygiene, prints a check that rustc also treats them
/// as two variables. The check declares the first with the type `First` and the second as a `u32`. If they
/// are one variable for rustc, the call of `is_first` is a type error.
fn hygiene_uses(body: &Body) -> Vec<TokenStream> {
    let check = |(first, second): &(Ident, Ident)| {
        let quiet = super::lint_allowances();
        quote!(#quiet { let #first = ::amp::__private::First; let #second = 0u32; ::amp::__private::is_first(#first); let _ = #second; })
    };
    body.hygiene_pairs.iter().map(check).collect()
}

/// Prints type checks for calls that neither back end prints, such as `swap`. Each path must resolve to the
/// expected function. A user's function of the same name gives a type error.
fn intrinsic_uses(body: &Body) -> Vec<TokenStream> {
    let call = |(path, count): &(Path, usize)| {
        let (Some(name), path) = (path.names.last(), &path.source) else { return TokenStream::new() };
        let place = quote!(&mut 0u32);
        let others = (1..*count).map(|_| quote!(0u32));
        let (of, arguments) = match name.to_string().as_str() {
            "uniform" => (quote!(::amp::#name), quote!(0u32)),
            "swap" => (quote!(::core::mem::#name), quote!(#place, #place)),
            "replace" | "take" => (quote!(::core::mem::#name), quote!(#place #(, #others)*)),
            "min" | "max" => (quote!(::core::cmp::#name), quote!(0u32, 0u32)),
            "from_fn" => (quote!(::core::array::#name::<u32, 1, fn(usize) -> u32>), quote!(|_| 0u32)),
            "atomic_load" => (quote!(::amp::#name), quote!(&0u32)),
            _ => (quote!(::amp::#name), quote!(#place #(, #others)*)),
        };
        quote!(::amp::__private::assert_same_function(#of, #path)(#arguments))
    };
    body.intrinsic_calls.iter().map(call).collect()
}

/// Prints the checks of `intrinsic_uses` and `hygiene_uses` for a device function. The expansion contains the
/// function as written, so rustc sees its unused variables there.
pub(super) fn lint_items(body: &Body) -> Option<TokenStream> {
    let (calls, alike) = (intrinsic_uses(body), hygiene_uses(body));
    let any = !calls.is_empty() || !alike.is_empty();
    any.then(|| quote!(const _: fn() = || { #(let _ = #calls;)* #(#alike)* };))
}

/// The type that the user declared for a parameter of the kernel function, if the parameter is a view that
/// the kernel reads.
fn read_view_type<'i>(input: &'i KernelInput, ident: &Ident) -> Option<&'i syn::Type> {
    let Form::Function { item, .. } = &input.form else { return None };
    item.sig.inputs.iter().find_map(|input| match input {
        syn::FnArg::Typed(typed) if matches!(&*typed.pat, syn::Pat::Ident(it) if it.ident == *ident) => {
            view_parameter(&typed.ty).filter(|view| !view.mutable).map(|_| &*typed.ty)
        }
        _ => None,
    })
}

/// Whether the tokens borrow the whole view by `&mut view`.
fn mentions_view(tokens: TokenStream, view: &Ident) -> bool {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let inside = tokens.iter().any(|token| match token {
        TokenTree::Group(group) => mentions_view(group.stream(), view),
        _ => false,
    });
    let word = |at: usize| tokens.get(at).map(ToString::to_string).unwrap_or_default();
    let here = |at: usize| {
        let goes_on = word(at + 3).starts_with(['[', '.']);
        word(at) == "&" && word(at + 1) == "mut" && *view == word(at + 2) && !goes_on
    };
    inside || (0..tokens.len()).any(here)
}

/// A visitor that records whether the body contains closures.
struct Closures(bool);

impl<'ast> Visit<'ast> for Closures {
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {
        self.0 = true;
    }
}

/// A visitor that turns `#[tile_static]` variables into ordinary variables with an initialiser. If the kernel
/// subscripts such a variable with an `Index`, the variable also gets a type that accepts these subscripts.
struct TileStatic<'k>(&'k Kernel);

impl VisitMut for TileStatic<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let before = local.attrs.len();
        local.attrs.retain(|attribute| !attribute.path().is_ident("tile_static"));
        if local.attrs.len() < before && local.init.is_none() {
            if let syn::Pat::Type(typed) = &mut local.pat
                && let syn::Pat::Ident(name) = &*typed.pat
                && self.0.body.tile_static.iter().any(|known| known.indexed && known.ident == name.ident)
            {
                let array = &typed.ty;
                typed.ty = syn::parse_quote!(::amp::__private::TileMemory<#array>);
            }
            local.init = Some(syn::LocalInit {
                eq_token: Default::default(),
                expr: Box::new(syn::parse_quote!(::amp::__private::unknown())),
                diverge: None,
            });
        }
        syn::visit_mut::visit_local_mut(self, local);
    }
}

#[cfg(test)]
mod tests {
    use super::mentions_view;
    use quote::{format_ident, quote};

    #[test]
    fn borrowed_view_differs_from_borrowed_element() {
        let y = format_ident!("y");
        assert!(mentions_view(quote!({ f(&mut y, 1) }), &y));
        assert!(!mentions_view(quote!({ f(&mut y[1], &y, &mut x, &mut *y) }), &y));
    }
}
