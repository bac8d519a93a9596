use amp::prelude::*;

fn main() {
    let mut pixels = [1u8, 2, 3];
    let _ = ArrayViewMut::new(&mut pixels);
}
