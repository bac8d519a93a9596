use amp::prelude::*;

const SPARE: usize = 0;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Row {
    items: [f32; 4],
    spare: [f32; SPARE],
}

#[kernel]
fn grow(i: Index<1>, rows: &mut ArrayViewMut<Row>) {
    rows[i].items[0] += 1.0;
}

fn main() {}
