//! Use a tile of at most 1024 work-items.

use amp::prelude::*;

#[kernel(tile = [32, 32])]
fn double(t: TiledIndex<2>, y: &mut ArrayViewMut<f32, 2>) {
    y[t.global] *= 2.0;
}

#[test]
fn runs() {
    let tile = 32;
    amp_tests::on_each(|accelerator| {
        let mut values = vec![1.0; 1024];
        let mut y = ArrayViewMut::with_extent([tile, tile], &mut values).unwrap();
        // WebGPU guarantees 256 work-items in a tile. An adapter with this limit returns an error.
        let domain = y.extent().tile([tile, tile]).unwrap();
        match accelerator.default_view().parallel_for_each(domain, double(&mut y)) {
            Ok(()) => assert_eq!(y.to_vec().unwrap(), [2.0; 1024]),
            Err(error) => assert!(matches!(error, amp::Error::LimitExceeded { .. }), "{error}"),
        }
    });
}
