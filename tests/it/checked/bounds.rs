//! Indices outside views, arrays and tile memory, and failed assertions: the error has the work-item, the message and the line.

use super::*;

#[test]
fn view_index_out_of_bounds() {
    let xs = vec![1.0f32; 100];
    let x = ArrayView::new(&xs);
    let mut y = ArrayViewMut::<f32>::without_source([100]).unwrap();
    let line = line!() + 1;
    let result = checked().parallel_for_each(100, amp!(|i: Index<1>| y[i] = x[i[0] + 1]));
    let message =
        format!("index [100] is out of range for `x` of extent [100], at tests/it/checked/bounds.rs:{line}");
    assert_eq!(panicked(result), (vec![99], message));

    let (index, message) = panicked(checked().parallel_for_each(60, amp!(|i: Index<1>| y[i[0] * 2] = x[i])));
    assert_eq!(index, [50]);
    assert!(message.starts_with("index [100] is out of range for `y` of extent [100], at "), "{message}");

    // The work-item's own index, in a domain that is larger than the view.
    let (index, _) = panicked(checked().parallel_for_each(101, amp!(|i: Index<1>| y[i] = 1.0)));
    assert_eq!(index, [100]);
    checked().parallel_for_each(99, amp!(|i: Index<1>| y[i] = x[i[0] + 1])).unwrap();
}

#[test]
fn negative_index_is_shown_as_negative() {
    let xs = vec![1u32; 20];
    let x = ArrayView::with_extent([4, 5], &xs).unwrap();
    let mut y = ArrayViewMut::<u32, 2>::without_source([4, 5]).unwrap();
    let kernel = amp!(|i: Index<2>| {
        let left = i.offset([0, -1]);
        y[i] = x[left];
    });
    let (index, message) = panicked(checked().parallel_for_each([4, 5], kernel));
    assert_eq!(index, [0, 0]);
    assert!(message.starts_with("index [0, -1] is out of range for `x` of extent [4, 5]"), "{message}");

    let kernel = amp!(|i: Index<2>| {
        let left = i.offset([0, -1]);
        if x.extent().contains(left) {
            y[i] = x[left];
        }
    });
    checked().parallel_for_each([4, 5], kernel).unwrap();
    assert_eq!((y[[3, 0]], y[[3, 1]]), (0, 1));
}

#[test]
fn array_index_out_of_bounds() {
    let mut y = ArrayViewMut::<u32>::without_source([8]).unwrap();
    let line = line!() + 3;
    let kernel = amp!(|i: Index<1>| {
        let squares = [0u32, 1, 4, 9];
        y[i] = squares[i[0]];
    });
    let message =
        format!("index 4 is out of range for `squares` of length 4, at tests/it/checked/bounds.rs:{line}");
    assert_eq!(panicked(checked().parallel_for_each(8, kernel)), (vec![4], message));

    let kernel = amp!(|i: Index<1>| {
        let squares = [0u32, 1, 4, 9];
        y[i] = squares[i[0] % 4];
    });
    checked().parallel_for_each(8, kernel).unwrap();
}

#[test]
fn tile_memory_index_out_of_bounds() {
    let domain = Extent::new([32]).tile([16]).unwrap();
    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut rows: [[u32; 4]; 4];
        rows[t.local[0] / 4][t.local[0] % 5] = 1;
    });
    let (index, message) = panicked(checked().parallel_for_each(domain, kernel));
    assert_eq!(index, [4]);
    assert!(message.starts_with("index 4 is out of range for `rows` of length 4, at "), "{message}");

    let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
        #[tile_static]
        let mut rows: [[u32; 4]; 4];
        rows[t.local[0] / 4][t.local[0] % 4] = 1;
    });
    checked().parallel_for_each(domain, kernel).unwrap();
}

#[test]
fn index_of_an_array_that_lives_across_barriers() {
    let domain = Extent::new([32]).tile([16]).unwrap();
    let mut y = ArrayViewMut::<u32>::without_source([32]).unwrap();
    for (at, fails) in [(3, false), (4, true)] {
        let kernel = amp!(tile = [16], |t: TiledIndex<1>| {
            let mut own = [0u32; 4];
            own[t.local[0] % 4] = 5;
            t.barrier.wait();
            own[at] += 1;
            t.barrier.wait();
            y[t.global] = own[3];
        });
        let result = checked().parallel_for_each(domain, kernel);
        if fails {
            let (index, message) = panicked(result);
            assert_eq!(index, [0]);
            assert!(message.contains("bounds.rs:") && message.contains('4'), "{message}");
        } else {
            result.unwrap();
            assert_eq!((y[3], y[4]), (6, 1));
        }
    }
}

#[test]
fn failed_assertion_reports_its_line() {
    let mut y = ArrayViewMut::<u32>::without_source([100]).unwrap();
    let line = line!() + 2;
    let kernel = amp!(|i: Index<1>| {
        assert!(i[0] < 70, "too far");
        y[i] = 1;
    });
    let message = format!("too far, at tests/it/checked/bounds.rs:{line}");
    assert_eq!(panicked(checked().parallel_for_each(100, kernel)), (vec![70], message));
    let kernel = amp!(|i: Index<1>| {
        assert!(i[0] < 70, "too far");
        y[i] = 1;
    });
    checked().parallel_for_each(70, kernel).unwrap();
}
