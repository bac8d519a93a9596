//! Methods of scalars, vectors, indices, arrays and views are built in; methods of your own types are device
//! functions.
//!
//! ```rust,ignore
//! y[i] = x[i].sqrt().max(0.0);
//! let p = particle.moved(dt);
//! ```
//!
//! - The methods of scalars and vectors are listed under [Methods](#methods).

use super::barrier::field_fence;
use super::field::is_tiled;
use super::index_space;
use crate::diagnostics::Code;
use crate::diagnostics::advice::{calls, construct};
use crate::diagnostics::near;
use crate::ir::{
    Binary, Call, Callee, Expr, ExprKind, ImplOf, Len, MethodName, Projection, Role, Source, Stmt, Ty,
};
use crate::lower::context::{Binding, Context};
use crate::lower::pattern::pinned;
use crate::lower::{iterators, subview};
use crate::site::{Site, quoted};
use crate::vocabulary::{optional, standard_methods};
use amp_shader::methods::{Class, Method, Operand};
use amp_shader::{Scalar, TypeInfo};
use syn::Member;

pub(super) fn lower(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Expr {
    lower_call(cx, it, site, false)
}

/// Lowers a method call that is a statement, evaluated only for its side effects.
pub(super) fn lower_statement(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Expr {
    lower_call(cx, it, site, true)
}

fn lower_call(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site, dropped: bool) -> Expr {
    if field_fence(it).is_some() {
        cx.advise(Code::AMP001, site, "a barrier as a value", construct::BARRIER);
        return Expr::error_placeholder(site);
    }
    let whole = syn::Expr::MethodCall(it.clone());
    let named = cx.scoped(|cx| match iterators::optional_item::with_named_base(cx, &whole) {
        Some(syn::Expr::MethodCall(named)) => Some(lower_call(cx, &named, site, dropped)),
        _ => None,
    });
    if let Some(value) = named {
        return value;
    }
    if let Some(value) = iterators::optional_item::method(cx, it, site) {
        return value;
    }
    if let Some(value) = iterators::method(cx, it, site) {
        return value;
    }
    if let Some(call) = with_constructor_as_closure(it) {
        return lower_call(cx, &call, site, dropped);
    }
    let name = it.method.to_string();
    // Devices have no strings, so the message of `expect` is dropped.
    if name == "expect"
        && let [syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. })] =
            Vec::from_iter(&it.args).as_slice()
    {
        let method = syn::Ident::new("unwrap", it.method.span());
        let unwrap = syn::ExprMethodCall { method, args: Default::default(), ..it.clone() };
        return lower_call(cx, &unwrap, site, dropped);
    }
    if name == "extent" && it.args.is_empty() && subview::is_subview(cx, &it.receiver) {
        return super::subview::extent(cx, &it.receiver, site);
    }
    // A subview may be an argument, the receiver of some methods, or the base of a subscript. Any other use
    // is an error.
    if subview::is_subview(cx, &whole) {
        return subview::misplaced(cx, &whole, site);
    }
    if let Some(capture) = super::extent::extent_receiver(cx, it) {
        return super::extent::lower(cx, capture, site);
    }
    if let Some(length) = super::extent::length(cx, it) {
        return length;
    }
    if let syn::Expr::Field(field) = &*it.receiver
        && matches!(&field.member, Member::Named(member) if member == "barrier")
        && is_tiled(cx, &field.base)
    {
        let detail = format!(
            "`{name}`; a barrier has `wait`, `wait_with_all_memory_fence`, `wait_with_global_memory_fence` and `wait_with_tile_static_memory_fence`"
        );
        cx.advise(Code::AMP011, it.method.span(), detail, construct::BARRIER);
        return Expr::error_placeholder(site);
    }
    if subview::is_subview_method(&it.method).is_some()
        && (subview::is_subview(cx, &it.receiver) || view_name(cx, &it.receiver).is_some())
    {
        let detail = format!("`{}`, which returns an `Option`; add `.unwrap()`", quoted(it));
        cx.advise(Code::AMP001, site, detail, construct::SUBVIEW);
        return Expr::error_placeholder(site);
    }
    if let Some(name) = view_name(cx, &it.receiver) {
        let detail = format!("the method `{}` of the view `{name}`", it.method);
        cx.advise(Code::AMP011, it.method.span(), detail, calls::VIEW_METHOD);
        return Expr::error_placeholder(site);
    }
    if let Some(found) = super::contains::lower(cx, it, site) {
        return found;
    }
    if let Some(changed) = super::in_place_method::lower(cx, it, site) {
        return changed;
    }
    if let Some(value) = super::slice_method::lower(cx, it, site) {
        // `w.select_nth_unstable(k);` drops the references.
        return if dropped && value.has_reference() { super::unit(site) } else { value };
    }
    if let Some(order) = iterators::ordering_test(cx, it) {
        return order;
    }
    // A method that is built in for scalars takes its receiver by value.
    let receiver = match Method::find(&name) {
        Some(_) => super::lower(cx, &it.receiver),
        None => match super::through_reference::receiver(cx, &it.receiver) {
            Some(place) => place,
            None => super::place(cx, &it.receiver),
        },
    };
    if receiver.ty.is_error() {
        return Expr::error_placeholder(site);
    }
    if let Some(value) = super::range::method(cx, it, &receiver, site) {
        return value;
    }
    // `clone` makes a copy, if the type has no user-defined `clone`.
    if name == "clone"
        && it.args.is_empty()
        && let ty @ (Ty::Scalar(_) | Ty::Array(..) | Ty::Tuple(_)) = cx.infer.resolve(&receiver.ty)
    {
        let copy = cx.temporary("copy", site, ty.clone(), true);
        cx.prologue.push(Stmt::Let { var: copy, value: Some(receiver) });
        return Expr { kind: ExprKind::Local(copy), ty, site };
    }
    // `Self` is a type with user-defined methods, and arrays have none. So the `len` of a receiver of type
    // `Self` is a user's method.
    let may_be_array = it.args.is_empty() && !cx.is_self_type(&receiver.ty);
    if name == "len"
        && may_be_array
        && let Some(len) = super::array::len_call(cx, &receiver, site)
    {
        return len;
    }
    if name == "is_empty"
        && may_be_array
        && let Some(len) = super::array::len_call(cx, &receiver, site)
    {
        let none = Expr { kind: ExprKind::Literal("0".to_owned()), ty: Ty::USIZE, site };
        let kind = ExprKind::Binary(Binary::Eq, Box::new(len), Box::new(none));
        return Expr { kind, ty: Ty::BOOL, site };
    }
    if name == "into"
        && it.args.is_empty()
        && let Ty::Index(rank) | Ty::Extent(rank) = receiver.ty
    {
        let parts = super::index::components(cx, receiver, rank);
        let ty = Ty::Array(Box::new(Ty::USIZE), Len::Number(rank));
        return Expr { kind: ExprKind::Array(parts), ty, site };
    }
    if name == "into"
        && it.args.is_empty()
        && !receiver.ty.is_open_extent()
        && !has_own_into(cx, &receiver.ty)
    {
        return super::convert::into(cx, it, receiver, site);
    }
    if let Some(found) = index_space::method(cx, it, &name, &receiver, site) {
        return found;
    }
    if let Some(converted) = super::convert::method(cx, it, &receiver, site) {
        return converted;
    }
    // Built-in methods have no generic parameters.
    let known = Method::find(&name)
        .filter(|method| method.arguments.len() == it.args.len() && it.turbofish.is_none());
    let receiver_ty = cx.infer.resolve(&receiver.ty);
    // If the value is discarded (`dropped`), the purpose of the call is its side effects, and built-in
    // methods have none. So the name counts as that of a user's method, if the receiver may have a user's
    // type.
    let known = known.filter(|method| {
        let captured = cx.infer.is_captured(&receiver_ty) && !method.is_of_scalars();
        // Scalars and arrays have `rotate_left` and `rotate_right`. Those of arrays modify the array, so they
        // may be statements.
        let rotates = name.starts_with("rotate_") && !matches!(receiver_ty, Ty::Scalar(_));
        let own =
            rotates || captured || cx.may_be_user_struct(&receiver_ty) || cx.may_be_scalar(&receiver_ty);
        !(dropped && own)
    });
    let class = match &receiver_ty {
        Ty::Scalar(scalar) => Class::of(&TypeInfo::Scalar(*scalar)),
        _ => None,
    };
    // `missing`: whether the receiver has no built-in method of this name. The methods of a scalar are known.
    // A struct has only the methods of its `#[device] impl`s.
    let missing = match &receiver_ty {
        Ty::Scalar(scalar) => {
            let found = known.filter(|method| !super::bytes::is_missing(method, *scalar));
            class.and_then(|class| found?.meaning(class)).is_none() && !optional::has(&name)
        }
        // Some built-in methods do not exist for scalars, such as `dot`. A type parameter can have such a
        // method only through a user's trait. So the built-in method counts as missing.
        other => known.is_none_or(|method| {
            // The type parameters of an `impl` block have no methods that return a tuple except built-in ones.
            let returns_pair = matches!(method.result, Operand::Pair | Operand::Flagged);
            cx.is_user_struct(other) && !(returns_pair && cx.is_block_parameter(other))
                || (cx.infer.is_parameter(other) && !method.is_of_scalars())
        }),
    };
    if missing
        && !matches!(receiver_ty, Ty::Hole(_) | Ty::Var(_))
        && standard_methods::has(&receiver_ty, &name)
    {
        let detail = match &receiver_ty {
            // Other types have the method, so the message names the receiver's type.
            Ty::Scalar(scalar) if known.is_some() => format!("the method `{name}` of `{}`", scalar.rust()),
            _ => format!("the method `{name}`"),
        };
        let advice = match &receiver_ty {
            Ty::Array(..) | Ty::Slice(_) => calls::ARRAY_METHOD,
            Ty::Scalar(Scalar::Usize | Scalar::Isize) if name.ends_with("_bytes") => calls::BYTES_OF_INDEX,
            Ty::Scalar(scalar) => near::method(&name, *scalar).unwrap_or(calls::SCALAR_METHOD),
            _ => Code::AMP011.help(),
        };
        cx.advise(Code::AMP011, it.method.span(), detail, advice);
        return Expr::error_placeholder(site);
    }
    if super::convert::is_char(&receiver_ty)
        && let Some((_, ascii)) = UNICODE.iter().find(|(method, _)| name == *method)
    {
        let detail = format!("the method `{name}` of `char`, which needs the tables of Unicode");
        cx.advise(Code::AMP011, it.method.span(), detail, ascii);
        return Expr::error_placeholder(site);
    }
    if known
        .is_some_and(|method| super::swizzle::report_missing_component(cx, method, &receiver_ty, &it.method))
    {
        return Expr::error_placeholder(site);
    }
    let ty = receiver_ty.clone();
    let known = known.filter(|_| !optional::has(&name));
    let own = known.is_none() || missing;
    // In a closure kernel, a capture may have a user's type with this method. If scalars have the method, the
    // capture counts as a scalar.
    let captured = known.is_some_and(|method| !method.is_of_scalars()) && cx.infer.is_captured(&receiver_ty);
    let perhaps_own = !own
        && (captured || cx.may_be_user_struct(&receiver_ty) || cx.infer.is_bounded_by_user(&receiver_ty));
    let argument = if own { super::reference::argument_of_function } else { super::reference::argument };
    let by_reference = own.then(|| with_reference_parameter(cx, it, &receiver_ty)).flatten();
    let it = by_reference.as_ref().unwrap_or(it);
    let (before, arguments) = cx.in_block(|cx| super::sequence(cx, &it.args, argument));
    let is_of_user = cx.is_user_struct(&receiver_ty) && !iterators::is_option_or_result(cx, &receiver_ty);
    let arguments = if is_of_user { arguments } else { super::range::kept(&name, arguments) };
    let mut arguments = super::implicit_reborrow::reborrow_shared(it.args.iter(), arguments);
    // If a user's method may modify the receiver, the receiver is passed by reference.
    let receiver = match own && known.is_none() && super::reference::is_new_value(&it.receiver) {
        true => super::reference::copy_in(cx, false, receiver),
        false => receiver,
    };
    let by_ref = if own { super::reference::mutable_receiver(cx, &receiver) } else { None };
    let passes_barrier = own && arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Barrier));
    let changed = own && super::element_method::may_be_modified(&receiver, &before);
    // A receiver that is an element is copied, and written back if the method modifies the copy. So is a
    // receiver that the evaluation of the arguments may modify.
    let element = match own && !passes_barrier && (known.is_none() || !cx.may_be_scalar(&ty)) {
        true if by_ref.is_some() => {
            changed.then(|| super::reference::with_fixed_subscripts(cx, receiver.clone()))
        }
        true => super::element_method::receiver_element(cx, &it.receiver, &receiver),
        false => None,
    };
    let by_ref = by_ref.filter(|_| !changed);
    let place = by_ref.is_some() || element.is_some();
    let receiver = match (&element, by_ref) {
        // A method that takes `self` by value gets the value that the receiver has before the arguments are
        // evaluated. So that value is stored here.
        (Some(place), _) if changed => pinned(cx, place.clone()),
        (Some(_), _) => receiver,
        (None, Some(by_ref)) if !before.is_empty() => super::stabilised(cx, by_ref),
        (None, Some(by_ref)) => by_ref,
        (None, None) if !before.is_empty() => super::stabilised(cx, receiver),
        (None, None) => receiver,
    };
    cx.prologue.extend(before);
    let receiver = match &element {
        Some(_) if changed => super::element_method::copy_of_element(cx, receiver),
        Some(place) => super::element_method::copy_of_element(cx, place.clone()),
        None => receiver,
    };
    super::reference::check_disjoint(cx, &arguments);
    super::slice::check_disjoint(cx, &arguments);
    // In the CPU code, one call of a collective method runs for all work-items. So each work-item first
    // evaluates its arguments and stores them.
    if passes_barrier {
        super::collective_args::full_views(cx, &arguments);
        super::collective_args::check_disjoint(cx, &arguments);
    }
    let (receiver, place) = match passes_barrier {
        true => {
            let receiver = super::collective_args::stored_receiver(cx, receiver, &mut arguments);
            arguments = arguments
                .into_iter()
                .map(|argument| super::collective_args::stored_argument(cx, argument))
                .collect();
            receiver
        }
        false => (receiver, place),
    };
    arguments.insert(0, receiver);
    if arguments.iter().any(|argument| argument.ty.is_error()) {
        return Expr::error_placeholder(site);
    }
    let plain = !arguments[1..].iter().any(Expr::is_argument_only);
    let either = known.filter(|method| plain && !matches!(method.result, Operand::Pair | Operand::Flagged));
    match known.filter(|_| !missing && (plain || !perhaps_own)) {
        Some(method) if perhaps_own && either.is_some() => {
            let result = method_type(cx, method, &ty, &arguments[1..]);
            let ident = it.method.clone();
            Expr { kind: ExprKind::Method { method, ident, arguments, open: true }, ty: result, site }
        }
        Some(method) => builtin_method(cx, method, it.method.clone(), ty, arguments, site),
        None => {
            let ty = ty.with_errors_at(it.method.span());
            // The name of the receiver's type may be an alias of a scalar type, whose method is built in.
            let callee = match either.filter(|_| cx.may_be_scalar(&ty)) {
                Some(method) => Callee::MaybeBuiltin(ty.clone(), method),
                None => {
                    let found = match &it.turbofish {
                        Some(turbofish) => super::call::impl_of_turbofish(turbofish, None),
                        None if standard_methods::is_inherent(&name) => ImplOf::Inferred,
                        None => ImplOf::InScope,
                    };
                    Callee::Associated(ty.clone(), name, found)
                }
            };
            // The first argument type is the receiver's own type, even if the method takes the receiver by
            // reference.
            let mut types: Vec<_> = arguments.iter().map(|argument| argument.ty.clone()).collect();
            types[0] = ty;
            let ty = cx.infer.call(&callee, types.clone());
            if let Some(place) = element {
                super::element_method::write_back(cx, place, &arguments[0], changed, &callee, &types, &ty);
            }
            let turbofish = it.turbofish.as_ref().map(|it| Source::of(it));
            let name = MethodName { ident: it.method.clone(), turbofish };
            let written = if place { Call::Place(name) } else { Call::Method(name) };
            Expr { kind: ExprKind::Call { callee, written, arguments }, ty, site }
        }
    }
}

/// Methods of `char` that depend on the tables of Unicode, and the method for ASCII to write instead.
const UNICODE: &[(&str, &str)] = &[
    (
        "is_alphabetic",
        "for ASCII, write `is_ascii_alphabetic`; compute the classes of other characters on the host",
    ),
    (
        "is_alphanumeric",
        "for ASCII, write `is_ascii_alphanumeric`; compute the classes of other characters on the host",
    ),
    (
        "is_lowercase",
        "for ASCII, write `is_ascii_lowercase`; compute the classes of other characters on the host",
    ),
    ("is_numeric", "for ASCII, write `is_ascii_digit`; compute the classes of other characters on the host"),
    (
        "is_uppercase",
        "for ASCII, write `is_ascii_uppercase`; compute the classes of other characters on the host",
    ),
    ("to_lowercase", "for ASCII, write `to_ascii_lowercase`; convert other characters on the host"),
    ("to_uppercase", "for ASCII, write `to_ascii_uppercase`; convert other characters on the host"),
];

/// For `filter` and `inspect` of an `Option` or a `Result`, the call with the closure's parameter declared as a reference, as in
/// the standard library: `|n: &_| n % 3 == 0`. `None` for other calls.
fn with_reference_parameter(
    cx: &Context<'_>,
    it: &syn::ExprMethodCall,
    receiver: &Ty,
) -> Option<syn::ExprMethodCall> {
    let names = ["filter", "inspect", "inspect_err"];
    if !names.iter().any(|name| it.method == name) || it.args.len() != 1 {
        return None;
    }
    if cx.is_user_struct(receiver) && !iterators::is_option_or_result(cx, receiver) {
        return None;
    }
    let mut call = it.clone();
    let syn::Expr::Closure(closure) = call.args.first_mut()? else { return None };
    if closure.inputs.len() != 1 {
        return None;
    }
    let parameter = closure.inputs.first_mut()?;
    if super::closure::is_reference(cx, parameter, &closure.body) || matches!(parameter, syn::Pat::Type(_)) {
        return None;
    }
    *parameter = syn::Pat::Type(syn::PatType {
        attrs: Vec::new(),
        pat: Box::new(parameter.clone()),
        colon_token: Default::default(),
        ty: Box::new(syn::parse_quote!(&_)),
    });
    Some(call)
}

/// For a method of `Option` and `Result` with the name of a tuple struct, a variant or an associated function as its argument,
/// `v.map(Circle)`, `v.map_err(Trap::from)`: the
/// call with a closure, `v.map(|value| Circle(value))`.
fn with_constructor_as_closure(it: &syn::ExprMethodCall) -> Option<syn::ExprMethodCall> {
    let methods = ["map", "map_err", "map_or", "map_or_else", "and_then"];
    let Some(syn::Expr::Path(constructor)) = it.args.last() else { return None };
    let is_type_name = |segment: &syn::PathSegment| {
        let name = segment.ident.to_string();
        name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase)
    };
    let mut last = constructor.path.segments.iter().rev();
    // The constructor of a variant, or an associated function of a user's type.
    let is_constructor = last.next().is_some_and(is_type_name);
    let is_scalar = |segment: &syn::PathSegment| {
        constructor.path.segments.last().is_some_and(|last| last.ident == "from")
            && crate::vocabulary::types::scalar(&segment.ident.to_string()).is_some()
    };
    let is_function = last.next().is_some_and(|owner| is_type_name(owner) || is_scalar(owner))
        && super::callable::method_of_number(&constructor.path).is_none();
    // `from` takes an argument, so the receiver is a `Result`.
    let is_from = constructor.path.segments.last().is_some_and(|last| last.ident == "from");
    let methods = methods.iter().copied().chain(is_from.then_some("unwrap_or_else"));
    if !(is_constructor || is_function) || !methods.into_iter().any(|method| it.method == method) {
        return None;
    }
    let mut call = it.clone();
    let span = it.method.span().resolved_at(proc_macro2::Span::mixed_site());
    let value = syn::Ident::new("amp_value", span);
    *call.args.last_mut()? = syn::parse_quote_spanned!(span=> |#value| #constructor(#value));
    Some(call)
}

/// Whether rustc resolves the type. It may then be a user's type with a device method `into`, or an extent of
/// unknown rank.
fn has_own_into(cx: &Context<'_>, ty: &Ty) -> bool {
    matches!(cx.infer.resolve(ty), Ty::Hole(hole) if matches!(*hole, Projection::Element(_) | Projection::Inferred(_)))
}

/// The name of the view or subview that an expression denotes. `None` for other expressions.
fn view_name(cx: &mut Context<'_>, it: &syn::Expr) -> Option<syn::Ident> {
    match cx.index_binding(it)? {
        Binding::Subview(_) => match it {
            syn::Expr::Path(path) => path.path.get_ident().cloned(),
            _ => None,
        },
        Binding::Capture(capture) | Binding::Borrowed(capture, _)
            if cx.capture(capture).role != Role::Value =>
        {
            // The capture may be an array that the kernel uses like a view. The second pass then lowers it as
            // a value.
            cx.usage.views_as_values.insert(capture);
            Some(cx.capture(capture).ident.clone())
        }
        _ => None,
    }
}

/// Builds a call of a built-in method, whose receiver is the first argument.
pub(super) fn builtin_method(
    cx: &mut Context<'_>,
    method: &'static Method,
    ident: syn::Ident,
    receiver: Ty,
    arguments: Vec<Expr>,
    site: Site,
) -> Expr {
    cx.infer.unify(&arguments[0].ty, &receiver);
    let ty = method_type(cx, method, &receiver, &arguments[1..]);
    Expr { kind: ExprKind::Method { method, ident, arguments, open: false }, ty, site }
}

/// The result type of a call of a method that has the name of a built-in method.
pub(super) fn method_type(
    cx: &mut Context<'_>,
    method: &'static Method,
    receiver: &Ty,
    arguments: &[Expr],
) -> Ty {
    // Lowering destructures a pair at compile time, so the type of a pair must be known here. So a method
    // that returns a pair counts as built in, whatever the type of the receiver is.
    let second = match method.result {
        Operand::Pair => receiver.clone(),
        Operand::Flagged => Ty::BOOL,
        _ => {
            let arguments = arguments.iter().map(|argument| argument.ty.clone()).collect();
            return cx.infer.method(method, receiver, arguments);
        }
    };
    cx.infer.unify_arguments(method, receiver, arguments.iter().map(|argument| &argument.ty));
    Ty::Tuple(vec![receiver.clone(), second])
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn barriers_are_statements() {
        wgsl(
            "tile = [16], |t: TiledIndex<1>| { #[tile_static] let mut s: [f32; 16]; s[t.local[0]] = y[t.global]; t.barrier.wait(); y[t.global] = s[15 - t.local[0]].sqrt().min(4.0); }",
            expect![[r#"
                tile_s_[amp_local[0]] = y[amp_global[0]];
                workgroupBarrier();
                y[amp_global[0]] = min(sqrt(tile_s_[15u - amp_local[0]]), 4.0f);
            "#]],
        );
    }

    #[test]
    fn unknown_methods_are_rejected() {
        codes("|i: Index<1>| { let a = 1.0f32.to_string(); i.barrier.wait(); }", &["AMP011", "AMP013"]);
    }

    #[test]
    fn result_types_follow_the_signature() {
        wgsl(
            "|i: Index<1>| { let (sum, wrapped) = n.overflowing_add(3); if !wrapped { z[i] = sum.abs_diff(5) as u32; } }",
            expect![[r#"
                let value_: <(usize , bool ,)> = overflowing_add(n, 3u);
                let sum_: u32 = value_.0;
                let wrapped_: bool = value_.1;
                if (!wrapped_) {
                    z[amp_global[0]] = u32(abs_diff(sum_, 5u));
                }
            "#]],
        );
    }

    #[test]
    fn missing_methods_of_scalars_are_rejected() {
        codes("|i: Index<1>| { let a = 1.0f64.sqrt(); let b = 1.0f64.next_up(); }", &["AMP011"]);
    }
}
