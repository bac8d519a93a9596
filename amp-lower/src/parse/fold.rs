//! `#[device] impl Sum` and `#[device] impl Product`: checks that the body computes what kernels compute for
//! `sum` and `product`. Then a chain of iterators has the same result in a kernel as in Rust.

use crate::diagnostics::{Code, Diagnostics, advice};
use crate::site::Site;

/// An `impl` of `Sum` or `Product` with an accepted body.
pub(crate) struct FoldImpl {
    pub(crate) block: syn::ItemImpl,
    pub(crate) of_product: bool,
    /// The result of the sum or product of no items: the first argument of `fold`. `None` if the body is
    /// `iter.copied().sum()`, as in an `impl` for references.
    pub(crate) first: Option<syn::Expr>,
}

/// Checks and returns the `impl` if it is one of `Sum` or `Product`; otherwise returns `None`.
pub(super) fn fold(block: &syn::ItemImpl, diagnostics: &mut Diagnostics) -> Option<FoldImpl> {
    let last = block.trait_.as_ref()?.0.segments.last()?;
    let of_product = match last.ident.to_string().as_str() {
        "Sum" => false,
        "Product" => true,
        _ => return None,
    };
    let function = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(function) => Some(function),
        _ => None,
    })?;
    let owner = match &*block.self_ty {
        syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    };
    let Some(first) = accepted_body(function, of_product, owner.as_deref()) else {
        let help = if of_product { advice::signature::PRODUCT } else { advice::signature::SUM };
        let detail = format!("the body of `{}`", function.sig.ident);
        diagnostics.advise(Code::AMP008, Site::of(&function.sig.ident), detail, help);
        return Some(FoldImpl { block: block.clone(), of_product, first: None });
    };
    Some(FoldImpl { block: block.clone(), of_product, first })
}

/// The value `first` of the body `iter.fold(first, |a, b| a + b)`. The inner `None` means that the body is
/// `iter.copied().sum()`, the outer `None` that the body is not accepted.
fn accepted_body(
    function: &syn::ImplItemFn,
    of_product: bool,
    of_type: Option<&str>,
) -> Option<Option<syn::Expr>> {
    let syn::FnArg::Typed(parameter) = function.sig.inputs.first()? else { return None };
    let syn::Pat::Ident(name) = &*parameter.pat else { return None };
    let [syn::Stmt::Expr(syn::Expr::MethodCall(call), None)] = function.block.stmts.as_slice() else {
        return None;
    };
    let is_parameter =
        |it: &syn::Expr| matches!(it, syn::Expr::Path(path) if path.path.is_ident(&name.ident));
    if call.method == function.sig.ident
        && let syn::Expr::MethodCall(copied) = &*call.receiver
        && (copied.method == "copied" || copied.method == "cloned")
        && is_parameter(&copied.receiver)
    {
        return Some(None);
    }
    if call.method != "fold" || call.args.len() != 2 || !is_parameter(&call.receiver) {
        return None;
    }
    let first = call.args[0].clone();
    match &call.args[1] {
        syn::Expr::Closure(closure) => {
            let mut names = closure.inputs.iter().map(|input| match input {
                syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(&name.ident),
                _ => None,
            });
            let (Some(Some(a)), Some(Some(b)), None) = (names.next(), names.next(), names.next()) else {
                return None;
            };
            let syn::Expr::Binary(sum) = &*closure.body else { return None };
            let is_operator = match sum.op {
                syn::BinOp::Add(_) => !of_product,
                syn::BinOp::Mul(_) => of_product,
                _ => false,
            };
            let is = |it: &syn::Expr, name| matches!(it, syn::Expr::Path(path) if path.path.is_ident(name));
            let is_second = |it: &syn::Expr| match it {
                syn::Expr::Unary(it) if matches!(it.op, syn::UnOp::Deref(_)) => is(&it.expr, b),
                it => is(it, b),
            };
            (is_operator && is(&sum.left, a) && is_second(&sum.right)).then_some(Some(first))
        }
        // `Add::add`, `Self::add`, `Complex::add`
        syn::Expr::Path(path) => {
            let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
            let (name, owner) = (names.next()?, names.next()?);
            let (function, of_trait) = if of_product { ("mul", "Mul") } else { ("add", "Add") };
            let is_own = owner == of_trait || owner == "Self" || Some(&*owner) == of_type;
            (name == function && is_own && path.qself.is_none()).then_some(Some(first))
        }
        _ => None,
    }
}
