//! Device functions that wait: how a tile calls one, and its twin.
//!
//! The twin is called once for a tile, with an argument for each work-item, and is cut into regions like a kernel of one
//! row. How many work-items there are it learns at run time.

use super::plan::{Home, Plan};
use super::{At, Form, Printer, names, own};
use crate::analysis::Waiting;
use crate::ir::{Expr, ExprKind, Fence, Function, Parameter, Var};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use std::collections::BTreeSet;

/// The twin of a function that waits: the implementation of its call, but for who implements it.
pub(crate) struct Twin {
    /// Type parameters with their bounds.
    pub(crate) parameters: Vec<TokenStream>,
    /// The types of the arguments, and that of the results.
    pub(crate) arguments: TokenStream,
    /// The body of `run`.
    pub(crate) body: TokenStream,
    /// The parameters, by their bits, that have to be uniform.
    pub(crate) uniform: TokenStream,
}

/// The name of the number of work-items.
fn items() -> Ident {
    own("items")
}

/// The twin of a function, if it waits. The types of its parameters are as written.
pub(crate) fn function(function: &Function, written: &[syn::Type], output: &TokenStream) -> Option<Twin> {
    let waiting = Waiting::of(function, &items())?;
    let facts = waiting.facts();
    let plan = Plan::new(&facts, &waiting.varying);
    let names = names(&facts);
    let mut printer = Printer::new(&plan, &names, Form::General);
    printer.items = Some(items());
    printer.places = function
        .parameters
        .iter()
        .enumerate()
        .filter_map(|(n, parameter)| match parameter {
            Parameter::Var(var) if is_lent(function, *var) => Some((*var, argument(n))),
            _ => None,
        })
        .collect();
    let private = quote!(::amp::__private);
    let (items, lane) = (items(), own("lane"));
    let (mut parameters, mut types, mut taken, mut setup) =
        (Vec::new(), Vec::new(), Vec::new(), TokenStream::new());
    for (n, parameter) in function.parameters.iter().enumerate() {
        let (name, ty) = (argument(n), format_ident!("AmpArgument{n}"));
        let Parameter::Var(var) = parameter else {
            types.push(quote!(()));
            taken.push(quote!(_));
            continue;
        };
        types.push(quote!(#ty));
        let item = match &written[n] {
            syn::Type::Reference(lent) => &*lent.elem,
            other => other,
        };
        if is_lent(function, *var) {
            parameters.push(quote!(#ty: #private::Place<Item = #item>));
            taken.push(quote!(mut #name));
            continue;
        }
        parameters.push(quote!(#ty: #private::PerItem<Item = #item>));
        taken.push(quote!(#name));
        let (variable, annotation) = (printer.name(*var).clone(), printer.annotation(*var));
        match plan.home(*var) {
            Home::TileSpill => {
                let slots = printer.slots(*var);
                setup.extend(quote!(for #lane in 0..#items { #slots.set(#lane, #name.of(#lane)); }));
            }
            _ => {
                let mutable = function.body.variables[var.0].mutable.then(|| quote!(mut));
                setup.extend(quote!(let #mutable #variable: #annotation = #name.of(0);));
            }
        }
    }
    parameters.push(quote!(AmpResults: #private::PerItemMut<Item = #output>));
    let results = waiting.result.map(|result| {
        let slots = printer.slots(result);
        quote!(for #lane in 0..#items { results.put(#lane, #slots.get(#lane)); })
    });
    let (room, nodes) = printer.unit_parts();
    let body = quote! {
        let (#(#taken,)*) = arguments;
        #room
        #setup
        // Left by a `return` that all take.
        '__amp_body: { #nodes }
        #results
    };
    let own_bits = waiting.uniform;
    let nested = waiting
        .arguments(function)
        .into_iter()
        .map(|(item, from)| quote!(| #private::needs(#item, &[#(#from),*])));
    let uniform = quote!(#own_bits #(#nested)*);
    Some(Twin { parameters, arguments: quote!((#(#types,)*)), body, uniform })
}

fn argument(n: usize) -> Ident {
    own(&format!("argument{n}"))
}

fn is_lent(function: &Function, var: Var) -> bool {
    function.body.variables[var.0].reference.is_some()
}

impl Printer<'_, '_> {
    /// A call of a function that waits, for all work-items of the tile; the results go to a variable.
    pub(super) fn tile_call(&mut self, call: &Expr, result: Option<Var>) -> TokenStream {
        let ExprKind::Call { callee, arguments, .. } = &call.kind else { return TokenStream::new() };
        let span = super::expr::here(call.site);
        let private = quote!(::amp::__private);
        let checked = std::mem::replace(&mut self.checked, false);
        let lent: Vec<_> = arguments.iter().filter_map(|argument| self.lent_tile(argument)).collect();
        let arguments: Vec<_> = arguments.iter().map(|argument| self.tile_argument(argument)).collect();
        let results = match result {
            Some(var) if self.plan.home(var) == Home::TileSpill => {
                let slots = self.slots(var);
                quote!(&mut #slots)
            }
            _ => quote!(#private::Dropped(::core::marker::PhantomData)),
        };
        let items = match &self.items {
            Some(items) => quote!(#items),
            None => {
                let sizes = self.facts.kernel.tile.iter().flatten();
                quote!(1usize #(* (#sizes))*)
            }
        };
        let function = match callee {
            crate::ir::Callee::Function(path) => path.0.clone(),
            crate::ir::Callee::Associated(ty, _) => ty.rust(),
        };
        let called = quote_spanned!(span=> <#function as #private::TileCall<_, _>>::run(#items, (#(#arguments,)*), #results););
        self.checked = checked;
        if !checked {
            return called;
        }
        // It computes as ever; what it does to tile memory is not looked at, and the barriers in it order what is around.
        let barrier = super::checked::barrier(Fence::All, call.site);
        let checker = own("checker");
        let lent = lent.iter().map(|place| quote!(#checker.tile_lent(&#place);));
        quote!(#barrier #called #(#lent)* #barrier)
    }

    /// The tile memory that an argument refers to.
    fn lent_tile(&mut self, argument: &Expr) -> Option<TokenStream> {
        match &argument.kind {
            ExprKind::Reference { place, .. } if place.root().is_none() => Some(self.expr(place, At::Tile)),
            _ => None,
        }
    }

    fn tile_argument(&mut self, argument: &Expr) -> TokenStream {
        let private = quote!(::amp::__private);
        match &argument.kind {
            ExprKind::Barrier => quote!(()),
            ExprKind::Local(var) if self.plan.home(*var) == Home::TileSpill => {
                let slots = self.slots(*var);
                quote!(&#slots)
            }
            ExprKind::Reference { place, .. } => match (&place.kind, place.root()) {
                (_, None) => {
                    let place = self.expr(place, At::Tile);
                    quote!(#private::Shared(&mut #place))
                }
                (_, Some(var)) if self.places.iter().any(|(of, _)| *of == var) => {
                    let name = self.places.iter().find(|(of, _)| *of == var).map(|(_, name)| name.clone());
                    quote!(&mut #name)
                }
                (_, Some(var)) if self.plan.home(var) == Home::TileSpill => {
                    let slots = self.slots(var);
                    quote!(#private::Each(&mut #slots))
                }
                _ => {
                    let place = self.expr(place, At::Tile);
                    quote!(#private::Shared(&mut #place))
                }
            },
            _ => {
                let value = self.expr(argument, At::Tile);
                quote!(#private::Same(#value))
            }
        }
    }

    /// What the lanes of a function that waits borrow for their turn.
    pub(super) fn borrowed(&self, mentioned: &BTreeSet<Var>) -> TokenStream {
        let lane = own("lane");
        let borrowed = self.places.iter().filter(|(var, _)| mentioned.contains(var));
        borrowed
            .map(|(var, place)| {
                let name = self.name(*var);
                quote!(let mut #name = ::amp::__private::Place::lend(&mut #place, #lane);)
            })
            .collect()
    }
}
