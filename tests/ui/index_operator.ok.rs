//! End each branch in a reference to a part of `self`.

use amp::prelude::*;
use std::ops;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Three {
    parts: [f32; 3],
}

#[device]
impl ops::Index<usize> for Three {
    type Output = f32;
    fn index(&self, k: usize) -> &f32 {
        if k < 3 { &self.parts[k] } else { &self.parts[2] }
    }
}

#[device]
impl ops::IndexMut<usize> for Three {
    fn index_mut(&mut self, k: usize) -> &mut f32 {
        &mut self.parts[k % 3]
    }
}

#[device]
impl Three {
    fn all(&self) -> [f32; 3] {
        self.parts
    }
}

#[kernel]
fn sums(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    let mut three: Three = Three { parts: [y[i], 2.0, 3.0] };
    three[4] += three[0];
    y[i] = three[1] + three[7] + three.all()[0];
}

#[test]
fn runs() {
    crate::gives(&[7.0, 9.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), sums(y)));
}
