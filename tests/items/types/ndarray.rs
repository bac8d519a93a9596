//! Views of ndarray's arrays, and conversions in both directions, on every accelerator.

use amp::Error;
use amp::prelude::*;
use amp_tests::on_each;
use ndarray::{Array1, Array2, Array6, ArrayD, s};

#[test]
fn ndarray_views_are_read_and_written() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let a = Array2::from_shape_fn((20, 33), |(row, column)| (row * 100 + column) as u32);
        let mut b = Array2::<u32>::zeros((20, 33));
        let x = ArrayView::from_ndarray(a.view()).unwrap();
        let mut y = ArrayViewMut::from_ndarray(b.view_mut()).unwrap();
        on.parallel_for_each(y.extent(), amp!(|i: Index<2>| y[i] = x[i] + 1)).unwrap();
        assert_eq!(y.to_ndarray().unwrap(), &a + 1);
        y.finish().unwrap();
        assert_eq!(b, &a + 1);
    });
}

#[test]
fn extent_equals_the_ndarray_shape() {
    let line = Array1::from_vec(vec![1.0f32; 7]);
    assert_eq!(ArrayView::from_ndarray(line.view()).unwrap().extent(), [7].into());
    let six = Array6::from_elem((1, 2, 3, 4, 5, 6), 3u32);
    let view = ArrayView::from_ndarray(six.view()).unwrap();
    assert_eq!(view.extent(), [1, 2, 3, 4, 5, 6].into());
    assert_eq!(view.to_ndarray().unwrap(), six);
    let empty = Array2::<f32>::zeros((0, 4));
    let view = ArrayView::from_ndarray(empty.view()).unwrap();
    assert_eq!((view.extent(), view.to_ndarray().unwrap()), ([0, 4].into(), empty.clone()));
}

#[test]
fn ndarray_slices_must_be_contiguous() {
    let mut table = Array2::from_shape_fn((4, 5), |(row, column)| row * 10 + column).mapv(|it| it as i32);
    // Full rows are contiguous.
    let rows = ArrayView::from_ndarray(table.slice(s![1..3, ..])).unwrap();
    assert_eq!(rows.to_vec().unwrap(), [10, 11, 12, 13, 14, 20, 21, 22, 23, 24]);
    // Columns, every second row, a transposed table, and rows in reverse order are not contiguous.
    for slice in [table.slice(s![.., 1..3]), table.slice(s![..;2, ..]), table.t(), table.slice(s![..;-1, ..])]
    {
        let refused = ArrayView::from_ndarray(slice.view());
        assert!(matches!(refused, Err(Error::ExtentMismatch { .. })), "{slice:?}");
        // An array copies the elements, so it accepts every layout.
        assert_eq!(Array::from_ndarray(slice).unwrap().to_ndarray().unwrap(), slice);
    }
    let refused = ArrayViewMut::from_ndarray(table.slice_mut(s![.., 1..3]));
    assert!(matches!(refused, Err(Error::ExtentMismatch { .. })));
}

#[test]
fn array_from_ndarray_on_a_queue() {
    let table = Array2::from_shape_fn((4, 5), |(row, column)| (row * 10 + column) as u32);
    on_each(|accelerator| {
        let on = accelerator.default_view();
        for slice in [table.view(), table.t(), table.slice(s![1..;2, ..;-1])] {
            let mut array = Array::from_ndarray_on(&on, slice).unwrap();
            assert_eq!((array.accelerator_view(), array.to_ndarray().unwrap()), (&on, slice.to_owned()));
            on.parallel_for_each(array.extent(), amp!(|i: Index<2>| array[i] += 1)).unwrap();
            assert_eq!(array.to_ndarray_async().wait().unwrap(), &slice + 1);
        }
    });
}

#[test]
fn section_to_ndarray() {
    on_each(|accelerator| {
        let on = accelerator.default_view();
        let mut table = Array::<u32, 3>::new_on(&on, [2, 3, 4]).unwrap();
        on.parallel_for_each(
            table.extent(),
            amp!(|i: Index<3>| table[i] = (100 * i[0] + 10 * i[1] + i[2]) as u32),
        )
        .unwrap();
        let section = table.section([0, 1, 2], [2, 2, 2]).unwrap().to_ndarray().unwrap();
        let wanted = ndarray::array![[[12, 13], [22, 23]], [[112, 113], [122, 123]]];
        assert_eq!(section, wanted);
        let any: ArrayD<u32> = section.into_dyn();
        assert_eq!(any.shape(), [2, 2, 2]);
    });
}
