//! `#[device] impl Index` and `#[device] impl IndexMut`. Their functions return a reference into `self`,
//! which a device cannot do. So `index` becomes a function that returns the value behind the reference.
//! `index_mut` becomes two functions: one returns the value, and the other stores a new value in its place.

use super::reference_results::{assign_to, hidden_call, value_of};
use crate::diagnostics::{Code, Diagnostics, advice};
use crate::site::Site;
use syn::visit_mut::{self, VisitMut};

/// The generated functions for an `impl` of `Index` or `IndexMut`; `None` for an `impl` of another trait.
pub(super) fn functions(
    block: &syn::ItemImpl,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<syn::ImplItemFn>> {
    let last = block.trait_.as_ref()?.0.segments.last()?;
    let name = last.ident.to_string();
    let mutable = match name.as_str() {
        "Index" => false,
        "IndexMut" => true,
        _ => return None,
    };
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let subscript = arguments.args.first()?;
    let mut written = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(function) => Some(function.clone()),
        _ => None,
    })?;
    let output = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(item) => Some(item.ty.clone()),
        _ => None,
    });
    let owner = &block.self_ty;
    let output =
        output.unwrap_or_else(|| syn::parse_quote!(<#owner as ::core::ops::Index<#subscript>>::Output));
    written.attrs.clear();
    let function = |name: &str, assigns: bool, diagnostics: &mut Diagnostics| {
        let mut function = written.clone();
        function.sig.ident = syn::Ident::new(name, function.sig.ident.span());
        function.sig.output = match assigns {
            true => syn::ReturnType::Default,
            false => syn::parse_quote!(-> #output),
        };
        if assigns {
            function.sig.inputs.push(syn::parse_quote!(amp_value: #output));
        }
        let mut tails = Tails { assigns, is_part: true, wrong: None };
        tails.block(&mut function.block);
        if let Some(site) = tails.wrong {
            let detail = "a branch that does not end in a reference to a part of `self`";
            diagnostics.advise(Code::AMP008, site, detail, advice::signature::RETURNED_REFERENCE);
        }
        function
    };
    Some(match mutable {
        false => vec![function("index", false, diagnostics)],
        true => {
            let reported = diagnostics.count();
            let stores = function("index_mut", true, diagnostics);
            let has_errors = diagnostics.count() > reported;
            let reads = function("index_mut_value", false, diagnostics);
            if has_errors {
                diagnostics.truncate(reported + 1);
            }
            vec![stores, reads]
        }
    })
}

/// A visitor that replaces each result of a function, `&place` or `&mut place`: by the value of `place`, or by an
/// assignment to `place`.
pub(super) struct Tails {
    /// Whether the new function stores a value in `place`, instead of returning the value of `place`.
    assigns: bool,
    /// Whether each result must be written as `&place`. Otherwise a result may be any reference, such as a parameter.
    is_part: bool,
    /// The first result that is not written as `&place`, if `is_part` is set.
    wrong: Option<Site>,
}

impl Tails {
    /// A visitor that accepts any reference as a result: it replaces `r` by `*r`, or by an assignment to `*r`.
    pub(super) fn through_references(assigns: bool) -> Self {
        Tails { assigns, is_part: false, wrong: None }
    }

    pub(super) fn block(&mut self, block: &mut syn::Block) {
        // The last statement is the function's result. The other statements may contain `return`.
        let count = block.stmts.len();
        for (n, stmt) in block.stmts.iter_mut().enumerate() {
            match stmt {
                syn::Stmt::Expr(result, None) if n + 1 == count => self.result(result),
                other => self.visit_stmt_mut(other),
            }
        }
    }

    fn result(&mut self, it: &mut syn::Expr) {
        match it {
            syn::Expr::Reference(reference) => {
                let part = &reference.expr;
                *it = match self.assigns {
                    true => syn::parse_quote!({ #part = amp_value; }),
                    false => (**part).clone(),
                };
            }
            syn::Expr::Paren(inner) => self.result(&mut inner.expr),
            syn::Expr::Group(inner) => self.result(&mut inner.expr),
            syn::Expr::Block(block) => self.block(&mut block.block),
            syn::Expr::If(branches) => {
                self.block(&mut branches.then_branch);
                if let Some((_, otherwise)) = &mut branches.else_branch {
                    self.result(otherwise);
                }
            }
            syn::Expr::Match(arms) => arms.arms.iter_mut().for_each(|arm| self.result(&mut arm.body)),
            // A macro such as `panic!` has no result.
            syn::Expr::Macro(_) => {}
            syn::Expr::Return(_) | syn::Expr::Loop(_) => self.visit_expr_mut(it),
            _ if !self.is_part => {
                let reference = it.clone();
                let value: syn::Expr = syn::parse_quote!(amp_value);
                let call = match self.assigns {
                    true => hidden_call(&reference, assign_to, Some(&value)),
                    false => hidden_call(&reference, value_of, None),
                };
                *it = match (self.assigns, call) {
                    (true, Some(call)) => syn::parse_quote!({ #call; }),
                    (true, None) => syn::parse_quote!({ *#reference = amp_value; }),
                    (false, Some(call)) => call,
                    (false, None) => syn::parse_quote!(*#reference),
                };
            }
            other => {
                self.wrong.get_or_insert(Site::of(other));
                *other = syn::parse_quote!(unreachable!());
            }
        }
    }
}

impl VisitMut for Tails {
    fn visit_expr_return_mut(&mut self, it: &mut syn::ExprReturn) {
        if let Some(result) = &mut it.expr {
            self.result(result);
        }
    }

    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, it);
        // `return { place = value; }` becomes `{ place = value; return; }`.
        if self.assigns
            && let syn::Expr::Return(syn::ExprReturn { expr: Some(result), .. }) = it
        {
            *it = syn::parse_quote!({ #result; return; });
        }
    }

    // A `return` in a nested closure or item belongs to another function.
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
