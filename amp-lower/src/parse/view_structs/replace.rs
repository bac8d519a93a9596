//! Replaces structs of views in a body by their fields.

use super::{
    FieldKind, FieldNames, OF_FUNCTION, OF_MODIFYING_FUNCTION, ViewStruct, constructor, member_text,
    of_method, of_modifying_method, passed_field, shared_slice,
};
use crate::diagnostics::{Code, Diagnostics, advice};
use crate::parse::Place;
use crate::site::{Site, quoted};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Stmt};

/// A variable that is a struct of views.
pub(crate) struct Bound {
    /// The type whose hidden functions its methods call.
    owner: syn::Type,
    /// The fields in the order of their names.
    fields: Vec<BoundField>,
    access: Access,
    /// Whether the struct has closures. Then its type cannot be written, and rustc infers it.
    has_closures: bool,
    /// Whether the variable is a `&mut` reference to the struct.
    by_mut: bool,
}

/// How a body uses the values of a struct of views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// It reads the values of the caller.
    Shared,
    /// It owns the values, but the variable is not `mut`; or it captures them. Lowering reports an assignment.
    Owned,
    /// It may modify the values.
    Mutable,
}

#[derive(Clone)]
struct BoundField {
    name: String,
    /// The expression for `a.field`.
    place: Expr,
    /// The expression that passes the field to a function.
    argument: Expr,
    /// Whether the field is a value. A copy of the struct has a copy of it.
    is_value: bool,
    /// The expression that passes the value by `&mut`.
    by_mut: Option<Expr>,
}

/// How a hidden function takes a struct of views.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// The values are parameters.
    ByValue { mutable: bool },
    /// The values are `&mut` parameters.
    ByMut,
}

impl Access {
    /// The access to a struct that a `let` with this pattern makes.
    fn of(pattern: &syn::PatIdent) -> Self {
        if pattern.mutability.is_some() { Access::Mutable } else { Access::Owned }
    }
}

impl Bound {
    /// A parameter of a device function, which is replaced by parameters for the fields. `by_mut` says whether the parameter
    /// is a `&mut` reference.
    pub(super) fn parameter(
        of: &Ident,
        ty: &ViewStruct,
        owner: syn::Type,
        names: &FieldNames,
        taken: Taken,
        by_mut: bool,
    ) -> Self {
        let fields = ty.fields.iter().map(|field| {
            let name = names.field(of, &field.name());
            let is_value = field.kind == FieldKind::Value;
            let (place, argument, by_mut): (Expr, Expr, Option<Expr>) = match taken {
                Taken::ByMut if field.is_modified_value() => {
                    (syn::parse_quote!((*#name)), syn::parse_quote!(*#name), Some(syn::parse_quote!(#name)))
                }
                Taken::ByValue { mutable: true } if field.is_modified_value() => {
                    (syn::parse_quote!(#name), syn::parse_quote!(#name), Some(syn::parse_quote!(&mut #name)))
                }
                _ => (syn::parse_quote!(#name), passed_field(&name, &field.ty), None),
            };
            BoundField { name: field.name(), argument, place, is_value, by_mut }
        });
        let access = match taken {
            Taken::ByMut | Taken::ByValue { mutable: true } => Access::Mutable,
            Taken::ByValue { .. } => Access::Shared,
        };
        Bound { owner, fields: fields.collect(), access, has_closures: ty.has_closures(), by_mut }
    }

    /// The same struct, as a `&` or `&mut` reference to the variable names it.
    fn reference(&self, mutable: bool) -> Self {
        let fields = self
            .fields
            .iter()
            .map(|field| BoundField { by_mut: field.by_mut.clone().filter(|_| mutable), ..field.clone() });
        let access = if mutable { self.access } else { Access::Shared };
        Bound {
            owner: self.owner.clone(),
            fields: fields.collect(),
            access,
            has_closures: self.has_closures,
            by_mut: mutable,
        }
    }

    /// Whether a call can pass values by `&mut`.
    fn is_modified(&self) -> bool {
        self.fields.iter().any(|field| field.by_mut.is_some())
    }

    /// A captured struct, whose fields are captures.
    pub(crate) fn capture(of: &Ident, ty: &ViewStruct, names: &FieldNames, by_mut: bool) -> Self {
        let fields = ty.fields.iter().map(|field| {
            let name = names.field(of, &field.name());
            let argument: Expr = match field.kind {
                FieldKind::View { mutable: true } => syn::parse_quote!(&mut #name),
                FieldKind::View { mutable: false } => syn::parse_quote!(&#name),
                FieldKind::Reference if shared_slice(&field.ty).is_some() => syn::parse_quote!(&#name[..]),
                FieldKind::Reference | FieldKind::Closure { .. } | FieldKind::Value => {
                    passed_field(&name, &field.ty)
                }
            };
            let is_value = field.kind == FieldKind::Value;
            BoundField {
                name: field.name(),
                place: syn::parse_quote!(#name),
                argument,
                is_value,
                by_mut: None,
            }
        });
        Bound {
            owner: ty.written.clone(),
            fields: fields.collect(),
            access: Access::Owned,
            has_closures: ty.has_closures(),
            by_mut,
        }
    }
}

/// Replaces structs of views in the body of a kernel function. `structs` contains the parameters that are structs of
/// views. Returns the names of the variables for fields that the body uses.
pub(crate) fn kernel_body(
    body: &mut syn::Block,
    structs: Vec<(Ident, Bound)>,
    parameters: &Parameters,
    known: &[(String, Option<ViewStruct>)],
    names: FieldNames,
    diagnostics: &mut Diagnostics,
) -> HashSet<String> {
    let mut replacer = Replacer::new(names, diagnostics);
    replacer.know(known);
    replacer.bind_parameters(structs, parameters);
    replacer.visit_block_mut(body);
    replacer.used
}

/// Replaces structs of views in a closure kernel. `known` contains the declarations of the types in `let a: &Csr = &a;`.
/// Returns the captured fields.
pub(crate) fn closure(
    closure: &mut syn::ExprClosure,
    known: &[(String, Option<ViewStruct>)],
    parameters: &[Ident],
    diagnostics: &mut Diagnostics,
) -> Vec<Place> {
    let names = FieldNames::beside(closure.to_token_stream());
    let mut replacer = Replacer::new(names, diagnostics);
    replacer.know(known);
    let parameters = Parameters { all: parameters.to_vec(), ..Parameters::default() };
    replacer.bind_parameters(Vec::new(), &parameters);
    replacer.captures = Some(Vec::new());
    replacer.visit_expr_mut(&mut closure.body);
    let used = replacer.used;
    let mut places = replacer.captures.unwrap_or_default();
    places.retain(|place| used.contains(&place.name.to_string()));
    places
}

/// Replaces structs of views in the body of a device function. Returns the names of the variables for fields that the body
/// uses.
pub(super) fn device_body(
    body: &mut syn::Block,
    structs: Vec<(Ident, Bound)>,
    parameters: &Parameters,
    known: &[(String, Option<ViewStruct>)],
    literals: Vec<(String, syn::Type)>,
    names: FieldNames,
    diagnostics: &mut Diagnostics,
) -> HashSet<String> {
    let mut replacer = Replacer::new(names, diagnostics);
    replacer.know(known);
    replacer.literals = literals;
    replacer.bind_parameters(structs, parameters);
    replacer.visit_block_mut(body);
    replacer.used
}

/// Replaces the structs of views that a function makes, and which are not its parameters.
pub(crate) fn local(body: &mut syn::Block, signature: &syn::Signature, diagnostics: &mut Diagnostics) {
    let names = FieldNames::beside(body.to_token_stream());
    with_known(body, signature, &[], names, diagnostics);
}

/// Replaces the structs of views that a function makes, where the declarations of some structs are known.
pub(super) fn with_known(
    body: &mut syn::Block,
    signature: &syn::Signature,
    known: &[(String, Option<ViewStruct>)],
    names: FieldNames,
    diagnostics: &mut Diagnostics,
) {
    kernel_body(body, Vec::new(), &super::request::names(signature), known, names, diagnostics);
}

/// The arguments of a call of a hidden function.
struct Arguments {
    list: Vec<Expr>,
    /// Whether they contain a struct of views whose values the function may modify.
    modified: bool,
}

/// The names of the parameters of a function.
#[derive(Default)]
pub(crate) struct Parameters {
    pub(super) all: Vec<Ident>,
    /// Those that are views or references.
    pub(super) views: Vec<Ident>,
    /// Those that are closures, with the numbers of their parameters.
    pub(super) closures: Vec<(Ident, usize)>,
}

/// The kind of a variable in scope.
#[derive(Clone)]
enum Variable {
    Struct(Rc<Bound>),
    View,
    /// A closure with this number of parameters.
    Closure(usize),
    Other,
}

struct Replacer<'d> {
    /// The variables in scope, innermost scope last.
    scopes: Vec<HashMap<String, Variable>>,
    /// The paths of struct literals that are structs of views, with their types.
    literals: Vec<(String, syn::Type)>,
    /// The declarations of structs that the body captures or makes by a constructor, by the paths of their types.
    known: Vec<(String, ViewStruct)>,
    /// In a closure kernel: the captured fields.
    captures: Option<Vec<Place>>,
    used: HashSet<String>,
    names: FieldNames,
    diagnostics: &'d mut Diagnostics,
}

impl<'d> Replacer<'d> {
    fn new(names: FieldNames, diagnostics: &'d mut Diagnostics) -> Self {
        Replacer {
            scopes: vec![HashMap::new()],
            literals: Vec::new(),
            known: Vec::new(),
            captures: None,
            used: HashSet::new(),
            names,
            diagnostics,
        }
    }

    fn know(&mut self, structs: &[(String, Option<ViewStruct>)]) {
        let known = |(path, found): &(String, Option<ViewStruct>)| Some((path.clone(), found.clone()?));
        self.known = structs.iter().filter_map(known).collect();
    }

    fn bind_parameters(&mut self, structs: Vec<(Ident, Bound)>, parameters: &Parameters) {
        parameters.all.iter().for_each(|name| self.bind(name, Variable::Other));
        parameters.views.iter().for_each(|name| self.bind(name, Variable::View));
        parameters.closures.iter().for_each(|(name, inputs)| self.bind(name, Variable::Closure(*inputs)));
        for (name, bound) in structs {
            self.bind(&name, Variable::Struct(Rc::new(bound)));
        }
    }

    fn bind(&mut self, name: &Ident, variable: Variable) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), variable);
        }
    }

    fn lookup(&self, name: &Ident) -> Option<&Variable> {
        let name = name.to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name))
    }

    fn lookup_struct(&self, name: &Ident) -> Option<Rc<Bound>> {
        match self.lookup(name)? {
            Variable::Struct(bound) => Some(bound.clone()),
            Variable::View | Variable::Closure(_) | Variable::Other => None,
        }
    }

    fn scoped<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let result = inner(self);
        self.scopes.pop();
        result
    }

    /// Binds the names of a pattern, which are no structs of views.
    fn bind_pattern(&mut self, pattern: &Pat) {
        crate::parse::pattern_names::of(pattern).iter().for_each(|name| self.bind(name, Variable::Other));
    }

    /// The struct of views that an expression denotes: `a`, `&a`, `*a`, or a literal whose fields have no side effects.
    fn bound(&mut self, it: &Expr) -> Option<Rc<Bound>> {
        match it {
            Expr::Paren(inner) => self.bound(&inner.expr),
            Expr::Group(inner) => self.bound(&inner.expr),
            Expr::Reference(inner) => self.bound(&inner.expr),
            Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => self.bound(&inner.expr),
            Expr::Path(path) => self.lookup_struct(path.path.get_ident()?),
            Expr::Struct(_) | Expr::Call(_) => {
                let literal = self.literal(it)?;
                let plain = literal.fields.iter().all(|field| is_plain(&field.expr));
                if !plain || literal.rest.is_some() {
                    self.report(it, "a struct of views whose fields are computed, in an argument");
                }
                let fields = literal.fields.iter().map(|field| {
                    let mut place = field.expr.clone();
                    self.visit_expr_mut(&mut place);
                    let argument = self.argument(&field.expr, &place);
                    let name = member_text(&field.member);
                    BoundField { name, place, argument, is_value: false, by_mut: None }
                });
                let mut fields: Vec<_> = fields.collect();
                fields.sort_by(|a, b| a.name.cmp(&b.name));
                let owner = self.type_of(&literal.path);
                let has_closures = has_closures(&literal);
                Some(Rc::new(Bound { owner, fields, access: Access::Owned, has_closures, by_mut: false }))
            }
            _ => None,
        }
    }

    fn report(&mut self, at: &dyn ToTokens, detail: &str) {
        let detail = format!("`{}`: {detail}", quoted(at));
        self.diagnostics.advise(Code::AMP001, Site::of(at), detail, advice::construct::STRUCT_OF_VIEWS);
    }

    fn type_of(&self, path: &syn::Path) -> syn::Type {
        let text = path.to_token_stream().to_string();
        match self.literals.iter().find(|(known, _)| *known == text) {
            Some((_, ty)) => ty.clone(),
            None => {
                let path = super::without_lifetimes(path);
                syn::Type::Path(syn::TypePath { attrs: Vec::new(), qself: None, path })
            }
        }
    }

    /// The literal of a struct of views, `Csr { rows: &rows }` or `Row(&values, 1)`. `None` for other expressions.
    fn literal(&self, it: &Expr) -> Option<syn::ExprStruct> {
        let literal = match it {
            Expr::Struct(literal) => literal.clone(),
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return None };
                let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
                let is_type = |name: &String| name.starts_with(|c: char| c.is_ascii_uppercase());
                let own = names.next().filter(is_type)?;
                if ["Some", "Ok", "Err"].contains(&&*own) || names.next().as_ref().is_some_and(is_type) {
                    return None;
                }
                let (path, arguments) = (&path.path, &call.args);
                let members = (0..).map(syn::Index::from);
                let fields = members.zip(arguments).map(|(member, value)| quote!(#member: #value));
                syn::parse_quote!(#path { #(#fields),* })
            }
            _ => return None,
        };
        self.is_struct_of_views(&literal).then(|| self.with_closures(literal))
    }

    /// Whether a struct literal makes a struct of views: a field is a reference or a view, or the type is known.
    fn is_struct_of_views(&self, literal: &syn::ExprStruct) -> bool {
        let text = literal.path.to_token_stream().to_string();
        self.literals.iter().any(|(known, _)| *known == text)
            || literal.fields.iter().any(|field| {
                is_reference(&field.expr)
                    || self.is_view(&field.expr)
                    || self.inputs_of_closure(&field.expr).is_some()
            })
    }

    /// The number of parameters of the closure that an expression names.
    fn inputs_of_closure(&self, it: &Expr) -> Option<usize> {
        let path = match without_parentheses(it) {
            Expr::Path(path) => path,
            Expr::Field(field) => {
                let bound = self.lookup_struct(root_of(&field.base)?)?;
                let name = member_text(&field.member);
                let place = &bound.fields.iter().find(|field| field.name == name)?.place;
                return self.inputs_of_closure(place);
            }
            _ => return None,
        };
        match self.lookup(path.path.get_ident()?)? {
            Variable::Closure(inputs) => Some(*inputs),
            Variable::Struct(_) | Variable::View | Variable::Other => None,
        }
    }

    /// The literal with a closure in place of the name of each closure. A closure has no other name in kernels.
    fn with_closures(&self, mut literal: syn::ExprStruct) -> syn::ExprStruct {
        for field in &mut literal.fields {
            let Some(count) = self.inputs_of_closure(&field.expr) else { continue };
            field.expr = closure_of(&field.expr, count);
        }
        literal
    }

    /// Whether an expression is the name of a view, or makes a view.
    fn is_view(&self, it: &Expr) -> bool {
        match without_parentheses(it) {
            Expr::Path(path) => {
                path.path.get_ident().is_some_and(|name| matches!(self.lookup(name), Some(Variable::View)))
            }
            Expr::Field(field) => {
                let Expr::Path(path) = without_parentheses(&field.base) else { return false };
                let Some(bound) = path.path.get_ident().and_then(|name| self.lookup_struct(name)) else {
                    return false;
                };
                let member = member_text(&field.member);
                bound.fields.iter().any(|it| it.name == member && self.is_view(&it.place))
            }
            other => makes_view(other),
        }
    }

    fn is_view_or_reference(&self, it: &Expr) -> bool {
        match without_parentheses(it) {
            Expr::Reference(reference) => self.is_view(&reference.expr),
            other => self.is_view(other),
        }
    }

    /// The expression that passes the value of a field to a function. `written` is the user's expression for the field, and
    /// `place` a place with its value.
    fn argument(&self, written: &Expr, place: &Expr) -> Expr {
        match without_parentheses(written) {
            Expr::Path(_) if self.is_view(written) => place.clone(),
            Expr::Range(_) => syn::parse_quote!(#place.clone()),
            Expr::MethodCall(call) if call.method == "clone" => syn::parse_quote!(#place.clone()),
            it if makes_view(it) => syn::parse_quote!(&#place),
            Expr::Closure(_) => syn::parse_quote!(&#place),
            _ => place.clone(),
        }
    }

    fn statements(&mut self, stmts: &mut Vec<Stmt>) {
        for mut stmt in std::mem::take(stmts) {
            match &mut stmt {
                Stmt::Local(local) => {
                    if let Some(replacement) = self.local(local) {
                        stmts.extend(replacement);
                        continue;
                    }
                    let mut is_view = false;
                    if let Some(init) = &mut local.init {
                        self.visit_expr_mut(&mut init.expr);
                        if let Some((_, otherwise)) = &mut init.diverge {
                            self.visit_expr_mut(otherwise);
                        }
                        let value = without_parentheses(&init.expr);
                        is_view = self.is_view_or_reference(value) || matches!(value, Expr::Reference(_));
                    }
                    self.bind_pattern(&local.pat);
                    if let (true, Pat::Ident(name)) = (is_view, &local.pat) {
                        self.bind(&name.ident, Variable::View);
                    }
                    if let (Some(init), Pat::Ident(name)) = (&local.init, &local.pat)
                        && let Expr::Closure(closure) = without_parentheses(&init.expr)
                    {
                        self.bind(&name.ident, Variable::Closure(closure.inputs.len()));
                    }
                }
                other => self.visit_stmt_mut(other),
            }
            stmts.push(stmt);
        }
    }

    /// The statements for a `let` that binds a struct of views or takes one apart. `None` for another `let`.
    fn local(&mut self, local: &syn::Local) -> Option<Vec<Stmt>> {
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let value = stripped(&init.expr);
        let (pattern, annotated) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            other => (other, None),
        };
        if let (Some(annotated), Pat::Ident(name)) = (annotated, pattern)
            && let Some(captured) = self.captured(&name.ident, annotated, value)
        {
            return Some(captured);
        }
        if let Pat::Ident(name) = pattern
            && let Some(made) = self.made(name, without_parentheses(&init.expr))
        {
            return Some(made);
        }
        let literal = self.literal(value);
        match (pattern, value) {
            (Pat::Ident(name), _) if let Some(literal) = &literal => {
                if let Some(rest) = &literal.rest {
                    self.report(rest, "the base of a struct of views");
                }
                let (mut stmts, mut fields) = (Vec::new(), Vec::new());
                for field in &literal.fields {
                    let text = member_text(&field.member);
                    let mut value = field.expr.clone();
                    self.visit_expr_mut(&mut value);
                    let var = self.unused_name(&self.names.field(&name.ident, &text));
                    let mutability =
                        name.mutability.filter(|_| !is_reference(&value) && !self.is_view(&field.expr));
                    let place: Expr = syn::parse_quote!(#var);
                    let argument = self.argument(&field.expr, &place);
                    stmts.push(syn::parse_quote!(let #mutability #var = #value;));
                    let is_value = !is_reference(&field.expr) && !self.is_view(&field.expr);
                    if self.is_view_or_reference(&field.expr) {
                        self.bind(&var, Variable::View);
                    }
                    let is_modified = is_value && mutability.is_some() && !is_range(&argument);
                    let by_mut = is_modified.then(|| syn::parse_quote!(&mut #var));
                    fields.push(BoundField { name: text, place, argument, is_value, by_mut });
                }
                fields.sort_by(|a, b| a.name.cmp(&b.name));
                let owner = self.type_of(&literal.path);
                let (access, has_closures) = (Access::of(name), has_closures(literal));
                let bound = Bound { owner, fields, access, has_closures, by_mut: false };
                self.bind(&name.ident, Variable::Struct(Rc::new(bound)));
                Some(stmts)
            }
            (Pat::Ident(name), Expr::Path(_)) => {
                let bound = self.bound(value)?;
                if let Expr::Reference(reference) = without_parentheses(&init.expr) {
                    let bound = bound.reference(reference.mutability.is_some());
                    self.bind(&name.ident, Variable::Struct(Rc::new(bound)));
                    return Some(Vec::new());
                }
                // A reborrow: `let r = r;`, where `r` is a `&mut` reference.
                if bound.by_mut && matches!(without_parentheses(&init.expr), Expr::Path(_)) {
                    self.bind(&name.ident, Variable::Struct(bound));
                    return Some(Vec::new());
                }
                let (copy, stmts) = self.copied(name, &bound);
                self.bind(&name.ident, Variable::Struct(Rc::new(copy)));
                Some(stmts)
            }
            (Pat::Struct(parts), Expr::Path(_)) => {
                let bound = self.bound(value)?;
                let is_mut = match without_parentheses(&init.expr) {
                    Expr::Reference(reference) => reference.mutability.is_some(),
                    Expr::Path(_) => bound.by_mut,
                    _ => false,
                };
                let mut stmts = Vec::new();
                for part in &parts.fields {
                    let text = member_text(&part.member);
                    let Some(field) = bound.fields.iter().find(|field| field.name == text) else { continue };
                    let (pattern, place) = (&part.pat, &field.place);
                    self.use_all([place]);
                    stmts.push(match field.by_mut.is_some() && is_mut {
                        true => syn::parse_quote!(let #pattern = &mut #place;),
                        false => syn::parse_quote!(let #pattern = #place;),
                    });
                    let is_view = self.is_view(place);
                    self.bind_pattern(&part.pat);
                    if let (Pat::Ident(name), true) = (&*part.pat, is_view) {
                        self.bind(&name.ident, Variable::View);
                    }
                }
                Some(stmts)
            }
            _ => None,
        }
    }

    /// The statements for `let r = BitReader::new(&data);`. `None` if the type is no known struct of views.
    fn made(&mut self, name: &syn::PatIdent, value: &Expr) -> Option<Vec<Stmt>> {
        let (owner, function, call) = constructor::called(value)?;
        let text = owner.to_token_stream().to_string();
        let ty = self.known.iter().find(|(known, _)| *known == text)?.1.clone();
        let closures = call.args.iter().filter_map(|it| match without_parentheses(it) {
            Expr::Closure(closure) => Some(closure.inputs.len()),
            other => self.inputs_of_closure(other),
        });
        let closures: Vec<_> = closures.collect();
        if ty.is_inferred && closures.is_empty() {
            let detail = format!("`{}`: generic arguments that are not written", quoted(value));
            let advice = advice::construct::ARGUMENTS_OF_VIEWS;
            self.diagnostics.advise(Code::AMP001, Site::of(value), detail, advice);
            self.bind(&name.ident, Variable::Other);
            return Some(vec![syn::parse_quote!(let #name = unreachable!();)]);
        }
        let ty = match closures.is_empty() {
            true => ty,
            false => match ty.with_inferred_closures(&closures) {
                Some(ty) => ty,
                None => {
                    self.report(value, "the closures of a struct of views that a constructor makes");
                    self.bind(&name.ident, Variable::Other);
                    return Some(Vec::new());
                }
            },
        };
        let (mut stmts, mut arguments, mut references) = (Vec::new(), Vec::new(), Vec::new());
        for (n, written) in call.args.iter().enumerate() {
            let written = &match self.inputs_of_closure(written) {
                Some(count) => closure_of(written, count),
                None => written.clone(),
            };
            let mut value = written.clone();
            self.visit_expr_mut(&mut value);
            let is_reference = is_reference(written) || self.is_view(written);
            if is_plain(&value) && !is_reference {
                arguments.push(value);
                continue;
            }
            let var = self.unused_name(&self.names.field(&name.ident, &format!("argument{n}")));
            stmts.push(syn::parse_quote!(let #var = #value;));
            let place: Expr = syn::parse_quote!(#var);
            let argument = self.argument(written, &place);
            if is_reference {
                if self.is_view_or_reference(written) {
                    self.bind(&var, Variable::View);
                }
                references.push((place, argument.clone()));
            }
            arguments.push(argument);
        }
        let mut of_references: Vec<_> =
            ty.fields.iter().filter(|field| field.kind != FieldKind::Value).collect();
        of_references.sort_by_key(|field| field.position);
        if of_references.len() != references.len() {
            self.report(value, "the references of a struct of views that a constructor makes");
            self.bind(&name.ident, Variable::Other);
            return Some(Vec::new());
        }
        let of_references = of_references.into_iter().zip(references).map(|(field, (place, argument))| {
            BoundField { name: field.name(), place, argument, is_value: false, by_mut: None }
        });
        let mut fields: Vec<_> = of_references.collect();
        let mut vars = Vec::new();
        for field in ty.fields.iter().filter(|field| field.kind == FieldKind::Value) {
            let var = self.unused_name(&self.names.field(&name.ident, &field.name()));
            let mutability = &name.mutability;
            let by_mut = mutability.map(|_| syn::parse_quote!(&mut #var));
            vars.push(quote!(#mutability #var));
            let place: Expr = syn::parse_quote!(#var);
            let argument = place.clone();
            fields.push(BoundField { name: field.name(), place, argument, is_value: true, by_mut });
        }
        fields.sort_by(|a, b| a.name.cmp(&b.name));
        let has_closures = !closures.is_empty();
        let function = constructor::path(&ty.written, function, has_closures);
        stmts.push(match vars.is_empty() {
            true => syn::parse_quote!(#function(#(#arguments),*);),
            false => syn::parse_quote!(let (#(#vars,)*) = #function(#(#arguments),*);),
        });
        let (owner, access) = (ty.written.clone(), Access::of(name));
        let bound = Bound { owner, fields, access, has_closures, by_mut: false };
        self.bind(&name.ident, Variable::Struct(Rc::new(bound)));
        Some(stmts)
    }

    /// A copy of a struct of views, and the statements that copy its values. The views are the same.
    fn copied(&mut self, name: &syn::PatIdent, bound: &Bound) -> (Bound, Vec<Stmt>) {
        let (mut stmts, mut fields) = (Vec::new(), Vec::new());
        for field in &bound.fields {
            let BoundField { name: text, place, argument, is_value, .. } = field;
            if !is_value || is_range(argument) {
                fields.push(BoundField { is_value: false, by_mut: None, ..field.clone() });
                continue;
            }
            self.use_all([place]);
            let var = self.unused_name(&self.names.field(&name.ident, text));
            let mutability = name.mutability;
            stmts.push(syn::parse_quote!(let #mutability #var = #place;));
            let place: Expr = syn::parse_quote!(#var);
            let by_mut = mutability.map(|_| syn::parse_quote!(&mut #var));
            fields.push(BoundField {
                name: text.clone(),
                argument: place.clone(),
                place,
                is_value: true,
                by_mut,
            });
        }
        let (owner, has_closures) = (bound.owner.clone(), bound.has_closures);
        (Bound { owner, fields, access: Access::of(name), has_closures, by_mut: false }, stmts)
    }

    /// `let a: &Csr = &a;` in a closure kernel: the fields of `a` become captures.
    fn captured(&mut self, name: &Ident, annotated: &syn::Type, value: &Expr) -> Option<Vec<Stmt>> {
        self.captures.as_ref()?;
        let path = super::struct_path(annotated)?.to_token_stream().to_string();
        let ty = self.known.iter().find(|(known, _)| *known == path)?.1.clone();
        if self.bound(value).is_some() || !is_place(value) {
            return None;
        }
        let places = ty.fields.iter().map(|field| {
            let member = &field.member;
            let is_view = matches!(field.kind, FieldKind::View { .. });
            let var = self.names.field(name, &field.name());
            match shared_slice(&field.ty) {
                Some(_) => Place::slice(var, quote!(#value.#member)),
                None => Place::new(var, quote!(#value.#member), is_view),
            }
        });
        let places: Vec<_> = places.collect();
        let views = places.iter().filter(|place| place.is_view);
        views.for_each(|place| self.bind(&place.name, Variable::View));
        self.diagnostics.show_names_as(places.iter().map(|place| (place.name.to_string(), place.text())));
        self.captures.iter_mut().for_each(|captures| captures.extend(places.iter().cloned()));
        let by_mut = matches!(annotated, syn::Type::Reference(it) if it.mutability.is_some());
        let bound = Bound::capture(name, &ty, &self.names, by_mut);
        self.bind(name, Variable::Struct(Rc::new(bound)));
        Some(Vec::new())
    }

    /// A name that no variable in scope has.
    fn unused_name(&mut self, name: &Ident) -> Ident {
        // The underscore suppresses the lint for fields that nothing uses.
        let mut name = format_ident!("_{name}", span = name.span());
        while self.lookup(&name).is_some() {
            name = format_ident!("{name}_", span = name.span());
        }
        self.bind(&name, Variable::Other);
        name
    }

    fn use_all<'e>(&mut self, places: impl IntoIterator<Item = &'e Expr>) {
        struct Names<'u>(&'u mut HashSet<String>);
        impl<'ast> syn::visit::Visit<'ast> for Names<'_> {
            fn visit_expr_path(&mut self, it: &'ast syn::ExprPath) {
                self.0.extend(it.path.get_ident().map(ToString::to_string));
            }
        }
        places.into_iter().for_each(|it| syn::visit::Visit::visit_expr(&mut Names(&mut self.used), it));
    }

    /// The arguments of a call, with the fields in place of structs of views. `None` if there is no such struct.
    fn arguments(
        &mut self,
        arguments: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
    ) -> Option<Arguments> {
        let found: Vec<_> = arguments.iter().map(|argument| self.bound(argument)).collect();
        if found.iter().all(Option::is_none) {
            return None;
        }
        let mut all = Arguments { list: Vec::new(), modified: false };
        for (argument, found) in arguments.iter().zip(found) {
            match found {
                Some(bound) => {
                    let by_mut = match without_parentheses(argument) {
                        Expr::Reference(reference) => reference.mutability.is_some(),
                        Expr::Path(_) => bound.by_mut,
                        _ => false,
                    };
                    let by_mut = by_mut && bound.is_modified();
                    all.modified |= by_mut;
                    all.list.extend(self.fields(&bound, by_mut));
                }
                None => {
                    let mut argument = argument.clone();
                    self.visit_expr_mut(&mut argument);
                    all.list.push(argument);
                }
            }
        }
        Some(all)
    }

    /// The arguments that pass a struct of views, with its values by `&mut` or as copies.
    fn fields(&mut self, bound: &Bound, by_mut: bool) -> Vec<Expr> {
        let argument = |field: &BoundField| match (&field.by_mut, by_mut) {
            (Some(by_mut), true) => by_mut.clone(),
            _ => field.argument.clone(),
        };
        let fields: Vec<_> = bound.fields.iter().map(argument).collect();
        self.use_all(&fields);
        fields
    }

    /// Replaces a method of a struct of views, `a.dot(i)`, by its hidden function.
    fn method(&mut self, it: &syn::ExprMethodCall) -> Option<Expr> {
        if self.is_made(&it.receiver) {
            return Some(self.method_of_made(it));
        }
        let bound = self.bound(&it.receiver);
        let arguments = self.arguments(&it.args);
        if bound.is_none() && arguments.is_none() {
            return None;
        }
        let arguments =
            arguments.unwrap_or_else(|| Arguments { list: self.visited(&it.args), modified: false });
        let modified = arguments.modified || bound.as_ref().is_some_and(|bound| bound.is_modified());
        let text = it.method.to_string();
        let name = if modified { of_modifying_method(&text) } else { of_method(&text) };
        let (name, turbofish) = (Ident::new(&name, it.method.span()), &it.turbofish);
        let Some(bound) = bound else {
            let (mut receiver, arguments) = (it.receiver.clone(), arguments.list);
            self.visit_expr_mut(&mut receiver);
            return Some(syn::parse_quote!(#receiver.#name #turbofish (#(#arguments),*)));
        };
        if modified && let Some(root) = root_of(&it.receiver) {
            self.check_order(it, root);
        }
        let mut all = self.fields(&bound, modified);
        // The copies of values in the arguments come before the borrows of the values.
        match modified {
            true => all.splice(0..0, arguments.list).for_each(drop),
            false => all.extend(arguments.list),
        }
        let owner = &bound.owner;
        Some(match bound.has_closures || quote!(#owner).to_string() == "Self" {
            true => syn::parse_quote!(#owner::#name #turbofish (#(#all),*)),
            false => syn::parse_quote!(<#owner>::#name #turbofish (#(#all),*)),
        })
    }

    /// Whether an expression makes a struct of views that needs a variable: by a constructor, or with computed fields.
    fn is_made(&mut self, it: &Expr) -> bool {
        let it = without_parentheses(it);
        if let Some((owner, ..)) = constructor::called(it) {
            let text = owner.to_token_stream().to_string();
            if self.known.iter().any(|(known, _)| *known == text) {
                return true;
            }
        }
        let literal = self.literal(it);
        literal.is_some_and(|it| it.rest.is_none() && !it.fields.iter().all(|field| is_plain(&field.expr)))
    }

    /// Declares a variable for the receiver of a call: `{ let mut made = Cursor::new(&text); made.sum() }`.
    fn method_of_made(&mut self, it: &syn::ExprMethodCall) -> Expr {
        let (name, value) = (Ident::new("amp_made", Span::mixed_site()), without_parentheses(&it.receiver));
        let mut call = it.clone();
        *call.receiver = syn::parse_quote!(#name);
        let mut block: syn::Block = syn::parse_quote!({ let mut #name = #value; #call });
        self.visit_block_mut(&mut block);
        Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block })
    }

    /// Reports an argument that calls a function with the receiver of the call. For a method that takes `self`, Rust copies
    /// the receiver before; the hidden function takes it after the arguments.
    fn check_order(&mut self, it: &syn::ExprMethodCall, receiver: &Ident) {
        struct Calls<'r>(&'r Ident, bool);
        impl<'ast> syn::visit::Visit<'ast> for Calls<'_> {
            fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
                self.1 |= root_of(&it.receiver) == Some(self.0);
                syn::visit::visit_expr_method_call(self, it);
            }

            fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
                self.1 |= it.mutability.is_some() && place_root(&it.expr) == Some(self.0);
                syn::visit::visit_expr_reference(self, it);
            }

            fn visit_expr_assign(&mut self, it: &'ast syn::ExprAssign) {
                self.1 |= place_root(&it.left) == Some(self.0);
                syn::visit::visit_expr_assign(self, it);
            }

            fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
                let is_compound = crate::parse::places::is_compound(&it.op);
                self.1 |= is_compound && place_root(&it.left) == Some(self.0);
                syn::visit::visit_expr_binary(self, it);
            }

            fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
                self.1 |= it.args.iter().any(|argument| root_of(argument) == Some(self.0));
                syn::visit::visit_expr_call(self, it);
            }
        }
        for argument in &it.args {
            let mut calls = Calls(receiver, false);
            syn::visit::Visit::visit_expr(&mut calls, argument);
            if calls.1 {
                let detail = format!("`{}`: an argument that uses the receiver", quoted(argument));
                let advice = advice::construct::ARGUMENT_OF_VIEWS;
                self.diagnostics.advise(Code::AMP001, Site::of(argument), detail, advice);
            }
        }
    }

    fn visited(&mut self, arguments: &syn::punctuated::Punctuated<Expr, syn::Token![,]>) -> Vec<Expr> {
        let mut arguments: Vec<_> = arguments.iter().cloned().collect();
        arguments.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        arguments
    }

    /// Replaces a call that passes a struct of views by a call of the hidden function.
    fn call(&mut self, it: &syn::ExprCall) -> Option<Expr> {
        let Expr::Path(path) = without_parentheses(&it.func) else { return None };
        let Arguments { list: arguments, modified } = self.arguments(&it.args)?;
        if let Some(name) = path.path.get_ident()
            && self.lookup(name).is_some()
        {
            self.report(it, "a struct of views as the argument of a closure");
            return None;
        }
        let count = path.path.segments.len();
        let is_type = |at: usize| {
            let name = path.path.segments[at].ident.to_string();
            name.starts_with(|c: char| c.is_ascii_uppercase())
        };
        if path.qself.is_some() || count > 1 && is_type(count - 2) {
            let mut path = path.clone();
            let last = path.path.segments.last_mut()?;
            let text = last.ident.to_string();
            let name = if modified { of_modifying_method(&text) } else { of_method(&text) };
            last.ident = Ident::new(&name, last.ident.span());
            return Some(syn::parse_quote!(#path(#(#arguments),*)));
        }
        let (own, span) = (&path.path, path.path.segments.last()?.ident.span());
        let name = Ident::new(if modified { OF_MODIFYING_FUNCTION } else { OF_FUNCTION }, span);
        Some(syn::parse_quote!(<#own>::#name(#(#arguments),*)))
    }

    /// The expression for a field of a struct of views.
    fn field(&mut self, it: &syn::ExprField) -> Option<Expr> {
        let Expr::Path(path) = stripped(&it.base) else { return None };
        let name = path.path.get_ident()?;
        let bound = self.lookup_struct(name)?;
        let text = member_text(&it.member);
        let mut place = match bound.fields.iter().find(|field| field.name == text) {
            Some(field) => field.place.clone(),
            None => {
                self.report(it, "the struct of views has no such field");
                return Some(syn::parse_quote!(unreachable!()));
            }
        };
        let span = match &it.member {
            syn::Member::Named(member) => member.span(),
            syn::Member::Unnamed(index) => index.span,
        };
        if let Expr::Path(path) = &mut place
            && let Some(last) = path.path.segments.last_mut()
        {
            let hygiene = last.ident.span();
            last.ident.set_span(span.resolved_at(hygiene));
        }
        self.use_all([&place]);
        Some(place)
    }

    /// Reports an assignment to a value of a struct of views that the body does not make. A function gets copies of the
    /// values, so the assignment would not change the struct of the caller.
    fn check_assignment(&mut self, place: &Expr) {
        let (mut place, whole) = (place, without_parentheses(place));
        if let Some(name) = root_of(whole)
            && self.lookup_struct(name).is_some()
        {
            self.report(whole, "an assignment to a struct of views");
            return;
        }
        loop {
            place = match place {
                Expr::Paren(inner) => &inner.expr,
                Expr::Index(index) => &index.expr,
                Expr::Field(field) => {
                    let root = match stripped(&field.base) {
                        Expr::Path(path) => path.path.get_ident().and_then(|name| self.lookup_struct(name)),
                        _ => None,
                    };
                    let Some(bound) = root else {
                        place = &field.base;
                        continue;
                    };
                    let text = member_text(&field.member);
                    let Some(found) = bound.fields.iter().find(|it| it.name == text) else { return };
                    if found.is_value && bound.access == Access::Shared {
                        let detail = format!("`{}`, a value of a struct of views", quoted(place));
                        let advice = advice::construct::VALUE_OF_VIEWS;
                        self.diagnostics.advise(Code::AMP009, Site::of(place), detail, advice);
                    }
                    if !found.is_value && std::ptr::eq(place, whole) {
                        let detail = format!("`{}`, a reference of a struct of views", quoted(place));
                        let advice = advice::construct::REFERENCE_OF_VIEWS;
                        self.diagnostics.advise(Code::AMP009, Site::of(place), detail, advice);
                    }
                    return;
                }
                _ => return,
            };
        }
    }

    /// Replaces structs of views in the tokens of a macro call.
    fn tokens(&mut self, tokens: &TokenStream) -> TokenStream {
        type Values = syn::punctuated::Punctuated<Expr, syn::Token![,]>;
        match syn::parse::Parser::parse2(Values::parse_terminated, tokens.clone()) {
            Ok(mut values) => {
                values.iter_mut().for_each(|value| self.visit_expr_mut(value));
                values.into_token_stream()
            }
            Err(_) => tokens.clone(),
        }
    }
}

impl VisitMut for Replacer<'_> {
    fn visit_block_mut(&mut self, it: &mut syn::Block) {
        self.scoped(|this| this.statements(&mut it.stmts));
    }

    fn visit_expr_mut(&mut self, it: &mut Expr) {
        match &*it {
            Expr::Assign(assign) => self.check_assignment(&assign.left),
            Expr::Binary(binary) if crate::parse::places::is_compound(&binary.op) => {
                self.check_assignment(&binary.left);
            }
            _ => {}
        }
        let replacement = match &*it {
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => self.call(call),
            Expr::Field(field) => self.field(field),
            _ => None,
        };
        if let Some(replacement) = replacement {
            *it = replacement;
            return;
        }
        match it {
            Expr::Path(path) => {
                let is_struct = |name: &Ident| self.lookup_struct(name).is_some();
                if path.path.get_ident().is_some_and(is_struct) {
                    self.report(path, "a struct of views as a value");
                    *it = syn::parse_quote!(unreachable!());
                }
            }
            Expr::If(branches) => {
                self.scoped(|this| {
                    this.visit_expr_mut(&mut branches.cond);
                    this.visit_block_mut(&mut branches.then_branch);
                });
                if let Some((_, otherwise)) = &mut branches.else_branch {
                    self.visit_expr_mut(otherwise);
                }
            }
            Expr::While(it) => self.scoped(|this| {
                this.visit_expr_mut(&mut it.cond);
                this.visit_block_mut(&mut it.body);
            }),
            Expr::Let(it) => {
                self.visit_expr_mut(&mut it.expr);
                self.bind_pattern(&it.pat);
            }
            Expr::ForLoop(it) => {
                self.visit_expr_mut(&mut it.expr);
                self.scoped(|this| {
                    this.bind_pattern(&it.pat);
                    this.visit_block_mut(&mut it.body);
                });
            }
            Expr::Call(it) => {
                visit_mut::visit_expr_call_mut(self, it);
                // A closure in a field: `(s.f)(x)`.
                if let Expr::Path(name) = without_parentheses(&it.func) {
                    *it.func = Expr::Path(name.clone());
                }
            }
            Expr::Closure(it) => self.scoped(|this| {
                it.inputs.iter().for_each(|input| this.bind_pattern(input));
                this.visit_expr_mut(&mut it.body);
            }),
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_arm_mut(&mut self, it: &mut syn::Arm) {
        self.scoped(|this| {
            this.bind_pattern(&it.pat);
            // A guard is a part of the pattern.
            this.visit_pat_mut(&mut it.pat);
            this.visit_expr_mut(&mut it.body);
        });
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        it.tokens = self.tokens(&it.tokens);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// A closure that calls the closure of this name or field, which has `count` parameters.
fn closure_of(it: &Expr, count: usize) -> Expr {
    let inputs: Vec<_> = (0..count).map(crate::parse::closure_results::argument).collect();
    let closure = without_parentheses(it);
    match closure {
        Expr::Field(_) => syn::parse_quote!(|#(#inputs),*| (#closure)(#(#inputs),*)),
        _ => syn::parse_quote!(|#(#inputs),*| #closure(#(#inputs),*)),
    }
}

/// Whether a literal has a closure.
fn has_closures(literal: &syn::ExprStruct) -> bool {
    literal.fields.iter().any(|field| matches!(without_parentheses(&field.expr), Expr::Closure(_)))
}

/// Whether an expression is a reference for certain, `&x` or a byte string, or a closure.
fn is_reference(it: &Expr) -> bool {
    match without_parentheses(it) {
        Expr::Reference(_) | Expr::Closure(_) => true,
        Expr::Lit(literal) => matches!(literal.lit, syn::Lit::ByteStr(_)),
        Expr::MethodCall(call) => call.method == "as_bytes" && call.args.is_empty(),
        _ => false,
    }
}

fn without_parentheses(it: &Expr) -> &Expr {
    match it {
        Expr::Paren(inner) => without_parentheses(&inner.expr),
        Expr::Group(inner) => without_parentheses(&inner.expr),
        other => other,
    }
}

/// The expression without parentheses, `&` and `*` around it.
fn stripped(it: &Expr) -> &Expr {
    match it {
        Expr::Paren(inner) => stripped(&inner.expr),
        Expr::Group(inner) => stripped(&inner.expr),
        Expr::Reference(inner) => stripped(&inner.expr),
        Expr::Unary(inner) if matches!(inner.op, syn::UnOp::Deref(_)) => stripped(&inner.expr),
        other => other,
    }
}

/// The variable of `a`, `&a` and `*a`.
pub(super) fn root_of(it: &Expr) -> Option<&Ident> {
    let Expr::Path(path) = stripped(it) else { return None };
    path.path.get_ident()
}

/// The variable that a place is a part of: `a` for `a.values[k].x`.
pub(super) fn place_root(it: &Expr) -> Option<&Ident> {
    match stripped(it) {
        Expr::Field(field) => place_root(&field.base),
        Expr::Index(index) => place_root(&index.expr),
        other => root_of(other),
    }
}

/// Whether an argument passes a range, which is not `Copy`.
fn is_range(argument: &Expr) -> bool {
    matches!(argument, Expr::MethodCall(_))
}

/// Whether an expression makes a part of a view, as `x.project(k).unwrap()` does.
fn makes_view(it: &Expr) -> bool {
    let Expr::MethodCall(unwrap) = it else { return false };
    let Expr::MethodCall(call) = &*unwrap.receiver else { return false };
    unwrap.method == "unwrap" && crate::parse::places::SUBVIEW_METHODS.iter().any(|name| call.method == name)
}

/// Whether an expression has no side effects and always the same value.
fn is_plain(it: &Expr) -> bool {
    match it {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Paren(inner) => is_plain(&inner.expr),
        Expr::Reference(inner) => is_plain(&inner.expr),
        Expr::Field(field) => is_plain(&field.base),
        _ => false,
    }
}

/// Whether an expression is a variable or a field of one.
fn is_place(it: &Expr) -> bool {
    match it {
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Field(field) => is_place(&field.base),
        Expr::Paren(inner) => is_place(&inner.expr),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn fields_replace_the_struct() {
        wgsl(
            "|i: Index<1>| { let k = i[0]; let mut a = Part { x: &x, k: k + 1 }; a.k += 1; let b = a; let c = &b; y[i] = a.x[b.k] + sum(c, 2.0) + b.at(k); }",
            expect![[r#"
                let k_: u32 = amp_global[0];
                var a_k_: u32 = k_ + 1u;
                a_k_ += 1u;
                let b_k_: u32 = a_k_;
                y[amp_global[0]] = Add<_, _>(Add<f32, _>(x[b_k_], <sum>::amp_with_views(b_k_, &x, 2.0?)), <Part>::amp_views_at(b_k_, &x, k_));
            "#]],
        );
    }

    #[test]
    fn inner_variables_shadow_the_struct() {
        wgsl(
            "|i: Index<1>| { let a = Part { x: &x, k: 1 }; let f = |a: usize| a + 1; if let Some(a) = Some(2) { z[i] = a; } y[i] = a.x[f(a.k)]; }",
            expect![[r#"
                let a_k_: u32 = 1u;
                let value_: <_> = Some { 0: 2? };
                let a_: u32 = value_.Some.0;
                if ((value_ is Some)) {
                    z[amp_global[0]] = a_;
                }
                let a_2: u32 = a_k_;
                let value_2: u32 = a_2 + 1u;
                y[amp_global[0]] = x[value_2];
            "#]],
        );
    }

    #[test]
    fn structs_of_views_are_no_values() {
        codes(
            "|i: Index<1>| { let a = Part { x: &x, k: 1 }; let t = (a, 2); y[i] = a.lacks; }",
            &["AMP001", "AMP001"],
        );
    }
}
