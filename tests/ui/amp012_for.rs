use amp::prelude::*;

#[kernel]
fn sum(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    for value in x.iter() {
        y[i] += value;
    }
}

fn main() {}
