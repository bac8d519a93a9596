//! Prints calls with a closure argument in the checked variant. rustc must infer the closure's parameter
//! types from the callee's signature. So the code calls the callee's checked version by name. For other
//! calls, rustc selects the version by the argument types, which it does not know yet here.

use super::super::expr::item_copied;
use super::super::spans::call_site;
use super::super::view_args::{as_block_value, erase_views, is_computed, is_copied};
use super::super::{At, own};
use super::CheckedPrinter;
use super::calls::{argument_name, open_owner, owner_slot, scope_slot};
use super::checker;
use super::places::ByRefArgument;
use crate::emit::rust_types::owner_slot_for;
use crate::ir::{Call, Callee, Expr, ExprKind, Passing, Path};
use crate::site::Site;
use amp_shader::field_hash;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

impl CheckedPrinter<'_, '_, '_> {
    pub(super) fn checked_with_closure(
        &mut self,
        callee: &Callee,
        written: &Call,
        arguments: &[Expr],
        site: Site,
        at: At,
    ) -> TokenStream {
        let checker = checker();
        let mut by_ref = Vec::new();
        let method = !matches!(written, Call::Path(_));
        let mut printed: Vec<_> = arguments
            .iter()
            .enumerate()
            .map(|(n, argument)| {
                self.argument_with_closure(n, argument, &arguments[1..], method && n == 0, &mut by_ref, at)
            })
            .collect();
        if self.may_be_of_bound(callee, written, arguments) {
            erase_views(arguments, &mut printed);
        }
        let looked = by_ref.iter().any(|by_ref| method && by_ref.argument == 0 && !by_ref.mutable);
        let (result, mut before, mut after) = (own("result"), TokenStream::new(), TokenStream::new());
        // A by-value argument may read memory that a by-reference argument borrows. So the code evaluates
        // by-value arguments before it borrows. If it borrows the receiver, it evaluates all of them first.
        // Otherwise, it evaluates only those before the last by-reference argument.
        let (place, copied) = match arguments.first().map(|receiver| &receiver.kind) {
            Some(ExprKind::Reference { place, .. }) if method => {
                let copied = is_copied(place, &arguments[1..]);
                (!copied, copied)
            }
            _ => (false, false),
        };
        let last = by_ref.iter().map(|by_ref| by_ref.argument).max().unwrap_or_default();
        let last = if place { arguments.len() } else { last };
        let is_by_ref = |n| by_ref.iter().any(|by_ref| by_ref.argument == n);
        let computed = |(n, it): &(usize, &Expr)| (is_computed(it) && !is_by_ref(*n)) || (copied && *n == 0);
        for (n, argument) in arguments.iter().enumerate().take(last).filter(computed) {
            let (name, value) = (argument_name(n, argument.site.first), &printed[n]);
            before.extend(quote!(let #name = #value;));
            printed[n] = name.to_token_stream();
        }
        let (called, seen) = self.called_with_closure(callee, written, arguments, &printed, looked, site);
        if by_ref.is_empty() && before.is_empty() {
            return called;
        }
        for by_ref in &by_ref {
            let ByRefArgument { argument: number, mutable, prepared, place, name, at, .. } = by_ref;
            let argument = argument_name(*number, arguments[*number].site.first);
            let word = mutable.then(|| quote!(mut));
            before.extend(quote!(#prepared let #argument = &#word #place;));
            // A function without a version for the checked accelerator records no writes. So the code copies
            // the tile memory before the call, and finds the changed bytes after the call.
            if *mutable && !seen {
                let old = own(&format!("old{number}"));
                let (copy, modified) = (by_ref.copy(&argument), by_ref.modified(site.first));
                before.extend(quote!(let #old = #copy;));
                after
                    .extend(quote_spanned!(site.first=> #checker.#modified(#name, #at, &*#argument, &#old);));
            }
        }
        quote!({ #before let #result = #called; #after #result })
    }

    /// Prints an argument of a call with a closure. A reference to tile memory, or to the target of a
    /// by-reference parameter, is added to `by_ref`. Such an argument is printed as the name of a variable that
    /// holds the reference.
    fn argument_with_closure(
        &mut self,
        n: usize,
        argument: &Expr,
        rest: &[Expr],
        receiver: bool,
        by_ref: &mut Vec<ByRefArgument>,
        at: At,
    ) -> TokenStream {
        if let Some(found) = receiver.then(|| self.shared_receiver(argument, at)).flatten() {
            let name = argument_name(n, argument.site.first);
            by_ref.push(found);
            return quote!((&*#name));
        }
        let ExprKind::Reference { mutable, place } = &argument.kind else { return self.expr(argument, at) };
        // Another argument reads the receiver, or borrows a field or item of the receiver. So the call gets a
        // copy of the receiver.
        if receiver && is_copied(place, rest) {
            let place = as_block_value(self.expr(place, at));
            return quote!((&mut { #place }));
        }
        match self.checked_by_ref(n, place, *mutable, at) {
            Some(found) => {
                by_ref.push(found);
                let name = argument_name(n, argument.site.first);
                if *mutable { quote!((&mut *#name)) } else { quote!((&*#name)) }
            }
            None => self.expr(argument, at),
        }
    }

    /// Prints the call, and returns whether it calls the callee's version for the checked accelerator.
    fn called_with_closure(
        &mut self,
        callee: &Callee,
        written: &Call,
        arguments: &[Expr],
        printed: &[TokenStream],
        looked: bool,
        site: Site,
    ) -> (TokenStream, bool) {
        let (private, checker) = (quote!(::amp::__private), checker());
        let here = self.call_path(site.first);
        let taken = usize::from(!matches!(written, Call::Path(_)));
        let (receiver, rest) = (&printed[..taken], &printed[taken..]);
        let given = match self.is_promised(callee, written, arguments) {
            true => as_promised(&arguments[taken..], rest),
            false => quote!(#(#rest,)*),
        };
        let called = match (written, callee) {
            (Call::Path(_), Callee::Function(_)) => {
                let (item, span) = (callee.owner(), call_site(site));
                quote_spanned!(span=> <#item as ::amp::__private::CheckedFunction<0, _>>::call(#checker, (#given)))
            }
            (Call::Path(path), Callee::MaybeBuiltin(..)) => {
                let path = &path.source;
                let called = item_copied(written, quote!(#path(#given)));
                return (quote!({ #here #called }), false);
            }
            // `array::from_fn`, whose closure is printed with checks.
            (Call::Path(path), Callee::Associated(_, name, _)) if is_array_from_fn(path, name) => {
                let path = &path.source;
                return (quote!({ #here #path(#given) }), false);
            }
            // The path may name an associated function or a method, so the call goes through a trait that
            // covers both.
            (Call::Path(path), Callee::Associated(ty, name, _)) => {
                let hash = field_hash(name);
                let slot = owner_slot(ty).unwrap_or_else(|| {
                    let owner = &path.owner;
                    quote!(#private::slot::<#owner>())
                });
                let query = match arguments.first().map(|first| &first.kind) {
                    Some(ExprKind::Reference { mutable: true, .. }) => quote!(query_by_mut),
                    Some(ExprKind::Reference { .. }) => quote!(query_by_ref),
                    _ => quote!(query_by_value),
                };
                let rest = arguments.iter().skip(1).map(|_| quote!(_,));
                let implementation = callee.implementation();
                if let Some(path) = open_owner(ty) {
                    let (types, result, owner) = (own("types"), own("result_slot"), own("owner"));
                    let slot = owner_slot_for(
                        path,
                        hash,
                        &quote!(#types),
                        &quote!(#result),
                        &quote!(#private::ForChecked),
                    );
                    return (
                        quote!({
                            #here
                            let (#types, #result) = (#private::slot(), #private::slot());
                            let #owner = #slot;
                            #result.is(
                                (&#private::#query::<#hash, _, (#(#rest)*)>(#private::owner_of_slot(#owner)))
                                    .amp_select()
                                    .with(#types)
                                    .run_of_path(#owner, #checker, (#given)),
                            )
                        }),
                        true,
                    );
                }
                quote! {
                    (&#private::#query::<#hash, _, (#(#rest)*)>(#slot)).amp_select()
                        .run::<#implementation>(#checker, (#given))
                }
            }
            (Call::Method(name) | Call::Copied(name, _) | Call::Place(name), _) => {
                let lends =
                    arguments.iter().any(|argument| matches!(argument.kind, ExprKind::ViewArg { .. }));
                let promised = self.is_promised(callee, written, arguments);
                // If the receiver's type mentions a type parameter, the macro does not know which `impl` has
                // the method. Only a trait bound would guarantee a checked version of it. Without such a
                // bound, the call is printed unchecked.
                if !promised && self.is_generic(&arguments[0].ty) && !lends {
                    let called = item_copied(written, quote!(#(#receiver)*.#name(#given)));
                    return (quote!({ #here #called }), false);
                }
                let name = name.ident.to_string();
                let hash = field_hash(&name);
                if let Some(copy) = self.element_copy(arguments) {
                    if let Some((before, found)) = scope_slot(callee, &quote!(*#copy)) {
                        let called = quote!(#private::call_on_copy_in_scope::<#hash, _, _, _, _>);
                        return (
                            quote!({ #before #here #called(#found, &mut #copy, #checker, (#given)) }),
                            true,
                        );
                    }
                    let called = quote!(#private::CheckedMethod::<#hash, _, _>::call_on_copy);
                    return (quote!({ #here #called(&mut #copy, #checker, (#given)) }), true);
                }
                let taken = own("taken_receiver");
                let in_scope = scope_slot(callee, &quote!(*#taken));
                if let (true, Some((before, found))) = (looked, &in_scope) {
                    let called = quote!(#private::call_ref_in_scope::<#hash, _, _, _, _>);
                    let called = quote!(#called(#found, #taken, #checker, (#given)));
                    return (quote!({ let #taken = #(#receiver)*; #before #here #called }), true);
                }
                if looked {
                    let called = quote!(#private::CheckedMethod::<#hash, _, _>::amp_call_ref);
                    return (quote!({ #here #called(#(#receiver)*, #checker, (#given)) }), true);
                }
                let receiver = match &arguments[0].kind {
                    ExprKind::Reference { .. } => quote!(#(#receiver)*),
                    _ => {
                        let receiver = as_block_value(quote!(#(#receiver)*));
                        quote!(&mut { #receiver })
                    }
                };
                match in_scope {
                    Some((before, found)) => {
                        let called = quote!(#private::call_in_scope::<#hash, _, _, _, _>);
                        quote!({ let #taken = #receiver; #before #called(#found, #taken, #checker, (#given)) })
                    }
                    None => {
                        quote!(#private::CheckedMethod::<#hash, _, _>::call(#receiver, #checker, (#given)))
                    }
                }
            }
        };
        (quote!({ #here #called }), true)
    }

    /// Whether the compiler knows the callee only through the trait bounds of a type parameter.
    pub(super) fn is_promised(&self, callee: &Callee, written: &Call, arguments: &[Expr]) -> bool {
        match (written, callee) {
            (Call::Path(_), Callee::Associated(ty, ..)) => self.is_parameter(ty),
            (Call::Path(_), Callee::Function(_) | Callee::MaybeBuiltin(..)) => false,
            (Call::Method(_) | Call::Copied(..) | Call::Place(_), _) => self.is_parameter(&arguments[0].ty),
        }
    }
}

/// Whether a call calls `std::array::from_fn`.
fn is_array_from_fn(path: &Path, name: &str) -> bool {
    name == "from_fn" && path.owner.text().ends_with("array")
}

/// Prints the arguments of a function that is known only through a trait bound. The bound declares each
/// closure parameter as a reference to a trait object, to which `&mut closure` coerces.
fn as_promised(arguments: &[Expr], printed: &[TokenStream]) -> TokenStream {
    let given = arguments.iter().zip(printed).map(|(argument, printed)| {
        match &argument.kind {
            // Removes the `&` of the printed `&closure`, and the `&mut` of `&mut closure`. If the closure expression directly follows `&mut`,
            // rustc can infer its parameter types.
            ExprKind::Closure(closure) if closure.by_ref != Passing::Value => {
                let closure = printed.clone().into_iter().skip(closure.by_ref.tokens());
                quote!(&mut #(#closure)*,)
            }
            ExprKind::Closure(_) | ExprKind::Function { .. } | ExprKind::ForwardedCallable { .. } => {
                quote!(&mut #printed,)
            }
            _ => quote!(#printed,),
        }
    });
    given.collect()
}
