//! Cases of suites other than Microsoft's: atomic operations, dependent launches, waiting, kernel names.

use amp::prelude::*;

use crate::conformance::on_each_queue;

/// The cells after each of 100 work-items applied an operation to each of 100 cells.
macro_rules! each_item_on_each_cell {
    ($on:expr, $ty:ty, |$cells:ident, $k:ident| $operation:expr) => {{
        let mut values = vec![<$ty>::default(); 100];
        let mut $cells = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            for step in 0..100 {
                let $k = (i[0] + step) % 100;
                $operation;
            }
        });
        $on.parallel_for_each(100, kernel).unwrap();
        $cells.finish().unwrap();
        values
    }};
}

#[kernel(tile = [10, 10])]
fn count_per_tile(t: TiledIndex<2>, counts: &mut ArrayViewMut<u32, 2>) {
    #[tile_static]
    let mut count: u32;
    if t.local == Index::new([0, 0]) {
        count = 0;
    }
    t.barrier.wait();
    atomic_fetch_add(&mut count, 1);
    t.barrier.wait();
    if t.local == Index::new([9, 9]) {
        counts[t.tile] = count;
    }
}

#[test]
fn x_01_atomic_counters_count_every_work_item() {
    on_each_queue(|on| {
        assert_eq!(each_item_on_each_cell!(on, i32, |y, k| atomic_fetch_add(&mut y[k], 1)), [100; 100]);
        assert_eq!(each_item_on_each_cell!(on, i32, |y, k| atomic_fetch_sub(&mut y[k], 1)), [-100; 100]);
        assert_eq!(each_item_on_each_cell!(on, i32, |y, k| atomic_fetch_inc(&mut y[k])), [100; 100]);
        assert_eq!(each_item_on_each_cell!(on, i32, |y, k| atomic_fetch_dec(&mut y[k])), [-100; 100]);
        let mut counts = [0; 100];
        let mut y = ArrayViewMut::with_extent([10, 10], &mut counts).unwrap();
        let domain = Extent::new([100, 100]).tile([10, 10]).unwrap();
        on.parallel_for_each(domain, count_per_tile(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(counts, [100; 100]);
    });
}

/// The values 0 to 99 after each work-item applied one atomic operation.
macro_rules! after_one_operation {
    ($on:expr, |$y:ident, $i:ident| $operation:expr) => {{
        let mut values: Vec<i32> = (0..100).collect();
        let mut $y = ArrayViewMut::new(&mut values);
        $on.parallel_for_each(
            100,
            amp!(|$i: Index<1>| {
                $operation;
            }),
        )
        .unwrap();
        $y.finish().unwrap();
        values
    }};
}

fn expected(f: impl Fn(i32) -> i32) -> Vec<i32> {
    (0..100).map(f).collect()
}

#[test]
fn x_02_atomic_operations_equal_the_host_operations() {
    on_each_queue(|on| {
        assert_eq!(after_one_operation!(on, |y, i| atomic_fetch_and(&mut y[i], 1)), expected(|v| v % 2));
        assert_eq!(after_one_operation!(on, |y, i| atomic_fetch_or(&mut y[i], 0x55)), expected(|v| v | 0x55));
        assert_eq!(after_one_operation!(on, |y, i| atomic_fetch_xor(&mut y[i], -3)), expected(|v| v ^ -3));
        assert_eq!(after_one_operation!(on, |y, i| atomic_fetch_max(&mut y[i], 50)), expected(|v| v.max(50)));
        assert_eq!(
            after_one_operation!(on, |y, i| atomic_fetch_min(&mut y[i], -50 + i[0] as i32)),
            expected(|v| v - 50)
        );
        assert_eq!(after_one_operation!(on, |y, i| atomic_exchange(&mut y[i], 7)), [7; 100]);
        let mut value = [0.0f32];
        let mut y = ArrayViewMut::new(&mut value);
        on.parallel_for_each(
            1,
            amp!(|i: Index<1>| {
                atomic_exchange(&mut y[i], 99.5);
            }),
        )
        .unwrap();
        y.finish().unwrap();
        assert_eq!(value, [99.5]);
    });
}

#[test]
fn x_03_atomic_add_of_small_integral_floats_is_exact() {
    on_each_queue(|on| {
        assert_eq!(each_item_on_each_cell!(on, f32, |y, k| atomic_fetch_add(&mut y[k], 2.0)), [200.0; 100]);
    });
}

#[test]
fn x_04_launches_see_writes_of_earlier_launches() {
    on_each_queue(|on| {
        let (a, b): (Vec<i32>, Vec<i32>) = (0..1000).map(|v| (v * 3, 500 - v)).unzip();
        let mut products = vec![0; 1000];
        {
            let (a, b) = (ArrayView::new(&a), ArrayView::new(&b));
            let mut c = ArrayViewMut::without_source(1000).unwrap();
            let mut d = ArrayViewMut::without_source(1000).unwrap();
            let mut e = ArrayViewMut::new(&mut products);
            on.parallel_for_each(1000, amp!(|i: Index<1>| c[i] = a[i] + b[i])).unwrap();
            on.parallel_for_each(1000, amp!(|i: Index<1>| d[i] = a[i] - b[i])).unwrap();
            on.parallel_for_each(1000, amp!(|i: Index<1>| e[i] = c[i] * d[i])).unwrap();
            for step in 0..8 {
                on.parallel_for_each(1000, amp!(|i: Index<1>| e[i] = e[i] / 2 + step)).unwrap();
            }
            // The drop of the views waits, and downloads the result.
        }
        for (v, found) in products.into_iter().enumerate() {
            let product = (a[v] + b[v]) * (a[v] - b[v]);
            assert_eq!(found, (0..8).fold(product, |value, step| value / 2 + step), "at {v}");
        }
    });
}

#[test]
fn x_05_wait_and_markers_wait_for_the_launch() {
    on_each_queue(|on| {
        let mut values = vec![1u32; 4096];
        let mut y = ArrayViewMut::new(&mut values);
        let slow = amp!(|i: Index<1>| {
            let mut value = y[i];
            for k in 0..2000u32 {
                value = value.wrapping_mul(1_664_525).wrapping_add(k);
            }
            y[i] = value;
        });
        on.parallel_for_each(4096, slow).unwrap();
        let marker = on.create_marker();
        let again = on.create_marker();
        on.wait().unwrap();
        marker.wait().unwrap();
        again.wait().unwrap();
        y.finish().unwrap();
        let expected = (0..2000u32).fold(1u32, |v, k| v.wrapping_mul(1_664_525).wrapping_add(k));
        assert!(values.iter().all(|value| *value == expected));
    });
}

mod one {
    use amp::prelude::*;

    #[kernel]
    pub(super) fn named(i: Index<1>, y: &mut ArrayViewMut<u32>) {
        y[i] += 1;
    }
}

mod other {
    use amp::prelude::*;

    #[kernel]
    pub(super) fn named(i: Index<1>, y: &mut ArrayViewMut<u32>) {
        y[i] += 10;
    }
}

#[test]
fn x_08_kernels_with_one_name_are_distinct() {
    // Kernels of other crates are in `tests/guest` and `tests/items/device_functions`.
    on_each_queue(|on| {
        let mut values = [0; 8];
        let mut y = ArrayViewMut::new(&mut values);
        on.parallel_for_each(8, one::named(&mut y)).unwrap();
        on.parallel_for_each(8, other::named(&mut y)).unwrap();
        on.parallel_for_each(8, one::named(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(values, [12; 8]);
    });
}
