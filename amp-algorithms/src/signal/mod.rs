//! Signal processing: `convolve`, `fft` and their variants.

mod bluestein;
mod complex;
mod convolve;
mod fft;
mod real_fft;
mod transform;
mod twiddles;

pub use complex::Complex32;
pub use convolve::*;
pub use fft::*;
pub use real_fft::*;
