//! `copy` and `copy_async`, for every kind of source and target.

use amp::prelude::*;
use amp::{CopySource, CopyTarget, Error};

use crate::executors::execute;
use crate::on_each::{on_each, on_host};

const EXTENT: [usize; 2] = [6, 10];

fn numbers(first: u32) -> Vec<u32> {
    (first..first + 60).collect()
}

/// Runs a test with each pair of queues, including pairs with two equal queues.
fn pairs(test: impl Fn(&AcceleratorView, &AcceleratorView)) {
    on_each(|here| {
        test(here, here);
        for accelerator in Accelerator::all() {
            test(here, &accelerator.create_view(QueuingMode::Automatic).unwrap());
        }
    });
}

/// Copies to one target from every kind of source, each time with new data.
fn from_all(here: &AcceleratorView, what: &str, to: &mut dyn FnMut(&dyn CopySource<u32, 2>) -> Vec<u32>) {
    let data = numbers(100);
    let array = Array::from_slice_on(here, EXTENT, &data).unwrap();
    assert_eq!(to(&array), data, "an array to {what}");
    let data = numbers(200);
    assert_eq!(to(&ArrayView::with_extent(EXTENT, &data).unwrap()), data, "a view to {what}");
    let mut data = numbers(300);
    let mut view = ArrayViewMut::with_extent(EXTENT, &mut data).unwrap();
    here.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 100)).unwrap();
    assert_eq!(to(&view), numbers(400), "what a kernel wrote to {what}");
    let mut large = vec![0u32; 12 * 20];
    let mut view = ArrayViewMut::with_extent([12, 20], &mut large).unwrap();
    {
        let mut section = view.section_mut([3, 5], EXTENT).unwrap();
        let kernel = amp!(|i: Index<2>| section[i] = 500 + (i[0] * 10 + i[1]) as u32);
        here.parallel_for_each(EXTENT, kernel).unwrap();
    }
    assert_eq!(to(&view.section([3, 5], EXTENT).unwrap()), numbers(500), "a section to {what}");
}

fn put(source: &dyn CopySource<u32, 2>, target: &mut dyn CopyTarget<u32, 2>) {
    copy(source, target).unwrap();
}

#[test]
fn every_source_copies_to_every_target() {
    pairs(|here, there| {
        let mut array = Array::new_on(there, EXTENT).unwrap();
        from_all(here, "an array", &mut |source| {
            put(source, &mut array);
            array.to_vec().unwrap()
        });
        from_all(here, "a view", &mut |source| {
            let mut data = numbers(0);
            let mut view = ArrayViewMut::with_extent(EXTENT, &mut data).unwrap();
            there.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
            put(source, &mut view);
            there.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] += 1)).unwrap();
            view.finish().unwrap();
            data.iter().map(|value| value - 1).collect()
        });
        from_all(here, "nothing", &mut |source| {
            let mut view = ArrayViewMut::without_source(EXTENT).unwrap();
            put(source, &mut view);
            view.to_vec().unwrap()
        });
        from_all(here, "a section", &mut |source| {
            let mut large = vec![7u32; 8 * 12];
            let mut view = ArrayViewMut::with_extent([8, 12], &mut large).unwrap();
            put(source, &mut view.section_mut([1, 1], EXTENT).unwrap());
            let copied = view.section([1, 1], EXTENT).unwrap().to_vec().unwrap();
            view.finish().unwrap();
            assert_eq!(large.iter().filter(|&&value| value == 7).count(), 8 * 12 - 60);
            copied
        });
    });
}

#[test]
fn copy_requires_equal_extents() {
    let source = [1u32; 6];
    let source = ArrayView::with_extent([2, 3], &source).unwrap();
    let mut target = ArrayViewMut::<u32, 2>::without_source([3, 2]).unwrap();
    assert!(matches!(copy(&source, &mut target), Err(Error::ExtentMismatch { .. })));
    let later = copy_async(&source, &mut target);
    assert!(matches!(execute(later), Err(Error::ExtentMismatch { .. })));
    assert!(matches!(copy(&[1u32; 5], &mut target), Err(Error::ExtentMismatch { .. })));
    assert!(matches!(source_to(&source, &mut [0u32; 7]), Err(Error::ExtentMismatch { .. })));
}

fn source_to(source: &ArrayView<'_, u32, 2>, target: &mut [u32]) -> amp::Result<()> {
    copy(source, target)
}

#[test]
fn slices_match_any_extent_of_their_size() {
    on_each(|view| {
        let (list, vector, slice) = ([1u32, 2, 3, 4, 5, 6], numbers(1), &numbers(11)[..6]);
        let mut array = Array::new_on(view, [2, 3]).unwrap();
        copy(&list, &mut array).unwrap();
        assert_eq!(array.section([1, 0], [1, 3]).unwrap().to_vec().unwrap(), [4, 5, 6]);
        view.parallel_for_each([2, 3], amp!(|i: Index<2>| array[i] += 1)).unwrap();
        let mut back = [0u32; 6];
        copy(&array, &mut back).unwrap();
        assert_eq!(back, [2, 3, 4, 5, 6, 7]);
        copy(slice, &mut array).unwrap();
        copy_async(&array, &mut back[..]).wait().unwrap();
        assert_eq!(back, slice);
        let mut large = Array::<u32, 3>::new_on(view, [3, 4, 5]).unwrap();
        copy(&vector, &mut large).unwrap();
        let mut columns = vec![0; 6];
        copy(&large.section([1, 1, 2], [2, 1, 3]).unwrap(), &mut columns).unwrap();
        assert_eq!(columns, [28, 29, 30, 48, 49, 50]);
    });
}

#[test]
fn unwritten_data_is_copied_as_zeros() {
    on_each(|view| {
        let source = Array::<u32, 2>::new_on(view, [2, 3]).unwrap();
        let mut target = [7u32; 6];
        copy(&source, &mut target).unwrap();
        assert_eq!(target, [0; 6]);
        let nothing = ArrayViewMut::<u32>::without_source([6]).unwrap();
        let mut array = Array::from_slice_on(view, [6], &[9; 6]).unwrap();
        copy(&nothing, &mut array).unwrap();
        assert_eq!(array.to_vec().unwrap(), [0; 6]);
    });
}

#[test]
fn copy_of_many_rows_stays_on_the_device() {
    on_each(|view| {
        for (rows, width) in [(40, 3), (100, 1), (5000, 2), (3000, 70)] {
            let values: Vec<u32> = (0..(rows * 100) as u32).collect();
            let source = Array::from_slice_on(view, [rows, 100], &values).unwrap();
            let mut target = Array::<u32, 2>::new_on(view, [rows, 80]).unwrap();
            let part = source.section([0, 7], [rows, width]).unwrap();
            copy(&part, &mut target.section_mut([0, 5], [rows, width]).unwrap()).unwrap();
            let on_host = on_host(view.accelerator());
            let moved = target.transfers();
            assert_eq!((moved.uploads, moved.downloads, source.transfers().downloads), (0, 0, 0));
            assert_eq!(moved.device_copied_bytes, if on_host { 0 } else { 4 * (rows * width) as u64 });
            let wanted = |i: usize, j: usize| match j.checked_sub(5) {
                Some(j) if j < width => values[i * 100 + j + 7],
                _ => 0,
            };
            let found = target.read().unwrap();
            for i in 0..rows {
                for j in 0..80 {
                    assert_eq!(found[[i, j]], wanted(i, j), "{rows} rows of {width} at [{i}, {j}]");
                }
            }
        }
    });
}

#[test]
fn copy_within_a_device_stays_there() {
    on_each(|view| {
        let source = Array::from_slice_on(view, [60], &numbers(1)).unwrap();
        let mut middle = Array::new_on(view, [60]).unwrap();
        let mut values = vec![0; 60];
        let mut target = ArrayViewMut::new(&mut values);
        copy(&source, &mut middle).unwrap();
        copy(&middle, &mut target).unwrap();
        let home = on_host(view.accelerator());
        let (within, bytes) = if home { (0, 0) } else { (1, 240) };
        for moved in [middle.transfers(), target.transfers()] {
            assert_eq!((moved.uploads, moved.downloads), (0, 0));
            assert_eq!((moved.device_copies, moved.device_copied_bytes), (within, bytes));
        }
        assert_eq!(source.transfers().downloads, 0);
        target.finish().unwrap();
        assert_eq!(values, numbers(1));
        assert_eq!(source.transfers().uploads, u64::from(!home));
    });
}

#[test]
fn synchronize_to_uploads_before_the_launch() {
    on_each(|on| {
        let values = numbers(3);
        let view = ArrayView::new(&values);
        let mut out = ArrayViewMut::without_source([60]).unwrap();
        out.synchronize_to(on).unwrap();
        view.synchronize_to(on).unwrap();
        let before = view.transfers();
        on.parallel_for_each([60], amp!(|i: Index<1>| out[i] = view[i])).unwrap();
        assert_eq!(view.transfers(), before);
        assert_eq!(out.to_vec().unwrap(), values);
    });
}
