//! The native twin: the same kernel as an ordinary Rust closure over a row or a tile of work-items, for the CPU.
//!
//! It is a SPMD program. What is uniform stands outside, scalar; what varies stands in loops over the lanes, innermost
//! and, for whole rows, of a constant length, so that LLVM makes vectors of them. A barrier costs nothing: the plan ends
//! a region there. `plan` decides what goes where; the other files print.
//!
//! Each body is printed in several forms. The *full* form runs whole rows and reaches along them by slices that are checked
//! once, the *ranged* form does the same for shorter ones, the *whole* form for whole lines, and the *general* form checks every element: it serves
//! lanes that have no element in a view, and those that stand outside of the kernel's guards (`guard`). The executor hands
//! over the unit of work, and the closure picks the form.
//!
//! `checked` prints a third one, a closure of its own: the same statements, work-item by work-item, and whatever can go
//! wrong is looked at.

mod assign;
mod checked;
mod copied;
mod counter;
mod covers;
mod element;
mod expr;
mod forms;
mod function;
mod guard;
mod lanes;
mod lent;
mod lockstep;
mod memory;
mod message;
mod names;
mod number;
mod part;
mod periods;
mod pieces;
mod plan;
mod reached;
mod room;
mod spans;
mod stmt;
mod turns;
mod types;
mod waiting;
mod words;

use crate::analysis::Facts;
use crate::emit::allowed_name;
use crate::ir::{Role, Var};
pub(crate) use checked::kernel as checked;
pub(crate) use element::tells_element;
#[cfg(test)]
pub(crate) use forms::full_form;
pub(crate) use function::{Found, checked_function, twin_function};
use names::names;
use plan::{Home, Node, Plan};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::quote;
pub(crate) use reached::Reached;
use std::cell::Cell;
use std::collections::BTreeSet;
use syn::Lifetime;
pub(crate) use waiting::{Twin, function};

/// The twin of a kernel.
pub(crate) struct Printed {
    pub(crate) closure: TokenStream,
    /// How it reaches what the kernel names.
    pub(crate) reached: Vec<Reached>,
    /// Whether its rows are long.
    pub(crate) streams: bool,
}

/// Prints the closure.
pub(crate) fn kernel(facts: &Facts<'_>, braces: Span) -> Printed {
    let behind = facts.exits_behind();
    let of_exits = behind.as_ref().map(|kernel| facts.of_part(kernel));
    let facts = of_exits.as_ref().unwrap_or(facts);
    let in_step = facts.in_step();
    let of_steps = in_step.as_ref().map(|kernel| facts.of_part(kernel));
    let facts = of_steps.as_ref().unwrap_or(facts);
    let names = names(facts);
    let (captures, values) = captures(facts);
    let (unit, ty, first) = match facts.tile() {
        Some(_) => unit_of_tile(facts),
        None => unit_of_line(facts),
    };
    let mut reached = Vec::new();
    let (body, streams) = match facts.tile() {
        Some(tile) => (forms::of_tile(facts, &names, tile, &mut reached), false),
        None => forms::of_line(facts, &names, &mut reached),
    };
    let body = in_braces(quote!(#values #first #body), braces);
    // Inlined into whatever the executor compiles for a level of the processor. A debug build has one copy of it.
    let closure = quote! {
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            move |#unit: &#ty, &#captures| #body
        }
    };
    Printed { closure, reached, streams }
}

/// The body of a closure, in the braces that the user wrote: what counts how often a line is run looks inside them.
fn in_braces(body: TokenStream, braces: Span) -> Group {
    let mut group = Group::new(Delimiter::Brace, body);
    group.set_span(braces);
    group
}

/// The pattern of what is captured, and what is made of it: values are copied, and so is what is known of views, for
/// the compiler to see that no store to one of them changes it.
fn captures(facts: &Facts<'_>) -> (TokenStream, TokenStream) {
    let slots = &facts.kernel.slots;
    let handed = |n: usize| own(&format!("handed{n}"));
    let pattern = (0..slots.len()).rev().fold(quote!(()), |rest, n| {
        let handed = handed(n);
        quote!((ref #handed, #rest))
    });
    let values = slots.iter().enumerate().map(|(n, slot)| {
        let (ident, ty, handed, allowed) = (&slot.ident, type_of(n), handed(n), allowed_name(&slot.ident));
        let value = match slot.role {
            Role::Value => quote!(#ty.is(*#handed)),
            Role::Read | Role::Write => quote!(#handed.at_hand()),
            Role::Either => quote!(::amp::__private::Captured::in_hand(#handed)),
        };
        quote!(#allowed let #ident = #value;)
    });
    (pattern, values.collect())
}

/// The variable that knows the type of what is captured by value.
pub(crate) fn type_of(slot: usize) -> Ident {
    own(&format!("type{slot}"))
}

/// A line as the executor hands it over, its type, and what is taken from it first.
fn unit_of_line(facts: &Facts<'_>) -> (Ident, TokenStream, TokenStream) {
    let rank = facts.kernel.rank;
    (own("line"), quote!(::amp::__private::Line<'_, #rank>), TokenStream::new())
}

/// The same for a tile.
fn unit_of_tile(facts: &Facts<'_>) -> (Ident, TokenStream, TokenStream) {
    let rank = facts.kernel.rank;
    let (unit, first, id, origin) = (own("unit"), own("first"), own("id"), own("origin"));
    let setup = quote! {
        let #first = #unit.row([0; #rank]);
        let #id = #unit.id();
        let #origin = #unit.origin();
    };
    (unit, quote!(::amp::__private::Tile<#rank>), setup)
}

/// A name that no user can see.
fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The name of the reference to a variable of tile memory.
fn lent_tile(tile: usize, span: Span) -> Ident {
    Ident::new(&format!("tile{tile}"), Span::mixed_site().located_at(span))
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
    /// The same for the pieces of a row.
    Short,
    /// The same for rows of up to that many work-items.
    Ranged,
    /// The same for a whole line at once: where no work-item keeps anything from one loop over the lanes to another, or where
    /// there is room for what many keep.
    Whole,
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
    form: Form,
    /// See [`Form::Checked`].
    checked: bool,
    /// What stands before the loop over the lanes that is being printed.
    prelude: Vec<TokenStream>,
    /// And what stands behind it.
    postlude: Vec<TokenStream>,
    /// The shared views that it reaches along the row.
    by_rows: BTreeSet<usize>,
    /// All that some loop reaches so.
    reached_by_rows: BTreeSet<usize>,
    fresh: usize,
    /// In the checked form, how many calls, loops and sayings have a number.
    numbered: Cell<u32>,
    /// The views whose own rows the group that is being printed touches.
    own_rows: BTreeSet<usize>,
    /// Variables that the loop over the lanes that is being printed declares before its body.
    hoisted: BTreeSet<Var>,
    /// In a function that waits, the number of work-items.
    items: Option<Ident>,
    /// And its parameters that are references, with their places.
    places: Vec<(Var, Ident)>,
    /// In a device function, who asks for elements of views.
    who: Option<Ident>,
    /// In a function that does not wait: a `return` leaves it.
    returns_values: bool,
    /// In a loop in lockstep: whether it is still the lane's turn.
    going: Option<Ident>,
    /// How views are reached.
    reached: Vec<Reached>,
    /// The number that goes round in the loop over the lanes that is being printed, where each piece knows its round.
    round: Option<pieces::Round>,
    /// The parts of views that the call lends which is being printed.
    parts: Vec<TokenStream>,
}

impl<'f, 'k> Printer<'f, 'k> {
    fn new(plan: &'f Plan<'k>, names: &'f [Ident], form: Form) -> Self {
        Printer {
            facts: &plan.facts,
            plan,
            names,
            form,
            checked: form == Form::Checked,
            prelude: Vec::new(),
            postlude: Vec::new(),
            by_rows: BTreeSet::new(),
            reached_by_rows: BTreeSet::new(),
            fresh: 0,
            numbered: Cell::default(),
            own_rows: BTreeSet::new(),
            hoisted: BTreeSet::new(),
            items: None,
            places: Vec::new(),
            who: None,
            returns_values: false,
            going: None,
            reached: Vec::new(),
            round: None,
            parts: Vec::new(),
        }
    }
}

impl Printer<'_, '_> {
    fn name(&self, var: Var) -> &Ident {
        &self.names[var.0]
    }

    /// The tile in which work-items run together.
    fn tile_extent(&self) -> Option<&'_ Vec<syn::Expr>> {
        // One after another they run tile by tile.
        if self.checked { self.facts.kernel.tile.as_ref() } else { self.facts.tile() }
    }

    /// Whether views are reached along the row.
    fn is_full(&self) -> bool {
        matches!(self.form, Form::Full | Form::Short | Form::Ranged | Form::Whole)
    }

    /// The whole unit of work, in a block that can be left.
    fn unit(&mut self) -> TokenStream {
        let (unit, count, label) = (own("unit"), own("count"), self.unit_label());
        let counted = match self.form {
            _ if self.tile_extent().is_some() => None,
            Form::Ranged | Form::General => {
                Some(quote!(let #count = ::core::cmp::min(#unit.len(), ::amp::__private::LANES);))
            }
            Form::Whole => Some(quote!(let #count = #unit.len();)),
            Form::Full | Form::Short | Form::Checked => None,
        };
        let (room, nodes) = self.unit_parts();
        let tile_static = self.tile_static();
        if self.form == Form::Checked || tile_static.is_empty() {
            return quote!({ #tile_static #label: { #counted #room #nodes } });
        }
        let variables = &self.facts.kernel.body.tile_static;
        let lent = variables.iter().enumerate().map(|(n, variable)| {
            let (lent, ty, ident) =
                (lent_tile(n, Span::mixed_site()), &variable.written_type, &variable.ident);
            quote!(#lent: #ty = #ident)
        });
        quote!({
            #tile_static
            ::amp::__private::lend_tile!([#(#lent),*] #label: { #room #nodes })
        })
    }

    /// The block that is left when all is done.
    fn unit_label(&self) -> Lifetime {
        Lifetime::new("'unit", Span::mixed_site())
    }

    /// What lives as long as the unit of work, and what is done.
    fn unit_parts(&mut self) -> (TokenStream, TokenStream) {
        let nodes = self.nodes(&self.plan.nodes);
        let spilled = self.plan.spilled(Home::TileSpill).map(|var| self.room(var));
        let spilled: Vec<_> = spilled.collect();
        let returned = (self.plan.masks && self.tile_extent().is_some())
            .then(|| self.room_for(&own("returned"), &quote!(bool), true));
        (quote!(#(#spilled)* #returned), nodes)
    }

    /// Tile memory.
    fn tile_static(&self) -> TokenStream {
        let variables = self.facts.kernel.body.tile_static.iter().map(|variable| {
            let (ident, ty) = (&variable.ident, &variable.written_type);
            let known = self.checked.then(|| checked::tile_static(variable));
            quote!(let mut #ident: #ty = ::amp::__private::zeroed(); #known)
        });
        variables.collect()
    }

    /// The number of lanes that a row has room for, as a constant.
    fn width(&self) -> TokenStream {
        match self.tile_extent().and_then(|tile| tile.last()) {
            Some(size) => quote!({ #size }),
            None if self.form == Form::Short => quote!({ ::amp::__private::PIECE }),
            None => quote!({ ::amp::__private::LANES }),
        }
    }

    /// The number of lanes in the row.
    fn count(&self) -> TokenStream {
        let count = own("count");
        match self.form {
            _ if self.tile_extent().is_some() => self.width(),
            Form::Full | Form::Short => self.width(),
            _ => quote!(#count),
        }
    }

    /// The row that is being run, by reference.
    fn row(&self) -> TokenStream {
        if let Some(who) = &self.who {
            return quote!(#who);
        }
        let row = own(if self.tile_extent().is_some() { "row" } else { "unit" });
        if self.tile_extent().is_some() { quote!(&#row) } else { quote!(#row) }
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
