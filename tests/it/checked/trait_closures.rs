//! Trait functions that take closures, called in generic code. The error names the line in the closure, in the default method or
//! in the implementation.

#![allow(clippy::redundant_closure, clippy::needless_borrows_for_generic_args)] // the tests need these forms

use super::*;

#[device]
trait Run {
    fn mapped(self, f: impl Fn(u32) -> u32) -> u32;
    fn each<F: FnMut(usize)>(&self, f: F);
    fn grow(&mut self, by: u32, f: impl Fn(u32, u32) -> u32);
    fn sum(n: u32, f: impl Fn(u32) -> u32) -> u32;

    fn mapped_twice(self, by: u32) -> u32 {
        self.mapped(|n| n + by - 3) * 2
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Steps {
    count: u32,
}

#[device]
impl Run for Steps {
    fn mapped(self, f: impl Fn(u32) -> u32) -> u32 {
        f(self.count) * 2
    }

    fn each<F: FnMut(usize)>(&self, mut f: F) {
        for k in 0..self.count {
            f((k + 4 - self.count) as usize);
        }
    }

    fn grow(&mut self, by: u32, f: impl Fn(u32, u32) -> u32) {
        self.count = f(self.count, by) + 1;
    }

    fn sum(n: u32, f: impl Fn(u32) -> u32) -> u32 {
        let mut sum = 0;
        for k in 0..n {
            sum += f(k);
        }
        sum
    }
}

/// The line of the attribute of `trait Run`.
const TRAIT: u32 = line!() - 44;
/// The line of the attribute of `impl Run for Steps`.
const IMPL: u32 = line!() - 28;

#[device]
fn triple(n: u32) -> u32 {
    n * 3
}

#[device]
fn call_case<T: Run>(run: T, which: u32, by: u32) -> u32 {
    let mut run = run;
    if which == 0 {
        run.mapped(|n| n / by)
    } else if which == 1 {
        run.grow(by, |a, b| a + b);
        run.mapped(|n| triple(n))
    } else if which == 2 {
        T::sum(by, |k| k + (u32::MAX / 2))
    } else {
        run.mapped_twice(by)
    }
}

/// The line of the attribute of `call_case`.
const FUNCTION: u32 = line!() - 16;

#[kernel]
fn generic<T: Run + GpuType>(
    i: Index<1>,
    runs: &ArrayView<T>,
    which: u32,
    by: u32,
    y: &mut ArrayViewMut<u32>,
) {
    let run = runs[i];
    y[i] = if which < 4 { call_case(run, which, by) } else { runs[i].mapped(|n| n - by) };
}

#[test]
fn panic_in_trait_functions_with_closures_reports_its_line() {
    const HALF: u32 = 1 << 31;
    let mut y = ArrayViewMut::<u32>::without_source([3]).unwrap();
    for (count, which, by, line, what) in [
        // Errors in the closures of `call_case`, in `triple`, and in the implementation.
        (1, 0, 1, 0, ""),
        (1, 0, 0, FUNCTION + 4, "attempt to divide by zero: 1 / 0 in `u32`"),
        (HALF, 0, 1, IMPL + 3, "attempt to multiply with overflow: 2147483648 * 2 in `u32`"),
        (1, 1, 5, 0, ""),
        (1, 1, u32::MAX, FUNCTION + 6, "attempt to add with overflow: 1 + 4294967295 in `u32`"),
        (0, 1, u32::MAX, IMPL + 13, "attempt to add with overflow: 4294967295 + 1 in `u32`"),
        (HALF, 1, 0, FUNCTION - 3, "attempt to multiply with overflow: 2147483649 * 3 in `u32`"),
        (1, 2, 2, 0, ""),
        (1, 2, 3, IMPL + 19, "attempt to add with overflow: 4294967295 + 2147483649 in `u32`"),
        // Errors in the trait's default method, in its closure, and in the implementation that it calls.
        (1, 3, 5, 0, ""),
        (1, 3, 1, TRAIT + 8, "attempt to subtract with overflow: 2 - 3 in `u32`"),
        (HALF / 2, 3, 4, TRAIT + 8, "attempt to multiply with overflow: 2147483650 * 2 in `u32`"),
        (HALF / 2, 3, 4, TRAIT + 8, "attempt to multiply with overflow: 2147483650 * 2 in `u32`"),
        (HALF, 3, 4, IMPL + 3, "attempt to multiply with overflow: 2147483649 * 2 in `u32`"),
        // An error in a closure of the kernel `generic`.
        (2, 4, 2, 0, ""),
        (2, 4, 3, FUNCTION + 27, "attempt to subtract with overflow: 2 - 3 in `u32`"),
    ] {
        let runs = [Steps { count }; 3];
        let result = checked().parallel_for_each(3, generic(&ArrayView::new(&runs), which, by, &mut y));
        if what.is_empty() {
            result.unwrap();
        } else {
            assert_eq!(
                panicked(result),
                (vec![0], format!("{what}, at tests/it/checked/trait_closures.rs:{line}"))
            );
        }
    }
}

/// Each work-item writes some items of tile memory in a closure that a trait function calls.
#[kernel(tile = [2])]
fn tiles<T: Run + GpuType>(t: TiledIndex<1>, runs: &ArrayView<T>, wide: usize, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut row: [u32; 8];
    let own = t.local[0];
    runs[t.global].each(|k| row[own * wide + k] = k as u32);
    y[t.global] = row[own * wide + 3];
}

/// The line of the attribute of `tiles`.
const TILES: u32 = line!() - 10;

#[test]
fn tile_memory_access_in_closures_is_checked() {
    let domain = Extent::new([2]).tile([2]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([2]).unwrap();
    let mut run = |count, wide| {
        let runs = [Steps { count }; 2];
        checked().parallel_for_each(domain, tiles(&ArrayView::new(&runs), wide, &mut y))
    };
    run(2, 4).unwrap();
    run(1, 1).unwrap();
    // The last item of the first work-item is the first item of the second.
    let (found, lines) = race(run(2, 1));
    assert_eq!((found.variable, found.index, found.items), ("row".into(), vec![3], [0, 1]));
    assert_eq!((found.kinds, lines), ([AccessKind::Write, AccessKind::Write], [TILES + 5; 2]));
    // If the count is 0, a work-item writes no item, and reads an uninitialized item.
    assert_eq!(uninitialized(run(0, 4)), ("row".into(), vec![3], 0));
    let (_, message) = panicked(run(5, 1));
    let what = "attempt to subtract with overflow: 4 - 5 in `u32`";
    assert_eq!(message, format!("{what}, at tests/it/checked/trait_closures.rs:{}", IMPL + 8));
}

#[device]
fn by_path<T: Run>(run: T, by: u32, f: impl Fn(u32) -> u32) -> u32 {
    T::mapped(run, |n| n - by) + run.mapped(f) + run.mapped(triple) + run.mapped(&|n: u32| n - by)
}

/// The line of the attribute of `by_path`.
const BY_PATH: u32 = line!() - 6;

#[test]
fn closures_are_checked_for_each_form_of_call() {
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (by, less, line, what) in [
        (1, 1, 0, ""),
        (2, 1, BY_PATH + 2, "attempt to subtract with overflow: 1 - 2 in `u32`"),
        (1, 2, line!() + 4, "attempt to subtract with overflow: 1 - 2 in `u32`"),
    ] {
        let kernel = amp!(|i: Index<1>| {
            let run = Steps { count: 1 };
            y[i] = by_path(run, by, |n| n - less) + Steps::mapped(run, |n: u32| n - by);
        });
        let result = checked().parallel_for_each(1, kernel);
        if what.is_empty() {
            result.unwrap();
        } else {
            assert_eq!(
                panicked(result),
                (vec![0], format!("{what}, at tests/it/checked/trait_closures.rs:{line}"))
            );
        }
    }
}
