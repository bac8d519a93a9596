use amp::prelude::*;

#[kernel]
fn widen(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let wide: u128 = x[i];
    y[i] = wide;
}

fn main() {}
