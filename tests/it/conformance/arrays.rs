//! Chapter 5.1 of the C++ AMP specification: construction, copies and host access of arrays. `subviews.rs` tests their
//! sections and other subviews.

use std::collections::{BTreeSet, HashSet, LinkedList, VecDeque};

use amp::prelude::*;
use amp::{CopyTarget, Error};

use crate::conformance::{on_each_queue, on_queue_pairs, refused};

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Pair {
    count: i32,
    weight: f32,
}

#[test]
fn a_01_arrays_of_any_rank_and_type() {
    fn check<T: GpuType + PartialEq + std::fmt::Debug, const N: usize>(on: &AcceleratorView, value: T) {
        for extent in [[1; N], std::array::from_fn(|d| d + 1)] {
            let array = Array::from_fn_on(on, extent, |_| value).unwrap();
            assert_eq!(array.extent(), Extent::from(extent));
            assert_eq!(array.to_vec().unwrap(), vec![value; extent.iter().product()]);
        }
    }
    on_each_queue(|on| {
        // An array of rank 0 has one element.
        check::<u32, 0>(on, 3);
        check::<i32, 1>(on, -7);
        check::<u32, 2>(on, 7);
        check::<f32, 3>(on, 0.5);
        check::<f64, 4>(on, 0.25);
        check::<Pair, 5>(on, Pair { count: 1, weight: 2.0 });
        check::<[f32; 3], 7>(on, [1.0, 2.0, 3.0]);
        check::<Vec3, 1>(on, Vec3::new(1.0, 2.0, 3.0));
    });
}

#[test]
fn a_02_extent_with_a_zero_makes_an_empty_array() {
    // In C++ AMP this is an error. Here an empty array is valid, like an empty slice; a launch over it is an error.
    on_each_queue(|on| {
        for extent in [[0, 3], [3, 0]] {
            let mut array = Array::<u32, 2>::new_on(on, extent).unwrap();
            assert_eq!(array.to_vec().unwrap(), [0_u32; 0]);
            array.copy_from(&[]).unwrap();
            assert!(on.parallel_for_each(array.extent(), amp!(|i: Index<2>| array[i] = 1)).is_err());
            // Every constructor accepts the empty extent.
            let empty_view = ArrayView::with_extent(extent, &[]).unwrap();
            for made in [
                Array::staging(on, extent),
                Array::from_slice_on(on, extent, &[]),
                Array::from_elements_on(on, extent, std::iter::empty()),
                Array::from_fn_on(on, extent, |_| unreachable!()),
                Array::copy_of_on(on, &empty_view),
                array.try_clone(),
                Array::from_slice_on_async(on, extent, &[]).wait(),
                Array::copy_of_on_async(on, &array).wait(),
            ] {
                let made = made.unwrap();
                assert_eq!((made.extent(), made.to_vec().unwrap()), (extent.into(), Vec::<u32>::new()));
            }
            for slice in [&[1u32][..], &[1; 3]] {
                assert!(matches!(Array::from_slice_on(on, extent, slice), Err(Error::ExtentMismatch { .. })));
            }
        }
    });
}

#[test]
fn a_03_array_needs_an_extent_and_plain_data() {
    refused!(Array<u32>: Default);
    refused!(Array<u32, 2>: From<Array<u32, 1>>);
    refused!(Array<f32>: From<Array<u32>>);
    refused!(&'static u32: GpuType);
    refused!(usize: GpuType);
    refused!(char: GpuType);
    refused!(String: GpuType);
    refused!((u32, f32): GpuType);
}

#[test]
fn a_04_arrays_from_slices_and_iterators() {
    on_each_queue(|on| {
        let values = || 10..70u32;
        let check = |array: amp::Result<Array<u32, 2>>, wanted: Vec<u32>| {
            assert_eq!(array.unwrap().to_vec().unwrap(), wanted);
        };
        let set: HashSet<u32> = values().collect();
        let order: Vec<u32> = set.iter().copied().collect();
        check(Array::from_elements_on(on, [6, 10], set), order);
        let all: Vec<u32> = values().collect();
        check(Array::from_slice_on(on, [6, 10], &all), all.clone());
        check(Array::from_elements_on(on, [6, 10], values().collect::<VecDeque<_>>()), all.clone());
        check(Array::from_elements_on(on, [6, 10], values().collect::<LinkedList<_>>()), all.clone());
        check(Array::from_elements_on(on, [6, 10], values().collect::<BTreeSet<_>>()), all.clone());
        check(Array::from_elements_on(on, [6, 10], all.iter().copied()), all.clone());
        check(Array::from_elements_on(on, [6, 10], values()), all);
    });
}

#[test]
fn a_05_array_reports_its_queue() {
    for accelerator in Accelerator::all() {
        for mode in [QueuingMode::Automatic, QueuingMode::Immediate] {
            let view = accelerator.create_view(mode).unwrap();
            assert_eq!(Array::<u32>::new_on(&view, [3]).unwrap().accelerator_view(), &view);
        }
    }
    let default = Accelerator::default().default_view();
    assert_eq!(Array::<u32>::new([3]).unwrap().accelerator_view(), &default);
}

#[test]
fn a_06_staging_array_reports_the_host_and_its_associated_queue() {
    on_each_queue(|on| {
        let staging = Array::<u32>::staging(on, [3]).unwrap();
        assert_eq!(staging.accelerator_view(), &Accelerator::cpu().default_view());
        assert_eq!(staging.associated_accelerator_view(), on);
        let array = Array::<u32>::new_on(on, [3]).unwrap();
        assert_eq!(array.associated_accelerator_view(), on);
    });
}

#[test]
fn a_07_matrix_product_through_staging_arrays() {
    const N: usize = 12;
    on_each_queue(|on| {
        let element = |i: Index<2>| ((i[0] * 7 + i[1] * 3) % 10) as i32;
        let (mut a, mut b) = (Array::staging(on, [N, N]).unwrap(), Array::staging(on, [N, N]).unwrap());
        let (mut at, mut bt) = (a.write().unwrap(), b.write().unwrap());
        for i in 0..N {
            for j in 0..N {
                at[[i, j]] = element(Index::from([i, j]));
                bt[[i, j]] = element(Index::from([j, i]));
            }
        }
        drop((at, bt));
        let (mut x, mut y) = (Array::new_on(on, [N, N]).unwrap(), Array::new_on(on, [N, N]).unwrap());
        copy(&a, &mut x).unwrap();
        copy_async(&b, &mut y).wait().unwrap();
        let mut product = Array::<i32, 2>::new_on(on, [N, N]).unwrap();
        let kernel = amp!(|i: Index<2>| {
            let mut sum = 0;
            for k in 0..x.extent()[1] {
                sum += x[[i[0], k]] * y[[k, i[1]]];
            }
            product[i] = sum;
        });
        on.parallel_for_each([N, N], kernel).unwrap();
        let mut c = Array::staging(on, [N, N]).unwrap();
        copy_async(&product, &mut c).wait().unwrap();
        let (at, bt, ct) = (a.read().unwrap(), b.read().unwrap(), c.read().unwrap());
        for i in 0..N {
            for j in 0..N {
                assert_eq!(ct[[i, j]], (0..N).map(|k| at[[i, k]] * bt[[k, j]]).sum::<i32>());
            }
        }
    });
}

#[test]
fn a_08_host_accesses_elements_of_device_arrays() {
    // In C++ AMP the host cannot access the elements of a device array.
    on_each_queue(|on| {
        let mut array = Array::from_slice_on(on, [2, 2], &[1u32, 2, 3, 4]).unwrap();
        array.write().unwrap()[[1, 1]] += 10;
        assert_eq!(array.read().unwrap()[[1, 1]], 14);
        assert_eq!(array.as_view()[[0, 1]], 2);
    });
}

#[test]
fn a_09_kernel_that_captures_a_cpu_array_runs_on_the_cpu() {
    let mut array = Array::from_slice_on(&Accelerator::cpu().default_view(), [2], &[1u32, 2]).unwrap();
    parallel_for_each(2, amp!(|i: Index<1>| array[i] += 1)).unwrap();
    assert_eq!(array.read().unwrap()[..], [2, 3]);
}

#[test]
fn a_10_clone_copies_the_data_and_move_does_not() {
    refused!(Array<u32>: Clone); // a copy costs a transfer, so it needs an explicit call
    on_each_queue(|on| {
        let mut array = Array::from_slice_on(on, [3], &[1u32, 2, 3]).unwrap();
        let copy = array.try_clone().unwrap();
        on.parallel_for_each(3, amp!(|i: Index<1>| array[i] *= 10)).unwrap();
        assert_eq!((array.to_vec().unwrap(), copy.to_vec().unwrap()), (vec![10, 20, 30], vec![1, 2, 3]));
        let (before, moved) = (array.transfers(), array);
        assert_eq!((moved.extent(), moved.transfers()), (Extent::from([3]), before));
        assert_eq!(moved.to_vec().unwrap(), [10, 20, 30]);
    });
}

#[test]
fn a_11_array_from_a_view_holds_the_newest_data() {
    on_queue_pairs(|here, there| {
        let mut values = [1u32; 6];
        let mut view = ArrayViewMut::with_extent([2, 3], &mut values).unwrap();
        here.parallel_for_each([2, 3], amp!(|i: Index<2>| view[i] = 17)).unwrap();
        let array = Array::copy_of_on(there, &view).unwrap();
        assert_eq!(array.to_vec().unwrap(), [17; 6]);
        // The copy does not go through the source, except on the CPU, where the kernel wrote to the source itself.
        assert_eq!(view.transfers().downloaded_bytes, if on_one_device(here, there) { 0 } else { 24 });
    });
}

/// Whether a copy between the queues needs no download from the first.
fn on_one_device(here: &AcceleratorView, there: &AcceleratorView) -> bool {
    let path = here.accelerator().device_path();
    path.starts_with("cpu") || path == there.accelerator().device_path()
}

#[test]
fn a_12_to_vec_is_in_row_major_order() {
    on_each_queue(|on| {
        let array = Array::from_fn_on(on, [2, 3, 4], |i| (100 * i[0] + 10 * i[1] + i[2]) as u32).unwrap();
        let elements = array.to_vec().unwrap();
        assert_eq!((elements[0], elements[3], elements[4], elements[12], elements[23]), (0, 3, 10, 100, 123));
    });
}

#[test]
fn a_13_copy_to_requires_an_equal_extent() {
    refused!(Array<u32, 2>: CopyTarget<u32, 1>);
    refused!(Array<u32, 2>: CopyTarget<f32, 2>);
    on_queue_pairs(|here, there| {
        let array = Array::from_slice_on(here, [2, 3], &[1u32, 2, 3, 4, 5, 6]).unwrap();
        let mut other = Array::<u32, 2>::new_on(there, [2, 3]).unwrap();
        array.copy_to(&mut other).unwrap();
        assert_eq!(other.to_vec().unwrap(), [1, 2, 3, 4, 5, 6]);
        let mut values = [0u32; 6];
        let mut view = ArrayViewMut::with_extent([2, 3], &mut values).unwrap();
        array.copy_to(&mut view).unwrap();
        view.finish().unwrap();
        assert_eq!(values, [1, 2, 3, 4, 5, 6]);
        for extent in [[3, 2], [2, 2], [1, 6], [3, 3]] {
            let mut other = Array::<u32, 2>::new_on(there, extent).unwrap();
            assert!(matches!(array.copy_to(&mut other), Err(Error::ExtentMismatch { .. })));
        }
    });
}

// subviews of an array, are in `subviews.rs`.

// A-19 tests the access type of shared memory, which programs cannot choose in amp: `supports_cpu_shared_memory` only reports
// it. A-20 tests alternating access.
#[test]
fn a_20_host_and_device_alternate() {
    on_each_queue(|on| {
        let mut array = Array::from_slice_on(on, [10], &[100u32; 10]).unwrap();
        for _ in 0..100 {
            array.write().unwrap().iter_mut().for_each(|value| *value += 1);
            on.parallel_for_each(10, amp!(|i: Index<1>| array[i] += 1)).unwrap();
        }
        assert_eq!(array.to_vec().unwrap(), [300; 10]);
    });
}
