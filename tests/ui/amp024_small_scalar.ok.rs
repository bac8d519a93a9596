//! Convert an element of less than 32 bits where the kernel reads it.

use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, pixels: &ArrayView<u8>, y: &mut ArrayViewMut<u32>) {
    y[i] = pixels[i] as u32 + 1;
}

#[test]
fn runs() {
    let pixels = ArrayView::new(&[254u8, 255]);
    crate::gives(&[255, 256], &[0, 0], |on, y| on.parallel_for_each(y.extent(), double(&pixels, y)));
}
