//! `s[k]` of a type of your own calls its `#[device] impl Index`, and an assignment its `impl IndexMut`.
//!
//! ```rust,ignore
//! m[(i, j)] += a[(i, k)] * b[(k, j)];
//! ```
//!
//! - The function ends in `&` or `&mut` of a part of `self`, in each branch: `match k { 0 => &self.x, _ => &self.y }`. On
//!   a device, a read is a function that returns the part, and an assignment is one that stores it.
//! - The macro must see that `s` is no array: the subscript is a tuple, `s` is a struct literal, or the kernel names the type
//!   of `s`, as in `let s: Samples = ..;`.
//! - An assignment is to a variable, or to a part of one. Copy an element of a view first, and write it back.
//! - For a method of the part, and for a reference to it, copy the part: `let item = s[k];`.

use crate::diagnostics::Code;
use crate::diagnostics::advice::construct;
use crate::ir::{Binary, Call, Callee, Expr, ExprKind, ImplOf, Projection, Stmt, Ty};
use crate::lower::context::{Binding, Context};
use crate::lower::path;
use crate::lower::pattern::pinned;
use crate::site::Site;

/// Whether a subscript calls `Index` of a user's type. A type name may be an alias of an array type. So a
/// base with a named type counts as an array if the subscript must be a place.
pub(super) fn is_own(cx: &Context<'_>, base: &Expr, index: &Expr, is_place: bool) -> bool {
    if matches!(base.base(), ExprKind::Tile(_) | ExprKind::Item(_)) {
        return false;
    }
    if !is_place && cx.infer.is_record(&base.ty) {
        return true;
    }
    match (cx.infer.resolve(&base.ty), cx.infer.resolve(&index.ty)) {
        (Ty::Hole(_) | Ty::Var(_), Ty::Tuple(_)) => true,
        (Ty::Hole(hole), _) if !is_place => {
            matches!(&*hole, Projection::Named(_)) && cx.is_user_struct(&Ty::Hole(hole.clone()))
        }
        _ => false,
    }
}

/// Lowers a read `base[index]` to a call of `Index`.
pub(super) fn value(cx: &mut Context<'_>, base: Expr, index: Expr, site: Site) -> Expr {
    let base = match base.base() {
        ExprKind::Local(_) => with_pointer(cx, false, base),
        _ => pinned(cx, base),
    };
    call(cx, "index", syn::parse_quote!(::amp::__private::index_value), false, base, vec![index], site)
}

/// Lowers `base[index] = right` and `base[index] op= right`. Returns false if the left side is not a
/// subscript of a user's type.
pub(in crate::lower) fn assign(
    cx: &mut Context<'_>,
    target: &syn::Expr,
    operator: Option<Binary>,
    right: &syn::Expr,
) -> bool {
    let syn::Expr::Index(target) = super::without_parentheses(target) else { return false };
    if !is_variable(cx, &target.expr) {
        return false;
    }
    let is_own = cx.speculatively(|cx| {
        let (base, index) =
            (without_reference(super::lower(cx, &target.expr)), super::lower(cx, &target.index));
        is_own(cx, &base, &index, false)
    });
    if !is_own {
        return false;
    }
    let site = Site::of(target);
    let (before, value) = cx.in_block(|cx| super::lower(cx, right));
    let (way, (base, index)) = cx.in_block(|cx| {
        let base = crate::lower::stmt::writable(cx, &target.expr);
        (without_reference(base), super::lower(cx, &target.index))
    });
    // In `op=`, Rust evaluates the value first for scalars, and the place first for other types. The macro
    // may not know the type. So a value that modifies the subscript is rejected. A value that modifies the base has a
    // scalar type: for other types, the place borrows the base while Rust evaluates the value.
    if operator.is_some() && super::may_be_modified(&index, &before) {
        let detail = "the value modifies a subscript of the target";
        cx.advise(Code::AMP001, site, detail, construct::COMPOUND);
        return true;
    }
    cx.prologue.extend(before);
    let value = pinned(cx, value);
    cx.prologue.extend(way);
    if [&value, &base, &index].into_iter().any(|part| part.ty.is_error()) {
        return true;
    }
    let index = if let ExprKind::Literal(_) = index.kind { index } else { pinned(cx, index) };
    let outer = std::mem::take(&mut cx.epilogue);
    let base = with_pointer(cx, true, base);
    let after = std::mem::replace(&mut cx.epilogue, outer);
    let value = match operator {
        None => value,
        Some(operator) => {
            let path = syn::parse_quote!(::amp::__private::index_mut_value);
            let old = call(cx, "index_mut_value", path, true, base.clone(), vec![index.clone()], site);
            let ty = old.ty.clone();
            let var = cx.temporary("item", site, ty.clone(), true);
            cx.prologue.push(Stmt::Let { var, value: Some(old) });
            let item = Expr { kind: ExprKind::Local(var), ty, site };
            cx.infer.compound(operator, &item.ty, &value.ty);
            cx.prologue.push(Stmt::Assign { place: item.clone(), operator: Some(operator), value });
            item
        }
    };
    let path = syn::parse_quote!(::amp::__private::index_assign);
    let stored = call(cx, "index_mut", path, true, base, vec![index, value], site);
    cx.prologue.push(Stmt::Expr(stored));
    cx.prologue.extend(after);
    true
}

/// The place, or a copy of it if it is an item of a slice parameter, to which a device has no pointer. If `mutable`, the
/// epilogue copies the item back.
fn with_pointer(cx: &mut Context<'_>, mutable: bool, place: Expr) -> Expr {
    let is_item = !matches!(place.kind, ExprKind::Local(_)) && super::slice::is_in_parameter(cx, &place);
    if is_item { super::reference::copy_in(cx, mutable, place) } else { place }
}

/// Whether the expression is a variable or a component of a variable.
fn is_variable(cx: &Context<'_>, it: &syn::Expr) -> bool {
    match super::without_parentheses(it) {
        syn::Expr::Path(path) => path
            .path
            .get_ident()
            .is_some_and(|ident| matches!(cx.lookup(ident), Some(Binding::Var(_) | Binding::Alias(_)))),
        syn::Expr::Field(field) => is_variable(cx, &field.base),
        syn::Expr::Index(index) => is_variable(cx, &index.expr),
        syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => is_variable(cx, &unary.expr),
        _ => false,
    }
}

pub(super) fn without_reference(base: Expr) -> Expr {
    match base.kind {
        ExprKind::Reference { place, .. } => *place,
        kind => Expr { kind, ..base },
    }
}

fn call(
    cx: &mut Context<'_>,
    name: &str,
    path: syn::ExprPath,
    mutable: bool,
    base: Expr,
    rest: Vec<Expr>,
    site: Site,
) -> Expr {
    let owner = base.ty.clone();
    let reference = Ty::Reference(mutable, Box::new(owner.clone()));
    let base_site = base.site;
    let base =
        Expr { kind: ExprKind::Reference { mutable, place: Box::new(base) }, ty: reference, site: base_site };
    let arguments: Vec<_> = std::iter::once(base).chain(rest).collect();
    let types = arguments.iter().map(|argument| argument.ty.clone()).collect();
    let callee = Callee::Associated(owner, name.to_owned(), ImplOf::Inferred);
    let result = cx.infer.call(&callee, types);
    let ty = if name == "index_mut" { Ty::Unit } else { result };
    Expr { kind: ExprKind::Call { callee, written: Call::Path(path::called(&path)), arguments }, ty, site }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn subscripts_of_own_types_are_calls() {
        wgsl(
            "|i: Index<1>| { let mut m: Grid = Grid::default(); m[(1, 2)] = a; m[(2, 1)] += 1.0; y[i] = m[(1, 2)]; }",
            expect![[r#"
                var m_: <Grid> = <Grid>::<default>();
                let value_: <(_ , _ ,)> = <(_ , _ ,)> { 0: 1?, 1: 2? };
                <Grid>::index_mut(&m_, value_, a);
                let value_2: <(_ , _ ,)> = <(_ , _ ,)> { 0: 2?, 1: 1? };
                var item_: <_> = <Grid>::index_mut_value(&m_, value_2);
                item_ = Add<_, _>(item_, 1.0?);
                <Grid>::index_mut(&m_, value_2, item_);
                y[amp_global[0]] = <Grid>::index(&m_, <(_ , _ ,)> { 0: 1?, 1: 2? });
            "#]],
        );
    }
}
