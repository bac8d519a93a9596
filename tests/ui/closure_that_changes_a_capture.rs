use amp::prelude::*;

#[device]
fn map_sum(n: u32, f: impl Fn(u32) -> f32) -> f32 {
    let mut sum = 0.0;
    for k in 0..n {
        sum += f(k);
    }
    sum
}

#[kernel]
fn changes(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut count = 0.0;
    y[i] = map_sum(3, |k| {
        count += 1.0;
        k as f32
    });
}

fn main() {}
