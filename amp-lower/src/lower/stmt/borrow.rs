//! `let r = &place;` and `let r = &mut place;` bind an alias of the place.
//!
//! ```rust,ignore
//! let cell = &mut w[k % 4];
//! *cell += 1.0;
//! ```
//!
//! - Subscripts are evaluated once, where the reference is made. `*r`, `r.field` and `r[k]` then access that
//!   place.
//! - `r` can be passed to functions. A whole view can be borrowed too.
//! - An `if`, a `match` or a block [chooses a reference](#chosen-slice).

use crate::diagnostics::Code;
use crate::ir::{Expr, ExprKind, Role, Shape, Stmt, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::{expr, iterators, pattern, reference_pattern, shared_references, subview, ty};
use crate::parse::parameter_type;
use crate::site::Site;

/// Lowers a `let` that binds a reference or a subview. Returns `false` for any other `let`.
pub(super) fn lower(cx: &mut Context<'_>, it: &syn::Local) -> bool {
    let Some(init) = &it.init else { return false };
    let value = without_parentheses(&init.expr);
    if subview::is_subview(cx, value) {
        subview::bind(cx, &it.pat, value);
        return true;
    }
    if shared_references::is_alias_of_value(cx, value) {
        let item = shared_references::aliased(cx, value);
        cx.body.borrows = true;
        iterators::bind_item(cx, &it.pat, item);
        return true;
    }
    if let (syn::Pat::Tuple(parts), Some((mutable, slices))) = (&it.pat, expr::slice::split(cx, value)) {
        if parts.elems.len() != 2 {
            cx.report(Code::AMP016, Site::of(&it.pat), "the value has 2 components");
            cx.bind_rejected(&it.pat);
            return true;
        }
        for (part, slice) in parts.elems.iter().zip(slices) {
            match slice.ty.is_error() {
                true => cx.bind_rejected(part),
                false => reference_pattern::bind(cx, part, mutable, slice),
            }
        }
        cx.body.borrows = true;
        return true;
    }
    if !is_reference_expr(cx, value) {
        return false;
    }
    let (pattern, annotated) = match &it.pat {
        syn::Pat::Type(typed) => match &*typed.ty {
            syn::Type::Reference(ty) => (&*typed.pat, Some(&*ty.elem)),
            _ => return false,
        },
        other => (other, None),
    };
    let name = match pattern {
        syn::Pat::Ident(name) => Some(&name.ident),
        _ => None,
    };
    if let syn::Pat::Ident(name) = pattern
        && name.mutability.is_some()
        && slice_variable(cx, &name.ident, value)
    {
        return true;
    }
    if let syn::Pat::Ident(syn::PatIdent { mutability: Some(token), ident, by_ref: None, .. }) = pattern {
        let is_mutable = matches!(value, syn::Expr::Reference(it) if it.mutability.is_some())
            || reference_mutability(cx, value) == Some(true);
        if !is_mutable {
            let value = value_or_reference(cx, value);
            if value.ty.is_error() {
                cx.bind(ident, Binding::Rejected);
                return true;
            }
            if shared_references::declare(cx, ident, value) {
                return true;
            }
        }
        cx.report(
            Code::AMP001,
            Site::of(token),
            "a `mut` reference variable; declare another variable instead of assigning it",
        );
        cx.bind(ident, Binding::Rejected);
        return true;
    }
    if let (Some(name), syn::Expr::Reference(reference)) = (name, value)
        && subview::is_subview(cx, &reference.expr)
    {
        let binding = subview::borrowed(cx, reference);
        cx.bind(name, binding);
        cx.body.borrows = true;
        return true;
    }
    if let Some(name) = name
        && let Some(binding) = capture_binding(cx, value, annotated)
    {
        cx.bind(name, binding);
        cx.body.borrows = true;
        return true;
    }
    let borrowed = value_or_reference(cx, value);
    let ExprKind::Reference { mutable, place } = borrowed.kind else {
        cx.bind_rejected(pattern);
        return true;
    };
    if let Some(annotated) = annotated {
        unify_annotation(cx, &place, annotated);
    }
    reference_pattern::bind(cx, pattern, mutable, *place);
    cx.body.borrows = true;
    true
}

/// Binds a variable that holds slices, as in `let mut rest = &w[..];`: an alias of a slice whose first position and
/// length are variables. Returns false if the value is no slice.
fn slice_variable(cx: &mut Context<'_>, name: &proc_macro2::Ident, value: &syn::Expr) -> bool {
    let lowered = cx.speculatively(|cx| value_or_reference(cx, value));
    let is_slice = |lowered: &Expr| matches!(&lowered.kind, ExprKind::Reference { place, .. } if matches!(place.ty, Ty::Slice(_)));
    if !is_slice(&lowered) {
        return false;
    }
    let lowered = value_or_reference(cx, value);
    let ExprKind::Reference { mutable, place } = lowered.kind else { return false };
    let Some((root, start, len)) = parts_of_slice(cx, *place.clone()) else { return false };
    let [start, len] = [("start", start), ("length", len)].map(|(name, value)| {
        let var = cx.temporary(name, value.site, Ty::USIZE, true);
        let (ty, site) = (Ty::USIZE, value.site);
        cx.prologue.push(Stmt::Let { var, value: Some(value) });
        Box::new(Expr { kind: ExprKind::Local(var), ty, site })
    });
    let kind = ExprKind::Slice { root: Box::new(root), start, len };
    cx.alias(name, mutable, Expr { kind, ..*place });
    cx.body.borrows = true;
    true
}

/// Binds the name of a `mut` parameter to a variable for slices.
pub(in crate::lower) fn slice_parameter(cx: &mut Context<'_>, name: &proc_macro2::Ident) {
    slice_variable(cx, name, &syn::parse_quote!(#name));
}

/// The array or view of a slice, the first position and the length.
pub(in crate::lower) fn parts_of_slice(cx: &Context<'_>, slice: Expr) -> Option<(Expr, Expr, Expr)> {
    let site = slice.site;
    let length = expr::array_length(cx, &slice)?;
    Some(match slice.kind {
        ExprKind::Slice { root, start, len } => (*root, *start, *len),
        kind => {
            let start = Expr { kind: ExprKind::Literal("0".to_owned()), ty: Ty::USIZE, site };
            (Expr { kind, ..slice }, start, Expr { kind: length, ty: Ty::USIZE, site })
        }
    })
}

/// Lowers an assignment such as `rest = &rest[1..]` to a variable that holds slices. Returns false for another
/// assignment.
pub(super) fn assign_slice(cx: &mut Context<'_>, it: &syn::ExprAssign) -> bool {
    let Some(Binding::Alias(alias)) = cx.index_binding(without_parentheses(&it.left)) else { return false };
    let target = cx.aliased(alias).1.clone();
    let ExprKind::Slice { root, start, len } = target.kind else { return false };
    let is_variable = |part: &Expr| matches!(part.kind, ExprKind::Local(var) if cx.is_mutable(var));
    if !is_variable(&start) || !is_variable(&len) {
        return false;
    }
    let site = Site::of(&it.right);
    let value = value_or_reference(cx, &it.right);
    if value.ty.is_error() {
        return true;
    }
    let parts = match value.kind {
        ExprKind::Reference { place, .. } => parts_of_slice(cx, *place),
        _ => None,
    };
    let Some((_, first, length)) = parts.filter(|(other, ..)| is_same_place(&root, other)) else {
        let detail = "a slice of another array, assigned to a variable; a device has no pointers";
        cx.report(Code::AMP001, site, detail);
        return true;
    };
    cx.infer.unify(&first.ty, &Ty::USIZE);
    let (first, length) = (pattern::pinned(cx, first), pattern::pinned(cx, length));
    cx.prologue.push(Stmt::Assign { place: *start, operator: None, value: first });
    cx.prologue.push(Stmt::Assign { place: *len, operator: None, value: length });
    true
}

/// Whether two places are the same variable, tile memory or view, without subscripts.
pub(in crate::lower) fn is_same_place(a: &Expr, b: &Expr) -> bool {
    match (&a.kind, &b.kind) {
        (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
        (ExprKind::Tile(a), ExprKind::Tile(b)) => a == b,
        (ExprKind::Field(a, x), ExprKind::Field(b, y)) => x == y && is_same_place(a, b),
        (ExprKind::ViewArg { capture: a, part: x, .. }, ExprKind::ViewArg { capture: b, part: y, .. }) => {
            a == b && x.is_empty() && y.is_empty()
        }
        _ => false,
    }
}

/// Unifies the type of a place with the type that the user declared for a reference to it. Removes any number
/// of references from the declared type.
pub(in crate::lower) fn unify_annotation(cx: &mut Context<'_>, place: &Expr, annotated: &syn::Type) {
    match (&place.kind, annotated) {
        (ExprKind::Reference { place, .. }, syn::Type::Reference(ty)) => {
            unify_annotation(cx, place, &ty.elem)
        }
        (ExprKind::Reference { place, .. }, _) => unify_annotation(cx, place, annotated),
        (_, syn::Type::Slice(annotated)) => {
            let (item, annotated) = (cx.infer.item(&place.ty), ty::lower(cx, &annotated.elem));
            cx.infer.unify(&item, &annotated);
        }
        _ => {
            let annotated = ty::lower(cx, annotated);
            cx.infer.unify(&place.ty, &annotated);
        }
    }
}

/// The binding for a `let` whose value is a reference to a capture or subview. `None` for other values.
pub(in crate::lower) fn capture_binding(
    cx: &mut Context<'_>,
    value: &syn::Expr,
    annotated: Option<&syn::Type>,
) -> Option<Binding> {
    let value = without_parentheses(value);
    match value {
        syn::Expr::Reference(reference) if subview::is_named(cx, &reference.expr) => {
            return Some(subview::borrowed(cx, reference));
        }
        other if subview::is_reference(cx, other) => return cx.index_binding(other),
        _ => {}
    }
    if !is_reference_expr(cx, value) {
        return None;
    }
    let by_ref = match value {
        syn::Expr::Reference(reference) => &reference.expr,
        other => other,
    };
    let capture = expr::captured(cx, by_ref)?;
    // A nested reference, `&&a`, is lowered as an expression, which preserves the number of references.
    let nested =
        matches!(value, syn::Expr::Reference(_)) && is_reference_expr(cx, without_parentheses(by_ref));
    if nested && cx.capture(capture).role == Role::Value {
        return None;
    }
    captured(cx, capture, value, annotated)
}

/// Lowers an expression to its value. If the value is a reference, returns the reference.
pub(in crate::lower) fn value_or_reference(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    match without_parentheses(it) {
        syn::Expr::Reference(reference) => make_reference(cx, reference, Site::of(it)),
        other if expr::chosen_slice::is_one(cx, other) => expr::chosen_slice::lower(cx, other),
        other if expr::is_by_ref_self(cx, other) => expr::argument(cx, other),
        other if shared_references::is_variable(cx, other) => expr::lower_full(cx, other),
        other if is_reference(cx, other) => {
            let value = expr::lower_full(cx, other);
            match value.kind {
                // The name may denote a variable that holds slices, and a later assignment may change its slice. So the
                // new reference gets a copy of the first position and the length.
                ExprKind::Reference { mutable, place } if matches!(place.kind, ExprKind::Slice { .. }) => {
                    let place = Box::new(expr::with_fixed_subscripts(cx, *place));
                    Expr { kind: ExprKind::Reference { mutable, place }, ..value }
                }
                kind => Expr { kind, ..value },
            }
        }
        other => expr::lower(cx, other),
    }
}

/// Whether an expression is `&place`, `&mut place` or the name of a reference.
fn is_reference_expr(cx: &Context<'_>, it: &syn::Expr) -> bool {
    matches!(it, syn::Expr::Reference(_)) || is_reference(cx, it)
}

/// The binding for a reference to a capture. Later uses decide whether the capture is a view or a value. `None` if it
/// is already known to be a value.
fn captured(
    cx: &mut Context<'_>,
    capture: usize,
    value: &syn::Expr,
    annotated: Option<&syn::Type>,
) -> Option<Binding> {
    if let Role::Read | Role::Write = cx.capture(capture).role {
        return Some(Binding::Capture(capture));
    }
    // If the declared type is not a view type, the capture is a value.
    let view = annotated.is_none_or(|ty| parameter_type(ty).is_some_and(|(name, _)| is_view(name)));
    let mutable = match value {
        syn::Expr::Reference(it) => it.mutability.is_some(),
        other => matches!(cx.index_binding(other), Some(Binding::Borrowed(_, true))),
    };
    (cx.signature.infers_captures && view).then_some(Binding::Borrowed(capture, mutable))
}

fn is_view(name: &syn::Ident) -> bool {
    ["ArrayView", "ArrayViewMut", "Array"].iter().any(|view| name == view)
}

/// Lowers `&place` or `&mut place`. Evaluates the subscripts of the place here, and stores them.
fn make_reference(cx: &mut Context<'_>, it: &syn::ExprReference, site: Site) -> Expr {
    let mutable = it.mutability.is_some();
    // `&r`, where `r` is itself a reference.
    if !mutable && is_reference_expr(cx, without_parentheses(&it.expr)) {
        let inner = value_or_reference(cx, &it.expr);
        if !matches!(inner.kind, ExprKind::Reference { .. }) {
            return inner;
        }
        let ty = Ty::Reference(false, Box::new(inner.ty.clone()));
        return Expr { kind: ExprKind::Reference { mutable, place: Box::new(inner) }, ty, site };
    }
    let place = if mutable { super::writable(cx, &it.expr) } else { expr::place(cx, &it.expr) };
    if place.ty.is_error() || matches!(place.kind, ExprKind::ErrorPlaceholder) {
        return Expr::error_placeholder(site);
    }
    let place = match place.base() {
        ExprKind::Local(_) | ExprKind::Tile(_) | ExprKind::Element { .. } | ExprKind::ViewArg { .. } => {
            expr::with_fixed_subscripts(cx, place)
        }
        // A computed value is stored in a variable, which becomes the target of the reference.
        _ => pattern::pinned(cx, place),
    };
    let ty = Ty::Reference(mutable, Box::new(place.ty.clone()));
    Expr { kind: ExprKind::Reference { mutable, place: Box::new(place) }, ty, site }
}

/// Whether an expression is the name of a reference, or `*r` where `r` is a reference to a reference.
fn is_reference(cx: &Context<'_>, it: &syn::Expr) -> bool {
    // `*r` is a reference if `r` is a reference to a reference.
    if let syn::Expr::Unary(it) = it
        && matches!(it.op, syn::UnOp::Deref(_))
        && let Some(Binding::Alias(alias)) = cx.index_binding(without_parentheses(&it.expr))
    {
        return matches!(cx.aliased(alias).1.kind, ExprKind::Reference { .. });
    }
    match cx.index_binding(it) {
        _ if expr::is_by_ref_self(cx, it) => true,
        Some(Binding::Alias(_) | Binding::Borrowed(..)) => true,
        Some(Binding::Var(var)) => cx.variable_ref(var).reference.is_some(),
        Some(Binding::Capture(capture)) => {
            !cx.signature.infers_captures && cx.capture(capture).role != Role::Value
        }
        _ => false,
    }
}

/// Whether the reference that an expression names is `&mut`. `None` if the expression names no reference.
pub(in crate::lower) fn reference_mutability(cx: &Context<'_>, it: &syn::Expr) -> Option<bool> {
    match cx.index_binding(it)? {
        Binding::Alias(alias) => Some(cx.aliased(alias).0),
        Binding::Var(var) => cx.variable_ref(var).reference.map(|(_, mutable)| mutable),
        Binding::References(number) => {
            let (_, shape) = &cx.names.reference_variables[number];
            matches!(shape, Shape::Reference(_)).then_some(false)
        }
        _ => None,
    }
}

/// The name of a `&` reference through which the place is accessed, so that it cannot be written. `None` if
/// there is none.
pub(super) fn shared_reference(cx: &Context<'_>, place: &syn::Expr) -> Option<proc_macro2::Ident> {
    match place {
        syn::Expr::Paren(it) => shared_reference(cx, &it.expr),
        syn::Expr::Field(it) => shared_reference(cx, &it.base),
        syn::Expr::Index(it) => shared_reference(cx, &it.expr),
        syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => shared_reference(cx, &it.expr),
        syn::Expr::Path(it) => match cx.index_binding(place)? {
            Binding::Alias(alias) if !cx.aliased(alias).0 => it.path.get_ident().cloned(),
            Binding::Borrowed(capture, false) if cx.capture(capture).role == Role::Value => {
                it.path.get_ident().cloned()
            }
            _ => None,
        },
        _ => None,
    }
}

fn without_parentheses(it: &syn::Expr) -> &syn::Expr {
    match it {
        syn::Expr::Paren(it) => without_parentheses(&it.expr),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn references_are_aliases() {
        wgsl(
            "|i: Index<1>| {
                let mut v = [1.0, 2.0];
                let mut k = n % 2;
                let p = &mut v[k];
                k = 0;
                *p += a;
                let q = &x[i];
                y[i] = *q * v[k];
            }",
            expect![[r#"
                var v_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, 2.0f);
                var k_: u32 = n % 2u;
                let value_: u32 = k_;
                k_ = 0u;
                v_[value_] += a;
                y[amp_global[0]] = x[amp_global[0]] * v_[k_];
            "#]],
        );
    }

    #[test]
    fn references_to_references_are_aliases() {
        wgsl(
            "|i: Index<1>| { let p = &x[i]; let q = &p; let r = *q; let both = &&a; y[i] = **q + *r + **both + *&a; let mut s = 1.0; *&mut s += a; y[i] *= s; }",
            expect![[r#"
                y[amp_global[0]] = x[amp_global[0]] + x[amp_global[0]] + a + a;
                var s_: f32 = 1.0f;
                s_ += a;
                y[amp_global[0]] *= s_;
            "#]],
        );
    }

    #[test]
    fn writes_through_shared_references_are_rejected() {
        codes(
            "|i: Index<1>| { let mut b = 1.0; let p = &b; *p = a; let mut q = &mut b; }",
            &["AMP009", "AMP001"],
        );
    }
}
