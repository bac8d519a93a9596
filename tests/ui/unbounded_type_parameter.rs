use amp::prelude::*;

#[kernel]
fn copied<T>(i: Index<1>, x: &ArrayView<T>, y: &mut ArrayViewMut<T>) {
    y[i] = x[i];
}

#[device]
fn chosen<T: Copy>(a: T, b: T, first: bool) -> T {
    if first { a } else { b }
}

#[device]
fn added<T>(a: T, b: T) -> T
where
    T: Copy + std::ops::Add<Output = T>,
{
    a + b
}

struct Over<T>(std::marker::PhantomData<T>);

#[device]
impl<T: PartialOrd> Over<T> {
    fn is_less(a: T, b: T) -> bool {
        a < b
    }
}

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = added(chosen(y[i], y[i], true), y[i]);
}

fn main() {}
