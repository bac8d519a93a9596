use amp::prelude::*;

#[kernel]
fn divide(i: Index<1>, n: u32, y: &mut ArrayViewMut<u32>) {
    let (quotient, rest) = n;
    y[i] = quotient + rest;
}

#[kernel]
fn count(i: Index<1>, mut hits: u32, y: &mut ArrayViewMut<u32>) {
    hits += y[i];
    y[i] = hits;
}

fn main() {}
