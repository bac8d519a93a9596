//! Parses the input of each macro with syn into the structs that lowering reads: [`KernelInput`],
//! [`DeviceInput`].
//!
//! Before syn parses, `fragments`, `raw_identifiers` and `token_limits` process the tokens. Afterwards,
//! `precedence` restores the grouping of macro fragments. `signature` classifies the parameters.

mod added_operator_bounds;
mod attribute;
pub(crate) mod cfg;
mod closure;
pub(crate) mod closure_results;
mod defaults;
pub(crate) mod fold;
pub(crate) mod fragments;
pub(crate) mod function_choices;
mod impl_trait;
mod implied_bounds;
mod index_impl;
mod iterator_arguments;
pub(crate) mod iterator_calls;
pub(crate) mod iterator_parameters;
pub(crate) mod iterator_results;
pub(crate) mod optional_references;
pub(crate) mod optional_results;
pub(crate) mod own_iterator;
pub(crate) mod pattern_names;
mod places;
mod precedence;
pub(crate) mod raw_identifiers;
pub(crate) mod reference_impls;
pub(crate) mod reference_results;
pub(crate) mod result_shapes;
pub(crate) mod returned_parts;
mod returned_references;
pub(crate) mod returned_slices;
mod self_type;
pub(crate) mod shadowing;
mod signature;
pub(crate) mod slice_results;
pub(crate) mod standard_functions;
pub(crate) mod token_limits;
pub(crate) mod token_sequence;
mod try_closures;
mod values_of_traits;
pub(crate) mod view_structs;

use crate::diagnostics::{Code, Diagnostics, advice};
use crate::ir::Role;
use crate::site::{Site, quoted};
use crate::vocabulary::operators;
pub(crate) use defaults::{attribute_of_trait, implementor};
pub(crate) use implied_bounds::WrittenBounds;
pub(crate) use places::Place;
pub(crate) use precedence::Ungrouped;
use proc_macro2::{Ident, TokenStream};
pub(crate) use signature::{
    Callable, callable, const_type, device_parameter, hidden_result, is_barrier, is_collective,
    is_determined_by, parameter_type, range_type, self_use, shared_target, undetermined, view_arg_types,
    view_parameter, with_range_values,
};
use syn::visit_mut::VisitMut;

/// The parsed input of `#[kernel]` or `amp!`.
pub(crate) struct KernelInput {
    pub(crate) form: Form,
    pub(crate) name: String,
    pub(crate) index: Option<IndexParameter>,
    pub(crate) tile: Option<Vec<syn::Expr>>,
    /// Whether drivers must not rearrange the floating-point operations.
    pub(crate) strict_float: bool,
    /// Whether launches on a device report failures of work-items, if the user chose: `trap`, `trap = false`.
    pub(crate) trap: Option<bool>,
    /// The names of rejected parameters. Lowering reports nothing about their uses.
    pub(crate) rejected: Vec<Ident>,
    /// The captured places of a closure, such as `self.dt`. In the body, a name such as `self_dt` replaces each place.
    pub(crate) places: Vec<Place>,
    /// Whether the expansion is only the body of the function, because another expansion contains the function.
    pub(crate) is_body: bool,
    pub(crate) body: syn::Block,
}

/// The two source forms of a kernel.
pub(crate) enum Form {
    /// `#[kernel] fn`, whose parameters after the first declare the captures.
    Function { item: Box<syn::ItemFn>, parameters: Vec<KernelParameter> },
    /// `amp!(|..| ..)`, which declares no captures. Lowering infers them.
    Closure,
}

/// The first parameter of a kernel.
pub(crate) struct IndexParameter {
    pub(crate) ident: Ident,
    pub(crate) tiled: bool,
    pub(crate) rank: usize,
    /// The type of the index as the user wrote it.
    pub(crate) ty: syn::Type,
}

/// A parameter of a kernel function after the index: a capture.
pub(crate) struct KernelParameter {
    pub(crate) ident: Ident,
    pub(crate) kind: ParameterKind,
    /// Whether the parameter is declared `mut`. Parsing has already reported that as an error.
    pub(crate) mutable: bool,
}

impl KernelParameter {
    /// Whether `x[i]` compiles in ordinary Rust for a parameter of this type. `Array` and `AtomicView` have no `Index`.
    pub(crate) fn subscripts(&self, item: &syn::ItemFn) -> bool {
        item.sig.inputs.iter().all(|input| match input {
            syn::FnArg::Typed(typed) if matches!(&*typed.pat, syn::Pat::Ident(it) if it.ident == self.ident) => {
                let named = match &*typed.ty {
                    syn::Type::Reference(reference) => &*reference.elem,
                    other => other,
                };
                parameter_type(named).is_none_or(|(name, _)| name != "Array" && name != "AtomicView")
            }
            _ => true,
        })
    }
}

/// The kind of a parameter, as far as its type's tokens show.
pub(crate) enum ParameterKind {
    /// A value of this type.
    Value(syn::Type),
    /// A view or an array, passed by reference.
    View { role: Role, element: syn::Type, rank: Option<usize>, ranked: syn::GenericArgument },
    /// An `AtomicView`, which only atomic operations access.
    Atomic { element: syn::Type, rank: Option<usize>, ranked: syn::GenericArgument },
    /// An op: a closure or device function that the launch passes to the kernel.
    Callable(Callable),
}

/// The input of `op!`.
pub(crate) enum OpInput {
    Closure(syn::ExprClosure, Vec<Place>),
    /// A device function, given by its path.
    Function(syn::ExprPath),
}

/// The item below `#[device]`.
pub(crate) enum DeviceInput {
    Function(Box<FunctionInput>),
    /// An `impl` block, and the functions in it.
    Impl(Box<syn::ItemImpl>, Vec<FunctionInput>),
    /// An `impl` of `Sum` or `Product`.
    Fold(Box<fold::FoldImpl>),
    /// A struct or an enum with a derived `==`.
    Type(Box<syn::DeriveInput>),
    /// A trait, and its methods with bodies, each turned into a function that is generic over the
    /// implementing type `AmpSelf`.
    Trait(Box<syn::ItemTrait>, Vec<FunctionInput>),
}

/// A parsed device function.
pub(crate) struct FunctionInput {
    pub(crate) item: syn::ItemFn,
    pub(crate) parameters: Vec<(Ident, bool, syn::Type)>,
    /// The patterns of destructured parameters, each with the index of its parameter.
    pub(crate) patterns: Vec<(usize, syn::Pat)>,
    /// The type parameters of the `impl` block.
    pub(crate) block_parameters: Vec<String>,
}

/// The index parameter of a kernel function. `None` if it is missing or rejected.
pub(crate) fn index_of(signature: &syn::Signature) -> Option<IndexParameter> {
    let mut ignored = Diagnostics::default();
    let syn::FnArg::Typed(typed) = signature.inputs.first()? else { return None };
    let syn::Pat::Ident(name) = &*typed.pat else { return None };
    let index = signature::index(&name.ident, &typed.ty, &mut ignored);
    ignored.truncate(0);
    ignored.finish().ok()?;
    index
}

/// Names the `impl Trait` parameters of a kernel function, and adds the bounds that follow from those of the function.
pub(crate) fn add_bounds(item: &mut syn::ItemFn) {
    impl_trait::ImplTrait.visit_item_fn_mut(item);
    added_operator_bounds::OperatorBounds.visit_item_fn_mut(item);
    values_of_traits::ValuesOfTraits.visit_item_fn_mut(item);
    implied_bounds::ImpliedBounds.visit_item_fn_mut(item);
}

/// Adds the bounds of the type parameters with bounds by `#[device]` traits (see `values_of_traits`).
pub(crate) fn add_values_of_traits(item: &mut syn::Item) {
    values_of_traits::ValuesOfTraits.visit_item_mut(item);
}

/// Adds the bounds that follow from all methods of an `impl` block. The compiler may then compile parts of the block
/// separately, and a part need not mention each parameter. Other items remain as they are.
pub(crate) fn with_bounds_of_block(item: TokenStream) -> TokenStream {
    match syn::parse2(item.clone()) {
        Ok(syn::Item::Impl(mut block)) if block.generics.type_params().next().is_some() => {
            values_of_traits::add_for_block(&mut block);
            implied_bounds::add_for_block(&mut block);
            quote::ToTokens::into_token_stream(block)
        }
        _ => item,
    }
}

/// Parses `#[kernel(..)] fn ..`.
pub(crate) fn kernel(
    attribute: TokenStream,
    item: syn::Result<syn::ItemFn>,
    structs: Option<&[(String, Option<view_structs::ViewStruct>)]>,
    diagnostics: &mut Diagnostics,
) -> syn::Result<KernelInput> {
    let attribute::Options { tile, strict_float, trap, has_unknown } =
        attribute::kernel(attribute, diagnostics)?;
    let mut item = item?;
    check_single_attribute(&item.attrs, diagnostics);
    Ungrouped.visit_item_fn_mut(&mut item);
    impl_trait::ImplTrait.visit_item_fn_mut(&mut item);
    add_bounds(&mut item);
    let mut body = (*item.block).clone();
    returned_parts::in_block(&mut body);
    returned_slices::ReturnedSlices.visit_block_mut(&mut body);
    returned_references::Reborrows.visit_block_mut(&mut body);
    optional_references::OptionalReferences.visit_block_mut(&mut body);
    try_closures::TryClosures.visit_block_mut(&mut body);
    let (signature, places) = view_structs::in_kernel(&item.sig, &mut body, structs, diagnostics);
    let (index, parameters) = signature::kernel(&signature, diagnostics);
    if let Some(index) = index.as_ref().filter(|_| !has_unknown) {
        attribute::check_tile(index, tile.as_deref(), &item.sig, diagnostics);
    }
    let name = item.sig.ident.to_string();
    let known = |ident: &Ident| {
        index.iter().any(|index| index.ident == *ident)
            || parameters.iter().any(|known| known.ident == *ident)
    };
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(&*typed.pat),
        syn::FnArg::Receiver(_) => None,
    });
    let refused = names(inputs).into_iter().filter(|ident| !known(ident)).collect();
    Ok(KernelInput {
        form: Form::Function { item: Box::new(item), parameters },
        name,
        index,
        tile,
        strict_float,
        trap,
        rejected: refused,
        places,
        is_body: structs.is_some(),
        body,
    })
}

/// The attributes of an item. Empty for kinds of items that `#[device]` does not support.
fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Fn(syn::ItemFn { attrs, .. })
        | syn::Item::Impl(syn::ItemImpl { attrs, .. })
        | syn::Item::Trait(syn::ItemTrait { attrs, .. })
        | syn::Item::Struct(syn::ItemStruct { attrs, .. })
        | syn::Item::Enum(syn::ItemEnum { attrs, .. }) => attrs,
        _ => &[],
    }
}

/// Whether the attribute is `kernel` or `device`. An item may have only one of them, because the second
/// attribute would receive the expansion of the first instead of the user's code.
pub(crate) fn is_amp_attribute(attribute: &syn::Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "kernel" || last.ident == "device")
}

fn check_single_attribute(attributes: &[syn::Attribute], diagnostics: &mut Diagnostics) {
    for mark in attributes.iter().filter(|attribute| is_amp_attribute(attribute)) {
        let detail = format!("`{}` in addition", quoted(mark));
        diagnostics.advise(Code::AMP008, Site::of(mark), detail, advice::signature::ONE_ATTRIBUTE);
    }
}

/// Parses `amp!([tile = [..],] [strict_float,] [trap,] |i: Index<N>| ..)`.
pub(crate) fn closure(
    tokens: TokenStream,
    structs: &[(String, Option<view_structs::ViewStruct>)],
    diagnostics: &mut Diagnostics,
) -> syn::Result<KernelInput> {
    let closure::ClosureInput { options, mut closure } = syn::parse2(tokens)?;
    let attribute::Options { tile, strict_float, trap, .. } = options;
    Ungrouped.visit_expr_closure_mut(&mut closure);
    returned_parts::in_closure(&mut closure);
    returned_slices::ReturnedSlices.visit_expr_closure_mut(&mut closure);
    returned_references::Reborrows.visit_expr_closure_mut(&mut closure);
    optional_references::OptionalReferences.visit_expr_closure_mut(&mut closure);
    try_closures::TryClosures.visit_expr_closure_mut(&mut closure);
    let index = closure::index(&closure, diagnostics);
    if let Some(index) = &index {
        attribute::check_tile(index, tile.as_deref(), &closure.inputs, diagnostics);
    }
    let parameters = names(closure.inputs.iter());
    let mut places = view_structs::closure(&mut closure, structs, &parameters, diagnostics);
    places.extend(captured_places(&mut closure, diagnostics));
    let body = match (*closure.body).clone() {
        syn::Expr::Block(block) if block.label.is_none() => block.block,
        expr => syn::Block { brace_token: Default::default(), stmts: vec![syn::Stmt::Expr(expr, None)] },
    };
    let known = |ident: &Ident| index.iter().any(|index| index.ident == *ident);
    let refused = names(closure.inputs.iter()).into_iter().filter(|ident| !known(ident)).collect();
    let name = "closure".to_owned();
    Ok(KernelInput {
        form: Form::Closure,
        name,
        index,
        tile,
        strict_float,
        trap,
        rejected: refused,
        places,
        is_body: false,
        body,
    })
}

/// The paths of the types that a closure kernel names, and which may be structs of views.
pub(crate) fn structs_in_closure(tokens: &TokenStream) -> Vec<syn::Path> {
    let has = |sequence: &[&str]| token_sequence::contains(tokens, sequence);
    if !(has(&[":", "&"]) || has(&["let"]) && has(&[":", ":"])) {
        return Vec::new();
    }
    match syn::parse2::<closure::ClosureInput>(tokens.clone()) {
        Ok(input) => view_structs::asks_in_closure(&input.closure),
        Err(_) => Vec::new(),
    }
}

/// Replaces the captured places of a closure by names.
fn captured_places(closure: &mut syn::ExprClosure, diagnostics: &mut Diagnostics) -> Vec<Place> {
    let parameters: Vec<_> = names(closure.inputs.iter()).iter().map(ToString::to_string).collect();
    let places = places::replace(&mut closure.body, &parameters);
    diagnostics.show_names_as(places.iter().map(|place| (place.name.to_string(), place.text())));
    places
}

/// Parses `op!(|a, b| ..)` or `op!(function)`.
pub(crate) fn op(tokens: TokenStream, diagnostics: &mut Diagnostics) -> syn::Result<OpInput> {
    struct Input(syn::Expr);
    impl syn::parse::Parse for Input {
        fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
            let value = input.parse()?;
            input.parse::<Option<syn::Token![,]>>()?;
            Ok(Input(value))
        }
    }
    let Input(mut value) = syn::parse2(tokens)?;
    Ungrouped.visit_expr_mut(&mut value);
    match value {
        syn::Expr::Closure(mut closure) => {
            let places = captured_places(&mut closure, diagnostics);
            Ok(OpInput::Closure(closure, places))
        }
        syn::Expr::Path(path) => Ok(OpInput::Function(path)),
        other => Err(syn::Error::new_spanned(other, "expected a closure or the name of a device function")),
    }
}

/// The names that the patterns of parameters bind.
fn names<'p>(patterns: impl Iterator<Item = &'p syn::Pat>) -> Vec<Ident> {
    struct Names(Vec<Ident>);
    impl<'ast> syn::visit::Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0.push(name.ident.clone());
            syn::visit::visit_pat_ident(self, name);
        }
    }
    let mut names = Names(Vec::new());
    patterns.for_each(|pattern| syn::visit::Visit::visit_pat(&mut names, pattern));
    names.0
}

/// Parses the options of `#[device(..)]`. Returns whether drivers must not rearrange the item's
/// floating-point operations.
pub(crate) fn strict_float(attribute: TokenStream, diagnostics: &mut Diagnostics) -> syn::Result<bool> {
    attribute::device(attribute, diagnostics)
}

/// Parses `#[device] ..`.
pub(crate) fn device(item: TokenStream, diagnostics: &mut Diagnostics) -> syn::Result<DeviceInput> {
    let mut item = syn::parse2(item)?;
    check_single_attribute(attributes(&item), diagnostics);
    Ungrouped.visit_item_mut(&mut item);
    impl_trait::ImplTrait.visit_item_mut(&mut item);
    added_operator_bounds::OperatorBounds.visit_item_mut(&mut item);
    values_of_traits::ValuesOfTraits.visit_item_mut(&mut item);
    implied_bounds::ImpliedBounds.visit_item_mut(&mut item);
    returned_parts::in_item(&mut item);
    returned_slices::ReturnedSlices.visit_item_mut(&mut item);
    returned_references::Reborrows.visit_item_mut(&mut item);
    optional_references::OptionalReferences.visit_item_mut(&mut item);
    try_closures::TryClosures.visit_item_mut(&mut item);
    match item {
        syn::Item::Fn(item) if let Some(site) = self_use(&item.sig) => {
            Ok(misplaced(site, "it is a method; the attribute belongs above its `impl` block", diagnostics))
        }
        // `#[device]` on a method of a trait that has no body. syn returns such an item as `Item::Verbatim`.
        syn::Item::Verbatim(item) if let Ok(function) = syn::parse2::<syn::TraitItemFn>(item.clone()) => {
            let site = function.sig.ident.span().into();
            Ok(misplaced(site, "it is a function of a trait", diagnostics))
        }
        syn::Item::Fn(mut item) => {
            view_structs::local(&mut item.block, &item.sig, diagnostics);
            let signature::Parameters { parameters, patterns } = signature::device(&item.sig, diagnostics);
            Ok(DeviceInput::Function(Box::new(FunctionInput {
                item,
                parameters,
                patterns,
                block_parameters: Vec::new(),
            })))
        }
        syn::Item::Impl(block) if let Some(fold) = fold::fold(&block, diagnostics) => {
            Ok(DeviceInput::Fold(Box::new(fold)))
        }
        syn::Item::Impl(block) if let Some(reference) = implementing_reference(&block) => {
            let detail = format!("the implementation for `{}`, a reference", quoted(&reference));
            diagnostics.advise(Code::AMP008, Site::of(&reference), detail, advice::signature::REFERENCE);
            Ok(DeviceInput::Impl(Box::new(block), Vec::new()))
        }
        syn::Item::Impl(block) if let Some(parameter) = implementing_parameter(&block) => {
            let detail = format!("the implementation for each type `{parameter}`");
            diagnostics.advise(Code::AMP008, parameter.span(), detail, advice::signature::BLANKET);
            Ok(DeviceInput::Impl(Box::new(syn::parse_quote!(impl Owner {})), Vec::new()))
        }
        syn::Item::Impl(mut block) => {
            for item in &mut block.items {
                if let syn::ImplItem::Fn(function) = item {
                    view_structs::local(&mut function.block, &function.sig, diagnostics);
                }
            }
            let mut associated = AssociatedTypes::of(&block);
            let mut own_type = self_type::SelfType::of(&block);
            let of_index = index_impl::functions(&block, diagnostics);
            let of_index: Option<Vec<_>> =
                of_index.map(|functions| functions.into_iter().map(syn::ImplItem::Fn).collect());
            let items = of_index.as_deref().unwrap_or(&block.items);
            let functions = items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(item) => {
                    let mut item = item.clone();
                    associated.visit_impl_item_fn_mut(&mut item);
                    own_type.visit_impl_item_fn_mut(&mut item);
                    let syn::ImplItemFn { attrs, vis, modifiers, sig, block: body } = item;
                    let signature::Parameters { mut parameters, patterns } =
                        signature::device(&sig, diagnostics);
                    parameters.iter_mut().for_each(|(_, _, ty)| own_type.visit_type_mut(ty));
                    signature::check_determined(&sig, diagnostics);
                    let item = syn::ItemFn { attrs, vis, modifiers, sig, block: Box::new(body) };
                    let block_parameters =
                        block.generics.type_params().map(|it| it.ident.to_string()).collect();
                    Some(FunctionInput { item, parameters, patterns, block_parameters })
                }
                _ => None,
            });
            let functions: Vec<_> = functions.collect();
            Ok(DeviceInput::Impl(Box::new(block), functions))
        }
        syn::Item::Trait(item) => {
            for function in &item.items {
                let syn::TraitItem::Fn(function) = function else { continue };
                let signature::Parameters { parameters, .. } = signature::device(&function.sig, diagnostics);
                signature::check_determined(&function.sig, diagnostics);
                if function.default.is_some() {
                    reject_in_body(&function.sig, &parameters, diagnostics);
                }
            }
            let bodies = default_methods(&item);
            Ok(DeviceInput::Trait(Box::new(item), bodies))
        }
        syn::Item::Struct(item) => Ok(DeviceInput::Type(Box::new(item.into()))),
        syn::Item::Enum(item) => Ok(DeviceInput::Type(Box::new(item.into()))),
        other => Err(syn::Error::new_spanned(
            other,
            "expected a function, an `impl` block, a trait, a struct or an enum",
        )),
    }
}

/// Reports `#[device]` on a single function of an `impl` block or trait. Returns an empty `impl` block, which
/// causes no further errors.
fn misplaced(site: Site, detail: &str, diagnostics: &mut Diagnostics) -> DeviceInput {
    diagnostics.advise(Code::AMP008, site, detail, advice::signature::METHOD);
    DeviceInput::Impl(Box::new(syn::parse_quote!(impl Owner {})), Vec::new())
}

/// The first reference among the implementing type and the type argument of the trait, as in `impl Add<&Pair>
/// for Pair`. `None` if neither type is a reference.
fn implementing_reference(block: &syn::ItemImpl) -> Option<syn::Type> {
    let last = block.trait_.as_ref()?.0.segments.last()?;
    let taken = match &last.arguments {
        syn::PathArguments::AngleBracketed(list) => list.args.iter().find_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    };
    let taken = taken.filter(|_| operators::of_trait(&last.ident.to_string()).is_some());
    let mut types = [Some(&*block.self_ty), taken].into_iter().flatten();
    types.find(|ty| matches!(ty, syn::Type::Reference(_))).cloned()
}

/// The type parameter `T` of a blanket implementation, `impl<T> Ext for T`. The orphan rule forbids the generated
/// implementations of amp's traits for `T`.
pub(crate) fn implementing_parameter(block: &syn::ItemImpl) -> Option<Ident> {
    let (name, _) = parameter_type(&block.self_ty).filter(|_| block.trait_.is_some())?;
    block.generics.type_params().any(|it| it.ident == *name).then(|| name.clone())
}

/// The methods of a trait that have bodies, except those with a rejected signature.
pub(crate) fn default_methods(item: &syn::ItemTrait) -> Vec<FunctionInput> {
    let bodies = item.items.iter().filter_map(|function| match function {
        syn::TraitItem::Fn(function) => Some(defaults::function(item, function, function.default.as_ref()?)),
        _ => None,
    });
    let rejected = item.items.iter().filter_map(|function| match function {
        syn::TraitItem::Fn(function) => rejected_parameter(&function.sig).map(|_| &function.sig.ident),
        _ => None,
    });
    let rejected: Vec<_> = rejected.collect();
    let fits = |body: &FunctionInput| {
        let is_collective = body.parameters.iter().any(|(_, _, ty)| is_barrier_reference(ty));
        !is_collective && !rejected.contains(&&body.item.sig.ident)
    };
    bodies.filter(|body| fits(body)).collect()
}

/// The first generic parameter that a trait's method with a body cannot have: one beside a closure.
fn rejected_parameter(signature: &syn::Signature) -> Option<&syn::GenericParam> {
    let mut types = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(&*typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    own_parameter(signature).filter(|_| types.any(|ty| callable(ty, &signature.generics).is_some()))
}

/// Reports the parameters that a trait's method with a body cannot have: barriers and some generic parameters.
fn reject_in_body(
    signature: &syn::Signature,
    parameters: &[(Ident, bool, syn::Type)],
    diagnostics: &mut Diagnostics,
) {
    for (_, _, ty) in parameters.iter().filter(|(_, _, ty)| is_barrier_reference(ty)) {
        let detail = format!("`{}` in a method with a body in a trait", quoted(ty));
        diagnostics.advise(Code::AMP008, Site::of(ty), detail, advice::signature::IN_TRAIT);
    }
    if let Some(parameter) = rejected_parameter(signature) {
        let detail =
            format!("the generic parameter `{}` of a method with a body in a trait", quoted(parameter));
        diagnostics.advise(Code::AMP008, Site::of(parameter), detail, advice::signature::IN_TRAIT);
    }
}

fn is_barrier_reference(ty: &syn::Type) -> bool {
    quoted(ty).ends_with("TileBarrier")
}

/// The first type or const parameter of a method. Type parameters that stand for closures, `F: Fn(f32) -> f32`, do not
/// count.
pub(crate) fn own_parameter(signature: &syn::Signature) -> Option<&syn::GenericParam> {
    let types = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => callable(&typed.ty, &signature.generics)?.name,
        syn::FnArg::Receiver(_) => None,
    });
    let closures: Vec<_> = types.collect();
    signature.generics.params.iter().find(|parameter| match parameter {
        syn::GenericParam::Lifetime(_) => false,
        syn::GenericParam::Type(it) => !closures.contains(&it.ident),
        syn::GenericParam::Const(_) => true,
    })
}

/// Whether only some implementing types of a device trait have this method: its `where` clause has a bound on `Self` that the
/// trait `Value` does not imply, and that is no supertrait. A method with a closure counts as unconditional, because its code
/// cannot be conditional.
pub(crate) fn is_conditional(of: &syn::ItemTrait, signature: &syn::Signature) -> bool {
    let mut types = signature.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(&*typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    if types.any(|ty| callable(ty, &signature.generics).is_some()) {
        return false;
    }
    let supertraits: Vec<_> = of.supertraits.iter().map(|bound| quoted(bound)).collect();
    let is_implied = |bound: &syn::TypeParamBound| match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| {
            ["Copy", "Clone", "Sized", "Send", "Sync", "Value"].iter().any(|name| last.ident == name)
        }),
        _ => true,
    };
    let predicates = signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let mut bounds = predicates.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(it) => Some(it),
        _ => None,
    });
    bounds.any(|it| {
        let text = quoted(&it.bounded_ty);
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_itself = text == "Self" || implementor() == text.as_str();
        let is_supertrait = |bound| is_itself && supertraits.contains(&quoted(bound));
        words.any(|word| word == "Self" || implementor() == word)
            && !it.bounds.iter().all(|bound| is_implied(bound) || is_supertrait(bound))
    })
}

/// A visitor that replaces `Self::Output` and other associated types of an `impl` by their definitions,
/// because the generated functions are outside the `impl`.
struct AssociatedTypes(Vec<(Ident, syn::Type)>);

impl AssociatedTypes {
    fn of(block: &syn::ItemImpl) -> Self {
        let types = block.items.iter().filter_map(|item| match item {
            syn::ImplItem::Type(item) => Some((item.ident.clone(), item.ty.clone())),
            _ => None,
        });
        AssociatedTypes(types.collect())
    }
}

impl VisitMut for AssociatedTypes {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if let syn::Type::Path(path) = ty
            && path.qself.is_none()
            && path.path.segments.len() == 2
            && path.path.segments[0].ident == "Self"
            && let Some((_, known)) = self.0.iter().find(|(name, _)| path.path.segments[1].ident == *name)
        {
            *ty = known.clone();
        }
        syn::visit_mut::visit_type_mut(self, ty);
    }
}
