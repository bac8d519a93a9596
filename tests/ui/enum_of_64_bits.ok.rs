//! The discriminants of an enum fit in 32 bits.

use amp::prelude::*;

#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(u64)]
enum Distance {
    Near,
    Far = 0xffff_ffff,
}

#[kernel]
fn measure(i: Index<1>, to: Distance, y: &mut ArrayViewMut<u32>) {
    y[i] = if to == Distance::Far { 1 } else { 2 };
}

#[test]
fn runs() {
    crate::gives(&[2, 2], &[0; 2], |on, y| on.parallel_for_each(2, measure(Distance::Near, y)));
    crate::gives(&[1, 1], &[0; 2], |on, y| on.parallel_for_each(2, measure(Distance::Far, y)));
}
