//! `uniform(x)` in divergent control flow: which evaluations the checked accelerator compares with each other. Evaluations
//! correspond if tile, barrier interval, call path and loop iterations agree.

use super::*;
use crate::checked::divergent_barriers::{COUNT, TILE, domain, double_uniform, run_both, values};
use std::ops::{Add, AddAssign, Not};

/// Runs a valid kernel in several orders, without an error in any. Returns the results.
#[track_caller]
fn run_valid(run: impl Fn(&AcceleratorView, &mut ArrayViewMut<u32>) -> amp::Result<()>) -> Vec<u32> {
    let results: Vec<_> = (0..6)
        .map(|seed| {
            let on = Accelerator::cpu_checked_with_seed(seed).default_view();
            let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
            run(&on, &mut y).unwrap();
            y.to_vec().unwrap()
        })
        .collect();
    assert!(results.iter().all(|result| *result == results[0]));
    results[0].clone()
}

/// Evaluations in other tiles, between other barriers and on other paths through the kernel are not compared.
#[test]
fn only_corresponding_evaluations_are_compared() {
    let xs = values(Some(3));
    let x = ArrayView::new(&xs);
    for seed in 0..4 {
        let on = Accelerator::cpu_checked_with_seed(seed).default_view();
        let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
        let per_tile = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            for k in 0..3 {
                y[t.global] += double_uniform(k + t.tile[0] as u32);
                t.barrier.wait();
            }
        });
        on.parallel_for_each(domain(), per_tile).unwrap();
        let some_evaluate = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            if t.local[0] > 3 {
                y[t.global] = double_uniform(x[t.global]);
            }
        });
        on.parallel_for_each(domain(), some_evaluate).unwrap();
        let one_evaluates_twice = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            if t.local[0] == 3 {
                y[t.global] = double_uniform(1u32);
            }
            y[t.global] += double_uniform(2u32);
        });
        on.parallel_for_each(domain(), one_evaluates_twice).unwrap();
        // Without tiles, each work-item is a tile.
        let without_tiles = amp!(|i: Index<1>| y[i] = double_uniform(x[i] + i[0] as u32));
        on.parallel_for_each(COUNT, without_tiles).unwrap();
        assert_eq!(y[5], 2 * (xs[5] + 5));
    }
}

/// Loops while a condition holds, and asserts that the condition is uniform.
#[device]
fn loop_while_uniform(times: u32) -> u32 {
    let mut count = 0;
    while uniform(count < times) {
        count += 1;
    }
    count
}

const LOOP_WHILE_UNIFORM: u32 = line!() - 6;

/// Loops over a range, and asserts that the condition of an early return is uniform.
#[device]
fn uniform_in_range(times: u32, returns: bool) -> u32 {
    let mut count = 0;
    for k in 0..times {
        if uniform(returns && k + 1 == times) {
            return count + 1;
        }
        count += 1;
    }
    count
}

const UNIFORM_IN_RANGE: u32 = line!() - 8;

/// A work-item that leaves a loop early passed another value to `uniform` in that iteration.
#[test]
fn early_exit_from_a_loop_is_reported() {
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| y[t.global] = loop_while_uniform(x[t.global]));
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None));
    assert_eq!(line, LOOP_WHILE_UNIFORM);
    let (results, line) = run_both(|on, x, y| {
        let kernel =
            amp!(tile = [TILE], |t: TiledIndex<1>| y[t.global] = uniform_in_range(x[t.global], true));
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None));
    assert_eq!(line, UNIFORM_IN_RANGE);
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let mut count = 0;
            if t.local[0] < 100 {
                while uniform(count < x[t.global]) {
                    count += 1;
                }
            }
            y[t.global] = count;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None));
    assert_eq!(line, line!() - 9);
}

/// Calls a closure that asserts uniformity.
#[device]
fn call(f: impl Fn(u32) -> u32, value: u32, other: bool) -> u32 {
    if other { f(value) } else { f(value + 1) }
}

/// Skipped iterations, other calls, and a loop that returns earlier: these evaluations do not correspond.
#[test]
fn evaluations_on_other_paths_are_not_compared() {
    for seed in 0..4 {
        let on = Accelerator::cpu_checked_with_seed(seed).default_view();
        let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
        let mut sums = |kernel: &dyn Fn(&AcceleratorView, &mut ArrayViewMut<u32>) -> amp::Result<()>| {
            kernel(&on, &mut y).unwrap();
            y.to_vec().unwrap()
        };
        let left_out = sums(&|on, y| {
            let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
                let mut sum = 0;
                for k in 0..4u32 {
                    // All work-items run equally many iterations, but different ones.
                    if (k + t.local[0] as u32) % 2 == 0 {
                        continue;
                    }
                    sum += double_uniform(k);
                }
                y[t.global] = sum;
            });
            on.parallel_for_each(domain(), kernel)
        });
        assert_eq!(left_out[..2], [8, 4]);
        let other_calls = sums(&|on, y| {
            let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
                let odd = t.local[0] % 2 == 1;
                y[t.global] = if odd { double_uniform(1u32) } else { double_uniform(2u32) };
                y[t.global] += call(|n| double_uniform(n), 5, odd);
            });
            on.parallel_for_each(domain(), kernel)
        });
        assert_eq!(other_calls[..2], [16, 12]);
        let fewer_iterations = sums(&|on, y| {
            let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
                let mut sum = 0;
                for _ in 0..t.local[0] {
                    sum += uniform_in_range(2, false);
                }
                y[t.global] = sum;
            });
            on.parallel_for_each(domain(), kernel)
        });
        assert_eq!(fewer_iterations[..3], [0, 2, 4]);
    }
}

/// A value whose operators assert that it is uniform.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Same {
    n: u32,
}

#[device]
impl Add for Same {
    type Output = Same;

    fn add(self, other: Same) -> Same {
        Same { n: uniform(self.n) + other.n }
    }
}

#[device]
impl AddAssign for Same {
    fn add_assign(&mut self, other: Same) {
        self.n += uniform(other.n);
    }
}

#[device]
impl Not for Same {
    type Output = Same;

    fn not(self) -> Same {
        Same { n: uniform(self.n) * 100 }
    }
}

#[device]
impl Same {
    /// The next value; asserts that `self` is uniform if `asserts`.
    fn next(self, asserts: bool) -> Same {
        let n = if asserts { uniform(self.n) } else { self.n };
        Same { n: n + 1 }
    }
}

/// A kernel's own closures are inlined at each call, so each call has its own evaluations of `uniform`.
#[test]
fn calls_of_a_closure_are_compared_separately() {
    let y = run_valid(|on, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let same = |n: u32| {
                let v = uniform(n);
                v + v
            };
            let calls = |n: u32| double_uniform(n);
            let odd = t.local[0] % 2 == 1;
            y[t.global] = if odd { same(1) } else { same(2) };
            y[t.global] += if odd { calls(10) } else { calls(20) };
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(y[..2], [44, 22]);
    // One call gets the tile's value, the other one the work-item's.
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let double = |n: u32| double_uniform(n);
            let all = double(t.tile[0] as u32);
            y[t.global] = all + double(x[t.global]);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results[..17], [vec![2; 16], vec![6]].concat());
    assert_eq!(line, divergent_barriers::DOUBLE_UNIFORM);
}

#[test]
fn uses_of_an_operator_are_compared_separately() {
    let (p, q) = (Same { n: 1 }, Same { n: 2 });
    let y = run_valid(|on, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let odd = t.local[0] % 2 == 1;
            let mut sum = if odd { p + p } else { q + q };
            if odd {
                sum += p;
            } else {
                sum += q;
            }
            y[t.global] = sum.n + if odd { (!p).n } else { (!q).n };
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(y[..2], [206, 103]);
    let operators: [fn(Same) -> Same; 3] = [|s| s + s, |s| !s, |s| s];
    for (which, operator) in operators.iter().enumerate() {
        let (results, _) = run_both(|on, x, y| {
            let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
                let same = Same { n: x[t.global] };
                let mut value = if which == 0 {
                    same + same
                } else if which == 1 {
                    !same
                } else {
                    p
                };
                if which == 2 {
                    value += same;
                    value = Same { n: value.n - 1 };
                }
                y[t.global] = value.n;
            });
            on.parallel_for_each(domain(), kernel)
        });
        assert_eq!(results, values(None).iter().map(|&n| operator(Same { n }).n).collect::<Vec<_>>());
    }
}

/// The calls of a method chain begin at the same token.
#[test]
fn calls_of_a_chain_are_compared_separately() {
    let zero = Same { n: 0 };
    let y = run_valid(|on, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let odd = t.local[0] % 2 == 1;
            y[t.global] = zero.next(odd).next(!odd).n;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(y, [2; COUNT]);
}

/// A kernel whose tokens all have the location of the macro call.
macro_rules! uniform_in_branches {
    ($on:expr, $y:expr) => {{
        let y = $y;
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let odd = t.local[0] % 2 == 1;
            let mut sum = if odd { double_uniform(1u32) } else { double_uniform(2u32) };
            sum += if odd { uniform(3u32) } else { uniform(4u32) };
            for k in 0..2 {
                if odd {
                    sum += uniform(k);
                }
                for k in 5..7 {
                    if !odd {
                        sum += uniform(k);
                    }
                }
            }
            y[t.global] = sum;
        });
        $on.parallel_for_each(domain(), kernel)
    }};
}

#[test]
fn evaluations_in_a_macro_are_compared_separately() {
    let y = run_valid(|on, y| uniform_in_branches!(on, y));
    assert_eq!(y[..2], [30, 6]);
}

/// A tile evaluates uniform control flow once, so nothing is compared, and the next tile may have other values.
#[test]
fn uniform_control_flow_is_not_compared() {
    let y = run_valid(|on, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            if double_uniform(t.tile[0] as u32) == 0 {
                return;
            }
            y[t.global] = 1;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!([y[0], y[COUNT - 1]], [0, 1]);
    let y = run_valid(|on, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let mut k = t.tile[0] as u32;
            y[t.global] = 0;
            while double_uniform(k) < 6 {
                y[t.global] += 1;
                t.barrier.wait();
                k += 1;
            }
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(y.iter().step_by(TILE).copied().collect::<Vec<_>>(), [3, 2, 1, 0]);
}

/// If several work-items leave a loop early, the error names the first one.
#[test]
fn first_diverging_work_item_is_reported() {
    let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
    let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
        let times = if t.local[0] == 5 {
            2
        } else if t.local[0] == 3 {
            3
        } else {
            4
        };
        y[t.global] = loop_while_uniform(times);
    });
    let (items, line) = not_uniform(checked().parallel_for_each(domain(), kernel));
    assert_eq!((items, line), ([0, 5], LOOP_WHILE_UNIFORM));
}

/// Equal values in the same order, but not in the same iterations: a work-item with an extra iteration passes each value one
/// iteration later.
#[test]
fn evaluations_correspond_by_iteration() {
    for (special, found) in [(false, false), (true, true)] {
        let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let (mut k, mut sum) = (0u32, 0);
            let mut skips = special && t.local[0] == 3;
            while k < 3 {
                if skips {
                    skips = false;
                    continue;
                }
                sum += double_uniform(k);
                k += 1;
            }
            y[t.global] = sum;
        });
        let result = checked().parallel_for_each(domain(), kernel);
        assert_eq!(matches!(result, Err(Error::NotUniform { .. })), found);
    }
}
