//! Large private variables: on the CPU, those of a row of work-items, or of a tile, must fit on a thread's stack.

use crate::compare::compare;
use amp::prelude::*;
use amp_tests::on_each;

/// The length of an array that takes 8 KiB together with a few other variables.
const LEN: usize = 2000;

/// The value of item `n`.
fn item(n: usize) -> u32 {
    (n as u32 * 7 + 1) % 97
}

/// Runs a kernel on each accelerator, on this thread and on one with Rust's default stack size. Each work-item must write the
/// sum of three items of its own array.
fn sums(domain: usize, run: impl Fn(&AcceleratorView, &mut ArrayViewMut<'_, u32>) + Sync) {
    on_each(|accelerator| {
        // Software drivers take minutes to compile arrays of some hundred items.
        if accelerator.is_emulated() && !accelerator.device_path().starts_with("cpu") {
            return;
        }
        let on = accelerator.default_view();
        let check = || {
            let mut values = vec![0u32; domain];
            let mut y = ArrayViewMut::new(&mut values);
            run(&on, &mut y);
            y.finish().unwrap();
            for (n, found) in values.iter().enumerate() {
                let expected = item(n) + item(n + 1) + item(n + LEN - 1);
                assert_eq!(*found, expected, "{n} on {}", accelerator.description());
            }
        };
        check();
        std::thread::scope(|scope| {
            let small = std::thread::Builder::new().stack_size(2 << 20);
            small.spawn_scoped(scope, check).unwrap().join().unwrap();
        });
    });
}

#[test]
fn large_array_in_a_row() {
    sums(150, |on, y| {
        on.parallel_for_each(
            150,
            amp!(|i: Index<1>| {
                let mut a = [0u32; LEN];
                for k in 0..LEN {
                    a[k] = ((k + i[0]) as u32 * 7 + 1) % 97;
                }
                y[i] = a[0] + a[1] + a[LEN - 1];
            }),
        )
        .unwrap();
    });
}

/// Several branches initialise the variable. The CPU back end counts and stores the array once, not for each branch.
#[test]
fn large_array_from_a_block() {
    sums(70, |on, y| {
        on.parallel_for_each(
            70,
            amp!(|i: Index<1>| {
                let offset = i[0];
                let mut a = if offset % 2 == 0 {
                    [1u32; LEN]
                } else if offset % 3 == 0 {
                    [2; LEN]
                } else {
                    match offset % 5 {
                        0 => [3; LEN],
                        1 => loop {
                            break [4; LEN];
                        },
                        _ => [5; LEN],
                    }
                };
                for k in 0..LEN {
                    a[k] = ((k + offset) as u32 * 7 + 1) % 97;
                }
                y[i] = a[0] + a[1] + a[LEN - 1];
            }),
        )
        .unwrap();
    });
}

#[test]
fn large_array_across_a_barrier() {
    sums(256, |on, y| {
        on.parallel_for_each(
            y.extent().tile([128]).unwrap(),
            amp!(tile = [128], |t: TiledIndex<1>| {
                let mut a = [0u32; LEN];
                let at = t.global[0];
                for k in 0..LEN {
                    a[k] = ((k + at) as u32 * 7 + 1) % 97;
                }
                t.barrier.wait();
                let mut sum = a[0];
                t.barrier.wait();
                sum += a[1] + a[LEN - 1];
                y[t.global] = sum;
            }),
        )
        .unwrap();
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Table {
    items: [u32; LEN],
}

#[device]
fn filled(at: usize) -> Table {
    let mut table = Table { items: [0; LEN] };
    for k in 0..LEN {
        table.items[k] = ((k + at) as u32 * 7 + 1) % 97;
    }
    table
}

#[test]
fn large_struct_from_a_function() {
    sums(70, |on, y| {
        on.parallel_for_each(
            70,
            amp!(|i: Index<1>| {
                let table = filled(i[0]);
                y[i] = table.items[0] + table.items[1] + table.items[LEN - 1];
            }),
        )
        .unwrap();
    });
}

/// A variable that lives across a barrier has a slot for each work-item of a row.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Few {
    items: [u32; 900],
}

#[test]
fn large_struct_across_a_barrier() {
    sums(128, |on, y| {
        on.parallel_for_each(
            y.extent().tile([64]).unwrap(),
            amp!(tile = [64], |t: TiledIndex<1>| {
                let mut few = Few { items: [0; 900] };
                for k in 0..900 {
                    few.items[k] = ((k + t.global[0]) as u32 * 7 + 1) % 97;
                }
                t.barrier.wait();
                few.items[899] = few.items[LEN - 1 - 1164];
                t.barrier.wait();
                y[t.global] = few.items[0] + few.items[1] + few.items[899];
            }),
        )
        .unwrap();
    });
}

/// Variables with a slot for each work-item of the largest tile. Some exceed the stack alone, and some exceed it only
/// together.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Hundred {
    items: [u32; 100],
}

#[test]
fn large_variables_across_a_barrier_in_the_largest_tile() {
    sums(1024, |on, y| {
        on.parallel_for_each(
            y.extent().tile([1024]).unwrap(),
            amp!(tile = [1024], |t: TiledIndex<1>| {
                let at = t.global[0];
                let mut few = Few { items: [0; 900] };
                for k in 0..2 {
                    few.items[k] = ((k + at) as u32 * 7 + 1) % 97;
                }
                let mut pair = ([0u32; 300], at);
                pair.0[299] = few.items[1];
                let mut a = Hundred { items: [few.items[0]; 100] };
                let mut b = Hundred { items: [pair.0[299]; 100] };
                let mut c = Hundred { items: [((LEN - 1 + at) as u32 * 7 + 1) % 97; 100] };
                t.barrier.wait();
                few.items[899] = c.items[99];
                a.items[at % 100] += pair.0[298];
                b.items[at % 100] += (pair.1 - at) as u32;
                pair.0[0] = c.items[at % 100];
                t.barrier.wait();
                c.items[99] = few.items[0] + few.items[1] + pair.0[0];
                t.barrier.wait();
                y[t.global] = a.items[5] + b.items[6] + pair.0[0] + c.items[99]
                    - few.items[0]
                    - b.items[8]
                    - c.items[7];
            }),
        )
        .unwrap();
    });
}

/// Only rustc knows the type of the variable that lives across the barrier.
#[kernel(tile = [W])]
fn across_barrier<T: GpuType + Default, const W: usize>(
    t: TiledIndex<1>,
    from: &ArrayView<T>,
    to: &mut ArrayViewMut<T>,
) {
    let value = from[t.global];
    t.barrier.wait();
    to[t.global] = value;
}

#[test]
fn generic_variable_across_a_barrier() {
    fn check<T: GpuType + Default + PartialEq + std::fmt::Debug>(make: impl Fn(usize) -> T) {
        let input: Vec<T> = (0..1024).map(make).collect();
        on_each(|accelerator| {
            let mut to = ArrayViewMut::<T>::without_source([1024]).unwrap();
            let on = accelerator.default_view();
            let domain = to.extent().tile([1024]).unwrap();
            on.parallel_for_each(domain, across_barrier::<T, 1024>(&ArrayView::new(&input), &mut to))
                .unwrap();
            assert_eq!(to.to_vec().unwrap(), input);
        });
    }
    check(|n| n as u32);
    check(|n| Long { items: [[n as f32; 16]; 16], last: n as u32 });
}

#[derive(Clone, Copy, GpuType, Default, PartialEq, Debug)]
#[repr(C)]
struct Long {
    items: [[f32; 16]; 16],
    last: u32,
}

/// The length of the array comes from a macro.
macro_rules! last_of {
    ($len:literal, $on:expr, $y:ident) => {
        $on.parallel_for_each(
            10,
            amp!(|i: Index<1>| {
                let mut a = [0u32; $len];
                a[$len - 1] = i[0] as u32;
                $y[i] = a[0] + a[$len - 1];
            }),
        )
    };
}

#[test]
fn array_length_from_a_macro() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
        last_of!(16, accelerator.default_view(), y).unwrap();
        assert_eq!(y.to_vec().unwrap(), (0..10).collect::<Vec<_>>());
    });
}

compare!(arrays_from_blocks, |i, x: u32, y: u32| {
    let n = x[i] % 7;
    let mut sum = 0;
    for round in 0..3 {
        let a = if n > 4 {
            [n, 1, round]
        } else if n == 2 {
            let b = match round {
                0 => [4, 5, n],
                1 => continue,
                _ => [9, n, 9],
            };
            [b[2], b[1], b[0]]
        } else {
            loop {
                sum += 1;
                if sum % 3 == n % 3 {
                    break [sum, n, 2];
                }
            }
        };
        let mut c = if round == 1 { a } else { [a[1], a[2], a[0]] };
        c = if n > 3 { [c[2], c[0], c[1]] } else { c };
        for v in a {
            sum = sum * 3 + v;
        }
        for v in c {
            sum = sum * 5 + v;
            sum %= 10007;
        }
    }
    y[i] = sum;
});
