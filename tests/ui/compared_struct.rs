use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Cell {
    row: u32,
    col: u32,
}

impl PartialEq for Cell {
    fn eq(&self, other: &Cell) -> bool {
        self.row == other.row
    }
}

#[kernel]
fn same(i: Index<1>, x: &ArrayView<Cell>, y: &mut ArrayViewMut<u32>) {
    y[i] = if x[i] == x[0] { 1 } else { 0 };
}

#[derive(Clone, Copy, PartialEq, GpuType)]
#[device]
#[repr(C)]
struct Below {
    row: u32,
}

fn main() {}
