//! Prints the IR as a WGSL template: text with holes where the text depends on a type or value that rustc
//! resolves.
//!
//! `Piece` describes the template; `stmt`, `expr` and `subscripts` print the body. `workarounds` contains what only
//! bugs of naga and of drivers require.

mod call;
mod entries;
mod expr;
mod loops;
mod piece;
mod stage;
mod stmt;
mod strict;
mod subscripts;
mod workarounds;
mod zero_sized;

use crate::analysis::{Facts, has_dynamic_index};
use crate::ir::{self, Body, Expr, ExprKind, Parameter, Role, Ty, Var};
use crate::site::Site;
pub(crate) use entries::{Entries, Scope, Subject};
pub(crate) use piece::{Part, closure, info, list_of, piece_import, pieces};
#[cfg(test)]
pub(crate) use stage::{Argument, Function, Root, SubviewStep};
pub(crate) use stage::{Closure, Note, Piece, Step};
use std::collections::{HashMap, HashSet};
use workarounds::OpaqueExits;

/// Prints the body of a kernel's entry point. A [`Piece::Mark`] marks the beginning of each statement. Also
/// returns the source location of each statement, in the order of the marks.
pub(crate) fn kernel(facts: &Facts) -> (Vec<Piece>, Vec<Site>) {
    let kernel = &*facts.kernel;
    let mut writer = Writer::new(facts, 1);
    (writer.is_kernel, writer.shares_addresses) = (true, true);
    writer.parts.extend(facts.prove_in_bounds().map(Piece::RequiresBounds));
    writer.parts.extend(kernel.body.strict_float.then_some(Piece::Strict));
    writer.atomic = (0..kernel.captures.len()).filter(|capture| kernel.captures[*capture].atomic).collect();
    let is_value =
        |capture: &usize| matches!(kernel.captures[*capture].role, Role::Value | Role::ValueOrView);
    writer.values = (0..kernel.captures.len()).filter(is_value).collect();
    // A callee may use atomic operations on a view that it takes by `&mut`.
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut |expr| {
            if let ExprKind::ViewArg { capture, mutable: true, .. } = expr.kind {
                writer.atomic.push(capture);
            }
        });
    }
    writer.shares_views = facts.needs_storage_fence();
    writer.shares_tile = !kernel.body.tile_static.is_empty();
    writer.with_const_arrays(|writer| writer.block(&kernel.body.block));
    writer.finish()
}

/// Prints the closure of an op, which a launch passes to a kernel.
pub(crate) fn op(facts: &Facts, closure: &ir::Closure) -> Closure {
    let kernel = &*facts.kernel;
    let mut writer = Writer::new(facts, 1);
    let is_value =
        |capture: &usize| matches!(kernel.captures[*capture].role, Role::Value | Role::ValueOrView);
    writer.values = (0..kernel.captures.len()).filter(is_value).collect();
    let mut passed = writer.closure(closure);
    if has_dynamic_index(&kernel.body) {
        passed.body.insert(0, Piece::MayIndexAnywhere);
    }
    writer.add_file(&mut passed.body);
    passed
}

/// Prints a device function without its name: parameter list, result type and body. Also returns the source
/// locations of its statements.
pub(crate) fn function(function: &ir::Function) -> (Vec<Piece>, Vec<Site>) {
    let facts = Facts::new(function.as_kernel());
    let mut writer = Writer::new(&facts, 1);
    writer.parts.extend(has_dynamic_index(&function.body).then_some(Piece::MayIndexAnywhere));
    writer.parts.extend(function.body.strict_float.then_some(Piece::Strict));
    // The callers of a device function are unknown. A caller may access the elements of a view argument by
    // atomic operations, and share views and tile memory between work-items. So the printer assumes both.
    (writer.shares_views, writer.shares_tile) = (true, true);
    writer.atomic = (0..function.captures.len()).collect();
    let slices = function.parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Var(var) if matches!(function.body.variables[var.0].ty, Ty::Slice(_)) => Some(*var),
        _ => None,
    });
    writer.slices = slices.zip(function.captures.len()..).collect();
    writer.text("(");
    for (n, parameter) in function.parameters.iter().enumerate() {
        writer.text(if n == 0 { "" } else { ", " });
        if let Parameter::View(view) = parameter {
            writer.parts.push(Piece::View(*view));
            continue;
        }
        if let Parameter::Callable(callable) = parameter {
            writer.parts.push(Piece::Reference(function.callables[*callable].position));
            continue;
        }
        let Parameter::Var(parameter) = parameter else { continue };
        let variable = &function.body.variables[parameter.0];
        if let (Some((position, _)), Some(view)) = (variable.reference, writer.slice_view(*parameter)) {
            let item = match &variable.ty {
                Ty::Slice(item) => (**item).clone(),
                other => other.clone(),
            };
            writer.parts.push(Piece::SliceParameter(position, view, item));
            continue;
        }
        if let Some((position, _)) = variable.reference {
            writer.parts.push(Piece::Reference(position));
            continue;
        }
        let incoming = if writer.is_place(*parameter) { "in_" } else { "" };
        writer.unless_zero_sized(&variable.ty, |writer| {
            writer.text(&format!("{incoming}{}: ", variable.name));
            writer.ty(&variable.ty);
        });
    }
    writer.text(")");
    writer.unless_zero_sized(&function.result, |writer| {
        writer.text(" -> ");
        writer.ty(&function.result);
    });
    writer.text(" {\n");
    for parameter in &function.parameters {
        let Parameter::Var(parameter) = parameter else { continue };
        let variable = &function.body.variables[parameter.0];
        if writer.is_place(*parameter) && variable.reference.is_none() {
            writer.unless_zero_sized(&variable.ty, |writer| {
                writer.line(&format!("var {0} = in_{0};\n", variable.name))
            });
        }
    }
    writer.with_const_arrays(|writer| writer.block(&function.body.block));
    writer.add_trailing_return(&function.body.block, &function.result);
    writer.text("}\n");
    writer.finish()
}

/// The printer of one template, and the pieces printed so far.
pub(super) struct Writer<'b> {
    body: &'b Body,
    facts: &'b Facts,
    /// Whether the body is that of a kernel, and not of a device function.
    is_kernel: bool,
    /// Whether subscripts with a constant difference share one address computation: in a kernel, outside of
    /// closures.
    shares_addresses: bool,
    parts: Vec<Piece>,
    marks: Vec<Site>,
    /// Whether the pieces contain source lines.
    has_lines: bool,
    depth: usize,
    shares_views: bool,
    shares_tile: bool,
    /// The captures whose elements may be targets of atomic operations.
    atomic: Vec<usize>,
    /// The captures that are values, or about which only rustc knows whether they are values.
    values: Vec<usize>,
    exits: OpaqueExits,
    /// The immutable variables with constant values. naga folds operators on them, and might reject the
    /// result (see `constant`).
    constants: HashSet<Var>,
    /// The variables that the body indexes dynamically, that is, by a value known only at run time.
    dynamically_indexed: HashSet<Var>,
    /// The constant arrays that the body indexes dynamically. [`Writer::with_const_arrays`] declares a
    /// variable for each of them. `None` outside of that function.
    const_arrays: Option<Vec<Piece>>,
    /// For each slice parameter of a device function, its index among the view and slice parameters. All view
    /// parameters come before the slice parameters.
    slices: HashMap<Var, usize>,
    /// In a closure: for each outer variable that the closure modifies, the name of a WGSL pointer parameter
    /// that points to the variable.
    pointers: HashMap<Var, String>,
}

impl<'b> Writer<'b> {
    fn new(facts: &'b Facts, depth: usize) -> Self {
        let body = &facts.kernel.body;
        Writer {
            body,
            facts,
            is_kernel: false,
            shares_addresses: false,
            parts: Vec::new(),
            marks: Vec::new(),
            has_lines: false,
            depth,
            shares_views: false,
            shares_tile: false,
            atomic: Vec::new(),
            values: Vec::new(),
            exits: OpaqueExits::Transparent,
            constants: HashSet::new(),
            dynamically_indexed: workarounds::dynamically_indexed(body),
            const_arrays: None,
            slices: HashMap::new(),
            pointers: HashMap::new(),
        }
    }

    /// The index of a slice parameter in the order of `slices`: the view parameters, then the slice
    /// parameters. `None` for another variable.
    fn slice_view(&self, var: Var) -> Option<usize> {
        self.slices.get(&var).copied()
    }

    /// Whether the variable must be declared by `var` and not by `let`.
    fn is_place(&self, var: Var) -> bool {
        self.body.variables[var.0].mutable || self.dynamically_indexed.contains(&var)
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Piece::Text(last)) = self.parts.last_mut() {
            last.push_str(text);
        } else {
            self.parts.push(Piece::Text(text.to_owned()));
        }
    }

    /// Whether the place is an element of a capture whose elements may be targets of atomic operations.
    fn is_atomic(&self, place: &Expr) -> bool {
        matches!(place.kind, ExprKind::Element { capture, .. } if self.atomic.contains(&capture))
    }

    /// Starts a new line with this text.
    fn line(&mut self, text: &str) {
        self.text(&"    ".repeat(self.depth));
        self.text(text);
    }

    fn mark(&mut self, site: Site) {
        self.parts.push(Piece::Note(Note::Mark(self.marks.len())));
        self.marks.push(site);
    }

    /// Tells the linker the source line of the accesses that follow.
    fn at(&mut self, site: Site) {
        self.has_lines = true;
        self.parts.push(Piece::Line(stage::Line(site.first)));
    }

    /// The pieces, and the source locations of the statements.
    fn finish(mut self) -> (Vec<Piece>, Vec<Site>) {
        let mut parts = std::mem::take(&mut self.parts);
        self.add_file(&mut parts);
        (parts, self.marks)
    }

    /// Inserts the source file after the marks at the beginning of `parts`, if the writer has recorded lines.
    fn add_file(&self, parts: &mut Vec<Piece>) {
        if self.has_lines {
            let is_mark = |part: &&Piece| matches!(part, Piece::RequiresBounds(_) | Piece::MayIndexAnywhere);
            parts.insert(parts.iter().take_while(is_mark).count(), Piece::File(stage::File));
        }
    }

    fn ty(&mut self, ty: &Ty) {
        self.parts.push(Piece::Type(ty.clone()));
    }
}
