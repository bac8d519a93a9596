//! A bilateral filter: a pipeline of kernels with different shapes.

use amp::prelude::*;
use amp_examples::harness::{Work, within};
use amp_examples::programs::bilateral::{self, RANGE, SHADES, SPACE, WEIGHTS, grid_extent, shade};
use rayon::prelude::*;

use super::Case;
use crate::comparison::{BenchResult, Comparison};
use crate::raw::{Bind, Checks};
use crate::setup::{CPU, Setup, by_hand, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "bilateral",
    summary: "a bilateral filter of a picture, with a grid of position and brightness",
    other_process: false,
    compare,
};

const WGSL: &str = include_str!("../wgsl/bilateral.wgsl");

/// A bilateral filter on a coarse grid of rows, columns and shades. Adds each pixel to the nearest grid node,
/// blurs the grid along each dimension in turn, and interpolates the result for each pixel.
fn by_rayon([rows, columns]: [usize; 2], image: &[f32], result: &mut [f32]) {
    let [r, c, s] = grid_extent([rows, columns]);
    let mut grid = vec![Vec2::ZERO; r * c * s];
    grid.par_chunks_mut(c * s).enumerate().for_each(|(r, nodes)| {
        for row in (r * SPACE).saturating_sub(SPACE / 2)..(r * SPACE + SPACE / 2).min(rows) {
            for (column, brightness) in image[row * columns..][..columns].iter().enumerate() {
                nodes[(column + SPACE / 2) / SPACE * s + shade(*brightness)] += Vec2::new(*brightness, 1.0);
            }
        }
    });
    for (step, length) in [(c * s, r), (s, c), (1, s)] {
        let from = grid.clone();
        grid.par_iter_mut().with_min_len(1 << 10).enumerate().for_each(|(n, to)| {
            let place = n / step % length;
            let taps = (0..5).filter(|d| (2..length + 2).contains(&(place + d)));
            *to = taps.map(|d| from[n + d * step - 2 * step] * WEIGHTS[d]).sum();
        });
    }
    result.par_chunks_mut(columns).zip(image.par_chunks(columns)).enumerate().for_each(
        |(y, (result, image))| {
            let y = y as f32 / SPACE as f32;
            let r0 = (y as usize).min(r - 1);
            let rows = [r0, (r0 + 1).min(r - 1)].map(|r| &grid[r * c * s..][..c * s]);
            for (x, (result, brightness)) in result.iter_mut().zip(image).enumerate() {
                let (x, z) = (x as f32 / SPACE as f32, brightness / RANGE);
                let (c0, s0) = ((x as usize).min(c - 1), (z as usize).min(SHADES - 1));
                let (c1, s1) = ((c0 + 1).min(c - 1), (s0 + 1).min(SHADES - 1));
                let [near, far] = rows.map(|row| {
                    let along = |c: usize| row[c * s + s0].lerp(row[c * s + s1], z - s0 as f32);
                    along(c0).lerp(along(c1), x - c0 as f32)
                });
                let sum = near.lerp(far, y - r0 as f32);
                *result = sum.x / sum.y;
            }
        },
    );
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let sizes: &[[usize; 2]] = setup.pick(&[[120, 160]], &[[480, 640]], &[[480, 640], [4320, 7680]]);
    sizes.iter().try_for_each(|&size| compare_size(setup, size, measure))
}

fn compare_size(
    setup: &Setup,
    size @ [rows, columns]: [usize; 2],
    measure: &mut dyn FnMut(Comparison<'_>),
) -> BenchResult<()> {
    let n = rows * columns;
    let picture = data(bilateral::scene(size))?;
    let mut expected = vec![0.0; n];
    bilateral::serial(size, &picture, &mut expected);
    let judge = |result: &[f32]| within(1e-3, 1e-4, result, &expected);

    let work = Work::Items(n as f64, "Gpixel/s");
    let mut comparison = Comparison::new("bilateral", format!("{rows}x{columns}"), work);
    if setup.has_cpu() {
        let run = |result: &mut Vec<f32>| by_rayon(size, &picture, result);
        comparison.add(CPU, "rayon by hand", host(vec![f32::NAN; n], run, |result| judge(result)));
        let run = |result: &mut Vec<f32>| bilateral::serial(size, &picture, result);
        comparison.add(CPU, "one thread", host(vec![f32::NAN; n], run, |result| judge(result)));
    }
    let [r, c, s] = grid_extent(size);
    for device in &setup.devices {
        let raw = &device.raw;
        for (name, checks) in [("WGSL by hand", Checks::On), ("WGSL by hand, unchecked", Checks::Off)] {
            let (image, result) = (raw.filled(&picture), raw.buffer(4 * n));
            let [grid, blurred] = [(); 2].map(|()| raw.buffer(8 * r * c * s));
            let params = raw.uniform([rows as u32, columns as u32, r as u32, c as u32]);
            let step = |entry, [grid, blurred]: [&wgpu::Buffer; 2], groups| {
                let binds = [Bind::Read, Bind::Write, Bind::Write, Bind::Write, Bind::Uniform];
                let pipeline = raw.pipeline(WGSL, entry, &binds, checks);
                raw.step_2d(&pipeline, &[&image, grid, blurred, &result, &params], groups)
            };
            let nodes = [(r * c * s).div_ceil(256), 1];
            let pixels = [columns.div_ceil(32), rows.div_ceil(8)];
            let steps = vec![
                step("downsample", [&grid, &blurred], nodes),
                step("blur_rows", [&grid, &blurred], nodes),
                step("blur_columns", [&blurred, &grid], nodes),
                step("blur_shades", [&grid, &blurred], nodes),
                step("upsample", [&grid, &blurred], pixels),
            ];
            comparison.add(&device.label, name, by_hand(raw, steps, (result, n), judge));
        }
    }
    for (label, on) in setup.accelerators() {
        let image = Array::from_slice_on(on, size, &picture).map_err(message)?;
        let mut grid = Array::new_on(on, grid_extent(size)).map_err(message)?;
        let mut blurred = Array::new_on(on, grid_extent(size)).map_err(message)?;
        let result = Array::new_on(on, size).map_err(message)?;
        let run = move |on: &AcceleratorView, result: &mut Array<f32, 2>| {
            let grids = [&mut grid.as_view_mut(), &mut blurred.as_view_mut()];
            bilateral::filter(on, &image.as_view(), grids, &mut result.as_view_mut(), |_| Ok(()))
        };
        comparison.add(label, "amp", kernels(on, result, run, move |result| Ok(judge(&result.to_vec()?))));
    }
    measure(comparison);
    Ok(())
}
