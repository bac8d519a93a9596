//! Chapters 5.1 and 5.2 of the C++ AMP specification: sections, projections, `view_as` and `reinterpret_as` of arrays and
//! views.

use amp::Error;
use amp::prelude::*;

use crate::conformance::{on_each_queue, refused};

/// Runs a test on a mutable view of zeros: of an array, of a slice, and without a source. The test returns the expected data.
fn of_each<const N: usize>(
    on: &AcceleratorView,
    extent: [usize; N],
    test: impl Fn(&mut ArrayViewMut<'_, u32, N>) -> Vec<u32>,
) {
    let mut array = Array::new_on(on, extent).unwrap();
    let wanted = test(&mut array.as_view_mut());
    assert_eq!(array.to_vec().unwrap(), wanted, "view of an array");
    let mut values = vec![0; extent.iter().product()];
    let mut view = ArrayViewMut::with_extent(extent, &mut values).unwrap();
    let wanted = test(&mut view);
    view.finish().unwrap();
    assert_eq!(values, wanted, "view of a slice");
    let mut view = ArrayViewMut::without_source(extent).unwrap();
    let wanted = test(&mut view);
    assert_eq!(view.to_vec().unwrap(), wanted, "view without a source");
}

/// Zeros, except for the elements of a section.
fn marked<const N: usize>(extent: [usize; N], origin: [usize; N], size: [usize; N], value: u32) -> Vec<u32> {
    let count: usize = extent.iter().product();
    let inside = |mut flat: usize| {
        (0..N).rev().all(|d| {
            let at = flat % extent[d];
            flat /= extent[d];
            (origin[d]..origin[d] + size[d]).contains(&at)
        })
    };
    (0..count).map(|flat| if inside(flat) { value } else { 0 }).collect()
}

#[test]
fn a_14_projections_are_read_and_written() {
    on_each_queue(|on| {
        of_each(on, [3, 4], |view| {
            {
                let mut row = view.project_mut(1).unwrap();
                assert_eq!(row.extent(), Extent::from([4]));
                on.parallel_for_each(4, amp!(|i: Index<1>| row[i] = 7)).unwrap();
                assert_eq!(row[3], 7);
                row[3] = 8;
            }
            assert_eq!(view.project(1).unwrap().to_vec().unwrap(), [7, 7, 7, 8]);
            assert!(matches!(view.project(3).map(|_| ()), Err(Error::OutOfBounds { .. })));
            vec![0, 0, 0, 0, 7, 7, 7, 8, 0, 0, 0, 0]
        });
        of_each(on, [2, 3, 4], |view| {
            let mut plane = view.project_mut(1).unwrap();
            let mut row = plane.project_mut(2).unwrap();
            on.parallel_for_each(4, amp!(|i: Index<1>| row[i] = 5)).unwrap();
            marked([2, 3, 4], [1, 2, 0], [1, 1, 4], 5)
        });
    });
}

#[test]
fn a_15_sections_of_one_dimension() {
    on_each_queue(|on| {
        for (start, len) in [(0, 10), (0, 1), (0, 9), (9, 1), (5, 5), (1, 9), (4, 1), (4, 4), (1, 8)] {
            of_each(on, [10], |view| {
                let mut section = view.section_mut([start], [len]).unwrap();
                assert_eq!(section.extent(), Extent::from([len]));
                on.parallel_for_each(len, amp!(|i: Index<1>| section[i] = 3)).unwrap();
                marked([10], [start], [len], 3)
            });
        }
        // A nested section.
        of_each(on, [10], |view| {
            let mut outer = view.section_mut([4], [4]).unwrap();
            let mut inner = outer.section_mut([1], [2]).unwrap();
            on.parallel_for_each(2, amp!(|i: Index<1>| inner[i] = 3)).unwrap();
            assert_eq!(inner[0], 3);
            marked([10], [5], [2], 3)
        });
    });
}

#[test]
fn a_15_sections_of_two_dimensions() {
    on_each_queue(|on| {
        let sections = [
            ([0, 0], [1, 1]), // corners
            ([9, 0], [1, 1]),
            ([0, 9], [1, 1]),
            ([9, 9], [1, 1]),
            ([3, 0], [1, 10]), // a row
            ([0, 7], [10, 1]), // a column
            ([2, 3], [5, 6]),  // the inside
            ([0, 0], [10, 10]),
        ];
        for (origin, size) in sections {
            of_each(on, [10, 10], |view| {
                let mut section = view.section_mut(origin, size).unwrap();
                on.parallel_for_each(size, amp!(|i: Index<2>| section[i] += 3)).unwrap();
                marked([10, 10], origin, size, 3)
            });
        }
        of_each(on, [10, 10], |view| {
            let mut outer = view.section_mut([2, 3], [5, 6]).unwrap();
            let mut inner = outer.section_mut([1, 1], [2, 3]).unwrap();
            on.parallel_for_each([2, 3], amp!(|i: Index<2>| inner[i] = 4)).unwrap();
            marked([10, 10], [3, 4], [2, 3], 4)
        });
    });
}

#[test]
fn a_15_sections_of_more_dimensions() {
    on_each_queue(|on| {
        let sections = [
            ([0, 0, 0], [1, 10, 10]), // faces
            ([9, 0, 0], [1, 10, 10]),
            ([0, 0, 9], [10, 10, 1]),
            ([0, 4, 0], [10, 1, 10]),
            ([9, 9, 9], [1, 1, 1]), // a corner
            ([2, 3, 4], [5, 4, 3]),
        ];
        for (origin, size) in sections {
            of_each(on, [10, 10, 10], |view| {
                let mut section = view.section_mut(origin, size).unwrap();
                on.parallel_for_each(size, amp!(|i: Index<3>| section[i] = 2)).unwrap();
                marked([10, 10, 10], origin, size, 2)
            });
        }
        // A section along each dimension of a section.
        for (origin, size) in
            [([1, 2, 0], [1, 1, 3]), ([1, 0, 2], [1, 3, 1]), ([0, 2, 1], [3, 1, 1]), ([2, 2, 3], [1, 1, 1])]
        {
            of_each(on, [10, 10, 10], |view| {
                let mut outer = view.section_mut([4, 5, 6], [3, 3, 4]).unwrap();
                let mut inner = outer.section_mut(origin, size).unwrap();
                on.parallel_for_each(size, amp!(|i: Index<3>| inner[i] += 7)).unwrap();
                let at = std::array::from_fn(|d| origin[d] + [4, 5, 6][d]);
                marked([10, 10, 10], at, size, 7)
            });
        }
        of_each(on, [4, 3, 5, 2], |view| {
            let mut section = view.section_mut([1, 1, 2, 0], [2, 1, 3, 1]).unwrap();
            on.parallel_for_each([2, 1, 3, 1], amp!(|i: Index<4>| section[i] = 6)).unwrap();
            marked([4, 3, 5, 2], [1, 1, 2, 0], [2, 1, 3, 1], 6)
        });
        of_each(on, [2, 3, 2, 3, 2], |view| {
            let mut outer = view.section_mut([1, 0, 0, 1, 0], [1, 3, 2, 2, 2]).unwrap();
            let mut inner = outer.section_mut([0, 1, 0, 0, 1], [1, 2, 2, 1, 1]).unwrap();
            on.parallel_for_each([1, 2, 2, 1, 1], amp!(|i: Index<5>| inner[i] = 6)).unwrap();
            marked([2, 3, 2, 3, 2], [1, 1, 0, 1, 1], [1, 2, 2, 1, 1], 6)
        });
    });
}

#[test]
fn a_16_section_outside_its_view_is_an_error() {
    on_each_queue(|on| {
        let mut array = Array::<u32, 2>::new_on(on, [4, 5]).unwrap();
        for (origin, size) in [
            ([0, 0], [5, 1]),
            ([0, 0], [1, 6]),
            ([4, 0], [1, 1]),
            ([3, 4], [1, 2]),
            ([1, 0], [usize::MAX, 1]),
        ] {
            let refused = |result: amp::Result<()>| assert!(matches!(result, Err(Error::OutOfBounds { .. })));
            refused(array.section(origin, size).map(|_| ()));
            refused(array.section_mut(origin, size).map(|_| ()));
            refused(array.as_view().section(origin, size).map(|_| ()));
            refused(array.as_atomic().section(origin, size).map(|_| ()));
        }
        // An empty section at the end is valid, like an empty slice.
        assert_eq!(array.section([4, 5], [0, 0]).unwrap().to_vec().unwrap(), [0u32; 0]);
    });
}

#[test]
fn a_17_view_as_changes_the_extent() {
    on_each_queue(|on| {
        of_each(on, [12], |view| {
            {
                let mut table = view.view_as_mut([3, 4]).unwrap();
                on.parallel_for_each([3, 4], amp!(|i: Index<2>| table[i] = (10 * i[0] + i[1]) as u32))
                    .unwrap();
            }
            {
                let mut block = view.view_as_mut([2, 3, 2]).unwrap();
                assert_eq!(block[[1, 2, 1]], 23);
                block[[0, 0, 0]] = 99;
            }
            // A smaller extent shows the first elements.
            assert_eq!(view.view_as([5]).unwrap().to_vec().unwrap(), [99, 1, 2, 3, 10]);
            assert!(matches!(view.view_as([13]).map(|_| ()), Err(Error::ExtentMismatch { .. })));
            assert!(matches!(view.view_as([4, 4]).map(|_| ()), Err(Error::ExtentMismatch { .. })));
            vec![99, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23]
        });
    });
}

#[test]
fn a_18_reinterpret_as_changes_the_element_type() {
    refused!(char: GpuType);
    refused!(usize: GpuType);
    on_each_queue(|on| {
        let floats = [1.5f32, -2.0, 0.0, 4.0];
        let array = Array::from_slice_on(on, [4], &floats).unwrap();
        let bits: Vec<i32> = floats.iter().map(|float| float.to_bits() as i32).collect();
        assert_eq!(array.reinterpret_as::<i32>().unwrap().to_vec().unwrap(), bits);
        let doubles = array.reinterpret_as::<f64>().unwrap();
        let double = f64::from_bits(u64::from((-2.0f32).to_bits()) << 32 | u64::from(1.5f32.to_bits()));
        assert_eq!((doubles.extent(), doubles[0].to_bits()), (Extent::from([2]), double.to_bits()));
        let odd = Array::from_slice_on(on, [3], &floats[..3]).unwrap();
        assert!(matches!(odd.reinterpret_as::<f64>().map(|_| ()), Err(Error::ExtentMismatch { .. })));

        // A struct of three floats as floats, written by a kernel.
        let mut vectors = [Vec3::ZERO; 3];
        let mut view = ArrayViewMut::new(&mut vectors);
        {
            let mut flat = view.reinterpret_as_mut::<f32>().unwrap();
            on.parallel_for_each(9, amp!(|i: Index<1>| flat[i] = i[0] as f32)).unwrap();
        }
        view.finish().unwrap();
        assert_eq!(vectors[2], Vec3::new(6.0, 7.0, 8.0));
    });
}

#[test]
fn v_26_subviews_in_a_kernel_equal_subviews_on_the_host() {
    on_each_queue(|on| {
        let values: Vec<u32> = (0..12).collect();
        let flat = ArrayView::new(&values);
        let table = flat.view_as([3, 4]).unwrap();
        let bits = flat.reinterpret_as::<f32>().unwrap();
        let mut different = Array::<u32, 2>::new_on(on, [3, 4]).unwrap();
        let kernel = amp!(|i: Index<2>| {
            let at = i[0] * 4 + i[1];
            let inside = flat.view_as([3, 4]).unwrap();
            let seen = flat.reinterpret_as::<f32>().unwrap();
            if table[i] != flat[at] || bits[at].to_bits() != flat[at] {
                different[i] = 1;
            }
            if inside[i] != table[i] || seen[at].to_bits() != bits[at].to_bits() {
                different[i] = 2;
            }
            let rows = inside.section([i[0], 0], [1, 4]).unwrap();
            if rows.extent()[1] != 4 || rows.view_as([2, 2]).unwrap()[[i[1] / 2, i[1] % 2]] != table[i] {
                different[i] = 3;
            }
        });
        on.parallel_for_each([3, 4], kernel).unwrap();
        assert_eq!(different.to_vec().unwrap(), [0; 12]);
    });
}

#[test]
fn v_26_writes_through_subviews_in_a_kernel() {
    on_each_queue(|on| {
        of_each(on, [12], |view| {
            let kernel = amp!(|i: Index<2>| {
                let mut table = view.view_as_mut([3, 4]).unwrap();
                let mut row = table.project_mut(i[0]).unwrap();
                let mut bits = row.reinterpret_as_mut::<f32>().unwrap();
                bits[i[1]] = (i[0] * 4 + i[1]) as f32;
            });
            on.parallel_for_each([3, 4], kernel).unwrap();
            {
                let mut table = view.view_as_mut([4, 3]).unwrap();
                let mut bits = table.project_mut(3).unwrap();
                let mut bits = bits.reinterpret_as_mut::<f32>().unwrap();
                on.parallel_for_each(3, amp!(|i: Index<1>| bits[i] += 1.0)).unwrap();
            }
            (0..12u8).map(|n| (f32::from(n) + if n > 8 { 1.0 } else { 0.0 }).to_bits()).collect()
        });
    });
}
