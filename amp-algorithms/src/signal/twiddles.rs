//! The factors `exp(-2 pi i k / n)` of a Fourier transform, in a table of about `2 * sqrt(n)` elements.
//!
//! For more than 4096 factors, the table has two parts: the factors of the low bits of `k`, and those of its high bits. A
//! kernel multiplies one factor of each part. So the host computes few sines, in `f64`.

use std::f64::consts::FRAC_PI_2;

use amp::Result;
use amp::prelude::*;

use crate::signal::complex::Complex32;

/// The greatest number of factors for which the first part contains all of them.
const MOST_IN_ONE_PART: usize = 4096;

/// A table of factors. Factor `k` is `table[k & mask] * table[mask + 1 + (k >> shift)]`, where `mask` has `shift` bits.
pub(crate) struct Twiddles {
    /// Both parts.
    pub(crate) table: ArrayView<'static, Complex32>,
    /// The number of low bits.
    pub(crate) shift: u32,
}

impl Twiddles {
    /// The factors for `k` from 0 to `n - 1`.
    pub(crate) fn new(n: usize) -> Result<Twiddles> {
        let bits = n.next_power_of_two().trailing_zeros();
        let shift = if n <= MOST_IN_ONE_PART { bits } else { bits.div_ceil(2) };
        let low = 0..1 << shift;
        let high = (0..n.div_ceil(1 << shift)).map(|k| k << shift);
        let table: Vec<_> = low.chain(high).map(|k| root(k as u64, n as u64)).collect();
        Ok(Twiddles { table: ArrayView::from_vec(table.len(), table)?, shift })
    }

    /// The low bits.
    pub(crate) fn mask(&self) -> usize {
        (1 << self.shift) - 1
    }
}

/// The factor `exp(-2 pi i k / n)` for `k < n`. Factors of quarter turns are exact.
fn root(k: u64, n: u64) -> Complex32 {
    let (sin, cos) = (FRAC_PI_2 * (4 * k % n) as f64 / n as f64).sin_cos();
    let (re, im) = match 4 * k / n {
        0 => (cos, -sin),
        1 => (-sin, -cos),
        2 => (-cos, sin),
        _ => (sin, cos),
    };
    Complex32::new(re as f32, im as f32)
}

/// The factors `exp(-pi i k^2 / n)` for `k` from 0 to `n - 1`.
pub(crate) fn chirp(n: usize) -> Result<ArrayView<'static, Complex32>> {
    let period = 2 * n as u64;
    let factors = (0..n as u64).map(|k| root(k * k % period, period));
    ArrayView::from_vec(n, factors.collect())
}
