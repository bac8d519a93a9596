//! A local closure can be called, and passed to a device function that takes `impl Fn(f32) -> f32`.
//!
//! ```rust,ignore
//! let scale = |x: f32| a * x;
//! y[i] = scale(2.0) + map_sum(&x, scale) + (|v: f32| v * v)(a);
//! ```
//!
//! - A closure can be called directly, without a name.
//! - A closure may return a closure: `let scale = |k: u32| move |v: u32| v * k;`, then `scale(2)(x)`.
//! - A call inlines the body. A by-reference argument, `scale(&mut q)`, is an alias of the variable.
//! - Device functions and built-in methods can be passed by name: `map_sum(&x, f32::sqrt)`.
//! - A closure that is passed to a function may modify outer variables if the function takes an `impl FnMut` or an
//!   `impl FnOnce`. It cannot contain a barrier.
//! - A `move` closure copies the variables that it captures. It cannot modify its copies.

use super::closure_return::without_returns_of;
use crate::diagnostics::Code;
use crate::diagnostics::advice::{calls, construct};
use crate::ir::{Callable, Closure, Expr, ExprKind, Passing, Stmt, Ty};
use crate::lower::context::{Binding, Context, ResultKind, Scopes};
use crate::lower::stmt::borrow;
use crate::lower::{iterators, pattern, reference_pattern, shared_references, ty};
use crate::site::{Site, quoted};
use proc_macro2::Ident;
use syn::visit::Visit;

/// Binds the name of a local closure `f`. Its body is lowered at each call `f(x)`, and at each call `g(f)`
/// that passes the closure.
pub(in crate::lower) fn declare(cx: &mut Context<'_>, pattern: &syn::Pat, it: &syn::ExprClosure) {
    let syn::Pat::Ident(name) = pattern else {
        cx.report(Code::AMP016, Site::of(pattern), "a closure must be bound to a name");
        return cx.bind_rejected(pattern);
    };
    let closure = local(cx, it);
    cx.bind(&name.ident, Binding::Closure(closure));
}

/// Registers a closure together with the current scopes, in which the closure's body is lowered later.
/// Returns its index in `Names::closures`.
fn local(cx: &mut Context<'_>, it: &syn::ExprClosure) -> usize {
    if let Some(word) = &it.asyncness {
        cx.advise(Code::AMP001, Site::of(word), "`async`: devices have no executor", construct::ASYNC);
    }
    let scopes = captured_scopes(cx, it);
    local_in(cx, it, scopes)
}

/// The scopes in which the body of a local closure is lowered. A `move` closure must not modify its copies, because an
/// argument would copy these copies.
fn captured_scopes(cx: &mut Context<'_>, it: &syn::ExprClosure) -> Scopes {
    let Some(word) = &it.capture else { return cx.scopes() };
    let mut names = CapturedNames::default();
    names.visit_expr(&it.body);
    let is_captured = |cx: &Context<'_>, ident: &Ident| match cx.lookup(ident) {
        Some(Binding::Var(var)) => cx.is_mutable(var) && cx.variable_ref(var).reference.is_none(),
        Some(Binding::Iterator(_) | Binding::References(_)) => true,
        _ => false,
    };
    if let Some(name) = names.modified.iter().find(|name| is_captured(cx, name) && !names.own.contains(name))
    {
        let detail = format!("a `move` closure that modifies its copy of `{name}`");
        cx.advise(Code::AMP001, Site::of(word), detail, construct::MOVE);
    }
    iterators::copied_captures(cx, it, false)
}

/// The names in the body of a closure.
#[derive(Default)]
struct CapturedNames {
    /// The names that the body assigns to, or borrows by `&mut`.
    modified: Vec<Ident>,
    /// The names that the body declares.
    own: Vec<Ident>,
}

impl CapturedNames {
    fn note_place(&mut self, it: &syn::Expr) {
        match it {
            syn::Expr::Paren(inner) => self.note_place(&inner.expr),
            syn::Expr::Field(field) => self.note_place(&field.base),
            syn::Expr::Index(index) => self.note_place(&index.expr),
            syn::Expr::Tuple(parts) => parts.elems.iter().for_each(|part| self.note_place(part)),
            syn::Expr::Array(parts) => parts.elems.iter().for_each(|part| self.note_place(part)),
            syn::Expr::Path(path) => self.modified.extend(path.path.get_ident().cloned()),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for CapturedNames {
    fn visit_expr_assign(&mut self, it: &'ast syn::ExprAssign) {
        self.note_place(&it.left);
        syn::visit::visit_expr_assign(self, it);
    }

    fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
        if crate::vocabulary::operators::binary(&it.op).is_some_and(|(_, assigns)| assigns) {
            self.note_place(&it.left);
        }
        syn::visit::visit_expr_binary(self, it);
    }

    fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
        if it.mutability.is_some() {
            self.note_place(&it.expr);
        }
        syn::visit::visit_expr_reference(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        if it.method == "next" || it.method == "next_back" {
            self.note_place(&it.receiver);
        }
        syn::visit::visit_expr_method_call(self, it);
    }

    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.own.push(it.ident.clone());
        syn::visit::visit_pat_ident(self, it);
    }
}

/// Registers a closure with the scopes in which its body is lowered. Returns its index in `Names::closures`.
pub(in crate::lower) fn local_in(cx: &mut Context<'_>, it: &syn::ExprClosure, scopes: Scopes) -> usize {
    local_of(cx, it, scopes, None)
}

/// Like [`local_in`], for a closure whose use shows the kind of its result.
pub(in crate::lower) fn local_of(
    cx: &mut Context<'_>,
    it: &syn::ExprClosure,
    scopes: Scopes,
    kind: Option<ResultKind>,
) -> usize {
    cx.names.closures.push((without_returns_of(it, kind), scopes));
    cx.names.closures.len() - 1
}

/// Lowers a direct call of a closure literal, such as `(|x: f32| x * a)(2.0)`. A macro that contains
/// `$f(2.0)` produces such calls.
pub(super) fn call_at_once(
    cx: &mut Context<'_>,
    closure: &syn::ExprClosure,
    it: &syn::ExprCall,
    site: Site,
) -> Expr {
    let closure = local(cx, closure);
    call(cx, closure, it, site)
}

/// Inlines a call of a local closure: its parameters become variables, and its body becomes a block.
pub(super) fn call(cx: &mut Context<'_>, closure: usize, it: &syn::ExprCall, site: Site) -> Expr {
    let value = inlined(cx, closure, it, site, |cx, closure| {
        let value = super::full_value(cx, &closure.body);
        let declared = match &closure.output {
            syn::ReturnType::Type(_, written) => Some(ty::lower(cx, written)),
            syn::ReturnType::Default => None,
        };
        if value.as_ref().is_some_and(Expr::has_reference) {
            return (value, None);
        }
        if let (Some(value), Some(declared)) = (&value, &declared) {
            cx.infer.unify(&value.ty, declared);
        }
        (value, declared)
    });
    match value {
        // If the closure declares a result type, a variable of that type stores the value. So rustc checks
        // the type.
        Some((Some(value), Some(ty))) if ty != Ty::Unit => {
            let var = cx.temporary("value", value.site, ty.clone(), false);
            let site = value.site;
            cx.prologue.push(Stmt::Let { var, value: Some(value) });
            Expr { kind: ExprKind::Local(var), ty, site }
        }
        Some((Some(value), _)) if value.has_reference() => {
            match shared_references::owned(cx, value.clone()) {
                Some((owned, shape)) => {
                    let owned = pattern::pinned(cx, owned);
                    shared_references::referenced(cx, &shape, owned)
                }
                None => {
                    let value = super::value_of(cx, value, site);
                    pattern::pinned(cx, value)
                }
            }
        }
        Some((Some(value), _)) => pattern::pinned(cx, value),
        Some((None, _)) => super::unit(site),
        None => Expr::error_placeholder(site),
    }
}

/// Whether an expression is a call of a local closure whose value is again a closure, `scale(2)` for
/// `let scale = |k: u32| move |x: u32| x * k;`.
pub(in crate::lower) fn returns_closure(cx: &Context<'_>, it: &syn::Expr) -> bool {
    let syn::Expr::Call(call) = super::without_parentheses(it) else { return false };
    let closure = match super::without_parentheses(&call.func) {
        syn::Expr::Path(path) => match path.path.get_ident().and_then(|name| cx.lookup(name)) {
            Some(Binding::Closure(closure)) => &cx.names.closures[closure].0,
            _ => return false,
        },
        syn::Expr::Closure(closure) => closure,
        _ => return false,
    };
    closure_at_end(&closure.body).is_some()
}

/// The closure at the end of a body, and the statements before it.
fn closure_at_end(body: &syn::Expr) -> Option<(&[syn::Stmt], &syn::ExprClosure)> {
    match super::without_parentheses(body) {
        syn::Expr::Closure(closure) => Some((&[], closure)),
        syn::Expr::Block(block) if block.label.is_none() => match block.block.stmts.split_last()? {
            (syn::Stmt::Expr(last, None), before) => match super::without_parentheses(last) {
                syn::Expr::Closure(closure) => Some((before, closure)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Inlines a call of a local closure whose value is a closure. Returns the index of that closure, whose body is lowered in
/// the scope of the called closure's parameters. `None` if the call was rejected.
pub(in crate::lower) fn returned(cx: &mut Context<'_>, it: &syn::Expr) -> Option<usize> {
    let syn::Expr::Call(call) = super::without_parentheses(it) else { return None };
    let closure = match super::without_parentheses(&call.func) {
        syn::Expr::Path(path) => match path.path.get_ident().and_then(|name| cx.lookup(name)) {
            Some(Binding::Closure(closure)) => closure,
            _ => return None,
        },
        syn::Expr::Closure(closure) => local(cx, closure),
        _ => return None,
    };
    inlined(cx, closure, call, Site::of(it), |cx, closure| {
        let (before, value) = closure_at_end(&closure.body)?;
        before.iter().for_each(|stmt| crate::lower::stmt::lower(cx, stmt));
        Some(local(cx, value))
    })
    .flatten()
}

/// Binds the parameters of a local closure to the arguments of a call, and runs `inner` in their scope. `None` if the call
/// was rejected.
fn inlined<T>(
    cx: &mut Context<'_>,
    closure: usize,
    it: &syn::ExprCall,
    site: Site,
    inner: impl FnOnce(&mut Context<'_>, &syn::ExprClosure) -> T,
) -> Option<T> {
    let (closure, scopes) = cx.names.closures[closure].clone();
    if closure.inputs.len() != it.args.len() {
        let (wanted, given) = (closure.inputs.len(), it.args.len());
        let detail = format!("`{}` takes {wanted} arguments, but {given} were passed", quoted(&it.func));
        cx.advise(Code::AMP011, site, detail, calls::ARGUMENTS);
        return None;
    }
    if !cx.write_out(site) {
        return None;
    }
    // An argument that is a whole capture or a subview has no value to evaluate. The parameter becomes an
    // alias of the capture or subview.
    let given = it.args.iter().zip(&closure.inputs);
    let whole: Vec<_> = given
        .map(|(argument, parameter)| borrow::capture_binding(cx, argument, reference_target(parameter)))
        .collect();
    let others = it.args.iter().zip(&whole).filter(|(_, whole)| whole.is_none());
    let arguments = super::sequence(cx, others.map(|(argument, _)| argument), borrow::value_or_reference);
    if arguments.iter().any(|argument| argument.ty.is_error()) {
        return None;
    }
    let loops = std::mem::take(&mut cx.nesting.loops);
    let inside = std::mem::replace(&mut cx.nesting.in_closure, true);
    let value = cx.nested(site, |cx| {
        cx.in_scopes(scopes, |cx| {
            cx.scoped(|cx| {
                // All arguments are evaluated before any parameter is bound, because a parameter may shadow a
                // variable in an argument.
                let arguments: Vec<_> = arguments
                    .into_iter()
                    .map(|value| match value.kind {
                        ExprKind::Reference { .. } => value,
                        _ => pattern::pinned(cx, value),
                    })
                    .collect();
                let mut arguments = arguments.into_iter();
                for (parameter, whole) in closure.inputs.iter().zip(whole) {
                    match whole {
                        Some(binding) => bind_view(cx, parameter, binding),
                        None => {
                            arguments.next().into_iter().for_each(|value| bind_argument(cx, parameter, value))
                        }
                    }
                }
                inner(cx, &closure)
            })
        })
    });
    cx.nesting.in_closure = inside;
    cx.nesting.loops = loops;
    value
}

/// The type that a parameter declares, without its `&`. `None` if the parameter declares no type.
fn reference_target(parameter: &syn::Pat) -> Option<&syn::Type> {
    match parameter {
        syn::Pat::Type(typed) => match &*typed.ty {
            syn::Type::Reference(reference) => Some(&reference.elem),
            other => Some(other),
        },
        _ => None,
    }
}

/// Binds a parameter to its argument. If the argument is a reference, the parameter becomes an alias of the
/// reference's target.
pub(in crate::lower) fn bind_argument(cx: &mut Context<'_>, parameter: &syn::Pat, argument: Expr) {
    let ExprKind::Reference { mutable, place } = argument.kind else {
        return pattern::bind(cx, parameter, None, Some(argument));
    };
    if let Some(ty) = reference_target(parameter) {
        borrow::unify_annotation(cx, &place, ty);
    }
    reference_pattern::bind(cx, parameter, mutable, *place);
}

fn bind_view(cx: &mut Context<'_>, parameter: &syn::Pat, binding: Binding) {
    match parameter {
        syn::Pat::Type(typed) => bind_view(cx, &typed.pat, binding),
        syn::Pat::Ident(name)
            if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() =>
        {
            cx.bind(&name.ident, binding);
        }
        other => {
            cx.report(Code::AMP016, Site::of(other), "a view cannot be destructured; name it");
            cx.bind_rejected(other);
        }
    }
}

/// Lowers a closure argument. On a device the closure becomes a function; in the CPU code it stays a closure.
pub(in crate::lower) fn closure_argument(
    cx: &mut Context<'_>,
    closure: &syn::ExprClosure,
    scopes: Scopes,
    by_ref: Passing,
) -> ExprKind {
    if let Some(word) = &closure.asyncness {
        cx.advise(Code::AMP001, Site::of(word), "`async`: devices have no executor", construct::ASYNC);
    }
    if !cx.write_out(Site::of(closure)) {
        return ExprKind::ErrorPlaceholder;
    }
    let loops = std::mem::take(&mut cx.nesting.loops);
    let inside = std::mem::replace(&mut cx.nesting.in_closure, true);
    let after = std::mem::take(&mut cx.epilogue);
    let result = match &closure.output {
        syn::ReturnType::Type(_, written) => ty::lower(cx, written),
        syn::ReturnType::Default => cx.infer.value(),
    };
    let references: Vec<_> =
        closure.inputs.iter().map(|parameter| is_reference(cx, parameter, &closure.body)).collect();
    let (body, (parameters, value)) = cx.in_block(|cx| {
        cx.in_scopes(scopes, |cx| {
            cx.scoped(|cx| {
                let mut parameters = Vec::new();
                for (parameter, is_reference) in closure.inputs.iter().zip(&references) {
                    let (pattern, written) = match parameter {
                        syn::Pat::Type(typed) => (&*typed.pat, reference_target(parameter)),
                        other => (other, None),
                    };
                    let ty = match written {
                        Some(written) if !matches!(written, syn::Type::Infer(_)) => ty::lower(cx, written),
                        _ => cx.infer.value(),
                    };
                    if *is_reference {
                        let site = Site::of(pattern);
                        let var = cx.temporary("target", site, ty.clone(), false);
                        parameters.push(var);
                        let target = Expr { kind: ExprKind::Local(var), ty, site };
                        reference_pattern::bind(cx, pattern, false, target);
                        continue;
                    }
                    if let syn::Pat::Ident(name) = pattern
                        && name.by_ref.is_none()
                        && name.subpat.is_none()
                        && name.mutability.is_none()
                    {
                        parameters.push(cx.variable(&name.ident, ty, false));
                        continue;
                    }
                    let site = Site::of(pattern);
                    let var = cx.temporary("passed", site, ty.clone(), false);
                    parameters.push(var);
                    let value = Expr { kind: ExprKind::Local(var), ty, site };
                    pattern::bind(cx, pattern, None, Some(value));
                }
                let value = super::value(cx, &closure.body);
                (parameters, value)
            })
        })
    });
    cx.nesting.in_closure = inside;
    cx.nesting.loops = loops;
    cx.epilogue = after;
    match &value {
        Some(value) => cx.infer.unify(&value.ty, &result),
        None => cx.infer.unify(&result, &Ty::Unit),
    }
    let closure = Closure { parameters, references, body, value, result, by_ref };
    reject_barriers(cx, &closure);
    ExprKind::Closure(Box::new(closure))
}

/// Whether the parameter of a closure is a reference: its declared type or its pattern is one, or the body uses its name
/// as a reference. rustc checks the guess against the signature of the callee.
pub(in crate::lower) fn is_reference(cx: &Context<'_>, parameter: &syn::Pat, body: &syn::Expr) -> bool {
    match parameter {
        syn::Pat::Type(typed) => {
            matches!(&*typed.ty, syn::Type::Reference(it) if it.mutability.is_none())
                || matches!(&*typed.ty, syn::Type::Infer(_)) && is_reference(cx, &typed.pat, body)
        }
        syn::Pat::Paren(inner) => is_reference(cx, &inner.pat, body),
        syn::Pat::Reference(it) => it.mutability.is_none(),
        syn::Pat::Ident(name) => {
            let mut search = UseAsReference { cx, name: &name.ident, is_found: false };
            search.visit_expr(body);
            search.is_found
        }
        _ => false,
    }
}

/// A search for `*name`, and for `f(name)` where `f` is a closure parameter that takes a reference.
struct UseAsReference<'a, 'c> {
    cx: &'a Context<'c>,
    name: &'a Ident,
    is_found: bool,
}

impl UseAsReference<'_, '_> {
    fn is_name(&self, it: &syn::Expr) -> bool {
        matches!(super::without_parentheses(it), syn::Expr::Path(path) if path.path.is_ident(self.name))
    }
}

impl<'ast> Visit<'ast> for UseAsReference<'_, '_> {
    fn visit_expr_unary(&mut self, it: &'ast syn::ExprUnary) {
        self.is_found |= matches!(it.op, syn::UnOp::Deref(_)) && self.is_name(&it.expr);
        syn::visit::visit_expr_unary(self, it);
    }

    fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
        if let syn::Expr::Path(callee) = &*it.func
            && let Some(Binding::Callable(callable)) =
                callee.path.get_ident().and_then(|ident| self.cx.lookup(ident))
        {
            let references = &self.cx.signature.callables[callable].references;
            let mut passed = it.args.iter().zip(references);
            self.is_found |= passed.any(|(argument, is_reference)| *is_reference && self.is_name(argument));
        }
        syn::visit::visit_expr_call(self, it);
    }
}

/// Reports barriers in a passed closure.
fn reject_barriers(cx: &mut Context<'_>, closure: &Closure) {
    let mut found = Vec::new();
    for stmt in &closure.body {
        stmt.walk(&mut |stmt| {
            if stmt.is_collective() {
                found.extend(stmt.site());
            }
        });
    }
    for site in found {
        cx.report(Code::AMP001, site, "a barrier in a closure that is passed to a function");
    }
}

/// Lowers an argument in a call of a closure parameter: `x` or `&x` in `f(&x)`. A reference is lowered to its
/// target.
fn value_or_target(cx: &mut Context<'_>, it: &syn::Expr) -> Expr {
    match super::without_parentheses(it) {
        syn::Expr::Reference(borrow) if borrow.mutability.is_none() => value_or_target(cx, &borrow.expr),
        it => super::lower(cx, it),
    }
}

/// Lowers a call of a callable parameter.
pub(super) fn invoke(cx: &mut Context<'_>, callable: usize, it: &syn::ExprCall, site: Site) -> Expr {
    let Callable { ident, position, inputs, references, output, .. } =
        cx.signature.callables[callable].clone();
    if inputs.len() != it.args.len() {
        let (wanted, given) = (inputs.len(), it.args.len());
        let detail = format!("`{ident}` takes {wanted} arguments, but {given} were passed");
        cx.advise(Code::AMP011, site, detail, calls::ARGUMENTS);
        return Expr::error_placeholder(site);
    }
    let mut arguments = super::sequence(cx, &it.args, value_or_target);
    if arguments.iter().any(|argument| argument.ty.is_error()) {
        return Expr::error_placeholder(site);
    }
    let signature = inputs.iter().zip(references);
    for ((argument, written), (input, is_reference)) in arguments.iter_mut().zip(&it.args).zip(signature) {
        cx.infer.unify(&argument.ty, input);
        // A `&` that the user wrote stays even if the closure's signature has no reference there, so that
        // rustc reports the error.
        if is_reference || matches!(super::without_parentheses(written), syn::Expr::Reference(_)) {
            // The closure gets a reference to a copy of the target.
            let (ty, site) = (argument.ty.clone(), argument.site);
            let place = Box::new(pattern::pinned(cx, argument.clone()));
            *argument = Expr { kind: ExprKind::Reference { mutable: false, place }, ty, site };
        }
    }
    let span = site.first;
    let ident = Ident::new(&ident.to_string(), ident.span().located_at(span));
    let call =
        Expr { kind: ExprKind::CallParameter { position, ident, arguments }, ty: output.clone(), site };
    // The call may have side effects, so it becomes a statement here, and is not evaluated at the use of its
    // value.
    if output == Ty::Unit {
        cx.prologue.push(Stmt::Expr(call));
        return super::unit(site);
    }
    pattern::pinned(cx, call)
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn closure_calls_are_inlined() {
        wgsl(
            "|i: Index<1>| { let b = 2.0; let f = |v: f32, n: f32| { let b = b * n; v + b }; let b = 5.0; y[i] = f(a, b) + f(x[i], 1.0); }",
            expect![[r#"
                let b_: f32 = 2.0f;
                let b_2: f32 = 5.0f;
                let v_: f32 = a;
                let n_: f32 = b_2;
                let b_3: f32 = Mul<f32, f32>(b_, n_);
                let value_: f32 = v_ + b_3;
                let value_2: f32 = x[amp_global[0]];
                let v_2: f32 = value_2;
                let n_2: f32 = 1.0f;
                let b_4: f32 = Mul<f32, f32>(b_, n_2);
                let value_3: f32 = v_2 + b_4;
                y[amp_global[0]] = value_ + value_3;
            "#]],
        );
    }

    #[test]
    fn closures_are_passed_to_functions() {
        wgsl(
            "|i: Index<1>| { let b = 2.0; let f = |k: u32| x[k as usize] * b; y[i] = fold(&x, shapes::area); y[i] += map_sum(n as u32, f); y[i] += map_sum(2, |k: u32| { let c = a * k as f32; c + x[i] }); y[i] += fold(&x, f32::sqrt); }",
            expect![[r#"
                let b_: f32 = 2.0f;
                y[amp_global[0]] = fold(&x, shapes::area);
                y[amp_global[0]] = Add<f32, _>(y[amp_global[0]], map_sum(u32(n), |k_; b_| { return x[u32(k_)] * b_; }));
                y[amp_global[0]] = Add<f32, _>(y[amp_global[0]], map_sum(2?, |k_2; a, amp_global| { let c_: f32 = a * f32(k_2); return c_ + x[amp_global[0]]; }));
                y[amp_global[0]] = Add<f32, _>(y[amp_global[0]], fold(&x, |this_; | { return sqrt(this_); }));
            "#]],
        );
    }

    #[test]
    fn closures_take_references() {
        wgsl(
            "|i: Index<1>| { let mut s = [1.0, a]; let f = |v: &mut f32, n: f32| { *v += n; }; f(&mut s[n % 2], 2.0); let g = |&b: &f32, of: &ArrayView<f32>| b + of[n % 2]; y[i] = g(&s[1], &x); }",
            expect![[r#"
                var s_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(1.0f, a);
                let value_: u32 = n % 2u;
                let n_: f32 = 2.0f;
                {
                    s_[value_] += n_;
                }
                let value_2: f32 = s_[1];
                let b_: f32 = value_2;
                let value_3: f32 = b_ + x[n % 2u];
                y[amp_global[0]] = value_3;
            "#]],
        );
        codes("|i: Index<1>| { let f = |mut p: &f32| *p; y[i] = f(&a); }", &["AMP016"]);
    }

    #[test]
    fn passed_closures_contain_no_barriers() {
        codes("tile = [4], |t: TiledIndex<1>| { map(n, |k| t.barrier.wait()); }", &["AMP001"]);
    }

    #[test]
    fn passed_closures_modify_outer_variables() {
        wgsl(
            "|i: Index<1>| { let mut b = 1.0; let mut w = [0u32; 2]; each(n as u32, |k: u32| { b += a; each(k, |j: u32| w[j as usize % 2] = k); }); y[i] = b; }",
            expect![[r#"
                var b_: f32 = 1.0f;
                var w_: <[u32 ; 2usize]> = <[u32 ; 2usize]>(0u; 2usize);
                _ = each(u32(n), |k_; a, &b_, &w_| { { (*in_b_) += a; _ = each(k_, |j_; k_, in_w_| { (*in_w_)[u32(j_) % 2u] = k_; }); } });
                y[amp_global[0]] = b_;
            "#]],
        );
    }

    #[test]
    fn closures_as_values_are_rejected() {
        codes(
            "|i: Index<1>| { let mut s = 0.0; let f = |v: f32| v; let g = (f, 1); let h = move |v: f32| { s += v; }; f(1.0, 2.0); }",
            &["AMP001", "AMP001", "AMP011"],
        );
    }
}
