use amp::prelude::*;

#[kernel(tile = [64, 32])]
fn double(t: TiledIndex<2>, y: &mut ArrayViewMut<f32, 2>) {
    y[t.global] *= 2.0;
}

fn main() {}
