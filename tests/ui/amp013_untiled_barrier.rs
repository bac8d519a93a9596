use amp::prelude::*;

#[kernel]
fn reverse(i: Index<1>, n: usize, y: &mut ArrayViewMut<f32>) {
    let value = y[n - 1 - i[0]];
    i.barrier.wait();
    y[i] = value;
}

fn main() {}
