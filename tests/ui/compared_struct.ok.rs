//! Write `#[device]` above a hand-written `PartialEq` that kernels use. A derived one needs no attribute, but may have it.

use amp::prelude::*;

#[device]
#[derive(Clone, Copy, PartialEq, GpuType)]
#[repr(C)]
struct Cell {
    row: f32,
    col: f32,
}

#[derive(Clone, Copy, GpuType)]
struct Key {
    row: f32,
    note: u32,
}

#[device]
impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.row == other.row
    }
}

#[device]
fn is_first(row: f32) -> bool {
    Key { row, note: 1 } == Key { row: 1.0, note: 2 }
}

#[kernel]
fn same(i: Index<1>, x: Cell, y: &mut ArrayViewMut<f32>) {
    y[i] = if x == (Cell { row: 1.0, col: y[i] }) && is_first(x.row) { 1.0 } else { 0.0 };
}

#[test]
fn runs() {
    let cell = Cell { row: 1.0, col: 2.0 };
    crate::gives(&[1.0, 0.0], &[2.0, 8.0], |on, y| on.parallel_for_each(y.extent(), same(cell, y)));
}
