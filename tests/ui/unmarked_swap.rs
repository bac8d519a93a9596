use amp::prelude::*;

fn swap(a: &mut f32, b: &mut f32) {
    (*a, *b) = (*b, *a);
}

#[kernel]
fn sorted(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let (mut a, mut b) = (y[i], 1.0);
    if a > b {
        swap(&mut a, &mut b);
    }
    y[i] = a;
}

fn main() {}
