use amp::prelude::*;

#[kernel]
fn counts(i: Index<1>, x: &ArrayView<u32, 2>, y: &mut ArrayViewMut<u32>) {
    let mut bins = [0u32; 4096];
    for k in 0..x.extent()[1] {
        bins[x[[i[0], k]] as usize % 4096] += 1;
    }
    let mut most = 0;
    for bin in bins {
        most = most.max(bin);
    }
    y[i] = most;
}

fn main() {}
