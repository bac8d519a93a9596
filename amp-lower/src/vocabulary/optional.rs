//! Methods of scalars whose result is an `Option`.

/// The names of the methods.
const METHODS: &[&str] = &["then", "then_some"];

/// Whether scalars have a method of this name. The runtime compiles it like a device function.
pub(crate) fn has(name: &str) -> bool {
    METHODS.contains(&name) || name.starts_with("checked_")
}
