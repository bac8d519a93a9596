//! The interface to generated code: the traits that expansions implement, and the items that they call. See
//! `README.md` in this folder.

pub(crate) mod builtin_methods;
pub(crate) mod checked;
pub(crate) mod const_checks;
mod constant_slices;
pub(crate) mod constant_text;
pub(crate) mod cpu;
#[cfg(feature = "glam")]
pub(crate) mod glam_functions;
mod host_values;
pub(crate) mod items;
pub(crate) mod link;
pub(crate) mod maybe_builtin;
pub(crate) mod optional_item;
pub(crate) mod own_index;
pub(crate) mod probe;
pub(crate) mod program;
pub(crate) mod recursion;
pub(crate) mod slice_arguments;
pub(crate) mod slots;
pub(crate) mod sum_operators;
pub(crate) mod unmarked;
pub(crate) mod view_structs;
