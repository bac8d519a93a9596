//! Functions that kernels call: mathematics, atomic operations, subgroup operations, and the functions of
//! glam.

mod array_methods;
pub(crate) mod atomics;
mod characters;
pub mod fast_math;
pub(crate) mod fitting;
#[cfg(feature = "glam")]
pub mod glam;
mod option_result;
mod optional_scalars;
mod ordering;
pub mod precise_math;
mod ranges;
pub mod subgroup;
mod wrappers;

pub use atomics::{
    Expected, atomic_compare_exchange, atomic_exchange, atomic_fetch_add, atomic_fetch_and, atomic_fetch_dec,
    atomic_fetch_inc, atomic_fetch_max, atomic_fetch_min, atomic_fetch_or, atomic_fetch_sub,
    atomic_fetch_xor, atomic_load, atomic_store,
};
