//! Constructors of structs of views: `fn new(bytes: &'a [u8]) -> Self { Self { bytes, pos: 0 } }` and
//! `let mut r = BitReader::new(&data);`.
//!
//! A hidden function `amp_made_views_new` returns the values of the new struct as a tuple, in the order of their names. The
//! references are those that the call passes, in the order of the fields. So a constructor has a hidden function only if
//! its last expression writes the fields, and if these are its parameters in that order.
//!
//! The macro of a call does not know whether `BitReader` is a struct of views. So it asks for the declaration of each type
//! whose function gets a reference in such a `let`, or in the receiver of a method: `Cursor::new(&text).sum()`.

use super::{Field, FieldKind, FieldNames, ViewStruct, field_kind, member_text};
use crate::vocabulary::types;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::{Expr, Pat, Stmt};

/// The name of the hidden function of a constructor.
pub(super) fn of_constructor(name: &str) -> String {
    format!("amp_made_views_{}", name.trim_start_matches("r#"))
}

/// The type and the name of the function in a call of a type's function, `BitReader::new(&data)`.
pub(super) fn called(it: &Expr) -> Option<(syn::Path, &Ident, &syn::ExprCall)> {
    let Expr::Call(call) = it else { return None };
    let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func else { return None };
    let mut owner = path.clone();
    owner.segments.pop()?;
    owner.segments.pop_punct();
    let (ty, name) = (owner.segments.last()?.ident.to_string(), &path.segments.last()?.ident);
    let is_type = ty.starts_with(|c: char| c.is_ascii_uppercase())
        && ty.contains(|c: char| c.is_ascii_lowercase())
        && types::scalar(&ty).is_none()
        && !types::is_glam(&ty)
        && !super::OTHER_TYPES.contains(&&*ty);
    let is_function = name.to_string().starts_with(|c: char| c.is_ascii_lowercase());
    (is_type && is_function).then_some((owner, name, call))
}

/// The types whose functions are called with a reference in a `let` of a body, or before a method, and which may be structs
/// of views.
/// `references` are the variables that are references, and `parameters` the type parameters.
pub(super) fn asks(body: &syn::Block, references: &[Ident], parameters: &[Ident]) -> Vec<syn::Path> {
    struct Lets<'n> {
        references: HashSet<String>,
        parameters: &'n [Ident],
        found: Vec<syn::Path>,
    }
    impl<'ast> Visit<'ast> for Lets<'_> {
        fn visit_local(&mut self, it: &'ast syn::Local) {
            visit::visit_local(self, it);
            let Some(init) = &it.init else { return };
            let name = match &it.pat {
                Pat::Type(typed) => &*typed.pat,
                other => other,
            };
            let Pat::Ident(name) = name else { return };
            self.find(&init.expr);
            if self.is_reference(&init.expr) {
                self.references.insert(name.ident.to_string());
            }
        }

        fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
            self.find(&it.receiver);
            visit::visit_expr_method_call(self, it);
        }

        fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
            self.find(&it.expr);
            visit::visit_expr_for_loop(self, it);
        }
    }
    impl Lets<'_> {
        fn is_reference(&self, it: &Expr) -> bool {
            match it {
                Expr::Reference(_) | Expr::Closure(_) => true,
                Expr::Lit(literal) => matches!(literal.lit, syn::Lit::ByteStr(_)),
                Expr::Path(path) => {
                    path.path.get_ident().is_some_and(|name| self.references.contains(&name.to_string()))
                }
                _ => false,
            }
        }

        fn find(&mut self, it: &Expr) {
            if let Some((owner, _, call)) = called(it)
                && call.args.iter().any(|it| self.is_reference(it))
                && !self.parameters.iter().any(|name| owner.is_ident(name))
            {
                self.found.push(owner);
            }
        }
    }
    let references = references.iter().map(ToString::to_string).collect();
    let mut lets = Lets { references, parameters, found: Vec::new() };
    lets.visit_block(body);
    lets.found
}

/// The signature and the body of the hidden function of a constructor, before its structs of views are replaced. `None` if
/// there is none.
pub(super) fn hidden(
    signature: &syn::Signature,
    block: &syn::Block,
    own: &ViewStruct,
) -> Option<(syn::Signature, syn::Block)> {
    let mut references = Vec::new();
    for input in &signature.inputs {
        let syn::FnArg::Typed(typed) = input else { return None };
        if field_kind(&typed.ty).0 != FieldKind::Value || is_closure(&typed.ty, own) {
            let Pat::Ident(name) = &*typed.pat else { return None };
            references.push(&name.ident);
        }
    }
    let mut body = block.clone();
    let Some(Stmt::Expr(result, None)) = body.stmts.pop() else { return None };
    let own_name = match &own.written {
        syn::Type::Path(path) => path.path.segments.last()?.ident.clone(),
        _ => return None,
    };
    let is_own = |path: &syn::Path| path.is_ident("Self") || path.is_ident(&own_name);
    let written: Vec<(String, Expr)> = match result {
        Expr::Struct(literal) if is_own(&literal.path) && literal.rest.is_none() => {
            literal.fields.into_iter().map(|field| (member_text(&field.member), field.expr)).collect()
        }
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) if is_own(&path.path) => {
                call.args.into_iter().enumerate().map(|(n, value)| (n.to_string(), value)).collect()
            }
            _ => return None,
        },
        _ => return None,
    };
    // The parameters are the references if they are not bound again.
    let mut names = Names { bound: HashSet::new(), returns: false };
    body.stmts.iter().for_each(|stmt| names.visit_stmt(stmt));
    let is_rebound = |name: &&Ident| names.bound.contains(&name.to_string());
    if names.returns || references.iter().any(is_rebound) || own.has_ranges() {
        return None;
    }
    let mut fields: Vec<_> = own.fields.iter().filter(|field| field.kind != FieldKind::Value).collect();
    fields.sort_by_key(|field| field.position);
    if fields.len() != references.len() {
        return None;
    }
    for (field, reference) in fields.iter().zip(references) {
        let (_, value) = written.iter().find(|(name, _)| *name == field.name())?;
        let Expr::Path(path) = value else { return None };
        if !path.path.is_ident(reference) {
            return None;
        }
    }
    let variable = |name: &str| format_ident!("amp_value_{name}", span = Span::mixed_site());
    let values: Vec<_> = own.fields.iter().filter(|field| field.kind == FieldKind::Value).collect();
    for (name, value) in &written {
        if let Some(field) = values.iter().find(|field| field.name() == *name) {
            let (var, ty) = (variable(name), &field.ty);
            body.stmts.push(syn::parse_quote!(let #var: #ty = #value;));
        }
    }
    let (vars, types) = (values.iter().map(|field| variable(&field.name())), values.iter().map(|it| &it.ty));
    let tuple: Expr = syn::parse_quote!((#(#vars,)*));
    body.stmts.push(Stmt::Expr(tuple, None));
    let mut signature = signature.clone();
    signature.output = syn::parse_quote!(-> (#(#types,)*));
    let used = FieldNames::beside(body.to_token_stream());
    for input in &mut signature.inputs {
        if let syn::FnArg::Typed(typed) = input
            && is_closure(&typed.ty, own)
        {
            let ty = &typed.ty;
            *typed.ty = syn::parse_quote!(&#ty);
        }
        if let syn::FnArg::Typed(typed) = input
            && let Pat::Ident(name) = &mut *typed.pat
            && !used.contains(&name.ident)
        {
            name.ident = format_ident!("_{}", name.ident, span = name.ident.span());
        }
    }
    Some((signature, body))
}

/// Whether a parameter of this type is a closure for a field.
fn is_closure(ty: &syn::Type, own: &ViewStruct) -> bool {
    let by_reference: syn::Type = syn::parse_quote!(&#ty);
    let is_same = |field: &Field| matches!(field.kind, FieldKind::Closure { .. }) && field.ty == by_reference;
    own.fields.iter().any(is_same)
}

/// The names that a body binds, and whether it contains a `return`.
struct Names {
    bound: HashSet<String>,
    returns: bool,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.bound.insert(it.ident.to_string());
        visit::visit_pat_ident(self, it);
    }

    fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
        self.returns = true;
    }

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        self.returns |= it.tokens.to_string().contains("return");
    }
}

/// The path of the hidden function of a constructor.
pub(super) fn path(owner: &syn::Type, name: &Ident, has_closures: bool) -> Expr {
    let name = Ident::new(&of_constructor(&name.to_string()), name.span());
    match has_closures || owner.to_token_stream().to_string() == "Self" {
        true => syn::parse2(quote!(#owner::#name)).unwrap_or_else(|_| syn::parse_quote!(#name)),
        false => syn::parse2(quote!(<#owner>::#name)).unwrap_or_else(|_| syn::parse_quote!(#name)),
    }
}
