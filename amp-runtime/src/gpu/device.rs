//! An open device: its errors are collected here, where the next fallible call finds them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use super::cache::Cache;
use super::inside::inside;
use super::pipeline::Pipelines;
use super::queue::Queue;
use super::scatter;
use crate::completion::Waiter;
use crate::error::{Error, Result};
use crate::forked::{self, Started};
use crate::sync::lock;

/// How long somebody who knows of an error waits to hear whether the device is lost.
const A_WHILE: Duration = Duration::from_secs(1);

/// A wgpu device with all that is kept for it.
pub(crate) struct Device {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    pub(super) limits: wgpu::Limits,
    pub(super) features: wgpu::Features,
    pub(super) description: String,
    pub(super) pipelines: Pipelines,
    pub(super) cache: Cache,
    pub(super) waiter: Arc<Waiter>,
    /// All that send it work.
    pub(super) queues: Mutex<Vec<Weak<Queue>>>,
    /// For copies of very many pieces.
    scatter: OnceLock<wgpu::ComputePipeline>,
    troubles: Arc<Troubles>,
}

/// What the device reported outside of any call.
#[derive(Default)]
struct Troubles {
    /// Whether there is anything below: asked at every launch.
    any: AtomicBool,
    /// For ever.
    lost: Mutex<Option<String>>,
    /// It was lost just now.
    told: Condvar,
    /// Until somebody was told.
    error: Mutex<Option<Trouble>>,
}

impl Troubles {
    fn is_lost(&self, reason: String) {
        lock(&self.lost).get_or_insert(reason);
        self.any.store(true, Ordering::Release);
        self.told.notify_all();
    }
}

/// An error that nobody waited for.
struct Trouble {
    error: wgpu::Error,
    /// The kernel that was not run because of it, if that is known.
    kernel: Option<&'static str>,
}

/// All that are open. One of wgpu's has its callbacks once, so there is one of ours for it, whoever brings it.
static OPEN: Mutex<Vec<Weak<Device>>> = Mutex::new(Vec::new());

impl Device {
    /// What is kept for a device of wgpu: what there is already, if amp has it.
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

    fn new(
        device: wgpu::Device,
        queue: wgpu::Queue,
        info: &wgpu::AdapterInfo,
        description: String,
    ) -> Arc<Self> {
        let troubles = Arc::new(Troubles::default());
        let for_errors = troubles.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            lock(&for_errors.error).get_or_insert(Trouble { error, kernel: None });
            for_errors.any.store(true, Ordering::Release);
        }));
        let for_loss = troubles.clone();
        device.set_device_lost_callback(move |reason, message| {
            let reason = if message.is_empty() { format!("{reason:?}") } else { message };
            for_loss.is_lost(reason);
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
            troubles,
        })
    }

    /// Whether it is gone for ever.
    pub(super) fn is_lost(&self) -> bool {
        self.troubles.any.load(Ordering::Acquire) && lock(&self.troubles.lost).is_some()
    }

    /// Refuses a device of a process from which this one was forked: asked before anything that may wait for it.
    pub(super) fn reachable(&self) -> Result<()> {
        forked::refuse(Started::Devices, || self.description.clone())
    }

    /// What went wrong since the last call, if anything did. After a loss wgpu is silent, so this is asked everywhere.
    pub(super) fn check(&self) -> Result<()> {
        if !self.troubles.any.load(Ordering::Acquire) {
            return Ok(());
        }
        if let Some(reason) = lock(&self.troubles.lost).clone() {
            return Err(Error::DeviceLost { accelerator: self.description.clone(), reason });
        }
        let error = {
            let mut error = lock(&self.troubles.error);
            self.troubles.any.store(false, Ordering::Release);
            error.take()
        };
        // It may have been lost between the two.
        if lock(&self.troubles.lost).is_some() {
            self.troubles.any.store(true, Ordering::Release);
        }
        let Some(Trouble { error, kernel }) = error else { return Ok(()) };
        Err(match (self.error(error, 0), kernel) {
            (Error::Device { accelerator, reason }, Some(kernel)) => {
                Error::Device { accelerator, reason: format!("kernel `{kernel}` was not run: {reason}") }
            }
            (error, _) => error,
        })
    }

    /// Keeps an error for the next call that looks.
    pub(super) fn report(&self, kernel: &'static str, error: wgpu::Error) {
        lock(&self.troubles.error).get_or_insert(Trouble { error, kernel: Some(kernel) });
        self.troubles.any.store(true, Ordering::Release);
    }

    /// Runs something that may be refused; errors of other threads do not come in.
    pub(super) fn scoped<R>(&self, run: impl FnOnce() -> R) -> Result<R, wgpu::Error> {
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let result = inside(run);
        let errors = [
            pollster::block_on(validation.pop()),
            pollster::block_on(memory.pop()),
            pollster::block_on(internal.pop()),
        ];
        errors.into_iter().flatten().next().map_or(Ok(result), Err)
    }

    /// The shader that copies very many pieces, compiled by the first call.
    pub(super) fn scatter(&self) -> Result<wgpu::ComputePipeline> {
        if let Some(made) = self.scatter.get() {
            return Ok(made.clone());
        }
        // What has failed may work the next time.
        let made = scatter::pipeline(self)?;
        Ok(self.scatter.get_or_init(|| made).clone())
    }

    /// Why it was lost, if it was. wgpu tells only when it is polled and nothing is on its way, so it is waited for; but not
    /// for ever.
    fn loss(&self) -> Option<String> {
        let timeout = Some(A_WHILE);
        let _ = inside(|| self.device.poll(wgpu::PollType::Wait { submission_index: None, timeout }));
        let lost = lock(&self.troubles.lost).clone();
        if lost.is_some() || self.works() {
            return lost;
        }
        // It tells whoever polls first, who may be another thread and about to hear of it.
        let lost =
            self.troubles.told.wait_timeout_while(lock(&self.troubles.lost), A_WHILE, |lost| lost.is_none());
        let lost = lost.unwrap_or_else(PoisonError::into_inner).0.clone();
        // Or somebody who has asked to be told instead of amp.
        lost.or_else(|| {
            self.troubles.is_lost("it takes no commands any more".to_owned());
            lock(&self.troubles.lost).clone()
        })
    }

    /// Whether it takes commands. What is made on a device that is gone is made without an error, and cannot be used.
    fn works(&self) -> bool {
        let used = self.scoped(|| {
            let usage = wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC;
            let descriptor =
                wgpu::BufferDescriptor { label: None, size: 16, usage, mapped_at_creation: false };
            self.device.create_buffer(&descriptor).map_async(wgpu::MapMode::Write, .., |_| {});
        });
        !matches!(used, Err(wgpu::Error::Validation { .. }))
    }

    /// An error of wgpu in our words. What went wrong because the device is lost, says so.
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

    /// Something that went wrong, in our words; if it was because the device is lost, these are others.
    pub(super) fn trouble(&self, reason: String) -> Error {
        let accelerator = self.description.clone();
        match self.loss() {
            Some(reason) => Error::DeviceLost { accelerator, reason },
            None => Error::Device { accelerator, reason },
        }
    }

    /// Waits for a submission, and leaves what has been reported to the next call that looks.
    pub(super) fn is_done(&self, submission: wgpu::SubmissionIndex) -> bool {
        if self.reachable().is_err() {
            return false;
        }
        let poll = wgpu::PollType::Wait { submission_index: Some(submission), timeout: None };
        inside(|| self.device.poll(poll)).is_ok() && !self.is_lost()
    }

    /// Waits for a submission, or for all of them.
    pub(super) fn wait(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<()> {
        self.reachable()?;
        let poll = wgpu::PollType::Wait { submission_index: submission, timeout: None };
        let polled = inside(|| self.device.poll(poll));
        self.check()?;
        let Err(error) = polled else { return Ok(()) };
        Err(self.trouble(error.to_string()))
    }
}
