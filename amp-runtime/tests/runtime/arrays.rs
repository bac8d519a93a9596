//! `Array`: constructors, copies and host access.

use std::collections::{BTreeSet, LinkedList, VecDeque};

use amp::Error;
use amp::prelude::*;

use crate::on_each::on_each;

#[test]
fn from_elements_accepts_any_iterator() {
    on_each(|view| {
        let deque: VecDeque<u32> = (0..6).collect();
        let list: LinkedList<u32> = (0..6).collect();
        let set: BTreeSet<u32> = (0..6).rev().collect();
        let made = [
            Array::from_elements_on(view, [2, 3], deque),
            Array::from_elements_on(view, [2, 3], list),
            Array::from_elements_on(view, [2, 3], set),
            Array::from_elements_on(view, [2, 3], [0, 1, 2, 3, 4, 5]),
            Array::from_fn_on(view, [2, 3], |i| (3 * i[0] + i[1]) as u32),
            Array::from_slice_on(view, [2, 3], &[0, 1, 2, 3, 4, 5]),
        ];
        for array in made {
            let array = array.unwrap();
            assert_eq!((array.extent(), array.accelerator_view()), (Extent::from([2, 3]), view));
            assert_eq!(array.to_vec().unwrap(), [0, 1, 2, 3, 4, 5]);
        }
        for (count, found) in [(0, "only 0"), (5, "only 5"), (7, "more"), (700, "more")] {
            let made = Array::from_elements_on(view, [2, 3], 0..count);
            let reason =
                format!("an array of extent [2, 3] needs 6 elements, but the iterator yields {found}");
            assert_eq!(made.err(), Some(Error::ExtentMismatch { reason }));
        }
        // `from_elements_on` reads at most one element more than needed, so it accepts an infinite iterator.
        assert!(Array::from_elements_on(view, [4], 0u32..).is_err());
        assert!(Array::<u32, 2>::from_fn_on(view, [usize::MAX, 8], |_| 0).is_err());
    });
}

/// A device recycles large buffers. A new array must not show the contents of the old one.
#[test]
fn new_arrays_are_zeros_in_recycled_memory() {
    on_each(|view| {
        let n = 1 << 20;
        for round in 1..4u32 {
            let mut old = Array::new_on(view, n).unwrap();
            view.parallel_for_each(n, amp!(|i: Index<1>| old[i] += round * 10 + i[0] as u32 % 2)).unwrap();
            assert_eq!(old.section([n - 2], [2]).unwrap().to_vec().unwrap(), [round * 10, round * 10 + 1]);
            // The old array is dropped while the launch is still pending.
            view.parallel_for_each(n, amp!(|i: Index<1>| old[i] = 77)).unwrap();
            drop(old);
        }
        let sevens = Array::from_slice_on(view, n, &vec![7u32; n]).unwrap();
        assert!(sevens.to_vec().unwrap().iter().all(|it| *it == 7));
    });
}

#[test]
fn copies_are_independent() {
    on_each(|view| {
        let mut values = [1u32, 2, 3, 4];
        let mut written = ArrayViewMut::with_extent([2, 2], &mut values).unwrap();
        view.parallel_for_each([2, 2], amp!(|i: Index<2>| written[i] *= 10)).unwrap();
        let mut array = Array::copy_of_on(view, &written).unwrap();
        let clone = array.try_clone().unwrap();
        assert_eq!(clone.accelerator_view(), view);
        view.parallel_for_each([2, 2], amp!(|i: Index<2>| array[i] += 1)).unwrap();
        assert_eq!(array.to_vec().unwrap(), [11, 21, 31, 41]);
        assert_eq!(clone.to_vec().unwrap(), [10, 20, 30, 40]);
        let column = Array::copy_of_on(view, &array.section([0, 1], [2, 1]).unwrap()).unwrap();
        assert_eq!((column.extent(), column.to_vec().unwrap()), (Extent::from([2, 1]), vec![21, 41]));
        let list = Array::copy_of_on(view, &[5u32, 6]).unwrap();
        assert_eq!(list.extent(), Extent::from([2]));
        let error = Array::<u32, 2>::copy_of_on(view, &[5u32, 6]).unwrap_err();
        assert!(matches!(error, Error::ExtentMismatch { .. }));
        written.finish().unwrap();
    });
}

#[test]
fn guards_access_elements_on_the_host() {
    on_each(|view| {
        let mut array = Array::from_slice_on(view, [2, 3], &[1u32, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!(array.read().unwrap()[[1, 1]], 5);
        array.write().unwrap()[[1, 1]] = 50;
        array.section_mut([0, 1], [2, 1]).unwrap()[[0, 0]] = 20;
        array.project_mut(1).unwrap().write().unwrap()[2] = 60;
        view.parallel_for_each([2, 3], amp!(|i: Index<2>| array[i] += 1)).unwrap();
        assert_eq!(array.to_vec().unwrap(), [2, 21, 4, 5, 51, 61]);
        assert_eq!(array.project(0).unwrap().to_vec().unwrap(), [2, 21, 4]);
        array.view_as_mut([6]).unwrap()[5] = 7;
        assert_eq!(array.view_as([3, 2]).unwrap()[[2, 1]], 7);
        assert_eq!(array.reinterpret_as::<f32>().unwrap()[0], f32::from_bits(2));
        let mut out = vec![0; 6];
        array.copy_to(&mut out).unwrap();
        assert_eq!(out, [2, 21, 4, 5, 51, 7]);
    });
}

#[test]
fn views_may_own_their_source() {
    on_each(|view| {
        let elements: Vec<u32> = (0..12).collect();
        let memory = elements.as_ptr();
        let mut owned: ArrayViewMut<'static, u32, 2> = ArrayViewMut::from_vec([3, 4], elements).unwrap();
        view.parallel_for_each([3, 4], amp!(|i: Index<2>| owned[i] += 1)).unwrap();
        // The view is `'static`, so another thread may own it.
        let owned = std::thread::spawn(move || {
            assert_eq!(owned[[2, 3]], 12);
            owned
        });
        let back = owned.join().unwrap().into_vec().unwrap();
        assert_eq!((back.as_ptr(), back), (memory, (1..13).collect::<Vec<u32>>()));

        let shared = ArrayView::from_vec([4], vec![1.0f32, 2.0, 3.0, 4.0]).unwrap();
        let other = shared.clone();
        drop(shared);
        let mut sum = ArrayViewMut::without_source([4]).unwrap();
        view.parallel_for_each(4, amp!(|i: Index<1>| sum[i] = other[i] + other[3 - i[0]])).unwrap();
        assert_eq!(sum.into_vec().unwrap(), [5.0; 4]);
        assert!(ArrayViewMut::from_vec([5], vec![0u32; 4]).is_err());
        assert_eq!(ArrayViewMut::from_vec([0], Vec::<u32>::new()).unwrap().into_vec().unwrap(), []);
    });
}
