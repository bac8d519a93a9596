//! Evaluation order and copies in expressions with side effects, in device functions and in closures. The host's results are the
//! expected ones.

use amp::glam::Vec3;
use amp::prelude::*;
use amp_tests::on_each;
use std::{cmp, mem};

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: u32,
    b: u32,
}

#[device]
impl Pair {
    fn bump(&mut self, by: u32) -> u32 {
        self.a += by;
        self.a
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct List {
    list: [u32; 2],
}

#[device]
fn pair(k: u32) -> Pair {
    Pair { a: k, b: 2 * k }
}

#[device]
fn two(k: u32) -> [u32; 2] {
    [k, k + 1]
}

#[device]
fn held(k: u32) -> List {
    List { list: [k, k + 1] }
}

#[device]
fn grow(x: &mut u32) {
    *x += 100;
}

/// Compares a function of `k` and the same body in a kernel with the host.
macro_rules! compare {
    ($($name:ident($k:ident) -> $ty:ident { $($body:tt)* })*) => {$(
        #[test]
        #[allow(unused_parens, unused_braces, unused_assignments)]
        fn $name() {
            #[device]
            #[allow(unused_parens, unused_braces, unused_assignments)]
            fn function($k: u32) -> $ty {
                $($body)*
            }
            let expected: Vec<$ty> = (0..12).map(function).collect();
            on_each(|on| {
                let mut found = [$ty::default(); 12];
                let mut y = ArrayViewMut::new(&mut found);
                let called = amp!(|i: Index<1>| { y[i] = function(i[0] as u32); });
                on.default_view().parallel_for_each(12, called).unwrap();
                drop(y);
                assert_eq!(found, expected[..], "called on {}", on.description());
                let mut y = ArrayViewMut::new(&mut found);
                let written = amp!(|i: Index<1>| {
                    let $k = i[0] as u32;
                    y[i] = { $($body)* };
                });
                on.default_view().parallel_for_each(12, written).unwrap();
                drop(y);
                assert_eq!(found, expected[..], "written out on {}", on.description());
            });
        }
    )*};
}

compare! {
    block_value_is_a_copy(k) -> u32 {
        let (mut x, s, mut list) = (k, pair(k), [k, k, 3]);
        let seen = &{ x };
        let changed = &mut { x };
        *changed += 10;
        x += 5;
        let bumped = { s }.bump(5);
        grow(&mut { x });
        ({ s }).a += 5;
        ({ list })[0] = 55;
        for v in ({ list }).iter_mut() {
            *v += 9;
        }
        let mut sum = 0;
        for v in &{ list } {
            list[1] = 9;
            sum = sum * 20 + *v;
        }
        let item = ({ list })[{ list[1] = 77; 1 }];
        *seen + 7 * *changed + 100 * x + 3 * bumped + s.a + list[0] + list[1] + sum + 1000 * item
    }
    element_is_read_after_its_subscript(k) -> u32 {
        let mut list = [k, k, 3];
        list[{ list[1] = 77; 1 }] + 100 * list[1]
    }
    indexed_value_is_computed_before_the_subscript(k) -> u32 {
        let (mut n, mut m, mut l) = (k, k, k);
        let x = [k, 7, 8, 9, 10, 11, 12];
        let mut j = 0;
        let sum = two(n)[{ n += 5; 1 }] + 10 * [m, m + 1][{ m += 5; 1 }] + 100 * held(l).list[{ l += 5; 1 }];
        sum + 1000 * [x[j], x[j + 1]][{ j += 5; 1 }] + n + m + l + j as u32
    }
    indexed_vector_is_computed_before_the_subscript(k) -> f32 {
        let mut v = Vec3::splat(k as f32);
        (v * 2.0)[{ v = Vec3::ONE; 0 }] + 100.0 * v.x
    }
    fields_are_computed_before_the_base_struct(k) -> u32 {
        let (mut s, mut n) = (pair(k), k);
        let t = Pair { a: s.b, ..{ s.b = 9; s } };
        let u = Pair { a: n, ..pair({ n += 1; n }) };
        t.a + 10 * t.b + 100 * u.a + 1000 * u.b
    }
    scalar_compound_assignment_evaluates_the_value_first(k) -> u32 {
        let (mut list, mut j) = ([k, 1], 0);
        list[j] += { j = 1; 5 };
        100 * list[0] + list[1]
    }
    vector_compound_assignment_evaluates_the_target_first(k) -> f32 {
        let (mut list, mut j) = ([Vec3::ZERO, Vec3::ONE], 0);
        list[j] += { j = 1; Vec3::splat(k as f32) };
        100.0 * list[0].x + list[1].y + j as f32
    }
    indices_and_extents_are_computed_before_arguments(k) -> u32 {
        let (mut m, mut l) = (k as usize, k as usize + 4);
        let inside = Extent::<1>::new([m]).contains(Index::<1>::new([{ m += 5; 7 }]));
        let moved = Index::<1>::new([l]).offset([{ l = 3; -1 }]);
        u32::from(inside) + 10 * m as u32 + 1000 * moved[0] as u32 + l as u32
    }
    range_bounds_are_computed_before_step_by(k) -> u32 {
        let (mut s, mut sum) = (k as usize % 4, 0);
        for q in (s..9).step_by({ s = 5; 2 }) {
            sum += q as u32;
        }
        10 * sum + s as u32
    }
    side_effects_of_assertions(k) -> u32 {
        let mut c = k;
        debug_assert!({ c += 1; true });
        debug_assert_eq!({ c += 2; 1 }, 1);
        assert!({ c += 10; true });
        c
    }
    nan_differs_from_itself(k) -> u32 {
        let x = if k == 3 { f32::NAN } else { k as f32 };
        let (n, v) = (f32::NAN, Vec3::splat(x));
        let mut bits = u32::from(x != x) + 2 * u32::from(n != n) + 4 * u32::from(x != 4.0);
        bits += 8 * u32::from((x, 1) != (4.0, 1)) + 16 * u32::from(v != v);
        bits += 32 * u32::from(v.cmpne(v).any()) + 64 * u32::from([x, 1.0] != [x, 1.0]);
        if x != 3.0 && !(x != 2.0) { bits + 128 } else { bits }
    }
    swap_max_and_replace(k) -> u32 {
        let (mut a, mut b) = (k, 5);
        mem::swap(&mut a, &mut b);
        cmp::max(a, mem::replace(&mut b, 4)) + 100 * b
    }
}

#[kernel]
fn claims(i: Index<1>, seen: &mut ArrayViewMut<u32>, y: &mut ArrayViewMut<u32>) {
    let (mut found, mut j) = ([9, 9], 0);
    // `seen[i]` and `found[j]` are evaluated before the last argument changes `j`.
    let done = atomic_compare_exchange(&mut seen[i], &mut found[j], {
        j = 1;
        7
    });
    y[i] = found[0] + 10 * found[1] + 100 * u32::from(done) + 1000 * j as u32;
}

#[test]
fn atomic_compare_exchange_writes_the_found_value() {
    on_each(|on| {
        let (mut seen, mut found) = ([9, 3], [0; 2]);
        let (mut s, mut y) = (ArrayViewMut::new(&mut seen), ArrayViewMut::new(&mut found));
        on.default_view().parallel_for_each(2, claims(&mut s, &mut y)).unwrap();
        drop((s, y));
        assert_eq!((seen, found), ([7, 3], [9 + 90 + 1100, 3 + 90 + 1000]));
    });
}
