//! Methods that are called by path: the error names the line in the method.

use super::*;

#[device]
trait Tally {
    fn left(self, of: u32) -> u32;
    fn bumped(self, by: u32) -> Self;
    fn at(self, row: &[u32; 4], index: usize) -> u32;

    fn left_twice(self, of: u32) -> u32 {
        Self::left(self, of) * 2
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Steps {
    count: u32,
}

#[device]
impl Tally for Steps {
    fn left(self, of: u32) -> u32 {
        of - self.count
    }

    fn bumped(self, by: u32) -> Self {
        Steps { count: self.count + by }
    }

    fn at(self, row: &[u32; 4], index: usize) -> u32 {
        row[index] + self.count
    }
}

#[device]
impl Steps {
    fn halves(self, n: u32) -> u32 {
        self.count / n
    }

    /// An associated function that is no method, although its first parameter has the type `Steps`.
    fn both(a: Steps, b: Steps) -> u32 {
        a.count + b.count
    }
}

/// The line of the attribute of `trait Tally`.
const TRAIT: u32 = line!() - 45;
/// The line of the attribute of `impl Tally for Steps`.
const IMPL: u32 = line!() - 30;

#[device]
fn by_path<T: Tally>(start: T, by: u32, of: u32) -> u32 {
    let tally = T::bumped(start, by);
    let row = [1u32, 2, 3, 4];
    let at = T::at(tally, &row, 0);
    T::left(tally, of) / 2 + at / 2 + T::left_twice(tally, of)
}

#[test]
fn panic_in_a_trait_method_called_by_path_reports_its_line() {
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (count, by, of, line, what) in [
        (1, 1, 2, 0, ""),
        (1, u32::MAX, 2, IMPL + 7, "attempt to add with overflow: 1 + 4294967295 in `u32`"),
        (1, 1, 1, IMPL + 3, "attempt to subtract with overflow: 1 - 2 in `u32`"),
        (1, 1, 3 << 30, TRAIT + 7, "attempt to multiply with overflow: 3221225470 * 2 in `u32`"),
        (0, u32::MAX, u32::MAX, IMPL + 11, "attempt to add with overflow: 1 + 4294967295 in `u32`"),
    ] {
        let results = [
            checked().parallel_for_each(1, amp!(|i: Index<1>| y[i] = by_path(Steps { count }, by, of))),
            checked().parallel_for_each(
                1,
                amp!(|i: Index<1>| {
                    let tally = Steps::bumped(Steps { count }, by);
                    let row = [1u32, 2, 3, 4];
                    let at = Steps::at(tally, &row, 0);
                    y[i] = Steps::left(tally, of) / 2 + at / 2 + Steps::left_twice(tally, of);
                }),
            ),
        ];
        for result in results {
            if what.is_empty() {
                result.unwrap();
            } else {
                assert_eq!(
                    panicked(result),
                    (vec![0], format!("{what}, at tests/it/checked/method_paths.rs:{line}"))
                );
            }
        }
    }
}

#[test]
fn panic_in_an_associated_function_reports_its_line() {
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (count, n, line, what) in [
        (1, 1, 0, ""),
        (1, 0, IMPL + 18, "attempt to divide by zero: 1 / 0 in `u32`"),
        (1 << 31, 1, IMPL + 23, "attempt to add with overflow: 2147483648 + 2147483648 in `u32`"),
    ] {
        let kernel = amp!(|i: Index<1>| {
            let tally = Steps { count };
            y[i] = Steps::halves(tally, n) / 2 + Steps::both(tally, tally);
        });
        let result = checked().parallel_for_each(1, kernel);
        if what.is_empty() {
            result.unwrap();
        } else {
            assert_eq!(
                panicked(result),
                (vec![0], format!("{what}, at tests/it/checked/method_paths.rs:{line}"))
            );
        }
    }
}
