//! The native twin: the same kernel as an ordinary Rust closure over a row or a tile of work-items, for the CPU.
//!
//! It is a SPMD program. What is uniform stands outside, scalar; what varies stands in loops over the lanes, innermost
//! and, for whole rows, of a constant length, so that LLVM makes vectors of them. A barrier costs nothing: the plan ends
//! a region there. `plan` decides what goes where; the other files print.
//!
//! Each body is printed in several forms. The *full* form runs whole rows and reaches along them by slices that are checked
//! once, the *ranged* form does the same for rows of any length, and the *general* form checks every element: it serves
//! lanes that have no element in a view, and those that stand outside of the kernel's guards (`guard`). The executor hands
//! over the unit of work, and the closure picks the form.
//!
//! `checked` prints a third one, a closure of its own: the same statements, work-item by work-item, and whatever can go
//! wrong is looked at.

mod checked;
mod expr;
mod guard;
mod plan;
mod stmt;
mod waiting;

use crate::analysis::Facts;
use crate::ir::{Call, ExprKind, Role, Ty, Var};
pub(crate) use checked::{function as checked_function, kernel as checked};
use plan::{Home, Node, Plan};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::{BTreeSet, HashSet};
use syn::Lifetime;
pub(crate) use waiting::{Twin, function};

/// The closure.
pub(crate) fn kernel(facts: &Facts<'_>) -> TokenStream {
    let names = names(facts);
    let (captures, values) = captures(facts);
    let (unit, ty, first) = match facts.tile() {
        Some(_) => unit_of_tile(facts),
        None => unit_of_line(facts),
    };
    let body = match facts.tile() {
        Some(tile) => of_tile(facts, &names, tile),
        None => of_line(facts, &names),
    };
    // Inlined into whatever the executor compiles for a level of the processor. A debug build has one copy of it.
    quote! {
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            |#unit: &#ty, &#captures| {
                #values
                #first
                #body
            }
        }
    }
}

/// The body of a twin that is handed a tile: the full form if all work-items have their elements.
fn of_tile(facts: &Facts<'_>, names: &[Ident], tile: &[syn::Expr]) -> TokenStream {
    let plan = Plan::new(facts, &[]);
    let full = Printer::new(&plan, names, Form::Full).unit();
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
    quote!(if #(#conditions)&&* { #full } else { #general })
}

/// The body of a twin that is handed a line: row by row, in the full form where lanes pass the kernel's guards and have their
/// elements.
fn of_line(facts: &Facts<'_>, names: &[Ident]) -> TokenStream {
    let plan = Plan::new(facts, &[]);
    let general = |form| Printer::new(&plan, names, form);
    let passed = facts.past_guards();
    let part;
    let (full, ranged, guards) = match &passed {
        Some((kernel, atoms)) => {
            part = facts.of_part(kernel);
            let plan = Plan::new(&part, &[]);
            let form = |form| Printer::new(&plan, names, form).unit();
            (form(Form::Full), form(Form::Ranged), &**atoms)
        }
        None => (general(Form::Full).unit(), general(Form::Ranged).unit(), &[][..]),
    };
    let (unit, rank) = (own("unit"), facts.kernel.rank);
    let (line, span, part) = (own("line"), own("span"), own("part"));
    let (inside, head) = (own("inside"), own("head"));
    let bases = (0..rank).map(|d| own(&format!("base{d}")));
    let guarded = general(Form::General).keep_passing(&span, guards);
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
        let general = general(Form::General).unit();
        quote! {
            if #inside {
                #along
            } else {
                for #unit in #part.rows_and_rest() {
                    let #unit = &#unit;
                    #general
                }
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

/// The pattern of what is captured, and what is made of it: values are copied, and so is what is known of views, for
/// the compiler to see that no store to one of them changes it.
fn captures(facts: &Facts<'_>) -> (TokenStream, TokenStream) {
    let slots = &facts.kernel.slots;
    let pattern = slots.iter().rev().fold(quote!(()), |rest, slot| {
        let ident = &slot.ident;
        quote!((ref #ident, #rest))
    });
    let values = slots.iter().map(|slot| {
        let ident = &slot.ident;
        match slot.role {
            Role::Value => quote!(let #ident = *#ident;),
            Role::Read | Role::Write => quote!(let #ident = #ident.at_hand();),
        }
    });
    (pattern, values.collect())
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
    /// The same for rows of any length.
    Ranged,
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
    fresh: usize,
    /// The views whose own rows the group that is being printed touches.
    own_rows: BTreeSet<usize>,
    /// Variables that the loop over the lanes that is being printed declares before its body.
    hoisted: BTreeSet<Var>,
    /// In a function that waits, the number of work-items.
    items: Option<Ident>,
    /// And its parameters that are references, with their places.
    places: Vec<(Var, Ident)>,
    /// In a function that does not wait: a `return` leaves it.
    returns_values: bool,
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
            fresh: 0,
            own_rows: BTreeSet::new(),
            hoisted: BTreeSet::new(),
            items: None,
            places: Vec::new(),
            returns_values: false,
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
        matches!(self.form, Form::Full | Form::Ranged)
    }

    /// The whole unit of work, in a block that can be left.
    fn unit(self) -> TokenStream {
        let (unit, count, label) = (own("unit"), own("count"), self.unit_label());
        let counted = (self.tile_extent().is_none() && matches!(self.form, Form::Ranged | Form::General))
            .then(|| quote!(let #count = ::core::cmp::min(#unit.len(), ::amp::__private::LANES);));
        let (room, nodes) = self.unit_parts();
        quote!(#label: { #counted #room #nodes })
    }

    /// The block that is left when all is done.
    fn unit_label(&self) -> Lifetime {
        Lifetime::new("'unit", Span::mixed_site())
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
        let returned = (self.plan.masks && self.tile_extent().is_some())
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
        let sizes = self.tile_extent().into_iter().flatten();
        let rank = self.facts.kernel.rank;
        let mut product: Vec<_> = sizes.take(rank - 1).map(|size| quote!((#size) *)).collect();
        product.push(quote!(1usize));
        product
    }

    /// The number of lanes that a row has room for, as a constant.
    fn width(&self) -> TokenStream {
        match self.tile_extent().and_then(|tile| tile.last()) {
            Some(size) => quote!({ #size }),
            None => quote!({ ::amp::__private::LANES }),
        }
    }

    /// The number of lanes in the row.
    fn count(&self) -> TokenStream {
        let count = own("count");
        if self.tile_extent().is_some() || self.form == Form::Full { self.width() } else { quote!(#count) }
    }

    /// The row that is being run, by reference.
    fn row(&self) -> TokenStream {
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
