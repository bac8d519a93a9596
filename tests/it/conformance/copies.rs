//! Chapter 5.3 of the C++ AMP specification: `copy` and `copy_async` between every kind of source and target.

use std::sync::mpsc::channel;

use amp::prelude::*;
use amp::{CopySource, CopyTarget, Error};

use crate::conformance::{on_each_queue, on_queue_pairs, refused};

const EXTENT: [usize; 2] = [5, 8];

fn values(first: u32) -> Vec<u32> {
    (first..first + 40).collect()
}

type Source<'a> = &'a dyn CopySource<u32, 2>;
type Target<'a> = &'a mut dyn CopyTarget<u32, 2>;

/// Calls a function with every kind of source, its elements and its name.
fn each_source(on: &AcceleratorView, call: &mut dyn FnMut(Source<'_>, Vec<u32>, &str)) {
    let array = Array::from_slice_on(on, EXTENT, &values(0)).unwrap();
    call(&array, values(0), "an array");
    let vector = values(100);
    call(&ArrayView::with_extent(EXTENT, &vector).unwrap(), vector.clone(), "a view");
    call(&vector, vector.clone(), "a vector");
    let mut written = ArrayViewMut::without_source(EXTENT).unwrap();
    on.parallel_for_each(EXTENT, amp!(|i: Index<2>| written[i] = (200 + i[0] * 8 + i[1]) as u32)).unwrap();
    call(&written, values(200), "a mutable view");
    call(&written.as_view(), values(200), "a read-only view of a mutable view");
    call(&written.as_atomic(), values(200), "an atomic view");
    let mut large = Array::<u32, 2>::new_on(on, [9, 11]).unwrap();
    {
        let mut inner = large.section_mut([2, 1], EXTENT).unwrap();
        on.parallel_for_each(EXTENT, amp!(|i: Index<2>| inner[i] = (300 + i[0] * 8 + i[1]) as u32)).unwrap();
    }
    call(&large.section([2, 1], EXTENT).unwrap(), values(300), "a section");
    let mut staging = Array::staging(on, EXTENT).unwrap();
    staging.write().unwrap().copy_from_slice(&values(400));
    call(&staging, values(400), "a staging array");
}

/// Copies one source to every kind of target, and compares the elements.
fn each_target(
    on: &AcceleratorView,
    source: Source<'_>,
    wanted: &[u32],
    source_name: &str,
    copy: &dyn Fn(Source<'_>, Target<'_>),
) {
    let mut array = Array::<u32, 2>::new_on(on, EXTENT).unwrap();
    copy(source, &mut array);
    assert_eq!(array.to_vec().unwrap(), wanted, "{source_name} to an array");
    let mut vector = vec![0; 40];
    copy(source, &mut vector);
    assert_eq!(vector, wanted, "{source_name} to a vector");
    let mut view = ArrayViewMut::with_extent(EXTENT, &mut vector).unwrap();
    on.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] = 0)).unwrap();
    copy(source, &mut view);
    view.finish().unwrap();
    assert_eq!(vector, wanted, "{source_name} to a view");
    let mut large = vec![9u32; 7 * 12];
    let mut view = ArrayViewMut::with_extent([7, 12], &mut large).unwrap();
    on.parallel_for_each([7, 12], amp!(|i: Index<2>| view[i] = 8)).unwrap();
    copy(source, &mut view.section_mut([1, 3], EXTENT).unwrap());
    assert_eq!(view.section([1, 3], EXTENT).unwrap().to_vec().unwrap(), wanted, "{source_name} to a section");
    view.finish().unwrap();
    assert!(
        large.iter().filter(|&&value| value == 8).count() >= 7 * 12 - 40,
        "{source_name} next to a section"
    );
    let mut staging = Array::<u32, 2>::staging(on, EXTENT).unwrap();
    copy(source, &mut staging);
    assert_eq!(staging.read().unwrap()[..], *wanted, "{source_name} to a staging array");
}

#[test]
fn k_01_copy_from_every_source_to_every_target() {
    on_queue_pairs(|here, there| {
        each_source(here, &mut |source, wanted, source_name| {
            each_target(there, source, &wanted, source_name, &|from, to| copy(from, to).unwrap());
            // The copy does not change the source.
            let mut again = vec![0; 40];
            copy(source, &mut again).unwrap();
            assert_eq!(again, wanted, "{source_name} afterwards");
        });
    });
}

#[test]
fn k_02_copy_async_from_every_source_to_every_target() {
    on_queue_pairs(|here, there| {
        each_source(here, &mut |source, wanted, source_name| {
            each_target(there, source, &wanted, source_name, &|from, to| {
                copy_async(from, to).wait().unwrap()
            });
            each_target(there, source, &wanted, source_name, &|from, to| {
                pollster::block_on(copy_async(from, to)).unwrap();
            });
        });
    });
}

#[test]
fn k_02_copy_async_callback_finds_the_data() {
    on_queue_pairs(|here, there| {
        let array = Array::from_slice_on(here, EXTENT, &values(7)).unwrap();
        let mut target = Array::<u32, 2>::staging(there, EXTENT).unwrap();
        let (sender, receiver) = channel();
        copy_async(&array, &mut target).then(move |result| sender.send(result).unwrap());
        receiver.recv().unwrap().unwrap();
        let moved = target.transfers();
        assert_eq!(target.read().unwrap()[..], values(7));
        assert_eq!(target.transfers(), moved, "a read after the copy transfers nothing");
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Named {
    id: u32,
    position: Vec3,
}

#[test]
fn k_03_copy_of_structs() {
    on_queue_pairs(|here, there| {
        let all: Vec<Named> = (0..30).map(|id| Named { id, position: Vec3::splat(id as f32) }).collect();
        let from = Array::from_slice_on(here, [30], &all).unwrap();
        let mut to = Array::copy_of_on(there, &from).unwrap();
        there.parallel_for_each(30, amp!(|i: Index<1>| to[i].position = to[i].position * 2.0)).unwrap();
        let mut back = vec![all[0]; 30];
        copy(&to, &mut back).unwrap();
        assert!(
            back.iter().zip(&all).all(|(new, old)| new.id == old.id && new.position == old.position * 2.0)
        );
    });
}

#[test]
fn k_04_array_from_a_single_pass_iterator() {
    on_each_queue(|on| {
        let text = "3 1 4 1 5 9";
        let values = text.split(' ').map(|word| word.parse::<u32>().unwrap());
        let array = Array::from_elements_on(on, [6], values).unwrap();
        let mut sum = 0;
        array.to_vec().unwrap().into_iter().for_each(|value| sum = 10 * sum + value);
        assert_eq!(sum, 314_159);
    });
}

#[test]
fn k_05_read_only_views_are_no_copy_targets() {
    refused!(ArrayView<'static, u32>: CopyTarget<u32, 1>);
    refused!(AtomicView<'static, u32>: CopyTarget<u32, 1>);
    refused!(ArrayViewMut<'static, u32, 2>: CopyTarget<u32, 1>);
    refused!(ArrayViewMut<'static, u32, 2>: CopyTarget<f32, 2>);
    refused!(Array<u32, 1>: CopySource<u32, 2>);
    refused!(Array<u32, 1>: CopySource<i32, 1>);
}

#[test]
fn k_06_unwritten_and_discarded_data_can_be_copied() {
    on_queue_pairs(|here, there| {
        let unwritten = Array::<u32, 2>::new_on(here, EXTENT).unwrap();
        let mut target = Array::from_slice_on(there, EXTENT, &values(1)).unwrap();
        copy(&unwritten, &mut target).unwrap();
        assert_eq!(target.to_vec().unwrap(), [0; 40]);
        let mut discarded = Array::from_slice_on(here, EXTENT, &values(1)).unwrap();
        discarded.discard_data();
        copy(&discarded, &mut target).unwrap(); // the values are unspecified
    });
}

#[test]
fn k_07_vector_length_must_equal_the_extent_size() {
    on_each_queue(|on| {
        let mut array = Array::<u32, 2>::new_on(on, EXTENT).unwrap();
        for count in [0, 39, 41] {
            let mut vector = vec![1u32; count];
            assert!(matches!(copy(&vector, &mut array), Err(Error::ExtentMismatch { .. })));
            assert!(matches!(copy(&array, &mut vector), Err(Error::ExtentMismatch { .. })));
            assert!(matches!(Array::from_slice_on(on, EXTENT, &vector), Err(Error::ExtentMismatch { .. })));
            assert!(matches!(array.copy_from(&vector), Err(Error::ExtentMismatch { .. })));
        }
        assert_eq!(array.to_vec().unwrap(), [0; 40]);
    });
}
