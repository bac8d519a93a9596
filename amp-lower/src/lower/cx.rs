//! What is known at one point of the lowering: the scope, the inference, where to report.

pub(super) use super::binding::Binding;
use super::hygiene::{Name, Seen};
use super::infer::Infer;
use super::loops::Loop;
use super::part::Part;
use super::untaken::Untaken;
use crate::diagnostics::{Code, Diagnostics, near};
use crate::ir::{Body, Callable, Expr, Role, Slot, Stmt, TileStatic, Ty, Var, Variable};
use crate::site::Site;
use proc_macro2::Ident;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// Expressions and blocks nest at most this deep.
const DEPTH: usize = 120;

/// The names that are known, innermost scope last.
pub(super) type Scopes = Vec<HashMap<Name, Binding>>;

/// The lowering of one function.
pub(super) struct Cx<'d> {
    pub(super) infer: Infer,
    /// The type that `return` returns; none in a kernel.
    pub(super) result: Option<Ty>,
    /// The name of the device function, which it cannot call.
    pub(super) own_name: Option<Ident>,
    pub(super) rank: usize,
    /// Whether the kernel is tiled; `None` where there is no index.
    pub(super) tiled: Option<bool>,
    /// The closures that were declared, with the scopes that they see.
    pub(super) closures: Vec<(syn::ExprClosure, Scopes)>,
    /// What the references in variables refer to, and whether it may be written.
    aliases: Vec<(bool, Expr)>,
    /// The parts of views that were made.
    pub(super) parts: Vec<Part>,
    /// `self` is a reference, though not to be written.
    pub(super) lent_self: bool,
    /// The parameters that are closures.
    pub(super) callables: Vec<Callable>,
    /// A closure is being lowered, which a `return` in a macro would leave.
    pub(super) in_closure: bool,
    /// The loops around, outermost first.
    pub(super) loops: Vec<Loop>,
    /// Unknown names are captures.
    pub(super) closure: bool,
    diagnostics: &'d mut Diagnostics,
    pub(super) scopes: Scopes,
    pub(super) slots: Vec<Slot>,
    /// For each slot, whether it may be written.
    pub(super) writable: Vec<bool>,
    /// Slots whose value is used, and slots that are lent whole by `&`.
    pub(super) used_as_value: HashSet<usize>,
    pub(super) lent_whole: HashSet<usize>,
    /// Slots that can be nothing but views, and slots that seem to be views and are used as values.
    pub(super) surely_views: HashSet<usize>,
    pub(super) views_as_values: HashSet<usize>,
    /// The names of what is captured as a value, though it has subscripts.
    pub(super) values: HashSet<String>,
    /// Captures that are written further down, and slots on whose elements methods were called before that was known.
    pub(super) written: HashSet<String>,
    pub(super) looked_at: HashSet<usize>,
    /// The ranks of captures whose extents are asked for before something tells them, and slots of which nothing has told it so far.
    pub(super) ranks: HashMap<String, usize>,
    pub(super) asked: HashSet<usize>,
    pub(super) body: Body,
    names: HashSet<String>,
    pub(super) named: RefCell<HashSet<String>>,
    pub(super) seen: RefCell<Seen>,
    pub(super) constant_types: HashMap<String, Ty>,
    pub(super) untaken: Untaken,
    /// The statements that lead up to the expression that is being lowered.
    pub(super) before: Vec<Stmt>,
    /// The statements that follow the call that is being lowered.
    pub(super) after: Vec<Stmt>,
    pub(super) depth: usize,
    too_deep: bool,
}

impl<'d> Cx<'d> {
    pub(super) fn new(
        diagnostics: &'d mut Diagnostics,
        rank: usize,
        tiled: Option<bool>,
        closure: bool,
    ) -> Self {
        Cx {
            infer: Infer::default(),
            result: None,
            own_name: None,
            rank,
            tiled,
            closures: Vec::new(),
            aliases: Vec::new(),
            parts: Vec::new(),
            lent_self: false,
            callables: Vec::new(),
            in_closure: false,
            loops: Vec::new(),
            closure,
            diagnostics,
            scopes: vec![HashMap::new()],
            slots: Vec::new(),
            writable: Vec::new(),
            used_as_value: HashSet::new(),
            lent_whole: HashSet::new(),
            surely_views: HashSet::new(),
            views_as_values: HashSet::new(),
            values: HashSet::new(),
            written: HashSet::new(),
            looked_at: HashSet::new(),
            ranks: HashMap::new(),
            asked: HashSet::new(),
            body: Body::default(),
            names: HashSet::new(),
            named: RefCell::default(),
            seen: RefCell::default(),
            constant_types: HashMap::new(),
            untaken: Untaken::default(),
            before: Vec::new(),
            after: Vec::new(),
            depth: 0,
            too_deep: false,
        }
    }

    pub(super) fn report(&mut self, code: Code, site: impl Into<Site>, detail: impl AsRef<str>) {
        self.diagnostics.report(code, site, detail);
    }

    /// Reports what has advice of its own.
    pub(super) fn advise(
        &mut self,
        code: Code,
        site: impl Into<Site>,
        detail: impl AsRef<str>,
        advice: impl std::fmt::Display,
    ) {
        self.diagnostics.advise(code, site, detail, advice);
    }

    /// What `inner` gives; if it reports something, that is taken back, and there is nothing.
    pub(super) fn unless_reported<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let (before, too_deep) = (self.diagnostics.count(), self.too_deep);
        let (stmts, result) = self.collecting(inner);
        if self.diagnostics.count() > before {
            self.diagnostics.take_back(before);
            self.too_deep = too_deep;
            return None;
        }
        self.before.extend(stmts);
        Some(result)
    }

    /// Runs `inner` one level deeper; `None`, and a report, where that is too deep.
    pub(super) fn deeper<T>(&mut self, site: Site, inner: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth == DEPTH {
            if !std::mem::replace(&mut self.too_deep, true) {
                self.report(Code::AMP020, site, format!("more than {DEPTH} levels"));
            }
            return None;
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        Some(result)
    }

    pub(super) fn scoped<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(HashMap::new());
        let result = inner(self);
        self.scopes.pop();
        result
    }

    /// Runs `inner` and returns the statements that it needed before its result.
    pub(super) fn collecting<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> (Vec<Stmt>, T) {
        let outer = std::mem::take(&mut self.before);
        let result = inner(self);
        (std::mem::replace(&mut self.before, outer), result)
    }

    /// The same, of a look at something that is lowered once more: no statement is left of it, and nothing that it reports.
    pub(super) fn glimpsed<T>(&mut self, inner: impl FnOnce(&mut Self) -> T) -> T {
        let reported = self.diagnostics.count();
        let (_, result) = self.collecting(inner);
        self.diagnostics.take_back(reported);
        result
    }

    /// The names that are known here.
    pub(super) fn scopes(&self) -> Scopes {
        self.scopes.clone()
    }

    /// Runs `inner` with other names; what it captures is captured here as well.
    pub(super) fn within<T>(&mut self, scopes: Scopes, inner: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.scopes, scopes);
        // What was captured since, and what is captured now.
        let captured: Vec<_> =
            self.slots.iter().enumerate().map(|(n, slot)| (Name::of(&slot.ident), n)).collect();
        for (name, slot) in captured {
            self.scopes[0].entry(name).or_insert(Binding::Slot(slot));
        }
        let result = inner(self);
        let inside = std::mem::replace(&mut self.scopes, outer);
        for (name, binding) in inside.into_iter().next().unwrap_or_default() {
            self.scopes[0].entry(name).or_insert(binding);
        }
        result
    }

    /// The names in a pattern that was refused.
    pub(super) fn refuse(&mut self, pattern: &syn::Pat) {
        struct Names<'c, 'd>(&'c mut Cx<'d>);
        impl<'ast> syn::visit::Visit<'ast> for Names<'_, '_> {
            fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
                self.0.bind(&name.ident, Binding::Refused);
                syn::visit::visit_pat_ident(self, name);
            }
        }
        syn::visit::Visit::visit_pat(&mut Names(self), pattern);
    }

    /// The names of type and const parameters.
    pub(super) fn parameters(&mut self, generics: &syn::Generics) {
        self.infer
            .type_parameters
            .extend(generics.type_params().map(|parameter| parameter.ident.to_string()));
        for parameter in generics.const_params() {
            self.bind(&parameter.ident, Binding::Const);
            let ty = super::ty::lower(self, &parameter.ty);
            self.constant_types.insert(parameter.ident.to_string(), ty);
        }
    }

    /// A new variable, in scope from here.
    pub(super) fn variable(&mut self, ident: &Ident, ty: Ty, mutable: bool) -> Var {
        let var = self.declare(ident, ty, mutable, false);
        self.bind(ident, Binding::Var(var));
        var
    }

    /// A reference in a variable: another name for a place.
    pub(super) fn alias(&mut self, ident: &Ident, mutable: bool, place: Expr) {
        self.aliases.push((mutable, place));
        self.bind(ident, Binding::Alias(self.aliases.len() - 1));
    }

    /// What such a reference refers to, and whether it may be written.
    pub(super) fn aliased(&self, alias: usize) -> &(bool, Expr) {
        &self.aliases[alias]
    }

    /// A variable of the compiler's own.
    pub(super) fn temporary(&mut self, name: &str, site: Site, ty: Ty, mutable: bool) -> Var {
        let ident = Ident::new(name, site.first.resolved_at(proc_macro2::Span::mixed_site()));
        self.declare(&ident, ty, mutable, true)
    }

    fn declare(&mut self, ident: &Ident, ty: Ty, mutable: bool, temporary: bool) -> Var {
        let var = Var(self.body.variables.len());
        let name = self.unique(ident);
        self.body.variables.push(Variable::new(ident.clone(), name, ty, mutable, temporary));
        var
    }

    /// A name that no other thing in the function has, that no shading language knows, and that still reads as the
    /// user's.
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
        // `x_1`, never plain `x`: no keyword, type or function of WGSL ends so.
        let mut name = format!("{stem}_");
        let mut n = 1;
        while !self.names.insert(name.clone()) {
            n += 1;
            name = format!("{stem}_{n}");
        }
        name
    }

    pub(super) fn ty(&self, var: Var) -> &Ty {
        &self.body.variables[var.0].ty
    }

    /// The variable gets its one value later.
    pub(super) fn defer(&mut self, var: Var) {
        self.body.variables[var.0].deferred = true;
    }

    pub(super) fn variable_ref(&self, var: Var) -> &Variable {
        &self.body.variables[var.0]
    }

    pub(super) fn is_mutable(&self, var: Var) -> bool {
        self.body.variables[var.0].mutable
    }

    pub(super) fn tile_static(&mut self, ident: &Ident, ty: Ty, written_type: syn::Type) {
        let name = format!("tile_{}", self.unique(ident));
        self.body.tile_static.push(TileStatic {
            ident: ident.clone(),
            name,
            ty,
            written_type,
            atomic: false,
            indexed: false,
        });
        self.bind(ident, Binding::Tile(self.body.tile_static.len() - 1));
    }

    pub(super) fn tile_ty(&self, tile: usize) -> &Ty {
        &self.body.tile_static[tile].ty
    }

    /// What a name means here. In a closure a name that is none of these is captured, but those of constants are not.
    pub(super) fn name(&mut self, ident: &Ident) -> Option<Binding> {
        if let Some(binding) = self.known(ident) {
            return Some(binding);
        }
        if self.is_constant(ident) {
            return Some(Binding::Const);
        }
        if !self.closure {
            return None;
        }
        let element = self.infer.slot(self.slots.len());
        let slot = Slot::new(ident.clone(), Role::Value, element, None);
        Some(Binding::Slot(self.slot(slot, true)))
    }

    /// A name that is known, and nearly this one.
    pub(super) fn nearest(&self, ident: &Ident) -> Option<String> {
        let known = self.scopes.iter().flatten().filter(|(_, it)| !matches!(it, Binding::Refused));
        near::name(&ident.to_string(), known.map(|(name, _)| name.text())).map(str::to_owned)
    }

    /// Whether a name that is not known is a constant's: those are written in capitals; one that only begins with one could be captured,
    /// unless the body imports it.
    pub(super) fn is_constant(&self, ident: &Ident) -> bool {
        let name = ident.to_string();
        let capitals =
            name.chars().any(|c| c.is_ascii_uppercase()) && !name.chars().any(|c| c.is_ascii_lowercase());
        capitals || names_constant(ident) && (!self.closure || self.imports_variants())
    }

    /// What an expression means, if it is a name that is known.
    pub(super) fn index_binding(&self, it: &syn::Expr) -> Option<Binding> {
        let syn::Expr::Path(path) = it else { return None };
        self.known(path.path.get_ident()?)
    }

    /// The body, with every type as far as it can be known.
    pub(super) fn finish(mut self, mut block: Vec<Stmt>) -> Body {
        self.infer.finish();
        for stmt in &mut block {
            stmt.walk_expressions_mut(&mut |expr| {
                super::finish::resolved(&self, expr);
            });
        }
        for variable in &mut self.body.variables {
            variable.ty = self.infer.resolve(&variable.ty);
        }
        if super::operands::are_refused(&block) {
            (self.infer.contradicts, self.infer.mistaken) = (true, true);
        }
        self.body.block = block;
        self.body.unused = self.unused();
        self.body.alike = self.alike();
        self.body.type_parameters = self.infer.type_parameters.into_iter().collect();
        self.body.contradicts = self.infer.contradicts;
        self.body.mistaken = self.infer.mistaken;
        self.body
    }
}

/// Constants, and variants that are imported, begin with a capital; so written, a name in a pattern is one.
pub(super) fn names_constant(ident: &Ident) -> bool {
    ident.to_string().trim_start_matches("r#").trim_start_matches('_').starts_with(char::is_uppercase)
}
