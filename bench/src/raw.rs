//! Hand-written wgpu code: the best that we can write without a library.

mod timestamps;

use std::sync::{Arc, Mutex};

use amp::AcceleratorView;
use bytemuck::Pod;
use wgpu::util::DeviceExt;
use wgpu::{BufferUsages, PollType};

use crate::comparison::BenchResult;

/// An adapter with its device.
pub(crate) struct Raw {
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) info: wgpu::AdapterInfo,
    pub(crate) limits: wgpu::Limits,
    errors: Arc<Mutex<Option<String>>>,
}

/// A compiled shader.
#[derive(Clone)]
pub(crate) struct Pipeline {
    pub(crate) pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

/// The kind of a binding. The list of a shader's bindings is in the order of their indices, from 0.
#[derive(Clone, Copy)]
pub(crate) enum Bind {
    /// `var<storage, read>`
    Read,
    /// `var<storage, read_write>`
    Write,
    /// `var<uniform>`
    Uniform,
}

/// A dispatch.
#[derive(Clone)]
pub(crate) struct Step {
    pub(crate) pipeline: Pipeline,
    pub(crate) bindings: wgpu::BindGroup,
    pub(crate) groups: [u32; 3],
}

impl Step {
    fn record(&self, pass: &mut wgpu::ComputePass<'_>) {
        pass.set_pipeline(&self.pipeline.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        pass.dispatch_workgroups(self.groups[0], self.groups[1], self.groups[2]);
    }
}

/// Whether the shader is compiled with wgpu's bounds checks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Checks {
    On,
    Off,
}

/// All adapters.
pub(crate) fn adapters() -> Vec<wgpu::Adapter> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.flags = wgpu::InstanceFlags::empty();
    let instance = wgpu::Instance::new(descriptor);
    pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()))
}

/// The adapter's name, equal to amp's `Accelerator::description`.
pub(crate) fn label(info: &wgpu::AdapterInfo) -> String {
    format!("{} ({:?})", info.name, info.backend)
}

impl Raw {
    /// Opens a device with the adapter's limits and timestamps.
    pub(crate) fn open(adapter: &wgpu::Adapter) -> BenchResult<Raw> {
        let limits = adapter.limits();
        let wanted = wgpu::Features::TIMESTAMP_QUERY;
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: limits.clone(),
            required_features: adapter.features() & wanted,
            ..Default::default()
        };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&descriptor)).map_err(|error| error.to_string())?;
        let errors = Arc::new(Mutex::new(None));
        let sink = errors.clone();
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            if let Ok(mut sink) = sink.lock() {
                sink.get_or_insert(error.to_string());
            }
        }));
        Ok(Raw { device, queue, info: adapter.get_info(), limits, errors })
    }

    /// Uses the wgpu device of an amp queue. A second device on the same adapter could differ in speed, in
    /// particular on software adapters.
    pub(crate) fn of(view: &AcceleratorView, adapter: &wgpu::Adapter) -> BenchResult<Raw> {
        let message = |error: amp::Error| error.to_string();
        let device = amp::interop::device(view).map_err(message)?;
        let queue = amp::interop::queue(view).map_err(message)?;
        let (info, limits) = (adapter.get_info(), device.limits());
        // The device reports its errors to amp, so `errors` stays empty.
        Ok(Raw { device, queue, info, limits, errors: Arc::default() })
    }

    /// The first error since the last call.
    pub(crate) fn check(&self) -> BenchResult<()> {
        match self.errors.lock().map_err(|error| error.to_string())?.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    pub(crate) fn buffer(&self, bytes: usize) -> wgpu::Buffer {
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes as u64,
            usage,
            mapped_at_creation: false,
        })
    }

    pub(crate) fn filled<T: Pod>(&self, elements: &[T]) -> wgpu::Buffer {
        let buffer = self.buffer(size_of_val(elements));
        self.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(elements));
        buffer
    }

    pub(crate) fn uniform(&self, words: [u32; 4]) -> wgpu::Buffer {
        self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
            label: None,
            contents: bytemuck::cast_slice(&words),
            usage: BufferUsages::UNIFORM,
        })
    }

    pub(crate) fn pipeline(&self, wgsl: &str, entry: &str, binds: &[Bind], checks: Checks) -> Pipeline {
        let descriptor =
            wgpu::ShaderModuleDescriptor { label: None, source: wgpu::ShaderSource::Wgsl(wgsl.into()) };
        let module = match checks {
            Checks::On => self.device.create_shader_module(descriptor),
            // SAFETY: the shaders of this benchmark stay in bounds and terminate; their results are checked.
            Checks::Off => unsafe {
                self.device.create_shader_module_trusted(descriptor, wgpu::ShaderRuntimeChecks::unchecked())
            },
        };
        let entries: Vec<_> =
            binds.iter().zip(0..).map(|(bind, binding)| layout_entry(*bind, binding)).collect();
        let layout = self
            .device
            .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries });
        let pipeline_layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions {
                zero_initialize_workgroup_memory: checks == Checks::On,
                ..Default::default()
            },
            cache: None,
        });
        Pipeline { pipeline, layout }
    }

    pub(crate) fn bind(&self, pipeline: &Pipeline, buffers: &[&wgpu::Buffer]) -> wgpu::BindGroup {
        let entries: Vec<_> = buffers
            .iter()
            .zip(0..)
            .map(|(buffer, binding)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        self.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.layout,
            entries: &entries,
        })
    }

    /// A dispatch of this number of workgroups, folded to two dimensions if it exceeds the limit of one.
    pub(crate) fn step(&self, pipeline: &Pipeline, buffers: &[&wgpu::Buffer], groups: usize) -> Step {
        let limit = self.limits.max_compute_workgroups_per_dimension as usize;
        let rows = groups.div_ceil(limit).max(1);
        self.step_2d(pipeline, buffers, [groups.div_ceil(rows), rows])
    }

    pub(crate) fn step_2d(&self, pipeline: &Pipeline, buffers: &[&wgpu::Buffer], [x, y]: [usize; 2]) -> Step {
        let bindings = self.bind(pipeline, buffers);
        Step { pipeline: pipeline.clone(), bindings, groups: [x as u32, y as u32, 1] }
    }

    /// Submits all dispatches in one pass, `times` times.
    pub(crate) fn submit(&self, steps: &[Step], times: usize) {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for _ in 0..times {
                steps.iter().for_each(|step| step.record(&mut pass));
            }
        }
        self.queue.submit([encoder.finish()]);
    }

    pub(crate) fn wait(&self) -> BenchResult<()> {
        let poll = PollType::Wait { submission_index: None, timeout: None };
        self.device.poll(poll).map_err(|error| error.to_string())?;
        self.check()
    }

    /// Downloads a buffer.
    pub(crate) fn read<T: Pod>(&self, buffer: &wgpu::Buffer, count: usize) -> BenchResult<Vec<T>> {
        let bytes = (count * size_of::<T>()) as u64;
        let staging = self.staging(bytes);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, bytes);
        self.queue.submit([encoder.finish()]);
        staging.slice(..).map_async(wgpu::MapMode::Read, |_| {});
        self.wait()?;
        let mapped = staging.slice(..).get_mapped_range().map_err(|error| error.to_string())?;
        Ok(bytemuck::pod_collect_to_vec(&mapped))
    }

    /// A buffer for downloads.
    pub(crate) fn staging(&self, bytes: u64) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: bytes,
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }
}

fn layout_entry(bind: Bind, binding: u32) -> wgpu::BindGroupLayoutEntry {
    let ty = match bind {
        Bind::Read => wgpu::BufferBindingType::Storage { read_only: true },
        Bind::Write => wgpu::BufferBindingType::Storage { read_only: false },
        Bind::Uniform => wgpu::BufferBindingType::Uniform,
    };
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
        count: None,
    }
}
