//! Hygiene of `macro_rules!`: a variable that a macro declares and one that its caller declares are
//! different, even with equal names.
//!
//! Stable Rust does not expose the syntax context of a token, but the `Debug` output of a span contains it as
//! a number. Without that number (outside rustc, for example) names are compared as text. rustc verifies the
//! result: the expansion (`emit::expansion::borrowck_copy`) asserts that names which amp treats as different
//! are different for rustc, too. So a kernel from a procedural macro is rejected if tokens with different
//! contexts denote one variable for rustc. amp does not support such kernels.

use super::context::{Binding, Context};
use proc_macro2::Ident;
use std::collections::HashMap;

/// A name with its syntax context. Items of `macro_rules!` are not hygienic, so their names have no context.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name {
    text: String,
    context: Option<u32>,
}

impl Name {
    pub(super) fn of(ident: &Ident) -> Self {
        let own = Name::of_item(ident);
        // A function has at most one `self`, so its context does not matter.
        if own.text == "self" {
            return own;
        }
        Name { context: syntax_context(&format!("{:?}", ident.span())), ..own }
    }

    pub(super) fn of_item(ident: &Ident) -> Self {
        Name { text: ident.to_string(), context: None }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The name of a loop label.
    pub(super) fn of_label(label: &syn::Lifetime) -> Self {
        Name::of(&label.ident)
    }

    /// The same name without a context, to which items of this name are bound.
    pub(super) fn as_item(&self) -> Self {
        Name { context: None, ..self.clone() }
    }
}

/// The syntax context in the `Debug` output of a span: 5 in `#5 bytes(12..14)`.
fn syntax_context(debug: &str) -> Option<u32> {
    debug.strip_prefix('#')?.split_once(' ')?.0.parse().ok()
}

/// All names in the body, grouped by text. A group has one entry for each syntax context: the name, an
/// identifier with this name, and whether the body binds the name to something other than a constant.
#[derive(Default)]
pub(super) struct Renames(HashMap<String, Vec<(Name, Ident, bool)>>);

impl Renames {
    pub(super) fn add(&mut self, name: &Name, ident: &Ident, bound: bool) {
        let all = self.0.entry(name.text.clone()).or_default();
        match all.iter_mut().find(|(known, ..)| known == name) {
            Some((.., is_bound)) => *is_bound |= bound,
            None => all.push((name.clone(), ident.clone(), bound)),
        }
    }

    /// Pairs of identifiers with equal text and different contexts, if the body binds at least one of them.
    fn hygiene_pairs(self) -> Vec<(Ident, Ident)> {
        let mut alike: Vec<_> =
            self.0.into_values().filter(|all| all.iter().any(|(.., bound)| *bound)).collect();
        alike.sort_by(|a, b| a[0].1.cmp(&b[0].1));
        let pairs = alike.into_iter().flat_map(|all| {
            let (_, first, _) = all[0].clone();
            all.into_iter().skip(1).map(move |(_, other, _)| (first.clone(), other))
        });
        pairs.collect()
    }
}

impl Context<'_> {
    /// Binds a name in the current scope.
    pub(super) fn bind(&mut self, ident: &Ident, binding: Binding) {
        let name = Name::of(ident);
        self.names.renames.get_mut().add(&name, ident, !matches!(binding, Binding::Const));
        if let Some(scope) = self.names.scopes.last_mut() {
            scope.insert(name, binding);
        }
    }

    /// The binding of a name that is in scope; `None` for an unknown name.
    pub(super) fn lookup(&self, ident: &Ident) -> Option<Binding> {
        let name = Name::of(ident);
        self.names.renames.borrow_mut().add(&name, ident, false);
        let item = name.as_item();
        let meant = |scope: &HashMap<Name, Binding>| scope.get(&name).or_else(|| scope.get(&item)).copied();
        let found = self.names.scopes.iter().rev().find_map(meant);
        if let Some(Binding::Var(_)) = found {
            self.names.opaque_type_names.borrow_mut().insert(ident.to_string());
        }
        found
    }

    /// Returns the pairs of names that rustc must confirm to be different variables, and removes them from
    /// the context.
    pub(super) fn take_hygiene_pairs(&mut self) -> Vec<(Ident, Ident)> {
        self.names.renames.take().hygiene_pairs()
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, Renames, syntax_context};
    use quote::format_ident;

    #[test]
    fn span_debug_contains_the_context() {
        assert_eq!(syntax_context("#0 bytes(12..14)"), Some(0));
        assert_eq!(syntax_context("#27 bytes(1..2)"), Some(27));
        for other in ["bytes(1..2)", "Span", "#", "#x bytes(1..2)", ""] {
            assert_eq!(syntax_context(other), None);
        }
    }

    #[test]
    fn equal_names_in_two_contexts_are_checked() {
        let t = format_ident!("t");
        let named = |context| Name { text: "t".to_owned(), context: Some(context) };
        let alike = |bound: [bool; 2]| {
            let mut seen = Renames::default();
            seen.add(&named(0), &t, bound[0]);
            seen.add(&named(5), &t, bound[1]);
            seen.add(&named(5), &t, false);
            seen.hygiene_pairs().len()
        };
        assert_eq!(alike([true, false]), 1);
        assert_eq!(alike([false, true]), 1);
        // The body binds neither name. Both may name functions, and two functions of one name are legal in
        // different blocks.
        assert_eq!(alike([false, false]), 0);
    }
}
