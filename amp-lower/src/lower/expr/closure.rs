//! Closures of the kernel's own: `let scale = |x: f32| a * x;`. They can be called, and are written out at each call.

use crate::diagnostics::Code;
use crate::ir::{Expr, Ty};
use crate::lower::cx::{Binding, Cx};
use crate::lower::{pattern, ty};
use crate::site::{Site, quoted};

/// Declares one.
pub(in crate::lower) fn declare(cx: &mut Cx<'_>, pattern: &syn::Pat, it: &syn::ExprClosure) {
    let syn::Pat::Ident(name) = pattern else {
        cx.report(Code::AMP016, Site::of(pattern), "a closure is bound to a name");
        return cx.refuse(pattern);
    };
    if let Some(word) = &it.capture {
        cx.report(Code::AMP001, Site::of(word), "a closure that takes copies; leave out `move`");
    }
    if let Some(word) = &it.asyncness {
        cx.report(Code::AMP001, Site::of(word), "`async`: a device has no executor");
    }
    let closure = cx.closures.len();
    let scopes = cx.scopes();
    cx.closures.push((it.clone(), scopes));
    cx.bind(&name.ident, Binding::Closure(closure));
}

/// Calls one: its parameters are variables, its body a block.
pub(super) fn call(cx: &mut Cx<'_>, closure: usize, it: &syn::ExprCall, site: Site) -> Expr {
    let (closure, scopes) = cx.closures[closure].clone();
    if closure.inputs.len() != it.args.len() {
        let (wanted, given) = (closure.inputs.len(), it.args.len());
        let detail = format!("`{}` takes {wanted} arguments, and is given {given}", quoted(&it.func));
        cx.report(Code::AMP011, site, detail);
        return Expr::poison(site);
    }
    let arguments = super::sequence(cx, &it.args, super::lower);
    if arguments.iter().any(|argument| argument.ty.is_poison()) {
        return Expr::poison(site);
    }
    let loops = std::mem::take(&mut cx.loops);
    let inside = std::mem::replace(&mut cx.in_closure, true);
    let value = cx.deeper(site, |cx| {
        cx.within(scopes, |cx| {
            cx.scoped(|cx| {
                // All of them before any is bound: a parameter may have the name of an argument.
                let arguments: Vec<_> =
                    arguments.into_iter().map(|value| pattern::pinned(cx, value)).collect();
                for (parameter, argument) in closure.inputs.iter().zip(arguments) {
                    pattern::bind(cx, parameter, None, Some(argument));
                }
                let value = super::value(cx, &closure.body);
                if let (Some(value), syn::ReturnType::Type(_, written)) = (&value, &closure.output) {
                    let result = ty::lower(cx, written);
                    cx.infer.unify(&value.ty, &result);
                }
                value
            })
        })
    });
    cx.in_closure = inside;
    cx.loops = loops;
    match value {
        Some(Some(value)) => pattern::pinned(cx, value),
        Some(None) => Expr { kind: crate::ir::ExprKind::Tuple(Vec::new()), ty: Ty::Unit, site },
        None => Expr::poison(site),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn are_written_out() {
        wgsl(
            "|i: Index<1>| { let b = 2.0; let f = |v: f32, n| { let b = b * n; v + b }; let b = 5.0; y[i] = f(a, b) + f(x[i], 1.0); }",
            expect![[r#"
                let b_: f32 = 2.0f;
                let b_2: f32 = 5.0f;
                let v_: f32 = a;
                let n_: f32 = b_2;
                let b_3: f32 = b_ * n_;
                let value_: f32 = v_ + b_3;
                let value_2: f32 = x[amp_global[0]];
                let v_2: f32 = value_2;
                let n_2: f32 = 1.0f;
                let b_4: f32 = b_ * n_2;
                let value_3: f32 = v_2 + b_4;
                y[amp_global[0]] = value_ + value_3;
            "#]],
        );
    }

    #[test]
    fn refuses_them_as_values() {
        codes(
            "|i: Index<1>| { let f = |v: f32| v; let g = f; let h = move |v: f32| v; f(1.0, 2.0); let k = |v: f32| { return v; }; k(2.0); }",
            &["AMP001", "AMP001", "AMP011", "AMP001"],
        );
    }
}
