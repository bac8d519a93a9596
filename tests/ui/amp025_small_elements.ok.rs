//! Write full words: here each work-item writes four pixels.

use amp::prelude::*;

#[kernel]
fn invert(i: Index<1>, pixels: &ArrayView<u8>, y: &mut ArrayViewMut<u32>) {
    let mut word = 0;
    for k in 0..4 {
        word |= (255 - pixels[4 * i[0] + k] as u32) << (8 * k);
    }
    y[i] = word;
}

#[test]
fn runs() {
    let pixels = ArrayView::new(&[0u8, 1, 2, 3, 252, 253, 254, 255]);
    crate::gives(&[0xfcfd_feff, 0x0001_0203], &[0, 0], |on, y| {
        on.parallel_for_each(y.extent(), invert(&pixels, y))
    });
}
