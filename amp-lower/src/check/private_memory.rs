//! Rule: the local variables of a work-item fit into the private memory that every device has. For types
//! whose size only rustc knows, the expansion contains a const assertion instead.

use crate::analysis::private_memory;
use crate::diagnostics::{Code, Diagnostics};
use crate::ir::Body;

pub(super) fn check(body: &Body, diagnostics: &mut Diagnostics) {
    let own = private_memory(body, false);
    if let Some(variable) = own.exceeded_by {
        let detail = format!("up to `{}`, the variables take {} bytes", variable.ident, own.bytes);
        return diagnostics.report(Code::AMP026, variable.ident.span(), detail);
    }
    let between = private_memory(body, true);
    if let Some(variable) = between.exceeded_by {
        let detail = format!("up to here, temporary values take {} bytes", between.bytes);
        diagnostics.report(Code::AMP026, variable.ident.span(), detail);
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn private_memory_limit_is_checked() {
        codes("|i: Index<1>| { let mut a = [0f32; 2048]; a[i[0]] = 1.0; y[i] = a[1]; }", &[]);
        codes("|i: Index<1>| { let mut a = [0f32; 2049]; a[i[0]] = 1.0; y[i] = a[1]; }", &["AMP026"]);
        codes(
            "|i: Index<1>| { let a = [0f32; 1500]; let b = [[1u32; 10]; 60]; y[i] = a[i[0]] + b[0][i[0]] as f32; }",
            &["AMP026"],
        );
    }

    #[test]
    fn private_memory_counts_declared_variables() {
        let twice = "let mut s = 0.0; for v in a { s += v; } for v in a { s *= v; } y[i] = s;";
        codes(&format!("|i: Index<1>| {{ let a = [0f32; 2000]; {twice} }}"), &[]);
        codes(&format!("|i: Index<1>| {{ let mut a = [0f32; 1000]; a[i[0]] = 1.0; {twice} }}"), &[]);
        codes("|i: Index<1>| { for v in [0f32; 2000] { y[i] += v; } }", &[]);
        codes("|i: Index<1>| { for v in [0f32; 3000] { y[i] += v; } }", &["AMP026"]);
    }
}
