//! Device functions that take closures, and functions that are passed by name. The error names the line in the function or
//! closure, for each form of call.

#![allow(clippy::redundant_closure, clippy::needless_borrows_for_generic_args)] // the tests need these forms

use super::*;

#[device]
fn write_at(row: &mut [u32; 4], at: usize, f: impl Fn(u32) -> u32) {
    row[at] = f(1);
}

/// The line of the write in `write_at`.
const WRITE_AT: u32 = line!() - 4;

#[test]
fn uninitialized_tile_memory_is_reported() {
    let domain = Extent::new([4]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for (all, fails) in [(true, false), (false, true)] {
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut row: [u32; 4];
            if all || t.local[0] == 0 {
                write_at(&mut row, t.local[0], |n| n * 3);
            }
            t.barrier.wait();
            y[t.global] = row[3];
        });
        let result = checked().parallel_for_each(domain, kernel);
        match fails {
            false => result.unwrap(),
            true => assert_eq!(uninitialized(result), ("row".into(), vec![3], 0)),
        }
    }
}

#[test]
fn race_reports_the_line_in_the_function() {
    let domain = Extent::new([4]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for (step, fails) in [(1, false), (0, true)] {
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut row: [u32; 4];
            let own = t.local[0];
            write_at(&mut row, own * step, |n| n + own as u32);
            y[t.global] = row[own * step];
        });
        let result = checked().parallel_for_each(domain, kernel);
        match fails {
            false => result.unwrap(),
            true => {
                let (found, lines) = race(result);
                assert_eq!((found.index, found.items), (vec![0], [0, 1]));
                assert_eq!((found.kinds, lines), ([AccessKind::Write; 2], [WRITE_AT, WRITE_AT]));
            }
        }
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Big {
    size: u32,
}

#[device]
impl Big {
    fn scaled(self, f: impl Fn(u32) -> u32) -> u32 {
        f(self.size) * 2
    }

    fn scaled_ref(&self, f: &impl Fn(u32) -> u32) -> u32 {
        f(self.size) * 2
    }

    fn grow(&mut self, by: u32) {
        self.size += by;
    }

    fn grow_by(&mut self, f: impl Fn(u32) -> u32) {
        self.size += f(1);
    }

    fn twice(n: u32, f: impl Fn(u32) -> u32) -> u32 {
        f(n) * 2
    }
}

/// The line of the attribute of `impl Big`.
const IMPL: u32 = line!() - 24;

/// Runs a kernel over a struct and a view of one such struct. The first size is valid. The second fails at `$line`.
macro_rules! methods {
    ($($name:ident ($line:expr, $what:literal) |$i:ident, $big:ident, $bigs:ident, $y:ident| $body:block)*) => {$(
        #[test]
        fn $name() {
            let mut $y = ArrayViewMut::<u32>::without_source([1]).unwrap();
            for (size, fails) in [(1, false), (1 << 31, true)] {
                let $big = Big { size };
                let list = [$big];
                let $bigs = ArrayView::new(&list);
                let _ = (&$big, &$bigs);
                let result = checked().parallel_for_each(1, amp!(|$i: Index<1>| $body));
                match fails {
                    false => result.unwrap(),
                    true => {
                        let location = format!("{}, at tests/it/checked/closure_arguments.rs:{}", $what, $line);
                        assert_eq!(panicked(result), (vec![0], location));
                    }
                }
            }
        }
    )*};
}

methods! {
    captured_receiver_by_path (IMPL + 3, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        y[i] = Big::scaled(big, |n| n + 1);
    }
    element_receiver_by_path (IMPL + 3, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        y[i] = Big::scaled(bigs[i], |n| n + 1);
    }
    variable_receiver_by_path (IMPL + 3, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        let own = bigs[i];
        y[i] = Big::scaled(own, |n| n + 1);
    }
    annotated_variable_receiver_by_path (IMPL + 3, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        let own: Big = bigs[i];
        y[i] = Big::scaled(own, |n| n + 1);
    }
    associated_function (IMPL + 19, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        y[i] = Big::twice(bigs[i].size, |n| n + 1);
    }
    mutable_receiver_by_path (IMPL + 11, "attempt to add with overflow: 2147483648 + 2147483648 in `u32`") |i, big, bigs, y| {
        let mut own: Big = bigs[i];
        Big::grow(&mut own, bigs[i].size);
        y[i] = own.size;
    }
    mutable_receiver_and_closure_by_path (IMPL + 15, "attempt to add with overflow: 2147483648 + 2147483648 in `u32`") |i, big, bigs, y| {
        let mut own: Big = bigs[i];
        Big::grow_by(&mut own, |n| n * bigs[i].size);
        y[i] = own.size;
    }
    reference_receiver_by_path (IMPL + 7, "attempt to multiply with overflow: 2147483648 * 2 in `u32`") |i, big, bigs, y| {
        let own: Big = bigs[i];
        y[i] = Big::scaled_ref(&own, &|n| n);
    }
    closure_by_reference (IMPL + 3, "attempt to multiply with overflow: 2147483648 * 2 in `u32`") |i, big, bigs, y| {
        y[i] = big.scaled(&|n| n) + bigs[i].scaled_ref(&|n| n);
    }
}

#[device]
fn triple(n: u32) -> u32 {
    n * 3
}

#[device]
fn apply(n: u32, f: impl Fn(u32) -> u32) -> u32 {
    f(n) - 2
}

#[device]
fn apply_ref(n: u32, f: &impl Fn(u32) -> u32) -> u32 {
    apply(n, f) + apply(n, &f) - 1
}

#[device]
fn fold(n: u32, f: impl Fn(u32, u32) -> u32 + Copy) -> u32 {
    let mut sum = 1;
    for k in 1..n {
        sum = f(sum, k);
    }
    sum
}

#[device]
fn product(a: u32, b: u32) -> u32 {
    a * b
}

/// The line of the attribute of `product`.
const PRODUCT: u32 = line!() - 6;

#[device]
fn doubled<T: Int>(n: T) -> T {
    n + n
}

#[device]
fn shifted<const BY: u32>(n: u32) -> u32 {
    n + BY
}

/// The line of the attribute of `doubled`.
const DOUBLED: u32 = line!() - 11;

#[kernel]
fn named(i: Index<1>, which: u32, n: u32, y: &mut ArrayViewMut<u32>) {
    let own = Big { size: n };
    y[i] = if which == 0 {
        apply(n, triple)
    } else if which == 1 {
        apply_ref(n, &triple)
    } else if which == 2 {
        fold(n, product)
    } else if which == 3 {
        apply(n, doubled)
    } else if which == 4 {
        apply(n, doubled::<u32>)
    } else if which == 5 {
        apply(n, shifted::<{ 1 << 31 }>)
    } else {
        own.scaled(triple) + own.scaled_ref(&triple)
    };
}

#[test]
fn functions_passed_by_name() {
    const LARGE: u32 = 1 << 31;
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (which, n, line, what) in [
        (0, 1, 0, ""),
        (0, LARGE, PRODUCT - 22, "attempt to multiply with overflow: 2147483648 * 3 in `u32`"),
        (0, 0, PRODUCT - 17, "attempt to subtract with overflow: 0 - 2 in `u32`"),
        (1, 1, 0, ""),
        (1, LARGE, PRODUCT - 22, "attempt to multiply with overflow: 2147483648 * 3 in `u32`"),
        (2, 13, 0, ""),
        (2, 14, PRODUCT + 2, "attempt to multiply with overflow: 479001600 * 13 in `u32`"),
        (3, 1, 0, ""),
        (3, LARGE, DOUBLED + 2, "attempt to add with overflow: 2147483648 + 2147483648 in `u32`"),
        (4, LARGE, DOUBLED + 2, "attempt to add with overflow: 2147483648 + 2147483648 in `u32`"),
        (5, 1, 0, ""),
        (5, LARGE, DOUBLED + 7, "attempt to add with overflow: 2147483648 + 2147483648 in `u32`"),
        (6, 1, 0, ""),
        (6, LARGE, PRODUCT - 22, "attempt to multiply with overflow: 2147483648 * 3 in `u32`"),
    ] {
        let result = checked().parallel_for_each(1, named(which, n, &mut y));
        match what {
            "" => result.unwrap(),
            what => {
                let location = format!("{what}, at tests/it/checked/closure_arguments.rs:{line}");
                assert_eq!(panicked(result), (vec![0], location));
            }
        }
    }
}

#[device]
trait Scale {
    fn scaled(self, f: impl Fn(u32) -> u32) -> u32;
    fn scaled_ref(&self, f: &impl Fn(u32) -> u32) -> u32;
    fn scaled_generic<F: Fn(u32) -> u32>(&self, f: &F) -> u32;
    fn count(self, f: impl FnMut(u32)) -> u32;
    fn twice(n: u32, f: &impl Fn(u32) -> u32) -> u32;
}

#[test]
#[allow(unused_qualifications)] // a single name would be a capture
fn functions_passed_by_path_in_amp() {
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (n, what) in [(1, ""), (1 << 31, "attempt to multiply with overflow: 2147483648 * 3 in `u32`")] {
        let result = checked().parallel_for_each(1, amp!(|i: Index<1>| y[i] = apply(n, self::triple)));
        match what {
            "" => result.unwrap(),
            what => {
                let location = format!("{what}, at tests/it/checked/closure_arguments.rs:{}", PRODUCT - 22);
                assert_eq!(panicked(result), (vec![0], location));
            }
        }
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Amount {
    size: u32,
}

#[device]
impl Scale for Amount {
    fn scaled(self, f: impl Fn(u32) -> u32) -> u32 {
        f(self.size) * 2
    }

    fn scaled_ref(&self, f: &impl Fn(u32) -> u32) -> u32 {
        apply_ref(self.size, f) * 2
    }

    fn scaled_generic<F: Fn(u32) -> u32>(&self, f: &F) -> u32 {
        apply_ref(self.size, f) * 2
    }

    fn count(self, mut f: impl FnMut(u32)) -> u32 {
        f(self.size * 2);
        0
    }

    fn twice(n: u32, f: &impl Fn(u32) -> u32) -> u32 {
        f(n) * 2
    }
}

/// The line of the attribute of `impl Scale for Amount`.
const SCALE: u32 = line!() - 25;

#[device]
fn call_trait<T: Scale>(it: T, which: u32, f: impl Fn(u32) -> u32, g: &impl Fn(u32) -> u32) -> u32 {
    if which == 0 {
        it.scaled(&|n| n)
    } else if which == 1 {
        it.scaled(f)
    } else if which == 2 {
        it.scaled(g)
    } else if which == 3 {
        it.scaled(triple)
    } else if which == 4 {
        T::scaled(it, |n| n)
    } else if which == 5 {
        it.scaled_ref(&|n| n + 2)
    } else if which == 6 {
        it.scaled_ref(g) + it.scaled_ref(&triple) + it.scaled_ref(&f)
    } else if which == 7 {
        it.scaled_generic(&|n| n + 2)
    } else if which == 8 {
        it.count(|n| assert!(n > 0))
    } else {
        T::twice(which, &|n| n) + T::twice(which, g)
    }
}

#[kernel]
fn trait_calls(i: Index<1>, which: u32, n: u32, y: &mut ArrayViewMut<u32>) {
    y[i] = call_trait(Amount { size: n }, which, |n| n + 2, &|n| n + 2);
}

#[test]
fn closure_arguments_of_trait_functions() {
    const LARGE: u32 = 1 << 31;
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for which in 0..10 {
        checked().parallel_for_each(1, trait_calls(which, 1, &mut y)).unwrap();
    }
    let twice = "attempt to multiply with overflow";
    for (which, n, line, what) in [
        (0, LARGE, SCALE + 3, twice),
        (1, LARGE, SCALE + 3, twice),
        (2, LARGE, SCALE + 3, twice),
        (3, LARGE / 2, SCALE + 3, twice),
        (3, LARGE, PRODUCT - 22, twice),
        (4, LARGE, SCALE + 3, twice),
        (5, LARGE, PRODUCT - 12, "attempt to add with overflow"),
        (6, LARGE, PRODUCT - 12, "attempt to add with overflow"),
        (7, LARGE, PRODUCT - 12, "attempt to add with overflow"),
        (8, LARGE, SCALE + 15, twice),
        (LARGE, 1, SCALE + 20, twice),
    ] {
        let (_, message) = panicked(checked().parallel_for_each(1, trait_calls(which, n, &mut y)));
        let location = format!("at tests/it/checked/closure_arguments.rs:{line}");
        assert!(
            message.starts_with(what) && message.ends_with(&location),
            "{which}: {message}, not {location}"
        );
    }
}

#[device]
fn assert_uniform(n: u32) -> u32 {
    uniform(n)
}

#[kernel(tile = [4])]
fn uniform_values(t: TiledIndex<1>, step: u32, y: &mut ArrayViewMut<u32>) {
    y[t.global] = apply(t.local[0] as u32 * step + 3, assert_uniform);
}

#[test]
fn uniform_is_checked_in_functions_passed_by_name() {
    let domain = Extent::new([4]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    checked().parallel_for_each(domain, uniform_values(0, &mut y)).unwrap();
    let (items, _) = not_uniform(checked().parallel_for_each(domain, uniform_values(1, &mut y)));
    assert_eq!(items, [0, 1]);
}
