use amp::prelude::*;

#[kernel(tile = [16])]
fn transpose(t: TiledIndex<2>, x: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32, 2>) {
    y[[t.global[1], t.global[0]]] = x[t.global];
}

fn main() {}
