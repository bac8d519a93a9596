//! Parameters `&ArrayView` of kernel functions: the argument is a reference to any view or array that can be read.

use amp::prelude::*;
use amp_tests::on_each;

#[kernel]
fn doubled(i: Index<1>, x: &ArrayView<f32>, y: &mut ArrayViewMut<f32>) {
    let value = &x[i];
    y[i] = *value * 2.0;
}

#[kernel]
fn picked<T: Scalar, const N: usize>(
    i: Index<1>,
    x: &ArrayView<T>,
    table: &ArrayView<'_, u32, 2>,
    y: &mut ArrayViewMut<T>,
) {
    if (table[[0, 1]] as usize) < N {
        y[i] = x[i];
    }
}

#[kernel]
fn with_a_lifetime<'a>(i: Index<1>, x: &'a ArrayView<'a, f32>, y: &mut ArrayViewMut<f32>) {
    y[i] += x[i];
}

#[test]
fn written_views_are_read_in_a_ping_pong_loop() {
    on_each(|on| {
        let (mut first, mut second) = (vec![1.0; 100], vec![0.0; 100]);
        let mut source = ArrayViewMut::new(&mut first);
        let mut target = ArrayViewMut::new(&mut second);
        for _ in 0..5 {
            on.default_view().parallel_for_each(source.extent(), doubled(&source, &mut target)).unwrap();
            std::mem::swap(&mut source, &mut target);
        }
        assert_eq!(source.to_vec().unwrap(), [32.0; 100]);
    });
}

#[test]
fn arrays_views_and_references_to_them_are_read() {
    on_each(|on| {
        let queue = on.default_view();
        let data: Vec<f32> = (0..64u8).map(f32::from).collect();
        let (view, table) = (ArrayView::new(&data), ArrayView::with_extent([2, 2], &[0, 2, 0, 0]).unwrap());
        let array = Array::from_slice_on(&queue, [64], &data).unwrap();
        let mut result = ArrayViewMut::<f32>::without_source([64]).unwrap();
        queue.parallel_for_each(64, picked::<f32, 3>(&array, &table, &mut result)).unwrap();
        assert_eq!(result.to_vec().unwrap(), data);
        for reference in [&view, &view].iter() {
            queue.parallel_for_each(64, doubled(reference, &mut result)).unwrap();
        }
        queue.parallel_for_each(64, with_a_lifetime(&view, &mut result)).unwrap();
        assert_eq!(result.to_vec().unwrap(), data.iter().map(|x| x * 3.0).collect::<Vec<_>>());
    });
}
