//! Rule: an element of a sub-word type (`u8`, `i8`, `u16`, `i16`) is converted where it is read.

use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{Body, Expr, ExprKind, Stmt};

pub(super) fn check(body: &Body, diagnostics: &mut Diagnostics) {
    for stmt in &body.block {
        stmt.walk(&mut |stmt| {
            // Lowering has reported a variable that is annotated with a sub-word type.
            if let Stmt::Let { var, value: Some(Expr { kind: ExprKind::Element { .. }, .. }) } = stmt
                && body.variables[var.0].ty.is_error()
            {
                return;
            }
            stmt.expressions().into_iter().for_each(|expr| look(expr, diagnostics));
        });
    }
}

fn look(expr: &Expr, diagnostics: &mut Diagnostics) {
    if let ExprKind::Element { .. } = expr.kind
        && expr.ty.is_sub_word()
    {
        diagnostics.report(Code::AMP024, expr.site, format!("an element of type {}", expr.ty.describe()));
    }
    match &expr.kind {
        // A converted element is accepted; only its subscripts are checked.
        ExprKind::Cast(element, _) if matches!(element.kind, ExprKind::Element { .. }) => {
            element.children().into_iter().for_each(|child| look(child, diagnostics));
        }
        _ => expr.children().into_iter().for_each(|child| look(child, diagnostics)),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn sub_word_arithmetic_is_rejected() {
        codes(
            "|i: Index<1>| { let a: u8 = 3; let b = 3u8; let c = z[i] as i16; }",
            &["AMP024", "AMP024", "AMP024"],
        );
        elements("y[i] = v[i];", &["AMP024"]);
        elements("let a = v[i]; let b: u8 = v[0]; let c = 3u8;", &["AMP024", "AMP024", "AMP024"]);
        elements("if v[i] == 3 { y[i] = 1; }", &["AMP024"]);
        elements("y[i] = (v[i] + 1) as u32 + v[i].count_ones() + f(v[0]);", &["AMP024", "AMP024", "AMP024"]);
        elements("y[i] = match v[i] { 0 => 1, _ => v[v[0] as usize] as u32 };", &["AMP024"]);
        elements("y[i] = (v[i]) as u32 + u32::from(v[0]);", &[]);
    }

    #[test]
    fn sub_word_stores_are_rejected() {
        function("fn k(i: Index<1>, v: &mut ArrayViewMut<u16>) { v[i] = 3; }", &["AMP025"]);
        function(
            "fn k(i: Index<1>, v: &mut Array<i8, 2>, y: &mut ArrayViewMut<u32>) { y[i] = v[[0, 1]] as u32; }",
            &["AMP025"],
        );
        function("fn k(i: Index<1>, v: &mut ArrayViewMut<f16>) { }", &["AMP025"]);
    }

    /// The codes for a kernel that reads `v`, a view of `u8`, and writes `y`, a view of `u32`.
    fn elements(body: &str, expected: &[&str]) {
        let head = "fn k(i: Index<1>, v: &ArrayView<u8>, y: &mut ArrayViewMut<u32>)";
        function(&format!("{head} {{ {body} }}"), expected);
    }

    fn function(source: &str, expected: &[&str]) {
        let tokens = source.parse().expect("it has balanced brackets");
        let found = match crate::kernel(proc_macro2::TokenStream::new(), tokens) {
            Ok(_) => Vec::new(),
            Err(rejection) => rejection.codes().iter().map(|code| format!("{code:?}")).collect(),
        };
        assert_eq!(found, expected, "{source}");
    }
}
