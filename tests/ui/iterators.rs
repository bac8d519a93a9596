use amp::prelude::*;

#[kernel]
fn collected(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    for value in x.iter().map(|v| v * 2.0).collect::<Vec<_>>() {
        y[i] += value;
    }
    let doubled = x.iter().map(|v| v * 2.0);
    let mut ahead = steps(3).fuse().peekable();
}

#[kernel]
fn referred(i: Index<1>, n: usize, x: &ArrayView<f32>, m: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32>) {
    y[i] = x.iter().reduce(|a, b| if a > b { a } else { b }).unwrap();
    y[i] += m.iter().sum::<f32>();
    y[i] += x.iter().skip_while(|v| **v < 0.0).zip(steps(3).fuse()).map(|(a, b)| a * b).sum::<f32>();
    for value in n {}
    let w = std::array::from_fn(|k| x[k]);
    let best = x.iter().copied().max_by(|a, b| if a > b { GREATER } else { LESS });
    let most = x.iter().copied().max();
    for part in x.windows(n) {}
}

#[device]
fn doubled(y: &mut ArrayViewMut<f32>) -> f32 {
    y.iter_mut().for_each(|v| *v *= 2.0);
    1.0
}

fn main() {}
