//! Bluestein's algorithm: a Fourier transform of any length as a convolution.
//!
//! With `j * k = (j^2 + k^2 - (k - j)^2) / 2`, the transform becomes a convolution with a chirp, `exp(pi i j^2 / n)`. Three
//! transforms of a power of two, which is at least `2 * n - 1`, compute the convolution. One of them is that of the chirp.

use amp::prelude::*;
use amp::{Result, op};

use crate::elementwise::write_each;
use crate::error;
use crate::scratch::{computed, undefined};
use crate::signal::complex::Complex32;
use crate::signal::twiddles::chirp;

/// Transforms `x` along the middle axis of the shape `[outer, n, inner]`. There must be elements.
pub(crate) fn transform(
    queue: &AcceleratorView,
    [outer, n, inner]: [usize; 3],
    x: ArrayViewMut<'static, Complex32>,
    out: &mut ArrayViewMut<'_, Complex32>,
) -> Result<()> {
    let m = (2 * n - 1).next_power_of_two();
    let size = error::length(outer * m * inner)?;
    let chirp = chirp(n)?;
    let opposite_chirp = op!(|k: usize| {
        let mut factor = Complex32::new(0.0, 0.0);
        if k < n {
            factor = chirp[k].conj();
        } else if m - k < n {
            factor = chirp[m - k].conj();
        }
        factor
    });
    let mut spectrum = undefined(m)?;
    super::transform::transform(queue, [1, m, 1], computed(queue, m, opposite_chirp)?, &mut spectrum)?;

    let padded = op!(|at: usize| {
        let j = at / inner % m;
        let mut v = Complex32::new(0.0, 0.0);
        if j < n {
            v = x[(at / inner / m * n + j) * inner + at % inner] * chirp[j];
        }
        v
    });
    let mut y = undefined(size)?;
    super::transform::transform(queue, [outer, m, inner], computed(queue, size, padded)?, &mut y)?;

    // The inverse transform of a sequence is the transform of the reversed sequence, divided by its length.
    let factor = 1.0 / m as f32;
    let product = op!(|at: usize| {
        let k = at / inner % m;
        let opposite = (m - k) % m;
        (y[at - k * inner + opposite * inner] * spectrum[opposite]).scale(factor)
    });
    let mut z = undefined(size)?;
    super::transform::transform(queue, [outer, m, inner], computed(queue, size, product)?, &mut z)?;

    let result = op!(|at: usize| {
        let k = at / inner % n;
        z[(at / inner / n * m + k) * inner + at % inner] * chirp[k]
    });
    write_each(queue, result, out)
}
