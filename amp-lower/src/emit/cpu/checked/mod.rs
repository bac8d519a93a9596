//! Prints the checked variant of a kernel, which the checked accelerator runs.
//!
//! Work-items run one after another from barrier to barrier. The code calls a `Checker` for each operation that
//! can be wrong: accesses to tile memory and to views, integer arithmetic, casts of indices, barriers. The
//! checked variant uses the planner and the printer of the other variants. Its plan, `Plan::item_by_item`,
//! divides the kernel into steps at barriers only.
//!
//! Calls of the `Checker` have the spans of the user's tokens, so the `Checker` gets file and line by
//! `#[track_caller]`. Invariant: where rustc may find a type error, this variant prints the same tokens with
//! the same spans as the others. So one mistake gives one message.

mod arithmetic;
mod calls;
mod places;
mod with_closure;

use super::plan::{Plan, RowNode, StorageClass};
use super::spans::{call_site, copied_on_line, grouped};
use super::view_args::by_value_or_ref;
use super::{At, Printer, Variant, captures, names, own, tile_parameter};
use crate::analysis::Facts;
use crate::emit::callee_entry::function_type;
use crate::ir::{Body, Conversion, Expr, ExprKind, Fence, Stmt, TileStatic, Ty};
use crate::last_resort_lint;
use crate::site::Site;
use proc_macro2::{Delimiter, Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::ops::{Deref, DerefMut};

/// Prints the checked closure of a kernel.
pub(crate) fn kernel(facts: &Facts) -> TokenStream {
    let plan = Plan::item_by_item(facts, &[]);
    let names = names(facts);
    let body = placeholder_body(&facts.kernel.body)
        .unwrap_or_else(|| Printer::new(&plan, &names, Variant::Checked).unit());
    let (checker, rank) = (checker(), facts.kernel.rank);
    let (captures, values) = captures(facts);
    let (unit, ty, first) = match facts.kernel.tile {
        Some(_) => tile_parameter(facts),
        None => (own("unit"), quote!(::amp::__private::Row<#rank>), TokenStream::new()),
    };
    quote! {
        move |#checker: &::amp::__private::Checker, #unit: &#ty, &#captures| {
            #values
            #first
            #body
        }
    }
}

/// The placeholder for a body with a type error. rustc reports the error in the code of another variant. In
/// the checked variant, it would report the error again, with a different message.
pub(super) fn placeholder_body(body: &Body) -> Option<TokenStream> {
    body.has_definite_type_error.then(|| {
        let unless = last_resort_lint::contradiction(body.mistaken_at);
        quote!({ #unless ::core::unreachable!() })
    })
}

/// The printer of the checked variant. For tokens that need no checks, it calls [`Printer`], which prints all
/// variants.
pub(super) struct CheckedPrinter<'p, 'f, 'k>(pub(super) &'p mut Printer<'f, 'k>);

impl<'f, 'k> Printer<'f, 'k> {
    /// Returns the printer of the checked variant, which prints through this printer.
    pub(super) fn checks(&mut self) -> CheckedPrinter<'_, 'f, 'k> {
        CheckedPrinter(self)
    }

    /// Prints an operand, such as a subscript, whose value may cause a panic. In the checked variant, a call
    /// of the `Checker` around the operand records the source location for the report.
    pub(super) fn located_operand(&mut self, expr: &Expr, at: At) -> TokenStream {
        let printed = self.expr(expr, at);
        if !self.checked {
            return printed;
        }
        let checker = checker();
        quote_spanned!(expr.site.first=> #checker.at(#printed))
    }
}

impl<'f, 'k> Deref for CheckedPrinter<'_, 'f, 'k> {
    type Target = Printer<'f, 'k>;

    fn deref(&self) -> &Printer<'f, 'k> {
        self.0
    }
}

impl<'f, 'k> DerefMut for CheckedPrinter<'_, 'f, 'k> {
    fn deref_mut(&mut self) -> &mut Printer<'f, 'k> {
        self.0
    }
}

/// The variable of the generated code that holds the `Checker`.
pub(super) fn checker() -> Ident {
    own("checker")
}

/// Prints a statement that registers a tile variable with the `Checker`.
pub(super) fn tile_static(variable: &TileStatic) -> TokenStream {
    let (checker, ident) = (checker(), &variable.ident);
    quote!(#checker.tile_static(&#ident);)
}

/// Prints a barrier, with the memory that it orders: views, tile memory or both.
pub(super) fn barrier(fence: Fence, site: Site) -> TokenStream {
    let checker = checker();
    let (views, tile) = match fence {
        Fence::All => (true, true),
        Fence::Global => (true, false),
        Fence::TileStatic => (false, true),
    };
    quote_spanned!(site.first=> #checker.barrier(#views, #tile);)
}

/// Prints the arguments of a call in parentheses, with the span of the end of the call.
fn in_call(passed: &[TokenStream], site: Site) -> TokenStream {
    grouped(Delimiter::Parenthesis, quote!(#(#passed,)*), site.last)
}

impl CheckedPrinter<'_, '_, '_> {
    /// Returns an id for a call, a loop or a `uniform` assertion, unique in the body. If the code is printed
    /// twice, each copy gets a different id.
    fn next_id(&self) -> u32 {
        let number = self.next_id.get();
        self.next_id.set(number + 1);
        number
    }

    /// Prints a statement that adds a call or loop to the call path of the work-item until the end of the
    /// block. The call path is the list of calls and loops around the current statement. The `Checker`
    /// compares `uniform` values only if their call paths are equal.
    fn call_path(&self, span: Span) -> TokenStream {
        let (checker, inside, number) = (checker(), own("inside"), self.next_id());
        quote_spanned!(span=> let #inside = #checker.enter_scope(#number);)
    }

    /// Puts a call into a block that adds it to the work-item's call path.
    pub(super) fn with_call_path(&self, printed: &TokenStream, site: Site) -> TokenStream {
        let inside = self.call_path(site.first);
        copied_on_line(&quote!({ #inside #printed }), site)
    }

    /// Prints the statements between two barriers as a loop over the work-items of the tile. In an untiled
    /// kernel, each row of the checked variant has one work-item and needs no loop.
    pub(super) fn checked_items(&mut self, rows: &[RowNode<'_>]) -> TokenStream {
        let [RowNode::Lanes(lanes)] = rows else { return TokenStream::new() };
        let (lane, label) = (own("lane"), self.label());
        let (mut before, after) = self.spill_slots_around(lanes, true, &[]);
        before.extend(self.borrowed(&self.plan.mentioned(lanes)));
        let mut body = TokenStream::new();
        if self.plan.masks {
            let done = own("done");
            body.extend(quote!(if #done { break #label; }));
        }
        let at = At::Lane { masked: true };
        for var in self.plan.rematerialised(lanes) {
            if let Some(value) = self.facts.definition(var) {
                let value = self.expr(value, at);
                let name = self.name(var).clone();
                body.extend(quote!(let #name = #value; let _ = #name;));
            }
        }
        for stmt in &lanes.block {
            body.extend(self.stmt(stmt, at));
        }
        let body = quote!(#before #label: { #body } #after);
        if self.facts.kernel.tile.is_some() {
            return self.each_item(&body);
        }
        let (unit, rank) = (own("unit"), self.facts.kernel.rank);
        let bases: Vec<_> = (0..rank).map(|d| own(&format!("base{d}"))).collect();
        quote!(let [#(#bases),*] = #unit.base(); let #lane = 0usize; #body)
    }

    /// Prints a loop over the work-items of the tile.
    fn each_item(&self, body: &TokenStream) -> TokenStream {
        let rank = self.facts.kernel.rank;
        let (checker, unit, row, lane) = (checker(), own("unit"), own("row"), own("lane"));
        if let Some(items) = &self.function.item_count {
            return quote!(for #lane in #checker.lanes(#items) { #body });
        }
        let bases: Vec<_> = (0..rank).map(|d| own(&format!("base{d}"))).collect();
        let counters: Vec<_> = (0..rank - 1).map(|d| own(&format!("row{d}"))).collect();
        let slots = self.slots_of_row(self.facts.kernel.tile.as_deref().unwrap_or_default(), &counters);
        quote! {
            for [#(#counters,)* #lane] in #checker.items(#unit) {
                let #row = #unit.row([#(#counters,)* 0]);
                let [#(#bases),*] = #row.base();
                #slots
                #body
            }
        }
    }

    /// Prints `uniform(x)`. In code that runs once for the tile, the values of all work-items are in an
    /// array, and the code compares them at once. In code that runs for one work-item, as in a function that
    /// is not collective, the `Checker` records the value and compares it at the next barrier.
    fn checked_uniform(&mut self, value: &Expr, site: Site, at: At) -> Option<TokenStream> {
        let ExprKind::Local(var) = value.kind else { return None };
        if let At::Lane { .. } = at {
            let (checker, number, value) = (checker(), self.next_id(), self.expr(value, at));
            return Some(quote_spanned!(site.first=> #checker.uniform_scalar(#number, #value)));
        }
        if at != At::Tile || self.plan.storage_class(var) != StorageClass::TileArray {
            return None;
        }
        let (checker, slots, lane, first) =
            (checker(), self.spill_slots(var), own("lane"), own("first_value"));
        let done = self.plan.masks.then(|| {
            let returned = own("returned");
            quote!(if #returned.get(#lane) { continue; })
        });
        let compared = quote_spanned!(site.first=> #checker.uniform(&mut #first, #slots.get(#lane)););
        let each = self.each_item(&quote!(#done #compared));
        Some(quote!({
            let mut #first = ::core::option::Option::None;
            #each
            #first.map_or_else(::amp::__private::zeroed, |(_, first)| first)
        }))
    }

    /// Returns the code before a loop and the code at the start of each iteration. The code counts the
    /// iterations in the work-item's call path, the list of calls and loops around the current statement. So
    /// the `Checker` compares only `uniform` values of the same iteration. Returns `None` if all work-items
    /// execute the loop together, or if the loop cannot contain `uniform`.
    pub(super) fn iteration_marks(&self, stmt: &Stmt, site: Site, at: At) -> Option<[TokenStream; 2]> {
        let mut says = false;
        stmt.walk_expressions(&mut |expr| {
            let called = matches!(expr.kind, ExprKind::Call { .. } | ExprKind::CallParameter { .. });
            says |= called || matches!(expr.kind, ExprKind::Uniform(_)) || matches!(expr.ty, Ty::Hole(_));
        });
        let alone = self.checked && matches!(at, At::Lane { .. });
        let inside_it = own("inside");
        (says && alone).then(|| [self.call_path(site.first), quote!(#inside_it.iteration();)])
    }

    /// Prints `assert!` and related macros. In the checked variant, `debug_assert!` is active in every build.
    pub(super) fn checked_assert(
        &mut self,
        condition: Option<&Expr>,
        message: &TokenStream,
        site: Site,
        at: At,
    ) -> TokenStream {
        let checker = checker();
        let failed = quote_spanned!(site.first=> #checker.failed(#message));
        match condition {
            None => quote!(#failed;),
            Some(condition) => {
                let condition = self.expr(condition, at);
                quote!(if !(#condition) { #failed })
            }
        }
    }

    /// Prints an expression, if the checked variant prints it differently. Returns `None` otherwise.
    pub(super) fn checked_expr(&mut self, expr: &Expr, at: At) -> Option<TokenStream> {
        match &expr.kind {
            ExprKind::Element { .. } | ExprKind::Tile(_) | ExprKind::Local(_) | ExprKind::Field(..) => {
                self.checked_read(expr, at)
            }
            ExprKind::Subscript(base, index) => {
                self.checked_read(expr, at).or_else(|| self.checked_subscript(base, index, at))
            }
            ExprKind::Unary(operator, operand) => self.checked_unary(*operator, operand, expr.site, at),
            ExprKind::Binary(operator, lhs, rhs) => self.checked_binary(*operator, lhs, rhs, expr.site, at),
            ExprKind::Cast(operand, Conversion::As) => self.checked_cast(operand, &expr.ty, expr.site, at),
            ExprKind::Method { method, ident, arguments, .. } => {
                self.checked_method(method, ident, arguments, expr.site, at)
            }
            ExprKind::Call { callee, written, arguments } => {
                Some(self.checked_call(callee, written, arguments, expr.site, at))
            }
            ExprKind::Function { path, by_ref } => {
                let (checker, private) = (checker(), quote!(::amp::__private));
                let ty = function_type(path);
                let site = call_site(Site::of(path));
                let form = quote_spanned!(site=> (&*#private::by_name::<#ty, _, _>(#path, #checker)));
                Some(by_value_or_ref(*by_ref, form))
            }
            ExprKind::Atomic { operation, place, operands } => {
                self.checked_atomic(*operation, place, operands, expr.site, at)
            }
            ExprKind::Uniform(value) => self.checked_uniform(value, expr.site, at),
            _ => None,
        }
    }

    fn temporary(&mut self, stem: &str, span: Span) -> Ident {
        format_ident!("{stem}", span = Span::mixed_site().located_at(span))
    }
}
