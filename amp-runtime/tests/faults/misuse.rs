//! Misuse of a device through wgpu, which amp cannot observe.

use amp::Error;
use amp::interop::{self, wgpu};
use amp::prelude::*;

use crate::{all_others_work, with_separate_device};

#[test]
fn launch_over_a_destroyed_buffer() {
    with_separate_device(|view, _| {
        let mut values = [1u32; 100];
        let mut y = ArrayViewMut::new(&mut values);
        let mut array = Array::from_slice_on(view, [100], &[5u32; 100]).unwrap();
        interop::buffer(&array).unwrap().destroy();
        let kernel = amp!(|i: Index<1>| y[i] = array[i]);
        let result = view.parallel_for_each(100, kernel).and_then(|()| y.synchronize());
        assert!(matches!(result, Err(Error::Device { .. })), "{result:?}");
        // amp reports the error once. Then all commands work, except those on the destroyed buffer. The
        // discard drops the result of the failed launch.
        y.discard_data();
        drop(y);
        assert!(values == [1; 100] || values == [0; 100]);
        assert!(array.copy_from(&[6; 100]).and_then(|()| array.to_vec()).is_err());
        drop(array);
        let fresh = Array::from_slice_on(view, [3], &[1u32, 2, 3]).unwrap();
        assert_eq!(fresh.to_vec().unwrap(), [1, 2, 3]);
        all_others_work();
    });
}

/// A type for which only the words 0 and 1 are valid.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(u32)]
enum Kind {
    None = 0,
    Some = 1,
}

#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
#[repr(C)]
struct Item {
    kind: Kind,
    numbers: [f32; 2],
}

#[test]
fn store_out_of_bounds_creates_no_invalid_enum() {
    with_separate_device(|view, _| {
        let item = Item { kind: Kind::Some, numbers: [1.5, 2.5] };
        let empty = Item { kind: Kind::None, numbers: [0.0; 2] };
        let is_atomic = |item: &Item| std::hint::black_box(item.kind as u32) < 2;
        // The index is so large that its byte offset wraps in 32 bits to byte 32, the third word of the third
        // element.
        let far = 1_431_655_768usize;
        let mut array = Array::from_slice_on(view, 8, &[empty; 8]).unwrap();
        view.parallel_for_each(1, amp!(|i: Index<1>| array[i[0] + far] = item)).unwrap();
        assert!(array.to_vec().unwrap().iter().all(is_atomic));
        // Index 2 is beyond `numbers`, and would be the `kind` of the next element.
        let next = 2usize;
        let mut source = [empty; 8];
        let mut y = ArrayViewMut::new(&mut source);
        view.parallel_for_each(7, amp!(|i: Index<1>| y[i].numbers[next] = 7.0)).unwrap();
        let mut later = pollster::block_on(y.to_vec_async()).unwrap();
        later.extend(y.to_vec().unwrap());
        drop(y);
        assert!(later.iter().chain(&source).all(is_atomic));
    });
}

#[test]
fn uncaptured_error_is_reported_once() {
    with_separate_device(|view, _| {
        let device = interop::device(view).unwrap();
        // The copy is invalid, because its offset and size are not multiples of four.
        let mut encoder = device.create_command_encoder(&Default::default());
        let array = Array::from_slice_on(view, [2], &[1u32, 2]).unwrap();
        let buffer = interop::buffer(&array).unwrap();
        encoder.copy_buffer_to_buffer(&buffer, 0, &buffer, 3, 1);
        interop::queue(view).unwrap().submit([encoder.finish()]);
        // The next fallible call reports the error, and later calls do not.
        let results = [view.wait(), view.wait()];
        assert!(matches!(results, [Err(Error::Device { .. }), Ok(())]), "{results:?}");
        assert_eq!(array.to_vec().unwrap(), [1, 2]);
    });
}

#[test]
fn invalid_launch_in_a_batch() {
    with_separate_device(|view, _| {
        let mapped = || {
            let descriptor = wgpu::BufferDescriptor {
                label: None,
                size: 64,
                usage: interop::USAGES,
                mapped_at_creation: true,
            };
            let buffer = interop::device(view).unwrap().create_buffer(&descriptor);
            interop::array::<u32, 1>(view, buffer, [16]).unwrap()
        };
        let [mut before, mut after] = [1, 2].map(|n| Array::from_slice_on(view, [4], &[n; 4]).unwrap());
        let mut bad = mapped();
        let launches = |before: &mut Array<u32>, bad: &mut Array<u32>, after: &mut Array<u32>| {
            view.parallel_for_each(4, amp!(|i: Index<1>| before[i] += 40))?;
            // In the queuing mode with batches, this call does not return the error, because the launch is
            // only recorded.
            let results = view.parallel_for_each(16, amp!(|i: Index<1>| bad[i] = 1));
            let results = results.and(view.parallel_for_each(4, amp!(|i: Index<1>| after[i] += 40)));
            results.and(view.flush())
        };
        let results = [launches(&mut before, &mut bad, &mut after), view.wait()];
        assert!(
            matches!(&results, [Err(Error::Device { reason, .. }), Ok(())] if reason.contains("kernel `")),
            "{results:?}"
        );
        // All other launches ran. As an exception, the launch over `after` was not recorded if its call
        // returned the error of the launch over `bad`.
        assert_eq!(before.to_vec().unwrap(), [41; 4]);
        let after_it = after.to_vec().unwrap();
        assert_eq!(
            after_it,
            [if view.queuing_mode() == QueuingMode::Automatic { 42 } else { after_it[0] }; 4]
        );
        // The same launches, during a profile.
        let results = view.profile(|| launches(&mut before, &mut bad, &mut after));
        assert!(matches!(results, Err(Error::Device { .. })), "{results:?}");
        assert_eq!(before.to_vec().unwrap(), [81; 4]);
        all_others_work();
    });
}

#[test]
fn two_arrays_over_one_buffer() {
    with_separate_device(|view, _| {
        let mut first = Array::from_slice_on(view, [64], &[1u32; 64]).unwrap();
        let buffer = interop::buffer_mut(&mut first).unwrap();
        let mut second = interop::array::<u32, 1>(view, buffer, [64]).unwrap();
        let both = view.parallel_for_each(64, amp!(|i: Index<1>| first[i] = second[63 - i[0]] + 1));
        assert!(matches!(both, Err(Error::Aliasing { .. })), "{both:?}");
        let both = view.parallel_for_each(
            64,
            amp!(|i: Index<1>| {
                atomic_fetch_add(&mut first[i], 1);
                atomic_fetch_add(&mut second[i], 1);
            }),
        );
        assert!(matches!(both, Err(Error::Aliasing { .. })), "{both:?}");
        // In separate launches, both arrays work: they are one buffer, and the launches access it in the
        // order of the calls.
        view.parallel_for_each(64, amp!(|i: Index<1>| first[i] = i[0] as u32)).unwrap();
        view.parallel_for_each(64, amp!(|i: Index<1>| second[i] *= 2)).unwrap();
        first.copy_from(&[7; 64]).unwrap();
        assert_eq!(second.to_vec().unwrap(), [7; 64]);
        view.parallel_for_each(64, amp!(|i: Index<1>| second[i] += 1)).unwrap();
        copy(&second, &mut first).unwrap();
        assert_eq!(first.to_vec().unwrap(), [8; 64]);
        let mut third = Array::<u32>::new_on(view, [64]).unwrap();
        view.parallel_for_each(64, amp!(|i: Index<1>| third[i] = first[i] + second[i])).unwrap();
        assert_eq!(third.to_vec().unwrap(), [16; 64]);
        view.wait().unwrap();
    });
}

#[test]
fn callback_of_wgpu_calls_amp() {
    with_separate_device(|view, _| {
        let mut array = Array::from_slice_on(view, [100], &[5u32; 100]).unwrap();
        view.parallel_for_each(100, amp!(|i: Index<1>| array[i] += 1)).unwrap();
        let queue = interop::queue(view).unwrap();
        let (sender, receiver) = std::sync::mpsc::channel();
        let (theirs, other) = (view.clone(), Array::from_slice_on(view, [2], &[1u32, 2]).unwrap());
        queue.on_submitted_work_done(move || {
            let mut nothing = ArrayViewMut::<u32>::without_source([4]).unwrap();
            let answers = [
                theirs.flush(),
                theirs.wait(),
                theirs.create_marker().wait(),
                theirs.profile(|| Ok(())).map(drop),
                theirs.parallel_for_each(4, amp!(|i: Index<1>| nothing[i] = 1)),
                other.to_vec().map(drop),
                other.to_vec_async().wait().map(drop),
                other.read().map(drop),
                other.as_view().synchronize_to(&theirs),
                copy(&other, &mut [0; 2]),
                Array::<u32>::new_on(&theirs, [8]).map(drop),
            ];
            sender.send(answers).unwrap();
        });
        // `to_vec` polls the device while it holds the download lock. wgpu calls the callback during the
        // poll.
        assert_eq!(array.to_vec().unwrap(), [6; 100]);
        view.wait().unwrap();
        for (at, answer) in receiver.recv().unwrap().into_iter().enumerate() {
            assert_eq!(answer, Err(Error::InCallback), "the answer {at}");
        }
        // After the callback, the device works as before.
        view.parallel_for_each(100, amp!(|i: Index<1>| array[i] += 1)).unwrap();
        assert_eq!(array.to_vec().unwrap(), [7; 100]);
    });
}

/// If a copy returns the error of another command, the copy was either made or not. Later reads must agree on
/// the contents.
#[test]
fn copy_that_returns_another_commands_error() {
    with_separate_device(|view, _| {
        let trouble = || {
            let (label, usage) = (None, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::STORAGE);
            let descriptor = wgpu::BufferDescriptor { label, size: 7, usage, mapped_at_creation: true };
            let _ = interop::device(view).unwrap().create_buffer(&descriptor);
        };
        let mut seen = ArrayViewMut::<u32>::without_source([4]).unwrap();
        // The target's data is not valid at any location yet.
        let mut array = Array::<u32>::new_on(view, [4]).unwrap();
        trouble();
        assert!(matches!(array.copy_from(&[9; 4]), Err(Error::Device { .. })));
        let host = array.to_vec().unwrap();
        view.parallel_for_each(4, amp!(|i: Index<1>| seen[i] = array[i])).unwrap();
        assert_eq!(seen.to_vec().unwrap(), host);
        assert!(host == [0; 4] || host == [9; 4], "{host:?}");
        // The target's data is valid on the host and on the device.
        let mut source = [1u32; 4];
        let mut target = ArrayViewMut::new(&mut source);
        target.synchronize_to(view).unwrap();
        let from = Array::from_slice_on(view, [4], &[5u32; 4]).unwrap();
        trouble();
        assert!(matches!(copy(&from, &mut target), Err(Error::Device { .. })));
        let host = target.to_vec().unwrap();
        view.parallel_for_each(4, amp!(|i: Index<1>| seen[i] = target[i])).unwrap();
        assert_eq!(seen.to_vec().unwrap(), host);
        target.finish().unwrap();
        assert_eq!(host, source);
        // The same with a target of many regions. The next copy works.
        let mut source = [1u32; 400];
        let mut target = ArrayViewMut::with_extent([100, 4], &mut source).unwrap();
        target.synchronize_to(view).unwrap();
        trouble();
        let data = [7u32; 200];
        let copied = copy(
            &ArrayView::with_extent([100, 2], &data).unwrap(),
            &mut target.section_mut([0, 1], [100, 2]).unwrap(),
        );
        let again = copy(&data[..], &mut target.section_mut([0, 1], [100, 2]).unwrap());
        assert!(
            matches!((&copied, &again), (Ok(()), Ok(())) | (Err(Error::Device { .. }), Ok(()))),
            "{copied:?} {again:?}"
        );
        assert_eq!(target.section([0, 0], [1, 4]).unwrap().to_vec().unwrap(), [1, 7, 7, 1]);
    });
}

/// An invalid launch does not affect the scatter shader, which amp compiles for its own copies.
#[test]
fn invalid_launch_before_a_scatter_copy() {
    with_separate_device(|view, _| {
        let mut bad = Array::from_slice_on(view, [1000], &[7u32; 1000]).unwrap();
        let buffer = interop::buffer(&bad).unwrap();
        let gathered = view.parallel_for_each(1000, amp!(|i: Index<1>| bad[i] += 1));
        buffer.destroy();
        let mut source = vec![1u32; 4000];
        let mut view_of = ArrayViewMut::with_extent([1000, 4], &mut source).unwrap();
        let mut launch = || {
            let mut part = view_of.section_mut([0, 1], [1000, 2]).unwrap();
            view.parallel_for_each([1000, 2], amp!(|i: Index<2>| part[i] += 1))
        };
        let results = [gathered, launch(), launch(), launch(), view.wait()];
        let wrong = results.iter().filter(|result| result.is_err()).count();
        assert!(wrong <= 1, "{results:?}");
        view_of.finish().unwrap();
        assert_eq!((source[0], source[3]), (1, 1));
        let launches = results[1..4].iter().filter(|result| result.is_ok()).count() as u32;
        assert_eq!(source[1..3], [1 + launches; 2], "{results:?}");
    });
}
