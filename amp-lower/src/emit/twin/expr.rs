//! Expressions, as Rust. Every number is written with its type, so that rustc infers what the shader says.

use super::plan::Home;
use super::{At, Form, Printer, own};
use crate::analysis::{Facts, Lane};
use crate::ir::{Binary, Call, Expr, ExprKind, Hole, ItemIndex, Role, Ty, Unary, Var};
use crate::site::Site;
use amp_shader::Scalar;
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// Functions of floats that the runtime has a form of which becomes vectors.
const VECTORISED: &[&str] = &[
    "acos", "asin", "atan", "atan2", "cos", "cosh", "exp", "exp2", "ln", "log10", "log2", "powf", "sin",
    "sinh", "tan", "tanh",
];

impl Printer<'_, '_> {
    pub(super) fn expr(&mut self, expr: &Expr, at: At) -> TokenStream {
        if self.checked
            && let Some(checked) = self.checked_expr(expr, at)
        {
            return checked;
        }
        let span = expr.site.first;
        match &expr.kind {
            ExprKind::Poison => TokenStream::new(),
            ExprKind::Number(digits) => number(digits, &expr.ty, expr.site),
            ExprKind::Bool(value) => {
                Ident::new(if *value { "true" } else { "false" }, span).into_token_stream()
            }
            ExprKind::Local(var) => self.local(*var, at, span),
            ExprKind::Value(slot) => respanned(&self.facts.kernel.slots[*slot].ident, span),
            ExprKind::Item(item) => self.item(*item, at, here(expr.site)),
            ExprKind::Tile(tile) => respanned(&self.facts.kernel.body.tile_static[*tile].ident, span),
            ExprKind::Const(path) => path.0.clone(),
            ExprKind::Unary(operator, operand) => {
                let operand = self.operand(operand, at);
                match operator {
                    Unary::Neg => quote_spanned!(span=> -#operand),
                    Unary::Not => quote_spanned!(span=> !#operand),
                }
            }
            ExprKind::Binary(operator, lhs, rhs) => {
                let lhs = self.operand(lhs, at);
                // The right side of `&&` is not for every lane.
                let at_rhs = match at {
                    At::Lane { .. } if operator.is_lazy() => At::Lane { masked: true },
                    at => at,
                };
                let rhs = self.operand(rhs, at_rhs);
                let operator: TokenStream = operator.text().parse().unwrap_or_default();
                let operator = operator.into_iter().map(|mut token| {
                    token.set_span(expr.site.key);
                    token
                });
                quote!(#lhs #(#operator)* #rhs)
            }
            ExprKind::Is(value, pattern) => {
                let (value, pattern) = (self.expr(value, at), self.expr(pattern, at));
                quote_spanned!(span=> ::core::matches!(#value, #pattern))
            }
            ExprKind::Cast(operand) => {
                let (operand, ty) = (self.operand(operand, at), expr.ty.rust());
                quote_spanned!(span=> #operand as #ty)
            }
            ExprKind::Element { slot, index } => self.load(*slot, index, expr.site, at),
            ExprKind::Subscript(base, index) => self.subscript(base, index, at),
            ExprKind::Field(base, member) => {
                let base = self.operand(base, at);
                quote!(#base.#member)
            }
            ExprKind::Call { written: Call::Path(path), arguments, .. } => {
                let arguments = self.list(arguments, at);
                quote!(#path(#arguments))
            }
            ExprKind::Call { written: Call::Method(name), arguments, .. } => {
                let receiver = self.operand(&arguments[0], at);
                let arguments = self.list(&arguments[1..], at);
                quote!(#receiver.#name(#arguments))
            }
            ExprKind::Call { written: Call::Place(name), arguments, .. } => {
                let receiver = match &arguments[0].kind {
                    ExprKind::Reference { place, .. } => self.operand(place, at),
                    _ => self.operand(&arguments[0], at),
                };
                let arguments = self.list(&arguments[1..], at);
                quote!(#receiver.#name(#arguments))
            }
            ExprKind::Reference { mutable, place } => {
                let place = self.expr(place, at);
                let word = mutable.then(|| quote!(mut));
                quote_spanned!(span=> &#word #place)
            }
            ExprKind::Atomic { operation, place, operands } => {
                let function = Ident::new(operation.function(), here(expr.site));
                let operands = self.list(operands, at);
                match &place.kind {
                    ExprKind::Element { slot, index } => {
                        let (view, index) = (&self.facts.kernel.slots[*slot].ident, self.list(index, at));
                        let (lane, row) = (own("lane"), self.row());
                        quote_spanned!(span=> #view.#function(#row, #lane, [#index], #operands))
                    }
                    // The work-items of a tile run on one thread, one after another.
                    _ => {
                        let place = self.expr(place, at);
                        quote_spanned!(span=> ::amp::#function(&mut #place, #operands))
                    }
                }
            }
            ExprKind::Record { path, fields, rest } => {
                let fields: Vec<_> = fields
                    .iter()
                    .map(|(name, value)| {
                        let value = self.expr(value, at);
                        quote!(#name: #value,)
                    })
                    .collect();
                let rest = rest.as_ref().map(|rest| {
                    let rest = self.expr(rest, at);
                    quote!(..#rest)
                });
                quote!((#path { #(#fields)* #rest }))
            }
            // Of the whole tile: what each work-item keeps, at the first.
            ExprKind::Uniform(own) => self.expr(own, at),
            ExprKind::FromBits(bits) => {
                let bits = self.expr(bits, at);
                quote!(f32::from_bits(#bits))
            }
            ExprKind::Method { method, ident, arguments } if VECTORISED.contains(&method.name) => {
                let mut name = ident.clone();
                name.set_span(here(expr.site).located_at(ident.span()));
                let arguments = self.list(arguments, at);
                let span = ident.span();
                quote_spanned!(span=> ::amp::__private::math::#name(#arguments))
            }
            ExprKind::Method { ident: method, arguments, .. } => {
                let receiver = self.operand(&arguments[0], at);
                let arguments = self.list(&arguments[1..], at);
                quote!(#receiver.#method(#arguments))
            }
            ExprKind::Array(parts) => {
                let parts = self.list(parts, at);
                quote!([#parts])
            }
            ExprKind::Repeat(value, len) => {
                let value = self.expr(value, at);
                quote!([#value; #len])
            }
            ExprKind::Tuple(parts) => {
                let parts = self.list(parts, at);
                quote!((#parts))
            }
            ExprKind::MakeIndex(parts) => {
                let parts = self.list(parts, at);
                quote!(::amp::Index::new([#parts]))
            }
            ExprKind::Barrier => TokenStream::new(),
            ExprKind::ExtentOf(slot) => {
                let view = &self.facts.kernel.slots[*slot].ident;
                quote!(#view.extent())
            }
        }
    }

    pub(super) fn list(&mut self, list: &[Expr], at: At) -> TokenStream {
        list.iter()
            .map(|expr| {
                let expr = self.expr(expr, at);
                quote!(#expr,)
            })
            .collect()
    }

    /// An operand: in parentheses, unless it is one token or ends in brackets.
    pub(super) fn operand(&mut self, expr: &Expr, at: At) -> TokenStream {
        let tokens = self.expr(expr, at);
        let negative = matches!(&expr.kind, ExprKind::Number(digits) if digits.starts_with('-'));
        match expr.kind {
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_) => quote!((#tokens)),
            _ if negative => quote!((#tokens)),
            // Computed again, a name can stand for a sum.
            ExprKind::Local(_) if tokens.clone().into_iter().count() > 1 && at == At::Row => {
                quote!((#tokens))
            }
            _ => tokens,
        }
    }

    fn local(&mut self, var: Var, at: At, span: Span) -> TokenStream {
        let name = respanned(self.name(var), span);
        if self.places.iter().any(|(place, _)| *place == var) {
            return quote!((*#name));
        }
        match (self.plan.home(var), at) {
            (Home::RowSpill | Home::TileSpill, At::Lane { .. }) if self.items(var).is_some() => {
                let (slots, lane) = (self.slots(var), own("lane"));
                quote!(#slots.get(#lane))
            }
            // Kept for each work-item; this is that of the first.
            (Home::TileSpill, At::Tile) if self.facts.kernel.rank > 1 => {
                let slots = self.slots(var);
                quote!(::amp::__private::row_of_lanes(&mut #slots, 0).get(0))
            }
            (Home::RowSpill | Home::TileSpill, At::Tile | At::Row) => {
                let slots = self.slots(var);
                quote!(#slots.get(0))
            }
            // Outside the lanes: its value at the first of them.
            (Home::Again | Home::Lane, At::Row) => match self.facts.definition(var) {
                Some(value) => self.expr(value, at),
                None => name,
            },
            _ => name,
        }
    }

    /// One of the work-item's indices, whole.
    fn item(&mut self, item: ItemIndex, at: At, span: Span) -> TokenStream {
        let rank = self.facts.kernel.rank;
        let parts = (0..rank).map(|d| self.component(item, d, at, span));
        quote_spanned!(span=> ::amp::Index::new([#(#parts),*]))
    }

    fn component(&self, item: ItemIndex, d: usize, at: At, span: Span) -> TokenStream {
        let last = d + 1 == self.facts.kernel.rank;
        let own = |name: &str| Ident::new(name, span);
        let lane = own("lane");
        match item {
            ItemIndex::Global => {
                let base = own(&format!("base{d}"));
                match at {
                    At::Lane { .. } if last => quote_spanned!(span=> (#base + #lane)),
                    _ => quote!(#base),
                }
            }
            ItemIndex::Local => {
                let row = own(&format!("row{d}"));
                match at {
                    At::Lane { .. } if last => quote!(#lane),
                    _ if last => quote_spanned!(span=> 0usize),
                    _ => quote!(#row),
                }
            }
            ItemIndex::Tile | ItemIndex::TileOrigin => {
                let name = own(if item == ItemIndex::Tile { "id" } else { "origin" });
                quote_spanned!(span=> #name[#d])
            }
        }
    }

    fn subscript(&mut self, base: &Expr, index: &Expr, at: At) -> TokenStream {
        if let (ExprKind::Item(item), Some(d)) = (&base.kind, Facts::number(index))
            && d < self.facts.kernel.rank
        {
            return self.component(*item, d, at, here(base.site));
        }
        let span = base.site.first;
        if let Some((var, mut first)) = self.slot_item(base, at)
            && self.items(var) == Some(first.len() + 1)
        {
            first.push(self.looked_up(index, at));
            let (slots, lane) = (self.slots(var), own("lane"));
            return quote_spanned!(span=> #slots.item(#lane, [#(#first),*]));
        }
        let index = self.expr(index, at);
        let base = self.operand(base, at);
        quote_spanned!(span=> #base[#index])
    }

    /// The dimensions of an array of scalars that has a slot for each lane. Its items are used where they are.
    pub(super) fn items(&self, var: Var) -> Option<usize> {
        let kept = matches!(self.plan.home(var), Home::RowSpill | Home::TileSpill);
        if !kept || self.plan.is_lent(var) || self.items.is_some() {
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

    /// Such an array, or a part of it: the variable and the subscripts.
    pub(super) fn slot_item(&mut self, expr: &Expr, at: At) -> Option<(Var, Vec<TokenStream>)> {
        match &expr.kind {
            ExprKind::Local(var) if matches!(at, At::Lane { .. }) && self.items(*var).is_some() => {
                Some((*var, Vec::new()))
            }
            ExprKind::Subscript(base, index) => {
                let (var, mut subscripts) = self.slot_item(base, at)?;
                subscripts.push(self.looked_up(index, at));
                Some((var, subscripts))
            }
            _ => None,
        }
    }

    /// The element that is read.
    fn load(&mut self, slot: usize, index: &[Expr], site: Site, at: At) -> TokenStream {
        let captured = &self.facts.kernel.slots[slot];
        let span = here(site);
        let (view, lane, row) = (respanned(&captured.ident, site.first), own("lane"), self.row());
        if self.facts.is_own(slot) {
            if self.is_full() {
                let own_row = self.own_row(slot);
                return quote_spanned!(span=> #own_row[#lane].get());
            }
            return quote_spanned!(span=> #view.get(#row, #lane));
        }
        let masked = match at {
            At::Tile => {
                let (index, first) = (self.list(index, at), own("first"));
                return quote_spanned!(span=> #view.get(&#first, 0, [#index]));
            }
            At::Row => {
                let index = self.list(index, at);
                return quote_spanned!(span=> #view.get(#row, 0, [#index]));
            }
            At::Lane { masked } => masked,
        };
        let kind = index.split_last().map(|(last, rest)| {
            let same = rest.iter().all(|part| self.facts.lane(part) == Lane::Same);
            if same { self.facts.lane(last) } else { Lane::Any }
        });
        match kind {
            // Along the row: a slice, checked once.
            Some(Lane::Unit) if self.is_full() && !masked && captured.role == Role::Read => {
                let (name, index) = (self.fresh("slice"), self.list(index, At::Row));
                let slice = if self.form == Form::Ranged {
                    let count = self.count();
                    quote_spanned!(span=> #view.run(#row, #count, [#index]))
                } else {
                    let width = self.width();
                    quote_spanned!(span=> #view.row::<#width>(#row, [#index]))
                };
                self.prelude.push(quote_spanned!(span=> let #name = #slice;));
                quote_spanned!(span=> #name[#lane])
            }
            // The same for the whole row: one element.
            Some(Lane::Same) if !masked && captured.role == Role::Read => {
                let name = self.fresh("element");
                let index = self.list(index, At::Row);
                self.prelude.push(quote_spanned!(span=> let #name = #view.get(#row, 0, [#index]);));
                quote!(#name)
            }
            _ => {
                let index = self.list(index, at);
                quote_spanned!(span=> #view.get(#row, #lane, [#index]))
            }
        }
    }

    /// The statement that stores to an element.
    pub(super) fn store(
        &mut self,
        slot: usize,
        index: &[Expr],
        value: &TokenStream,
        site: Site,
        at: At,
    ) -> TokenStream {
        let (view, lane, row) = (&self.facts.kernel.slots[slot].ident, own("lane"), self.row());
        let span = here(site);
        if !self.facts.is_own(slot) {
            let index = self.list(index, at);
            return quote_spanned!(span=> #view.set(#row, #lane, [#index], #value););
        }
        if self.is_full() {
            let own_row = self.own_row(slot);
            return quote_spanned!(span=> #own_row[#lane].set(#value););
        }
        quote_spanned!(span=> #view.set(#row, #lane, #value);)
    }

    /// The row of a view's own elements; the group that is being printed needs it.
    pub(super) fn own_row(&mut self, slot: usize) -> Ident {
        self.own_rows.insert(slot);
        Ident::new(&format!("own{slot}"), Span::mixed_site())
    }

    fn fresh(&mut self, stem: &str) -> Ident {
        self.fresh += 1;
        Ident::new(&format!("{stem}{}", self.fresh), Span::mixed_site())
    }

    /// The type of a view's elements, as far as it can be written in the twin.
    pub(super) fn element_type(&self, slot: usize) -> TokenStream {
        let ty = &self.facts.kernel.slots[slot].element;
        if nameable(ty) { ty.rust() } else { quote!(_) }
    }

    /// The type of a variable, as far as it can be written in the twin.
    pub(super) fn annotation(&self, var: Var) -> TokenStream {
        let ty = &self.facts.kernel.body.variables[var.0].ty;
        if nameable(ty) { ty.rust() } else { quote!(_) }
    }
}

/// Whether rustc can name it outside the generic part of the expansion.
pub(super) fn nameable(ty: &Ty) -> bool {
    match ty {
        Ty::Var(_) | Ty::Poison | Ty::Reference(..) => false,
        Ty::Array(element, _) => nameable(element),
        Ty::Tuple(fields) => fields.iter().all(nameable),
        Ty::Hole(hole) => matches!(**hole, Hole::Written(_)),
        Ty::Unit | Ty::Scalar(_) | Ty::Index(_) | Ty::Extent(_) => true,
    }
}

/// The place that the user wrote, with names that no user can see.
pub(super) fn here(site: Site) -> Span {
    Span::mixed_site().located_at(site.first)
}

/// A name where the user wrote it, so that rustc's messages stand there.
pub(super) fn respanned(ident: &Ident, span: Span) -> TokenStream {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident.into_token_stream()
}

/// A number with its type, if the type is known.
fn number(digits: &str, ty: &Ty, site: Site) -> TokenStream {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    let text = match ty {
        Ty::Scalar(Scalar::Bool) | Ty::Var(_) | Ty::Hole(_) => digits.to_owned(),
        Ty::Scalar(scalar) => format!("{digits}{}", scalar.rust()),
        _ => digits.to_owned(),
    };
    let mut literal: Literal = text.parse().unwrap_or_else(|_| Literal::u32_unsuffixed(0));
    literal.set_span(site.first);
    let token = TokenTree::Literal(literal);
    if negative { quote_spanned!(site.first=> -#token) } else { quote!(#token) }
}

/// `+=` and the like, where the user wrote it.
pub(super) fn assigning(operator: Binary, site: Site) -> TokenStream {
    let tokens: TokenStream = format!("{}=", operator.text()).parse().unwrap_or_default();
    let at_user = |mut token: TokenTree| {
        token.set_span(site.key);
        token
    };
    tokens.into_iter().map(at_user).collect()
}
