//! Prints expressions as Rust. Every literal gets its inferred type as a suffix, so that rustc and the shader
//! use the same type.

use super::literal::{literal, mixed_literals};
use super::plan::StorageClass;
use super::referenced::referenced;
use super::spans::{
    bare, call_site, copied_on_line, grouped, located, method_call, on_line, read_on_line, respanned, sign,
};
use super::types::nameable;
use super::view_args::by_value_or_ref;
use super::{At, Printer, Variant, own, tile_reference};
use crate::analysis::Facts;
use crate::emit::callee_entry::called_path;
use crate::emit::rust_types::{NoParts, element_slot, part_slot};
use crate::ir::{
    Binary, Call, Conversion, Expr, ExprKind, ItemIndex, Path, Projection, ResultForm, Source, Ty, Unary, Var,
};
use crate::site::Site;
use amp_shader::AccessPath;
use amp_shader::methods::Property;
use proc_macro2::{Delimiter, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

impl Printer<'_, '_> {
    pub(super) fn expr(&mut self, expr: &Expr, at: At) -> TokenStream {
        match expr.passes_subviews() {
            true => self.with_subviews(expr, at),
            false => self.plain_expr(expr, at),
        }
    }

    /// Prints an expression, but not the declarations of the subviews that it passes.
    /// [`Printer::with_subviews`] calls this function, and prints these declarations before the expression.
    pub(super) fn plain_expr(&mut self, expr: &Expr, at: At) -> TokenStream {
        if expr.passes_views() || expr.is_collective() || self.function.only_types && expr.passes_places() {
            if self.function.only_types {
                return self.typed_call_with_arguments(expr, at);
            }
            let printed = self.untyped_expr(expr, at);
            return match self.typed_call_statement(expr) {
                Some(typed) => quote!({ #typed #printed }),
                None => printed,
            };
        }
        let printed = self.untyped_expr(expr, at);
        self.through_slot(expr, printed)
    }

    /// Passes a printed value through the type slot of its type, a variable from which rustc infers the type.
    /// Does so only if the type has a slot, and this variant is the one that fills the slot.
    fn through_slot(&self, expr: &Expr, printed: TokenStream) -> TokenStream {
        let Some(slot) = self.slot_of(expr) else { return printed };
        let (site, slot) = (expr.site.first, located(slot, expr.site.first));
        match expr.kind {
            // rustc's lints and messages treat a variable with the literal's value like the literal itself,
            // but not the result of a call. So the printed value is a variable, and the call of `is` is in a
            // branch that never runs.
            ExprKind::Literal(_) => {
                let name = Ident::new("literal", site);
                quote_spanned!(site=> { let #name = #printed; if false { let _ = #slot.is(#name); } #name })
            }
            // rustc infers the type of a call such as `slot.is(value)` also from the type that the context
            // expects. The field `(slot.is(value),).0` hides the expected type, so the slot gets the value's
            // own type. The two types differ if `value` has a type error, such as a call of a function that
            // does not exist.
            _ => {
                let value = quote_spanned!(site=> (#slot.is(#printed),));
                let field = quote_spanned!(expr.site.last=> .0);
                quote!(#value #field)
            }
        }
    }

    /// Passes the result of an op, a closure that a caller passes to the kernel, through the type slot of the
    /// result type. Does so only if this variant fills that slot.
    pub(super) fn typed_as(&self, ty: &Ty, value: TokenStream) -> TokenStream {
        match ty {
            Ty::Hole(hole) if let Projection::Inferred(number) = **hole => {
                let fills =
                    self.facts.slots.contains(&number) && self.facts.slots.is_filled_by(number, self.number);
                let slot = ty.slot(&NoParts);
                if fills { quote!((#slot.is(#value),).0) } else { value }
            }
            _ => value,
        }
    }

    /// The type slot through which a literal or computed value must pass, if the kernel's WGSL needs its type
    /// and only rustc knows it. A variable needs no slot, because it gets its type from such a value. For
    /// fields and items, see `part_value`.
    fn slot_of(&self, expr: &Expr) -> Option<TokenStream> {
        let is_literal = matches!(expr.kind, ExprKind::Literal(_));
        let computed = is_literal
            || matches!(
                expr.kind,
                ExprKind::Unary(..)
                    | ExprKind::Binary(..)
                    | ExprKind::Cast(..)
                    | ExprKind::Call { .. }
                    | ExprKind::CallParameter { .. }
                    | ExprKind::Method { .. }
                    | ExprKind::Uniform(_)
                    | ExprKind::Bits(_)
                    | ExprKind::Record { .. }
                    | ExprKind::Variant { .. }
                    | ExprKind::Payload(..)
            )
            || expr.is_marker();
        if !computed || self.facts.slots.is_empty() || expr.ty.is_nameable() {
            return None;
        }
        let Ty::Hole(hole) = &expr.ty else { return None };
        match **hole {
            Projection::Inferred(number) if self.facts.slots.contains(&number) => {
                self.facts.slots.is_filled_by(number, self.number).then(|| expr.ty.slot(&NoParts))
            }
            // A literal gets its type from its context, which may be a view's element, as in `x[i] * 2.0`. So
            // a literal also passes through the type slots of element types.
            Projection::Element(capture) if is_literal => Some(element_slot(capture).into_token_stream()),
            _ => None,
        }
    }

    /// Prints an operand of an operator or function. If the operand is a field or item, and its type has a
    /// type slot, the operand passes through the slot.
    pub(super) fn part_value(&self, expr: &Expr, printed: TokenStream) -> TokenStream {
        let is_part =
            matches!(expr.kind, ExprKind::Field(..) | ExprKind::Subscript(..) | ExprKind::Payload(..));
        match is_part.then(|| self.facts.slots.fill_part(&expr.ty)).flatten() {
            Some(part) => {
                let slot = located(part_slot(part).into_token_stream(), expr.site.first);
                quote_spanned!(expr.site.first=> #slot.is(#printed))
            }
            None => printed,
        }
    }

    fn untyped_expr(&mut self, expr: &Expr, at: At) -> TokenStream {
        if self.checked
            && let Some(checked) = self.checks().checked_expr(expr, at)
        {
            return checked;
        }
        let span = expr.site.first;
        match &expr.kind {
            ExprKind::ErrorPlaceholder | ExprKind::Optional { .. } => TokenStream::new(),
            ExprKind::Literal(digits) => literal(digits, &expr.ty, expr.site),
            ExprKind::Bool(value) => {
                Ident::new(if *value { "true" } else { "false" }, span).into_token_stream()
            }
            ExprKind::Local(var) => self.local(*var, at, span),
            ExprKind::Value(capture) => respanned(&self.facts.kernel.captures[*capture].ident, span),
            ExprKind::Item(item) => on_line(&self.item(*item, at, call_site(expr.site)), expr.site),
            ExprKind::Tile(tile) if self.variant == Variant::Checked => {
                respanned(&self.facts.kernel.body.tile_static[*tile].ident, span)
            }
            ExprKind::Tile(tile) => {
                let by_ref = tile_reference(*tile, span);
                quote_spanned!(span=> (*#by_ref))
            }
            ExprKind::Const(path) => path.to_token_stream(),
            ExprKind::Unary(operator, operand) => {
                let operand = bare(self.operand(operand, at));
                match operator {
                    Unary::Neg => quote_spanned!(span=> -#operand),
                    Unary::Not => quote_spanned!(span=> !#operand),
                }
            }
            ExprKind::Binary(operator, lhs, rhs) => {
                let [left, right] = mixed_literals(*operator, lhs, rhs);
                let lhs = left.unwrap_or_else(|| {
                    let printed = self.operand(lhs, at);
                    self.part_value(lhs, printed)
                });
                // The right operand of `&&` and `||` may run for some lanes only.
                let at_rhs = match at {
                    At::Lane { .. } if operator.is_lazy() => At::Lane { masked: true },
                    at => at,
                };
                let rhs = right.unwrap_or_else(|| {
                    let printed = bare(self.operand(rhs, at_rhs));
                    self.part_value(rhs, printed)
                });
                if let Some(step) = super::spans::step(*operator, &expr.ty, expr.site.key) {
                    return quote_spanned!(span=> #step(#lhs, #rhs));
                }
                let operator = sign(operator.text(), expr.site.key);
                self.in_strip([&lhs, &rhs], at, quote!(#lhs #operator #rhs))
            }
            ExprKind::EqualsConst(value, pattern) => {
                let (value, pattern) = (self.expr(value, at), self.expr(pattern, at));
                quote_spanned!(span=> ::core::matches!(#value, #pattern))
            }
            ExprKind::Cast(operand, conversion) => {
                let ty = located(expr.ty.rust(), expr.site.last);
                match conversion {
                    Conversion::As => {
                        let operand = self.operand(operand, at);
                        quote_spanned!(span=> #operand as #ty)
                    }
                    Conversion::Path(path) => {
                        let operand = self.expr(operand, at);
                        quote!(#path(#operand))
                    }
                    Conversion::Method(name) => {
                        let operand = self.operand(operand, at);
                        quote!(#operand.#name())
                    }
                }
            }
            ExprKind::Element { capture, index } => self.load(*capture, index, expr.site, at),
            ExprKind::Subscript(base, index) => self.subscript(base, index, expr.site, at),
            ExprKind::Slice { root, start, len } if matches!(root.kind, ExprKind::ViewArg { .. }) => {
                self.slice_of_view(root, start, len, at)
            }
            ExprKind::Slice { root, start, len } => {
                let root = self.place(root, at);
                let (start, len) = (self.operand(start, at), self.operand(len, at));
                quote_spanned!(span=> #root[#start..#start + #len])
            }
            ExprKind::Field(base, member) => {
                let base = self.operand(base, at);
                quote!(#base.#member)
            }
            ExprKind::Call { callee, written, arguments } if expr.passes_views() => {
                self.cpu_call(callee, written, arguments, expr.site, at)
            }
            ExprKind::Closure(closure) => self.passed(closure, expr.site, at),
            ExprKind::Function { path, by_ref } => by_value_or_ref(*by_ref, path),
            ExprKind::ForwardedCallable { position, ident, by_ref, .. } => {
                by_value_or_ref(*by_ref, self.forwarded(*position, ident, expr.site, at))
            }
            ExprKind::CallParameter { position, ident, arguments } => {
                self.call_parameter(*position, ident, arguments, expr.site, at)
            }
            ExprKind::ViewArg { capture, mutable, part } if part.is_empty() => {
                self.view_argument(*capture, *mutable, expr, at)
            }
            ExprKind::ViewArg { capture, mutable, part } => {
                self.subview_argument(*capture, *mutable, part, expr, at)
            }
            ExprKind::Call { callee, written: written @ Call::Path(path), arguments } => {
                let path = called_path(callee, path);
                let arguments = self.arguments(arguments, expr.site, at);
                item_copied(written, quote!(#path #arguments))
            }
            ExprKind::Call { written: Call::Method(name), arguments, .. } => {
                let receiver = self.operand(&arguments[0], at);
                let receiver = self.part_value(&arguments[0], receiver);
                let arguments = self.arguments(&arguments[1..], expr.site, at);
                quote!(#receiver.#name #arguments)
            }
            ExprKind::Call {
                written: written @ (Call::Place(name) | Call::Copied(name, _)),
                arguments,
                ..
            } => {
                let receiver = match &arguments[0].kind {
                    ExprKind::Reference { place, .. } if has_payload(place) => self.place(place, at),
                    ExprKind::Reference { place, .. } => self.operand(place, at),
                    _ => {
                        let receiver = self.operand(&arguments[0], at);
                        self.part_value(&arguments[0], receiver)
                    }
                };
                let arguments = self.arguments(&arguments[1..], expr.site, at);
                item_copied(written, quote!(#receiver.#name #arguments))
            }
            ExprKind::Reference { mutable, place } => {
                let place = if *mutable { self.place(place, at) } else { self.expr(place, at) };
                let word = mutable.then(|| quote!(mut));
                quote_spanned!(span=> &#word #place)
            }
            ExprKind::Atomic { operation, place, operands } => {
                let function = Ident::new(operation.function(), call_site(expr.site));
                let operands = self.list(operands, at);
                match &place.kind {
                    ExprKind::Element { capture, index } => {
                        self.record_access(*capture, index, place.site, AccessPath::Atomic, true, at);
                        let view = respanned(&self.facts.kernel.captures[*capture].ident, span);
                        let index = self.index_tokens(index, at);
                        let (lane, row) = (own("lane"), self.row());
                        let arguments = quote!(#row, #lane, #index, #operands);
                        let fetched = method_call(&view, operation.function(), arguments, expr.site);
                        read_on_line(&fetched, expr.site)
                    }
                    // One thread runs the work-items of a tile one after another, so atomic operations on
                    // tile memory need no atomic instructions.
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
            ExprKind::Variant { path: Path { source: path, .. }, fields } => {
                // In another order, the fields keep their numbers: `Two { 1: a, 0: b }`.
                let positional = fields.iter().enumerate().all(|(n, (name, _))| name.text() == n.to_string());
                let printed: Vec<_> = fields.iter().map(|(_, value)| self.expr(value, at)).collect();
                let names = fields.iter().map(|(name, _)| name);
                match (positional, printed.is_empty()) {
                    (_, true) => path.to_token_stream(),
                    (true, _) => {
                        let arguments =
                            grouped(Delimiter::Parenthesis, quote!(#(#printed,)*), expr.site.last);
                        quote!(#path #arguments)
                    }
                    (false, _) => quote!((#path { #(#names: #printed,)* })),
                }
            }
            ExprKind::IsVariant(value, Path { source: path, .. }) => {
                let value = self.expr(value, at);
                quote_spanned!(span=> ::core::matches!(#value, #path { .. }))
            }
            ExprKind::Payload(base, path, member) => {
                self.payload(base, &path.source, member, call_site(expr.site), at)
            }
            // `uniform(x)` is printed as `x`, in code that runs once for the tile. There, `x` has the value
            // of the first work-item.
            ExprKind::Uniform(own) => self.expr(own, at),
            // `index_tokens` converts the index to an array at the access.
            ExprKind::Components(index) => self.expr(index, at),
            ExprKind::ReceiverModified { copy, called, .. } => self.is_modified(copy, *called),
            ExprKind::Items(value) => {
                let value = self.expr(value, at);
                quote_spanned!(span=> ::amp::__private::items(&#value))
            }
            ExprKind::Length(slice)
                if matches!(slice.ty, Ty::Slice(_)) || matches!(slice.kind, ExprKind::Items(_)) =>
            {
                let checked = std::mem::replace(&mut self.checked, false);
                let whole = self.expr(slice, at);
                self.checked = checked;
                quote_spanned!(span=> #whole.len())
            }
            ExprKind::Length(array) => {
                // The length of an array does not depend on its items, so the `Checker` must not record a
                // read of the array. If the array is in an element of a view, the checks stay on, because the
                // code evaluates the element's index.
                let looks = self.checked && array.reads_view_element();
                let checked = std::mem::replace(&mut self.checked, looks);
                let whole = self.expr(array, at);
                self.checked = checked;
                let length = quote_spanned!(array.site.first=> ::amp::__private::array_len(&#whole));
                // The `let` ends the borrow of the array before the end of the block.
                quote!({ let length = #length; length })
            }
            ExprKind::ConvertRange(range) => {
                // A range that is a by-reference parameter is never in tile memory, so its read is not
                // recorded.
                let looks = self.checked && !matches!(range.kind, ExprKind::Local(_));
                let checked = std::mem::replace(&mut self.checked, looks);
                let range = self.expr(range, at);
                self.checked = checked;
                quote_spanned!(span=> ::amp::__private::convert_range(&#range))
            }
            ExprKind::Referenced(value, _) if self.checked => self.expr(value, at),
            ExprKind::Referenced(value, shape) => {
                let value = self.expr(value, at);
                referenced(shape, &quote!((&#value)))
            }
            ExprKind::FromBits(bits) => {
                let bits = self.expr(bits, at);
                let float = expr.ty.rust();
                quote!(<#float>::from_bits(#bits))
            }
            ExprKind::IsContiguous(by_ref) => self.contiguity(by_ref, at),
            ExprKind::Bits(value) => {
                let value = self.expr(value, at);
                let to = if nameable(&expr.ty) { expr.ty.rust() } else { quote!(_) };
                quote_spanned!(span=> ::amp::__private::bits::<_, #to>(#value))
            }
            ExprKind::Method { method, ident, arguments, open: true } if method.is(Property::Vectorised) => {
                self.vectorised_or_own(ident, arguments, expr.site, at)
            }
            ExprKind::Method { method, ident, arguments, .. } if method.is(Property::Vectorised) => {
                let mut name = ident.clone();
                name.set_span(call_site(expr.site).located_at(ident.span()));
                let arguments = self.list(arguments, at);
                let span = ident.span();
                quote_spanned!(span=> ::amp::__private::math::#name(#arguments))
            }
            ExprKind::Method { ident: method, arguments, .. } => {
                let receiver = self.operand(&arguments[0], at);
                let receiver = self.part_value(&arguments[0], receiver);
                let arguments = self.arguments(&arguments[1..], expr.site, at);
                quote!(#receiver.#method #arguments)
            }
            ExprKind::Array(parts) => {
                let parts = self.list(parts, at);
                grouped(Delimiter::Bracket, parts, expr.site.first)
            }
            ExprKind::Repeat(value, len) => {
                let value = self.expr(value, at);
                grouped(Delimiter::Bracket, quote!(#value; #len), expr.site.first)
            }
            ExprKind::Tuple(parts) => {
                let parts = self.list(parts, at);
                grouped(Delimiter::Parenthesis, parts, expr.site.first)
            }
            ExprKind::MakeIndex(parts) => {
                let parts = self.list(parts, at);
                let of = if let Ty::Extent(_) = expr.ty { quote!(Extent) } else { quote!(Index) };
                quote!(::amp::#of::new([#parts]))
            }
            ExprKind::Barrier => TokenStream::new(),
            ExprKind::Neutral { of_product } => {
                let name = Ident::new(if *of_product { "empty_product" } else { "empty_sum" }, span);
                quote_spanned!(span=> ::amp::__private::#name())
            }
            ExprKind::ExtentOf(capture) => {
                let view = &self.facts.kernel.captures[*capture].ident;
                quote!(#view.extent())
            }
        }
    }

    /// Prints a call of a method such as `exp`, whose receiver may be a float or a user's type.
    fn vectorised_or_own(&mut self, ident: &Ident, arguments: &[Expr], site: Site, at: At) -> TokenStream {
        let given: Vec<_> = arguments
            .iter()
            .map(|argument| {
                let printed = self.expr(argument, at);
                self.part_value(argument, printed)
            })
            .collect();
        let Some((receiver, rest)) = given.split_first() else { return TokenStream::new() };
        let names = (0..rest.len()).map(|n| own(&format!("given{n}")));
        let names: Vec<_> = names.collect();
        let (span, it) = (ident.span(), own("base_value"));
        let hidden = Ident::new(&format!("amp_{ident}"), Span::mixed_site().located_at(span));
        let called = grouped(Delimiter::Parenthesis, quote!(#(#names),*), site.last);
        quote_spanned! {span=>
            (&::amp::__private::MathReceiver(#receiver)).#hidden(#(#rest,)* |#it #(, #names)*| #it.#ident #called)
        }
    }

    /// Prints the arguments of a call in parentheses, with the span of the end of the call.
    pub(super) fn arguments(&mut self, list: &[Expr], site: Site, at: At) -> TokenStream {
        let list = self.list(list, at);
        grouped(Delimiter::Parenthesis, list, site.last)
    }

    pub(super) fn list(&mut self, list: &[Expr], at: At) -> TokenStream {
        list.iter()
            .map(|expr| {
                let printed = self.expr(expr, at);
                let value = self.part_value(expr, printed);
                quote!(#value,)
            })
            .collect()
    }

    /// Prints an operand, in parentheses if it is an operation, a cast or a negative literal.
    pub(super) fn operand(&mut self, expr: &Expr, at: At) -> TokenStream {
        let tokens = self.expr(expr, at);
        let negative = matches!(&expr.kind, ExprKind::Literal(digits) if digits.starts_with('-'));
        match expr.kind {
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_, Conversion::As) => {
                on_line(&tokens, expr.site)
            }
            _ if negative || self.slot_of(expr).is_some() => on_line(&tokens, expr.site),
            // At row level, a variable may be printed as its definition, such as a sum, and then needs
            // parentheses.
            ExprKind::Local(_) if tokens.clone().into_iter().count() > 1 && at == At::Row => {
                quote!((#tokens))
            }
            _ => tokens,
        }
    }

    fn local(&mut self, var: Var, at: At, span: Span) -> TokenStream {
        let name = respanned(self.name(var), span);
        match self.function.by_ref_targets.iter().find(|(place, _)| *place == var) {
            Some(_) if matches!(at, At::Lane { .. }) => return quote!((*#name)),
            // A by-reference parameter has one target for each work-item. Code that runs once for the tile
            // uses the target of the first work-item.
            Some((_, place)) => return quote!((*::amp::__private::ByRefTarget::reference(&mut #place, 0))),
            None if self.is_element_copy(var) => return quote!((*#name)),
            None => {}
        }
        match (self.plan.storage_class(var), at) {
            (StorageClass::RowArray | StorageClass::TileArray, At::Lane { .. })
                if self.spilled_array_rank(var).is_some() =>
            {
                let (slots, lane) = (self.spill_slots(var), own("lane"));
                quote!(#slots.get(#lane))
            }
            // The variable has a slot for each work-item. Code that runs once for the tile uses the slot of
            // the first work-item.
            (StorageClass::TileArray, At::Tile) if self.facts.kernel.rank > 1 => {
                let slots = self.spill_slots(var);
                quote!(::amp::__private::row_of_lanes(&mut #slots, 0).get(0))
            }
            (StorageClass::RowArray | StorageClass::TileArray, At::Tile | At::Row) => {
                let slots = self.spill_slots(var);
                quote!(#slots.get(0))
            }
            // Outside of its lane loop, the variable is printed as its definition, evaluated at the row's
            // first lane.
            (StorageClass::Rematerialised | StorageClass::LaneLocal, At::Row) => {
                match self.facts.definition(var) {
                    Some(value) => self.expr(value, at),
                    None => name,
                }
            }
            _ => name,
        }
    }

    /// Prints one of the work-item's indices as an `Index`.
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
            ItemIndex::Row => {
                let base = own(&format!("base{d}"));
                quote!(#base)
            }
            ItemIndex::Joined => {
                let row = self.row();
                let lane = if matches!(at, At::Lane { .. }) { quote!(#lane) } else { quote!(0usize) };
                quote_spanned!(span=> (#row).component(#lane, #d))
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

    fn subscript(&mut self, base: &Expr, index: &Expr, site: Site, at: At) -> TokenStream {
        if let (ExprKind::Item(item), Some(d)) = (&base.kind, Facts::literal_usize(index))
            && d < self.facts.kernel.rank
        {
            return copied_on_line(&self.component(*item, d, at, call_site(base.site)), site);
        }
        let span = base.site.first;
        if let Some((var, mut first)) = self.spilled_array_item(base, at)
            && self.spilled_array_rank(var) == Some(first.len() + 1)
        {
            first.push(self.located_operand(index, at));
            let (slots, lane) = (self.spill_slots(var), own("lane"));
            let slots = respanned(&slots, span);
            let item = method_call(&slots, "item", quote!(#lane, [#(#first),*]), base.site);
            return on_line(&item, base.site);
        }
        let index = self.expr(index, at);
        let base = self.operand(base, at);
        quote_spanned!(span=> #base[#index])
    }
}

impl Printer<'_, '_> {
    /// Prints a read of a field of an enum variant. The result is zero if the value is of another variant.
    fn payload(&mut self, base: &Expr, path: &Source, member: &Source, span: Span, at: At) -> TokenStream {
        let (base, value) = (self.expr(base, at), own("payload"));
        quote_spanned! {span=>
            match #base {
                #path { #member: #value, .. } => #value,
                _ => ::amp::__private::zeroed(),
            }
        }
    }

    /// Prints a place: the left side of an assignment, or the operand of `&mut`. A field of an enum variant
    /// is modified in place. Lowering guarantees that the value is of that variant.
    pub(super) fn place(&mut self, place: &Expr, at: At) -> TokenStream {
        if !has_payload(place) {
            return self.expr(place, at);
        }
        // An enum may have a single variant, and the second arm is then unreachable. rustc does not report
        // that at a span of the macro.
        let span = call_site(place.site);
        match &place.kind {
            ExprKind::Payload(base, Path { source: path, .. }, member) => {
                let (base, value) = (self.payload_base(base, at), own("payload"));
                // From the call of `is`, rustc infers the type of the type slot.
                let fills = self.slot_of(place).map(|slot| quote!(let _ = #slot.is(*#value);));
                quote_spanned! {span=>
                    (*match &mut #base {
                        #path { #member: #value, .. } => { #fills #value }
                        _ => ::core::unreachable!(),
                    })
                }
            }
            ExprKind::Field(base, member) => {
                let base = self.place(base, at);
                quote!(#base.#member)
            }
            ExprKind::Subscript(base, index) => {
                let (index, base) = (self.expr(index, at), self.place(base, at));
                quote_spanned!(span=> #base[#index])
            }
            _ => self.expr(place, at),
        }
    }

    /// Prints the enum value whose field is modified. It is printed without checks, because a checked read
    /// yields a copy, and the assignment must modify the original.
    fn payload_base(&mut self, base: &Expr, at: At) -> TokenStream {
        if has_payload(base) {
            return self.place(base, at);
        }
        let checked = std::mem::replace(&mut self.checked, false);
        let printed = self.expr(base, at);
        self.checked = checked;
        printed
    }
}

/// Whether a place is a field of an enum variant, or inside one.
fn has_payload(place: &Expr) -> bool {
    match &place.kind {
        ExprKind::Payload(..) => true,
        ExprKind::Field(base, _) | ExprKind::Subscript(base, _) => has_payload(base),
        _ => false,
    }
}

/// Prints `+=` or another compound operator, with the user's span.
pub(super) fn assigning(operator: Binary, site: Site) -> TokenStream {
    sign(&format!("{}=", operator.text()), site.key)
}

/// Prints the conversion of a call's result to the type that variables of kernels have.
pub(super) fn converted_result(called: &TokenStream) -> TokenStream {
    quote!((&::amp::__private::OptionalItem(#called)).amp_select())
}

/// If a call may return an `Option` of a reference, as `xs.first()` does, prints code that returns an `Option` of
/// a copy of the reference's target. Leaves other calls unchanged.
pub(super) fn item_copied(written: &Call, called: TokenStream) -> TokenStream {
    let form = match written {
        Call::Copied(_, form) => *form,
        Call::Path(path) => path.form,
        Call::Method(_) | Call::Place(_) => ResultForm::Written,
    };
    match form {
        ResultForm::Written => called,
        ResultForm::Converted => converted_result(&called),
        ResultForm::OfReference => quote!(::amp::__private::optional_reference(#called)),
    }
}
