//! Write an op as a closure in `op!`, with the parameters and the result that the kernel declares.

use amp::op;
use amp::prelude::*;

#[kernel]
fn map(i: Index<1>, f: impl Fn(f32) -> f32, y: &mut ArrayViewMut<f32>) {
    y[i] = f(y[i]);
}

#[test]
fn ops_have_the_declared_signature() {
    let factor = 2.0;
    super::gives(&[2.0, 8.0], &[1.0, 4.0], |on, y| on.parallel_for_each(2, map(op!(|v| v * factor), y)));
    super::gives(&[0.0, 1.0], &[1.0, 4.0], |on, y| {
        on.parallel_for_each(2, map(op!(|a| if a > 1.0 { 1.0 } else { 0.0 }), y))
    });
    super::gives(&[1.0, 1.0], &[1.0, 4.0], |on, y| on.parallel_for_each(2, map(op!(|_a: f32| 1.0), y)));
    super::gives(&[1.0, 2.0], &[1.0, 4.0], |on, y| on.parallel_for_each(2, map(op!(f32::sqrt), y)));
}
