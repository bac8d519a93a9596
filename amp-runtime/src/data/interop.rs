//! Interoperation with [`wgpu`]: use wgpu's devices and buffers in amp, and access the devices and buffers of
//! amp.
//!
//! wgpu changes its interface with every major version, and this module changes with it. No other part of amp's
//! public API depends on wgpu's version. Commands that you submit to a wgpu queue run after the earlier
//! launches on the same queue of amp, because [`queue`] submits these launches. Later launches run after your
//! commands.
//!
//! Callbacks of wgpu (`on_submitted_work_done`, `map_async` and the like) must not call amp. wgpu runs them on
//! any thread that polls the device or submits to it. That thread may be inside a call of amp that holds the
//! lock of a queue. If the callback then calls a fallible function of amp, the function returns
//! [`Error::InCallback`]. An infallible function, such as `discard_data()` or `view[index]`, deadlocks if a
//! transfer of the same data is in progress. Instead, let the callback notify a thread that calls amp, or use
//! [`create_marker().then(..)`](crate::CompletionFuture::then), whose closure may call amp.
//!
//! ```
//! use amp::prelude::*;
//! use amp::interop;
//!
//! # fn main() -> amp::Result<()> {
//! let Some(gpu) = Accelerator::all().into_iter().find(interop::is_wgpu) else { return Ok(()) };
//! let view = gpu.default_view();
//! let mut array = Array::from_slice_on(&view, [4], &[1u32, 2, 3, 4])?;
//! // A command of wgpu, before a kernel of amp.
//! let buffer = interop::buffer_mut(&mut array)?;
//! let mut encoder = interop::device(&view)?.create_command_encoder(&Default::default());
//! encoder.clear_buffer(&buffer, 0, Some(8));
//! interop::queue(&view)?.submit([encoder.finish()]);
//! view.parallel_for_each(4, amp!(|i: Index<1>| array[i] += 1))?;
//! assert_eq!(array.to_vec()?, [1, 1, 4, 5]);
//! # Ok(())
//! # }
//! ```

pub use wgpu;

use crate::data::array::Array;
use crate::device::accelerator::{Accelerator, Backend};
use crate::device::gpu::Adapter;
use crate::device::queue::AcceleratorView;
use crate::support::error::{Error, Result};
use crate::support::ranges::Ranges;
use crate::types::GpuType;
use crate::types::extent::Extent;

/// Whether an accelerator is a wgpu adapter.
#[must_use]
pub fn is_wgpu(accelerator: &Accelerator) -> bool {
    matches!(accelerator.backend(), Backend::Gpu(_))
}

/// Makes an accelerator whose queues all use this device, with its features and limits.
///
/// amp replaces the device's callbacks for device loss and uncaptured errors by its own, and returns both
/// kinds of errors as [`Error`]s. You may adopt a device that amp already uses. [`Accelerator::all`] does not
/// list the new accelerator.
#[must_use]
pub fn adopt(adapter: wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Accelerator {
    Accelerator::of(Backend::Gpu(Box::new(Adapter::adopt(adapter, device, queue))))
}

/// The wgpu adapter of an accelerator.
///
/// # Errors
/// [`Error::DeviceUnavailable`] if the accelerator is not a wgpu adapter.
pub fn adapter(accelerator: &Accelerator) -> Result<wgpu::Adapter> {
    match accelerator.backend() {
        Backend::Gpu(adapter) => Ok(adapter.wgpu().clone()),
        _ => Err(Error::DeviceUnavailable {
            accelerator: accelerator.description(),
            reason: "it is not a wgpu adapter".to_owned(),
        }),
    }
}

/// The wgpu device of a queue.
///
/// # Errors
/// [`Error::DeviceUnavailable`] if the queue is not on a wgpu adapter.
pub fn device(view: &AcceleratorView) -> Result<wgpu::Device> {
    Ok(view.queue()?.wgpu_device().clone())
}

/// Submits all launches so far, and returns the wgpu queue behind an amp queue.
///
/// # Errors
/// [`Error::DeviceUnavailable`] if the queue is not on a wgpu adapter; errors of the device.
pub fn queue(view: &AcceleratorView) -> Result<wgpu::Queue> {
    let queue = view.queue()?;
    queue.flush()?;
    Ok(queue.wgpu_queue().clone())
}

/// The buffer of an array, for commands that read it. It has the elements in row-major order from the first
/// byte on. Unused bytes may follow the elements. The buffer stays valid after the array was dropped.
///
/// # Errors
/// [`Error::DeviceUnavailable`] if the array lives on the CPU; errors of the device.
pub fn buffer<T: GpuType, const N: usize>(array: &Array<T, N>) -> Result<wgpu::Buffer> {
    let queue = array.view.queue()?;
    let buffer = array.storage.resident_on_queue(&array.view, &array.storage.all())?;
    queue.flush()?;
    Ok(buffer.expose())
}

/// The buffer of an array, for commands that write to it. Submit them before the next use of the array through amp.
///
/// # Errors
/// The errors of [`buffer`].
pub fn buffer_mut<T: GpuType, const N: usize>(array: &mut Array<T, N>) -> Result<wgpu::Buffer> {
    const {
        assert!(
            T::PLAIN.any_bits(),
            "an array with enums has no writable wgpu buffer: wgpu commands could write invalid discriminants; use an integer type, or `interop::buffer` to read"
        );
    }
    let buffer = buffer(array)?;
    array.storage.mark_written(array.view.location(), &array.storage.all());
    Ok(buffer)
}

/// Makes an array over a buffer of the queue's device. The array's elements are in the buffer in row-major
/// order, from the first byte on. You may keep using the buffer. Call [`queue`] before each use: it submits the
/// launches that amp has recorded.
///
/// ```
/// use amp::interop::{self, wgpu::{self, util::DeviceExt}};
/// use amp::prelude::*;
///
/// # fn main() -> amp::Result<()> {
/// let Some(gpu) = Accelerator::all().into_iter().find(interop::is_wgpu) else { return Ok(()) };
/// let view = gpu.default_view();
/// let buffer = interop::device(&view)?.create_buffer_init(&wgpu::util::BufferInitDescriptor {
///     label: None,
///     contents: &[1, 0, 0, 0, 2, 0, 0, 0],
///     usage: interop::USAGES,
/// });
/// let mut array = interop::array::<u32, 1>(&view, buffer, [2])?;
/// view.parallel_for_each(2, amp!(|i: Index<1>| array[i] *= 10))?;
/// assert_eq!(array.to_vec()?, [10, 20]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Error::ExtentMismatch`] if the buffer is too small or lacks one of the [`USAGES`]; [`Error::DeviceUnavailable`] if
/// the queue is not on a wgpu adapter.
pub fn array<T: GpuType, const N: usize>(
    view: &AcceleratorView,
    buffer: wgpu::Buffer,
    extent: impl Into<Extent<N>>,
) -> Result<Array<T, N>> {
    const {
        assert!(
            T::PLAIN.any_bits(),
            "a wgpu buffer cannot become an array of enums: it could contain invalid discriminants; use an integer type"
        )
    }
    let array = Array::unallocated(view, extent.into())?;
    let bytes = array.storage.all().size() as u64;
    let refused = |reason: String| Err(Error::ExtentMismatch { reason });
    if buffer.size() < bytes || buffer.size() == 0 {
        let reason =
            format!("a buffer of {} bytes is too small for an array of {bytes} bytes", buffer.size());
        return refused(reason);
    }
    if !buffer.usage().contains(USAGES) {
        return refused(format!(
            "a buffer with usages {:?} cannot become an array; create it with `amp::interop::USAGES`: {USAGES:?}",
            buffer.usage()
        ));
    }
    array.storage.adopt_buffer(view, view.queue()?.adopt(buffer, bytes));
    array.storage.mark_written(view.location(), &Ranges::one(0..bytes as usize));
    Ok(array)
}

/// The usages that a buffer needs to become an [`array`](fn@array).
pub const USAGES: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);
