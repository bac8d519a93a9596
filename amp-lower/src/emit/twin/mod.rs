//! The native twin: the same kernel as an ordinary Rust closure over a row or a tile of work-items, for the CPU.
//!
//! It is a SPMD program. What is uniform stands outside, scalar; what varies stands in loops over the lanes, innermost
//! and, for whole rows, of a constant length, so that LLVM makes vectors of them. A barrier costs nothing: the plan ends
//! a region there. `plan` decides what goes where; the other files print.
//!
//! Each body is printed twice. The *full* form runs whole rows and reaches along them by slices that are checked once;
//! the *general* form checks every element, and serves what is cut off at an edge or has gaps. The executor hands
//! over the unit of work, and the closure picks the form.
//!
//! `checked` prints a third one, a closure of its own: the same statements, work-item by work-item, and whatever can go
//! wrong is looked at.

mod checked;
mod expr;
mod plan;
mod stmt;
mod waiting;

use crate::analysis::Facts;
use crate::ir::{Call, ExprKind, Role, Ty, Var};
use plan::{Home, Node, Plan};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeSet, HashSet};
pub(crate) use waiting::{Twin, function};

pub(crate) use checked::kernel as checked;

/// The closure.
pub(crate) fn kernel(facts: &Facts<'_>) -> TokenStream {
    let plan = Plan::new(facts, &[]);
    let names = names(facts);
    let kernel = facts.kernel;
    let full = Printer::new(&plan, &names, Form::Full).unit();
    let general = Printer::new(&plan, &names, Form::General).unit();
    let (unit, rank) = (own("unit"), kernel.rank);
    let whole = whole(facts, &unit);
    let (captures, values) = captures(facts);
    let (ty, first) = unit_of_work(facts, &unit);
    // Inlined into whatever the executor compiles for a level of the processor. A debug build has one copy of it.
    quote! {
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            |#unit: &::amp::__private::#ty<#rank>, &#captures| {
                #values
                #first
                if #whole { #full } else { #general }
            }
        }
    }
}

/// The pattern of what is captured, and the copies of the values among it.
fn captures(facts: &Facts<'_>) -> (TokenStream, TokenStream) {
    let slots = &facts.kernel.slots;
    let pattern = slots.iter().rev().fold(quote!(()), |rest, slot| {
        let ident = &slot.ident;
        quote!((ref #ident, #rest))
    });
    let values = slots.iter().filter(|slot| slot.role == Role::Value).map(|slot| {
        let ident = &slot.ident;
        quote!(let #ident = *#ident;)
    });
    (pattern, values.collect())
}

/// The type of what the executor hands over, and what is taken from it first.
fn unit_of_work(facts: &Facts<'_>, unit: &Ident) -> (TokenStream, TokenStream) {
    if facts.kernel.tile.is_none() {
        return (quote!(Row), TokenStream::new());
    }
    let (first, id, origin) = (own("first"), own("id"), own("origin"));
    let rank = facts.kernel.rank;
    let setup = quote! {
        let #first = #unit.row([0; #rank]);
        let #id = #unit.id();
        let #origin = #unit.origin();
    };
    (quote!(Tile), setup)
}

/// Whether the full form may run.
fn whole(facts: &Facts<'_>, unit: &Ident) -> TokenStream {
    let kernel = facts.kernel;
    let mut conditions = Vec::new();
    if kernel.tile.is_none() {
        conditions.push(quote!(#unit.len() == ::amp::__private::LANES));
    }
    for (n, slot) in kernel.slots.iter().enumerate() {
        let ident = &slot.ident;
        match slot.role {
            Role::Read => conditions.push(quote!(#ident.has_rows())),
            Role::Write if facts.is_own(n) => match &kernel.tile {
                Some(tile) => conditions.push(quote!(#ident.covers_tile(#unit, [#(#tile),*]))),
                None => conditions.push(quote!(#ident.covers(#unit))),
            },
            _ => {}
        }
    }
    if conditions.is_empty() { quote!(true) } else { quote!(#(#conditions)&&*) }
}

/// A name that no user can see.
fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The variables' names in the twin: the user's own, numbered where one name is used twice.
fn names(facts: &Facts<'_>) -> Vec<Ident> {
    let kernel = facts.kernel;
    let mut taken: HashSet<String> = kernel.slots.iter().map(|slot| slot.ident.to_string()).collect();
    taken.extend(kernel.body.tile_static.iter().map(|variable| variable.ident.to_string()));
    // Blocks are flattened: a variable may stand where the user's was out of scope, and must not hide a function.
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut |expr| {
            if let ExprKind::Call { written: Call::Path(path), .. } = &expr.kind
                && let Some(first) = path.segments.first()
            {
                taken.insert(first.ident.to_string());
            }
        });
    }
    kernel
        .body
        .variables
        .iter()
        .map(|variable| {
            let mut ident = variable.ident.clone();
            let mut n = 1usize;
            while !taken.insert(ident.to_string()) {
                n += 1;
                ident = format_ident!("{}_{}", variable.ident, n, span = variable.ident.span());
            }
            ident
        })
        .collect()
}

/// Where an expression is computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// Once for a tile.
    Tile,
    /// Once for a row.
    Row,
    /// Once for a lane; `masked` where not every lane comes by.
    Lane { masked: bool },
}

/// The forms of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Whole rows, along slices that are checked once.
    Full,
    /// Rows of any length, every element checked.
    General,
    /// One work-item after another, everything looked at.
    Checked,
}

/// Prints one form of the body.
struct Printer<'f, 'k> {
    facts: &'f Facts<'k>,
    plan: &'f Plan<'k>,
    names: &'f [Ident],
    full: bool,
    /// See [`Form::Checked`].
    checked: bool,
    /// What stands before the loop over the lanes that is being printed.
    prelude: Vec<TokenStream>,
    fresh: usize,
    /// The views whose own rows the group that is being printed touches.
    own_rows: BTreeSet<usize>,
    /// Variables that the loop over the lanes that is being printed declares before its body.
    hoisted: BTreeSet<Var>,
    /// In a function that waits, the number of work-items.
    items: Option<Ident>,
    /// And its parameters that are references, with their places.
    places: Vec<(Var, Ident)>,
}

impl<'f, 'k> Printer<'f, 'k> {
    fn new(plan: &'f Plan<'k>, names: &'f [Ident], form: Form) -> Self {
        Printer {
            facts: &plan.facts,
            plan,
            names,
            full: form == Form::Full,
            checked: form == Form::Checked,
            prelude: Vec::new(),
            fresh: 0,
            own_rows: BTreeSet::new(),
            hoisted: BTreeSet::new(),
            items: None,
            places: Vec::new(),
        }
    }
}

impl Printer<'_, '_> {
    fn name(&self, var: Var) -> &Ident {
        &self.names[var.0]
    }

    /// The whole unit of work.
    fn unit(self) -> TokenStream {
        let (room, nodes) = self.unit_parts();
        quote!(#room #nodes)
    }

    /// What lives as long as the unit of work, and what is done.
    fn unit_parts(mut self) -> (TokenStream, TokenStream) {
        let nodes = self.nodes(&self.plan.nodes);
        let kernel = self.facts.kernel;
        let tile_static = kernel.body.tile_static.iter().map(|variable| {
            let (ident, ty) = (&variable.ident, &variable.written_type);
            let known = self.checked.then(|| checked::tile_static(variable));
            quote!(let mut #ident: #ty = ::amp::__private::zeroed(); #known)
        });
        let spilled = self.plan.spilled(Home::TileSpill).map(|var| self.room(var));
        let spilled: Vec<_> = spilled.collect();
        let returned = (self.plan.masks && kernel.tile.is_some())
            .then(|| self.room_for(&own("returned"), &quote!(bool), false));
        (quote!(#(#tile_static)* #(#spilled)* #returned), nodes)
    }

    /// Room for a variable that has a slot for each lane.
    fn room(&self, var: Var) -> TokenStream {
        // Arrays can be large, and a stack is not.
        let large = matches!(self.facts.kernel.body.variables[var.0].ty, Ty::Array(..));
        let rows = self.plan.home(var) == Home::TileSpill;
        let (slots, ty) = (self.slots(var), self.annotation(var));
        if rows { self.room_for(&slots, &ty, large) } else { self.room_in_row(&slots, &ty, large) }
    }

    /// In each row of the tile. A tile can be large as well.
    fn room_for(&self, slots: &Ident, ty: &TokenStream, large: bool) -> TokenStream {
        if self.facts.kernel.rank == 1 {
            return self.room_in_row(slots, ty, large);
        }
        let (width, rows) = (self.width(), self.rows_of_tile());
        quote!(let mut #slots = ::amp::__private::rows_of_lanes::<#ty, #width>(#(#rows)*);)
    }

    fn room_in_row(&self, slots: &Ident, ty: &TokenStream, large: bool) -> TokenStream {
        if let Some(items) = &self.items {
            return quote!(let mut #slots = ::amp::__private::slots::<#ty>(#items););
        }
        let (width, way) = (self.width(), own(if large { "boxed_lanes" } else { "lanes" }));
        quote!(let mut #slots = ::amp::__private::#way::<#ty, #width>();)
    }

    /// The name of all lanes of a variable.
    fn slots(&self, var: Var) -> Ident {
        let name = self.name(var).to_string();
        own(&format!("lanes_of_{}", name.trim_start_matches("r#")))
    }

    /// The sizes of all dimensions but the last, as a product.
    fn rows_of_tile(&self) -> Vec<TokenStream> {
        let sizes = self.facts.kernel.tile.iter().flatten();
        let rank = self.facts.kernel.rank;
        let mut product: Vec<_> = sizes.take(rank - 1).map(|size| quote!((#size) *)).collect();
        product.push(quote!(1usize));
        product
    }

    /// The number of lanes in a row, where it is known while compiling.
    fn width(&self) -> TokenStream {
        match self.facts.kernel.tile.as_ref().and_then(|tile| tile.last()) {
            Some(size) => quote!({ #size }),
            None => quote!({ ::amp::__private::LANES }),
        }
    }

    /// The row that is being run, by reference.
    fn row(&self) -> TokenStream {
        let row = own(if self.facts.kernel.tile.is_some() { "row" } else { "unit" });
        if self.facts.kernel.tile.is_some() { quote!(&#row) } else { quote!(#row) }
    }

    /// Nodes at the level of the tile; for an untiled kernel, the one row.
    fn nodes(&mut self, nodes: &[Node<'_>]) -> TokenStream {
        let mut out = TokenStream::new();
        for node in nodes {
            out.extend(self.node(node));
        }
        out
    }
}
