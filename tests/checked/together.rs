//! What is said to be uniform where work-items come by one after another: which values belong together, and which do not.

use super::divergence::{COUNT, TILE, domain, numbers, twice, twice_the_same};
use super::*;
use std::ops::{Add, AddAssign, Not};

/// Runs what is right in several orders: each finds nothing. The results.
#[track_caller]
fn silent(run: impl Fn(&AcceleratorView, &mut ArrayViewMut<u32>) -> amp::Result<()>) -> Vec<u32> {
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

/// A number whose operators take for granted that all have the same.
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
    /// One more; some say that all have it.
    fn next(self, says: bool) -> Same {
        let n = if says { uniform(self.n) } else { self.n };
        Same { n: n + 1 }
    }
}

/// The kernel's own closures are written out wherever they are called.
#[test]
fn of_a_closure_each_call_by_itself() {
    let y = silent(|on, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let same = |n: u32| {
                let said = uniform(n);
                said + said
            };
            let calls = |n: u32| twice_the_same(n);
            let odd = t.local[0] % 2 == 1;
            y[t.global] = if odd { same(1) } else { same(2) };
            y[t.global] += if odd { calls(10) } else { calls(20) };
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(y[..2], [44, 22]);
    // One of the calls is the tile's, the other one each work-item's.
    let (results, line) = twice(|on, x, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let twice = |n: u32| twice_the_same(n);
            let all = twice(t.tile[0] as u32);
            y[t.global] = all + twice(x[t.global]);
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(results[..17], [vec![2; 16], vec![6]].concat());
    assert_eq!(line, divergence::BY_ITSELF);
}

#[test]
fn of_an_operator_each_use_by_itself() {
    let (p, q) = (Same { n: 1 }, Same { n: 2 });
    let y = silent(|on, y| {
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
        let (results, _) = twice(|on, x, y| {
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
        assert_eq!(results, numbers(None).iter().map(|&n| operator(Same { n }).n).collect::<Vec<_>>());
    }
}

/// All of a chain begins with the same word.
#[test]
fn of_a_chain_each_call_by_itself() {
    let zero = Same { n: 0 };
    let y = silent(|on, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let odd = t.local[0] % 2 == 1;
            y[t.global] = zero.next(odd).next(!odd).n;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(y, [2; COUNT]);
}

/// A kernel all of which stands, for the compiler, where the macro is called.
macro_rules! by_turns {
    ($on:expr, $y:expr) => {{
        let y = $y;
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let odd = t.local[0] % 2 == 1;
            let mut sum = if odd { twice_the_same(1u32) } else { twice_the_same(2u32) };
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
fn of_what_a_macro_makes_each_place_by_itself() {
    let y = silent(|on, y| by_turns!(on, y));
    assert_eq!(y[..2], [30, 6]);
}

/// What the tile says together nobody else says, and the next tile may say something else.
#[test]
fn of_what_the_tile_does_together_nothing() {
    let y = silent(|on, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            y[t.global] = 0;
            if twice_the_same(t.tile[0] as u32) == 0 {
                return;
            }
            y[t.global] = 1;
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!([y[0], y[COUNT - 1]], [0, 1]);
    let y = silent(|on, y| {
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let mut k = t.tile[0] as u32;
            y[t.global] = 0;
            while twice_the_same(k) < 6 {
                y[t.global] += 1;
                t.barrier.wait();
                k += 1;
            }
        });
        on.parallel_for_each(domain(), kernel)
    });
    assert_eq!(y.iter().step_by(TILE).copied().collect::<Vec<_>>(), [3, 2, 1, 0]);
}

/// Of several who leave a loop too early, the first one is named.
#[test]
fn the_first_who_parts_is_named() {
    let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
    let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
        let often = if t.local[0] == 5 {
            2
        } else if t.local[0] == 3 {
            3
        } else {
            4
        };
        y[t.global] = as_long_as_all(often);
    });
    let (items, line) = disagreed(checked().parallel_for_each(domain(), kernel));
    assert_eq!((items, line), ([0, 5], ONE_LEAVES_FIRST));
}

/// The same values in the same order, but not in the same turns: a work-item that takes one turn more says each later.
#[test]
fn turns_count_and_not_the_order() {
    for (special, found) in [(false, false), (true, true)] {
        let mut y = ArrayViewMut::<u32>::without_source([COUNT]).unwrap();
        let kernel = amp!(tile = [TILE], |t: TiledIndex<1>| {
            let (mut k, mut sum) = (0u32, 0);
            let mut waits = special && t.local[0] == 3;
            while k < 3 {
                if waits {
                    waits = false;
                    continue;
                }
                sum += twice_the_same(k);
                k += 1;
            }
            y[t.global] = sum;
        });
        let result = checked().parallel_for_each(domain(), kernel);
        assert_eq!(matches!(result, Err(Error::NotUniform { .. })), found);
    }
}
