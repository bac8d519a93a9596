//! Calls of device functions in the checked variant. A callee may have a checked version or none, so rustc's
//! method resolution selects the version (`checked::dispatch` in amp-runtime).
//!
//! A callee without a checked version runs unchecked. After such a call, the code compares the tile memory
//! that the callee received by `&mut` with a copy made before the call. The `Checker` counts every changed
//! byte as written.

use super::super::copy_in_out::copy_receiver;
use super::super::expr::item_copied;
use super::super::spans::{as_written, copied_on_line};
use super::super::view_args::{
    as_block_value, call_query, callee_path, erase_views, passes_parts_of, queried_call,
};
use super::super::{At, own};
use super::CheckedPrinter;
use super::places::ByRefArgument;
use super::{checker, in_call};
use crate::emit::callee_entry::ScopeSelection;
use crate::emit::callee_entry::called_path;
use crate::emit::rust_types::{NoParts, owner_slot_for};
use crate::ir::{Call, Callee, Expr, ExprKind, ImplOf, Projection, Source, Ty, Var};
use crate::site::Site;
use amp_shader::field_hash;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

impl CheckedPrinter<'_, '_, '_> {
    /// Prints a call. Its result has the same type as in the unchecked variants, so a type mismatch gives the
    /// same message in each variant. rustc shows identical messages only once.
    pub(super) fn checked_call(
        &mut self,
        callee: &Callee,
        written: &Call,
        arguments: &[Expr],
        site: Site,
        at: At,
    ) -> TokenStream {
        copied_on_line(&self.called(callee, written, arguments, site, at), site)
    }

    fn called(
        &mut self,
        callee: &Callee,
        written: &Call,
        arguments: &[Expr],
        site: Site,
        at: At,
    ) -> TokenStream {
        let private = quote!(::amp::__private);
        let promised = self.is_promised(callee, written, arguments);
        let is_typed_by_callee = |argument: &Expr| match argument.kind {
            ExprKind::Closure(_) => true,
            // A callee that is known only through a trait bound takes callables as trait objects. rustc
            // coerces an argument to a trait object only if the code calls the callee by its name, and not
            // through a probe. `checked_with_closure` prints such a call.
            ExprKind::Function { .. } | ExprKind::ForwardedCallable { .. } => promised,
            _ => false,
        };
        let is_subscript = is_own_subscript(written);
        if !is_subscript
            && (arguments.iter().any(is_typed_by_callee) || may_coerce_to_shared(callee, written, arguments))
        {
            return self.checked_with_closure(callee, written, arguments, site, at);
        }
        let (checker, given, result) = (checker(), own("given"), own("result"));
        let mut by_ref = Vec::new();
        let mut printed = Vec::new();
        for (n, argument) in arguments.iter().enumerate() {
            printed.push(self.argument(n, argument, &mut by_ref, at));
        }
        if self.may_be_of_bound(callee, written, arguments) {
            erase_views(arguments, &mut printed);
        }
        let names: Vec<_> =
            arguments.iter().enumerate().map(|(n, it)| argument_name(n, it.site.first)).collect();
        let here = self.call_path(site.first);
        let prepared = by_ref.iter().map(|by_ref| &by_ref.prepared);
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        for by_ref in by_ref.iter().filter(|by_ref| by_ref.mutable) {
            let (name, old) = (&names[by_ref.argument], own(&format!("old{}", by_ref.argument)));
            let (variable, at) = (&by_ref.name, &by_ref.at);
            let (copy, modified) = (by_ref.copy(name), by_ref.modified(site.first));
            before.extend(quote!(let #old = #copy;));
            after.extend(quote_spanned!(site.first=> #checker.#modified(#variable, #at, &*#name, &#old);));
        }
        let lends = arguments.iter().any(|argument| matches!(argument.kind, ExprKind::ViewArg { .. }));
        let passed = names.iter().enumerate().map(|(n, name)| {
            if lends && matches!(arguments[n].kind, ExprKind::Referenced(..)) {
                return quote!(#name);
            }
            match by_ref.iter().any(|it| it.argument == n && it.mutable) {
                true => quote!(&mut *#name),
                false => as_written(name, &arguments[n]),
            }
        });
        let passed: Vec<_> = passed.collect();
        match (written, callee) {
            (Call::Path(path), _) => {
                let called = match (lends, call_query(callee, written, arguments)) {
                    (true, Some(probe)) => {
                        queried_call(&probe, &quote!(#checker, 0), &quote!((#(#passed,)*)), site)
                    }
                    (true, None) => {
                        let cpu_callee = callee_path(callee, written);
                        quote!(#cpu_callee(#checker, 0, (#(#passed,)*)))
                    }
                    (false, _) => {
                        let (path, passed) = (called_path(callee, path), in_call(&passed, site));
                        item_copied(written, quote!(#path #passed))
                    }
                };
                let plain = quote!({ #before let #result = #called; #after #result });
                // `owner` is a type slot, a variable from which rustc infers the type in front of `::`, as in
                // `Type::name(..)`. The call may need two probes, values on which rustc's method resolution
                // looks for the function. Both probes use this slot. The probe that finds the function
                // determines the generic arguments of `Type`.
                let (owner, mut slot_of_owner) = (own("owner"), TokenStream::new());
                let result_slot = own("result_slot");
                let mut is_tied = false;
                let probe = match callee {
                    // The functions of `Index` and `IndexMut` have no version for the checked accelerator.
                    _ if is_subscript => vec![],
                    Callee::Function(_) => {
                        let item = callee.owner();
                        vec![quote!(<#item as #private::AnyType>::amp_checked_probe(&#given))]
                    }
                    // The path may name an associated function or a method, so there is a probe for each.
                    Callee::Associated(ty, name, ImplOf::Inferred) if let Some(path) = open_owner(ty) => {
                        let hash = field_hash(name);
                        is_tied = true;
                        let types = quote!(#private::slot_of(&#given));
                        let slot = owner_slot_for(
                            path,
                            hash,
                            &types,
                            &quote!(#result_slot),
                            &quote!(#private::ForChecked),
                        );
                        slot_of_owner = quote!(let #result_slot = #private::slot(); let #owner = #slot;);
                        let ways = [quote!(probe_method_of_path), quote!(probe_function_of_path)];
                        ways.into_iter()
                            .map(|way| quote!(#private::#way::<#hash, _, _, _>(#owner, &#given)))
                            .collect()
                    }
                    Callee::Associated(ty, name, ImplOf::Inferred) if let Some(slot) = owner_slot(ty) => {
                        let hash = field_hash(name);
                        slot_of_owner = quote!(let #owner = #slot;);
                        let ways = [quote!(probe_method_by_path), quote!(probe_associated)];
                        ways.into_iter()
                            .map(|way| quote!(#private::#way::<#hash, _, _>(#owner, &#given)))
                            .collect()
                    }
                    Callee::Associated(ty, name, ImplOf::Turbofish(_))
                        if let (Some(scope), Some(slot)) = (ScopeSelection::of(callee), owner_slot(ty)) =>
                    {
                        let (hash, mode) = (field_hash(name), quote!(#private::ForChecked));
                        let mut slot = slot;
                        // The path may be a trait. Then the arguments and the result determine the type.
                        if let Some(path) = open_owner(ty) {
                            is_tied = true;
                            let types = quote!(#private::slot_of(&#given));
                            let both = owner_slot_for(path, hash, &types, &quote!(#result_slot), &mode);
                            slot = quote!(#private::owner_of_slot(#both));
                            slot_of_owner = quote!(let #result_slot = #private::slot(););
                        }
                        let found = scope.slot(&slot, &mode, None);
                        slot_of_owner.extend(quote! {
                            let #owner = #private::slot();
                            let _ = || #owner.same(#found);
                        });
                        let ways = [quote!(probe_method_of_path), quote!(probe_function_of_path)];
                        ways.into_iter()
                            .map(|way| quote!(#private::#way::<#hash, _, _, _>(#owner, &#given)))
                            .collect()
                    }
                    Callee::Associated(ty, name, ImplOf::Named(written)) => {
                        let (ty, hash, implementation) = (ty.rust(), field_hash(name), written);
                        slot_of_owner = quote!(let #owner = #private::slot::<#ty>(););
                        let ways = [quote!(probe_method_of_impl), quote!(probe_function_of_impl)];
                        let probe =
                            |way| quote!(#private::#way::<#hash, _, #implementation, _>(#owner, &#given));
                        ways.into_iter().map(probe).collect()
                    }
                    Callee::Associated(..) | Callee::MaybeBuiltin(..) => vec![],
                };
                let named = quote!((#(#names,)*));
                if probe.is_empty() {
                    return quote!({ #(#prepared)* let #named = (#(#printed,)*); #here #plain });
                }
                let plain = quote!({ let #named = #given; #plain });
                let called = probe.iter().fold(
                    plain,
                    |otherwise, probe| quote!((&#probe).amp_select().call_checked(#checker, #given, |#given| #otherwise)),
                );
                let called = if is_tied { quote!(#result_slot.is(#called)) } else { called };
                quote!({ #(#prepared)* let #given = (#(#printed,)*); #slot_of_owner #here #called })
            }
            (Call::Method(method) | Call::Copied(method, _) | Call::Place(method), _) => {
                let copied = |called| item_copied(written, called);
                let hash = field_hash(&method.ident.to_string());
                let probe = match callee {
                    Callee::MaybeBuiltin(..) => quote!(&&),
                    Callee::Function(_) | Callee::Associated(..) => quote!(&),
                };
                // The probe of a method, and the statements before it.
                let probe_of = |reached: &TokenStream| match scope_slot(callee, reached) {
                    Some((before, found)) => (
                        before,
                        quote!(#probe #private::probe_method_in_scope::<#hash, _, _, _>(#found, &#given)),
                    ),
                    None => (
                        TokenStream::new(),
                        quote!(#probe #private::probe_method::<#hash, _, _>(&#reached, &#given)),
                    ),
                };
                if let Some(looked) = (!lends).then(|| self.shared_receiver(&arguments[0], at)).flatten() {
                    let (receiver, rest, printed) = (&names[0], &names[1..], &printed[1..]);
                    let looked_at = quote_spanned!(site.first=> (*(#receiver)));
                    let (own, place, passed) = (&looked.prepared, &looked.place, in_call(&passed[1..], site));
                    let called = copied(quote!(#looked_at.#method #passed));
                    let (select, probe) = probe_of(&looked_at);
                    return quote!({
                        #(#prepared)*
                        #own
                        let (#receiver, #given) = (&#place, (#(#printed,)*));
                        #here
                        #select
                        (#probe).amp_select().look_checked(
                            #checker,
                            #receiver,
                            #given,
                            |#receiver, (#(#rest,)*)| {
                                #before
                                let #result = #called;
                                #after
                                #result
                            },
                        )
                    });
                }
                let (own_place, printed) = (printed.remove(0), printed);
                let (receiver, rest) = (&names[0], &names[1..]);
                let passed = &passed[1..];
                let (own_place, place) = match &arguments[0].kind {
                    // Another argument borrows a field or item of the receiver, so the method gets a copy of
                    // the receiver.
                    ExprKind::Reference { place, .. } if passes_parts_of(&arguments[1..], place.root()) => {
                        (self.expr(place, at), false)
                    }
                    ExprKind::Reference { .. } => (own_place, true),
                    _ => (own_place, false),
                };
                let copy = self.element_copy(arguments);
                let (own_place, reached, call) = match &copy {
                    Some(copy) => {
                        (quote!(&mut #copy), quote_spanned!(site.first=> *(*#receiver)), "call_taken_checked")
                    }
                    None => (own_place, quote_spanned!(site.first=> *(#receiver)), "call_method_checked"),
                };
                let call = Ident::new(call, Span::call_site());
                let called = match lends {
                    true => {
                        let cpu_callee = if copy.is_some() {
                            copy_receiver(&method.ident)
                        } else {
                            callee_path(callee, written)
                        };
                        quote!(#cpu_callee(#receiver, #checker, 0, (#(#passed,)*)))
                    }
                    false => {
                        let passed = in_call(passed, site);
                        let receiver = quote_spanned!(site.first=> (#reached));
                        copied(quote!(#receiver.#method #passed))
                    }
                };
                let plain = quote!({ #before let #result = #called; #after #result });
                // The code borrows the receiver after it has evaluated the arguments, because arguments may
                // read the receiver.
                let by_ref = match place {
                    true => quote!(let #given = (#(#printed,)*); let #receiver = #own_place;),
                    false => {
                        let value = as_block_value(own_place);
                        quote!(let (#receiver, #given) = (&mut { #value }, (#(#printed,)*));)
                    }
                };
                let (select, probe) = probe_of(&reached);
                quote!({
                    #(#prepared)*
                    #by_ref
                    #here
                    #select
                    (#probe).amp_select().#call(#checker, #receiver, #given, |#receiver, (#(#rest,)*)| #plain)
                })
            }
        }
    }

    /// The receiver of a method as a by-reference argument, if the receiver is the target of a `&` parameter,
    /// or a field or item of the target. `None` for other receivers.
    pub(super) fn shared_receiver(&mut self, receiver: &Expr, at: At) -> Option<ByRefArgument> {
        let var = receiver.root()?;
        let Some((_, false)) = self.facts.kernel.body.variables[var.0].reference else { return None };
        self.checked_by_ref(0, receiver, false, at)
    }

    /// Prints the value of `var` if `var` is a temporary variable that lowering made for a call: a copy of the
    /// target of a `&` parameter. The whole target counts as read, because the callee may read any of its
    /// fields.
    pub(in super::super) fn by_ref_copy(&mut self, var: Var, value: &Expr, at: At) -> Option<TokenStream> {
        let variable = &self.facts.kernel.body.variables[var.0];
        let by_ref = self.checked && variable.temporary && variable.ident == "by_ref";
        let ByRefArgument { prepared, place, .. } =
            by_ref.then(|| self.shared_receiver(value, at)).flatten()?;
        Some(quote!({ #prepared #place }))
    }

    /// Whether a type mentions a type parameter.
    pub(super) fn is_generic(&self, ty: &Ty) -> bool {
        let text = ty.rust().to_string();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| self.facts.kernel.body.type_parameters.iter().any(|name| name == word))
    }

    /// Whether a type is a type parameter.
    pub(super) fn is_parameter(&self, ty: &Ty) -> bool {
        let text = ty.rust().to_string();
        self.facts.kernel.body.type_parameters.contains(&text)
    }

    fn argument(
        &mut self,
        n: usize,
        argument: &Expr,
        by_ref: &mut Vec<ByRefArgument>,
        at: At,
    ) -> TokenStream {
        if let ExprKind::Reference { mutable, place } = &argument.kind
            && let Some(found) = self.checked_by_ref(n, place, *mutable, at)
        {
            let (word, place) = (mutable.then(|| quote!(mut)), &found.place);
            let printed = quote_spanned!(argument.site.first=> &#word #place);
            by_ref.push(found);
            return printed;
        }
        self.expr(argument, at)
    }
}

/// For a method of a trait in scope, prints the statements that declare the type slot of its owner and its `Impl`
/// argument, and returns the slot. `reached` is the receiver's place.
pub(super) fn scope_slot(callee: &Callee, reached: &TokenStream) -> Option<(TokenStream, Ident)> {
    let scope = ScopeSelection::of(callee)?;
    let (private, found, receiver) = (quote!(::amp::__private), own("scope_slot"), own("receiver_slot"));
    let hidden = scope.slot(&quote!(#receiver), &quote!(#private::ForChecked), None);
    let before = quote! {
        let (#found, #receiver) = (#private::slot(), #private::slot_of(&#reached));
        let _ = || #found.same(#hidden);
    };
    Some((before, found))
}

/// The name of the variable that holds argument `n`, with the user's span.
pub(super) fn argument_name(n: usize, span: Span) -> Ident {
    Ident::new(&format!("argument{n}"), Span::mixed_site().located_at(span))
}

/// Whether a `&mut` argument may coerce to a `&` parameter. The code then calls the callee by its name.
/// rustc's method resolution would not find it by the argument types, because the types differ.
fn may_coerce_to_shared(callee: &Callee, written: &Call, arguments: &[Expr]) -> bool {
    let receiver = usize::from(!matches!(written, Call::Path(_)));
    let by_ref = |it: &Expr| matches!(it.kind, ExprKind::Reference { mutable: true, .. });
    let whole = |it: &Expr| matches!(it.kind, ExprKind::ViewArg { .. });
    let found = matches!(callee, Callee::Function(_) | Callee::Associated(..));
    found && arguments.iter().skip(receiver).any(by_ref) && !arguments.iter().any(whole)
}

/// Whether the call is `a[i]` for a user's type with `Index`. Lowering turns such a subscript into a call of
/// a function of the runtime's `__private` module.
fn is_own_subscript(written: &Call) -> bool {
    let Call::Path(path) = written else { return false };
    path.names.get(1).is_some_and(|name| name == "__private")
}

/// The path before the `::` of a called function, if that path may name a trait.
pub(super) fn open_owner(ty: &Ty) -> Option<&Source> {
    let Ty::Hole(hole) = ty else { return None };
    match &**hole {
        Projection::Owner(path, false) => Some(path),
        _ => None,
    }
}

/// The type slot of `ty`, the type before the `::` of a called function. `None` if the type cannot be named
/// in the expansion.
pub(super) fn owner_slot(ty: &Ty) -> Option<TokenStream> {
    let Ty::Hole(hole) = ty else { return ty.is_nameable().then(|| ty.slot(&NoParts)) };
    (ty.is_nameable() || matches!(**hole, Projection::Owner(..))).then(|| ty.slot(&NoParts))
}
