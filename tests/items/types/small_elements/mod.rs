//! Views of `u8`, `i8`, `u16`, `i16` and `f16`, read and converted. Every bit pattern at every position in a 32-bit word is
//! compared with Rust, on every accelerator.

mod checks;
mod conversions;
mod f16;
mod subscripts;
mod transfers;
mod view_arguments;

use amp::prelude::*;
pub use amp_tests::on_each;

/// The elements of a new view after `run` has written them.
pub fn results_of<T: GpuType>(count: usize, run: impl FnOnce(&mut ArrayViewMut<'_, T>)) -> Vec<T> {
    let mut view = ArrayViewMut::without_source([count]).unwrap();
    run(&mut view);
    view.to_vec().unwrap()
}
