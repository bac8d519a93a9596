//! Use methods instead of operators that return references.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Three {
    parts: [f32; 3],
}

#[device]
impl Three {
    fn at(&self, k: usize) -> f32 {
        self.parts[k % 3]
    }

    fn set(&mut self, k: usize, to: f32) {
        self.parts[k % 3] = to;
    }
}

#[test]
fn methods_read_and_write_elements() {
    let mut three = [Three { parts: [1.0, 2.0, 3.0] }];
    let mut y = ArrayViewMut::new(&mut three);
    let kernel = amp!(|i: Index<1>| {
        let sum = y[i].at(1) + y[i].at(2);
        y[i].set(3, sum);
    });
    Accelerator::cpu().default_view().parallel_for_each([1], kernel).unwrap();
    y.finish().unwrap();
    assert_eq!(three[0].parts, [5.0, 2.0, 3.0]);
}
