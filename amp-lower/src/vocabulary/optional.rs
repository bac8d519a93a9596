//! Methods of scalars whose result is an `Option`, such as `checked_add`.

/// The names of the methods.
const METHODS: &[&str] =
    &["then", "then_some", "checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"];

/// Whether scalars have a method of this name in the table. The runtime declares these methods as device
/// functions.
pub(crate) fn has(name: &str) -> bool {
    METHODS.contains(&name)
}
