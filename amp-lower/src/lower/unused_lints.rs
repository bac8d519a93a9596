//! Collects facts that rustc's unused-lints cannot find in the code of either back end: variables that are
//! never mentioned again, and calls that both back ends replace.

use super::context::Context;
use super::path;
use proc_macro2::Ident;

impl Context<'_> {
    /// Records the path of a call that both back ends replace. The expansion mentions the path, so that rustc
    /// counts its import as used.
    pub(super) fn record_replaced_call(&mut self, call: &syn::ExprCall) {
        let syn::Expr::Path(path) = &*call.func else { return };
        let mut path = path.path.clone();
        if let Some(last) = path.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        let path = path::lower(&path);
        if !self.body.intrinsic_calls.iter().any(|(other, _)| other.source == path.source) {
            self.body.intrinsic_calls.push((path, call.args.len()));
        }
    }

    /// The variables that the body never mentions after their declaration. Empty if the body has local
    /// closures, because lowering may not see every variable that they mention.
    pub(super) fn unused_variables(&self) -> Vec<Ident> {
        if !self.names.closures.is_empty() {
            return Vec::new();
        }
        let named = self.names.opaque_type_names.borrow();
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
    fn unmentioned_variables_are_unused() {
        assert_eq!(unused("|i: Index<1>| { let b = a; let _c = a; let (d, e) = (b, a); y[i] = d; }"), ["e"]);
        assert_eq!(unused("|i: Index<1>| { for k in 0..4 { y[i] = 1.0; } let mut s = 0.0; s = a; }"), ["k"]);
    }

    #[test]
    fn closures_disable_unused_variables() {
        assert!(unused("|i: Index<1>| { let b = a; let f = |v: f32| v + b; y[i] = 1.0; }").is_empty());
    }
}
