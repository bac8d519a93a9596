//! Bind the returned value to a variable.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Body {
    mass: f32,
}

#[device]
impl Body {
    fn heavier(self, by: f32) -> f32 {
        self.mass + by
    }
}

#[test]
fn runs() {
    let (bodies, mut masses) = ([Body { mass: 1.0 }; 8], [0.0; 8]);
    let (x, mut y) = (ArrayView::new(&bodies), ArrayViewMut::new(&mut masses));
    parallel_for_each(
        8,
        amp!(|i: Index<1>| {
            let _twice = x[i].heavier(2.0);
            y[i] = x[i].heavier(1.0);
        }),
    )
    .unwrap();
    y.finish().unwrap();
    assert_eq!(masses, [2.0; 8]);
}
