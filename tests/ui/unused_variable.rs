#![deny(unused)]
use amp::atomic_fetch_sub;
use amp::prelude::*;

#[kernel]
pub fn counted(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let forgotten = y[i] * 2.0;
    for k in 0..4 {
        y[i] += 1.0;
    }
}

fn main() {
    let mut numbers = [0.0f32; 8];
    let mut y = ArrayViewMut::new(&mut numbers);
    let kernel = amp!(|i: Index<1>| {
        let (first, second) = (1.0, 2.0);
        y[i] = first;
    });
    parallel_for_each(8, kernel).unwrap();
}
