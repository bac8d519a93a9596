//! The pipeline cache of a device, keyed by kernel type and specialisation. A miss links the template, lets
//! wgpu validate the shader, and creates the pipeline.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use amp_shader::{Capability, Linked, SHADER_NESTING_LIMIT, Specialisation, Template, link};

use super::deep_stack::with_deep_stack;
use super::device::Device;
use super::queue::Queue;
use crate::support::error::{Error, Result};
use crate::support::source_location;
use crate::support::sync::lock;
use crate::support::trace::{self, Detail, Track};

/// A compiled kernel.
pub(super) struct Pipeline {
    pub(super) pipeline: wgpu::ComputePipeline,
    pub(super) layout: wgpu::BindGroupLayout,
    pub(super) linked: Linked,
    /// The name of the kernel.
    pub(super) kernel: &'static str,
    /// The file and the line of the kernel.
    pub(super) place: String,
    /// The unique id of the pipeline, a component of the key of bind groups.
    pub(super) id: u64,
}

/// The pipelines of a device.
#[derive(Default)]
pub(super) struct Pipelines(Mutex<HashMap<Key, Arc<Pipeline>>>);

/// The key of a pipeline: the type of the kernel with its capture types, and the specialisation.
type Key = (TypeId, Specialisation);

impl Pipelines {
    /// Returns the pipeline of a kernel. The first call compiles it.
    pub(super) fn get(
        &self,
        queue: &Queue,
        kernel: TypeId,
        template: &Template<'_>,
        specialisation: Specialisation,
    ) -> Result<Arc<Pipeline>> {
        let key = (kernel, specialisation);
        if let Some(found) = lock(&self.0).get(&key) {
            return Ok(found.clone());
        }
        // The lock is not held during compilation. Two threads may compile the same kernel twice, but no
        // thread waits for the compilation of another kernel.
        trace::span!("pipeline", kernel = template.name);
        let begun = trace::begin();
        let compiled = Arc::new(compile(&queue.device, template, &key.1)?);
        begun.end(|recorder, span| {
            let accelerator = Detail::Text(&queue.device.description);
            let details = [("kernel", Detail::Text(template.name)), ("accelerator", accelerator)];
            recorder.event("pipeline", template.name, &Track::Thread, span, &details);
        });
        queue.counts.pipelines.add();
        Ok(lock(&self.0).entry(key).or_insert(compiled).clone())
    }
}

fn compile(device: &Device, template: &Template<'_>, specialisation: &Specialisation) -> Result<Pipeline> {
    let refused = |reason: String| Error::InvalidShader {
        kernel: template.name.to_owned(),
        place: format!("{}:{}", template.file, template.line),
        reason,
    };
    let linked = link(template, specialisation).map_err(|error| refused(error.to_string()))?;
    check_features(device, template, &linked)?;
    check_limits(device, template, &linked)?;
    // An error scope belongs to the thread that opens it. `make` may run on another thread, one with a large
    // stack, so it opens the scope itself.
    let make = || {
        device.scoped(|| {
            let shader = wgpu::ShaderModuleDescriptor {
                label: Some(template.name),
                source: wgpu::ShaderSource::Wgsl((&*linked.wgsl).into()),
            };
            let module = if linked.terminates || linked.bounds_proved {
                let checks = wgpu::ShaderRuntimeChecks {
                    force_loop_bounding: !linked.terminates,
                    bounds_checks: !linked.bounds_proved,
                    ..Default::default()
                };
                // SAFETY: wgpu adds a counter to each loop, which ends an infinite loop. The counters are
                // omitted only if every loop was proven to terminate for all data: see
                // `Piece::MayNotTerminate`. Bounds checks are omitted only if every access was proven to be in
                // bounds under the requirements of `Piece::RequiresBounds`. A launch uses this pipeline only if
                // its views meet these requirements. All other checks remain.
                unsafe { device.device.create_shader_module_trusted(shader, checks) }
            } else {
                device.device.create_shader_module(shader)
            };
            let uniform = entry(0, wgpu::BufferBindingType::Uniform);
            let storage = linked.storage.iter().map(|storage| {
                entry(storage.binding, wgpu::BufferBindingType::Storage { read_only: !storage.writable })
            });
            let reports = linked.traps.iter().flat_map(|traps| [traps.binding, traps.output_binding]);
            let reports = reports
                .flatten()
                .map(|binding| entry(binding, wgpu::BufferBindingType::Storage { read_only: false }));
            let entries: Vec<_> = std::iter::once(uniform).chain(storage).chain(reports).collect();
            let layout = device.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                label: Some(template.name),
                entries: &entries,
            });
            let pipeline_layout = device.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(template.name),
                bind_group_layouts: &[Some(&layout)],
                immediate_size: 0,
            });
            let pipeline = device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(template.name),
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(linked.entry),
                compilation_options: wgpu::PipelineCompilationOptions {
                    zero_initialize_workgroup_memory: linked.traps.is_some()
                        || template.tile_static.iter().any(|it| !it.fully_initialised),
                    ..Default::default()
                },
                cache: device.cache.get(),
            });
            (pipeline, layout)
        })
    };
    let made = with_deep_stack(&linked.wgsl, make);
    device.check()?;
    match made {
        Ok((pipeline, layout)) => {
            static NEXT: AtomicU64 = AtomicU64::new(0);
            device.cache.save(device);
            let place = source_location::file_and_line(template.file, template.line);
            let (kernel, id) = (template.name, NEXT.fetch_add(1, Ordering::Relaxed));
            Ok(Pipeline { pipeline, layout, linked, kernel, place, id })
        }
        Err(error @ wgpu::Error::OutOfMemory { .. }) => Err(device.error(error, 0)),
        Err(error) => Err(refused(format!("{error}\n{}", linked.wgsl))),
    }
}

pub(super) fn entry(binding: u32, ty: wgpu::BufferBindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty,
            // The parameters of all launches of a batch are in one buffer, and each launch binds them at its
            // offset.
            has_dynamic_offset: ty == wgpu::BufferBindingType::Uniform,
            min_binding_size: None,
        },
        count: None,
    }
}

fn check_features(device: &Device, template: &Template<'_>, linked: &Linked) -> Result<()> {
    for capability in &linked.needs {
        let feature = match capability {
            Capability::F64 => wgpu::Features::SHADER_F64,
            Capability::I64 => wgpu::Features::SHADER_INT64,
            Capability::F16 => wgpu::Features::SHADER_F16,
            Capability::Subgroups => wgpu::Features::SUBGROUP,
        };
        if !device.features.contains(feature) {
            return Err(Error::UnsupportedFeature {
                kernel: template.name.to_owned(),
                accelerator: device.description.clone(),
                feature: capability.name().to_owned(),
            });
        }
    }
    Ok(())
}

/// Checks a kernel against the limits of the device, including that of tile memory, which wgpu does not
/// check. The messages use the word tile instead of workgroup.
fn check_limits(device: &Device, template: &Template<'_>, linked: &Linked) -> Result<()> {
    let limits = &device.limits;
    let name = template.name;
    let within = |what: String, needed: u64, limit: u64| {
        if needed > limit { Err(Error::LimitExceeded { what, needed, limit }) } else { Ok(()) }
    };
    let sizes = [
        limits.max_compute_workgroup_size_x,
        limits.max_compute_workgroup_size_y,
        limits.max_compute_workgroup_size_z,
    ];
    // Only a tile is checked in each dimension. For an untiled kernel, amp chooses a workgroup of at most 256
    // work-items, and the check of the total size suffices.
    let tile = if template.tile.is_some() { &linked.workgroup[..] } else { &[] };
    for (from_last, &size) in tile.iter().rev().enumerate() {
        let limit = sizes.get(from_last).copied().unwrap_or(1);
        let dimension = tile.len() - 1 - from_last;
        within(
            format!("work-items in dimension {dimension} of kernel `{name}`'s tile"),
            size.into(),
            limit.into(),
        )?;
    }
    // The macro checks the nesting of each function separately. Only the linker sees the functions that a
    // kernel calls.
    let levels =
        format!("levels of nested branches and loops in kernel `{name}` and the functions that it calls");
    within(levels, linked.nesting.into(), SHADER_NESTING_LIMIT.into())?;
    let tile = linked.workgroup.iter().fold(1u64, |product, &size| product.saturating_mul(size.into()));
    let tile_limit = limits.max_compute_invocations_per_workgroup;
    within(format!("work-items in a tile of kernel `{name}`"), tile, tile_limit.into())?;
    let memory = linked.tile_static_bytes;
    let memory_limit = limits.max_compute_workgroup_storage_size;
    within(format!("bytes of tile memory of kernel `{name}`"), memory.into(), memory_limit.into())?;
    let views = linked.storage.len() as u64;
    let views_limit = limits.max_storage_buffers_per_shader_stage;
    within(format!("views captured by kernel `{name}`"), views, views_limit.into())?;
    let values = linked.params_words() as u64 * 4;
    within(
        format!("bytes of values captured by kernel `{name}`"),
        values,
        limits.max_uniform_buffer_binding_size,
    )
}
