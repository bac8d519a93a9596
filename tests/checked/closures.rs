//! Functions that take closures, and functions that are passed by their names: what goes wrong in them is found where it stands,
//! however they are called.

#![allow(clippy::redundant_closure, clippy::needless_borrows_for_generic_args)] // those are what is tested

use super::*;

#[device]
fn on(row: &mut [u32; 4], at: usize, f: impl Fn(u32) -> u32) {
    row[at] = f(1);
}

/// The line in which it writes.
const ON: u32 = line!() - 4;

#[test]
fn what_they_have_not_written_is_unwritten() {
    let domain = Extent::new([4]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for (all, fails) in [(true, false), (false, true)] {
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut row: [u32; 4];
            if all || t.local[0] == 0 {
                on(&mut row, t.local[0], |n| n * 3);
            }
            t.barrier.wait();
            y[t.global] = row[3];
        });
        let result = checked().parallel_for_each(domain, kernel);
        match fails {
            false => result.unwrap(),
            true => assert_eq!(unwritten(result), ("row".into(), vec![3], 0)),
        }
    }
}

#[test]
fn their_races_have_their_lines() {
    let domain = Extent::new([4]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for (step, fails) in [(1, false), (0, true)] {
        let kernel = amp!(tile = [4], |t: TiledIndex<1>| {
            #[tile_static]
            let mut row: [u32; 4];
            let own = t.local[0];
            on(&mut row, own * step, |n| n + own as u32);
            y[t.global] = row[own * step];
        });
        let result = checked().parallel_for_each(domain, kernel);
        match fails {
            false => result.unwrap(),
            true => {
                let (found, lines) = race(result);
                assert_eq!((found.index, found.items), (vec![0], [0, 1]));
                assert_eq!((found.kinds, lines), ([AccessKind::Write; 2], [ON, ON]));
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

    fn seen(&self, f: &impl Fn(u32) -> u32) -> u32 {
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

/// The line of the implementation's attribute.
const IMPL: u32 = line!() - 24;

/// Runs a kernel over `big`, a view of one struct and such a struct, with a size that is right and one that goes wrong in a line.
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
                        let place = format!("{}, at tests/checked/closures.rs:{}", $what, $line);
                        assert_eq!(stopped(result), (vec![0], place));
                    }
                }
            }
        }
    )*};
}

methods! {
    a_captured_receiver_by_path (IMPL + 3, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        y[i] = Big::scaled(big, |n| n + 1);
    }
    an_element_by_path (IMPL + 3, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        y[i] = Big::scaled(bigs[i], |n| n + 1);
    }
    a_variable_by_path (IMPL + 3, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        let own = bigs[i];
        y[i] = Big::scaled(own, |n| n + 1);
    }
    a_known_variable_by_path (IMPL + 3, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        let own: Big = bigs[i];
        y[i] = Big::scaled(own, |n| n + 1);
    }
    no_method (IMPL + 19, "attempt to multiply with overflow: 2147483649 * 2 in `u32`") |i, big, bigs, y| {
        y[i] = Big::twice(bigs[i].size, |n| n + 1);
    }
    a_place_by_path (IMPL + 11, "attempt to add with overflow: 2147483648 + 2147483648 in `u32`") |i, big, bigs, y| {
        let mut own: Big = bigs[i];
        Big::grow(&mut own, bigs[i].size);
        y[i] = own.size;
    }
    a_place_by_path_beside_a_closure (IMPL + 15, "attempt to add with overflow: 2147483648 + 2147483648 in `u32`") |i, big, bigs, y| {
        let mut own: Big = bigs[i];
        Big::grow_by(&mut own, |n| n * bigs[i].size);
        y[i] = own.size;
    }
    what_is_looked_at_by_path (IMPL + 7, "attempt to multiply with overflow: 2147483648 * 2 in `u32`") |i, big, bigs, y| {
        let own: Big = bigs[i];
        y[i] = Big::seen(&own, &|n| n);
    }
    a_closure_by_reference (IMPL + 3, "attempt to multiply with overflow: 2147483648 * 2 in `u32`") |i, big, bigs, y| {
        y[i] = big.scaled(&|n| n) + bigs[i].seen(&|n| n);
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
fn apply_lent(n: u32, f: &impl Fn(u32) -> u32) -> u32 {
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

/// The line of the last one's attribute.
const PRODUCT: u32 = line!() - 6;

#[device]
fn doubled<T: Int>(n: T) -> T {
    n + n
}

#[device]
fn shifted<const BY: u32>(n: u32) -> u32 {
    n + BY
}

/// The line of the first one's attribute.
const DOUBLED: u32 = line!() - 11;

#[kernel]
fn named(i: Index<1>, which: u32, n: u32, y: &mut ArrayViewMut<u32>) {
    let own = Big { size: n };
    y[i] = if which == 0 {
        apply(n, triple)
    } else if which == 1 {
        apply_lent(n, &triple)
    } else if which == 2 {
        fold(n, product)
    } else if which == 3 {
        apply(n, doubled)
    } else if which == 4 {
        apply(n, doubled::<u32>)
    } else if which == 5 {
        apply(n, shifted::<{ 1 << 31 }>)
    } else {
        own.scaled(triple) + own.seen(&triple)
    };
}

#[test]
fn functions_by_their_names() {
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
                let place = format!("{what}, at tests/checked/closures.rs:{line}");
                assert_eq!(stopped(result), (vec![0], place));
            }
        }
    }
}

#[device]
trait Scale {
    fn scaled(self, f: impl Fn(u32) -> u32) -> u32;
    fn seen(&self, f: &impl Fn(u32) -> u32) -> u32;
    fn seen_by<F: Fn(u32) -> u32>(&self, f: &F) -> u32;
    fn count(self, f: impl FnMut(u32)) -> u32;
    fn twice(n: u32, f: &impl Fn(u32) -> u32) -> u32;
}

#[test]
#[allow(unused_qualifications)] // by a name alone it would be captured
fn functions_by_their_paths_in_amp() {
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for (n, what) in [(1, ""), (1 << 31, "attempt to multiply with overflow: 2147483648 * 3 in `u32`")] {
        let result = checked().parallel_for_each(1, amp!(|i: Index<1>| y[i] = apply(n, self::triple)));
        match what {
            "" => result.unwrap(),
            what => {
                let place = format!("{what}, at tests/checked/closures.rs:{}", PRODUCT - 22);
                assert_eq!(stopped(result), (vec![0], place));
            }
        }
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Held {
    size: u32,
}

#[device]
impl Scale for Held {
    fn scaled(self, f: impl Fn(u32) -> u32) -> u32 {
        f(self.size) * 2
    }

    fn seen(&self, f: &impl Fn(u32) -> u32) -> u32 {
        apply_lent(self.size, f) * 2
    }

    fn seen_by<F: Fn(u32) -> u32>(&self, f: &F) -> u32 {
        apply_lent(self.size, f) * 2
    }

    fn count(self, mut f: impl FnMut(u32)) -> u32 {
        f(self.size * 2);
        0
    }

    fn twice(n: u32, f: &impl Fn(u32) -> u32) -> u32 {
        f(n) * 2
    }
}

/// The line of the implementation's attribute.
const SCALE: u32 = line!() - 25;

#[device]
fn of_trait<T: Scale>(it: T, which: u32, f: impl Fn(u32) -> u32, g: &impl Fn(u32) -> u32) -> u32 {
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
        it.seen(&|n| n + 2)
    } else if which == 6 {
        it.seen(g) + it.seen(&triple) + it.seen(&f)
    } else if which == 7 {
        it.seen_by(&|n| n + 2)
    } else if which == 8 {
        it.count(|n| assert!(n > 0))
    } else {
        T::twice(which, &|n| n) + T::twice(which, g)
    }
}

#[kernel]
fn of_known_traits(i: Index<1>, which: u32, n: u32, y: &mut ArrayViewMut<u32>) {
    y[i] = of_trait(Held { size: n }, which, |n| n + 2, &|n| n + 2);
}

#[test]
fn what_is_known_is_a_trait() {
    const LARGE: u32 = 1 << 31;
    let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
    for which in 0..10 {
        checked().parallel_for_each(1, of_known_traits(which, 1, &mut y)).unwrap();
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
        let (_, message) = stopped(checked().parallel_for_each(1, of_known_traits(which, n, &mut y)));
        let place = format!("at tests/checked/closures.rs:{line}");
        assert!(message.starts_with(what) && message.ends_with(&place), "{which}: {message}, not {place}");
    }
}

#[device]
fn same(n: u32) -> u32 {
    uniform(n)
}

#[kernel(tile = [4])]
fn agreed(t: TiledIndex<1>, step: u32, y: &mut ArrayViewMut<u32>) {
    y[t.global] = apply(t.local[0] as u32 * step + 3, same);
}

#[test]
fn uniform_is_looked_at_in_functions_by_their_names() {
    let domain = Extent::new([4]).tile([4]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    checked().parallel_for_each(domain, agreed(0, &mut y)).unwrap();
    let (items, _) = disagreed(checked().parallel_for_each(domain, agreed(1, &mut y)));
    assert_eq!(items, [0, 1]);
}
