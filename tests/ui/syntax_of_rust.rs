//! Invalid Rust syntax: rustc reports it, and amp reports neither the function nor its callers.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[device]
impl Pair {
    fn sum(&self) -> f32 {
        let a = self.a a + self.b
    }
}

#[device]
fn half(x: f32) -> f32 {
    let h = x / 4.0 h + h
}

#[kernel]
fn counts(i: Index<1>, x: &ArrayView<Pair>, y: &mut ArrayViewMut<f32>) {
    let mut n = 0;
    n++;
    y[i] = half(x[i].sum()) + n as f32;
}

fn launches(x: &ArrayView<Pair>, mut y: ArrayViewMut<f32>) -> amp::Result<()> {
    parallel_for_each(y.extent(), counts(x, &mut y))?;
    parallel_for_each(
        y.extent(),
        amp!(|i: Index<1>| {
            let a = x[i].sum() y[i] = a;
        }),
    )
}

fn main() {}
