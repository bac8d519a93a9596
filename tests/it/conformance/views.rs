//! Chapter 5.2 of the C++ AMP specification: contents of views, and when their source is up to date.
//! `overlapping_sections.rs` tests overlapping sections, and `sourceless_views.rs` tests views without a source.

use amp::prelude::*;
use amp::{CopySource, CopyTarget, Error};

use crate::conformance::{on_each_queue, on_queue_pairs, refused};

#[test]
fn v_01_mutable_view_needs_a_mutable_source() {
    refused!(ArrayViewMut<'static, u32>: Default);
    refused!(ArrayViewMut<'static, u32>: From<&'static [u32]>);
    refused!(ArrayViewMut<'static, u32>: From<ArrayView<'static, u32>>);
    refused!(ArrayView<'static, u32, 2>: From<ArrayView<'static, u32, 1>>);
    refused!(ArrayView<'static, f32>: From<ArrayView<'static, u32>>);
}

#[test]
fn v_02_views_of_arrays_and_slices() {
    on_each_queue(|on| {
        let mut array = Array::from_fn_on(on, [2, 3], |i| (3 * i[0] + i[1]) as u32).unwrap();
        assert_eq!(array.as_view().extent(), Extent::from([2, 3]));
        assert_eq!(array.as_view_mut().to_vec().unwrap(), [0, 1, 2, 3, 4, 5]);
        let mut list = vec![0u32, 1, 2, 3, 4, 5];
        assert_eq!(ArrayView::from(&list[..]).extent(), Extent::from([6]));
        assert_eq!(ArrayView::with_extent([3, 2], &list).unwrap()[[2, 1]], 5);
        assert_eq!(ArrayViewMut::with_extent([1, 2, 3], &mut list).unwrap()[[0, 1, 2]], 5);
        assert!(matches!(ArrayView::with_extent([7], &list), Err(Error::ExtentMismatch { .. })));
        assert!(matches!(ArrayView::with_extent([5], &list), Err(Error::ExtentMismatch { .. })));
    });
}

#[test]
fn v_03_clone_of_a_view_shows_the_same_data() {
    on_each_queue(|on| {
        let values = [1u32, 2, 3];
        let view = ArrayView::new(&values);
        let copy = view.clone();
        assert_eq!(copy.to_vec().unwrap(), [1, 2, 3]);
        // Assignment to the variable replaces the view; the old source keeps its data.
        let (mut first, mut second) = ([1u32; 4], [2u32; 4]);
        let mut view = ArrayViewMut::new(&mut first);
        on.parallel_for_each(4, amp!(|i: Index<1>| view[i] = 10)).unwrap();
        view = ArrayViewMut::new(&mut second);
        on.parallel_for_each(4, amp!(|i: Index<1>| view[i] = 20)).unwrap();
        view.finish().unwrap();
        assert_eq!((first, second), ([10; 4], [20; 4]));
        let mut narrow = ArrayView::new(&values);
        narrow = narrow.section([1], [2]).unwrap();
        assert_eq!(narrow.to_vec().unwrap(), [2, 3]);
    });
}

#[test]
fn v_04_read_shows_kernel_writes() {
    on_each_queue(|on| {
        let mut values = [1u32; 4];
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(4, amp!(|i: Index<1>| view[i] = 9)).unwrap();
        assert_eq!(view.as_view().read().unwrap()[..], [9; 4]);
    });
}

#[test]
fn v_05_read_only_view_has_no_mutable_access() {
    refused!(ArrayView<'static, u32>: std::ops::IndexMut<usize>);
    refused!(ArrayView<'static, u32, 2>: std::ops::IndexMut<[usize; 2]>);
    refused!(ArrayView<'static, u32>: CopyTarget<u32, 1>);
    refused!(amp::ReadGuard<'static, u32, 1>: std::ops::DerefMut);
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Inner {
    point: Vec2,
    count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Outer {
    inner: Inner,
    weight: f32,
}

#[test]
fn v_06_struct_elements() {
    on_each_queue(|on| {
        let one = Outer { inner: Inner { point: Vec2::new(1.0, 2.0), count: 3 }, weight: 0.5 };
        let mut values = [one; 5];
        let mut view = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            view[i].inner.count += i[0] as u32;
            view[i].inner.point = view[i].inner.point * view[i].weight;
        });
        on.parallel_for_each(5, kernel).unwrap();
        view.finish().unwrap();
        let wanted = Outer { inner: Inner { point: Vec2::new(0.5, 1.0), count: 7 }, ..one };
        assert_eq!(values[4], wanted);
    });
}

#[test]
fn v_07_first_and_last_elements() {
    on_each_queue(|on| {
        let mut values = vec![0u32; 60];
        let mut view = ArrayViewMut::with_extent([3, 4, 5], &mut values).unwrap();
        view[[0, 0, 0]] = 1;
        view[Index::from([2, 3, 4])] = 2;
        let kernel = amp!(|i: Index<3>| if i[0] + i[1] + i[2] == 9 {
            view[i] += 10;
            view[[0, 0, 0]] += 10;
        });
        on.parallel_for_each([3, 4, 5], kernel).unwrap();
        {
            let mut section = view.section_mut([1, 1, 1], [2, 3, 4]).unwrap();
            section[[0, 0, 0]] = 5;
            assert_eq!(section[[1, 2, 3]], 12);
        }
        let mut line = view.view_as_mut([60]).unwrap();
        assert_eq!((line[0], line[26], line[59]), (11, 5, 12));
        line[59] = 13;
        drop(line);
        view.finish().unwrap();
        assert_eq!((values[0], values[59]), (11, 13));
    });
}

#[test]
fn v_08_projections_of_views_and_sections() {
    on_each_queue(|on| {
        let values: Vec<u32> = (0..24).collect();
        let view = ArrayView::with_extent([2, 3, 4], &values).unwrap();
        assert_eq!(view.project(1).unwrap().project(2).unwrap().to_vec().unwrap(), [20, 21, 22, 23]);
        let section = view.section([0, 1, 1], [2, 2, 2]).unwrap();
        let plane = section.project(1).unwrap();
        assert_eq!(plane.to_vec().unwrap(), [17, 18, 21, 22]);
        let mut row = ArrayViewMut::without_source([2]).unwrap();
        let second = plane.project(1).unwrap();
        on.parallel_for_each(2, amp!(|i: Index<1>| row[i] = second[i])).unwrap();
        assert_eq!(row.to_vec().unwrap(), [21, 22]);
    });
}

#[test]
fn v_08_projections_in_a_kernel() {
    on_each_queue(|on| {
        let values: Vec<u32> = (0..24).collect();
        let view = ArrayView::with_extent([2, 3, 4], &values).unwrap();
        let section = view.section([0, 1, 1], [2, 2, 2]).unwrap();
        let mut found = Array::<u32, 3>::new_on(on, [2, 2, 2]).unwrap();
        let kernel = amp!(|i: Index<3>| {
            let plane = section.project(i[0]).unwrap();
            let mut row = found.project_mut(i[0]).unwrap();
            let mut row = row.project_mut(i[1]).unwrap();
            row[i[2]] = plane.project(i[1]).unwrap()[i[2]] * 100 + plane[[i[1], i[2]]];
        });
        on.parallel_for_each([2, 2, 2], kernel).unwrap();
        let wanted = [5, 6, 9, 10, 17, 18, 21, 22].map(|value| value * 101);
        assert_eq!(found.to_vec().unwrap(), wanted);
    });
}

#[test]
fn v_09_index_rank_equals_the_view_rank() {
    refused!(ArrayView<'static, u32, 3>: std::ops::Index<[usize; 2]>);
    refused!(ArrayView<'static, u32, 2>: std::ops::Index<[usize; 3]>);
    refused!(ArrayView<'static, u32, 2>: std::ops::Index<usize>);
}

#[test]
fn v_10_read_guard_borrows_the_source_memory() {
    on_each_queue(|on| {
        let mut values = [1u32; 10];
        let memory = values.as_ptr();
        let mut view = ArrayViewMut::new(&mut values);
        on.parallel_for_each(10, amp!(|i: Index<1>| view[i] = i[0] as u32)).unwrap();
        assert_eq!(view.read().unwrap().as_ptr(), memory);
        let section = view.section([3], [4]).unwrap();
        let guard = section.read().unwrap();
        assert_eq!((guard.as_ptr(), &guard[..]), (memory.wrapping_add(3), &[3, 4, 5, 6][..]));
    });
}

#[test]
fn v_11_drop_of_the_view_updates_the_source() {
    on_each_queue(|on| {
        let mut values = [1u32; 10];
        {
            let mut view = ArrayViewMut::new(&mut values);
            on.parallel_for_each(1, amp!(|i: Index<1>| view[i] = 17)).unwrap();
            // The drop of a reborrowed view transfers nothing.
            let before = view.transfers();
            drop(view.as_view());
            assert_eq!(view.transfers(), before);
        }
        assert_eq!(values[..2], [17, 1]);
    });
}

#[test]
fn v_12_synchronize_updates_the_source() {
    on_each_queue(|on| {
        for method in 0..4 {
            let mut values = [1u32; 10];
            let mut view = ArrayViewMut::new(&mut values);
            on.parallel_for_each(1, amp!(|i: Index<1>| view[i] = 17)).unwrap();
            match method {
                0 => view.synchronize().unwrap(),
                1 => view.synchronize_async().wait().unwrap(),
                2 => pollster::block_on(view.synchronize_async()).unwrap(),
                _ => {}
            }
            view.finish().unwrap();
            assert_eq!(values[..2], [17, 1]);
        }
    });
}

#[test]
fn v_13_kernels_see_host_writes() {
    // C++ AMP has `refresh` for a source that changes behind its views. Here every change goes through the view.
    on_queue_pairs(|here, there| {
        let mut values = [0u32; 20];
        let mut view = ArrayViewMut::new(&mut values);
        here.parallel_for_each(20, amp!(|i: Index<1>| view[i] += 1)).unwrap();
        view.write().unwrap()[17] = 93;
        let mut found = ArrayViewMut::without_source([20]).unwrap();
        there.parallel_for_each(20, amp!(|i: Index<1>| found[i] = view[i])).unwrap();
        assert_eq!((view[17], found[17], found[16]), (93, 93, 1));
        assert_eq!(Array::copy_of_on(here, &view).unwrap().to_vec().unwrap()[17], 93);
    });
}

#[test]
fn v_17_reads_on_two_queues_transfer_the_data_once() {
    on_queue_pairs(|here, there| {
        let values: Vec<u32> = (0..625).map(|at| at * 7 % 100).collect();
        let view = ArrayView::with_extent([25, 25], &values).unwrap();
        let (first, second) =
            (view.section([0, 0], [5, 5]).unwrap(), view.section([20, 20], [5, 5]).unwrap());
        for round in 0..3 {
            let mut sums = [0u32; 2];
            let mut moved = amp::Transfers::default();
            for (sum, (on, section)) in sums.iter_mut().zip([(here, &first), (there, &second)]) {
                let mut out = Array::<u32>::new_on(on, [25]).unwrap();
                let kernel = amp!(|i: Index<1>| out[i] = section[[i[0] / 5, i[0] % 5]]);
                if round > 0 && moved == amp::Transfers::default() {
                    moved = view.transfers();
                }
                on.parallel_for_each(25, kernel).unwrap();
                *sum = out.to_vec().unwrap().iter().sum();
            }
            let wanted = |start: usize| -> u32 {
                (start..start + 5)
                    .flat_map(|i| (start..start + 5).map(move |j| (i, j)))
                    .map(|(i, j)| values[i * 25 + j])
                    .sum()
            };
            assert_eq!(sums, [wanted(0), wanted(20)]);
            if round > 0 {
                assert_eq!(view.transfers(), moved, "the second round transfers nothing");
            }
        }
        assert!(view.transfers().uploaded_bytes <= 200 && view.transfers().downloads == 0);
    });
}

#[test]
fn v_18_two_queues_write_disjoint_sections() {
    on_queue_pairs(|here, there| {
        for source in ["slice", "array"] {
            let mut values = vec![0u32; 625];
            let mut array = Array::<u32, 2>::new_on(here, [25, 25]).unwrap();
            let mut view = match source {
                "slice" => ArrayViewMut::with_extent([25, 25], &mut values).unwrap(),
                _ => array.as_view_mut(),
            };
            view[[1, 1]] = 13;
            view[[21, 21]] = 14;
            for (on, origin, value) in [(here, [0, 0], 12), (there, [20, 20], 15)] {
                let mut section = view.section_mut(origin, [5, 5]).unwrap();
                let kernel = amp!(|_i: Index<1>| {
                    section[[0, 0]] = section[[1, 1]];
                    section[[1, 1]] = value;
                });
                on.parallel_for_each(1, kernel).unwrap();
            }
            let found = view.read().unwrap();
            assert_eq!((found[[0, 0]], found[[1, 1]], found[[20, 20]], found[[21, 21]]), (13, 12, 14, 15));
        }
    });
}

#[test]
fn v_22_discard_data_avoids_the_upload() {
    on_each_queue(|on| {
        let mut values = [1u32; 100];
        let mut view = ArrayViewMut::new(&mut values);
        view.discard_data();
        on.parallel_for_each(100, amp!(|i: Index<1>| view[i] = i[0] as u32)).unwrap();
        view.synchronize().unwrap();
        assert_eq!(view.transfers().uploads, 0);
        view.finish().unwrap();
        assert_eq!(values[99], 99);
    });
}

#[test]
fn v_23_two_queues_compute_halves_of_a_matrix_product() {
    const N: usize = 16;
    on_queue_pairs(|here, there| {
        let (a, b): (Vec<i32>, Vec<i32>) =
            ((0..256).map(|n| n % 7).collect(), (0..256).map(|n| n % 5).collect());
        let (x, y) =
            (ArrayView::with_extent([N, N], &a).unwrap(), ArrayView::with_extent([N, N], &b).unwrap());
        let mut c = vec![0; N * N];
        for tiled in [false, true] {
            let mut product = ArrayViewMut::with_extent([N, N], &mut c).unwrap();
            product.discard_data();
            for (on, start) in [(here, 0), (there, N / 2)] {
                let section = x.section([start, 0], [N / 2, N]).unwrap();
                let mut half = product.section_mut([start, 0], [N / 2, N]).unwrap();
                if tiled {
                    let domain = half.extent().tile([4, 4]).unwrap();
                    let kernel = amp!(tile = [4, 4], |t: TiledIndex<2>| {
                        #[tile_static]
                        let mut left: [[i32; 4]; 4];
                        let mut sum = 0;
                        for k in (0..16usize).step_by(4) {
                            left[t.local[0]][t.local[1]] = section[[t.global[0], k + t.local[1]]];
                            t.barrier.wait();
                            for m in 0..4usize {
                                sum += left[t.local[0]][m] * y[[k + m, t.global[1]]];
                            }
                            t.barrier.wait();
                        }
                        half[t.global] = sum;
                    });
                    on.parallel_for_each(domain, kernel).unwrap();
                } else {
                    let kernel = amp!(|i: Index<2>| {
                        let mut sum = 0;
                        for k in 0..16usize {
                            sum += section[[i[0], k]] * y[[k, i[1]]];
                        }
                        half[i] = sum;
                    });
                    on.parallel_for_each([8, 16], kernel).unwrap();
                }
            }
            product.finish().unwrap();
            for i in 0..N {
                for j in 0..N {
                    assert_eq!(c[i * N + j], (0..N).map(|k| a[i * N + k] * b[k * N + j]).sum::<i32>());
                }
            }
        }
    });
}

#[test]
fn v_27_copy_to_another_extent_is_an_error() {
    on_each_queue(|on| {
        fn refuse<const N: usize>(source: &impl CopySource<u32, N>, target: &mut impl CopyTarget<u32, N>) {
            assert!(matches!(copy(source, target), Err(Error::ExtentMismatch { .. })));
            assert!(matches!(copy_async(source, target).wait(), Err(Error::ExtentMismatch { .. })));
        }
        let mut array = Array::<u32, 2>::new_on(on, [2, 3]).unwrap();
        let mut view = ArrayViewMut::<u32, 2>::without_source([3, 2]).unwrap();
        refuse(&array, &mut view);
        refuse(&view, &mut array);
        refuse(&view.as_view(), &mut array);
        refuse(&array.section([0, 0], [1, 2]).unwrap(), &mut view);
    });
}

// V-28, sections outside their view, is tested by `a_16` and `a_17` in `subviews.rs`.

#[test]
fn v_29_extent_in_a_kernel_equals_the_extent_on_the_host() {
    on_each_queue(|on| {
        let mut extents = Array::<u32>::new_on(on, [3]).unwrap();
        let view = ArrayViewMut::<u32, 3>::without_source([4, 5, 6]).unwrap();
        on.parallel_for_each(3, amp!(|i: Index<1>| extents[i] = view.extent()[i[0]] as u32)).unwrap();
        let extent = view.extent();
        assert_eq!(extents.to_vec().unwrap(), [extent[0] as u32, extent[1] as u32, extent[2] as u32]);
    });
}
