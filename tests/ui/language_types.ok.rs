//! L-05, L-06, L-33: supported types.

use amp::prelude::*;

#[device]
fn of_words(a: u32, b: i32) -> u32 {
    a + b as u32
}

#[device]
fn of_letters(c: u32) -> bool {
    c == 97
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Small {
    a: u32,
    b: [i32; 2],
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Outer {
    inner: Small,
    raised: u32,
}

#[kernel]
fn local(i: Index<1>, outer: Outer, bytes: &ArrayView<u8>, y: &mut ArrayViewMut<u32>) {
    let a: i32 = outer.inner.b[1];
    let b = bytes[i] as u32;
    y[i] = of_words(b, a) + outer.inner.a;
    if outer.raised != 0 && of_letters(b) {
        y[i] += 1000;
    }
}

#[test]
fn runs() {
    let x = ArrayView::new(b"abc");
    let outer = Outer { inner: Small { a: 1, b: [2, 3] }, raised: 1 };
    crate::gives(&[1101, 102, 103], &[0; 3], |on, y| on.parallel_for_each(y.extent(), local(outer, &x, y)));
}
