//! Which form of a body runs where.

use super::plan::Plan;
use super::reached::Reached;
use super::{Form, Printer, own};
use crate::analysis::Facts;
use crate::ir::Role;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The body of a twin that is handed a tile: the full form if all work-items have their elements.
pub(super) fn of_tile(
    facts: &Facts<'_>,
    names: &[Ident],
    tile: &[syn::Expr],
    reached: &mut Vec<Reached>,
) -> TokenStream {
    let plan = Plan::new(facts, &[]);
    let full = full(&plan, names, reached);
    let unit = own("unit");
    let mut conditions = Vec::new();
    for (n, slot) in facts.kernel.slots.iter().enumerate() {
        let ident = &slot.ident;
        match slot.role {
            Role::Read => conditions.push(quote!(#ident.has_rows())),
            Role::Write if facts.is_own(n) => {
                conditions.push(quote!(#ident.covers_tile(#unit, [#(#tile),*])));
            }
            Role::Write | Role::Value => {}
        }
    }
    if conditions.is_empty() {
        return full;
    }
    let general = Printer::new(&plan, names, Form::General).unit();
    let alone = alone();
    quote!(if #alone || !(#(#conditions)&&*) { #general } else { #full })
}

/// Whether the general form is to run alone. Of what stands in several forms rustc's coverage counts the first one.
fn alone() -> TokenStream {
    quote!(::core::cfg!(coverage))
}

/// The full form, and how it reaches what it names.
fn full(plan: &Plan<'_>, names: &[Ident], reached: &mut Vec<Reached>) -> TokenStream {
    let mut printer = Printer::new(plan, names, Form::Full);
    let printed = printer.unit();
    *reached = std::mem::take(&mut printer.reached);
    printed
}

/// The body of a twin that is handed a line: row by row, in the full form where lanes pass the kernel's guards and have their
/// elements.
pub(super) fn of_line(facts: &Facts<'_>, names: &[Ident], reached: &mut Vec<Reached>) -> TokenStream {
    let plan = Plan::new(facts, &[]);
    let form = |plan: &Plan<'_>, form| Printer::new(plan, names, form).unit();
    let passed = facts.past_guards();
    let (full, ranged, guards) = match &passed {
        Some((kernel, atoms)) => {
            let part = facts.of_part(kernel);
            let plan = Plan::new(&part, &[]);
            (full(&plan, names, reached), form(&plan, Form::Ranged), &**atoms)
        }
        None => (full(&plan, names, reached), form(&plan, Form::Ranged), &[][..]),
    };
    let (unit, rank) = (own("unit"), facts.kernel.rank);
    let (line, span, part) = (own("line"), own("span"), own("part"));
    let (inside, head) = (own("inside"), own("head"));
    let bases = (0..rank).map(|d| own(&format!("base{d}")));
    let guarded = Printer::new(&plan, names, Form::General).keep_passing(&span, guards);
    let mut outside = !guards.is_empty();
    let mut covered = TokenStream::new();
    for (n, slot) in facts.kernel.slots.iter().enumerate() {
        let ident = &slot.ident;
        match slot.role {
            Role::Read => covered.extend(quote!(#span.keep_if(#ident.has_rows());)),
            Role::Write if facts.is_own(n) => covered.extend(quote!(#ident.keep_covered(#line, &mut #span);)),
            Role::Write | Role::Value => continue,
        }
        outside = true;
    }
    let first = facts.kernel.slots.iter().enumerate().find(|(n, _)| facts.is_own(*n));
    let boundary = match first.map(|(_, slot)| &slot.ident) {
        Some(view) => quote!(#view.lanes_to_boundary(&#part)),
        None => quote!(0usize),
    };
    let along = quote! {
        let #head = #boundary;
        for #unit in #part.rows(#head) {
            let #unit = &#unit;
            #full
        }
        for #unit in #part.ends(#head) {
            let #unit = &#unit;
            #ranged
        }
    };
    let parts = if outside {
        let general = form(&plan, Form::General);
        let alone = alone();
        quote! {
            if #alone || !#inside {
                for #unit in #part.rows_and_rest() {
                    let #unit = &#unit;
                    #general
                }
            } else {
                #along
            }
        }
    } else {
        along
    };
    quote! {
        let mut #span = #line.span();
        {
            let [#(#bases),*] = #line.base();
            #guarded
            #covered
        }
        for (#part, #inside) in #line.parts(#span) {
            #parts
        }
    }
}
