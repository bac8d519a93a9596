//! What rustc's lints are to know of a body that neither output shows: which variables nothing names again, and which functions are
//! called that both outputs say in words of their own.

use super::cx::Cx;
use proc_macro2::Ident;

impl Cx<'_> {
    /// A call that neither output makes as it is written.
    pub(super) fn replaces(&mut self, call: &syn::ExprCall) {
        let syn::Expr::Path(path) = &*call.func else { return };
        let mut path = path.path.clone();
        if let Some(last) = path.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        if !self.body.replaced.iter().any(|(other, _)| *other == path) {
            self.body.replaced.push((path, call.args.len()));
        }
    }

    /// The variables that nothing names again. What a closure names is not known where nobody calls it.
    pub(super) fn unused(&self) -> Vec<Ident> {
        if !self.closures.is_empty() {
            return Vec::new();
        }
        let named = self.named.borrow();
        let variables = self.body.variables.iter().filter(|it| !it.temporary).map(|it| &it.ident);
        let is_unused = |ident: &&Ident| {
            let name = ident.to_string();
            !name.starts_with('_') && !named.contains(&name)
        };
        variables.filter(is_unused).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::unused;

    #[test]
    fn finds_what_nothing_names() {
        assert_eq!(unused("|i: Index<1>| { let b = a; let _c = a; let (d, e) = (b, a); y[i] = d; }"), ["e"]);
        assert_eq!(unused("|i: Index<1>| { for k in 0..4 { y[i] = 1.0; } let mut s = 0.0; s = a; }"), ["k"]);
    }

    #[test]
    fn says_nothing_of_what_a_closure_may_name() {
        assert!(unused("|i: Index<1>| { let b = a; let f = |v: f32| v + b; y[i] = 1.0; }").is_empty());
    }
}
