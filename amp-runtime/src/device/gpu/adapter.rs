//! wgpu adapters: enumeration, order of preference, capabilities. An adapter opens its device on first use,
//! and a new device after a device loss.

use std::sync::{Arc, Mutex};

use amp_shader::limits::{TILE_BYTES, TILE_ITEMS};

use super::device::Device;
use super::memory_size;
use super::queue::MAX_PARAMS_BYTES;
use crate::device::accelerator::Limits;
use crate::support::error::{Error, Result};
use crate::support::fork_detection::{self, Started};
use crate::support::sync::lock;

/// A wgpu adapter, with its device once it is open.
pub(crate) struct Adapter {
    adapter: wgpu::Adapter,
    info: wgpu::AdapterInfo,
    description: String,
    device: Mutex<Option<Arc<Device>>>,
    /// Whether the user passed in the device, so that amp must not open another one.
    adopted: bool,
}

/// All adapters that support compute shaders; real GPUs come first.
pub(crate) fn adapters() -> Vec<Adapter> {
    // Miri cannot call drivers, so it finds no adapters.
    if cfg!(miri) {
        return Vec::new();
    }
    fork_detection::start(Started::Devices);
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.flags = wgpu::InstanceFlags::empty();
    let instance = wgpu::Instance::new(descriptor);
    let found = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let mut adapters: Vec<_> = found
        .into_iter()
        .filter(|adapter| {
            let flags = adapter.get_downlevel_capabilities().flags;
            flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS)
        })
        .map(Adapter::new)
        .collect();
    adapters.sort_by_key(Adapter::preference);
    adapters
}

impl Adapter {
    fn new(adapter: wgpu::Adapter) -> Self {
        let info = adapter.get_info();
        let description = format!("{} ({:?})", info.name, info.backend);
        Adapter { adapter, info, description, device: Mutex::default(), adopted: false }
    }

    /// An adapter with a device that is already open.
    pub(crate) fn adopt(adapter: wgpu::Adapter, device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let mut adopted = Adapter::new(adapter);
        adopted.adopted = true;
        fork_detection::start(Started::Devices);
        let open = Device::of(device, queue, &adopted.info, adopted.description.clone());
        adopted.device = Mutex::new(Some(open));
        adopted
    }

    /// The wgpu adapter.
    pub(crate) fn wgpu(&self) -> &wgpu::Adapter {
        &self.adapter
    }

    /// The rank in the order of preference. Smaller ranks are preferred.
    fn preference(&self) -> u8 {
        match self.info.device_type {
            wgpu::DeviceType::DiscreteGpu => 0,
            wgpu::DeviceType::IntegratedGpu => 1,
            wgpu::DeviceType::VirtualGpu => 2,
            wgpu::DeviceType::Other => 3,
            wgpu::DeviceType::Cpu => 4,
        }
    }

    pub(crate) fn description(&self) -> &str {
        &self.description
    }

    /// A stable identifier: back end, vendor, device and bus address.
    pub(crate) fn path(&self) -> String {
        let info = &self.info;
        let backend = format!("{:?}", info.backend).to_lowercase();
        let mut path = format!("{backend}/{:04x}:{:04x}", info.vendor, info.device);
        if !info.device_pci_bus_id.is_empty() {
            path = format!("{path}/{}", info.device_pci_bus_id);
        }
        path
    }

    /// The driver's name and version.
    pub(crate) fn driver(&self) -> String {
        format!("{} {}", self.info.driver, self.info.driver_info).trim().to_owned()
    }

    /// Whether the adapter is a driver that emulates a GPU on the CPU.
    pub(crate) fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// Whether the adapter shares the host's memory.
    pub(crate) fn shares_memory(&self) -> bool {
        matches!(self.info.device_type, wgpu::DeviceType::Cpu | wgpu::DeviceType::IntegratedGpu)
    }

    pub(crate) fn dedicated_memory(&self) -> Option<u64> {
        if self.shares_memory() { None } else { memory_size::local(&self.adapter) }
    }

    /// Whether the open device has these features. If no device is open, whether the adapter offers them.
    fn has(&self, feature: wgpu::Features) -> bool {
        match &*lock(&self.device) {
            Some(device) => device.features.contains(feature),
            None => self.adapter.features().contains(feature),
        }
    }

    pub(crate) fn supports_f64(&self) -> bool {
        self.has(wgpu::Features::SHADER_F64)
    }

    pub(crate) fn supports_f16(&self) -> bool {
        self.has(wgpu::Features::SHADER_F16)
    }

    pub(crate) fn supports_i64(&self) -> bool {
        self.has(wgpu::Features::SHADER_INT64)
    }

    pub(crate) fn supports_subgroups(&self) -> bool {
        self.has(wgpu::Features::SUBGROUP)
    }

    pub(crate) fn limits(&self) -> Limits {
        let opened = lock(&self.device).as_ref().map(|device| device.limits.clone());
        let limits = opened.unwrap_or_else(|| self.adapter.limits());
        Limits {
            view_bytes: limits.max_storage_buffer_binding_size.min(limits.max_buffer_size),
            views: limits.max_storage_buffers_per_shader_stage,
            value_bytes: MAX_PARAMS_BYTES.min(limits.max_uniform_buffer_binding_size),
            tile_size: limits.max_compute_invocations_per_workgroup.min(TILE_ITEMS),
            tile_extent: [
                limits.max_compute_workgroup_size_z,
                limits.max_compute_workgroup_size_y,
                limits.max_compute_workgroup_size_x,
            ]
            .map(|size| size.min(TILE_ITEMS)),
            tile_static_bytes: limits.max_compute_workgroup_storage_size.min(TILE_BYTES),
        }
    }

    /// The device. The first call opens it, and a call after a device loss opens a new one.
    pub(crate) fn device(&self) -> Result<Arc<Device>> {
        fork_detection::refuse(Started::Devices, || self.description.clone())?;
        let mut device = lock(&self.device);
        match &*device {
            Some(open) if self.adopted || !open.is_lost() => Ok(open.clone()),
            _ => Ok(device.insert(self.open()?).clone()),
        }
    }

    fn open(&self) -> Result<Arc<Device>> {
        let optional = wgpu::Features::SHADER_F64
            | wgpu::Features::SHADER_INT64
            | wgpu::Features::SHADER_F16
            | wgpu::Features::SUBGROUP
            | wgpu::Features::TIMESTAMP_QUERY
            | wgpu::Features::PIPELINE_CACHE;
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("amp"),
            required_features: self.adapter.features() & optional,
            required_limits: self.adapter.limits(),
            ..Default::default()
        };
        let opened = pollster::block_on(self.adapter.request_device(&descriptor));
        let (device, queue) = opened.map_err(|error| open_error(self.description.clone(), &error))?;
        Ok(Device::of(device, queue, &self.info, self.description.clone()))
    }
}

/// The error for a device that cannot be opened.
fn open_error(accelerator: String, error: &wgpu::RequestDeviceError) -> Error {
    // wgpu does not expose the kind of this error. But if memory is exhausted, one of the error's sources is an
    // error of wgpu-core with a fixed message. So this code compares messages.
    let memory = wgpu::wgc::device::DeviceError::OutOfMemory.to_string();
    let mut causes = std::iter::successors(Some(error as &dyn std::error::Error), |error| error.source());
    if causes.any(|cause| cause.to_string() == memory) {
        return Error::OutOfMemory { accelerator, bytes: 0 };
    }
    Error::DeviceUnavailable { accelerator, reason: error.to_string() }
}

#[cfg(test)]
mod tests {
    use wgpu::wgc::{device::DeviceError, instance::RequestDeviceError};

    use super::*;

    #[test]
    fn out_of_memory_is_recognised_when_opening_a_device() {
        let error = |error: RequestDeviceError| open_error("it".into(), &error.into());
        let accelerator = || "it".to_owned();
        let memory = error(DeviceError::OutOfMemory.into());
        assert_eq!(memory, Error::OutOfMemory { accelerator: accelerator(), bytes: 0 });
        let feature = error(RequestDeviceError::UnsupportedFeature(wgpu::Features::SHADER_F64));
        for other in [error(DeviceError::Lost.into()), feature] {
            assert!(matches!(other, Error::DeviceUnavailable { reason, .. } if !reason.is_empty()));
        }
    }
}
