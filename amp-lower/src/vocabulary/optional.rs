//! Methods of scalars whose result is an `Option`, such as `checked_add`.

/// The names of the methods.
const METHODS: &[&str] = &["then", "then_some"];

/// Whether scalars have a method of this name in the table. The runtime declares these methods as device
/// functions.
pub(crate) fn has(name: &str) -> bool {
    METHODS.contains(&name) || name.starts_with("checked_")
}
