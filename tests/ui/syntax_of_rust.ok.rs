//! The same items in valid Rust.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
impl Pair {
    fn sum(&self) -> f32 {
        let a = self.a;
        a + self.b
    }
}

#[device]
fn half(x: f32) -> f32 {
    let h = x / 4.0;
    h + h
}

#[kernel]
fn counts(i: Index<1>, x: &ArrayView<Pair>, y: &mut ArrayViewMut<f32>) {
    let mut n = 0;
    n += 1;
    y[i] = half(x[i].sum()) + n as f32;
}

fn launches(on: &AcceleratorView, x: &ArrayView<Pair>, y: &mut ArrayViewMut<f32>) -> amp::Result<()> {
    on.parallel_for_each(y.extent(), counts(x, y))?;
    on.parallel_for_each(
        y.extent(),
        amp!(|i: Index<1>| {
            let a = x[i].sum();
            y[i] += a;
        }),
    )
}

#[test]
fn runs() {
    let pairs = [Pair { a: 1.0, b: 3.0 }];
    let x = ArrayView::new(&pairs);
    crate::gives(&[7.0], &[0.0], |on, y| launches(on, &x, y));
}
