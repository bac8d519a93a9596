use amp::prelude::*;
use std::ops::Range;

#[device]
fn bounds(n: u32) -> Range<u32> {
    n..2 * n
}

#[device]
fn grow(r: &mut Range<u32>) {
    r.end += 1;
}

#[device]
fn both(a: &mut [u32], b: &[u32]) {
    a[0] += b[0];
}

#[device]
fn waits(b: &TileBarrier, scratch: &mut [u32]) {
    b.wait();
}

#[kernel]
fn ranges(i: Index<1>, r: u32, y: &mut ArrayViewMut<u32>) {
    let open = 3..;
    let mut own = 0..4u32;
    let next = own.next();
    y[i] = next.unwrap_or(own.start);
}

#[kernel]
fn slices(i: Index<1>, x: &ArrayView<u32>, m: &ArrayView<u32, 2>, y: &mut ArrayViewMut<u32>) {
    let mut w = [1u32, 2, 3, 4];
    let copy = w[1..];
    let beyond = &w[2..5];
    let empty = &w[2..1];
    both(&mut w[..2], &w[2..]);
    let row = &m[2..4];
    if let Some(first) = w.first() {
        y[i] = 1;
    }
    let mut rest = &w[1..];
    w[..2] = x[..2];
}

fn main() {
    let mut out = [0u32; 4];
    let mut y = ArrayViewMut::new(&mut out);
    let _ = amp!(|i: Index<1>| {
        let r = bounds(3);
        y[i] = r.start;
    });
}
