//! A fast Fourier transform, after the crates `rustfft` and `microfft`.
//!
//! Uses `Complex<T>` with operators and `Neg`, `split_at_mut` in chunks, `zip` of three iterators, a constant parameter for the
//! length, `reverse_bits`, and `From<T>`.

use std::ops::{Add, AddAssign, Mul, Sub};

use amp::prelude::*;

use super::on_each_queue;

#[derive(Clone, Copy, Debug, Default, PartialEq, GpuType)]
#[repr(C)]
struct Complex<T> {
    re: T,
    im: T,
}

type C32 = Complex<f32>;

#[device]
impl<T: Float> Complex<T> {
    const ZERO: Self = Complex { re: T::ZERO, im: T::ZERO };

    fn cis(angle: T) -> Self {
        let (im, re) = angle.sin_cos();
        Complex { re, im }
    }

    fn conj(self) -> Self {
        Self { im: -self.im, ..self }
    }

    fn norm(self) -> T {
        self.re.hypot(self.im)
    }
}

#[device]
impl<T: Float> Add for Complex<T> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

#[device]
impl<T: Float> Sub for Complex<T> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }
}

#[device]
impl<T: Float> Mul for Complex<T> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[device]
impl<T: Float> Mul<T> for Complex<T> {
    type Output = Self;

    fn mul(self, scale: T) -> Self {
        Self { re: self.re * scale, im: self.im * scale }
    }
}

#[device]
impl<T: Float> AddAssign for Complex<T> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

#[device]
impl<T: Float> From<T> for Complex<T> {
    fn from(re: T) -> Self {
        Complex { re, im: T::ZERO }
    }
}

#[device]
fn bit_reverse<const N: usize>(data: &mut [C32; N]) {
    let shift = u32::BITS - N.trailing_zeros();
    for i in 0..N as u32 {
        let j = i.reverse_bits() >> shift;
        if i < j {
            data.swap(i as usize, j as usize);
        }
    }
}

#[device]
fn fft<const N: usize>(data: &mut [C32; N], inverse: bool) {
    let sign = if inverse { 1.0 } else { -1.0 };
    bit_reverse(data);
    let mut size = 2;
    while size <= N {
        let step = C32::cis(sign * std::f32::consts::TAU / size as f32);
        for chunk in data.chunks_exact_mut(size) {
            let (low, high) = chunk.split_at_mut(size / 2);
            let mut twiddle = C32::from(1.0);
            for (a, b) in low.iter_mut().zip(high) {
                let odd = *b * twiddle;
                (*a, *b) = (*a + odd, *a - odd);
                twiddle = twiddle * step;
            }
        }
        size *= 2;
    }
    if inverse {
        data.iter_mut().for_each(|z| *z = *z * (N as f32).recip());
    }
}

/// The transform by its definition.
#[device]
fn slow<const N: usize>(data: &[C32; N]) -> [C32; N] {
    std::array::from_fn(|k| {
        let mut sum = C32::ZERO;
        for (j, &z) in data.iter().enumerate() {
            sum += z * C32::cis(-std::f32::consts::TAU * (j * k % N) as f32 / N as f32);
        }
        sum
    })
}

#[device]
fn worst_error<const N: usize>(a: &[C32; N], b: &[C32; N]) -> f32 {
    a.iter().zip(b).map(|(&a, &b)| (a - b).norm()).fold(0.0, f32::max)
}

#[kernel]
fn transform(
    i: Index<1>,
    signals: &ArrayView<[C32; 16]>,
    spectra: &mut ArrayViewMut<[C32; 16]>,
    errors: &mut ArrayViewMut<Vec2>,
) {
    let mut data = signals[i];
    fft(&mut data, false);
    spectra[i] = data;
    let error = worst_error(&data, &slow(&signals[i]));
    fft(&mut data, true);
    errors[i] = Vec2::new(error, worst_error(&data, &signals[i]));
}

#[test]
fn spectra_are_those_of_the_host() {
    let numbers = amp_tests::numbers(20 * 16, 8);
    let signals: Vec<[C32; 16]> = (0..20)
        .map(|k| std::array::from_fn(|j| Complex { re: numbers[k * 16 + j], im: (k as f32).sin() }))
        .collect();
    on_each_queue(|queue| {
        let mut spectra = ArrayViewMut::without_source([20])?;
        let mut errors = ArrayViewMut::without_source([20])?;
        queue.parallel_for_each(20, transform(&ArrayView::new(&signals), &mut spectra, &mut errors))?;
        for (k, signal) in signals.iter().enumerate() {
            assert!(worst_error(&spectra[k], &slow(signal)) < 1e-4);
            assert!(errors[k].max_element() < 1e-4, "{}", errors[k]);
            assert_eq!(signal[0].conj().conj(), signal[0]);
        }
        Ok(())
    });
}
