//! Write one tile size for each dimension of the index.

use amp::prelude::*;

#[kernel(tile = [16, 16])]
fn transpose(t: TiledIndex<2>, x: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32, 2>) {
    y[[t.global[1], t.global[0]]] = x[t.global];
}

#[test]
fn runs() {
    let values = amp_tests::numbers(1024, 1);
    let x = ArrayView::with_extent([32, 32], &values).unwrap();
    amp_tests::on_each(|accelerator| {
        let mut y = ArrayViewMut::without_source([32, 32]).unwrap();
        let domain = y.extent().tile([16, 16]).unwrap();
        accelerator.default_view().parallel_for_each(domain, transpose(&x, &mut y)).unwrap();
        let y = y.to_vec().unwrap();
        assert!((0..1024).all(|n| y[n % 32 * 32 + n / 32] == values[n]));
    });
}
