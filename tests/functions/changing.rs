//! What is read through a `&mut` before it changes is what was there; and an `if` whose first branch leaves has the value of the other.

// Written out, as people do.
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
fn in_turn(a: &mut u32) -> u32 {
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

/// The end of a range is what it was, whatever becomes of it.
#[device]
fn grown(k: &mut u32) -> u32 {
    let mut sum = 0;
    for j in 0..*k {
        *k += 1;
        sum += j;
    }
    sum + *k * 100
}

#[device]
fn gone_through(list: &mut [u32; 4]) -> u32 {
    let mut sum = 0;
    for v in *list {
        list[3] = 100;
        sum = sum * 5 + v;
    }
    sum
}

#[device]
fn pointed(list: &mut [u32; 4], k: &mut u32) -> u32 {
    *k = 1;
    let item = &mut list[*k as usize];
    *k += 1;
    *item += 10;
    list[1] * 100 + list[2] * 10 + *k
}

#[device]
fn chosen(v: u32) -> u32 {
    if v > 5 {
        return v;
    } else if v > 2 {
        v * 2
    } else {
        return 3;
    }
}

/// All of them, by the same functions on the host and on devices.
#[device]
fn all(v: u32) -> u32 {
    let (mut a, mut b, mut c, mut k) = (v, 5, v, v % 4 + 1);
    swapped(&mut a, &mut b);
    let mut list = [v, 2, 3, 4];
    let mut at = 0;
    a * 7
        + b
        + in_turn(&mut c)
        + grown(&mut k) * 5
        + gone_through(&mut list)
        + pointed(&mut list, &mut at)
        + chosen(v)
}

#[device]
fn nothing(v: &mut u32) {
    *v += 1;
}

/// Makes a function and a kernel of the same lines: what a kernel says itself the CPU runs in another form.
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
        if v > 3 { sum += 1; } else { nothing(&mut other) }
        if v > 5 { nothing(&mut other) } else { sum += 2; }
        match v {
            0 => sum += 7,
            1 => { if other > 3 { sum += 1; } else { nothing(&mut other) } }
            _ => nothing(&mut other),
        }
        sum + other * 10
} }

#[kernel]
fn called(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[i] = all(x[i]).rotate_left(7) ^ branched(x[i]);
}

#[test]
fn what_was_read_before_a_change_stays_what_it_was() {
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
fn an_if_whose_first_branch_leaves_has_the_value_of_the_other() {
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
