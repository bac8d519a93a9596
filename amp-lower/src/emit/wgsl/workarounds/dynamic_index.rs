//! Arrays that are indexed dynamically, that is, by a value that is known only at run time.
//!
//! naga can index only variables dynamically. For a constant array, naga (30) declares a variable at each use and
//! copies the whole array to it. So the printer declares each of these arrays once as a variable.

use super::super::{Piece, Writer};
use crate::ir::{Body, Expr, ExprKind, Source, Var};
use std::collections::HashSet;

/// The variables that are indexed dynamically.
pub(in super::super) fn dynamically_indexed(body: &Body) -> HashSet<Var> {
    let mut found = HashSet::new();
    for stmt in &body.block {
        stmt.walk_expressions(&mut |expr| {
            if let Some(Expr { kind: ExprKind::Local(var), .. }) = dynamic_root(expr) {
                found.insert(*var);
            }
        });
    }
    found
}

/// The array from which an expression selects an item, or a field of an item, by a dynamic index. `None` for
/// any other expression.
fn dynamic_root(expr: &Expr) -> Option<&Expr> {
    let mut chosen = false;
    let mut at = expr;
    loop {
        match &at.kind {
            ExprKind::Subscript(base, index) => {
                chosen |= !matches!(index.kind, ExprKind::Literal(_) | ExprKind::Const(_));
                at = base;
            }
            ExprKind::Field(base, _) | ExprKind::Items(base) => at = base,
            _ => return chosen.then_some(at),
        }
    }
}

impl Writer<'_> {
    /// Prints a body with `write`. Before the body, declares a variable for each constant that the body
    /// indexes dynamically.
    pub(in super::super) fn with_const_arrays(&mut self, write: impl FnOnce(&mut Self)) {
        let before = std::mem::take(&mut self.parts);
        let outer = self.const_arrays.replace(Vec::new());
        write(self);
        let body = std::mem::replace(&mut self.parts, before);
        let tables = std::mem::replace(&mut self.const_arrays, outer);
        for (n, table) in tables.into_iter().flatten().enumerate() {
            self.line(&format!("var amp_table{n} = "));
            self.parts.push(table);
            self.text(";\n");
        }
        // If the first piece of the body is text, `text` merges it with the preceding text.
        let mut body = body.into_iter();
        match body.next() {
            Some(Piece::Text(text)) => self.text(&text),
            Some(part) => self.parts.push(part),
            None => {}
        }
        self.parts.extend(body);
    }

    /// Prints an expression that indexes a constant array dynamically. For any other expression, prints
    /// nothing and returns `false`.
    pub(in super::super) fn const_array_item(&mut self, expr: &Expr) -> bool {
        let Some(root @ Expr { kind: ExprKind::Const(path), .. }) = dynamic_root(expr) else { return false };
        let Some(name) = self.const_array(root, path) else { return false };
        self.access_path(expr, &name);
        true
    }

    /// The WGSL variable that holds a constant array. The first use requests its declaration.
    fn const_array(&mut self, constant: &Expr, path: &Source) -> Option<String> {
        let tables = self.const_arrays.as_mut()?;
        let same = |part: &Piece| matches!(part, Piece::Const(_, known) if known == path);
        let n = tables.iter().position(same).unwrap_or_else(|| {
            tables.push(Piece::Const(constant.ty.clone(), path.clone()));
            tables.len() - 1
        });
        Some(format!("amp_table{n}"))
    }

    fn access_path(&mut self, expr: &Expr, name: &str) {
        match &expr.kind {
            ExprKind::Subscript(base, index) => {
                self.item(base, index, |writer| writer.access_path(base, name));
            }
            ExprKind::Field(base, member) => {
                self.access_path(base, name);
                self.parts.push(Piece::Field(base.ty.clone(), member.plain_name().to_owned()));
            }
            ExprKind::Items(base) => self.access_path(base, name),
            _ => self.text(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::wgsl;
    use expect_test::expect;

    #[test]
    fn dynamically_indexed_arrays_are_variables() {
        wgsl(
            "|i: Index<1>| {
                let four = [1.0, 2.0, 3.0, a];
                let two = [a, 2.0];
                y[i] = f(four[i[0] % 4]) + two[1] + TABLE[i[0]] + TABLE[n] + TABLE[2] + OTHER.list[i[0]];
            }",
            expect![[r#"
                var amp_table0 = TABLE;
                var amp_table1 = OTHER;
                var four_: <[f32 ; 4usize]> = <[f32 ; 4usize]>(1.0f, 2.0f, 3.0f, a);
                let two_: <[f32 ; 2usize]> = <[f32 ; 2usize]>(a, 2.0f);
                y[amp_global[0]] = Add<_, _>(Add<_, _>(Add<_, _>(Add<_, _>(Add<_, f32>(f(four_[amp_global[0] % 4u]), two_[1]), amp_table0[amp_global[0]]), amp_table0[n]), TABLE[2]), amp_table1.list[amp_global[0]]);
            "#]],
        );
    }

    #[cfg(feature = "naga")]
    #[test]
    fn naga_copies_an_array_at_each_use() {
        let uses = |table: &str, local: &str| {
            let sum = "a[k] + a[k + 1u] + a[k + 2u]";
            super::super::count_of_variables(&format!(
                "{table} fn f(k: u32) -> u32 {{ {local} return {sum}; }}"
            ))
        };
        assert_eq!(uses("", "var a = array(1u, 2u, 3u);"), 1);
        let copies = uses("const a = array(1u, 2u, 3u);", "");
        assert!(copies > 1, "naga is repaired: delete this module");
    }
}
