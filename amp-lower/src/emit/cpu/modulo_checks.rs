//! Prints the run-time tests of modulo specialisation: whether a row lies within one period of each modulus
//! (see `analysis::modulo`). The tests evaluate the dividend and the modulus even if no lane of the row would
//! evaluate them. So the tests use checked arithmetic, which cannot panic.

use super::plan::Plan;
use super::{At, Printer, Variant, own};
use crate::analysis::{Facts, Period};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Prints the condition that the current row or strip lies within one period of each modulus.
pub(super) fn in_one_period(
    plan: &Plan<'_>,
    names: &[Ident],
    form: Variant,
    periods: &[Period],
) -> TokenStream {
    let mut printer = Printer::new(plan, names, form);
    let test = every_period(&mut printer, periods, |printer, period, divisor, count| {
        let [first, last] =
            [quote!(0usize), quote!(#count - 1)].map(|lane| printer.checked_value(&period.dividend, &lane));
        let name = own(if period.is_mask { "in_one_mask" } else { "in_one_period" });
        quote!(::amp::__private::#name(#first, #last, #divisor))
    });
    printer.at_base_of(&own("unit"), &test)
}

/// Prints the condition that each period is at least as long as a row or strip. Otherwise no row lies within
/// one period. The code tests this condition once for a row run.
pub(super) fn may_fit_in_period(
    plan: &Plan<'_>,
    names: &[Ident],
    form: Variant,
    periods: &[Period],
) -> TokenStream {
    let mut printer = Printer::new(plan, names, form);
    let test = every_period(&mut printer, periods, |_, period, divisor, count| {
        let name = own(if period.is_mask { "is_long_mask" } else { "is_long_period" });
        quote!(::amp::__private::#name(#divisor, #count))
    });
    printer.at_base_of(&own("part"), &test)
}

/// Prints the conjunction of a test for each period. `test` gets the modulus and the number of lanes as
/// tokens.
fn every_period(
    printer: &mut Printer<'_, '_>,
    periods: &[Period],
    test: impl Fn(&mut Printer<'_, '_>, &Period, &TokenStream, &TokenStream) -> TokenStream,
) -> TokenStream {
    let count = printer.count();
    let tests = periods.iter().map(|period| {
        let divisor = printer.checked_value(&period.divisor, &quote!(0usize));
        test(printer, period, &divisor, &count)
    });
    let tests: Vec<_> = tests.collect();
    quote!(#(#tests)&&*)
}

impl Printer<'_, '_> {
    /// Puts a condition into a block that declares the variables `base0`, `base1`, .. of the condition. They
    /// hold the base of a row or row run, that is, the index of its first work-item.
    fn at_base_of(&self, unit: &Ident, condition: &TokenStream) -> TokenStream {
        let bases = (0..self.facts.kernel.rank).map(|d| own(&format!("base{d}")));
        quote!({
            let [#(#bases),*] = #unit.base();
            #condition
        })
    }

    /// Prints the value of an expression at a lane of the row, as an `Option` that is `None` after an
    /// overflow.
    pub(super) fn checked_value(&mut self, expr: &Expr, lane: &TokenStream) -> TokenStream {
        if let ExprKind::Binary(operator, a, b) = &expr.kind {
            let (a, b) = (self.checked_value(a, lane), self.checked_value(b, lane));
            let way = own(match operator {
                Binary::Sub => "exact_sub",
                Binary::Mul => "exact_mul",
                _ => "exact_add",
            });
            return quote!(::amp::__private::#way(#a, #b));
        }
        let first = self.expr(expr, At::Row);
        let grows = match &expr.kind {
            ExprKind::Subscript(base, index) => {
                let last = Facts::literal_usize(index).is_some_and(|d| d + 1 == self.facts.kernel.rank);
                last && matches!(base.kind, ExprKind::Item(ItemIndex::Row))
            }
            _ => false,
        };
        match grows {
            true => quote!(::core::option::Option::Some(#first + (#lane))),
            false => quote!(::core::option::Option::Some(#first)),
        }
    }
}
