//! C++ AMP's programming model for Rust: data-parallel kernels on any GPU, and on the CPU.
//!
//! A macro compiles each kernel to a shader for every GPU that wgpu reaches, and to vectorised native code for the
//! CPU. Views move data to the accelerator before a launch that needs it, and back when the host reads it.
//!
//! ```
//! use amp::prelude::*;
//!
//! let mut values = vec![1.0f32; 6];
//! let mut view = ArrayViewMut::with_extent([2, 3], &mut values)?;
//! view[[0, 1]] = 5.0;                 // on the host
//! assert_eq!(view.to_vec()?[1], 5.0); // wherever it is
//! view.finish()?;
//! assert_eq!(values[1], 5.0);
//! # Ok::<(), amp::Error>(())
//! ```
//!
//! `docs/language.md` lists what kernels may contain. `docs/language/math.md` has the accuracy of [`fast_math`], of
//! [`precise_math`] and of the methods of numbers.
//!
//! # Crate name
//!
//! Macros refer to this library as `::amp`. If you depend on it under another name, or through a crate that
//! re-exports it, add one line to the root of your crate: `extern crate other_name as amp;`, or
//! `extern crate self as amp;` beside `pub use inner::amp::*;`.
//!
//! # Features
//!
//! - `glam` (on by default): [`glam`](https://docs.rs/glam)'s vectors and matrices in kernels, as elements, and in
//!   the prelude.
//! - `checked` (on by default): a checked version of each kernel, for [`Accelerator::cpu_checked`]. Without it,
//!   kernels compile faster.
//! - `ndarray`: `ArrayView::from_ndarray` and `to_ndarray`, which convert from and to ndarray's arrays.

// Expansions inside this crate also refer to `::amp`.
extern crate self as amp;

// Runs the examples of README.md as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[doc(hidden)]
pub mod __private;
mod accelerator;
mod accelerator_view;
mod array;
mod atomics;
mod bound_captures;
mod capture;
mod checked;
mod coherence;
mod complaint;
mod completion;
mod const_checks;
mod const_string;
mod copy;
mod cpu;
mod device;
mod domain;
mod element;
mod error;
mod explain;
mod extent;
pub mod fast_math;
mod forked;
#[cfg(feature = "glam")]
pub mod glam;
mod gpu;
mod host;
mod index;
pub mod interop;
mod kernel;
mod keyed;
mod launch;
mod math;
mod maybe_builtin;
#[cfg(feature = "ndarray")]
mod ndarray;
mod panic_payload;
pub mod precise_math;
pub mod prelude;
mod profile;
mod ranges;
mod recursion;
mod shape;
mod source_location;
mod stats;
mod storage;
pub mod subgroup;
mod sync;
mod tile;
mod twin;
mod view;

pub use amp_macros::{GpuType, amp, device, kernel};
#[doc(no_inline)]
pub use half::f16;

pub use accelerator::{Accelerator, Limits};
pub use accelerator_view::{AcceleratorView, QueuingMode};
pub use array::Array;
pub use atomics::{
    Expected, atomic_compare_exchange, atomic_exchange, atomic_fetch_add, atomic_fetch_and, atomic_fetch_dec,
    atomic_fetch_inc, atomic_fetch_max, atomic_fetch_min, atomic_fetch_or, atomic_fetch_sub,
    atomic_fetch_xor, atomic_load, atomic_store,
};
pub use completion::CompletionFuture;
pub use copy::{CopySource, CopyTarget, copy, copy_async, copy_to_slice_async};
pub use domain::{Domain, IntoDomain};
pub use element::{Atomic, AtomicInt, Element, Float, GpuType, Int, Scalar, Value};
pub use error::{Access, AccessKind, Error, Result};
pub use explain::{BoundsCheck, ExplainedAccess, ExplainedCapture, Explanation};
pub use extent::Extent;
pub use index::Index;
pub use kernel::{Kernel, parallel_for_each, warm_up, warm_up_async};
pub use profile::{LaunchTime, Profile};
pub use stats::Activity;
pub use storage::Transfers;
pub use tile::{TileBarrier, TiledExtent, TiledIndex, uniform};
pub use view::{ArrayView, ArrayViewMut, AtomicView, ReadGuard, WriteGuard};
