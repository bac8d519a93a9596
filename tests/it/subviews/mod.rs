//! Subviews that kernels and device functions make: sections, projections, other extents and other element types.

mod arguments;
mod generic_arguments;
mod out_of_bounds;
mod positions;
mod view_as_and_reinterpret;

use amp::prelude::*;
use amp_tests::on_each;

/// Values that are all different.
fn values(count: usize) -> Vec<u32> {
    (0..count as u32).map(|n| n * 7 + 3).collect()
}

#[kernel]
fn windows(i: Index<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    let mut start = i[0] * 3;
    let window = x.section([start], [4]).unwrap();
    start += 1000;
    let inner = window.section([1], [3]).unwrap();
    let mut sum = start as u32;
    for k in 0..inner.extent()[0] {
        sum += inner[k] * (k as u32 + 1);
    }
    y[i] = sum + window[0];
}

#[test]
fn sections_are_read() {
    let xs = values(40);
    on_each(|accelerator| {
        let mut ys = vec![0; 12];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        accelerator.default_view().parallel_for_each(y.extent(), windows(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (i, y) in ys.iter().enumerate() {
            let at = |k: usize| xs[i * 3 + k];
            assert_eq!(*y, (i * 3 + 1000) as u32 + at(1) + at(2) * 2 + at(3) * 3 + at(0));
        }
    });
}

#[device]
fn dot(a: &ArrayView<u32>, b: &ArrayView<u32>) -> u32 {
    let mut sum = 0;
    for k in 0..a.extent()[0] {
        sum += a[k] * b[k];
    }
    sum
}

#[device]
fn corner(v: &ArrayView<u32, 2>) -> u32 {
    v[[v.extent()[0] - 1, v.extent()[1] - 1]]
}

#[device]
fn fill(v: &mut ArrayViewMut<u32>, from: u32) {
    for k in 0..v.extent()[0] {
        v[k] = from + k as u32;
    }
}

#[test]
fn projections_as_arguments() {
    let xs = values(6 * 5);
    on_each(|accelerator| {
        let mut ys = vec![0; 6 * 6];
        let x = ArrayView::with_extent([6, 5], &xs).unwrap();
        let mut y = ArrayViewMut::with_extent([6, 6], &mut ys).unwrap();
        accelerator
            .default_view()
            .parallel_for_each(
                y.extent(),
                amp!(|i: Index<2>| {
                    y[i] = dot(&x.project(i[0]).unwrap(), &x.project(i[1]).unwrap());
                    y[i] += corner(&x.section([i[0], 0], [6 - i[0], 2]).unwrap());
                }),
            )
            .unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            let (i, j) = (n / 6, n % 6);
            let wanted: u32 = (0..5).map(|k| xs[i * 5 + k] * xs[j * 5 + k]).sum();
            assert_eq!(*y, wanted + xs[5 * 5 + 1], "{i} {j}");
        }
    });
}

#[kernel]
fn fills(i: Index<1>, y: &mut ArrayViewMut<u32, 2>) {
    let mut row = y.project_mut(i[0]).unwrap();
    row[0] = 1;
    {
        let mut rest = row.section_mut([1], [3]).unwrap();
        fill(&mut rest, i[0] as u32 * 10);
        rest[2] += 5;
    }
    row[4] = row[3] + row.extent()[0] as u32;
}

#[test]
fn projections_are_written() {
    on_each(|accelerator| {
        let mut ys = vec![0; 7 * 5];
        let mut y = ArrayViewMut::with_extent([7, 5], &mut ys).unwrap();
        accelerator.default_view().parallel_for_each([7], fills(&mut y)).unwrap();
        y.finish().unwrap();
        for (r, row) in ys.chunks(5).enumerate() {
            let r = r as u32 * 10;
            assert_eq!(row, [1, r, r + 1, r + 7, r + 12]);
        }
    });
}

/// Makes sections of its view argument, which is a section itself.
#[device]
fn sum_of_halves(v: &ArrayView<u32, 2>, column: usize) -> u32 {
    let half = v.extent()[0] / 2;
    let upper = v.section([0, column], [half, 1]).unwrap();
    let lower = v.section([half, column], [half, 1]).unwrap();
    column_sum(&upper) * 3 + column_sum(&lower)
}

#[device]
fn column_sum(v: &ArrayView<u32, 2>) -> u32 {
    let mut sum = 0;
    for r in 0..v.extent()[0] {
        sum += v.project(r).unwrap()[0];
    }
    sum
}

/// Passes sections of its view argument on to be written.
#[device]
fn fill_twice(v: &mut ArrayViewMut<u32>, from: u32) {
    let n = v.extent()[0];
    fill(&mut v.section_mut([0], [n / 2]).unwrap(), from);
    let old = {
        let mut rest = v.section_mut([n / 2], [n - n / 2]).unwrap();
        fill(&mut rest, from + 100);
        let old = rest[0];
        double(&mut rest[0]);
        old
    };
    v[0] += old;
}

#[device]
fn double(x: &mut u32) {
    *x *= 2;
}

/// The device functions also run on the host.
#[test]
fn functions_run_on_the_host() {
    let xs = values(4 * 3);
    let x = ArrayView::with_extent([4, 3], &xs).unwrap();
    let wanted = (xs[1] + xs[4]) * 3 + xs[7] + xs[10];
    assert_eq!(sum_of_halves(&x, 1), wanted);
    let mut ys = vec![0; 5];
    let mut y = ArrayViewMut::new(&mut ys);
    fill_twice(&mut y, 7);
    y.finish().unwrap();
    assert_eq!(ys, [7 + 107, 8, 214, 108, 109]);
}

#[test]
fn subviews_of_subviews_in_functions() {
    let xs = values(3 * 4 * 5);
    on_each(|accelerator| {
        let (mut ys, mut zs) = (vec![0; 15], vec![0; 3 * 7]);
        let x = ArrayView::with_extent([3, 4, 5], &xs).unwrap();
        let mut y = ArrayViewMut::with_extent([3, 5], &mut ys).unwrap();
        let mut z = ArrayViewMut::new(&mut zs);
        let view = accelerator.default_view();
        view.parallel_for_each(
            y.extent(),
            amp!(|i: Index<2>| {
                let plane: ArrayView<u32, 2> = x.project(i[0]).unwrap();
                let columns = plane.section([0, i[1]], [4, 1]).unwrap();
                y[i] = sum_of_halves(&columns, 0);
            }),
        )
        .unwrap();
        view.parallel_for_each(
            [3],
            amp!(|i: Index<1>| {
                let mut grid = z.view_as_mut([3, 7]).unwrap();
                let mut row = grid.project_mut(i[0]).unwrap();
                fill_twice(&mut row.section_mut([1], [5]).unwrap(), 7);
                row[0] = row[5];
            }),
        )
        .unwrap();
        y.finish().unwrap();
        z.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            let at = |r: usize| xs[n / 5 * 20 + r * 5 + n % 5];
            assert_eq!(*y, (at(0) + at(1)) * 3 + at(2) + at(3));
        }
        for row in zs.chunks(7) {
            assert_eq!(row, [109, 7 + 107, 8, 214, 108, 109, 0]);
        }
    });
}

/// Generic over the element type; called with two sections of one view.
#[device]
fn dot_of<T: Scalar>(a: &ArrayView<T>, b: &ArrayView<T>, n: usize) -> T {
    let mut sum = a[0] * b[0];
    for k in 1..n {
        sum += a[k] * b[k];
    }
    sum
}

#[kernel]
fn correlates<T: Scalar>(i: Index<1>, x: &ArrayView<T>, y: &mut ArrayViewMut<T>) {
    let from = x.section(i, 4).unwrap();
    y[i] = dot_of(&from, &x.section([1], [4]).unwrap(), 4) + dot_of(&from, &from, from.extent()[0]);
}

#[test]
fn two_sections_of_one_view_as_arguments() {
    let xs: Vec<f32> = (0..12).map(|n| n as f32).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; 9];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        accelerator.default_view().parallel_for_each([9], correlates(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (i, y) in ys.iter().enumerate() {
            let wanted: f32 = (0..4).map(|k| xs[i + k] * (xs[1 + k] + xs[i + k])).sum();
            assert_eq!(*y, wanted);
        }
    });
}

/// Each tile copies its block into tile memory and writes it back transposed.
#[kernel(tile = [4, 4])]
fn transposes(t: TiledIndex<2>, x: &ArrayView<u32, 2>, y: &mut ArrayViewMut<u32, 2>) {
    #[tile_static]
    let mut tile: [[u32; 4]; 4];
    let block = x.section(t.tile_origin, [4, 4]).unwrap();
    tile[t.local[0]][t.local[1]] = block[t.local];
    t.barrier.wait();
    let mut out = y.section_mut([t.tile_origin[1], t.tile_origin[0]], [4, 4]).unwrap();
    out[t.local] = tile[t.local[1]][t.local[0]];
    out[t.local] += out.extent()[0] as u32;
}

#[test]
fn sections_at_the_origin_of_a_tile() {
    let xs = values(8 * 12);
    on_each(|accelerator| {
        let mut ys = vec![0; 12 * 8];
        let x = ArrayView::with_extent([8, 12], &xs).unwrap();
        let mut y = ArrayViewMut::with_extent([12, 8], &mut ys).unwrap();
        let domain = x.extent().tile([4, 4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, transposes(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            assert_eq!(*y, xs[n % 8 * 12 + n / 8] + 4);
        }
    });
}

#[device]
fn count(bins: &mut ArrayViewMut<u32>, at: usize) -> u32 {
    atomic_fetch_add(&mut bins[at], 1)
}

#[kernel]
fn counts(i: Index<1>, x: &ArrayView<u32>, bins: &mut ArrayViewMut<u32, 2>) {
    let mut own = bins.project_mut(i[0] % 2).unwrap();
    {
        let mut upper = own.section_mut([4], [4]).unwrap();
        count(&mut upper, (x[i] % 4) as usize);
    }
    atomic_fetch_add(&mut own[(x[i] % 3) as usize], 2);
}

#[test]
fn atomic_operations_on_subviews() {
    let xs = values(500);
    on_each(|accelerator| {
        let mut wanted = [[0; 8]; 2];
        for (i, x) in xs.iter().enumerate() {
            wanted[i % 2][4 + (x % 4) as usize] += 1;
            wanted[i % 2][(x % 3) as usize] += 2;
        }
        let mut bins = vec![0; 16];
        let (x, mut view) = (ArrayView::new(&xs), ArrayViewMut::with_extent([2, 8], &mut bins).unwrap());
        accelerator.default_view().parallel_for_each([500], counts(&x, &mut view)).unwrap();
        view.finish().unwrap();
        assert_eq!(bins, wanted.concat());
    });
}

/// A collective function that makes a subview.
#[device]
fn tile_sum(b: &TileBarrier, local: usize, scratch: &mut [u32; 4], v: &ArrayView<u32>, from: usize) -> u32 {
    let own = v.section([from], [4]).unwrap();
    scratch[local] = own[local];
    b.wait();
    scratch[0] + scratch[1] * own[3] + scratch[2] + scratch[3]
}

#[kernel(tile = [4])]
fn sums_of_tiles(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    #[tile_static]
    let mut scratch: [u32; 4];
    let sum = tile_sum(&t.barrier, t.local[0], &mut scratch, x, t.tile_origin[0] + 2);
    let from = t.tile_origin[0];
    let own = x.section([from], [6]).unwrap();
    t.barrier.wait();
    let again = tile_sum(&t.barrier, t.local[0], &mut scratch, &own, 2);
    let mut own_section = y.section_mut([from], [4]).unwrap();
    put_reversed(&t.barrier, t.local[0], sum + again * (t.local[0] as u32 + 1), &mut own_section);
}

#[device]
fn put_reversed(b: &TileBarrier, local: usize, x: u32, v: &mut ArrayViewMut<u32>) {
    v[local] = x;
    b.wait();
    let other = v[3 - local];
    b.wait();
    v[local] += other * 2;
}

#[test]
fn subviews_in_collective_functions() {
    let xs = values(14);
    on_each(|accelerator| {
        let mut ys = vec![0; 12];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        let domain = y.extent().tile([4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, sums_of_tiles(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            let own = &xs[n / 4 * 4 + 2..][..4];
            let sum = own[0] + own[1] * own[3] + own[2] + own[3];
            let at = n as u32 % 4;
            assert_eq!(*y, sum * (at + 2) + sum * (5 - at) * 2);
        }
    });
}
