use amp::prelude::*;

#[kernel]
fn double(i: Index<1>, pixels: &ArrayView<u8>, y: &mut ArrayViewMut<u32>) {
    y[i] = (pixels[i] + 1) as u32;
}

fn main() {}
