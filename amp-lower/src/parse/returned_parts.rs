//! Calls of functions whose results contain slices, `fn number(text: &[u8]) -> Option<(u32, &[u8])>`.
//!
//! A macro does not see the signature of a called function. So a declared type, the function's signature in the same `impl`
//! block, or the names in a pattern decide. In `let (n, text) = number(text)?;`, the second component is a slice because the
//! name is that of a slice. Such a value becomes `returned::<(_, &[_])>(number(text)?)`. On the host, this function returns its
//! argument, so rustc checks the decision.

use super::optional_references::{Kind, argument_of, may_be_marked};
use super::result_shapes::Shape;
use super::shadowing::scope;
use crate::site::Site;
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// The type and the value in `returned::<T>(value)`. `None` for other expressions.
pub(crate) fn marked(it: &syn::ExprCall) -> Option<(&syn::Type, &syn::Expr)> {
    let value = argument_of(it, "returned")?;
    Some((type_argument(it)?, value))
}

pub(super) fn type_argument(it: &syn::ExprCall) -> Option<&syn::Type> {
    let syn::Expr::Path(path) = &*it.func else { return None };
    let syn::PathArguments::AngleBracketed(list) = &path.path.segments.last()?.arguments else { return None };
    match list.args.first()? {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// The methods between a call and the value of which a pattern takes the parts.
const EXTRACTING: [&str; 6] = ["expect", "map_err", "ok", "ok_or", "ok_or_else", "unwrap"];

/// Methods of slices whose results lowering knows.
const OF_SLICES: [&str; 7] = [
    "as_bytes",
    "as_slice",
    "split_at",
    "split_at_checked",
    "trim_ascii",
    "trim_ascii_end",
    "trim_ascii_start",
];

/// The call of a user's function in a value such as `number(text)?` and `number(text).ok_or(error)?`.
pub(crate) fn base(it: &syn::Expr) -> Option<&syn::Expr> {
    match it {
        syn::Expr::Paren(inner) => base(&inner.expr),
        syn::Expr::Try(tried) => base(&tried.expr),
        syn::Expr::MethodCall(call) if EXTRACTING.iter().any(|name| call.method == name) => {
            base(&call.receiver)
        }
        syn::Expr::MethodCall(call) if OF_SLICES.iter().any(|name| call.method == name) => None,
        other => (!is_mark(other) && may_be_marked(other)).then_some(other),
    }
}

/// Like [`base`].
pub(crate) fn base_mut(it: &mut syn::Expr) -> Option<&mut syn::Expr> {
    base(it)?;
    if let syn::Expr::MethodCall(call) = &*it
        && EXTRACTING.iter().any(|name| call.method == name)
    {
        let syn::Expr::MethodCall(call) = it else { return None };
        return base_mut(&mut call.receiver);
    }
    match it {
        syn::Expr::Paren(inner) => base_mut(&mut inner.expr),
        syn::Expr::Try(tried) => base_mut(&mut tried.expr),
        other => Some(other),
    }
}

/// Whether an expression is a call of a function that only expansions call.
fn is_mark(it: &syn::Expr) -> bool {
    let syn::Expr::Call(call) = it else { return false };
    matches!(&*call.func, syn::Expr::Path(path) if path.path.segments.iter().any(|it| it.ident == "__private"))
}

/// The value as `returned::<T>(value)`, where `T` has the given references.
pub(crate) fn mark(it: &syn::Expr, shape: &Shape) -> syn::Expr {
    let (ty, span) = (shape.written(), Site::of(it).first.resolved_at(Span::mixed_site()));
    syn::parse_quote_spanned!(span=> ::amp::__private::returned::<#ty>(#it))
}

/// Marks the calls in the body of a kernel.
pub(super) fn in_block(block: &mut syn::Block) {
    let facts = Facts::of(None, block, &HashMap::new());
    Marks(&facts).visit_block_mut(block);
}

/// Marks the calls in a closure kernel.
pub(super) fn in_closure(closure: &mut syn::ExprClosure) {
    if let syn::Expr::Block(block) = &mut *closure.body {
        in_block(&mut block.block);
    }
}

/// Marks the calls in the functions of an item.
pub(super) fn in_item(item: &mut syn::Item) {
    match item {
        syn::Item::Fn(function) => {
            let facts = Facts::of(Some(&function.sig), &function.block, &HashMap::new());
            Marks(&facts).visit_block_mut(&mut function.block);
        }
        syn::Item::Impl(block) => {
            let own = Own::of(block);
            block.items.iter_mut().for_each(|item| own.mark(item));
        }
        _ => {}
    }
}

/// The functions of an `impl` block whose results contain slices, by the text before the arguments of a call.
pub(super) struct Own(HashMap<String, Shape>);

impl Own {
    pub(super) fn of(block: &syn::ItemImpl) -> Self {
        let mut own = HashMap::new();
        for item in &block.items {
            let syn::ImplItem::Fn(function) = item else { continue };
            let syn::ReturnType::Type(_, ty) = &function.sig.output else { continue };
            let (shape, name) = (Shape::of(ty), &function.sig.ident);
            if !shape.has_slice() {
                continue;
            }
            let owner = match &*block.self_ty {
                syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
                _ => None,
            };
            for prefix in ["self . ".to_owned(), "Self :: ".to_owned()]
                .into_iter()
                .chain(owner.map(|owner| format!("{owner} :: ")))
            {
                own.insert(format!("{prefix}{name}"), shape.clone());
            }
        }
        Own(own)
    }

    /// Marks the calls in a function of the block.
    pub(super) fn mark(&self, item: &mut syn::ImplItem) {
        if let syn::ImplItem::Fn(function) = item {
            let facts = Facts::of(Some(&function.sig), &function.block, &self.0);
            Marks(&facts).visit_block_mut(&mut function.block);
        }
    }
}

/// The text of a call before its arguments.
fn key(call: &syn::Expr) -> Option<String> {
    match call {
        syn::Expr::MethodCall(call) => Some(match &*call.receiver {
            syn::Expr::Path(path) if path.path.is_ident("self") => format!("self . {}", call.method),
            _ => format!(". {}", call.method),
        }),
        syn::Expr::Call(call) => match &*call.func {
            syn::Expr::Path(path) => Some(path.path.to_token_stream().to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// The facts about called functions that a function body shows.
#[derive(Clone, Default)]
struct Facts {
    /// The names of slices.
    slices: HashSet<String>,
    /// The names that are slices in the function's results.
    results: HashSet<String>,
    /// The parameters that are references, by the call's text and the position of the argument.
    references: HashSet<(String, usize)>,
    calls: HashMap<String, Known>,
    result: Option<Kind>,
}

/// The result of a function.
#[derive(Clone, PartialEq)]
struct Known {
    /// The references in its value, or in the payload of its `Option` or `Result`.
    payload: Shape,
    kind: Option<Kind>,
}

impl Facts {
    fn of(signature: Option<&syn::Signature>, block: &syn::Block, own: &HashMap<String, Shape>) -> Self {
        let mut facts = Facts::default();
        for (key, shape) in own {
            let known = Known { payload: shape.payload().clone(), kind: kind_of(shape) };
            facts.calls.insert(key.clone(), known);
        }
        if let Some(signature) = signature {
            for input in &signature.inputs {
                if let syn::FnArg::Typed(typed) = input
                    && let (syn::Type::Reference(to), syn::Pat::Ident(name)) = (&*typed.ty, &*typed.pat)
                    && matches!(*to.elem, syn::Type::Slice(_))
                {
                    facts.slices.insert(name.ident.to_string());
                }
            }
            if let syn::ReturnType::Type(_, ty) = &signature.output {
                let shape = Shape::of(ty);
                facts.result = written_kind(ty);
                if shape.has_slice() {
                    let mut results = ResultNames { shape: &shape, names: HashSet::new() };
                    results.block(block, &shape);
                    facts.results = results.names;
                }
            }
        }
        // Each round may show more names of slices.
        for _ in 0..4 {
            let mut found = Collector { facts: &facts, new: facts.clone() };
            found.visit_block(block);
            let new = found.new;
            let is_same =
                new.slices == facts.slices && new.references == facts.references && new.calls == facts.calls;
            facts = new;
            if is_same {
                break;
            }
        }
        facts
    }

    /// The known facts about the function that a value's call calls.
    fn known(&self, value: &syn::Expr) -> Option<&Known> {
        self.calls.get(&key(base(value)?)?).filter(|known| known.payload.has_slice())
    }
}

fn kind_of(shape: &Shape) -> Option<Kind> {
    match shape {
        Shape::Option(_) => Some(Kind::Option),
        Shape::Result(..) => Some(Kind::Result),
        _ => None,
    }
}

fn written_kind(ty: &syn::Type) -> Option<Kind> {
    let syn::Type::Path(path) = ty else { return None };
    match path.path.segments.last()?.ident.to_string().as_str() {
        "Option" => Some(Kind::Option),
        "Result" => Some(Kind::Result),
        _ => None,
    }
}

/// The shape of an `Option` or a `Result` with this payload.
fn wrapped(payload: &Shape, kind: Option<Kind>) -> Shape {
    match kind {
        None => payload.clone(),
        Some(Kind::Option) => Shape::Option(Box::new(payload.clone())),
        Some(Kind::Result) => Shape::Result(Box::new(payload.clone()), Box::new(Shape::Value)),
    }
}

/// The pattern of the payload, and the kind that the variant shows.
fn payload(pattern: &syn::Pat) -> (&syn::Pat, Option<Kind>) {
    match pattern {
        syn::Pat::Paren(inner) => payload(&inner.pat),
        syn::Pat::Guard(guarded) => payload(&guarded.pat),
        syn::Pat::TupleStruct(it) if it.elems.len() == 1 => {
            match it.path.segments.last().map(|last| last.ident.to_string()).as_deref() {
                Some("Some") => (&it.elems[0], Some(Kind::Option)),
                Some("Ok") => (&it.elems[0], Some(Kind::Result)),
                _ => (pattern, None),
            }
        }
        other => (other, None),
    }
}

/// Whether a pattern is that of a variant of `Option` or `Result`.
fn variant_kind(pattern: &syn::Pat) -> Option<Kind> {
    let path = match pattern {
        syn::Pat::Paren(inner) => return variant_kind(&inner.pat),
        syn::Pat::Guard(guarded) => return variant_kind(&guarded.pat),
        syn::Pat::Or(list) => return list.cases.iter().find_map(variant_kind),
        syn::Pat::TupleStruct(it) => &it.path,
        syn::Pat::Path(it) => &it.path,
        syn::Pat::Ident(it) if it.ident == "None" => return Some(Kind::Option),
        _ => return None,
    };
    match path.segments.last()?.ident.to_string().as_str() {
        "Some" | "None" => Some(Kind::Option),
        "Ok" | "Err" => Some(Kind::Result),
        _ => None,
    }
}

/// The kind of the called function's result, as the methods after the call show it.
fn extracted_kind(value: &syn::Expr, result: Option<Kind>) -> Option<Kind> {
    match value {
        syn::Expr::Paren(inner) => extracted_kind(&inner.expr, result),
        syn::Expr::Try(tried) => match &*tried.expr {
            syn::Expr::MethodCall(_) => extracted_kind(&tried.expr, None).or(result),
            _ => result,
        },
        syn::Expr::MethodCall(call) if call.method == "ok_or" || call.method == "ok_or_else" => {
            Some(Kind::Option)
        }
        syn::Expr::MethodCall(call) if call.method == "ok" || call.method == "map_err" => Some(Kind::Result),
        _ => None,
    }
}

/// The shape of a value that a pattern takes apart.
fn whole_shape(pattern: &syn::Pat, value: &syn::Expr, known: &Known) -> Shape {
    if let Some(kind) = variant_kind(pattern) {
        return wrapped(&known.payload, Some(kind));
    }
    match without_parentheses(value) {
        syn::Expr::Try(_) => known.payload.clone(),
        syn::Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            known.payload.clone()
        }
        syn::Expr::MethodCall(call)
            if ["ok_or", "ok_or_else", "map_err"].iter().any(|name| call.method == name) =>
        {
            wrapped(&known.payload, Some(Kind::Result))
        }
        syn::Expr::MethodCall(call) if call.method == "ok" => wrapped(&known.payload, Some(Kind::Option)),
        _ => match pattern {
            syn::Pat::Tuple(_) => known.payload.clone(),
            _ => wrapped(&known.payload, known.kind),
        },
    }
}

fn without_parentheses(it: &syn::Expr) -> &syn::Expr {
    match it {
        syn::Expr::Paren(inner) => without_parentheses(&inner.expr),
        other => other,
    }
}

fn name_of(it: &syn::Expr) -> Option<&Ident> {
    match without_parentheses(it) {
        syn::Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// A search for the names at the positions of slices in a function's results.
struct ResultNames<'s> {
    shape: &'s Shape,
    names: HashSet<String>,
}

impl ResultNames<'_> {
    fn block(&mut self, block: &syn::Block, shape: &Shape) {
        for (n, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                syn::Stmt::Expr(result, None) if n + 1 == block.stmts.len() => self.result(result, shape),
                other => self.visit_stmt(other),
            }
        }
    }

    fn result(&mut self, it: &syn::Expr, shape: &Shape) {
        match (it, shape) {
            (syn::Expr::Paren(inner), _) => self.result(&inner.expr, shape),
            (syn::Expr::Block(block), _) => self.block(&block.block, shape),
            (syn::Expr::If(branches), _) => {
                self.block(&branches.then_branch, shape);
                if let Some((_, otherwise)) = &branches.else_branch {
                    self.result(otherwise, shape);
                }
            }
            (syn::Expr::Match(arms), _) => arms.arms.iter().for_each(|arm| self.result(&arm.body, shape)),
            (syn::Expr::Tuple(tuple), Shape::Tuple(shapes)) => {
                tuple.elems.iter().zip(shapes).for_each(|(part, shape)| self.result(part, shape));
            }
            (syn::Expr::Call(call), Shape::Option(of) | Shape::Result(of, _)) => {
                let is_full = matches!(&*call.func, syn::Expr::Path(path)
                    if path.path.segments.last().is_some_and(|last| last.ident == "Some" || last.ident == "Ok"));
                if is_full {
                    call.args.iter().for_each(|argument| self.result(argument, of));
                }
            }
            (other, Shape::Slice) => {
                if let Some(name) = name_of(other) {
                    self.names.insert(name.to_string());
                }
            }
            (other, _) => self.visit_expr(other),
        }
    }
}

impl<'ast> Visit<'ast> for ResultNames<'_> {
    fn visit_expr_return(&mut self, it: &'ast syn::ExprReturn) {
        if let Some(result) = &it.expr {
            let shape = self.shape;
            self.result(result, shape);
        }
    }

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// A visitor that collects facts.
struct Collector<'f> {
    facts: &'f Facts,
    new: Facts,
}

impl Collector<'_> {
    /// Records a pattern that takes a value apart. `scope` visits the code in which its names are known. An irrefutable
    /// pattern `[a, ..]` is one of an array, because a slice can be empty.
    fn binding(
        &mut self,
        pattern: &syn::Pat,
        value: &syn::Expr,
        is_irrefutable: bool,
        scope: &dyn Fn(&Ident, &mut Uses<'_>),
    ) {
        let Some(call) = base(value) else { return };
        let Some(key) = key(call) else { return };
        if let syn::Pat::Type(typed) = pattern {
            let shape = Shape::of(&typed.ty);
            if shape.has_slice() {
                let payload = shape.payload().clone();
                self.names(&typed.pat, &payload);
                self.record(key, &payload, kind_of(&shape));
            }
            return;
        }
        let (inner, kind) = payload(pattern);
        let mut open = inner.clone();
        if is_irrefutable {
            WithoutArrays.visit_pat_mut(&mut open);
        }
        let shape = self.shape(&open, call, false, scope);
        let known = self.facts.calls.get(&key).map_or(Shape::Value, |known| known.payload.clone());
        let shape = known.merged(&shape);
        if shape.has_slice() {
            self.names(inner, &shape);
            self.record(key, &shape, kind.or_else(|| extracted_kind(value, self.facts.result)));
        }
    }

    fn record(&mut self, key: String, payload: &Shape, kind: Option<Kind>) {
        let known = self.new.calls.entry(key).or_insert(Known { payload: Shape::Value, kind });
        known.payload = known.payload.merged(payload);
        known.kind = known.kind.or(kind);
    }

    /// Records the names at the positions of slices.
    fn names(&mut self, pattern: &syn::Pat, shape: &Shape) {
        match (pattern, shape) {
            (syn::Pat::Paren(inner), _) => self.names(&inner.pat, shape),
            (syn::Pat::Ident(name), Shape::Slice) => {
                self.new.slices.insert(name.ident.to_string());
            }
            (syn::Pat::Tuple(tuple), Shape::Tuple(shapes)) => {
                tuple.elems.iter().zip(shapes).for_each(|(part, shape)| self.names(part, shape));
            }
            _ => {}
        }
    }

    fn shape(
        &self,
        pattern: &syn::Pat,
        call: &syn::Expr,
        is_part: bool,
        scope: &dyn Fn(&Ident, &mut Uses<'_>),
    ) -> Shape {
        match pattern {
            syn::Pat::Paren(inner) => self.shape(&inner.pat, call, is_part, scope),
            syn::Pat::Type(typed) => Shape::of(&typed.ty),
            syn::Pat::Tuple(tuple) if !tuple.elems.iter().any(|part| matches!(part, syn::Pat::Rest(_))) => {
                Shape::Tuple(tuple.elems.iter().map(|part| self.shape(part, call, true, scope)).collect())
            }
            syn::Pat::Slice(slice) if is_part => {
                let is_open = slice.elems.iter().any(|part| match part {
                    syn::Pat::Rest(_) => true,
                    syn::Pat::Ident(name) => name.subpat.is_some(),
                    _ => false,
                });
                if is_open || slice.elems.is_empty() { Shape::Slice } else { Shape::Value }
            }
            syn::Pat::Reference(it) if is_part && it.mutability.is_none() => Shape::Reference,
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                match self.is_slice(&name.ident, call, is_part, scope) {
                    true => Shape::Slice,
                    false => Shape::Value,
                }
            }
            _ => Shape::Value,
        }
    }

    fn is_slice(
        &self,
        name: &Ident,
        call: &syn::Expr,
        is_part: bool,
        scope: &dyn Fn(&Ident, &mut Uses<'_>),
    ) -> bool {
        let arguments: Vec<_> = match call {
            syn::Expr::Call(call) => call.args.iter().collect(),
            syn::Expr::MethodCall(call) => call.args.iter().collect(),
            _ => return false,
        };
        let is_reference = |it: &&&syn::Expr| match without_parentheses(it) {
            syn::Expr::Reference(it) => it.mutability.is_none(),
            other => name_of(other).is_some_and(|name| self.facts.slices.contains(&name.to_string())),
        };
        let takes_slice = arguments.iter().any(|argument| is_reference(&argument));
        let text = name.to_string();
        let is_argument = arguments.iter().any(|argument| match without_parentheses(argument) {
            syn::Expr::Reference(it) => name_of(&it.expr) == Some(name),
            other => name_of(other) == Some(name),
        });
        if takes_slice && is_part {
            let conventional = ["rest", "tail", "remaining", "remainder"].contains(&text.as_str());
            if conventional || is_argument && self.facts.slices.contains(&text) {
                return true;
            }
        }
        if takes_slice && is_argument && self.facts.slices.contains(&text) {
            return true;
        }
        let mut uses = Uses { name, facts: self.facts, is_part, found: false };
        scope(name, &mut uses);
        uses.found
    }

    fn conditions(&mut self, condition: &syn::Expr, whole: &syn::Expr, body: &syn::Block) {
        match condition {
            syn::Expr::Let(it) => self.binding(&it.pat, &it.expr, false, &|_, uses| {
                uses.visit_expr(whole);
                uses.visit_block(body);
            }),
            syn::Expr::Binary(it) => {
                self.conditions(&it.left, whole, body);
                self.conditions(&it.right, whole, body);
            }
            _ => {}
        }
    }

    /// Records which arguments of a call are references.
    fn arguments<'e>(&mut self, key: Option<String>, arguments: impl Iterator<Item = &'e syn::Expr>) {
        let Some(key) = key else { return };
        for (n, argument) in arguments.enumerate() {
            let is_slice = match without_parentheses(argument) {
                syn::Expr::Reference(it) => it.mutability.is_none(),
                other => name_of(other).is_some_and(|name| self.facts.slices.contains(&name.to_string())),
            };
            if is_slice {
                self.new.references.insert((key.clone(), n));
            }
        }
    }
}

/// A visitor that replaces the patterns of arrays in an irrefutable pattern by `_`.
struct WithoutArrays;

impl VisitMut for WithoutArrays {
    fn visit_pat_mut(&mut self, pattern: &mut syn::Pat) {
        let is_rest = |part: &syn::Pat| match part {
            syn::Pat::Rest(_) => true,
            syn::Pat::Ident(name) => {
                name.subpat.as_ref().is_some_and(|(_, inner)| matches!(**inner, syn::Pat::Rest(_)))
            }
            _ => false,
        };
        match pattern {
            syn::Pat::Slice(slice) if !slice.elems.iter().all(is_rest) => *pattern = syn::parse_quote!(_),
            _ => visit_mut::visit_pat_mut(self, pattern),
        }
    }
}

/// Methods of an `Option` and a `Result` whose closure takes the payload.
const MAPPING: [&str; 7] =
    ["and_then", "is_none_or", "is_ok_and", "is_some_and", "map", "map_or", "map_or_else"];

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_block(&mut self, block: &'ast syn::Block) {
        for (n, stmt) in block.stmts.iter().enumerate() {
            if let syn::Stmt::Local(syn::Local { pat, init, .. }) = stmt {
                if let syn::Pat::Type(typed) = pat
                    && let syn::Pat::Ident(name) = &*typed.pat
                    && Shape::of(&typed.ty) == Shape::Slice
                {
                    self.new.slices.insert(name.ident.to_string());
                }
                if let Some(init) = init {
                    if let syn::Pat::Ident(name) = pat
                        && matches!(&*init.expr, syn::Expr::Reference(it)
                            if matches!(&*it.expr, syn::Expr::Index(index) if matches!(*index.index, syn::Expr::Range(_))))
                    {
                        self.new.slices.insert(name.ident.to_string());
                    }
                    let after = &block.stmts[n + 1..];
                    self.binding(pat, &init.expr, init.diverge.is_none(), &|name, uses| {
                        scope(name, after).iter().for_each(|stmt| uses.visit_stmt(stmt));
                    });
                }
            }
        }
        visit::visit_block(self, block);
    }

    fn visit_expr_if(&mut self, it: &'ast syn::ExprIf) {
        self.conditions(&it.cond, &it.cond, &it.then_branch);
        visit::visit_expr_if(self, it);
    }

    fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
        self.conditions(&it.cond, &it.cond, &it.body);
        visit::visit_expr_while(self, it);
    }

    fn visit_expr_match(&mut self, it: &'ast syn::ExprMatch) {
        for arm in &it.arms {
            self.binding(&arm.pat, &it.expr, false, &|_, uses| uses.visit_expr(&arm.body));
        }
        visit::visit_expr_match(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        self.arguments(key(&syn::Expr::MethodCall(it.clone())), it.args.iter());
        if MAPPING.iter().any(|name| it.method == name)
            && let Some(syn::Expr::Closure(closure)) = it.args.last()
            && let Some(pattern) = closure.inputs.first()
            && base(&it.receiver).is_some()
        {
            self.binding(pattern, &it.receiver, true, &|_, uses| uses.visit_expr(&closure.body));
        }
        visit::visit_expr_method_call(self, it);
    }

    fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
        self.arguments(key(&syn::Expr::Call(it.clone())), it.args.iter());
        visit::visit_expr_call(self, it);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// A search for uses of a name that show that it is a slice.
struct Uses<'n> {
    name: &'n Ident,
    facts: &'n Facts,
    /// Whether the name is a component of a tuple. So it is no reference that lowering already knows.
    is_part: bool,
    found: bool,
}

impl Uses<'_> {
    fn is_name(&self, it: &syn::Expr) -> bool {
        name_of(it) == Some(self.name)
    }

    fn pattern(&mut self, pattern: &syn::Pat) {
        match pattern {
            syn::Pat::Paren(inner) => self.pattern(&inner.pat),
            syn::Pat::Guard(guarded) => self.pattern(&guarded.pat),
            syn::Pat::Or(list) => list.cases.iter().for_each(|case| self.pattern(case)),
            syn::Pat::Slice(slice) => {
                self.found |= slice.elems.is_empty()
                    || slice.elems.iter().any(|part| match part {
                        syn::Pat::Rest(_) => true,
                        syn::Pat::Ident(name) => name.subpat.is_some(),
                        _ => false,
                    });
            }
            _ => {}
        }
    }

    fn arguments<'e>(&mut self, key: Option<String>, arguments: impl Iterator<Item = &'e syn::Expr>) {
        let Some(key) = key else { return };
        for (n, argument) in arguments.enumerate() {
            if self.is_part && self.is_name(argument) && self.facts.references.contains(&(key.clone(), n)) {
                self.found = true;
            }
        }
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        const CERTAIN: [&str; 8] = [
            "split_at",
            "split_first",
            "split_last",
            "strip_prefix",
            "strip_suffix",
            "trim_ascii",
            "trim_ascii_end",
            "trim_ascii_start",
        ];
        if self.is_name(&it.receiver) && CERTAIN.iter().any(|name| it.method == name) {
            self.found |= self.is_part;
        }
        self.arguments(key(&syn::Expr::MethodCall(it.clone())), it.args.iter());
        visit::visit_expr_method_call(self, it);
    }

    fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
        self.arguments(key(&syn::Expr::Call(it.clone())), it.args.iter());
        visit::visit_expr_call(self, it);
    }

    fn visit_expr_match(&mut self, it: &'ast syn::ExprMatch) {
        if self.is_part && self.is_name(&it.expr) {
            it.arms.iter().for_each(|arm| self.pattern(&arm.pat));
        }
        visit::visit_expr_match(self, it);
    }

    fn visit_expr_let(&mut self, it: &'ast syn::ExprLet) {
        if self.is_part && self.is_name(&it.expr) {
            self.pattern(&it.pat);
        }
        visit::visit_expr_let(self, it);
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        if self.is_part && self.is_name(&it.expr) {
            self.found |= matches!(&*it.pat, syn::Pat::Reference(_));
        }
        visit::visit_expr_for_loop(self, it);
    }

    fn visit_expr_assign(&mut self, it: &'ast syn::ExprAssign) {
        let is_slice = name_of(&it.left).is_some_and(|name| self.facts.slices.contains(&name.to_string()));
        self.found |= is_slice && self.is_name(&it.right);
        visit::visit_expr_assign(self, it);
    }

    fn visit_path(&mut self, it: &'ast syn::Path) {
        // The name is a slice in the function's result.
        self.found |= it.is_ident(self.name) && self.facts.results.contains(&self.name.to_string());
        visit::visit_path(self, it);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// A visitor that marks the calls whose results contain slices.
struct Marks<'f>(&'f Facts);

impl Marks<'_> {
    /// Marks the value that patterns take apart.
    fn value<'p>(&self, value: &mut syn::Expr, patterns: impl Iterator<Item = &'p syn::Pat>) {
        let Some(known) = self.0.known(value) else { return };
        let mut patterns = patterns.filter(|pattern| !matches!(pattern, syn::Pat::Wild(_)));
        let Some(first) = patterns.next() else { return };
        let pattern =
            std::iter::once(first).chain(patterns).find(|it| variant_kind(it).is_some()).unwrap_or(first);
        *value = mark(value, &whole_shape(pattern, value, known));
    }

    fn conditions(&self, condition: &mut syn::Expr) {
        match condition {
            syn::Expr::Let(it) => {
                let pattern = &it.pat;
                self.value(&mut it.expr, std::iter::once(&**pattern));
            }
            syn::Expr::Binary(it) => {
                self.conditions(&mut it.left);
                self.conditions(&mut it.right);
            }
            _ => {}
        }
    }

    /// Marks a call whose result is a part of an expression. `None` if the call's result is not known.
    fn used(&self, it: &mut syn::Expr) {
        if let Some(known) = self.0.known(it) {
            let pattern: syn::Pat = syn::parse_quote!(value);
            *it = mark(it, &whole_shape(&pattern, it, known));
        }
    }

    /// Like [`Marks::used`], for a slice that is the receiver of a method or has a subscript.
    fn place(&self, it: &mut syn::Expr) {
        self.used(it);
        if let syn::Expr::Call(call) = &*it
            && let Some((ty, _)) = marked(call)
            && Shape::of(ty) == Shape::Slice
        {
            *it = syn::parse_quote!((*#it));
        }
    }
}

impl VisitMut for Marks<'_> {
    fn visit_local_mut(&mut self, it: &mut syn::Local) {
        visit_mut::visit_local_mut(self, it);
        let Some(init) = &mut it.init else { return };
        match &it.pat {
            syn::Pat::Type(typed) => {
                let shape = Shape::of(&typed.ty);
                let is_simple = shape.payload() == &Shape::Slice;
                if shape.has_slice() && !is_simple && base(&init.expr).is_some() {
                    *init.expr = mark(&init.expr, &shape);
                }
            }
            pattern => self.value(&mut init.expr, std::iter::once(pattern)),
        }
    }

    fn visit_expr_if_mut(&mut self, it: &mut syn::ExprIf) {
        visit_mut::visit_expr_if_mut(self, it);
        self.conditions(&mut it.cond);
    }

    fn visit_expr_while_mut(&mut self, it: &mut syn::ExprWhile) {
        visit_mut::visit_expr_while_mut(self, it);
        self.conditions(&mut it.cond);
    }

    fn visit_expr_match_mut(&mut self, it: &mut syn::ExprMatch) {
        visit_mut::visit_expr_match_mut(self, it);
        let patterns = it.arms.iter().map(|arm| &arm.pat);
        self.value(&mut it.expr, patterns);
    }

    fn visit_expr_mut(&mut self, it: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, it);
        match it {
            syn::Expr::MethodCall(call) if EXTRACTING.iter().any(|name| call.method == name) => {}
            syn::Expr::MethodCall(call) => {
                // `number(text).map(|(n, rest)| ..)` is no method of a tuple.
                if MAPPING.iter().any(|name| call.method == name)
                    && let Some(known) = self.0.known(&call.receiver)
                    && base(&call.receiver).is_some_and(|base| std::ptr::eq(base, &*call.receiver))
                {
                    let kind = known.kind.or(self.0.result).or(Some(Kind::Option));
                    *call.receiver = mark(&call.receiver, &wrapped(&known.payload, kind));
                }
                self.place(&mut call.receiver);
                call.args.iter_mut().for_each(|argument| self.used(argument));
            }
            syn::Expr::Call(call) if !is_mark(&syn::Expr::Call(call.clone())) => {
                call.args.iter_mut().for_each(|argument| self.used(argument));
            }
            syn::Expr::Field(field) => self.used(&mut field.base),
            syn::Expr::Index(index) => self.place(&mut index.expr),
            syn::Expr::ForLoop(it) => self.used(&mut it.expr),
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
