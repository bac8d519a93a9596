//! The module `gpu` of a build without the feature `wgpu`: no adapter exists, so its types have no values.
//!
//! The types have the interface of the module `gpu`. Code that uses them compiles, and rustc removes it.

use std::sync::Arc;

use amp_shader::Template;

use crate::device::accelerator::Limits;
use crate::device::completion::Waiter;
use crate::device::profile::Profiler;
use crate::device::queue::Awaited;
use crate::device::stats::Activity;
use crate::support::error::Result;
use crate::support::ranges::Ranges;
use crate::support::trace::KernelDetails;

/// A wgpu adapter; there is none.
pub(crate) enum Adapter {}

/// A wgpu device; there is none.
pub(crate) enum Device {}

/// The queue of a device; there is none.
pub(crate) enum Queue {}

/// A buffer on a device; there is none.
pub enum GpuBuffer {}

/// A download in progress; there is none.
pub(crate) enum Download {}

/// A captured value or view, in the form that a launch on a device needs.
pub enum Binding {
    /// The words of a captured value.
    Value(Vec<u32>),
    /// A captured view. No value of this variant exists, because no [`GpuBuffer`] exists.
    View {
        /// The buffer with the view's data.
        buffer: Arc<GpuBuffer>,
        /// The position of the view's first element in the buffer, in elements.
        offset: usize,
        /// The extent of the view.
        extent: Vec<usize>,
        /// The distance in elements between neighbours along each dimension.
        stride: Vec<usize>,
        /// Whether the view starts at the beginning of the buffer, and its elements are contiguous.
        contiguous: bool,
        /// Whether the kernel writes to the view.
        written: bool,
    },
}

/// The number of elements of an indirect launch, and the number of elements for each work-item.
pub(crate) struct IndirectCount {
    #[allow(dead_code)] // no launch reads it
    pub(crate) binding: Binding,
    #[allow(dead_code)]
    pub(crate) size: usize,
}

/// A region of a copy between two device buffers, in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) len: usize,
}

/// The behaviour of an upload when no staging buffer is free.
#[derive(Clone, Copy)]
pub(crate) enum Staging {
    Wait,
    Temporary,
}

/// The adapters of the machine: none.
pub(crate) fn adapters() -> Vec<Adapter> {
    Vec::new()
}

/// Always succeeds. Without wgpu, no code runs in a callback of wgpu.
#[inline]
pub(crate) fn check_not_in_callback() -> Result<()> {
    Ok(())
}

/// Does nothing. Without wgpu, there is no device whose times could be collected.
pub(crate) fn collect_all_times() -> Result<()> {
    Ok(())
}

pub(crate) fn launch(
    queue: &Queue,
    _: std::any::TypeId,
    _: &Template<'_>,
    _: &[usize],
    _: &[Binding],
    _: Option<&IndirectCount>,
    _: Option<KernelDetails>,
) -> Result<()> {
    match *queue {}
}

pub(crate) fn warm_up(queue: &Queue, _: std::any::TypeId, _: &Template<'_>, _: &[Binding]) -> Result<()> {
    match *queue {}
}

/// Defines methods of a type without values.
macro_rules! unreachable_methods {
    ($($ty:ident { $(fn $name:ident($($argument:ty),*) -> $result:ty;)* })*) => {$(
        impl $ty {$(
            pub(crate) fn $name(&self $(, _: $argument)*) -> $result {
                match *self {}
            }
        )*}
    )*};
}

unreachable_methods! {
    Adapter {
        fn description() -> &str;
        fn path() -> String;
        fn driver() -> String;
        fn is_software() -> bool;
        fn shares_memory() -> bool;
        fn dedicated_memory() -> Option<u64>;
        fn supports_f64() -> bool;
        fn supports_f16() -> bool;
        fn supports_i64() -> bool;
        fn supports_subgroups() -> bool;
        fn limits() -> Limits;
        fn device() -> Result<Arc<Device>>;
    }
    Queue {
        fn flush() -> Result<()>;
        fn wait() -> Result<()>;
        fn collect_times() -> Result<()>;
        fn activity() -> Activity;
        fn is_lost() -> bool;
        fn waiter() -> Arc<Waiter>;
        fn allocate(usize, bool) -> Result<Arc<GpuBuffer>>;
    }
    GpuBuffer {
        fn waiter() -> Arc<Waiter>;
        fn is_on_same_device(&GpuBuffer) -> bool;
        fn is_same_buffer(&GpuBuffer) -> bool;
        fn is_on_device_of(&Queue) -> bool;
        fn upload(&[(usize, impl AsRef<[u8]>)], Staging) -> Result<()>;
        fn download(&mut [(usize, &mut [u8])], usize) -> Result<()>;
        fn begin_download(&Ranges) -> Result<Download>;
        fn copy_from(&GpuBuffer, &[Region]) -> Result<()>;
    }
    Download {
        fn accelerator() -> &str;
    }
}

impl Queue {
    pub(crate) fn new(device: Arc<Device>, _: bool, _: Arc<Profiler>) -> Result<Arc<Self>> {
        match *device {}
    }

    pub(crate) fn marker(&self, _: Awaited) -> Result<impl FnOnce() -> Result<()> + Send + use<>> {
        match *self {}
        #[allow(unreachable_code)] // gives the opaque type
        Ok(|| Ok(()))
    }
}

impl Download {
    pub(crate) fn wait(self) -> Result<Vec<u8>> {
        match self {}
    }
}
