//! Write a literal of the operand's type, and convert an index before you use it with other types.

use amp::prelude::*;

#[device]
fn twice(x: f32) -> f32 {
    x * 2.0
}

#[device]
fn thrice(x: f32) -> f32 {
    x * 3f32
}

#[kernel]
fn sums(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = 1.0 + x[i];
}

#[kernel]
fn halves(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    y[i] += twice(x[i] as f32) + thrice(1.0);
}

#[kernel]
fn places(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    let at: u32 = i[0] as u32;
    y[i] = at + n;
}

#[test]
fn runs() {
    let (mut y, mut at) = ([0.0; 4], [0; 4]);
    let (mut written, mut placed) = (ArrayViewMut::new(&mut y), ArrayViewMut::new(&mut at));
    parallel_for_each(4, sums(&ArrayView::new(&[1.0; 4]), &mut written)).unwrap();
    parallel_for_each(4, halves(&ArrayView::new(&[3; 4]), &mut written)).unwrap();
    parallel_for_each(4, places(5, &mut placed)).unwrap();
    written.finish().unwrap();
    placed.finish().unwrap();
    assert_eq!((y, at), ([11.0; 4], [5, 6, 7, 8]));
}
