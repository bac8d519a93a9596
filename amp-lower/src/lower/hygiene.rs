//! Names of `macro_rules!`: a variable of a macro's own and one of its caller's are two, though they are called the same.
//!
//! Stable Rust does not show which of them a token is; a span's `Debug` does, by a number. Where it shows none (it is not rustc that
//! asks, say), names are their text. rustc has the last word: what is held for two variables here is asked for in the expansion
//! (`emit::expansion::ordinary`), and another macro's tokens, which are like the user's own, are refused by that.

use super::cx::{Binding, Cx};
use proc_macro2::Ident;
use std::collections::HashMap;

/// A name, and whose it is; none, where that is all the same: items have no hygiene.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name {
    text: String,
    context: Option<u32>,
}

impl Name {
    pub(super) fn of(ident: &Ident) -> Self {
        let own = Name::of_item(ident);
        // There is one `self` at most.
        if own.text == "self" {
            return own;
        }
        Name { context: context(&format!("{:?}", ident.span())), ..own }
    }

    pub(super) fn of_item(ident: &Ident) -> Self {
        Name { text: ident.to_string(), context: None }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The label of a loop.
    pub(super) fn of_label(label: &syn::Lifetime) -> Self {
        Name::of(&label.ident)
    }

    /// The same name as an item's.
    pub(super) fn as_item(&self) -> Self {
        Name { context: None, ..self.clone() }
    }
}

/// The number in what rustc prints of a span: `#5 bytes(12..14)`.
fn context(debug: &str) -> Option<u32> {
    debug.strip_prefix('#')?.split_once(' ')?.0.parse().ok()
}

/// The names of variables that were seen, by their text: each of the contexts once, and whether a variable is bound so.
#[derive(Default)]
pub(super) struct Seen(HashMap<String, Vec<(Name, Ident, bool)>>);

impl Seen {
    pub(super) fn add(&mut self, name: &Name, ident: &Ident, bound: bool) {
        let all = self.0.entry(name.text.clone()).or_default();
        match all.iter_mut().find(|(known, ..)| known == name) {
            Some((.., is_bound)) => *is_bound |= bound,
            None => all.push((name.clone(), ident.clone(), bound)),
        }
    }

    /// Those of one text that are held for two.
    fn alike(self) -> Vec<(Ident, Ident)> {
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

impl Cx<'_> {
    /// A name, in scope from here.
    pub(super) fn bind(&mut self, ident: &Ident, binding: Binding) {
        let name = Name::of(ident);
        self.seen.get_mut().add(&name, ident, !matches!(binding, Binding::Const));
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, binding);
        }
    }

    /// What a name means, if it means something already.
    pub(super) fn known(&self, ident: &Ident) -> Option<Binding> {
        let name = Name::of(ident);
        self.seen.borrow_mut().add(&name, ident, false);
        let item = name.as_item();
        let meant = |scope: &HashMap<Name, Binding>| scope.get(&name).or_else(|| scope.get(&item)).copied();
        let found = self.scopes.iter().rev().find_map(meant);
        if let Some(Binding::Var(_)) = found {
            self.named.borrow_mut().insert(ident.to_string());
        }
        found
    }

    /// What rustc is asked: whether these are two variables each.
    pub(super) fn alike(&mut self) -> Vec<(Ident, Ident)> {
        self.seen.take().alike()
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, Seen, context};
    use quote::format_ident;

    #[test]
    fn rustc_shows_a_context() {
        assert_eq!(context("#0 bytes(12..14)"), Some(0));
        assert_eq!(context("#27 bytes(1..2)"), Some(27));
        for other in ["bytes(1..2)", "Span", "#", "#x bytes(1..2)", ""] {
            assert_eq!(context(other), None);
        }
    }

    #[test]
    fn two_of_one_text_are_asked_about() {
        let t = format_ident!("t");
        let named = |context| Name { text: "t".to_owned(), context: Some(context) };
        let alike = |bound: [bool; 2]| {
            let mut seen = Seen::default();
            seen.add(&named(0), &t, bound[0]);
            seen.add(&named(5), &t, bound[1]);
            seen.add(&named(5), &t, false);
            seen.alike().len()
        };
        assert_eq!(alike([true, false]), 1);
        assert_eq!(alike([false, true]), 1);
        // Two functions of one name, say.
        assert_eq!(alike([false, false]), 0);
    }
}
