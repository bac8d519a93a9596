//! Replaces variables whose value is one of several functions by a number, because devices have no function pointers.
//!
//! | code | replacement |
//! |---|---|
//! | `let f = if c { half } else { double };` | `let number: usize = if c { 0usize } else { 1usize };`, and the closure `f` |
//! | `f = half;` | `number = 0usize;` |
//!
//! The closure is `|a| match number { 0usize => half(a), _ => double(a) }`. The type of the variable shows the number of
//! parameters, or a call does. Other uses would copy the
//! value, so such a variable is not replaced, and lowering reports it.

use super::plain_name;
use crate::parse::function_choices::{Functions, bound_names};
use crate::parse::shadowing::scope;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Stmt};

/// Whether a body may contain variables that this module replaces.
pub(super) fn has_any(body: &syn::Block) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_local(&mut self, it: &'ast syn::Local) {
            self.0 |= it.init.as_ref().is_some_and(|init| match &*init.expr {
                Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Cast(_) => true,
                Expr::Path(_) | Expr::Closure(_) => pointer(&it.pat).is_some() || is_mut(&it.pat),
                _ => false,
            });
            visit::visit_local(self, it);
        }
    }
    let mut search = Search(false);
    search.visit_block(body);
    search.0
}

/// Replaces the variables of a body.
pub(super) fn replace(body: &mut syn::Block) {
    let bound = bound_names(body);
    Blocks { bound, count: 0 }.visit_block_mut(body);
}

/// The type of a pattern, if it is a function pointer.
fn pointer(pat: &syn::Pat) -> Option<&syn::TypeFnPtr> {
    match pat {
        syn::Pat::Type(typed) => match &*typed.ty {
            syn::Type::FnPtr(pointer) => Some(pointer),
            _ => None,
        },
        _ => None,
    }
}

fn name(pat: &syn::Pat) -> Option<&syn::PatIdent> {
    match pat {
        syn::Pat::Type(typed) => name(&typed.pat),
        syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(name),
        _ => None,
    }
}

fn is_mut(pat: &syn::Pat) -> bool {
    name(pat).is_some_and(|name| name.mutability.is_some())
}

struct Blocks {
    bound: HashSet<String>,
    /// The number of variables that were replaced.
    count: usize,
}

impl VisitMut for Blocks {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            if let Some(changed) = self.replaced(&block.stmts[at..]) {
                block.stmts.truncate(at);
                block.stmts.extend(changed);
            }
            at += 1;
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Blocks {
    /// The statements without the variable that the first statement declares. `None` if it declares no such variable.
    fn replaced(&mut self, stmts: &[Stmt]) -> Option<Vec<Stmt>> {
        let (Stmt::Local(local), rest) = stmts.split_first()? else { return None };
        let name = name(&local.pat)?;
        let init = local.init.as_ref().filter(|init| init.diverge.is_none())?;
        let (pointer, is_mut) = (pointer(&local.pat), name.mutability.is_some());
        let is_simple = matches!(&*init.expr, Expr::Path(_) | Expr::Closure(_));
        if is_simple && !is_mut || matches!(&local.pat, syn::Pat::Type(_)) && pointer.is_none() {
            return None;
        }
        let mut uses = Uses {
            name: &name.ident,
            calls: 0,
            assigned: 0,
            count: None,
            copies: false,
            sets_in_call: false,
        };
        scope(&name.ident, rest).iter().for_each(|stmt| uses.visit_stmt(stmt));
        if pointer.is_none() && uses.calls == 0 {
            return None;
        }
        let (mut functions, mut value) = (Functions::default(), (*init.expr).clone());
        if !functions.replace(&mut value, &self.bound) {
            return None;
        }
        let number = Ident::new(&format!("amp_function{}", self.count), Span::mixed_site());
        let mut rest = rest.to_vec();
        if is_mut {
            // A copy of the variable would have to keep its value.
            let mentions: usize = rest.iter().map(|stmt| mentions(stmt.to_token_stream(), &name.ident)).sum();
            if mentions != uses.calls + uses.assigned || uses.copies || uses.sets_in_call {
                return None;
            }
            let mut assignments = Assignments {
                name: &name.ident,
                number: &number,
                bound: &self.bound,
                functions: &mut functions,
                is_known: true,
            };
            rest.iter_mut().for_each(|stmt| assignments.visit_stmt_mut(stmt));
            if !assignments.is_known {
                return None;
            }
        }
        if pointer.is_none() && !functions.capture_nothing() {
            return None;
        }
        let count =
            pointer.map(|pointer| pointer.inputs.len()).or(functions.parameter_count()).or(uses.count)?;
        let parameters: Vec<_> =
            (0..count).map(|n| Ident::new(&format!("amp_input{n}"), Span::mixed_site())).collect();
        let types: Vec<_> = match pointer {
            Some(pointer) => pointer.inputs.iter().map(|input| &input.ty).map(|ty| quote!(: #ty)).collect(),
            None => vec![TokenStream::new(); count],
        };
        let (call, word, name) = (functions.call(&number, &parameters), &name.mutability, &name.ident);
        let declared: [Stmt; 2] = [
            syn::parse_quote!(let #word #number: usize = #value;),
            syn::parse_quote!(let #name = |#(#parameters #types),*| #call;),
        ];
        self.count += 1;
        Some(declared.into_iter().chain(rest).collect())
    }
}

/// How often tokens contain the name.
fn mentions(tokens: TokenStream, name: &Ident) -> usize {
    let count = |token| match token {
        TokenTree::Ident(it) => usize::from(it == *name),
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => 0,
    };
    tokens.into_iter().map(count).sum()
}

/// The uses of a variable.
struct Uses<'n> {
    name: &'n Ident,
    calls: usize,
    assigned: usize,
    /// The number of arguments of the first call.
    count: Option<usize>,
    /// Whether a `move` closure copies the variable.
    copies: bool,
    /// Whether the arguments of a call assign to the variable. The call still calls the old function.
    sets_in_call: bool,
}

fn is_name(it: &Expr, name: &Ident) -> bool {
    matches!(it, Expr::Path(path) if path.path.get_ident().is_some_and(|it| plain_name(it) == plain_name(name)))
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
        if is_name(&it.func, self.name) {
            self.calls += 1;
            self.count.get_or_insert(it.args.len());
            let before = self.assigned;
            visit::visit_expr_call(self, it);
            self.sets_in_call |= self.assigned != before;
            return;
        }
        visit::visit_expr_call(self, it);
    }

    fn visit_expr_closure(&mut self, it: &'ast syn::ExprClosure) {
        self.copies |= it.capture.is_some() && mentions(it.to_token_stream(), self.name) > 0;
        visit::visit_expr_closure(self, it);
    }

    fn visit_expr_assign(&mut self, it: &'ast syn::ExprAssign) {
        self.assigned += usize::from(is_name(&it.left, self.name));
        visit::visit_expr_assign(self, it);
    }
}

/// Replaces the assignments to a variable.
struct Assignments<'a> {
    name: &'a Ident,
    number: &'a Ident,
    bound: &'a HashSet<String>,
    functions: &'a mut Functions,
    is_known: bool,
}

impl VisitMut for Assignments<'_> {
    fn visit_expr_assign_mut(&mut self, it: &mut syn::ExprAssign) {
        visit_mut::visit_expr_assign_mut(self, it);
        if is_name(&it.left, self.name) {
            let number = self.number;
            self.is_known &= self.functions.replace(&mut it.right, self.bound);
            *it.left = syn::parse_quote!(#number);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{codes, wgsl};
    use expect_test::expect;

    #[test]
    fn one_of_several_functions_is_a_number() {
        wgsl(
            "|i: Index<1>| { let f = if n > 2 { half } else { |v: f32| v * 2.0 }; y[i] = f(a) + f(1.0); }",
            expect![[r#"
                var chosen_: u32;
                if (n > 2u) {
                    chosen_ = 0u;
                } else {
                    chosen_ = 1u;
                }
                let amp_function0_: u32 = chosen_;
                let amp_input0_: f32 = a;
                var chosen_2: f32;
                if (amp_function0_ == 0u) {
                    chosen_2 = half(amp_input0_);
                } else {
                    let v_: f32 = amp_input0_;
                    let value_: f32 = v_ * 2.0f;
                    chosen_2 = value_;
                }
                let value_2: f32 = chosen_2;
                let amp_input0_2: f32 = 1.0f;
                var chosen_3: f32;
                if (amp_function0_ == 0u) {
                    chosen_3 = half(amp_input0_2);
                } else {
                    let v_2: f32 = amp_input0_2;
                    let value_3: f32 = Mul<f32, f32>(v_2, 2.0f);
                    chosen_3 = value_3;
                }
                let value_4: f32 = chosen_3;
                y[amp_global[0]] = value_2 + value_4;
            "#]],
        );
    }

    #[test]
    fn assigned_functions_are_numbers() {
        wgsl(
            "|i: Index<1>| { let mut f: fn(f32) -> f32 = half; if n > 2 { f = tools::square; } y[i] = f(a); }",
            expect![[r#"
                var amp_function0_: u32 = 0u;
                if (n > 2u) {
                    amp_function0_ = 1u;
                }
                let amp_input0_: f32 = a;
                var chosen_: f32;
                let value_: u32 = amp_function0_;
                if (value_ == 0u) {
                    chosen_ = half(amp_input0_);
                } else {
                    chosen_ = tools::square(amp_input0_);
                }
                let value_2: f32 = chosen_;
                y[amp_global[0]] = value_2;
            "#]],
        );
        codes(
            "|i: Index<1>| { let mut f: fn(f32) -> f32 = half; let g = f; f = double; y[i] = f(a) + g(a); }",
            &["AMP002"],
        );
    }
}
