//! Multiversioning: prints the variants of a kernel body, and the run-time conditions that select among them.
//!
//! A row run is a sequence of consecutive rows, as the scheduler hands them out. A streaming kernel reads
//! much memory and computes little (see `analysis::streaming`).
//!
//! | variant | runs for | memory access |
//! |---|---|---|
//! | `WholeRun` | a row run, if the kernel is a single lane loop or streams | slices of a run-time length |
//! | `FullRow` | a full row of constant width | slices, bounds-checked once per row |
//! | `Strip` | a part of a row that lies within one period of each modulus | slices of a smaller constant width |
//! | `BoundedRow` | the rows of a row run that are shorter than a full row | slices of a run-time length |
//! | `AnyLength` | anything else: failed guards, views that are not contiguous | each element checked |
//!
//! For an untiled kernel, rewrites run first: loop unswitching on guards, grid-stride normalisation, then
//! modulo specialisation. Grid-stride normalisation has run before, but unswitching may expose more
//! grid-stride loops.

use super::access_report::AccessReport;
use super::modulo_checks::{in_one_period, may_fit_in_period};
use super::plan::{Lanes, Plan};
use super::{Printer, Variant, own};
use crate::analysis::Facts;
use crate::ir::{Role, Source, Stmt};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// Prints the body for a tile of work-items. The generated code runs the `FullRow` variant on two conditions.
/// Each exclusive view, in which each work-item touches only its own element, has an element for every
/// work-item of the tile. All other views that `FullRow` accesses through slices have contiguous rows.
/// Otherwise the `AnyLength` variant runs.
pub(super) fn of_tile(
    facts: &Facts,
    names: &[Ident],
    tile: &[Source],
    reached: &mut Vec<AccessReport>,
) -> TokenStream {
    let plan = Plan::new(facts, &[]);
    let (full, by_rows) = printed(&plan, names, Variant::FullRow, reached);
    let unit = own("unit");
    let mut conditions = Vec::new();
    for (n, capture) in facts.kernel.captures.iter().enumerate() {
        let ident = &capture.ident;
        match capture.role {
            Role::Read => conditions.push(quote!(#ident.has_rows())),
            Role::Write if facts.is_exclusive(n) => {
                conditions.push(quote!(#ident.covers_tile(#unit, [#(#tile),*])));
            }
            Role::Write if by_rows.contains(&n) => conditions.push(quote!(#ident.has_rows())),
            Role::Write | Role::Value | Role::ValueOrView => {}
        }
    }
    if conditions.is_empty() {
        return full;
    }
    let general = Printer::new(&plan, names, Variant::AnyLength).unit();
    let alone = is_coverage_build();
    quote!(if #alone || !(#(#conditions)&&*) { #general } else { #full })
}

/// Prints a condition that is true in a build that measures code coverage. Such a build runs only the
/// `AnyLength` variant. Each variant contains a copy of the user's statements, and rustc counts only the
/// first copy. That copy is in `AnyLength`, which is printed first.
fn is_coverage_build() -> TokenStream {
    quote!(::amp::__private::COVERED)
}

/// Whether a single lane loop can cover a whole row run, so that the work per row is done only once. False
/// for kernels whose lane loop has guards, because each row tests them. False also for kernels with
/// assertions, whose panics report how many lanes of a row have run.
fn is_one_loop(plan: &Plan<'_>, names: &[Ident]) -> bool {
    let Some(lanes) = plan.one_loop() else { return false };
    let mut asserts = false;
    for stmt in &lanes.block {
        stmt.walk(&mut |stmt| asserts |= matches!(stmt, Stmt::Assert { .. } | Stmt::Print { .. }));
    }
    // Accesses to shared views by rows go through a buffer on the stack, which has space for one row only.
    let words = !Printer::new(plan, names, Variant::FullRow).vectorisable_rows(&lanes.block).is_empty();
    !asserts && !words && Printer::new(plan, names, Variant::WholeRun).guards(lanes, &lanes.block).is_empty()
}

/// In a kernel with long rows, the largest number of variables that have one slot for each lane. The slots
/// are on the stack, which is small on worker threads.
const MAX_SPILLED: usize = 4;

/// Whether the kernel should have long rows, because sequential reads are faster (see `analysis::streaming`).
/// False if a lane loop has guards, because each row tests them.
fn streams(plan: &Plan<'_>, names: &[Ident]) -> bool {
    let guarded = |lanes: &&Lanes<'_>| {
        !Printer::new(plan, names, Variant::WholeRun).guards(lanes, &lanes.block).is_empty()
    };
    plan.facts.streams()
        && !plan.masks
        && plan.row_array_count() <= MAX_SPILLED
        && !plan.loops().iter().any(guarded)
}

/// Prints a variant. Also returns the shared views of which the variant loads or stores whole rows by vector
/// instructions. Replaces `reached` by the accesses of the variant to views.
fn printed(
    plan: &Plan<'_>,
    names: &[Ident],
    form: Variant,
    reached: &mut Vec<AccessReport>,
) -> (TokenStream, BTreeSet<usize>) {
    let mut printer = Printer::new(plan, names, form);
    let printed = printer.unit();
    *reached = std::mem::take(&mut printer.accesses);
    (printed, printer.all_row_access)
}

/// The `FullRow` variant and a description of its plan, for tests.
#[cfg(test)]
pub(crate) fn full_row_variant(facts: &Facts) -> (TokenStream, String) {
    let facts = &super::rewritten(facts);
    let plan = Plan::new(facts, &[]);
    (Printer::new(&plan, &super::names(facts), Variant::FullRow).unit(), super::plan::rows(&plan))
}

/// The body of an untiled kernel's CPU code.
#[derive(Default)]
pub(super) struct RowRunBody {
    pub(super) body: TokenStream,
    /// Whether rows may have more than 64 work-items (see `Facts::streams`).
    pub(super) streams: bool,
    /// Whether the body can run joined rows (see `Facts::with_joined_rows`).
    pub(super) has_joined_rows: bool,
}

/// Prints the body for a row run. The generated code splits the row run. Lanes that pass the kernel's guards
/// and have an element in each exclusive view run in one of the variants that access views through slices.
/// All other lanes run in `AnyLength`. If another view has no contiguous rows, all lanes run in `AnyLength`.
/// Also returns whether the kernel has long rows (see `streams`).
pub(super) fn of_row_run(facts: &Facts, names: &[Ident], reached: &mut Vec<AccessReport>) -> RowRunBody {
    let plan = Plan::new(facts, &[]);
    let (inside, guards) = match facts.specialise_on_guards() {
        // A guard around a loop can make the loop divergent. Without the guard, the loop may be uniform, so
        // grid-stride normalisation runs again.
        Some((kernel, guards)) => {
            let inside = facts.for_variant(kernel);
            let in_step = inside.normalise_grid_stride().map(|kernel| facts.for_variant(kernel));
            (Some(in_step.unwrap_or(inside)), guards)
        }
        None => (None, Vec::new()),
    };
    // The kernel in which operations such as `i[0] % n` are specialised. It is correct only for rows along
    // which the quotient `i[0] / n` is constant.
    let of_rows = inside.as_ref().unwrap_or(facts);
    let in_period =
        of_rows.specialise_modulo().map(|(kernel, periods)| (of_rows.for_variant(kernel), periods));
    let names_inside = inside.as_ref().map(super::names);
    let inside_plan = inside.as_ref().map(|part| Plan::new(part, &[]));
    let inside_plan = inside_plan.as_ref().unwrap_or(&plan);
    let names_inside = names_inside.as_deref().unwrap_or(names);
    let (unit, rank) = (own("unit"), facts.kernel.rank);
    let (line, span, part) = (own("line"), own("span"), own("part"));
    let (inside, head) = (own("inside"), own("head"));
    let bases = (0..rank).map(|d| own(&format!("base{d}")));
    let guarded = Printer::new(&plan, names, Variant::AnyLength).restrict_to_passing(&span, &guards);
    let first = facts.kernel.captures.iter().enumerate().find(|(n, _)| facts.is_exclusive(*n));
    let boundary = match first.map(|(_, capture)| &capture.ident) {
        Some(view) => quote!(#view.lanes_to_boundary(&#part)),
        None => quote!(0usize),
    };
    let mut by_rows = BTreeSet::new();
    // Prints a loop over the full rows of the run, then one over its rows that are shorter.
    let rows = |full: &TokenStream| {
        let ranged = Printer::new(inside_plan, names_inside, Variant::BoundedRow).unit();
        quote! {
            let #head = #boundary;
            for #unit in #part.rows(#head) {
                let #unit = &#unit;
                #full
            }
            for #unit in #part.partial_rows(#head) {
                let #unit = &#unit;
                #ranged
            }
        }
    };
    let streams = streams(inside_plan, names_inside);
    let whole = is_one_loop(inside_plan, names_inside);
    let mut along = if whole {
        let (whole, _) = printed(inside_plan, names_inside, Variant::WholeRun, reached);
        quote! {
            let #head = #boundary;
            for #unit in #part.head_and_tail(#head) {
                let #unit = &#unit;
                #whole
            }
        }
    } else if streams {
        let (whole, _) = printed(inside_plan, names_inside, Variant::WholeRun, reached);
        quote! {
            for #unit in #part.long_rows() {
                let #unit = &#unit;
                #whole
            }
        }
    } else {
        let full;
        (full, by_rows) = printed(inside_plan, names_inside, Variant::FullRow, reached);
        rows(&full)
    };
    if let Some((facts, periods)) = &in_period {
        let (near_plan, near_names) = (Plan::new(facts, &[]), super::names(facts));
        let near = |form| in_one_period(&near_plan, &near_names, form, periods);
        let long = |form| may_fit_in_period(&near_plan, &near_names, form, periods);
        let full = Printer::new(inside_plan, names_inside, Variant::FullRow).unit();
        let (in_row, long_rows) = (near(Variant::FullRow), long(Variant::FullRow));
        let (row, words) = printed(&near_plan, &near_names, Variant::FullRow, reached);
        let in_rows = rows(&quote!(if #in_row { #row } else { #full }));
        // If `n` in `i[0] % n` is smaller than a row, `i[0] / n` may still be constant along a strip of the
        // row. The test of each strip pays off only if the strip then accesses shared views by vector loads
        // and stores.
        let otherwise = match words.is_empty() {
            true => along,
            false => {
                let far = Printer::new(inside_plan, names_inside, Variant::Strip).unit();
                let (in_piece, long_pieces) = (near(Variant::Strip), long(Variant::Strip));
                let (piece, _) = printed(&near_plan, &near_names, Variant::Strip, reached);
                let in_pieces = rows(&quote! {
                    for #unit in #unit.strips() {
                        let #unit = &#unit;
                        if #in_piece { #piece } else { #far }
                    }
                });
                quote!(if #long_pieces { #in_pieces } else { #along })
            }
        };
        by_rows.extend(words);
        along = quote!(if #long_rows { #in_rows } else { #otherwise });
    }
    let mut outside = !guards.is_empty();
    let mut covered = TokenStream::new();
    for (n, capture) in facts.kernel.captures.iter().enumerate() {
        let ident = &capture.ident;
        match capture.role {
            Role::Read => covered.extend(quote!(#span.keep_if(#ident.has_rows());)),
            Role::Write if facts.is_exclusive(n) => {
                covered.extend(quote!(#ident.keep_covered(#line, &mut #span);))
            }
            Role::Write if by_rows.contains(&n) => covered.extend(quote!(#span.keep_if(#ident.has_rows());)),
            Role::Write | Role::Value | Role::ValueOrView => continue,
        }
        outside = true;
    }
    let parts = if outside {
        let general = Printer::new(&plan, names, Variant::AnyLength).unit();
        let alone = is_coverage_build();
        quote! {
            if #alone || !#inside {
                for #unit in #part.all_rows() {
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
    let mut body = quote! {
        let mut #span = #line.span();
        {
            let [#(#bases),*] = #line.base();
            #guarded
            #covered
        }
        for (#part, #inside) in #line.split_at(#span) {
            #parts
        }
    };
    let joined = facts.with_joined_rows().map(|kernel| facts.for_variant(kernel));
    if let Some(joined) = &joined {
        let (plan, names) = (Plan::new(joined, &[]), super::names(joined));
        let joined = Printer::new(&plan, &names, Variant::AnyLength).unit();
        body = quote! {
            if #line.is_joined() {
                for #unit in #line.joined_rows() {
                    let #unit = &#unit;
                    #joined
                }
            } else {
                #body
            }
        };
    }
    RowRunBody { body, streams, has_joined_rows: joined.is_some() }
}
