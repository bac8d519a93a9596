//! `uniform(x)` in tiled kernels, also without a barrier.

use amp::prelude::*;
use amp_tests::on_each;

#[kernel(tile = [4])]
fn of_an_element(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[t.global] = uniform(x[t.global]);
}

#[kernel(tile = [4])]
fn of_a_sum(t: TiledIndex<1>, x: &ArrayView<u32>, c: u32, y: &mut ArrayViewMut<u32>) {
    let n = uniform(c);
    y[t.global] = n + uniform(x[t.global] / 10) + t.global[0] as u32;
}

#[kernel(tile = [4])]
fn in_a_condition(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    if uniform(x[t.global]) > 55 {
        y[t.global] = 1;
    } else {
        y[t.global] = t.global[0] as u32;
    }
}

#[kernel(tile = [4])]
fn in_a_range(t: TiledIndex<1>, x: &ArrayView<u32>, y: &mut ArrayViewMut<u32>) {
    y[t.global] = 0;
    for k in 0..uniform(x[t.global]) {
        y[t.global] += k;
    }
}

#[kernel(tile = [4])]
fn of_a_written_element(t: TiledIndex<1>, y: &mut ArrayViewMut<u32>) {
    y[t.global] = 7 + (t.global[0] / 4) as u32;
    y[t.global] = uniform(y[t.global]) * 2 + uniform(t.global[0] / 4) as u32;
}

#[kernel(tile = [2, 2])]
fn of_planes(t: TiledIndex<2>, x: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32, 2>) {
    let n = uniform(x[t.global]);
    let mut sum = n * 100.0;
    for k in 0..uniform(x[t.global] as usize) {
        sum += x[[3, k % 4]];
    }
    y[t.global] = sum;
}

#[test]
fn uniform_in_kernels_without_barriers() {
    let values = [50u32, 50, 50, 50, 60, 60, 60, 60];
    let quadrants: Vec<f32> = (0..16).map(|at| (at / 8 * 2 + at % 4 / 2) as f32).collect();
    let plane = ArrayView::with_extent([4, 4], &quadrants).unwrap();
    on_each(|on| {
        let on = on.default_view();
        let x = ArrayView::new(&values);
        let domain = Extent::from(8).tile([4]).unwrap();
        let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
        on.parallel_for_each(domain, of_an_element(&x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), values);
        on.parallel_for_each(domain, of_a_sum(&x, 100, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [105, 106, 107, 108, 110, 111, 112, 113]);
        on.parallel_for_each(domain, in_a_condition(&x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [0, 1, 2, 3, 1, 1, 1, 1]);
        on.parallel_for_each(domain, in_a_range(&x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [1225, 1225, 1225, 1225, 1770, 1770, 1770, 1770]);
        on.parallel_for_each(domain, of_a_written_element(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [14, 14, 14, 14, 17, 17, 17, 17]);
        let mut z = ArrayViewMut::<f32, 2>::without_source([4, 4]).unwrap();
        on.parallel_for_each(plane.extent().tile([2, 2]).unwrap(), of_planes(&plane, &mut z)).unwrap();
        let expected: Vec<_> =
            quadrants.iter().map(|n| n * 100.0 + [0.0, 2.0, 4.0, 7.0][*n as usize]).collect();
        assert_eq!(z.to_vec().unwrap(), expected);
    });
}
