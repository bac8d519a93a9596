//! Chapter X: what other suites than Microsoft's own add: atomics, launches that depend on one another, kernels of other crates.

use amp::prelude::*;

use crate::everywhere;

/// What 100 work-items make of 100 cells, each of them with each.
macro_rules! all_with_all {
    ($on:expr, $ty:ty, |$cells:ident, $k:ident| $operation:expr) => {{
        let mut values = vec![<$ty>::default(); 100];
        let mut $cells = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            for turn in 0..100 {
                let $k = (i[0] + turn) % 100;
                $operation;
            }
        });
        $on.parallel_for_each(100, kernel).unwrap();
        $cells.finish().unwrap();
        values
    }};
}

#[kernel(tile = [10, 10])]
fn counted_in_tiles(t: TiledIndex<2>, counts: &mut ArrayViewMut<u32, 2>) {
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
fn x_01_every_work_item_is_counted() {
    everywhere(|on| {
        assert_eq!(all_with_all!(on, i32, |y, k| atomic_fetch_add(&mut y[k], 1)), [100; 100]);
        assert_eq!(all_with_all!(on, i32, |y, k| atomic_fetch_sub(&mut y[k], 1)), [-100; 100]);
        assert_eq!(all_with_all!(on, i32, |y, k| atomic_fetch_inc(&mut y[k])), [100; 100]);
        assert_eq!(all_with_all!(on, i32, |y, k| atomic_fetch_dec(&mut y[k])), [-100; 100]);
        let mut counts = [0; 100];
        let mut y = ArrayViewMut::with_extent([10, 10], &mut counts).unwrap();
        let domain = Extent::new([100, 100]).tile([10, 10]).unwrap();
        on.parallel_for_each(domain, counted_in_tiles(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(counts, [100; 100]);
    });
}

/// What one operation of each work-item makes of the numbers 0 to 99.
macro_rules! folded {
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

fn of_each(f: impl Fn(i32) -> i32) -> Vec<i32> {
    (0..100).map(f).collect()
}

#[test]
fn x_02_atomics_combine_as_on_the_host() {
    everywhere(|on| {
        assert_eq!(folded!(on, |y, i| atomic_fetch_and(&mut y[i], 1)), of_each(|v| v % 2));
        assert_eq!(folded!(on, |y, i| atomic_fetch_or(&mut y[i], 0x55)), of_each(|v| v | 0x55));
        assert_eq!(folded!(on, |y, i| atomic_fetch_xor(&mut y[i], -3)), of_each(|v| v ^ -3));
        assert_eq!(folded!(on, |y, i| atomic_fetch_max(&mut y[i], 50)), of_each(|v| v.max(50)));
        assert_eq!(folded!(on, |y, i| atomic_fetch_min(&mut y[i], -50 + i[0] as i32)), of_each(|v| v - 50));
        assert_eq!(folded!(on, |y, i| atomic_exchange(&mut y[i], 7)), [7; 100]);
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
fn x_03_small_whole_floats_add_up_exactly() {
    everywhere(|on| {
        assert_eq!(all_with_all!(on, f32, |y, k| atomic_fetch_add(&mut y[k], 2.0)), [200.0; 100]);
    });
}

#[test]
fn x_04_launches_see_what_those_before_them_wrote() {
    everywhere(|on| {
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
            // Dropping the views waits, and brings home.
        }
        for (v, found) in products.into_iter().enumerate() {
            let product = (a[v] + b[v]) * (a[v] - b[v]);
            assert_eq!(found, (0..8).fold(product, |value, step| value / 2 + step), "at {v}");
        }
    });
}

#[test]
fn x_05_who_waits_waits_for_the_result() {
    everywhere(|on| {
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
fn x_08_kernels_of_one_name_are_told_apart() {
    // Kernels of other crates are in `tests/guest` and `tests/functions`.
    everywhere(|on| {
        let mut values = [0; 8];
        let mut y = ArrayViewMut::new(&mut values);
        on.parallel_for_each(8, one::named(&mut y)).unwrap();
        on.parallel_for_each(8, other::named(&mut y)).unwrap();
        on.parallel_for_each(8, one::named(&mut y)).unwrap();
        y.finish().unwrap();
        assert_eq!(values, [12; 8]);
    });
}
