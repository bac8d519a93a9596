use amp::prelude::*;

#[kernel]
fn of_nothing(i: Index<1>, x: &ArrayView<()>, y: &mut ArrayViewMut<f32>) {
    y[i] = 1.0;
}

#[kernel]
fn by_value(i: Index<1>, nothing: (), none: [(); 3], y: &mut ArrayViewMut<f32>) {
    y[i] = 1.0;
}

#[kernel]
fn of_empty_arrays(i: Index<1>, x: &ArrayView<[u32; 0]>, y: &mut ArrayViewMut<f32>) {
    y[i] = 1.0;
}

#[kernel(tile = [4])]
fn shared(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut s: [(); 3];
    y[t.global] = 1.0;
}

fn main() {}
