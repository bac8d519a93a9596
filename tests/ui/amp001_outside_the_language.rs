use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    unsafe { y[i] *= 2.0 }
}

fn main() {}
