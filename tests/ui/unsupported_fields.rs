use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Flag {
    set: bool,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Small {
    red: u8,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Place {
    at: usize,
}

#[derive(Clone, GpuType)]
#[repr(C)]
struct Text {
    name: String,
}

#[derive(Clone, GpuType)]
#[repr(C)]
struct List {
    all: [Vec<f32>; 2],
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Maybe {
    next: Option<u32>,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Letter {
    first: char,
}

fn main() {}
