//! Calls to which a closure is passed, in checked form: what that is given, rustc finds out by looking for the one function that there
//! is.

use super::super::lent::owner;
use super::super::{At, Printer, own};
use super::calls::{argument_name, lends_of};
use super::checker;
use super::places::Lent;
use crate::ir::{Call, Callee, Expr, ExprKind, Ty};
use crate::site::Site;
use amp_shader::field_hash;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Printer<'_, '_> {
    pub(super) fn checked_with_closure(
        &mut self,
        callee: &Callee,
        written: &Call,
        arguments: &[Expr],
        site: Site,
        at: At,
    ) -> TokenStream {
        let checker = checker();
        let mut lent = Vec::new();
        let method = !matches!(written, Call::Path(_));
        let printed: Vec<_> = arguments
            .iter()
            .enumerate()
            .map(|(n, argument)| {
                self.beside_closure(n, argument, &arguments[1..], method && n == 0, &mut lent, at)
            })
            .collect();
        let called = self.called_with_closure(callee, written, arguments, &printed, site);
        if lent.is_empty() {
            return called;
        }
        // What the function does to tile memory shows when it returns.
        let (result, mut before, mut after) = (own("result"), TokenStream::new(), TokenStream::new());
        for Lent { number, mutable, prepared, place, name, at } in &lent {
            let argument = argument_name(*number, arguments[*number].site.first);
            let word = mutable.then(|| quote!(mut));
            before.extend(quote!(#prepared let #argument = &#word #place;));
            if *mutable {
                let old = own(&format!("old{number}"));
                before.extend(quote!(let #old = *#argument;));
                after.extend(
                    quote_spanned!(site.first=> #checker.tile_changed(#name, #at, &*#argument, &#old);),
                );
            }
        }
        quote!({ #before let #result = #called; #after #result })
    }

    /// An argument beside a closure. What is tile memory, or was lent by who calls, is lent under a name.
    fn beside_closure(
        &mut self,
        n: usize,
        argument: &Expr,
        rest: &[Expr],
        receiver: bool,
        lent: &mut Vec<Lent>,
        at: At,
    ) -> TokenStream {
        let ExprKind::Reference { mutable, place } = &argument.kind else { return self.expr(argument, at) };
        // At which something looks beside it, or of which a part is lent: that is given by value.
        if receiver && (lends_of(rest, place.root()) || is_looked_at(place, rest)) {
            let place = self.expr(place, at);
            return quote!((&mut { #place }));
        }
        match self.checked_lent(n, place, *mutable, at) {
            Some(found) => {
                lent.push(found);
                let name = argument_name(n, argument.site.first);
                if *mutable { quote!((&mut *#name)) } else { quote!((&*#name)) }
            }
            None => self.expr(argument, at),
        }
    }

    fn called_with_closure(
        &mut self,
        callee: &Callee,
        written: &Call,
        arguments: &[Expr],
        printed: &[TokenStream],
        site: Site,
    ) -> TokenStream {
        let (private, checker) = (quote!(::amp::__private), checker());
        let here = quote_spanned!(site.first=> #checker.here(););
        let taken = usize::from(!matches!(written, Call::Path(_)));
        let (receiver, rest) = (&printed[..taken], &printed[taken..]);
        // Of a type parameter nothing is known but what its traits promise.
        let promised = match (written, callee) {
            (Call::Path(_), Callee::Associated(ty, _)) => self.is_parameter(ty),
            (Call::Path(_), Callee::Function(_) | Callee::Either(..)) => false,
            (Call::Method(_) | Call::Place(_), _) => self.is_parameter(&arguments[0].ty),
        };
        // A method is not found as a function.
        let by_path = match (callee, arguments.first().map(|first| &first.ty)) {
            (Callee::Associated(ty, _), Some(Ty::Reference(_, to))) => **to == *ty,
            (Callee::Associated(ty, _), Some(first)) => first == ty,
            _ => false,
        };
        let by_path = by_path && matches!(written, Call::Path(_));
        let given = match promised.then(|| as_promised(&arguments[taken..], rest)) {
            None if !by_path => quote!(#(#rest,)*),
            Some(Some(given)) if !by_path => given,
            _ => {
                return match written {
                    Call::Path(path) => quote!({ #here #path(#(#rest),*) }),
                    Call::Method(name) | Call::Place(name) => {
                        quote!({ #here #(#receiver)*.#name(#(#rest),*) })
                    }
                };
            }
        };
        match (written, callee) {
            (Call::Path(_), Callee::Function(_)) => {
                let item = callee.owner();
                quote!({ #here <#item as #private::CheckedCall<_>>::call(#checker, (#given)) })
            }
            (Call::Path(path), Callee::Either(..)) => quote!({ #here #path(#given) }),
            (Call::Path(path), Callee::Associated(_, name)) => {
                let (owner, hash) = (owner(path), field_hash(name));
                quote!({ #here <#owner as #private::CheckedFunction<#hash, _>>::call(#checker, (#given)) })
            }
            (Call::Method(name) | Call::Place(name), _) => {
                let lends = arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Lent { .. }));
                // What else is made of type parameters may be anybody's.
                if !promised && self.is_generic(&arguments[0].ty) && !lends {
                    return quote!({ #here #(#receiver)*.#name(#given) });
                }
                let name = name.to_string();
                let hash = field_hash(&name);
                let receiver = match &arguments[0].kind {
                    ExprKind::Reference { .. } => quote!(#(#receiver)*),
                    _ => quote!(&mut { #(#receiver)* }),
                };
                quote!({ #here #private::CheckedMethod::<#hash, _>::call(#receiver, #checker, (#given)) })
            }
        }
    }
}

/// Arguments of a trait's function, whose bound speaks of one type that stands for all closures. Those that are lent, or
/// have come by a parameter, may be of another one.
fn as_promised(arguments: &[Expr], printed: &[TokenStream]) -> Option<TokenStream> {
    let given = arguments.iter().zip(printed).map(|(argument, printed)| {
        let word = match &argument.kind {
            ExprKind::Closure(closure) if !closure.lent => Some(quote!(&mut)),
            ExprKind::Function { lent: false, .. } => Some(quote!(&mut)),
            ExprKind::Closure(_) | ExprKind::Function { .. } | ExprKind::Passed { .. } => return None,
            _ => None,
        };
        Some(quote!(#word #printed,))
    });
    given.collect()
}

/// Whether a closure among the arguments looks at what a place is a part of.
fn is_looked_at(place: &Expr, arguments: &[Expr]) -> bool {
    let mut found = false;
    let mut look = |expr: &Expr| {
        found |= match (&expr.kind, root(place)) {
            (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
            (ExprKind::Tile(a), ExprKind::Tile(b)) => a == b,
            _ => false,
        };
    };
    for argument in arguments {
        let ExprKind::Closure(closure) = &argument.kind else { continue };
        closure.body.iter().for_each(|stmt| stmt.walk_expressions(&mut |expr| look(expr)));
        closure.value.iter().for_each(|value| value.walk(&mut |expr| look(expr)));
    }
    found
}

fn root(place: &Expr) -> &ExprKind {
    match &place.kind {
        ExprKind::Subscript(base, _) | ExprKind::Field(base, _) => root(base),
        other => other,
    }
}
