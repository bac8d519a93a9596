//! The Mandelbrot set: compute-bound, with a loop whose trip count differs between pixels.

use std::ops::{Add, Mul};

use amp::prelude::*;

use crate::harness::picture::{self, Colour};
use crate::harness::{
    DOWNLOAD, KERNEL, Overview, Program, RunError, Session, Size, UPLOAD, Variant, Verdict, Work, data,
};

/// Iterations after which a point counts as inside of the set.
pub const STEPS: u32 = 512;
/// The squared radius from which a point escapes. It is large, because colours are smoother far out.
pub const ESCAPE_RADIUS: f32 = 256.0;

/// A complex number. Its operators are device functions.
#[derive(Clone, Copy, Debug, Default, GpuType)]
#[repr(C)]
pub struct Complex {
    /// The real part.
    pub re: f32,
    /// The imaginary part.
    pub im: f32,
}

#[device]
impl Add for Complex {
    type Output = Complex;
    fn add(self, other: Complex) -> Complex {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

#[device]
impl Mul for Complex {
    type Output = Complex;
    fn mul(self, other: Complex) -> Complex {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[device]
impl Complex {
    /// The square of the absolute value.
    pub fn norm(self) -> f32 {
        self.re * self.re + self.im * self.im
    }
}

/// The smooth iteration count of a point that escaped; -1 for a point inside.
#[device]
pub fn smooth(step: u32, norm: f32) -> f32 {
    if step < STEPS { step as f32 + 1.0 - (norm.log2() / ESCAPE_RADIUS.log2()).log2() } else { -1.0 }
}

/// The smooth iteration count of the point `c`.
#[device]
pub fn escape(c: Complex) -> f32 {
    let mut z = c;
    let mut step = 0;
    while step < STEPS && z.norm() <= ESCAPE_RADIUS {
        z = z * z + c;
        step += 1;
    }
    smooth(step, z.norm())
}

/// The point that the pixel at `[row, column]` shows.
#[device]
pub fn point(at: [usize; 2], size: [usize; 2], centre: Complex, pixel: f32) -> Complex {
    let across = at[1] as f32 + 0.5 - size[1] as f32 / 2.0;
    let up = size[0] as f32 / 2.0 - at[0] as f32 - 0.5;
    centre + Complex { re: across * pixel, im: up * pixel }
}

/// One work-item for each pixel.
#[kernel]
pub fn mandelbrot(i: Index<2>, centre: Complex, pixel: f32, steps: &mut ArrayViewMut<f32, 2>) {
    let c = point(i.into(), steps.extent().into(), centre, pixel);
    let mut z = c;
    let mut step = 0;
    while step < STEPS && z.norm() <= ESCAPE_RADIUS {
        z = z * z + c;
        step += 1;
    }
    steps[i] = smooth(step, z.norm());
}

/// The serial reference, without the device functions of the kernel.
pub fn serial(size @ [_, columns]: [usize; 2], centre: Complex, pixel: f32, steps: &mut [f32]) {
    for (n, steps) in steps.iter_mut().enumerate() {
        let [re, im] = plain_point([n / columns, n % columns], size, centre, pixel);
        *steps = plain_escape(re, im);
    }
}

fn plain_point(
    [row, column]: [usize; 2],
    [rows, columns]: [usize; 2],
    centre: Complex,
    pixel: f32,
) -> [f32; 2] {
    let right = column as f32 + 0.5 - columns as f32 / 2.0;
    let down = row as f32 + 0.5 - rows as f32 / 2.0;
    [centre.re + right * pixel, centre.im - down * pixel]
}

fn plain_escape(re: f32, im: f32) -> f32 {
    let (mut x, mut y) = (re, im);
    for step in 0..STEPS {
        let squared = x * x + y * y;
        if squared > ESCAPE_RADIUS {
            // The fractional iteration at which the point crossed the radius: the logarithm of its distance doubles
            // with each iteration.
            let crossed = (squared.ln() / ESCAPE_RADIUS.ln()).ln() / std::f32::consts::LN_2;
            return step as f32 + 1.0 - crossed;
        }
        (x, y) = (x * x - y * y + re, x * y + y * x + im);
    }
    -1.0
}

/// The centre and the width of the whole set.
pub const WHOLE: (Complex, f32) = (Complex { re: -0.65, im: 0.0 }, 3.6);
/// The centre and the width of the seahorse valley.
const VALLEY: (Complex, f32) = (Complex { re: -0.746_7, im: 0.107_6 }, 0.010_5);

/// The program.
pub const PROGRAM: Program = Program {
    name: "mandelbrot",
    summary: "the Mandelbrot set: a divergent loop; writes a picture",
    size: Size { names: &["ROWS", "COLUMNS"], default: &[1080, 1920], quick: &[96, 160] },
    variants: &[
        Variant { name: "serial", summary: "pixel by pixel on one core" },
        Variant { name: "kernel", summary: "one work-item for each pixel" },
    ],
    overview: Some(Overview { size: &[540, 960], variants: &["kernel"] }),
    run,
};

fn run(session: &mut Session<'_>) -> Result<(), RunError> {
    let size @ [rows, columns] = session.size();
    let (centre, width) = WHOLE;
    let pixel = width / columns as f32;
    let mut expected: Vec<f32> = data::zeros(&size)?;
    session.set_work(Work::Items((rows * columns) as f64, "Gpixel/s"));
    session.serial(&mut expected, |_| {}, |steps| serial(size, centre, pixel, steps));
    session.variant("kernel", |on, timer| {
        let mut result = vec![0.0; rows * columns];
        timer.measure(|watch| {
            result.fill(f32::NAN);
            let mut steps = ArrayViewMut::with_extent(size, &mut result)?;
            watch.start_with_garbage(&steps)?;
            steps.discard_data();
            watch.lap(UPLOAD)?;
            on.parallel_for_each(size, mandelbrot(centre, pixel, &mut steps))?;
            watch.lap(KERNEL)?;
            steps.finish()?;
            watch.lap(DOWNLOAD)
        })?;
        Ok(compare(size, centre, pixel, &result, &expected))
    });
    session.picture("mandelbrot.png", |on, path| {
        Ok(picture::write_rgb(path, columns, &paint(on, size, VALLEY)?)?)
    });
    Ok(())
}

/// Compares pixels. At the border of the set, the last bit of a coordinate changes the iteration count. An
/// accelerator may fuse operations that the host rounds separately, so its last bits may differ. A pixel
/// there may differ by up to 16 times the `spread` of its point.
pub fn compare(
    size @ [_, columns]: [usize; 2],
    centre: Complex,
    pixel: f32,
    actual: &[f32],
    expected: &[f32],
) -> Verdict {
    let differs = |n: &usize| (actual[*n] - expected[*n]).abs() > 0.01 || actual[*n].is_nan();
    if actual.len() != expected.len() {
        return Verdict::Wrong(format!("{} pixels instead of {}", actual.len(), expected.len()));
    }
    let differ: Vec<usize> = (0..expected.len()).filter(differs).collect();
    let is_at_border = |n: &usize| {
        let [re, im] = plain_point([n / columns, n % columns], size, centre, pixel);
        (iterations(actual[*n]) - iterations(expected[*n])).abs() <= 16.0 * spread(re, im, expected[*n])
    };
    // The border is small. If many pixels differ, rounding is not the cause, so all of them count as wrong.
    let many = differ.len() * 50 > expected.len();
    match differ.iter().filter(|n| many || !is_at_border(n)).count() {
        0 => Verdict::Correct,
        wrong => Verdict::Wrong(format!("{wrong} of {} pixels differ", expected.len())),
    }
}

/// The largest difference of the iteration count between a point and the points a few units in the last place
/// away.
fn spread(re: f32, im: f32, here: f32) -> f32 {
    let beside = [-8.0, -2.0, 0.0, 2.0, 8.0].map(|bits: f32| bits * f32::EPSILON);
    let around = beside.into_iter().flat_map(|dy| beside.map(|dx| plain_escape(re + dx, im + dy)));
    around.map(|there| (iterations(there) - iterations(here)).abs()).fold(0.0, f32::max)
}

/// The iteration count, which is `STEPS` for a point inside of the set.
fn iterations(steps: f32) -> f32 {
    if steps < 0.0 { STEPS as f32 } else { steps }
}

/// A picture with 3 x 3 samples for each pixel.
fn paint(
    on: &AcceleratorView,
    [rows, columns]: [usize; 2],
    (centre, width): (Complex, f32),
) -> amp::Result<Vec<Colour>> {
    const FINE: usize = 3;
    let fine = [rows * FINE, columns * FINE];
    let mut steps = ArrayViewMut::without_source(fine)?;
    on.parallel_for_each(fine, mandelbrot(centre, width / fine[1] as f32, &mut steps))?;
    let steps = steps.read()?;
    let pixel = |n: usize| {
        let (row, column) = (n / columns * FINE, n % columns * FINE);
        let samples = (0..FINE * FINE).map(|s| colour(steps[[row + s / FINE, column + s % FINE]]));
        let sum = samples.fold([0u32; 3], |sum, of| [0, 1, 2].map(|d| sum[d] + u32::from(of[d])));
        sum.map(|sum| (sum / (FINE * FINE) as u32) as u8)
    };
    Ok((0..rows * columns).map(pixel).collect())
}

/// Cycles through night blue, white, gold and brown; points inside are black. Each cycle is longer than the one
/// before.
fn colour(steps: f32) -> Colour {
    const TURN: [Colour; 7] = [
        [9, 11, 48],
        [22, 66, 138],
        [112, 178, 224],
        [246, 248, 240],
        [250, 186, 50],
        [128, 44, 8],
        [9, 11, 48],
    ];
    if steps < 0.0 {
        [0; 3]
    } else {
        picture::interpolate(&TURN, ((steps + 1.0).max(1.0).ln() * 0.8).fract())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: [usize; 2] = [90, 160];
    const PIXEL: f32 = WHOLE.1 / 160.0;

    fn expected() -> Vec<f32> {
        let mut expected = vec![0.0; SIZE[0] * SIZE[1]];
        serial(SIZE, WHOLE.0, PIXEL, &mut expected);
        expected
    }

    #[test]
    fn wrong_pixels_are_found_except_at_the_border() {
        let expected = expected();
        let judged = |n: usize, value: f32| {
            let mut actual = expected.clone();
            actual[n] = value;
            compare(SIZE, WHOLE.0, PIXEL, &actual, &expected)
        };
        // A pixel far outside, one in the middle of the set, and a NaN.
        for (n, value) in [(5, expected[5] + 0.02), (45 * 160 + 88, 511.0), (5, f32::NAN)] {
            assert!(matches!(judged(n, value), Verdict::Wrong(_)), "{n}: {value}");
        }
        // At the border, the last bit may decide about one more iteration.
        let border = (0..expected.len()).max_by(|&a, &b| {
            let spread = |n: usize| {
                let [re, im] = plain_point([n / 160, n % 160], SIZE, WHOLE.0, PIXEL);
                spread(re, im, expected[n])
            };
            spread(a).total_cmp(&spread(b))
        });
        let border = border.unwrap();
        assert_eq!(judged(border, expected[border] + 1.0), Verdict::Correct);
        let shifted: Vec<f32> = expected.iter().map(|steps| steps + 0.02).collect();
        assert!(matches!(compare(SIZE, WHOLE.0, PIXEL, &shifted, &expected), Verdict::Wrong(_)));
    }

    #[test]
    fn device_functions_agree_with_the_serial_reference() {
        let by_functions = |n: usize| escape(point([n / 160, n % 160], SIZE, WHOLE.0, PIXEL));
        let all: Vec<f32> = (0..SIZE[0] * SIZE[1]).map(by_functions).collect();
        assert_eq!(compare(SIZE, WHOLE.0, PIXEL, &all, &expected()), Verdict::Correct);
    }
}
