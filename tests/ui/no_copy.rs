use amp::prelude::*;

#[derive(GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
impl Pair {
    fn of(a: f32) -> Pair {
        Pair { a, b: a }
    }

    fn sum(self) -> f32 {
        self.a + self.b
    }
}

#[kernel]
fn sums(i: Index<1>, pairs: &ArrayView<Pair>, y: &mut ArrayViewMut<f32>) {
    y[i] = pairs[i].a + pairs[i].b;
}

fn main() {}
