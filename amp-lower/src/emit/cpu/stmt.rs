//! Prints statements: the steps of the plan, and the statements in lane loops.

use super::expr::assigning;
use super::plan::{Node, RowNode, StorageClass};
use super::spans::{copied_on_line, stop};
use super::{At, Printer, Variant, own};
use crate::ir::{Expr, ExprKind, Range, Source, Stmt, Ty, Var};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Lifetime;

impl Printer<'_, '_> {
    pub(super) fn node(&mut self, node: &Node<'_>) -> TokenStream {
        match node {
            Node::Scalar(Stmt::Let { var, value: Some(call) }) if call.is_collective() => {
                self.tile_call(call, Some(*var))
            }
            Node::Scalar(Stmt::Expr(call)) if call.is_collective() => self.tile_call(call, None),
            Node::Scalar(stmt) => self.stmt(stmt, At::Tile),
            Node::Rows(rows) => self.rows(rows),
            Node::For(var, range, body) => {
                let head = self.for_head(*var, range, At::Tile);
                let body = self.nodes(body);
                quote!(#head { #body })
            }
            Node::While(before, condition, body) => {
                let (before, body) = (self.nodes(before), self.nodes(body));
                self.repeat(None, before, condition, body, At::Tile)
            }
            Node::If(condition, then, otherwise) => {
                let condition = self.expr(condition, At::Tile);
                let (then, otherwise) = (self.nodes(then), self.nodes(otherwise));
                quote!(if #condition { #then } else { #otherwise })
            }
        }
    }

    /// Prints a group as loops over the rows of the tile. A group consists of the statements between two
    /// steps that run once for the tile. An untiled kernel has one group, which runs for one row.
    fn rows(&mut self, rows: &[RowNode<'_>]) -> TokenStream {
        if self.checked {
            return self.checks().checked_items(rows);
        }
        let kernel = &*self.facts.kernel;
        let outer = std::mem::take(&mut self.own_rows);
        let body = self.row_nodes(rows);
        // In a collective function, the work-items form one row, and no view is exclusive.
        if self.function.item_count.is_some() {
            let storage: Vec<_> =
                self.plan.spilled_in(rows).into_iter().map(|var| self.spill_storage(var)).collect();
            let body = self.row_body(body, true);
            return quote!({ #(#storage)* #body });
        }
        let used = std::mem::replace(&mut self.own_rows, outer);
        let row = self.row();
        let bases = (0..kernel.rank).map(|d| Ident::new(&format!("base{d}"), Span::mixed_site()));
        let mut setup = quote!(let [#(#bases),*] = (#row).base(););
        let width = self.width();
        for capture in used {
            let (name, view) = (self.own_row(capture), &kernel.captures[capture].ident);
            setup.extend(match self.variant {
                Variant::BoundedRow | Variant::WholeRun => quote!(let #name = #view.cells(#row);),
                Variant::FullRow | Variant::Strip | Variant::AnyLength | Variant::Checked => {
                    quote!(let #name = #view.row::<#width>(#row);)
                }
            });
        }
        for var in self.plan.spilled_in(rows) {
            setup.extend(self.spill_storage(var));
        }
        let Some(tile) = self.tile_extent().cloned() else {
            if self.plan.masks {
                setup.extend(self.spill_storage_of_row(&own("returned"), &quote!(bool), true));
            }
            let body = self.row_body(body, false);
            return quote!(#setup #body);
        };
        let counters: Vec<_> =
            (0..kernel.rank - 1).map(|d| Ident::new(&format!("row{d}"), Span::mixed_site())).collect();
        let spilled = self.slots_of_row(&tile, &counters);
        let (unit, row) = (own("unit"), own("row"));
        let body = self.row_body(body, true);
        let inner = quote! {
            let #row = #unit.row([#(#counters,)* 0]);
            #spilled
            #setup
            #body
        };
        let looped = counters
            .iter()
            .zip(&tile)
            .rev()
            .fold(inner, |inner, (counter, size)| quote!(for #counter in 0..#size { #inner }));
        quote!({ #looped })
    }

    /// Prints references to the per-lane storage of one row of the tile.
    pub(super) fn slots_of_row(&self, tile: &[Source], counters: &[Ident]) -> TokenStream {
        // The linear index of the row in the tile.
        let row_number = counters
            .iter()
            .zip(tile)
            .fold(quote!(0usize), |sum, (counter, size)| quote!((#sum * (#size) + #counter)));
        let spilled = self.plan.spilled(StorageClass::TileArray).map(|var| self.spill_slots(var));
        let spilled = spilled.chain(self.plan.masks.then(|| own("returned")));
        let in_row = spilled.map(|slots| match counters.len() {
            0 => quote!(let #slots = &mut #slots;),
            _ => quote!(let #slots = ::amp::__private::row_of_lanes(&mut #slots, #row_number);),
        });
        in_row.collect()
    }

    /// Puts the body of a row into a labelled block. The code leaves the block when all lanes have returned.
    fn row_body(&self, body: TokenStream, again: bool) -> TokenStream {
        if !self.plan.masks {
            return body;
        }
        let row = Lifetime::new("'row", Span::mixed_site());
        // If `again`, an earlier group has already run for the same row, and all lanes of the row may have
        // returned there. So this group begins with a test whether all lanes have returned.
        let done = again.then(|| self.leave_if_done());
        quote!(#row: { #done #body })
    }

    fn row_nodes(&mut self, rows: &[RowNode<'_>]) -> TokenStream {
        rows.iter().map(|row| self.row_node(row)).collect()
    }

    fn row_node(&mut self, node: &RowNode<'_>) -> TokenStream {
        match node {
            RowNode::Scalar(stmt) => self.stmt(stmt, At::Row),
            RowNode::Lanes(lanes) => self.lanes(lanes),
            RowNode::Masked(trip_count, lanes) => self.masked_loop(*trip_count, lanes),
            RowNode::For(var, range, body) => {
                let head = self.for_head(*var, range, At::Row);
                let (step, body) = (self.loop_barrier(body), self.row_nodes(body));
                quote!(#head { #body #step })
            }
            RowNode::While(before, condition, body) => {
                let (step, before, body) =
                    (self.loop_barrier(body), self.row_nodes(before), self.row_nodes(body));
                self.repeat(None, before, condition, quote!(#body #step), At::Row)
            }
            RowNode::If(condition, then, otherwise) => {
                let condition = self.expr(condition, At::Row);
                let (then, otherwise) = (self.row_nodes(then), self.row_nodes(otherwise));
                quote!(if #condition { #then } else { #otherwise })
            }
        }
    }

    fn block(&mut self, block: &[Stmt], at: At) -> TokenStream {
        let at = match at {
            At::Lane { .. } => At::Lane { masked: true },
            at => at,
        };
        block.iter().map(|stmt| self.stmt(stmt, at)).collect()
    }

    pub(super) fn stmt(&mut self, stmt: &Stmt, at: At) -> TokenStream {
        match stmt {
            Stmt::Let { var, value } => self.declare(*var, value.as_ref(), at),
            Stmt::Assign { place, value, .. } if self.renews(place) => self.copy_in(place, value, at),
            Stmt::Assign { place, operator, value } if self.checked => {
                self.checks().checked_assign(place, *operator, value, at)
            }
            Stmt::Assign { place, operator, value } => {
                // An assignment of a constant computes nothing, so a debugger can stop there only with the
                // help of an extra statement.
                let known =
                    matches!(value.kind, ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::Const(_));
                let stop = (known && operator.is_none()).then(|| stop(place.site));
                let printed = self.expr(value, at);
                let alone = matches!(value.kind, ExprKind::Local(_));
                let printed = if alone { copied_on_line(&printed, value.site) } else { printed };
                let operator = operator.map(|operator| assigning(operator, place.site));
                let assigned = self.assign(place, operator, printed, value, at);
                quote!(#stop #assigned)
            }
            Stmt::If { condition, then, otherwise } => {
                let condition = self.expr(condition, at);
                let then = self.block(then, at);
                let otherwise = (!otherwise.is_empty()).then(|| self.block(otherwise, at));
                let otherwise = otherwise.map(|otherwise| quote!(else { #otherwise }));
                quote!(if #condition { #then } #otherwise)
            }
            Stmt::For { var, range, body } => {
                let head = self.for_head(*var, range, at);
                let body = self.block(body, at);
                match self.checks().iteration_marks(stmt, range.start.site, at) {
                    Some([counted, step]) => quote!({ #counted #head { #step #body } }),
                    None => quote!(#head { #body }),
                }
            }
            Stmt::While { before, condition, body, site } => {
                let inside = match at {
                    At::Lane { .. } => At::Lane { masked: true },
                    at => at,
                };
                let before: TokenStream = before.iter().map(|stmt| self.stmt(stmt, inside)).collect();
                let body = self.block(body, inside);
                let [counted, step] =
                    self.checks().iteration_marks(stmt, *site, at).map_or([None, None], |it| it.map(Some));
                let printed = self.repeat(step, before, condition, body, inside);
                if counted.is_some() { quote!({ #counted #printed }) } else { printed }
            }
            Stmt::Break(site) if self.lane_loop.lane_active.is_some() => self.leave_iteration(*site, true),
            Stmt::Continue(site) if self.lane_loop.lane_active.is_some() => {
                self.leave_iteration(*site, false)
            }
            Stmt::Break(site) => {
                let stop = stop(*site);
                quote_spanned!(site.first=> #stop break;)
            }
            Stmt::Continue(site) => {
                let stop = stop(*site);
                quote_spanned!(site.first=> #stop continue;)
            }
            Stmt::Return { value, .. } if self.function.returns_values => {
                let value = value.as_ref().map(|value| self.expr(value, at));
                quote!(return #value;)
            }
            Stmt::Return { site, .. } => {
                let stop = stop(*site);
                match at {
                    At::Lane { .. } => {
                        let (label, done) = (self.label(), own("done"));
                        let mark = self.plan.masks.then(|| quote!(#done = true;));
                        let over = self.lane_loop.lane_active.as_ref().map(|going| quote!(#going = false;));
                        quote!({ #stop #mark #over break #label; })
                    }
                    _ if self.function.item_count.is_some() => {
                        let body = Lifetime::new("'__amp_body", Span::call_site());
                        quote!(#stop break #body;)
                    }
                    _ => {
                        let label = self.unit_label();
                        quote!(#stop break #label;)
                    }
                }
            }
            // In the unchecked variants, a barrier prints nothing: the lane loops before it have already ended.
            Stmt::Barrier(fence, site) if self.checked => super::checked::barrier(*fence, *site),
            Stmt::Barrier(..) => TokenStream::new(),
            Stmt::Assert { condition: Some(condition), message, site, .. } if message.of_subview => {
                self.fitting(condition, message, *site, at)
            }
            Stmt::Assert { condition, message, site, .. } if self.checked => {
                let message = self.message(message, *site, at);
                self.checks().checked_assert(condition.as_ref(), &message, *site, at)
            }
            Stmt::Assert { condition, debug, message, site } => {
                let condition = condition.as_ref().map(|condition| self.expr(condition, at));
                let message = match message.formatted {
                    true => self.values(message, *site, at),
                    false => {
                        let text = &message.text;
                        quote!("{}", #text)
                    }
                };
                // `panic!` reports the line of the outermost macro call. With the user's span, that is the
                // line of the user's assertion.
                let failed = quote_spanned!(site.first=> ::core::panic!(#message));
                match condition {
                    None => quote!(#failed;),
                    Some(condition) => {
                        let debug_guard = debug.then(|| quote!(::core::cfg!(debug_assertions) &&));
                        quote!(if #debug_guard !(#condition) { #failed })
                    }
                }
            }
            Stmt::Print { message, site } => {
                let values = self.values(message, *site, at);
                quote!(::amp::__private::print_line(&::std::format!(#values));)
            }
            Stmt::Expr(expr) => {
                let nothing = (expr.ty == Ty::Unit).then(|| quote!(: ()));
                let expr = self.expr(expr, at);
                quote!(let _ #nothing = #expr;)
            }
            Stmt::CheckExhaustive { scrutinee, patterns } => self.check_exhaustive(scrutinee, patterns, at),
            Stmt::Block(inner) => {
                let inner: TokenStream = inner.iter().map(|stmt| self.stmt(stmt, at)).collect();
                quote!({ #inner })
            }
        }
    }

    fn declare(&mut self, var: Var, value: Option<&Expr>, at: At) -> TokenStream {
        let printed = value.map(|value| match self.checks().by_ref_copy(var, value, at) {
            Some(copy) => copy,
            None => self.first_value(var, value, at),
        });
        let (name, ty) = match value {
            Some(_) => (self.name(var), self.annotation(var)),
            None => (self.name(var), self.spill_annotation(var)),
        };
        match self.plan.storage_class(var) {
            StorageClass::RowArray | StorageClass::TileArray if self.spilled_array_rank(var).is_some() => {
                let (slots, lane) = (self.spill_slots(var), own("lane"));
                printed.map_or(TokenStream::new(), |value| quote!(#slots.set(#lane, #value);))
            }
            _ if self.lane_loop.hoisted.contains(&var) => {
                printed.map_or(TokenStream::new(), |value| quote!(#name = #value;))
            }
            StorageClass::Uniform
            | StorageClass::LaneLocal
            | StorageClass::Rematerialised
            | StorageClass::RowArray
            | StorageClass::TileArray => {
                let variable = &self.facts.kernel.body.variables[var.0];
                let mutable = variable.mutable.then(|| quote!(mut));
                match printed {
                    // `let _` marks the variable as used. Not every variant uses it, and rustc would warn at
                    // the user's declaration.
                    Some(value) => quote!(let #mutable #name: #ty = #value; let _ = #name;),
                    // The lane loop stores the variable to its slot even if the user's code has not assigned
                    // a value yet. So it needs an initial value.
                    None if matches!(
                        self.plan.storage_class(var),
                        StorageClass::RowArray | StorageClass::TileArray
                    ) =>
                    {
                        quote!(let mut #name: #ty = ::amp::__private::zeroed();)
                    }
                    // A `return` ends a lane, and not the code of the row. So for rustc there are paths on
                    // which a uniform variable is read before it is assigned, and the variable needs an
                    // initial value. In the checked variant, each work-item runs alone, so such paths do not
                    // exist.
                    None if matches!(at, At::Row | At::Tile) && !self.checked => {
                        quote!(let mut #name: #ty = ::amp::__private::zeroed();)
                    }
                    // The variable has no initial value, so rustc checks that it is assigned before it is
                    // read, and only once.
                    None if variable.deferred => quote!(let #name: #ty;),
                    None if !variable.temporary && !variable.filled => quote!(let mut #name: #ty;),
                    None => quote!(let mut #name: #ty = ::amp::__private::zeroed();),
                }
            }
        }
    }

    pub(super) fn for_head(&mut self, var: Var, range: &Range, at: At) -> TokenStream {
        let (start, end) = (self.expr(&range.start, at), self.expr(&range.end, at));
        // A debugger shows the source position of the range while the loop advances, so the range has the
        // user's span.
        let span = range.start.site.first;
        let mut counted = match range.inclusive {
            _ if self.checked => self.checks().checked_range(range, &start, &end),
            true => quote_spanned!(span=> (#start)..=(#end)),
            false => quote_spanned!(span=> (#start)..(#end)),
        };
        if range.reversed && !range.from_last_step {
            counted = quote_spanned!(span=> (#counted).rev());
        }
        if let Some(step) = &range.step {
            let step = self.located_operand(step, at);
            counted = quote_spanned!(span=> (#counted).step_by(#step));
        }
        if range.from_last_step {
            counted = quote_spanned!(span=> (#counted).rev());
        }
        let name = self.name(var);
        let mutable = self.facts.kernel.body.variables[var.0].mutable.then(|| quote!(mut));
        quote!(for #mutable #name in #counted)
    }

    /// Prints a `while` loop. `step` is printed at the start of each iteration, and `before` contains the
    /// statements that compute operands of the condition.
    fn repeat(
        &mut self,
        step: Option<TokenStream>,
        before: TokenStream,
        condition: &Expr,
        body: TokenStream,
        at: At,
    ) -> TokenStream {
        let condition = self.expr(condition, at);
        if before.is_empty() {
            return match condition.to_string().as_str() {
                "true" => quote!(loop { #step #body }),
                _ if step.is_none() => quote!(while #condition { #body }),
                // The condition stays the condition of a `while`. So rustc's message about a condition that
                // is no `bool` is the same in each variant.
                _ => quote!(while { #step #condition } { #body }),
            };
        }
        quote!(loop { #step #before if !(#condition) { break; } #body })
    }
}
