//! Store a value of the view's element type.

use amp::prelude::*;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Body {
    mass: f32,
    links: u32,
}

#[test]
fn runs() {
    let sun = Body { mass: 1.5, links: 9 };
    crate::gives(&[9, 10, 1], &[0; 3], |on, y| {
        on.parallel_for_each(
            3,
            amp!(|i: Index<1>| {
                y[i] = sun.links;
                if i[0] == 1 {
                    y[i] += i[0] as u32;
                } else if y[i] == 9 && i[0] > 0 {
                    y[i] = sun.mass as u32;
                }
            }),
        )
    });
}
