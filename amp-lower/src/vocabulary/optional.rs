//! Methods of scalars that the runtime declares as device functions: those whose result is an `Option`, such as
//! `checked_add`, and some that are composed of built-in methods.

/// The names of the methods.
const METHODS: &[&str] = &["borrowing_sub", "carrying_add", "then", "then_some"];

/// Whether scalars have a method of this name, which the runtime declares as a device function.
pub(crate) fn has(name: &str) -> bool {
    METHODS.contains(&name) || name.starts_with("checked_")
}
