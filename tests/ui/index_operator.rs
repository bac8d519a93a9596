use amp::prelude::*;
use std::ops::IndexMut;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Three {
    parts: [f32; 3],
}

#[device]
impl std::ops::Index<usize> for Three {
    type Output = f32;
    fn index(&self, k: usize) -> &f32 {
        &self.parts[k % 3]
    }
}

#[device]
impl IndexMut<usize> for Three {
    fn index_mut(&mut self, k: usize) -> &mut f32 {
        &mut self.parts[k % 3]
    }
}

fn first(three: Three) -> f32 {
    three[0]
}

fn main() {
    first(Three { parts: [0.0; 3] });
}
