//! A bilateral filter, which smooths a picture but keeps its edges.
//!
//! Algorithm: the bilateral grid of Chen, Paris and Durand. Pixels are accumulated in a coarse grid of position
//! and brightness and blurred there, so that dark and bright pixels stay apart.

use amp::prelude::*;

use crate::harness::{
    DOWNLOAD, Overview, Program, RunError, Session, Size, UPLOAD, Variant, Work, data, picture, within,
};

/// The distance of grid nodes, in pixels.
pub const SPACE: usize = 16;
/// The distance of grid nodes, in brightness.
pub const RANGE: f32 = 0.1;
/// The number of grid nodes from brightness 0 to 1.
pub const SHADES: usize = 11;
/// The weights of the blur: a binomial filter.
pub const WEIGHTS: [f32; 5] = [1.0 / 16.0, 4.0 / 16.0, 6.0 / 16.0, 4.0 / 16.0, 1.0 / 16.0];

/// The brightness node nearest to a brightness.
#[device]
pub fn shade(brightness: f32) -> usize {
    ((brightness * 10.0 + 0.5) as usize).min(10)
}

/// Accumulates, for each node, the pixels nearest to it: the sum of brightnesses and the count.
#[kernel]
pub fn downsample(i: Index<3>, image: &ArrayView<f32, 2>, grid: &mut ArrayViewMut<Vec2, 3>) {
    let [rows, columns] = image.extent().into();
    let [top, left] = [i[0] * SPACE, i[1] * SPACE];
    let mut sum = Vec2::ZERO;
    for row in top.max(SPACE / 2) - SPACE / 2..(top + SPACE / 2).min(rows) {
        for column in left.max(SPACE / 2) - SPACE / 2..(left + SPACE / 2).min(columns) {
            let brightness = image[[row, column]];
            if shade(brightness) == i[2] {
                sum += Vec2::new(brightness, 1.0);
            }
        }
    }
    grid[i] = sum;
}

/// Blurs sums and counts along the dimension that `step` selects. The three-dimensional filter is a product of
/// three one-dimensional ones, so three passes read 15 nodes instead of 125.
#[kernel]
pub fn blur(i: Index<3>, step: [isize; 3], from: &ArrayView<Vec2, 3>, to: &mut ArrayViewMut<Vec2, 3>) {
    let [rows, columns, shades] = from.extent().into();
    let mut sum = Vec2::ZERO;
    for d in 0..5usize {
        // The offset -2 belongs to weight 0. An index below zero wraps to a large one; outside of the grid there is
        // nothing to add.
        let by = d as isize - 2;
        let [r, c, s] = i.offset([step[0] * by, step[1] * by, step[2] * by]).into();
        if r < rows && c < columns && s < shades {
            sum += from[[r, c, s]] * WEIGHTS[d];
        }
    }
    to[i] = sum;
}

/// Interpolates each pixel trilinearly in the grid, at its position and brightness.
#[kernel]
pub fn upsample(
    i: Index<2>,
    image: &ArrayView<f32, 2>,
    grid: &ArrayView<Vec2, 3>,
    result: &mut ArrayViewMut<f32, 2>,
) {
    let [rows, columns, shades] = grid.extent().into();
    let r = i[0] as f32 / SPACE as f32;
    let c = i[1] as f32 / SPACE as f32;
    let s = image[i] / RANGE;
    let [r0, c0, s0] =
        [(r as usize).min(rows - 1), (c as usize).min(columns - 1), (s as usize).min(shades - 1)];
    let [r1, c1, s1] = [(r0 + 1).min(rows - 1), (c0 + 1).min(columns - 1), (s0 + 1).min(shades - 1)];
    let (fr, fc, fs) = (r - r0 as f32, c - c0 as f32, s - s0 as f32);
    let near = grid[[r0, c0, s0]]
        .lerp(grid[[r0, c0, s1]], fs)
        .lerp(grid[[r0, c1, s0]].lerp(grid[[r0, c1, s1]], fs), fc);
    let far = grid[[r1, c0, s0]]
        .lerp(grid[[r1, c0, s1]], fs)
        .lerp(grid[[r1, c1, s0]].lerp(grid[[r1, c1, s1]], fs), fc);
    let sum = near.lerp(far, fr);
    result[i] = sum.x / sum.y;
}

/// Filters an image on an accelerator, with two grids of [`grid_extent`] as scratch memory. Calls `lap` after the
/// launches of each step.
///
/// # Errors
/// The errors of `parallel_for_each` and of `lap`.
pub fn filter(
    on: &AcceleratorView,
    image: &ArrayView<'_, f32, 2>,
    [grid, blurred]: [&mut ArrayViewMut<'_, Vec2, 3>; 2],
    result: &mut ArrayViewMut<'_, f32, 2>,
    mut lap: impl FnMut(&'static str) -> amp::Result<()>,
) -> amp::Result<()> {
    on.parallel_for_each(grid.extent(), downsample(image, grid))?;
    lap("downsample")?;
    on.parallel_for_each(grid.extent(), blur([1, 0, 0], &grid.as_view(), blurred))?;
    on.parallel_for_each(grid.extent(), blur([0, 1, 0], &blurred.as_view(), grid))?;
    on.parallel_for_each(grid.extent(), blur([0, 0, 1], &grid.as_view(), blurred))?;
    lap("blur")?;
    on.parallel_for_each(image.extent(), upsample(image, &blurred.as_view(), result))?;
    lap("upsample")
}

/// The extent of the grid of a picture.
#[must_use]
pub fn grid_extent([rows, columns]: [usize; 2]) -> [usize; 3] {
    [(rows - 1 + SPACE / 2) / SPACE + 1, (columns - 1 + SPACE / 2) / SPACE + 1, SHADES]
}

/// The serial reference, written for one core.
pub fn serial(size @ [rows, columns]: [usize; 2], image: &[f32], result: &mut [f32]) {
    let [r, c, s] = grid_extent(size);
    let at = |row: usize, column: usize, shade: usize| (row * c + column) * s + shade;
    let mut grid = vec![Vec2::ZERO; r * c * s];
    for row in 0..rows {
        for column in 0..columns {
            let brightness = image[row * columns + column];
            let node = at((row + SPACE / 2) / SPACE, (column + SPACE / 2) / SPACE, shade(brightness));
            grid[node] += Vec2::new(brightness, 1.0);
        }
    }
    for (step, length) in [(c * s, r), (s, c), (1, s)] {
        let from = grid.clone();
        for (n, to) in grid.iter_mut().enumerate() {
            let place = n / step % length;
            let taps = (0..5).filter(|d| (2..length + 2).contains(&(place + d)));
            *to = taps.map(|d| from[n + d * step - 2 * step] * WEIGHTS[d]).sum();
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            let value = image[row * columns + column];
            let (y, x, z) = (row as f32 / SPACE as f32, column as f32 / SPACE as f32, value / RANGE);
            let [r0, c0, s0] = [(y as usize).min(r - 1), (x as usize).min(c - 1), (z as usize).min(s - 1)];
            let mut sum = Vec2::ZERO;
            for corner in 0..8 {
                let [dr, dc, ds] = [corner >> 2, corner >> 1 & 1, corner & 1];
                let part = |d: usize, of: f32| if d == 1 { of } else { 1.0 - of };
                let weight = part(dr, y - r0 as f32) * part(dc, x - c0 as f32) * part(ds, z - s0 as f32);
                sum += grid[at((r0 + dr).min(r - 1), (c0 + dc).min(c - 1), (s0 + ds).min(s - 1))] * weight;
            }
            result[row * columns + column] = sum.x / sum.y;
        }
    }
}

/// The program.
pub const PROGRAM: Program = Program {
    name: "bilateral",
    summary: "bilateral filter, which smooths and keeps edges; writes pictures before and after",
    size: Size { names: &["ROWS", "COLUMNS"], default: &[480, 640], quick: &[120, 160] },
    variants: &[
        Variant { name: "serial", summary: "three passes on one core" },
        Variant { name: "grid", summary: "grid of position and brightness; one blur for each dimension" },
    ],
    overview: Some(Overview { size: &[480, 640], variants: &["grid"] }),
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let size @ [rows, columns] = session.size();
    let noisy = scene(size)?;
    let mut expected = data::zeros(&size)?;
    session.set_work(Work::Items((rows * columns) as f64, "Gpixel/s"));
    session.serial(&mut expected, |_| {}, |result| serial(size, &noisy, result));
    session.variant("grid", |on, timer| {
        let mut smooth = vec![0.0; rows * columns];
        timer.measure(|watch| {
            smooth.fill(f32::NAN);
            let mut result = ArrayViewMut::with_extent(size, &mut smooth)?;
            watch.start_with_garbage(&result)?;
            let image = ArrayView::with_extent(size, &noisy)?;
            result.discard_data();
            image.synchronize_to(on)?;
            let mut grid = ArrayViewMut::without_source(grid_extent(size))?;
            let mut blurred = ArrayViewMut::without_source(grid_extent(size))?;
            watch.lap(UPLOAD)?;
            filter(on, &image, [&mut grid, &mut blurred], &mut result, |name| watch.lap(name))?;
            result.finish()?;
            watch.lap(DOWNLOAD)
        })?;
        Ok(within(1e-3, 1e-4, &smooth, &expected))
    });
    session.picture("bilateral_before.png", |_, path| Ok(picture::write_grey(path, columns, &noisy)?));
    session.picture("bilateral_after.png", |on, path| {
        let image = ArrayView::with_extent(size, &noisy)?;
        let mut grid = ArrayViewMut::without_source(grid_extent(size))?;
        let mut blurred = ArrayViewMut::without_source(grid_extent(size))?;
        let mut result = ArrayViewMut::without_source(size)?;
        filter(on, &image, [&mut grid, &mut blurred], &mut result, |_| Ok(()))?;
        Ok(picture::write_grey(path, columns, &result.read()?)?)
    });
    Ok(())
}

/// A test picture: a ball over a chequered floor, with camera noise.
///
/// # Errors
/// [`RunError::Usage`] if there is not enough memory.
pub fn scene(size @ [rows, columns]: [usize; 2]) -> Result<Vec<f32>, RunError> {
    let noise = data::floats(&[rows, columns, 4], 3)?;
    let light = Vec3::new(-0.5, 0.7, -0.5).normalize();
    let ball = (Vec3::new(0.1, 0.9, 3.2), 1.0f32);
    // The distance at which a ray hits the ball.
    let meets = |from: Vec3, along: Vec3| {
        let (away, half) = (from - ball.0, along.dot(from - ball.0));
        let under = half * half - away.length_squared() + ball.1 * ball.1;
        (under > 0.0).then(|| -half - under.sqrt()).filter(|&t| t > 1e-3)
    };
    let floor = |eye: Vec3, along: Vec3| {
        let point = eye + along * (-eye.y / along.y);
        let dark = (point.x.floor() + point.z.floor()).rem_euclid(2.0) < 1.0;
        let shadow = if meets(point, light).is_some() { 0.35 } else { 1.0 };
        (if dark { 0.25 } else { 0.8 }) * shadow
    };
    let sample = |n: usize| {
        let (y, x) = (n / columns, n % columns);
        let height = rows as f32;
        let along = Vec3::new(
            (x as f32 - columns as f32 / 2.0) / height,
            (height / 2.0 - y as f32) / height - 0.1,
            1.0,
        );
        let (eye, along) = (Vec3::new(0.0, 1.2, 0.0), along.normalize());
        let sky = |along: Vec3| 0.55 + 0.4 * along.y;
        let bright = match meets(eye, along) {
            Some(t) => {
                let normal = (eye + along * t - ball.0).normalize();
                let mirrored = along - normal * (2.0 * along.dot(normal));
                let shine = mirrored.dot(light).max(0.0).powi(40);
                let around = if mirrored.y < 0.0 { floor(eye + along * t, mirrored) } else { sky(mirrored) };
                0.12 + 0.45 * normal.dot(light).max(0.0) + 0.25 * around + 0.6 * shine
            }
            None if along.y < 0.0 => floor(eye, along),
            None => sky(along),
        };
        // The sum of four uniform numbers is nearly normally distributed.
        let grain: f32 = noise[4 * n..4 * n + 4].iter().sum::<f32>() - 2.0;
        (bright + 0.09 * grain).clamp(0.0, 1.0)
    };
    Ok((0..size[0] * size[1]).map(sample).collect())
}
