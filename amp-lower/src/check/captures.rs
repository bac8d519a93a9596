//! Rule: a capture is used either as a value or as a view.

use crate::diagnostics::advice::construct;
use crate::diagnostics::{Code, Diagnostics};
use crate::ir::{ExprKind, Kernel, Role};

pub(super) fn check(kernel: &Kernel, diagnostics: &mut Diagnostics) {
    for stmt in &kernel.body.block {
        stmt.walk_expressions(&mut |expr| {
            if let ExprKind::Value(capture) = expr.kind
                && kernel.captures[capture].role != Role::Value
            {
                let name = &kernel.captures[capture].ident;
                let detail = format!("the view `{name}` as a value");
                diagnostics.advise(Code::AMP001, expr.site, detail, construct::VIEW);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn views_used_as_values_are_rejected() {
        codes("|i: Index<1>| { let a = q; let b = q[i]; }", &["AMP001"]);
    }
}
