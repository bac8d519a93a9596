//! The program that the language server analyses. The test inserts statements at the comments that begin with `in`.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub(crate) struct Particle {
    pub(crate) position: f32,
    pub(crate) velocity: f32,
}

#[device]
impl Particle {
    pub(crate) fn energy(self) -> f32 {
        let half = 0.5;
        // in a method
        half * self.velocity * self.velocity
    }
}

#[device]
trait Shape: Sized {
    fn area(self) -> f32;

    fn doubled(self) -> f32 {
        let single = self.area();
        // in a default method
        2.0 * single
    }
}

#[device]
impl Shape for Particle {
    fn area(self) -> f32 {
        self.position * self.position
    }
}

#[device]
fn scaled(value: f32, ratio: f32) -> f32 {
    let larger = value * ratio;
    // in a device function
    larger
}

const TILE: usize = 16;

/// Documentation of the kernel.
#[kernel]
pub(crate) fn accumulate(
    i: Index<1>,
    weight: f32,
    source: &ArrayView<Particle>,
    whole: &Array<Particle>,
    target: &mut ArrayViewMut<f32>,
) {
    let particle = source[i];
    let other = whole[i];
    // in a kernel
    let product = weight * particle.energy();
    target[i] += scaled(product, 2.0) + other.doubled();
}

#[kernel]
fn measure<S: Shape + GpuType>(i: Index<1>, shapes: &ArrayView<S>, areas: &mut ArrayViewMut<f32>) {
    let shape = shapes[i];
    // in a generic kernel
    areas[i] = shape.area();
}

#[kernel(tile = [TILE])]
fn rotate(t: TiledIndex<1>, input: &ArrayView<f32>, output: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut shared: [f32; TILE];
    shared[t.local] = input[t.global];
    t.barrier.wait();
    let mine = shared[t.local];
    // in a tiled kernel
    output[t.global] = mine + shared[(t.local[0] + 1) % TILE];
}

pub(crate) fn run(particles: &[Particle], values: &mut [f32]) -> amp::Result<()> {
    let factor = 2.0f32;
    let moving = ArrayView::new(particles);
    let whole = Array::from_slice([particles.len()], particles)?;
    let mut result = ArrayViewMut::new(values);
    parallel_for_each(result.extent(), accumulate(2.0, &moving, &whole, &mut result))?;
    parallel_for_each(result.extent(), measure(&moving, &mut result))?;
    parallel_for_each(
        result.extent(),
        amp!(|at: Index<1>| {
            let nearest = moving[at];
            // in a closure
            let moved = nearest.position + factor;
            result[at] += moved;
        }),
    )?;
    let input = Array::from_slice([TILE], &[1.0; TILE])?;
    parallel_for_each(Extent::new([TILE]).tile([TILE])?, rotate(&input.as_view(), &mut result))?;
    parallel_for_each(
        Extent::new([TILE]).tile([TILE])?,
        amp!(tile = [TILE], |tiled: TiledIndex<1>| {
            let start = tiled.tile_origin;
            // in a tiled closure
            result[tiled.global] += start[0] as f32;
        }),
    )?;
    result.finish()
}
