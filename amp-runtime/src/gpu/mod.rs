//! Accelerators that wgpu reaches. No type of wgpu leaves this module.

mod adapter;
mod buffer;
mod cache;
mod clock;
mod deep;
mod device;
mod download;
mod grid;
mod heaps;
mod inside;
mod launch;
mod pipeline;
mod pool;
mod queue;
mod scatter;
mod transfer;
mod upload;

pub(crate) use adapter::{Adapter, adapters};
pub(crate) use buffer::GpuBuffer;
pub(crate) use download::Download;
pub(crate) use inside::outside;
pub(crate) use launch::{Binding, launch, warm_up};
pub(crate) use queue::Queue;
pub(crate) use transfer::Region;
pub(crate) use upload::Staging;
