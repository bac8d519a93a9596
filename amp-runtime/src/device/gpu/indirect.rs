//! Indirect dispatches: launches whose number of workgroups is computed on the device. The number of work-items is in a
//! buffer, so a small dispatch first computes the grid. Both dispatches are in one pass, and wgpu orders them.

use super::buffer::GpuBuffer;
use super::device::Device;
use super::launch::Binding;
use super::pipeline::entry;
use super::pool::create;
use super::queue::Queue;
use crate::support::error::Result;

/// A number of elements in a buffer, and the number of elements for each work-item.
pub(crate) struct IndirectCount {
    pub(crate) binding: Binding,
    pub(crate) size: usize,
}

/// The size of the parameters of [`SHADER`] in bytes.
pub(super) const PARAMS_BYTES: u64 = 16;

/// The WGSL of the shader. `offset` is the position of the number of elements, and `size` is the number of elements for each
/// workgroup. A grid of `most` workgroups has rows of `width` workgroups.
const SHADER: &str = "
struct Params { offset: u32, size: u32, most: u32, width: u32 }

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> counts: array<u32>;
@group(0) @binding(2) var<storage, read_write> grid: array<u32>;

@compute @workgroup_size(1)
fn indirect() {
    let n = counts[params.offset];
    let needed = min(n / params.size + u32(n % params.size != 0u), params.most);
    grid[0] = min(needed, params.width);
    grid[1] = needed / params.width + u32(needed % params.width != 0u);
    grid[2] = 1u;
}
";

/// The key of the bind groups for the shader. The pipelines of kernels have smaller ids.
const KEY: u64 = u64::MAX;

/// The compiled shader, and the layout of its bind groups.
#[derive(Clone)]
pub(super) struct Shader {
    pipeline: wgpu::ComputePipeline,
    layout: wgpu::BindGroupLayout,
}

/// Compiles the shader.
pub(super) fn shader(device: &Device) -> Result<Shader, wgpu::Error> {
    device.scoped(|| {
        let module = device.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("amp indirect"),
            source: wgpu::ShaderSource::Wgsl(SHADER.into()),
        });
        let storage = |binding, read_only| entry(binding, wgpu::BufferBindingType::Storage { read_only });
        let layout = device.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("amp indirect"),
            entries: &[entry(0, wgpu::BufferBindingType::Uniform), storage(1, true), storage(2, false)],
        });
        let pipeline_layout = device.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("amp indirect"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipeline = device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("amp indirect"),
            layout: Some(&pipeline_layout),
            module: &module,
            entry_point: Some("indirect"),
            compilation_options: Default::default(),
            cache: device.cache.get(),
        });
        Shader { pipeline, layout }
    })
}

/// The computation of a grid in a recorded launch.
pub(super) struct ComputedGrid {
    pipeline: wgpu::ComputePipeline,
    bindings: wgpu::BindGroup,
    /// The number of workgroups in each dimension.
    grid: wgpu::Buffer,
    /// The offset of the parameters in the parameter buffer, in bytes.
    pub(super) params: u32,
}

impl ComputedGrid {
    /// Records the dispatch that computes the grid.
    pub(super) fn compute(&self, pass: &mut wgpu::ComputePass<'_>) {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[self.params]);
        pass.dispatch_workgroups(1, 1, 1);
    }

    /// Records the dispatch of a kernel with this grid. The kernel's pipeline and bindings are set.
    pub(super) fn dispatch(&self, pass: &mut wgpu::ComputePass<'_>) {
        pass.dispatch_workgroups_indirect(&self.grid, 0);
    }
}

impl Queue {
    /// Prepares an indirect dispatch. `None` if the device does not support it. All indirect launches of the queue share one
    /// buffer for the grid, because they run in order.
    pub(super) fn computed_grid(&self, counts: &GpuBuffer) -> Result<Option<ComputedGrid>> {
        let Some(Shader { pipeline, layout }) = self.device.indirect() else { return Ok(None) };
        let made = self.indirect_grid.get_or_init(|| {
            let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::INDIRECT;
            create(&self.device, "amp indirect", 12, usage, false).ok()
        });
        let Some(grid) = made.clone() else { return Ok(None) };
        let bindings = self.cached_bind_group(vec![KEY, counts.block.id, counts.bytes], || {
            let grid = wgpu::BindGroupEntry { binding: 2, resource: grid.as_entire_binding() };
            self.device.device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("amp indirect"),
                layout: &layout,
                entries: &[self.params_entry(PARAMS_BYTES), counts.entry(1), grid],
            })
        })?;
        Ok(Some(ComputedGrid { pipeline, bindings, grid, params: 0 }))
    }
}
