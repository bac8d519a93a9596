//! An open device: its errors are collected here, where the next fallible call finds them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use super::cache::Cache;
use super::pipeline::Pipelines;
use super::scatter;
use crate::completion::Waiter;
use crate::error::{Error, Result};
use crate::sync::lock;

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
    /// For copies of very many pieces.
    scatter: OnceLock<Result<wgpu::ComputePipeline>>,
    troubles: Arc<Troubles>,
}

/// What the device reported outside of any call.
#[derive(Default)]
struct Troubles {
    /// Whether there is anything below: asked at every launch.
    any: AtomicBool,
    /// For ever.
    lost: Mutex<Option<String>>,
    /// Until somebody was told.
    error: Mutex<Option<wgpu::Error>>,
}

impl Device {
    pub(super) fn new(
        device: wgpu::Device,
        queue: wgpu::Queue,
        info: &wgpu::AdapterInfo,
        description: String,
    ) -> Arc<Self> {
        let troubles = Arc::new(Troubles::default());
        let for_errors = troubles.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            lock(&for_errors.error).get_or_insert(error);
            for_errors.any.store(true, Ordering::Release);
        }));
        let for_loss = troubles.clone();
        device.set_device_lost_callback(move |reason, message| {
            let reason = if message.is_empty() { format!("{reason:?}") } else { message };
            lock(&for_loss.lost).get_or_insert(reason);
            for_loss.any.store(true, Ordering::Release);
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
            scatter: OnceLock::new(),
            troubles,
        })
    }

    /// Whether it is gone for ever.
    pub(super) fn is_lost(&self) -> bool {
        self.troubles.any.load(Ordering::Acquire) && lock(&self.troubles.lost).is_some()
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
        error.map_or(Ok(()), |error| Err(self.error(error, 0)))
    }

    /// Runs something that may be refused; errors of other threads do not come in.
    pub(super) fn scoped<R>(&self, run: impl FnOnce() -> R) -> Result<R, wgpu::Error> {
        let internal = self.device.push_error_scope(wgpu::ErrorFilter::Internal);
        let memory = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let result = run();
        let errors = [
            pollster::block_on(validation.pop()),
            pollster::block_on(memory.pop()),
            pollster::block_on(internal.pop()),
        ];
        errors.into_iter().flatten().next().map_or(Ok(result), Err)
    }

    /// The shader that copies very many pieces, compiled by the first call.
    pub(super) fn scatter(&self) -> Result<wgpu::ComputePipeline> {
        self.scatter.get_or_init(|| scatter::pipeline(self)).clone()
    }

    /// Why it was lost, if it was. wgpu tells only when it is polled and nothing is on its way, so it is waited for; but not
    /// for ever.
    fn loss(&self) -> Option<String> {
        let timeout = Some(Duration::from_secs(1));
        let _ = self.device.poll(wgpu::PollType::Wait { submission_index: None, timeout });
        lock(&self.troubles.lost).clone()
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

    /// Waits for a submission, or for all of them.
    pub(super) fn wait(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<()> {
        let poll = wgpu::PollType::Wait { submission_index: submission, timeout: None };
        let polled = self.device.poll(poll);
        self.check()?;
        let Err(error) = polled else { return Ok(()) };
        Err(self.trouble(error.to_string()))
    }
}
