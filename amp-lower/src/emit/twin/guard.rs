//! Guards: branches that all lanes of a row take the same way, as a row can tell from its first lane and their number.

use super::plan::{Home, Lanes, asserts, returns};
use super::{At, Printer, own};
use crate::analysis::{Atom, Guard, Order};
use crate::ir::{Expr, ExprKind, ItemIndex, Stmt};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Printer<'_, '_> {
    /// The branches in a block of a loop over lanes that are worth a loop of their own, by their place: without them it can
    /// reach along the row.
    pub(super) fn guards(&mut self, lanes: &Lanes<'_>, block: &[&Stmt]) -> Vec<(usize, Guard)> {
        // Where some lanes are done, nothing is for all of them.
        if !self.is_full() || self.plan.masks || self.is_by_halves(lanes) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (n, stmt) in block.iter().enumerate() {
            if let Stmt::If { condition, then, otherwise } = stmt
                && let Some(guard) = self.facts.guard(condition, then, otherwise)
                && guard.atoms.iter().all(|atom| self.is_known_before(lanes, atom))
                && reaches_memory(if guard.into { then } else { otherwise }, &block[n + 1..])
            {
                found.push((n, guard));
            } else if returns(stmt) {
                // What comes after is not for all lanes.
                break;
            }
            if asserts(stmt) {
                break;
            }
        }
        found
    }

    /// The guards that lanes come to once they have passed others, and what is left when they have passed all.
    pub(super) fn guards_inside<'s>(
        &mut self,
        lanes: &Lanes<'_>,
        mut block: Vec<&'s Stmt>,
    ) -> (Vec<(usize, Guard)>, Vec<&'s Stmt>) {
        let mut all = Vec::new();
        loop {
            let found = self.guards(lanes, &block);
            if found.is_empty() {
                return (all, block);
            }
            block = past(&block, &found);
            all.extend(found);
        }
    }

    /// Whether what an atom asks can be computed before the loop over the lanes.
    fn is_known_before(&self, lanes: &Lanes<'_>, atom: &Atom) -> bool {
        match atom {
            Atom::Shared(condition, _) => self.can_be_before(lanes, condition),
            Atom::Bound { along, bound, .. } => {
                self.can_be_before(lanes, along) && self.can_be_before(lanes, bound)
            }
        }
    }

    /// A variable of that loop is, by its definition.
    fn can_be_before(&self, lanes: &Lanes<'_>, expr: &Expr) -> bool {
        let mut can = true;
        expr.walk(&mut |expr| {
            if let ExprKind::Local(var) = expr.kind
                && self.plan.is_declared_in(lanes, var)
            {
                can &= matches!(self.plan.home(var), Home::Lane | Home::Again)
                    && self
                        .facts
                        .definition(var)
                        .is_some_and(|value| self.facts.is_stable(value) && self.can_be_before(lanes, value));
            }
        });
        can
    }

    /// Whether the work-items of a tile get fewer from step to step: then they never all pass.
    fn is_by_halves(&mut self, lanes: &Lanes<'_>) -> bool {
        let Some((index, _)) = self.narrowed_by(lanes) else { return false };
        let mut local = false;
        index.walk(&mut |expr| match &expr.kind {
            ExprKind::Item(item) => local |= *item == ItemIndex::Local,
            ExprKind::Local(var) => {
                if let Some(value) = self.facts.definition(*var) {
                    value.walk(&mut |expr| local |= matches!(expr.kind, ExprKind::Item(ItemIndex::Local)));
                }
            }
            _ => {}
        });
        local
    }

    /// What a number that grows from lane to lane is compared with. What is captured may be of another type, for all that a closure
    /// tells: then it is one mistake, in the comparison as it is written.
    pub(super) fn bound(&mut self, along: &Expr, bound: &Expr) -> TokenStream {
        let printed = self.expr(bound, At::Row);
        let (mut captured, mut plain) = (false, true);
        bound.walk(&mut |expr| {
            captured |= matches!(expr.kind, ExprKind::Value(_));
            // Of anything else it might be told what it is.
            plain &= matches!(expr.kind, ExprKind::Value(_) | ExprKind::Number(_) | ExprKind::Binary(..));
        });
        if !(captured && plain) {
            return printed;
        }
        // The checked form has it as it is written.
        let compared = (!cfg!(feature = "checked")).then(|| {
            let along = self.expr(along, At::Row);
            quote!(if false { let _ = #along < #printed; })
        });
        quote!({ #compared ::amp::__private::bound_of(#printed) })
    }

    /// Whether all lanes pass.
    pub(super) fn all_pass(&mut self, guards: &[(usize, Guard)]) -> TokenStream {
        let count = self.count();
        let atoms: Vec<_> = guards.iter().flat_map(|(_, guard)| &guard.atoms).collect();
        let atoms = atoms.into_iter().map(|atom| match atom {
            Atom::Shared(condition, value) => {
                let condition = self.expr(condition, At::Row);
                quote!((#condition) == #value)
            }
            Atom::Bound { along, order, bound } => {
                let (along, bound) = (self.expr(along, At::Row), self.bound(along, bound));
                let way = own(match order {
                    Order::Below => "all_below",
                    Order::AtMost => "all_at_most",
                    Order::AtLeast => "all_at_least",
                    Order::Above => "all_above",
                    Order::Unlike => "all_unlike",
                });
                quote!(::amp::__private::#way(#along, #count, #bound))
            }
        });
        let atoms: Vec<_> = atoms.collect();
        quote!(#(#atoms)&&*)
    }

    /// Statements that leave only those lanes in a span that pass.
    pub(super) fn keep_passing(&mut self, span: &Ident, atoms: &[Atom]) -> TokenStream {
        let mut out = TokenStream::new();
        let last = own(&format!("base{}", self.facts.kernel.rank - 1));
        for atom in atoms {
            let keep = match atom {
                Atom::Shared(condition, value) => {
                    let condition = self.expr(condition, At::Row);
                    quote!(#span.keep_if((#condition) == #value))
                }
                Atom::Bound { along, order, bound } => {
                    let (along, bound) = (self.expr(along, At::Row), self.bound(along, bound));
                    let way = own(match order {
                        Order::Below => "keep_below",
                        Order::AtMost => "keep_at_most",
                        Order::AtLeast => "keep_at_least",
                        Order::Above => "keep_above",
                        Order::Unlike => "keep_unlike",
                    });
                    quote!(#span.#way(#along, #bound))
                }
            };
            // What is asked next may be meaningless where this does not hold: it is asked at the first lane that is left.
            out.extend(quote! {
                if !#span.is_empty() {
                    let #last = #last + #span.first();
                    #keep;
                }
            });
        }
        out
    }
}

/// A block without the branches of some guards that all lanes pass.
pub(super) fn past<'s>(block: &[&'s Stmt], guards: &[(usize, Guard)]) -> Vec<&'s Stmt> {
    let passed = |n: usize| guards.iter().find(|(at, _)| *at == n).map(|(_, guard)| guard);
    let block = block.iter().enumerate().flat_map(|(n, &stmt)| match (passed(n), stmt) {
        (Some(guard), Stmt::If { then, otherwise, .. }) => {
            (if guard.into { then } else { otherwise }).iter().collect()
        }
        _ => vec![stmt],
    });
    block.collect()
}

/// Whether there is something to gain: an access to a view or to tile memory, or a call.
fn reaches_memory(taken: &[Stmt], after: &[&Stmt]) -> bool {
    let mut found = false;
    for stmt in taken.iter().chain(after.iter().copied()) {
        stmt.walk_expressions(&mut |expr| {
            found |=
                matches!(expr.kind, ExprKind::Element { .. } | ExprKind::Tile(_) | ExprKind::Call { .. });
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::testing::twin;
    use expect_test::expect;

    #[test]
    fn guards_are_found_behind_others() {
        twin(
            "|i: Index<1>| {
                for k in (i[0]..n).step_by(9) {
                    let at = k + n;
                    if n > 3 && at >= 7 { z[i] += x[at - 7] as u32; }
                }
            }",
            "for gone",
            expect![[r#"
                for gone in ((0usize) .. (n)) . step_by (9usize) {
                    if all_below ((base0 ,) . 0 + gone , LANES , {
                        if false {
                            let _ = (base0 ,) . 0 + gone < n ;
                        }
                        bound_of (n)
                    }
                    ) {
                        if (n > 3usize) == true && all_at_least (((base0 ,) . 0 + gone) + n , LANES , 7usize) {
                            let slice1 = x . row :: < LANES > (unit , [(((base0 ,) . 0 + gone) + n) - 7usize ,]) ;
                            for lane in 0 .. (LANES) {
                                let working = (unit) . working (lane) ;
                                let k : usize = ((base0 + lane) ,) . 0 + gone ;
                                let _ = k ;
                                let at : usize = k + n ;
                                let _ = at ;
                                {
                                    let new = ((* (& slice1 [lane]))) as u32 ;
                                    let mut old = ((* (& own4 [lane] . get ()))) ;
                                    * (& mut old) += * (& new) ;
                                    (own4 [lane] . set (old)) ;
                                }
                                working . done () ;
                            }
                        }
                        else {
                            for lane in 0 .. (LANES) {
                                let working = (unit) . working (lane) ;
                                let k : usize = ((base0 + lane) ,) . 0 + gone ;
                                let _ = k ;
                                let at : usize = k + n ;
                                let _ = at ;
                                if (n > 3usize) && (at >= 7usize) {
                                    {
                                        let new = ((* (& x . get (unit , lane , [at - 7usize ,])))) as u32 ;
                                        let mut old = ((* (& own4 [lane] . get ()))) ;
                                        * (& mut old) += * (& new) ;
                                        (own4 [lane] . set (old)) ;
                                    }
                                }
                                working . done () ;
                            }
                        }
                    }
                    else {
                        for lane in 0 .. :: core :: cmp :: min (LANES , usize :: saturating_sub ({
                            if false {
                                let _ = (base0 ,) . 0 + gone < n ;
                            }
                            bound_of (n)
                        }
                        , (base0 ,) . 0 + gone)) {
                            let working = (unit) . working (lane) ;
                            let k : usize = ((base0 + lane) ,) . 0 + gone ;
                            let _ = k ;
                            let at : usize = k + n ;
                            let _ = at ;
                            if (n > 3usize) && (at >= 7usize) {
                                {
                                    let new = ((* (& x . get (unit , lane , [at - 7usize ,])))) as u32 ;
                                    let mut old = ((* (& own4 [lane] . get ()))) ;
                                    * (& mut old) += * (& new) ;
                                    (own4 [lane] . set (old)) ;
                                }
                            }
                            working . done () ;
                        }
                    }
                }
            "#]],
        );
    }
}
