//! Guards: branches that all lanes of a row take the same way, as a row can tell from its first lane and their number.

use super::plan::{Lanes, returns};
use super::{At, Printer, own};
use crate::analysis::{Atom, Guard, Order};
use crate::ir::{ExprKind, ItemIndex, Stmt};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Printer<'_, '_> {
    /// The branches of a loop over lanes that are worth a loop of their own, by their place in its block: without them
    /// it can reach along the row.
    pub(super) fn guards(&mut self, lanes: &Lanes<'_>) -> Vec<(usize, Guard)> {
        // Where some lanes are done, nothing is for all of them.
        if !self.is_full() || self.plan.masks || self.is_by_halves(lanes) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (n, stmt) in lanes.block.iter().enumerate() {
            if let Stmt::If { condition, then, otherwise } = stmt
                && let Some(guard) = self.facts.guard(condition, then)
                && reaches_memory(if guard.into { then } else { otherwise }, &lanes.block[n + 1..])
            {
                found.push((n, guard));
            } else if returns(stmt) {
                // What comes after is not for all lanes.
                break;
            }
        }
        found
    }

    /// Whether the work-items of a tile get fewer from step to step: then they never all pass.
    fn is_by_halves(&mut self, lanes: &Lanes<'_>) -> bool {
        let Some((index, _)) = self.narrowed_by(lanes) else { return false };
        let mut local = false;
        index.walk(&mut |expr| match &expr.kind {
            ExprKind::Item(item) => local |= *item == ItemIndex::Local,
            ExprKind::Local(var) => {
                if let Some(value) = self.facts.definition(*var) {
                    value.walk(&mut |expr| local |= matches!(expr.kind, ExprKind::Item(ItemIndex::Local)));
                }
            }
            _ => {}
        });
        local
    }

    /// Whether all lanes pass.
    pub(super) fn all_pass(&mut self, guards: &[(usize, Guard)]) -> TokenStream {
        let count = self.count();
        let atoms: Vec<_> = guards.iter().flat_map(|(_, guard)| &guard.atoms).collect();
        let atoms = atoms.into_iter().map(|atom| match atom {
            Atom::Shared(condition, value) => {
                let condition = self.expr(condition, At::Row);
                quote!((#condition) == #value)
            }
            Atom::Bound { along, order, bound } => {
                let (along, bound) = (self.expr(along, At::Row), self.expr(bound, At::Row));
                let way = own(match order {
                    Order::Below => "all_below",
                    Order::AtMost => "all_at_most",
                    Order::AtLeast => "all_at_least",
                    Order::Above => "all_above",
                    Order::Unlike => "all_unlike",
                });
                quote!(::amp::__private::#way(#along, #count, #bound))
            }
        });
        let atoms: Vec<_> = atoms.collect();
        quote!(#(#atoms)&&*)
    }

    /// Statements that leave only those lanes in a span that pass.
    pub(super) fn keep_passing(&mut self, span: &Ident, atoms: &[Atom]) -> TokenStream {
        let mut out = TokenStream::new();
        for atom in atoms {
            let keep = match atom {
                Atom::Shared(condition, value) => {
                    let condition = self.expr(condition, At::Row);
                    quote!(#span.keep_if((#condition) == #value))
                }
                Atom::Bound { along, order, bound } => {
                    let (along, bound) = (self.expr(along, At::Row), self.expr(bound, At::Row));
                    let way = own(match order {
                        Order::Below => "keep_below",
                        Order::AtMost => "keep_at_most",
                        Order::AtLeast => "keep_at_least",
                        Order::Above => "keep_above",
                        Order::Unlike => "keep_unlike",
                    });
                    quote!(#span.#way(#along, #bound))
                }
            };
            // What is asked next may be meaningless where this does not hold.
            out.extend(quote!(if !#span.is_empty() { #keep; }));
        }
        out
    }
}

/// Whether there is something to gain: an access to a view or to tile memory, or a call.
fn reaches_memory(taken: &[Stmt], after: &[&Stmt]) -> bool {
    let mut found = false;
    for stmt in taken.iter().chain(after.iter().copied()) {
        stmt.walk_expressions(&mut |expr| {
            found |=
                matches!(expr.kind, ExprKind::Element { .. } | ExprKind::Tile(_) | ExprKind::Call { .. });
        });
    }
    found
}
