//! Write the value to a view, and print it on the host.

use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, seen: &mut ArrayViewMut<f32>, y: &mut ArrayViewMut<f32>) {
    seen[i] = y[i];
    y[i] *= 2.0;
}

#[test]
fn runs() {
    amp_tests::on_each(|accelerator| {
        let (mut seen, mut y) = (vec![0.0; 2], vec![1.0, 2.0]);
        let mut seen = ArrayViewMut::new(&mut seen);
        let mut y = ArrayViewMut::new(&mut y);
        accelerator.default_view().parallel_for_each(2, double(&mut seen, &mut y)).unwrap();
        assert_eq!(seen.to_vec().unwrap(), [1.0, 2.0]);
        assert_eq!(y.to_vec().unwrap(), [2.0, 4.0]);
    });
}
