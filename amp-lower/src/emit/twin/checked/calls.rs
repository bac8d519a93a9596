//! Calls of device functions, which compute as ever, and what they are lent of tile memory.
//!
//! What a function does to tile memory that it is lent shows when it returns: what has changed was written.

use super::super::{At, Printer, own};
use super::checker;
use super::places::Lent;
use crate::ir::{Call, Expr, ExprKind};
use crate::site::Site;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl Printer<'_, '_> {
    pub(super) fn checked_call(
        &mut self,
        written: &Call,
        arguments: &[Expr],
        site: Site,
        at: At,
    ) -> TokenStream {
        let mut lent = Vec::new();
        let mut printed: Vec<_> = arguments
            .iter()
            .enumerate()
            .map(|(n, argument)| self.argument(n, argument, &mut lent, at))
            .collect();
        let checker = checker();
        let here = quote_spanned!(site.first=> #checker.here(););
        let call = match written {
            Call::Path(path) => quote!(#path(#(#printed,)*)),
            Call::Method(name) | Call::Place(name) => {
                let rest = printed.split_off(1);
                let receiver = match &arguments[0].kind {
                    // The method borrows it.
                    ExprKind::Reference { place, .. } => match lent.iter().find(|lent| lent.number == 0) {
                        Some(lent) => lent.place.clone(),
                        None => self.operand(place, at),
                    },
                    _ => self.operand(&arguments[0], at),
                };
                quote!(#receiver.#name(#(#rest,)*))
            }
        };
        if lent.is_empty() {
            return quote!({ #here #call });
        }
        let result = own("result");
        let (before, after): (Vec<_>, Vec<_>) =
            lent.into_iter().map(|lent| (lent.before, lent.after)).unzip();
        quote!({ #(#before)* #here let #result = #call; #(#after)* #result })
    }

    fn argument(&mut self, n: usize, argument: &Expr, lent: &mut Vec<Lent>, at: At) -> TokenStream {
        if let ExprKind::Reference { mutable, place } = &argument.kind
            && let Some(found) = self.checked_lent(n, place, at)
        {
            let (word, place) = (mutable.then(|| quote!(mut)), &found.place);
            let printed = quote_spanned!(argument.site.first=> &#word #place);
            lent.push(found);
            return printed;
        }
        self.expr(argument, at)
    }
}
