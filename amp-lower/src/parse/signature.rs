//! Classifies the parameters of kernels and device functions: index, view, value, closure, barrier.
//!
//! A macro sees tokens and no types, so the last name in a type's path decides: `ArrayView<f32>` is a view,
//! whatever item the name refers to.

use super::{IndexParameter, KernelParameter, ParameterKind};
use crate::diagnostics::{Code, Diagnostics, advice};
use crate::ir::Role;
use crate::site::{Site, quoted};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::visit::Visit;
use syn::{FnArg, GenericArgument, Pat, PathArguments, ReturnType, Signature, Type};

/// Classifies the parameters of a kernel function: the index, then the captures.
pub(super) fn kernel(
    signature: &Signature,
    diagnostics: &mut Diagnostics,
) -> (Option<IndexParameter>, Vec<KernelParameter>) {
    check_qualifiers(signature, Code::AMP008.help(), diagnostics);
    if signature.ident == "main" {
        let detail = "`main` is the program's entry point";
        diagnostics.advise(Code::AMP008, signature.ident.span(), detail, advice::signature::MAIN);
    }
    // A kernel cannot be `const`. Device functions can, because the host may call them in constants.
    if let Some(word) = &signature.constness {
        diagnostics.report(Code::AMP008, Site::of(word), "`const`");
    }
    if let ReturnType::Type(_, ty) = &signature.output
        && !matches!(&**ty, Type::Tuple(unit) if unit.elems.is_empty())
    {
        diagnostics.report(Code::AMP005, Site::of(ty), format!("`-> {}`", quoted(ty)));
    }
    let mut arguments = signature.inputs.iter();
    let index = match arguments.next() {
        Some(argument) => match plain_name_parameter(argument, diagnostics) {
            Some((ident, _, ty)) => index(ident, ty, diagnostics),
            None => None,
        },
        // The name `main` is already reported. A `main` function has no parameters, so an error about the
        // missing index would not help.
        None if signature.ident == "main" => None,
        None => {
            diagnostics.report(Code::AMP004, signature.ident.span(), "it is missing");
            None
        }
    };
    let mut parameters = Vec::new();
    for argument in arguments {
        if let Some((ident, mutable, ty)) = plain_name_parameter(argument, diagnostics) {
            let errors_before = diagnostics.count();
            let kind = kind(ty, &signature.generics, diagnostics);
            // If the type was rejected (a view by value), `mut` is not reported as well: with the corrected
            // type, the parameter needs no `mut`.
            if mutable && diagnostics.count() == errors_before {
                let detail = "captured values are read-only";
                diagnostics.advise(Code::AMP009, ident.span(), detail, advice::signature::MUTABLE);
            }
            parameters.push(KernelParameter { ident: ident.clone(), kind, mutable });
        }
    }
    (index, parameters)
}

/// The type and const parameters of a method that no parameter type determines, such as `N` in `fn f<const N:
/// usize>(&self)`. For a closure argument, the type of its result counts. A call takes these parameters from
/// its turbofish or its result (`InherentWith` in the runtime).
pub(crate) fn undetermined(signature: &Signature) -> Vec<&syn::GenericParam> {
    let generics = &signature.generics;
    let types = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    });
    let (closures, others): (Vec<_>, Vec<_>) = types.partition(|ty| callable(ty, generics).is_some());
    let closures: Vec<_> = closures.into_iter().filter_map(|ty| callable(ty, generics)).collect();
    let results = closures.iter().map(|closure| closure.output.clone());
    let determining: Vec<Type> = others.into_iter().cloned().chain(results).collect();
    let closures: Vec<_> = closures.iter().filter_map(|closure| closure.name.as_ref()).collect();
    let is_undetermined = |parameter: &&syn::GenericParam| match parameter {
        syn::GenericParam::Type(it) => {
            !closures.contains(&&it.ident) && !is_determined_by(&it.ident, &determining)
        }
        syn::GenericParam::Const(it) => !is_determined_by(&it.ident, &determining),
        syn::GenericParam::Lifetime(_) => false,
    };
    generics.params.iter().filter(is_undetermined).collect()
}

/// The result type of a function that returns a value of a hidden type, `-> impl Shape`. `None` for other functions, and
/// for closures and iterators, which are no values on a device.
pub(crate) fn hidden_result(signature: &Signature) -> Option<&syn::TypeImplTrait> {
    let ReturnType::Type(_, ty) = &signature.output else { return None };
    let Type::ImplTrait(hidden) = &**ty else { return None };
    let mut names = hidden.bounds.iter().filter_map(|bound| match bound {
        syn::TypeParamBound::Trait(it) => it.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    });
    const OTHERS: [&str; 7] =
        ["Fn", "FnMut", "FnOnce", "Iterator", "IntoIterator", "DoubleEndedIterator", "ExactSizeIterator"];
    names.all(|name| !OTHERS.contains(&name.as_str())).then_some(hidden)
}

/// The type that stands for a const parameter of this type among the parameters of a function: `ConstUsize` for `usize`.
/// `None` for other types than scalars.
pub(crate) fn const_type(ty: &Type) -> Option<&'static str> {
    let Type::Path(syn::TypePath { qself: None, path, .. }) = ty else { return None };
    Some(match path.get_ident()?.to_string().as_str() {
        "bool" => "ConstBool",
        "char" => "ConstChar",
        "u8" => "ConstU8",
        "i8" => "ConstI8",
        "u16" => "ConstU16",
        "i16" => "ConstI16",
        "u32" => "ConstU32",
        "i32" => "ConstI32",
        "u64" => "ConstU64",
        "i64" => "ConstI64",
        "usize" => "ConstUsize",
        "isize" => "ConstIsize",
        _ => return None,
    })
}

/// Reports a type or const parameter of a method that no parameter type determines, if a call cannot name it. A call finds a
/// function that takes a view or a barrier by its arguments alone. The type of a constant must be a scalar type.
pub(super) fn check_determined(signature: &Signature, diagnostics: &mut Diagnostics) {
    let takes_view = signature.inputs.iter().any(|input| match input {
        FnArg::Typed(typed) => view_parameter(&typed.ty).is_some() || is_collective(&typed.ty),
        FnArg::Receiver(_) => false,
    });
    for parameter in undetermined(signature) {
        let (name, is_named) = match parameter {
            syn::GenericParam::Type(it) => (&it.ident, true),
            syn::GenericParam::Const(it) => (&it.ident, const_type(&it.ty).is_some()),
            syn::GenericParam::Lifetime(_) => continue,
        };
        if is_named && !takes_view {
            continue;
        }
        let detail = match is_named {
            true => {
                format!("no parameter type determines `{name}`, and the function takes a view or a barrier")
            }
            false => format!(
                "no parameter type determines `{name}`, whose type is not written as `usize`, `u32` and so on"
            ),
        };
        let advice = match is_named {
            true => advice::signature::UNDETERMINED_PARAMETER,
            false => advice::signature::CONST_PARAMETER,
        };
        diagnostics.advise(Code::AMP008, Site::of(name), detail, advice);
    }
}

/// Whether the types determine the generic parameter `name`. They do if they mention it outside of an associated type:
/// `Vec2<T>` determines `T`, but `T::Item` and `<T as Shape>::Item` do not.
pub(crate) fn is_determined_by(name: &Ident, types: &[Type]) -> bool {
    struct MentionVisitor<'a> {
        name: &'a Ident,
        is_mentioned: bool,
    }
    impl<'ast> Visit<'ast> for MentionVisitor<'_> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            self.is_mentioned |= path.is_ident(self.name);
            syn::visit::visit_path(self, path);
        }

        fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
            if path.qself.is_none() {
                syn::visit::visit_type_path(self, path);
            }
        }
    }
    let mut visitor = MentionVisitor { name, is_mentioned: false };
    types.iter().for_each(|ty| visitor.visit_type(ty));
    visitor.is_mentioned
}

/// The parameters of a device function.
pub(super) struct Parameters {
    /// For each parameter: its name, whether it is `mut`, and its type.
    pub(super) parameters: Vec<(Ident, bool, Type)>,
    /// The patterns of destructured parameters, each with the index of its parameter.
    pub(super) patterns: Vec<(usize, Pat)>,
}

/// The site of a `self` or `Self` in the signature, which only a function in an `impl` block can use. `None`
/// if there is none.
pub(crate) fn self_use(signature: &Signature) -> Option<Site> {
    if let Some(receiver) = signature.receiver() {
        return Some(Site::of(receiver));
    }
    fn own(tokens: proc_macro2::TokenStream) -> Option<Span> {
        tokens.into_iter().find_map(|token| match token {
            proc_macro2::TokenTree::Ident(ident) => (ident == "Self").then(|| ident.span()),
            proc_macro2::TokenTree::Group(group) => own(group.stream()),
            _ => None,
        })
    }
    own(signature.to_token_stream()).map(Site::from)
}

/// Classifies the parameters of a device function.
pub(super) fn device(signature: &Signature, diagnostics: &mut Diagnostics) -> Parameters {
    check_qualifiers(signature, advice::signature::DEVICE, diagnostics);
    let (mut parameters, mut patterns) = (Vec::new(), Vec::new());
    for (position, argument) in signature.inputs.iter().enumerate() {
        if let FnArg::Receiver(receiver) = argument {
            let own = Ident::new("self", receiver.self_token.span);
            let by_ref = matches!(receiver.kind, syn::ReceiverKind::Reference(..));
            let plain = matches!(receiver.kind, syn::ReceiverKind::Value);
            if !by_ref && !plain {
                let detail = format!("`{}`", quoted(receiver));
                diagnostics.advise(Code::AMP008, Site::of(receiver), detail, advice::signature::RECEIVER);
            }
            let changes = matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)));
            let ty = if changes { syn::parse_quote!(&mut Self) } else { syn::parse_quote!(Self) };
            parameters.push((own, plain && receiver.mutability.is_some(), ty));
        } else if let FnArg::Typed(typed) = argument {
            let named = match &*typed.pat {
                Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                    (name.ident.clone(), name.mutability.is_some())
                }
                pattern => {
                    patterns.push((position, pattern.clone()));
                    (Ident::new("parameter", Span::mixed_site()), false)
                }
            };
            parameters.push((named.0, named.1, device_parameter(&typed.ty)));
        }
    }
    Parameters { parameters, patterns }
}

/// The type of a parameter of the function for devices. On a device, all text is constant, and so are the slices that are items:
/// `&'static str` for `&str`, and `&[&'static [T]]` for `&[&[T]]`.
pub(crate) fn device_parameter(ty: &Type) -> Type {
    if let Type::Reference(it) = ty
        && it.mutability.is_none()
        && is_text(&it.elem)
    {
        let span = Site::of(ty).first;
        return syn::parse_quote_spanned!(span=> ::amp::__private::Text);
    }
    let mut ty = ty.clone();
    let items = match &mut ty {
        Type::Reference(reference) => &mut *reference.elem,
        other => other,
    };
    constant_items(items);
    ty
}

/// Declares the slices and texts among the items of an array or slice as constants.
fn constant_items(list: &mut Type) {
    fn parts(ty: &mut Type) {
        match ty {
            Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(parts),
            Type::Reference(it) if it.mutability.is_none() => {
                if is_text(&it.elem) || matches!(&*it.elem, Type::Slice(_)) {
                    it.lifetime = Some(syn::Lifetime::new("'static", it.and_token.span));
                }
                constant_items(&mut it.elem);
            }
            other => constant_items(other),
        }
    }
    match list {
        Type::Slice(slice) => parts(&mut slice.elem),
        Type::Array(array) => parts(&mut array.elem),
        _ => {}
    }
}

fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Path(syn::TypePath { qself: None, path, .. }) if path.is_ident("str"))
}

/// The index parameter with its kind and rank, which the type's name decides. Reports other types.
pub(super) fn index(ident: &Ident, ty: &Type, diagnostics: &mut Diagnostics) -> Option<IndexParameter> {
    let found = parameter_type(ty).and_then(|(name, arguments)| {
        let tiled = match name.to_string().as_str() {
            "Index" => false,
            "TiledIndex" => true,
            _ => return None,
        };
        match arguments.as_slice() {
            [GenericArgument::Const(expr)] => Some((tiled, literal(expr)?)),
            _ => None,
        }
    });
    let Some((tiled, rank)) = found else {
        diagnostics.report(Code::AMP004, Site::of(ty), format!("this is `{}`", quoted(ty)));
        return None;
    };
    let most = if tiled { 3 } else { 8 };
    if rank == 0 || rank > most {
        diagnostics.report(Code::AMP019, Site::of(ty), format!("the rank is {rank}"));
        return None;
    }
    Some(IndexParameter { ident: ident.clone(), tiled, rank, ty: ty.clone() })
}

/// The kind of a kernel parameter, which its type decides.
fn kind(ty: &Type, generics: &syn::Generics, diagnostics: &mut Diagnostics) -> ParameterKind {
    if let (Some(callable), false) = (callable(ty, generics), matches!(ty, Type::Reference(_))) {
        return ParameterKind::Callable(callable);
    }
    // An `AtomicView` is shared between work-items, so a kernel may take it by value or by reference.
    let named = match ty {
        Type::Reference(reference) => &*reference.elem,
        other => other,
    };
    if let Some((element, rank)) = view(named, &["AtomicView"]) {
        return ParameterKind::Atomic { element, rank, ranked: rank_argument(named) };
    }
    let Type::Reference(reference) = ty else {
        let view = parameter_type(ty).map(|(name, _)| name.to_string());
        let by = match view.as_deref() {
            Some("ArrayView" | "Array") => "&",
            Some("ArrayViewMut") => "&mut ",
            _ => return ParameterKind::Value(ty.clone()),
        };
        let advice = format!("take the view by reference: `{by}{}`", quoted(ty));
        diagnostics.advise(Code::AMP002, Site::of(ty), format!("`{}` by value", quoted(ty)), advice);
        return ParameterKind::Value(Type::Verbatim(Default::default()));
    };
    let writable = reference.mutability.is_some();
    for (names, can_write) in [(&["ArrayView"][..], false), (&["ArrayViewMut", "Array"], true)] {
        if let Some((element, rank)) = view(&reference.elem, names) {
            let role = if writable && can_write { Role::Write } else { Role::Read };
            return ParameterKind::View { role, element, rank, ranked: rank_argument(&reference.elem) };
        }
    }
    let inside = match &*reference.elem {
        Type::Slice(slice) => Some(quoted(&slice.elem)),
        other => parameter_type(other).and_then(|(name, arguments)| match arguments.first() {
            Some(GenericArgument::Type(element)) if name == "Vec" => Some(quoted(element)),
            _ => None,
        }),
    };
    let detail = match inside {
        Some(element) if writable => format!("`{}`; write `&mut ArrayViewMut<{element}>`", quoted(ty)),
        Some(element) => format!("`{}`; write `&ArrayView<{element}>`", quoted(ty)),
        None => format!("`{}`; kernels take only views and arrays by reference", quoted(ty)),
    };
    diagnostics.report(Code::AMP002, Site::of(ty), detail);
    ParameterKind::Value(Type::Verbatim(Default::default()))
}

/// The element type and the rank of a type with one of these names. `None` for other types. The inner `None`
/// means that the rank is not a literal.
fn view(ty: &Type, names: &[&str]) -> Option<(Type, Option<usize>)> {
    let (name, arguments) = parameter_type(ty)?;
    if !names.iter().any(|known| name == known) {
        return None;
    }
    let mut types = arguments.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    });
    let mut ranks = arguments.iter().filter_map(|argument| match argument {
        GenericArgument::Const(expr) => Some(literal(expr)),
        _ => None,
    });
    let element = types.next()?;
    // syn parses a rank such as `N` as a type argument. So a second type argument means that the rank is not
    // a literal.
    let rank = match (types.next(), ranks.next()) {
        (Some(_), _) => None,
        (None, Some(rank)) => rank,
        (None, None) => Some(1),
    };
    Some((element, rank))
}

/// The rank argument of a view type, as the user wrote it.
fn rank_argument(ty: &Type) -> GenericArgument {
    let arguments = parameter_type(ty).map(|(_, arguments)| arguments).unwrap_or_default();
    let mut plain =
        arguments.into_iter().filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)));
    plain.nth(1).unwrap_or_else(|| syn::parse_quote!(1))
}

/// A view parameter of a device function.
pub(crate) struct ViewParameter {
    pub(crate) mutable: bool,
    pub(crate) element: Type,
    /// The rank, if the user wrote a literal.
    pub(crate) rank: Option<usize>,
    /// The rank as the user wrote it.
    pub(crate) ranked: GenericArgument,
}

/// The view parameter that a device function declares by this type, such as `&ArrayView<f32>`. `None` for
/// other types.
pub(crate) fn view_parameter(ty: &Type) -> Option<ViewParameter> {
    let Type::Reference(reference) = ty else { return None };
    let (element, rank) = view(&reference.elem, &["ArrayView", "ArrayViewMut", "Array"])?;
    let mutable = reference.mutability.is_some();
    Some(ViewParameter { mutable, element, rank, ranked: rank_argument(&reference.elem) })
}

/// The two types of the generated code that replace a view type such as `ArrayView<f32>`: one for a view that a
/// caller passes by `&`, and one for `&mut`.
pub(crate) fn view_arg_types(element: &Type, rank: &GenericArgument) -> [Type; 2] {
    [
        syn::parse_quote!(::amp::__private::ViewRef<#element, #rank>),
        syn::parse_quote!(::amp::__private::ViewMut<#element, #rank>),
    ]
}

/// A closure parameter: `impl Fn(A) -> R`, or `F` with `F: Fn(A) -> R`.
pub(crate) struct Callable {
    pub(crate) inputs: Vec<Type>,
    pub(crate) output: Type,
    /// The type parameter `F`, if the closure has a named type.
    pub(crate) name: Option<Ident>,
    /// Whether the bound is `FnMut`, so that the closure may modify its captures.
    pub(crate) is_fn_mut: bool,
}

impl Callable {
    /// The types of the inputs, without the `&` of an input by reference.
    pub(crate) fn targets(&self) -> impl Iterator<Item = &Type> {
        self.inputs.iter().map(|input| shared_target(input).unwrap_or(input))
    }
}

/// The target of a `&` type. `None` for other types.
pub(crate) fn shared_target(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(reference) if reference.mutability.is_none() => Some(&reference.elem),
        _ => None,
    }
}

/// The closure that a device function takes by a parameter of this type. `None` for other types.
pub(crate) fn callable(ty: &Type, generics: &syn::Generics) -> Option<Callable> {
    type Bounds = syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>;
    let found = |bounds: &Bounds, name: Option<&Ident>| {
        bounds.iter().find_map(|bound| {
            let syn::TypeParamBound::Trait(it) = bound else { return None };
            let last = it.path.segments.last()?;
            let PathArguments::Parenthesized(arguments) = &last.arguments else { return None };
            ["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name).then(|| Callable {
                inputs: arguments.inputs.iter().map(|input| input.ty.clone()).collect(),
                output: match &arguments.output {
                    ReturnType::Default => syn::parse_quote!(()),
                    ReturnType::Type(_, ty) => (**ty).clone(),
                },
                name: name.cloned(),
                is_fn_mut: last.ident != "Fn",
            })
        })
    };
    match ty {
        // `&mut` of an `impl Fn` is rejected, because it says nothing more than `&`.
        Type::Reference(reference) => callable(&reference.elem, generics)
            .filter(|found| reference.mutability.is_none() || found.is_fn_mut),
        Type::ImplTrait(it) => found(&it.bounds, None),
        Type::Path(path) => {
            let ident = path.path.get_ident()?;
            let parameter = generics.type_params().find(|parameter| parameter.ident == *ident)?;
            let inline = found(&parameter.bounds, Some(ident));
            inline.or_else(|| {
                generics.where_clause.iter().flat_map(|clause| &clause.predicates).find_map(|predicate| {
                    match predicate {
                        syn::WherePredicate::Type(it) if it.bounded_ty == *ty => {
                            found(&it.bounds, Some(ident))
                        }
                        _ => None,
                    }
                })
            })
        }
        _ => None,
    }
}

/// Whether the type is `TileBarrier`.
pub(crate) fn is_barrier(ty: &Type) -> bool {
    parameter_type(ty).is_some_and(|(name, _)| name == "TileBarrier")
}

/// Whether a parameter of this type is a barrier. A function with such a parameter is collective: every work-item of
/// the tile must call it.
pub(crate) fn is_collective(ty: &Type) -> bool {
    matches!(ty, Type::Reference(reference) if is_barrier(&reference.elem))
}

/// The last name in a type's path, with its generic arguments.
pub(crate) fn parameter_type(ty: &Type) -> Option<(&Ident, Vec<GenericArgument>)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let arguments = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().cloned().collect(),
        _ => Vec::new(),
    };
    Some((&last.ident, arguments))
}

/// For the types `Range<T>` and `RangeInclusive<T>`: whether the range includes its end, and the type `T`. `None` for
/// other types.
pub(crate) fn range_type(it: &Type) -> Option<(bool, &Type)> {
    let Type::Path(syn::TypePath { qself: None, path, .. }) = it else { return None };
    let last = path.segments.last()?;
    let inclusive = match last.ident.to_string().as_str() {
        "Range" => false,
        "RangeInclusive" => true,
        _ => return None,
    };
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.iter().collect::<Vec<_>>()[..] {
        [GenericArgument::Type(of)] => Some((inclusive, of)),
        _ => None,
    }
}

/// The type with amp's own range types in place of those of the standard library: `Option<RangeValue<u32>>` for
/// `Option<Range<u32>>`. `None` for a type without ranges.
pub(crate) fn with_range_values(it: &Type) -> Option<Type> {
    struct Ranges(bool);
    impl syn::visit_mut::VisitMut for Ranges {
        fn visit_type_mut(&mut self, it: &mut Type) {
            syn::visit_mut::visit_type_mut(self, it);
            let Some((inclusive, of)) = range_type(it) else { return };
            self.0 = true;
            *it = match inclusive {
                false => syn::parse_quote!(::amp::__private::RangeValue<#of>),
                true => syn::parse_quote!(::amp::__private::RangeInclusiveValue<#of>),
            };
        }
    }
    let (mut ranges, mut changed) = (Ranges(false), it.clone());
    syn::visit_mut::VisitMut::visit_type_mut(&mut ranges, &mut changed);
    ranges.0.then_some(changed)
}

fn literal(expr: &syn::Expr) -> Option<usize> {
    match expr {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => number.base10_parse().ok(),
        syn::Expr::Block(block) => match block.block.stmts.as_slice() {
            [syn::Stmt::Expr(expr, None)] => literal(expr),
            _ => None,
        },
        _ => None,
    }
}

/// The name of a parameter, whether it is `mut`, and its type. Reports an error and returns `None` for `self`
/// and for patterns.
fn plain_name_parameter<'s>(
    argument: &'s FnArg,
    diagnostics: &mut Diagnostics,
) -> Option<(&'s Ident, bool, &'s Type)> {
    match argument {
        FnArg::Typed(typed) => match &*typed.pat {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                Some((&name.ident, name.mutability.is_some(), &typed.ty))
            }
            other => {
                let detail = format!("the pattern `{}`", quoted(other));
                diagnostics.advise(Code::AMP008, Site::of(other), detail, advice::signature::KERNEL_PATTERN);
                None
            }
        },
        FnArg::Receiver(receiver) => {
            diagnostics.report(Code::AMP008, Site::of(receiver), "`self`");
            None
        }
    }
}

/// Reports qualifiers that device code cannot have, such as `async`.
fn check_qualifiers(signature: &Signature, advice: &'static str, diagnostics: &mut Diagnostics) {
    if let Some(word) = &signature.asyncness {
        diagnostics.advise(Code::AMP008, Site::of(word), "`async`", advice);
    }
    if !matches!(signature.safety, syn::Safety::Default) {
        diagnostics.advise(Code::AMP008, Site::of(&signature.safety), "`unsafe`", advice);
    }
    if let Some(abi) = &signature.abi {
        diagnostics.advise(Code::AMP008, Site::of(abi), "`extern`", advice);
    }
    if let Some(variadic) = &signature.variadic {
        diagnostics.advise(Code::AMP008, Site::of(variadic), "`...`", advice);
    }
}
