//! Trait functions, default and implemented: the error names the line in the function, and tile memory that a function accesses
//! is checked.

use super::*;

#[device]
trait Tally {
    const LIMIT: u32;

    fn left(self, of: u32) -> u32;
    fn bump(&mut self, by: u32);
    fn with_step(step: u32) -> Self;
    fn at(&self, row: &[u32; 4], index: usize) -> u32;
    fn put(&self, row: &mut [u32; 4], index: usize);
    fn mapped(self, f: impl Fn(u32) -> u32) -> u32;

    fn bump_twice(&mut self, by: u32) {
        self.bump(by);
        self.bump(by + 1);
    }

    fn from_limit(less: u32) -> u32 {
        Self::LIMIT - less
    }

    fn put_twice(&self, row: &mut [u32; 4], index: usize) {
        self.put(row, index);
        row[index] += 1;
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Steps {
    count: u32,
}

#[device]
impl Tally for Steps {
    const LIMIT: u32 = 7;

    fn left(self, of: u32) -> u32 {
        of - self.count
    }

    fn bump(&mut self, by: u32) {
        self.count += by;
    }

    fn with_step(step: u32) -> Self {
        Steps { count: step * 2 }
    }

    fn at(&self, row: &[u32; 4], index: usize) -> u32 {
        row[index] + self.count
    }

    fn put(&self, row: &mut [u32; 4], index: usize) {
        row[index] = self.count;
    }

    fn mapped(self, f: impl Fn(u32) -> u32) -> u32 {
        f(self.count) * 2
    }
}

/// The line of the attribute of `trait Tally`.
const TRAIT: u32 = line!() - 62;
/// The line of the attribute of `impl Tally for Steps`.
const IMPL: u32 = line!() - 32;

#[device]
fn steps<T: Tally>(start: u32, by: u32, of: u32, less: u32) -> u32 {
    let mut tally = T::with_step(start);
    tally.bump_twice(by);
    tally.left(of) + T::from_limit(less)
}

#[kernel]
fn generic<T: Tally + GpuType>(i: Index<1>, start: &ArrayView<T>, of: u32, y: &mut ArrayViewMut<u32>) {
    y[i] = start[i].left(of);
}

#[test]
fn panic_in_trait_functions_reports_its_line() {
    let mut y = ArrayViewMut::<u32>::without_source([10]).unwrap();
    for (start, by, of, less, line, what) in [
        (1, 1, 5, 7, 0, ""),
        (1 << 31, 1, 5, 7, IMPL + 13, "attempt to multiply with overflow: 2147483648 * 2 in `u32`"),
        (1, u32::MAX, 5, 7, IMPL + 9, "attempt to add with overflow: 2 + 4294967295 in `u32`"),
        (0, u32::MAX, 5, 7, TRAIT + 13, "attempt to add with overflow: 4294967295 + 1 in `u32`"),
        (1, 1, 4, 7, IMPL + 5, "attempt to subtract with overflow: 4 - 5 in `u32`"),
        (1, 1, 5, 8, TRAIT + 17, "attempt to subtract with overflow: 7 - 8 in `u32`"),
    ] {
        let message = |line| format!("{what}, at tests/it/checked/traits.rs:{line}");
        let results = [
            checked().parallel_for_each(
                10,
                amp!(|i: Index<1>| {
                    y[i] = steps::<Steps>(start, by, of, less);
                }),
            ),
            checked().parallel_for_each(
                10,
                amp!(|i: Index<1>| {
                    let mut tally = Steps::with_step(start);
                    tally.bump_twice(by);
                    y[i] = tally.left(of) + Steps::from_limit(less);
                }),
            ),
        ];
        for result in results {
            if what.is_empty() {
                result.unwrap();
            } else {
                assert_eq!(panicked(result), (vec![0], message(line)));
            }
        }
    }
}

#[test]
fn panic_in_a_generic_kernel_reports_its_line() {
    let mut y = ArrayViewMut::<u32>::without_source([3]).unwrap();
    let counts = [Steps { count: 1 }, Steps { count: 2 }, Steps { count: 3 }];
    let counts = ArrayView::new(&counts);
    checked().parallel_for_each(3, generic(&counts, 3, &mut y)).unwrap();
    let (index, message) = panicked(checked().parallel_for_each(3, generic(&counts, 2, &mut y)));
    assert_eq!(index, [2]);
    let line = IMPL + 5;
    assert_eq!(
        message,
        format!("attempt to subtract with overflow: 2 - 3 in `u32`, at tests/it/checked/traits.rs:{line}")
    );
}

#[device]
fn put_by<T: Tally>(it: T, row: &mut [u32; 4], index: usize, twice: u32) {
    if twice == 1 {
        it.put_twice(row, index);
    } else {
        it.put(row, index);
    }
}

/// Each work-item of a tile writes its own item of tile memory in a trait function, or the first item if `write` is 0. It then
/// reads that item, or the next one if `read` is 1.
fn write_and_read(generic: bool, twice: u32, write: usize, read: usize) -> amp::Result<Vec<u32>> {
    let domain = Extent::new([8]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([8])?;
    if generic {
        checked().parallel_for_each(
            domain,
            amp!(tile = [4], |t: TiledIndex<1>| {
                #[tile_static]
                let mut row: [u32; 4];
                let own = t.local[0];
                let tally = Steps { count: own as u32 * 3 };
                put_by(tally, &mut row, own * write, twice);
                y[t.global] = tally.at(&row, (own + read) % 4);
            }),
        )?;
    } else {
        checked().parallel_for_each(
            domain,
            amp!(tile = [4], |t: TiledIndex<1>| {
                #[tile_static]
                let mut row: [u32; 4];
                let own = t.local[0];
                let tally = Steps { count: own as u32 * 3 };
                if twice == 1 {
                    tally.put_twice(&mut row, own * write);
                } else {
                    tally.put(&mut row, own * write);
                }
                y[t.global] = tally.at(&row, (own + read) % 4);
            }),
        )?;
    }
    y.to_vec()
}

#[test]
fn tile_memory_access_in_trait_functions_is_checked() {
    for generic in [false, true] {
        assert_eq!(write_and_read(generic, 0, 1, 0).unwrap(), [0, 6, 12, 18, 0, 6, 12, 18]);
        assert_eq!(write_and_read(generic, 1, 1, 0).unwrap(), [1, 7, 13, 19, 1, 7, 13, 19]);
        for twice in [0, 1] {
            // All work-items write the first item.
            let (found, lines) = race(write_and_read(generic, twice, 0, 0).map(|_| ()));
            assert_eq!((found.variable, found.index, found.items), ("row".into(), vec![0], [0, 1]));
            assert_eq!(found.kinds, [AccessKind::Write, AccessKind::Write]);
            assert_eq!(lines, [if twice == 1 { TRAIT + 22 } else { IMPL + 21 }, IMPL + 21]);
        }
        // Each work-item reads the next item, which another work-item writes later. A write of one item does not count as a
        // write of all.
        for twice in [0, 1] {
            let (found, _) = race(write_and_read(generic, twice, 1, 1).map(|_| ()));
            assert_eq!((found.variable, found.index, found.items), ("row".into(), vec![1], [0, 1]));
            assert_eq!(found.kinds, [AccessKind::Read, AccessKind::Write]);
        }
    }
}

#[test]
fn closure_arguments_are_checked() {
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for (by, count, line, what) in [
        (1, 1, 0, ""),
        (0, 1, line!() + 5, "attempt to divide by zero: 1 / 0 in `u32`"),
        (1, 1 << 31, IMPL + 25, "attempt to multiply with overflow: 2147483648 * 2 in `u32`"),
    ] {
        let kernel = amp!(|i: Index<1>| {
            let tally = Steps { count };
            y[i] = tally.mapped(|n: u32| n / by);
        });
        let result = checked().parallel_for_each(4, kernel);
        if what.is_empty() {
            result.unwrap();
        } else {
            assert_eq!(panicked(result).1, format!("{what}, at tests/it/checked/traits.rs:{line}"));
        }
    }
}
