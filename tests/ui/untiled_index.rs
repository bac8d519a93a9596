use amp::prelude::*;

#[device]
fn wait(b: &TileBarrier) {
    b.wait();
}

#[kernel]
fn forgotten(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    wait(&i.barrier);
    y[i] = i.local[0] as f32;
}

#[kernel]
fn optional(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let found = Some(y[i]);
    let four = [1.0, 2.0, 3.0, 4.0];
    let [first, second] = four;
    y[i] = first + second;
}

fn main() {}
