//! The lowering context of one function: scopes, inference, captures, loops, diagnostics, and the statements
//! so far.
//!
//! Lowering an expression may need statements. Statements that run before the expression are pushed to the
//! prologue of the current statement. Statements that run after the expression are pushed to its epilogue.

pub(super) use super::binding::Binding;
use super::closure_expansion::WrittenOut;
use super::hygiene::{Name, Renames};
use super::infer::{Infer, ParameterOperators};
use super::loops::Loop;
use super::subview::Subview;
use super::unused_values::UnusedValues;
use crate::diagnostics::{Code, Diagnostics, near};
use crate::ir::{
    Body, Callable, Capture, Expr, ExprKind, Role, Shape, Sites, Source, Stmt, TileStatic, Ty, Var, Variable,
};
use crate::site::Site;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// The deepest nesting of expressions and blocks that lowering accepts.
const MAX_DEPTH: usize = 120;

/// The names in scope with their bindings. The innermost scope is the last.
pub(super) type Scopes = Vec<HashMap<Name, Binding>>;

/// The state while one kernel or device function is lowered.
pub(super) struct Context<'d> {
    pub(super) infer: Infer,
    pub(super) signature: Signature,
    pub(super) captures: Vec<Capture>,
    pub(super) usage: CaptureUsage,
    pub(super) names: Names,
    pub(super) nesting: Nesting,
    /// The subviews made so far.
    pub(super) subviews: Vec<Subview>,
    pub(super) body: Body,
    /// The prologue: statements that run before the expression that is being lowered.
    pub(super) prologue: Vec<Stmt>,
    /// The epilogue: statements that run after the call that is being lowered.
    pub(super) epilogue: Vec<Stmt>,
    pub(super) unused_values: UnusedValues,
    pub(super) written_out: WrittenOut,
    pub(super) late_copies: LateCopies,
    /// The copies of the targets of references that calls returned.
    pub(super) copies_of_targets: Vec<super::expr::CopyOfTarget>,
    /// The choice of a slice that is being lowered.
    pub(super) choice: Option<super::expr::chosen_slice::Choice>,
    diagnostics: &'d mut Diagnostics,
}

/// The names that a pattern of a slice binds by value. They are aliases until the pattern matches, because the items may
/// not exist.
#[derive(Default)]
pub(super) struct LateCopies {
    /// Whether the names of the pattern that is being lowered belong here.
    pub(super) active: bool,
    /// The names so far, each with a flag whether it is `mut`.
    pub(super) names: Vec<(Ident, bool)>,
}

/// The kind of function (kernel or device function), and what its signature declares.
#[derive(Default)]
pub(super) struct Signature {
    /// The return type; `None` in a kernel.
    pub(super) result: Option<Ty>,
    /// Whether the function returns an `Option` or a `Result`, to judge by the name of the result type.
    pub(super) result_kind: Option<ResultKind>,
    /// The error type of the function's result, if it is a user's type. The operator `?` converts errors into it.
    pub(super) error_type: Option<syn::Type>,
    /// The name of the device function. A call of this name in the body is rejected as recursion.
    pub(super) own_name: Option<Ident>,
    /// The rank of a kernel's domain.
    pub(super) rank: usize,
    /// Whether the kernel is tiled; `None` in a device function.
    pub(super) tiled: Option<bool>,
    /// Whether the body may contain barriers: that of a tiled kernel, or of a function with a parameter of
    /// type `TileBarrier`.
    pub(super) may_wait: bool,
    /// Whether an unknown name becomes a capture, as in `amp!`.
    pub(super) infers_captures: bool,
    /// Whether the function takes `&self`.
    pub(super) by_ref_self: bool,
    /// The parameters that are closures or functions, such as `f: impl Fn(f32) -> f32`.
    pub(super) callables: Vec<Callable>,
    /// The paths that the function uses as types: `Pair` in `let p: Pair` and `Pair { x }`.
    pub(super) type_names: HashSet<String>,
}

/// The kind of a function's result, for the operator `?`. Each kind has a variant with which `?` continues, and one that it
/// returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultKind {
    Option,
    Result,
    ControlFlow,
}

impl ResultKind {
    pub(super) const ALL: [ResultKind; 3] = [ResultKind::Option, ResultKind::Result, ResultKind::ControlFlow];

    /// The kind to which a variant with this path belongs. A user's enum may have a variant of the same name, `Token::None`.
    pub(super) fn of_variant(path: &syn::Path) -> Option<ResultKind> {
        let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let (kind, kind_name) = match names.next()?.as_str() {
            "Some" | "None" => (ResultKind::Option, "Option"),
            "Ok" | "Err" => (ResultKind::Result, "Result"),
            "Continue" | "Break" => (ResultKind::ControlFlow, "ControlFlow"),
            _ => return None,
        };
        names.next().is_none_or(|owner| owner == kind_name).then_some(kind)
    }

    /// The kind of a function's result. A name that ends in `Result` counts as `Result`, because of aliases
    /// such as `io::Result<T>`.
    pub(super) fn of(output: &syn::ReturnType) -> Option<ResultKind> {
        let syn::ReturnType::Type(_, ty) = output else { return None };
        ResultKind::of_type(ty)
    }

    /// The kind of values of a type, to judge by its name.
    pub(super) fn of_type(ty: &syn::Type) -> Option<ResultKind> {
        let syn::Type::Path(path) = ty else { return None };
        match path.path.segments.last()?.ident.to_string() {
            name if name == "Option" => Some(ResultKind::Option),
            name if name == "ControlFlow" => Some(ResultKind::ControlFlow),
            name if name.ends_with("Result") => Some(ResultKind::Result),
            _ => None,
        }
    }
}

/// The error type of a `Result`, if its name is that of a user's type.
pub(super) fn error_type(
    output: &syn::ReturnType,
    is_parameter: impl Fn(&Ident) -> bool,
) -> Option<syn::Type> {
    let syn::ReturnType::Type(_, ty) = output else { return None };
    let syn::Type::Path(path) = &**ty else { return None };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let syn::GenericArgument::Type(error) = arguments.args.iter().nth(1)? else { return None };
    let syn::Type::Path(name) = error else { return None };
    let ident = &name.path.segments.last()?.ident;
    let text = ident.to_string();
    let is_user_type = text.starts_with(char::is_uppercase)
        && !crate::vocabulary::types::is_glam(&text)
        && !matches!(&*text, "Option" | "Result" | "Self" | "Index" | "Extent" | "Ordering")
        && !is_parameter(ident)
        && name.qself.is_none()
        && name.path.segments.iter().all(|segment| segment.arguments.is_none());
    (last.ident == "Result" && is_user_type).then(|| error.clone())
}

/// Facts about how the kernel uses its captures. A closure kernel may be lowered twice: the first pass
/// collects facts about captures that the second pass needs from its beginning. Sets of indices into
/// `Context::captures` belong to the current pass. Sets and maps with names come from the first pass.
#[derive(Default)]
pub(super) struct CaptureUsage {
    /// For each capture, whether the kernel may write it.
    pub(super) writable: Vec<bool>,
    /// Captures that the kernel uses as values, as in `2.0 * a`.
    pub(super) used_as_value: HashSet<usize>,
    /// Captures that a call passes by `&`, without a subscript.
    pub(super) passed_as_views: HashSet<usize>,
    /// Captures that some use shows to be views, such as a write or `x.extent()`.
    pub(super) surely_views: HashSet<usize>,
    /// Captures that the kernel uses both as views, such as with subscripts, and as values.
    pub(super) views_as_values: HashSet<usize>,
    /// Whether the subscript that is lowered next must be a place, as in `&mut a[k]`. Its base is then an
    /// array, and not a user's type with `Index`.
    pub(super) subscript_is_place: bool,
    /// The names of captures that are views because a struct of views declares them.
    pub(super) known_views: HashSet<String>,
    /// From the first pass: the names of captures that are values, although the kernel uses subscripts on
    /// them.
    pub(super) values: HashSet<String>,
    /// From the first pass: the names of captures that the kernel writes.
    pub(super) written_later: HashSet<String>,
    /// In the current pass: captures on whose elements the kernel calls a method, and which no statement
    /// before the call wrote.
    pub(super) method_receivers: HashSet<usize>,
    /// The rank, by name, of each view whose extent the kernel uses before another use determines the rank.
    /// The first pass fills this map, and the second pass reads it.
    pub(super) ranks: HashMap<String, usize>,
    /// In the current pass: captures whose extent the kernel uses and whose rank is still unknown.
    pub(super) extent_before_rank: HashSet<usize>,
}

/// The names in scope, and the variable names that the generated code already uses.
#[derive(Default)]
pub(super) struct Names {
    pub(super) scopes: Scopes,
    /// The local closures, with the scopes in which each was declared.
    pub(super) closures: Vec<(syn::ExprClosure, Scopes)>,
    /// The device functions that variables name.
    pub(super) functions: Vec<syn::ExprPath>,
    /// The closures for the items of iterators that functions return.
    pub(super) lowered_closures: Vec<Expr>,
    /// The variables whose values are structs for certain.
    pub(super) constructed: HashSet<Var>,
    /// The names of variables that the body uses as no array allows: with a field or an operator.
    pub(super) used_as_structs: HashSet<String>,
    /// The variables whose values are an `Option` or a `Result` for certain.
    pub(super) fallible: HashMap<Var, ResultKind>,
    /// The variables whose values are arrays of `Option`s or `Result`s for certain.
    pub(super) lists_of_fallible: HashMap<Var, ResultKind>,
    /// The number of names that lowering gave to items.
    pub(super) items: usize,
    /// The iterators in variables.
    pub(super) iterators: Vec<super::iterators::IteratorVariable>,
    /// The variables that are references: whether each is `&mut`, and its target.
    aliases: Vec<(bool, Expr)>,
    /// The `mut` variables with references: each variable holds copies of the targets, and the shape tells where.
    pub(super) reference_variables: Vec<(Var, Shape)>,
    /// The references in the values of the branches that are lowered, by the variable for the chosen value.
    pub(super) shapes: HashMap<Var, Shape>,
    /// The variable names that the generated code already uses.
    taken: HashSet<String>,
    pub(super) opaque_type_names: RefCell<HashSet<String>>,
    pub(super) renames: RefCell<Renames>,
    /// The types of const parameters and of constants of the body, by name.
    pub(super) constant_types: HashMap<String, Ty>,
    /// Whether the body imports variants of an enum.
    pub(super) imports_variants: bool,
}

/// The constructs that enclose the statement that is being lowered.
#[derive(Default)]
pub(super) struct Nesting {
    /// The enclosing loops, outermost first.
    pub(super) loops: Vec<Loop>,
    /// Whether a closure is being lowered. `closure_return` has replaced each `return` of the closure except
    /// those in macro calls. Lowering rejects those.
    pub(super) in_closure: bool,
    pub(super) depth: usize,
    too_deep: bool,
}

impl<'d> Context<'d> {
    pub(super) fn new(
        diagnostics: &'d mut Diagnostics,
        rank: usize,
        tiled: Option<bool>,
        infers_captures: bool,
    ) -> Self {
        Context {
            infer: Infer::default(),
            signature: Signature {
                result_kind: None,
                error_type: None,
                rank,
                tiled,
                may_wait: tiled == Some(true),
                infers_captures,
                ..Signature::default()
            },
            captures: Vec::new(),
            usage: CaptureUsage::default(),
            names: Names { scopes: vec![HashMap::new()], ..Names::default() },
            nesting: Nesting::default(),
            subviews: Vec::new(),
            body: Body::default(),
            prologue: Vec::new(),
            epilogue: Vec::new(),
            unused_values: UnusedValues::default(),
            written_out: WrittenOut::default(),
            late_copies: LateCopies::default(),
            copies_of_targets: Vec::new(),
            choice: None,
            diagnostics,
        }
    }

    pub(super) fn report(&mut self, code: Code, site: impl Into<Site>, detail: impl AsRef<str>) {
        self.diagnostics.report(code, site, detail);
    }

    /// Reports an error with the help text `advice`, in place of the general help of the error code.
    pub(super) fn advise(
        &mut self,
        code: Code,
        site: impl Into<Site>,
        detail: impl AsRef<str>,
        advice: impl std::fmt::Display,
    ) {
        self.diagnostics.advise(code, site, detail, advice);
    }

    /// The number of reports so far.
    pub(super) fn reported(&self) -> usize {
        self.diagnostics.count()
    }

    /// Discards all reports after the first `kept`.
    pub(super) fn discard_reports(&mut self, kept: usize) {
        self.diagnostics.truncate(kept);
    }

    /// Runs `inner` and returns its result. If `inner` reports an error, discards its reports and statements,
    /// and returns `None`.
    pub(super) fn without_errors<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (before, too_deep, too_often) =
            (self.diagnostics.count(), self.nesting.too_deep, self.written_out.reported);
        let (stmts, result) = self.in_block(inner);
        if self.diagnostics.count() > before {
            self.diagnostics.truncate(before);
            (self.nesting.too_deep, self.written_out.reported) = (too_deep, too_often);
            return None;
        }
        self.prologue.extend(stmts);
        Some(result)
    }

    /// Runs `inner` with the nesting depth increased by one. If the depth exceeds `MAX_DEPTH`, reports an
    /// error and returns `None` instead.
    pub(super) fn nested<T>(&mut self, site: Site, inner: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.nesting.depth == MAX_DEPTH {
            if !std::mem::replace(&mut self.nesting.too_deep, true) {
                self.report(Code::AMP020, site, format!("more than {MAX_DEPTH} levels"));
            }
            return None;
        }
        self.nesting.depth += 1;
        let result = inner(self);
        self.nesting.depth -= 1;
        Some(result)
    }

    pub(super) fn scoped<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        self.names.scopes.push(HashMap::new());
        let result = inner(self);
        self.names.scopes.pop();
        result
    }

    /// Runs `inner`, and returns the statements that it pushes to the prologue, together with its result.
    pub(super) fn in_block<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> (Vec<Stmt>, T) {
        let outer = std::mem::take(&mut self.prologue);
        let result = inner(self);
        (std::mem::replace(&mut self.prologue, outer), result)
    }

    /// Runs `inner` and discards its variables, statements and reports, because the caller lowers the same syntax again
    /// later.
    pub(super) fn speculatively<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let (reported, too_often) = (self.diagnostics.count(), self.written_out.reported);
        let variables = self.body.variables.len();
        let (_, result) = self.in_block(inner);
        // No statement declares these variables, so they need no memory and no type from rustc.
        self.body.variables[variables..].iter_mut().for_each(|variable| variable.ty = Ty::Unit);
        self.diagnostics.truncate(reported);
        self.written_out.reported = too_often;
        result
    }

    /// Returns a copy of the current scopes.
    pub(super) fn scopes(&self) -> Scopes {
        self.names.scopes.clone()
    }

    /// Runs `inner` with other scopes. Captures that `inner` adds stay in scope afterwards.
    pub(super) fn in_scopes<T>(&mut self, scopes: Scopes, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.names.scopes, scopes);
        // Some captures may have been added after `scopes` was saved, so they are added to it here.
        let captured: Vec<_> =
            self.captures.iter().enumerate().map(|(n, capture)| (Name::of(&capture.ident), n)).collect();
        for (name, capture) in captured {
            self.names.scopes[0].entry(name).or_insert(Binding::Capture(capture));
        }
        let result = inner(self);
        let inside = std::mem::replace(&mut self.names.scopes, outer);
        for (name, binding) in inside.into_iter().next().unwrap_or_default() {
            self.names.scopes[0].entry(name).or_insert(binding);
        }
        result
    }

    /// Binds the names of a rejected pattern, so that lowering reports nothing about their uses.
    pub(super) fn bind_rejected(&mut self, pattern: &syn::Pat) {
        struct Names<'c, 'd>(&'c mut Context<'d>);
        impl<'ast> syn::visit::Visit<'ast> for Names<'_, '_> {
            fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
                self.0.bind(&name.ident, Binding::Rejected);
                syn::visit::visit_pat_ident(self, name);
            }
        }
        syn::visit::Visit::visit_pat(&mut Names(self), pattern);
    }

    /// Records the type parameters with the operators of their bounds, and the const parameters with their
    /// types.
    pub(super) fn declare_generics(&mut self, generics: &syn::Generics) {
        self.infer
            .type_parameters
            .extend(generics.type_params().map(|parameter| parameter.ident.to_string()));
        for parameter in generics.type_params() {
            let operators = operators_of_bounds(parameter, generics.where_clause.as_ref());
            self.infer
                .parameter_operators
                .extend(operators.map(|operators| (parameter.ident.to_string(), operators)));
        }
        for parameter in generics.const_params() {
            self.bind(&parameter.ident, Binding::Const);
            let ty = super::ty::lower(self, &parameter.ty);
            self.names.constant_types.insert(parameter.ident.to_string(), ty);
        }
    }

    /// Declares a variable. It is in scope for the code that is lowered next.
    pub(super) fn variable(&mut self, ident: &Ident, ty: Ty, mutable: bool) -> Var {
        let var = self.declare(ident, ty, mutable, false);
        self.bind(ident, Binding::Var(var));
        var
    }

    /// Declares a variable that is a reference: an alias of a place.
    pub(super) fn alias(&mut self, ident: &Ident, mutable: bool, place: Expr) {
        self.names.aliases.push((mutable, place));
        self.bind(ident, Binding::Alias(self.names.aliases.len() - 1));
    }

    /// The reference variable with this index: whether it is `&mut`, and its target.
    pub(super) fn aliased(&self, alias: usize) -> &(bool, Expr) {
        &self.names.aliases[alias]
    }

    /// Declares a temporary variable, which the user did not write.
    pub(super) fn temporary(&mut self, name: &str, site: Site, ty: Ty, mutable: bool) -> Var {
        let ident = Ident::new(name, site.first.resolved_at(Span::mixed_site()));
        self.declare(&ident, ty, mutable, true)
    }

    fn declare(&mut self, ident: &Ident, ty: Ty, mutable: bool, temporary: bool) -> Var {
        let var = Var(self.body.variables.len());
        let name = self.unique(ident);
        self.body.variables.push(Variable::new(ident.clone(), name, ty, mutable, temporary));
        var
    }

    /// A variable name that is unique in the function, that WGSL does not reserve, and that still resembles
    /// the user's name.
    fn unique(&mut self, ident: &Ident) -> String {
        let plain: String = ident
            .to_string()
            .trim_start_matches("r#")
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        let stem = match plain.trim_start_matches('_') {
            "" => "v",
            stem => stem,
        };
        let stem =
            if stem.starts_with(|c: char| c.is_ascii_digit()) { format!("v{stem}") } else { stem.to_owned() };
        // The name is `x_` or `x_2`, never plain `x`, because no keyword, type or function of WGSL ends this
        // way.
        let mut name = format!("{stem}_");
        let mut n = 1;
        while !self.names.taken.insert(name.clone()) {
            n += 1;
            name = format!("{stem}_{n}");
        }
        name
    }

    pub(super) fn ty(&self, var: Var) -> &Ty {
        &self.body.variables[var.0].ty
    }

    /// Marks the variable as declared without a value. It is assigned once, later.
    pub(super) fn mark_deferred(&mut self, var: Var) {
        self.body.variables[var.0].deferred = true;
    }

    pub(super) fn variable_ref(&self, var: Var) -> &Variable {
        &self.body.variables[var.0]
    }

    pub(super) fn is_mutable(&self, var: Var) -> bool {
        self.body.variables[var.0].mutable
    }

    pub(super) fn tile_static(&mut self, ident: &Ident, ty: Ty, written_type: &syn::Type) {
        let name = format!("tile_{}", self.unique(ident));
        self.body.tile_static.push(TileStatic {
            ident: ident.clone(),
            name,
            ty,
            written_type: Source::of(written_type),
            atomic: false,
            indexed: false,
        });
        self.bind(ident, Binding::Tile(self.body.tile_static.len() - 1));
    }

    pub(super) fn tile_type(&self, tile: usize) -> &Ty {
        &self.body.tile_static[tile].ty
    }

    /// The binding of a name. In a closure kernel an unknown name becomes a capture, unless it looks like a
    /// constant.
    pub(super) fn name(&mut self, ident: &Ident) -> Option<Binding> {
        if let Some(binding) = self.lookup(ident) {
            return Some(binding);
        }
        if self.is_constant(ident) {
            return Some(Binding::Const);
        }
        if !self.signature.infers_captures {
            return None;
        }
        let element = self.infer.capture(self.captures.len());
        let role = match self.usage.known_views.contains(&ident.to_string()) {
            true => Role::Read,
            false => Role::Value,
        };
        let capture = Capture::new(ident.clone(), role, element, None);
        Some(Binding::Capture(self.add_capture(capture, true)))
    }

    /// A name in scope that resembles an unknown name, to suggest in a message.
    pub(super) fn similar_name(&self, ident: &Ident) -> Option<String> {
        let known = self.names.scopes.iter().flatten().filter(|(_, it)| !matches!(it, Binding::Rejected));
        near::name(&ident.to_string(), known.map(|(name, _)| name.text())).map(str::to_owned)
    }

    /// Whether an unknown name counts as a constant. A name without lower-case letters does. A name that only
    /// begins with an upper-case letter may also be an imported variant. In a closure kernel, such a name
    /// counts as a constant only if the body imports variants. Otherwise it is a capture.
    pub(super) fn is_constant(&self, ident: &Ident) -> bool {
        let name = ident.to_string();
        let capitals =
            name.chars().any(|c| c.is_ascii_uppercase()) && !name.chars().any(|c| c.is_ascii_lowercase());
        capitals || names_constant(ident) && (!self.signature.infers_captures || self.names.imports_variants)
    }

    /// The binding of an expression that consists of a name in scope. `None` for other expressions.
    pub(super) fn index_binding(&self, it: &syn::Expr) -> Option<Binding> {
        let syn::Expr::Path(path) = it else { return None };
        self.lookup(path.path.get_ident()?)
    }

    /// Finishes inference, and returns the body with all types resolved as far as the macro can.
    pub(super) fn finish(mut self, mut block: Vec<Stmt>) -> Body {
        for (site, reason) in super::expr::store_copies(&mut block, &self.copies_of_targets) {
            self.report(Code::AMP001, site, reason.detail());
        }
        self.infer.finish();
        for stmt in &mut block {
            stmt.walk_expressions_mut(&mut |expr| {
                super::finish::resolve_types(&self, expr);
            });
        }
        for (ty, _) in &mut self.body.dereferenced_items {
            *ty = self.infer.resolve(ty);
        }
        for variable in &mut self.body.variables {
            variable.ty = self.infer.resolve(&variable.ty);
        }
        if super::operand_types::has_invalid_operator(&block) {
            self.infer.mistake();
        }
        self.body.sites = inferred_sites(&block, &self.body.variables);
        self.body.block = block;
        self.body.unused = self.unused_variables();
        self.body.hygiene_pairs = self.take_hygiene_pairs();
        self.body.type_parameters = self.infer.type_parameters.into_iter().collect();
        self.body.has_type_error = self.infer.has_type_error;
        self.body.has_definite_type_error = self.infer.has_definite_type_error;
        self.body.mistaken_at = self.infer.mistaken_at;
        self.body
    }
}

/// The source position of each inferred type: the first expression or variable of that type.
fn inferred_sites(block: &[Stmt], variables: &[Variable]) -> Sites {
    let mut sites = Sites::default();
    let mut note = |ty: &Ty, site: Span, literal: Option<&str>| {
        ty.each_inferred(&mut |number| {
            if sites.inferred.len() <= number {
                sites.inferred.resize(number + 1, None);
                sites.literals.resize(number + 1, None);
            }
            sites.inferred[number].get_or_insert(site);
            if let Some(digits) = literal {
                sites.literals[number].get_or_insert_with(|| digits.to_owned());
            }
        });
    };
    block.iter().for_each(|stmt| {
        stmt.walk_expressions(&mut |expr| {
            let literal = match &expr.kind {
                ExprKind::Literal(digits) => Some(digits.as_str()),
                _ => None,
            };
            note(&expr.ty, expr.site.key, literal);
        });
    });
    variables.iter().for_each(|variable| note(&variable.ty, variable.ident.span(), None));
    sites
}

/// Whether the name begins with an upper-case letter, as constants and imported variants do. In a pattern,
/// such a name denotes a constant or variant.
pub(super) fn names_constant(ident: &Ident) -> bool {
    ident.to_string().trim_start_matches("r#").trim_start_matches('_').starts_with(char::is_uppercase)
}

/// The operators that the bounds of a type parameter guarantee. `None` if some bound is neither a trait of
/// amp nor a marker trait such as `Copy`. Such a bound may provide any operator.
fn operators_of_bounds(
    parameter: &syn::TypeParam,
    clause: Option<&syn::WhereClause>,
) -> Option<ParameterOperators> {
    let mentions = |clause: &syn::WhereClause| {
        let text = clause.to_token_stream().to_string();
        text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| parameter.ident == word)
    };
    if clause.is_some_and(mentions) {
        return None;
    }
    let mut operators = ParameterOperators::None;
    for bound in &parameter.bounds {
        let syn::TypeParamBound::Trait(bound) = bound else { continue };
        match bound.path.segments.last()?.ident.to_string().as_str() {
            "Float" | "Int" | "Scalar" => operators = ParameterOperators::WithItself,
            "GpuType" | "Value" | "Element" | "Copy" | "Clone" | "Default" | "Send" | "Sync" => {}
            _ => return None,
        }
    }
    Some(operators)
}
