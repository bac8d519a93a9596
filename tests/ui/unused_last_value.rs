use amp::prelude::*;

#[device]
fn scaled(v: f32) -> f32 {
    v * 3.0
}

#[kernel]
fn doubles(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] * 2.0
}

#[kernel]
fn chooses(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    for _ in 0..2 {
        y[i].sqrt()
    }
    match i[0] {
        0 => y[i] = 1.0,
        1 => { y[i] }
        _ => y[i] + 1.0,
    }
}

#[kernel]
fn calls(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    scaled(y[i])
}

#[kernel]
fn compares(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] == 1.0;
    if y[i] > 2.0 {
        y[i] + 1.0;
    }
}

fn main() {
    let mut data = [1.0f32; 4];
    let mut y = ArrayViewMut::new(&mut data);
    parallel_for_each(4, amp!(|i: Index<1>| y[i] * 2.0)).unwrap();
}
