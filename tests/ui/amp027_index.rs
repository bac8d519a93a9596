use amp::prelude::*;

#[kernel]
fn gathers(i: Index<1>, order: &ArrayView<u32>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let from = order[i];
    y[i] = x[from];
}

fn main() {}
