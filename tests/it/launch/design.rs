//! Typical code of users: a named kernel, a closure, a tiled kernel, a device function, a struct.

use amp::prelude::*;
use amp_tests::{close, numbers, on_each};

#[kernel]
fn saxpy(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = a * x[i] + y[i];
}

const TS: usize = 16;

#[kernel(tile = [TS, TS])]
fn matmul_tiled(
    t: TiledIndex<2>,
    w: usize,
    a: &ArrayView<f32, 2>,
    b: &ArrayView<f32, 2>,
    c: &mut ArrayViewMut<f32, 2>,
) {
    let [row, col] = t.local.into();
    #[tile_static]
    let mut la: [[f32; TS]; TS];
    #[tile_static]
    let mut lb: [[f32; TS]; TS];
    let mut sum = 0.0;
    for i in (0..w).step_by(TS) {
        la[row][col] = a[[t.global[0], col + i]];
        lb[row][col] = b[[row + i, t.global[1]]];
        t.barrier.wait();
        for k in 0..TS {
            sum += la[row][k] * lb[k][col];
        }
        t.barrier.wait();
    }
    c[t.global] = sum;
}

fn product(m: usize, w: usize, n: usize, a: &[f32], b: &[f32]) -> Vec<f32> {
    let mut c = vec![0.0; m * n];
    for i in 0..m {
        for j in 0..n {
            c[i * n + j] = (0..w).map(|k| a[i * w + k] * b[k * n + j]).sum();
        }
    }
    c
}

#[test]
fn named_kernel() {
    on_each(|accelerator| {
        for n in [1, 2, 63, 64, 65, 1000, 70_001] {
            let (xs, mut ys) = (numbers(n, 1), numbers(n, 2));
            let expected: Vec<_> = xs.iter().zip(&ys).map(|(x, y)| 2.0 * x + y).collect();
            let x = ArrayView::new(&xs);
            let mut y = ArrayViewMut::new(&mut ys);
            accelerator.default_view().parallel_for_each(y.extent(), saxpy(2.0, &x, &mut y)).unwrap();
            y.synchronize().unwrap();
            drop(y);
            assert!(close(&ys, &expected), "{n}");
        }
    });
}

#[test]
fn closure_kernel() {
    on_each(|accelerator| {
        for [m, w, n] in [[1, 1, 1], [3, 5, 7], [70, 33, 130]] {
            let (va, vb, mut vc) = (numbers(m * w, 1), numbers(w * n, 2), vec![0.0; m * n]);
            let expected = product(m, w, n, &va, &vb);
            let a = ArrayView::with_extent([m, w], &va).unwrap();
            let b = ArrayView::with_extent([w, n], &vb).unwrap();
            let mut c = ArrayViewMut::with_extent([m, n], &mut vc).unwrap();
            c.discard_data();
            accelerator
                .default_view()
                .parallel_for_each(
                    c.extent(),
                    amp!(|i: Index<2>| {
                        let mut sum = 0.0;
                        for k in 0..w {
                            sum += a[[i[0], k]] * b[[k, i[1]]];
                        }
                        c[i] = sum;
                    }),
                )
                .unwrap();
            c.finish().unwrap();
            assert!(close(&vc, &expected));
        }
    });
}

#[test]
fn tiled_kernel() {
    on_each(|accelerator| {
        let [m, w, n] = [64, 48, 80];
        let (va, vb, mut vc) = (numbers(m * w, 1), numbers(w * n, 2), vec![0.0; m * n]);
        let expected = product(m, w, n, &va, &vb);
        let a = ArrayView::with_extent([m, w], &va).unwrap();
        let b = ArrayView::with_extent([w, n], &vb).unwrap();
        let mut c = ArrayViewMut::with_extent([m, n], &mut vc).unwrap();
        c.discard_data();
        let domain = c.extent().tile([TS, TS]).unwrap();
        accelerator.default_view().parallel_for_each(domain, matmul_tiled(w, &a, &b, &mut c)).unwrap();
        c.finish().unwrap();
        assert!(close(&vc, &expected));
    });
}

#[device]
fn red_box(i: u32, p2: u32) -> (u32, u32) {
    let j = i % p2 + 2 * p2 * (i / p2);
    (j, j + p2)
}

#[test]
fn device_function() {
    assert_eq!(red_box(5, 4), (9, 13));
    on_each(|accelerator| {
        let n = 256;
        let (mut first, mut second) = (vec![0u32; n], vec![0u32; n]);
        let mut a = ArrayViewMut::new(&mut first);
        let mut b = ArrayViewMut::new(&mut second);
        accelerator
            .default_view()
            .parallel_for_each(
                a.extent(),
                amp!(|i: Index<1>| {
                    let (j, k) = red_box(i[0] as u32, 4);
                    a[i] = j;
                    b[i] = k;
                }),
            )
            .unwrap();
        drop((a, b));
        for i in 0..n as u32 {
            assert_eq!((first[i as usize], second[i as usize]), red_box(i, 4));
        }
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Particle {
    position: Vec4,
    velocity: Vec4,
}

#[test]
fn struct_elements() {
    on_each(|accelerator| {
        let rest = Vec4::new(1.0, 2.0, 3.0, 4.0);
        let mut particles = vec![Particle { position: rest, velocity: rest * 2.0 }; 100];
        let mut view = ArrayViewMut::new(&mut particles);
        let dt = 0.5f32;
        accelerator
            .default_view()
            .parallel_for_each(
                view.extent(),
                amp!(|i: Index<1>| {
                    let p = view[i];
                    view[i].position = p.position + p.velocity * dt;
                    view[i].velocity.x = p.position.y;
                }),
            )
            .unwrap();
        drop(view);
        for p in &particles {
            assert_eq!(p.position, rest * 2.0);
            assert_eq!(p.velocity.x, 2.0);
        }
    });
}
