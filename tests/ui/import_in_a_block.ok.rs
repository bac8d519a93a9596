//! Write `use` at the beginning of the function body.

use amp::prelude::*;

mod tools {
    use amp::prelude::*;

    #[device]
    pub(super) fn twice(a: f32) -> f32 {
        a * 2.0
    }
}

mod sizes {
    pub(super) const SIZE: usize = 1;
}

#[device]
fn bounded(list: [f32; sizes::SIZE]) -> f32 {
    use sizes::SIZE as COUNT;
    list[COUNT - 1]
}

#[kernel]
fn doubled(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    use tools::twice;
    if y[i] > 1.0 {
        y[i] = bounded([twice(y[i])]);
    }
}

#[test]
fn runs() {
    crate::gives(&[1.0, 4.0], &[1.0, 2.0], |on, y| on.parallel_for_each(y.extent(), doubled(y)));
}
