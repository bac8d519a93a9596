//! Replaces calls through a table of functions that the body declares by a `match` on the position, because devices have no
//! function pointers.
//!
//! | code | replacement |
//! |---|---|
//! | `let ops = [half, double];`, `const OPS: [fn(f32) -> f32; 2] = [half, double];` | nothing |
//! | `ops[k](x)` | `{ let at: usize = k; match at { 0 => half(x), 1 => double(x), _ => panic!(..) } }` |
//! | `let f = ops[k];` | `let f = { let at: usize = k; match at { 0 => half, 1 => double, _ => panic!(..) } };` |
//! | `for f in ops { .. }`, `ops.iter().map(\|f\| ..)` | a loop over the positions, with such an `f` |
//! | `ops.len()` | `2usize` |
//!
//! Legal because Rust evaluates the subscript before the arguments, and because the elements are names of functions or
//! closures without captures: two closures of one array coerce to function pointers. A table with another use stays, and
//! lowering reports it.

use super::plain_name;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::HashSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt};

/// Whether a body may contain calls that this module replaces.
pub(super) fn has_any(body: &syn::Block) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
            self.0 |= matches!(&*it.func, Expr::Index(_));
            visit::visit_expr_call(self, it);
        }

        fn visit_local(&mut self, it: &'ast syn::Local) {
            self.0 |= it.init.as_ref().is_some_and(|init| matches!(&*init.expr, Expr::Array(_)));
            visit::visit_local(self, it);
        }

        fn visit_item_const(&mut self, it: &'ast syn::ItemConst) {
            self.0 |= matches!(&*it.expr, Expr::Array(_));
        }
    }
    let mut search = Search(false);
    search.visit_block(body);
    search.0
}

/// Replaces the tables of a body.
pub(super) fn replace(body: &mut syn::Block) {
    struct Bound(HashSet<String>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
            self.0.insert(plain_name(&it.ident));
            visit::visit_pat_ident(self, it);
        }
    }
    let mut bound = Bound(HashSet::new());
    bound.visit_block(body);
    Blocks { bound: bound.0 }.visit_block_mut(body);
}

/// A visitor that replaces the tables of each block.
struct Blocks {
    /// The names of the variables of the body. They may not be names of elements, because they may mean something else at
    /// a call.
    bound: HashSet<String>,
}

impl VisitMut for Blocks {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            let is_replaced = self.table(&block.stmts[at]).is_some_and(|table| {
                // An item is in scope in the whole block.
                let first = if matches!(block.stmts[at], Stmt::Item(_)) { 0 } else { at + 1 };
                table.replace(&mut block.stmts, at, first)
            });
            if is_replaced {
                block.stmts.remove(at);
            } else {
                at += 1;
            }
        }
        visit_mut::visit_block_mut(self, block);
    }
}

impl Blocks {
    /// The table that a statement declares.
    fn table(&self, stmt: &Stmt) -> Option<Table> {
        let (name, value) = match stmt {
            Stmt::Local(local) => {
                let pattern = match &local.pat {
                    syn::Pat::Type(typed) => &*typed.pat,
                    other => other,
                };
                let syn::Pat::Ident(name) = pattern else { return None };
                let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
                (name.mutability.is_none().then_some(&name.ident)?, &*init.expr)
            }
            Stmt::Item(syn::Item::Const(item)) => (&item.ident, &*item.expr),
            _ => return None,
        };
        let Expr::Array(array) = value else { return None };
        let is_function = |it: &Expr| match it {
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => {
                    let name = plain_name(name);
                    !self.bound.contains(&name) && !name.starts_with(|c: char| c.is_ascii_uppercase())
                }
                None => path.path.segments.last().is_some_and(|last| {
                    !last.ident.to_string().starts_with(|c: char| c.is_ascii_uppercase())
                }),
            },
            Expr::Closure(_) => array.elems.len() > 1,
            _ => false,
        };
        let elements: Vec<_> = array.elems.iter().cloned().collect();
        let is_table = !elements.is_empty() && elements.iter().all(is_function);
        is_table.then(|| Table { name: name.clone(), elements })
    }
}

struct Table {
    name: Ident,
    elements: Vec<Expr>,
}

impl Table {
    /// Replaces the uses in the statements from `first`, except in the declaration `own`. Returns false, and changes
    /// nothing, if there is another use.
    fn replace(&self, stmts: &mut [Stmt], own: usize, first: usize) -> bool {
        let mut uses = Uses { table: self, calls: 0, others: 0 };
        let mut changed = stmts.to_vec();
        let mut mentions = 0;
        for (at, stmt) in changed.iter_mut().enumerate().skip(first) {
            if at == own {
                continue;
            }
            mentions += self.mentions(stmt.to_token_stream());
            uses.visit_stmt_mut(stmt);
        }
        if uses.calls == 0 || mentions != uses.calls + uses.others {
            return false;
        }
        stmts.clone_from_slice(&changed);
        true
    }

    /// How often tokens contain the name.
    fn mentions(&self, tokens: TokenStream) -> usize {
        let count = |token| match token {
            TokenTree::Ident(name) => usize::from(name == self.name),
            TokenTree::Group(group) => self.mentions(group.stream()),
            _ => 0,
        };
        tokens.into_iter().map(count).sum()
    }

    fn is(&self, it: &Expr) -> bool {
        matches!(it, Expr::Path(path) if path.path.get_ident().is_some_and(|name| *name == self.name))
    }
}

/// A visitor that replaces the uses of a table.
struct Uses<'t> {
    table: &'t Table,
    calls: usize,
    others: usize,
}

impl Uses<'_> {
    fn call(&self, at: &Expr, call: &syn::ExprCall) -> Expr {
        let arguments = &call.args;
        let value = |element: &Expr| match element {
            Expr::Closure(_) => quote!((#element)(#arguments)),
            _ => quote!(#element(#arguments)),
        };
        self.chosen(at, call.func.span(), value).unwrap_or_else(|| Expr::Call(call.clone()))
    }

    /// The element at a position. `span` is that of the subscript.
    fn element(&self, at: &Expr, span: Span) -> Option<Expr> {
        self.chosen(at, span, ToTokens::to_token_stream)
    }

    /// A `match` on a position, with a value for each element.
    fn chosen(&self, at: &Expr, span: Span, value: impl Fn(&Expr) -> TokenStream) -> Option<Expr> {
        let (elements, position) = (&self.table.elements, Ident::new("amp_at", Span::mixed_site()));
        let arms = elements.iter().enumerate().map(|(n, element)| {
            let (n, value) = (syn::LitInt::new(&format!("{n}usize"), span), value(element));
            quote!(#n => #value,)
        });
        let message = format!("index out of bounds: the len is {} but the index is {{}}", elements.len());
        let code = quote_spanned! {span=>
            {
                let #position: usize = #at;
                match #position {
                    #(#arms)*
                    _ => panic!(#message, #position),
                }
            }
        };
        syn::parse2(code).ok()
    }

    fn len(&self, span: Span) -> syn::LitInt {
        syn::LitInt::new(&format!("{}usize", self.table.elements.len()), span)
    }

    /// Whether an expression iterates over the table: `ops`, `&ops`, `ops.iter()`.
    fn is_iterated(&self, it: &Expr) -> bool {
        match it {
            Expr::Reference(it) if it.mutability.is_none() => self.table.is(&it.expr),
            Expr::MethodCall(call) => {
                (call.method == "iter" || call.method == "into_iter")
                    && call.args.is_empty()
                    && self.table.is(&call.receiver)
            }
            it => self.table.is(it),
        }
    }

    /// The statement that declares the element at the position `at`, for the pattern `f` or `&f`.
    fn declared(&self, pat: &syn::Pat, at: &Ident) -> Option<Stmt> {
        let name = match pat {
            syn::Pat::Reference(it) => &*it.pat,
            other => other,
        };
        let syn::Pat::Ident(name) = name else { return None };
        let element = self.element(&syn::parse_quote!(#at), name.ident.span())?;
        (name.mutability.is_none() && name.by_ref.is_none() && name.subpat.is_none())
            .then(|| syn::parse_quote!(let #name = #element;))
    }

    /// For `ops.iter().map(|f| ..)`, a chain over the positions.
    fn chain(&self, call: &syn::ExprMethodCall) -> Option<syn::ExprMethodCall> {
        let position = match call.method.to_string().as_str() {
            "map" | "for_each" | "any" | "all" | "filter_map" | "flat_map" => 0,
            "fold" => 1,
            _ => return None,
        };
        let is_iterator = matches!(&*call.receiver, Expr::MethodCall(_)) && self.is_iterated(&call.receiver);
        let at = Ident::new("amp_position", Span::mixed_site());
        let mut call = call.clone();
        let Some(Expr::Closure(closure)) = call.args.last_mut().filter(|_| is_iterator) else { return None };
        let pat = closure.inputs.iter_mut().nth(position)?;
        let (declared, body) = (self.declared(pat, &at)?, &closure.body);
        *pat = syn::parse_quote!(#at);
        *closure.body = syn::parse_quote!({ #declared #body });
        let len = self.len(call.method.span());
        *call.receiver = syn::parse_quote!((0usize..#len));
        Some(call)
    }
}

impl VisitMut for Uses<'_> {
    fn visit_expr_mut(&mut self, it: &mut Expr) {
        let replaced = match it {
            Expr::Call(call) => match &*call.func {
                Expr::Index(index) if self.table.is(&index.expr) => {
                    let index = index.clone();
                    let (mut at, mut changed) = ((*index.index).clone(), call.clone());
                    self.calls += 1;
                    self.visit_expr_mut(&mut at);
                    changed.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
                    Some(self.call(&at, &changed))
                }
                _ => None,
            },
            Expr::MethodCall(call)
                if call.method == "len" && call.args.is_empty() && self.table.is(&call.receiver) =>
            {
                self.others += 1;
                let len = self.len(call.method.span());
                Some(syn::parse_quote!(#len))
            }
            Expr::MethodCall(call) if let Some(chain) = self.chain(call) => {
                self.calls += 1;
                let mut chain = chain;
                visit_mut::visit_expr_method_call_mut(self, &mut chain);
                Some(Expr::MethodCall(chain))
            }
            Expr::ForLoop(it) if self.is_iterated(&it.expr) => {
                let at = Ident::new("amp_position", Span::mixed_site());
                self.declared(&it.pat, &at).map(|declared| {
                    self.calls += 1;
                    let (mut it, len) = (it.clone(), self.len(it.expr.span()));
                    visit_mut::visit_block_mut(self, &mut it.body);
                    *it.pat = syn::parse_quote!(#at);
                    *it.expr = syn::parse_quote!(0usize..#len);
                    it.body.stmts.insert(0, declared);
                    Expr::ForLoop(it)
                })
            }
            _ => None,
        };
        match replaced {
            Some(replaced) => *it = replaced,
            None => visit_mut::visit_expr_mut(self, it),
        }
    }

    fn visit_local_mut(&mut self, it: &mut syn::Local) {
        if let Some(init) = &mut it.init
            && let Expr::Index(index) = &*init.expr
            && self.table.is(&index.expr)
        {
            let mut at = (*index.index).clone();
            self.visit_expr_mut(&mut at);
            if let Some(element) = self.element(&at, index.span()) {
                self.calls += 1;
                *init.expr = element;
            }
        }
        visit_mut::visit_local_mut(self, it);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn calls_through_a_table_are_a_match() {
        wgsl(
            "|i: Index<1>| { let ops = [half, |v: f32| v * 2.0, tools::square]; y[i] = ops[n % ops.len()](a); }",
            expect![[r#"
                let amp_at_: u32 = n % 3u;
                var chosen_: f32;
                if (amp_at_ == 0u) {
                    chosen_ = half(a);
                } else if (amp_at_ == 1u) {
                    let v_: f32 = a;
                    let value_: f32 = v_ * 2.0f;
                    chosen_ = value_;
                } else if (amp_at_ == 2u) {
                    chosen_ = tools::square(a);
                } else {
                }
                y[amp_global[0]] = chosen_;
            "#]],
        );
    }

    #[test]
    fn elements_have_names() {
        wgsl(
            "|i: Index<1>| { let ops = [half, tools::square]; let f = ops[n % 2]; let mut v = f(a); for g in ops { v += g(v); } y[i] = v + ops.iter().map(|g| g(v)).sum::<f32>(); }",
            expect![[r#"
                let amp_at_: u32 = n % 2u;
                var chosen_: u32;
                if (amp_at_ == 0u) {
                    chosen_ = 0u;
                } else if (amp_at_ == 1u) {
                    chosen_ = 1u;
                } else {
                }
                let amp_function0_: u32 = chosen_;
                let amp_input0_: f32 = a;
                var chosen_2: <_>;
                if (amp_function0_ == 0u) {
                    chosen_2 = half(amp_input0_);
                } else {
                    chosen_2 = tools::square(amp_input0_);
                }
                let value_: <_> = chosen_2;
                var v_: <_> = value_;
                for (var amp_position_ = 0u; amp_position_ < 2u; amp_position_ += 1u) {
                    let amp_at_2: u32 = amp_position_;
                    var chosen_3: u32;
                    if (amp_at_2 == 0u) {
                        chosen_3 = 0u;
                    } else if (amp_at_2 == 1u) {
                        chosen_3 = 1u;
                    } else {
                    }
                    let amp_function1_: u32 = chosen_3;
                    let value_2: <_> = v_;
                    let amp_input0_2: <_> = value_2;
                    var chosen_4: <_>;
                    if (amp_function1_ == 0u) {
                        chosen_4 = half(amp_input0_2);
                    } else {
                        chosen_4 = tools::square(amp_input0_2);
                    }
                    let value_3: <_> = chosen_4;
                    v_ = Add<_, _>(v_, value_3);
                }
                let value_6: <_> = v_;
                var sum_: f32 = -0.0f;
                for (var place_ = 0u; place_ < 2u; place_ += 1u) {
                    let amp_at_3: u32 = place_;
                    var chosen_5: u32;
                    if (amp_at_3 == 0u) {
                        chosen_5 = 0u;
                    } else if (amp_at_3 == 1u) {
                        chosen_5 = 1u;
                    } else {
                    }
                    let amp_function2_: u32 = chosen_5;
                    let value_4: <_> = v_;
                    let amp_input0_3: <_> = value_4;
                    var chosen_6: f32;
                    if (amp_function2_ == 0u) {
                        chosen_6 = half(amp_input0_3);
                    } else {
                        chosen_6 = tools::square(amp_input0_3);
                    }
                    let value_5: f32 = chosen_6;
                    sum_ += value_5;
                }
                y[amp_global[0]] = Add<_, f32>(value_6, sum_);
            "#]],
        );
    }

    #[test]
    fn other_uses_of_tables_are_rejected() {
        codes("|i: Index<1>| { let ops = [half, double]; let f = (ops[1], 2); y[i] = f.0(a); }", &["AMP011"]);
    }
}
