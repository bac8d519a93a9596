use amp::prelude::*;

#[device]
fn origin(n: usize) -> [usize; 2] {
    [n % 4, n / 4]
}

#[kernel]
fn points(i: Index<1>, x: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32>) {
    let at = Index::new(origin(i[0]));
    y[i] = x[at];
    y[i as usize] += 1.0;
    y[i] += x.extent() as f32;
}

fn main() {}
