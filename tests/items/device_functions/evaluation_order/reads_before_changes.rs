//! Reads through a `&mut` happen before later changes, and an `if` whose first branch diverges has the value of the other branch.
//! The host's results are the expected ones.

// Many tests use forms that lints reject.
#![allow(unused_braces, clippy::needless_return)]

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn swapped(a: &mut u32, b: &mut u32) {
    (*a, *b) = (*b, *a);
}

#[device]
fn bump(c: &mut u32) -> u32 {
    *c += 1;
    *c
}

#[device]
fn read_in_order(a: &mut u32) -> u32 {
    let (x, y, z) = (*a, bump(a), *a);
    let list = [*a, bump(a), *a];
    *a + bump(a) * 10
        + *a * 100
        + {
            *a = 0;
            3
        }
        + (x * 9 + y * 3 + z) * 1000
        + (list[0] * 9 + list[1] * 3 + list[2]) * 10_000
}

/// The bounds of a range are evaluated once.
#[device]
fn range_bound(k: &mut u32) -> u32 {
    let mut sum = 0;
    for j in 0..*k {
        *k += 1;
        sum += j;
    }
    sum + *k * 100
}

#[device]
fn iterate_copy(list: &mut [u32; 4]) -> u32 {
    let mut sum = 0;
    for v in *list {
        list[3] = 100;
        sum = sum * 5 + v;
    }
    sum
}

#[device]
fn reference_keeps_its_element(list: &mut [u32; 4], k: &mut u32) -> u32 {
    *k = 1;
    let item = &mut list[*k as usize];
    *k += 1;
    *item += 10;
    list[1] * 100 + list[2] * 10 + *k
}

#[device]
fn branch_value(v: u32) -> u32 {
    if v > 5 {
        return v;
    } else if v > 2 {
        v * 2
    } else {
        return 3;
    }
}

/// Calls all functions above.
#[device]
fn all(v: u32) -> u32 {
    let (mut a, mut b, mut c, mut k) = (v, 5, v, v % 4 + 1);
    swapped(&mut a, &mut b);
    let mut list = [v, 2, 3, 4];
    let mut at = 0;
    a * 7
        + b
        + read_in_order(&mut c)
        + range_bound(&mut k) * 5
        + iterate_copy(&mut list)
        + reference_keeps_its_element(&mut list, &mut at)
        + branch_value(v)
}

#[device]
fn increment(v: &mut u32) {
    *v += 1;
}

/// Generates a device function and a kernel with the same body: the CPU back end compiles them differently.
macro_rules! branches {
    (|$v:ident| $body:block) => {
        #[device]
        fn branched($v: u32) -> u32 $body

        #[kernel]
        fn branches(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
            let $v = x[i];
            y[i] = $body;
        }
    };
}

branches! { |v| {
        let mut sum = 0;
        for k in 0..6u32 {
            let n = match k {
                2 => if v == 2 { break } else { k },
                3 => if let 3 = v { continue } else { 7 },
                _ => 9,
            };
            sum = sum * 2 + n;
        }
        for k in 0..6u32 {
            let n = if v > 3 { if v == k { continue } else { k + 1 } } else { 4 };
            sum = sum * 3 + n;
        }
        for k in 0..3u32 {
            sum += { if v == k { break } else { k + 1 } };
        }
        let mut other = v;
        if v > 3 { sum += 1; } else { increment(&mut other) }
        if v > 5 { increment(&mut other) } else { sum += 2; }
        match v {
            0 => sum += 7,
            1 => { if other > 3 { sum += 1; } else { increment(&mut other) } }
            _ => increment(&mut other),
        }
        sum + other * 10
} }

#[kernel]
fn called(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = all(x[i]).rotate_left(7) ^ branched(x[i]);
}

#[test]
fn values_are_read_before_later_changes() {
    let x: Vec<u32> = (0..12).collect();
    let expected: Vec<u32> = x.iter().map(|v| all(*v).rotate_left(7) ^ branched(*v)).collect();
    on_each(|accelerator| {
        let mut y = Array::new_on(&accelerator.default_view(), 12).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(12, called(&ArrayView::new(&x), &mut y.as_view_mut()))
            .unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn if_with_a_diverging_branch_has_the_value_of_the_other() {
    let x: Vec<u32> = (0..12).collect();
    let expected: Vec<u32> = x.iter().map(|v| branched(*v)).collect();
    on_each(|accelerator| {
        let mut y = Array::new_on(&accelerator.default_view(), 12).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(12, branches(&ArrayView::new(&x), &mut y.as_view_mut()))
            .unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
