//! Kinds of inputs and outputs, and the choice of the queue.

use amp::op;
use amp::prelude::*;
use amp_algorithms as alg;
use amp_tests::on_each;

#[test]
fn tuples_and_index_spaces_are_inputs() {
    on_each(|on| {
        let queue = &on.default_view();
        let data: Vec<u32> = (0..1000).collect();
        let array = Array::from_slice_on(queue, 1000, &data).unwrap();
        let (view, mut other) = (ArrayView::new(&data), vec![2u32; 1000]);
        let written = ArrayViewMut::new(&mut other);
        let sum = op!(|a, b| a + b);
        let triple =
            alg::map_reduce_on(queue, (&array, &view, &written), op!(|a, b, c| a % 9 + b % 7 * c), 0, sum);
        assert_eq!(triple.unwrap(), data.iter().map(|v| v % 9 + v % 7 * 2).sum::<u32>());
        let zipped = (&array, 1000, Extent::new([10, 100]));
        let mapped =
            alg::map_on(queue, zipped, op!(|v, k, i| v + k as u32 + (i[0] * 7 + i[1]) as u32)).unwrap();
        let expected: Vec<_> = data.iter().map(|v| v + v + v / 100 * 7 + v % 100).collect();
        assert_eq!(mapped.to_vec().unwrap(), expected);
        let box_of = Extent::new([2, 3, 4]);
        let cells = alg::map_on(queue, box_of, op!(|i| (i[0] * 100 + i[1] * 10 + i[2]) as u32)).unwrap();
        assert_eq!(cells.to_vec().unwrap()[23], 123);
        assert_eq!(cells.to_vec().unwrap()[4], 10);
        let nested = alg::map_on(queue, ((&array, &view), 1000), op!(|(a, b), k| a + b + k as u32)).unwrap();
        assert_eq!(nested.to_vec().unwrap()[5], 15);
    });
}

#[test]
fn sections_are_inputs_and_outputs() {
    on_each(|on| {
        let queue = &on.default_view();
        let data: Vec<u32> = (0..100).collect();
        let x = ArrayView::new(&data);
        let middle = x.section(10, 50).unwrap();
        assert_eq!(alg::sum_on(queue, &middle).unwrap(), (10..60).sum());
        let mut out = Array::from_slice_on(queue, 100, &data).unwrap();
        let mut part = out.section_mut(20, 50).unwrap();
        part.synchronize_to(queue).unwrap();
        alg::inclusive_scan_into(&middle, op!(|a, b| a + b), &mut part).unwrap();
        drop(part);
        let found = out.to_vec().unwrap();
        assert_eq!((found[19], found[20], found[22], found[70]), (19, 10, 33, 70));
    });
}

#[test]
fn algorithm_runs_on_the_queue_of_its_arrays() {
    on_each(|on| {
        let Ok(queue) = on.create_view(QueuingMode::Automatic) else { return };
        let x = Array::from_slice_on(&queue, 3, &[3u32, 1, 2]).unwrap();
        assert_eq!(alg::map(&x, op!(|v| v + 1)).unwrap().accelerator_view(), &queue);
        assert_eq!(alg::select(&x, op!(|v| v > 1)).unwrap().accelerator_view(), &queue);
        assert_eq!(alg::sort_indices(&x).unwrap().accelerator_view(), &queue);
        assert_eq!(alg::sum(&x).unwrap(), 6);
    });
}

#[test]
fn results_are_inputs_without_a_download() {
    on_each(|on| {
        let queue = on.create_view(QueuingMode::Automatic).unwrap();
        let x = Array::from_slice_on(&queue, 1000, &vec![1u32; 1000]).unwrap();
        let scanned = alg::inclusive_scan(&x, op!(|a, b| a + b)).unwrap();
        let mut sorted = alg::map(&scanned, op!(|v| 1000 - v)).unwrap();
        alg::sort(&mut sorted).unwrap();
        let mut total = Array::new_on(&queue, 1).unwrap();
        alg::sum_into(&sorted, &mut total).unwrap();
        for array in [&x, &scanned, &sorted, &total] {
            assert_eq!(array.transfers().downloads, 0);
        }
        assert_eq!(total.to_vec().unwrap(), [499_500]);
    });
}
