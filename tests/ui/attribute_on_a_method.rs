//! `#[device]` belongs above an `impl` block, and applies to all functions in it.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

impl Pair {
    #[device]
    fn sum(self) -> f32 {
        self.a + self.b
    }

    #[device]
    fn both(a: f32) -> Self {
        Pair { a, b: a }
    }
}

trait Area {
    #[device]
    fn area(self) -> f32;
}

fn main() {}
