//! Set the tile of a tiled kernel with the option `tile`.

use amp::prelude::*;

#[kernel(tile = [64])]
fn double(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    y[t.global] *= 2.0;
}

#[test]
fn runs() {
    crate::gives(&[2.0; 64], &[1.0; 64], |on, y| on.parallel_for_each(y.extent().tile([64])?, double(y)));
}
