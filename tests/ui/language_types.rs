//! L-05, L-06, L-33: unsupported types in every position, also in functions that are never called.

use amp::prelude::*;

#[device]
fn of_bytes(a: u8, b: i8) -> u16 {
    0
}

#[device]
fn of_wide(a: u128) -> i128 {
    0
}

#[device]
fn of_letters(c: char) -> bool {
    true
}

#[kernel]
fn local(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let a: i16 = 3;
    let b: char;
    let c: &str;
    y[i] = y[i] as u8 as i32;
    y[i] = y[i] as i128 as i32;
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Small {
    a: u8,
    b: [i16; 2],
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Flag {
    raised: bool,
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
