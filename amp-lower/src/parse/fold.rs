//! `#[device] impl Sum` and `#[device] impl Product`: takes the body apart into the first value and the step for an item.
//!
//! Kernels compute `sum` as a loop that calls the step for each item. The accumulator of the loop is a value of the user's
//! type. So the body's own accumulator is such a value, or the only field of the result:
//!
//! ```text
//! iter.fold(FIRST, |a, b| VALUE)                            first: FIRST          step: let a = self; let b = item; VALUE
//! let mut a = FIRST; for b in iter { .. } a                 first: FIRST          step: let mut a = self; for b in [item] { .. } a
//! Self(iter.map(|it| it.0).fold(FIRST, |a, b| VALUE))       first: Self(FIRST)    step: Self([item].into_iter().map(..).fold(self.0, ..))
//! ```
//!
//! Legal because the step sees one item at a time: adaptors with a state, such as `skip`, and code that leaves the loop early
//! are rejected.

use crate::diagnostics::{Code, Diagnostics, advice};
use crate::site::Site;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{Expr, Pat, Stmt};

/// The name of the step's parameter with the item.
pub(crate) const ITEM: &str = "amp_item";

/// An `impl` of `Sum` or `Product` with an accepted body.
pub(crate) struct FoldImpl {
    pub(crate) block: syn::ItemImpl,
    pub(crate) of_product: bool,
    /// `None` if the body is `iter.copied().sum()`, as in an `impl` for references, and for items of another type.
    pub(crate) parts: Option<FoldParts>,
}

/// The parts of a body.
pub(crate) struct FoldParts {
    /// The result of the sum or product of no items.
    pub(crate) first: TokenStream,
    /// The body of the function that returns the result with one more item. The accumulator is `self`.
    pub(crate) step: TokenStream,
}

/// Checks and returns the `impl` if it is one of `Sum` or `Product`; otherwise returns `None`.
pub(super) fn fold(block: &syn::ItemImpl, diagnostics: &mut Diagnostics) -> Option<FoldImpl> {
    let last = block.trait_.as_ref()?.0.segments.last()?;
    let of_product = match last.ident.to_string().as_str() {
        "Sum" => false,
        "Product" => true,
        _ => return None,
    };
    let function = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(function) => Some(function),
        _ => None,
    })?;
    let without_parts = FoldImpl { block: block.clone(), of_product, parts: None };
    // Kernels have no sum of items of another type.
    let Some(by_reference) = items(last, &block.self_ty) else { return Some(without_parts) };
    let body = Body::of(function, &block.self_ty, by_reference);
    if body.as_ref().is_some_and(Body::is_sum_of_values) {
        return Some(without_parts);
    }
    let Some(parts) = body.and_then(|body| body.parts()) else {
        let help = if of_product { advice::signature::PRODUCT } else { advice::signature::SUM };
        let detail = format!("the body of `{}`", function.sig.ident);
        diagnostics.advise(Code::AMP008, Site::of(&function.sig.ident), detail, help);
        return Some(without_parts);
    };
    Some(FoldImpl { parts: Some(parts), ..without_parts })
}

/// Whether the items are references to the type itself. `None` if they are of another type.
fn items(of_trait: &syn::PathSegment, owner: &syn::Type) -> Option<bool> {
    let syn::PathArguments::AngleBracketed(arguments) = &of_trait.arguments else { return Some(false) };
    let item = arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })?;
    let (by_reference, item) = match item {
        syn::Type::Reference(it) => (true, &*it.elem),
        item => (false, item),
    };
    let item = item.to_token_stream().to_string();
    (item == "Self" || item == owner.to_token_stream().to_string()).then_some(by_reference)
}

/// The body of `sum` or `product`.
struct Body<'b> {
    function: &'b syn::ImplItemFn,
    /// The parameter with the iterator.
    iter: &'b Ident,
    /// The name of the type.
    owner: Option<Ident>,
    by_reference: bool,
}

/// The accumulator among the parts of the result.
struct Wrapped<'b> {
    accumulator: &'b Expr,
    /// The constructor and the field, if the accumulator is the only field of the result.
    constructor: Option<(&'b syn::Path, syn::Member)>,
}

impl Wrapped<'_> {
    /// The result with a value of the accumulator.
    fn around(&self, value: &TokenStream) -> TokenStream {
        match &self.constructor {
            Some((path, field)) => quote!(#path { #field: #value }),
            None => value.clone(),
        }
    }

    /// The accumulator in `self`.
    fn in_self(&self) -> TokenStream {
        match &self.constructor {
            Some((_, field)) => quote!(self.#field),
            None => quote!(self),
        }
    }
}

impl<'b> Body<'b> {
    /// `None` if the body cannot be taken apart: it uses the iterator twice, leaves early, or is no function of one parameter.
    fn of(function: &'b syn::ImplItemFn, owner: &syn::Type, by_reference: bool) -> Option<Self> {
        let syn::FnArg::Typed(parameter) = function.sig.inputs.first()? else { return None };
        let Pat::Ident(name) = &*parameter.pat else { return None };
        let iter = &name.ident;
        let owner = match owner {
            syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
            _ => None,
        };
        let body = function.block.to_token_stream();
        let mut exits = Exits { loops: 0, found: false };
        exits.visit_block(&function.block);
        let names_type = function.sig.generics.type_params().any(|it| count(body.clone(), &it.ident) > 0);
        let is_accepted = count(body, iter) == 1 && !exits.found && !names_type;
        is_accepted.then_some(Body { function, iter, owner, by_reference })
    }

    /// Whether the body is `iter.copied().sum()`.
    fn is_sum_of_values(&self) -> bool {
        let [Stmt::Expr(Expr::MethodCall(call), None)] = self.function.block.stmts.as_slice() else {
            return false;
        };
        let Expr::MethodCall(copied) = &*call.receiver else { return false };
        self.by_reference
            && call.method == self.function.sig.ident
            && (copied.method == "copied" || copied.method == "cloned")
            && self.is_iter(&copied.receiver)
    }

    fn is_iter(&self, it: &Expr) -> bool {
        is_name(it, self.iter)
    }

    fn parts(&self) -> Option<FoldParts> {
        match self.function.block.stmts.as_slice() {
            [Stmt::Expr(result, None)] => self.consumer(&self.wrapped(result)),
            [Stmt::Local(first), walk, Stmt::Expr(result, None)] => {
                self.statements(first, walk, &self.wrapped(result))
            }
            _ => None,
        }
    }

    /// Takes a constructor of the type with one field apart.
    fn wrapped<'e>(&self, result: &'e Expr) -> Wrapped<'e> {
        let is_owner = |path: &syn::Path| {
            path.is_ident("Self") || self.owner.as_ref().is_some_and(|it| path.is_ident(it))
        };
        match result {
            Expr::Call(call) if call.args.len() == 1 => {
                if let Expr::Path(syn::ExprPath { qself: None, path, .. }) = &*call.func
                    && is_owner(path)
                {
                    let field = syn::Member::Unnamed(syn::Index { index: 0, span: Span::call_site() });
                    return Wrapped { accumulator: &call.args[0], constructor: Some((path, field)) };
                }
            }
            Expr::Struct(it) if it.fields.len() == 1 && it.rest.is_none() && is_owner(&it.path) => {
                let field = &it.fields[0];
                return Wrapped {
                    accumulator: &field.expr,
                    constructor: Some((&it.path, field.member.clone())),
                };
            }
            _ => {}
        }
        Wrapped { accumulator: result, constructor: None }
    }

    /// The body is one expression: a chain with `fold`, or with `sum` of numbers in a constructor.
    fn consumer(&self, wrapped: &Wrapped<'_>) -> Option<FoldParts> {
        let Expr::MethodCall(call) = wrapped.accumulator else { return None };
        let (item, accumulator) = (self.item(), wrapped.in_self());
        let items = self.items(&call.receiver)?;
        let arguments: Vec<_> = call.args.iter().collect();
        match (call.method.to_string().as_str(), &arguments[..]) {
            ("fold", [first, step]) => {
                let value = match step {
                    Expr::Closure(closure) if self.is_iter(&call.receiver) => {
                        let [a, b] = <[&Pat; 2]>::try_from(closure.inputs.iter().collect::<Vec<_>>()).ok()?;
                        let value = &closure.body;
                        quote!({ let #a = #accumulator; let #b = #item; #value })
                    }
                    Expr::Path(_) if self.is_iter(&call.receiver) => quote!(#step(#accumulator, #item)),
                    Expr::Closure(_) | Expr::Path(_) => quote!(#items.fold(#accumulator, #step)),
                    _ => return None,
                };
                let first = wrapped.around(&first.to_token_stream());
                Some(FoldParts { first, step: wrapped.around(&value) })
            }
            // For a field of a user's type, `+` may be another sum, so the type must be built in.
            (name @ ("sum" | "product"), []) if wrapped.constructor.is_some() => {
                let (first, operator) = match name {
                    "sum" => (quote!(empty_builtin_sum), quote!(+)),
                    _ => (quote!(empty_builtin_product), quote!(*)),
                };
                let first = wrapped.around(&quote!(::amp::__private::#first()));
                let step = wrapped.around(&quote!(#items.fold(#accumulator, |a, b| a #operator b)));
                Some(FoldParts { first, step })
            }
            _ => None,
        }
    }

    /// The body declares the accumulator, takes the items in a loop or in `for_each`, and returns the accumulator.
    fn statements(&self, first: &syn::Local, walk: &Stmt, wrapped: &Wrapped<'_>) -> Option<FoldParts> {
        let (pattern, ty) = match &first.pat {
            Pat::Type(it) => (&*it.pat, Some(&it.ty)),
            pattern => (pattern, None),
        };
        let Pat::Ident(syn::PatIdent {
            by_ref: None, mutability: Some(_), ident: name, subpat: None, ..
        }) = pattern
        else {
            return None;
        };
        let init = first.init.as_ref().filter(|init| init.diverge.is_none())?;
        if !is_name(wrapped.accumulator, name) {
            return None;
        }
        let Stmt::Expr(walk, _) = walk else { return None };
        let item = self.item();
        let walk = match walk {
            Expr::ForLoop(it) if it.label.is_none() => {
                let (pattern, body, items) = (&it.pat, &it.body, self.items(&it.expr)?);
                quote!(for #pattern in #items #body)
            }
            // `while let Some(item) = iter.next()`
            Expr::While(it) if it.label.is_none() => {
                let Expr::Let(condition) = &*it.cond else { return None };
                let Expr::MethodCall(next) = &*condition.expr else { return None };
                let Pat::TupleStruct(some) = &*condition.pat else { return None };
                if next.method != "next" || !self.is_iter(&next.receiver) || !some.path.is_ident("Some") {
                    return None;
                }
                // A pattern that does not fit each item would end the loop.
                let pattern = some.elems.first().filter(|it| matches!(it, Pat::Ident(_)))?;
                let (body, list) = (&it.body, self.items(&next.receiver)?);
                quote!(for #pattern in #list #body)
            }
            Expr::MethodCall(call) if call.method == "for_each" && call.args.len() == 1 => {
                let (Expr::Closure(closure), true) = (&call.args[0], self.is_iter(&call.receiver)) else {
                    return None;
                };
                let [pattern] = <[&Pat; 1]>::try_from(closure.inputs.iter().collect::<Vec<_>>()).ok()?;
                let value = &closure.body;
                quote!({ let #pattern = #item; #value; })
            }
            _ => return None,
        };
        let ty = ty.map(|ty| quote!(: #ty));
        let (init, accumulator, name) = (&init.expr, wrapped.in_self(), name.to_token_stream());
        let result = wrapped.around(&name);
        Some(FoldParts {
            first: quote!(let #name #ty = #init; #result),
            step: quote!(let mut #name #ty = #accumulator; #walk #result),
        })
    }

    /// The item in the step.
    fn item(&self) -> TokenStream {
        let item = Ident::new(ITEM, Span::call_site());
        if self.by_reference { quote!(&#item) } else { quote!(#item) }
    }

    /// The iterator over one item, with the adaptors of a chain. `None` if an adaptor has a state.
    fn items(&self, chain: &Expr) -> Option<TokenStream> {
        if self.is_iter(chain) {
            let item = Ident::new(ITEM, Span::call_site());
            return Some(match self.by_reference {
                true => quote!([#item].iter()),
                false => quote!([#item].into_iter()),
            });
        }
        let Expr::MethodCall(call) = chain else { return None };
        const WITHOUT_STATE: [&str; 5] = ["cloned", "copied", "filter", "filter_map", "map"];
        if !WITHOUT_STATE.iter().any(|name| call.method == name) {
            return None;
        }
        let receiver = self.items(&call.receiver)?;
        let (method, arguments) = (&call.method, &call.args);
        Some(quote!(#receiver.#method(#arguments)))
    }
}

fn is_name(it: &Expr, name: &Ident) -> bool {
    matches!(it, Expr::Path(path) if path.path.is_ident(name))
}

/// The number of times that an identifier occurs among tokens.
fn count(tokens: TokenStream, name: &Ident) -> usize {
    let counts = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(it) => usize::from(it == *name),
        TokenTree::Group(it) => count(it.stream(), name),
        _ => 0,
    });
    counts.sum()
}

/// A search for code that leaves the body, or the loop over the items, early.
struct Exits {
    /// The number of loops around the code.
    loops: usize,
    found: bool,
}

impl Exits {
    fn inside(&mut self, body: &syn::Block) {
        self.loops += 1;
        self.visit_block(body);
        self.loops -= 1;
    }
}

impl<'ast> Visit<'ast> for Exits {
    fn visit_expr_return(&mut self, _: &'ast syn::ExprReturn) {
        self.found = true;
    }

    fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
        self.found = true;
    }

    fn visit_label(&mut self, _: &'ast syn::Label) {
        self.found = true;
    }

    // The outermost loop is the one over the items.
    fn visit_expr_break(&mut self, it: &'ast syn::ExprBreak) {
        self.found |= self.loops <= 1;
        visit::visit_expr_break(self, it);
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        self.found |= it.label.is_some();
        self.visit_expr(&it.expr);
        self.inside(&it.body);
    }

    fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
        self.found |= it.label.is_some();
        self.visit_expr(&it.cond);
        self.inside(&it.body);
    }

    fn visit_expr_loop(&mut self, it: &'ast syn::ExprLoop) {
        self.found |= it.label.is_some();
        self.inside(&it.body);
    }

    // A macro may expand to such code.
    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        const HARMLESS: [&str; 6] =
            ["assert", "assert_eq", "assert_ne", "debug_assert", "debug_assert_eq", "debug_assert_ne"];
        self.found |= !HARMLESS.iter().any(|name| it.path.is_ident(name));
    }
}
