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
