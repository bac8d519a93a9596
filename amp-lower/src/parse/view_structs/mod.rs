//! Replaces structs of views by their fields.
//!
//! ```rust,ignore
//! #[derive(GpuViews)]
//! struct Csr<'a> { rows: &'a ArrayView<u32>, columns: &'a ArrayView<u32> }
//! ```
//!
//! Device code has no pointers, so such a struct is no value there. It is replaced by its fields: a parameter `a: &Csr`
//! becomes one parameter for each field, `a.rows` becomes the parameter `a_rows`, and a call that passes `a` passes its
//! fields. The rest of the compiler sees no struct of views.
//!
//! A macro does not see the declaration of a type. So the derive declares a macro with the name of the struct. `#[kernel]`,
//! `#[device]` and `amp!` call this macro with their own tokens, and it passes them to `with_views!` together with the
//! declaration of the struct ([`Request`]).
//!
//! A device function that takes structs of views stays a function of the host. A hidden function takes the fields instead,
//! in the order of their names. So a call knows the order of the arguments from a struct literal too. The hidden function of
//! a method is `amp_views_NAME`. That of a free function belongs to the struct with the function's name, as in
//! `reference_results`.
//!
//! Values may be modified: `self.pos += 1`. A call does not know whether a method takes `&self` or `&mut self`. So there are
//! two hidden functions: `amp_modified_views_NAME` takes the values by `&mut`, after the other arguments, and
//! `amp_views_NAME` takes copies. A call of a variable whose values may change passes `&mut`. One of the two functions
//! contains the body: the first one if the function modifies values (`Modifying`), else the second one.

mod constructor;
mod modifying;
mod replace;
mod request;

use super::Place;
use super::signature::{parameter_type, range_type, view_parameter};
use crate::diagnostics::{Code, Diagnostics, advice};
use crate::site::{Site, quoted};
use crate::vocabulary::types;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use replace::{Bound, kernel_body};
pub(crate) use replace::{closure, local};
pub(crate) use request::{
    Mode, Request, Split, asks_in_bodies, asks_in_closure, asks_in_kernel, hidden_item, made_in_bodies, split,
};
use std::collections::{HashMap, HashSet};

/// Replaces structs of views and ranges in a kernel function. Returns the signature, in which parameters for the fields and
/// the ends replace them, and the captured fields and ends.
pub(super) fn in_kernel(
    signature: &syn::Signature,
    body: &mut syn::Block,
    structs: Option<&[(String, Option<ViewStruct>)]>,
    diagnostics: &mut Diagnostics,
) -> (syn::Signature, Vec<Place>) {
    let mut tokens = signature.to_token_stream();
    body.to_tokens(&mut tokens);
    let names = FieldNames::beside(tokens);
    let (mut changed, mut places) = match structs {
        Some(structs) => fields_in_kernel(signature, body, structs, &names, diagnostics),
        None => {
            local(body, signature, diagnostics);
            (signature.clone(), Vec::new())
        }
    };
    ends_of_ranges(&mut changed, body, &mut places, &names);
    diagnostics.show_names_as(places.iter().map(|place| (place.name.to_string(), place.text())));
    (changed, places)
}

/// Replaces each parameter that is a range by two parameters for its ends, because a kernel captures numbers. The body begins
/// with `let r = r_start..r_end;`.
fn ends_of_ranges(
    signature: &mut syn::Signature,
    body: &mut syn::Block,
    places: &mut Vec<Place>,
    names: &FieldNames,
) {
    let mut statements: Vec<syn::Stmt> = Vec::new();
    let mut inputs = Vec::new();
    for input in &signature.inputs {
        let range = match input {
            syn::FnArg::Typed(typed) => match (&*typed.pat, range_type(&typed.ty)) {
                (syn::Pat::Ident(name), Some((inclusive, of))) if name.mutability.is_none() => {
                    Some((&name.ident, inclusive, of))
                }
                _ => None,
            },
            syn::FnArg::Receiver(_) => None,
        };
        let Some((name, inclusive, of)) = range else {
            inputs.push(input.clone());
            continue;
        };
        let at = places.iter().position(|place| place.name == *name);
        let whole = at.map_or_else(|| name.to_token_stream(), |at| places.remove(at).tokens);
        let [start, end] = ["start", "end"].map(|end| {
            let (var, end) = (names.field(name, end), Ident::new(end, name.span()));
            let tokens = match inclusive {
                true => quote!(*#whole.#end()),
                false => quote!(#whole.#end),
            };
            places.push(Place::new(var.clone(), tokens, false));
            inputs.push(syn::parse_quote!(#var: #of));
            var
        });
        statements.push(match inclusive {
            true => syn::parse_quote!(let #name = #start..=#end;),
            false => syn::parse_quote!(let #name = #start..#end;),
        });
    }
    signature.inputs = inputs.into_iter().collect();
    let first = body.stmts.iter().position(|stmt| !matches!(stmt, syn::Stmt::Item(_)));
    let first = first.unwrap_or(body.stmts.len());
    body.stmts.splice(first..first, statements);
}

/// Replaces the parameters of a kernel function that are structs of views.
fn fields_in_kernel(
    signature: &syn::Signature,
    body: &mut syn::Block,
    structs: &[(String, Option<ViewStruct>)],
    names: &FieldNames,
    diagnostics: &mut Diagnostics,
) -> (syn::Signature, Vec<Place>) {
    let found = |input| struct_parameter(input, structs);
    let mut parameters = request::names(signature);
    let bound = signature.inputs.iter().filter_map(found);
    let is_mut = |ty: &syn::Type| matches!(ty, syn::Type::Reference(it) if it.mutability.is_some());
    let bound = bound.map(|(name, ty, written)| {
        let bound = Bound::capture(&name, ty, names, is_mut(written));
        (name, bound)
    });
    let bound: Vec<_> = bound.collect();
    for (name, ty, written) in signature.inputs.iter().filter_map(found) {
        let is_mutable = is_mut(written);
        for field in &ty.fields {
            let mut advice = advice::signature::CAPTURED_VIEWS;
            let detail = match field.kind {
                FieldKind::View { mutable: true } if !is_mutable => {
                    advice = advice::signature::WRITTEN_VIEWS;
                    format!("`{name}` by `&`, which has the written view `{}`", field.name())
                }
                FieldKind::Reference if shared_slice(&field.ty).is_none() => {
                    format!(
                        "`{name}` has the reference `{}` of the type `{}`, which a kernel cannot capture",
                        field.name(),
                        quoted(&field.ty)
                    )
                }
                FieldKind::View { .. } | FieldKind::Reference | FieldKind::Closure { .. } => {
                    parameters.views.push(names.field(&name, &field.name()));
                    continue;
                }
                FieldKind::Value => continue,
            };
            diagnostics.advise(Code::AMP002, Site::of(written), detail, advice);
        }
    }
    let used = kernel_body(body, bound, &parameters, structs, names.clone(), diagnostics);
    let (mut changed, mut places) = (signature.clone(), Vec::new());
    changed.inputs.clear();
    for input in &signature.inputs {
        let Some((name, ty, _)) = found(input) else {
            changed.inputs.push(input.clone());
            continue;
        };
        for field in &ty.fields {
            let var = names.field(&name, &field.name());
            if !used.contains(&var.to_string()) {
                continue;
            }
            let (member, written) = (&field.member, &field.ty);
            if field.kind == FieldKind::Reference && shared_slice(written).is_none() {
                // Lowering reports nothing about a parameter without a type.
                let mut rejected: syn::PatType = syn::parse_quote!(#var: u32);
                *rejected.ty = syn::Type::Verbatim(TokenStream::new());
                changed.inputs.push(syn::FnArg::Typed(rejected));
                continue;
            }
            if let Some(item) = shared_slice(written) {
                places.push(Place::slice(var.clone(), quote!(#name.#member)));
                changed.inputs.push(syn::parse_quote!(#var: &::amp::ArrayView<#item>));
                continue;
            }
            let is_view = matches!(field.kind, FieldKind::View { .. });
            places.push(Place::new(var.clone(), quote!(#name.#member), is_view));
            changed.inputs.push(syn::parse_quote!(#var: #written));
        }
    }
    (changed, places)
}

/// The name of the hidden function of a free function, in the struct with the function's name.
pub(crate) const OF_FUNCTION: &str = "amp_with_views";

/// The name of the hidden function of a method.
pub(crate) fn of_method(name: &str) -> String {
    format!("amp_views_{}", name.trim_start_matches("r#"))
}

/// The name of the hidden function of a free function that modifies values of a struct of views.
pub(crate) const OF_MODIFYING_FUNCTION: &str = "amp_with_modified_views";

/// The name of the hidden function of a method that modifies values of a struct of views.
pub(crate) fn of_modifying_method(name: &str) -> String {
    format!("amp_modified_views_{}", name.trim_start_matches("r#"))
}

/// Whether a function is a hidden function of this module.
pub(crate) fn is_hidden(name: &Ident) -> bool {
    let name = name.to_string();
    [OF_FUNCTION, OF_MODIFYING_FUNCTION].contains(&&*name)
        || name.starts_with("amp_views_")
        || name.starts_with("amp_modified_views_")
        || name.starts_with("amp_made_views_")
}

/// A struct of views, as it is declared.
#[derive(Clone)]
pub(crate) struct ViewStruct {
    /// The type as the user of the struct wrote it, without lifetimes.
    pub(crate) written: syn::Type,
    /// The fields in the order of their names.
    pub(crate) fields: Vec<Field>,
    /// The type parameters that the path of the type does not determine.
    open: Vec<String>,
    /// Whether rustc infers type or const parameters of the struct, because the path has no arguments.
    is_inferred: bool,
}

/// A field of a struct of views.
#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) member: syn::Member,
    /// The position in the declaration.
    position: usize,
    pub(crate) kind: FieldKind,
    /// The type of the parameter that stands for the field.
    pub(crate) ty: syn::Type,
}

/// The kind of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// A view or a reference to a view.
    View {
        mutable: bool,
    },
    /// A slice, or a reference to a value.
    Reference,
    /// A closure with this number of parameters.
    Closure {
        inputs: usize,
    },
    Value,
}

impl Field {
    pub(crate) fn name(&self) -> String {
        member_text(&self.member)
    }

    /// Whether functions may modify the field. Ranges are not passed by `&mut`.
    fn is_modified_value(&self) -> bool {
        self.kind == FieldKind::Value && range_type(&self.ty).is_none()
    }
}

pub(crate) fn member_text(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.to_string().trim_start_matches("r#").to_owned(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

/// The kind of a field of this type, and the type that it refers to: the element of a view, the item of a slice, the
/// target of a reference, or the value.
pub(crate) fn field_kind(ty: &syn::Type) -> (FieldKind, syn::Type) {
    let (inner, by_mut) = match ty {
        syn::Type::Reference(reference) => (&*reference.elem, reference.mutability.is_some()),
        other => (other, true),
    };
    let by_ref: syn::Type = syn::parse_quote!(&#inner);
    if let Some(view) = view_parameter(&by_ref) {
        let written = parameter_type(inner).is_some_and(|(name, _)| name == "ArrayViewMut");
        return (FieldKind::View { mutable: written && by_mut }, view.element);
    }
    match ty {
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Slice(slice) => (FieldKind::Reference, (*slice.elem).clone()),
            other => (FieldKind::Reference, other.clone()),
        },
        other => (FieldKind::Value, other.clone()),
    }
}

/// Whether the expansion names this type by a projection, because the name may be unknown where the struct is used.
pub(crate) fn needs_projection(ty: &syn::Type, generics: &syn::Generics) -> bool {
    if let Some((_, of)) = range_type(ty) {
        return needs_projection(of, generics);
    }
    let known = |name: &Ident| {
        let text = name.to_string();
        types::scalar(&text).is_some()
            || types::is_glam(&text)
            || generics.type_params().any(|parameter| parameter.ident == *name)
            || generics.const_params().any(|parameter| parameter.ident == *name)
    };
    fn unknown(tokens: TokenStream, known: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(name) => !known(&name),
            TokenTree::Group(group) => unknown(group.stream(), known),
            _ => false,
        })
    }
    unknown(ty.to_token_stream(), &known)
}

impl ViewStruct {
    /// The struct where the type parameters `closures` are closures. Functions take them by `&`. Its path has no arguments for them, because rustc infers
    /// the `fn` pointers in their place.
    fn with_closures(mut self, closures: &[(String, usize)]) -> Self {
        let inputs = |it: &syn::GenericArgument| closures.iter().find(|(name, _)| is_parameter(it, name));
        for field in &mut self.fields {
            let ty = field.ty.clone();
            if field.kind == FieldKind::Value
                && let Some((_, inputs)) = inputs(&syn::parse_quote!(#ty))
            {
                field.kind = FieldKind::Closure { inputs: *inputs };
                field.ty = syn::parse_quote!(&#ty);
            }
        }
        if self.has_closures()
            && let syn::Type::Path(path) = &mut self.written
            && let Some(last) = path.path.segments.last_mut()
            && let syn::PathArguments::AngleBracketed(arguments) = &mut last.arguments
        {
            let is_closure = |it: &syn::GenericArgument| inputs(it).is_some();
            match arguments.args.iter().all(is_closure) {
                true => last.arguments = syn::PathArguments::None,
                false => {
                    arguments.colon2_token.get_or_insert_with(Default::default);
                    let closures = arguments.args.iter_mut().filter(|it| is_closure(it));
                    closures.for_each(|it| *it = syn::parse_quote!(_));
                }
            }
        }
        self
    }

    /// The struct that a call makes whose arguments contain closures with these numbers of parameters. `None` if it is not
    /// certain which fields are closures.
    fn with_inferred_closures(self, inputs: &[usize]) -> Option<Self> {
        let of_field = |field: &&Field| match (&field.kind, &field.ty) {
            (FieldKind::Value, syn::Type::Path(path)) => {
                let name = path.path.get_ident()?.to_string();
                self.open.contains(&name).then_some((field.position, name))
            }
            _ => None,
        };
        let mut fields: Vec<_> = self.fields.iter().filter_map(|field| of_field(&field)).collect();
        fields.sort();
        let closures: Vec<_> = fields.into_iter().zip(inputs).map(|((_, name), n)| (name, *n)).collect();
        let count = self.fields.iter().filter(|field| of_field(field).is_some()).count();
        (count == inputs.len()).then(|| self.with_closures(&closures))
    }

    fn has_ranges(&self) -> bool {
        self.fields.iter().any(|field| range_type(&field.ty).is_some())
    }

    fn has_closures(&self) -> bool {
        self.fields.iter().any(|field| matches!(field.kind, FieldKind::Closure { .. }))
    }

    /// Whether the struct has values that functions may modify.
    fn has_modified_values(&self) -> bool {
        self.fields.iter().any(Field::is_modified_value)
    }

    /// The struct with this declaration, where a user wrote its type as `path`.
    pub(crate) fn new(declared: &syn::DeriveInput, path: &syn::Path) -> Option<Self> {
        let syn::Data::Struct(data) = &declared.data else { return None };
        let written = without_lifetimes(path);
        let arguments = match path.segments.last().map(|last| &last.arguments) {
            Some(syn::PathArguments::AngleBracketed(list)) => {
                list.args.iter().filter(|it| !matches!(it, syn::GenericArgument::Lifetime(_))).collect()
            }
            _ => Vec::new(),
        };
        let has_parameters = declared.generics.type_params().next().is_some()
            || declared.generics.const_params().next().is_some();
        let is_inferred = arguments.is_empty() && has_parameters;
        let parameters = declared.generics.type_params().map(|it| it.ident.to_string());
        let open = if arguments.is_empty() { parameters.collect() } else { Vec::new() };
        let parameters = declared.generics.params.iter().filter_map(|parameter| match parameter {
            syn::GenericParam::Lifetime(_) => None,
            syn::GenericParam::Type(it) => Some(it.ident.to_string()),
            syn::GenericParam::Const(it) => Some(it.ident.to_string()),
        });
        let arguments: HashMap<String, TokenStream> =
            parameters.zip(arguments.iter().map(|argument| argument.to_token_stream())).collect();
        let named = with_static_lifetimes(&written, &declared.generics);
        let field = |(position, (field, member)): (usize, (&syn::Field, syn::Member))| {
            let (kind, target) = field_kind(&field.ty);
            let target = match range_type(&target) {
                Some((true, of)) => syn::parse_quote!(::core::ops::RangeInclusive<#of>),
                Some((false, of)) => syn::parse_quote!(::core::ops::Range<#of>),
                None => target,
            };
            let target = match needs_projection(&target, &declared.generics) {
                true => {
                    let hash = field_hash(&member_text(&member));
                    quote!(<#named as ::amp::__private::FieldOfViews<#hash>>::Target)
                }
                false => substituted(target.to_token_stream(), &arguments),
            };
            let ty: syn::Type = match &field.ty {
                ty if matches!(kind, FieldKind::View { .. }) => {
                    let FieldKind::View { mutable } = kind else { return None };
                    let inner = match ty {
                        syn::Type::Reference(reference) => &*reference.elem,
                        other => other,
                    };
                    let rank = view_parameter(&syn::parse_quote!(&#inner))?.ranked;
                    let rank = substituted(rank.to_token_stream(), &arguments);
                    match mutable {
                        true => syn::parse_quote!(&mut ::amp::ArrayViewMut<#target, #rank>),
                        false => {
                            let name = parameter_type(inner)?.0;
                            syn::parse_quote!(&::amp::#name<#target, #rank>)
                        }
                    }
                }
                syn::Type::Reference(reference) => {
                    let mutability = &reference.mutability;
                    match &*reference.elem {
                        syn::Type::Slice(_) => syn::parse_quote!(&#mutability [#target]),
                        _ => syn::parse_quote!(&#mutability #target),
                    }
                }
                _ => syn::parse2(target).ok()?,
            };
            Some(Field { member, position, kind, ty })
        };
        let fields = data.fields.iter().zip(data.fields.members()).enumerate().map(field);
        let fields: Option<Vec<_>> = fields.collect();
        let mut fields = fields?;
        fields.sort_by_key(Field::name);
        let written = syn::Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path: written });
        Some(ViewStruct { written, fields, open, is_inferred })
    }
}

/// A parameter that is a struct of views: its name, the struct, and the type as written.
fn struct_parameter<'s, 'i>(
    input: &'i syn::FnArg,
    structs: &'s [(String, Option<ViewStruct>)],
) -> Option<(Ident, &'s ViewStruct, &'i syn::Type)> {
    let syn::FnArg::Typed(typed) = input else { return None };
    let syn::Pat::Ident(name) = &*typed.pat else { return None };
    let path = struct_path(&typed.ty)?.to_token_stream().to_string();
    let ty = structs.iter().find(|(known, _)| *known == path)?.1.as_ref()?;
    Some((name.ident.clone(), ty, &*typed.ty))
}

/// The path without the lifetimes among its generic arguments.
pub(crate) fn without_lifetimes(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    for segment in &mut path.segments {
        if let syn::PathArguments::AngleBracketed(list) = &mut segment.arguments {
            let kept = list.args.iter().filter(|it| !matches!(it, syn::GenericArgument::Lifetime(_)));
            list.args = kept.cloned().collect();
            if list.args.is_empty() {
                segment.arguments = syn::PathArguments::None;
            }
        }
    }
    path
}

/// The path with `'static` for each lifetime of the struct.
fn with_static_lifetimes(path: &syn::Path, generics: &syn::Generics) -> syn::Path {
    let mut path = path.clone();
    let lifetimes = generics.lifetimes().map(|_| -> syn::GenericArgument { syn::parse_quote!('static) });
    if let Some(last) = path.segments.last_mut() {
        let others = match &last.arguments {
            syn::PathArguments::AngleBracketed(list) => list.args.iter().cloned().collect(),
            _ => Vec::new(),
        };
        let all = lifetimes.chain(others);
        last.arguments = syn::PathArguments::AngleBracketed(syn::parse_quote!(<#(#all),*>));
    }
    path
}

/// Replaces the names of generic parameters by their arguments.
fn substituted(tokens: TokenStream, arguments: &HashMap<String, TokenStream>) -> TokenStream {
    let replace = |token: TokenTree| match token {
        TokenTree::Ident(name) => {
            arguments.get(&name.to_string()).cloned().unwrap_or_else(|| name.to_token_stream())
        }
        TokenTree::Group(group) => {
            let mut inner =
                proc_macro2::Group::new(group.delimiter(), substituted(group.stream(), arguments));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        other => other.into(),
    };
    tokens.into_iter().flat_map(replace).collect()
}

/// The type of a struct of views, if a parameter of this type may be one: `&Csr`, `&mut Csr<'_>` or `Csr<'_>`.
fn struct_path(ty: &syn::Type) -> Option<&syn::Path> {
    let inner = match ty {
        syn::Type::Reference(reference) => &*reference.elem,
        other => other,
    };
    let syn::Type::Path(syn::TypePath { qself: None, path, .. }) = inner else { return None };
    let name = path.segments.last()?.ident.to_string();
    let is_other = types::scalar(&name).is_some() || types::is_glam(&name) || OTHER_TYPES.contains(&&*name);
    (name.starts_with(|c: char| c.is_ascii_uppercase()) && !is_other).then_some(path)
}

/// The names of types that are no structs of views.
const OTHER_TYPES: &[&str] = &[
    "Array",
    "ArrayView",
    "ArrayViewMut",
    "AtomicView",
    "Box",
    "Extent",
    "Index",
    "Option",
    "Ordering",
    "Range",
    "RangeInclusive",
    "Result",
    "Self",
    "String",
    "TileBarrier",
    "TiledIndex",
    "Vec",
    "Wrapping",
];

/// The type of the items, if a type is `&[T]`.
fn shared_slice(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Reference(reference) = ty else { return None };
    match &*reference.elem {
        syn::Type::Slice(slice) if reference.mutability.is_none() => Some(&slice.elem),
        _ => None,
    }
}

/// The expression that passes a field to a function. A range is not `Copy`.
fn passed_field(name: &Ident, ty: &syn::Type) -> syn::Expr {
    match range_type(ty) {
        Some(_) => syn::parse_quote!(#name.clone()),
        None => syn::parse_quote!(#name),
    }
}

/// The generic arguments of the last name of a path.
fn arguments_of(path: &syn::Path) -> impl Iterator<Item = &syn::GenericArgument> {
    let arguments = path.segments.last().and_then(|last| match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => Some(&list.args),
        _ => None,
    });
    arguments.into_iter().flatten()
}

/// Whether a path is that of a parameter's type, `Csr<'_>`. A call of a constructor, `Csr::new(&a)`, has none of its arguments,
/// or writes them as `Csr::<f32>`.
pub(crate) fn is_parameter_type(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => list.colon2_token.is_none(),
        _ => false,
    })
}

/// Whether the last name of a path has a lifetime argument.
fn has_lifetime(path: &syn::Path) -> bool {
    arguments_of(path).any(|it| matches!(it, syn::GenericArgument::Lifetime(_)))
}

/// Whether a generic argument is this type parameter.
fn is_parameter(argument: &syn::GenericArgument, parameter: &str) -> bool {
    let syn::GenericArgument::Type(syn::Type::Path(path)) = argument else { return false };
    path.path.get_ident().is_some_and(|name| name == parameter)
}

/// The names of the variables for fields. They differ from all names in a function.
#[derive(Clone, Default)]
pub(crate) struct FieldNames(HashSet<String>);

impl FieldNames {
    /// The names for a function that consists of these tokens.
    pub(crate) fn beside(tokens: TokenStream) -> Self {
        let mut taken = HashSet::new();
        super::places::names(tokens, &mut taken);
        FieldNames(taken)
    }

    fn contains(&self, name: &Ident) -> bool {
        self.0.contains(&name.to_string())
    }

    /// The name of the variable for a field of `of`, with the hygiene of `of`.
    fn field(&self, of: &Ident, field: &str) -> Ident {
        let base = of.to_string();
        let base = base.trim_start_matches("r#");
        let mut name = format!("{base}_{field}");
        while self.0.contains(&name) || self.0.contains(&format!("_{name}")) {
            name.push('_');
        }
        let span = match base {
            "self" => of.span().resolved_at(Span::call_site()),
            _ => of.span(),
        };
        Ident::new(&name, span)
    }
}
