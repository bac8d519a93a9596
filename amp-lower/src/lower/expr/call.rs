//! Calls of device functions, by any path. What is no device function fails on its name, in rustc.

use crate::diagnostics::Code;
use crate::ir::{Expr, ExprKind, Ty, Written};
use crate::lower::cx::{Binding, Cx};
use crate::site::{Site, quoted};
use quote::ToTokens;

pub(super) fn lower(cx: &mut Cx<'_>, it: &syn::ExprCall, site: Site) -> Expr {
    let syn::Expr::Path(path) = &*it.func else {
        cx.report(Code::AMP011, Site::of(&it.func), "a function is called by its name");
        return Expr::poison(site);
    };
    if let Some(ident) = path.path.get_ident()
        && let Some(binding) = cx.known(ident)
        && !matches!(binding, Binding::Const)
    {
        cx.report(Code::AMP011, Site::of(&it.func), format!("`{ident}` is a value"));
        return Expr::poison(site);
    }
    let names: Vec<_> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    if let ["Index", "new"] | ["Index", "from"] = names.as_slice()
        && let Some(syn::Expr::Array(parts)) = it.args.first()
    {
        let parts: Vec<_> = parts.elems.iter().map(|part| super::lower(cx, part)).collect();
        parts.iter().for_each(|part| cx.infer.unify(&part.ty, &Ty::USIZE));
        let ty = Ty::Index(parts.len());
        return Expr { kind: ExprKind::MakeIndex(parts), ty, site };
    }
    if let ["String" | "Vec" | "Box" | "Rc" | "Arc", _] = names.as_slice() {
        let detail = format!("`{}`: a device has no heap", quoted(&path.path));
        cx.report(Code::AMP011, Site::of(&it.func), detail);
        return Expr::poison(site);
    }
    let arguments: Vec<_> = it.args.iter().map(|argument| super::lower(cx, argument)).collect();
    if arguments.iter().any(|argument| argument.ty.is_poison()) {
        return Expr::poison(site);
    }
    let types = arguments.iter().map(|argument| argument.ty.clone()).collect();
    let ty = cx.infer.call(item_path(&path.path), types);
    Expr { kind: ExprKind::Call { path: path.path.clone(), arguments }, ty, site }
}

/// The path of the function's item in the type namespace: the same, without generic arguments at its end.
pub(crate) fn item_path(path: &syn::Path) -> Written {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    Written(path.to_token_stream())
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn passes_arguments() {
        wgsl(
            "|i: Index<1>| { y[i] = helpers::scale(y[i], 2.0); }",
            expect![[r#"
                    y[amp_global[0]] = helpers::scale(y[amp_global[0]], 2.0?);
            "#]],
        );
    }

    #[test]
    fn refuses_the_heap_and_values() {
        codes("|i: Index<1>| { let v = Vec::new(); let f = 1; f(2); }", &["AMP011", "AMP011"]);
    }
}
