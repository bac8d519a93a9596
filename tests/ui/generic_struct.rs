use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair<'a, T> {
    a: &'a T,
    b: T,
}

fn main() {}
