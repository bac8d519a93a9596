//! Use elements that host and device store alike.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Body {
    place: f32,
}

#[kernel]
fn asks(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<f32>) {
    if x[i] != 0 {
        y[i] = 1.0;
    }
}

#[kernel]
fn counts(i: Index<1>, x: &mut ArrayViewMut<u32>, y: &mut ArrayViewMut<Pair>) {
    x[i] += 1;
    y[i].a += 1.0;
}

fn moves(on: &AcceleratorView, x: &ArrayView<Body>, y: &mut ArrayViewMut<f32>) -> amp::Result<()> {
    on.parallel_for_each(y.extent(), amp!(|i: Index<1>| y[i] = x[i].place))
}

fn returns(on: &AcceleratorView, x: &mut ArrayViewMut<Body>) -> amp::Result<()> {
    on.parallel_for_each(4, amp!(|i: Index<1>| x[i].place += 1.0))
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: u32,
}

#[device]
impl core::ops::Add for Pair {
    type Output = Pair;

    fn add(self, other: Pair) -> Pair {
        Pair { a: self.a + other.a, b: self.b + other.b }
    }
}

#[kernel]
fn doubles(i: Index<1>, y: &mut ArrayViewMut<Pair>) {
    y[i] = y[i] + y[i];
}

#[device]
fn waits(barrier: &TileBarrier, y: f32) {
    if y > 1.0 {
        barrier.wait();
    }
}

#[kernel(tile = [16])]
fn lets_wait(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>, bound: f32) {
    waits(&t.barrier, bound);
    y[t.global] = 1.0;
}

#[test]
fn runs() {
    let flags = [1, 0];
    let x = ArrayView::new(&flags);
    crate::gives(&[1.0, 0.0], &[0.0; 2], |on, y| on.parallel_for_each(y.extent(), asks(&x, y)));
    let start = [Pair { a: 1.0, b: 2 }; 2];
    crate::gives(&[Pair { a: 4.0, b: 4 }; 2], &start, |on, y| {
        let mut count = [0; 2];
        on.parallel_for_each(y.extent(), counts(&mut ArrayViewMut::new(&mut count), y))?;
        assert_eq!(count, [1; 2]);
        on.parallel_for_each(y.extent(), doubles(y))
    });
    crate::gives(&[4.0; 4], &[0.0; 4], |on, y| {
        let mut bodies = [Body { place: 3.0 }; 4];
        let mut bodies = ArrayViewMut::new(&mut bodies);
        returns(on, &mut bodies)?;
        moves(on, &bodies.as_view(), y)
    });
    crate::gives(&[1.0; 16], &[0.0; 16], |on, y| {
        on.parallel_for_each(y.extent().tile([16])?, lets_wait(y, 3.0))
    });
}
