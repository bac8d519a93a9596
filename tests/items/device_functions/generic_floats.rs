//! Functions that are generic over `Float`: conversions of literals, constants and methods, for `f32` and `f64`.

use amp::prelude::*;
use amp_tests::on_each;

use crate::compare::launch;

#[device]
fn half_plus_one<T: Float>(x: T) -> T {
    x * T::from(0.5) + T::ONE
}

#[device]
fn literals<T: Float>(x: T, weight: f32) -> T {
    let third = T::from(1.0 / 4.0);
    let two: T = T::from(2.0f32);
    let scaled = T::from(weight * 0.5);
    x * third + two * scaled - T::from(weight)
}

#[device]
fn turns<T: Float>(x: T) -> T {
    (x * T::TAU + T::FRAC_PI_2).sin() * T::SQRT_2 + T::PI / T::E - T::LN_2
}

#[device]
fn clamped<T: Float>(x: T) -> T {
    if x.is_nan() || x.abs() > T::MAX / T::from(2.0) || x < -T::MAX {
        return T::ZERO;
    }
    let (s, c) = x.sin_cos();
    (s * s + c * c - T::ONE).abs().max(T::EPSILON)
        + x.hypot(T::MIN_POSITIVE).cbrt()
        + x.to_radians().exp_m1().ln_1p()
}

#[device]
fn least<T: Scalar>(values: [T; 3]) -> T {
    let mut least = T::MAX;
    for k in 0..3 {
        if values[k] < least {
            least = values[k];
        }
    }
    least
}

struct Polynomial<T>(std::marker::PhantomData<T>);

#[device]
impl<T: Float> Polynomial<T> {
    fn value(x: T) -> T {
        let quarter: T = 0.25.into();
        (x * 3.0.into() - quarter) * x + T::from(1.5)
    }
}

#[kernel]
fn each<T: Float>(i: Index<1>, x: &ArrayView<T>, y: &mut ArrayViewMut<[T; 6]>) {
    let v = x[i] * T::from(1.0);
    y[i] = [
        half_plus_one(v),
        literals(v, 3.0),
        turns(v),
        clamped(v),
        least([v, T::from(0.75), T::ONE]),
        Polynomial::<T>::value(v),
    ];
}

fn check<T: Float>(xs: &[T], tolerance: T) {
    on_each(|on| {
        let mut ys = vec![[T::ZERO; 6]; xs.len()];
        let x = ArrayView::new(xs);
        let mut y = ArrayViewMut::new(&mut ys);
        let ran = launch(on, x.extent(), each(&x, &mut y));
        drop(y);
        for (x, found) in xs.iter().zip(ys).filter(|_| ran) {
            let x = *x;
            let expected = [
                half_plus_one(x),
                literals(x, 3.0),
                turns(x),
                clamped(x),
                least([x, T::from(0.75), T::ONE]),
                Polynomial::<T>::value(x),
            ];
            for (found, expected) in found.into_iter().zip(expected) {
                let error = (found - expected).abs();
                assert!(
                    error <= tolerance * (T::ONE + expected.abs()),
                    "{x}: {found}, not {expected}, on {on}"
                );
            }
        }
    });
}

#[test]
fn literals_and_constants_of_float_parameters() {
    check(&[0.0f32, 1.0, -2.5, 0.3, 7.25], 1e-5);
    check(&[0.0f64, 1.0, -2.5, 0.3, 7.25], 1e-13);
}

/// A closure kernel in a generic function.
fn mapped<T: Float>(on: &Accelerator, xs: &[T]) -> Option<Vec<T>> {
    let mut ys = vec![T::ZERO; xs.len()];
    let (x, mut y) = (ArrayView::new(xs), ArrayViewMut::new(&mut ys));
    let ran = launch(
        on,
        x.extent(),
        amp!(|i: Index<1>| y[i] = half_plus_one(x[i]) * T::from(4.0) + T::FRAC_1_PI * T::ZERO),
    );
    drop(y);
    ran.then_some(ys)
}

#[test]
fn literals_in_closures_of_generic_functions() {
    on_each(|on| {
        assert_eq!(mapped(on, &[1.0f32, -3.0]).unwrap(), [6.0, -2.0]);
        assert!(mapped(on, &[1.0f64, -3.0]).is_none_or(|found| found == [6.0, -2.0]));
    });
}
