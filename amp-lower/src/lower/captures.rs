//! The capture table: the captures of a kernel, and the facts that lowering collects about each.
//!
//! `amp!` does not see types. So a closure kernel infers the kind of a capture (value, read view, written
//! view) from its uses. Some facts are known only after the whole closure is lowered. The closure is then
//! lowered again, with these facts.

use super::context::{Binding, Context};
use super::hygiene::Name;
use crate::ir::{Capture, Expr, ExprKind, Projection, Role, Ty, Var};
use crate::site::Site;
use proc_macro2::Span;
use std::collections::HashSet;

impl Context<'_> {
    /// Adds a capture, and binds its name in the outermost scope. Returns the capture's index.
    pub(super) fn add_capture(&mut self, capture: Capture, writable: bool) -> usize {
        let number = self.captures.len();
        self.names.scopes[0].insert(Name::of(&capture.ident), Binding::Capture(number));
        self.captures.push(capture);
        self.usage.writable.push(writable);
        number
    }

    /// Records an atomic operation on the capture.
    pub(super) fn mark_atomic(&mut self, capture: usize) {
        self.captures[capture].atomic = true;
    }

    /// Records an atomic operation that modifies an element of the capture through `&`. Returns whether this
    /// is allowed. An `AtomicView` allows it. In a closure kernel, every capture does: the macro does not see
    /// its type, so rustc checks that it is an `AtomicView`.
    pub(super) fn changed_by_shared(&mut self, capture: usize, and: Span) -> bool {
        if self.signature.infers_captures {
            self.captures[capture].shared.get_or_insert(and);
        }
        self.signature.infers_captures || self.captures[capture].declared_atomic
    }

    /// Records an atomic operation on the tile variable.
    pub(super) fn mark_tile_atomic(&mut self, tile: usize) {
        self.body.tile_static[tile].atomic = true;
    }

    /// Records that the variable is the by-reference parameter with index `position`.
    pub(super) fn mark_by_ref(&mut self, var: Var, position: usize, mutable: bool) {
        self.body.variables[var.0].reference = Some((position, mutable));
    }

    /// Records the rank with which the kernel uses the view, unless a rank is already recorded.
    pub(super) fn mark_rank(&mut self, capture: usize, rank: usize) {
        if self.usage.extent_before_rank.remove(&capture) {
            self.usage.ranks.insert(self.captures[capture].ident.to_string(), rank);
        }
        self.captures[capture].rank.get_or_insert(rank);
    }

    /// The rank of the view in `x.extent()`, or `None` if no use so far has determined the rank. If a later
    /// use does, the closure is lowered again with that rank.
    pub(super) fn rank_of_extent(&mut self, capture: usize) -> Option<usize> {
        if self.captures[capture].rank.is_none() {
            self.captures[capture].rank =
                self.usage.ranks.get(&self.captures[capture].ident.to_string()).copied();
        }
        if self.captures[capture].rank.is_none() {
            self.usage.extent_before_rank.insert(capture);
        }
        self.captures[capture].rank
    }

    /// Records that the kernel dereferences the capture, as `*s`. Returns whether this is allowed: only in a
    /// closure kernel, whose captures may be references on the host.
    pub(super) fn mark_dereferenced(&mut self, capture: usize, star: Span) -> bool {
        if self.signature.infers_captures {
            self.captures[capture].star.get_or_insert(star);
        }
        self.signature.infers_captures
    }

    pub(super) fn capture(&self, capture: usize) -> &Capture {
        &self.captures[capture]
    }

    /// Records the use of the capture as a view. Returns whether the capture can be a view.
    pub(super) fn mark_view(&mut self, capture: usize) -> bool {
        if self.signature.infers_captures && self.captures[capture].role == Role::Value {
            self.captures[capture].role = Role::Read;
        }
        self.captures[capture].role != Role::Value
    }

    /// Records a write to the capture. Returns whether the capture may be written.
    pub(super) fn mark_written(&mut self, capture: usize) -> bool {
        if self.signature.infers_captures || self.usage.writable[capture] {
            self.usage.surely_views.insert(capture);
            self.captures[capture].role = Role::Write;
            self.captures[capture].written_by_methods_only = false;
            return true;
        }
        false
    }

    /// Records a method call on an element of the capture, because the method may modify the element. Returns
    /// whether the capture may be written.
    pub(super) fn mark_method_receiver(&mut self, capture: usize) -> bool {
        let by_methods = self.signature.infers_captures
            && (self.captures[capture].role != Role::Write || self.captures[capture].written_by_methods_only);
        let may = self.mark_written(capture);
        self.captures[capture].written_by_methods_only = may && by_methods;
        may
    }

    /// The names of captures that the kernel uses both with integer subscripts and as values. Such a capture
    /// must be a Rust array, because a view cannot be used as a value.
    pub(super) fn arrays_among_captures(&self) -> HashSet<String> {
        let both = |n: &usize| {
            let as_value = self.usage.used_as_value.contains(n) || self.usage.views_as_values.contains(n);
            as_value && self.captures[*n].role == Role::Read && !self.usage.surely_views.contains(n)
        };
        (0..self.captures.len()).filter(both).map(|n| self.captures[n].ident.to_string()).collect()
    }

    /// The names of captures that the kernel writes after it called a method on one of their elements. The
    /// second lowering pass then knows that the method may modify the element.
    pub(super) fn written_captures(&self) -> HashSet<String> {
        let written =
            self.usage.method_receivers.iter().filter(|capture| self.captures[**capture].role == Role::Write);
        written.map(|capture| self.captures[*capture].ident.to_string()).collect()
    }

    /// The argument expression for a call that passes the whole capture as a view, and not a subview of it.
    pub(super) fn view_argument(&mut self, capture: usize, mutable: bool, site: Site) -> Expr {
        if !mutable {
            self.usage.passed_as_views.insert(capture);
        }
        let ty = match &self.captures[capture].view_arg_types {
            Some(names) => Projection::Named(names[usize::from(mutable)].clone()),
            None => Projection::ArgumentForm(capture, mutable),
        };
        Expr { kind: ExprKind::ViewArg { capture, mutable, part: Vec::new() }, ty: Ty::hole(ty), site }
    }

    pub(super) fn take_captures(&mut self) -> Vec<Capture> {
        self.infer.finish();
        let mut captures = std::mem::take(&mut self.captures);
        for (n, capture) in captures.iter_mut().enumerate() {
            let open = self.usage.passed_as_views.contains(&n) && !self.usage.used_as_value.contains(&n);
            if capture.role == Role::Value && open {
                capture.role = Role::ValueOrView;
            }
            capture.element = self.infer.resolve(&capture.element);
        }
        captures
    }
}
