//! Expressions, types, patterns and blocks that macros pass on to what becomes kernels: each stays one thing.

use crate::places::everywhere;
use amp::prelude::*;

/// Functions, a struct with methods, a trait with a body and a kernel, all of what is passed on.
macro_rules! made {
    ($module:ident, $sum:expr, $type:ty, $some:pat, $list:ty, $step:block, $least:literal) => {
        mod $module {
            use amp::prelude::*;

            #[device]
            pub(super) fn plain(k: u32) -> u32 {
                let alone = $sum;
                let mut n = $sum * 2 - alone;
                n += $sum;
                assert!($sum * 2 == alone * 2, "{}", alone);
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
            pub(super) struct Held {
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
            impl Sums for Held {
                fn n(self) -> u32 {
                    self.n + $sum.pow(2)
                }
            }

            #[device]
            impl Held {
                pub(super) fn less(self) -> u32 {
                    60 - $sum - self.n
                }
            }

            #[kernel]
            pub(super) fn all(i: Index<1>, y: &mut ArrayViewMut<u32>) {
                let k = y[i];
                let held = Held { n: k };
                y[i] = plain(k) + $sum * (held.sums() + held.less()) + typed(&k).unsigned_abs();
            }

            pub(super) fn expected(k: u32) -> u32 {
                plain(k) + $sum * (Held { n: k }.sums() + Held { n: k }.less()) + typed(&k).unsigned_abs()
            }
        }
    };
}

made!(three, 1 + 2u32, u32, 1..=2, [i32; 2], {}, -4i32);
made!(chosen, if 2 > 1 { 4u32 } else { 5 }, u32, 0 | 3, [i32; 2], {}, 1i32);
made!(cast, 5i32 as u32, u32, _, [i32; 2], {}, -1i32);

#[test]
fn an_expression_is_one() {
    for k in 0..4 {
        // By hand, for 3: 3 * 2 - 3 + 3 and 3 * ((k + 9) * 3 + 9 + 57 - k), or 97 where the pattern does not fit.
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
fn in_a_closure() {
    for on in everywhere() {
        let mut values = [1u32, 2];
        let mut view = ArrayViewMut::new(&mut values);
        let n = 3u32;
        run!(on, view, n + 4, 0..n - 1).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [7 + 1 + 14; 2]);
    }
}
