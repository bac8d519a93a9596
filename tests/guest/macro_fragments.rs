//! Fragments of `macro_rules!` in kernels: an expression, type, pattern or block that a macro passes stays one unit.

use crate::positions::everywhere;
use amp::prelude::*;

/// Device functions, a struct with methods, a trait with a default method and a kernel, all built from the fragments.
macro_rules! module_of {
    ($module:ident, $sum:expr, $type:ty, $some:pat, $list:ty, $step:block, $least:literal) => {
        mod $module {
            use amp::prelude::*;

            #[device]
            pub(super) fn plain(k: u32) -> u32 {
                let single = $sum;
                let mut n = $sum * 2 - single;
                n += $sum;
                assert!($sum * 2 == single * 2, "{}", single);
                if $sum * 3 > 8 && matches!(k, $some) { n } else { 100 - $sum }
            }

            #[device]
            pub(super) fn typed(k: &$type) -> i32 {
                let list: $list = [$sum as i32 * 2, -1];
                let mut n = list[0] + k.cast_signed();
                $step
                n += $least.abs() * $sum as i32;
                match n {
                    $least..=3 => 7,
                    _ => n,
                }
            }

            #[derive(Clone, Copy, Debug, GpuType)]
            #[repr(C)]
            pub(super) struct Wrapper {
                pub(super) n: u32,
            }

            #[device]
            pub(super) trait Sums {
                fn n(self) -> u32;

                #[must_use]
                fn sums(self) -> u32 {
                    self.n() * ($sum) + $sum * 3
                }
            }

            #[device]
            impl Sums for Wrapper {
                fn n(self) -> u32 {
                    self.n + $sum.pow(2)
                }
            }

            #[device]
            impl Wrapper {
                pub(super) fn less(self) -> u32 {
                    60 - $sum - self.n
                }
            }

            #[kernel]
            pub(super) fn all(i: Index<1>, y: &mut ArrayViewMut<u32>) {
                let k = y[i];
                let wrapper = Wrapper { n: k };
                y[i] = plain(k) + $sum * (wrapper.sums() + wrapper.less()) + typed(&k).unsigned_abs();
            }

            pub(super) fn expected(k: u32) -> u32 {
                plain(k) + $sum * (Wrapper { n: k }.sums() + Wrapper { n: k }.less()) + typed(&k).unsigned_abs()
            }
        }
    };
}

module_of!(three, 1 + 2u32, u32, 1..=2, [i32; 2], {}, -4i32);
module_of!(chosen, if 2 > 1 { 4u32 } else { 5 }, u32, 0 | 3, [i32; 2], {}, 1i32);
module_of!(cast, 5i32 as u32, u32, _, [i32; 2], {}, -1i32);

#[test]
fn expression_fragments_keep_their_precedence() {
    for k in 0..4 {
        // The expected value, computed by hand for the argument 3: the sum of `plain`, the product, and `typed`.
        // `plain` is 3 * 2 - 3 + 3 = 6, or 97 if the pattern does not match `k`.
        let plain = if (1..=2).contains(&k) { 6 } else { 97 };
        let typed = 6 + k + 12;
        assert_eq!(three::expected(k), plain + 3 * ((k + 9) * 3 + 9 + 57 - k) + typed);
    }
    for on in everywhere() {
        let (mut sums, mut chosen, mut casts) = ([0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3]);
        let mut view = ArrayViewMut::new(&mut sums);
        on.parallel_for_each(4, three::all(&mut view)).unwrap();
        view.finish().unwrap();
        let mut view = ArrayViewMut::new(&mut chosen);
        on.parallel_for_each(4, chosen::all(&mut view)).unwrap();
        view.finish().unwrap();
        let mut view = ArrayViewMut::new(&mut casts);
        on.parallel_for_each(4, cast::all(&mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(sums, [0, 1, 2, 3].map(three::expected), "{on:?}");
        assert_eq!(chosen, [0, 1, 2, 3].map(chosen::expected), "{on:?}");
        assert_eq!(casts, [0, 1, 2, 3].map(cast::expected), "{on:?}");
    }
}

macro_rules! run {
    ($on:expr, $view:ident, $by:expr, $from:expr) => {
        $on.parallel_for_each(
            $view.extent(),
            amp!(|i: Index<1>| {
                for k in $from {
                    $view[i] = $by * 2 - $by + k;
                }
                let both = &mut $view[i];
                *both += $by << 1;
            }),
        )
    };
}

#[test]
fn fragments_in_a_closure_kernel() {
    for on in everywhere() {
        let mut values = [1u32, 2];
        let mut view = ArrayViewMut::new(&mut values);
        let n = 3u32;
        run!(on, view, n + 4, 0..n - 1).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [7 + 1 + 14; 2]);
    }
}

/// Adds one.
#[device]
fn more(x: u32) -> u32 {
    x + 1
}

#[device]
fn applied(f: impl Fn(u32) -> u32, x: u32) -> u32 {
    f(x)
}

#[device]
fn first(view: &ArrayView<u32>) -> u32 {
    view[0]
}

#[device]
fn put(view: &mut ArrayViewMut<u32>, at: usize, x: u32) {
    view[at] = x;
}

mod tools {
    use amp::prelude::*;

    /// Three times `x`.
    #[device]
    pub(super) fn thrice(x: u32) -> u32 {
        x * 3
    }
}

/// The elements `[1, 2, 3, 4]` after a launch that changes them. Asserts that every accelerator gives the same
/// result.
fn outcome(mut launch: impl FnMut(&AcceleratorView, &mut ArrayViewMut<'_, u32>)) -> [u32; 4] {
    let outcomes = everywhere().into_iter().map(|on| {
        let mut values = [1, 2, 3, 4];
        let mut view = ArrayViewMut::new(&mut values);
        launch(&on, &mut view);
        view.finish().unwrap();
        values
    });
    let outcomes: Vec<_> = outcomes.collect();
    assert!(outcomes.iter().all(|outcome| *outcome == outcomes[0]), "{outcomes:?}");
    outcomes[0]
}

macro_rules! called_by_path {
    ($f:path) => {
        outcome(|on, z| {
            let f = amp!(|i: Index<1>| z[i] = $f(z[i]));
            on.parallel_for_each(4, f).unwrap();
        })
    };
}

macro_rules! called_by_expression {
    ($f:expr) => {
        outcome(|on, z| {
            let f = amp!(|i: Index<1>| {
                let named = $f;
                z[i] = $f(z[i]) + applied($f, 1) + applied(&$f, 1) + named(2);
            });
            on.parallel_for_each(4, f).unwrap();
        })
    };
}

#[test]
fn fragments_are_callees() {
    assert_eq!(called_by_path!(more), [2, 3, 4, 5]);
    assert_eq!(called_by_path!(tools::thrice), [3, 6, 9, 12]);
    assert_eq!(called_by_path!(u32::from), [1, 2, 3, 4]);
    assert_eq!(called_by_expression!(|x: u32| x * 2), [10, 12, 14, 16]);
}

macro_rules! called_in_functions {
    ($module:ident, $f:path, $g:expr) => {
        mod $module {
            use super::*;

            #[device]
            pub(super) fn device(x: u32) -> u32 {
                $f(x) + $g(x) + ($f)(1)
            }

            #[kernel]
            pub(super) fn kernel(i: Index<1>, z: &mut ArrayViewMut<u32>) {
                z[i] = $f(z[i]) + $g(device(z[i])) + applied($f, 1) + applied($g, 1);
            }
        }
    };
}

called_in_functions!(by_function, more, tools::thrice);

#[test]
fn fragments_are_callees_in_functions() {
    // For the first element, `device(1)` is 2 + 3 + 2 = 7. The kernel gives 2 + 3 * 7 + 2 + 3 = 28.
    let made = outcome(|on, z| on.parallel_for_each(4, by_function::kernel(z)).unwrap());
    assert_eq!(made, [28, 41, 54, 67]);
    assert_eq!(by_function::device(1), 7);
}

macro_rules! of_views {
    ($on:expr, $z:expr, $x:expr) => {
        $on.parallel_for_each(
            $z.extent(),
            amp!(|i: Index<1>| {
                let last = $z.extent()[0] - 1;
                $z[i] += $x[last - i[0]] + first(&$x);
                let held = $z[i] + 1;
                put(&mut $z, i[0], held);
            }),
        )
    };
}

#[test]
fn fragments_are_views() {
    let x = [10, 20, 30, 40];
    let made = outcome(|on, z| {
        let x = ArrayView::new(&x);
        of_views!(on, z, x).unwrap();
    });
    assert_eq!(made, [52, 43, 34, 25]);
}

macro_rules! with_statements {
    ($i:ident, $z:ident, $first:stmt, $($more:stmt),*; $($block:stmt),*; $item:item) => {
        outcome(|on, $z| {
            let kernel = amp!(|$i: Index<1>| {
                $item
                $first;
                $($more;)*
                $($block)*
            });
            on.parallel_for_each(4, kernel).unwrap();
        })
    };
}

#[test]
fn fragments_are_statements() {
    let made = with_statements!(
        i, z,
        let mut y = z[i],
        let (a, b): (u32, u32) = (y, 2),
        y += helper(a) * b,
        if y > 6 { y = 6 },
        z[i] = y;
        for _ in 0..3 { z[i] += 10; },
        { z[i] += 100; },
        match a { 1 => z[i] += 1000, _ => {} },
        if a == 2 { z[i] += 2000; };
        #[device] fn helper(x: u32) -> u32 { x }
    );
    assert_eq!(made, [1133, 2136, 136, 136]);
}

macro_rules! as_a_whole {
    ($on:expr, $kernel:expr) => {
        $on.parallel_for_each(4, amp!($kernel)).unwrap()
    };
    ($on:expr, $tile:expr, $kernel:expr) => {
        $on.parallel_for_each(Extent::new([4]).tile($tile).unwrap(), amp!(tile = $tile, $kernel)).unwrap()
    };
}

macro_rules! tiled {
    ($name:ident, $tile:expr, $index:ty, $element:ty, $view:ty, $length:expr) => {
        #[kernel(tile = $tile)]
        fn $name(t: $index, by: $element, z: &mut $view) {
            #[tile_static]
            let mut held: [$element; $length];
            held[t.local[0]] = z[t.global] * by;
            t.barrier.wait();
            z[t.global] = held[$length - 1 - t.local[0]];
        }
    };
}

tiled!(turned, [1 + 1], TiledIndex<1>, u32, ArrayViewMut<u32>, 1 + 1);

#[test]
fn fragments_are_kernels_tiles_and_types() {
    let made = outcome(|on, z| {
        as_a_whole!(on, |i: Index<1>| z[i] += 1);
        as_a_whole!(on, [2], |t: TiledIndex<1>| z[t.global] += if t.local[0] > 0 { 1 } else { 0 });
    });
    assert_eq!(made, [2, 4, 4, 6]);
    let made = outcome(|on, z| {
        on.parallel_for_each(z.extent().tile([2]).unwrap(), turned(5, z)).unwrap();
    });
    assert_eq!(made, [10, 5, 20, 15]);
}

macro_rules! of_a_type {
    ($name:ident, $field:ty, $trait:path, $at:expr, $some:pat, $bound:path) => {
        #[derive(Clone, Copy, Debug, GpuType)]
        #[repr(C)]
        struct $name {
            x: $field,
            y: [$field; 2],
        }

        #[device]
        impl $trait for $name {
            fn sides(self) -> $field {
                match self.x {
                    $some => self.y[$at],
                    _ => 9,
                }
            }
        }

        #[device]
        fn all_sides<T: $bound>(of: T, more: &$field) -> $field {
            of.sides() + *more
        }
    };
}

#[device]
trait Sided {
    fn sides(self) -> u32;
}

of_a_type!(Figure, u32, Sided, 1, 1 | 2, Sided);

#[test]
fn fragments_are_types_and_traits() {
    let made = outcome(|on, z| {
        let kernel = amp!(|i: Index<1>| {
            let figure = Figure { x: z[i], y: [3, 4] };
            z[i] = all_sides(figure, &figure.x);
        });
        on.parallel_for_each(4, kernel).unwrap();
    });
    assert_eq!(made, [5, 6, 12, 13]);
}

#[test]
#[allow(unused_parens)]
fn parentheses_by_hand_mean_nothing() {
    let x = [10, 20, 30, 40];
    let made = outcome(|on, z| {
        let x = ArrayView::new(&x);
        let kernel = amp!(|i: Index<1>| {
            let f = (|x: u32| x * 2);
            (z)[i] += (x)[(i)] + (more)(1) + (f)(1) + (|x: u32| x + 5)(1) + applied((|x: u32| x), 1);
            (z)[i] += first(&(x));
        });
        on.parallel_for_each(4, kernel).unwrap();
    });
    assert_eq!(made, [32, 43, 54, 65]);
}
