//! Adds a `return` at the end of a function where naga requires one.
//!
//! A function with a result needs a `return` at its end, unless naga recognises that the end is unreachable.
//! naga recognises it after a `return` and after branches that all return, but not after an infinite loop.

use super::super::{Piece, Writer};
use super::else_chain::is_cut;
use crate::ir::{Stmt, Ty};

impl Writer<'_> {
    /// Prints the return of an arbitrary value, if naga considers the end of the block reachable.
    pub(in super::super) fn add_trailing_return(&mut self, block: &[Stmt], result: &Ty) {
        if result.is_zero_sized() || always_returns(block) {
            return;
        }
        self.line("");
        let zero = vec![Piece::Type(result.clone()), Piece::Text("()".to_owned())];
        self.parts.push(Piece::Return(result.clone(), zero));
        self.text(";\n");
    }
}

/// Whether naga recognises that the end of the block is unreachable.
fn always_returns(block: &[Stmt]) -> bool {
    // Assertions and exhaustiveness checks have no device code, so naga does not see them.
    let printed = |stmt: &&Stmt| !matches!(stmt, Stmt::CheckExhaustive { .. } | Stmt::Assert { .. });
    match block.iter().rev().find(printed) {
        Some(Stmt::Return { .. }) => true,
        // An `else if` chain that `else_chain` cuts ends in an `if` without `else`. naga considers the end of
        // such an `if` reachable.
        Some(chain @ Stmt::If { then, otherwise, .. }) => {
            !is_cut(chain) && always_returns(then) && always_returns(otherwise)
        }
        Some(Stmt::Block(inner)) => always_returns(inner),
        Some(
            Stmt::Let { .. }
            | Stmt::Assign { .. }
            | Stmt::For { .. }
            | Stmt::While { .. }
            | Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Barrier(..)
            | Stmt::Expr(_)
            | Stmt::CheckExhaustive { .. }
            | Stmt::Assert { .. }
            | Stmt::Print { .. },
        )
        | None => false,
    }
}

#[cfg(test)]
mod tests {
    /// Whether the device function ends with an added return.
    fn has_trailing_return(source: &str) -> bool {
        let tokens = source.parse().expect("the source has balanced brackets");
        let expansion = crate::device(proc_macro2::TokenStream::new(), tokens);
        expansion.expect("the function is accepted").to_string().contains("u32()")
    }

    #[test]
    fn returning_blocks_need_no_trailing_return() {
        for source in [
            "fn f(k: u32) -> u32 { k }",
            "fn f(k: u32) -> u32 { return k; }",
            "fn f(k: u32) -> u32 { if k > 1 { return k; } else if k > 0 { return 2; } else { return 1; } }",
            "fn f(k: u32) -> u32 { match k { 0 => return 3, _ => return 4 } }",
            "fn f(k: u32) -> u32 { { return k; } }",
            "fn f(k: &mut u32) { loop { if *k > 9 { return; } *k += 3; } }",
        ] {
            assert!(!has_trailing_return(source), "{source}");
        }
    }

    #[test]
    fn infinite_loops_need_a_trailing_return() {
        for source in [
            "fn f(k: u32) -> u32 { let mut n = k; loop { if n > 9 { return n; } n += 3; } }",
            "fn f(k: u32) -> u32 { loop { match k { 0 => return 3, _ => return 4 } } }",
            "fn f(k: u32) -> u32 { 'a: { return 5 + k; } }",
            "fn f(k: u32) -> u32 { if k > 1 { return 1 } else { loop { return 4; } } }",
            "fn f(k: u32) -> u32 { { loop { return k; } } }",
        ] {
            assert!(has_trailing_return(source), "{source}");
        }
    }

    #[cfg(feature = "naga")]
    #[test]
    fn naga_requires_a_return_after_an_infinite_loop() {
        let function = |end: &str| {
            format!(
                "fn f(k: u32) -> u32 {{ var n = k; loop {{ n += 1u; if (n > 9u) {{ return n; }} }} {end} }}"
            )
        };
        assert!(super::super::is_accepted(&function("return 0u;")));
        assert!(!super::super::is_accepted(&function("")), "naga is repaired: delete this module");
    }
}
