//! L-05, L-06, L-33: unsupported types in every position, also in functions that are never called.

use amp::prelude::*;

#[device]
fn of_wide(a: u128) -> i128 {
    0
}

#[kernel]
fn local(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let c: &mut str;
    y[i] = y[i] as i128 as i32;
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Sizes {
    a: usize,
    b: [isize; 2],
}

#[derive(Clone, Copy, GpuType)]
#[repr(C, packed)]
struct Packed {
    a: u32,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Unmarked {
    a: u32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Outer {
    inner: Unmarked,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
union Either {
    a: u32,
    b: f32,
}

fn main() {}
