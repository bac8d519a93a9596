//! Write a bound that allows what the kernel does with the type parameter.

use amp::prelude::*;

#[kernel]
fn copied<T: GpuType>(i: Index<1>, x: &ArrayView<T>, y: &mut ArrayViewMut<T>) {
    y[i] = x[i];
}

#[device]
fn chosen<T: Copy + amp::Value>(a: T, b: T, first: bool) -> T {
    if first { a } else { b }
}

#[device]
fn added<T>(a: T, b: T) -> T
where
    T: Scalar,
{
    a + b
}

struct Over<T>(std::marker::PhantomData<T>);

#[device]
impl<T: Scalar> Over<T> {
    fn is_less(a: T, b: T) -> bool {
        a < b
    }
}

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = added(chosen(1.0, y[i], true), 2.0) + f32::from(Over::<f32>::is_less(y[i], 6.0));
}

#[test]
fn bounded_type_parameters() {
    crate::gives(&[4.0f32, 3.0], &[5.0, 6.0], |on, y| on.parallel_for_each(2, all(y)));
    crate::gives(&[7u32, 8], &[0, 0], |on, y| on.parallel_for_each(2, copied(&ArrayView::new(&[7, 8]), y)));
}
