//! Transfers of small elements: devices copy 32-bit words, and no byte next to the copied range changes.

use crate::types::small_elements::{on_each, results_of};
use amp::prelude::*;

fn bytes(count: usize, seed: usize) -> Vec<u8> {
    (0..count).map(|at| ((at + seed) as u32).wrapping_mul(2_246_822_519).to_be_bytes()[1]).collect()
}

#[kernel]
fn widen(i: Index<1>, v: &Array<u8>, y: &mut ArrayViewMut<u32>) {
    y[i] = v[i] as u32;
}

fn widened(bytes: &[u8]) -> Vec<u32> {
    bytes.iter().map(|&it| u32::from(it)).collect()
}

#[test]
fn arrays_of_every_length() {
    on_each(|on| {
        let on = on.default_view();
        for len in [0, 1, 2, 3, 4, 5, 6, 7, 9, 1023, 300_001] {
            let all = bytes(len, len);
            let array = Array::from_slice_on(&on, [len], &all).unwrap();
            assert_eq!(array.to_vec().unwrap(), all);
            assert_eq!(array.to_vec_async().wait().unwrap(), all);
            if len > 0 {
                let found = results_of(len, |y| on.parallel_for_each(len, widen(&array, y)).unwrap());
                assert_eq!(found, widened(&all));
            }
            assert_eq!(array.try_clone().unwrap().read().unwrap()[..], all);
            assert_eq!(Array::<u8>::new_on(&on, [len]).unwrap().to_vec().unwrap(), vec![0; len]);
        }
    });
}

#[test]
fn kernels_see_host_writes_to_arrays() {
    on_each(|on| {
        let on = on.default_view();
        let mut all = bytes(11, 3);
        let mut array = Array::from_slice_on(&on, [11], &all).unwrap();
        for step in 0..4 {
            array.write().unwrap()[3 + step] = 77;
            all[3 + step] = 77;
            let found = results_of(11, |y| on.parallel_for_each(11, widen(&array, y)).unwrap());
            assert_eq!(found, widened(&all));
        }
        let other = bytes(11, 9);
        array.copy_from(&other).unwrap();
        assert_eq!(results_of(11, |y| on.parallel_for_each(11, widen(&array, y)).unwrap()), widened(&other));
    });
}

#[test]
fn new_views_show_changes_of_their_source() {
    on_each(|on| {
        let on = on.default_view();
        let mut all = bytes(37, 5);
        for step in 0..5 {
            let v = ArrayView::new(&all);
            let section = v.section([step], [37 - 2 * step]).unwrap();
            let found = results_of(37 - 2 * step, |y| {
                on.parallel_for_each(section.extent(), amp!(|i: Index<1>| y[i] = section[i] as u32)).unwrap();
            });
            assert_eq!(found, widened(&all[step..37 - step]));
            all[7 * step] ^= 0xff;
        }
    });
}

#[test]
fn columns_are_uploaded_one_at_a_time() {
    on_each(|on| {
        let on = on.default_view();
        let all = bytes(300, 8);
        let whole = ArrayView::with_extent([20, 15], &all).unwrap();
        // Uploads every second column first, so that the later uploads share words with the earlier ones.
        for column in (1..15).step_by(2).chain((0..15).step_by(2)) {
            let v = whole.section([0, column], [20, 1]).unwrap();
            v.synchronize_to(&on).unwrap();
        }
        let found = results_of(300, |y| {
            on.parallel_for_each(300, amp!(|i: Index<1>| y[i] = whole[[i[0] / 15, i[0] % 15]] as u32))
                .unwrap();
        });
        assert_eq!(found, widened(&all));
        assert!(whole.transfers().uploaded_bytes <= 300);
    });
}

#[test]
fn copies_from_unaligned_offsets() {
    on_each(|on| {
        let on = on.default_view();
        let all = bytes(60, 2);
        let source = Array::from_slice_on(&on, [60], &all).unwrap();
        let host = ArrayView::new(&all);
        for (start, len) in [(0, 60), (1, 7), (2, 8), (4, 8), (4, 5), (3, 57), (59, 1)] {
            let mut target = Array::<u8>::new_on(&on, [len]).unwrap();
            copy(&source.section([start], [len]).unwrap(), &mut target).unwrap();
            assert_eq!(target.to_vec().unwrap(), all[start..start + len]);
            let found = results_of(len, |y| on.parallel_for_each(len, widen(&target, y)).unwrap());
            assert_eq!(found, widened(&all[start..start + len]));

            let mut target = Array::<u8>::new_on(&on, [len]).unwrap();
            copy_async(&host.section([start], [len]).unwrap(), &mut target).wait().unwrap();
            assert_eq!(target.to_vec().unwrap(), all[start..start + len]);

            let mut target = vec![0u8; len];
            copy(&source.section([start], [len]).unwrap(), &mut target).unwrap();
            assert_eq!(target, all[start..start + len]);
        }
        // A section whose rows begin and end within words.
        let table = source.view_as([6, 10]).unwrap();
        let section = table.section([1, 3], [4, 5]).unwrap();
        let mut target = Array::<u8, 2>::new_on(&on, [4, 5]).unwrap();
        copy(&section, &mut target).unwrap();
        let expected: Vec<u8> = (1..5).flat_map(|row| all[row * 10 + 3..row * 10 + 8].to_vec()).collect();
        assert_eq!(target.to_vec().unwrap(), expected);
        assert_eq!(section.to_vec().unwrap(), expected);
    });
}

#[test]
fn copies_between_accelerators() {
    let all = bytes(21, 6);
    on_each(|from| {
        on_each(|to| {
            let array = Array::from_slice_on(&from.default_view(), [21], &all).unwrap();
            let mut other = Array::<u8>::new_on(&to.default_view(), [21]).unwrap();
            copy(&array, &mut other).unwrap();
            assert_eq!(other.to_vec().unwrap(), all);
            let section = array.section([5], [9]).unwrap();
            let found = results_of(9, |y| {
                let view = to.default_view();
                view.parallel_for_each(9, amp!(|i: Index<1>| y[i] = section[i] as u32)).unwrap();
            });
            assert_eq!(found, widened(&all[5..14]));
        });
    });
}

#[test]
fn bytes_of_words_that_atomic_operations_changed() {
    on_each(|on| {
        let on = on.default_view();
        let mut words = vec![0u32; 9];
        let mut view = ArrayViewMut::new(&mut words);
        let counts = view.as_atomic();
        on.parallel_for_each(
            90,
            amp!(|i: Index<1>| {
                atomic_fetch_add(&mut counts[i[0] % 9], 1 + i[0] as u32);
            }),
        )
        .unwrap();
        let expected: Vec<u8> =
            (0..9u32).flat_map(|n| (0..10).map(|k| 1 + n + 9 * k).sum::<u32>().to_ne_bytes()).collect();
        let bytes = view.reinterpret_as::<u8>().unwrap();
        let section = bytes.section([3], [30]).unwrap();
        assert_eq!(section.to_vec().unwrap(), expected[3..33]);
        let found = results_of(30, |y| {
            on.parallel_for_each(30, amp!(|i: Index<1>| y[i] = section[i] as u32)).unwrap();
        });
        assert_eq!(found, widened(&expected[3..33]));
    });
}
