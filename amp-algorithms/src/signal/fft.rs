//! Fourier transforms of complex numbers: `fft` and `ifft`, for one sequence, several sequences, two and three dimensions.
//!
//! The input is first copied to scratch memory. For an inverse transform, the copy also reverses the order of the
//! elements along each transformed axis, because the inverse transform is the transform of the reversed sequence.

use amp::prelude::*;
use amp::{Error, Result, compose, op};

use crate::error;
use crate::forms::array_forms;
use crate::input::Input;
use crate::scratch::{computed, undefined};
use crate::signal::complex::Complex32;
use crate::signal::transform::transform;

/// The direction of a transform.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Inverse,
}

/// Transforms an input with these dimensions along its last `axes` axes. There must be elements.
fn transform_axes(
    queue: &AcceleratorView,
    dimensions: [usize; 3],
    axes: usize,
    direction: Direction,
    x: impl Input<Item = Complex32>,
    out: &mut ArrayViewMut<'_, Complex32>,
) -> Result<()> {
    let n = x.count()?;
    let mut x = match direction {
        Direction::Forward => computed(queue, n, x.load())?,
        Direction::Inverse => {
            let size: usize = dimensions[3 - axes..].iter().product();
            let factor = 1.0 / size as f32;
            let [_, b, c] = dimensions;
            let [mirror_a, mirror_b] = [axes == 3, axes >= 2];
            let a = dimensions[0];
            let mirrored = op!(|k: usize| {
                let column = (c - k % c) % c;
                let mut row = k / c % b;
                let mut plane = k / c / b;
                if mirror_b {
                    row = (b - row) % b;
                }
                if mirror_a {
                    plane = (a - plane) % a;
                }
                (plane * b + row) * c + column
            });
            let scaled = op!(|v: Complex32| v.scale(factor));
            computed(queue, n, compose(scaled, compose(x.load(), mirrored)))?
        }
    };
    for axis in (3 - axes + 1..3).rev() {
        let mut y = undefined(n)?;
        transform(queue, around(dimensions, axis), x, &mut y)?;
        x = y;
    }
    transform(queue, around(dimensions, 3 - axes), x, out)
}

/// The number of elements before an axis, along it, and after it.
fn around(dimensions: [usize; 3], axis: usize) -> [usize; 3] {
    let size = |dimensions: &[usize]| dimensions.iter().product();
    [size(&dimensions[..axis]), dimensions[axis], size(&dimensions[axis + 1..])]
}

/// The number of sequences of `len` elements in an input of `n` elements.
pub(crate) fn sequences(n: usize, len: usize) -> Result<usize> {
    match (n, len) {
        (0, _) => Ok(0),
        (_, 1..) if n.is_multiple_of(len) => Ok(n / len),
        _ => {
            let reason = format!("the input has {n} elements, which is no multiple of the length {len}");
            Err(Error::ExtentMismatch { reason })
        }
    }
}

/// The number of elements of an input with these dimensions.
fn sized(x: impl Input, size: usize) -> Result<usize> {
    error::common_length("the input and the extent", [x.count()?, error::length(size)?])
}

array_forms! {
    /// The discrete Fourier transform: element `k` of the result is the sum of `x[j] * exp(-2 pi i j k / n)`.
    ///
    /// Any length is allowed. Lengths with the prime factors 2, 3, 5 and 7 alone take the least time. Other lengths need
    /// three transforms of two to four times the length (Bluestein's algorithm). The error is a few roundings times the
    /// logarithm of the length.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let x = [1.0, 0.0, 0.0, 0.0].map(|re| Complex32::new(re, 0.0));
    /// let spectrum = alg::fft(&ArrayView::new(&x))?;
    /// assert_eq!(spectrum.to_vec()?, [Complex32::new(1.0, 0.0); 4]);
    /// assert_eq!(alg::ifft(&spectrum)?.to_vec()?, x);
    /// # Ok::<(), amp::Error>(())
    /// ```
    fft fft_on fft_into [I: Input<Item = Complex32>] (x: I) -> Complex32 {
        op: x.load(),
        len: x.count()?,
        run: |queue, n, out| transform_axes(queue, [1, 1, n], 1, Direction::Forward, x, out),
    }

    /// The inverse of [`fft`]: element `j` of the result is the mean of `x[k] * exp(2 pi i j k / n)`.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let x = [4.0, 0.0, 0.0, 0.0].map(|re| Complex32::new(re, 0.0));
    /// assert_eq!(alg::ifft(&ArrayView::new(&x))?.to_vec()?, [Complex32::new(1.0, 0.0); 4]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ifft ifft_on ifft_into [I: Input<Item = Complex32>] (x: I) -> Complex32 {
        op: x.load(),
        len: x.count()?,
        run: |queue, n, out| transform_axes(queue, [1, 1, n], 1, Direction::Inverse, x, out),
    }

    /// The [`fft`] of each sequence of `len` elements. The sequences follow each other in the input and in the result.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let x = [1.0, 2.0, 5.0, 5.0].map(|re| Complex32::new(re, 0.0));
    /// let found = alg::fft_batched(&ArrayView::new(&x), 2)?.to_vec()?;
    /// assert_eq!(found, [3.0, -1.0, 10.0, 0.0].map(|re| Complex32::new(re, 0.0)));
    /// # Ok::<(), amp::Error>(())
    /// ```
    fft_batched fft_batched_on fft_batched_into [I: Input<Item = Complex32>] (x: I, len: usize) -> Complex32 {
        op: x.load(),
        len: sequences(x.count()?, len)? * len,
        run: |queue, n, out| transform_axes(queue, [1, n / len, len], 1, Direction::Forward, x, out),
    }

    /// The inverse of [`fft_batched`].
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let x = [3.0, -1.0, 10.0, 0.0].map(|re| Complex32::new(re, 0.0));
    /// let found = alg::ifft_batched(&ArrayView::new(&x), 2)?.to_vec()?;
    /// assert_eq!(found, [1.0, 2.0, 5.0, 5.0].map(|re| Complex32::new(re, 0.0)));
    /// # Ok::<(), amp::Error>(())
    /// ```
    ifft_batched ifft_batched_on ifft_batched_into [I: Input<Item = Complex32>] (x: I, len: usize) -> Complex32 {
        op: x.load(),
        len: sequences(x.count()?, len)? * len,
        run: |queue, n, out| transform_axes(queue, [1, n / len, len], 1, Direction::Inverse, x, out),
    }

    /// The Fourier transform along both dimensions of a matrix. The input has the elements of the matrix row by row, and so
    /// has the result.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let x = [1.0, 2.0, 3.0, 4.0].map(|re| Complex32::new(re, 0.0));
    /// let found = alg::fft2(&ArrayView::new(&x), Extent::new([2, 2]))?.to_vec()?;
    /// assert_eq!(found, [10.0, -2.0, -4.0, 0.0].map(|re| Complex32::new(re, 0.0)));
    /// # Ok::<(), amp::Error>(())
    /// ```
    fft2 fft2_on fft2_into [I: Input<Item = Complex32>] (x: I, matrix: Extent<2>) -> Complex32 {
        op: x.load(),
        len: sized(x, matrix.size())?,
        run: |queue, _n, out| transform_axes(queue, [1, matrix[0], matrix[1]], 2, Direction::Forward, x, out),
    }

    /// The inverse of [`fft2`].
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let x = [10.0, -2.0, -4.0, 0.0].map(|re| Complex32::new(re, 0.0));
    /// let found = alg::ifft2(&ArrayView::new(&x), Extent::new([2, 2]))?.to_vec()?;
    /// assert_eq!(found, [1.0, 2.0, 3.0, 4.0].map(|re| Complex32::new(re, 0.0)));
    /// # Ok::<(), amp::Error>(())
    /// ```
    ifft2 ifft2_on ifft2_into [I: Input<Item = Complex32>] (x: I, matrix: Extent<2>) -> Complex32 {
        op: x.load(),
        len: sized(x, matrix.size())?,
        run: |queue, _n, out| transform_axes(queue, [1, matrix[0], matrix[1]], 2, Direction::Inverse, x, out),
    }

    /// The Fourier transform along all three dimensions. The input has the elements in row-major order, and so has the
    /// result.
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let x = [Complex32::new(1.0, 0.0); 8];
    /// let found = alg::fft3(&ArrayView::new(&x), Extent::new([2, 2, 2]))?.to_vec()?;
    /// assert_eq!((found[0], found[1]), (Complex32::new(8.0, 0.0), Complex32::new(0.0, 0.0)));
    /// # Ok::<(), amp::Error>(())
    /// ```
    fft3 fft3_on fft3_into [I: Input<Item = Complex32>] (x: I, extent: Extent<3>) -> Complex32 {
        op: x.load(),
        len: sized(x, extent.size())?,
        run: |queue, _n, out| {
            transform_axes(queue, [extent[0], extent[1], extent[2]], 3, Direction::Forward, x, out)
        },
    }

    /// The inverse of [`fft3`].
    ///
    /// ```
    /// use amp::prelude::*;
    /// use amp_algorithms as alg;
    /// use amp_algorithms::Complex32;
    ///
    /// let mut x = [Complex32::new(0.0, 0.0); 8];
    /// x[0] = Complex32::new(8.0, 0.0);
    /// let found = alg::ifft3(&ArrayView::new(&x), Extent::new([2, 2, 2]))?.to_vec()?;
    /// assert_eq!(found, [Complex32::new(1.0, 0.0); 8]);
    /// # Ok::<(), amp::Error>(())
    /// ```
    ifft3 ifft3_on ifft3_into [I: Input<Item = Complex32>] (x: I, extent: Extent<3>) -> Complex32 {
        op: x.load(),
        len: sized(x, extent.size())?,
        run: |queue, _n, out| {
            transform_axes(queue, [extent[0], extent[1], extent[2]], 3, Direction::Inverse, x, out)
        },
    }
}
