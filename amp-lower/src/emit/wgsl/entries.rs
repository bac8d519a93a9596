//! The entries of a template: Rust expressions for the types, functions and values that only rustc knows.
//! Pieces refer to an entry by its index.

use crate::analysis::Slots;
use crate::emit::rust_types::{NoParts, Parts, inferred_slot, part_slot, tuple_slot};
use crate::ir::{Callee, Projection, Sites, Source, Ty};
use crate::site::with_errors_at;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The entries of a template. Printing the template's pieces adds the entries.
#[derive(Default)]
pub(crate) struct Entries {
    /// Each entry as text, for comparison, and as a Rust expression.
    list: Vec<(String, TokenStream)>,
    checks: Vec<Check>,
    /// The ids of the inferred types that the entries and checks mention.
    inferred: BTreeSet<usize>,
    parts: RefCell<Vec<Ty>>,
    /// The method probes, each as text, for comparison, and as a Rust expression. On a method probe, rustc's
    /// method resolution selects a built-in method or a device function.
    probes: RefCell<Vec<(String, TokenStream)>>,
    sites: Sites,
    scope: Scope,
    checks_in_item: bool,
}

/// The position of a template in the expansion, which determines the names and bounds in scope.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Scope {
    /// In a closure kernel. The closure may be in a generic function with a bound such as `T: Add`. This
    /// bound does not imply `DeviceOperator`, so a path through that trait would not compile. A probe selects
    /// the operator instead: a value on which method resolution works without a bound.
    #[default]
    Closure,
    /// In a kernel function.
    Kernel,
    /// In a constant of a device function. A constant may only call `const` functions, so a probe cannot select
    /// an operator there.
    Item,
}

/// A const check: an assertion about types and device functions that only rustc knows. rustc evaluates it.
struct Check {
    witnesses: Vec<Witness>,
    assertion: TokenStream,
    site: Span,
}

/// A type or device function that a const check examines. The check may be unable to name it, because only
/// rustc knows it. So the check declares a variable, whose type rustc infers from a type slot outside the
/// check.
struct Witness {
    /// The statement in the check that declares the variable, with types that rustc infers.
    open: TokenStream,
    /// The statement in the check that declares the variable, with named types. `None` if a type has no name.
    named: Option<TokenStream>,
    /// The variable in the check whose type rustc equates with the type of `slot`.
    types: Ident,
    /// The type slot outside the check.
    slot: TokenStream,
    /// The name of a variable outside the check, to which the check assigns the device function that rustc
    /// selected. The template's entry for that function reads the variable, so rustc selects the function
    /// only once. `None` if no entry needs it.
    entry: Option<Ident>,
}

impl Entries {
    /// The entries of a body. If `checks_in_item`, a const check whose types have names becomes a separate
    /// constant, which rustc evaluates when it checks the crate.
    pub(crate) fn new(sites: Sites, scope: Scope, checks_in_item: bool) -> Self {
        Entries { sites, scope, checks_in_item, ..Entries::default() }
    }

    /// Adds an entry, and returns its index. Equal entries share an index.
    fn add(&mut self, entry: TokenStream) -> usize {
        let text = entry.to_string();
        // `$crate` may denote different crates in different macros, so entries with `$crate` are never
        // merged.
        let same = |(known, _): &(String, TokenStream)| !text.contains("$crate") && *known == text;
        if let Some(known) = self.list.iter().position(same) {
            return known;
        }
        self.list.push((text, entry));
        self.list.len() - 1
    }

    /// Records that an entry or check needs the inferred types that occur in a type.
    fn needs(&mut self, ty: &Ty) {
        ty.each_inferred(&mut |number| {
            self.inferred.insert(number);
        });
    }

    fn needs_callee(&mut self, callee: &Callee, types: &[Ty], result: &Ty) {
        if let Callee::Associated(ty, ..) | Callee::MaybeBuiltin(ty, _) = callee {
            self.needs(ty);
        }
        types.iter().chain([result]).for_each(|ty| self.needs(ty));
    }

    /// Prints the `TypeRef` of a type.
    pub(crate) fn ty(&mut self, ty: &Ty) -> TokenStream {
        let info = ty.info(&self.sites, self);
        self.type_ref(ty, info)
    }

    /// Prints the `TypeRef` of a view's elements, whose type need not be a `Value`.
    pub(crate) fn stored(&mut self, ty: &Ty) -> TokenStream {
        let info = ty.stored_info(&self.sites, self);
        self.type_ref(ty, info)
    }

    fn type_ref(&mut self, ty: &Ty, info: TokenStream) -> TokenStream {
        if let Ty::Scalar(scalar) = ty {
            let name = Ident::new(scalar.constant(), Span::call_site());
            return quote!(::amp::__private::TypeRef::#name);
        }
        if ty.known_info().is_some() {
            return quote!(::amp::__private::TypeRef::Known(#info));
        }
        self.needs(ty);
        let at = self.add(quote!(::amp::__private::Entry::Type(#info)));
        quote!(::amp::__private::TypeRef::Entry(#at))
    }

    /// Prints the `ItemRef` of a device function for these argument types and this result type.
    pub(crate) fn item(&mut self, callee: &Callee, types: &[Ty], result: &Ty, site: Span) -> TokenStream {
        self.needs_callee(callee, types, result);
        let entry = callee.entry(types, result, self, site);
        self.item_ref(entry)
    }

    /// Prints a constant expression for the `Item` of a device function: its template, and facts about its
    /// parameters. `types` are the argument types.
    pub(crate) fn item_value(&mut self, callee: &Callee, types: &[Ty], site: Span) -> TokenStream {
        self.needs_callee(callee, types, &Ty::Unit);
        let entry = callee.entry(types, &Ty::Unit, self, site);
        quote!(::amp::__private::item_of(#entry))
    }

    /// Prints the `ItemRef` of a function that a call passes by name.
    pub(crate) fn passed(
        &mut self,
        path: &Source,
        callee: &Callee,
        position: usize,
        types: &[Ty],
    ) -> TokenStream {
        self.needs_callee(callee, types, &Ty::Unit);
        let entry = callee.passed_entry(path, position, types, self);
        self.item_ref(entry)
    }

    /// Prints the `ItemRef` of an operator with this result type.
    pub(crate) fn operator(
        &mut self,
        method: &str,
        lhs: &Ty,
        rhs: &Ty,
        result: &Ty,
        site: Span,
    ) -> TokenStream {
        [lhs, rhs, result].into_iter().for_each(|ty| self.needs(ty));
        let (hash, site) = (field_hash(method), site.resolved_at(Span::call_site()));
        if lhs.is_nameable() && rhs.is_nameable() && self.scope != Scope::Closure && !result.is_inferred() {
            let (lhs, rhs) = (with_errors_at(&lhs.rust(), site), with_errors_at(&rhs.rust(), site));
            let item = quote_spanned!(site=> <#lhs as ::amp::__private::DeviceOperator<#hash, #rhs>>::ITEM);
            return self.item_ref(quote!(::amp::__private::Entry::of(#item)));
        }
        let operands = result.tied_to(tuple_slot(&[lhs.clone(), rhs.clone()], self), self);
        // If an operand is a literal, rustc already reports a missing operator at the literal. A probe
        // compiles without the operator, so it adds no second error.
        let probed = match self.scope {
            Scope::Closure => true,
            Scope::Kernel => [lhs, rhs].into_iter().any(|ty| self.sites.is_literal(ty)),
            Scope::Item => false,
        };
        self.item_ref(match probed {
            true => {
                quote_spanned!(site=> (&&::amp::__private::OperatorProbe::<#hash, _, _>::new(#operands)).amp_select())
            }
            false => quote_spanned! {site=>
                <_ as ::amp::__private::DeviceOperator<#hash, _>>::TYPED.of(#operands)
            },
        })
    }

    fn item_ref(&mut self, entry: TokenStream) -> TokenStream {
        let at = self.add(entry);
        quote!(::amp::__private::ItemRef::Entry(#at))
    }

    /// Adds a const check of these subjects. `assertion` prints the check; it gets an expression for each
    /// subject.
    pub(crate) fn check(
        &mut self,
        subjects: &[Subject<'_>],
        site: Span,
        assertion: impl FnOnce(&[TokenStream]) -> TokenStream,
    ) {
        let number = self.checks.len();
        let (mut witnesses, mut names) = (Vec::new(), Vec::new());
        for (n, subject) in subjects.iter().enumerate() {
            let own = |stem: &str| Ident::new(&format!("{stem}{n}"), Span::mixed_site());
            let (item, types) = (own("item"), own("types"));
            let open_slot = quote!(let #types = ::amp::__private::slot::<_>(););
            let (open, named, slot, entry) = match subject {
                Subject::Type(ty) | Subject::Stored(ty) => {
                    self.needs(ty);
                    let is_stored = matches!(subject, Subject::Stored(_));
                    let whole = ty.whole();
                    let named = (ty.is_nameable() && self.checks_in_item).then(TokenStream::new);
                    names.push(match ty.is_nameable() {
                        true => ty.info_in_check(is_stored),
                        false => {
                            let site = self.sites.of(whole).resolved_at(Span::call_site());
                            let info =
                                quote_spanned!(site=> <_ as ::amp::__private::ShaderType>::INFO_OF.of(#types));
                            ty.info_of_part(info)
                        }
                    });
                    (open_slot, named, whole.slot(self), None)
                }
                Subject::Capture(capture) => {
                    let slot = crate::emit::rust_types::capture_slot(*capture);
                    names.push(quote!(#types));
                    (open_slot, None, quote!(#slot), None)
                }
                Subject::Item(callee, given, result) => {
                    self.needs_callee(callee, given, result);
                    let (value, slot) = callee.witness(given, result, self, site);
                    let named = callee.item_in_item(given, &self.sites, site).filter(|_| self.checks_in_item);
                    let named = named.map(|value| quote!(let #item = #value;));
                    // If the template has an entry for this function, the entry gets its value from the
                    // check. So rustc selects the function once.
                    let entry = callee.entry(given, result, self, site).to_string();
                    let is_open = named.is_none() && callee.trait_path(given, result, site).is_none();
                    let known = self.list.iter_mut().find(|(text, _)| *text == entry && is_open);
                    let entry = known.map(|(_, entry)| {
                        let name = Ident::new(&format!("item{number}_{n}"), Span::mixed_site());
                        *entry = match callee {
                            Callee::MaybeBuiltin(..) => quote!(::amp::__private::Entry::of(#name)),
                            _ => quote!(::amp::__private::Entry::Item(#name)),
                        };
                        name
                    });
                    names.push(quote!(#item));
                    (quote!(let (#item, #types) = #value;), named, slot, entry)
                }
            };
            witnesses.push(Witness { open, named, types, slot, entry });
        }
        let assertion = assertion(&names);
        self.checks.push(Check { witnesses, assertion, site });
    }

    /// Prints the declarations of the type slots. rustc infers the type of a slot from the values that pass
    /// through it. `unfilled` contains the slots of field and item types through which no value passes. The
    /// declaration of such a slot derives its type from the struct or array that contains the field or item.
    pub(crate) fn declarations(&self, unfilled: &BTreeSet<usize>) -> TokenStream {
        let slots = self.inferred.iter().map(|number| {
            let site = self.sites.inferred(*number);
            let mut slot = inferred_slot(*number);
            slot.set_span(slot.span().located_at(site));
            let site = site.resolved_at(Span::call_site());
            quote_spanned!(site=> let #slot = ::amp::__private::slot();)
        });
        let parts = self.parts.borrow();
        let parts = parts.iter().enumerate().map(|(n, ty)| {
            let slot = part_slot(n);
            let value = match unfilled.contains(&n) {
                true => ty.slot(&NoParts),
                false => quote!(::amp::__private::slot()),
            };
            quote!(let #slot = #value;)
        });
        slots.chain(parts).collect()
    }

    /// The type slots through which the CPU code must pass values, so that rustc infers their types.
    pub(crate) fn slots(&self) -> Rc<Slots> {
        Rc::new(Slots::new(self.inferred.clone(), self.parts.borrow().clone()))
    }

    /// Whether there are type slots through which the CPU code must pass values.
    pub(crate) fn has_slots(&self) -> bool {
        !self.inferred.is_empty() || !self.parts.borrow().is_empty()
    }

    /// Prints statements that select methods by method probes. To resolve a method, rustc must know the types
    /// of the receiver and the arguments. It infers them from the CPU code, so these statements come after
    /// the CPU code. They are in a closure that is never called. So a constant may contain them, although the
    /// methods of the probes are not `const`.
    pub(crate) fn selections(&self) -> TokenStream {
        let probes = self.probes.borrow();
        let probes = probes.iter().enumerate().map(|(n, (_, probe))| {
            let selection = selection_slot(n);
            quote! {
                let #selection = ::amp::__private::slot();
                let _ = || {
                    use ::amp::__private::Probe as _;
                    #selection.same(#probe)
                };
            }
        });
        probes.collect()
    }

    /// The entries as a list of Rust expressions.
    pub(crate) fn list(&self) -> impl Iterator<Item = &TokenStream> {
        self.list.iter().map(|(_, entry)| entry)
    }

    /// Prints the const checks, except those of [`Entries::item_checks`], as statements. rustc infers their
    /// types from the type slots.
    pub(crate) fn statements(&self) -> TokenStream {
        let checks = self.checks.iter().filter(|check| !check.is_named());
        checks
            .map(|Check { witnesses, assertion, site }| {
                let opens = witnesses.iter().map(|it| &it.open);
                let types: Vec<_> = witnesses.iter().map(|it| &it.types).collect();
                let slots = witnesses.iter().map(|it| &it.slot);
                let inner = witnesses.iter().enumerate().filter(|(_, it)| it.entry.is_some());
                let inner = inner.map(|(n, _)| Ident::new(&format!("item{n}"), Span::mixed_site()));
                let entries = witnesses.iter().filter_map(|it| it.entry.as_ref());
                let site = site.resolved_at(Span::call_site());
                quote_spanned! {site=>
                    let (#(#types,)* #(#entries,)*) = const { #(#opens)* #assertion; (#(#types,)* #(#inner,)*) };
                    #(let _ = #types.same(#slots);)*
                }
            })
            .collect()
    }

    /// Prints the const checks whose types have names as constants. rustc evaluates them when it checks the
    /// crate, even if nothing instantiates the template.
    pub(crate) fn item_checks(&self) -> TokenStream {
        let checks = self.checks.iter().filter(|check| check.is_named());
        checks
            .map(|Check { witnesses, assertion, .. }| {
                let named = witnesses.iter().map(|it| &it.named);
                quote!(const _: () = { #(#named)* #assertion; };)
            })
            .collect()
    }
}

impl Check {
    fn is_named(&self) -> bool {
        self.witnesses.iter().all(|it| it.named.is_some())
    }
}

/// The subject of a const check. The assertion gets an expression for it.
pub(crate) enum Subject<'t> {
    /// A type. The expression is its `TypeInfo`.
    Type(&'t Ty),
    /// The type of a view's elements, which need not be a `Value`. The expression is its `TypeInfo`.
    Stored(&'t Ty),
    /// A capture. The expression is a type slot for the capture type.
    Capture(usize),
    /// A device function for these argument types and this result type. The expression is the function's
    /// item. For a method that may be built in, it is an `Option` of the item.
    Item(&'t Callee, &'t [Ty], &'t Ty),
}

impl Parts for Entries {
    /// Returns the index of the type slot for a field or item type, and adds the slot if it does not exist
    /// yet. `None` for any other type.
    fn part(&self, ty: &Ty) -> Option<usize> {
        let Ty::Hole(hole) = ty else { return None };
        if !matches!(**hole, Projection::Field(..) | Projection::ElementOf(_)) {
            return None;
        }
        let mut parts = self.parts.borrow_mut();
        Some(parts.iter().position(|part| part == ty).unwrap_or_else(|| {
            parts.push(ty.clone());
            parts.len() - 1
        }))
    }

    fn selection(&self, probe: TokenStream) -> Ident {
        let text = probe.to_string();
        let mut probes = self.probes.borrow_mut();
        let known = probes.iter().position(|(known, _)| *known == text);
        selection_slot(known.unwrap_or_else(|| {
            probes.push((text, probe));
            probes.len() - 1
        }))
    }
}

/// The variable of the expansion that holds the result of a method probe: the selection between a built-in
/// method and a device function. User code cannot name it.
fn selection_slot(number: usize) -> Ident {
    Ident::new(&format!("selection{number}"), Span::mixed_site())
}
