//! Fourier transforms of real numbers: `rfft` and `irfft`.
//!
//! For an even length, pairs of real numbers become complex numbers, whose transform is half as long. A last step separates
//! the spectra of the even and of the odd elements. For an odd length, the functions transform complex numbers.

use amp::prelude::*;
use amp::{Error, Result, compose, compose2, compose3, op};

use crate::elementwise::write_each;
use crate::forms::array_forms;
use crate::input::Input;
use crate::scratch::{computed, undefined};
use crate::signal::complex::Complex32;
use crate::signal::fft::sequences;
use crate::signal::transform::transform;
use crate::signal::twiddles::Twiddles;

/// The number of complex numbers in the spectrum of `n` real numbers.
fn half(n: usize) -> usize {
    if n == 0 { 0 } else { n / 2 + 1 }
}

/// Transforms `count` sequences of `n` real numbers. There must be elements.
fn forward(
    queue: &AcceleratorView,
    count: usize,
    n: usize,
    x: impl Input<Item = f32>,
    out: &mut ArrayViewMut<'_, Complex32>,
) -> Result<()> {
    let width = n / 2 + 1;
    if n % 2 == 1 {
        let x = computed(queue, count * n, compose(op!(|v: f32| Complex32::new(v, 0.0)), x.load()))?;
        let mut y = undefined(count * n)?;
        transform(queue, [count, n, 1], x, &mut y)?;
        return write_each(queue, op!(|at: usize| y[at / width * n + at % width]), out);
    }
    let h = n / 2;
    let even = compose(x.load(), op!(|k: usize| 2 * k));
    let odd = compose(x.load(), op!(|k: usize| 2 * k + 1));
    let pairs = compose2(op!(|re: f32, im: f32| Complex32::new(re, im)), even, odd);
    let mut y = undefined(count * h)?;
    transform(queue, [count, h, 1], computed(queue, count * h, pairs)?, &mut y)?;
    let twiddles = Twiddles::new(n)?;
    let (table, shift, mask) = (&twiddles.table, twiddles.shift, twiddles.mask());
    let separated = op!(|at: usize| {
        let first = at / width * h;
        let k = at % width;
        let a = y[first + k % h];
        let b = y[first + (h - k) % h].conj();
        let turned = (table[k & mask] * table[mask + 1 + (k >> shift)]) * (a - b);
        (a + b - turned.times_i()).scale(0.5)
    });
    write_each(queue, separated, out)
}

/// The inverse of `forward`. There must be elements.
fn inverse(
    queue: &AcceleratorView,
    count: usize,
    n: usize,
    x: impl Input<Item = Complex32>,
    out: &mut ArrayViewMut<'_, f32>,
) -> Result<()> {
    let width = n / 2 + 1;
    if n % 2 == 1 {
        // The second half of the spectrum consists of conjugates. The order is reversed, which gives the inverse.
        let source = op!(|at: usize| {
            let k = (n - at % n) % n;
            at / n * width + if k < width { k } else { n - k }
        });
        let factor = 1.0 / n as f32;
        let signed = op!(|v: Complex32, at: usize| {
            let k = (n - at % n) % n;
            let mut im = v.im;
            if k == 0 {
                im = 0.0;
            }
            if k >= width {
                im = -im;
            }
            Complex32::new(v.re, im).scale(factor)
        });
        let x = computed(queue, count * n, compose2(signed, compose(x.load(), source), op!(|at: usize| at)))?;
        let mut y = undefined(count * n)?;
        transform(queue, [count, n, 1], x, &mut y)?;
        return write_each(queue, op!(|at: usize| y[at].re), out);
    }
    let h = n / 2;
    let twiddles = Twiddles::new(n)?;
    let (table, shift, mask) = (&twiddles.table, twiddles.shift, twiddles.mask());
    let factor = 0.5 / h as f32;
    let joined = op!(|a: Complex32, b: Complex32, at: usize| {
        let k = (h - at % h) % h;
        let mut first = a;
        let mut second = b.conj();
        if k == 0 {
            first.im = 0.0;
            second.im = 0.0;
        }
        let turned = (table[k & mask] * table[mask + 1 + (k >> shift)]).conj() * (first - second);
        (first + second + turned.times_i()).scale(factor)
    });
    let low = compose(x.load(), op!(|at: usize| at / h * width + (h - at % h) % h));
    let high = compose(x.load(), op!(|at: usize| at / h * width + h - (h - at % h) % h));
    let pairs = computed(queue, count * h, compose3(joined, low, high, op!(|at: usize| at)))?;
    let mut y = undefined(count * h)?;
    transform(queue, [count, h, 1], pairs, &mut y)?;
    let separated = op!(|at: usize| {
        let v = y[at / 2];
        if at % 2 == 0 { v.re } else { v.im }
    });
    write_each(queue, separated, out)
}

/// The number of elements of a result of `irfft`.
fn inverse_length(found: usize, len: usize, count: usize) -> Result<usize> {
    let needed = half(len) * count;
    if found == needed {
        return Ok(len * count);
    }
    let reason =
        format!("the input has {found} elements, but the spectrum of {len} real numbers has {needed}");
    Err(Error::ExtentMismatch { reason })
}

array_forms! {
    /// The [`fft`](crate::fft) of `n` real numbers: the first `n / 2 + 1` complex numbers. The others are their conjugates.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let spectrum = alg::rfft(&ArrayView::new(&[1.0, 2.0, 3.0, 4.0]))?;
    /// let expected = [Complex32::new(10.0, 0.0), Complex32::new(-2.0, 2.0), Complex32::new(-2.0, 0.0)];
    /// assert_eq!(spectrum.to_vec()?, expected);
    /// assert_eq!(alg::irfft(&spectrum, 4)?.to_vec()?, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    rfft rfft_on rfft_into [I: Input<Item = f32>] (x: I) -> Complex32 {
        op: x.load(),
        len: half(x.count()?),
        run: |queue, _n, out| forward(queue, 1, x.count()?, x, out),
    }

    /// The inverse of [`rfft`]: `n` real numbers from `n / 2 + 1` complex numbers.
    ///
    /// The imaginary part of the first number is ignored, and if `n` is even, also that of the last number.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let spectrum = [Complex32::new(3.0, 0.0), Complex32::new(0.0, 0.0)];
    /// assert_eq!(alg::irfft(&ArrayView::new(&spectrum), 3)?.to_vec()?, [1.0; 3]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    irfft irfft_on irfft_into [I: Input<Item = Complex32>] (x: I, n: usize) -> f32 {
        op: x.load(),
        len: inverse_length(x.count()?, n, 1)?,
        run: |queue, n, out| inverse(queue, 1, n, x, out),
    }

    /// The [`rfft`] of each sequence of `len` elements. The sequences follow each other, and so do their spectra.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let spectra = alg::rfft_batched(&ArrayView::new(&[1.0, 2.0, 5.0, 5.0]), 2)?.to_vec()?;
    /// assert_eq!(spectra.iter().map(|v| v.re).collect::<Vec<_>>(), [3.0, -1.0, 10.0, 0.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    rfft_batched rfft_batched_on rfft_batched_into [I: Input<Item = f32>] (x: I, len: usize) -> Complex32 {
        op: x.load(),
        len: sequences(x.count()?, len)? * half(len),
        run: |queue, _n, out| forward(queue, x.count()? / len, len, x, out),
    }

    /// The inverse of [`rfft_batched`]: sequences of `len` real numbers.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    ///
    /// let spectra = alg::rfft_batched(&ArrayView::new(&[1.0, 2.0, 5.0, 5.0]), 2)?;
    /// assert_eq!(alg::irfft_batched(&spectra, 2)?.to_vec()?, [1.0, 2.0, 5.0, 5.0]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    irfft_batched irfft_batched_on irfft_batched_into [I: Input<Item = Complex32>] (x: I, len: usize) -> f32 {
        op: x.load(),
        len: sequences(x.count()?, half(len))? * len,
        run: |queue, n, out| inverse(queue, n / len, len, x, out),
    }
}
