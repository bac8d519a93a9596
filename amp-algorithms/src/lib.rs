//! Parallel algorithms for [`amp`]'s views and arrays: reductions, scans, selections, sorts, merges, set operations,
//! histograms, searches, random numbers, products with matrices, convolutions and Fourier transforms.
//!
//! ```
//! use amp::op;
//! use amp::prelude::*;
//! use amp_algorithms as alg;
//!
//! let (x, limit) = (ArrayView::new(&[3.0, 1.0, 4.0, 1.0, 5.0]), 2.0);
//! assert_eq!(alg::sum(&x)?, 14.0);
//! assert_eq!(alg::select(&x, op!(|v| v > limit))?.to_vec()?, [3.0, 4.0, 5.0]);
//! # Ok::<(), amp::Error>(())
//! ```
//!
//! `docs/algorithms.md` lists which algorithm solves which task.
//!
//! # Forms
//!
//! A function `f` has the forms `f_on(&queue, ..)` and `f_into(.., &mut out)`.
//!
//! | form | runs | result |
//! |---|---|---|
//! | `f` | where [`amp::parallel_for_each`] would run a kernel with this input | a value on the host, or an [`Array`](amp::Array) on that queue |
//! | `f_on` | on the queue | the same |
//! | `f_into` | on the queue of `out` if it is an array, else as `f` | in `out`; nothing is downloaded |
//!
//! The result of `select`, `reduce_by_key` and similar functions is a [`CountedArray`]. Its length is on the device, where
//! the next algorithm reads it.
//!
//! # Rules
//!
//! - **Operators** are ops: `op!(|a, b| a + b)` with captures, or a device function, `op!(add)`. They must be associative,
//!   and for reductions also commutative. Scans keep the order of their operands.
//! - **Order**: floats have the order of `total_cmp` wherever elements are compared by [`Key`].
//! - **Reproducibility**: a sum of floats has one order of additions for each accelerator and length, so it is the same in
//!   each run. A scan on the CPU also depends on the number of cores.
//! - **Empty input** is allowed. `sum` is zero, `reduce` is the identity, `min` is `None`, and arrays are empty.
//! - **Errors**: lengths that differ are [`Error::ExtentMismatch`](amp::Error::ExtentMismatch) with both lengths. A
//!   length of more than 0xFFFF_0000 is [`Error::LimitExceeded`](amp::Error::LimitExceeded).
//!
//! # Design
//!
//! - [`Input`] turns views, arrays, tuples and index spaces into ops `fn(usize) -> T`. [`amp::compose`] joins them with
//!   the caller's op. So each algorithm has one kernel for all inputs, and a tuple needs no intermediate array.
//! - `plan` chooses between two families of kernels. *Tiles* share tile memory, for GPUs. In *chunks*, a work-item loops
//!   over many elements, for CPUs. Both are correct on every accelerator, and the tests run both.
//! - [`Matrix`] turns views with two dimensions and their transposes into ops `fn(usize, usize) -> T`, in the same way.
//! - A [`Length`] is a number or a count on the device. Kernels take it as an op, so both kinds have the same kernels.
//! - [`Key`] maps integers and floats to unsigned integers with the same order. Sorts, searches and extrema handle only
//!   these integers.
//! - Intermediate results are views without a source and without defined contents (`scratch`). Their memory comes from the
//!   queue's pool.
//! - Scans, selections and radix sorts read the input once to combine blocks and once to write. This needs no progress
//!   guarantee between workgroups.
//!
//! This is a crate of its own, because its kernels need the macros, whose expansions name the crate `amp`.

#![forbid(unsafe_code)]

mod by_key;
mod compare;
mod counted_array;
mod elementwise;
mod error;
mod extrema;
mod find;
mod forms;
mod histogram;
mod input;
mod key;
mod length;
mod linear;
mod merge;
mod output;
#[doc(hidden)]
pub mod plan;
pub mod random;
mod rank;
mod rearrange;
mod reduce;
mod scan;
mod scatter;
mod scratch;
mod search;
mod segmented;
mod segments;
mod select;
mod sets;
mod signal;
mod sort;

pub use by_key::*;
pub use compare::*;
pub use counted_array::CountedArray;
pub use elementwise::*;
pub use extrema::*;
pub use find::*;
pub use histogram::*;
pub use input::{Input, ItemOp};
pub use key::{Key, Ordered};
pub use length::Length;
pub use linear::*;
pub use merge::{
    merge, merge_by, merge_by_into, merge_by_key, merge_by_key_into, merge_by_key_on, merge_by_on,
    merge_into, merge_on,
};
pub use output::{InPlace, Output};
pub use rank::*;
pub use rearrange::*;
pub use reduce::*;
pub use scan::*;
pub use scatter::*;
pub use search::*;
pub use segmented::*;
pub use select::*;
pub use sets::*;
pub use signal::*;
pub use sort::*;
