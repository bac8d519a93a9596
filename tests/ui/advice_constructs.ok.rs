//! The supported constructs that the help messages suggest.

use amp::prelude::*;

const SIZE: u32 = 4 * 4;
const COUNT: u32 = 1;

#[kernel]
fn constructs(i: Index<1>, n: u32, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let half = |v: f32| v * 0.5;
    let letter = 97u32;
    let (from, to) = (0, n);
    let more = |z: u32| z + 1;
    let applied = more(3);
    let first = if n > 1 { 2 } else { 0 };
    let attributed = COUNT;
    let mut turns = 0;
    for k in from..to {
        turns += k;
    }
    loop {
        y[i] = x[i] + turns + letter;
        break;
    }
    y[i] += half(SIZE as f32) as u32 + applied + first + attributed;
}

#[kernel]
fn calls(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let mut w = [1u32, 2, 3];
    std::mem::swap(&mut w[0], &mut w[1]);
    let large = x.extent()[0] as u32;
    let sum = x[i].saturating_add(1);
    y[i] = w[0] * 1000 + w[1] * 100 + large * 10 + sum;
}

#[kernel]
fn taken_apart(i: Index<1>, pair: (u32, u32), y: &mut ArrayViewMut<u32>) {
    let (a, b) = pair;
    y[i] = a + b;
}

#[device]
fn of_view((a, b): &(u32, u32), x: &ArrayView<u32>) -> u32 {
    *a + *b + x[0]
}

#[test]
fn runs() {
    let x = ArrayView::new(&[5u32, 6]);
    crate::gives(&[5 + 3 + 97 + 8 + 4 + 2 + 1, 6 + 3 + 97 + 8 + 4 + 2 + 1], &[0, 0], |on, y| {
        on.parallel_for_each(y.extent(), constructs(3, &x, y))
    });
    crate::gives(&[2126, 2127], &[0, 0], |on, y| on.parallel_for_each(y.extent(), calls(&x, y)));
    crate::gives(&[7, 7], &[0, 0], |on, y| on.parallel_for_each(y.extent(), taken_apart((3, 4), y)));
    let scale = 3u32;
    crate::gives(&[14, 14], &[0, 0], |on, y| {
        on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = scale * 2 + of_view(&(1, 2), &x)))
    });
}
