//! Bodies that attract one another, all of them all others: `n` squared interactions a step.

use amp::prelude::*;

use crate::frame::picture;
use crate::frame::{DOWNLOAD, KERNEL, Problem, Program, Session, Size, UPLOAD, Variant, Work, data, within};

/// Bodies that a tile brings to tile memory at a time.
const TILE: usize = 256;
/// Keeps bodies that meet from being thrown to infinity: a distance, squared.
pub const SOFTENING: f32 = 1e-4;
/// The time of a step.
pub const DT: f32 = 2e-3;

/// A body.
#[derive(Clone, Copy, Debug, Default, GpuType)]
#[repr(C)]
pub struct Particle {
    /// Where it is, and its mass.
    pub position: Vec4,
    /// How it moves; the last component is not used.
    pub velocity: Vec4,
}

/// Adds what a body at `other` does to one at `me`.
#[device]
pub fn bodybody_interaction(acceleration: &mut Vec3, me: Vec4, other: Vec4) {
    let away = Vec3::new(other.x - me.x, other.y - me.y, other.z - me.z);
    let squared = away.length_squared() + SOFTENING;
    *acceleration += away * (other.w / (squared * squared.sqrt()));
}

/// Moves a body by one step.
#[device]
pub fn moved(p: Particle, acceleration: Vec3) -> Particle {
    let velocity = p.velocity + Vec4::new(acceleration.x, acceleration.y, acceleration.z, 0.0) * DT;
    Particle { position: p.position + Vec4::new(velocity.x, velocity.y, velocity.z, 0.0) * DT, velocity }
}

/// One work-item a body.
#[kernel]
pub fn step(i: Index<1>, from: &ArrayView<Particle>, to: &mut ArrayViewMut<Particle>) {
    let me = from[i].position;
    let mut acceleration = Vec3::ZERO;
    for other in 0..from.extent()[0] {
        bodybody_interaction(&mut acceleration, me, from[other].position);
    }
    to[i] = moved(from[i], acceleration);
}

/// Each tile reads every position once for all its bodies. `TILE` need not divide their number.
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
        // What lies beyond the last body weighs nothing.
        let mass = if first + t.local[0] < n { position.w } else { 0.0 };
        others[t.local[0]] = Vec4::new(position.x, position.y, position.z, mass);
        t.barrier.wait();
        for k in 0..TILE {
            bodybody_interaction(&mut acceleration, me, others[k]);
        }
        t.barrier.wait();
    }
    if t.global[0] < n {
        to[t.global] = moved(from[t.global], acceleration);
    }
}

/// Does one step.
pub type Launch =
    fn(&AcceleratorView, &ArrayView<'_, Particle>, &mut ArrayViewMut<'_, Particle>) -> amp::Result<()>;

/// Launches the simple form.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn simple(
    on: &AcceleratorView,
    from: &ArrayView<'_, Particle>,
    to: &mut ArrayViewMut<'_, Particle>,
) -> amp::Result<()> {
    on.parallel_for_each(to.extent(), step(from, to))
}

/// Launches the tiles.
///
/// # Errors
/// Those of `parallel_for_each`.
pub fn tiled(
    on: &AcceleratorView,
    from: &ArrayView<'_, Particle>,
    to: &mut ArrayViewMut<'_, Particle>,
) -> amp::Result<()> {
    on.parallel_for_each(to.extent().tile([TILE])?.pad(), step_tiled(from, to))
}

/// What both have to agree with: a step in plain numbers, without a function of the kernels.
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
    shows: "bodies that attract one another: structs, device functions, two arrays in turn; writes an animated picture",
    size: Size { names: &["N"], usual: &[10_240], quick: &[1000] },
    variants: &[
        Variant { name: "serial", shows: "two steps on one core" },
        Variant { name: "simple", shows: "one work-item a body" },
        Variant { name: "tiled", shows: "the others' positions through tile_static memory" },
    ],
    run,
};

/// Steps that are timed together: there and back between two arrays.
const STEPS: usize = 2;

fn run(session: &mut Session<'_>) -> Result<(), Problem> {
    let [n] = session.size();
    let start = galaxies(n)?;
    let mut expected = start.clone();
    session.work(Work::Things(STEPS as f64 * (n as f64).powi(2), "Ginteraction/s"));
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
        session.variant(variant, |on, clock| {
            let mut result = start.clone();
            clock.runs(|watch| {
                result.fill(Particle::default());
                // It is to be overwritten; what no step writes is seen in the next one.
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
            Ok(within(1e-4, 1e-5, &numbers(&result), &numbers(&expected)))
        });
    }
    session.picture("nbody.png", |on, path| {
        Ok(picture::animation(path, WIDTH, &picture::palette(&NIGHT), &film(on, n)?, 40)?)
    });
    Ok(())
}

fn numbers(particles: &[Particle]) -> Vec<f32> {
    particles.iter().flat_map(|p| [p.position.to_array(), p.velocity.to_array()].concat()).collect()
}

/// Two galaxies on their way to one another: each a heavy body in the middle, and a disc of light ones that go round it.
///
/// # Errors
/// [`Problem::Usage`] if there are too many.
pub fn galaxies(n: usize) -> Result<Vec<Particle>, Problem> {
    let random = data::numbers(&[n, 3], 7)?;
    let centres = [
        (Vec3::new(-0.5, -0.34, 0.0), Vec3::new(0.62, 0.06, 0.06), Vec3::new(0.25, 0.3, 0.92).normalize()),
        (Vec3::new(0.5, 0.34, 0.0), Vec3::new(-0.62, -0.06, -0.06), Vec3::new(-0.55, 0.25, 0.8).normalize()),
    ];
    let particle = |k: usize| {
        let (centre, drift, axis) = centres[k % 2];
        let (radius, mass, turn) = match k / 2 {
            0 => (0.0, 0.5, 0.0),
            // Denser towards the middle.
            _ => (0.012 + 0.4 * random[3 * k] * random[3 * k + 1].sqrt(), 1e-6, random[3 * k + 2]),
        };
        let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
        let side = axis.cross(Vec3::Y).normalize();
        let (x, y) = (side, axis.cross(side));
        let position = centre + (x * cos + y * sin) * radius;
        // What keeps it on a circle.
        let speed = (0.5 * radius * radius / (radius * radius + SOFTENING).powf(1.5)).sqrt();
        let velocity = drift + (y * cos - x * sin) * speed;
        Particle { position: position.extend(mass), velocity: velocity.extend(0.0) }
    };
    Ok((0..n).map(particle).collect())
}

/// Sides of the picture.
const WIDTH: usize = 480;
const HEIGHT: usize = 300;
/// From the night sky to starlight.
const NIGHT: [picture::Colour; 6] =
    [[6, 8, 20], [24, 34, 92], [70, 84, 176], [150, 142, 214], [244, 214, 188], [255, 250, 236]];

fn film(on: &AcceleratorView, n: usize) -> Result<Vec<Vec<u8>>, Problem> {
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

/// How bright each pixel is: light adds up, and the eye sees its logarithm.
fn light(particles: &[Particle]) -> Vec<u8> {
    let mut sum = vec![0.0f32; WIDTH * HEIGHT];
    let scale = HEIGHT as f32 / 1.7;
    for p in particles {
        let (x, y) = (p.position.x * scale + WIDTH as f32 / 2.0, p.position.y * scale + HEIGHT as f32 / 2.0);
        if x < 0.0 || y < 0.0 || x >= (WIDTH - 1) as f32 || y >= (HEIGHT - 1) as f32 {
            continue;
        }
        // A point between pixels shines on all four.
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
