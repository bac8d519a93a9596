//! Write `#[device]` above the `impl` block.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Host {
    value: i32,
}

#[device]
impl Host {
    fn value(&self) -> i32 {
        self.value
    }

    fn fixed() -> i32 {
        7
    }

    fn new(value: i32) -> Host {
        Host { value }
    }
}

#[kernel]
fn calls_an_associated_function(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    y[i] = Host::fixed();
}

#[kernel]
fn keeps_what_it_returns(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    let host = Host::new(3);
    y[i] = host.value;
}

#[kernel]
fn calls_a_method(i: Index<1>, host: Host, y: &mut ArrayViewMut<i32>) {
    y[i] = host.value();
}

#[test]
fn runs() {
    crate::gives(&[7], &[0], |on, y| on.parallel_for_each(y.extent(), calls_an_associated_function(y)));
    crate::gives(&[3], &[0], |on, y| on.parallel_for_each(y.extent(), keeps_what_it_returns(y)));
    crate::gives(&[5], &[0], |on, y| on.parallel_for_each(y.extent(), calls_a_method(Host { value: 5 }, y)));
}
