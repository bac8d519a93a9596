//! Types that host and device store differently, and types without plain data, as elements: one error each, also in closures.

use amp::prelude::*;

#[derive(Clone, Copy)]
struct Body {
    place: f32,
}

#[kernel]
fn asks(i: Index<1>, x: &ArrayView<isize>, y: &mut ArrayViewMut<f32>) {
    if x[i] < 0 {
        y[i] = 1.0;
    }
}

#[kernel]
fn counts(i: Index<1>, x: &mut ArrayViewMut<usize>, y: &mut ArrayViewMut<(f32, u32)>) {
    x[i] += 1;
    y[i].0 += 1.0;
}

fn moves(x: &ArrayView<Body>, mut y: ArrayViewMut<f32>) -> amp::Result<()> {
    parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = x[i].place))
}

fn returns(mut x: ArrayViewMut<Body>) -> amp::Result<()> {
    parallel_for_each(4, amp!(|i: Index<1>| x[i].place += 1.0))
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: u32,
}

#[device]
impl<'a> core::ops::Neg for &'a Pair {
    type Output = Pair;

    fn neg(self) -> Pair {
        Pair { a: -self.a, b: self.b }
    }
}

#[device]
fn waits(barrier: &TileBarrier, y: &mut ArrayViewMut<f32>) {
    if y[0] > 1.0 {
        barrier.wait();
    }
}

#[kernel(tile = [16])]
fn lets_wait(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    waits(&t.barrier, y);
    y[t.global] = 1.0;
}

fn main() {}
