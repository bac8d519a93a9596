//! Items inside kernels: closures, functions, constants, assertions; `uniform`; and explicit generic arguments.

use amp::prelude::*;
use amp_tests::on_each;

const OFFSETS: [i32; 3] = [-1, 0, 1];

/// Runs a kernel over 0..100 and compares the results with those of `host`.
fn compare(
    kernel: impl Fn(&AcceleratorView, &ArrayView<u32>, &mut ArrayViewMut<u32>),
    host: impl Fn(u32) -> u32,
) {
    let xs: Vec<u32> = (0..100).collect();
    let expected_values: Vec<u32> = xs.iter().map(|&x| host(x)).collect();
    on_each(|accelerator| {
        let mut found = vec![0; 100];
        let x = ArrayView::new(&xs);
        let mut y = ArrayViewMut::new(&mut found);
        kernel(&accelerator.default_view(), &x, &mut y);
        drop(y);
        assert_eq!(found, expected_values);
    });
}

#[test]
fn closures_and_functions_inside_a_kernel() {
    compare(
        |on, x, y| {
            let k = 3;
            on.parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    fn half(v: u32) -> u32 {
                        const TWO: u32 = 2;
                        v / TWO
                    }
                    let mut calls = 0;
                    let mut count = |by: u32| calls += by;
                    count(1);
                    count(half(6));
                    let scaled = |v: u32| -> u32 {
                        let k = v * k;
                        if k > 50 { k - 50 } else { k }
                    };
                    let k = 1000;
                    y[i] = scaled(x[i]) + scaled(half(x[i])) + calls * k;
                }),
            )
            .unwrap();
        },
        |x| {
            let scaled = |v: u32| if v * 3 > 50 { v * 3 - 50 } else { v * 3 };
            scaled(x) + scaled(x / 2) + 4000
        },
    );
}

#[device]
fn sign(v: i32) -> i32 {
    fn clamp(v: i32) -> i32 {
        v.clamp(-1, 1)
    }
    match clamp(v) {
        -1 => -1,
        0 => 0,
        1 => 1,
        _ => unreachable!("clamped"),
    }
}

#[test]
fn loops_over_arrays() {
    compare(
        |on, x, y| {
            on.parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    let mut sum = 0;
                    let mut seen = [0u32; 5];
                    for d in OFFSETS {
                        for (k, weight) in [(0, 1), (1, 3)] {
                            let v = x[i] as i32 + d * 30 + k;
                            if v % 7 == 6 {
                                continue;
                            }
                            sum += weight * sign(v) * (v % 10);
                        }
                        seen[(x[i] as usize + OFFSETS.len()) % seen.len()] += 1;
                    }
                    for s in seen {
                        sum += s as i32;
                    }
                    y[i] = sum as u32;
                }),
            )
            .unwrap();
        },
        |x| {
            let mut sum = 3;
            for d in OFFSETS {
                for (k, weight) in [(0, 1), (1, 3)] {
                    let v = x as i32 + d * 30 + k;
                    if v % 7 == 6 {
                        continue;
                    }
                    sum += weight * v.signum() * (v % 10);
                }
            }
            sum as u32
        },
    );
}

#[test]
fn failed_assertion_panics_on_the_cpu() {
    on_each(|accelerator| {
        let xs: Vec<u32> = (0..100).collect();
        for (limit, fails) in [(100, false), (70, true)] {
            let mut found = vec![0; 100];
            let x = ArrayView::new(&xs);
            let mut y = ArrayViewMut::new(&mut found);
            // A queue of its own, because a wait for a shared queue returns failures of other threads.
            let on = accelerator.create_view(QueuingMode::Automatic).unwrap();
            let result = on.parallel_for_each(
                y.extent(),
                amp!(|i: Index<1>| {
                    let found = x[i];
                    assert!(
                        found < limit,
                        "too large: {found} of {}, {:?} {at:>2} {{}}",
                        limit,
                        x[i],
                        at = i[0]
                    );
                    assert_ne!(limit, 3);
                    y[i] = if x[i] < limit { x[i] } else { unreachable!() };
                }),
            );
            let cpu = accelerator.device_path().starts_with("cpu");
            match result {
                Err(amp::Error::KernelPanicked { message, .. }) => {
                    assert!(cpu && fails, "{message}");
                    let at = message.strip_prefix("too large: ").and_then(|rest| rest.split(' ').next());
                    let at = at.expect("the message is that of the assertion");
                    let expected = format!("too large: {at} of 70, {at} {at} {{}}");
                    assert!(message.starts_with(&expected), "{message}");
                }
                other => assert!(other.is_ok() && !(cpu && fails)),
            }
        }
    });
}

#[test]
fn barriers_in_a_loop_with_a_uniform_condition() {
    on_each(|accelerator| {
        let starts: Vec<u32> = (0..8).map(|n| n * 3 % 5).collect();
        let mut found = vec![0u32; 64];
        let start = ArrayView::new(&starts);
        let mut y = ArrayViewMut::new(&mut found);
        let domain = y.extent().tile([8]).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(
                domain,
                amp!(tile = [8], |t: TiledIndex<1>| {
                    #[tile_static]
                    let mut left: [u32; 2];
                    let own = t.local[0];
                    if own == 0 {
                        left[1] = start[t.tile[0]];
                    }
                    t.barrier.wait();
                    let mut rounds = 0;
                    while uniform(left[1]) > 0 {
                        t.barrier.wait();
                        if own == 7 {
                            left[1] -= 1;
                        }
                        rounds += own as u32;
                        t.barrier.wait();
                    }
                    y[t.global] = rounds;
                }),
            )
            .unwrap();
        drop(y);
        let expected_values: Vec<u32> = (0..64).map(|n| starts[n / 8] * (n as u32 % 8)).collect();
        assert_eq!(found, expected_values);
    });
}

/// `N` and `U` are explicit in each call; `T` and `M` are inferred from an argument.
#[device]
fn weighted_sum<const N: usize, T: Scalar, U, const M: usize>(values: [T; M], by: T) -> T
where
    U: Steps,
{
    let mut sum = T::ZERO;
    for k in 0..N {
        sum += values[(k * U::STEP as usize) % M] * by;
    }
    sum
}

trait Steps {
    const STEP: u32;
}

struct Two;
struct Three;

impl Steps for Two {
    const STEP: u32 = 2;
}

impl Steps for Three {
    const STEP: u32 = 3;
}

/// Passes explicit generic arguments on.
#[device]
fn weighted_sums<const N: usize>(values: [f32; 4]) -> f32 {
    weighted_sum::<N, _, Three, 4>(values, 2.0) + weighted_sum::<3, f32, Two, 4>(values, 1.0)
}

mod scaling {
    use amp::prelude::*;

    #[device]
    pub(super) fn scaled<const BY: u32>(x: f32) -> f32 {
        x * BY as f32
    }
}

#[device]
fn applied(f: impl Fn(f32) -> f32, x: f32) -> f32 {
    f(x) + 1.0
}

#[test]
fn explicit_generic_arguments_of_calls() {
    on_each(|accelerator| {
        let mut results = [0.0; 20];
        let mut y = ArrayViewMut::new(&mut results);
        let kernel = amp!(|i: Index<1>| {
            let values = [i[0] as f32, 1.0, 2.0, 3.0];
            let passed = applied(|v| scaling::scaled::<5>(v), values[0]) + applied(scaling::scaled::<7>, 1.0);
            y[i] = weighted_sums::<4>(values) * 100.0 + scaling::scaled::<3>(values[0]) + passed;
        });
        accelerator.default_view().parallel_for_each(20, kernel).unwrap();
        y.finish().unwrap();
        for (k, found) in results.into_iter().enumerate() {
            let values = [k as f32, 1.0, 2.0, 3.0];
            let passed = applied(scaling::scaled::<5>, values[0]) + applied(scaling::scaled::<7>, 1.0);
            assert_eq!(
                found,
                weighted_sums::<4>(values) * 100.0 + scaling::scaled::<3>(values[0]) + passed,
                "at {k}"
            );
        }
    });
}
