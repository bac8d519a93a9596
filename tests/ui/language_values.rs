//! L-07, L-08: literals and names that a device does not support.

use amp::prelude::*;

static FIXED: i32 = 4;
static mut MUTABLE: i32 = 4;

unsafe extern "C" {
    static FOREIGN: i32;
}

thread_local! {
    static LOCAL: i32 = 5;
}

#[device]
fn named(text: i32) -> i32 {
    text
}

#[kernel]
fn strings(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let text = c"text";
    y[i] = named(c"text");
    let bytes = b"";
    let letter = 'c';
    let byte = b'c';
}

#[kernel]
fn numbers(i: Index<1>, y: &mut ArrayViewMut<f32>, z: &mut ArrayViewMut<i32>) {
    z[i] = 3_000_000_000;
    y[i] = 1e300;
}

#[kernel]
fn statics(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    static INSIDE: i32 = 3;
    y[i] = LOCAL.get();
    unsafe { MUTABLE += 1 };
}

fn main() {
    let mut values = [0; 4];
    let mut y = ArrayViewMut::new(&mut values);
    parallel_for_each(4, amp!(|i: Index<1>| y[i] = FIXED)).unwrap();
    parallel_for_each(4, amp!(|i: Index<1>| y[i] = FOREIGN)).unwrap();
}
