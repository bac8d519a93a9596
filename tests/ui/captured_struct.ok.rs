//! Derive `GpuType` for the struct.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Settings {
    factor: f32,
}

#[test]
fn runs() {
    let settings = Settings { factor: 2.0 };
    crate::gives(&[4.0, 4.0], &[1.0, 2.0], |on, y| {
        on.parallel_for_each(2, amp!(|i: Index<1>| y[i] = settings.factor * 2.0))
    });
}
