use amp::prelude::*;

#[device]
fn even(n: u32) -> bool {
    if n == 0 { true } else { odd(n - 1) }
}

#[device]
fn odd(n: u32) -> bool {
    if n == 0 { false } else { even(n - 1) }
}

#[kernel]
fn parity(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = if even(y[i]) { 1 } else { 0 };
}

fn main() {}
