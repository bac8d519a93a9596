//! V-24, V-25: views without a source.

use amp::prelude::*;

use crate::conformance::{on_each_queue, on_queue_pairs};

#[test]
fn v_24_kernel_writes_a_sourceless_view() {
    on_each_queue(|on| {
        let (a, b): (Vec<u32>, Vec<u32>) = ((0..1024).collect(), (0..1024).map(|n| 3 * n).collect());
        let (x, y) =
            (ArrayView::with_extent([32, 32], &a).unwrap(), ArrayView::with_extent([32, 32], &b).unwrap());
        let mut sum = ArrayViewMut::without_source([32, 32]).unwrap();
        on.parallel_for_each([32, 32], amp!(|i: Index<2>| sum[i] = x[i] + y[i])).unwrap();
        assert_eq!(sum.transfers().uploads, 0);
        sum.synchronize().unwrap(); // there is no source to update
        assert_eq!(sum.transfers().downloads, 0);
        let found = sum.read().unwrap();
        assert!(found.iter().zip(0..).all(|(&value, n): (_, u32)| value == 4 * n));
    });
}

#[test]
fn v_24_copies_of_a_sourceless_view() {
    on_queue_pairs(|here, there| {
        let mut sourceless = ArrayViewMut::without_source([4, 5]).unwrap();
        here.parallel_for_each([4, 5], amp!(|i: Index<2>| sourceless[i] = (i[0] * 5 + i[1]) as u32)).unwrap();
        let wanted: Vec<u32> = (0..20).collect();
        let mut other = ArrayViewMut::without_source([4, 5]).unwrap();
        copy(&sourceless, &mut other).unwrap();
        there.parallel_for_each([4, 5], amp!(|i: Index<2>| other[i] += 0)).unwrap();
        assert_eq!(other.to_vec().unwrap(), wanted);
        let array = Array::copy_of_on(there, &sourceless).unwrap();
        assert_eq!(array.to_vec().unwrap(), wanted);
        let mut values = [0u32; 20];
        let mut view = ArrayViewMut::with_extent([4, 5], &mut values).unwrap();
        copy(&sourceless, &mut view).unwrap();
        view.finish().unwrap();
        assert_eq!(values[..], wanted);
    });
}

#[test]
fn v_24_unwritten_elements_are_zero() {
    on_each_queue(|on| {
        let mut sourceless = ArrayViewMut::<u32, 2>::without_source([3, 3]).unwrap();
        assert_eq!(sourceless[[1, 1]], 0);
        sourceless[[1, 1]] = 7;
        on.parallel_for_each([3, 3], amp!(|i: Index<2>| sourceless[i] += 1)).unwrap();
        assert_eq!(sourceless.to_vec().unwrap(), [1, 1, 1, 1, 8, 1, 1, 1, 1]);
        let other = ArrayViewMut::<f32>::without_source([3]).unwrap();
        assert_eq!(Array::copy_of_on(on, &other).unwrap().to_vec().unwrap(), [0.0; 3]);
    });
}

#[test]
fn v_24_sections_of_a_sourceless_view_on_two_queues() {
    const M: usize = 6;
    on_queue_pairs(|here, there| {
        let mut sourceless = ArrayViewMut::<u32, 2>::without_source([2 * M, 2 * M]).unwrap();
        for (n, on) in [here, there, there, here].into_iter().enumerate() {
            let origin = [n / 2 * M, n % 2 * M];
            let mut quadrant = sourceless.section_mut(origin, [M, M]).unwrap();
            let value = n as u32 + 1;
            on.parallel_for_each([M, M], amp!(|i: Index<2>| quadrant[i] = value)).unwrap();
            on.parallel_for_each([M, M], amp!(|i: Index<2>| quadrant[i] *= 10)).unwrap();
        }
        let found = sourceless.read().unwrap();
        for i in 0..2 * M {
            for j in 0..2 * M {
                assert_eq!(found[[i, j]], 10 * (i / M * 2 + j / M + 1) as u32);
            }
        }
        let mut rows = ArrayViewMut::<u32, 2>::without_source([4, 2047]).unwrap();
        for n in 0..4 {
            let mut row = rows.project_mut(n).unwrap();
            let on = if n % 2 == 0 { here } else { there };
            on.parallel_for_each(2047, amp!(|i: Index<1>| row[i] = (n + i[0]) as u32)).unwrap();
        }
        assert_eq!((rows[[3, 2046]], rows[[0, 0]], rows[[2, 1]]), (2049, 0, 3));
    });
}

// V-25: a kernel cannot create a view without a source, because the call is unsupported (`tests/ui/unmarked_function.rs`).
