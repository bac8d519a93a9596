//! Subviews in the middle of kernels: shadowed names, loops, branches, closures, and elements that are structs.

use amp::prelude::*;
use amp_tests::on_each;

#[kernel]
fn odd(i: Index<2>, x: &ArrayView<f32, 3>, y: &mut ArrayViewMut<f32, 2>) {
    let mut at = i[0];
    let row = x.section([at, 0, 0], [1, 4, 5]).unwrap();
    at = 0;
    let x = x.project(at).unwrap();
    let mut sum = x[i] * 2.0;
    for k in 0..2 {
        // Each iteration has a subview of the same name, and its origin changes.
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
fn subviews_with_shadowed_names_and_changing_origins() {
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
    position: [f32; 3],
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

/// Elements that are structs, closures that use subviews, subviews of sections with gaps, conditions.
#[kernel]
fn bodies(i: Index<1>, all: &ArrayView<Body, 2>, small: &ArrayView<u8>, out: &mut ArrayViewMut<Body>) {
    let mut own = out[i];
    let near = all.section([i[0], 0], [2, 2]).unwrap();
    let row = near.project(1).unwrap();
    own.heavier(&row);
    own.position[2] = apply(|k| row[k].mass + small.section([i[0]], [2]).unwrap()[1] as f32, 1);
    let shared = |v: &ArrayView<Body>, k: usize| v[k].position[1];
    own.position[1] = shared(&row, 1);
    let mut element = out.section_mut(i, 1).unwrap();
    element[0] = own;
    element[0].position[0] += 1.0;
    if row.extent()[0] > 1 && row[1].mass > 4.0 {
        element[0].mass = 0.0;
    }
}

#[test]
fn subviews_of_structs() {
    on_each(|accelerator| {
        let body = |n: usize| Body { position: [0.0, n as f32, 0.0], mass: (n % 7) as f32 };
        let source: Vec<Body> = (0..24).map(body).collect();
        let small: Vec<u8> = (0..9).map(|n| n * 5).collect();
        let mut out = vec![body(3); 4];
        let grid = ArrayView::with_extent([6, 4], &source).unwrap();
        let (all, small_view) = (grid.section([1, 1], [5, 3]).unwrap(), ArrayView::new(&small));
        let mut view = ArrayViewMut::new(&mut out);
        accelerator.default_view().parallel_for_each([4], bodies(&all, &small_view, &mut view)).unwrap();
        view.finish().unwrap();
        for (i, found) in out.iter().enumerate() {
            let row = [body((i + 2) * 4 + 1), body((i + 2) * 4 + 2)];
            let mass = if row[1].mass > 4.0 { 0.0 } else { 3.0 + row[0].mass + row[1].mass };
            let applied = row[0].mass + row[1].mass + 2.0 * f32::from(small[i + 1]);
            assert_eq!((found.position, found.mass), ([1.0, row[1].position[1], applied], mass), "{i}");
        }
    });
}

/// Subviews in conditions, behind `&&`, in a loop condition, in closures, in match arms, and through references.
#[kernel]
fn winds(i: Index<1>, x: &ArrayView<u32, 2>, y: &mut ArrayViewMut<u32, 2>) {
    let (mut at, mut sum) = (0, 0);
    while at < 4 && x.section([at, 0], [2, 3]).unwrap()[[1, 0]] < 40 {
        at += 1;
    }
    let from = at;
    let row = x.project(at).unwrap();
    let again = &row;
    let and_again = again;
    let double = |k: usize| and_again[k] * 2;
    at = 1;
    if i[0] < 3 && row[i[0]] > 3 && row.section([i[0]], [3]).unwrap()[2] > 4 {
        sum += double(at) + from as u32;
    }
    sum += match at {
        0 => x.project(at).unwrap()[0],
        1 => {
            let row = x.section([at, 1], [1, 2]).unwrap();
            row[[0, 1]] + row.extent()[1] as u32
        }
        _ => row[0],
    };
    for mut k in 0..2 {
        let mut own = y.project_mut(i[0]).unwrap();
        let row_mut = &mut own;
        row_mut[k] += sum;
        k += 2;
        row_mut[k] = row_mut[k - 2] + [row[0], row[1]][k % 2];
        let (a, b) = (row_mut[k], {
            k = 4;
            row_mut[k]
        });
        row_mut[4] = a + b + k as u32;
        set(row_mut, 5, a);
    }
}

#[device]
fn set(v: &mut ArrayViewMut<u32>, at: usize, x: u32) {
    v[at] = x;
}

#[test]
fn subviews_in_every_position() {
    let xs: Vec<u32> = (0..30).map(|n| n * 3).collect();
    on_each(|accelerator| {
        let mut ys: Vec<u32> = (0..36).collect();
        let x = ArrayView::with_extent([6, 5], &xs).unwrap();
        let mut y = ArrayViewMut::with_extent([6, 6], &mut ys).unwrap();
        accelerator.default_view().parallel_for_each([6], winds(&x, &mut y)).unwrap();
        y.finish().unwrap();
        // The loop reads 15, 30 and 45. It stops at 45, which is not below 40.
        let row = &xs[10..15];
        for (i, own) in ys.chunks(6).enumerate() {
            let mut sum = xs[7] + 2;
            if i < 3 && row[i] > 3 && row[i + 2] > 4 {
                sum += row[1] * 2 + 2;
            }
            let mut wanted: Vec<u32> = (0..6).map(|k| (i * 6 + k) as u32).collect();
            for k in 0..2 {
                wanted[k] += sum;
                wanted[k + 2] = wanted[k] + row[k];
                let a = wanted[k + 2];
                wanted[4] = a + wanted[4] + 4;
                wanted[5] = a;
            }
            assert_eq!(own, wanted, "{i}");
        }
    });
}
