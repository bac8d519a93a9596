//! Kernels compute the same bits at every instruction set level of the CPU (`AMP_CPU_LEVEL`). A process
//! selects its level once, so each level runs in a process of its own.
//!
//! Debug builds are not vectorised, so `.ci/run` also runs this test in release.

#![cfg(not(miri))]

use std::process::Command;

use amp::prelude::*;
use amp_examples::programs::{mandelbrot, matmul, nbody, reduce};

/// Floats of all kinds: every exponent and sign, common arguments, and special values.
fn floats(count: usize) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut any = || random.u32(..);
    (0..count)
        .map(|n| match n % 4 {
            0 => f32::from_bits(any()),
            1 => (any() >> 8) as f32 / 65_536.0 - 128.0,
            2 => (any() >> 8) as f32 / 8_388_608.0 - 1.0,
            _ => {
                [0.0, 0.5, 1.0, -1.0, 2.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e-40, 3e9][n / 4 % 10]
            }
        })
        .collect()
}

/// The bits of floats. All NaNs are equal, because their bits are unspecified.
fn bits(of: &[f32]) -> Vec<u64> {
    of.iter().map(|x| if x.is_nan() { u64::MAX } else { u64::from(x.to_bits()) }).collect()
}

/// A hash (FNV-1a) of values.
fn digest(of: impl IntoIterator<Item = u64>) -> u64 {
    of.into_iter().fold(0xcbf2_9ce4_8422_2325, |sum, x| (sum ^ x).wrapping_mul(0x100_0000_01b3))
}

/// Prints the digest of each function, applied to each element and the next one.
macro_rules! functions {
    ($on:ident $x:ident: $($name:ident |$a:ident, $b:ident| $value:expr;)*) => {$(
        let mut y = ArrayViewMut::<f32>::without_source([COUNT])?;
        let kernel = amp!(|i: Index<1>| {
            let $a = $x[i];
            let $b = $x[(i[0] + 1) % COUNT];
            y[i] = $value;
        });
        $on.parallel_for_each(COUNT, kernel)?;
        println!("computed {} {:x}", stringify!($name), digest(bits(&y.to_vec()?)));
    )*};
}

/// Not a multiple of any vector width or row length.
const COUNT: usize = 40_037;

fn all_functions(on: &AcceleratorView) -> amp::Result<()> {
    let values = floats(COUNT);
    let x = ArrayView::new(&values);
    functions! { on x:
        sum |a, b| a + b * 3.0 - b / a;
        remainder |a, b| a % b;
        sqrt |a, _b| a.sqrt();
        sin |a, _b| a.sin();
        cos |a, _b| a.cos();
        tan |a, _b| a.tan();
        asin |a, _b| a.asin();
        acos |a, _b| a.acos();
        atan |a, _b| a.atan();
        atan2 |a, b| a.atan2(b);
        sinh |a, _b| a.sinh();
        cosh |a, _b| a.cosh();
        tanh |a, _b| a.tanh();
        exp |a, _b| a.exp();
        exp2 |a, _b| a.exp2();
        ln |a, _b| a.ln();
        log2 |a, _b| a.log2();
        log10 |a, _b| a.log10();
        powf |a, b| a.powf(b);
        powi |a, _b| a.powi(5);
        floor |a, _b| a.floor();
        ceil |a, _b| a.ceil();
        round |a, _b| a.round();
        trunc |a, _b| a.trunc();
        fract |a, _b| a.fract();
        mul_add |a, b| a.mul_add(b, 0.1);
        to_i32 |a, _b| (a as i32 >> 3) as f32;
        to_u32 |a, _b| (a as u32 / 7) as f32;
        branches |a, b| if a > b { a - b } else if b > 1.0 { b.sqrt() } else { a * b };
        doubles |a, b| ((a as f64) * (b as f64) + 1.0) as f32;
        precise_exp |a, _b| amp::precise_math::exp(a);
        precise_pow |a, b| amp::precise_math::pow(a, b);
        precise_erf |a, _b| amp::precise_math::erf(a);
        precise_tgamma |a, _b| amp::precise_math::tgamma(a);
        fast_sin |a, _b| amp::fast_math::sin(a);
    }
    Ok(())
}

fn integers_and_loops(on: &AcceleratorView) -> amp::Result<()> {
    let values: Vec<u32> = (0..COUNT as u32).map(|n| n.wrapping_mul(2_654_435_769) ^ n >> 3).collect();
    let x = ArrayView::new(&values);
    let print = |name: &str, y: ArrayViewMut<'_, u32>| -> amp::Result<()> {
        println!("computed {name} {:x}", digest(y.to_vec()?.into_iter().map(u64::from)));
        Ok(())
    };
    let mut y = ArrayViewMut::<u32>::without_source([COUNT])?;
    let kernel = amp!(|i: Index<1>| {
        let v = x[i];
        let by = v % 31;
        let signed = (v as i32 >> by) / 3;
        let many = v.count_ones() + v.leading_zeros() * 3 + v.trailing_zeros() * 5;
        y[i] = v.wrapping_mul(many) ^ v.rotate_left(by) ^ signed as u32 ^ (v << by).reverse_bits() / (by + 1);
    });
    on.parallel_for_each(COUNT, kernel)?;
    print("integers", y)?;

    // A divergent loop.
    let mut y = ArrayViewMut::<u32>::without_source([COUNT])?;
    let kernel = amp!(|i: Index<1>| {
        let mut n = x[i] % 10_000 + 1;
        let mut steps = 0;
        while n != 1 {
            if n % 2 == 0 {
                n /= 2;
            } else {
                n = n * 3 + 1;
            }
            steps += 1;
        }
        y[i] = steps;
    });
    on.parallel_for_each(COUNT, kernel)?;
    print("collatz", y)?;

    // A shared view: each work-item writes an element other than its own.
    let mut y = ArrayViewMut::<u32>::without_source([COUNT])?;
    let kernel = amp!(|i: Index<1>| {
        let to = COUNT - 1 - i[0];
        let mut sum = 0u32;
        for k in 0..x[i] % 9 {
            sum = sum.wrapping_mul(31) ^ x[(i[0] * 7 + k as usize) % COUNT];
        }
        y[to] = sum;
    });
    on.parallel_for_each(COUNT, kernel)?;
    print("anywhere", y)?;

    let mut bins = ArrayViewMut::<u32>::without_source([64])?;
    let kernel = amp!(|i: Index<1>| {
        atomic_fetch_add(&mut bins[(x[i] % 64) as usize], x[i] >> 20);
    });
    on.parallel_for_each(COUNT, kernel)?;
    print("atomics", bins)
}

fn programs(on: &AcceleratorView) -> amp::Result<()> {
    let bodies = nbody::galaxies(1000).map_err(|_| amp::Error::AlreadyTaken)?;
    let from = ArrayView::new(&bodies);
    for (name, launch) in
        [("bodies", nbody::simple as fn(&_, &_, &mut _) -> _), ("bodies in tiles", nbody::tiled)]
    {
        let mut to = ArrayViewMut::without_source(from.extent())?;
        launch(on, &from, &mut to)?;
        let moved =
            to.to_vec()?.into_iter().flat_map(|body| [body.position.to_array(), body.velocity.to_array()]);
        println!("computed {name} {:x}", digest(bits(&moved.flatten().collect::<Vec<_>>())));
    }
    let [m, w, n] = [64, 48, 80];
    let (a, b) = (floats(m * w), floats(w * n));
    let small =
        |of: Vec<f32>| of.into_iter().map(|x| if x.abs() < 1e6 { x } else { 1.0 }).collect::<Vec<_>>();
    let (a, b) = (small(a), small(b));
    let (a, b) = (ArrayView::with_extent([m, w], &a)?, ArrayView::with_extent([w, n], &b)?);
    for (name, launch) in
        [("product", matmul::simple as fn(&_, &_, &_, &mut _) -> _), ("product in tiles", matmul::tiled)]
    {
        let mut c = ArrayViewMut::<f32, 2>::without_source([m, n])?;
        launch(on, &a, &b, &mut c)?;
        println!("computed {name} {:x}", digest(bits(&c.to_vec()?)));
    }
    let mut steps = ArrayViewMut::<f32, 2>::without_source([90, 161])?;
    let (centre, extent) = (mandelbrot::Complex { re: -0.7, im: 0.1 }, steps.extent());
    on.parallel_for_each(extent, mandelbrot::mandelbrot(centre, 0.02, &mut steps))?;
    println!("computed mandelbrot {:x}", digest(bits(&steps.to_vec()?)));
    let values = small(floats(1 << 16));
    let (x, mut sums) =
        (ArrayView::new(&values), ArrayViewMut::<f32>::without_source([values.len() / reduce::TILE])?);
    let tiles = x.extent().tile([reduce::TILE])?;
    on.parallel_for_each(tiles, reduce::sum_tiles(values.len(), &x, &mut sums))?;
    println!("computed sums {:x}", digest(bits(&sums.to_vec()?)));
    Ok(())
}

#[test]
#[ignore = "the next test runs it in child processes"]
fn print_digests() {
    let on = Accelerator::cpu().default_view();
    all_functions(&on).and_then(|()| integers_and_loops(&on)).and_then(|()| programs(&on)).expect("they run");
}

#[test]
fn every_level_computes_the_same_bits() {
    let at = |level: Option<&str>| {
        let mut child = Command::new(std::env::current_exe().expect("this program is somewhere"));
        child.args(["--exact", "print_digests", "--ignored", "--nocapture"]).env_remove("AMP_CPU_LEVEL");
        let output = child.envs(level.map(|level| ("AMP_CPU_LEVEL", level))).output().expect("it starts");
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{level:?}: {out}{err}");
        let computed: Vec<_> =
            out.lines().filter(|line| line.contains("computed ")).map(str::to_owned).collect();
        (computed, err.into_owned())
    };
    let (baseline, warning) = at(Some("baseline"));
    assert!(baseline.len() > 40 && !warning.contains("AMP_CPU_LEVEL"), "{baseline:?} {warning}");
    let same = |name: Option<&str>, found: &[String]| {
        for (expected, found) in baseline.iter().zip(found) {
            assert_eq!(expected, found, "{name:?} and the baseline");
        }
        assert_eq!(baseline.len(), found.len());
    };
    for level in ["v3", "v4"] {
        let (found, warning) = at(Some(level));
        // The library warns about a level that the machine lacks, and uses the highest one that it has.
        if warning.contains(&format!("this machine does not support AMP_CPU_LEVEL={level:?}")) {
            eprintln!("skipped: this machine has no {level}");
            #[cfg(target_arch = "x86_64")]
            assert!(level == "v4" || !is_x86_feature_detected!("avx2") || !is_x86_feature_detected!("fma"));
        }
        same(Some(level), &found);
    }
    same(None, &at(None).0);
    let (found, warning) = at(Some("v5"));
    assert!(warning.contains("this machine does not support AMP_CPU_LEVEL=\"v5\"; using"), "{warning}");
    same(Some("v5"), &found);
}
