//! Convert small elements where the function reads them, and write elements of 32 bits.

use amp::prelude::*;

#[device]
fn double(v: &ArrayView<u8>, at: usize) -> u32 {
    v[at] as u32 + v[at] as u32
}

#[device]
fn clear(v: &mut ArrayViewMut<u32>, at: usize) {
    v[at] = 0;
}

#[test]
fn runs() {
    let pixels = [1u8, 200];
    let v = ArrayView::new(&pixels);
    crate::gives(&[2, 0], &[7u32, 7], |on, y| {
        on.parallel_for_each(
            2,
            amp!(|i: Index<1>| {
                if i[0] == 0 {
                    y[i] = double(&v, 0);
                } else {
                    clear(&mut y, 1);
                }
            }),
        )
    });
}
