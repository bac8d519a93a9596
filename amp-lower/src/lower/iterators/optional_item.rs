//! An `Option` with a reference: `w.get(k)`, `w.first()`, `x.iter().max_by(f)`, `best.as_mut()`.
//!
//! Devices have no pointers, so no variable can hold such a value. It is an expression of the IR,
//! [`ExprKind::Optional`]: the condition that there is an item, and the item. Patterns, `?` and methods take it apart
//! at compile time.
//!
//! ```text
//! if let Some(v) = w.get(k) { y[i] = *v; }      var item;  if k < w.len() { item = w[k]; }
//!                                               if k < w.len() { y[i] = item; }
//! ```
//!
//! The target of a shared reference is copied to a variable, so reading the item is defined even if there is none. The
//! copy is legal because nothing can modify the target while the reference exists. The target of a `&mut` reference is
//! not copied.

use super::callback::{self, Callback};
use super::counted::{Counted, Items};
use super::drive::{assign, not, truth, variable};
use super::variable::is_remainder;
use super::{chain, item, number, optional, source};
use crate::diagnostics::Code;
use crate::diagnostics::advice::calls;
use crate::ir::{Binary, Call, Callee, Expr, ExprKind, ImplOf, Message, ResultForm, Shape, Stmt, Ty};
use crate::lower::context::{Context, ResultKind};
use crate::lower::expr::{self, without_parentheses};
use crate::lower::pattern::pinned;
use crate::lower::{result_forms, shared_references, stmt, variant};
use crate::parse::optional_references::Kind;
use crate::parse::reference_results::{hidden_call, value_of};
use crate::site::Site;
use crate::vocabulary::iterators as methods;
use chain::{Access, Source};
use proc_macro2::Span;

/// An `Option` with a reference: the condition that it is `Some`, and the item.
#[derive(Clone)]
pub(in crate::lower) struct Optional {
    pub(in crate::lower) some: Expr,
    pub(in crate::lower) item: Expr,
    /// The error, if the value is a `Result`.
    pub(in crate::lower) error: Option<Expr>,
}

impl Optional {
    pub(super) fn new(some: Expr, item: Expr) -> Self {
        Optional { some, item, error: None }
    }

    /// The IR expression for this `Option`.
    pub(super) fn expression(self, cx: &mut Context<'_>, site: Site) -> Expr {
        cx.body.borrows = true;
        let Optional { some, item, error } = self;
        if some.ty.is_error() || item.ty.is_error() {
            return Expr::error_placeholder(site);
        }
        let kind =
            ExprKind::Optional { some: Box::new(some), item: Box::new(item), error: error.map(Box::new) };
        Expr { kind, ty: cx.infer.any(), site }
    }

    /// The parts of an [`ExprKind::Optional`], or of a reference to one. `None` for other expressions.
    pub(in crate::lower) fn of(it: &Expr) -> Option<Optional> {
        match &it.kind {
            ExprKind::Reference { place, .. } => Optional::of(place),
            ExprKind::Optional { some, item, error } => Some(Optional {
                some: (**some).clone(),
                item: (**item).clone(),
                error: error.as_ref().map(|error| (**error).clone()),
            }),
            _ => None,
        }
    }

    /// For `a.as_ref()` and `a.as_mut()`: the reference to `a`.
    pub(in crate::lower) fn borrowed_whole(&self) -> Option<Expr> {
        match (&self.some.kind, &self.item.kind) {
            (ExprKind::IsVariant(whole, _), ExprKind::Reference { mutable, place })
                if matches!(place.kind, ExprKind::Payload(..)) && self.error.is_none() =>
            {
                Some(item::reference(*mutable, (**whole).clone()))
            }
            _ => None,
        }
    }

    /// Whether reading the item is defined even if `some` is false. A copy in a variable may always be read. The target
    /// of a `&mut` reference or of a slice may be out of bounds.
    pub(in crate::lower) fn is_readable(&self) -> bool {
        fn readable(item: &Expr) -> bool {
            match &item.kind {
                ExprKind::Reference { mutable: true, .. } | ExprKind::Slice { .. } => false,
                ExprKind::Reference { place, .. } => readable(place),
                ExprKind::Tuple(parts) => parts.iter().all(readable),
                _ => true,
            }
        }
        readable(&self.item)
    }
}

impl Shape {
    /// The shape of an item. `None` if it contains a slice or a `&mut` reference, whose target cannot be copied, or an
    /// `Option`.
    pub(in crate::lower) fn of(item: &Expr) -> Option<Shape> {
        match &item.kind {
            ExprKind::Reference { mutable: true, .. }
            | ExprKind::Slice { .. }
            | ExprKind::Optional { .. } => None,
            ExprKind::Reference { place, .. } => Some(Shape::Reference(Box::new(Shape::of(place)?))),
            ExprKind::Tuple(parts) if item.has_reference() => {
                Some(Shape::Tuple(parts.iter().map(Shape::of).collect::<Option<_>>()?))
            }
            _ => Some(Shape::Value),
        }
    }

    /// Makes an item of this shape from a value without references. Each reference refers to the value, or to a part of
    /// it.
    pub(in crate::lower) fn item(&self, cx: &mut Context<'_>, value: Expr) -> Expr {
        shared_references::referenced(cx, self, value)
    }
}

/// Declares a variable without a value.
fn place(cx: &mut Context<'_>, name: &str, ty: Ty, site: Site) -> Expr {
    let var = cx.temporary(name, site, ty.clone(), true);
    cx.prologue.push(Stmt::Let { var, value: None });
    Expr { kind: ExprKind::Local(var), ty, site }
}

/// Calls `inner`, adds its statements inside `if condition { .. }`, and returns its item. The variables of these
/// statements are declared before the `if`, because the item may use them.
fn only_if(cx: &mut Context<'_>, condition: Expr, inner: impl FnOnce(&mut Context<'_>) -> Expr) -> Expr {
    let (then, item) = cx.in_block(|cx| cx.scoped(inner));
    let then = hoisted(cx, then);
    if !then.is_empty() {
        cx.prologue.push(Stmt::If { condition, then, otherwise: Vec::new() });
    }
    item
}

/// Declares the variables of `stmts` in the current block, without values. Returns the statements with assignments in
/// place of the declarations.
pub(in crate::lower) fn hoisted(cx: &mut Context<'_>, stmts: Vec<Stmt>) -> Vec<Stmt> {
    let mut inner = Vec::new();
    for stmt in stmts {
        let Stmt::Let { var, value } = stmt else {
            inner.push(stmt);
            continue;
        };
        cx.body.variables[var.0].mutable = true;
        let (ty, site) = (cx.ty(var).clone(), Site::of(&cx.variable_ref(var).ident));
        cx.prologue.push(Stmt::Let { var, value: None });
        if let Some(value) = value {
            let place = Expr { kind: ExprKind::Local(var), ty, site };
            inner.push(Stmt::Assign { place, operator: None, value });
        }
    }
    inner
}

/// Lowers `item` so that its code runs only if `some` holds, and copies the targets of its references to a variable.
/// Returns the item with references to these copies. An item that cannot be copied (see [`Shape::of`]) is returned as
/// lowered. `None` after an error.
fn copied(
    cx: &mut Context<'_>,
    some: &Expr,
    item: impl FnOnce(&mut Context<'_>) -> Expr,
    site: Site,
) -> Option<Expr> {
    let (mut then, item) = cx.in_block(item);
    let Some(shape) = Shape::of(&item) else {
        let then = hoisted(cx, then);
        if !then.is_empty() {
            cx.prologue.push(Stmt::If { condition: some.clone(), then, otherwise: Vec::new() });
        }
        return Some(item);
    };
    let value = item::value(item);
    if value.ty.is_error() {
        return None;
    }
    let target = place(cx, "item", value.ty.clone(), site);
    then.push(Stmt::Assign { place: target.clone(), operator: None, value });
    cx.prologue.push(Stmt::If { condition: some.clone(), then, otherwise: Vec::new() });
    Some(shape.item(cx, target))
}

/// The `Option` that contains an item if `some` holds. The item is a copy in a variable.
pub(in crate::lower) fn of_copy(cx: &mut Context<'_>, some: Expr, item: Expr, site: Site) -> Expr {
    match item.has_reference() {
        true => Optional::new(some, item).expression(cx, site),
        false => optional::chosen(cx, some, item, site),
    }
}

/// The `Option` that contains an item if `some` holds. The item is lowered already, and its references refer to places that
/// nothing assigns afterwards.
pub(super) fn of_item(cx: &mut Context<'_>, some: Expr, item: Expr, site: Site) -> Expr {
    if item.ty.is_error() {
        return Expr::error_placeholder(site);
    }
    match Shape::of(&item) {
        Some(shape) if !shape.has_reference() => optional::chosen(cx, some, item, site),
        _ => match copied(cx, &some, |_| item, site) {
            Some(item) => Optional::new(some, item).expression(cx, site),
            None => Expr::error_placeholder(site),
        },
    }
}

/// The methods of arrays, slices and views that return an `Option` with a reference, with their numbers of arguments.
const ITEMS: [(&str, usize); 16] = [
    ("first", 0),
    ("first_chunk", 0),
    ("first_mut", 0),
    ("get", 1),
    ("get_mut", 1),
    ("last", 0),
    ("last_chunk", 0),
    ("last_mut", 0),
    ("split_first", 0),
    ("split_first_chunk", 0),
    ("split_first_mut", 0),
    ("split_last", 0),
    ("split_last_chunk", 0),
    ("split_last_mut", 0),
    ("strip_prefix", 1),
    ("strip_suffix", 1),
];

/// Whether an expression may be an `Option` with a reference: a name of one, or a call that may return one.
pub(super) fn may_be(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    match without_parentheses(it) {
        path @ syn::Expr::Path(_) => is_bound(cx, path),
        syn::Expr::Call(call) => is_try_from(call) || crate::parse::returned_parts::marked(call).is_some(),
        syn::Expr::MethodCall(call) => {
            let (name, count) = (call.method.to_string(), call.args.len());
            let is = |table: &[(&str, usize)]| table.contains(&(name.as_str(), count));
            if is(&ITEMS) && counts_as_items(cx, call) {
                return true;
            }
            if is(&[("as_ref", 0), ("as_mut", 0)]) {
                return true;
            }
            if methods::is_consumer(call) && chain::of(cx, &call.receiver).is_some() {
                return is_of_chain(cx, call);
            }
            let keeps = [
                ("and_then", 1),
                ("filter", 1),
                ("inspect", 1),
                ("map", 1),
                ("map_err", 1),
                ("ok_or", 1),
                ("ok_or_else", 1),
                ("err", 0),
                ("ok", 0),
                ("or", 1),
                ("or_else", 1),
            ];
            is(&keeps) && chain::of(cx, &call.receiver).is_none() && may_be(cx, &call.receiver)
        }
        _ => false,
    }
}

/// Whether the receiver of a method in [`ITEMS`] is an array, a slice or a view. `first_mut`, `split_last`, `get(k..)` and the
/// like count as methods of arrays, even if only rustc knows the receiver's type.
fn counts_as_items(cx: &mut Context<'_>, it: &syn::ExprMethodCall) -> bool {
    let name = it.method.to_string();
    let of_arrays = name.contains("_mut") || name.contains("_chunk") || name.starts_with("split");
    is_items(cx, &it.receiver)
        || (of_arrays || is_half_open(it.args.first())) && may_be_array(cx, &it.receiver)
}

/// Whether an argument is a range without one of its ends. Methods of the user's types take no such range.
fn is_half_open(argument: Option<&syn::Expr>) -> bool {
    match argument.map(without_parentheses) {
        Some(syn::Expr::Range(range)) => range.start.is_none() || range.end.is_none(),
        _ => false,
    }
}

/// Whether a call is a consumer that returns an `Option` whose item may be a reference.
pub(in crate::lower) fn is_of_chain(cx: &Context<'_>, call: &syn::ExprMethodCall) -> bool {
    const CONSUMERS: [(&str, usize); 17] = [
        ("find", 1),
        ("last", 0),
        ("max", 0),
        ("max_by", 1),
        ("max_by_key", 1),
        ("min", 0),
        ("min_by", 1),
        ("min_by_key", 1),
        ("next", 0),
        ("next_if", 1),
        ("next_if_eq", 1),
        ("nth", 1),
        ("nth_back", 1),
        ("peek", 0),
        ("peek_mut", 0),
        ("reduce", 1),
        ("rfind", 1),
    ];
    let is_one = CONSUMERS.iter().any(|(name, count)| call.method == name && call.args.len() == *count);
    is_one
        && chain::of(cx, &call.receiver).is_some_and(|chain| {
            may_have_references(&chain) || call.method == "peek" || call.method == "peek_mut"
        })
}

/// Whether a call is `T::try_from(n)` of an integer type.
fn is_try_from(call: &syn::ExprCall) -> bool {
    let syn::Expr::Path(path) = &*call.func else { return false };
    let names: Vec<_> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    matches!(&names[..], [ty, name] if name == "try_from" && crate::vocabulary::types::scalar(ty).is_some())
}

/// Whether the name is that of an `Option` with a reference.
fn is_bound(cx: &Context<'_>, it: &syn::Expr) -> bool {
    match cx.index_binding(it) {
        Some(crate::lower::context::Binding::Alias(alias)) => Optional::of(&cx.aliased(alias).1).is_some(),
        Some(crate::lower::context::Binding::References(number)) => {
            matches!(cx.names.reference_variables[number].1, Shape::Optional(..))
        }
        _ => false,
    }
}

/// Whether the items of a chain may be references, as far as its syntax shows.
fn may_have_references(chain: &chain::Chain<'_>) -> bool {
    let mut found = match chain.source {
        Source::Elements(..)
        | Source::Parts(_)
        | Source::PartsBy(_)
        | Source::Once(_)
        | Source::Repeat(_)
        | Source::RepeatN(..) => true,
        Source::Zip(_) | Source::Variable(..) => true,
        Source::Range(_)
        | Source::RangeVariable(_)
        | Source::FromFn(_)
        | Source::Successors(..)
        | Source::Function(_)
        | Source::Own(_) => false,
    };
    for step in &chain.steps {
        match step.method.to_string().as_str() {
            "copied" | "cloned" => found = false,
            "map" | "filter_map" | "flat_map" | "map_while" | "scan" | "zip" | "chain" | "flatten" => {
                found = true
            }
            _ => {}
        }
    }
    found
}

/// Whether an expression is an array, a slice or a view for certain.
pub(in crate::lower) fn is_items(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let it = without_parentheses(it);
    if crate::lower::subview::is_subview(cx, it) {
        return true;
    }
    if let Some(capture) = expr::captured(cx, it)
        && source::is_view(cx, capture, true)
    {
        return true;
    }
    matches!(it, syn::Expr::Array(_) | syn::Expr::Repeat(_)) || expr::is_array_or_slice(cx, it)
}

/// Whether an expression is a place whose type only rustc knows, so that it may be an array.
pub(in crate::lower) fn may_be_array(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let it = without_parentheses(it);
    if !matches!(it, syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_)) {
        return false;
    }
    let place = cx.speculatively(|cx| expr::place(cx, it));
    let ty = cx.infer.resolve(&place.ty);
    matches!(ty, Ty::Hole(_) | Ty::Var(_)) && !cx.infer.is_literal(&ty) && !cx.is_self_type(&ty)
}

/// Lowers `get`, `first` or `last` of a value whose type only rustc knows: an array, or a user's type with a method of
/// this name. Returns the `Option`, or whatever the user's method returns. `None` for other calls.
pub(in crate::lower) fn of_unknown_type(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let syn::Expr::MethodCall(call) = without_parentheses(it) else { return None };
    let known = [("get", 1), ("first", 0), ("last", 0)];
    let name = call.method.to_string();
    let is_range = call.args.first().is_some_and(|wanted| expr::slice::is_range(cx, wanted));
    if !known.contains(&(name.as_str(), call.args.len()))
        || is_range
        || is_items(cx, &call.receiver)
        || !may_be_array(cx, &call.receiver)
    {
        return None;
    }
    let site = Site::of(it);
    let receiver = expr::place(cx, &call.receiver);
    let (before, given) =
        cx.in_block(|cx| call.args.iter().map(|given| expr::argument(cx, given)).collect::<Vec<_>>());
    let ty = receiver.ty.clone();
    // A user's method may modify its receiver.
    let receiver = match expr::mutable_receiver(cx, &receiver) {
        Some(by_ref) => by_ref,
        None if before.is_empty() => receiver,
        None => pinned(cx, receiver),
    };
    cx.prologue.extend(before);
    if receiver.ty.is_error() || given.iter().any(|given| given.ty.is_error()) {
        return Some(Expr::error_placeholder(site));
    }
    let callee = Callee::Associated(ty.clone(), name, ImplOf::Inferred);
    let types = std::iter::once(ty).chain(given.iter().map(|argument| argument.ty.clone())).collect();
    let arguments: Vec<_> = std::iter::once(receiver).chain(given).collect();
    let ty = cx.infer.call(&callee, types);
    let written = Call::Copied(call.method.clone().into(), ResultForm::Converted);
    let value = Expr { kind: ExprKind::Call { callee, written, arguments }, ty, site };
    Some(pinned(cx, value))
}

/// Lowers a call of a function that returns an `Option` or a `Result` with a reference, as the uses of the result show
/// (`parse/optional_references.rs`). The value is a copy of the target, and the item is a reference to it. A call that
/// lowering knows better is lowered as it is.
pub(in crate::lower) fn of_call(cx: &mut Context<'_>, call: &syn::Expr, kind: Kind) -> Expr {
    let mut value = expr::lower_full(cx, call);
    value.ty = cx.infer.resolve(&value.ty);
    // A call with a side effect is the value of a variable.
    let call = match (&value.kind, cx.prologue.last_mut()) {
        (ExprKind::Local(local), Some(Stmt::Let { var, value: Some(call) })) if local == var => call,
        _ => &mut value,
    };
    let is_known = call.ty.is_error() || !result_forms::may_be_converted(call);
    if is_known && !passes_views(call) {
        return value;
    }
    result_forms::convert(call, ResultForm::OfReference);
    let (site, value) = (value.site, pinned(cx, value));
    with_item(cx, value, kind, site, |_, item| item)
}

/// Converts the value of a call of a user's function, whose result contains references. Leaves other values unchanged.
pub(in crate::lower) fn convert_result(cx: &mut Context<'_>, value: &mut Expr) {
    let call = match (&value.kind, cx.prologue.last_mut()) {
        (ExprKind::Local(local), Some(Stmt::Let { var, value: Some(call) })) if local == var => call,
        _ => value,
    };
    result_forms::convert(call, ResultForm::OfReference);
}

/// An `Option` or a `Result` with a reference. `item` makes its target of the payload of `value`.
pub(in crate::lower) fn with_item(
    cx: &mut Context<'_>,
    value: Expr,
    kind: Kind,
    site: Site,
    item: impl FnOnce(&mut Context<'_>, Expr) -> Expr,
) -> Expr {
    with_payload(cx, value, kind, site, |cx, payload| {
        let target = item(cx, payload);
        item::reference(false, target)
    })
}

/// An `Option` or a `Result` with references in its item. `item` makes the item of the payload of `value`.
pub(in crate::lower) fn with_payload(
    cx: &mut Context<'_>,
    value: Expr,
    kind: Kind,
    site: Site,
    item: impl FnOnce(&mut Context<'_>, Expr) -> Expr,
) -> Expr {
    let kind = match kind {
        Kind::Option => ResultKind::Option,
        Kind::Result => ResultKind::Result,
    };
    let (full, empty) = optional::variants(kind, site);
    let some = variant::test(&value, &full, site);
    let payload = variant::payload(cx, &value, &full, variant::position(0, site));
    let item = only_if(cx, some.clone(), |cx| item(cx, payload));
    let error = (kind == ResultKind::Result)
        .then(|| variant::payload(cx, &value, &empty, variant::position(0, site)));
    Optional { some, item, error }.expression(cx, site)
}

/// The target of a reference, or the value itself if lowering holds a copy of the target.
pub(in crate::lower) fn target(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    let value = expr::lower_full(cx, it);
    item::value(value)
}

/// Lowers a call of a function that returns an `Option` or a `Result` with a reference, to the value with a copy of the target.
/// The flag is false if lowering knows the call better, and the value is its ordinary result.
fn copied_result(cx: &mut Context<'_>, call: &syn::Expr) -> (Expr, bool) {
    let value = of_call(cx, call, Kind::Option);
    match Optional::of(&value) {
        // The value is the same for both kinds.
        Some(Optional { some: Expr { kind: ExprKind::IsVariant(whole, _), .. }, .. }) => (*whole, true),
        _ => (value, false),
    }
}

/// Changes a closure with a parameter that is a reference to one that takes the target by value.
fn with_value_parameter(closure: &mut syn::ExprClosure) {
    let Some(parameter) = closure.inputs.first_mut() else { return };
    let pattern = match &*parameter {
        syn::Pat::Type(typed) => (*typed.pat).clone(),
        other => other.clone(),
    };
    if let syn::Pat::Reference(of) = pattern {
        *parameter = *of.pat;
        return;
    }
    let (name, body) = (proc_macro2::Ident::new("amp_target", Span::mixed_site()), closure.body.clone());
    *closure.body = syn::parse_quote!({ let #pattern = &#name; #body });
    *parameter = syn::parse_quote!(#name);
}

/// Lowers the operand of `*` in `*call.unwrap()` and in `*call?`, where the call returns an `Option` or a `Result` with a
/// reference. `None` for other operands.
pub(in crate::lower) fn copied_target(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let it = without_parentheses(it);
    let call = match it {
        syn::Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => &call.receiver,
        syn::Expr::Try(tried) => &tried.expr,
        _ => return None,
    };
    if !may_be_call(cx, call) {
        return None;
    }
    let (value, is_copied) = copied_result(cx, call);
    if value.ty.is_error() {
        return Some(value);
    }
    Some(cx.scoped(|cx| {
        let expr = Box::new(callback::named(cx, value));
        let whole = match it.clone() {
            syn::Expr::MethodCall(call) => {
                syn::Expr::MethodCall(syn::ExprMethodCall { receiver: expr, ..call })
            }
            syn::Expr::Try(tried) => syn::Expr::Try(syn::ExprTry { expr, ..tried }),
            other => other,
        };
        match is_copied {
            true => expr::lower(cx, &whole),
            false => expr::lower(cx, &syn::parse_quote_spanned!(Site::of(it).first=> *#whole)),
        }
    }))
}

/// Whether an expression is a call with views. Such a call has the result of the function's version for devices.
fn passes_views(it: &Expr) -> bool {
    matches!(it.kind, ExprKind::Call { .. }) && it.passes_views()
}

/// Whether an expression may be a call of a user's function. The tests of this module and of chains exclude other calls.
pub(in crate::lower) fn may_be_call(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let it = without_parentheses(it);
    let is_call = match it {
        syn::Expr::MethodCall(call) => {
            let name = call.method.to_string();
            !ITEMS.iter().any(|(item, _)| name == *item) && !result_forms::is_method(&name)
        }
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => path
                .path
                .segments
                .last()
                .is_some_and(|last| !last.ident.to_string().starts_with(char::is_uppercase)),
            _ => false,
        },
        _ => false,
    };
    is_call
        && hidden_call(it, value_of, None).is_some()
        && !may_be(cx, it)
        && chain::of(cx, it).is_none()
        && !matches!(it, syn::Expr::MethodCall(call) if methods::is_consumer(call) && chain::of(cx, &call.receiver).is_some())
}

/// Whether a closure's only parameter must be a reference, as in `|&v| v` and `|v| *v`.
fn takes_reference(cx: &Context<'_>, it: &syn::Expr) -> bool {
    let syn::Expr::Closure(closure) = without_parentheses(it) else { return false };
    closure.inputs.len() == 1 && expr::is_reference_parameter(cx, &closure.inputs[0], &closure.body)
}

/// Lowers a method of the result of [`of_unknown_type`] as one of an `Option` with a reference. Such methods are
/// `unwrap`, `copied`, and `map` with a closure that takes a reference. `None` for other calls.
fn method_of_unknown(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    let name = it.method.to_string();
    let last = it.args.last();
    let is_copy = matches!(name.as_str(), "copied" | "cloned") && it.args.is_empty();
    let is_unwrap = name == "unwrap" && it.args.is_empty() || name == "expect" && it.args.len() == 1;
    let is_mapped = matches!(
        name.as_str(),
        "map" | "map_or" | "map_or_else" | "is_some_and" | "is_ok_and" | "is_none_or" | "filter" | "and_then"
    ) && last.is_some_and(|closure| takes_reference(cx, closure));
    let is_default = name == "unwrap_or" && matches!(last, Some(syn::Expr::Reference(_)));
    if !(is_copy || is_unwrap || is_mapped || is_default) {
        return None;
    }
    let Some(value) = of_unknown_type(cx, &it.receiver) else {
        if is_unwrap || name == "filter" || !may_be_call(cx, &it.receiver) {
            return None;
        }
        let (value, is_copied) = copied_result(cx, &it.receiver);
        if value.ty.is_error() || is_copy && is_copied {
            return Some(value);
        }
        if !is_copied {
            return Some(cx.scoped(|cx| {
                let receiver = Box::new(callback::named(cx, value));
                expr::lower_full(cx, &syn::Expr::MethodCall(syn::ExprMethodCall { receiver, ..it.clone() }))
            }));
        }
        // The item is a copy of the target. So the closure gets a reference to its parameter.
        let mut call = it.clone();
        match call.args.last_mut() {
            Some(syn::Expr::Closure(closure)) => with_value_parameter(closure),
            Some(syn::Expr::Reference(other)) => call.args = std::iter::once((*other.expr).clone()).collect(),
            _ => {}
        }
        let value = cx.scoped(|cx| {
            *call.receiver = callback::named(cx, value);
            expr::lower_full(cx, &syn::Expr::MethodCall(call))
        });
        return match is_default && !value.ty.is_error() {
            true => {
                let value = pinned(cx, value);
                Some(item::reference(false, value))
            }
            false => Some(value),
        };
    };
    if value.ty.is_error() {
        return Some(value);
    }
    if is_copy {
        return Some(value);
    }
    if is_unwrap {
        let value = cx.scoped(|cx| {
            let receiver = Box::new(callback::named(cx, value));
            expr::lower(cx, &syn::Expr::MethodCall(syn::ExprMethodCall { receiver, ..it.clone() }))
        });
        return (!value.ty.is_error()).then(|| {
            let value = pinned(cx, value);
            item::reference(false, value)
        });
    }
    let some = optional::some(site);
    let condition = variant::test(&value, &some, site);
    let payload = variant::payload(cx, &value, &some, variant::position(0, site));
    let optional = Optional::new(condition, item::reference(false, payload));
    Some(of_optional(cx, it, optional, site).unwrap_or_else(|| Expr::error_placeholder(site)))
}

/// Lowers a method call that returns an `Option` with a reference, or that takes one as its receiver. `None` for other
/// calls.
pub(in crate::lower) fn method(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    let (name, count) = (it.method.to_string(), it.args.len());
    if let Some(value) = method_of_unknown(cx, it, site) {
        return Some(value);
    }
    if ITEMS.contains(&(name.as_str(), count)) && counts_as_items(cx, it) {
        return Some(items(cx, it, site).unwrap_or_else(|| Expr::error_placeholder(site)));
    }
    if count == 0 && (name == "as_ref" || name == "as_mut") && !may_be(cx, &it.receiver) {
        return whole(cx, it, name == "as_mut", site);
    }
    if matches!((name.as_str(), count), ("get_or_insert" | "get_or_insert_with", 1)) {
        return inserted(cx, it, site);
    }
    if name == "insert" && count == 1 && is_option(cx, &it.receiver) {
        return inserted(cx, it, site);
    }
    if name == "take_if" && count == 1 {
        return taken(cx, it, site);
    }
    if !may_be(cx, &it.receiver) {
        return None;
    }
    let receiver = expr::lower_full(cx, &it.receiver);
    if receiver.ty.is_error() {
        return Some(Expr::error_placeholder(site));
    }
    if let Some(optional) = Optional::of(&receiver) {
        return Some(of_optional(cx, it, optional, site).unwrap_or_else(|| Expr::error_placeholder(site)));
    }
    // The receiver turned out to be an ordinary value. So this is an ordinary method call, with a name for the lowered
    // receiver: lowering the receiver's expression again would evaluate it twice.
    Some(cx.scoped(|cx| {
        let receiver = Box::new(callback::named(cx, receiver));
        expr::lower_full(cx, &syn::Expr::MethodCall(syn::ExprMethodCall { receiver, ..it.clone() }))
    }))
}

/// The expression with a name for the reference that `?`, `unwrap` or `expect` takes out of an `Option` at its base, as in
/// `w.get(y)?.get(x)`. A name shows that the base is a reference, and to what. `None` if there is no such reference.
pub(in crate::lower) fn with_named_base(cx: &mut Context<'_>, it: &syn::Expr) -> Option<syn::Expr> {
    let mut whole = it.clone();
    let base = base_mut(cx, inner_mut(&mut whole)?)?;
    *base = named_reference(cx, base)?;
    Some(whole)
}

/// A name for an expression with `?`, `unwrap` or `expect` that is a reference, for a marked call, for a chosen
/// reference, and for the `remainder` of an iterator. `None` for other expressions.
pub(in crate::lower) fn named_reference(cx: &mut Context<'_>, it: &syn::Expr) -> Option<syn::Expr> {
    let is_marked = matches!(without_parentheses(it), syn::Expr::Call(call) if crate::parse::returned_parts::marked(call).is_some());
    if !is_marked
        && !expr::chosen_slice::is_one(cx, it)
        && !is_remainder(cx, it)
        && !takes_reference_out(cx, it)
    {
        return None;
    }
    let value = expr::lower_full(cx, it);
    Some(match value.ty.is_error() && !matches!(value.kind, ExprKind::Reference { .. }) {
        true => rejected_name(cx, Site::of(it)),
        false => callback::named(cx, value),
    })
}

/// A name for an expression with an error.
fn rejected_name(cx: &mut Context<'_>, site: Site) -> syn::Expr {
    let name = proc_macro2::Ident::new("amp_rejected", site.first.resolved_at(Span::mixed_site()));
    cx.bind(&name, crate::lower::context::Binding::Rejected);
    syn::Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.into() })
}

/// The receiver of a method call, or the base of a field or a subscript.
fn inner_mut(it: &mut syn::Expr) -> Option<&mut syn::Expr> {
    match it {
        syn::Expr::Paren(inner) => inner_mut(&mut inner.expr),
        syn::Expr::MethodCall(call) => Some(&mut call.receiver),
        syn::Expr::Field(field) => Some(&mut field.base),
        syn::Expr::Index(index) => Some(&mut index.expr),
        _ => None,
    }
}

/// The last `?`, `unwrap`, `expect` or `remainder` of an iterator in a chain of calls, fields and subscripts.
fn base_mut<'e>(cx: &Context<'_>, it: &'e mut syn::Expr) -> Option<&'e mut syn::Expr> {
    match it {
        it if extracted(it).is_some() || is_remainder(cx, it) => Some(it),
        other => base_mut(cx, inner_mut(other)?),
    }
}

/// The `Option` or `Result` of which `?`, `unwrap` or `expect` takes the value. `None` for other expressions.
fn extracted(it: &syn::Expr) -> Option<&syn::Expr> {
    match without_parentheses(it) {
        syn::Expr::Try(it) => Some(&it.expr),
        syn::Expr::MethodCall(call)
            if call.method == "unwrap" && call.args.is_empty()
                || call.method == "expect" && call.args.len() == 1 =>
        {
            Some(&call.receiver)
        }
        _ => None,
    }
}

/// Whether an expression with `?`, `unwrap` or `expect` may be a reference.
fn takes_reference_out(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let Some(of) = extracted(it) else { return false };
    if may_be(cx, of) {
        return true;
    }
    let mut of = without_parentheses(of);
    // `w.get(k).ok_or(error)?`
    while let syn::Expr::MethodCall(call) = of
        && (call.method == "ok_or" || call.method == "ok_or_else")
        && call.args.len() == 1
    {
        of = without_parentheses(&call.receiver);
    }
    let syn::Expr::MethodCall(call) = of else { return false };
    let (name, count) = (call.method.to_string(), call.args.len());
    if !ITEMS.contains(&(name.as_str(), count)) {
        return false;
    }
    let is_unknown = [("get", 1), ("first", 0), ("last", 0)].contains(&(name.as_str(), count))
        && may_be_array(cx, &call.receiver);
    let mut receiver = (*call.receiver).clone();
    is_unknown || base_mut(cx, &mut receiver).is_some_and(|base| takes_reference_out(cx, base))
}

/// Lowers the methods in [`ITEMS`].
fn items(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    let name = it.method.to_string();
    let mutable = name.ends_with("_mut");
    let access = if mutable { Access::Mutable } else { Access::Shared };
    let whole = source::elements(cx, &it.receiver, access)?;
    let length = whole.range.end.clone();
    if name.ends_with("_chunk") {
        return chunk(cx, it, &whole, site);
    }
    if name.starts_with("strip") {
        return stripped(cx, it, &whole, site);
    }
    let at = match it.args.first() {
        Some(wanted) if expr::slice::is_range(cx, wanted) => {
            return part(cx, &whole, wanted, mutable, site);
        }
        Some(wanted) => {
            let at = expr::lower(cx, wanted);
            cx.infer.unify(&at.ty, &Ty::USIZE);
            if at.ty.is_error() {
                return None;
            }
            position(cx, at)
        }
        None => number::literal(0, site),
    };
    let some = number::binary(Binary::Lt, at.clone(), length.clone());
    let from_end = |cx: &mut Context<'_>| {
        let last = number::binary(Binary::Sub, length.clone(), number::literal(1, site));
        pinned(cx, last)
    };
    let is_split = name.starts_with("split");
    let is_last = name.contains("last");
    let one = |cx: &mut Context<'_>| {
        let at = if is_last { from_end(cx) } else { at.clone() };
        whole.items.at(cx, &at)
    };
    let item = if mutable { only_if(cx, some.clone(), one) } else { copied(cx, &some, one, site)? };
    let item = match is_split {
        true => {
            let Items::Array(of, _) = &whole.items else {
                let detail = format!("`{name}` of a view; take a slice, `x[..].{name}()`");
                cx.advise(Code::AMP011, it.method.span(), detail, calls::OPTIONAL_ITEM);
                return None;
            };
            let rest = only_if(cx, some.clone(), |cx| {
                let len = from_end(cx);
                let first = number::literal(usize::from(!is_last), site);
                expr::slice::part(cx, of, first, len)
            });
            item::tuple(vec![item, item::reference(mutable, rest)], site)
        }
        false => item,
    };
    Some(Optional::new(some, item).expression(cx, site))
}

/// Lowers `w.first_chunk::<N>()` and the like: a reference to an array of the first or last `N` items, and for
/// `split_first_chunk` also the slice of the other items.
fn chunk(cx: &mut Context<'_>, it: &syn::ExprMethodCall, whole: &Counted, site: Site) -> Option<Expr> {
    let (name, at) = (it.method.to_string(), Site::of(&it.method));
    let Items::Array(of, _) = &whole.items else {
        let detail = format!("`{name}` of a view; take a slice, `x[..].{name}::<2>()`");
        cx.advise(Code::AMP011, at, detail, calls::OPTIONAL_ITEM);
        return None;
    };
    let Some(size) = expr::length_argument(it) else {
        let detail = format!("`{name}` without a length");
        cx.advise(Code::AMP011, at, detail, calls::CHUNK_LENGTH);
        return None;
    };
    let (is_last, length) = (name.contains("last"), whole.range.end.clone());
    let count = expr::lower(cx, &size);
    cx.infer.unify(&count.ty, &Ty::USIZE);
    if count.ty.is_error() {
        return None;
    }
    let count = position(cx, count);
    let some = number::binary(Binary::Le, count.clone(), length.clone());
    let some = pinned(cx, some);
    let rest = |cx: &mut Context<'_>| {
        let rest = number::binary(Binary::Sub, length.clone(), count.clone());
        pinned(cx, rest)
    };
    let array = |cx: &mut Context<'_>| {
        let first = if is_last { rest(cx) } else { number::literal(0, site) };
        let slice = expr::slice::part(cx, of, first, count.clone());
        cx.scoped(|cx| {
            let list = callback::named(cx, item::reference(false, slice));
            let made: syn::Expr = syn::parse_quote_spanned! {at.first=>
                ::core::array::from_fn::<_, #size, _>(|amp_at| #list[amp_at])
            };
            let array = expr::lower(cx, &made);
            let array = pinned(cx, array);
            item::reference(false, array)
        })
    };
    let array = copied(cx, &some, array, site)?;
    let item = match name.starts_with("split") {
        false => array,
        true => {
            let slice = only_if(cx, some.clone(), |cx| {
                let len = rest(cx);
                let first = if is_last { number::literal(0, site) } else { count.clone() };
                expr::slice::part(cx, of, first, len)
            });
            let slice = item::reference(false, slice);
            // The parts are in the order of the array.
            item::tuple(if is_last { vec![slice, array] } else { vec![array, slice] }, site)
        }
    };
    Some(Optional::new(some, item).expression(cx, site))
}

/// Names the position of `get`. A constant position may lie beyond the end, and the compilers of shaders evaluate a constant
/// subscript even in a branch that does not run. So the name is that of a variable, which they do not evaluate.
fn position(cx: &mut Context<'_>, at: Expr) -> Expr {
    fn is_constant(it: &Expr) -> bool {
        match &it.kind {
            ExprKind::Literal(_) | ExprKind::Const(_) => true,
            ExprKind::Binary(_, a, b) => is_constant(a) && is_constant(b),
            ExprKind::Cast(a, _) => is_constant(a),
            _ => false,
        }
    }
    if !is_constant(&at) {
        return pinned(cx, at);
    }
    let (site, ty) = (at.site, at.ty.clone());
    let var = cx.temporary("position", site, ty.clone(), true);
    cx.prologue.push(Stmt::Let { var, value: Some(at) });
    Expr { kind: ExprKind::Local(var), ty, site }
}

/// Lowers `w.strip_prefix(list)` and `w.strip_suffix(list)`.
fn stripped(cx: &mut Context<'_>, it: &syn::ExprMethodCall, whole: &Counted, site: Site) -> Option<Expr> {
    let (Items::Array(of, _), given) = (&whole.items, &it.args[0]) else {
        let detail = format!("`{}` of a view; take a slice, `x[..].{}(list)`", it.method, it.method);
        cx.advise(Code::AMP011, it.method.span(), detail, calls::OPTIONAL_ITEM);
        return None;
    };
    let (receiver, span) = (&it.receiver, it.method.span());
    let is_prefix = it.method == "strip_prefix";
    let test = proc_macro2::Ident::new(if is_prefix { "starts_with" } else { "ends_with" }, span);
    let (some, length) = cx.scoped(|cx| {
        let list: syn::Stmt = syn::parse_quote_spanned!(span=> let amp_affix = #given;);
        stmt::lower(cx, &list);
        let some = expr::lower(cx, &syn::parse_quote_spanned!(span=> #receiver.#test(amp_affix)));
        let some = pinned(cx, some);
        let length = expr::lower(cx, &syn::parse_quote_spanned!(span=> amp_affix.len()));
        (some, pinned(cx, length))
    });
    if some.ty.is_error() || length.ty.is_error() {
        return None;
    }
    let slice = only_if(cx, some.clone(), |cx| {
        let len = number::binary(Binary::Sub, whole.range.end.clone(), length.clone());
        let len = pinned(cx, len);
        let start = if is_prefix { length } else { number::literal(0, site) };
        expr::slice::part(cx, of, start, len)
    });
    Some(Optional::new(some, item::reference(false, slice)).expression(cx, site))
}

/// Lowers `w.get(a..b)`, whose result is an `Option` with a slice.
fn part(cx: &mut Context<'_>, whole: &Counted, range: &syn::Expr, mutable: bool, site: Site) -> Option<Expr> {
    let Items::Array(of, _) = &whole.items else {
        let detail = "`get` of a view with a range; take a slice, `&x[a..b]`";
        cx.advise(Code::AMP011, site, detail, calls::OPTIONAL_ITEM);
        return None;
    };
    let (start, end) = expr::slice::ends(cx, &whole.range.end, range, site)?;
    let in_order = number::binary(Binary::Le, start.clone(), end.clone());
    let in_bounds = number::binary(Binary::Le, end.clone(), whole.range.end.clone());
    let some = Expr {
        kind: ExprKind::Binary(Binary::And, Box::new(in_order), Box::new(in_bounds)),
        ty: Ty::BOOL,
        site,
    };
    let slice = only_if(cx, some.clone(), |cx| {
        let len = number::binary(Binary::Sub, end, start.clone());
        let len = pinned(cx, len);
        expr::slice::part(cx, of, start, len)
    });
    let slice = item::reference(mutable, slice);
    Some(Optional::new(some, slice).expression(cx, site))
}

/// Lowers `a.as_ref()` and `a.as_mut()`.
fn whole(cx: &mut Context<'_>, it: &syn::ExprMethodCall, mutable: bool, site: Site) -> Option<Expr> {
    let place = cx.without_errors(|cx| expr::place(cx, &it.receiver));
    let receiver_ty = place.as_ref().map(|place| cx.infer.resolve(&place.ty));
    if receiver_ty.is_some_and(|ty| matches!(ty, Ty::Scalar(_) | Ty::Tuple(_))) {
        return None;
    }
    let place = if mutable {
        stmt::writable(cx, &it.receiver)
    } else {
        place.unwrap_or_else(|| expr::place(cx, &it.receiver))
    };
    if place.ty.is_error() {
        return Some(Expr::error_placeholder(site));
    }
    let is_result = super::own::fallible(cx, &it.receiver) == Some(ResultKind::Result)
        || source::is_result(cx, &place.ty);
    let is_place = matches!(place.base(), ExprKind::Local(_) | ExprKind::Tile(_) | ExprKind::Value(_));
    let place = if is_place { expr::with_fixed_subscripts(cx, place) } else { pinned(cx, place) };
    let kind = if is_result { ResultKind::Result } else { ResultKind::Option };
    let (full, empty) = optional::variants(kind, site);
    let condition = variant::test(&place, &full, site);
    let payload = variant::payload(cx, &place, &full, variant::position(0, site));
    let error = is_result.then(|| {
        let error = variant::payload(cx, &place, &empty, variant::position(0, site));
        item::reference(mutable, error)
    });
    Some(Optional { some: condition, item: item::reference(mutable, payload), error }.expression(cx, site))
}

/// Whether an expression is a place that is known to be an `Option`.
pub(in crate::lower) fn is_option(cx: &mut Context<'_>, it: &syn::Expr) -> bool {
    let place = cx.speculatively(|cx| expr::place(cx, it));
    source::is_option(cx, &place.ty)
}

/// Lowers `a.get_or_insert(value)`, `a.get_or_insert_with(f)` and `a.insert(value)`.
fn inserted(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    let place = stmt::writable(cx, &it.receiver);
    if place.ty.is_error() {
        return Some(Expr::error_placeholder(site));
    }
    let place = expr::with_fixed_subscripts(cx, place);
    let some = optional::some(site);
    let lacks = not(variant::test(&place, &some, site));
    let with = it.method == "get_or_insert_with";
    let value = match with {
        true => None,
        false => {
            let value = expr::lower(cx, &it.args[0]);
            Some(pinned(cx, value))
        }
    };
    let callback = with.then(|| callback::prepare(cx, &it.args[0]));
    let (then, ()) = cx.in_block(|cx| {
        let value = match (value, callback) {
            (Some(value), _) => value,
            (None, Some(callback)) => item::value(callback.call(cx, Vec::new(), site)),
            (None, None) => Expr::error_placeholder(site),
        };
        let value = variant::value(cx, &some, vec![(variant::position(0, site), value)], site);
        assign(cx, &place, value);
    });
    match it.method == "insert" {
        true => cx.prologue.extend(then),
        false => cx.prologue.push(Stmt::If { condition: lacks, then, otherwise: Vec::new() }),
    }
    cx.body.borrows = true;
    let payload = variant::payload(cx, &place, &some, variant::position(0, site));
    Some(item::reference(true, payload))
}

/// Lowers `a.take_if(f)`.
fn taken(cx: &mut Context<'_>, it: &syn::ExprMethodCall, site: Site) -> Option<Expr> {
    let place = stmt::writable(cx, &it.receiver);
    if place.ty.is_error() {
        return Some(Expr::error_placeholder(site));
    }
    let place = expr::with_fixed_subscripts(cx, place);
    let some = optional::some(site);
    let condition = variant::test(&place, &some, site);
    let payload = variant::payload(cx, &place, &some, variant::position(0, site));
    let callback = callback::prepare(cx, &it.args[0]);
    let Some(takes) = tested(cx, condition, false, item::reference(true, payload), &callback, site) else {
        return Some(Expr::error_placeholder(site));
    };
    let result = self::place(cx, "taken", place.ty.clone(), site);
    let [empty, none] = [(); 2].map(|()| variant::unit(cx, &optional::none(site), site));
    cx.infer.unify(&result.ty, &none.ty);
    cx.infer.unify(&place.ty, &empty.ty);
    let then = vec![
        Stmt::Assign { place: result.clone(), operator: None, value: place.clone() },
        Stmt::Assign { place, operator: None, value: empty },
    ];
    let otherwise = vec![Stmt::Assign { place: result.clone(), operator: None, value: none }];
    cx.prologue.push(Stmt::If { condition: takes, then, otherwise });
    Some(result)
}

/// Lowers a method of an `Option` with a reference. `None` after an error.
fn of_optional(cx: &mut Context<'_>, it: &syn::ExprMethodCall, of: Optional, site: Site) -> Option<Expr> {
    let name = it.method.to_string();
    let arguments: Vec<&syn::Expr> = it.args.iter().collect();
    let Optional { some, item, error } = of.clone();
    let is_result = error.is_some();
    let kept = |cx: &mut Context<'_>, some: Expr, item: Expr| {
        let error = error.clone();
        Some(Optional { some, item, error }.expression(cx, site))
    };
    match (name.as_str(), &arguments[..]) {
        ("is_some" | "is_ok", []) => Some(some),
        ("is_none" | "is_err", []) => Some(not(some)),
        ("as_ref" | "as_mut" | "as_deref", []) => kept(cx, some, item),
        ("ok", []) if is_result => Some(Optional::new(some, item).expression(cx, site)),
        ("err", []) if is_result => {
            let error = error?;
            match error.has_reference() {
                true => Some(Optional::new(not(some), error).expression(cx, site)),
                false => option(cx, not(some), |_| error, site),
            }
        }
        ("copied" | "cloned", []) => {
            let value = item::value(item);
            match &error {
                None => option(cx, some, |_| value, site),
                Some(error) => either(cx, some, |_| value, error.clone(), site),
            }
        }
        ("unwrap", []) | ("expect", [_]) => {
            let text = match is_result {
                true => "called `Result::unwrap()` on an `Err` value",
                false => "called `Option::unwrap()` on a `None` value",
            };
            let message =
                Message { text: text.to_owned(), formatted: false, values: Vec::new(), of_subview: false };
            cx.prologue.push(Stmt::Assert {
                condition: Some(some),
                debug: false,
                message: Box::new(message),
                site,
            });
            Some(item)
        }
        ("unwrap_or", [other]) => {
            let other = callback::value(cx, other)?;
            chosen(cx, some, item, |_| other, site)
        }
        ("unwrap_or_else", [other]) => {
            let callback = callback::prepare(cx, other);
            let arguments = error.into_iter().collect();
            chosen(cx, some, item, |cx| callback.call(cx, arguments, site), site)
        }
        // An empty slice is a part of any array.
        ("unwrap_or_default", []) if matches!(&item.kind, ExprKind::Reference { mutable: false, place } if matches!(place.kind, ExprKind::Slice { .. })) =>
        {
            let ExprKind::Reference { place, .. } = &item.kind else { return None };
            let ExprKind::Slice { root, .. } = &place.kind else { return None };
            let [start, len] = [0, 0].map(|n| Box::new(number::literal(n, site)));
            let kind = ExprKind::Slice { root: root.clone(), start, len };
            let empty = item::reference(false, Expr { kind, ty: place.ty.clone(), site });
            chosen(cx, some, item, |_| empty, site)
        }
        ("unwrap_or_default", []) => {
            let zero = match cx.infer.zero(&cx.infer.resolve(&item.ty)) {
                Some(zero) => ExprKind::Literal(zero.to_owned()),
                None => return unsupported(cx, it),
            };
            let zero = Expr { kind: zero, ty: item.ty.clone(), site };
            chosen(cx, some, item, |_| zero, site)
        }
        ("map_err", [f]) if is_result => {
            let callback = callback::prepare(cx, f);
            let arguments = error.into_iter().collect();
            let (mut then, error) =
                cx.in_block(|cx| cx.scoped(|cx| item::value(callback.call(cx, arguments, site))));
            if error.ty.is_error() {
                return None;
            }
            let variable = place(cx, "error", error.ty.clone(), site);
            then.push(Stmt::Assign { place: variable.clone(), operator: None, value: error });
            cx.prologue.push(Stmt::If { condition: not(some.clone()), then, otherwise: Vec::new() });
            Some(Optional { some, item, error: Some(variable) }.expression(cx, site))
        }
        ("map", [f]) => {
            let callback = callback::prepare(cx, f);
            let (then, value) = cx.in_block(|cx| cx.scoped(|cx| callback.call(cx, vec![item], site)));
            if value.ty.is_error() {
                return None;
            }
            if value.has_reference() && Optional::of(&value).is_none() {
                let item = copied_block(cx, &some, then, value, site)?;
                return kept(cx, some, item);
            }
            let inner = |cx: &mut Context<'_>| {
                cx.prologue.extend(then);
                value
            };
            match &error {
                None => option(cx, some, inner, site),
                Some(error) => either(cx, some, inner, error.clone(), site),
            }
        }
        ("and_then", [f]) if !is_result => {
            let callback = callback::prepare_optional(cx, f);
            let (mut then, value) = cx.in_block(|cx| cx.scoped(|cx| callback.call(cx, vec![item], site)));
            if value.ty.is_error() {
                return None;
            }
            match Optional::of(&value) {
                Some(inner) => {
                    let then = hoisted(cx, then);
                    let both = variable(cx, "is_some", truth(false, site));
                    let mut then = then;
                    then.push(Stmt::Assign { place: both.clone(), operator: None, value: inner.some });
                    cx.prologue.push(Stmt::If { condition: some, then, otherwise: Vec::new() });
                    Some(Optional::new(both, inner.item).expression(cx, site))
                }
                None => {
                    let value = item::value(value);
                    let none = variant::unit(cx, &optional::none(site), site);
                    let result = place(cx, "chosen", value.ty.clone(), site);
                    cx.infer.unify(&value.ty, &none.ty);
                    then.push(Stmt::Assign { place: result.clone(), operator: None, value });
                    let otherwise = vec![Stmt::Assign { place: result.clone(), operator: None, value: none }];
                    cx.prologue.push(Stmt::If { condition: some, then, otherwise });
                    Some(result)
                }
            }
        }
        ("filter", [f]) if !is_result => {
            let callback = callback::prepare(cx, f);
            let both = tested(cx, some, false, item::reference(false, item.clone()), &callback, site)?;
            kept(cx, both, item)
        }
        ("inspect", [f]) if !is_result => {
            let callback = callback::prepare(cx, f);
            let (then, _) = cx.in_block(|cx| {
                cx.scoped(|cx| callback.call(cx, vec![item::reference(false, item.clone())], site))
            });
            cx.prologue.push(Stmt::If { condition: some.clone(), then, otherwise: Vec::new() });
            kept(cx, some, item)
        }
        ("is_some_and" | "is_ok_and", [f]) => {
            let callback = callback::prepare(cx, f);
            tested(cx, some, false, item, &callback, site)
        }
        ("is_none_or", [f]) if !is_result => {
            let callback = callback::prepare(cx, f);
            tested(cx, some, true, item, &callback, site)
        }
        ("map_or", [other, f]) => {
            let other = callback::value(cx, other)?;
            let other = pinned(cx, item::value(other));
            let callback = callback::prepare(cx, f);
            mapped_or(cx, some, item, &callback, |_| other, site)
        }
        ("map_or_else", [other, f]) if !is_result => {
            let other = callback::prepare(cx, other);
            let callback = callback::prepare(cx, f);
            mapped_or(cx, some, item, &callback, |cx| item::value(other.call(cx, Vec::new(), site)), site)
        }
        ("ok_or", [error]) if !is_result => {
            let error = expr::lower(cx, error);
            let error = pinned(cx, error);
            (!error.ty.is_error()).then(|| Optional { some, item, error: Some(error) }.expression(cx, site))
        }
        ("ok_or_else", [error]) if !is_result => {
            let callback = callback::prepare(cx, error);
            let (mut then, error) =
                cx.in_block(|cx| cx.scoped(|cx| item::value(callback.call(cx, Vec::new(), site))));
            if error.ty.is_error() {
                return None;
            }
            let variable = place(cx, "error", error.ty.clone(), site);
            then.push(Stmt::Assign { place: variable.clone(), operator: None, value: error });
            cx.prologue.push(Stmt::If { condition: not(some.clone()), then, otherwise: Vec::new() });
            Some(Optional { some, item, error: Some(variable) }.expression(cx, site))
        }
        ("or", [other]) if !is_result => {
            let other = expr::lower_full(cx, other);
            alternative(cx, some, item, Vec::new(), other, site)
        }
        ("or_else", [other]) if !is_result => {
            let callback = callback::prepare_optional(cx, other);
            let (then, other) = cx.in_block(|cx| cx.scoped(|cx| callback.call(cx, Vec::new(), site)));
            alternative(cx, some, item, then, other, site)
        }
        _ => unsupported(cx, it),
    }
}

/// Reports a method that lowering does not support for an `Option` with a reference.
fn unsupported(cx: &mut Context<'_>, it: &syn::ExprMethodCall) -> Option<Expr> {
    let detail = format!("the method `{}` of an `Option` with a reference", it.method);
    cx.advise(Code::AMP011, it.method.span(), detail, calls::OPTIONAL_ITEM);
    None
}

/// Like [`copied`], with statements and an item that are lowered already.
fn copied_block(cx: &mut Context<'_>, some: &Expr, stmts: Vec<Stmt>, item: Expr, site: Site) -> Option<Expr> {
    copied(
        cx,
        some,
        |cx| {
            cx.prologue.extend(stmts);
            item
        },
        site,
    )
}

/// `Some(value)` if `some` holds, otherwise `None`.
fn option(
    cx: &mut Context<'_>,
    some: Expr,
    value: impl FnOnce(&mut Context<'_>) -> Expr,
    site: Site,
) -> Option<Expr> {
    let (mut then, full) = cx.in_block(|cx| {
        let value = value(cx);
        variant::value(cx, &optional::some(site), vec![(variant::position(0, site), value)], site)
    });
    if full.ty.is_error() {
        return None;
    }
    let none = variant::unit(cx, &optional::none(site), site);
    let result = place(cx, "chosen", full.ty.clone(), site);
    cx.infer.unify(&full.ty, &none.ty);
    then.push(Stmt::Assign { place: result.clone(), operator: None, value: full });
    let otherwise = vec![Stmt::Assign { place: result.clone(), operator: None, value: none }];
    cx.prologue.push(Stmt::If { condition: some, then, otherwise });
    Some(result)
}

/// `Ok(value)` if `some` holds, otherwise `Err(error)`.
fn either(
    cx: &mut Context<'_>,
    some: Expr,
    value: impl FnOnce(&mut Context<'_>) -> Expr,
    error: Expr,
    site: Site,
) -> Option<Expr> {
    let span = site.first.resolved_at(Span::mixed_site());
    let ok = syn::parse_quote_spanned!(span=> ::core::result::Result::Ok);
    let err = syn::parse_quote_spanned!(span=> ::core::result::Result::Err);
    let (mut then, full) = cx.in_block(|cx| {
        let value = value(cx);
        variant::value(cx, &ok, vec![(variant::position(0, site), value)], site)
    });
    if full.ty.is_error() {
        return None;
    }
    let failed = variant::value(cx, &err, vec![(variant::position(0, site), error)], site);
    let result = place(cx, "chosen", full.ty.clone(), site);
    cx.infer.unify(&full.ty, &failed.ty);
    then.push(Stmt::Assign { place: result.clone(), operator: None, value: full });
    let otherwise = vec![Stmt::Assign { place: result.clone(), operator: None, value: failed }];
    cx.prologue.push(Stmt::If { condition: some, then, otherwise });
    Some(result)
}

/// The item if `some` holds, otherwise `other`, as `unwrap_or` returns it.
fn chosen(
    cx: &mut Context<'_>,
    some: Expr,
    item: Expr,
    other: impl FnOnce(&mut Context<'_>) -> Expr,
    site: Site,
) -> Option<Expr> {
    let (mut otherwise, other) = cx.in_block(|cx| cx.scoped(other));
    if matches!(&item.kind, ExprKind::Reference { mutable, place } if *mutable || matches!(place.ty, Ty::Slice(_)))
        && matches!(other.kind, ExprKind::Reference { .. })
    {
        return expr::chosen_slice::between(cx, some, item, (otherwise, other));
    }
    let shape = shape(cx, &item, site)?;
    let (value, other) = (item::value(item), item::value(other));
    if value.ty.is_error() || other.ty.is_error() {
        return None;
    }
    cx.infer.unify(&value.ty, &other.ty);
    let result = place(cx, "item", value.ty.clone(), site);
    let then = vec![Stmt::Assign { place: result.clone(), operator: None, value }];
    otherwise.push(Stmt::Assign { place: result.clone(), operator: None, value: other });
    cx.prologue.push(Stmt::If { condition: some, then, otherwise });
    Some(shape.item(cx, result))
}

/// The shape of an item. Reports an item whose target cannot be copied.
fn shape(cx: &mut Context<'_>, item: &Expr, site: Site) -> Option<Shape> {
    let shape = Shape::of(item);
    if shape.is_none() {
        let detail = "a choice between two references that are `&mut` or slices";
        cx.advise(Code::AMP011, site, detail, calls::OPTIONAL_ITEM);
    }
    shape
}

/// Lowers `a.or(other)` and `a.or_else(f)`. In the second case, `other` is the result of `f`, and `stmts` are the
/// statements of its body.
fn alternative(
    cx: &mut Context<'_>,
    some: Expr,
    item: Expr,
    stmts: Vec<Stmt>,
    other: Expr,
    site: Site,
) -> Option<Expr> {
    if other.ty.is_error() {
        return None;
    }
    let Some(other) = Optional::of(&other) else {
        let detail = "an `Option` with a reference, or else one without";
        cx.advise(Code::AMP011, site, detail, calls::OPTIONAL_ITEM);
        return None;
    };
    let shape = shape(cx, &item, site)?;
    let (value, second) = (item::value(item), item::value(other.item));
    cx.infer.unify(&value.ty, &second.ty);
    let result = place(cx, "item", value.ty.clone(), site);
    let any = place(cx, "is_some", Ty::BOOL, site);
    let then = vec![
        Stmt::Assign { place: any.clone(), operator: None, value: truth(true, site) },
        Stmt::Assign { place: result.clone(), operator: None, value },
    ];
    let mut otherwise = stmts;
    otherwise.push(Stmt::Assign { place: any.clone(), operator: None, value: other.some });
    otherwise.push(Stmt::Assign { place: result.clone(), operator: None, value: second });
    cx.prologue.push(Stmt::If { condition: some, then, otherwise });
    let item = shape.item(cx, result);
    Some(Optional::new(any, item).expression(cx, site))
}

/// The result of the callback for the item if `some` holds, otherwise the constant `without`.
fn tested(
    cx: &mut Context<'_>,
    some: Expr,
    without: bool,
    item: Expr,
    callback: &Callback,
    site: Site,
) -> Option<Expr> {
    mapped_or(cx, some, item, callback, |_| truth(without, site), site)
}

/// The result of the callback for the item if `some` holds, otherwise `other`.
fn mapped_or(
    cx: &mut Context<'_>,
    some: Expr,
    item: Expr,
    callback: &Callback,
    other: impl FnOnce(&mut Context<'_>) -> Expr,
    site: Site,
) -> Option<Expr> {
    let (mut then, value) =
        cx.in_block(|cx| cx.scoped(|cx| item::value(callback.call(cx, vec![item], site))));
    let (mut otherwise, other) = cx.in_block(|cx| cx.scoped(other));
    if value.ty.is_error() || other.ty.is_error() {
        return None;
    }
    cx.infer.unify(&value.ty, &other.ty);
    let result = place(cx, "mapped", value.ty.clone(), site);
    then.push(Stmt::Assign { place: result.clone(), operator: None, value });
    otherwise.push(Stmt::Assign { place: result.clone(), operator: None, value: other });
    cx.prologue.push(Stmt::If { condition: some, then, otherwise });
    Some(result)
}

/// The value of an `Option` that exists only at compile time, where a value is expected. References in it become copies.
/// Reports an `Option` with a slice or a `&mut`.
pub(in crate::lower) fn as_value(cx: &mut Context<'_>, option: &Expr, site: Site) -> Expr {
    if let Some(value) = optional::as_value(cx, option, site) {
        return value;
    }
    // The error of `u8::try_from(n)` is no value.
    let is_result = Optional::of(option).is_some_and(|it| it.error.is_some_and(|error| error.ty == Ty::Unit));
    match (!is_result).then(|| shared_references::owned(cx, option.clone())).flatten() {
        Some((value, _)) => value,
        None => misplaced(cx, site),
    }
}

/// The value of an `Option` or a `Result` that exists only at compile time, with copies in place of its references.
pub(in crate::lower) fn owned(cx: &mut Context<'_>, it: &Expr) -> Option<Expr> {
    let Optional { some, item, error } = Optional::of(it)?;
    let copy = |cx: &mut Context<'_>, item: Expr| match shared_references::owned(cx, item) {
        Some((value, _)) => value,
        None => Expr::error_placeholder(it.site),
    };
    match error {
        None => option(cx, some, |cx| copy(cx, item), it.site),
        Some(error) => {
            let error = copy(cx, error);
            either(cx, some, |cx| copy(cx, item), error, it.site)
        }
    }
}

/// An `Option` or a `Result` with references to the parts of a value, as the shapes of its item and its error describe.
pub(in crate::lower) fn of_value(
    cx: &mut Context<'_>,
    value: Expr,
    of: &Shape,
    error_shape: Option<&Shape>,
) -> Expr {
    let kind = if error_shape.is_some() { Kind::Result } else { Kind::Option };
    let site = value.site;
    let whole =
        with_payload(cx, value, kind, site, |cx, payload| shared_references::referenced(cx, of, payload));
    match (Optional::of(&whole), error_shape) {
        (Some(Optional { some, item, error: Some(error) }), Some(shape)) => {
            let error = shared_references::referenced(cx, shape, error);
            Optional { some, item, error: Some(error) }.expression(cx, site)
        }
        _ => whole,
    }
}

/// `Some(item)`, where the item contains references.
pub(in crate::lower) fn some_of(cx: &mut Context<'_>, item: Expr, site: Site) -> Expr {
    Optional::new(truth(true, site), item).expression(cx, site)
}

/// Reports an `Option` with a reference where a value is expected.
pub(in crate::lower) fn misplaced(cx: &mut Context<'_>, site: Site) -> Expr {
    let detail = "an `Option` with a slice or a `&mut` as a value";
    cx.advise(Code::AMP001, site, detail, calls::OPTIONAL_ITEM);
    Expr::error_placeholder(site)
}

/// A shared reference to a value.
pub(in crate::lower) fn reference(value: Expr) -> Expr {
    item::reference(false, value)
}

/// A `Result` that exists only at compile time: `Ok(item)` if `ok` holds, otherwise `Err(error)`.
pub(in crate::lower) fn result(cx: &mut Context<'_>, ok: Expr, item: Expr, error: Expr, site: Site) -> Expr {
    Optional { some: ok, item, error: Some(error) }.expression(cx, site)
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn items_are_copied_under_their_condition() {
        wgsl(
            "|i: Index<1>| { let mut w = [1.0, a]; if let Some(v) = w.get(n) { y[i] = *v; } if let Some(v) = w.get_mut(n) { *v += 1.0; } y[i] += x.first().map_or(0.0, |v| *v * 2.0) + *w.iter().max_by(|a, b| a.total_cmp(b)).unwrap(); }",
            expect![[r#"
                var w_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, a);
                var item_: f32;
                if (n < 2u) {
                    item_ = w_[n];
                }
                if (n < 2u) {
                    y[amp_global[0]] = item_;
                }
                if (n < 2u) {
                    w_[n] += 1.0f;
                }
                let value_: u32 = x.extent[0];
                var item_2: f32;
                if (0u < value_) {
                    let position_: u32 = 0u;
                    item_2 = x[position_];
                }
                var mapped_: f32;
                if (0u < value_) {
                    let value_2: f32 = item_2 * 2.0f;
                    mapped_ = value_2;
                } else {
                    mapped_ = 0.0f;
                }
                let value_7: f32 = mapped_;
                var best_: f32;
                var found_: bool = false;
                for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                    let value_3: f32 = w_[place_];
                    if (!found_) {
                        best_ = value_3;
                        found_ = true;
                    } else {
                        let value_4: f32 = best_;
                        let amp_bits_: i32 = i32(bitcast<u32>(value_4));
                        let value_5: i32 = amp_bits_ ^ i32(u32(amp_bits_ >> 31u) >> 1u);
                        let amp_bits_2: i32 = i32(bitcast<u32>(value_3));
                        let value_6: i32 = amp_bits_2 ^ i32(u32(amp_bits_2 >> 31u) >> 1u);
                        if (!(value_5 > value_6)) {
                            best_ = value_3;
                        }
                    }
                }
                y[amp_global[0]] += value_7 + best_;
            "#]],
        );
    }

    #[test]
    fn functions_return_copies_of_targets() {
        wgsl(
            "|i: Index<1>| { let w = [1.0, a]; y[i] = match nearest(&w, 2.0) { Some(v) => *v, None => 0.0 }; let found: Option<&f32> = nearest(&w, a); y[i] += found.map_or(0.0, |v| v * 2.0) + nearest(&w, 1.0).copied().unwrap_or(a); }",
            expect![[r#"
                let w_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, a);
                var chosen_: f32;
                var by_ref_: <[f32 ; 2usize]> = w_;
                let value_: <_> = nearest(&by_ref_, 2.0?);
                if ((value_ is Some)) {
                    chosen_ = value_.Some.0;
                } else {
                    chosen_ = 0.0f;
                }
                y[amp_global[0]] = chosen_;
                var by_ref_2: <[f32 ; 2usize]> = w_;
                let value_2: <_> = nearest(&by_ref_2, a);
                var mapped_: <_>;
                if ((value_2 is Some)) {
                    let value_3: <_> = Mul<_, _>(value_2.Some.0, 2.0?);
                    mapped_ = value_3;
                } else {
                    mapped_ = 0.0?;
                }
                let value_5: <_> = mapped_;
                var by_ref_3: <[f32 ; 2usize]> = w_;
                let value_4: <_> = nearest(&by_ref_3, 1.0?);
                y[amp_global[0]] = Add<f32, _>(y[amp_global[0]], Add<_, _>(value_5, <_>::unwrap_or(value_4, a)));
            "#]],
        );
    }

    #[test]
    fn optional_slices_as_values_are_rejected() {
        codes(
            "|i: Index<1>| { let mut w = [1.0, a]; f(w.first_mut()); f(w.get(1..)); let v = if n > 1 { w.get(..1) } else { None }; }",
            &["AMP001", "AMP001", "AMP001"],
        );
    }
}
