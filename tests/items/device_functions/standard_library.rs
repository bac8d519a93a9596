//! Functions of the standard library, `contains` of ranges, and glam's constructors. The same `#[device]` functions on the host
//! give the expected results.

use amp::glam::{IVec2, Mat2, Vec2, Vec4, ivec2, mat2, vec2, vec4};
use amp::prelude::*;
use amp_tests::on_each;
use std::mem;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: u32,
    b: u32,
}

#[device]
fn next(k: &mut u32) -> u32 {
    *k += 1;
    *k
}

#[device]
fn compared(k: u32) -> u32 {
    let signed = std::cmp::min(k as i32 - 3, core::cmp::max(-2, 1 - k as i32));
    std::cmp::min(k, 3) + 10 * std::cmp::max(k, 2) + 100 * (signed + 50) as u32
}

#[device]
fn exchanged(k: u32) -> u32 {
    let mut pair = Pair { a: k, b: 1 };
    let old = mem::replace(&mut pair, Pair { a: 7, b: k + 2 });
    let mut list = [k, k + 1, 9];
    let at = &mut list[k as usize % 3];
    let item = mem::replace(at, pair.b);
    let mut flag = k > 3;
    let was = mem::take(&mut flag);
    // The value is evaluated first, and the old value is unused.
    let mut n = k;
    let _ = mem::replace(&mut list[2], next(&mut n));
    let half = mem::take(&mut list[1]) / 2;
    let flags = u32::from(flag) + 2 * u32::from(was);
    pair.a + old.a + old.b + 10 * item + 100 * half + 1000 * flags + list[0] * n + list[2]
}

#[device]
fn contained(k: u32) -> u32 {
    let x = k as f32 * 0.5;
    let mut n = k;
    let by_reference = &k;
    // The bounds are evaluated first, in order, and once each.
    let moved = (next(&mut n)..next(&mut n) + 2).contains(&(next(&mut n) - k));
    let answers = [
        (2..6).contains(&k),
        (2..=6).contains(&k),
        (3..).contains(by_reference),
        (..3).contains(&k),
        (..=3).contains(&k),
        (0.5..2.5).contains(&x) && !(1.0..=1.5).contains(&x),
        moved,
        Extent::new([k as usize, 3]).size() == 9,
    ];
    let mut bits = n * 1000;
    for (at, answer) in [(0, answers[0]), (1, answers[1]), (2, answers[2]), (3, answers[3])] {
        bits += u32::from(answer) << at;
    }
    for at in 4..8 {
        bits += u32::from(answers[at]) << at;
    }
    bits
}

#[device]
fn both(x: &mut u32, y: &mut u32) {
    *x += 1;
    *y += *x;
}

#[device]
fn items(list: &mut [u32; 3]) -> u32 {
    let [x, y, z] = list;
    *x += *y;
    both(y, z);
    both(z, x);
    *z
}

#[device]
fn destructured(k: u32) -> u32 {
    let mut list = [k, 2, 3];
    let [x, _, z] = &mut list;
    both(z, x);
    items(&mut list) + 100 * list[0] + 10000 * list[1]
}

#[device]
fn constructed(k: f32) -> f32 {
    let turned: Mat2 = mat2(vec2(1.0, k), vec2(3.0, 4.0));
    let IVec2 { x, y } = ivec2(k as i32, -3);
    let of_four: Vec4 = vec4(k, 1.0, 2.0, 3.0) + vec4(1.0, 1.0, 1.0, k);
    (turned * Vec2::ONE).dot(vec2(1.0, 10.0)) + (x * y) as f32 + of_four.w
}

fn compare_with_host(
    on_device: impl Fn(&AcceleratorView, &mut ArrayViewMut<'_, u32>),
    host: impl Fn(u32) -> u32,
) {
    on_each(|accelerator| {
        let mut found = [0; 12];
        let mut y = ArrayViewMut::new(&mut found);
        on_device(&accelerator.default_view(), &mut y);
        drop(y);
        let expected: Vec<u32> = (0..12).map(&host).collect();
        assert_eq!(found, expected[..], "{}", accelerator.description());
    });
}

#[test]
fn min_and_max() {
    compare_with_host(
        |on, y| on.parallel_for_each(12, amp!(|i: Index<1>| { y[i] = compared(i[0] as u32) })).unwrap(),
        compared,
    );
}

#[test]
fn swap_replace_and_take() {
    compare_with_host(
        |on, y| on.parallel_for_each(12, amp!(|i: Index<1>| { y[i] = exchanged(i[0] as u32) })).unwrap(),
        exchanged,
    );
}

#[test]
fn range_contains() {
    compare_with_host(
        |on, y| on.parallel_for_each(12, amp!(|i: Index<1>| { y[i] = contained(i[0] as u32) })).unwrap(),
        contained,
    );
}

#[test]
fn slice_patterns_of_references() {
    compare_with_host(
        |on, y| on.parallel_for_each(12, amp!(|i: Index<1>| { y[i] = destructured(i[0] as u32) })).unwrap(),
        destructured,
    );
}

#[test]
fn glam_constructor_functions() {
    compare_with_host(
        |on, y| {
            on.parallel_for_each(12, amp!(|i: Index<1>| { y[i] = constructed(i[0] as f32).to_bits() }))
                .unwrap();
        },
        |k| constructed(k as f32).to_bits(),
    );
}

/// Functions of the standard library in closure kernels. Closure kernels do not run on the host, so other code computes the
/// expected results.
#[test]
fn standard_library_functions_in_closures() {
    compare_with_host(
        |on, y| {
            let kernel = amp!(|i: Index<1>| {
                let mut k = i[0] as u32;
                let old = mem::replace(&mut k, 20);
                y[i] = std::cmp::min(old, 5) + mem::take(&mut k) + k;
                if (3..=7).contains(&old) {
                    y[i] += vec2(1.0, 2.0).y as u32;
                }
            });
            on.parallel_for_each(12, kernel).unwrap();
        },
        |k| k.min(5) + 20 + if (3..=7).contains(&k) { 2 } else { 0 },
    );
}
