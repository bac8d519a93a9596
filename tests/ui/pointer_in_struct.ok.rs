//! Store indices instead of pointers.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Node {
    next: u32,
    value: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Named {
    name: [u32; 2],
    value: f32,
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Steps {
    each: [f32; 2],
}

#[test]
fn structs_of_indices_and_floats() {
    let mut sums = [0.0; 2];
    let (node, named) = (Node { next: 1, value: 2.0 }, Named { name: [3, 4], value: 5.0 });
    let steps = Steps { each: [6.0, 7.0] };
    let mut y = ArrayViewMut::new(&mut sums);
    let kernel = amp!(|i: Index<1>| {
        y[i] = node.value + named.value + steps.each[i[0]] + (node.next + named.name[1]) as f32;
    });
    Accelerator::cpu().default_view().parallel_for_each([2], kernel).unwrap();
    y.finish().unwrap();
    assert_eq!(sums, [18.0, 19.0]);
}
