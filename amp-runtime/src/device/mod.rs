//! Accelerators and their queues, and the wgpu back end.

pub(crate) mod accelerator;
pub(crate) mod completion;
#[cfg(feature = "wgpu")]
pub(crate) mod gpu;
#[cfg(not(feature = "wgpu"))]
#[path = "no_gpu.rs"]
pub(crate) mod gpu;
pub(crate) mod profile;
pub(crate) mod queue;
pub(crate) mod stats;
mod trace;

pub use accelerator::{Accelerator, Limits};
pub use completion::CompletionFuture;
pub use profile::{LaunchTime, Profile};
pub use queue::{AcceleratorView, QueuingMode};
pub use stats::Activity;
pub use trace::Trace;
