//! What a kernel captures, and what is found out about it.

use super::cx::{Binding, Cx};
use super::hygiene::Name;
use crate::ir::{Expr, ExprKind, Hole, Role, Slot, Ty, Var};
use crate::site::Site;
use proc_macro2::Span;
use std::collections::HashSet;

impl Cx<'_> {
    /// A new captured thing, in scope everywhere.
    pub(super) fn slot(&mut self, slot: Slot, writable: bool) -> usize {
        let number = self.slots.len();
        self.scopes[0].insert(Name::of(&slot.ident), Binding::Slot(number));
        self.slots.push(slot);
        self.writable.push(writable);
        number
    }

    /// The slot is touched by an atomic operation.
    pub(super) fn used_atomically(&mut self, slot: usize) {
        self.slots[slot].atomic = true;
    }

    /// An element of the slot is changed by an atomic operation that takes it by `&`; whether it may be. In a closure it may if it is an
    /// `AtomicView`, which rustc checks.
    pub(super) fn changed_by_shared(&mut self, slot: usize, and: Span) -> bool {
        if self.closure {
            self.slots[slot].shared.get_or_insert(and);
        }
        self.closure || self.slots[slot].only_atomic
    }

    /// The variable in tile memory is touched by an atomic operation.
    pub(super) fn tile_used_atomically(&mut self, tile: usize) {
        self.body.tile_static[tile].atomic = true;
    }

    /// The variable is a parameter that is a reference.
    pub(super) fn is_reference(&mut self, var: Var, position: usize, mutable: bool) {
        self.body.variables[var.0].reference = Some((position, mutable));
    }

    /// The slot's view is used with this rank, if it had none.
    pub(super) fn used_with_rank(&mut self, slot: usize, rank: usize) {
        if self.asked.remove(&slot) {
            self.ranks.insert(self.slots[slot].ident.to_string(), rank);
        }
        self.slots[slot].rank.get_or_insert(rank);
    }

    /// The rank of the slot's view, whose extent is asked for; none where nothing has told it so far. If something does later, the
    /// closure is lowered once more.
    pub(super) fn rank_of_extent(&mut self, slot: usize) -> Option<usize> {
        if self.slots[slot].rank.is_none() {
            self.slots[slot].rank = self.ranks.get(&self.slots[slot].ident.to_string()).copied();
        }
        if self.slots[slot].rank.is_none() {
            self.asked.insert(slot);
        }
        self.slots[slot].rank
    }

    /// The value behind what is captured is used, `*s`; whether that can be.
    pub(super) fn used_behind(&mut self, slot: usize, star: Span) -> bool {
        if self.closure {
            self.slots[slot].star.get_or_insert(star);
        }
        self.closure
    }

    pub(super) fn slot_ref(&self, slot: usize) -> &Slot {
        &self.slots[slot]
    }

    /// The slot is used as a view; whether it can be one.
    pub(super) fn used_as_view(&mut self, slot: usize) -> bool {
        if self.closure && self.slots[slot].role == Role::Value {
            self.slots[slot].role = Role::Read;
        }
        self.slots[slot].role != Role::Value
    }

    /// The slot is written; whether it may be.
    pub(super) fn used_as_target(&mut self, slot: usize) -> bool {
        if self.closure || self.writable[slot] {
            self.surely_views.insert(slot);
            self.slots[slot].role = Role::Write;
            self.slots[slot].by_methods = false;
            return true;
        }
        false
    }

    /// A method is called on an element of the slot that may change it; whether it may.
    pub(super) fn used_by_method(&mut self, slot: usize) -> bool {
        let by_methods =
            self.closure && (self.slots[slot].role != Role::Write || self.slots[slot].by_methods);
        let may = self.used_as_target(slot);
        self.slots[slot].by_methods = may && by_methods;
        may
    }

    /// The names of what has subscripts that are numbers and is used whole as well: those are arrays, and no views.
    pub(super) fn indexed_values(&self) -> HashSet<String> {
        let both = |n: &usize| {
            let as_value = self.used_as_value.contains(n) || self.views_as_values.contains(n);
            as_value && self.slots[*n].role == Role::Read && !self.surely_views.contains(n)
        };
        (0..self.slots.len()).filter(both).map(|n| self.slots[n].ident.to_string()).collect()
    }

    /// The names of what turned out to be written after methods were called on its elements.
    pub(super) fn written_later(&self) -> HashSet<String> {
        let written = self.looked_at.iter().filter(|slot| self.slots[**slot].role == Role::Write);
        written.map(|slot| self.slots[*slot].ident.to_string()).collect()
    }

    /// The slot, whole, as an argument of a device function.
    pub(super) fn lent(&mut self, slot: usize, mutable: bool, site: Site) -> Expr {
        if !mutable {
            self.lent_whole.insert(slot);
        }
        let ty = match &self.slots[slot].known_as {
            Some(names) => Hole::Written(names[usize::from(mutable)].clone()),
            None => Hole::Lent(slot, mutable),
        };
        Expr { kind: ExprKind::Lent { slot, mutable, part: Vec::new() }, ty: Ty::hole(ty), site }
    }

    pub(super) fn take_slots(&mut self) -> Vec<Slot> {
        self.infer.finish();
        let mut slots = std::mem::take(&mut self.slots);
        for (n, slot) in slots.iter_mut().enumerate() {
            let open = self.lent_whole.contains(&n) && !self.used_as_value.contains(&n);
            if slot.role == Role::Value && open {
                slot.role = Role::Either;
            }
            slot.element = self.infer.resolve(&slot.element);
        }
        slots
    }
}
