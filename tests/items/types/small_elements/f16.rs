//! Arithmetic of `f16`, compared with Rust on every accelerator that supports it.
//!
//! Each operation is rounded to `f16`. A GPU may fuse a product with the operation that uses it, as with `f32`.

use crate::types::small_elements::{on_each, results_of};
use amp::prelude::*;

/// Bit patterns of zeros, subnormals, limits, infinity and NaN, and some values between.
const BITS: [u16; 26] = [
    0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x8400, 0x1400, 0x2e66, 0x3555, 0x3800, 0x3bff, 0x3c00,
    0x3c01, 0xbc00, 0x4000, 0x4200, 0xc248, 0x5640, 0x63ff, 0x6400, 0x77ff, 0x7bff, 0xfbff, 0x7c00, 0x7e00,
];

/// The allowed results of `a * b + c`: rounded twice, or fused.
fn multiplied_and_added(a: f16, b: f16, c: f16) -> [f16; 2] {
    [a * b + c, rounded(a.to_f64() * b.to_f64() + c.to_f64())]
}

/// The nearest `f16`, ties to even. `f16::from_f64` ignores the last bits of its argument.
fn rounded(number: f64) -> f16 {
    let near = f16::from_f64(number);
    if !near.is_finite() {
        return near;
    }
    let candidates = [-1, 0, 1].map(|by: i16| f16::from_bits(near.to_bits().wrapping_add_signed(by)));
    let distance = |half: &f16| (half.to_f64() - number).abs();
    let closer = |a: &f16, b: &f16| {
        distance(a).total_cmp(&distance(b)).then((a.to_bits() & 1).cmp(&(b.to_bits() & 1)))
    };
    candidates.into_iter().filter(|half| half.is_finite()).min_by(closer).unwrap_or(near)
}

/// Whether the accelerator rounds every operation, without fusing.
fn is_exact(on: &Accelerator) -> bool {
    [Accelerator::cpu(), Accelerator::cpu_checked()].contains(on)
}

/// The bits of a value; one pattern for every NaN.
fn bits(number: f16) -> u32 {
    if number.is_nan() { 0x7e00 } else { number.to_bits().into() }
}

#[kernel]
fn arithmetic(i: Index<1>, a: &ArrayView<f16>, b: &ArrayView<f16>, y: &mut ArrayViewMut<f32, 2>) {
    let (a, b) = (a[i[0] / 26], b[i[0] % 26]);
    y[[0, i[0]]] = (a + b).to_f32();
    y[[1, i[0]]] = (a - b).to_f32();
    y[[2, i[0]]] = (a * b).to_f32();
    y[[3, i[0]]] = f32::from(a / b);
    y[[4, i[0]]] = (a % b).to_f32();
    y[[5, i[0]]] = (-a).to_f32();
    let mut sum = a;
    sum += b;
    sum *= a;
    sum -= b;
    y[[6, i[0]]] = sum.to_f32();
}

#[test]
fn f16_arithmetic_equals_rust() {
    let all: Vec<f16> = (0..=u16::MAX).step_by(7).chain(BITS).map(f16::from_bits).collect();
    let b = BITS.map(f16::from_bits);
    let count = all.len() * 26;
    let pairs = || (0..count).map(|i| (all[i / 26], b[i % 26]));
    let expected: Vec<Vec<[f16; 2]>> = vec![
        pairs().map(|(a, b)| [a + b; 2]).collect(),
        pairs().map(|(a, b)| [a - b; 2]).collect(),
        pairs().map(|(a, b)| [a * b; 2]).collect(),
        pairs().map(|(a, b)| [a / b; 2]).collect(),
        pairs().map(|(a, b)| [a % b; 2]).collect(),
        pairs().map(|(a, _)| [-a; 2]).collect(),
        pairs().map(|(a, b)| multiplied_and_added(a + b, a, -b)).collect(),
    ];
    on_each(|on| {
        if !on.supports_f16() {
            return;
        }
        let found = results_of(7 * count, |y| {
            let mut y = y.view_as_mut([7, count]).unwrap();
            let (a, b) = (ArrayView::new(&all), ArrayView::new(&b));
            on.default_view().parallel_for_each(count, arithmetic(&a, &b, &mut y)).unwrap();
        });
        let mut wrong = 0;
        for (operation, expected) in expected.iter().enumerate() {
            for (i, (expected, (a, b))) in expected.iter().zip(pairs()).enumerate() {
                let found = f16::from_f32(found[operation * count + i]);
                let allowed = if is_exact(on) { &expected[..1] } else { &expected[..] };
                if allowed.iter().all(|allowed| bits(found) != bits(*allowed)) {
                    wrong += 1;
                    if wrong < 40 {
                        eprintln!(
                            "operation {operation} of {a:?} {:x} and {b:?} {:x} gives {found:?}, not {expected:?}",
                            a.to_bits(),
                            b.to_bits()
                        );
                    }
                }
            }
        }
        assert_eq!(wrong, 0, "on {}", on.description());
    });
}

#[test]
fn reference_of_fused_products_is_rounded_once() {
    let [one, small] = [f16::ONE, f16::from_bits(1)];
    // 57 * 57 is halfway between two `f16` values, so the addend decides the rounding.
    let factor = f16::from_f32(57.0);
    assert_eq!(multiplied_and_added(factor, factor, small).map(f16::to_f32), [3248.0, 3250.0]);
    assert_eq!(multiplied_and_added(factor, factor, -small).map(f16::to_f32), [3248.0, 3248.0]);
    assert_eq!(multiplied_and_added(one, small, -small), [f16::ZERO; 2]);
    assert_eq!(rounded(65519.9), f16::MAX);
    assert_eq!(rounded(1e9), f16::INFINITY);
    assert_eq!(rounded(-3e-8).to_bits(), 0x8001);
    assert_eq!(rounded(-2.9e-8).to_bits(), 0x8000);
}

#[test]
fn f16_comparisons_equal_rust() {
    let all = BITS.map(f16::from_bits);
    let expected: Vec<u32> = (0..26 * 26)
        .map(|i| {
            let (a, b) = (all[i / 26], all[i % 26]);
            [a < b, a <= b, a > b, a >= b, a == b, a != b].iter().fold(0, |sum, &it| 2 * sum + u32::from(it))
        })
        .collect();
    on_each(|on| {
        if !on.supports_f16() {
            return;
        }
        let v = ArrayView::new(&all);
        let found = results_of(26 * 26, |y| {
            on.default_view()
                .parallel_for_each(
                    26 * 26,
                    amp!(|i: Index<1>| {
                        let (a, b) = (v[i[0] / 26], v[i[0] % 26]);
                        y[i] = u32::from(a < b) * 32 + u32::from(a <= b) * 16 + u32::from(a > b) * 8;
                        y[i] += u32::from(a >= b) * 4 + u32::from(a == b) * 2 + u32::from(a != b);
                    }),
                )
                .unwrap();
        });
        let wrong: Vec<_> = (0..26 * 26)
            .filter(|&i| found[i] != expected[i])
            .map(|i| (all[i / 26], all[i % 26], found[i], expected[i]))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    });
}

#[kernel]
fn to_half_and_back(i: Index<1>, x: &ArrayView<f32>, small: &ArrayView<i8>, y: &mut ArrayViewMut<f32>) {
    let half = f16::from_f32(x[i]);
    y[i] = half.to_f32() + f16::from(small[0]).to_f32();
}

#[test]
fn f32_to_f16_conversion_rounds_to_nearest() {
    // Each `f16`, the midpoint to the next one and its neighbours, and special values.
    let mut x: Vec<f32> = Vec::new();
    for bits in 0..=0x7bffu16 {
        let (this, next) = (f16::from_bits(bits).to_f32(), f16::from_bits(bits + 1).to_f32());
        let next = if next.is_finite() { next } else { 65536.0 };
        let middle = (this + next) / 2.0;
        x.extend([this, middle, middle.next_up(), middle.next_down()]);
    }
    x.extend([f32::INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE, 1e-45, 65519.996, 65520.0]);
    let minus: Vec<f32> = x.iter().map(|it| -it).collect();
    x.extend(minus);
    on_each(|on| {
        if !on.supports_f16() {
            return;
        }
        let (v, zero) = (ArrayView::new(&x), ArrayView::new(&[0i8]));
        let found = results_of(x.len(), |y| {
            on.default_view().parallel_for_each(x.len(), to_half_and_back(&v, &zero, y)).unwrap();
        });
        let mut wrong = 0;
        for (found, x) in found.iter().zip(&x) {
            let expected = f16::from_f32(*x).to_f32() + 0.0;
            if found.to_bits() != expected.to_bits() && !(found.is_nan() && expected.is_nan()) {
                wrong += 1;
                if wrong < 40 {
                    eprintln!("{x:e} {:x} gives {found:e} not {expected:e}", x.to_bits());
                }
            }
        }
        assert_eq!(wrong, 0, "on {}", on.description());
    });
}

const STEP: f16 = f16::from_f32_const(0.25);

#[kernel(tile = [4])]
fn scaled(t: TiledIndex<1>, factor: f16, v: &ArrayView<f16>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut shared: [f16; 4];
    shared[t.local[0]] = v[t.global] * factor;
    t.barrier.wait();
    let mut three = [f16::from_f32(0.0); 3];
    for k in 0..3 {
        three[k] = shared[(t.local[0] + k) % 4] + STEP;
    }
    let mut sum = f16::ZERO;
    for k in 0..3 {
        sum += three[k];
    }
    y[t.global] = sum.to_f32();
}

#[test]
fn f16_captures_and_tile_memory() {
    let all: Vec<f16> = (0..32).map(|n| f16::from_f32(n as f32 * 0.37 - 3.0)).collect();
    let factor = f16::from_f32(-1.25);
    let product = |at: usize| all[at] * factor;
    let expected: Vec<f32> = (0..32)
        .map(|at| {
            let three = [0, 1, 2].map(|k| product(at / 4 * 4 + (at % 4 + k) % 4) + f16::from_f32(0.25));
            three.iter().fold(f16::ZERO, |sum, it| sum + *it).to_f32()
        })
        .collect();
    on_each(|on| {
        if !on.supports_f16() {
            return;
        }
        let v = ArrayView::new(&all);
        let found = results_of(32, |y| {
            let domain = v.extent().tile([4]).unwrap();
            on.default_view().parallel_for_each(domain, scaled(factor, &v, y)).unwrap();
        });
        assert_eq!(found, expected);
        // In a closure, only rustc knows the types of the captures.
        let found = results_of(32, |y| {
            on.default_view()
                .parallel_for_each(
                    32,
                    amp!(|i: Index<1>| {
                        let product = v[i] * factor;
                        y[i] = product.to_f32() + factor.to_f32();
                    }),
                )
                .unwrap();
        });
        for (at, found) in found.into_iter().enumerate() {
            let exact = all[at].to_f32() * factor.to_f32() - 1.25;
            let rounded = product(at).to_f32() - 1.25;
            assert!(found == rounded || (!is_exact(on) && found == exact), "{found} of {rounded} at {at}");
        }
    });
}

#[device]
fn blended(a: f16, b: f16, t: f16) -> f16 {
    let rest = f16::ONE - t;
    if t > f16::ZERO { a * rest + b * t } else { a }
}

#[test]
fn f16_parameters_of_device_functions() {
    let all: Vec<f16> = (0..40).map(|n| f16::from_f32(n as f32 * 0.11 - 2.0)).collect();
    let half = |at: usize| blended(all[at], all[39 - at], f16::from_f32(at as f32 / 40.0));
    on_each(|on| {
        if !on.supports_f16() {
            return;
        }
        let v = ArrayView::new(&all);
        let found = results_of(40, |y| {
            on.default_view()
                .parallel_for_each(
                    40,
                    amp!(|i: Index<1>| {
                        let t = f16::from_f32(i[0] as f32 / 40.0);
                        y[i] = blended(v[i], v[39 - i[0]], t).to_f32();
                    }),
                )
                .unwrap();
        });
        for (at, found) in found.into_iter().map(f16::from_f32).enumerate() {
            let (a, b, t) = (all[at], all[39 - at], f16::from_f32(at as f32 / 40.0));
            let rest = f16::ONE - t;
            let fused = [multiplied_and_added(a, rest, b * t)[1], multiplied_and_added(b, t, a * rest)[1]];
            let allowed = found == half(at) || (!is_exact(on) && t > f16::ZERO && fused.contains(&found));
            assert!(allowed, "{found}, not {}, at {at}", half(at));
        }
    });
}

#[test]
fn f16_feature_is_needed_only_for_arithmetic() {
    use amp::Kernel;
    let (v, mut y) = (ArrayView::new(&[f16::ONE; 4]), ArrayViewMut::without_source([4]).unwrap());
    let mut z = ArrayViewMut::without_source([4]).unwrap();
    let read = amp!(|i: Index<1>| z[i] = v[i].to_f32());
    assert!(Kernel::explain(&read).needs.is_empty());
    let computing = amp!(|i: Index<1>| y[i] = (v[i] + v[i]).to_f32());
    let explained = Kernel::explain(&computing);
    assert_eq!(explained.needs, ["`f16`"]);
    assert!(explained.wgsl.unwrap().starts_with("enable f16;"));
}
