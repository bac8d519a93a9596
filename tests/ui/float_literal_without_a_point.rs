use amp::prelude::*;

#[kernel]
fn sums(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let mut sum = 0;
    for k in 0..4 {
        sum += x[k];
    }
    y[i] = sum;
}

#[kernel]
fn chooses(i: Index<1>, n: u32, y: &mut ArrayViewMut<f32>) {
    y[i] = if n > 1 { 1 } else { 2.5 };
}

#[kernel]
fn adds(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let both = 1 + 2.5;
    y[i] = both;
}

#[kernel]
fn takes_one(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let first = |v: u32| {
        if v > 3 {
            return 1.0;
        }
        v
    };
    y[i] = match x[i] {
        0 => 2.5,
        v => first(v),
    };
}

fn main() {}
