//! An open device and its errors. wgpu reports errors through callbacks, outside of the call that caused
//! them. This module stores them, and the next fallible call returns the first one. A device loss is
//! permanent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use super::disk_cache::Cache;
use super::indirect;
use super::pipeline::Pipelines;
use super::queue::Queue;
use super::reentrancy::guarded;
use super::scatter;
use crate::device::completion::Waiter;
use crate::support::error::{Error, Result};
use crate::support::fork_detection::{self, Started};
use crate::support::sync::lock;

/// The maximum duration of each wait in `Device::loss` for wgpu's report of a device loss.
const LOSS_TIMEOUT: Duration = Duration::from_secs(1);

/// A wgpu device, with the caches that belong to it.
pub(crate) struct Device {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) limits: wgpu::Limits,
    pub(super) features: wgpu::Features,
    pub(super) description: String,
    pub(super) pipelines: Pipelines,
    pub(super) cache: Cache,
    pub(super) waiter: Arc<Waiter>,
    /// The queues that submit to this device.
    pub(super) queues: Mutex<Vec<Weak<Queue>>>,
    /// The compiled shader of the module `scatter`, which copies many regions in one dispatch.
    scatter: OnceLock<wgpu::ComputePipeline>,
    /// The compiled shader of the module `indirect`. `None` if the device has no indirect dispatches.
    indirect: OnceLock<Option<indirect::Shader>>,
    errors: Arc<DeviceErrors>,
}

/// Errors that wgpu reported through callbacks.
#[derive(Default)]
struct DeviceErrors {
    /// Whether any error is stored. Every launch reads only this flag, unless it is set.
    any: AtomicBool,
    /// The reason of a device loss. Once set, it stays set.
    lost: Mutex<Option<String>>,
    /// Signalled at a device loss.
    loss_reported: Condvar,
    /// The first error that no call has returned yet.
    error: Mutex<Option<StoredError>>,
}

impl DeviceErrors {
    fn record_loss(&self, reason: String) {
        lock(&self.lost).get_or_insert(reason);
        self.any.store(true, Ordering::Release);
        self.loss_reported.notify_all();
    }
}

/// An error that wgpu reported through a callback.
struct StoredError {
    error: wgpu::Error,
    /// The kernel that did not run because of the error. `None` if the kernel is unknown.
    kernel: Option<&'static str>,
}

/// All open devices. A wgpu device has only one set of callbacks, so amp keeps exactly one `Device` for each
/// wgpu device.
static OPEN: Mutex<Vec<Weak<Device>>> = Mutex::new(Vec::new());

impl Device {
    /// The `Device` for a wgpu device: the existing one if there is one, otherwise a new one.
    pub(super) fn of(
        device: wgpu::Device,
        queue: wgpu::Queue,
        info: &wgpu::AdapterInfo,
        description: String,
    ) -> Arc<Self> {
        let mut open = lock(&OPEN);
        open.retain(|known| known.strong_count() > 0);
        if let Some(known) = open.iter().filter_map(Weak::upgrade).find(|known| known.device == device) {
            return known;
        }
        let new = Device::new(device, queue, info, description);
        open.push(Arc::downgrade(&new));
        new
    }

    /// The devices that are open.
    pub(super) fn all_open() -> Vec<Arc<Self>> {
        lock(&OPEN).iter().filter_map(Weak::upgrade).collect()
    }

    fn new(
        device: wgpu::Device,
        queue: wgpu::Queue,
        info: &wgpu::AdapterInfo,
        description: String,
    ) -> Arc<Self> {
        let troubles = Arc::new(DeviceErrors::default());
        let for_errors = troubles.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            lock(&for_errors.error).get_or_insert(StoredError { error, kernel: None });
            for_errors.any.store(true, Ordering::Release);
        }));
        let for_loss = troubles.clone();
        device.set_device_lost_callback(move |reason, message| {
            let reason = if message.is_empty() { format!("{reason:?}") } else { message };
            for_loss.record_loss(reason);
        });
        Arc::new(Device {
            limits: device.limits(),
            features: device.features(),
            cache: Cache::open(&device, info),
            device,
            queue,
            description,
            pipelines: Pipelines::default(),
            waiter: Arc::default(),
            queues: Mutex::default(),
            scatter: OnceLock::new(),
            indirect: OnceLock::new(),
            errors: troubles,
        })
    }

    /// Whether the device is lost.
    pub(super) fn is_lost(&self) -> bool {
        self.errors.any.load(Ordering::Acquire) && lock(&self.errors.lost).is_some()
    }

    /// Returns an error if the device belongs to a process from which this one was forked. Every operation that may wait
    /// for the device calls this first.
    pub(super) fn reachable(&self) -> Result<()> {
        fork_detection::refuse(Started::Devices, || self.description.clone())
    }

    /// Returns the error that was stored since the last call, or the device loss. wgpu reports a loss only
    /// once, and later calls to the lost device may seem to succeed. So every fallible operation calls this
    /// function.
    pub(super) fn check(&self) -> Result<()> {
        if !self.errors.any.load(Ordering::Acquire) {
            return Ok(());
        }
        if let Some(reason) = lock(&self.errors.lost).clone() {
            return Err(Error::DeviceLost { accelerator: self.description.clone(), reason });
        }
        let error = {
            let mut error = lock(&self.errors.error);
            self.errors.any.store(false, Ordering::Release);
            error.take()
        };
        // If the device was lost after the check at the top, sets `any` again, so that the next call reports
        // the loss.
        if lock(&self.errors.lost).is_some() {
            self.errors.any.store(true, Ordering::Release);
        }
        let Some(StoredError { error, kernel }) = error else { return Ok(()) };
        Err(match (self.error(error, 0), kernel) {
            (Error::Device { accelerator, reason }, Some(kernel)) => {
                Error::Device { accelerator, reason: format!("kernel `{kernel}` did not run: {reason}") }
            }
            (error, _) => error,
        })
    }

    /// Stores an error for the next fallible call.
    pub(super) fn report(&self, kernel: &'static str, error: wgpu::Error) {
        lock(&self.errors.error).get_or_insert(StoredError { error, kernel: Some(kernel) });
        self.errors.any.store(true, Ordering::Release);
    }

    /// Runs a closure, and returns the first error that wgpu reports for the calls in it. Error scopes belong
    /// to threads, so errors of other threads do not interfere.
    pub(super) fn scoped<R>(&self, run: impl FnOnce() -> R) -> Result<R, wgpu::Error> {
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let result = guarded(run);
        let errors = [
            pollster::block_on(validation.pop()),
            pollster::block_on(memory.pop()),
            pollster::block_on(internal.pop()),
        ];
        errors.into_iter().flatten().next().map_or(Ok(result), Err)
    }

    /// The shader of the module `scatter`, which copies many regions in one dispatch. The first call compiles
    /// it.
    pub(super) fn scatter(&self) -> Result<wgpu::ComputePipeline> {
        if let Some(made) = self.scatter.get() {
            return Ok(made.clone());
        }
        // A failure is not stored, so the next call tries again.
        let made = scatter::pipeline(self)?;
        Ok(self.scatter.get_or_init(|| made).clone())
    }

    /// The shader of the module `indirect`. `None` if the device has no indirect dispatches.
    pub(super) fn indirect(&self) -> Option<indirect::Shader> {
        self.indirect.get_or_init(|| indirect::shader(self).ok()).clone()
    }

    /// The reason of a device loss, or `None` if the device is not lost. wgpu reports a loss only when a thread
    /// polls the device after it became idle. So this function polls, and waits at most `LOSS_TIMEOUT` for the
    /// device to become idle.
    fn loss(&self) -> Option<String> {
        let timeout = Some(LOSS_TIMEOUT);
        let _ = guarded(|| self.device.poll(wgpu::PollType::Wait { submission_index: None, timeout }));
        let lost = lock(&self.errors.lost).clone();
        if lost.is_some() || self.accepts_commands() {
            return lost;
        }
        // wgpu reports a loss to the thread that polls first. That thread may be about to store the reason,
        // so this thread waits for it.
        let lost =
            self.errors
                .loss_reported
                .wait_timeout_while(lock(&self.errors.lost), LOSS_TIMEOUT, |lost| lost.is_none());
        let lost = lost.unwrap_or_else(PoisonError::into_inner).0.clone();
        // If the user passed in the device, wgpu may report the loss to another callback than amp's. Then the
        // reason stays unknown.
        lost.or_else(|| {
            self.errors.record_loss("it no longer accepts commands".to_owned());
            lock(&self.errors.lost).clone()
        })
    }

    /// Whether the device accepts commands. On a lost device, creating a buffer reports no error, but mapping
    /// the buffer does. So this function creates a buffer and maps it.
    fn accepts_commands(&self) -> bool {
        let used = self.scoped(|| {
            let usage = wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC;
            let descriptor =
                wgpu::BufferDescriptor { label: None, size: 16, usage, mapped_at_creation: false };
            self.device.create_buffer(&descriptor).map_async(wgpu::MapMode::Write, .., |_| {});
        });
        !matches!(used, Err(wgpu::Error::Validation { .. }))
    }

    /// Converts an error of wgpu. If the cause is a device loss, the result is [`Error::DeviceLost`]. `bytes`
    /// is the size of the failed allocation, or zero if it is not known.
    pub(super) fn error(&self, error: wgpu::Error, bytes: u64) -> Error {
        let accelerator = self.description.clone();
        if let Some(reason) = self.loss() {
            return Error::DeviceLost { accelerator, reason };
        }
        match error {
            wgpu::Error::OutOfMemory { .. } => Error::OutOfMemory { accelerator, bytes },
            error => Error::Device { accelerator, reason: error.to_string() },
        }
    }

    /// An error with this reason. If a device loss is the cause, the error is [`Error::DeviceLost`].
    pub(super) fn error_with_reason(&self, reason: String) -> Error {
        let accelerator = self.description.clone();
        match self.loss() {
            Some(reason) => Error::DeviceLost { accelerator, reason },
            None => Error::Device { accelerator, reason },
        }
    }

    /// Waits for a submission, and returns whether it completed. Errors remain stored for the next fallible
    /// call.
    pub(super) fn wait_quietly(&self, submission: wgpu::SubmissionIndex) -> bool {
        if self.reachable().is_err() {
            return false;
        }
        let poll = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
        guarded(|| self.device.poll(poll)).is_ok() && !self.is_lost()
    }

    /// Waits for a submission, or for all of them.
    pub(super) fn wait(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<()> {
        self.reachable()?;
        let poll = wgpu::PollType::Wait { submission_index: submission, timeout: None };
        let polled = guarded(|| self.device.poll(poll));
        self.check()?;
        let Err(error) = polled else { return Ok(()) };
        Err(self.error_with_reason(error.to_string()))
    }
}
