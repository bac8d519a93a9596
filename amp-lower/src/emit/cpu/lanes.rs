//! Prints the loop over the lanes of a row: the innermost loop, which LLVM vectorises.

use super::plan::{Lanes, Spilled};
use super::unswitch::specialised_block;
use super::{At, Printer, own, tile_reference};
use crate::analysis::LaneStride;
use crate::ir::{Binary, Expr, ExprKind, Flow, Stmt, Ty, Var};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::collections::BTreeSet;
use syn::Lifetime;

impl Printer<'_, '_> {
    /// Prints a lane loop with the statements before it. A guard is a branch that one test decides for all
    /// lanes of a row. A loop with guards is printed in up to three versions. For `if a { if b { .. } }`, the
    /// first version is for rows in which all lanes pass both `a` and `b`. The second is for rows in which
    /// all lanes pass `a`. The third is for all other rows.
    pub(super) fn lanes(&mut self, lanes: &Lanes<'_>) -> TokenStream {
        let outer = self.guards(lanes, &lanes.block);
        let general = self.lanes_passing(lanes, None);
        if outer.is_empty() {
            return general;
        }
        let block = specialised_block(&lanes.block, &outer);
        // If every lane panics, a second version of the loop is useless, and rustc would warn about
        // unreachable code.
        if Flow::of_block(block.iter().copied()).is_dead_end() {
            return general;
        }
        let mut passed = self.lanes_passing(lanes, Some(&block));
        let (inner, block) = self.guards_within(lanes, block);
        if !inner.is_empty() && !Flow::of_block(block.iter().copied()).is_dead_end() {
            let (all, condition) = (self.lanes_passing(lanes, Some(&block)), self.all_pass(&inner));
            let some = self.outlined(lanes, &passed);
            passed = quote!(if #condition { #all } else { #some });
        }
        let (condition, general) = (self.all_pass(&outer), self.outlined(lanes, &general));
        quote!(if #condition { #passed } else { #general })
    }

    /// Lets a lane loop work on a copy of tile memory.
    ///
    /// LLVM keeps the tile memory of a one-row tile in registers if every access has a statically known
    /// index. In a divergent loop the indices are unknown. The loop works on a copy, so that the original
    /// stays in registers.
    fn outlined(&self, lanes: &Lanes<'_>, work: &TokenStream) -> TokenStream {
        if self.tile_extent().is_none_or(|tile| tile.len() != 1) {
            return work.clone();
        }
        let mut mentioned = BTreeSet::new();
        for stmt in &lanes.block {
            stmt.walk_expressions(&mut |expr| {
                if let ExprKind::Tile(tile) = expr.kind {
                    mentioned.insert(tile);
                }
            });
        }
        let by_ref = mentioned.into_iter().map(|tile| tile_reference(tile, Span::mixed_site()));
        quote!(::amp::__private::lend_copies!([#(#by_ref),*] #work))
    }

    /// Prints the general version of the loop if `passing` is `None`. Otherwise, prints the version for rows
    /// whose lanes all pass the guards, with the body `passing`.
    fn lanes_passing(&mut self, lanes: &Lanes<'_>, passing: Option<&[&Stmt]>) -> TokenStream {
        let block = passing.unwrap_or(&lanes.block);
        self.strip_mined(block, |printer| printer.loop_of(lanes, passing))
    }

    fn loop_of(&mut self, lanes: &Lanes<'_>, passing: Option<&[&Stmt]>) -> TokenStream {
        let label = self.label();
        let outer =
            (std::mem::take(&mut self.lane_loop.prelude), std::mem::take(&mut self.lane_loop.postlude));
        let block = passing.unwrap_or(&lanes.block);
        let flow = Flow::of_block(block.iter().copied());
        let (leaves, masks) = (flow.returns, self.plan.masks);
        let (mut before, after) = self.spill_slots_around(lanes, masks || leaves, &[]);
        before.extend(self.borrowed(&self.plan.mentioned(lanes)));
        // If lanes can return early, no access may be made for all lanes of a row at once.
        let mut masked = masks;
        let mut body = TokenStream::new();
        if masks {
            let done = own("done");
            body.extend(quote!(if #done { break #label; }));
        }
        body.extend(self.rematerialised(lanes, masked));
        let narrowed = if masked || passing.is_some() { None } else { self.narrowed_loop(lanes) };
        let block = match &narrowed {
            Some((_, inner)) => inner,
            None => block,
        };
        masked |= narrowed.is_some();
        if !masked {
            self.lane_loop.row_access = self.vectorisable_rows(block);
        }
        for &stmt in block {
            body.extend(self.stmt(stmt, At::Lane { masked }));
            let flow = Flow::of(stmt);
            masked |= flow.returns || flow.asserts;
        }
        // Code after a panic is unreachable, and rustc would warn about it.
        let ends = masks || leaves || !Flow::of_block(block.iter().copied()).is_dead_end();
        if masks || leaves {
            body = quote!(#label: { #body });
        }
        let prelude = std::mem::replace(&mut self.lane_loop.prelude, outer.0);
        let postlude = std::mem::replace(&mut self.lane_loop.postlude, outer.1);
        self.all_row_access.extend(std::mem::take(&mut self.lane_loop.row_access));
        let count = self.count();
        let count = match narrowed {
            Some((limit, _)) => quote!(::core::cmp::min(#count, #limit)),
            None => quote!((#count)),
        };
        // If all lanes have returned, the code skips the rest of the row's code.
        let done = (masks && leaves).then(|| self.leave_if_done());
        let (working, worked) = self.work_item_guard();
        let after = ends.then(|| quote!(#after #worked));
        let over_lanes = self.over_lanes(&count, &quote!(#working #before #body #after));
        quote! {
            #(#prelude)*
            #over_lanes
            #(#postlude)*
            #done
        }
    }

    /// The statements before and after the work of a lane, by which a panic message names the work-item.
    pub(super) fn work_item_guard(&self) -> (TokenStream, TokenStream) {
        // The CPU code of a collective function has no access to the indices of its work-items, so its panic
        // messages do not name them.
        if self.function.item_count.is_some() {
            return (TokenStream::new(), TokenStream::new());
        }
        let (row, lane, working) = (self.row(), own("lane"), own("working"));
        (quote!(let #working = (#row).panic_index(#lane);), quote!(#working.done();))
    }

    /// Prints the declarations of the variables that a lane loop rematerialises.
    pub(super) fn rematerialised(&mut self, lanes: &Lanes<'_>, masked: bool) -> TokenStream {
        let mut out = TokenStream::new();
        for var in self.plan.rematerialised(lanes) {
            if let Some(value) = self.facts.definition(var) {
                let value = self.expr(value, At::Lane { masked });
                let name = self.name(var).clone();
                out.extend(quote!(let #name = #value; let _ = #name;));
            }
        }
        out
    }

    /// Prints the statements that load variables with per-lane storage into local variables before the lane's
    /// body, and those that store them after the body on every path. So a conditional assignment becomes a
    /// select of values, which LLVM can vectorise. LLVM cannot vectorise a conditional store. `leaves` means
    /// that a lane can leave its body early. Variables in `fresh` are stored to a second array (see
    /// `masked_loop`).
    pub(super) fn spill_slots_around(
        &mut self,
        lanes: &Lanes<'_>,
        leaves: bool,
        fresh: &[Var],
    ) -> (TokenStream, TokenStream) {
        let (lane, mut before, mut after) = (own("lane"), TokenStream::new(), TokenStream::new());
        self.lane_loop.hoisted.clear();
        if self.plan.masks {
            let (returned, done) = (own("returned"), own("done"));
            before.extend(quote!(let mut #done = #returned.get(#lane);));
            if leaves {
                after.extend(quote!(#returned.set(#lane, #done);));
            }
        }
        for Spilled { var, declared } in self.plan.spilled_by(lanes) {
            if self.spilled_array_rank(var).is_some() {
                continue;
            }
            let (name, slots, ty) = (self.name(var).clone(), self.spill_slots(var), self.annotation(var));
            let variable = &self.facts.kernel.body.variables[var.0];
            let here = |stmt: &&Stmt| matches!(stmt, Stmt::Let { var: it, .. } if *it == var);
            let hoisted = declared && (leaves || !lanes.block.iter().any(here));
            let mutable = (variable.mutable || variable.deferred || hoisted).then(|| quote!(mut));
            if hoisted {
                self.lane_loop.hoisted.insert(var);
            }
            if hoisted || !declared {
                before.extend(quote!(let #mutable #name: #ty = #slots.get(#lane); let _ = #name;));
            }
            if declared || mutable.is_some() {
                let into = if fresh.contains(&var) { self.fresh_spill_slots(var) } else { slots };
                after.extend(quote!(#into.set(#lane, #name);));
            }
        }
        (before, after)
    }

    pub(super) fn leave_if_done(&self) -> TokenStream {
        let (returned, row) = (own("returned"), Lifetime::new("'row", Span::mixed_site()));
        let count = self.count();
        quote!(if #returned.all(#count) { break #row; })
    }

    /// Loop narrowing: if the body is `if lane < bound { .. }`, or an iteration of a grid-stride loop, the
    /// lane loop ends at the bound, and the branch disappears. The steps of a tree reduction have this form.
    fn narrowed_loop<'k>(&mut self, lanes: &Lanes<'k>) -> Option<(TokenStream, Vec<&'k Stmt>)> {
        let (first, iteration) = match *lanes.block.as_slice() {
            [iteration] => (None, iteration),
            [first, iteration] => (Some(first), iteration),
            _ => return None,
        };
        let Stmt::If { then, .. } = iteration else { return None };
        let (index, bound) = match first {
            None => self.narrowed_by(lanes)?,
            Some(first) => self.facts.grid_stride_position(first, iteration)?,
        };
        let (start, bound) = (self.expr(index, At::Row), self.bound(index, bound));
        let limit = quote!(::core::primitive::usize::saturating_sub(#bound, #start));
        Some((limit, first.into_iter().chain(then).collect()))
    }

    /// Returns the index and the bound of a lane loop whose body is `if index < bound { .. }`, where the
    /// index increases by one from lane to lane.
    pub(super) fn narrowed_by<'k>(&self, lanes: &Lanes<'k>) -> Option<(&'k Expr, &'k Expr)> {
        let [Stmt::If { condition, otherwise, .. }] = lanes.block.as_slice() else { return None };
        let ExprKind::Binary(operator, a, b) = &condition.kind else { return None };
        if self.facts.kernel.body.has_definite_type_error {
            return None;
        }
        let (index, bound) = match operator {
            Binary::Lt => (&**a, &**b),
            Binary::Gt => (&**b, &**a),
            _ => return None,
        };
        let along = index.ty == Ty::USIZE && self.facts.lane(index) == LaneStride::Unit;
        // A computed index such as `i[0] - 1` may wrap to `usize::MAX` at the first lane. Then it does not
        // increase from lane to lane.
        let narrows = otherwise.is_empty() && along && self.facts.lane(bound) == LaneStride::Uniform;
        (narrows && self.facts.is_index_component(index)).then_some((index, bound))
    }

    pub(super) fn label(&self) -> Lifetime {
        Lifetime::new("'lane", Span::mixed_site())
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::cpu_code;
    use expect_test::expect;

    #[test]
    fn assertions_are_not_reordered() {
        cpu_code(
            "|i: Index<1>| { assert!(i[0] < n); z[i] = x[i] as u32; }",
            "for lane",
            expect![[r#"
                for lane in 0 .. (LANES) {
                    let working = (unit) . panic_index (lane) ;
                    if ! (((base0 + lane) ,) . 0 < n) {
                        :: core :: panic ! ("{
                        }
                        " , "assertion failed: i[0] < n")
                    }
                    {
                        let new : u32 = ((* (& x . get (unit , lane , [((base0 + lane) ,) . 0 ,])))) as u32 ;
                        (own4 [lane] . set (new)) ;
                    }
                    working . done () ;
                }
            "#]],
        );
        cpu_code(
            "|i: Index<1>| { z[i] = x[i] as u32; assert!(i[0] < n); }",
            "for lane",
            expect![[r#"
                for lane in 0 .. (LANES) {
                    let working = (unit) . panic_index (lane) ;
                    {
                        let new : u32 = ((* (& slice1 [lane]))) as u32 ;
                        (own4 [lane] . set (new)) ;
                    }
                    if ! (((base0 + lane) ,) . 0 < n) {
                        :: core :: panic ! ("{
                        }
                        " , "assertion failed: i[0] < n")
                    }
                    working . done () ;
                }
            "#]],
        );
    }
}
