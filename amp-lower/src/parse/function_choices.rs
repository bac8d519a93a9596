//! Expressions whose value is one of several functions: `if c { half } else { double }`.
//!
//! A device has no function pointers. So the expression becomes one whose value is a number, and a call becomes a `match`
//! on the number:
//!
//! | code | replacement |
//! |---|---|
//! | `if c { half } else { double }` | `if c { 0usize } else { 1usize }` |
//! | a call of the value with `x` | `match number { 0usize => half(x), _ => double(x) }` |
//!
//! Legal because the functions are names of functions, or closures that coerce to function pointers, which capture nothing.

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::Expr;
use syn::visit::{self, Visit};

/// The functions among which expressions choose.
#[derive(Clone, Default)]
pub(crate) struct Functions(Vec<Expr>);

impl Functions {
    /// Replaces the functions in the value positions of an expression by their numbers. Returns false if the value may be
    /// something else. `bound` contains the names of variables. A path with one of these names is not a function.
    pub(crate) fn replace(&mut self, it: &mut Expr, bound: &HashSet<String>) -> bool {
        match it {
            Expr::Paren(inner) => self.replace(&mut inner.expr, bound),
            Expr::Group(inner) => self.replace(&mut inner.expr, bound),
            Expr::Cast(cast) if matches!(&*cast.ty, syn::Type::FnPtr(_)) => {
                *it = (*cast.expr).clone();
                self.replace(it, bound)
            }
            Expr::Block(block) if block.label.is_none() => self.replace_tail(&mut block.block, bound),
            Expr::If(branches) => {
                let Some((_, otherwise)) = &mut branches.else_branch else { return false };
                self.replace_tail(&mut branches.then_branch, bound) && self.replace(otherwise, bound)
            }
            Expr::Match(cases) => cases.arms.iter_mut().all(|arm| self.replace(&mut arm.body, bound)),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
            Expr::Macro(call) => ["panic", "unreachable", "todo", "unimplemented"]
                .iter()
                .any(|name| call.mac.path.is_ident(name)),
            Expr::Path(path) if is_function(path, bound) => self.number(it),
            Expr::Closure(closure) if closure.capture.is_none() => self.number(it),
            _ => false,
        }
    }

    /// Replaces the functions in the value of a block. A function leaves the block, so the block may not declare items,
    /// which the function may use.
    pub(crate) fn replace_tail(&mut self, block: &mut syn::Block, bound: &HashSet<String>) -> bool {
        if block.stmts.iter().any(|stmt| matches!(stmt, syn::Stmt::Item(_))) {
            return false;
        }
        match block.stmts.last_mut() {
            Some(syn::Stmt::Expr(value, None)) => self.replace(value, bound),
            Some(syn::Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), Some(_))) => true,
            _ => false,
        }
    }

    fn number(&mut self, it: &mut Expr) -> bool {
        let text = it.to_token_stream().to_string();
        let known = self.0.iter().position(|known| known.to_token_stream().to_string() == text);
        let number = known.unwrap_or_else(|| {
            self.0.push(it.clone());
            self.0.len() - 1
        });
        let number = proc_macro2::Literal::usize_suffixed(number);
        *it = syn::parse_quote!(#number);
        true
    }

    /// Whether the functions are known to capture nothing. A single closure may have captures. Several closures coerce to
    /// function pointers, so they have none.
    pub(crate) fn capture_nothing(&self) -> bool {
        !matches!(self.0.as_slice(), [] | [Expr::Closure(_)])
    }

    /// The number of parameters, if a closure shows it.
    pub(crate) fn parameter_count(&self) -> Option<usize> {
        self.0.iter().find_map(|function| match function {
            Expr::Closure(closure) => Some(closure.inputs.len()),
            _ => None,
        })
    }

    /// The call of the function whose number is the value of `choice`.
    pub(crate) fn call(&self, choice: &Ident, arguments: &[Ident]) -> Expr {
        let last = self.0.len().saturating_sub(1);
        let arms = self.0.iter().enumerate().map(|(n, function)| {
            let number = proc_macro2::Literal::usize_suffixed(n);
            let pattern = if n == last { quote!(_) } else { quote!(#number) };
            let function = match function {
                Expr::Closure(_) => quote!((#function)),
                _ => function.to_token_stream(),
            };
            quote!(#pattern => #function(#(#arguments),*),)
        });
        syn::parse_quote!(match #choice { #(#arms)* })
    }
}

/// The text of an identifier without `r#`.
fn plain_name(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// Whether a path may name a function: it is no variable, and its last name begins with a lower-case letter.
fn is_function(path: &syn::ExprPath, bound: &HashSet<String>) -> bool {
    let name = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    let is_variable = path.path.get_ident().is_some_and(|name| bound.contains(&plain_name(name)));
    let begins = name.trim_start_matches("r#").starts_with(|c: char| c.is_lowercase() || c == '_');
    !is_variable && name != "self" && begins
}

/// The names that a function name in an inner block may not have: those of variables, and of functions that inner blocks
/// declare.
pub(crate) fn bound_names(block: &syn::Block) -> HashSet<String> {
    struct Bound(HashSet<String>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, it: &'ast syn::PatIdent) {
            self.0.insert(plain_name(&it.ident));
            visit::visit_pat_ident(self, it);
        }

        fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
            self.0.insert(plain_name(&it.sig.ident));
        }

        fn visit_item_use(&mut self, it: &'ast syn::ItemUse) {
            struct Names<'b>(&'b mut HashSet<String>);
            impl<'ast> Visit<'ast> for Names<'_> {
                fn visit_ident(&mut self, it: &'ast Ident) {
                    self.0.insert(plain_name(it));
                }
            }
            Names(&mut self.0).visit_use_tree(&it.tree);
        }
    }
    let mut bound = Bound(HashSet::new());
    // The items of the body itself are in scope in the whole body.
    let stmts = block.stmts.iter().filter(|stmt| !matches!(stmt, syn::Stmt::Item(_)));
    stmts.for_each(|stmt| bound.visit_stmt(stmt));
    bound.0
}
