//! Copies of many regions within a device, by a compute shader that reads a table of regions. One dispatch replaces
//! thousands of copy commands. This WGSL and that of `indirect` are written by
//! hand.

use std::sync::Arc;

use super::buffer::GpuBuffer;
use super::device::Device;
use super::queue::Queue;
use super::transfer::Region;
use crate::support::error::{Error, Result};

/// The maximum number of regions in the table of one dispatch.
const TABLE_REGIONS: usize = 1 << 20;
/// The maximum number of work-items in a workgroup.
const MAX_WORKGROUP: u32 = 256;

/// The WGSL of the shader. It copies the regions of a table, with several work-items for each region. The
/// table starts with the number of regions and the number of work-items for each region. Then come three
/// words for each region: the source, the target and the length, in words.
const SHADER: &str = "
@group(0) @binding(0) var<storage, read> pieces: array<u32>;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> goal: array<u32>;

@compute @workgroup_size(GROUP)
fn scatter(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let thread = id.x + id.y * groups.x * GROUP;
    let lanes = pieces[1];
    let piece = thread / lanes;
    if piece >= pieces[0] { return; }
    let at = 3u * piece + 2u;
    let end = pieces[at + 2u];
    for (var k = thread % lanes; k < end; k += lanes) {
        goal[pieces[at + 1u] + k] = source[pieces[at] + k];
    }
}
";

/// The number of work-items in a workgroup on this device.
fn group(device: &Device) -> u32 {
    device.limits.max_compute_invocations_per_workgroup.clamp(1, MAX_WORKGROUP)
}

/// Compiles the shader.
pub(super) fn pipeline(device: &Device) -> Result<wgpu::ComputePipeline> {
    let made = device.scoped(|| {
        let module = device.device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("amp scatter"),
            source: wgpu::ShaderSource::Wgsl(format!("const GROUP = {}u;{SHADER}", group(device)).into()),
        });
        device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some("amp scatter"),
            // The shader uses all of its bindings, so the layout that wgpu derives contains them.
            layout: None,
            module: &module,
            entry_point: Some("scatter"),
            compilation_options: Default::default(),
            cache: device.cache.get(),
        })
    });
    made.map_err(|error| Error::InvalidShader {
        kernel: "scatter".into(),
        place: file!().into(),
        reason: error.to_string(),
    })
}

impl Queue {
    /// Copies regions from one buffer to another, after all submitted commands. When the function is called,
    /// the queue must have no recorded launches that are not submitted.
    pub(super) fn scatter(
        self: &Arc<Self>,
        from: &GpuBuffer,
        to: &GpuBuffer,
        regions: &[Region],
    ) -> Result<()> {
        let device = &self.device;
        let pipeline = device.scatter()?;
        for regions in regions.chunks(TABLE_REGIONS) {
            let words = regions.iter().map(|region| region.len.div_ceil(4) as u64).sum::<u64>();
            let lanes = words.div_ceil(regions.len() as u64).next_power_of_two().clamp(1, 64);
            let mut table = vec![regions.len() as u32, lanes as u32];
            for region in regions {
                // The casts are lossless for buffers below 2^34 bytes. The shader cannot address longer ones,
                // because its indices have 32 bits.
                table.extend([region.from / 4, region.to / 4, region.len.div_ceil(4)].map(|it| it as u32));
            }
            let bytes = bytemuck::cast_slice(&table);
            let pieces = self.allocate(bytes.len(), true)?;
            let groups = (regions.len() as u64 * lanes).div_ceil(group(device).into());
            let limit = u64::from(device.limits.max_compute_workgroups_per_dimension);
            let rows = groups.div_ceil(limit);
            let done = device.scoped(|| {
                device.queue.write_buffer(&pieces.block.buffer, 0, bytes);
                let bindings = device.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some("amp scatter"),
                    layout: &pipeline.get_bind_group_layout(0),
                    entries: &[pieces.entry(0), from.entry(1), to.entry(2)],
                });
                let mut encoder = device.device.create_command_encoder(&Default::default());
                {
                    let mut pass = encoder.begin_compute_pass(&Default::default());
                    pass.set_pipeline(&pipeline);
                    pass.set_bind_group(0, &bindings, &[]);
                    pass.dispatch_workgroups(groups.div_ceil(rows) as u32, rows as u32, 1);
                }
                device.queue.submit([encoder.finish()]);
            });
            done.map_err(|error| device.error(error, 0))?;
        }
        Ok(())
    }
}
