//! `fill`, sizes as tuples, and lengths of views on the host and in kernels.

use amp::prelude::*;
use amp_tests::on_each;

#[device]
fn total(v: &ArrayView<f32>) -> f32 {
    let mut sum = 0.0;
    for k in 0..v.len() {
        sum += v[k];
    }
    sum
}

#[kernel]
fn lengths(i: Index<1>, x: &ArrayView<f32>, z: &ArrayView<u32, 2>, y: &mut ArrayViewMut<f32>) {
    let sign = if x.is_empty() { -1.0 } else { 1.0 };
    y[i] = sign * (total(x) + (x.len() * 100 + z.len()) as f32 + y.len() as f32 * 0.5);
}

#[test]
fn lengths_are_known_in_kernels() {
    let (x, z) = ([1.0f32, 2.0, 4.0], [0u32; 8]);
    let (x, z) = (ArrayView::new(&x), ArrayView::with_extent((2, 4), &z).unwrap());
    assert_eq!((z.len(), z.is_empty()), (8, false));
    on_each(|on| {
        let mut y = ArrayViewMut::<f32>::without_source(2).unwrap();
        on.default_view().parallel_for_each(2, lengths(&x, &z, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [316.0; 2]);
        on.default_view()
            .parallel_for_each(
                2,
                amp!(|i: Index<1>| {
                    y[i] = 0.5;
                    y[i] += y.len() as f32;
                }),
            )
            .unwrap();
        assert_eq!(y.to_vec().unwrap(), [2.5; 2]);
    });
}

#[test]
fn fill_sets_each_element() {
    on_each(|on| {
        let queue = on.default_view();
        let mut array = Array::<u32, 2>::new_on(&queue, (3, 4)).unwrap();
        array.fill(7).unwrap();
        assert_eq!(array.to_vec().unwrap(), [7; 12]);
        array[[1, 2]] += 1;
        queue.parallel_for_each((3, 4), amp!(|i: Index<2>| array[i] *= 2)).unwrap();
        assert_eq!((array[[1, 2]], array[[2, 3]]), (16, 14));
        // The newest data of the view is on the device.
        let mut view = ArrayViewMut::<f32, 2>::without_source((3, 4)).unwrap();
        queue.parallel_for_each(view.extent(), amp!(|i: Index<2>| view[i] = 1.0)).unwrap();
        view.section_mut((0, 1), (2, 2)).unwrap().fill(5.0).unwrap();
        view.project_mut(2).unwrap().fill(3.0).unwrap();
        let expected = [[1.0, 5.0, 5.0, 1.0], [1.0, 5.0, 5.0, 1.0], [3.0; 4]];
        assert_eq!(view.to_vec().unwrap(), expected.as_flattened());
        let mut wide = Array::<f64>::new_on(&queue, 3).unwrap();
        wide.fill(0.25).unwrap();
        assert_eq!(wide.to_vec().unwrap(), [0.25; 3]);
    });
}

#[test]
fn debug_shows_elements() {
    let view = ArrayView::from_vec((2, 2), vec![1, 2, 3, 4]).unwrap();
    assert_eq!(format!("{view:?}"), "ArrayView { extent: [2, 2], elements: [1, 2, 3, 4] }");
    let many = Array::from_vec(200, vec![0u32; 200]).unwrap();
    assert!(format!("{many:?}").ends_with("0, 0, ..] }"));
}
