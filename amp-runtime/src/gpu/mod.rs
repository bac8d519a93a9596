//! Accelerators that wgpu reaches. No type of wgpu leaves this module.

mod adapter;
mod buffer;
mod device;
mod download;
mod launch;
mod pipeline;
mod queue;
mod scatter;
mod transfer;

pub(crate) use adapter::{Adapter, adapters};
pub(crate) use buffer::GpuBuffer;
pub(crate) use download::Download;
pub(crate) use launch::{Binding, launch};
pub(crate) use queue::Queue;
pub(crate) use transfer::Region;
