//! Correct kernels for the mistakes of `ui/peers.rs`.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Pair {
    a: f32,
    b: f32,
}

#[kernel]
fn questions(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut k = 3;
    while let (true, step) = (k > 0, k) {
        y[i] += step as f32;
        k -= 1;
    }
    for at in 0..y.extent()[0] {
        if at != i[0] {
            k += 1;
        }
    }
    y[i] += k as f32;
}

#[kernel]
fn slices(i: Index<1>, x: &ArrayView<Pair>, y: &mut ArrayViewMut<f32>) {
    y[i] = x[i].a - x[i].b;
}

#[kernel(tile = [16])]
fn waits(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut s: [f32; 16];
    if t.local[0] < 8 {
        s[t.local[0]] = 1.0;
    }
    t.barrier.wait();
    y[t.global] = s[t.local[0] % 8];
}

#[kernel(tile = [16, 16])]
fn small_enough(t: TiledIndex<2>, y: &mut ArrayViewMut<f32, 2>) {
    y[t.global] = 1.0;
}

#[kernel]
fn divides(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = y[i] / 2;
}

#[kernel]
fn counts_down(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    #[device]
    fn down(n: u32) -> u32 {
        let mut n = n;
        while n > 0 {
            n -= 1;
        }
        n
    }
    y[i] = down(y[i]);
}

#[test]
fn runs() {
    crate::gives(&[8.0, 9.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), questions(y)));
    let pairs = [Pair { a: 3.0, b: 1.0 }, Pair { a: 4.0, b: 4.0 }];
    let x = ArrayView::new(&pairs);
    crate::gives(&[2.0, 0.0], &[0.0; 2], |on, y| on.parallel_for_each(y.extent(), slices(&x, y)));
    crate::gives(&[1.0; 16], &[0.0; 16], |on, y| on.parallel_for_each(y.extent().tile([16])?, waits(y)));
    crate::gives(&[1.0; 256], &[0.0; 256], |on, y| {
        let mut square = y.view_as_mut([16, 16])?;
        on.parallel_for_each(square.extent().tile([16, 16])?, small_enough(&mut square))
    });
    crate::gives(&[2, 1], &[4, 3], |on, y| on.parallel_for_each(y.extent(), divides(y)));
    crate::gives(&[0, 0], &[4, 3], |on, y| on.parallel_for_each(y.extent(), counts_down(y)));
}
