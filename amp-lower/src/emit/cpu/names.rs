//! The names of variables in CPU code: the user's names, with a number appended to duplicates.

use crate::analysis::Facts;
use crate::ir::{Call, ExprKind};
use proc_macro2::Ident;
use std::collections::HashSet;

/// The name of each variable of a kernel: the user's name, with a number appended to duplicates.
pub(super) fn names(facts: &Facts) -> Vec<Ident> {
    let kernel = &*facts.kernel;
    let mut taken: HashSet<String> =
        kernel.captures.iter().map(|capture| capture.ident.to_string()).collect();
    taken.extend(kernel.body.tile_static.iter().map(|variable| variable.ident.to_string()));
    // The printer flattens nested blocks, so a generated variable may be in scope where the user's variable
    // is not. The generated variable must not shadow a function that is called there.
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut |expr| {
            if let ExprKind::Call { written: Call::Path(path), .. } = &expr.kind
                && let Some(first) = path.names.first()
            {
                taken.insert(first.to_string());
            }
        });
    }
    kernel
        .body
        .variables
        .iter()
        .map(|variable| {
            let mut ident = variable.ident.clone();
            let mut n = 1usize;
            while !taken.insert(ident.to_string()) {
                n += 1;
                ident = numbered(&variable.ident, n);
            }
            ident
        })
        .collect()
}

/// A name with a number appended: `x` becomes `x_2`. `loop_` becomes `loop_2`, because rustc's naming lint
/// rejects two underscores.
fn numbered(ident: &Ident, n: usize) -> Ident {
    let name = ident.to_string();
    let stem = name.trim_start_matches("r#").trim_end_matches('_');
    Ident::new(&format!("{stem}_{n}"), ident.span())
}

#[cfg(test)]
mod tests {
    use super::numbered;

    #[test]
    fn a_number_adds_one_underscore() {
        let named = |name: &str| numbered(&syn::parse_str(name).expect("a name"), 2).to_string();
        assert_eq!(
            ["x", "_x", "loop_", "y__", "größe_", "r#match"].map(named),
            ["x_2", "_x_2", "loop_2", "y_2", "größe_2", "match_2"]
        );
    }
}
