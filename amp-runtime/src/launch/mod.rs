//! Launches: domains, captures, kernels, and the executors of the CPU and the checked accelerator.

pub(crate) mod bound_captures;
pub(crate) mod capture;
pub(crate) mod checked;
mod compose;
pub(crate) mod cpu;
mod device_count;
pub(crate) mod dispatch;
pub(crate) mod domain;
pub(crate) mod explain;
mod explain_file;
mod fill;
pub(crate) mod kernel;
pub(crate) mod op;
mod op_rows;

pub use capture::ReadableView;
pub use compose::{compose, compose2, compose3, queue_of};
pub use device_count::DeviceCount;
pub use domain::{Domain, IntoDomain};
pub use explain::{BoundsCheck, ExplainedAccess, ExplainedCapture, Explanation};
pub use kernel::{Kernel, parallel_for_each, warm_up, warm_up_async};
pub use op::{Op, OpSignature};
pub use op_rows::{ElementsOf, elements, rows};
