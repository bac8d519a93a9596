use amp::prelude::*;

#[kernel]
fn count(i: Index<1>, x: &ArrayView<u8>, bins: &mut ArrayViewMut<u8>) {
    atomic_fetch_add(&mut bins[x[i] as usize], 1);
}

fn main() {}
