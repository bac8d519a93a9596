//! Constructs subviews: evaluates their origins and extents, and adds the assertion that the subview is in
//! bounds.

use super::{Access, Subview, is_subview_method, rank, recast, unwrapped_call, without_parentheses};
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Binary, Expr, ExprKind, Len, Message, Role, Stmt, SubviewStep, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::expr;
use crate::lower::pattern::pinned;
use crate::parse::parameter_type;
use crate::site::{Site, quoted};

/// Binds the name of a `let` to a subview.
pub(in crate::lower) fn bind(cx: &mut Context<'_>, pattern: &syn::Pat, value: &syn::Expr) {
    let (pattern, annotated) = match pattern {
        syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
        other => (other, None),
    };
    let syn::Pat::Ident(name @ syn::PatIdent { by_ref: None, subpat: None, .. }) = pattern else {
        make(cx, value);
        if !matches!(pattern, syn::Pat::Wild(_)) {
            cx.report(Code::AMP016, Site::of(pattern), "a view cannot be destructured; name it");
            cx.bind_rejected(pattern);
        }
        return;
    };
    cx.body.borrows = true;
    let Binding::Subview(part) = make(cx, value) else { return cx.bind(&name.ident, Binding::Rejected) };
    let mut part = cx.subviews[part].clone();
    if let Some(rank) = annotated.and_then(written_rank) {
        cx.record_rank(&part, rank);
    }
    if part.by_ref.is_none() {
        part.name = name.ident.to_string();
        // The user may write a subview that is in a `mut` variable, unless the method made a read-only
        // subview.
        part.access = match (part.access, &name.mutability) {
            (Access::Read, _) => Access::Read,
            (_, Some(_)) => Access::Write,
            (_, None) => Access::Immutable,
        };
    }
    let part = cx.add_subview(part);
    cx.bind(&name.ident, part);
}

/// The rank in a view type that the user wrote, if the rank is a literal.
fn written_rank(ty: &syn::Type) -> Option<usize> {
    let ty = match ty {
        syn::Type::Reference(to) => &*to.elem,
        other => other,
    };
    let (name, _) = parameter_type(ty)?;
    if name != "ArrayView" && name != "ArrayViewMut" {
        return None;
    }
    let syn::Type::Path(path) = ty else { return None };
    let syn::PathArguments::AngleBracketed(generic_args) = &path.path.segments.last()?.arguments else {
        return None;
    };
    let rank = generic_args.args.iter().filter(|it| !matches!(it, syn::GenericArgument::Lifetime(_))).nth(1);
    match rank {
        None => Some(1),
        Some(syn::GenericArgument::Const(syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(rank), ..
        }))) => rank.base10_parse().ok(),
        Some(_) => None,
    }
}

/// Lowers an expression for which [`super::is_subview`] returns true. Returns the binding of the subview.
pub(in crate::lower) fn make(cx: &mut Context<'_>, it: &syn::Expr) -> Binding {
    let site = Site::of(it);
    let made = cx.nested(site, |cx| match it {
        syn::Expr::Paren(it) => make(cx, &it.expr),
        syn::Expr::Unary(it) => make(cx, &it.expr),
        syn::Expr::MethodCall(it) if it.method == "as_view" => {
            let Binding::Subview(part) = make(cx, &it.receiver) else { return Binding::Rejected };
            let part = Subview { access: Access::Read, by_ref: None, ..cx.subviews[part].clone() };
            cx.add_subview(part)
        }
        syn::Expr::MethodCall(call) => match unwrapped_call(call) {
            Some(made) => make_step(cx, made, call, site),
            None => Binding::Rejected,
        },
        other => cx.index_binding(other).unwrap_or(Binding::Rejected),
    });
    made.unwrap_or(Binding::Rejected)
}

/// The view or subview from which a subview is made.
fn parent_of(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Subview> {
    let receiver = without_parentheses(it);
    if super::is_subview(cx, receiver) {
        let Binding::Subview(part) = make(cx, receiver) else { return None };
        return Some(cx.subviews[part].clone());
    }
    let capture = expr::captured(cx, receiver).filter(|capture| cx.mark_view(*capture));
    let Some(capture) = capture else {
        let detail = format!("a subview of `{}`, which is not a view", quoted(receiver));
        cx.advise(Code::AMP001, Site::of(receiver), detail, construct::SUBVIEW);
        return None;
    };
    cx.usage.surely_views.insert(capture);
    if cx.capture(capture).declared_atomic {
        cx.advise(
            Code::AMP001,
            Site::of(receiver),
            "a subview of an `AtomicView`",
            construct::SUBVIEW_OF_ATOMIC,
        );
        return None;
    }
    let mut viewed = receiver;
    while let syn::Expr::MethodCall(call) = viewed {
        viewed = without_parentheses(&call.receiver);
    }
    let name = quoted(viewed).trim_start_matches('*').to_owned();
    let access = if std::ptr::eq(viewed, receiver) { Access::Write } else { Access::Read };
    Some(Subview { capture, steps: Vec::new(), name, access, by_ref: None })
}

/// Lowers one step from a view to a subview. `made` is the call of the method, such as `x.section(..)`, and
/// `call` the `unwrap` or `expect` on its result.
fn make_step(
    cx: &mut Context<'_>,
    made: &syn::ExprMethodCall,
    call: &syn::ExprMethodCall,
    site: Site,
) -> Binding {
    let Some(parent) = parent_of(cx, &made.receiver) else { return Binding::Rejected };
    let mutable = is_subview_method(&made.method) == Some(true);
    if mutable && let Some(detail) = unwritable_reason(cx, &parent, &made.receiver) {
        cx.report(Code::AMP009, Site::of(&made.receiver), detail);
        return Binding::Rejected;
    }
    let name = made.method.to_string();
    let arguments: Vec<_> = made.args.iter().collect();
    let step = match (name.trim_end_matches("_mut"), arguments.as_slice()) {
        ("section", [origin, extent]) => section(cx, &parent, origin, extent),
        ("project", [index]) => project(cx, &parent, index, site),
        ("view_as", [extent]) => recast::view_as(cx, &parent, extent, site),
        ("reinterpret_as", []) => recast::reinterpret_as(cx, &parent, made, site),
        _ => {
            let detail = format!("`{name}` with {} arguments", arguments.len());
            cx.advise(Code::AMP001, site, detail, construct::SUBVIEW);
            None
        }
    };
    let Some((step, fits)) = step else { return Binding::Rejected };
    let (condition, mut message) = fits.unzip();
    // The message begins with the argument of `expect`, as on the host.
    if let Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. })) = call.args.first() {
        let message = message.as_mut();
        message
            .into_iter()
            .for_each(|it: &mut Message| it.text = format!("{}: {}", escaped(&text.value()), it.text));
    } else if let Some(other) = call.args.first() {
        cx.advise(Code::AMP001, Site::of(other), "`expect` without a string literal", construct::SUBVIEW);
        return Binding::Rejected;
    }
    if let (Some(condition), Some(message)) = (condition, message) {
        let message = Box::new(message);
        cx.prologue.push(Stmt::Assert { condition: Some(condition), debug: false, message, site });
    }
    let mut steps = parent.steps;
    steps.push(step);
    let access = if mutable { Access::Write } else { Access::Read };
    cx.add_subview(Subview { capture: parent.capture, steps, name: quoted(call), access, by_ref: None })
}

/// The reason why the kernel cannot make a writable subview of `parent`. `None` if it can.
fn unwritable_reason(cx: &mut Context<'_>, parent: &Subview, written: &syn::Expr) -> Option<String> {
    if !parent.steps.is_empty() {
        return super::unwritable_reason(cx, written);
    }
    let shared = match cx.index_binding(without_parentheses(written)) {
        Some(Binding::Borrowed(capture, false)) => cx.capture(capture).role == Role::Value,
        _ => false,
    };
    let may = !shared && parent.access == Access::Write && cx.mark_written(parent.capture);
    (!may).then(|| format!("`{}` is an `ArrayView` or is taken by `&`", parent.name))
}

/// A subview step. If the step can fail, also the condition that it is in bounds, and the message of the
/// failure. `None` after an error.
pub(super) type Made = Option<(SubviewStep, Option<(Expr, Message)>)>;

fn section(cx: &mut Context<'_>, parent: &Subview, origin: &syn::Expr, extent: &syn::Expr) -> Made {
    let known = cx.known_rank(parent).or_else(|| length(origin)).or_else(|| length(extent));
    let start = components(cx, origin, known)?;
    let size = components(cx, extent, known.or(Some(start.len())))?;
    if start.len() != size.len() {
        let detail = format!("an origin with {} components and an extent with {}", start.len(), size.len());
        cx.advise(Code::AMP001, Site::of(extent), detail, construct::RANK);
        return None;
    }
    if !check_rank(cx, parent, start.len(), origin) {
        return None;
    }
    let within = (0..start.len()).map(|d| {
        let whole = cx.size(parent, d, size[d].site);
        let (start, size) = (start[d].clone(), size[d].clone());
        let begins = compare(Binary::Le, start.clone(), whole.clone());
        let left = arithmetic(Binary::Sub, whole, start);
        both(begins, compare(Binary::Le, size, left))
    });
    let condition = within.reduce(both);
    let all = cx.sizes(parent, start.len(), Site::of(origin));
    let text = format!(
        "the section of extent {} at {} leaves `{}` of extent {}",
        placeholders(size.len()),
        placeholders(start.len()),
        escaped(&parent.name),
        placeholders(all.len())
    );
    let values = size.iter().chain(&start).chain(&all).cloned();
    let message = failure_message(text, values);
    Some((
        SubviewStep::Section { origin: start, extent: size },
        condition.map(|condition| (condition, message)),
    ))
}

fn project(cx: &mut Context<'_>, parent: &Subview, index: &syn::Expr, site: Site) -> Made {
    if cx.known_rank(parent) == Some(1) {
        let detail = format!("`project` of `{}`, which has one dimension", parent.name);
        cx.advise(Code::AMP001, site, detail, construct::SUBVIEW);
        return None;
    }
    let index = component(cx, index)?;
    let whole = cx.size(parent, 0, site);
    let condition = compare(Binary::Lt, index.clone(), whole.clone());
    let text = format!("there is no slice {{}} in `{}`, which has {{}}", escaped(&parent.name));
    let message = failure_message(text, [index.clone(), whole]);
    Some((SubviewStep::Project(index), Some((condition, message))))
}

/// Whether the rank of the subview is `count`, the number of components of an argument. Reports an error if
/// it is not. If the rank was unknown, records `count` as the rank.
fn check_rank(cx: &mut Context<'_>, part: &Subview, count: usize, it: &syn::Expr) -> bool {
    cx.record_rank(part, count);
    let known = rank(&part.steps, cx.capture(part.capture).rank);
    if known.is_some_and(|known| known != count) {
        let detail = format!(
            "`{}` has rank {}, but the argument has {count} component{}",
            part.name,
            known.unwrap_or_default(),
            if count == 1 { "" } else { "s" }
        );
        cx.advise(Code::AMP001, Site::of(it), detail, construct::RANK);
        return false;
    }
    true
}

/// The number of items in an array expression. `None` for other expressions.
pub(super) fn length(it: &syn::Expr) -> Option<usize> {
    match without_parentheses(it) {
        syn::Expr::Array(list) => Some(list.elems.len()),
        _ => None,
    }
}

/// Lowers a component of an index or extent, and stores its value. Later assignments to the variables in it
/// then do not move the subview.
fn component(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let value = expr::lower(cx, it);
    cx.infer.unify(&value.ty, &Ty::USIZE);
    // If the component is not an integer, rustc reports an error at the variable that stores it.
    (!value.ty.is_error()).then(|| pinned(cx, Expr { ty: Ty::USIZE, ..value }))
}

/// Lowers the components of an index or extent, and stores their values. Later assignments to variables in
/// them then do not move the subview.
pub(in crate::lower) fn components(
    cx: &mut Context<'_>,
    it: &syn::Expr,
    rank: Option<usize>,
) -> Option<Vec<Expr>> {
    let found = match without_parentheses(it) {
        syn::Expr::Array(list) => {
            let mut all = Vec::new();
            for it in &list.elems {
                all.push(component(cx, it)?);
            }
            return Some(all);
        }
        other => expr::lower(cx, other),
    };
    if found.ty.is_error() {
        return None;
    }
    let site = found.site;
    let count = match (cx.infer.resolve(&found.ty), rank) {
        (Ty::Index(rank) | Ty::Extent(rank), _) => Some(rank),
        (Ty::Array(item, Len::Number(len)), _) => {
            cx.infer.unify(&item, &Ty::USIZE);
            Some(len)
        }
        // Only rustc knows the type, such as that of a function's result. If the expected rank is not 1, the type is
        // assumed to be `Index`.
        (Ty::Hole(_) | Ty::Var(_), Some(rank @ 2..)) => {
            cx.infer.unify(&found.ty, &Ty::Index(rank));
            Some(rank)
        }
        _ => None,
    };
    let Some(count) = count else {
        cx.infer.unify(&found.ty, &Ty::USIZE);
        return Some(vec![pinned(cx, Expr { ty: Ty::USIZE, ..found })]);
    };
    let parts = match found.kind {
        ExprKind::MakeIndex(parts) => parts,
        _ => {
            let whole = pinned(cx, found);
            let part = |d: usize| {
                let digit = Expr { kind: ExprKind::Literal(d.to_string()), ty: Ty::USIZE, site };
                let kind = ExprKind::Subscript(Box::new(whole.clone()), Box::new(digit));
                Expr { kind, ty: Ty::USIZE, site }
            };
            (0..count).map(part).collect()
        }
    };
    Some(parts.into_iter().map(|part| pinned(cx, part)).collect())
}

pub(in crate::lower) fn arithmetic(operator: Binary, a: Expr, b: Expr) -> Expr {
    let site = a.site;
    Expr { kind: ExprKind::Binary(operator, Box::new(a), Box::new(b)), ty: Ty::USIZE, site }
}

pub(in crate::lower) fn compare(operator: Binary, a: Expr, b: Expr) -> Expr {
    Expr { ty: Ty::BOOL, ..arithmetic(operator, a, b) }
}

pub(super) fn join(operator: Binary, a: Expr, b: Expr) -> Expr {
    compare(operator, a, b)
}

pub(in crate::lower) fn both(a: Expr, b: Expr) -> Expr {
    join(Binary::And, a, b)
}

/// Whether the expression is the literal zero.
pub(in crate::lower) fn is_zero(it: &Expr) -> bool {
    matches!(&it.kind, ExprKind::Literal(digits) if digits.parse() == Ok(0u64))
}

/// A list of `count` format placeholders in brackets: `[{}, {}]`.
pub(in crate::lower) fn placeholders(count: usize) -> String {
    format!("[{}]", vec!["{}"; count].join(", "))
}

/// The text with doubled braces, for use in a format string.
pub(in crate::lower) fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}

/// The message of a bounds test that fails.
pub(in crate::lower) fn failure_message(text: String, values: impl IntoIterator<Item = Expr>) -> Message {
    let values = values.into_iter().map(|value| (None, value)).collect();
    Message { text, formatted: true, values, of_subview: true }
}
