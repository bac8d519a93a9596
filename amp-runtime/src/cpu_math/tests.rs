//! Tests of the functions' accuracy over floats of all exponents, and of their special values.

use super::*;

/// Floats of all exponents and both signs, and the floats around the points at which functions switch to
/// another formula.
fn all() -> impl Iterator<Item = f32> {
    let mut state = 1u32;
    let sampled = (0..=255u32).flat_map(move |exponent| {
        (0..1500).map(move |n| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let mantissa = if n < 4 { n } else { state >> 9 };
            f32::from_bits((state & 1) << 31 | exponent << 23 | mantissa)
        })
    });
    let turns = [0.5, 1.0, 2.0, std::f32::consts::FRAC_PI_2, std::f32::consts::PI, 88.7, 104.0, 128.0];
    let around = turns.into_iter().flat_map(|x: f32| {
        (-300..300).flat_map(move |n| {
            let near = f32::from_bits(x.to_bits().wrapping_add_signed(n));
            [near, -near]
        })
    });
    sampled.chain(around).chain([0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN])
}

/// The error of `found`, in units in the last place of the exact result.
fn error(found: f32, exact: f64) -> f64 {
    let nearest = exact as f32;
    if found.is_nan() && nearest.is_nan()
        || found == nearest && found.is_sign_negative() == nearest.is_sign_negative()
    {
        return 0.0;
    }
    if !found.is_finite() || !nearest.is_finite() {
        // Near the overflow threshold, a rounding error decides whether the result is finite. The test
        // accepts both a finite and an infinite result there.
        let edge = f64::from(f32::MAX) * (1.0 + f64::from(f32::EPSILON));
        let near = exact.abs() < edge && exact.abs() > f64::from(f32::MAX) * (1.0 - f64::from(f32::EPSILON));
        return if near && !found.is_nan() { 1.0 } else { f64::INFINITY };
    }
    let exponent = (nearest.abs().to_bits() >> 23).max(1) as i32 - 150;
    (f64::from(found) - exact).abs() / 2f64.powi(exponent)
}

fn worst(
    name: &str,
    bound: f64,
    inputs: impl Iterator<Item = f32>,
    of: fn(f32) -> f32,
    exact: fn(f64) -> f64,
) {
    let (mut worst, mut at) = (0.0, 0.0);
    for x in inputs {
        let error = error(of(x), exact(f64::from(x)));
        if error > worst {
            (worst, at) = (error, x);
        }
    }
    println!("{name}: {worst:.3} ulp at {at:e}");
    assert!(worst <= bound, "{name} is {worst:.3} ulp from the truth at {at:e} ({:e})", of(at));
}

#[test]
fn unary_functions_have_the_stated_accuracy() {
    worst("exp", 1.5, all(), exp, f64::exp);
    worst("exp2", 1.5, all(), exp2, f64::exp2);
    worst("ln", 1.0, all(), ln, f64::ln);
    worst("log2", 1.0, all(), log2, f64::log2);
    worst("log10", 1.0, all(), log10, f64::log10);
    let near = || all().filter(|x| x.abs() <= 4.2e8 || !x.is_finite());
    worst("sin", 2.0, near(), sin, f64::sin);
    worst("cos", 2.0, near(), cos, f64::cos);
    worst("tan", 1.0, near(), tan, f64::tan);
    worst("asin", 1.0, all(), asin, f64::asin);
    worst("acos", 1.0, all(), acos, f64::acos);
    worst("atan", 1.0, all(), atan, f64::atan);
    worst("sinh", 1.0, all(), sinh, f64::sinh);
    worst("cosh", 1.0, all(), cosh, f64::cosh);
    worst("tanh", 1.0, all(), tanh, f64::tanh);
}

#[test]
fn binary_functions_have_the_stated_accuracy() {
    let some: Vec<_> =
        all().step_by(257).chain([1.0, -1.0, 2.0, -3.0, 0.5, 8_388_609.0, 16_777_216.0]).collect();
    let special = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
    let check = |name: &str, bound: f64, of: fn(f32, f32) -> f32, exact: fn(f64, f64) -> f64| {
        let (mut worst, mut at) = (0.0, (0.0, 0.0));
        for &x in some.iter().chain(&special) {
            for &y in some.iter().chain(&special) {
                let error = error(of(x, y), exact(f64::from(x), f64::from(y)));
                if error > worst {
                    (worst, at) = (error, (x, y));
                }
            }
        }
        println!("{name}: {worst:.3} ulp at {at:?}");
        assert!(worst <= bound, "{name} is {worst:.3} ulp from the truth at {at:?} ({:e})", of(at.0, at.1));
    };
    check("atan2", 1.0, atan2, f64::atan2);
    check("powf", 1.0, powf, f64::powf);
    // Random arguments for which the power is neither zero nor infinite.
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0
    };
    let mut worst = 0f64;
    for _ in 0..300_000 {
        let (x, y) = ((next() - 0.5).exp2() * 10f32.powf(next() * 20.0 - 10.0), next() * 8.0 - 4.0);
        worst = worst.max(error(powf(x, y), f64::from(x).powf(f64::from(y))));
    }
    println!("powf between: {worst:.3} ulp");
    assert!(worst <= 1.0, "powf is {worst} ulp from the truth");
}

#[test]
fn far_angles_are_taken_as_zero() {
    for x in [4.3e8, 1e20, f32::MAX, -1e30] {
        assert_eq!((sin(x).abs(), cos(x), tan(x).abs()), (0.0, 1.0, 0.0));
    }
    assert!(sin(f32::INFINITY).is_nan() && cos(f32::NEG_INFINITY).is_nan() && tan(f32::NAN).is_nan());
}

#[test]
fn vectors_have_an_exponential() {
    assert_eq!(exp(Vec3::new(0.0, 1.0, -2.0)), Vec3::new(1.0, exp(1.0f32), exp(-2.0f32)));
}
