use amp::prelude::*;

#[kernel]
fn references(i: Index<1>, n: u32, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let r = &n;
    let rr = &r;
    let a = ***rr;
    let b = *n;
    let c = (&mut n, 1);
    let take = |(mut p, q): &(u32, u32)| p + q;
    let d = take(&(n, 2));
    let set = |p: &mut u32| *p = 1;
    set(&mut x[i]);
    y[i] = a + b + d;
}

fn main() {}
