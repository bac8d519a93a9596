use amp::prelude::*;

#[kernel(tile = [2])]
fn skips(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let mut sum = 0;
    for k in 0..4 {
        if y[t.global] < k {
            continue;
        }
        t.barrier.wait();
        sum += k;
    }
    y[t.global] = sum;
}

#[kernel(tile = [2])]
fn leaves(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    let mut sum = 0;
    for k in 0..4 {
        if y[t.global] < k {
            break;
        }
        t.barrier.wait();
        sum += k;
    }
    y[t.global] = sum;
}

fn main() {}
