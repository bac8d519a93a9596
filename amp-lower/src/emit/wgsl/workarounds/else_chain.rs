//! Prints `if`, `else if` chains and the arms of a `match`. Long chains are cut.
//!
//! A link is one `if` or `else if` of a chain. A driver nests each link in the `else` of the previous link,
//! and llvmpipe takes wrong branches at about eighty nested levels. So after `MAX_LINKS` links, the last
//! `else` sets a flag. An `if` on that flag, after the chain, contains the remaining links.

use super::super::Writer;
use crate::ir::{ExprKind, Stmt, Var};

/// The number of links after which a chain is cut.
const MAX_LINKS: usize = 16;

impl Writer<'_> {
    /// Prints an `if` statement with its `else if` chain, beginning on a new line.
    pub(in super::super) fn branch(&mut self, stmt: &Stmt) {
        self.line("");
        if !is_cut(stmt) {
            self.print_links(stmt, usize::MAX, &mut Vec::new());
            return;
        }
        // A nested chain may declare a flag of the same name, so each flag gets its own WGSL block.
        self.text("{\n");
        self.depth += 1;
        self.line("var amp_more: bool = false;\n");
        self.line("");
        let mut rest = self.print_links(stmt, MAX_LINKS, &mut Vec::new());
        while let Some((link, before)) = rest.and_then(<[Stmt]>::split_last) {
            self.line("if (amp_more) {\n");
            self.depth += 1;
            self.line("amp_more = false;\n");
            self.block(before);
            self.line("");
            rest = self.print_links(link, MAX_LINKS, &mut declared_variables(before));
            self.depth -= 1;
            self.line("}\n");
        }
        self.depth -= 1;
        self.line("}\n");
    }

    /// Prints the first `most` links of a chain, and returns the remaining links. `known` collects the
    /// variables that are declared between the printed links. If the remaining links use such a variable,
    /// they cannot move out of its scope, so the function prints more than `most` links.
    fn print_links<'s>(&mut self, stmt: &'s Stmt, most: usize, known: &mut Vec<Var>) -> Option<&'s [Stmt]> {
        let Stmt::If { then, otherwise, .. } = stmt else { return None };
        self.text("if (");
        self.opaque_test(stmt);
        self.text(") {\n");
        self.inner(then);
        match otherwise.as_slice() {
            [] => self.line("}\n"),
            [.., Stmt::If { .. }] if most <= 1 && !uses_any(otherwise, known) => {
                self.line("} else {\n");
                self.line("    amp_more = true;\n");
                self.line("}\n");
                return Some(otherwise);
            }
            [link @ Stmt::If { .. }] => {
                self.line("} else ");
                return self.print_links(link, most.saturating_sub(1), known);
            }
            [before @ .., link @ Stmt::If { .. }] if most <= MAX_LINKS => {
                self.line("} else {\n");
                self.depth += 1;
                self.block(before);
                self.line("");
                known.extend(declared_variables(before));
                let rest = self.print_links(link, most.saturating_sub(1), known);
                self.depth -= 1;
                self.line("}\n");
                return rest;
            }
            otherwise => {
                self.line("} else {\n");
                self.inner(otherwise);
                self.line("}\n");
            }
        }
        None
    }
}

/// Whether the printer cuts the chain. It does not cut a chain with a barrier, because the driver must see
/// that the branches are uniform. A branch on the flag would hide that.
pub(in super::super) fn is_cut(stmt: &Stmt) -> bool {
    let (mut links, mut last) = (0, Some(stmt));
    while let Some(Stmt::If { otherwise, .. }) = last {
        links += 1;
        last = otherwise.last();
    }
    let mut has_barrier = false;
    stmt.walk(&mut |stmt| has_barrier |= stmt.is_collective());
    links > MAX_LINKS && !has_barrier
}

/// The variables that a block declares.
fn declared_variables(block: &[Stmt]) -> Vec<Var> {
    let vars = block.iter().filter_map(|stmt| match stmt {
        Stmt::Let { var, .. } => Some(*var),
        _ => None,
    });
    vars.collect()
}

/// Whether the statements use one of the variables.
fn uses_any(block: &[Stmt], known: &[Var]) -> bool {
    let mut found = false;
    for stmt in block {
        stmt.walk_expressions(&mut |expr| {
            found |= matches!(expr.kind, ExprKind::Local(var) if known.contains(&var));
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::testing::printed;
    use amp_shader::nesting;

    /// The WGSL of a kernel with a chain of `links` links.
    fn chain(links: usize, link: impl Fn(usize) -> String) -> String {
        let links: Vec<_> = (0..links).map(link).collect();
        printed(&format!("|i: Index<1>| {{ {} else {{ z[i] = 1; }} }}", links.join(" else ")))
    }

    #[test]
    fn long_chains_are_cut() {
        let plain = |k: usize| format!("if n == {k} {{ z[i] = {k}; }}");
        let short = chain(16, plain);
        assert!(!short.contains("amp_more"), "{short}");
        let long = chain(100, plain);
        assert_eq!(long.matches("if (amp_more)").count(), 6, "{long}");
        assert_eq!(long.matches("else if").count(), 6 * 15 + 3, "{long}");
    }

    #[test]
    fn chains_with_prologues_are_cut() {
        let link = |k: usize| format!("if let {k}..=7 = {{ let a = n * 2; a + {k} }} {{ z[i] = {k}; }}");
        let long = chain(70, link);
        assert_eq!(long.matches("if (amp_more)").count(), 4, "{long}");
    }

    /// The nesting depth of a kernel in WGSL.
    fn depth(source: &str) -> u32 {
        nesting(&printed(source)).0
    }

    #[test]
    fn length_adds_no_depth() {
        let links = |link: &dyn Fn(usize) -> String| (0..120).map(link).collect::<Vec<_>>();
        let chosen = links(&|k| format!("if n == {k} {{ {k} }}")).join(" else ");
        assert_eq!(depth(&format!("|i: Index<1>| {{ z[i] = {chosen} else {{ 9 }}; }}")), 17);
        let done = links(&|k| format!("if n == {k} {{ z[i] = {k}; }}")).join(" else ");
        assert_eq!(depth(&format!("|i: Index<1>| {{ {done} }}")), 17);
        let arms = links(&|k| format!("{k} => {k},")).concat();
        assert_eq!(depth(&format!("|i: Index<1>| {{ z[i] = match n {{ {arms} _ => 9 }}; }}")), 17);
        let guarded = links(&|k| format!("v if v > {k} && a < 1.0 => v as u32,")).concat();
        assert_eq!(depth(&format!("|i: Index<1>| {{ z[i] = match n {{ {guarded} _ => 9 }}; }}")), 17);
        let lazy = links(&|k| format!("{{ let q = n + {k}; q > 3 }}"));
        assert_eq!(depth(&format!("|i: Index<1>| {{ if {} {{ z[i] = 1; }} }}", lazy.join(" && "))), 1);
        assert_eq!(depth(&format!("|i: Index<1>| {{ if {} {{ z[i] = 1; }} }}", lazy.join(" || "))), 1);
        let link = links(&|k| format!("let {k}..=900 = {{ let q = n + {k}; q }}")).join(" && ");
        assert_eq!(depth(&format!("|i: Index<1>| {{ if {link} {{ z[i] = 1; }} }}")), 2);
        let ways = links(&|k| format!("({k}, v)")).join(" | ");
        assert_eq!(
            depth(&format!("|i: Index<1>| {{ match (n, 1) {{ {ways} if v > 3 => z[i] = 2, _ => {{}} }} }}")),
            2
        );
    }
}
