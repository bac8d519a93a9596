//! Prints subviews that are arguments of device functions, and the panic if a subview is out of range.

use super::checked::checker;
use super::spans::call_site;
use super::{At, Printer, Variant, own};
use crate::ir::{Expr, ExprKind, Message, SubviewStep};
use crate::site::Site;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

impl Printer<'_, '_> {
    /// Prints a call that passes subviews. The subviews are local variables of a block around the call.
    pub(super) fn with_subviews(&mut self, expr: &Expr, at: At) -> TokenStream {
        let outer = std::mem::take(&mut self.subviews);
        let printed = self.plain_expr(expr, at);
        let parts = std::mem::replace(&mut self.subviews, outer);
        quote!({ #(#parts)* #printed })
    }

    /// Prints a subview as an argument. Adds its declaration to `subviews`, which `with_subviews` prints.
    pub(super) fn subview_argument(
        &mut self,
        capture: usize,
        mutable: bool,
        steps: &[SubviewStep],
        expr: &Expr,
        at: At,
    ) -> TokenStream {
        let span = call_site(expr.site);
        let made = self.subview(capture, mutable, steps, expr, at);
        self.fresh += 1;
        let name = own(&format!("part{}", self.fresh));
        self.subviews.push(quote_spanned!(span=> let #name = #made;));
        if mutable {
            quote_spanned!(span=> #name.as_arg_mut())
        } else {
            quote_spanned!(span=> #name.as_arg())
        }
    }

    /// Prints a slice of a view. Adds its declaration to `subviews`, as for a subview.
    pub(super) fn slice_of_view(&mut self, view: &Expr, start: &Expr, len: &Expr, at: At) -> TokenStream {
        let ExprKind::ViewArg { capture, mutable, part } = &view.kind else { return TokenStream::new() };
        let span = call_site(view.site);
        let passed = match part.is_empty() {
            true => self.view_argument(*capture, *mutable, view, at),
            false => self.subview_argument(*capture, *mutable, part, view, at),
        };
        let (locator, start, len) = (self.locate(at), self.expr(start, at), self.expr(len, at));
        self.fresh += 1;
        let name = own(&format!("slice{}", self.fresh));
        let method = match (self.variant == Variant::Checked, *mutable) {
            (false, false) => "slice",
            (false, true) => "slice_mut",
            (true, false) => "checked_slice",
            (true, true) => "checked_slice_mut",
        };
        let method = Ident::new(method, view.site.first);
        let word = mutable.then(|| quote!(mut));
        let made = quote_spanned!(view.site.first=> #passed.#method(#locator, #start, #len));
        self.subviews.push(quote_spanned!(span=> let #word #name = #made;));
        quote_spanned!(span=> (*#name))
    }

    /// The expression that tests whether a subview is contiguous in memory.
    pub(super) fn contiguity(&mut self, by_ref: &Expr, at: At) -> TokenStream {
        let ExprKind::ViewArg { capture, mutable, part } = &by_ref.kind else { return quote!(true) };
        let made = self.subview(*capture, *mutable, part, by_ref, at);
        quote_spanned!(call_site(by_ref.site)=> #made.is_contiguous())
    }

    fn subview(
        &mut self,
        capture: usize,
        mutable: bool,
        steps: &[SubviewStep],
        expr: &Expr,
        at: At,
    ) -> TokenStream {
        let (span, locator) = (call_site(expr.site), self.locate(at));
        let mut rank = self.facts.kernel.captures[capture].rank.unwrap_or_default();
        let mut made = self.view_argument(capture, mutable, expr, at);
        for step in steps {
            made = match step {
                SubviewStep::Section { origin, extent } => {
                    let (origin, extent) = (self.list(origin, at), self.list(extent, at));
                    quote_spanned!(span=> #made.section(#locator, [#origin], [#extent]))
                }
                SubviewStep::Project(index) => {
                    rank = rank.saturating_sub(1);
                    let index = self.expr(index, at);
                    quote_spanned!(span=> #made.project::<#rank>(#locator, #index))
                }
                // Lowering rejects a reinterpreted view as an argument, so this case does not occur.
                SubviewStep::Reinterpret(_) => made,
                SubviewStep::ViewAs(extent, _) => {
                    rank = extent.len();
                    let extent = self.list(extent, at);
                    quote_spanned!(span=> #made.view_as::<#rank>(#locator, [#extent]))
                }
            };
        }
        made
    }

    /// Prints the assertion that a subview lies within its view.
    pub(super) fn fitting(&mut self, condition: &Expr, message: &Message, site: Site, at: At) -> TokenStream {
        let (locator, span) = (self.locate(at), call_site(site));
        let values = self.values(message, site, at);
        let condition = self.expr(condition, at);
        // The parentheses around the arguments have the user's span, so `#[track_caller]` reports the user's
        // line.
        let (stop, values) =
            (quote_spanned!(span=> ::amp::__private::subview_out_of_range), quote!(::std::format!(#values)));
        let stop = quote_spanned!(site.first=> (#stop)(#locator, #values));
        let here = self.checked.then(|| {
            let checker = checker();
            quote_spanned!(site.first=> #checker.set_location();)
        });
        quote!(if !(#condition) { #here #stop })
    }

    /// Prints the work-item that makes the subview, as two arguments: a row or the `Checker`, and a lane.
    fn locate(&self, at: At) -> TokenStream {
        if self.variant == Variant::Checked {
            let checker = checker();
            return quote!(#checker, 0);
        }
        self.work_item(at)
    }
}
