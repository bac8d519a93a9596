//! Barriers in divergent control flow, because a value passed to `uniform` differs between work-items: in kernels, in device
//! functions, and around calls of them.
//!
//! Each kernel runs twice: over values that are equal within a tile, and over values of which one differs.

use super::*;

pub(crate) const TILE: usize = 16;
pub(crate) const COUNT: usize = 64;

/// Values that are equal within each tile. `odd` is a work-item of the third tile that has another value.
pub(crate) fn values(odd: Option<usize>) -> Vec<u32> {
    (0..COUNT).map(|n| n as u32 / 16 + 1 + u32::from(odd.is_some_and(|odd| 2 * TILE + odd == n))).collect()
}

/// Runs a kernel in several orders over invalid and then valid values. Returns the results and the reported line.
#[track_caller]
pub(crate) fn run_both(
    run: impl Fn(&AcceleratorView, &ArrayView<u32>, &mut ArrayViewMut<u32>) -> amp::Result<()>,
) -> (Vec<u32>, u32) {
    let mut line = 0;
    for seed in 0..4 {
        let on = Accelerator::cpu_checked_with_seed(seed).default_view();
        for odd in [0, 1, 9, TILE - 1] {
            let xs = values(Some(odd));
            let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
            let (items, found) = not_uniform(run(&on, &ArrayView::new(&xs), &mut y));
            assert_eq!(items.map(|item| item / TILE), [2, 2], "{items:?}");
            assert!(items[0] != items[1] && items.contains(&(2 * TILE + odd)), "{items:?}");
            assert!(line == 0 || line == found, "{line} {found}");
            line = found;
        }
    }
    let xs = values(None);
    let mut results = Vec::new();
    for seed in 0..4 {
        let on = Accelerator::cpu_checked_with_seed(seed).default_view();
        let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
        run(&on, &ArrayView::new(&xs), &mut y).unwrap();
        results = y.to_vec().unwrap();
    }
    (results, line)
}

pub(crate) fn domain() -> TiledExtent<1> {
    Extent::new([COUNT]).tile([TILE]).unwrap()
}

#[test]
fn divergent_barrier_in_the_kernel() {
    let (results, _) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let mut rounds = 0;
            for _ in 0..uniform(x[t.global]) {
                rounds += 1;
                t.barrier.wait();
            }
            y[t.global] = rounds;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None));
}

/// Waits at the barrier `times` times.
#[device]
fn wait_times(barrier: &TileBarrier, times: u32) -> u32 {
    let mut rounds = 0;
    for _ in 0..times {
        rounds += 1;
        barrier.wait();
    }
    rounds
}

#[test]
fn divergent_barrier_in_a_device_function() {
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = wait_times(&t.barrier, uniform(x[t.global]));
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None));
    assert_eq!(line, line!() - 5);
}

/// Waits `more` times, and then `times + more` times.
#[device]
fn wait_in_turn(barrier: &TileBarrier, times: u32, more: u32) -> u32 {
    let first = wait_times(barrier, more);
    first + wait_times(barrier, times + more)
}

#[test]
fn divergent_barrier_in_a_nested_device_function() {
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = wait_in_turn(&t.barrier, uniform(x[t.global]), 2);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None).iter().map(|n| n + 4).collect::<Vec<_>>());
    assert_eq!(line, line!() - 5);
}

#[test]
fn divergent_call_of_a_collective_function() {
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let mut rounds = 7;
            if uniform(x[t.global]) > 1 {
                rounds = wait_times(&t.barrier, 3);
            }
            y[t.global] = rounds;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, (0..COUNT).map(|n| if n < TILE { 7 } else { 3 }).collect::<Vec<u32>>());
    assert_eq!(line, line!() - 8);
}

/// Waits `times` times, and asserts that `times` is uniform.
#[device]
fn wait_uniform_times(barrier: &TileBarrier, times: u32) -> u32 {
    let mut rounds = 0;
    for _ in 0..uniform(times) {
        rounds += 1;
        barrier.wait();
    }
    rounds
}

const WAIT_UNIFORM_TIMES: u32 = line!() - 7;

#[test]
fn uniform_in_a_collective_function() {
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = wait_uniform_times(&t.barrier, x[t.global]);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None));
    assert_eq!(line, WAIT_UNIFORM_TIMES);
}

/// Asserts uniformity in a varying branch behind a barrier.
#[device]
fn uniform_in_branch<T: Scalar>(barrier: &TileBarrier, value: T) -> T {
    barrier.wait();
    let mut sum = T::ZERO;
    if value > T::ZERO {
        sum = uniform(value);
    }
    sum
}

const UNIFORM_IN_BRANCH: u32 = line!() - 5;

#[test]
fn uniform_in_a_varying_branch_of_a_collective_function() {
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = uniform_in_branch(&t.barrier, x[t.global]);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None));
    assert_eq!(line, UNIFORM_IN_BRANCH);
}

/// Asserts that a value is uniform, and contains no barrier.
#[device]
pub(crate) fn double_uniform<T: Scalar>(value: T) -> T {
    let same = uniform(value);
    same + same
}

pub(crate) const DOUBLE_UNIFORM: u32 = line!() - 4;

/// A struct with a method that calls `double_uniform`.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Times {
    count: u32,
}

#[device]
impl Times {
    fn of(self, value: u32) -> u32 {
        let mut sum = 0;
        for _ in 0..self.count {
            sum += double_uniform(value);
        }
        sum
    }
}

#[test]
fn uniform_in_a_function_without_barriers() {
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = double_uniform(x[t.global]);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None).iter().map(|n| 2 * n).collect::<Vec<_>>());
    assert_eq!(line, DOUBLE_UNIFORM);

    let times = Times { count: 3 };
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            t.barrier.wait();
            y[t.global] = times.of(x[t.global]);
            t.barrier.wait();
            y[t.global] += times.of(2);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None).iter().map(|n| 6 * n + 12).collect::<Vec<_>>());
    assert_eq!(line, DOUBLE_UNIFORM);
}

#[test]
fn uniform_in_a_branch_of_the_kernel() {
    let (results, line) = run_both(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            if x[t.global] < 100 {
                y[t.global] = uniform(x[t.global]);
            }
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, values(None));
    assert_eq!(line, line!() - 6);
}
