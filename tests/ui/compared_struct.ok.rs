//! Write `#[device]` above the `derive` of a struct that kernels compare.

use amp::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(C)]
struct Cell {
    row: f32,
    col: f32,
}

#[kernel]
fn same(i: Index<1>, x: Cell, y: &mut ArrayViewMut<f32>) {
    y[i] = if x == (Cell { row: 1.0, col: y[i] }) { 1.0 } else { 0.0 };
}

#[test]
fn runs() {
    let cell = Cell { row: 1.0, col: 2.0 };
    crate::gives(&[1.0, 0.0], &[2.0, 8.0], |on, y| on.parallel_for_each(y.extent(), same(cell, y)));
}
