//! Subviews with another extent (`view_as`) or another element type (`reinterpret_as`).

use amp::prelude::*;
use amp_tests::on_each;

use super::values;

#[device]
fn flip(bits: &mut u32) {
    *bits ^= 1 << 31;
}

/// Reinterprets a view argument in a function.
#[device]
fn exponent(v: &ArrayView<f32>, at: usize) -> i32 {
    let bits = v.reinterpret_as::<u32>().unwrap();
    ((bits[at] >> 23) & 255) as i32 - 127
}

#[kernel]
fn reinterprets(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>, z: &mut ArrayViewMut<i32, 2>) {
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
fn reinterpreted_views() {
    let patterns =
        [0x7fc0_1234, 0x8000_0000, 0x0000_0001, 0x7f80_0000, 0xffc0_0001, 0x3f80_0000, 0x4048_f5c3];
    let xs = patterns.map(f32::from_bits);
    let bits: Vec<u32> = xs.iter().map(|x| x.to_bits()).collect();
    on_each(|accelerator| {
        let (mut ys, mut zs) = (vec![0.0f32; 7], vec![0i32; 21]);
        let x = ArrayView::new(&xs);
        let mut y = ArrayViewMut::new(&mut ys);
        let mut z = ArrayViewMut::with_extent([7, 3], &mut zs).unwrap();
        accelerator.default_view().parallel_for_each([7], reinterprets(&x, &mut y, &mut z)).unwrap();
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
        // The macro does not know the types of captures.
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

/// Reads and writes through several subviews access the same memory.
#[kernel]
fn rotates(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    let n = y.extent()[0];
    if i[0] == 0 {
        let mut grid = y.view_as_mut([n / 4, 2, 2]).unwrap();
        let mut plane = grid.project_mut(1).unwrap();
        let first = plane[[0, 0]];
        for k in 0..3 {
            plane[[k / 2, k % 2]] = plane[[(k + 1) / 2, (k + 1) % 2]];
        }
        plane[[1, 1]] = first;
    }
}

#[test]
fn view_as_changes_the_extent() {
    on_each(|accelerator| {
        let mut ys: Vec<u32> = (0..13).collect();
        let mut y = ArrayViewMut::new(&mut ys);
        accelerator.default_view().parallel_for_each([3], rotates(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(ys, [0, 1, 2, 3, 5, 6, 7, 4, 8, 9, 10, 11, 12]);
    });
}

/// Sections without gaps: several planes, or one.
#[kernel]
fn unfolds(i: Index<1>, x: &ArrayView<u32, 3>, y: &mut ArrayViewMut<u32, 2>) {
    let planes = x.section([1, 0, 0], [2, 3, 4]).unwrap();
    let pairs = planes.view_as([4, 3, 2]).unwrap();
    let none = x.view_as([0, 4]).unwrap().extent()[1] + x.view_as([i[0], 0, 5]).unwrap().extent()[2];
    let mut flat = y.view_as_mut([12]).unwrap();
    flat[i] = pairs[[i[0] / 3, i[0] % 3, 1]] * 2 + planes.view_as([24]).unwrap()[i[0] * 2];
    flat[i] += none as u32 + sum_of(&pairs.project(i[0] % 4).unwrap());
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
fn view_as_of_contiguous_sections() {
    let xs = values(5 * 3 * 4);
    on_each(|accelerator| {
        let mut ys = vec![0; 12];
        let all = ArrayView::with_extent([5, 3, 4], &xs).unwrap();
        let x = all.section([1, 0, 0], [4, 3, 4]).unwrap();
        let mut y = ArrayViewMut::with_extent([3, 4], &mut ys).unwrap();
        accelerator.default_view().parallel_for_each([12], unfolds(&x, &mut y)).unwrap();
        y.finish().unwrap();
        for (i, y) in ys.iter().enumerate() {
            let at = |k: usize| xs[24 + k];
            let sum: u32 = (0..6).map(|k| at(i % 4 * 6 + k)).sum();
            assert_eq!(*y, at(i * 2 + 1) * 2 + at(i * 2) + sum + 9);
        }
    });
}

#[test]
fn view_as_of_a_section_with_gaps_is_reported() {
    let xs = values(20);
    let all = ArrayView::with_extent([4, 5], &xs).unwrap();
    let gaps = all.section([0, 1], [4, 3]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
    for on in [Accelerator::cpu(), Accelerator::cpu_checked()] {
        let on = on.default_view();
        let kernel = amp!(|i: Index<1>| {
            let one = gaps[[0, 0]];
            y[i] = one + gaps.view_as([12]).unwrap()[i];
        });
        let Err(amp::Error::KernelPanicked { message, .. }) = on.parallel_for_each([4], kernel) else {
            panic!("the kernel did not panic")
        };
        assert!(message.starts_with("`gaps` of extent [4, 3] has gaps, or too few"), "{message}");
        let kernel = amp!(|i: Index<1>| {
            let one = all[[0, 0]];
            let row = all.section([i[0], 1], [1, 3]).unwrap();
            let block = all.section([0, 1], [i[0] + 1, 4]).unwrap();
            y[i] = one + row.view_as([3]).unwrap()[2] + block.view_as([4]).unwrap()[3];
        });
        let Err(amp::Error::KernelPanicked { index, .. }) = on.parallel_for_each([4], kernel) else {
            panic!("the kernel did not panic")
        };
        assert!(index[0] > 0);
    }
}

/// Origins, extents and indices given as variables of array type.
#[kernel]
fn by_arrays(i: Index<1>, x: &ArrayView<u32>, g: &ArrayView<u32, 2>, h: &mut ArrayViewMut<u32, 2>) {
    const CORNER: [usize; 2] = [1, 2];
    let (at, one) = ([i[0], 3], [2]);
    h[at] = g[CORNER] * 2 + x[one];
    h[at] += g[at] + x.section(one, [4]).unwrap()[one];
    let mut own = h.section_mut([i[0], 0], [1, 5]).unwrap();
    let (from, to) = ([0, 3], [0, 4]);
    own[to] = own[from] + g.section(CORNER, at).unwrap().extent()[0] as u32;
}

#[test]
fn array_variables_as_indices_and_origins() {
    let (xs, gs) = (values(6), values(20));
    on_each(|accelerator| {
        let mut hs = vec![0; 15];
        let (x, g) = (ArrayView::new(&xs), ArrayView::with_extent([4, 5], &gs).unwrap());
        let mut h = ArrayViewMut::with_extent([3, 5], &mut hs).unwrap();
        accelerator.default_view().parallel_for_each([3], by_arrays(&x, &g, &mut h)).unwrap();
        h.finish().unwrap();
        for (i, row) in hs.chunks(5).enumerate() {
            let sum = gs[7] * 2 + xs[2] + gs[i * 5 + 3] + xs[4];
            assert_eq!(row, [0, 0, 0, sum, sum + i as u32]);
        }
    });
}
