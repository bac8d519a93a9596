//! Closures of the kernel's own: `let scale = |x: f32| a * x;`. They can be called, also where they are written, `(|x: f32| a * x)(2.0)`, and are
//! written out at each call; what they are lent, `scale(&mut q)`, is that very place.

use super::returning::without_returns;
use crate::diagnostics::Code;
use crate::diagnostics::advice::{called, construct};
use crate::ir::{Callable, Closure, Expr, ExprKind, Stmt, Ty};
use crate::lower::cx::{Binding, Cx, Scopes};
use crate::lower::stmt::borrow;
use crate::lower::{lent, pattern, ty};
use crate::site::{Site, quoted};
use proc_macro2::Ident;

/// Declares one.
pub(in crate::lower) fn declare(cx: &mut Cx<'_>, pattern: &syn::Pat, it: &syn::ExprClosure) {
    let syn::Pat::Ident(name) = pattern else {
        cx.report(Code::AMP016, Site::of(pattern), "a closure is bound to a name");
        return cx.refuse(pattern);
    };
    let closure = local(cx, it);
    cx.bind(&name.ident, Binding::Closure(closure));
}

/// A closure that can be called from here, by its place in [`Cx::closures`].
fn local(cx: &mut Cx<'_>, it: &syn::ExprClosure) -> usize {
    if let Some(word) = &it.capture {
        cx.report(Code::AMP001, Site::of(word), "a closure that takes copies; leave out `move`");
    }
    if let Some(word) = &it.asyncness {
        cx.advise(Code::AMP001, Site::of(word), "`async`: a device has no executor", construct::ASYNC);
    }
    let closure = cx.closures.len();
    let scopes = cx.scopes();
    cx.closures.push((without_returns(it), scopes));
    closure
}

/// Calls a closure where it is written, `(|x: f32| x * a)(2.0)`: what a macro makes of `$f(2.0)`.
pub(super) fn call_at_once(
    cx: &mut Cx<'_>,
    closure: &syn::ExprClosure,
    it: &syn::ExprCall,
    site: Site,
) -> Expr {
    let closure = local(cx, closure);
    call(cx, closure, it, site)
}

/// Calls one: its parameters are variables, its body a block.
pub(super) fn call(cx: &mut Cx<'_>, closure: usize, it: &syn::ExprCall, site: Site) -> Expr {
    let (closure, scopes) = cx.closures[closure].clone();
    if closure.inputs.len() != it.args.len() {
        let (wanted, given) = (closure.inputs.len(), it.args.len());
        let detail = format!("`{}` takes {wanted} arguments, and is given {given}", quoted(&it.func));
        cx.advise(Code::AMP011, site, detail, called::ARGUMENTS);
        return Expr::poison(site);
    }
    // What is lent whole has another name inside.
    let given = it.args.iter().zip(&closure.inputs);
    let whole: Vec<_> =
        given.map(|(argument, parameter)| borrow::whole(cx, argument, referred(parameter))).collect();
    let others = it.args.iter().zip(&whole).filter(|(_, whole)| whole.is_none());
    let arguments = super::sequence(cx, others.map(|(argument, _)| argument), borrow::value);
    if arguments.iter().any(|argument| argument.ty.is_poison()) {
        return Expr::poison(site);
    }
    let loops = std::mem::take(&mut cx.loops);
    let inside = std::mem::replace(&mut cx.in_closure, true);
    let value = cx.deeper(site, |cx| {
        cx.within(scopes, |cx| {
            cx.scoped(|cx| {
                // All of them before any is bound: a parameter may have the name of an argument.
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
                        Some(binding) => named(cx, parameter, binding),
                        None => arguments.next().into_iter().for_each(|value| given_to(cx, parameter, value)),
                    }
                }
                let value = super::value(cx, &closure.body);
                let declared = match &closure.output {
                    syn::ReturnType::Type(_, written) => Some(ty::lower(cx, written)),
                    syn::ReturnType::Default => None,
                };
                if let (Some(value), Some(declared)) = (&value, &declared) {
                    cx.infer.unify(&value.ty, declared);
                }
                (value, declared)
            })
        })
    });
    cx.in_closure = inside;
    cx.loops = loops;
    match value {
        // Whether the value is of the type that is written, rustc says.
        Some((Some(value), Some(ty))) if ty != Ty::Unit => {
            let var = cx.temporary("value", value.site, ty.clone(), false);
            let site = value.site;
            cx.before.push(Stmt::Let { var, value: Some(value) });
            Expr { kind: ExprKind::Local(var), ty, site }
        }
        Some((Some(value), _)) => pattern::pinned(cx, value),
        Some((None, _)) => super::nothing(site),
        None => Expr::poison(site),
    }
}

/// What the type of a parameter refers to, where it is a reference.
fn referred(parameter: &syn::Pat) -> Option<&syn::Type> {
    match parameter {
        syn::Pat::Type(typed) => match &*typed.ty {
            syn::Type::Reference(reference) => Some(&reference.elem),
            other => Some(other),
        },
        _ => None,
    }
}

/// Binds a parameter to its argument: what is lent is that very place.
pub(in crate::lower) fn given_to(cx: &mut Cx<'_>, parameter: &syn::Pat, argument: Expr) {
    let ExprKind::Reference { mutable, place } = argument.kind else {
        return pattern::bind(cx, parameter, None, Some(argument));
    };
    if let Some(ty) = referred(parameter) {
        borrow::told(cx, &place, ty);
    }
    lent::bind(cx, parameter, mutable, *place);
}

/// Binds a parameter to a view.
fn named(cx: &mut Cx<'_>, parameter: &syn::Pat, binding: Binding) {
    match parameter {
        syn::Pat::Type(typed) => named(cx, &typed.pat, binding),
        syn::Pat::Ident(name)
            if name.by_ref.is_none() && name.subpat.is_none() && name.mutability.is_none() =>
        {
            cx.bind(&name.ident, binding);
        }
        other => {
            cx.report(Code::AMP016, Site::of(other), "a view has no parts; give it a name");
            cx.refuse(other);
        }
    }
}

/// A closure that is passed to a function: a function of its own on the device, a closure on the CPU.
pub(super) fn passed(cx: &mut Cx<'_>, closure: &syn::ExprClosure, scopes: Scopes, lent: bool) -> ExprKind {
    if let Some(word) = &closure.asyncness {
        cx.advise(Code::AMP001, Site::of(word), "`async`: a device has no executor", construct::ASYNC);
    }
    let loops = std::mem::take(&mut cx.loops);
    let inside = std::mem::replace(&mut cx.in_closure, true);
    let after = std::mem::take(&mut cx.after);
    let result = match &closure.output {
        syn::ReturnType::Type(_, written) => ty::lower(cx, written),
        syn::ReturnType::Default => cx.infer.any(),
    };
    let (body, (parameters, value)) = cx.collecting(|cx| {
        cx.within(scopes, |cx| {
            cx.scoped(|cx| {
                let mut parameters = Vec::new();
                for parameter in &closure.inputs {
                    let (pattern, ty) = match parameter {
                        syn::Pat::Type(typed) => (&*typed.pat, ty::lower(cx, &typed.ty)),
                        other => (other, cx.infer.any()),
                    };
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
    cx.in_closure = inside;
    cx.loops = loops;
    cx.after = after;
    match &value {
        Some(value) => cx.infer.unify(&value.ty, &result),
        None => cx.infer.unify(&result, &Ty::Unit),
    }
    let closure = Closure { parameters, body, value, result, lent };
    refuse_changes(cx, &closure);
    ExprKind::Closure(Box::new(closure))
}

/// A closure that is passed on keeps the variables around it as they are, and does not wait.
fn refuse_changes(cx: &mut Cx<'_>, closure: &Closure) {
    let own = closure.own();
    let mut found = Vec::new();
    for stmt in &closure.body {
        stmt.walk(&mut |stmt| {
            if stmt.waits() {
                found.extend(stmt.site().map(|site| (site, None)));
            }
            let changed = stmt.changes().into_iter().filter(|var| !own.contains(var));
            found.extend(changed.filter_map(|var| Some((stmt.site()?, Some(var)))));
        });
    }
    for (site, var) in found {
        match var {
            Some(var) => {
                let name = cx.variable_ref(var).ident.clone();
                let detail = format!("a closure that is passed to a function cannot change `{name}`");
                cx.report(Code::AMP009, site, detail);
            }
            None => cx.report(Code::AMP001, site, "a barrier in a closure that is passed to a function"),
        }
    }
}

/// A call of a parameter that is a closure.
pub(super) fn invoke(cx: &mut Cx<'_>, callable: usize, it: &syn::ExprCall, site: Site) -> Expr {
    let arguments = super::sequence(cx, &it.args, super::lower);
    let Callable { ident, position, inputs, output } = cx.callables[callable].clone();
    if inputs.len() != arguments.len() {
        let (wanted, given) = (inputs.len(), arguments.len());
        let detail = format!("`{ident}` takes {wanted} arguments, and is given {given}");
        cx.advise(Code::AMP011, site, detail, called::ARGUMENTS);
        return Expr::poison(site);
    }
    if arguments.iter().any(|argument| argument.ty.is_poison()) {
        return Expr::poison(site);
    }
    for (argument, input) in arguments.iter().zip(&inputs) {
        cx.infer.unify(&argument.ty, input);
    }
    let span = site.first;
    let ident = Ident::new(&ident.to_string(), ident.span().located_at(span));
    let call = Expr { kind: ExprKind::Invoke { position, ident, arguments }, ty: output.clone(), site };
    // It may change something, so it is done in its turn.
    if output == Ty::Unit {
        cx.before.push(Stmt::Expr(call));
        return super::nothing(site);
    }
    pattern::pinned(cx, call)
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn are_written_out() {
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
    fn are_passed_to_functions() {
        wgsl(
            "|i: Index<1>| { let b = 2.0; let f = |k: u32| x[k as usize] * b; y[i] = fold(&x, shapes::area); y[i] += map_sum(n as u32, f); y[i] += map_sum(2, |k: u32| { let c = a * k as f32; c + x[i] }); y[i] += fold(&x, f32::sqrt); }",
            expect![[r#"
                let b_: f32 = 2.0f;
                y[amp_global[0]] = fold(&x, shapes::area);
                y[amp_global[0]] = Add<f32, <map_sumasDeviceCall<(u32,Callable,)>>::Output>(y[amp_global[0]], map_sum(u32(n), |k_; b_| { return x[u32(k_)] * b_; }));
                y[amp_global[0]] += map_sum(2?, |k_2; a, amp_global| { let c_: f32 = a * f32(k_2); return c_ + x[amp_global[0]]; });
                y[amp_global[0]] = Add<f32, <foldasDeviceCall<(ViewRef<f32,1>,Callable,)>>::Output>(y[amp_global[0]], fold(&x, |this_; | { return sqrt(this_); }));
            "#]],
        );
    }

    #[test]
    fn take_references() {
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
    fn refuses_changes_of_what_is_around() {
        codes(
            "tile = [4], |t: TiledIndex<1>| { let mut b = 1.0; map(n, |k| b = k); map(n, |k| t.barrier.wait()); }",
            &["AMP009", "AMP001"],
        );
    }

    #[test]
    fn refuses_them_as_values() {
        codes(
            "|i: Index<1>| { let f = |v: f32| v; let g = f; let h = move |v: f32| v; f(1.0, 2.0); }",
            &["AMP001", "AMP001", "AMP011"],
        );
    }
}
