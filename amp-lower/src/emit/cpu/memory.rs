//! Prints accesses to views, and to arrays in per-lane storage. `AccessPath` names the kinds of access.

use super::plan::StorageClass;
use super::spans::{call_site, method_call, on_line, read_on_line, respanned};
use super::{At, Printer, Variant, own};
use crate::analysis::RowAccess;
use crate::ir::{Expr, ExprKind, Role, Ty, Var};
use crate::site::Site;
use amp_shader::AccessPath;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

impl Printer<'_, '_> {
    /// The number of dimensions of a variable that is an array of scalars in per-lane storage. The generated
    /// code accesses the items of such an array in place. `None` for other variables.
    pub(super) fn spilled_array_rank(&self, var: Var) -> Option<usize> {
        let kept = matches!(self.plan.storage_class(var), StorageClass::RowArray | StorageClass::TileArray);
        if !kept || self.plan.is_by_ref(var) || self.function.item_count.is_some() {
            return None;
        }
        match &self.facts.kernel.body.variables[var.0].ty {
            Ty::Array(inner, _) => match &**inner {
                Ty::Scalar(_) => Some(1),
                Ty::Array(inner, _) => matches!(**inner, Ty::Scalar(_)).then_some(2),
                _ => None,
            },
            _ => None,
        }
    }

    /// The variable and the subscripts of a place in an array of scalars in per-lane storage, or `None` for
    /// other places.
    pub(super) fn spilled_array_item(&mut self, expr: &Expr, at: At) -> Option<(Var, Vec<TokenStream>)> {
        match &expr.kind {
            ExprKind::Local(var)
                if matches!(at, At::Lane { .. }) && self.spilled_array_rank(*var).is_some() =>
            {
                Some((*var, Vec::new()))
            }
            ExprKind::Subscript(base, index) => {
                let (var, mut subscripts) = self.spilled_array_item(base, at)?;
                subscripts.push(self.located_operand(index, at));
                Some((var, subscripts))
            }
            _ => None,
        }
    }

    /// Prints a read of an element of a view.
    pub(super) fn load(&mut self, capture: usize, index: &[Expr], site: Site, at: At) -> TokenStream {
        let element = self.loaded(capture, index, site, at);
        read_on_line(&element, site)
    }

    fn loaded(&mut self, capture: usize, index: &[Expr], site: Site, at: At) -> TokenStream {
        let captured = &self.facts.kernel.captures[capture];
        let span = call_site(site);
        let (view, lane, row) = (respanned(&captured.ident, site.first), own("lane"), self.row());
        let way = self.access_path(capture, index, at);
        if way == AccessPath::AtomicRow {
            self.record_access(capture, index, site, way, false, at);
            return self.row_load(capture, index, site);
        }
        self.record_access(capture, index, site, way, false, at);
        if self.facts.is_exclusive(capture) {
            if self.is_full() {
                let own_row = respanned(&self.own_row(capture), site.first);
                return quote_spanned!(span=> #own_row[#lane].get());
            }
            return method_call(&view, "get", quote!(#row, #lane), site);
        }
        match (at, way) {
            (At::Tile, _) => {
                let (index, asker) = (self.index_tokens(index, at), self.work_item(at));
                method_call(&view, "get", quote!(#asker, #index), site)
            }
            (At::Row, _) => {
                let index = self.index_tokens(index, at);
                method_call(&view, "get", quote!(#row, 0, #index), site)
            }
            (At::Lane { .. }, AccessPath::Row) if self.is_full() => {
                let (name, index) = (self.fresh("slice"), self.index_tokens(index, At::Row));
                let slice = if matches!(self.variant, Variant::BoundedRow | Variant::WholeRun) {
                    let count = self.count();
                    method_call(&view, "run", quote!(#row, #count, #index), site)
                } else {
                    let (width, row_of) = (self.width(), Ident::new("row", site.first));
                    let arguments = quote_spanned!(site.first=> (#row, #index));
                    quote_spanned!(span=> #view.#row_of::<#width> #arguments)
                };
                self.lane_loop.prelude.push(quote_spanned!(span=> let #name = #slice;));
                let name = respanned(&name, site.first);
                quote_spanned!(span=> #name[#lane])
            }
            (At::Lane { .. }, AccessPath::Once) => {
                let name = self.fresh("element");
                let index = self.index_tokens(index, At::Row);
                let element = method_call(&view, "get", quote!(#row, 0, #index), site);
                self.lane_loop.prelude.push(quote_spanned!(span=> let #name = #element;));
                quote!(#name)
            }
            _ => {
                let index = self.index_tokens(index, at);
                method_call(&view, "get", quote!(#row, #lane, #index), site)
            }
        }
    }

    /// The way in which the printed variant accesses an element.
    fn access_path(&self, capture: usize, index: &[Expr], at: At) -> AccessPath {
        if self.facts.is_exclusive(capture) {
            return AccessPath::Exclusive;
        }
        if self.facts.kernel.captures[capture].role != Role::Read {
            let by_row = at == At::Lane { masked: false } && self.lane_loop.row_access.contains(&capture);
            return if by_row { AccessPath::AtomicRow } else { AccessPath::AtomicScattered };
        }
        let At::Lane { masked } = at else { return AccessPath::Once };
        match self.facts.row_access(index) {
            RowAccess::Down | RowAccess::Scattered => AccessPath::Scattered,
            _ if masked => AccessPath::Masked,
            RowAccess::Up => AccessPath::Row,
            RowAccess::Same => AccessPath::Once,
        }
    }

    /// Prints the statement that stores an element of a view.
    pub(super) fn store(
        &mut self,
        capture: usize,
        index: &[Expr],
        value: &TokenStream,
        site: Site,
        at: At,
    ) -> TokenStream {
        let view = respanned(&self.facts.kernel.captures[capture].ident, site.first);
        let (lane, row, span) = (own("lane"), self.row(), call_site(site));
        let way = match self.access_path(capture, index, at) {
            way @ (AccessPath::Exclusive | AccessPath::AtomicRow) => way,
            _ => AccessPath::AtomicScattered,
        };
        self.record_access(capture, index, site, way, true, at);
        if way == AccessPath::AtomicRow {
            return self.row_store(capture, index, value, site);
        }
        if !self.facts.is_exclusive(capture) {
            let (index, lane) = (self.index_tokens(index, at), self.lane_or_first(at));
            let stored = method_call(&view, "set", quote!(#row, #lane, #index, #value), site);
            return statement(&stored, site);
        }
        if self.is_full() {
            let own_row = respanned(&self.own_row(capture), site.first);
            return statement(&quote_spanned!(span=> #own_row[#lane].set(#value)), site);
        }
        statement(&method_call(&view, "set", quote!(#row, #lane, #value), site), site)
    }

    /// The lane that a failed access names: the current one, or the first one of the row.
    fn lane_or_first(&self, at: At) -> TokenStream {
        match at {
            At::Lane { .. } => own("lane").to_token_stream(),
            At::Row | At::Tile => quote!(0),
        }
    }

    /// Prints the statement that stores to an element of a shared view after a component of it was modified.
    /// The code stores only the words that differ between the old and the new element.
    pub(super) fn store_part(
        &mut self,
        capture: usize,
        index: &[Expr],
        before: &Ident,
        after: &Ident,
        site: Site,
        at: At,
    ) -> TokenStream {
        let view = respanned(&self.facts.kernel.captures[capture].ident, site.first);
        let (lane, row) = (own("lane"), self.row());
        self.record_access(capture, index, site, AccessPath::AtomicScattered, true, at);
        let index = self.index_tokens(index, at);
        let arguments = quote!(#row, #lane, #index, #before, #after);
        statement(&method_call(&view, "set_part", arguments, site), site)
    }

    /// Prints the index of an element as an array of its components.
    pub(super) fn index_tokens(&mut self, index: &[Expr], at: At) -> TokenStream {
        if let [Expr { kind: ExprKind::Components(whole), .. }] = index {
            let whole = self.expr(whole, at);
            return quote!(::amp::__private::components(#whole));
        }
        let index = self.list(index, at);
        quote!([#index])
    }

    /// The local variable that holds the current row of an exclusive view. Records the view in `own_rows`, so
    /// that the printer declares the variable before the loop over the lanes.
    pub(super) fn own_row(&mut self, capture: usize) -> Ident {
        self.own_rows.insert(capture);
        Ident::new(&format!("own{capture}"), Span::mixed_site())
    }

    pub(super) fn fresh(&mut self, stem: &str) -> Ident {
        self.fresh += 1;
        Ident::new(&format!("{stem}{}", self.fresh), Span::mixed_site())
    }
}

/// Prints a call as a statement whose line in debug information is that of `site`.
pub(super) fn statement(stored: &TokenStream, site: Site) -> TokenStream {
    let stored = on_line(stored, site);
    quote!(#stored;)
}
