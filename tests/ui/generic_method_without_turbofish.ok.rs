//! Use a function, whose call can name the generic argument.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Powers {
    base: f32,
}

#[device]
fn power<const N: u32>(of: Powers) -> f32 {
    let mut product = 1.0;
    for _ in 0..N {
        product *= of.base;
    }
    product
}

#[kernel]
fn cubes(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = power::<3>(Powers { base: y[i] });
}

#[test]
fn runs() {
    crate::gives(&[8.0, 27.0], &[2.0, 3.0], |on, y| on.parallel_for_each(y.extent(), cubes(y)));
}
