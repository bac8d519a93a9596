//! Row loads and stores for shared views: moves loads to before the lane loop and stores to after it. There,
//! vector instructions copy a whole row.
//!
//! ```text
//! for lane in row { y[i] = f(x[i]) }   =>   load row of x; for lane in row { .. }; store row of y
//! ```
//!
//! The code accesses shared views through relaxed atomics, which LLVM does not vectorise. The runtime copies
//! rows by vector moves that keep each aligned word whole. The rewrite is legal if no lane reads a word that
//! it stored earlier in the loop, and if every lane reaches the access. Between two barriers, the order of
//! accesses by different work-items is unspecified, so the rewrite may change it. A store to a component of
//! an element is no row store, because other work-items may store to other components of the element.

use super::memory::statement;
use super::spans::{call_site, method_call, on_line, respanned};
use super::{At, Printer, Variant, own};
use crate::analysis::{Facts, RowAccess};
use crate::ir::{Binary, Expr, ExprKind, Flow, Role, Stmt};
use crate::site::Site;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of accesses to shared views in one loop that get row buffers on the stack. With more
/// accesses, no access of the loop gets a buffer.
const MAX_ROW_ACCESSES: usize = 32;

/// A walk over the accesses of a lane loop to shared views, in program order.
struct Walk<'f> {
    facts: &'f Facts,
    /// The views accessed so far, and whether the loop stored to them.
    touched: BTreeMap<usize, bool>,
    /// The views that the loop cannot access by rows. One of their accesses has elements that are not
    /// adjacent from lane to lane, is skipped by some lanes, or may read an earlier store. Atomic operations
    /// and references also exclude a view.
    rejected: BTreeSet<usize>,
    /// The number of accesses so far.
    count: usize,
}

impl Printer<'_, '_> {
    /// The shared views that a lane loop can access by rows.
    pub(super) fn vectorisable_rows(&self, block: &[&Stmt]) -> BTreeSet<usize> {
        if !matches!(self.variant, Variant::FullRow | Variant::Strip)
            || self.function.item_count.is_some()
            || self.function.locator.is_some()
        {
            return BTreeSet::new();
        }
        let mut has_jumps = Flow::of_block(block.iter().copied()).asserts;
        for stmt in block {
            has_jumps |= stmt.is_collective();
            stmt.walk(&mut |stmt| has_jumps |= Flow::of(stmt).jumps());
        }
        if has_jumps {
            return BTreeSet::new();
        }
        let mut walk =
            Walk { facts: self.facts, touched: BTreeMap::new(), rejected: BTreeSet::new(), count: 0 };
        block.iter().for_each(|stmt| walk.stmt(stmt));
        let Walk { touched, rejected: out, count, .. } = walk;
        if count > MAX_ROW_ACCESSES {
            return BTreeSet::new();
        }
        touched.into_keys().filter(|capture| !out.contains(capture)).collect()
    }

    /// Prints the read of an element from a row buffer. The code before the loop loads the buffer.
    pub(super) fn row_load(&mut self, capture: usize, index: &[Expr], site: Site) -> TokenStream {
        let words =
            self.shared_row_accesses(capture, index, site, ["load_up", "load_down"], &TokenStream::new());
        let lane = own("lane");
        method_call(&words, "get", quote!(#lane), site)
    }

    /// Prints the statement that puts an element into a row buffer. The code after the loop writes the buffer
    /// to the view.
    pub(super) fn row_store(
        &mut self,
        capture: usize,
        index: &[Expr],
        value: &TokenStream,
        site: Site,
    ) -> TokenStream {
        let words = self.shared_row_accesses(capture, index, site, ["store_up", "store_down"], &quote!(mut));
        let lane = own("lane");
        let stored = on_line(&method_call(&words, "store", quote!(), site), site);
        self.lane_loop.postlude.push(quote!(#stored;));
        statement(&method_call(&words, "set", quote!(#lane, #value), site), site)
    }

    /// Declares a row buffer before the loop, and a variable through which the loop accesses the buffer. For
    /// a read, the declaration also loads the buffer. Returns the name of the variable. `up` and `down` are
    /// the names of the runtime's methods for the two directions.
    fn shared_row_accesses(
        &mut self,
        capture: usize,
        index: &[Expr],
        site: Site,
        [up, down]: [&str; 2],
        mutable: &TokenStream,
    ) -> TokenStream {
        let (view, row) = (respanned(&self.facts.kernel.captures[capture].ident, site.first), self.row());
        let (name, buffer, place) =
            (self.fresh("words"), self.fresh("buffer"), self.index_tokens(index, At::Row));
        let (width, span) = (self.width(), call_site(site));
        let way =
            Ident::new(if self.facts.row_access(index) == RowAccess::Down { down } else { up }, site.first);
        let arguments = quote_spanned!(site.first=> (#row, #place, &mut #buffer));
        self.lane_loop.prelude.push(quote_spanned! {span=>
            let mut #buffer = ::amp::__private::RowBuffer::new();
            let #mutable #name = #view.#way::<#width, _> #arguments;
        });
        respanned(&name, site.first)
    }
}

impl Walk<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { value, .. } => value.iter().for_each(|value| self.expr(value, true)),
            Stmt::Expr(expr) => self.expr(expr, true),
            Stmt::Block(inner) => inner.iter().for_each(|stmt| self.stmt(stmt)),
            Stmt::Assign { place, operator, value } => {
                self.expr(value, true);
                match element_of(place) {
                    Some((element, whole)) => {
                        // A compound assignment, or an assignment to a field or item, reads the element
                        // before it stores it.
                        if operator.is_some() || !whole {
                            self.expr(place, true);
                        } else {
                            element.children().into_iter().for_each(|part| self.expr(part, true));
                        }
                        self.store(element);
                    }
                    None => self.expr(place, true),
                }
            }
            _ => {
                stmt.walk(&mut |stmt| stmt.expressions().into_iter().for_each(|expr| self.expr(expr, false)))
            }
        }
    }

    /// Visits an expression. `all` means that every lane evaluates it.
    fn expr(&mut self, expr: &Expr, all: bool) {
        match &expr.kind {
            ExprKind::Element { capture, index } => {
                index.iter().for_each(|part| self.expr(part, all));
                self.load(*capture, index, all);
            }
            ExprKind::Atomic { place, operands, .. } => {
                if let Some((Expr { kind: ExprKind::Element { capture, .. }, .. }, _)) = element_of(place) {
                    self.rejected.insert(*capture);
                }
                place.children().into_iter().chain(operands).for_each(|part| self.expr(part, all));
            }
            ExprKind::Reference { place, .. } => {
                if let Some((Expr { kind: ExprKind::Element { capture, .. }, .. }, _)) = element_of(place) {
                    self.rejected.insert(*capture);
                }
                self.expr(place, all);
            }
            ExprKind::ViewArg { capture, .. } => {
                self.rejected.insert(*capture);
            }
            ExprKind::Binary(Binary::And | Binary::Or, a, b) => {
                self.expr(a, all);
                self.expr(b, false);
            }
            _ => {
                let all = all && !matches!(expr.kind, ExprKind::Closure(_) | ExprKind::CallParameter { .. });
                expr.children().into_iter().for_each(|part| self.expr(part, all));
            }
        }
    }

    fn load(&mut self, capture: usize, index: &[Expr], all: bool) {
        if !self.is_shared(capture) {
            return;
        }
        self.count += 1;
        let stored = *self.touched.entry(capture).or_default();
        if stored || !all || !self.is_along_row(index) {
            self.rejected.insert(capture);
        }
    }

    fn store(&mut self, element: &Expr) {
        let ExprKind::Element { capture, index } = &element.kind else { return };
        if !self.is_shared(*capture) {
            return;
        }
        self.count += 1;
        self.touched.insert(*capture, true);
        if !self.is_along_row(index) {
            self.rejected.insert(*capture);
        }
    }

    /// Whether the elements are adjacent from lane to lane.
    fn is_along_row(&self, index: &[Expr]) -> bool {
        matches!(self.facts.row_access(index), RowAccess::Up | RowAccess::Down)
    }

    /// Whether the generated code accesses a view through atomics.
    fn is_shared(&self, capture: usize) -> bool {
        self.facts.kernel.captures[capture].role == Role::Write && !self.facts.is_exclusive(capture)
    }
}

/// The element that contains a place, and whether the place is the whole element.
fn element_of(place: &Expr) -> Option<(&Expr, bool)> {
    match &place.kind {
        ExprKind::Element { .. } => Some((place, true)),
        ExprKind::Field(base, _) | ExprKind::Subscript(base, _) => Some((element_of(base)?.0, false)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{cpu_code, cpu_code_contains};
    use expect_test::expect;

    #[test]
    fn shared_rows_are_loaded_before_and_stored_after() {
        cpu_code(
            "|i: Index<1>| { z[i[0] + n] = z[n - i[0]]; }",
            "let [base0] = (unit)",
            expect![[r#"
                let [base0] = (unit) . base () ;
                let mut buffer2 = RowBuffer :: new () ;
                let words1 = z . load_down :: < LANES , _ > (unit , [n - (base0 ,) . 0 ,] , & mut buffer2) ;
                let mut buffer4 = RowBuffer :: new () ;
                let mut words3 = z . store_up :: < LANES , _ > (unit , [(base0 ,) . 0 + n ,] , & mut buffer4) ;
                for lane in 0 .. (LANES) {
                    let working = (unit) . panic_index (lane) ;
                    {
                        let new : u32 = ((* (& words1 . get (lane)))) ;
                        (words3 . set (lane , new)) ;
                    }
                    working . done () ;
                }
            "#]],
        );
    }

    #[test]
    fn shared_accesses_along_the_row_are_vectorised() {
        for (kernel, loads, stores) in [
            ("|i: Index<1>| z[i[0] + n] += 1", true, true),
            ("|i: Index<1>| { let a = z[i[0] + n]; let b = z[2 * n - i[0]]; z[i] = a + b; }", true, true),
            ("|i: Index<1>| { z[i] = 1; z[i[0] + n] = 2; }", false, true),
            ("|i: Index<1>| for k in 0..n { z[i[0] + k] = 2; }", false, true),
            // Another work-item may write another component of the element, so the code stores only this
            // component.
            ("|i: Index<1>| p[i[0] + 1].a = 2.0", true, false),
            // The branch contains no access to `z`.
            ("|i: Index<1>| { if n > 3 { y[i] = 1.0; } z[i[0] + 1] = 2; }", false, true),
            // The elements are not adjacent along the row.
            ("|i: Index<1>| z[2 * i[0]] = 1", false, false),
            ("|i: Index<1>| z[i[0] / 2] = 1", false, false),
            ("|i: Index<1>| { let at = x[i] as usize; z[at] = 1; }", false, false),
            ("|i: Index<1>| z[n] = 1", false, false),
            // Not every lane makes the access.
            ("|i: Index<1>| if x[i] > 1.0 { z[i[0] + 1] = 1; }", false, false),
            ("|i: Index<1>| { if x[i] > 1.0 { return; } z[i[0] + 1] = 1; }", false, false),
            (
                "|i: Index<1>| y[i] = if x[i] > 1.0 && z[i[0] + 1] > 2 { 1.0 } else { 2.0 } + z[i] as f32",
                false,
                false,
            ),
            ("|i: Index<1>| { assert!(x[i] > 1.0); z[i[0] + 1] = 1; }", false, false),
            // A store to `z` precedes a read of `z`. The analysis does not compare the two indices.
            ("|i: Index<1>| { z[i[0] + 1] = 1; let a = z[i]; z[i] = a; }", false, false),
            ("|i: Index<1>| { z[i[0] + 1] += 1; z[i] += 1; }", false, false),
            // An atomic operation uses `z`.
            ("|i: Index<1>| { let a = atomic_fetch_add(&mut z[i[0] + 1], 1); z[i] = a; }", false, false),
        ] {
            let has = |text| cpu_code_contains(kernel, text);
            assert_eq!(
                (has("load_up") || has("load_down"), has("store_up") || has("store_down")),
                (loads, stores),
                "{kernel}"
            );
        }
    }
}
