use amp::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
struct Point {
    x: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Ray {
    from: Point,
    length: f32,
}

#[kernel]
fn grow(i: Index<1>, rays: &mut ArrayViewMut<Ray>) {
    rays[i].length += 1.0;
}

fn main() {}
