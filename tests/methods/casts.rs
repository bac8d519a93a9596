//! Casts saturate.

use amp::prelude::*;
use amp_tests::on_each;

use crate::sweep::FLOATS;

#[test]
fn casts_saturate() {
    on_each(|accelerator| {
        let mut ints = vec![0i32; FLOATS.len()];
        let mut words = vec![0u32; FLOATS.len()];
        let x = ArrayView::new(&FLOATS);
        let (mut y, mut z) = (ArrayViewMut::new(&mut ints), ArrayViewMut::new(&mut words));
        let extent = y.extent();
        let kernel = amp!(|i: Index<1>| {
            y[i] = x[i] as i32;
            z[i] = x[i] as u32;
        });
        accelerator.default_view().parallel_for_each(extent, kernel).unwrap();
        drop((y, z));
        for (at, v) in FLOATS.iter().enumerate() {
            assert_eq!((ints[at], words[at]), (*v as i32, *v as u32), "{v}");
        }
    });
}
