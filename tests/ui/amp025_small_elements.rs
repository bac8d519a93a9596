use amp::prelude::*;

#[kernel]
fn invert(i: Index<1>, pixels: &mut ArrayViewMut<u8>) {
    pixels[i] = 255 - pixels[i];
}

fn main() {}
