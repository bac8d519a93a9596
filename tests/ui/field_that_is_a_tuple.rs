use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Ray {
    from: (f32, f32),
    length: f32,
}

#[kernel]
fn grow(i: Index<1>, rays: &mut ArrayViewMut<Ray>) {
    rays[i].length += rays[i].from.0;
}

fn main() {}
