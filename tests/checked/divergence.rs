//! Barriers that not all work-items of a tile come to, because something is not as uniform as it was said to be: in the kernel,
//! in device functions that wait, and around calls of them.
//!
//! Kernels run twice, once over numbers that agree within a tile, and once over numbers of which one does not.

use super::*;

pub(crate) const TILE: usize = 16;
pub(crate) const COUNT: usize = 64;

/// Numbers that are the same for all of a tile; in the third one a work-item has another, if it is said which.
pub(crate) fn numbers(odd: Option<usize>) -> Vec<u32> {
    (0..COUNT).map(|n| n as u32 / 16 + 1 + u32::from(odd.is_some_and(|odd| 2 * TILE + odd == n))).collect()
}

/// Runs a kernel in several orders: first over what is right. Says the results, and the line that was found.
#[track_caller]
pub(crate) fn twice(
    run: impl Fn(&AcceleratorView, &ArrayView<u32>, &mut ArrayViewMut<u32>) -> amp::Result<()>,
) -> (Vec<u32>, u32) {
    let mut line = 0;
    for seed in 0..4 {
        let on = Accelerator::cpu_checked_with_seed(seed).default_view();
        for odd in [0, 1, 9, TILE - 1] {
            let xs = numbers(Some(odd));
            let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
            let (items, found) = disagreed(run(&on, &ArrayView::new(&xs), &mut y));
            assert_eq!(items.map(|item| item / TILE), [2, 2], "{items:?}");
            assert!(items[0] != items[1] && items.contains(&(2 * TILE + odd)), "{items:?}");
            assert!(line == 0 || line == found, "{line} {found}");
            line = found;
        }
    }
    let xs = numbers(None);
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
fn in_the_kernel() {
    let (results, _) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let mut gone = 0;
            for _ in 0..uniform(x[t.global]) {
                gone += 1;
                t.barrier.wait();
            }
            y[t.global] = gone;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None));
}

/// Waits as often as it is told.
#[device]
fn wait_often(barrier: &TileBarrier, often: u32) -> u32 {
    let mut gone = 0;
    for _ in 0..often {
        gone += 1;
        barrier.wait();
    }
    gone
}

#[test]
fn in_a_device_function() {
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = wait_often(&t.barrier, uniform(x[t.global]));
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None));
    assert_eq!(line, line!() - 5);
}

/// Hands it on.
#[device]
fn wait_more_often(barrier: &TileBarrier, often: u32, more: u32) -> u32 {
    let first = wait_often(barrier, more);
    first + wait_often(barrier, often + more)
}

#[test]
fn in_a_device_function_that_another_calls() {
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = wait_more_often(&t.barrier, uniform(x[t.global]), 2);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None).iter().map(|n| n + 4).collect::<Vec<_>>());
    assert_eq!(line, line!() - 5);
}

#[test]
fn around_a_call() {
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let mut gone = 7;
            if uniform(x[t.global]) > 1 {
                gone = wait_often(&t.barrier, 3);
            }
            y[t.global] = gone;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, (0..COUNT).map(|n| if n < TILE { 7 } else { 3 }).collect::<Vec<u32>>());
    assert_eq!(line, line!() - 8);
}

/// Waits as often as the first work-item is told.
#[device]
fn wait_as_often_as_the_first(barrier: &TileBarrier, often: u32) -> u32 {
    let mut gone = 0;
    for _ in 0..uniform(often) {
        gone += 1;
        barrier.wait();
    }
    gone
}

const IN_A_FUNCTION_THAT_WAITS: u32 = line!() - 7;

#[test]
fn in_a_device_function_that_says_so_itself() {
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = wait_as_often_as_the_first(&t.barrier, x[t.global]);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None));
    assert_eq!(line, IN_A_FUNCTION_THAT_WAITS);
}

/// Waits, and then only hopes.
#[device]
fn wait_and_hope<T: Scalar>(barrier: &TileBarrier, value: T) -> T {
    barrier.wait();
    let mut sum = T::ZERO;
    if value > T::ZERO {
        sum = uniform(value);
    }
    sum
}

const HOPED: u32 = line!() - 5;

#[test]
fn in_a_device_function_under_a_condition_that_varies() {
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = wait_and_hope(&t.barrier, x[t.global]);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None));
    assert_eq!(line, HOPED);
}

/// Waits for nobody.
#[device]
pub(crate) fn twice_the_same<T: Scalar>(value: T) -> T {
    let same = uniform(value);
    same + same
}

pub(crate) const BY_ITSELF: u32 = line!() - 4;

/// Calls it, by a method.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Times {
    often: u32,
}

#[device]
impl Times {
    fn of(self, value: u32) -> u32 {
        let mut sum = 0;
        for _ in 0..self.often {
            sum += twice_the_same(value);
        }
        sum
    }
}

#[test]
fn in_a_device_function_that_does_not_wait() {
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = twice_the_same(x[t.global]);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None).iter().map(|n| 2 * n).collect::<Vec<_>>());
    assert_eq!(line, BY_ITSELF);

    let times = Times { often: 3 };
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            t.barrier.wait();
            y[t.global] = times.of(x[t.global]);
            t.barrier.wait();
            y[t.global] += times.of(2);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None).iter().map(|n| 6 * n + 12).collect::<Vec<_>>());
    assert_eq!(line, BY_ITSELF);
}

#[test]
fn in_a_branch_of_the_kernel() {
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            if x[t.global] < 100 {
                y[t.global] = uniform(x[t.global]);
            }
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None));
    assert_eq!(line, line!() - 6);
}
