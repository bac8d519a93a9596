//! Typical kernels, for measurements of compile time. This file is a module of the benchmark and also the source
//! text of the crates that it compiles.

use amp::Kernel;
use amp::prelude::*;

#[kernel]
fn saxpy(i: Index<1>, a: f32, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    y[i] = a * x[i] + y[i] + 1.0;
}

#[kernel]
fn heat(i: Index<2>, n: usize, from: &ArrayView<f32, 2>, to: &mut ArrayViewMut<f32, 2>) {
    let [row, column] = i.into();
    if row == 0 || row == n - 1 || column == 0 || column == n - 1 {
        to[i] = from[i];
    } else {
        let around = from[[row - 1, column]]
            + from[[row + 1, column]]
            + from[[row, column - 1]]
            + from[[row, column + 1]];
        to[i] = from[i] + 0.24 * (around - 4.0 * from[i]);
    }
}

#[kernel(tile = [256])]
fn sums(t: TiledIndex<1>, x: &ArrayView<f32>, sums: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut part: [f32; 256];
    let local = t.local[0];
    part[local] = x[t.global];
    t.barrier.wait();
    let mut half = 128;
    while half > 0 {
        if local < half {
            part[local] += part[local + half];
        }
        t.barrier.wait();
        half /= 2;
    }
    if local == 0 {
        sums[t.tile[0]] = part[0];
    }
}

#[kernel(tile = [16, 16])]
fn product(
    t: TiledIndex<2>,
    n: usize,
    a: &ArrayView<f32, 2>,
    b: &ArrayView<f32, 2>,
    c: &mut ArrayViewMut<f32, 2>,
) {
    #[tile_static]
    let mut left: [[f32; 16]; 16];
    #[tile_static]
    let mut right: [[f32; 16]; 16];
    let [row, column] = t.local.into();
    let mut sum = 0.0;
    for at in (0..n).step_by(16) {
        left[row][column] = a[[t.global[0], at + column]];
        right[row][column] = b[[at + row, t.global[1]]];
        t.barrier.wait();
        for k in 0..16 {
            sum += left[row][k] * right[k][column];
        }
        t.barrier.wait();
    }
    c[t.global] = sum;
}

#[kernel]
fn attract(i: Index<1>, n: usize, bodies: &ArrayView<[f32; 4]>, speeds: &mut ArrayViewMut<[f32; 4]>) {
    let own = bodies[i];
    let mut sum = [0.0; 3];
    for k in 0..n {
        let other = bodies[k];
        let away = [other[0] - own[0], other[1] - own[1], other[2] - own[2]];
        let near = 1.0 / (away[0] * away[0] + away[1] * away[1] + away[2] * away[2] + 1e-4).sqrt();
        let force = other[3] * near * near * near;
        for d in 0..3 {
            sum[d] += away[d] * force;
        }
    }
    let mut speed = speeds[i];
    for d in 0..3 {
        speed[d] += sum[d] * 0.01;
    }
    speeds[i] = speed;
}

/// Launches every kernel, so that each is compiled completely. Passes each kernel's explanation to `shader`.
pub(super) fn run(mut shader: impl FnMut(amp::Explanation)) -> amp::Result<()> {
    let (x, mut y) = (vec![1.0; 256], vec![2.0; 256]);
    let (bodies, mut speeds) = (vec![[1.0; 4]; 256], vec![[0.0; 4]; 256]);
    let mut total = [0.0];
    {
        let (x, mut y) = (ArrayView::new(&x), ArrayViewMut::new(&mut y));
        shader(saxpy(2.0, &x, &mut y).explain());
        parallel_for_each(y.extent(), saxpy(2.0, &x, &mut y))?;
        let mut total = ArrayViewMut::new(&mut total);
        shader(sums(&x, &mut total).explain());
        parallel_for_each(x.extent().tile([256])?, sums(&x, &mut total))?;
        let (bodies, mut speeds) = (ArrayView::new(&bodies), ArrayViewMut::new(&mut speeds));
        shader(attract(256, &bodies, &mut speeds).explain());
        parallel_for_each(speeds.extent(), attract(256, &bodies, &mut speeds))?;
    }
    let (x, mut y) = (ArrayView::with_extent([16, 16], &x)?, ArrayViewMut::with_extent([16, 16], &mut y)?);
    shader(heat(16, &x, &mut y).explain());
    parallel_for_each(y.extent(), heat(16, &x, &mut y))?;
    shader(product(16, &x, &x, &mut y).explain());
    parallel_for_each(y.extent().tile([16, 16])?, product(16, &x, &x, &mut y))
}
