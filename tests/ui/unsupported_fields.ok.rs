//! Use fields of types that a device supports.

use amp::prelude::*;

/// A user-defined struct with the name of a standard type.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Box {
    low: f32,
    high: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Right {
    bounds: Box,
    set: u32,
    colours: u32,
    at: u32,
    name: [u32; 2],
    all: [[f32; 2]; 2],
    next: u32,
    first: u32,
}

#[test]
fn supported_fields_are_captured() {
    let right = Right {
        bounds: Box { low: 0.0, high: 100.0 },
        set: 1,
        colours: 2,
        at: 3,
        name: [4, 5],
        all: [[6.0, 7.0], [8.0, 9.0]],
        next: u32::MAX,
        first: 'b' as u32,
    };
    super::gives(&[1100 + 98 + 20], &[0], |on, y| {
        let kernel = amp!(|i: Index<1>| {
            y[i] =
                right.set + right.colours + right.at + right.name[1] + right.all[1][1] as u32 + right.first;
            if right.next == u32::MAX {
                y[i] += 1000 + right.bounds.low as u32 + right.bounds.high as u32;
            }
        });
        on.parallel_for_each([1], kernel)
    });
}
