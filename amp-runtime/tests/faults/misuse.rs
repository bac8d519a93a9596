//! What others do to a device behind amp's back.

use amp::Error;
use amp::interop;
use amp::prelude::*;

use crate::{all_others_work, doomed};

#[test]
fn a_buffer_that_was_destroyed() {
    doomed(|view, _| {
        let mut values = [1u32; 100];
        let mut y = ArrayViewMut::new(&mut values);
        let mut array = Array::from_slice_on(view, [100], &[5u32; 100]).unwrap();
        interop::buffer(&array).unwrap().destroy();
        let kernel = amp!(|i: Index<1>| y[i] = array[i]);
        let result = view.parallel_for_each(100, kernel).and_then(|()| y.synchronize());
        assert!(matches!(result, Err(Error::Device { .. })), "{result:?}");
        // The error was told, and the rest works. What the launch would have written is given up.
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

/// What of three words is no number that may be anything.
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
fn a_store_far_outside_makes_no_enum() {
    doomed(|view, _| {
        let item = Item { kind: Kind::Some, numbers: [1.5, 2.5] };
        let empty = Item { kind: Kind::None, numbers: [0.0; 2] };
        let is_one = |item: &Item| std::hint::black_box(item.kind as u32) < 2;
        // So far that its distance in bytes, counted in 32 bits, is that of the second word of the third element.
        let far = 1_431_655_768usize;
        let mut array = Array::from_slice_on(view, 8, &[empty; 8]).unwrap();
        view.parallel_for_each(1, amp!(|i: Index<1>| array[i[0] + far] = item)).unwrap();
        assert!(array.to_vec().unwrap().iter().all(is_one));
        // Behind the list in an element stands the next one's enum.
        let next = 2usize;
        let mut source = [empty; 8];
        let mut y = ArrayViewMut::new(&mut source);
        view.parallel_for_each(7, amp!(|i: Index<1>| y[i].numbers[next] = 7.0)).unwrap();
        let mut later = pollster::block_on(y.to_vec_async()).unwrap();
        later.extend(y.to_vec().unwrap());
        drop(y);
        assert!(later.iter().chain(&source).all(is_one));
    });
}

#[test]
fn an_error_that_nobody_caught() {
    doomed(|view, _| {
        let device = interop::device(view).unwrap();
        // No copy can have this size.
        let mut encoder = device.create_command_encoder(&Default::default());
        let array = Array::from_slice_on(view, [2], &[1u32, 2]).unwrap();
        let buffer = interop::buffer(&array).unwrap();
        encoder.copy_buffer_to_buffer(&buffer, 0, &buffer, 3, 1);
        interop::queue(view).unwrap().submit([encoder.finish()]);
        // The next call that looks tells it, once.
        let told = [view.wait(), view.wait()];
        assert!(matches!(told, [Err(Error::Device { .. }), Ok(())]), "{told:?}");
        assert_eq!(array.to_vec().unwrap(), [1, 2]);
    });
}
