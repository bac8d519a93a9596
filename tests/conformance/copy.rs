//! Chapter 5.3: copies.

use std::sync::mpsc::channel;

use amp::prelude::*;
use amp::{CopySource, CopyTarget, Error};

use crate::{everywhere, pairs, refused};

const EXTENT: [usize; 2] = [5, 8];

fn numbers(first: u32) -> Vec<u32> {
    (first..first + 40).collect()
}

type Source<'a> = &'a dyn CopySource<u32, 2>;
type Target<'a> = &'a mut dyn CopyTarget<u32, 2>;

/// Gives every kind of source, each with other numbers, to a function.
fn each_source(on: &AcceleratorView, give: &mut dyn FnMut(Source<'_>, Vec<u32>, &str)) {
    let array = Array::from_slice_on(on, EXTENT, &numbers(0)).unwrap();
    give(&array, numbers(0), "an array");
    let list = numbers(100);
    give(&ArrayView::with_extent(EXTENT, &list).unwrap(), list.clone(), "a view");
    give(&list, list.clone(), "a list");
    let mut written = ArrayViewMut::without_source(EXTENT).unwrap();
    on.parallel_for_each(EXTENT, amp!(|i: Index<2>| written[i] = (200 + i[0] * 8 + i[1]) as u32)).unwrap();
    give(&written, numbers(200), "a written view");
    give(&written.as_view(), numbers(200), "a view of a written one");
    give(&written.as_atomic(), numbers(200), "an atomic view");
    let mut large = Array::<u32, 2>::new_on(on, [9, 11]).unwrap();
    {
        let mut inner = large.section_mut([2, 1], EXTENT).unwrap();
        on.parallel_for_each(EXTENT, amp!(|i: Index<2>| inner[i] = (300 + i[0] * 8 + i[1]) as u32)).unwrap();
    }
    give(&large.section([2, 1], EXTENT).unwrap(), numbers(300), "a section");
    let mut staging = Array::staging(on, EXTENT).unwrap();
    staging.write().unwrap().copy_from_slice(&numbers(400));
    give(&staging, numbers(400), "a staging array");
}

/// Copies one source to every kind of target, and compares.
fn each_target(
    on: &AcceleratorView,
    source: Source<'_>,
    wanted: &[u32],
    what: &str,
    copy: &dyn Fn(Source<'_>, Target<'_>),
) {
    let mut array = Array::<u32, 2>::new_on(on, EXTENT).unwrap();
    copy(source, &mut array);
    assert_eq!(array.to_vec().unwrap(), wanted, "{what} to an array");
    let mut list = vec![0; 40];
    copy(source, &mut list);
    assert_eq!(list, wanted, "{what} to a list");
    let mut view = ArrayViewMut::with_extent(EXTENT, &mut list).unwrap();
    on.parallel_for_each(EXTENT, amp!(|i: Index<2>| view[i] = 0)).unwrap();
    copy(source, &mut view);
    view.finish().unwrap();
    assert_eq!(list, wanted, "{what} to a view");
    let mut large = vec![9u32; 7 * 12];
    let mut view = ArrayViewMut::with_extent([7, 12], &mut large).unwrap();
    on.parallel_for_each([7, 12], amp!(|i: Index<2>| view[i] = 8)).unwrap();
    copy(source, &mut view.section_mut([1, 3], EXTENT).unwrap());
    assert_eq!(view.section([1, 3], EXTENT).unwrap().to_vec().unwrap(), wanted, "{what} to a section");
    view.finish().unwrap();
    assert!(large.iter().filter(|&&value| value == 8).count() >= 7 * 12 - 40, "{what} beside a section");
    let mut staging = Array::<u32, 2>::staging(on, EXTENT).unwrap();
    copy(source, &mut staging);
    assert_eq!(staging.read().unwrap()[..], *wanted, "{what} to a staging array");
}

#[test]
fn k_01_everything_is_copied_to_everything() {
    pairs(|here, there| {
        each_source(here, &mut |source, wanted, what| {
            each_target(there, source, &wanted, what, &|from, to| copy(from, to).unwrap());
            // The source is as it was.
            let mut again = vec![0; 40];
            copy(source, &mut again).unwrap();
            assert_eq!(again, wanted, "{what} afterwards");
        });
    });
}

#[test]
fn k_02_everything_is_copied_without_waiting() {
    pairs(|here, there| {
        each_source(here, &mut |source, wanted, what| {
            each_target(there, source, &wanted, what, &|from, to| copy_async(from, to).wait().unwrap());
            each_target(there, source, &wanted, what, &|from, to| {
                pollster::block_on(copy_async(from, to)).unwrap();
            });
        });
    });
}

#[test]
fn k_02_what_follows_finds_the_data() {
    pairs(|here, there| {
        let array = Array::from_slice_on(here, EXTENT, &numbers(7)).unwrap();
        let mut target = Array::<u32, 2>::staging(there, EXTENT).unwrap();
        let (sender, receiver) = channel();
        copy_async(&array, &mut target).then(move |result| sender.send(result).unwrap());
        receiver.recv().unwrap().unwrap();
        let moved = target.transfers();
        assert_eq!(target.read().unwrap()[..], numbers(7));
        assert_eq!(target.transfers(), moved, "it was there");
    });
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Named {
    id: u32,
    place: Vec3,
}

#[test]
fn k_03_structs_are_copied() {
    pairs(|here, there| {
        let all: Vec<Named> = (0..30).map(|id| Named { id, place: Vec3::splat(id as f32) }).collect();
        let from = Array::from_slice_on(here, [30], &all).unwrap();
        let mut to = Array::copy_of_on(there, &from).unwrap();
        there.parallel_for_each(30, amp!(|i: Index<1>| to[i].place = to[i].place * 2.0)).unwrap();
        let mut back = vec![all[0]; 30];
        copy(&to, &mut back).unwrap();
        assert!(back.iter().zip(&all).all(|(new, old)| new.id == old.id && new.place == old.place * 2.0));
    });
}

#[test]
fn k_04_what_yields_elements_once_is_enough() {
    everywhere(|on| {
        let text = "3 1 4 1 5 9";
        let numbers = text.split(' ').map(|word| word.parse::<u32>().unwrap());
        let array = Array::from_elements_on(on, [6], numbers).unwrap();
        let mut sum = 0;
        array.to_vec().unwrap().into_iter().for_each(|value| sum = 10 * sum + value);
        assert_eq!(sum, 314_159);
    });
}

#[test]
fn k_05_nothing_is_copied_to_what_is_only_read() {
    refused!(ArrayView<'static, u32>: CopyTarget<u32, 1>);
    refused!(AtomicView<'static, u32>: CopyTarget<u32, 1>);
    refused!(ArrayViewMut<'static, u32, 2>: CopyTarget<u32, 1>);
    refused!(ArrayViewMut<'static, u32, 2>: CopyTarget<f32, 2>);
    refused!(Array<u32, 1>: CopySource<u32, 2>);
    refused!(Array<u32, 1>: CopySource<i32, 1>);
}

#[test]
fn k_06_what_nobody_wrote_can_be_copied() {
    pairs(|here, there| {
        let never = Array::<u32, 2>::new_on(here, EXTENT).unwrap();
        let mut target = Array::from_slice_on(there, EXTENT, &numbers(1)).unwrap();
        copy(&never, &mut target).unwrap();
        assert_eq!(target.to_vec().unwrap(), [0; 40]);
        let mut given_up = Array::from_slice_on(here, EXTENT, &numbers(1)).unwrap();
        given_up.discard_data();
        copy(&given_up, &mut target).unwrap(); // of whatever is there
    });
}

#[test]
fn k_07_lists_have_as_many_elements() {
    everywhere(|on| {
        let mut array = Array::<u32, 2>::new_on(on, EXTENT).unwrap();
        for count in [0, 39, 41] {
            let mut list = vec![1u32; count];
            assert!(matches!(copy(&list, &mut array), Err(Error::ExtentMismatch { .. })));
            assert!(matches!(copy(&array, &mut list), Err(Error::ExtentMismatch { .. })));
            assert!(matches!(Array::from_slice_on(on, EXTENT, &list), Err(Error::ExtentMismatch { .. })));
            assert!(matches!(array.copy_from(&list), Err(Error::ExtentMismatch { .. })));
        }
        assert_eq!(array.to_vec().unwrap(), [0; 40]);
    });
}
