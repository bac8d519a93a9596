//! Inputs: values of every exponent and both signs, values near turning points of the functions, and special values.

/// Extrema and zeros of functions, and arguments at which an implementation switches to another approximation.
const TURNING_POINTS: [f32; 24] = [
    0.25,
    0.41,
    0.414_213_57,
    0.5,
    0.54,
    0.7,
    std::f32::consts::FRAC_1_SQRT_2,
    0.75,
    1.0,
    std::f32::consts::SQRT_2,
    1.5,
    std::f32::consts::FRAC_PI_2,
    2.0,
    2.414_213_6,
    3.0,
    std::f32::consts::PI,
    4.0,
    8.0,
    10.05,
    35.04,
    88.72,
    103.97,
    128.0,
    3000.0,
];

pub(super) const SPECIAL: [f32; 22] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.0,
    -3.0,
    8_388_609.0,
    16_777_216.0,
    -16_777_217.0,
    2_147_483_648.0,
    f32::MAX,
    f32::MIN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::NAN,
];

/// A pseudo-random generator with the same sequence in each run.
pub(super) struct Random(pub(super) u32);

impl Random {
    pub(super) fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let x = self.0;
        (x ^ (x >> 15)).wrapping_mul(0x2c1b_3c6d) ^ (x >> 7)
    }

    /// A value from 0 to 1, without 1.
    pub(super) fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / 16_777_216.0
    }
}

/// Inputs of unary functions.
pub(super) fn ones() -> Vec<f32> {
    let mut random = Random(1);
    let mut all = SPECIAL.to_vec();
    for exponent in 0..255u32 {
        // More values near 1, where most functions change.
        let count = if (115..=135).contains(&exponent) { 250 } else { 16 };
        for n in 0..count {
            let mantissa = if n < 2 { n } else { random.bits() >> 9 };
            let sign = random.bits() & 0x8000_0000;
            all.push(f32::from_bits(sign | (exponent << 23) | mantissa));
        }
    }
    for point in TURNING_POINTS {
        for n in -12..12 {
            let near = f32::from_bits(point.to_bits().wrapping_add_signed(n));
            all.extend([near, -near]);
        }
    }
    for n in -80..80 {
        all.extend([n as f32, n as f32 * 0.25, n as f32 + 0.5]);
    }
    all
}

/// Inputs of binary functions.
pub(super) fn twos() -> (Vec<f32>, Vec<f32>) {
    let mut random = Random(2);
    let mut all: Vec<(f32, f32)> = Vec::new();
    for a in SPECIAL {
        for b in SPECIAL {
            all.push((a, b));
        }
    }
    let any = ones();
    for _ in 0..2000 {
        let pick = |random: &mut Random| any[random.bits() as usize % any.len()];
        let (a, b) = (pick(&mut random), pick(&mut random));
        let (c, d) = (random.unit(), random.unit());
        all.extend([(a, b), (a, a * c), (c, d), (c - 0.5, 1.0 - d)]);
        all.push((c * 10f32.powf(d * 20.0 - 10.0), random.unit() * 8.0 - 4.0));
        all.push((1.0 + (c - 0.5) * 0.3, (d - 0.5) * 2000.0));
    }
    all.into_iter().unzip()
}
