//! Prints subviews: as arguments of device functions, and the panic if one is out of range.

use super::checked::checker;
use super::spans::here;
use super::{At, Form, Printer, own};
use crate::ir::{Expr, ExprKind, Message, PartStep};
use crate::site::Site;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Printer<'_, '_> {
    /// A call that passes subviews: each lives until the call returns.
    pub(super) fn with_subviews(&mut self, expr: &Expr, at: At) -> TokenStream {
        let outer = std::mem::take(&mut self.parts);
        let printed = self.plain_expr(expr, at);
        let parts = std::mem::replace(&mut self.parts, outer);
        quote!({ #(#parts)* #printed })
    }

    /// A subview as an argument.
    pub(super) fn lent_part(
        &mut self,
        slot: usize,
        mutable: bool,
        steps: &[PartStep],
        expr: &Expr,
        at: At,
    ) -> TokenStream {
        let span = here(expr.site);
        let made = self.subview(slot, mutable, steps, expr, at);
        self.fresh += 1;
        let name = own(&format!("part{}", self.fresh));
        self.parts.push(quote_spanned!(span=> let #name = #made;));
        if mutable { quote_spanned!(span=> #name.lent_mut()) } else { quote_spanned!(span=> #name.lent()) }
    }

    /// Whether the subview is contiguous in memory.
    pub(super) fn gapless(&mut self, lent: &Expr, at: At) -> TokenStream {
        let ExprKind::ViewArg { slot, mutable, part } = &lent.kind else { return quote!(true) };
        let made = self.subview(*slot, *mutable, part, lent, at);
        quote_spanned!(here(lent.site)=> #made.is_gapless())
    }

    fn subview(
        &mut self,
        slot: usize,
        mutable: bool,
        steps: &[PartStep],
        expr: &Expr,
        at: At,
    ) -> TokenStream {
        let (span, who) = (here(expr.site), self.locate(at));
        let mut rank = self.facts.kernel.slots[slot].rank.unwrap_or_default();
        let mut made = self.lent(slot, mutable, expr, at);
        for step in steps {
            made = match step {
                PartStep::Section { origin, extent } => {
                    let (origin, extent) = (self.list(origin, at), self.list(extent, at));
                    quote_spanned!(span=> #made.section(#who, [#origin], [#extent]))
                }
                PartStep::Project(index) => {
                    rank = rank.saturating_sub(1);
                    let index = self.expr(index, at);
                    quote_spanned!(span=> #made.project::<#rank>(#who, #index))
                }
                // Already rejected during lowering.
                PartStep::Reinterpret(_) => made,
                PartStep::ViewAs(extent, _) => {
                    rank = extent.len();
                    let extent = self.list(extent, at);
                    quote_spanned!(span=> #made.view_as::<#rank>(#who, [#extent]))
                }
            };
        }
        made
    }

    /// The assertion that a subview lies within its view.
    pub(super) fn fitting(&mut self, condition: &Expr, message: &Message, site: Site, at: At) -> TokenStream {
        let (who, span) = (self.locate(at), here(site));
        let values = self.values(message, site, at);
        let condition = self.expr(condition, at);
        // The parentheses have the user's span, which makes `#[track_caller]` report the user's line.
        let (stop, values) =
            (quote_spanned!(span=> ::amp::__private::no_such_part), quote!(::std::format!(#values)));
        let stop = quote_spanned!(site.first=> (#stop)(#who, #values));
        let here = self.checked.then(|| {
            let checker = checker();
            quote_spanned!(site.first=> #checker.here();)
        });
        quote!(if !(#condition) { #here #stop })
    }

    /// The work-item that makes the subview.
    fn locate(&self, at: At) -> TokenStream {
        if self.form == Form::Checked {
            let checker = checker();
            return quote!(#checker, 0);
        }
        self.asker(at)
    }
}
