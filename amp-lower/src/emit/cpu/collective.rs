//! Collective device functions, which contain a barrier: their CPU code, and calls of them.
//!
//! The CPU code of such a function runs once for a tile, and receives the arguments of all work-items of the
//! tile. As in a kernel, the statements between two barriers run in loops over the work-items. All work-items
//! form a single row, and their number is a run-time value.

use super::checked::placeholder_body;
use super::plan::{Plan, StorageClass};
use super::spans::respanned;
use super::types::nameable;
use super::{At, Printer, Variant, names, own};
use crate::analysis::{CollectiveCall, CollectiveFunction};
use crate::emit::wgsl::Entries;
use crate::ir::{Call, Callee, Expr, ExprKind, Function, Parameter, Role, Ty, Var};
use crate::parse::view_parameter;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::BTreeSet;

/// The CPU code of a collective function: the tokens of a trait implementation, except its `Self` type.
pub(crate) struct CollectiveCode {
    /// Type parameters with their bounds.
    pub(crate) parameters: Vec<TokenStream>,
    /// The tuple of argument types.
    pub(crate) arguments: TokenStream,
    /// The body of the trait's method `run`.
    pub(crate) body: TokenStream,
    /// The body of the trait's method `run_checked`.
    pub(crate) checked: TokenStream,
}

/// The variable of the generated code that holds the number of work-items.
fn items() -> Ident {
    own("items")
}

/// Prints the CPU code of a device function, or returns `None` if the function is not collective. `written`
/// contains the parameter types as the user wrote them, and `output` the result type.
pub(crate) fn function(
    function: &Function,
    written: &[syn::Type],
    output: &TokenStream,
) -> Option<CollectiveCode> {
    let collective = CollectiveFunction::of(function, &items())?;
    let facts = collective.facts();
    let (mut parameters, mut types) = (Vec::new(), Vec::new());
    for (n, parameter) in function.parameters.iter().enumerate() {
        let ty = format_ident!("AmpArgument{n}");
        let var = match parameter {
            Parameter::Var(var) => var,
            Parameter::View(_) => {
                let Some(view) = view_parameter(&written[n]) else { continue };
                let (element, rank) = (&view.element, &view.ranked);
                if view.mutable {
                    types.push(quote!(&'amp_by_ref ::amp::__private::SharedAccess<#element, #rank>));
                } else {
                    parameters.push(quote!(#ty: ::amp::__private::Reads<#element, #rank>));
                    types.push(quote!(::amp::__private::ViewArg<'amp_by_ref, #element, #rank, #ty>));
                }
                continue;
            }
            // A barrier argument carries no data on the CPU, so `()` stands for it. A closure parameter does
            // not occur, because lowering rejects it in a collective function.
            Parameter::Barrier | Parameter::Callable(_) => {
                types.push(quote!(()));
                continue;
            }
        };
        types.push(quote!(#ty));
        let item = match &written[n] {
            syn::Type::Reference(reference) => &*reference.elem,
            other => other,
        };
        let way = own(if is_by_ref(function, *var) || is_receiver(function, *var) {
            "ByRefTarget"
        } else {
            "PerItem"
        });
        parameters.push(quote!(#ty: ::amp::__private::#way<Item = #item>));
    }
    parameters.push(quote!(AmpResults: ::amp::__private::PerItemMut<Item = #output>));
    let body =
        run(function, &collective, &Plan::of_function(&facts, &collective.varying), Variant::AnyLength);
    let checked =
        run(function, &collective, &Plan::item_by_item(&facts, &collective.varying), Variant::Checked);
    Some(CollectiveCode { parameters, arguments: quote!((#(#types,)*)), body, checked })
}

/// Prints the bit mask of the parameters whose arguments must be uniform in the tile. The mask is zero if the
/// function is not collective.
pub(crate) fn required_uniform(function: &Function, entries: &mut Entries) -> TokenStream {
    let Some(collective) = CollectiveFunction::of(function, &items()) else { return quote!(0) };
    let own_bits = collective.required_uniform;
    let calls = collective.calls(function);
    let nested = calls.iter().map(|CollectiveCall { callee, types, varying, site }| {
        let item = entries.item_value(callee, types, site.first);
        let from: Vec<_> = varying
            .iter()
            .map(|bits| bits.print(|callee, types| entries.item_value(callee, types, site.first)))
            .collect();
        quote!(| ::amp::__private::required_uniform(#item, &[#(#from),*]))
    });
    let nested: Vec<_> = nested.collect();
    quote!(#own_bits #(#nested)*)
}

/// Prints one variant of the function's CPU code.
fn run(function: &Function, collective: &CollectiveFunction, plan: &Plan<'_>, form: Variant) -> TokenStream {
    let mut names = names(&plan.facts);
    for name in names.iter_mut().filter(|name| *name == "self") {
        *name = Ident::new("this", super::spans::call_site(function.site));
    }
    let mut printer = Printer::new(plan, &names, form);
    printer.function.item_count = Some(items());
    printer.function.locator = Some(own("locator"));
    let places = function.parameters.iter().enumerate().filter_map(|(n, parameter)| match parameter {
        Parameter::Var(var) if is_by_ref(function, *var) => Some((*var, argument(n))),
        _ => None,
    });
    printer.function.by_ref_targets = places.collect();
    let (items, lane) = (items(), own("lane"));
    let (mut taken, mut setup) = (Vec::new(), TokenStream::new());
    for (n, parameter) in function.parameters.iter().enumerate() {
        let name = argument(n);
        let var = match parameter {
            Parameter::Var(var) => var,
            Parameter::View(capture) => {
                taken.push(function.captures[*capture].ident.to_token_stream());
                continue;
            }
            Parameter::Barrier | Parameter::Callable(_) => {
                taken.push(quote!(_));
                continue;
            }
        };
        if is_by_ref(function, *var) {
            taken.push(quote!(mut #name));
            continue;
        }
        let given = match is_receiver(function, *var) {
            true => {
                taken.push(quote!(mut #name));
                quote!((*::amp::__private::ByRefTarget::reference(&mut #name, #lane)))
            }
            false => {
                taken.push(quote!(#name));
                quote!(#name.of(#lane))
            }
        };
        let (variable, annotation) = (printer.name(*var).clone(), printer.annotation(*var));
        match plan.storage_class(*var) {
            StorageClass::TileArray => {
                let slots = printer.spill_slots(*var);
                setup.extend(quote!(for #lane in 0..#items { #slots.set(#lane, #given); }));
            }
            _ => {
                let mutable = function.body.variables[var.0].mutable.then(|| quote!(mut));
                setup.extend(quote! {
                    let #mutable #variable: #annotation = { let #lane = 0; #given };
                    let _ = #variable;
                });
            }
        }
    }
    let results = collective.result.map(|result| {
        let slots = printer.spill_slots(result);
        quote!(for #lane in 0..#items { results.put(#lane, #slots.get(#lane)); })
    });
    let (storage, nodes) = printer.unit_parts();
    if form == Variant::Checked
        && let Some(placeholder) = placeholder_body(&function.body)
    {
        return placeholder;
    }
    quote! {
        let (#(#taken,)*) = arguments;
        #storage
        #setup
        // A `return` that all work-items execute together leaves this block.
        '__amp_body: { #nodes }
        #results
    }
}

fn argument(n: usize) -> Ident {
    own(&format!("argument{n}"))
}

/// Whether a variable is a receiver that the function takes by value. The caller passes a reference even then,
/// because the macro at the call does not know whether the method takes `self` or `&mut self`.
fn is_receiver(function: &Function, var: Var) -> bool {
    let variable = &function.body.variables[var.0];
    variable.ident == "self" && variable.reference.is_none()
}

fn is_by_ref(function: &Function, var: Var) -> bool {
    function.body.variables[var.0].reference.is_some()
}

impl Printer<'_, '_> {
    /// Prints a collective call, which runs once for all work-items of the tile. The variable `result` gets
    /// the results for all work-items.
    pub(super) fn tile_call(&mut self, call: &Expr, result: Option<Var>) -> TokenStream {
        let ExprKind::Call { callee, arguments, written } = &call.kind else { return TokenStream::new() };
        let span = super::spans::call_site(call.site);
        let typed = self.typed_call_statement(call);
        let private = quote!(::amp::__private);
        let is_spilled = |var: &Var| self.plan.storage_class(*var) == StorageClass::TileArray;
        if let Some(var) = result.filter(|var| call.is_uniform_call() && !is_spilled(var)) {
            let called = self.uniform_call(callee, var, span);
            return quote!(#typed #called);
        }
        // The arguments are printed without checks, because the checked version of the callee checks the uses
        // of its parameters.
        let checked = std::mem::replace(&mut self.checked, false);
        let outer = std::mem::take(&mut self.subviews);
        let arguments: Vec<_> = arguments.iter().map(|argument| self.tile_argument(argument)).collect();
        let parts = std::mem::replace(&mut self.subviews, outer);
        let results = match result {
            Some(var) if is_spilled(&var) => {
                let slots = self.spill_slots(var);
                quote!(&mut #slots)
            }
            _ => quote!(#private::IgnoredResults(::core::marker::PhantomData)),
        };
        self.checked = checked;
        let (run, locator, items) = self.tile_caller();
        let given = quote!(#locator, #items, (#(#arguments,)*), #results);
        let method = match callee {
            Callee::Function(_) => None,
            Callee::Associated(ty, name, _) => Some((ty, field_hash(name))),
            Callee::MaybeBuiltin(ty, method) => Some((ty, field_hash(method.name))),
        };
        let owner = |ty: &Ty| match written {
            Call::Path(path) => Some(path.owner.to_token_stream()),
            _ => nameable(ty).then(|| ty.rust()),
        };
        let call = match method.map(|(ty, hash)| (owner(ty), hash)) {
            None => {
                let item = callee.owner();
                let (given, results_of) = (own("given"), own("results"));
                quote_spanned! {span=> {
                    let (#given, #results_of) = ((#(#arguments,)*), #results);
                    (&#private::CollectiveProbe::<#item, _, _>::new(&#given, &#results_of))
                        .amp_select()
                        .#run(#locator, #items, #given, #results_of);
                }}
            }
            Some((Some(owner), hash)) => {
                quote_spanned!(span=> <#owner as #private::CollectiveCall<#hash, _, _, _>>::#run(#given);)
            }
            // The receiver's type cannot be named in the expansion, so `owner_of` lets rustc infer the type
            // from the first argument.
            Some((None, hash)) => {
                let (given, run) = (own("given"), format_ident!("{run}_of"));
                quote_spanned! {span=> {
                    let #given = (#(#arguments,)*);
                    let owner = #private::owner_of(&#given.0);
                    #private::#run::<#hash, _, _, _, _>(owner, #locator, #items, #given, #results);
                }}
            }
        };
        if parts.is_empty() { quote!(#typed #call) } else { quote!({ #(#parts)* #typed #call }) }
    }

    /// Prints a call with a result that is uniform in the tile. The code stores the result in a uniform
    /// variable.
    fn uniform_call(&mut self, callee: &Callee, result: Var, span: Span) -> TokenStream {
        let (_, locator, items) = self.tile_caller();
        // The callee's type occurs only as a generic argument in the path, so that rustc reports an unmet
        // `UniformTileCall` bound only once.
        let call = if self.checked { "uniform_call_checked" } else { "uniform_call" };
        let call = Ident::new(call, span);
        let (item, name, ty) = (callee.owner(), self.name(result), self.annotation(result));
        let mutable = self.facts.kernel.body.variables[result.0].mutable.then(|| quote!(mut));
        let call = quote_spanned!(span=> ::amp::__private::#call::<#item>(#locator, #items));
        quote!(let #mutable #name: #ty = #call; let _ = #name;)
    }

    /// Returns the parts of a collective call: the method to call, the variable that holds the calling row or
    /// the `Checker`, and the number of work-items.
    fn tile_caller(&self) -> (Ident, Ident, TokenStream) {
        let items = match &self.function.item_count {
            Some(items) => quote!(#items),
            None => {
                let sizes = self.facts.kernel.tile.iter().flatten();
                quote!(1usize #(* (#sizes))*)
            }
        };
        let locator = match (self.checked, &self.function.locator) {
            (true, _) => own("checker"),
            (false, Some(locator)) => locator.clone(),
            (false, None) => own("unit"),
        };
        (own(if self.checked { "run_checked" } else { "run" }), locator, items)
    }

    fn tile_argument(&mut self, argument: &Expr) -> TokenStream {
        let private = quote!(::amp::__private);
        match &argument.kind {
            ExprKind::Barrier => quote!(()),
            // The capture is a value, or only rustc knows whether it is a view. `pass_to_collective` accepts
            // both.
            ExprKind::ViewArg { capture, .. }
                if matches!(self.facts.kernel.captures[*capture].role, Role::Value | Role::ValueOrView) =>
            {
                let name = respanned(&self.facts.kernel.captures[*capture].ident, argument.site.first);
                quote!(#private::PassView::pass_to_collective(&#name))
            }
            ExprKind::ViewArg { capture, mutable, part } if part.is_empty() => {
                self.view_argument(*capture, *mutable, argument, At::Tile)
            }
            ExprKind::ViewArg { capture, mutable, part } => {
                self.subview_argument(*capture, *mutable, part, argument, At::Tile)
            }
            ExprKind::Local(var) if self.plan.storage_class(*var) == StorageClass::TileArray => {
                let slots = self.spill_slots(*var);
                quote!(&#slots)
            }
            ExprKind::Reference { place, .. } => match (&place.kind, place.root()) {
                (_, None) => {
                    let place = self.expr(place, At::Tile);
                    quote!(#private::SharedRef(&mut #place))
                }
                (_, Some(var)) if self.function.by_ref_targets.iter().any(|(of, _)| *of == var) => {
                    let name = self
                        .function
                        .by_ref_targets
                        .iter()
                        .find(|(of, _)| *of == var)
                        .map(|(_, name)| name.clone());
                    quote!(&mut #name)
                }
                (_, Some(var)) if self.plan.storage_class(var) == StorageClass::TileArray => {
                    let slots = self.spill_slots(var);
                    quote!(#private::PerItemRef(&mut #slots))
                }
                _ => {
                    let place = self.expr(place, At::Tile);
                    quote!(#private::SharedRef(&mut #place))
                }
            },
            _ => {
                let value = self.expr(argument, At::Tile);
                quote!(#private::UniformArg(#value))
            }
        }
    }

    /// Prints the statements that bind the by-reference parameters of a collective function to their targets
    /// for the current lane.
    pub(super) fn borrowed(&self, mentioned: &BTreeSet<Var>) -> TokenStream {
        let lane = own("lane");
        let borrowed = self.function.by_ref_targets.iter().filter(|(var, _)| mentioned.contains(var));
        borrowed
            .map(|(var, place)| {
                let name = self.name(*var);
                quote!(let mut #name = ::amp::__private::ByRefTarget::reference(&mut #place, #lane);)
            })
            .collect()
    }
}
