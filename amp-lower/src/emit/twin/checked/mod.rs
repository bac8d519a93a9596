//! The checked form: work-items run one after another from barrier to barrier, and a `Checker` hears of all that can go
//! wrong: every access to tile memory and to views, integer arithmetic, casts of indices, barriers.
//!
//! What is asked of the `Checker` stands at the user's tokens, so that it knows the line from its caller's location.
//! Where rustc may find a type error, this form says the same words at the same place as the others: one mistake is
//! one message.

mod arithmetic;
mod calls;
mod places;
mod with_closure;

use super::lent::by;
use super::plan::{Home, Plan, RowNode};
use super::spans::{copied_on_line, grouped};
use super::{At, Form, Printer, captures, names, own, unit_of_tile};
use crate::analysis::Facts;
use crate::ir::{Body, Conversion, Expr, ExprKind, Fence, Stmt, TileStatic, Ty};
use crate::site::Site;
use crate::unsaid;
use proc_macro2::{Delimiter, Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// The closure.
pub(crate) fn kernel(facts: &Facts<'_>) -> TokenStream {
    let plan = Plan::item_by_item(facts, &[]);
    let names = names(facts);
    let body = said(&facts.kernel.body).unwrap_or_else(|| Printer::new(&plan, &names, Form::Checked).unit());
    let (checker, rank) = (checker(), facts.kernel.rank);
    let (captures, values) = captures(facts);
    let (unit, ty, first) = match facts.kernel.tile {
        Some(_) => unit_of_tile(facts),
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

/// What stands in the place of a body of which rustc says at another form that its types do not fit, or that it lends something twice: it
/// would say so once more, in other words.
pub(super) fn said(body: &Body) -> Option<TokenStream> {
    body.mistaken.then(|| {
        let unless = unsaid::contradiction(body.mistaken_at);
        quote!({ #unless ::core::unreachable!() })
    })
}

/// Who hears of everything.
pub(super) fn checker() -> Ident {
    own("checker")
}

/// Makes a variable in tile memory known.
pub(super) fn tile_static(variable: &TileStatic) -> TokenStream {
    let (checker, ident) = (checker(), &variable.ident);
    quote!(#checker.tile_static(&#ident);)
}

/// A barrier: what it orders, of views and of tile memory.
pub(super) fn barrier(fence: Fence, site: Site) -> TokenStream {
    let checker = checker();
    let (views, tile) = match fence {
        Fence::All => (true, true),
        Fence::Global => (true, false),
        Fence::TileStatic => (false, true),
    };
    quote_spanned!(site.first=> #checker.barrier(#views, #tile);)
}

/// The arguments of a call, in the parentheses at its end.
fn in_call(passed: &[TokenStream], site: Site) -> TokenStream {
    grouped(Delimiter::Parenthesis, quote!(#(#passed,)*), site.last)
}

impl Printer<'_, '_> {
    /// The number of a call, a loop or a saying, which no other one in the body has. What stands in two copies is two.
    fn number(&self) -> u32 {
        let number = self.numbered.get();
        self.numbered.set(number + 1);
        number
    }

    /// From here to the end of the block the work-item is in a call, or in a loop.
    fn inside(&self, span: Span) -> TokenStream {
        let (checker, inside, number) = (checker(), own("inside"), self.number());
        quote_spanned!(span=> let #inside = #checker.inside(#number);)
    }

    /// A call in which the work-item is while it lasts.
    pub(super) fn inside_call(&self, printed: &TokenStream, site: Site) -> TokenStream {
        let inside = self.inside(site.first);
        copied_on_line(&quote!({ #inside #printed }), site)
    }

    /// A group, for each work-item of the tile; for an untiled kernel, for the one in the row.
    pub(super) fn checked_items(&mut self, rows: &[RowNode<'_>]) -> TokenStream {
        let [RowNode::Lanes(lanes)] = rows else { return TokenStream::new() };
        let (lane, label) = (own("lane"), self.label());
        let (mut before, after) = self.slots_around(lanes, true, &[]);
        before.extend(self.borrowed(&self.plan.mentioned(lanes)));
        let mut body = TokenStream::new();
        if self.plan.masks {
            let done = own("done");
            body.extend(quote!(if #done { break #label; }));
        }
        let at = At::Lane { masked: true };
        for var in self.plan.again(lanes) {
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

    /// A loop over the work-items of the tile.
    fn each_item(&self, body: &TokenStream) -> TokenStream {
        let rank = self.facts.kernel.rank;
        let (checker, unit, row, lane) = (checker(), own("unit"), own("row"), own("lane"));
        if let Some(items) = &self.items {
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

    /// `uniform(x)`: where the whole tile asks, all its work-items have one value. Where a work-item comes by alone, as in a
    /// function that does not wait, its value is kept and compared when the others have been there.
    fn checked_uniform(&mut self, value: &Expr, site: Site, at: At) -> Option<TokenStream> {
        let ExprKind::Local(var) = value.kind else { return None };
        if let At::Lane { .. } = at {
            let (checker, number, value) = (checker(), self.number(), self.expr(value, at));
            return Some(quote_spanned!(site.first=> #checker.uniform_alone(#number, #value)));
        }
        if at != At::Tile || self.plan.home(var) != Home::TileSpill {
            return None;
        }
        let (checker, slots, lane, first) = (checker(), self.slots(var), own("lane"), own("first_value"));
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

    /// What stands in front of a loop of a work-item that comes by alone, and what each turn begins with: where something may be said to
    /// be uniform in it, that is compared turn by turn.
    pub(super) fn turns(&self, stmt: &Stmt, site: Site, at: At) -> Option<[TokenStream; 2]> {
        let mut says = false;
        stmt.walk_expressions(&mut |expr| {
            let called = matches!(expr.kind, ExprKind::Call { .. } | ExprKind::Invoke { .. });
            says |= called || matches!(expr.kind, ExprKind::Uniform(_)) || matches!(expr.ty, Ty::Hole(_));
        });
        let alone = self.checked && matches!(at, At::Lane { .. });
        let inside_it = own("inside");
        (says && alone).then(|| [self.inside(site.first), quote!(#inside_it.turn();)])
    }

    /// `assert!` and its like. Those for debug builds are looked at as well.
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

    /// What the checked form prints in another way than the others.
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
            ExprKind::Function { path, lent } => {
                let (checker, private) = (checker(), quote!(::amp::__private));
                let form = quote!((&*#private::by_name::<#path, _, _>(#path, #checker)));
                Some(by(*lent, form))
            }
            ExprKind::Atomic { operation, place, operands } => {
                self.checked_atomic(*operation, place, operands, expr.site, at)
            }
            ExprKind::Uniform(value) => self.checked_uniform(value, expr.site, at),
            _ => None,
        }
    }

    /// An expression; in the checked form, what panics because of its value is known to have been there.
    pub(super) fn looked_up(&mut self, expr: &Expr, at: At) -> TokenStream {
        let printed = self.expr(expr, at);
        if !self.checked {
            return printed;
        }
        let checker = checker();
        quote_spanned!(expr.site.first=> #checker.at(#printed))
    }

    fn temporary(&mut self, stem: &str, span: Span) -> Ident {
        format_ident!("{stem}", span = Span::mixed_site().located_at(span))
    }
}
