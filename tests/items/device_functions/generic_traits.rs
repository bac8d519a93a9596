//! Several impls of a generic trait for one type: operators with several right-hand sides, conversions, and a user's trait.

use amp::prelude::*;
use amp_tests::on_each;

/// A complex number, multiplied by complex and by real numbers.
#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Complex {
    re: f32,
    im: f32,
}

#[device]
impl std::ops::Mul for Complex {
    type Output = Complex;
    fn mul(self, by: Complex) -> Complex {
        Complex { re: self.re * by.re - self.im * by.im, im: self.re * by.im + self.im * by.re }
    }
}

#[device]
impl std::ops::Mul<f32> for Complex {
    type Output = Complex;
    fn mul(self, by: f32) -> Complex {
        Complex { re: self.re * by, im: self.im * by }
    }
}

#[device]
impl std::ops::AddAssign for Complex {
    fn add_assign(&mut self, by: Complex) {
        self.re += by.re;
        self.im += by.im;
    }
}

#[device]
impl std::ops::AddAssign<f32> for Complex {
    fn add_assign(&mut self, by: f32) {
        self.re += by;
    }
}

#[device]
impl From<f32> for Complex {
    fn from(re: f32) -> Complex {
        Complex { re, im: 0.0 }
    }
}

#[device]
impl From<i32> for Complex {
    fn from(im: i32) -> Complex {
        Complex { re: 0.0, im: im as f32 }
    }
}

#[device]
trait Mix<T> {
    fn mix(self, with: T, share: f32) -> Complex;
}

#[device]
impl Mix<Complex> for Complex {
    fn mix(self, with: Complex, share: f32) -> Complex {
        let mut mixed = self * (1.0 - share);
        mixed += with * share;
        mixed
    }
}

#[device]
impl Mix<f32> for Complex {
    fn mix(self, with: f32, share: f32) -> Complex {
        Complex { re: self.re * (1.0 - share) + with * share, im: self.im }
    }
}

#[device]
fn mixed<M: Mix<f32>>(it: M) -> Complex {
    it.mix(3.25f32, 0.5)
}

#[test]
fn impls_that_differ_in_the_type_argument() {
    on_each(|accelerator| {
        let mut found = [0.0; 8];
        let mut y = ArrayViewMut::new(&mut found);
        let kernel = amp!(|i: Index<1>| {
            let mut z = Complex::from(2.0) * Complex::from(3) * 0.5;
            z += Complex { re: 1.0, im: 1.0 };
            z += 0.25;
            let one = z.mix(Complex { re: 0.0, im: 8.0 }, 0.5);
            let other = mixed(z);
            y[i] = if i[0] % 4 == 0 { z.re } else { z.im };
            if i[0] % 4 == 2 {
                y[i] = one.re + one.im * 10.0;
            }
            if i[0] % 4 == 3 {
                y[i] = other.re + other.im * 10.0;
            }
        });
        accelerator.default_view().parallel_for_each(8, kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(found, [1.25, 4.0, 60.625, 42.25, 1.25, 4.0, 60.625, 42.25]);
    });
}
