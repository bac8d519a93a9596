//! Parts of views that are made in kernels and in device functions.

mod lent;

use amp::prelude::*;
use amp_tests::on_each;

/// Numbers that are all different.
fn numbers(count: usize) -> Vec<u32> {
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
    let xs = numbers(40);
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
fn rows_are_lent() {
    let xs = numbers(6 * 5);
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
fn rows_are_written() {
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

/// A function that makes parts of what it is lent, itself a part.
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

/// Lends a part of its part on to be written.
#[device]
fn fill_twice(v: &mut ArrayViewMut<u32>, from: u32) {
    let n = v.extent()[0];
    fill(&mut v.section_mut([0], [n / 2]).unwrap(), from);
    let held = {
        let mut rest = v.section_mut([n / 2], [n - n / 2]).unwrap();
        fill(&mut rest, from + 100);
        let held = rest[0];
        double(&mut rest[0]);
        held
    };
    v[0] += held;
}

#[device]
fn double(x: &mut u32) {
    *x *= 2;
}

/// What the device functions do, they do on the host as well.
#[test]
fn functions_run_on_the_host() {
    let xs = numbers(4 * 3);
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
fn functions_make_parts_of_parts() {
    let xs = numbers(3 * 4 * 5);
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

/// Of any element; two parts of one view in one call.
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
fn parts_of_one_view_are_lent_together() {
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

/// In tiles: each copies its block into tile memory, and writes it back transposed.
#[kernel(tile = [4, 4])]
fn transposes(t: TiledIndex<2>, x: &ArrayView<u32, 2>, y: &mut ArrayViewMut<u32, 2>) {
    #[tile_static]
    let mut held: [[u32; 4]; 4];
    let block = x.section(t.tile_origin, [4, 4]).unwrap();
    held[t.local[0]][t.local[1]] = block[t.local];
    t.barrier.wait();
    let mut out = y.section_mut([t.tile_origin[1], t.tile_origin[0]], [4, 4]).unwrap();
    out[t.local] = held[t.local[1]][t.local[0]];
    out[t.local] += out.extent()[0] as u32;
}

#[test]
fn tiles_have_parts() {
    let xs = numbers(8 * 12);
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
fn parts_are_counted_in() {
    let xs = numbers(500);
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

/// On the host a kernel stops, and says who it was and what.
#[test]
fn what_does_not_fit_stops_the_kernel() {
    let xs = numbers(30);
    let x = ArrayView::with_extent([5, 6], &xs).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([6]).unwrap();
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let on = on.default_view();
        let stopped = |result: amp::Result<()>| match result {
            Err(amp::Error::KernelPanicked { index, message, .. }) => (index, message),
            other => panic!("{other:?}"),
        };
        let kernel = amp!(|i: Index<1>| y[i] = x.project(i[0]).unwrap()[2]);
        let (index, message) = stopped(on.parallel_for_each([6], kernel));
        assert_eq!(index, [5]);
        assert!(message.starts_with("there is no slice 5 in `x`, which has 5"), "{message}");
        let kernel = amp!(|i: Index<1>| y[i] = dot(&x.project(1).unwrap(), &x.project(i[0]).unwrap()));
        let (index, message) = stopped(on.parallel_for_each([6], kernel));
        assert_eq!(index, [5]);
        assert!(message.starts_with("there is no slice 5 in `x`, which has 5"), "{message}");
        let kernel = amp!(|i: Index<1>| {
            let mut part = y.section_mut([2], [3]).unwrap();
            if i[0] == 5 {
                part[3] = 1;
            }
        });
        let (index, message) = stopped(on.parallel_for_each([6], kernel));
        assert_eq!(index, [5]);
        assert!(message.starts_with("index [3] is out of range for `part` of extent [3]"), "{message}");
    }
}

/// On a device nothing beside the view is touched, whatever is asked for.
#[test]
fn what_does_not_fit_touches_nothing_else() {
    let xs = numbers(64);
    on_each(|accelerator| {
        if accelerator.device_path().starts_with("cpu") {
            return;
        }
        let view = accelerator.default_view();
        let (mut before, mut ys, mut after) = (vec![9u32; 64], vec![7u32; 64], vec![9u32; 64]);
        let (mut a, mut y, mut b) =
            (ArrayViewMut::new(&mut before), ArrayViewMut::new(&mut ys), ArrayViewMut::new(&mut after));
        let x = ArrayView::new(&xs);
        let huge = u32::MAX as usize;
        view.parallel_for_each(
            [64],
            amp!(|i: Index<1>| {
                a[i] += 1;
                b[i] += 1;
                y[i] += 1
            }),
        )
        .unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut part = y.section_mut([60], [huge]).unwrap();
            for k in 4..8 {
                part[k + i[0]] = 1;
            }
            fill(&mut part.section_mut([i[0] + 4], [20]).unwrap(), x.section([60], [60]).unwrap()[i[0]]);
        });
        view.parallel_for_each([64], kernel).unwrap();
        a.finish().unwrap();
        b.finish().unwrap();
        y.finish().unwrap();
        assert!(before.iter().chain(&after).all(|value| *value == 10));
    });
}

#[kernel]
fn odd(i: Index<2>, x: &ArrayView<f32, 3>, y: &mut ArrayViewMut<f32, 2>) {
    let mut at = i[0];
    let row = x.section([at, 0, 0], [1, 4, 5]).unwrap();
    at = 0;
    let x = x.project(at).unwrap();
    let mut sum = x[i] * 2.0;
    for k in 0..2 {
        // Each turn has its own, of the same name, behind a number that changes.
        let row = row.project(0).unwrap();
        let row = row.section([k, i[1]], [2, 1]).unwrap();
        let empty = row.section([2, 1], [0, 0]).unwrap();
        at += row.extent()[0] + empty.extent()[1];
        if i[0] > 1 {
            let row = &row;
            let [first, _] = [row[[0, 0]], row[Index::new([1, 0])]];
            sum += first;
        } else {
            let rest = row.section([1, 0], [1, 1]).expect("{rest}");
            sum += rest[[0, 0]] * 3.0;
        }
    }
    y[i] = sum + at as f32;
}

#[test]
fn names_and_numbers_change() {
    let xs: Vec<f32> = (0..60).map(|n| n as f32).collect();
    on_each(|accelerator| {
        let mut ys = vec![0.0; 15];
        let x = ArrayView::with_extent([3, 4, 5], &xs).unwrap();
        let mut y = ArrayViewMut::with_extent([3, 5], &mut ys).unwrap();
        accelerator.default_view().parallel_for_each(y.extent(), odd(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            let (i, j) = (n / 5, n % 5);
            let at = |a: usize, b: usize| xs[i * 20 + a * 5 + b];
            let rest = if i > 1 { at(0, j) + at(1, j) } else { (at(1, j) + at(2, j)) * 3.0 };
            assert_eq!(*y, xs[i * 5 + j] * 2.0 + rest + 4.0);
        }
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Body {
    place: [f32; 3],
    mass: f32,
}

#[device]
impl Body {
    fn heavier(&mut self, others: &ArrayView<Body>) {
        for k in 0..others.extent()[0] {
            self.mass += others[k].mass;
        }
    }
}

#[device]
fn apply(f: impl Fn(usize) -> f32, n: usize) -> f32 {
    f(0) + f(n)
}

/// Elements that are structs, closures that use parts, parts behind sections with gaps, conditions.
#[kernel]
fn bodies(i: Index<1>, all: &ArrayView<Body, 2>, small: &ArrayView<u8>, out: &mut ArrayViewMut<Body>) {
    let mut own = out[i];
    let near = all.section([i[0], 0], [2, 2]).unwrap();
    let row = near.project(1).unwrap();
    own.heavier(&row);
    own.place[2] = apply(|k| row[k].mass + small.section([i[0]], [2]).unwrap()[1] as f32, 1);
    let shared = |v: &ArrayView<Body>, k: usize| v[k].place[1];
    own.place[1] = shared(&row, 1);
    let mut place = out.section_mut(i, 1).unwrap();
    place[0] = own;
    place[0].place[0] += 1.0;
    if row.extent()[0] > 1 && row[1].mass > 4.0 {
        place[0].mass = 0.0;
    }
}

#[test]
fn elements_may_be_structs() {
    on_each(|accelerator| {
        let body = |n: usize| Body { place: [0.0, n as f32, 0.0], mass: (n % 7) as f32 };
        let source: Vec<Body> = (0..24).map(body).collect();
        let small: Vec<u8> = (0..9).map(|n| n * 5).collect();
        let mut out = vec![body(3); 4];
        let whole = ArrayView::with_extent([6, 4], &source).unwrap();
        let (all, small_view) = (whole.section([1, 1], [5, 3]).unwrap(), ArrayView::new(&small));
        let mut view = ArrayViewMut::new(&mut out);
        accelerator.default_view().parallel_for_each([4], bodies(&all, &small_view, &mut view)).unwrap();
        view.finish().unwrap();
        for (i, found) in out.iter().enumerate() {
            let row = [body((i + 2) * 4 + 1), body((i + 2) * 4 + 2)];
            let mass = if row[1].mass > 4.0 { 0.0 } else { 3.0 + row[0].mass + row[1].mass };
            let applied = row[0].mass + row[1].mass + 2.0 * f32::from(small[i + 1]);
            assert_eq!((found.place, found.mass), ([1.0, row[1].place[1], applied], mass), "{i}");
        }
    });
}

#[device]
fn flip(bits: &mut u32) {
    *bits ^= 1 << 31;
}

/// Of a view of numbers, in a function.
#[device]
fn exponent(v: &ArrayView<f32>, at: usize) -> i32 {
    let bits = v.reinterpret_as::<u32>().unwrap();
    ((bits[at] >> 23) & 255) as i32 - 127
}

#[kernel]
fn sees_bits(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>, z: &mut ArrayViewMut<i32, 2>) {
    let mut bits = y.reinterpret_as_mut::<u32>().unwrap();
    bits[i] = x.reinterpret_as::<u32>().unwrap()[i];
    {
        let mut own = bits.section_mut(i, 1).unwrap();
        own[0] |= 1;
        flip(&mut own[0]);
    }
    let mut row = z.project_mut(i[0]).unwrap();
    {
        let mut floats = row.reinterpret_as_mut::<f32>().unwrap();
        floats[0] = x[i] * 2.0;
        floats[1] = floats[0] + 0.5;
        floats[1] *= 4.0;
    }
    row[2] = exponent(&x.section([i[0]], [1]).unwrap(), 0);
}

#[test]
fn numbers_are_seen_as_others() {
    let patterns =
        [0x7fc0_1234, 0x8000_0000, 0x0000_0001, 0x7f80_0000, 0xffc0_0001, 0x3f80_0000, 0x4048_f5c3];
    let xs = patterns.map(f32::from_bits);
    let bits: Vec<u32> = xs.iter().map(|x| x.to_bits()).collect();
    on_each(|accelerator| {
        let (mut ys, mut zs) = (vec![0.0f32; 7], vec![0i32; 21]);
        let x = ArrayView::new(&xs);
        let mut y = ArrayViewMut::new(&mut ys);
        let mut z = ArrayViewMut::with_extent([7, 3], &mut zs).unwrap();
        accelerator.default_view().parallel_for_each([7], sees_bits(&x, &mut y, &mut z)).unwrap();
        y.finish().unwrap();
        z.finish().unwrap();
        for n in 0..7 {
            assert_eq!(ys[n].to_bits(), (bits[n] | 1) ^ (1 << 31), "{n}");
            assert_eq!(zs[n * 3 + 2], ((bits[n] >> 23) & 255) as i32 - 127);
        }
        for n in 5..7 {
            let doubled = xs[n] * 2.0;
            assert_eq!(zs[n * 3] as u32, doubled.to_bits());
            assert_eq!(zs[n * 3 + 1] as u32, ((doubled + 0.5) * 4.0).to_bits());
        }
        // What a closure captures has a type that only rustc sees.
        let (mut us, x) = (vec![0u32; 7], ArrayView::new(&xs));
        let mut u = ArrayViewMut::new(&mut us);
        let kernel = amp!(|i: Index<1>| {
            let mut floats = u.reinterpret_as_mut::<f32>().unwrap();
            floats[i[0]] = x.reinterpret_as::<i32>().unwrap()[i] as f32;
            floats[i[0]] += 1.0;
        });
        accelerator.default_view().parallel_for_each([7], kernel).unwrap();
        u.finish().unwrap();
        for n in 0..7 {
            assert_eq!(us[n], (bits[n] as i32 as f32 + 1.0).to_bits());
        }
    });
}

/// What was found to be read before it is written, and written to, is one memory.
#[kernel]
fn rotates(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let n = y.extent()[0];
    if i[0] == 0 {
        let mut grid = y.view_as_mut([n / 4, 2, 2]).unwrap();
        let mut plane = grid.project_mut(1).unwrap();
        let held = plane[[0, 0]];
        for k in 0..3 {
            plane[[k / 2, k % 2]] = plane[[(k + 1) / 2, (k + 1) % 2]];
        }
        plane[[1, 1]] = held;
    }
}

#[test]
fn views_have_other_extents() {
    on_each(|accelerator| {
        let mut ys: Vec<u32> = (0..13).collect();
        let mut y = ArrayViewMut::new(&mut ys);
        accelerator.default_view().parallel_for_each([3], rotates(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11, 12]);
    });
}

/// A function that waits makes parts itself.
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
    y[t.global] = sum;
}

#[test]
fn functions_that_wait_make_parts() {
    let xs = numbers(14);
    on_each(|accelerator| {
        let mut ys = vec![0; 12];
        let (x, mut y) = (ArrayView::new(&xs), ArrayViewMut::new(&mut ys));
        let domain = y.extent().tile([4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, sums_of_tiles(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (n, y) in ys.iter().enumerate() {
            let own = &xs[n / 4 * 4 + 2..][..4];
            assert_eq!(*y, own[0] + own[1] * own[3] + own[2] + own[3]);
        }
    });
}

/// Of more than one dimension, without gaps: whole rows, or one.
#[kernel]
fn unfolds(i: Index<1>, x: &ArrayView<u32, 3>, y: &mut ArrayViewMut<u32, 2>) {
    let planes = x.section([1, 0, 0], [2, 3, 4]).unwrap();
    let pairs = planes.view_as([4, 3, 2]).unwrap();
    let mut flat = y.view_as_mut([12]).unwrap();
    flat[i] = pairs[[i[0] / 3, i[0] % 3, 1]] * 2 + planes.view_as([24]).unwrap()[i[0] * 2];
    flat[i] += sum_of(&pairs.project(i[0] % 4).unwrap());
}

#[device]
fn sum_of(v: &ArrayView<u32, 2>) -> u32 {
    let all = v.view_as([v.extent()[0] * v.extent()[1]]).unwrap();
    let mut sum = 0;
    for k in 0..all.extent()[0] {
        sum += all[k];
    }
    sum
}

#[test]
fn rows_without_gaps_have_other_extents() {
    let xs = numbers(5 * 3 * 4);
    on_each(|accelerator| {
        let mut ys = vec![0; 12];
        let whole = ArrayView::with_extent([5, 3, 4], &xs).unwrap();
        let x = whole.section([1, 0, 0], [4, 3, 4]).unwrap();
        let mut y = ArrayViewMut::with_extent([3, 4], &mut ys).unwrap();
        accelerator.default_view().parallel_for_each([12], unfolds(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (i, y) in ys.iter().enumerate() {
            let at = |k: usize| xs[24 + k];
            let sum: u32 = (0..6).map(|k| at(i % 4 * 6 + k)).sum();
            assert_eq!(*y, at(i * 2 + 1) * 2 + at(i * 2) + sum);
        }
    });
}

#[test]
fn rows_with_gaps_have_no_other_extents() {
    let xs = numbers(20);
    let whole = ArrayView::with_extent([4, 5], &xs).unwrap();
    let gaps = whole.section([0, 1], [4, 3]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let on = on.default_view();
        let kernel = amp!(|i: Index<1>| {
            let one = gaps[[0, 0]];
            y[i] = one + gaps.view_as([12]).unwrap()[i];
        });
        let Err(amp::Error::KernelPanicked { message, .. }) = on.parallel_for_each([4], kernel) else {
            panic!("it did not stop")
        };
        assert!(message.starts_with("`gaps` of extent [4, 3] has gaps, or too few"), "{message}");
        let kernel = amp!(|i: Index<1>| {
            let one = whole[[0, 0]];
            let row = whole.section([i[0], 1], [1, 3]).unwrap();
            let block = whole.section([0, 1], [i[0] + 1, 4]).unwrap();
            y[i] = one + row.view_as([3]).unwrap()[2] + block.view_as([4]).unwrap()[3];
        });
        let Err(amp::Error::KernelPanicked { index, .. }) = on.parallel_for_each([4], kernel) else {
            panic!("it did not stop")
        };
        assert_eq!(index, [1]);
    }
}
