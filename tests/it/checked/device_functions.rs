//! Device functions: the error names the line in the function, and tile memory that a function accesses is checked.

use super::*;

#[device]
fn put(row: &mut [u32; 4], at: usize, value: u32) {
    row[at] = value;
}

#[device]
fn total(row: &[u32; 4]) -> u32 {
    row[0] + row[1] + row[2] + row[3]
}

#[test]
fn race_in_a_function_that_writes_tile_memory() {
    let domain = Extent::new([64]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    for (step, fails) in [(1, false), (0, true)] {
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            #[tile_static]
            let mut rows: [[u32; 4]; 4];
            let own = t.local[0];
            put(&mut rows[own / 4], own % 4 * step, own as u32 + 1);
            t.barrier.wait();
            y[t.global] = total(&rows[own / 4]);
        });
        let result = checked().parallel_for_each(domain, kernel);
        if fails {
            let (found, _) = race(result);
            assert_eq!((found.variable, found.index), ("row".into(), vec![0]));
            assert_eq!((found.items, found.kinds), ([0, 1], [AccessKind::Write, AccessKind::Write]));
        } else {
            result.unwrap();
            assert_eq!((y[0], y[4], y[60]), (10, 26, 58));
        }
    }
}

#[test]
fn race_with_a_read_without_a_barrier() {
    let domain = Extent::new([64]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut rows: [[u32; 4]; 4];
        let own = t.local[0];
        put(&mut rows[own / 4], own % 4, own as u32 + 1);
        y[t.global] = rows[own / 4][0];
    });
    let (found, _) = race(checked().parallel_for_each(domain, kernel));
    assert_eq!((found.items, found.kinds), ([0, 1], [AccessKind::Write, AccessKind::Read]));

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut rows: [[u32; 4]; 4];
        let own = t.local[0];
        put(&mut rows[own / 4], own % 4, own as u32 + 1);
        y[t.global] = rows[own / 4][own % 4];
    });
    checked().parallel_for_each(domain, kernel).unwrap();
    assert_eq!(y[9], 10);
}

/// The sum over the tile. A non-zero `skip_barrier` skips the first barrier.
#[device]
fn tile_sum(
    barrier: &TileBarrier,
    local: usize,
    scratch: &mut [u32; 16],
    value: u32,
    skip_barrier: u32,
) -> u32 {
    scratch[local] = value;
    if skip_barrier == 0 {
        barrier.wait();
    }
    let mut half = 8;
    while half > 0 {
        if local < half {
            scratch[local] += scratch[local + half];
        }
        barrier.wait();
        half /= 2;
    }
    let sum = scratch[0];
    barrier.wait();
    sum
}

/// The line of the first write in `tile_sum`.
const WRITTEN: u32 = line!() - 18;

#[test]
fn race_in_a_collective_function() {
    let domain = Extent::new([8, 16]).tile([4, 4]).unwrap();
    let mut y = ArrayViewMut::<u32, 2>::without_source([8, 16]).unwrap();
    for (skip_barrier, first, fails) in [(0, 1, false), (1, 1, true)] {
        let kernel = amp!(tile = [4, 4], |t: TiledIndex<2>| {
            #[tile_static]
            let mut sums: [u32; 16];
            let local = t.local[0] * 4 + t.local[1];
            y[t.global] = tile_sum(&t.barrier, local, &mut sums, first + local as u32, skip_barrier);
        });
        match checked().parallel_for_each(domain, kernel) {
            Err(Error::Race { variable, index, first, second, .. }) if fails => {
                assert_eq!((&*variable, index), ("scratch", vec![8]));
                // The ninth work-item wrote the item that the first one adds.
                assert_eq!((first.item, second.item), (vec![2, 0], vec![0, 0]));
                assert_eq!((first.line, second.line), (WRITTEN, WRITTEN + 7));
            }
            result => {
                assert!(!fails && result.is_ok(), "{result:?}");
                assert_eq!((y[[0, 0]], y[[7, 15]]), (136, 136));
            }
        }
    }
}

#[test]
fn overflow_in_a_collective_function_reports_its_line() {
    let domain = Extent::new([64]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut sums: [u32; 16];
        y[t.global] = tile_sum(&t.barrier, t.local[0], &mut sums, 1 << 28, 0);
    });
    let (index, message) = panicked(checked().parallel_for_each(domain, kernel));
    let line = WRITTEN + 7;
    assert_eq!(index, [0]);
    let location = format!("tests/it/checked/device_functions.rs:{line}");
    assert!(
        message.contains("add with overflow: 2147483648 + 2147483648") && message.ends_with(&location),
        "{message}"
    );
}

/// The least common multiple.
#[device]
fn least_common_multiple(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

#[device]
fn doubled<T: Int>(value: T) -> T {
    value + value
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Counter {
    count: u32,
    step: u32,
}

#[device]
impl Counter {
    fn new(step: u32) -> Self {
        Counter { count: step * 2, step }
    }

    fn bump(&mut self) {
        self.count += self.step;
    }

    fn left(self, of: u32) -> u32 {
        of - self.count
    }
}

/// The line of `fn least_common_multiple`.
const FIRST: u32 = line!() - 36;

#[test]
fn panic_in_a_function_reports_its_line() {
    let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
    for (n, line, what) in [
        (6, 0, ""),
        (0, 5, "attempt to divide by zero: 0 / 0 in `u32`"),
        (u32::MAX >> 1, 5, "attempt to multiply with overflow: 3 * 2147483647 in `u32`"),
        (1 << 31, 10, "attempt to add with overflow: 2147483648 + 2147483648 in `u32`"),
    ] {
        let kernel = amp!(|i: Index<1>| {
            y[i] = if n == 1 << 31 { doubled(n) } else { least_common_multiple(i[0] as u32, n) };
        });
        let result = checked().parallel_for_each(10, kernel);
        if what.is_empty() {
            result.unwrap();
            continue;
        }
        let (_, message) = panicked(result);
        assert_eq!(message, format!("{what}, at tests/it/checked/device_functions.rs:{}", FIRST + line));
    }
}

#[test]
fn panic_in_a_method_reports_its_line() {
    let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
    for (step, of, line, what) in [
        (1, 4, 0, ""),
        (1 << 31, 0, 23, "attempt to multiply with overflow: 2147483648 * 2 in `u32`"),
        (1 << 30, 0, 27, "attempt to add with overflow: 3221225472 + 1073741824 in `u32`"),
        (1, 3, 31, "attempt to subtract with overflow: 3 - 4 in `u32`"),
    ] {
        let kernel = amp!(|i: Index<1>| {
            let mut counter = Counter::new(step);
            counter.bump();
            counter.bump();
            y[i] = counter.left(of);
        });
        let result = checked().parallel_for_each(10, kernel);
        if what.is_empty() {
            result.unwrap();
            continue;
        }
        let (index, message) = panicked(result);
        assert_eq!(index, [0]);
        assert_eq!(message, format!("{what}, at tests/it/checked/device_functions.rs:{}", FIRST + line));
    }
}

#[test]
fn methods_of_glam_are_accepted() {
    use glam::Vec3;
    let mut y = ArrayViewMut::<f32>::without_source([10]).unwrap();
    let kernel = amp!(|i: Index<1>| {
        let v = Vec3::new(i[0] as f32, 2.0, 1.0).extend(4.0).truncate();
        y[i] = v.element_sum() + Vec3::splat(1.0).dot(v);
    });
    checked().parallel_for_each(10, kernel).unwrap();
    assert_eq!(y[4], 14.0);
}
