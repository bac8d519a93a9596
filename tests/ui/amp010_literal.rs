use amp::prelude::*;

#[kernel]
fn fill(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = 5_000_000_000;
}

fn main() {}
