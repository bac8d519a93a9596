use amp::prelude::*;

#[kernel]
fn split(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    y[i] = n / 0;
}

fn main() {}
