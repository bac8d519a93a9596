//! A labelled block ends only by `break` with its label; `continue` does not apply to it.

use amp::prelude::*;

#[kernel]
fn blocks(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    for k in 0..4u32 {
        'one: {
            if x[i] > k {
                break;
            }
            if x[i] == 2 {
                continue 'one;
            }
            y[i] += k;
        }
    }
}

fn main() {}
