//! The error for a function that modifies values of a struct of views which is not `mut`. See `parse/view_structs` of
//! amp-lower.

use crate::types::Value;

/// A bound that no type meets. Only the function that stands for a modifying method requires it.
#[diagnostic::on_unimplemented(
    message = "this function modifies values of a struct of views that is not `mut`",
    label = "the values cannot change here",
    note = "declare the variable with `let mut`, or take the struct by `&mut`; a captured struct does not change, so make a `mut` copy of it"
)]
pub trait ModifiedValue: Value {}
