//! Finds the functions that may modify values of the structs of views that they take by `&mut`.
//!
//! The analysis is conservative and sees one `impl` block. A function that is not found takes copies of the values, so a
//! modification in it would be an error and not a lost write.

use super::ViewStruct;
use super::replace::{place_root, root_of};
use crate::vocabulary::types;
use std::collections::{HashMap, HashSet};
use syn::Expr;
use syn::visit::{self, Visit};

/// A function with its structs of views by `&mut`.
pub(super) struct Function<'s> {
    pub(super) name: String,
    pub(super) body: &'s syn::Block,
    pub(super) structs: Vec<(String, &'s ViewStruct)>,
}

/// The names of the functions that may modify values.
pub(super) fn modifying(functions: &[Function<'_>]) -> HashSet<String> {
    let mut found = HashSet::new();
    let mut calls: HashMap<&str, Vec<String>> = HashMap::new();
    for function in functions {
        let has_values = |(_, ty): &(String, &ViewStruct)| ty.has_modified_values();
        if !function.structs.iter().any(has_values) {
            continue;
        }
        let mut scan = Scan { structs: &function.structs, modifies: false, calls: Vec::new() };
        scan.visit_block(function.body);
        if scan.modifies {
            found.insert(function.name.clone());
        }
        calls.insert(&function.name, scan.calls);
    }
    // Methods with `&self` are not among `calls`.
    let known: HashSet<_> = functions.iter().map(|function| function.name.as_str()).collect();
    loop {
        let modifies = |called: &String| found.contains(called) || !known.contains(called.as_str());
        let more =
            calls.iter().filter(|(name, called)| !found.contains(**name) && called.iter().any(modifies));
        let more: Vec<_> = more.map(|(name, _)| (*name).to_owned()).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

struct Scan<'s> {
    structs: &'s [(String, &'s ViewStruct)],
    modifies: bool,
    /// The methods of `self` that the function calls.
    calls: Vec<String>,
}

impl<'s> Scan<'s> {
    fn known(&self, name: &syn::Ident) -> Option<&'s ViewStruct> {
        self.structs.iter().find(|(known, _)| name == known).map(|(_, ty)| *ty)
    }

    /// Whether a place is a struct of views, or a part of one of its values.
    fn is_value(&self, it: &Expr) -> bool {
        let Some(ty) = place_root(it).and_then(|root| self.known(root)) else { return false };
        match first_field(it) {
            Some(name) => ty.fields.iter().any(|field| field.name() == name && field.is_modified_value()),
            None => true,
        }
    }

    fn is_struct(&self, it: &Expr) -> bool {
        root_of(it).is_some_and(|root| self.known(root).is_some())
    }

    /// Whether a place is a value of a type without methods that take `&mut self`.
    fn is_scalar(&self, it: &Expr) -> bool {
        let Expr::Field(field) = it else { return false };
        let Some(ty) = root_of(&field.base).and_then(|root| self.known(root)) else { return false };
        let name = super::member_text(&field.member);
        ty.fields.iter().filter(|field| field.name() == name).any(|field| match &field.ty {
            syn::Type::Path(path) => path.path.get_ident().is_some_and(|name| {
                let name = name.to_string();
                types::scalar(&name).is_some() || types::is_glam(&name)
            }),
            _ => false,
        })
    }
}

/// The field of the variable that a place is a part of.
fn first_field(it: &Expr) -> Option<String> {
    match it {
        Expr::Paren(inner) => first_field(&inner.expr),
        Expr::Group(inner) => first_field(&inner.expr),
        Expr::Reference(inner) => first_field(&inner.expr),
        Expr::Unary(inner) => first_field(&inner.expr),
        Expr::Index(index) => first_field(&index.expr),
        Expr::Field(field) => match root_of(&field.base) {
            Some(_) => Some(super::member_text(&field.member)),
            None => first_field(&field.base),
        },
        _ => None,
    }
}

/// Methods that take no `&mut self`.
const READING_METHODS: &[&str] = &[
    "abs",
    "clone",
    "contains",
    "copied",
    "dot",
    "first",
    "get",
    "is_empty",
    "is_none",
    "is_some",
    "iter",
    "last",
    "len",
    "length",
    "max",
    "min",
    "sqrt",
    "unwrap",
    "unwrap_or",
];

impl<'ast> Visit<'ast> for Scan<'_> {
    fn visit_expr_assign(&mut self, it: &'ast syn::ExprAssign) {
        self.modifies |= self.is_value(&it.left);
        visit::visit_expr_assign(self, it);
    }

    fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
        self.modifies |= crate::parse::places::is_compound(&it.op) && self.is_value(&it.left);
        visit::visit_expr_binary(self, it);
    }

    fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
        self.modifies |= it.mutability.is_some() && self.is_value(&it.expr);
        visit::visit_expr_reference(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        match root_of(&it.receiver) {
            Some(root) if root == "self" && self.known(root).is_some() => {
                self.calls.push(it.method.to_string());
            }
            Some(root) if self.known(root).is_some() => self.modifies = true,
            _ => {
                let reads = READING_METHODS.iter().any(|name| it.method == name);
                self.modifies |= !reads && self.is_value(&it.receiver) && !self.is_scalar(&it.receiver);
            }
        }
        // A `&mut` argument that is the struct itself.
        self.modifies |= it.args.iter().any(|argument| is_bare(argument) && self.is_struct(argument));
        visit::visit_expr_method_call(self, it);
    }

    fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
        self.modifies |= it.args.iter().any(|argument| is_bare(argument) && self.is_struct(argument));
        visit::visit_expr_call(self, it);
    }

    fn visit_local(&mut self, it: &'ast syn::Local) {
        if let Some(init) = &it.init {
            self.modifies |= is_bare(&init.expr) && self.is_struct(&init.expr);
        }
        visit::visit_local(self, it);
    }

    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.modifies |= it.by_ref.is_some() && it.mutability.is_some();
        visit::visit_pat_ident(self, it);
    }
}

/// Whether an expression names a variable without `&` and `*`.
fn is_bare(it: &Expr) -> bool {
    match it {
        Expr::Paren(inner) => is_bare(&inner.expr),
        Expr::Group(inner) => is_bare(&inner.expr),
        Expr::Path(_) => true,
        _ => false,
    }
}
