//! Hand-vectorised n-body step: coordinates in arrays of their own, and several bodies at a time. A kernel that is
//! compiled for the same vector instructions is not expected to be faster.

use amp::prelude::*;
use amp_examples::programs::nbody::{self, Particle, SOFTENING};
use rayon::prelude::*;

/// Bodies at a time: four vectors of SSE2, two of AVX2.
const LANES: usize = 16;
/// Bodies that one job of the thread pool moves.
const JOB: usize = 64;

/// Coordinates and masses in arrays of their own. The last lanes are filled up with bodies without mass.
struct Coordinates {
    x: Vec<[f32; LANES]>,
    y: Vec<[f32; LANES]>,
    z: Vec<[f32; LANES]>,
    mass: Vec<[f32; LANES]>,
}

impl Coordinates {
    fn of(all: &[Particle]) -> Self {
        let component = |component: usize| {
            let filled = |chunk: &[Particle]| {
                let mut lanes = [0.0; LANES];
                lanes.iter_mut().zip(chunk).for_each(|(lane, p)| *lane = p.position[component]);
                lanes
            };
            all.chunks(LANES).map(filled).collect()
        };
        Coordinates { x: component(0), y: component(1), z: component(2), mass: component(3) }
    }
}

/// The step with the vector instructions that every processor of the architecture has.
pub(super) fn baseline(from: &[Particle], to: &mut [Particle]) {
    let all = Coordinates::of(from);
    to.par_chunks_mut(JOB).zip(from.par_chunks(JOB)).for_each(|(to, from)| {
        for (to, p) in to.iter_mut().zip(from) {
            *to = nbody::advance(*p, acceleration_at(&all, p.position, |a, b, c| a * b + c));
        }
    });
}

/// Whether this processor has the features that [`avx2`] is compiled for.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// AVX2 exists on x86-64 only.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn has_avx2() -> bool {
    false
}

/// The step with AVX2 and FMA. On a processor without these features, it calls [`baseline`].
pub(super) fn avx2(from: &[Particle], to: &mut [Particle]) {
    if !has_avx2() {
        return baseline(from, to);
    }
    #[cfg(target_arch = "x86_64")]
    {
        let all = Coordinates::of(from);
        to.par_chunks_mut(JOB).zip(from.par_chunks(JOB)).for_each(|(to, from)| {
            // SAFETY: `has_avx2` has just checked both features.
            unsafe { x86::job(&all, from, to) }
        });
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;

    /// Moves the bodies of a job.
    ///
    /// # Safety
    /// The processor must have AVX2 and FMA.
    #[target_feature(enable = "avx2,fma")]
    pub(super) unsafe fn job(all: &Coordinates, from: &[Particle], to: &mut [Particle]) {
        for (to, p) in to.iter_mut().zip(from) {
            *to = nbody::advance(*p, acceleration_at(all, p.position, f32::mul_add));
        }
    }
}

/// The acceleration of a body at `me` by all bodies.
#[inline(always)]
fn acceleration_at(all: &Coordinates, me: Vec4, multiply_add: impl Fn(f32, f32, f32) -> f32) -> Vec3 {
    let mut sums = [[0.0f32; LANES]; 3];
    for (((x, y), z), mass) in all.x.iter().zip(&all.y).zip(&all.z).zip(&all.mass) {
        for k in 0..LANES {
            let (dx, dy, dz) = (x[k] - me.x, y[k] - me.y, z[k] - me.z);
            let squared = multiply_add(dx, dx, multiply_add(dy, dy, multiply_add(dz, dz, SOFTENING)));
            let pull = mass[k] / (squared * squared.sqrt());
            sums[0][k] = multiply_add(dx, pull, sums[0][k]);
            sums[1][k] = multiply_add(dy, pull, sums[1][k]);
            sums[2][k] = multiply_add(dz, pull, sums[2][k]);
        }
    }
    Vec3::from_array(sums.map(|lanes| lanes.iter().sum()))
}
