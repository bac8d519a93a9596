//! Every array has at least one element.

use amp::prelude::*;

const SPARE: usize = 1;

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Row {
    items: [f32; 4],
    spare: [f32; SPARE],
}

#[kernel]
fn grow(i: Index<1>, rows: &mut ArrayViewMut<Row>) {
    rows[i].items[0] += rows[i].spare[0];
}

#[test]
fn runs() {
    let row = |first| Row { items: [first, 0.0, 0.0, 0.0], spare: [2.0] };
    crate::gives(&[row(3.0)], &[row(1.0)], |on, y| on.parallel_for_each(1, grow(y)));
}
