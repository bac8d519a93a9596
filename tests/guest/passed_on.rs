//! Fragments of `macro_rules!` in kernels: an expression, type, pattern or block that a macro passes stays one unit.

use crate::places::everywhere;
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
        // Computed by hand for 3: 3 * 2 - 3 + 3 and 3 * ((k + 9) * 3 + 9 + 57 - k), or 97 if the pattern does not match.
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
