//! Functions that return slices: `fn used(&self) -> &[f32]`, `fn number(text: &[u8]) -> Option<(u32, &[u8])>`.
//!
//! A device has no pointers. So the function itself is for the host only, and hidden functions tell which part of which array
//! it returns. Their bodies are copies of the user's body. A call makes the slice again (`lower/expr/returned_slice.rs`).
//!
//! In the result of a hidden function, a slice is its first position and its length, and another reference is a copy of its
//! target. All slices in a result are parts of one array.
//!
//! - If the slice is a part of the parameter at position 0, `amp_slice_0_of_inner` returns the first position and the length.
//! - If it is a part of an array in a struct, `amp_slice_of_used` returns them, and `amp_array_of_used` returns the array. A
//!   copy of the array is legal because nothing can modify it while the slice exists.

use super::reference_results::Split;
use super::result_shapes::Shape;
use super::{optional_results, returned_parts};
use crate::site::Site;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::VisitMut;

/// The name of the hidden function that returns the position of the slice in an argument, or in an array of a struct.
pub(crate) fn slice_of(name: &str, argument: Option<usize>) -> String {
    match argument {
        Some(argument) => format!("amp_slice_{argument}_of_{name}"),
        None => format!("amp_slice_of_{name}"),
    }
}

/// The name of the hidden function that returns the array of which the slice is a part.
pub(crate) fn array_of(name: &str) -> String {
    format!("amp_array_of_{name}")
}

/// Whether a function is a hidden function of this module.
pub(crate) fn is_hidden(name: &Ident) -> bool {
    let name = name.to_string();
    name.starts_with("amp_slice_") || name.starts_with("amp_array_of_")
}

/// The array of which a function returns a part.
enum Root {
    Argument(usize, Ident),
    /// The parameter with the struct, the type of the struct, and the names of the fields.
    Field(Box<(syn::Expr, syn::Type)>, Vec<syn::Member>),
}

/// Takes an item apart. `None` if it has no function that returns a slice.
pub(crate) fn split(item: &TokenStream) -> Option<Split> {
    // Most items have no such function. This test avoids a second parse.
    let text = item.to_string();
    if !text.contains("->") || !text.contains('&') || !text.contains('[') {
        return None;
    }
    match syn::parse2(item.clone()).ok()? {
        syn::Item::Fn(function) if function.sig.receiver().is_none() => {
            let mut marked = syn::Item::Fn(function.clone());
            returned_parts::in_item(&mut marked);
            let syn::Item::Fn(marked) = marked else { return None };
            let functions = hidden(&marked.sig, &marked.block, &quote!(pub), None)?;
            let name = &function.sig.ident;
            let hidden = quote!(#[doc(hidden)] impl #name { #functions });
            Some(Split { host: function.to_token_stream(), rest: None, hidden, function: Some(function) })
        }
        syn::Item::Impl(block) if block.trait_.is_none() => {
            let own = returned_parts::Own::of(&block);
            let of = |it: &syn::ImplItem| match it {
                syn::ImplItem::Fn(it) => {
                    let mut marked = syn::ImplItem::Fn(it.clone());
                    own.mark(&mut marked);
                    let syn::ImplItem::Fn(it) = &marked else { return None };
                    hidden(&it.sig, &it.block, &it.vis.to_token_stream(), Some(&block.self_ty))
                }
                _ => None,
            };
            let functions: TokenStream = block.items.iter().filter_map(of).collect();
            if functions.is_empty() {
                return None;
            }
            let (parameters, clause, owner) =
                (&block.generics.params, &block.generics.where_clause, &block.self_ty);
            let hidden = quote!(#[doc(hidden)] impl<#parameters> #owner #clause { #functions });
            let (host, mut rest): (Vec<_>, Vec<_>) =
                block.items.iter().cloned().partition(|item| of(item).is_some());
            rest.iter_mut().for_each(|item| own.mark(item));
            let has_functions = rest.iter().any(|item| matches!(item, syn::ImplItem::Fn(_)));
            let with = |items| syn::ItemImpl { items, ..block.clone() }.into_token_stream();
            let (host, rest) = match has_functions {
                true => (with(host), Some(with(rest))),
                false => (block.to_token_stream(), None),
            };
            Some(Split { host, rest, hidden, function: None })
        }
        _ => None,
    }
}

/// The hidden functions for one function. `None` if it returns no slice, or a slice of an unknown array.
fn hidden(
    signature: &syn::Signature,
    body: &syn::Block,
    visibility: &TokenStream,
    owner: Option<&syn::Type>,
) -> Option<TokenStream> {
    let syn::ReturnType::Type(_, ty) = &signature.output else { return None };
    let (shape, mut output) = (Shape::of(ty), (**ty).clone());
    if !shape.has_slice() {
        return None;
    }
    let mut lifetimes = Lifetimes(Vec::new());
    lifetimes.visit_type(ty);
    Shape::replace(&mut output, &syn::parse_quote!((::core::primitive::usize, ::core::primitive::usize)));
    let root = root(signature, lifetimes.0.first().copied(), body, owner)?;
    let place: syn::Expr = match &root {
        Root::Argument(_, name) => syn::parse_quote!(#name),
        Root::Field(of, path) => {
            let base = &of.0;
            syn::parse_quote!(&#base #(.#path)*)
        }
    };
    let mut block = body.clone();
    Positions { whole: place, shape }.block(&mut block);
    let name = signature.ident.to_string();
    let name = name.trim_start_matches("r#");
    let named = |name: String, output: syn::Type| syn::Signature {
        ident: format_ident!("{}", name, span = signature.ident.span()),
        output: syn::ReturnType::Type(Default::default(), Box::new(output)),
        ..signature.clone()
    };
    Some(match root {
        Root::Argument(at, _) => {
            let signature = named(slice_of(name, Some(at)), output);
            quote!(#visibility #signature #block)
        }
        Root::Field(of, path) => {
            let (base, of) = *of;
            let array = path.iter().fold(of, |of, member| {
                let hash = field_hash(&member.to_token_stream().to_string());
                syn::parse_quote!(<#of as ::amp::__private::Field<#hash>>::Type)
            });
            let (mut array, signature) = (named(array_of(name), array), named(slice_of(name, None), output));
            // The function that returns the array uses no other parameter.
            for input in &mut array.inputs {
                if let syn::FnArg::Typed(typed) = input
                    && let syn::Pat::Ident(parameter) = &mut *typed.pat
                    && parameter.ident != base.to_token_stream().to_string()
                {
                    parameter.ident = format_ident!("_{}", parameter.ident);
                    parameter.mutability = None;
                }
            }
            quote!(#visibility #array { #base #(.#path)* } #visibility #signature #block)
        }
    })
}

/// The parameter from which a function borrows its result, and the array in it.
fn root(
    signature: &syn::Signature,
    lifetime: Option<&syn::Lifetime>,
    body: &syn::Block,
    owner: Option<&syn::Type>,
) -> Option<Root> {
    let is_named = |found: &Option<syn::Lifetime>| match lifetime {
        Some(lifetime) if lifetime.ident != "_" => found.as_ref() == Some(lifetime),
        _ => true,
    };
    let of_field = |base: syn::Expr, ty: syn::Type| {
        let mut fields = Fields { base: base.to_token_stream().to_string(), found: None };
        fields.visit_block(body);
        Some(Root::Field(Box::new((base, ty)), fields.found?))
    };
    if let Some(receiver) = signature.receiver()
        && let syn::ReceiverKind::Reference(_, of, _) = &receiver.kind
        && is_named(of)
    {
        return of_field(syn::parse_quote!(self), owner?.clone());
    }
    let mut found = signature.inputs.iter().enumerate().filter_map(|(at, input)| {
        let syn::FnArg::Typed(typed) = input else { return None };
        let syn::Type::Reference(reference) = &*typed.ty else { return None };
        let syn::Pat::Ident(name) = &*typed.pat else { return None };
        is_named(&reference.lifetime).then_some((at, &name.ident, &*reference.elem))
    });
    let (at, name, to) = found.next()?;
    match to {
        syn::Type::Slice(_) | syn::Type::Array(_) => Some(Root::Argument(at, name.clone())),
        to => of_field(syn::parse_quote!(#name), to.clone()),
    }
}

/// A search for the array of a struct of which a function returns a part: the first field of the parameter that is borrowed,
/// sliced, or the receiver of a method that returns a slice.
struct Fields {
    base: String,
    found: Option<Vec<syn::Member>>,
}

impl Fields {
    fn look(&mut self, it: &syn::Expr) {
        let mut path = Vec::new();
        let mut it = it;
        loop {
            match it {
                syn::Expr::Paren(inner) => it = &inner.expr,
                syn::Expr::Index(index) if matches!(*index.index, syn::Expr::Range(_)) && path.is_empty() => {
                    it = &index.expr;
                }
                syn::Expr::Field(field) => {
                    path.insert(0, field.member.clone());
                    it = &field.base;
                }
                syn::Expr::Path(base)
                    if base.to_token_stream().to_string() == self.base && !path.is_empty() =>
                {
                    self.found.get_or_insert(path);
                    return;
                }
                _ => return,
            }
        }
    }
}

impl<'ast> Visit<'ast> for Fields {
    fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
        self.look(&it.expr);
        visit::visit_expr_reference(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        let names = ["as_slice", "get", "split_at", "split_first", "split_last", "trim_ascii"];
        if names.iter().any(|name| it.method == name) {
            self.look(&it.receiver);
        }
        visit::visit_expr_method_call(self, it);
    }
}

/// The lifetimes of the slices in a type.
struct Lifetimes<'t>(Vec<&'t syn::Lifetime>);

impl<'ast> Visit<'ast> for Lifetimes<'ast> {
    fn visit_type_reference(&mut self, it: &'ast syn::TypeReference) {
        if let (syn::Type::Slice(_), Some(lifetime)) = (&*it.elem, &it.lifetime) {
            self.0.push(lifetime);
        }
        visit::visit_type_reference(self, it);
    }
}

/// A visitor that replaces the references in each result of a function: slices by their positions in the array, and other
/// references by copies of their targets.
struct Positions {
    /// The array.
    whole: syn::Expr,
    shape: Shape,
}

impl Positions {
    fn block(&mut self, block: &mut syn::Block) {
        let shape = self.shape.clone();
        self.block_with(block, &shape);
    }

    fn block_with(&mut self, block: &mut syn::Block, shape: &Shape) {
        let count = block.stmts.len();
        for (n, stmt) in block.stmts.iter_mut().enumerate() {
            match stmt {
                syn::Stmt::Expr(result, None) if n + 1 == count => self.result(result, shape),
                other => self.visit_stmt_mut(other),
            }
        }
    }

    fn result(&mut self, it: &mut syn::Expr, shape: &Shape) {
        match it {
            syn::Expr::Paren(inner) => return self.result(&mut inner.expr, shape),
            syn::Expr::Group(inner) => return self.result(&mut inner.expr, shape),
            syn::Expr::Block(block) => return self.block_with(&mut block.block, shape),
            syn::Expr::If(branches) => {
                self.visit_expr_mut(&mut branches.cond);
                self.block_with(&mut branches.then_branch, shape);
                if let Some((_, otherwise)) = &mut branches.else_branch {
                    self.result(otherwise, shape);
                }
                return;
            }
            syn::Expr::Match(arms) => {
                self.visit_expr_mut(&mut arms.expr);
                return arms.arms.iter_mut().for_each(|arm| self.result(&mut arm.body, shape));
            }
            syn::Expr::Macro(_) => return,
            syn::Expr::Return(_) | syn::Expr::Loop(_) => return self.visit_expr_mut(it),
            _ => {}
        }
        let variant = match it {
            syn::Expr::Call(call) => optional_results::variant(call),
            _ => None,
        };
        match (shape, it) {
            (Shape::Value, it) => self.visit_expr_mut(it),
            (Shape::Slice, it) => {
                self.visit_expr_mut(it);
                self.position(it);
            }
            (Shape::Reference, it) => {
                self.visit_expr_mut(it);
                optional_results::target(it);
            }
            (Shape::Tuple(shapes), syn::Expr::Tuple(tuple)) if shapes.len() == tuple.elems.len() => {
                shapes.iter().zip(&mut tuple.elems).for_each(|(shape, part)| self.result(part, shape));
            }
            (Shape::Option(_), syn::Expr::Path(path))
                if path.path.segments.last().is_some_and(|last| last.ident == "None") => {}
            (Shape::Option(of) | Shape::Result(of, _), syn::Expr::Call(call))
                if variant.as_deref().is_some_and(|name| name != "Err") =>
            {
                call.args.iter_mut().for_each(|argument| self.result(argument, of));
            }
            (Shape::Result(_, error), syn::Expr::Call(call)) if variant.is_some() => {
                call.args.iter_mut().for_each(|argument| self.result(argument, error));
            }
            // `(n > 0).then(|| &items[..n])`, `position.map(|k| (k, &items[k..]))`
            (Shape::Option(of) | Shape::Result(of, _), syn::Expr::MethodCall(call))
                if (call.method == "then" || call.method == "map")
                    && matches!(call.args.first(), Some(syn::Expr::Closure(closure)) if shows_references(&closure.body)) =>
            {
                if let Some(syn::Expr::Closure(closure)) = call.args.first_mut() {
                    optional_results::last(&mut closure.body, &mut |it| self.result(it, of));
                }
            }
            (Shape::Option(of), syn::Expr::MethodCall(call)) if call.method == "then_some" => {
                call.args.iter_mut().for_each(|argument| self.result(argument, of));
            }
            (Shape::Result(of, error), syn::Expr::MethodCall(call))
                if **error == Shape::Value && (call.method == "ok_or" || call.method == "ok_or_else") =>
            {
                let shape = Shape::Option(of.clone());
                self.result(&mut call.receiver, &shape);
            }
            (shape, it) => {
                self.visit_expr_mut(it);
                let marked = match returned_parts::base(it).is_some() {
                    true => returned_parts::mark(it, shape),
                    false => it.clone(),
                };
                *it = self.converted(marked, shape);
            }
        }
    }

    /// The value with positions in place of slices.
    fn converted(&self, value: syn::Expr, shape: &Shape) -> syn::Expr {
        let (whole, span) = (&self.whole, Site::of(&value).first.resolved_at(Span::mixed_site()));
        match shape {
            Shape::Value => value,
            Shape::Reference => syn::parse_quote_spanned!(span=> *#value),
            Shape::Slice => syn::parse_quote_spanned!(span=> ::amp::__private::part_of(#whole, #value)),
            Shape::Tuple(_) => {
                let (pattern, parts) = self.bound("amp_part", shape);
                syn::parse_quote_spanned!(span=> { let #pattern = #value; #parts })
            }
            Shape::Option(of) | Shape::Result(of, _) => {
                let (pattern, part) = self.bound("amp_part", of);
                syn::parse_quote_spanned!(span=> (#value).map(|#pattern| #part))
            }
        }
    }

    /// A pattern that binds a value, and the bound value with positions in place of slices.
    fn bound(&self, name: &str, shape: &Shape) -> (syn::Pat, syn::Expr) {
        if let Shape::Tuple(shapes) = shape {
            let parts = shapes.iter().enumerate().map(|(n, shape)| self.bound(&format!("{name}{n}"), shape));
            let (patterns, parts): (Vec<_>, Vec<_>) = parts.unzip();
            return (syn::parse_quote!((#(#patterns,)*)), syn::parse_quote!((#(#parts,)*)));
        }
        let name = Ident::new(name, Span::mixed_site());
        (syn::parse_quote!(#name), self.converted(syn::parse_quote!(#name), shape))
    }

    /// Replaces a slice by its position.
    fn position(&self, part: &mut syn::Expr) {
        let (whole, span) = (&self.whole, Site::of(&*part).first.resolved_at(Span::mixed_site()));
        let part_of = match returned_parts::base(part).is_some() {
            true => returned_parts::mark(part, &Shape::Slice),
            false => part.clone(),
        };
        *part = syn::parse_quote_spanned!(span=> ::amp::__private::part_of(#whole, #part_of));
    }
}

/// Whether the last expression of a closure's body is a reference, or a tuple.
fn shows_references(it: &syn::Expr) -> bool {
    let (mut copy, mut shows) = (it.clone(), false);
    optional_results::last(&mut copy, &mut |it| {
        shows = matches!(it, syn::Expr::Reference(_) | syn::Expr::Tuple(_));
    });
    shows
}

impl VisitMut for Positions {
    fn visit_expr_return_mut(&mut self, it: &mut syn::ExprReturn) {
        if let Some(result) = &mut it.expr {
            let shape = self.shape.clone();
            self.result(result, &shape);
        }
    }

    // A `return` in a nested closure or item belongs to another function.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
