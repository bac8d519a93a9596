//! Statements: the steps of the plan, and what stands in a loop over the lanes.

use super::expr::{assigning, here};
use super::plan::{Home, Kept, Lanes, Node, RowNode, returns};
use super::{At, Form, Printer, own};
use crate::analysis::{Guard, Lane};
use crate::ir::{Binary, Expr, ExprKind, Range, Stmt, Ty, Var};
use crate::site::Site;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Lifetime;

impl Printer<'_, '_> {
    pub(super) fn node(&mut self, node: &Node<'_>) -> TokenStream {
        match node {
            Node::Scalar(Stmt::Let { var, value: Some(call) }) if call.waits() => {
                self.tile_call(call, Some(*var))
            }
            Node::Scalar(Stmt::Expr(call)) if call.waits() => self.tile_call(call, None),
            Node::Scalar(stmt) => self.stmt(stmt, At::Tile),
            Node::Rows(rows) => self.rows(rows),
            Node::For(var, range, body) => {
                let head = self.for_head(*var, range, At::Tile);
                let body = self.nodes(body);
                quote!(#head { #body })
            }
            Node::While(before, condition, body) => {
                let body = self.nodes(body);
                self.repeat(before, condition, body, At::Tile)
            }
            Node::If(condition, then, otherwise) => {
                let condition = self.expr(condition, At::Tile);
                let (then, otherwise) = (self.nodes(then), self.nodes(otherwise));
                quote!(if #condition { #then } else { #otherwise })
            }
        }
    }

    /// A group, for each row of the tile; for an untiled kernel, the row.
    fn rows(&mut self, rows: &[RowNode<'_>]) -> TokenStream {
        if self.checked {
            return self.checked_items(rows);
        }
        let kernel = self.facts.kernel;
        let outer = std::mem::take(&mut self.own_rows);
        let body = self.row_nodes(rows);
        // A function has no views, and its work-items are one row.
        if self.items.is_some() {
            let room = self.plan.spilled(Home::RowSpill).map(|var| self.room(var));
            let room: Vec<_> = room.collect();
            let body = self.row_body(body, true);
            return quote!({ #(#room)* #body });
        }
        let used = std::mem::replace(&mut self.own_rows, outer);
        let row = self.row();
        let bases = (0..kernel.rank).map(|d| Ident::new(&format!("base{d}"), Span::mixed_site()));
        let mut setup = quote!(let [#(#bases),*] = (#row).base(););
        let width = self.width();
        for slot in used {
            let (name, view) = (self.own_row(slot), &kernel.slots[slot].ident);
            setup.extend(match self.form {
                Form::Ranged => quote!(let #name = #view.cells(#row);),
                Form::Full | Form::General | Form::Checked => quote!(let #name = #view.row::<#width>(#row);),
            });
        }
        for var in self.plan.spilled(Home::RowSpill) {
            setup.extend(self.room(var));
        }
        let Some(tile) = self.tile_extent().cloned() else {
            if self.plan.masks {
                setup.extend(self.room_in_row(&own("returned"), &quote!(bool), false));
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

    /// What has a slot for each work-item of the tile, for one row.
    pub(super) fn slots_of_row(&self, tile: &[syn::Expr], counters: &[Ident]) -> TokenStream {
        // The number of the row in the tile.
        let row_number = counters
            .iter()
            .zip(tile)
            .fold(quote!(0usize), |sum, (counter, size)| quote!((#sum * (#size) + #counter)));
        let spilled = self.plan.spilled(Home::TileSpill).map(|var| self.slots(var));
        let spilled = spilled.chain(self.plan.masks.then(|| own("returned")));
        let in_row = spilled.map(|slots| match counters.len() {
            0 => quote!(let #slots = &mut #slots;),
            _ => quote!(let #slots = ::amp::__private::row_of_lanes(&mut #slots, #row_number);),
        });
        in_row.collect()
    }

    /// The body of a row, in a block that can be left where all lanes have returned.
    fn row_body(&self, body: TokenStream, again: bool) -> TokenStream {
        if !self.plan.masks {
            return body;
        }
        let row = Lifetime::new("'row", Span::mixed_site());
        // A later group of the same row finds it done.
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
            RowNode::For(var, range, body) => {
                let head = self.for_head(*var, range, At::Row);
                let body = self.row_nodes(body);
                quote!(#head { #body })
            }
            RowNode::While(before, condition, body) => {
                let body = self.row_nodes(body);
                self.repeat(before, condition, body, At::Row)
            }
            RowNode::If(condition, then, otherwise) => {
                let condition = self.expr(condition, At::Row);
                let (then, otherwise) = (self.row_nodes(then), self.row_nodes(otherwise));
                quote!(if #condition { #then } else { #otherwise })
            }
        }
    }

    /// A loop over the lanes, and what it needs before. Where a row can tell that all lanes take the same way, there is one
    /// for this case and one for the others.
    fn lanes(&mut self, lanes: &Lanes<'_>) -> TokenStream {
        let guards = self.guards(lanes);
        let general = self.lanes_passing(lanes, &[]);
        if guards.is_empty() {
            return general;
        }
        let (passed, condition) = (self.lanes_passing(lanes, &guards), self.all_pass(&guards));
        quote!(if #condition { #passed } else { #general })
    }

    /// The loop in which all lanes pass some guards.
    fn lanes_passing(&mut self, lanes: &Lanes<'_>, guards: &[(usize, Guard)]) -> TokenStream {
        let (lane, label) = (own("lane"), self.label());
        let outer = std::mem::take(&mut self.prelude);
        let passed = |n: usize| guards.iter().find(|(at, _)| *at == n).map(|(_, guard)| guard);
        let block = lanes.block.iter().enumerate().flat_map(|(n, &stmt)| match (passed(n), stmt) {
            (Some(guard), Stmt::If { then, otherwise, .. }) => {
                (if guard.into { then } else { otherwise }).iter().collect()
            }
            _ => vec![stmt],
        });
        let block: Vec<&Stmt> = block.collect();
        let (leaves, masks) = (block.iter().any(|stmt| returns(stmt)), self.plan.masks);
        let (mut before, after) = self.slots_around(lanes, masks || leaves);
        before.extend(self.borrowed(&self.plan.mentioned(lanes)));
        // Where lanes can be done before the others are, no access is for all of them.
        let mut masked = masks;
        let mut body = TokenStream::new();
        if masks {
            let done = own("done");
            body.extend(quote!(if #done { break #label; }));
        }
        for var in self.plan.again(lanes) {
            if let Some(value) = self.facts.definition(var) {
                let value = self.expr(value, At::Lane { masked });
                let name = self.name(var).clone();
                body.extend(quote!(let #name = #value;));
            }
        }
        let narrowed = if masked || !guards.is_empty() { None } else { self.narrowed(lanes) };
        let block = match &narrowed {
            Some((_, inner)) => inner.iter().collect(),
            None => block,
        };
        masked |= narrowed.is_some();
        for stmt in block {
            body.extend(self.stmt(stmt, At::Lane { masked }));
            masked |= returns(stmt);
        }
        if masks || leaves {
            body = quote!(#label: { #body });
        }
        let prelude = std::mem::replace(&mut self.prelude, outer);
        let count = self.count();
        let count = match narrowed {
            Some((limit, _)) => quote!(::core::cmp::min(#count, #limit)),
            None => quote!((#count)),
        };
        // Where all are done, what the rest of the row would compute once is not computed at all.
        let done = (masks && leaves).then(|| self.leave_if_done());
        quote! {
            #(#prelude)*
            for #lane in 0..#count { #before #body #after }
            #done
        }
    }

    /// What has a slot for each lane is a variable like any other inside the loop over them: taken from its slot before,
    /// and put back after, whichever way the body is left. So a condition around an assignment is a choice of values and
    /// not of places, which LLVM can make of whole vectors.
    pub(super) fn slots_around(&mut self, lanes: &Lanes<'_>, leaves: bool) -> (TokenStream, TokenStream) {
        let (lane, mut before, mut after) = (own("lane"), TokenStream::new(), TokenStream::new());
        self.hoisted.clear();
        if self.plan.masks {
            let (returned, done) = (own("returned"), own("done"));
            before.extend(quote!(let mut #done = #returned.get(#lane);));
            if leaves {
                after.extend(quote!(#returned.set(#lane, #done);));
            }
        }
        for Kept { var, declared } in self.plan.kept(lanes) {
            if self.items(var).is_some() {
                continue;
            }
            let (name, slots, ty) = (self.name(var).clone(), self.slots(var), self.annotation(var));
            let variable = &self.facts.kernel.body.variables[var.0];
            let here = |stmt: &&Stmt| matches!(stmt, Stmt::Let { var: it, .. } if *it == var);
            let hoisted = declared && (leaves || !lanes.block.iter().any(here));
            let mutable = (variable.mutable || variable.deferred || hoisted).then(|| quote!(mut));
            if hoisted {
                self.hoisted.insert(var);
            }
            if hoisted || !declared {
                before.extend(quote!(let #mutable #name: #ty = #slots.get(#lane);));
            }
            if declared || mutable.is_some() {
                after.extend(quote!(#slots.set(#lane, #name);));
            }
        }
        (before, after)
    }

    fn leave_if_done(&self) -> TokenStream {
        let (returned, row) = (own("returned"), Lifetime::new("'row", Span::mixed_site()));
        let count = self.count();
        quote!(if #returned.all(#count) { break #row; })
    }

    /// `if lane < bound { .. }` and nothing else: only so many lanes are run, and none of them asks. That is how a tile
    /// works by halves.
    fn narrowed<'k>(&mut self, lanes: &Lanes<'k>) -> Option<(TokenStream, &'k [Stmt])> {
        let [Stmt::If { then, .. }] = lanes.block.as_slice() else { return None };
        let (index, bound) = self.narrowed_by(lanes)?;
        let (first, bound) = (self.expr(index, At::Row), self.expr(bound, At::Row));
        Some((quote!(::core::primitive::usize::saturating_sub(#bound, #first)), then))
    }

    /// What grows from lane to lane there, and its bound.
    pub(super) fn narrowed_by<'k>(&self, lanes: &Lanes<'k>) -> Option<(&'k Expr, &'k Expr)> {
        let [Stmt::If { condition, otherwise, .. }] = lanes.block.as_slice() else { return None };
        let ExprKind::Binary(operator, a, b) = &condition.kind else { return None };
        let (index, bound) = match operator {
            Binary::Lt => (&**a, &**b),
            Binary::Gt => (&**b, &**a),
            _ => return None,
        };
        let along = index.ty == Ty::USIZE && self.facts.lane(index) == Lane::Unit;
        // What is computed could wrap at the first lane.
        let narrows = otherwise.is_empty() && along && self.facts.lane(bound) == Lane::Same;
        (narrows && self.is_bare(index)).then_some((index, bound))
    }

    /// Whether an index is a component of the work-item's own, and nothing else.
    fn is_bare(&self, index: &Expr) -> bool {
        match &index.kind {
            ExprKind::Subscript(base, _) => matches!(base.kind, ExprKind::Item(_)),
            ExprKind::Local(var) => self.facts.definition(*var).is_some_and(|value| self.is_bare(value)),
            _ => false,
        }
    }

    pub(super) fn label(&self) -> Lifetime {
        Lifetime::new("'lane", Span::mixed_site())
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
            Stmt::Assign { place, operator, value } if self.checked => {
                self.checked_assign(place, *operator, value, at)
            }
            Stmt::Assign { place, operator, value } => {
                let value_site = value.site;
                let value = self.expr(value, at);
                let operator = operator.map(|operator| assigning(operator, place.site));
                self.assign(place, operator, value, value_site, at)
            }
            Stmt::If { condition, then, otherwise } => {
                let condition = self.expr(condition, at);
                let (then, otherwise) = (self.block(then, at), self.block(otherwise, at));
                quote!(if #condition { #then } else { #otherwise })
            }
            Stmt::For { var, range, body } => {
                let head = self.for_head(*var, range, at);
                let body = self.block(body, at);
                quote!(#head { #body })
            }
            Stmt::While { before, condition, body, .. } => {
                let inside = match at {
                    At::Lane { .. } => At::Lane { masked: true },
                    at => at,
                };
                let body = self.block(body, inside);
                self.repeat(before, condition, body, inside)
            }
            Stmt::Break(site) => quote_spanned!(site.first=> break;),
            Stmt::Continue(site) => quote_spanned!(site.first=> continue;),
            Stmt::Return { value, .. } if self.returns_values => {
                let value = value.as_ref().map(|value| self.expr(value, at));
                quote!(return #value;)
            }
            Stmt::Return { .. } => match at {
                At::Lane { .. } => {
                    let (label, done) = (self.label(), own("done"));
                    let mark = self.plan.masks.then(|| quote!(#done = true;));
                    quote!({ #mark break #label; })
                }
                _ if self.items.is_some() => {
                    let body = Lifetime::new("'__amp_body", Span::call_site());
                    quote!(break #body;)
                }
                _ => {
                    let label = self.unit_label();
                    quote!(break #label;)
                }
            },
            // Else only a cut, which the plan has made.
            Stmt::Barrier(fence, site) if self.checked => super::checked::barrier(*fence, *site),
            Stmt::Barrier(..) => TokenStream::new(),
            Stmt::Assert { condition, message, site, .. } if self.checked => {
                self.checked_assert(condition.as_ref(), message, *site, at)
            }
            Stmt::Assert { condition, debug, message, site } => {
                let span = here(*site);
                let condition = condition.as_ref().map(|condition| self.expr(condition, at));
                let failed = quote_spanned!(span=> ::core::panic!("{}", #message));
                match condition {
                    None => quote!(#failed;),
                    Some(condition) => {
                        let asked = debug.then(|| quote!(::core::cfg!(debug_assertions) &&));
                        quote!(if #asked !(#condition) { #failed })
                    }
                }
            }
            Stmt::Expr(expr) => {
                let expr = self.expr(expr, at);
                quote!(let _ = #expr;)
            }
            Stmt::Covers { scrutinee, patterns } => {
                let scrutinee = self.expr(scrutinee, at);
                let arms = patterns.iter().map(|(pattern, guarded)| {
                    let guard = guarded.then(|| quote!(if ::amp::__private::perhaps()));
                    quote!(#pattern #guard => {})
                });
                quote!(match #scrutinee { #(#arms)* })
            }
            Stmt::Block(inner) => {
                let inner: TokenStream = inner.iter().map(|stmt| self.stmt(stmt, at)).collect();
                quote!({ #inner })
            }
        }
    }

    fn declare(&mut self, var: Var, value: Option<&Expr>, at: At) -> TokenStream {
        let printed = value.map(|value| self.expr(value, at));
        let (name, ty) = (self.name(var), self.annotation(var));
        match self.plan.home(var) {
            Home::RowSpill | Home::TileSpill if self.items(var).is_some() => {
                let (slots, lane) = (self.slots(var), own("lane"));
                printed.map_or(TokenStream::new(), |value| quote!(#slots.set(#lane, #value);))
            }
            _ if self.hoisted.contains(&var) => {
                printed.map_or(TokenStream::new(), |value| quote!(#name = #value;))
            }
            Home::Scalar | Home::Lane | Home::Again | Home::RowSpill | Home::TileSpill => {
                let variable = &self.facts.kernel.body.variables[var.0];
                let mutable = variable.mutable.then(|| quote!(mut));
                match printed {
                    Some(value) => quote!(let #mutable #name: #ty = #value;),
                    // rustc sees to it that it is assigned before it is read, and only once.
                    None if variable.deferred => quote!(let #name: #ty;),
                    None if !variable.temporary => quote!(let mut #name: #ty;),
                    None => quote!(let mut #name: #ty = ::amp::__private::zeroed();),
                }
            }
        }
    }

    pub(super) fn assign(
        &mut self,
        place: &Expr,
        operator: Option<TokenStream>,
        value: TokenStream,
        value_site: Site,
        at: At,
    ) -> TokenStream {
        if let ExprKind::Element { slot, index } = &place.kind {
            let Some(operator) = operator else {
                // With a type of its own where it has a name, so that rustc's message is about the value alone.
                let (new, ty) = (Ident::new("new", here(value_site)), self.element_type(*slot));
                let store = self.store(*slot, index, &quote!(#new), place.site, at);
                return quote!({ let #new: #ty = #value; #store });
            };
            // Read, change, write; the value is computed first, as Rust does.
            let (old, new) = (own("old"), own("new"));
            let loaded = self.expr(place, at);
            let store = self.store(*slot, index, &quote!(#old), place.site, at);
            return quote!({ let #new = #value; let mut #old = #loaded; #old #operator #new; #store });
        }
        if let Some((slot, index, path)) = self.part_of_element(place, at) {
            let (old, new) = (own("old"), own("new"));
            let whole = Expr {
                kind: ExprKind::Element { slot, index: index.clone() },
                ty: self.facts.kernel.slots[slot].element.clone(),
                site: place.site,
            };
            let loaded = self.expr(&whole, at);
            let store = self.store(slot, &index, &quote!(#old), place.site, at);
            let operator = operator.unwrap_or_else(|| quote!(=));
            return quote!({ let #new = #value; let mut #old = #loaded; #old #path #operator #new; #store });
        }
        let operator = operator.unwrap_or_else(|| quote!(=));
        if let Some((var, index)) = self.slot_item(place, at) {
            let (slots, lane) = (self.slots(var), own("lane"));
            let dimensions = self.items(var).unwrap_or_default();
            if index.is_empty() {
                return quote!(#slots.set(#lane, #value););
            }
            if index.len() == dimensions {
                return quote!(*#slots.item_mut(#lane, [#(#index),*]) #operator #value;);
            }
            let (old, new) = (own("old"), own("new"));
            return quote!({
                let #new = #value;
                let mut #old = #slots.get(#lane);
                #old #([#index])* #operator #new;
                #slots.set(#lane, #old);
            });
        }
        let place = self.expr(place, at);
        quote!(#place #operator #value;)
    }

    /// A field or item of an element: the element, and the way into it.
    fn part_of_element(&mut self, place: &Expr, at: At) -> Option<(usize, Vec<Expr>, TokenStream)> {
        match &place.kind {
            ExprKind::Element { slot, index } => Some((*slot, index.clone(), TokenStream::new())),
            ExprKind::Field(base, member) => {
                let (slot, index, path) = self.part_of_element(base, at)?;
                Some((slot, index, quote!(#path.#member)))
            }
            ExprKind::Subscript(base, subscript) => {
                let (slot, index, path) = self.part_of_element(base, at)?;
                let subscript = self.expr(subscript, at);
                Some((slot, index, quote!(#path[#subscript])))
            }
            _ => None,
        }
    }

    fn for_head(&mut self, var: Var, range: &Range, at: At) -> TokenStream {
        let (start, end) = (self.expr(&range.start, at), self.expr(&range.end, at));
        let mut counted = if range.inclusive { quote!((#start)..=(#end)) } else { quote!((#start)..(#end)) };
        if range.reversed {
            counted = quote!((#counted).rev());
        }
        if let Some(step) = &range.step {
            let step = self.looked_up(step, at);
            counted = quote!((#counted).step_by(#step));
        }
        let name = self.name(var);
        let mutable = self.facts.kernel.body.variables[var.0].mutable.then(|| quote!(mut));
        quote!(for #mutable #name in #counted)
    }

    fn repeat(&mut self, before: &[Stmt], condition: &Expr, body: TokenStream, at: At) -> TokenStream {
        if before.is_empty() {
            let condition = self.expr(condition, at);
            return match condition.to_string().as_str() {
                "true" => quote!(loop { #body }),
                _ => quote!(while #condition { #body }),
            };
        }
        let before: TokenStream = before.iter().map(|stmt| self.stmt(stmt, at)).collect();
        let condition = self.expr(condition, at);
        quote!(loop { #before if !(#condition) { break; } #body })
    }
}
