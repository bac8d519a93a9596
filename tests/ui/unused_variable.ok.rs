//! Use each variable, parameter and import.
#![deny(unused)]

use amp::{ArrayView, ArrayViewMut, Index, amp, atomic_fetch_add, kernel};
use std::mem;

#[kernel]
fn counted(i: Index<1>, y: &mut ArrayViewMut<f32>, z: &mut ArrayViewMut<u32>) {
    let mut kept = y[i] * 2.0;
    let mut other = 1.0;
    mem::swap(&mut kept, &mut other);
    for _ in 0..4 {
        y[i] += other;
    }
    let _old = atomic_fetch_add(&mut z[0], kept as u32);
}

#[test]
fn runs() {
    crate::gives(&[9.0, 18.0], &[1.0, 2.0], |on, y| {
        let mut count = [0u32; 1];
        let mut z = ArrayViewMut::new(&mut count);
        on.parallel_for_each(y.extent(), counted(y, &mut z))?;
        z.finish()?;
        assert_eq!(count, [2]);
        let x = ArrayView::new(&[0.0f32, 0.0]);
        on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] += x[i]))
    });
}
