//! A ray tracer whose inner loop keeps the nearest hit in an `Option`, compared with the same kernel that keeps a flag and the
//! values in separate variables.

use amp::prelude::*;
use amp_examples::harness::{Work, close, data as inputs};
use glam::{Vec3, Vec4};

use super::Case;
use crate::comparison::{BenchResult, Comparison};
use crate::setup::{CPU, Setup, data, host, kernels, message};

pub(super) const CASE: Case = Case {
    name: "option",
    summary: "a ray tracer that keeps the nearest hit in an `Option`, beside one with a flag",
    other_process: false,
    compare,
};

/// A point of a sphere that a ray meets.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Hit {
    distance: f32,
    sphere: u32,
}

/// The direction of the ray through a pixel.
#[device]
fn ray(row: usize, column: usize, pixel: f32) -> Vec3 {
    Vec3::new(column as f32 * pixel - 1.0, row as f32 * pixel - 0.5, 2.0).normalize()
}

/// The distance at which a ray from the origin meets a sphere.
#[device]
fn distance(direction: Vec3, sphere: Vec4) -> Option<f32> {
    let center = sphere.truncate();
    let along = direction.dot(center);
    let inside = along * along - center.length_squared() + sphere.w * sphere.w;
    (inside > 0.0 && along > inside.sqrt()).then(|| along - inside.sqrt())
}

/// The same without an `Option`: negative if the ray misses the sphere.
#[device]
fn distance_or_negative(direction: Vec3, sphere: Vec4) -> f32 {
    let center = sphere.truncate();
    let along = direction.dot(center);
    let inside = along * along - center.length_squared() + sphere.w * sphere.w;
    if inside > 0.0 && along > inside.sqrt() { along - inside.sqrt() } else { -1.0 }
}

#[device]
fn brightness(direction: Vec3, sphere: Vec4, distance: f32) -> f32 {
    let normal = (direction * distance - sphere.truncate()) / sphere.w;
    normal.dot(Vec3::new(-0.6, -0.6, -0.5)).max(0.1)
}

#[kernel]
fn with_option(i: Index<2>, pixel: f32, spheres: &ArrayView<Vec4>, image: &mut ArrayViewMut<f32, 2>) {
    let direction = ray(i[0], i[1], pixel);
    let mut nearest: Option<Hit> = None;
    for sphere in 0..spheres.len() {
        if let Some(distance) = distance(direction, spheres[sphere])
            && nearest.is_none_or(|hit| distance < hit.distance)
        {
            nearest = Some(Hit { distance, sphere: sphere as u32 });
        }
    }
    image[i] = nearest.map_or(0.0, |hit| brightness(direction, spheres[hit.sphere as usize], hit.distance));
}

#[kernel]
fn with_flag(i: Index<2>, pixel: f32, spheres: &ArrayView<Vec4>, image: &mut ArrayViewMut<f32, 2>) {
    let direction = ray(i[0], i[1], pixel);
    let (mut found, mut nearest, mut of) = (false, 0.0, 0);
    for sphere in 0..spheres.len() {
        let distance = distance_or_negative(direction, spheres[sphere]);
        if distance >= 0.0 && (!found || distance < nearest) {
            (found, nearest, of) = (true, distance, sphere);
        }
    }
    image[i] = if found { brightness(direction, spheres[of], nearest) } else { 0.0 };
}

/// The image, computed on the host.
fn expected(size: [usize; 2], pixel: f32, spheres: &[Vec4], image: &mut [f32]) {
    for (k, out) in image.iter_mut().enumerate() {
        let direction = ray(k / size[1], k % size[1], pixel);
        let hits = spheres.iter().filter_map(|sphere| Some((distance(direction, *sphere)?, *sphere)));
        let nearest = hits.min_by(|a, b| a.0.total_cmp(&b.0));
        *out = nearest.map_or(0.0, |(distance, sphere)| brightness(direction, sphere, distance));
    }
}

fn compare(setup: &Setup, measure: &mut dyn FnMut(Comparison<'_>)) -> BenchResult<()> {
    let size @ [rows, columns] = setup.pick([64, 128], [540, 1080], [4320, 8640]);
    let count = rows * columns;
    let pixel = 2.0 / columns as f32;
    let random = data(inputs::floats(&[4 * 32], 7))?;
    let spheres: Vec<Vec4> = random
        .chunks_exact(4)
        .map(|part| Vec4::new(2.0 * part[0] - 1.0, part[1] - 0.5, 2.0 + part[2], 0.05 + 0.2 * part[3].abs()))
        .collect();
    let mut image = vec![0.0; count];
    expected(size, pixel, &spheres, &mut image);
    let judge = |found: &[f32]| close(found, &image);
    let mut comparison =
        Comparison::new("option", format!("{rows}x{columns}"), Work::Items(count as f64, "Gpixel/s"));
    if setup.has_cpu() {
        let run = |out: &mut Vec<f32>| expected(size, pixel, &spheres, out);
        comparison.add(
            CPU,
            "iterators on the host, one thread",
            host(vec![0.0; count], run, |out| judge(out)),
        );
    }
    for (label, on) in setup.accelerators() {
        for (name, flag) in [("amp with a flag", true), ("amp", false)] {
            let view = Array::from_slice_on(on, spheres.len(), &spheres).map_err(message)?;
            let image = Array::new_on(on, size).map_err(message)?;
            let run = move |on: &AcceleratorView, image: &mut Array<f32, 2>| match flag {
                true => {
                    on.parallel_for_each(size, with_flag(pixel, &view.as_view(), &mut image.as_view_mut()))
                }
                false => {
                    on.parallel_for_each(size, with_option(pixel, &view.as_view(), &mut image.as_view_mut()))
                }
            };
            comparison.add(label, name, kernels(on, image, run, move |image| Ok(judge(&image.to_vec()?))));
        }
    }
    measure(comparison);
    Ok(())
}
