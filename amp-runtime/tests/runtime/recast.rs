//! Reinterpreted views: other extents and other element types.

use amp::Error;
use amp::glam::Vec4;
use amp::prelude::*;

use crate::on_each::on_each;

#[test]
fn view_as_keeps_the_elements() {
    on_each(|on| {
        let mut values: Vec<u32> = (0..60).collect();
        let mut view = ArrayViewMut::with_extent([6, 10], &mut values).unwrap();
        {
            let mut middle = view.section_mut([2, 0], [3, 10]).unwrap();
            let mut table = middle.view_as_mut([2, 3, 5]).unwrap();
            on.parallel_for_each(
                table.extent(),
                amp!(|i: Index<3>| table[i] += 1000 * (i[0] * 15 + i[1] * 5 + i[2]) as u32),
            )
            .unwrap();
            assert_eq!(table[[1, 2, 4]], 20 + 29 + 29_000);
        }
        assert_eq!(view.view_as([4]).unwrap().to_vec().unwrap(), [0, 1, 2, 3]);
        view.finish().unwrap();
        for (at, &value) in values.iter().enumerate() {
            let more = if (20..50).contains(&at) { 1000 * (at - 20) } else { 0 };
            assert_eq!(value, (at + more) as u32);
        }
    });
}

#[test]
fn reinterpret_as_keeps_the_bits() {
    on_each(|on| {
        let mut values: Vec<f32> = (0..32).map(|at| at as f32).collect();
        let mut view = ArrayViewMut::new(&mut values);
        {
            let mut part = view.section_mut([8], [16]).unwrap();
            let mut bits = part.reinterpret_as_mut::<u32>().unwrap();
            on.parallel_for_each(16, amp!(|i: Index<1>| bits[i] |= 1 << 31)).unwrap();
        }
        view.finish().unwrap();
        for (at, value) in values.iter().enumerate() {
            let wanted = if (8..24).contains(&at) { -(at as f32) } else { at as f32 };
            assert_eq!(value.to_bits(), wanted.to_bits());
        }
        let vectors = Array::from_slice_on(on, [3], &[Vec4::new(1.0, 2.0, 3.0, 4.0); 3]).unwrap();
        let vectors = vectors.as_view();
        let numbers = vectors.reinterpret_as::<f32>().unwrap();
        let mut out = ArrayViewMut::<f32>::without_source([12]).unwrap();
        on.parallel_for_each(12, amp!(|i: Index<1>| out[i] = numbers[i] * 2.0)).unwrap();
        assert_eq!(out.reinterpret_as::<Vec4>().unwrap()[2], Vec4::new(2.0, 4.0, 6.0, 8.0));
    });
}

#[test]
fn mismatched_sizes_and_alignments_are_errors() {
    fn refused<T>(result: amp::Result<T>) -> bool {
        matches!(result, Err(Error::ExtentMismatch { .. }))
    }
    let values = [0u32; 24];
    let view = ArrayView::with_extent([4, 6], &values).unwrap();
    assert!(refused(view.view_as([5, 5])) && refused(view.view_as([usize::MAX, 2])));
    let gaps = view.section([0, 1], [4, 5]).unwrap();
    assert!(refused(gaps.view_as([20])) && refused(gaps.reinterpret_as::<f32>()));
    let odd = ArrayView::new(&values[..5]);
    assert!(refused(odd.reinterpret_as::<f64>()) && odd.reinterpret_as::<i32>().is_ok());
    // The size of the section is a multiple of the new element size, but its offset in the storage is not.
    let shifted = ArrayView::new(&values).section([1], [4]).unwrap();
    assert!(refused(shifted.reinterpret_as::<u64>()));
    // Of two slices that begin at neighbouring elements, one is not aligned for `u64` on the host.
    let one = |start: usize| ArrayView::new(&values[start..start + 4]).reinterpret_as::<u64>().is_ok();
    assert!(one(0) != one(1));
}
