//! Loop unswitching on lane predicates, as printed code: a row tests a guard once, for the index of its first
//! lane and its length. If all lanes pass, the row runs a lane loop without the branch.
//!
//! `lane_predicate` decides which branches qualify, and explains why the test is exact.

use super::plan::{Lanes, StorageClass};
use super::{At, Printer, own};
use crate::analysis::{Comparison, Guard, Predicate};
use crate::ir::{Expr, ExprKind, Flow, ItemIndex, Stmt};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Printer<'_, '_> {
    /// The guards of a lane loop, each with the index of its statement. A guard is a branch on a lane
    /// predicate, a condition that one test decides for all lanes. For a guard, a second loop without the
    /// branch pays off, because that loop can access memory by rows.
    pub(super) fn guards(&mut self, lanes: &Lanes<'_>, block: &[&Stmt]) -> Vec<(usize, Guard)> {
        // If lanes can return early (`masks`), some lanes of a row may have returned already. So no branch is
        // taken by all lanes.
        if !self.is_full() || self.plan.masks || self.has_halving_bound(lanes) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (n, stmt) in block.iter().enumerate() {
            if let Stmt::If { condition, then, otherwise } = stmt
                && let Some(guard) = self.facts.guard(condition, then, otherwise)
                && guard.predicates.iter().all(|atom| self.is_available_before(lanes, atom))
                && accesses_memory(if guard.takes_branch { then } else { otherwise }, &block[n + 1..])
            {
                found.push((n, guard));
            } else if Flow::of(stmt).returns {
                // Some lanes may return here, and then do not run later statements. So no later branch is
                // taken by all lanes.
                break;
            }
            if Flow::of(stmt).asserts {
                break;
            }
        }
        found
    }

    /// Unswitches a block repeatedly. Returns the guards that were found, and the block that remains when all
    /// of them pass.
    pub(super) fn guards_within<'s>(
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
            block = specialised_block(&block, &found);
            all.extend(found);
        }
    }

    /// Whether a predicate can be evaluated before the lane loop.
    fn is_available_before(&self, lanes: &Lanes<'_>, atom: &Predicate) -> bool {
        match atom {
            Predicate::Uniform(condition, _) => self.can_be_hoisted(lanes, condition),
            Predicate::Bound { along, bound, .. } => {
                self.can_be_hoisted(lanes, along) && self.can_be_hoisted(lanes, bound)
            }
        }
    }

    /// Whether an expression can be evaluated before the lane loop. If it uses a variable that the loop
    /// declares, this must hold for the variable's definition.
    fn can_be_hoisted(&self, lanes: &Lanes<'_>, expr: &Expr) -> bool {
        let mut can = true;
        expr.walk(&mut |expr| {
            if let ExprKind::Local(var) = expr.kind
                && self.plan.is_declared_in(lanes, var)
            {
                can &= matches!(
                    self.plan.storage_class(var),
                    StorageClass::LaneLocal | StorageClass::Rematerialised
                ) && self
                    .facts
                    .definition(var)
                    .is_some_and(|value| self.facts.is_stable(value) && self.can_be_hoisted(lanes, value));
            }
        });
        can
    }

    /// Whether the lane loop is `if local < bound { .. }`, as in a step of a tree reduction. The bound
    /// shrinks in each step, so all lanes of a row hardly ever pass.
    fn has_halving_bound(&mut self, lanes: &Lanes<'_>) -> bool {
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

    /// Prints the bound of a predicate, such as `n` in `i[0] < n`. If a captured value in the bound is no
    /// `usize`, rustc reports the error once, at the user's comparison.
    pub(super) fn bound(&mut self, along: &Expr, bound: &Expr) -> TokenStream {
        let printed = self.expr(bound, At::Row);
        let (mut captured, mut plain) = (false, true);
        bound.walk(&mut |expr| {
            captured |= matches!(expr.kind, ExprKind::Value(_));
            // In a bound with other kinds of expressions, the call of `bound_of` could influence type
            // inference.
            plain &= matches!(expr.kind, ExprKind::Value(_) | ExprKind::Literal(_) | ExprKind::Binary(..));
        });
        if !(captured && plain) {
            return printed;
        }
        // The statement `if false` serves rustc's type check only: it contains the user's comparison. With
        // the feature `checked`, the checked variant already contains that comparison.
        let compared = (!cfg!(feature = "checked")).then(|| {
            let along = self.expr(along, At::Row);
            quote!(if false { let _ = #along < #printed; })
        });
        quote!({ #compared ::amp::__private::bound_of(#printed) })
    }

    /// Prints the condition that all lanes of the row pass these guards.
    pub(super) fn all_pass(&mut self, guards: &[(usize, Guard)]) -> TokenStream {
        let count = self.count();
        let atoms: Vec<_> = guards.iter().flat_map(|(_, guard)| &guard.predicates).collect();
        let atoms = atoms.into_iter().map(|atom| match atom {
            Predicate::Uniform(condition, value) => {
                let condition = self.expr(condition, At::Row);
                quote!((#condition) == #value)
            }
            Predicate::Bound { along, order, bound } => {
                let (along, bound) = (self.expr(along, At::Row), self.bound(along, bound));
                let way = own(match order {
                    Comparison::Below => "all_below",
                    Comparison::AtMost => "all_at_most",
                    Comparison::AtLeast => "all_at_least",
                    Comparison::Above => "all_above",
                    Comparison::Unlike => "all_not_equal",
                });
                quote!(::amp::__private::#way(#along, #count, #bound))
            }
        });
        let atoms: Vec<_> = atoms.collect();
        quote!(#(#atoms)&&*)
    }

    /// Prints statements that shrink the lane range `span` to the lanes that satisfy the predicates `atoms`.
    pub(super) fn restrict_to_passing(&mut self, span: &Ident, atoms: &[Predicate]) -> TokenStream {
        let mut out = TokenStream::new();
        let last = own(&format!("base{}", self.facts.kernel.rank - 1));
        for atom in atoms {
            let keep = match atom {
                Predicate::Uniform(condition, value) => {
                    let condition = self.expr(condition, At::Row);
                    quote!(#span.keep_if((#condition) == #value))
                }
                Predicate::Bound { along, order, bound } => {
                    let (along, bound) = (self.expr(along, At::Row), self.bound(along, bound));
                    let way = own(match order {
                        Comparison::Below => "keep_below",
                        Comparison::AtMost => "keep_at_most",
                        Comparison::AtLeast => "keep_at_least",
                        Comparison::Above => "keep_above",
                        Comparison::Unlike => "keep_not_equal",
                    });
                    quote!(#span.#way(#along, #bound))
                }
            };
            // A predicate may be invalid at a lane where an earlier predicate fails. So the code evaluates each
            // predicate at the first lane that remains.
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

/// The block in which each guard is replaced by the branch that all lanes take.
pub(super) fn specialised_block<'s>(block: &[&'s Stmt], guards: &[(usize, Guard)]) -> Vec<&'s Stmt> {
    let passed = |n: usize| guards.iter().find(|(at, _)| *at == n).map(|(_, guard)| guard);
    let block = block.iter().enumerate().flat_map(|(n, &stmt)| match (passed(n), stmt) {
        (Some(guard), Stmt::If { then, otherwise, .. }) => {
            (if guard.takes_branch { then } else { otherwise }).iter().collect()
        }
        _ => vec![stmt],
    });
    block.collect()
}

/// Whether unswitching can pay off: the branch that all lanes take, or the code after the guard, accesses
/// memory or calls a function.
fn accesses_memory(taken: &[Stmt], after: &[&Stmt]) -> bool {
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
    use crate::testing::cpu_code;
    use expect_test::expect;

    #[test]
    fn nested_guards_are_unswitched() {
        cpu_code(
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
                                let working = (unit) . panic_index (lane) ;
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
                                let working = (unit) . panic_index (lane) ;
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
                            let working = (unit) . panic_index (lane) ;
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
