//! Parameters that are views.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn third(v: &ArrayView<f32>) -> f32 {
    v[2]
}

#[kernel]
fn adds_the_third(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i] + third(x);
}

#[test]
fn a_view_is_read() {
    let xs: Vec<f32> = (0..100).map(|n| n as f32).collect();
    assert_eq!(third(&ArrayView::new(&xs)), 2.0);
    on_each(|accelerator| {
        let mut ys = vec![0.0; 100];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        accelerator.default_view().parallel_for_each(y.extent(), adds_the_third(&x, &mut y)).unwrap();
        y.finish().unwrap();
        assert!(ys.iter().zip(&xs).all(|(y, x)| *y == x + 2.0));
    });
}
