//! Put the field with the largest alignment first, and fill the rest with a field.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Gapless {
    b: Vec4,
    a: f32,
    rest: [f32; 3],
}

#[test]
fn runs() {
    let it = Gapless { b: Vec4::splat(2.0), a: 3.0, rest: [0.0; 3] };
    crate::gives(&[8.0], &[0.0], |on, y| {
        on.parallel_for_each(1, amp!(|i: Index<1>| y[i] = it.a + it.b.x * 2.0 + it.rest[2] + 1.0))
    });
}
