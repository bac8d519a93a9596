use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Powers {
    base: f32,
}

#[device]
impl Powers {
    fn power<const N: u32>(self, x: &ArrayView<f32>) -> f32 {
        let mut product = x[0];
        for _ in 0..N {
            product *= self.base;
        }
        product
    }
}

fn main() {}
