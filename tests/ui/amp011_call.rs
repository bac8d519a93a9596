use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut values = Vec::with_capacity(1);
    values.push(y[i] * 2.0);
    y[i] = values[0];
}

fn main() {}
