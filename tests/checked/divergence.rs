//! Barriers that not all work-items of a tile come to, because something is not as uniform as it was said to be: in the kernel,
//! in device functions that wait, and around calls of them.
//!
//! Kernels run twice, once over numbers that agree within a tile, and once over numbers of which one does not.

use super::*;

const TILE: usize = 16;
const COUNT: usize = 64;

/// Numbers that are the same for all of a tile; in the third one a work-item has another, if it is said which.
fn numbers(odd: Option<usize>) -> Vec<u32> {
    (0..COUNT).map(|n| n as u32 / 16 + 1 + u32::from(odd.is_some_and(|odd| 2 * TILE + odd == n))).collect()
}

/// Runs a kernel in several orders: first over what is right. Says the results, and the line that was found.
#[track_caller]
fn twice(
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

fn domain() -> TiledExtent<1> {
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
fn twice_the_same<T: Scalar>(value: T) -> T {
    let same = uniform(value);
    same + same
}

const BY_ITSELF: u32 = line!() - 4;

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

/// Another tile, another barrier, another way through the kernel: of those nobody said that they are the same.
#[test]
fn only_what_belongs_together_is_compared() {
    let xs = numbers(Some(3));
    let x = ArrayView::new(&xs);
    for seed in 0..4 {
        let on = Accelerator::cpu_checked_with_seed(seed).default_view();
        let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
        let apart = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            for k in 0..3 {
                y[t.global] += twice_the_same(k + t.tile[0] as u32);
                t.barrier.wait();
            }
        });
        on.parallel_for_each(domain(), apart).unwrap();
        let some_come_by = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            if t.local[0] > 3 {
                y[t.global] = twice_the_same(x[t.global]);
            }
        });
        on.parallel_for_each(domain(), some_come_by).unwrap();
        let some_more_often = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            if t.local[0] == 3 {
                y[t.global] = twice_the_same(1u32);
            }
            y[t.global] += twice_the_same(2u32);
        });
        on.parallel_for_each(domain(), some_more_often).unwrap();
        // Without tiles each work-item is a tile of its own.
        let without_tiles = amp!(|i: Index<1>| y[i] = twice_the_same(x[i] + i[0] as u32));
        on.parallel_for_each(COUNT, without_tiles).unwrap();
        assert_eq!(y[5], 2 * (xs[5] + 5));
    }
}

/// Goes on while all do, so they say.
#[device]
fn as_long_as_all(often: u32) -> u32 {
    let mut gone = 0;
    while uniform(gone < often) {
        gone += 1;
    }
    gone
}

const ONE_LEAVES_FIRST: u32 = line!() - 6;

/// The same of a range.
#[device]
fn turns_of_all(often: u32, ends: bool) -> u32 {
    let mut gone = 0;
    for k in 0..often {
        if uniform(ends && k + 1 == often) {
            return gone + 1;
        }
        gone += 1;
    }
    gone
}

const ONE_RETURNS_FIRST: u32 = line!() - 8;

/// One who leaves a loop earlier said something else in that turn.
#[test]
fn in_a_loop_that_one_leaves_earlier() {
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| y[t.global] = as_long_as_all(x[t.global]));
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None));
    assert_eq!(line, ONE_LEAVES_FIRST);
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| y[t.global] = turns_of_all(x[t.global], true));
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None));
    assert_eq!(line, ONE_RETURNS_FIRST);
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let mut gone = 0;
            if t.local[0] < 100 {
                while uniform(gone < x[t.global]) {
                    gone += 1;
                }
            }
            y[t.global] = gone;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results, numbers(None));
    assert_eq!(line, line!() - 9);
}

/// What is captured says it.
#[device]
fn by(said: impl Fn(u32) -> u32, value: u32, other: bool) -> u32 {
    if other { said(value) } else { said(value + 1) }
}

/// Turns that one leaves out, other calls, a loop that ends earlier: what is said there does not belong together.
#[test]
fn who_goes_another_way_is_not_compared() {
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
                    // As many turns, and not the same ones.
                    if (k + t.local[0] as u32) % 2 == 0 {
                        continue;
                    }
                    sum += twice_the_same(k);
                }
                y[t.global] = sum;
            });
            on.parallel_for_each(domain(), kernel)
        });
        assert_eq!(left_out[..2], [8, 4]);
        let other_calls = sums(&|on, y| {
            let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
                let odd = t.local[0] % 2 == 1;
                y[t.global] = if odd { twice_the_same(1u32) } else { twice_the_same(2u32) };
                y[t.global] += by(|n| twice_the_same(n), 5, odd);
            });
            on.parallel_for_each(domain(), kernel)
        });
        assert_eq!(other_calls[..2], [16, 12]);
        let ends_earlier = sums(&|on, y| {
            let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
                let mut sum = 0;
                for _ in 0..t.local[0] {
                    sum += turns_of_all(2, false);
                }
                y[t.global] = sum;
            });
            on.parallel_for_each(domain(), kernel)
        });
        assert_eq!(ends_earlier[..3], [0, 2, 4]);
    }
}
