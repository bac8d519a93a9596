use amp::prelude::*;

#[kernel]
fn wrong(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    x[i] = y[i];
    y[i] = scale;
    println!("{}", x[i]);
    for value in x.iter().map_windows(f) {}
    i.barrier.wait();
}

fn main() {}
