//! Mistakes in closures that are passed to kernels.

use amp::op;
use amp::prelude::*;

#[kernel]
fn map(i: Index<1>, f: impl Fn(f32) -> f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = f(x[i]);
}

fn main() {
    let data = [1.0f32];
    let x = ArrayView::new(&data);
    let mut y = ArrayViewMut::<f32>::without_source([1]).unwrap();
    let mut z = ArrayViewMut::<f32>::without_source([1]).unwrap();
    let _ = map(|v| v * 2.0, &x, &mut y);
    let _ = map(op!(|a, b| a + b), &x, &mut y);
    let _ = map(op!(|a| a > 1.0), &x, &mut y);
    let _ = map(op!(|a: u32| 1.0), &x, &mut y);
    let _ = map(op!(|a| a.unknown()), &x, &mut y);
    let _ = map(
        op!(|a| {
            z[0] = a;
            a
        }),
        &x,
        &mut y,
    );
    let _ = map(op!(|a| vec![a][0]), &x, &mut y);
    let _ = map(op!(3), &x, &mut y);
    let _ = map(2.0, &x, &mut y);
}
