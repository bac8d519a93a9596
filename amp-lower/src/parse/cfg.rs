//! Rejects `#[cfg]` inside the input of a macro.
//!
//! rustc evaluates the attribute after the macro has run. So the device code would contain the annotated code
//! even if the condition is false.

use crate::diagnostics::{Code, Diagnostics};
use crate::site::Site;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Reports every `#[cfg]` and `#[cfg_attr]` among the tokens.
pub(crate) fn reject_cfg(tokens: &TokenStream, diagnostics: &mut Diagnostics) {
    let mut after_hash = false;
    for token in tokens.clone() {
        if let TokenTree::Group(group) = &token {
            let first = group.stream().into_iter().next();
            match first {
                Some(TokenTree::Ident(name))
                    if after_hash && group.delimiter() == Delimiter::Bracket && is_cfg(&name) =>
                {
                    let detail = format!(
                        "`#[{name}]` inside a kernel; write it above the attribute of the whole item, or test a constant: `const FAST: bool = cfg!(..);`"
                    );
                    diagnostics.report(Code::AMP001, Site::from(group.span()), detail);
                }
                _ => reject_cfg(&group.stream(), diagnostics),
            }
        }
        after_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
    }
}

/// Whether an attribute of this name makes an item conditional.
pub(crate) fn is_cfg(name: &proc_macro2::Ident) -> bool {
    name == "cfg" || name == "cfg_attr"
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn cfg_is_rejected_at_every_depth() {
        codes(
            "|i: Index<1>| { #[cfg(any())] { y[i] = 5.0; } #[cfg(any())] let a = 1; match n { #[cfg_attr(all(), cfg(any()))] 0 => {} _ => {} } }",
            &["AMP001", "AMP001", "AMP001"],
        );
    }
}
