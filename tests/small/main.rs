//! Views of `u8`, `i8`, `u16`, `i16` and `f16`, which kernels read: on every accelerator each pattern of bits is the number
//! that Rust says it is, wherever it lies in its word.

mod checks;
mod halves;
mod lent;
mod moves;
mod numbers;
mod shapes;

use amp::prelude::*;
pub use amp_tests::on_each;

/// What a kernel makes of each element of something.
pub fn made<T: GpuType>(count: usize, run: impl FnOnce(&mut ArrayViewMut<'_, T>)) -> Vec<T> {
    let mut view = ArrayViewMut::without_source([count]).unwrap();
    run(&mut view);
    view.to_vec().unwrap()
}
