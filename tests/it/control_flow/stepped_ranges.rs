//! Loops over ranges with steps that only the kernel knows, for each type of integers, up to the ends of the type.

use crate::compare::COUNT;
use amp::prelude::*;
use amp_tests::on_each;

/// Defines a test of this type. The elements of `out` are the values of each kind of loop, as the digits of a number.
macro_rules! steps {
    ($($name:ident $ty:ident;)*) => {$(
        #[test]
        fn $name() {
            #[device]
            fn each(step: usize, low: $ty, high: $ty, out: &mut [u32; 5]) {
                for v in (low..high).step_by(step) {
                    out[0] = out[0].wrapping_mul(11).wrapping_add((v - low) as u32 + 1);
                }
                for v in (low..high).step_by(step).rev() {
                    out[1] = out[1].wrapping_mul(11).wrapping_add((v - low) as u32 + 1);
                }
                for v in (low..high).rev().step_by(step) {
                    out[2] = out[2].wrapping_mul(11).wrapping_add((v - low) as u32 + 1);
                }
                for v in (low..=high).step_by(step) {
                    out[3] = out[3].wrapping_mul(11).wrapping_add((v - low) as u32 + 1);
                }
                for v in (low..=high).rev().step_by(step) {
                    out[4] = out[4].wrapping_mul(11).wrapping_add((v - low) as u32 + 1);
                }
            }

            #[kernel]
            fn all(i: Index<1>, ends: &ArrayView<$ty>, y: &mut ArrayViewMut<[u32; 5]>) {
                let mut out = [0; 5];
                each(1 + i[0] % 5 * 3, ends[0], ends[1], &mut out);
                y[i] = out;
            }

            on_each(|on| {
                for (low, high) in [($ty::MAX - 9, $ty::MAX), ($ty::MIN, $ty::MIN + 7), (5, 5), (6, 5)] {
                    let ends = [low, high];
                    let ends = ArrayView::new(&ends);
                    let mut y = ArrayViewMut::<[u32; 5]>::without_source([COUNT]).unwrap();
                    if !crate::compare::launch(on, y.extent(), all(&ends, &mut y)) {
                        return;
                    }
                    for (k, found) in y.to_vec().unwrap().into_iter().enumerate() {
                        let mut expected = [0; 5];
                        each(1 + k % 5 * 3, low, high, &mut expected);
                        assert_eq!(found, expected, "{low}..{high} by {} on {}", 1 + k % 5 * 3, on.description());
                    }
                }
            });
        }
    )*};
}

steps! {
    steps_of_u8 u8;
    steps_of_i8 i8;
    steps_of_u16 u16;
    steps_of_i16 i16;
    steps_of_u32 u32;
    steps_of_i32 i32;
}
