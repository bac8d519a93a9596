//! Branches, and chains of them: `else if`, and the arms of a `match`. To a driver each link stands in the `else` of the last one, and
//! llvmpipe takes wrong branches where some eighty are nested. So a long chain is cut: behind so many links the `else` only says that there
//! are more, and those stand behind the chain.

use super::Writer;
use crate::ir::{ExprKind, Stmt, Var};

/// How many links stand together.
const LINKS: usize = 16;

impl Writer<'_> {
    /// An `if`, from the beginning of its line.
    pub(super) fn branch(&mut self, stmt: &Stmt) {
        self.line("");
        if !is_cut(stmt) {
            self.links(stmt, usize::MAX, &mut Vec::new());
            return;
        }
        // A chain in an arm has a variable of its own.
        self.text("{\n");
        self.depth += 1;
        self.line("var amp_more: bool = false;\n");
        self.line("");
        let mut rest = self.links(stmt, LINKS, &mut Vec::new());
        while let Some((link, before)) = rest.and_then(<[Stmt]>::split_last) {
            self.line("if (amp_more) {\n");
            self.depth += 1;
            self.line("amp_more = false;\n");
            self.block(before);
            self.line("");
            rest = self.links(link, LINKS, &mut declared(before));
            self.depth -= 1;
            self.line("}\n");
        }
        self.depth -= 1;
        self.line("}\n");
    }

    /// So many links of a chain, or some more, if the others use what was declared on the way; what is left of it.
    fn links<'s>(&mut self, stmt: &'s Stmt, most: usize, known: &mut Vec<Var>) -> Option<&'s [Stmt]> {
        let Stmt::If { then, otherwise, .. } = stmt else { return None };
        self.text("if (");
        self.asked(stmt);
        self.text(") {\n");
        self.inner(then);
        match otherwise.as_slice() {
            [] => self.line("}\n"),
            [.., Stmt::If { .. }] if most <= 1 && !uses(otherwise, known) => {
                self.line("} else {\n");
                self.line("    amp_more = true;\n");
                self.line("}\n");
                return Some(otherwise);
            }
            [link @ Stmt::If { .. }] => {
                self.line("} else ");
                return self.links(link, most.saturating_sub(1), known);
            }
            [before @ .., link @ Stmt::If { .. }] if most <= LINKS => {
                self.line("} else {\n");
                self.depth += 1;
                self.block(before);
                self.line("");
                known.extend(declared(before));
                let rest = self.links(link, most.saturating_sub(1), known);
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

/// Whether it is a chain that is cut. Where the tile meets in it, it stays: a driver has to see that all are there.
pub(super) fn is_cut(stmt: &Stmt) -> bool {
    let (mut links, mut last) = (0, Some(stmt));
    while let Some(Stmt::If { otherwise, .. }) = last {
        links += 1;
        last = otherwise.last();
    }
    let mut waits = false;
    stmt.walk(&mut |stmt| waits |= stmt.waits());
    links > LINKS && !waits
}

/// The variables of a block.
fn declared(block: &[Stmt]) -> Vec<Var> {
    let vars = block.iter().filter_map(|stmt| match stmt {
        Stmt::Let { var, .. } => Some(*var),
        _ => None,
    });
    vars.collect()
}

/// Whether statements use one of some variables.
fn uses(block: &[Stmt], known: &[Var]) -> bool {
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

    /// The text of a chain of so many links.
    fn chain(links: usize, link: impl Fn(usize) -> String) -> String {
        let links: Vec<_> = (0..links).map(link).collect();
        printed(&format!("|i: Index<1>| {{ {} else {{ z[i] = 1; }} }}", links.join(" else ")))
    }

    #[test]
    fn is_cut_where_it_is_long() {
        let plain = |k: usize| format!("if n == {k} {{ z[i] = {k}; }}");
        let short = chain(16, plain);
        assert!(!short.contains("amp_more"), "{short}");
        let long = chain(100, plain);
        assert_eq!(long.matches("if (amp_more)").count(), 6, "{long}");
        assert_eq!(long.matches("else if").count(), 6 * 15 + 3, "{long}");
    }

    #[test]
    fn is_cut_where_links_have_statements() {
        let asked = |k: usize| format!("if let {k}..=7 = {{ let a = n * 2; a + {k} }} {{ z[i] = {k}; }}");
        let long = chain(70, asked);
        assert_eq!(long.matches("if (amp_more)").count(), 4, "{long}");
    }

    /// How deep a kernel nests in WGSL.
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
        let asked = links(&|k| format!("let {k}..=900 = {{ let q = n + {k}; q }}")).join(" && ");
        assert_eq!(depth(&format!("|i: Index<1>| {{ if {asked} {{ z[i] = 1; }} }}")), 2);
        let ways = links(&|k| format!("({k}, v)")).join(" | ");
        assert_eq!(
            depth(&format!("|i: Index<1>| {{ match (n, 1) {{ {ways} if v > 3 => z[i] = 2, _ => {{}} }} }}")),
            2
        );
    }
}
