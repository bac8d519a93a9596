//! The CPU back end: prints a kernel as a Rust closure over a row or a tile of work-items.
//!
//! The closure is an SPMD program. Uniform values are scalars outside the lane loops; varying values are
//! computed in lane loops. Lane loops are innermost and, for full rows, have a constant length, so that LLVM
//! vectorises them. A barrier costs nothing: the lane loops before it end, and new ones begin.
//!
//! | step | module |
//! |---|---|
//! | rewrites of the IR | `sink_exits`, `grid_stride` in `analysis` |
//! | regions and storage classes | `plan` |
//! | variants and their selection | `variants` |
//! | printing | `stmt`, `lanes`, `expr`, `memory` and others |
//! | the checked variant | `checked`, a closure of its own |
//!
//! Generated code is safe Rust; the runtime's access types are responsible for soundness. The code has the
//! user's spans, so that debuggers, coverage and rustc's messages point at the user's source.

mod access_report;
mod assert_message;
mod assign;
mod checked;
mod collective;
mod copy_in_out;
mod exhaustiveness;
mod expr;
mod function;
mod lane_counters;
mod lanes;
mod literal;
mod loop_barrier;
mod masked_loop;
mod memory;
mod modulo_checks;
mod names;
mod op;
mod plan;
mod referenced;
mod row_load_store;
mod spans;
mod spill_slots;
mod stmt;
mod strip_mine;
mod subview;
mod type_hint;
mod typed_call;
mod types;
mod unswitch;
mod variants;
mod view_args;

use crate::analysis::Facts;
use crate::emit::allowed_name;
use crate::emit::rust_types::element_slot;
use crate::ir::{Role, Source, Var};
pub(crate) use access_report::AccessReport;
pub(crate) use checked::kernel as checked;
pub(crate) use collective::{CollectiveCode, function, required_uniform};
pub(crate) use function::{FunctionKind, ScalarFunction, checked_function, cpu_function, typed_body};
use names::names;
pub(crate) use op::{code as op_code, op, signature as op_signature};
use plan::{Node, Plan, StorageClass};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::quote;
use std::cell::Cell;
use std::collections::BTreeSet;
use syn::Lifetime;
use variants::RowRunBody;
#[cfg(test)]
pub(crate) use variants::full_row_variant;

/// The CPU code of a kernel.
pub(crate) struct Printed {
    pub(crate) closure: TokenStream,
    /// For each access to a captured view, the report of `Kernel::explain`.
    pub(crate) accesses: Vec<AccessReport>,
    /// Whether a row may have more than 64 work-items (see `Facts::streams`). It may then be a whole row run, a
    /// sequence of rows of the domain.
    pub(crate) streams: bool,
    /// Whether the code can run joined rows, which continue across the end of a short last dimension (see
    /// `Facts::with_joined_rows`).
    pub(crate) has_joined_rows: bool,
}

/// Prints the CPU code of a kernel. `braces` is the span of the body's braces in the user's code.
pub(crate) fn kernel(facts: &Facts, braces: Span) -> Printed {
    let facts = &rewritten(facts);
    let names = names(facts);
    let (captures, values) = captures(facts);
    let (unit, ty, first) = match facts.tile() {
        Some(_) => tile_parameter(facts),
        None => row_run_parameter(facts),
    };
    let mut reached = Vec::new();
    let RowRunBody { body, streams, has_joined_rows } = match facts.tile() {
        Some(tile) => {
            RowRunBody { body: variants::of_tile(facts, &names, tile, &mut reached), ..Default::default() }
        }
        None => variants::of_row_run(facts, &names, &mut reached),
    };
    let body = in_braces(quote!(#values #first #body), braces);
    // The executor is compiled once for each CPU feature level, such as AVX2. Inlining the closure into each
    // copy lets LLVM use the instructions of that level. A debug build has a single copy.
    let closure = quote! {
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            move |#unit: &#ty, &#captures| #body
        }
    };
    Printed { closure, accesses: reached, streams, has_joined_rows }
}

/// The facts of the kernel after the rewrites that every variant gets.
fn rewritten(facts: &Facts) -> Facts {
    let facts = facts.sink_exits().map_or_else(|| facts.clone(), |kernel| facts.for_variant(kernel));
    facts.normalise_grid_stride().map(|kernel| facts.for_variant(kernel)).unwrap_or(facts)
}

/// Puts the body of the closure into the braces that the user wrote, because coverage counts lines inside
/// them.
fn in_braces(body: TokenStream, braces: Span) -> Group {
    let mut group = Group::new(Delimiter::Brace, body);
    group.set_span(braces);
    group
}

/// Returns the pattern that binds the captures, and the statements that copy them to local variables. LLVM
/// then sees that no store can change the address and layout of a view.
fn captures(facts: &Facts) -> (TokenStream, TokenStream) {
    let slots = &facts.kernel.captures;
    let cpu_arg = |n: usize| own(&format!("cpu_arg{n}"));
    let pattern = (0..slots.len()).rev().fold(quote!(()), |rest, n| {
        let cpu_arg = cpu_arg(n);
        quote!((ref #cpu_arg, #rest))
    });
    let values = slots.iter().enumerate().map(|(n, capture)| {
        let (ident, ty, cpu_arg, allowed) =
            (&capture.ident, element_slot(n), cpu_arg(n), allowed_name(&capture.ident));
        let value = match capture.role {
            Role::Value => quote!(#ty.is(::amp::__private::CaptureValue::captured_value(#cpu_arg))),
            Role::Read | Role::Write => quote!(#cpu_arg.at_hand()),
            Role::ValueOrView => quote!(::amp::__private::Captured::into_local(#cpu_arg)),
        };
        quote!(#allowed let #ident = #value;)
    });
    (op::with_operands(facts, pattern), values.collect())
}

/// Returns the closure's parameter for a row run and its type. A row run needs no statements that unpack it,
/// so the last item is empty.
fn row_run_parameter(facts: &Facts) -> (Ident, TokenStream, TokenStream) {
    let rank = facts.kernel.rank;
    (own("line"), quote!(::amp::__private::RowRun<'_, #rank>), TokenStream::new())
}

/// Returns the closure's parameter for a tile, its type, and the statements that unpack it.
fn tile_parameter(facts: &Facts) -> (Ident, TokenStream, TokenStream) {
    let rank = facts.kernel.rank;
    let (unit, first, id, origin) = (own("unit"), own("first"), own("id"), own("origin"));
    let setup = quote! {
        let #first = #unit.row([0; #rank]);
        let #id = #unit.id();
        let #origin = #unit.origin();
    };
    (unit, quote!(::amp::__private::Tile<#rank>), setup)
}

/// A hygienic identifier that user code cannot refer to.
fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The variable of the generated code that holds the reference to a tile variable.
fn tile_reference(tile: usize, span: Span) -> Ident {
    Ident::new(&format!("tile{tile}"), Span::mixed_site().located_at(span))
}

/// The code position at which an expression is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// Once for a tile.
    Tile,
    /// Once for a row.
    Row,
    /// Once for a lane; `masked` if some lanes may be inactive.
    Lane { masked: bool },
}

/// The variants of a kernel body. The module `variants` explains when each one runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    /// Full rows. The code accesses views through slices of a constant length, with one bounds check for each
    /// slice.
    FullRow,
    /// Strips: sections of a full row with a smaller constant width. The code accesses views as in `FullRow`.
    Strip,
    /// Rows that may be shorter than a full row. The code accesses views through slices of a run-time length.
    BoundedRow,
    /// Rows of any length up to a whole row run. The code accesses views as in `BoundedRow`. A value that one
    /// lane loop computes and another uses is in a buffer with a slot for each lane.
    WholeRun,
    /// Rows of any length. The code checks each element.
    AnyLength,
    /// The code for the checked accelerator: one work-item after another, with every check.
    Checked,
}

/// Prints one variant of the body.
struct Printer<'f, 'k> {
    facts: &'f Facts,
    plan: &'f Plan<'k>,
    names: &'f [Ident],
    variant: Variant,
    /// The id of this variant. Only one variant passes its values through a given type slot, a variable from
    /// which rustc infers a type. `Slots::is_filled_by` chooses that variant by this id.
    number: usize,
    /// Whether to print the checks of [`Variant::Checked`]. The printer switches them off for some
    /// expressions of that variant.
    checked: bool,
    /// The variables of the generated code that the signature of a device function provides.
    function: FunctionForm,
    /// The lane loop that is being printed.
    lane_loop: LaneLoop,
    /// The shared views that at least one lane loop accesses by rows.
    all_row_access: BTreeSet<usize>,
    /// The exclusive views that the current group of statements accesses by rows. A group is the statements
    /// between two steps that run once for the tile.
    own_rows: BTreeSet<usize>,
    /// The declarations of the subviews that the current call passes.
    subviews: Vec<TokenStream>,
    /// The accesses to views that were printed so far.
    accesses: Vec<AccessReport>,
    /// The number of names that the printer has generated; it makes the next name unique.
    fresh: usize,
    /// The next id of a call, a loop or a `uniform` assertion in the checked variant.
    next_id: Cell<u32>,
}

/// The variables of the generated code that the signature of a device function provides. All are absent in a
/// kernel.
#[derive(Default)]
struct FunctionForm {
    /// In a collective function: the variable that holds the number of work-items.
    item_count: Option<Ident>,
    /// In a collective function: its by-reference parameters, each with the variable that holds its targets.
    by_ref_targets: Vec<(Var, Ident)>,
    /// The parameter that identifies the work-item, for accesses to views.
    locator: Option<Ident>,
    /// Whether the printer prints the user's `return` as `return`: in a device function that is not
    /// collective.
    returns_values: bool,
    /// Whether the code is never called and serves type inference only. Calls are then printed as the user
    /// wrote them.
    only_types: bool,
}

/// The state of one lane loop.
#[derive(Default)]
struct LaneLoop {
    /// Statements to print before the loop.
    prelude: Vec<TokenStream>,
    /// Statements to print after the loop.
    postlude: Vec<TokenStream>,
    /// The shared views that the loop accesses by rows.
    row_access: BTreeSet<usize>,
    /// The variables whose declarations are hoisted to the start of the loop's body.
    hoisted: BTreeSet<Var>,
    /// In a masked loop: the variable of the generated code that holds the lane's mask.
    lane_active: Option<Ident>,
    /// The masked index, such as `lane & mask`, if the loop is strip-mined.
    masked_index: Option<strip_mine::MaskedIndex>,
}

impl<'f, 'k> Printer<'f, 'k> {
    fn new(plan: &'f Plan<'k>, names: &'f [Ident], variant: Variant) -> Self {
        Printer {
            facts: &plan.facts,
            plan,
            names,
            variant,
            number: plan.facts.slots.next_variant(),
            checked: variant == Variant::Checked,
            function: FunctionForm::default(),
            lane_loop: LaneLoop::default(),
            all_row_access: BTreeSet::new(),
            own_rows: BTreeSet::new(),
            subviews: Vec::new(),
            accesses: Vec::new(),
            fresh: 0,
            next_id: Cell::default(),
        }
    }
}

impl Printer<'_, '_> {
    fn name(&self, var: Var) -> &Ident {
        &self.names[var.0]
    }

    /// The extent of the tile, if its work-items share tile memory, a barrier or a tile-relative index. In
    /// the checked variant, the extent of any tile.
    fn tile_extent(&self) -> Option<&'_ Vec<Source>> {
        // The checked variant runs tile by tile even if the work-items share nothing.
        if self.checked { self.facts.kernel.tile.as_ref() } else { self.facts.tile() }
    }

    /// Whether the variant accesses views by rows of elements, and not element by element.
    fn is_full(&self) -> bool {
        matches!(self.variant, Variant::FullRow | Variant::Strip | Variant::BoundedRow | Variant::WholeRun)
    }

    /// Prints the code for one unit of work (a tile, row or row run), as a labelled block. A `return` in the
    /// kernel leaves the block.
    fn unit(&mut self) -> TokenStream {
        let (unit, count, label) = (own("unit"), own("count"), self.unit_label());
        let counted = match self.variant {
            _ if self.tile_extent().is_some() => None,
            Variant::BoundedRow | Variant::AnyLength => {
                Some(quote!(let #count = ::core::cmp::min(#unit.len(), ::amp::__private::LANES);))
            }
            Variant::WholeRun => Some(quote!(let #count = #unit.len();)),
            Variant::FullRow | Variant::Strip | Variant::Checked => None,
        };
        let (storage, nodes) = self.unit_parts();
        let tile_static = self.tile_static();
        if self.variant == Variant::Checked || tile_static.is_empty() {
            return quote!({ #tile_static #label: { #counted #storage #nodes } });
        }
        let variables = &self.facts.kernel.body.tile_static;
        let by_ref = variables.iter().enumerate().map(|(n, variable)| {
            let (by_ref, ty, ident) =
                (tile_reference(n, Span::mixed_site()), &variable.written_type, &variable.ident);
            quote!(#by_ref: #ty = #ident)
        });
        quote!({
            #tile_static
            ::amp::__private::lend_tile!([#(#by_ref),*] #label: { #storage #nodes })
        })
    }

    /// The label of the block that [`Printer::unit`] prints.
    fn unit_label(&self) -> Lifetime {
        Lifetime::new("'unit", Span::mixed_site())
    }

    /// Prints two groups of tokens: the declarations of per-lane storage for the unit of work, and its
    /// statements.
    fn unit_parts(&mut self) -> (TokenStream, TokenStream) {
        let nodes = self.nodes(&self.plan.nodes);
        let spilled = self.plan.spilled(StorageClass::TileArray).map(|var| self.spill_storage(var));
        let spilled: Vec<_> = spilled.collect();
        let returned = (self.plan.masks && self.tile_extent().is_some())
            .then(|| self.declare_spill_storage(&own("returned"), &quote!(bool), true));
        (quote!(#(#spilled)* #returned), nodes)
    }

    /// Prints the declarations of tile memory.
    fn tile_static(&self) -> TokenStream {
        let variables = self.facts.kernel.body.tile_static.iter().map(|variable| {
            let (ident, ty) = (&variable.ident, &variable.written_type);
            let known = self.checked.then(|| checked::tile_static(variable));
            quote!(let mut #ident: #ty = ::amp::__private::zeroed(); #known)
        });
        variables.collect()
    }

    /// Prints the largest number of lanes in a row, as a constant.
    fn width(&self) -> TokenStream {
        match self.tile_extent().and_then(|tile| tile.last()) {
            Some(size) => quote!({ #size }),
            None if self.variant == Variant::Strip => quote!({ ::amp::__private::STRIP }),
            None => quote!({ ::amp::__private::LANES }),
        }
    }

    /// Prints the number of lanes in the current row. It is a constant if all rows of the variant have the
    /// same length.
    fn count(&self) -> TokenStream {
        let count = own("count");
        match self.variant {
            _ if self.tile_extent().is_some() => self.width(),
            Variant::FullRow | Variant::Strip => self.width(),
            _ => quote!(#count),
        }
    }

    /// Prints a reference to the current row. In a device function, this is the parameter that identifies the
    /// work-item.
    fn row(&self) -> TokenStream {
        if let Some(locator) = &self.function.locator {
            return quote!(#locator);
        }
        let row = own(if self.tile_extent().is_some() { "row" } else { "unit" });
        if self.tile_extent().is_some() { quote!(&#row) } else { quote!(#row) }
    }

    /// Prints the tile-level nodes of a plan. An untiled kernel has a single node, its row.
    fn nodes(&mut self, nodes: &[Node<'_>]) -> TokenStream {
        let mut out = TokenStream::new();
        for node in nodes {
            out.extend(self.node(node));
        }
        out
    }
}
