//! Together with [`wgpu`]: devices and buffers of others, and amp's own.
//!
//! wgpu breaks its interface with every major version, and this module follows it: it is the only place where amp's does.
//! Whatever is submitted to a queue by hand is ordered with what amp submits; what amp has gathered and not yet submitted is
//! sent on its way by the functions here.
//!
//! Functions that wgpu calls later (`on_submitted_work_done`, `map_async` and the like) must not call amp. wgpu calls them
//! from within whatever polls the device or submits to it, on that thread, and that may be amp, which has its queue locked then:
//! what is sent to a device and the order in which it is noted must not come apart. Whatever can fail then returns
//! [`Error::InCallback`]; what cannot, such as `discard_data()` and `view[index]`, must not be used there on data that is being
//! moved, or it waits for ever. Have such a function send a message to a thread that calls amp, or use
//! [`create_marker().then(..)`](crate::CompletionFuture::then), whose function may do anything.
//!
//! ```
//! use amp::prelude::*;
//! use amp::interop;
//!
//! # fn main() -> amp::Result<()> {
//! let Some(gpu) = Accelerator::all().into_iter().find(interop::is_wgpu) else { return Ok(()) };
//! let view = gpu.default_view();
//! let mut array = Array::from_slice_on(&view, [4], &[1u32, 2, 3, 4])?;
//! // A command of wgpu, between two kernels.
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

use crate::accelerator::{Accelerator, Backend};
use crate::accelerator_view::AcceleratorView;
use crate::array::Array;
use crate::element::GpuType;
use crate::error::{Error, Result};
use crate::extent::Extent;
use crate::gpu::Adapter;
use crate::ranges::Ranges;

/// Whether wgpu is behind an accelerator.
#[must_use]
pub fn is_wgpu(accelerator: &Accelerator) -> bool {
    matches!(accelerator.backend(), Backend::Gpu(_))
}

/// An accelerator whose views all use this device, with the features and limits that it was opened with.
///
/// The device's callbacks for lost devices and uncaptured errors become amp's: amp must hear of both. A device that amp has
/// already, one of its own or one that was adopted before, may be adopted as well. It is not listed by [`Accelerator::all`].
#[must_use]
pub fn adopt(adapter: wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Accelerator {
    Accelerator::of(Backend::Gpu(Box::new(Adapter::adopt(adapter, device, queue))))
}

/// The adapter of an accelerator.
///
/// # Errors
/// [`Error::DeviceUnavailable`] if wgpu is not behind it.
pub fn adapter(accelerator: &Accelerator) -> Result<wgpu::Adapter> {
    match accelerator.backend() {
        Backend::Gpu(adapter) => Ok(adapter.wgpu().clone()),
        _ => Err(Error::DeviceUnavailable {
            accelerator: accelerator.description(),
            reason: "it is none of wgpu's".to_owned(),
        }),
    }
}

/// The device of a view.
///
/// # Errors
/// [`Error::DeviceUnavailable`] if there is none.
pub fn device(view: &AcceleratorView) -> Result<wgpu::Device> {
    Ok(view.queue()?.wgpu_device().clone())
}

/// The queue of a view; all launches so far are on it.
///
/// # Errors
/// [`Error::DeviceUnavailable`] if there is none; what the device reports.
pub fn queue(view: &AcceleratorView) -> Result<wgpu::Queue> {
    let queue = view.queue()?;
    queue.flush()?;
    Ok(queue.wgpu_queue().clone())
}

/// The buffer of an array, for commands that read it: its elements are there, row by row, from the first byte on. The
/// buffer may be longer. When the array is gone it still is what it was.
///
/// # Errors
/// [`Error::DeviceUnavailable`] if the array lives on the CPU; what the device reports.
pub fn buffer<T: GpuType, const N: usize>(array: &Array<T, N>) -> Result<wgpu::Buffer> {
    let queue = array.view.queue()?;
    let buffer = array.storage.on_view(&array.view, &array.storage.all())?;
    queue.flush()?;
    Ok(buffer.expose())
}

/// The buffer of an array, for commands that write to it. They must be submitted before amp is asked for the array again.
///
/// # Errors
/// As for [`buffer`].
pub fn buffer_mut<T: GpuType, const N: usize>(array: &mut Array<T, N>) -> Result<wgpu::Buffer> {
    const {
        assert!(
            T::PLAIN.any_bits(),
            "a command of wgpu could store a number that is none of an enum's variants: keep the number in a `u32` field, or take `interop::buffer` to read"
        );
    }
    let buffer = buffer(array)?;
    array.storage.written(array.view.place(), &array.storage.all());
    Ok(buffer)
}

/// An array of what lies in a buffer of the same device, row by row from the first byte on. It may be used outside as well,
/// where [`queue`] is asked for before.
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
/// [`Error::ExtentMismatch`] if the buffer is too small, or lacks one of the [`USAGES`];
/// [`Error::DeviceUnavailable`] if the view is not one of wgpu.
pub fn array<T: GpuType, const N: usize>(
    view: &AcceleratorView,
    buffer: wgpu::Buffer,
    extent: impl Into<Extent<N>>,
) -> Result<Array<T, N>> {
    const {
        assert!(
            T::PLAIN.any_bits(),
            "a buffer may hold a number that is none of an enum's variants: keep the number in a `u32` field"
        )
    }
    let array = Array::unsettled(view, extent.into())?;
    let bytes = array.storage.all().size() as u64;
    let refused = |reason: String| Err(Error::ExtentMismatch { reason });
    if buffer.size() < bytes || buffer.size() == 0 {
        let reason = format!("a buffer of {} bytes cannot be an array of {bytes} bytes", buffer.size());
        return refused(reason);
    }
    if !buffer.usage().contains(USAGES) {
        return refused(format!(
            "a buffer for {:?} cannot be an array, which needs {USAGES:?}",
            buffer.usage()
        ));
    }
    array.storage.adopt(view, view.queue()?.adopt(buffer, bytes));
    array.storage.written(view.place(), &Ranges::one(0..bytes as usize));
    Ok(array)
}

/// What a buffer must be made for to become an [`array`](fn@array).
pub const USAGES: wgpu::BufferUsages =
    wgpu::BufferUsages::STORAGE.union(wgpu::BufferUsages::COPY_SRC).union(wgpu::BufferUsages::COPY_DST);
