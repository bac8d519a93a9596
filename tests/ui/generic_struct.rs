use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair<T> {
    a: T,
    b: T,
}

#[device]
fn sum(pair: Pair<f32>) -> f32 {
    pair.a + pair.b
}

#[kernel]
fn add(i: Index<1>, by: Pair<f32>, pairs: &ArrayView<Pair<f32>>, y: &mut ArrayViewMut<f32>) {
    let pair = pairs[i];
    y[i] = pair.a + by.b + pairs[i].b * sum(by);
}

fn main() {
    let mut ys = [0.0f32];
    let mut y = ArrayViewMut::new(&mut ys);
    let by = Pair { a: 1.0f32, b: 2.0 };
    let _ = parallel_for_each(1, amp!(|i: Index<1>| y[i] = by.a + by.b));
}
