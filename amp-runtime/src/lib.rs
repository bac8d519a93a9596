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
//! assert_eq!(view.to_vec()?[1], 5.0); // reads the newest data
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
//! - `vulkan`, `metal`, `dx12` (on by default): the back ends of wgpu. Without all of them, the CPU accelerators remain, and
//!   the build takes a fraction of the time: `default-features = false, features = ["checked", "glam"]`.
//! - `tracing`: spans of the crate [`tracing`](https://docs.rs/tracing) with the target `amp`, for launches, kernels on
//!   the host, transfers, waits and pipeline builds.
//! - `ndarray`: `ArrayView::from_ndarray` and `to_ndarray`, which convert from and to ndarray's arrays.

// Without wgpu, some code for transfers and queues has no caller.
#![cfg_attr(not(feature = "wgpu"), allow(dead_code))]

// Expansions refer to this crate as `::amp`, even inside this crate.
extern crate self as amp;

#[doc(hidden)]
pub mod __private;
mod abi;
mod cpu_math;
mod data;
mod device;
mod functions;
mod launch;
pub mod prelude;
mod support;
pub mod traits;
mod types;

pub use amp_macros::{GpuType, GpuViews, amp, device, kernel, op};
#[doc(no_inline)]
pub use half::f16;

#[cfg(feature = "wgpu")]
pub use data::interop;
pub use data::{
    Array, ArrayView, ArrayViewMut, AtomicView, ReadGuard, Transfers, ViewIter, WriteGuard,
    set_lost_data_hook,
};
pub use data::{CopySource, CopyTarget, copy, copy_async, copy_to_slice_async};
pub use device::{
    Accelerator, AcceleratorView, Activity, CompletionFuture, LaunchTime, Limits, Profile, QueuingMode, Trace,
};
#[cfg(feature = "glam")]
pub use functions::glam;
pub use functions::{
    Expected, atomic_compare_exchange, atomic_exchange, atomic_fetch_add, atomic_fetch_and, atomic_fetch_dec,
    atomic_fetch_inc, atomic_fetch_max, atomic_fetch_min, atomic_fetch_or, atomic_fetch_sub,
    atomic_fetch_xor, atomic_load, atomic_store,
};
pub use functions::{fast_math, precise_math, subgroup};
pub use launch::{
    BoundsCheck, DeviceCount, Domain, ExplainedAccess, ExplainedCapture, Explanation, IntoDomain, Kernel,
    ReadableView,
};
pub use launch::{ElementsOf, Op, OpSignature, compose, compose2, compose3, elements, queue_of, rows};
pub use launch::{parallel_for_each, warm_up, warm_up_async};
pub use support::print_hook::set_print_hook;
pub use support::{Access, AccessKind, Error, Result};
pub use types::{Atomic, AtomicInt, AtomicValue, Element, Float, GpuType, Int, Scalar, Value, zeroed};
pub use types::{Extent, Index, TileBarrier, TiledExtent, TiledIndex, uniform};
