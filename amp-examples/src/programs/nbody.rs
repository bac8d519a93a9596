//! Gravitational n-body simulation: every body attracts every other one, `n` squared interactions in a step.

use amp::prelude::*;

use crate::harness::picture;
use crate::harness::{
    DOWNLOAD, KERNEL, Overview, Program, RunError, Session, Size, UPLOAD, Variant, Work, data, within,
};

/// Bodies that a tile loads into tile memory at a time.
const TILE: usize = 256;
/// The squared distance below which attraction is softened, so that close bodies are not thrown to infinity.
pub const SOFTENING: f32 = 1e-4;
/// The time of a step.
pub const DT: f32 = 2e-3;

/// A body.
#[derive(Clone, Copy, Debug, Default, GpuType)]
#[repr(C)]
pub struct Particle {
    /// Position, and mass as the last component.
    pub position: Vec4,
    /// Velocity; the last component is unused.
    pub velocity: Vec4,
}

/// Adds the attraction of a body at `other` on a body at `me`.
#[device]
pub fn bodybody_interaction(acceleration: &mut Vec3, me: Vec4, other: Vec4) {
    let away = Vec3::new(other.x - me.x, other.y - me.y, other.z - me.z);
    let squared = away.length_squared() + SOFTENING;
    *acceleration += away * (other.w / (squared * squared.sqrt()));
}

/// Moves a body by one step.
#[device]
pub fn advance(p: Particle, acceleration: Vec3) -> Particle {
    let velocity = p.velocity + Vec4::new(acceleration.x, acceleration.y, acceleration.z, 0.0) * DT;
    Particle { position: p.position + Vec4::new(velocity.x, velocity.y, velocity.z, 0.0) * DT, velocity }
}

/// One work-item for each body.
#[kernel]
pub fn step(i: Index<1>, from: &ArrayView<Particle>, to: &mut ArrayViewMut<Particle>) {
    let me = from[i].position;
    let mut acceleration = Vec3::ZERO;
    for other in 0..from.extent()[0] {
        bodybody_interaction(&mut acceleration, me, from[other].position);
    }
    to[i] = advance(from[i], acceleration);
}

/// Each tile loads every position once for all its bodies. `TILE` need not divide the number of bodies.
#[kernel(tile = [TILE])]
pub fn step_tiled(t: TiledIndex<1>, from: &ArrayView<Particle>, to: &mut ArrayViewMut<Particle>) {
    let n = from.extent()[0];
    let last = n - 1;
    #[tile_static]
    let mut others: [Vec4; TILE];
    let me = from[t.global[0].min(last)].position;
    let mut acceleration = Vec3::ZERO;
    for first in (0..n).step_by(TILE) {
        let position = from[(first + t.local[0]).min(last)].position;
        // Positions after the last body have no mass.
        let mass = if first + t.local[0] < n { position.w } else { 0.0 };
        others[t.local[0]] = Vec4::new(position.x, position.y, position.z, mass);
        t.barrier.wait();
        for k in 0..TILE {
            bodybody_interaction(&mut acceleration, me, others[k]);
        }
        t.barrier.wait();
    }
    if t.global[0] < n {
        to[t.global] = advance(from[t.global], acceleration);
    }
}

/// Launches one step.
pub type Launch =
    fn(&AcceleratorView, &ArrayView<'_, Particle>, &mut ArrayViewMut<'_, Particle>) -> amp::Result<()>;

/// Launches the simple kernel.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn simple(
    on: &AcceleratorView,
    from: &ArrayView<'_, Particle>,
    to: &mut ArrayViewMut<'_, Particle>,
) -> amp::Result<()> {
    on.parallel_for_each(to.extent(), step(from, to))
}

/// Launches the tiled kernel.
///
/// # Errors
/// The errors of `parallel_for_each`.
pub fn tiled(
    on: &AcceleratorView,
    from: &ArrayView<'_, Particle>,
    to: &mut ArrayViewMut<'_, Particle>,
) -> amp::Result<()> {
    on.parallel_for_each(to.extent().tile([TILE])?.pad(), step_tiled(from, to))
}

/// The serial reference, without the device functions of the kernels.
pub fn serial(from: &[Particle], to: &mut [Particle]) {
    for (p, to) in from.iter().zip(to) {
        let [mut ax, mut ay, mut az] = [0.0; 3];
        for other in from {
            let dx = other.position.x - p.position.x;
            let dy = other.position.y - p.position.y;
            let dz = other.position.z - p.position.z;
            let distance = (dx * dx + dy * dy + dz * dz + SOFTENING).sqrt();
            let pull = other.position.w / (distance * distance * distance);
            ax += dx * pull;
            ay += dy * pull;
            az += dz * pull;
        }
        *to = *p;
        to.velocity.x += ax * DT;
        to.velocity.y += ay * DT;
        to.velocity.z += az * DT;
        to.position.x += to.velocity.x * DT;
        to.position.y += to.velocity.y * DT;
        to.position.z += to.velocity.z * DT;
    }
}

/// The program.
pub const PROGRAM: Program = Program {
    name: "nbody",
    summary: "n-body simulation: structs, device functions, double buffering; writes an animation",
    size: Size { names: &["N"], default: &[10_240], quick: &[1000] },
    variants: &[
        Variant { name: "serial", summary: "two steps on one core" },
        Variant { name: "simple", summary: "one work-item for each body" },
        Variant { name: "tiled", summary: "positions of other bodies through tile memory" },
    ],
    overview: Some(Overview { size: &[4096], variants: &["tiled"] }),
    run,
};

/// Steps of a timed run: from one array to the other and back.
const STEPS: usize = 2;

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let [n] = session.size();
    let start = galaxies(n)?;
    let mut expected = start.clone();
    session.set_work(Work::Items(STEPS as f64 * (n as f64).powi(2), "Ginteraction/s"));
    session.serial(
        &mut expected,
        |_| {},
        |end| {
            let mut from = start.clone();
            for _ in 0..STEPS {
                serial(&from, end);
                from.copy_from_slice(end);
            }
        },
    );

    for (variant, launch) in [("simple", simple as Launch), ("tiled", tiled)] {
        session.variant(variant, |on, timer| {
            let mut result = start.clone();
            timer.measure(|watch| {
                result.fill(Particle::default());
                // `to` begins with the wrong values of `result`. If a step writes nothing, the next step
                // reads these values.
                let mut to = Array::from_slice_on(on, n, &result)?;
                watch.start()?;
                let mut from = Array::from_slice_on(on, n, &start)?;
                watch.lap(UPLOAD)?;
                for _ in 0..STEPS {
                    launch(on, &from.as_view(), &mut to.as_view_mut())?;
                    std::mem::swap(&mut from, &mut to);
                }
                watch.lap(KERNEL)?;
                from.copy_to(&mut result)?;
                watch.lap(DOWNLOAD)
            })?;
            Ok(within(1e-4, 1e-5, &components(&result), &components(&expected)))
        });
    }
    session.picture("nbody.png", |on, path| {
        Ok(picture::write_animation(path, WIDTH, &picture::palette(&NIGHT), &film(on, n)?, 40)?)
    });
    Ok(())
}

fn components(particles: &[Particle]) -> Vec<f32> {
    particles.iter().flat_map(|p| [p.position.to_array(), p.velocity.to_array()].concat()).collect()
}

/// Two galaxies that approach each other: heavy bodies, each in the centre of a disc of light ones that orbit it.
///
/// # Errors
/// [`RunError::Usage`] if there is not enough memory.
pub fn galaxies(n: usize) -> Result<Vec<Particle>, RunError> {
    let random = data::floats(&[n, 3], 7)?;
    let centres = [
        (Vec3::new(-0.5, -0.34, 0.0), Vec3::new(0.62, 0.06, 0.06), Vec3::new(0.25, 0.3, 0.92).normalize()),
        (Vec3::new(0.5, 0.34, 0.0), Vec3::new(-0.62, -0.06, -0.06), Vec3::new(-0.55, 0.25, 0.8).normalize()),
    ];
    let particle = |k: usize| {
        let (centre, drift, axis) = centres[k % 2];
        let (radius, mass, turn) = match k / 2 {
            0 => (0.0, 0.5, 0.0),
            // Denser towards the centre.
            _ => (0.012 + 0.4 * random[3 * k] * random[3 * k + 1].sqrt(), 1e-6, random[3 * k + 2]),
        };
        let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
        let side = axis.cross(Vec3::Y).normalize();
        let (x, y) = (side, axis.cross(side));
        let position = centre + (x * cos + y * sin) * radius;
        // The speed of a circular orbit.
        let speed = (0.5 * radius * radius / (radius * radius + SOFTENING).powf(1.5)).sqrt();
        let velocity = drift + (y * cos - x * sin) * speed;
        Particle { position: position.extend(mass), velocity: velocity.extend(0.0) }
    };
    Ok((0..n).map(particle).collect())
}

/// Width and height of the animation.
const WIDTH: usize = 480;
const HEIGHT: usize = 300;
/// From the night sky to starlight.
const NIGHT: [picture::Colour; 6] =
    [[6, 8, 20], [24, 34, 92], [70, 84, 176], [150, 142, 214], [244, 214, 188], [255, 250, 236]];

fn film(on: &AcceleratorView, n: usize) -> Result<Vec<Vec<u8>>, RunError> {
    const FRAMES: usize = 84;
    const STEPS: usize = 8;
    let mut from = Array::from_slice_on(on, n, &galaxies(n)?)?;
    let mut to = Array::new_on(on, n)?;
    let mut frames = Vec::new();
    for _ in 0..FRAMES {
        frames.push(light(&from.to_vec()?));
        for _ in 0..STEPS {
            simple(on, &from.as_view(), &mut to.as_view_mut())?;
            std::mem::swap(&mut from, &mut to);
        }
    }
    Ok(frames)
}

/// The brightness of each pixel: light adds up, and the eye sees its logarithm.
fn light(particles: &[Particle]) -> Vec<u8> {
    let mut sum = vec![0.0f32; WIDTH * HEIGHT];
    let scale = HEIGHT as f32 / 1.7;
    for p in particles {
        let (x, y) = (p.position.x * scale + WIDTH as f32 / 2.0, p.position.y * scale + HEIGHT as f32 / 2.0);
        if x < 0.0 || y < 0.0 || x >= (WIDTH - 1) as f32 || y >= (HEIGHT - 1) as f32 {
            continue;
        }
        // A point between pixels lights all four of them.
        let (fx, fy) = (x.fract(), y.fract());
        let at = y as usize * WIDTH + x as usize;
        for (place, part) in [
            (at, (1.0 - fx) * (1.0 - fy)),
            (at + 1, fx * (1.0 - fy)),
            (at + WIDTH, (1.0 - fx) * fy),
            (at + WIDTH + 1, fx * fy),
        ] {
            sum[place] += part;
        }
    }
    sum.iter().map(|light| ((1.0 + 12.0 * light).ln() * 52.0).min(255.0) as u8).collect()
}
