use amp::prelude::*;
use std::ops;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Three {
    parts: [f32; 3],
}

#[device]
impl ops::Index<usize> for Three {
    type Output = f32;
    fn index(&self, k: usize) -> &f32 {
        if k < 3 { &self.parts[k] } else { self.parts.last().unwrap() }
    }
}

fn first(three: Three) -> f32 {
    three[0]
}

fn main() {
    first(Three { parts: [0.0; 3] });
}
