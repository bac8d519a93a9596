//! Prints the entries of device functions. An entry is a Rust expression such as
//! `Entry::Item(<scale as DeviceCall<(f32,)>>::ITEM)`. With it, rustc selects a function through a link
//! trait, here `DeviceCall`. `amp-runtime/src/abi/README.md` lists the link traits.

use super::rust_types::{Parts, owner_slot_for, tuple_slot};
use crate::ir::{Callee, ImplOf, Path, Projection, Sites, Source, Turbofish, Ty};
use crate::site::Site;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

impl Callee {
    /// The types of the call's arguments that are type arguments of the link trait, the trait such as
    /// `DeviceCall` through which rustc selects the function.
    fn arguments<'t>(&self, types: &'t [Ty]) -> &'t [Ty] {
        // For a method that may be built in, the receiver's type is the `Self` type of the link trait, and
        // not a type argument.
        let receiver = usize::from(matches!(self, Callee::MaybeBuiltin(..)));
        types.get(receiver..).unwrap_or_default()
    }

    /// The type before the `::` of an associated function, or the receiver of a method. `None` for a free
    /// function.
    fn of_type(&self) -> Option<&Ty> {
        match self {
            Callee::Function(_) => None,
            Callee::Associated(ty, ..) | Callee::MaybeBuiltin(ty, _) => Some(ty),
        }
    }

    /// Prints the entry of the function for these argument types, an expression by which rustc selects the
    /// function. rustc reports a missing function at `site`, unless it has already reported an error about
    /// the result.
    pub(super) fn entry(&self, types: &[Ty], result: &Ty, parts: &dyn Parts, site: Span) -> TokenStream {
        let site = site.resolved_at(Span::call_site());
        if let Some(path) = self.trait_path(types, result, site) {
            return quote!(::amp::__private::Entry::Item(#path::ITEM));
        }
        let (slot, path, typed) = (
            result.tied_to(self.slot(types, result, parts), parts),
            self.open_path(site),
            self.typed(result),
        );
        quote_spanned!(site=> #path::#typed.of(#slot))
    }

    /// The path before the `::` of an associated function, if the path may be a trait.
    fn open_path_owner(&self) -> Option<&Source> {
        match self.of_type()? {
            Ty::Hole(hole) => match &**hole {
                Projection::Owner(path, false) => Some(path),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether rustc selects the function as it resolves a method call.
    fn is_in_scope(&self) -> bool {
        matches!(self, Callee::Associated(_, _, ImplOf::InScope | ImplOf::Turbofish(_)))
    }

    /// Whether the type slot of the call contains the function's `Impl` argument.
    fn has_impl_slot(&self) -> bool {
        self.is_in_scope() || self.open_path_owner().is_some()
    }

    /// Whether rustc must also know the result type to select the function. For a function such as
    /// `Pair::new`, only the result may determine the type arguments of `Pair`.
    fn has_result(&self, result: &Ty) -> bool {
        let is_owner = |ty: &Ty| matches!(ty, Ty::Hole(hole) if matches!(**hole, Projection::Owner(..)));
        self.of_type().is_some_and(is_owner) && *result != Ty::Unit && !self.is_in_scope()
    }

    /// The name of the constant of the link trait in an entry such as `<scale as
    /// DeviceCall<_>>::TYPED.of(slot)`. rustc infers the `_` from the type slot of the call. `of` returns the
    /// entry.
    fn typed(&self, result: &Ty) -> Ident {
        let name = match (self.has_result(result), self.has_impl_slot()) {
            (false, false) => "TYPED",
            (true, false) => "TYPED_WITH_RESULT",
            (false, true) => "TYPED_WITH_IMPL",
            (true, true) => "TYPED_WITH_RESULT_AND_IMPL",
        };
        Ident::new(name, Span::call_site())
    }

    /// Prints the type slot of the call, a value from which rustc infers the types of the arguments. For an
    /// associated function, it also contains the type before the `::`. For a method that may be built in, it
    /// also contains the result of the method probe.
    fn slot(&self, types: &[Ty], result: &Ty, parts: &dyn Parts) -> TokenStream {
        let private = quote!(::amp::__private);
        let arguments = tuple_slot(self.arguments(types), parts);
        let Some(ty) = self.of_type() else { return arguments };
        if let Some(scope) = ScopeSelection::of(self) {
            // The path of a call with a turbofish may be a trait, `Mix::mix::<7>(v)`. Its arguments then determine the type.
            let owner = match self.open_path_owner() {
                Some(path) => {
                    let (result, mode) = (result.slot(parts), quote!(#private::ForChecked));
                    let both = owner_slot_for(path, field_hash(scope.name), &arguments, &result, &mode);
                    let both = parts.selection(both);
                    quote!(#private::owner_of_slot(#both))
                }
                None => ty.slot(parts),
            };
            // The result may determine generic parameters of the function.
            let result = match result.is_inferred() || result.is_nameable() {
                true => Some(result.slot(parts)),
                false => None,
            };
            let found = scope.slot(&owner, &quote!(#private::ForEntry<_>), result);
            let found = parts.selection(found);
            return quote!(#private::tuple((#owner, #arguments, #private::impl_of_slot(#found))));
        }
        if let (Callee::Associated(_, name, _), Some(path)) = (self, self.open_path_owner()) {
            let result_slot = result.slot(parts);
            let mode = quote!(#private::ForEntry<_>);
            let slot = owner_slot_for(path, field_hash(name), &arguments, &result_slot, &mode);
            let both = parts.selection(slot);
            let result = self.has_result(result).then_some(result_slot).into_iter();
            return quote!(#private::tuple((
                #private::owner_of_slot(#both), #arguments, #private::impl_of_slot(#both), #(#result)*
            )));
        }
        let owner = ty.slot(parts);
        if self.has_result(result) {
            let result = result.slot(parts);
            return quote!(#private::tuple((#owner, #arguments, #result)));
        }
        let Callee::MaybeBuiltin(_, method) = self else {
            return quote!(#private::tuple((#owner, #arguments)));
        };
        let (hash, kind) = (field_hash(method.name), method.result.id());
        let selection = parts.selection(quote!(
            (&&&#private::MethodProbe::<#hash, #kind, _, _>::new(#private::tuple((#owner, #arguments)))).amp_select()
        ));
        quote!(#private::tuple((#owner, #arguments, #selection)))
    }

    /// The `Impl` argument of `DeviceMethod`, which distinguishes functions of the same name from several
    /// traits. rustc infers it (`_`) unless the call names the trait.
    pub(super) fn implementation(&self) -> TokenStream {
        match self {
            Callee::Associated(_, _, ImplOf::Named(written)) => written.to_token_stream(),
            _ => quote!(_),
        }
    }

    /// Prints a path to the link trait, such as `<scale as DeviceCall<(f32,)>>`, with types that the macro
    /// can name. `None` if a type has no name, or if the method may be built in.
    pub(super) fn trait_path(&self, types: &[Ty], result: &Ty, site: Span) -> Option<TokenStream> {
        let types = self.arguments(types);
        if matches!(self, Callee::MaybeBuiltin(..))
            || self.is_in_scope()
            || result.is_inferred()
            || !types.iter().chain(self.of_type()).all(Ty::is_nameable)
        {
            return None;
        }
        let types = types.iter().map(Ty::rust);
        Some(self.path(&self.owner(), &quote!((#(#types,)*)), site))
    }

    /// Prints a path to the link trait, such as `<_ as DeviceMethod<HASH, _, _>>`, with types that rustc
    /// infers.
    fn open_path(&self, site: Span) -> TokenStream {
        let owner = match self {
            Callee::Function(_) => self.owner(),
            Callee::Associated(..) | Callee::MaybeBuiltin(..) => quote_spanned!(site=> _),
        };
        self.path(&owner, &quote_spanned!(site=> _), site)
    }

    fn path(&self, owner: &TokenStream, arguments: &TokenStream, site: Span) -> TokenStream {
        match self {
            Callee::Function(_) => {
                quote_spanned!(site=> <#owner as ::amp::__private::DeviceCall<#arguments>>)
            }
            Callee::Associated(_, name, _) => {
                let (hash, implementation) = (field_hash(name), self.implementation());
                quote_spanned!(site=> <#owner as ::amp::__private::DeviceMethod<#hash, #arguments, #implementation>>)
            }
            Callee::MaybeBuiltin(_, method) => {
                let (hash, kind) = (field_hash(method.name), method.result.id());
                quote_spanned!(site=> <#owner as ::amp::__private::MaybeBuiltinMethod<#hash, #kind, #arguments, _>>)
            }
        }
    }

    /// Prints, for a const check in a constant item, an expression for the function's `Item`. `None` if a
    /// type cannot be determined from the call alone.
    pub(super) fn item_in_item(&self, types: &[Ty], sites: &Sites, site: Span) -> Option<TokenStream> {
        let site = site.resolved_at(Span::call_site());
        if self.trait_path(types, &Ty::Unit, site).is_some() {
            let (owner, types) = (self.owner(), self.arguments(types).iter().map(Ty::rust));
            let types = quote!((#(#types,)*));
            // This check ignores a missing function, because an entry of the template makes rustc report it.
            let known = match self {
                Callee::Function(_) => quote_spanned!(site=> KnownFunction::<#owner, #types>),
                Callee::Associated(_, name, _) => {
                    let (hash, implementation) = (field_hash(name), self.implementation());
                    quote_spanned!(site=> KnownMethod::<#hash, #owner, #types, #implementation>)
                }
                Callee::MaybeBuiltin(..) => return None,
            };
            return Some(quote_spanned! {site=> {
                use ::amp::__private::Unknown as _;
                ::amp::__private::#known::ITEM
            }});
        }
        if matches!(self, Callee::MaybeBuiltin(..)) || self.is_in_scope() {
            return None;
        }
        let slots = self.arguments(types).iter().map(|ty| sites.slot_in_item(ty));
        let slots = slots.collect::<Option<Vec<_>>>()?;
        let mut slot = quote!(::amp::__private::tuple((#(#slots,)*)));
        if let Some(ty) = self.of_type() {
            let owner = sites.slot_in_item(ty)?;
            slot = quote!(::amp::__private::tuple((#owner, #slot)));
        }
        let path = self.open_path(site);
        let entry = quote_spanned!(site=> #path::TYPED.of(#slot));
        Some(quote!(::amp::__private::item_of(#entry)))
    }

    /// Prints two expressions for a const check of this function. The first is the function's `Item` with a
    /// type slot inside the check. The second is the type slot of the call outside the check, from which
    /// rustc infers the types. Two slots are necessary, because a constant cannot use the local variables in
    /// the slot of the call.
    pub(super) fn witness(
        &self,
        types: &[Ty],
        result: &Ty,
        parts: &dyn Parts,
        site: Span,
    ) -> (TokenStream, TokenStream) {
        let (path, typed) = (self.open_path(site.resolved_at(Span::call_site())), self.typed(result));
        (quote!(#path::#typed.with_slot()), result.tied_to(self.slot(types, result, parts), parts))
    }

    /// Prints the entry of the function `path`, which a call of this callee passes by name as argument
    /// `position`.
    pub(super) fn passed_entry(
        &self,
        path: &Source,
        position: usize,
        types: &[Ty],
        parts: &dyn Parts,
    ) -> TokenStream {
        let (slot, phantom) = (self.slot(types, &Ty::Unit, parts), quote!(::core::marker::PhantomData));
        let site = Site::of(path).last.resolved_at(Span::call_site());
        let path = function_type(path);
        let result = match types.get(position) {
            Some(Ty::Callable(result)) => result.slot(parts),
            _ => quote!(::amp::__private::slot()),
        };
        let name = match self {
            Callee::Function(_) => {
                let owner = self.owner();
                let functions = quote!(#phantom::<(*const #path, *const #owner)>);
                return quote_spanned!(site=> #slot.passed::<_, #position, _, _>(#functions, #result));
            }
            Callee::Associated(_, name, _) => name.as_str(),
            // A built-in method takes no function as an argument. So a method that takes one is a device function.
            Callee::MaybeBuiltin(_, method) => method.name,
        };
        let hash = field_hash(name);
        if self.has_impl_slot() {
            let function = quote!(#phantom::<*const #path>);
            return quote_spanned! {site=>
                #slot.passed_to_function_of_path::<_, #hash, #position, _>(#function, #result)
            };
        }
        let implementation = self.implementation();
        quote_spanned! {site=>
            #slot.passed_to_method::<_, #hash, #position, _, #implementation>(#phantom::<*const #path>, #result)
        }
    }

    /// Prints the type that implements the function's link traits, such as `DeviceCall`. For a free function,
    /// this is the struct of the same name that `#[device]` declares. For an associated function, it is the
    /// type before the `::`.
    pub(super) fn owner(&self) -> TokenStream {
        match self {
            Callee::Function(path) => function_type(path),
            Callee::Associated(ty, ..) | Callee::MaybeBuiltin(ty, _) => ty.rust(),
        }
    }
}

/// A call of a function that rustc selects as it resolves a method call.
pub(super) struct ScopeSelection<'c> {
    name: &'c str,
    turbofish: Option<&'c Turbofish>,
}

impl<'c> ScopeSelection<'c> {
    /// `None` if the call selects its function otherwise.
    pub(super) fn of(callee: &'c Callee) -> Option<Self> {
        match callee {
            Callee::Associated(_, name, ImplOf::InScope) => Some(ScopeSelection { name, turbofish: None }),
            Callee::Associated(_, name, ImplOf::Turbofish(turbofish)) => {
                Some(ScopeSelection { name, turbofish: Some(turbofish) })
            }
            _ => None,
        }
    }

    /// Prints an expression for the type slot of a function's owner and of its `Impl` argument. rustc resolves a method
    /// call only to traits in scope. So the expression calls a hidden method that device traits and `impl` blocks have
    /// for each of their methods. If there is none, the method of the local trait gets the call, which leaves the `Impl`
    /// argument to inference. It takes `&mut self`, so rustc prefers the hidden methods.
    ///
    /// The hidden method takes the slot of the call's result twice. The first is for methods whose result determines
    /// generic parameters, and the second for the others.
    pub(super) fn slot(
        &self,
        owner: &TokenStream,
        mode: &TokenStream,
        result: Option<TokenStream>,
    ) -> TokenStream {
        let private = quote!(::amp::__private);
        let name = quote!(#private::FunctionName::<0, #mode>::of_call());
        if let Some(Turbofish { arguments, of_trait }) = self.turbofish {
            let hidden = turbofish_method(self.name);
            return match of_trait {
                Some(of_trait) => {
                    quote!(#of_trait::#hidden::<#arguments, _>(&#private::value_of(#owner), #name))
                }
                None => quote!(#private::value_of(#owner).#hidden::<#arguments, _>(#name)),
            };
        }
        let hidden = scope_method(self.name);
        let results = match result {
            Some(result) => quote!(#result, #result),
            None => quote!(#private::slot(), #private::slot::<()>()),
        };
        quote!({
            trait AmpNoTrait: ::core::marker::Sized {
                fn #hidden<AmpMode: #private::PathMode, AmpResult>(
                    &mut self,
                    _: #private::FunctionName<0, AmpMode>,
                    _: #private::TypeSlot<AmpResult>,
                    _: #private::TypeSlot<AmpResult>,
                ) -> #private::TypeSlot<(Self, AmpMode::OfType)> {
                    #private::slot()
                }
            }
            impl<AmpT> AmpNoTrait for AmpT {}
            #private::value_of(#owner).#hidden(#name, #results)
        })
    }
}

/// The name of the hidden method that selects the function `name` by the turbofish of a call.
pub(super) fn turbofish_method(name: &str) -> Ident {
    Ident::new(&format!("amp_turbofish_of_{}", name.trim_start_matches("r#")), Span::call_site())
}

/// The name of the hidden method by which rustc selects the trait of the method `name`.
pub(super) fn scope_method(name: &str) -> Ident {
    Ident::new(&format!("amp_impl_of_{}", name.trim_start_matches("r#")), Span::call_site())
}

/// Prints the struct that `#[device]` declares for the function at a path: its alias if it has one, otherwise
/// the path.
pub(super) fn function_type(path: &Source) -> TokenStream {
    function_alias(path).map_or_else(|| path.to_token_stream(), ToTokens::into_token_stream)
}

/// Prints the path by which the expansion calls a function: its alias if it has one. With an alias, rustc
/// reports an unknown or private function once, at the import of the alias.
pub(super) fn called_path(callee: &Callee, path: &Path) -> TokenStream {
    match callee {
        Callee::Function(_) => function_type(&path.source),
        _ => path.source.to_token_stream(),
    }
}

/// The alias that the expansion declares for a function's struct; see `emit/expansion/function_aliases.rs`.
/// These paths have no alias:
///
/// - A single name. The alias is an import, `use path as alias`. rustc rejects an import of a single name as
///   ambiguous if a macro declares the name, as `#[device]` does, and an outer scope or a crate has the same
///   name.
/// - A path with generic arguments. If the function has no `#[device]`, the alias is a type without generic
///   parameters. The generic arguments would then be an error, too.
/// - A path with `$crate`. The name of an alias contains a hash of the path's text. The same text with
///   `$crate` may denote functions of different crates, if it comes from macros of different crates.
pub(super) fn function_alias(path: &Source) -> Option<Ident> {
    let text = path.text();
    if text.contains(['<', '$']) || !text.contains("::") {
        return None;
    }
    let span = Site::of(path).last.resolved_at(Span::call_site());
    Some(format_ident!("_AmpFunction{}", field_hash(text), span = span))
}
