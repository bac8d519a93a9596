//! A call takes arguments by reference: `&place`, `&mut place`, or a whole view.
//!
//! ```rust,ignore
//! step(&mut particle, &x);
//! swap_if(&mut w[a], &mut w[b]);
//! ```
//!
//! - The function works on the variable, or the part of it, that you pass. Tile memory can be passed the same
//!   way.
//! - An element of a view is read into a variable before the call, and written back after it if it is passed
//!   by `&mut`.
//! - A view is passed by `&x`, `&mut y` or `&y.as_view()`.
//! - `&mut Pcg { state: 1 }` and `&mut Pcg::new(k)` pass a temporary variable.
//!
//! Devices have no pointers, so the linker makes a copy of the function for each such argument.

use super::{range, slice};
use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Expr, ExprKind, Role, Stmt, Ty, Var};
use crate::lower::context::{Binding, Context};
use crate::lower::stmt::writable;
use crate::lower::{shared_references, subview};
use crate::site::Site;

/// Lowers an argument of a free function. In a closure kernel, `&x` may pass a capture that is a value or a
/// view, which rustc resolves. Such a capture is lowered like a view argument.
pub(super) fn argument_of_function(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    let capture = match it {
        syn::Expr::Reference(reference) if reference.mutability.is_none() => captured(cx, &reference.expr),
        other => match cx.index_binding(other) {
            Some(Binding::Borrowed(capture, false)) => Some(capture),
            _ => None,
        },
    };
    match capture.filter(|capture| cx.signature.infers_captures && cx.capture(*capture).role == Role::Value) {
        Some(capture) => cx.view_argument(capture, false, Site::of(it)),
        None => argument(cx, it),
    }
}

/// The index of the capture, if the expression denotes a whole capture. `None` for other expressions.
pub(in crate::lower) fn captured(cx: &mut Context<'_>, it: &syn::Expr) -> Option<usize> {
    match it {
        syn::Expr::Paren(inner) => captured(cx, &inner.expr),
        syn::Expr::Path(path) => match cx.name(path.path.get_ident()?)? {
            Binding::Capture(capture) | Binding::Borrowed(capture, _) => Some(capture),
            _ => None,
        },
        syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => captured(cx, &it.expr),
        // `&&x` is lowered like `&x`.
        syn::Expr::Reference(it) if it.mutability.is_none() => captured(cx, &it.expr),
        syn::Expr::MethodCall(it) if it.method == "as_view" && it.args.is_empty() => {
            let capture = captured(cx, &it.receiver)?;
            cx.mark_view(capture).then_some(capture)
        }
        _ => None,
    }
}

/// Lowers a view argument: `&x`, `&mut y`, `&y.as_view()`, or the name of a view parameter. `None` for other
/// arguments.
fn view(cx: &mut Context<'_>, it: &syn::Expr) -> Option<Expr> {
    let (inner, mutable) = match it {
        syn::Expr::Reference(reference) => (&*reference.expr, reference.mutability.is_some()),
        syn::Expr::Path(_) => (it, false),
        _ => return None,
    };
    if subview::is_subview(cx, inner) {
        let mutable = matches!(it, syn::Expr::Reference(_)).then_some(mutable);
        return Some(subview::as_argument(cx, it, inner, mutable));
    }
    let (capture, site) = (captured(cx, inner)?, Site::of(it));
    let named_mutable = matches!(cx.index_binding(inner), Some(Binding::Borrowed(_, true)));
    // In a closure kernel, the uses of a capture decide whether it is a value or a view. `&mut` shows that it
    // is a view.
    let known = cx.capture(capture).role != Role::Value
        || ((mutable || named_mutable) && cx.signature.infers_captures);
    if !known {
        return None;
    }
    let mutable = match it {
        syn::Expr::Path(_) if named_mutable => true,
        syn::Expr::Path(_) if cx.signature.infers_captures => cx.capture(capture).role == Role::Write,
        syn::Expr::Path(_) => cx.usage.writable[capture],
        _ => mutable,
    };
    if mutable && !cx.mark_written(capture) {
        let name = cx.capture(capture).ident.clone();
        cx.report(Code::AMP009, site, format!("`{name}` is an `ArrayView` or is taken by `&`"));
        return Some(Expr::error_placeholder(site));
    }
    Some(cx.view_argument(capture, mutable, site))
}

/// Reports a call that passes a view by `&mut` and passes the same view again.
pub(super) fn check_disjoint(cx: &mut Context<'_>, arguments: &[Expr]) {
    for (n, argument) in arguments.iter().enumerate() {
        let ExprKind::ViewArg { capture, mutable, .. } = argument.kind else { continue };
        let again = arguments[..n].iter().any(|earlier| {
            matches!(earlier.kind, ExprKind::ViewArg { capture: other, mutable: writes, .. } if other == capture && (mutable || writes))
        });
        if again {
            let name = cx.capture(capture).ident.clone();
            let detail = format!("`{name}` is passed by `&mut` and used again in the same call");
            cx.report(Code::AMP009, argument.site, detail);
        }
    }
}

/// Lowers an argument of a call: a callable, a view, a reference or a value.
pub(in crate::lower) fn argument(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    if let Some(callable) = super::callable::argument(cx, it) {
        return callable;
    }
    if let Some(view) = view(cx, it) {
        return view;
    }
    match it {
        syn::Expr::Paren(inner) => argument(cx, &inner.expr),
        syn::Expr::Reference(borrow)
            if borrow.mutability.is_none() && matches!(&*borrow.expr, syn::Expr::Reference(_)) =>
        {
            argument(cx, &borrow.expr)
        }
        syn::Expr::Reference(borrow) => {
            let site = Site::of(it);
            let mutable = borrow.mutability.is_some();
            if let syn::Expr::Field(field) = &*borrow.expr
                && matches!(&field.member, syn::Member::Named(name) if name == "barrier")
                && super::field::is_tiled(cx, &field.base)
            {
                return super::path::barrier(site);
            }
            let place = match mutable {
                true if is_temporary(&borrow.expr) => {
                    let value = super::lower(cx, &borrow.expr);
                    if value.ty.is_error() { value } else { copy_in(cx, false, value) }
                }
                true => writable(cx, &borrow.expr),
                false => super::place(cx, &borrow.expr),
            };
            if place.ty.is_error() || matches!(place.kind, ExprKind::ErrorPlaceholder) {
                return Expr::error_placeholder(site);
            }
            // `&{ x }` refers to a copy of `x`, not to `x`.
            let place = if is_block(&borrow.expr) { copy_in(cx, false, place) } else { place };
            reference(cx, mutable, place, site)
        }
        // `self` is taken by `&`. Its type in the IR is not a reference, so the reference is made here.
        _ if is_by_ref_self(cx, it) => {
            let place = super::place(cx, it);
            reference(cx, false, place, Site::of(it))
        }
        // If the value of the expression is a reference, such as the name of one, the argument is that
        // reference.
        other => match flattened_reference(super::lower_full(cx, other)) {
            value @ Expr { kind: ExprKind::Optional { .. } | ExprKind::Tuple(_), .. }
                if value.has_reference() =>
            {
                with_references(cx, value)
            }
            Expr { kind: ExprKind::Reference { place, .. }, .. }
                if matches!(place.kind, ExprKind::Optional { .. } | ExprKind::Tuple(_))
                    && place.has_reference() =>
            {
                with_references(cx, *place)
            }
            Expr { kind: ExprKind::Reference { mutable, place }, site, .. } => {
                reference(cx, mutable, *place, site)
            }
            other => range::passed(cx, other),
        },
    }
}

/// An argument that is an `Option` or a tuple with references: its value, and where it has references.
fn with_references(cx: &mut Context<'_>, it: Expr) -> Expr {
    let site = it.site;
    match shared_references::owned(cx, it.clone()) {
        Some((value, shape)) if shape.has_reference() => {
            let value = crate::lower::pattern::pinned(cx, value);
            let ty = value.ty.clone();
            Expr { kind: ExprKind::Referenced(Box::new(value), shape), ty, site }
        }
        _ => super::value_of(cx, it, site),
    }
}

/// Whether the expression is the `self` of a method that takes `&self`.
pub(in crate::lower) fn is_by_ref_self(cx: &Context<'_>, it: &syn::Expr) -> bool {
    cx.signature.by_ref_self && matches!(it, syn::Expr::Path(path) if path.path.is_ident("self"))
}

/// Whether the expression makes a value that is in no place, so that a `&mut` refers to a temporary variable. A method may
/// return a reference.
fn is_temporary(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(inner) => is_temporary(&inner.expr),
        syn::Expr::Struct(_) | syn::Expr::Lit(_) | syn::Expr::Tuple(_) => true,
        syn::Expr::Array(_) | syn::Expr::Repeat(_) | syn::Expr::Binary(_) | syn::Expr::Cast(_) => true,
        syn::Expr::Unary(it) => !matches!(it.op, syn::UnOp::Deref(_)),
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => path.path.segments.iter().all(|segment| segment.ident != "__private"),
            _ => false,
        },
        syn::Expr::MethodCall(call) => call.method == "clone" && call.args.is_empty(),
        _ => false,
    }
}

/// Whether the expression makes a struct by its fields or by a function of its type, `Pcg { state }`, `Pcg(1)` or `Pcg::new(1)`. A
/// method may modify the struct, which is then a temporary variable.
pub(super) fn is_new_value(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(inner) => is_new_value(&inner.expr),
        syn::Expr::Struct(_) => true,
        syn::Expr::Call(call) => match &*call.func {
            // A tuple struct, or a function of a type.
            syn::Expr::Path(path) => path.path.segments.iter().rev().take(2).any(|owner| {
                let name = owner.ident.to_string();
                name.starts_with(char::is_uppercase) && !crate::vocabulary::types::is_glam(&name)
            }),
            _ => false,
        },
        _ => false,
    }
}

/// Whether the expression is a block. The value of a block is a temporary, and not a place.
fn is_block(it: &syn::Expr) -> bool {
    match it {
        syn::Expr::Paren(inner) => is_block(&inner.expr),
        other => matches!(other, syn::Expr::Block(_)),
    }
}

/// Reduces a reference to a reference, `&&x`, to the innermost reference.
fn flattened_reference(mut it: Expr) -> Expr {
    while let ExprKind::Reference { place, .. } = &it.kind
        && let ExprKind::Reference { .. } = place.kind
    {
        it = (**place).clone();
    }
    it
}

/// Makes a reference to a place. If the place is an element of a view or a computed value, copies it to a
/// variable first.
fn reference(cx: &mut Context<'_>, mutable: bool, place: Expr, site: Site) -> Expr {
    let place = match cx.infer.resolve(&place.ty) {
        Ty::Range(..) if mutable => {
            cx.advise(Code::AMP001, site, "a range by `&mut`", construct::RANGE_BY_MUT);
            return Expr::error_placeholder(site);
        }
        _ => range::passed(cx, place),
    };
    let place = match place.kind {
        // A reference to a slice is again a slice: of the same array or view, or of a copy of a computed
        // array.
        ExprKind::Slice { root, start, len } => {
            let root = match *root {
                Expr { kind: ExprKind::ViewArg { capture, part, .. }, ty, site } => {
                    Expr { kind: ExprKind::ViewArg { capture, mutable, part }, ty, site }
                }
                root => with_place(cx, mutable, root),
            };
            let root = Box::new(root);
            Expr { kind: ExprKind::Slice { root, start, len }, ..place }
        }
        kind => with_place(cx, mutable, Expr { kind, ..place }),
    };
    let ty = Ty::Reference(mutable, Box::new(place.ty.clone()));
    Expr { kind: ExprKind::Reference { mutable, place: Box::new(place) }, ty, site }
}

/// The place itself if it can be passed by reference on a device, otherwise a copy of it.
fn with_place(cx: &mut Context<'_>, mutable: bool, place: Expr) -> Expr {
    match place.base() {
        ExprKind::Tile(_) | ExprKind::ViewArg { .. } => place,
        ExprKind::Local(var)
            if is_place(cx, *var)
                && (matches!(place.kind, ExprKind::Local(_)) || !slice::is_in_parameter(cx, &place)) =>
        {
            place
        }
        _ => copy_in(cx, mutable, place),
    }
}

/// Whether the variable has memory in WGSL: it is a `var`, not a `let`, or a by-reference parameter.
fn is_place(cx: &Context<'_>, var: Var) -> bool {
    cx.is_mutable(var) || cx.variable_ref(var).reference.is_some()
}

/// Copies the place to a temporary variable, and returns the variable. If `mutable`, the code copies the
/// variable back to the place after the call.
pub(super) fn copy_in(cx: &mut Context<'_>, mutable: bool, place: Expr) -> Expr {
    let (site, ty) = (place.site, place.ty.clone());
    // The code uses the place before and after the call, so the subscripts are evaluated once, here.
    let place = if mutable { with_fixed_subscripts(cx, place) } else { place };
    let var = cx.temporary("by_ref", site, ty.clone(), true);
    let by_ref = Expr { kind: ExprKind::Local(var), ty, site };
    cx.prologue.push(Stmt::Let { var, value: Some(place.clone()) });
    if mutable && matches!(place.base(), ExprKind::Element { .. } | ExprKind::Local(_) | ExprKind::Tile(_)) {
        cx.epilogue.push(Stmt::Assign { place, operator: None, value: by_ref.clone() });
    }
    by_ref
}

/// Evaluates and stores the subscripts of a place. Later statements then cannot change which place the
/// expression denotes.
pub(in crate::lower) fn with_fixed_subscripts(cx: &mut Context<'_>, place: Expr) -> Expr {
    let Expr { kind, ty, site } = place;
    let kind = match kind {
        ExprKind::Element { capture, index } => {
            let index = index.into_iter().map(|part| super::pinned(cx, part)).collect();
            ExprKind::Element { capture, index }
        }
        ExprKind::Subscript(base, index) => {
            let base = Box::new(with_fixed_subscripts(cx, *base));
            ExprKind::Subscript(base, Box::new(super::pinned(cx, *index)))
        }
        ExprKind::Slice { root, start, len } => {
            let root = Box::new(with_fixed_subscripts(cx, *root));
            let (start, len) = (super::pinned(cx, *start), super::pinned(cx, *len));
            ExprKind::Slice { root, start: Box::new(start), len: Box::new(len) }
        }
        ExprKind::Field(base, member) => ExprKind::Field(Box::new(with_fixed_subscripts(cx, *base)), member),
        ExprKind::Payload(base, path, member) => {
            ExprKind::Payload(Box::new(with_fixed_subscripts(cx, *base)), path, member)
        }
        ExprKind::Bits(element) => ExprKind::Bits(Box::new(with_fixed_subscripts(cx, *element))),
        other => other,
    };
    Expr { kind, ty, site }
}

/// Replaces references to items of one variable by references to copies, which the code writes back after the
/// call. In `swap(&mut a[i], &mut a[j])`, rustc cannot prove that the items differ.
pub(super) fn split_arguments(cx: &mut Context<'_>, arguments: Vec<Expr>) -> Vec<Expr> {
    let same = |a: &Expr, b: &Expr| match (&a.kind, &b.kind) {
        (ExprKind::Reference { place: a, mutable: x }, ExprKind::Reference { place: b, mutable: y }) => {
            let roots = match (a.base(), b.base()) {
                (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
                (ExprKind::Tile(a), ExprKind::Tile(b)) => a == b,
                _ => false,
            };
            roots && (*x || *y) && is_item(a) && is_item(b)
        }
        _ => false,
    };
    let shared: Vec<_> = (0..arguments.len())
        .map(|n| (0..arguments.len()).any(|m| m != n && same(&arguments[n], &arguments[m])))
        .collect();
    let parted = arguments.into_iter().zip(shared).map(|(argument, shared)| match argument.kind {
        ExprKind::Reference { mutable, place } if shared => {
            let place = Box::new(copy_in(cx, mutable, *place));
            Expr { kind: ExprKind::Reference { mutable, place }, ..argument }
        }
        kind => Expr { kind, ..argument },
    });
    parted.collect()
}

/// Whether the place is an item of an array, or a field of such an item.
fn is_item(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Subscript(..) => true,
        ExprKind::Field(base, _) => is_item(base),
        _ => false,
    }
}

/// A reference to the receiver, if a method may modify the receiver in place. `None` for a value or a
/// read-only variable.
pub(in crate::lower) fn mutable_receiver(cx: &Context<'_>, receiver: &Expr) -> Option<Expr> {
    let ExprKind::Local(var) = receiver.base() else {
        let tile = matches!(receiver.base(), ExprKind::Tile(_));
        return tile.then(|| by_reference(receiver.clone()));
    };
    // An item of a slice parameter is copied, as an element of a view is.
    if slice::is_in_parameter(cx, receiver) {
        return None;
    }
    // A variable that is declared without a value and without `mut` is assigned once, so no method may modify
    // it.
    let variable = cx.variable_ref(*var);
    let changes = cx.may_modify(*var) && !variable.deferred && !variable.is_constant;
    changes.then(|| by_reference(receiver.clone()))
}

pub(super) fn by_reference(place: Expr) -> Expr {
    let (ty, site) = (place.ty.clone(), place.site);
    Expr { kind: ExprKind::Reference { mutable: true, place: Box::new(place) }, ty, site }
}

/// Reports a reference that is neither an argument of a call nor the value of a `let`.
pub(super) fn misplaced(cx: &mut Context<'_>, it: &syn::ExprReference) {
    let detail = "a reference that is neither an argument nor the value of a `let`";
    cx.advise(Code::AMP001, Site::of(it), detail, construct::REFERENCE);
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn places_are_passed_by_reference() {
        wgsl(
            "tile = [16], |t: TiledIndex<1>| {
                #[tile_static] let mut s: [[f32; 4]; 4];
                let mut v = [1.0f32, 2.0, 3.0, 4.0];
                let (row, k) = (t.local[0] / 4, t.local[0] % 4);
                s[row][k] = 1.0;
                scale(&mut v[k], &a);
                scale(&mut s[row][k], &v[k]);
                swap(&mut v[0], &mut v[k]);
                y[t.global] = s[row][k] + move_first(&mut y[t.global], &mut v);
            }",
            expect![[r#"
                var v_: <[f32 ; 4usize]> = <[f32 ; 4usize]>(1.0f, 2.0f, 3.0f, 4.0f);
                let value_: u32 = amp_local[0] / 4u;
                let value_2: u32 = amp_local[0] % 4u;
                let row_: u32 = value_;
                let k_: u32 = value_2;
                tile_s_[row_][k_] = 1.0f;
                var by_ref_: f32 = a;
                _ = scale(&v_[k_], &by_ref_);
                _ = scale(&tile_s_[row_][k_], &v_[k_]);
                var by_ref_2: f32 = v_[0];
                var by_ref_3: f32 = v_[k_];
                _ = swap(&by_ref_2, &by_ref_3);
                v_[0] = by_ref_2;
                v_[k_] = by_ref_3;
                let value_4: f32 = tile_s_[row_][k_];
                var by_ref_4: f32 = y[amp_global[0]];
                let value_3: <_> = move_first(&by_ref_4, &v_);
                y[amp_global[0]] = by_ref_4;
                y[amp_global[0]] = Add<f32, _>(value_4, value_3);
            "#]],
        );
    }

    #[test]
    fn views_are_passed() {
        wgsl(
            "|i: Index<1>| { y[i] = at(&x, n); y[i] += at(&y.as_view(), i[0]); add(&mut z, i[0], 2); }",
            expect![[r#"
                y[amp_global[0]] = at(&x, n);
                y[amp_global[0]] = Add<f32, _>(y[amp_global[0]], at(&y, amp_global[0]));
                _ = add(&z, amp_global[0], 2?);
            "#]],
        );
        codes("|i: Index<1>| { shift(&q.as_view(), &mut q); q[i] = 1.0; }", &["AMP009"]);
    }

    #[test]
    fn references_elsewhere_are_rejected() {
        codes(
            "|i: Index<1>| { let mut v = 1.0f32; let r = (&mut v, 1); let c = 2.0f32; f(&mut c); f(&mut x[i]); }",
            &["AMP001", "AMP009"],
        );
    }
}
