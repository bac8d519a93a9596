//! The wgpu back end: adapters, devices, queues, transfers, pipelines and dispatches. Types of wgpu stay
//! inside this module, except for the re-exports of `interop`. Launches and copies of one queue are recorded
//! in a batch, and submitted when a result is needed or the batch is full. The next fallible call returns
//! errors that a device reports outside of a call.

mod adapter;
mod buffer;
mod deep_stack;
mod device;
mod disk_cache;
mod download;
mod grid;
mod indirect;
mod launch;
mod memory_size;
mod output;
mod pipeline;
mod pool;
mod queue;
mod reentrancy;
mod scatter;
mod timing;
mod transfer;
mod traps;
mod upload;

pub(crate) use adapter::{Adapter, adapters};
pub(crate) use buffer::GpuBuffer;
pub(crate) use download::Download;
pub(crate) use indirect::IndirectCount;
pub(crate) use launch::{Binding, launch, warm_up};
pub(crate) use queue::Queue;
pub(crate) use reentrancy::check_not_in_callback;
pub(crate) use timing::collect_all_times;
pub(crate) use transfer::Region;
pub(crate) use upload::Staging;
