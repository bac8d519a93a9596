//! L-01: kernels call what kernels can run: functions of a type that are not marked.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Host {
    value: i32,
}

impl Host {
    fn value(&self) -> i32 {
        self.value
    }

    fn fixed() -> i32 {
        7
    }
}

#[kernel]
fn calls_an_associated_function(i: Index<1>, y: &mut ArrayViewMut<i32>) {
    y[i] = Host::fixed();
}

#[kernel]
fn calls_a_method(i: Index<1>, host: Host, y: &mut ArrayViewMut<i32>) {
    y[i] = host.value();
}

fn main() {}
