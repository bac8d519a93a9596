//! Whether a row lies in one period of each number that goes round (see `analysis/period.rs`), asked without a step that can fail.

use super::plan::Plan;
use super::{At, Form, Printer, own};
use crate::analysis::{Facts, Period};
use crate::ir::{Binary, Expr, ExprKind, ItemIndex};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Whether the rows, or pieces, that a form runs lie in one period each.
pub(super) fn in_periods(plan: &Plan<'_>, names: &[Ident], form: Form, periods: &[Period]) -> TokenStream {
    let mut printer = Printer::new(plan, names, form);
    let count = printer.count();
    let asked = periods.iter().map(|period| {
        let [first, last] =
            [quote!(0usize), quote!(#count - 1)].map(|lane| printer.exact(&period.along, &lane));
        let by = printer.exact(&period.by, &quote!(0usize));
        let way = own(if period.is_mask { "in_one_mask" } else { "in_one_period" });
        quote!(::amp::__private::#way(#first, #last, #by))
    });
    let asked: Vec<_> = asked.collect();
    printer.at_base_of(&own("unit"), &quote!(#(#asked)&&*))
}

/// Whether some of these rows, or pieces, of a line may lie in one.
pub(super) fn are_long(plan: &Plan<'_>, names: &[Ident], form: Form, periods: &[Period]) -> TokenStream {
    let mut printer = Printer::new(plan, names, form);
    let count = printer.count();
    let asked = periods.iter().map(|period| {
        let by = printer.exact(&period.by, &quote!(0usize));
        let way = own(if period.is_mask { "is_long_mask" } else { "is_long_period" });
        quote!(::amp::__private::#way(#by, #count))
    });
    let asked: Vec<_> = asked.collect();
    printer.at_base_of(&own("part"), &quote!(#(#asked)&&*))
}

impl Printer<'_, '_> {
    /// Something that is asked where a row, or a line, begins.
    fn at_base_of(&self, unit: &Ident, asked: &TokenStream) -> TokenStream {
        let bases = (0..self.facts.kernel.rank).map(|d| own(&format!("base{d}")));
        quote!({
            let [#(#bases),*] = #unit.base();
            #asked
        })
    }

    /// A number at a lane, or nothing if it overflows.
    pub(super) fn exact(&mut self, expr: &Expr, lane: &TokenStream) -> TokenStream {
        if let ExprKind::Binary(operator, a, b) = &expr.kind {
            let (a, b) = (self.exact(a, lane), self.exact(b, lane));
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
                let last = Facts::number(index).is_some_and(|d| d + 1 == self.facts.kernel.rank);
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
