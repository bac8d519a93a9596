//! An open device: its errors are collected here, where the next fallible call finds them.

use std::sync::{Arc, Mutex, OnceLock};

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
    pub(super) waiter: Arc<Waiter>,
    /// For copies of very many pieces.
    scatter: OnceLock<Result<wgpu::ComputePipeline>>,
    troubles: Arc<Troubles>,
}

/// What the device reported outside of any call.
#[derive(Default)]
struct Troubles {
    /// For ever.
    lost: Mutex<Option<String>>,
    /// Until somebody was told.
    error: Mutex<Option<wgpu::Error>>,
}

impl Device {
    pub(super) fn new(
        device: wgpu::Device,
        queue: wgpu::Queue,
        limits: wgpu::Limits,
        features: wgpu::Features,
        description: String,
    ) -> Arc<Self> {
        let troubles = Arc::new(Troubles::default());
        let for_errors = troubles.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            lock(&for_errors.error).get_or_insert(error);
        }));
        let for_loss = troubles.clone();
        device.set_device_lost_callback(move |reason, message| {
            let reason = if message.is_empty() { format!("{reason:?}") } else { message };
            lock(&for_loss.lost).get_or_insert(reason);
        });
        Arc::new(Device {
            device,
            queue,
            limits,
            features,
            description,
            pipelines: Pipelines::default(),
            waiter: Arc::default(),
            scatter: OnceLock::new(),
            troubles,
        })
    }

    /// What went wrong since the last call, if anything did. After a loss wgpu is silent, so this is asked everywhere.
    pub(super) fn check(&self) -> Result<()> {
        if let Some(reason) = lock(&self.troubles.lost).clone() {
            return Err(Error::DeviceLost { accelerator: self.description.clone(), reason });
        }
        match lock(&self.troubles.error).take() {
            Some(error) => Err(self.error(error, 0)),
            None => Ok(()),
        }
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

    /// An error of wgpu in our words.
    pub(super) fn error(&self, error: wgpu::Error, bytes: u64) -> Error {
        let accelerator = self.description.clone();
        match error {
            wgpu::Error::OutOfMemory { .. } => Error::OutOfMemory { accelerator, bytes },
            error => Error::Device { accelerator, reason: error.to_string() },
        }
    }

    /// Waits for a submission, or for all of them.
    pub(super) fn wait(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<()> {
        let poll = wgpu::PollType::Wait { submission_index: submission, timeout: None };
        let polled = self.device.poll(poll);
        self.check()?;
        polled.map(|_| ()).map_err(|error| Error::Device {
            accelerator: self.description.clone(),
            reason: error.to_string(),
        })
    }
}
