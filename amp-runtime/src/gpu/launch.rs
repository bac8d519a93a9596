//! From a kernel's arguments and its domain to a recorded dispatch.

use std::any::TypeId;
use std::sync::Arc;

use amp_shader::{SlotParams, Template};

use super::buffer::GpuBuffer;
use super::queue::Queue;
use crate::error::{Error, Result};

/// An argument, as the device needs it.
pub enum Binding {
    /// The words of a value.
    Value(Vec<u32>),
    /// A view.
    View {
        /// Its data.
        buffer: Arc<GpuBuffer>,
        /// The place of its first element.
        offset: usize,
        /// Its extent.
        extent: Vec<usize>,
        /// Elements from one index to the next.
        stride: Vec<usize>,
        /// Whether it starts at the beginning and has no gaps.
        contiguous: bool,
        /// Whether the kernel writes to it.
        written: bool,
    },
}

/// Records a launch over `extent`, which is neither empty nor too large, and divides by the tile if there is one.
pub(crate) fn launch(
    queue: &Queue,
    kernel: TypeId,
    template: &Template,
    extent: &[usize],
    bindings: &[Binding],
) -> Result<()> {
    let device = &queue.device;
    device.check()?;
    check_aliasing(template, bindings)?;
    let contiguous = bindings.iter().map(|it| matches!(it, Binding::View { contiguous: true, .. })).collect();
    let pipeline = device.pipelines.get(device, kernel, template, contiguous)?;

    let extent = words(template, extent)?;
    let tiles: Vec<u32> =
        extent.iter().zip(&pipeline.linked.workgroup).map(|(&size, &tile)| size.div_ceil(tile)).collect();
    let grid = fold(template, &tiles, device.limits.max_compute_workgroups_per_dimension)?;

    let mut shapes = Vec::with_capacity(bindings.len());
    for binding in bindings {
        shapes.push(match binding {
            Binding::Value(_) => (0, Vec::new(), Vec::new()),
            Binding::View { offset, extent, stride, .. } => {
                (words(template, &[*offset])?[0], words(template, extent)?, words(template, stride)?)
            }
        });
    }
    let slots: Vec<_> = bindings
        .iter()
        .zip(&shapes)
        .map(|(binding, (offset, extent, stride))| match binding {
            Binding::Value(value) => SlotParams::Value(value),
            Binding::View { .. } => SlotParams::View { offset: *offset, extent, stride },
        })
        .collect();
    let params = pipeline.linked.params(&extent, &tiles, grid[0], &slots);
    let buffers: Vec<_> = bindings
        .iter()
        .filter_map(|binding| match binding {
            Binding::View { buffer, .. } => Some(buffer.clone()),
            Binding::Value(_) => None,
        })
        .collect();
    queue.record(pipeline, &params, &buffers, grid)
}

/// Sizes in 32 bits, which is what a device computes with.
fn words(template: &Template, sizes: &[usize]) -> Result<Vec<u32>> {
    let word = |&size: &usize| {
        u32::try_from(size).map_err(|_| Error::LimitExceeded {
            what: format!("elements that kernel `{}` indexes on a device", template.name),
            needed: size as u64,
            limit: u32::MAX.into(),
        })
    };
    sizes.iter().map(word).collect()
}

/// The grid of workgroups, folded into two dimensions as evenly as can be.
fn fold(template: &Template, tiles: &[u32], limit: u32) -> Result<[u32; 2]> {
    let total = tiles.iter().fold(1u64, |product, &count| product.saturating_mul(count.into()));
    let limit = u64::from(limit);
    let rows = total.div_ceil(limit);
    if rows > limit {
        let what = format!("tiles of a launch of kernel `{}`", template.name);
        return Err(Error::LimitExceeded { what, needed: total, limit: limit * limit });
    }
    // Both are at most `limit`, which came from 32 bits.
    Ok([total.div_ceil(rows) as u32, rows as u32])
}

/// A device cannot bind one buffer for writing and once more.
fn check_aliasing(template: &Template, bindings: &[Binding]) -> Result<()> {
    for (a, first) in bindings.iter().enumerate() {
        for (b, second) in bindings.iter().enumerate().skip(a + 1) {
            if let (
                Binding::View { buffer: x, written: writes_x, .. },
                Binding::View { buffer: y, written: writes_y, .. },
            ) = (first, second)
                && Arc::ptr_eq(x, y)
                && (*writes_x || *writes_y)
            {
                let name = |slot: usize| template.slots.get(slot).map_or("?", |slot| slot.name).to_owned();
                let views = if *writes_x { [name(a), name(b)] } else { [name(b), name(a)] };
                return Err(Error::Aliasing { kernel: template.name.to_owned(), views });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEMPLATE: Template = Template {
        name: "k",
        file: "",
        line: 0,
        rank: 1,
        tile: None,
        slots: &[],
        tile_static: &[],
        body: &[],
    };

    #[test]
    fn grids_fold_evenly() {
        assert_eq!(fold(&TEMPLATE, &[65535], 65535), Ok([65535, 1]));
        assert_eq!(fold(&TEMPLATE, &[65536], 65535), Ok([32768, 2]));
        assert_eq!(fold(&TEMPLATE, &[1 << 20, 1 << 4], 65535), Ok([65281, 257]));
        assert!(fold(&TEMPLATE, &[1 << 20, 1 << 20], 65535).is_err());
    }
}
