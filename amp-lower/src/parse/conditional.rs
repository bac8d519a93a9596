//! `#[cfg]` inside of what a macro is given. rustc leaves out what it excludes after the macro has run: the device would have both
//! halves.

use crate::diagnostics::{Code, Diagnostics};
use crate::site::Site;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Refuses every one.
pub(crate) fn refuse(tokens: &TokenStream, diagnostics: &mut Diagnostics) {
    let mut after_hash = false;
    for token in tokens.clone() {
        if let TokenTree::Group(group) = &token {
            let first = group.stream().into_iter().next();
            match first {
                Some(TokenTree::Ident(name))
                    if after_hash && group.delimiter() == Delimiter::Bracket && is_conditional(&name) =>
                {
                    let detail = format!(
                        "`#[{name}]`, which macros see too early; write it above the attribute of the whole item, or ask for a constant: `const FAST: bool = cfg!(..);`"
                    );
                    diagnostics.report(Code::AMP001, Site::from(group.span()), detail);
                }
                _ => refuse(&group.stream(), diagnostics),
            }
        }
        after_hash = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
    }
}

/// Whether rustc decides by an attribute of this name what stands there.
pub(crate) fn is_conditional(name: &proc_macro2::Ident) -> bool {
    name == "cfg" || name == "cfg_attr"
}

#[cfg(test)]
mod tests {
    use crate::testing::codes;

    #[test]
    fn is_refused_wherever_it_stands() {
        codes(
            "|i: Index<1>| { #[cfg(any())] { y[i] = 5.0; } #[cfg(any())] let a = 1; match n { #[cfg_attr(all(), cfg(any()))] 0 => {} _ => {} } }",
            &["AMP001", "AMP001", "AMP001"],
        );
    }
}
