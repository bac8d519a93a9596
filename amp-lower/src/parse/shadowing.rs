//! The scope of a variable: the statements after its declaration, without code in which another variable has its name.

use proc_macro2::Ident;
use std::borrow::Cow;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// The statements after the declaration of a variable. Code in which another variable has the same name is removed.
pub(crate) fn scope<'s>(name: &Ident, stmts: &'s [syn::Stmt]) -> Cow<'s, [syn::Stmt]> {
    let mut shadowed = Declares(name, false);
    stmts.iter().for_each(|stmt| shadowed.visit_stmt(stmt));
    if !shadowed.1 {
        return Cow::Borrowed(stmts);
    }
    let mut stmts = stmts.to_vec();
    Unshadowed(name).statements(&mut stmts);
    Cow::Owned(stmts)
}

/// Whether a pattern declares the name.
struct Declares<'n>(&'n Ident, bool);

impl<'ast> Visit<'ast> for Declares<'_> {
    fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
        self.1 |= it.ident == *self.0;
        visit::visit_pat_ident(self, it);
    }
}

/// Removes the code in which a pattern has declared the name.
struct Unshadowed<'n>(&'n Ident);

impl Unshadowed<'_> {
    fn is_declared_in(&self, pat: &syn::Pat) -> bool {
        let mut declares = Declares(self.0, false);
        declares.visit_pat(pat);
        declares.1
    }

    /// Whether the condition of an `if` or a `while` declares the name, as in `if let Some(name) = ..`.
    fn is_declared_by(&self, condition: &syn::Expr) -> bool {
        match condition {
            syn::Expr::Let(it) => self.is_declared_in(&it.pat),
            syn::Expr::Binary(it) => self.is_declared_by(&it.left) || self.is_declared_by(&it.right),
            _ => false,
        }
    }

    fn statements(&mut self, stmts: &mut Vec<syn::Stmt>) {
        for at in 0..stmts.len() {
            self.visit_stmt_mut(&mut stmts[at]);
            if matches!(&stmts[at], syn::Stmt::Local(local) if self.is_declared_in(&local.pat)) {
                stmts.truncate(at + 1);
                return;
            }
        }
    }
}

impl VisitMut for Unshadowed<'_> {
    fn visit_block_mut(&mut self, it: &mut syn::Block) {
        self.statements(&mut it.stmts);
    }

    fn visit_expr_for_loop_mut(&mut self, it: &mut syn::ExprForLoop) {
        if self.is_declared_in(&it.pat) {
            it.body.stmts.clear();
        }
        visit_mut::visit_expr_for_loop_mut(self, it);
    }

    fn visit_expr_if_mut(&mut self, it: &mut syn::ExprIf) {
        if self.is_declared_by(&it.cond) {
            it.then_branch.stmts.clear();
        }
        visit_mut::visit_expr_if_mut(self, it);
    }

    fn visit_expr_while_mut(&mut self, it: &mut syn::ExprWhile) {
        if self.is_declared_by(&it.cond) {
            it.body.stmts.clear();
        }
        visit_mut::visit_expr_while_mut(self, it);
    }

    fn visit_arm_mut(&mut self, it: &mut syn::Arm) {
        if self.is_declared_in(&it.pat) {
            *it.body = syn::parse_quote!(());
        }
        visit_mut::visit_arm_mut(self, it);
    }

    fn visit_expr_closure_mut(&mut self, it: &mut syn::ExprClosure) {
        if it.inputs.iter().any(|pat| self.is_declared_in(pat)) {
            *it.body = syn::parse_quote!(());
        }
        visit_mut::visit_expr_closure_mut(self, it);
    }
}

#[cfg(test)]
mod tests {
    use super::scope;
    use quote::ToTokens;

    #[test]
    fn code_with_another_variable_of_the_name_is_removed() {
        let block: syn::Block = syn::parse_quote!({
            a(x);
            for x in b(x) {
                c(x);
            }
            if let Some(x) = d(x) {
                e(x);
            } else {
                f(x);
            }
            g(|x| h(x), |y| i(x));
            match j(x) {
                x => k(x),
                _ => l(x),
            }
            {
                m(x);
                let x = n(x);
                o(x);
            }
            let (x, y) = p(x);
            q(x);
        });
        let left: String = scope(&quote::format_ident!("x"), &block.stmts)
            .iter()
            .map(|stmt| format!(" {}", stmt.to_token_stream()))
            .collect();
        let calls: String =
            "abcdefghijklmnopq".chars().filter(|call| left.contains(&format!(" {call} ("))).collect();
        assert_eq!(calls, "abdfgijlmnp");
    }
}
