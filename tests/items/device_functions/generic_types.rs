//! Generic types: associated functions, const parameters, type parameters, and names that a type and a constant share.

use amp::prelude::*;
use amp_tests::on_each;
use std::marker::PhantomData;

struct Steps<const N: usize>;

#[device]
impl<const N: usize> Steps<N> {
    fn shift(x: f32) -> f32 {
        x + N as f32
    }

    fn first<T: Scalar>(list: [T; N], and: T) -> T {
        list[0] + list[N - 1] + and
    }

    fn sum(f: impl Fn(usize) -> f32) -> f32 {
        let mut sum = 0.0;
        for k in 0..N {
            sum += f(k);
        }
        sum
    }
}

struct Over<T>(PhantomData<T>);

#[device]
impl<T> Over<T>
where
    T: Float,
{
    fn square(x: T) -> T {
        x * x
    }
}

#[kernel]
fn stepped<const N: usize>(i: Index<1>, y: &mut ArrayViewMut<f32>) {
    y[i] = Steps::<N>::shift(1.0) + Steps::<N>::first([1.0; N], 2.0) + Over::<f32>::square(2.0);
}

/// Literals in a call get the type of the parameter.
#[test]
fn associated_functions_of_generic_types() {
    on_each(|on| {
        let on = on.default_view();
        let mut y = ArrayViewMut::<f32>::without_source([3]).unwrap();
        on.parallel_for_each(3, stepped::<3>(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [12.0; 3]);
        let kernel = amp!(|i: Index<1>| {
            y[i] =
                Steps::<2>::shift(1.0) + Steps::<2>::first([1.0, 2.0], 3.0) + Steps::<4>::sum(|k| k as f32);
            y[i] += Over::<f32>::square(i[0] as f32);
        });
        on.parallel_for_each(3, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [15.0, 16.0, 19.0]);
    });
}

#[expect(dead_code, reason = "only its name is there")]
struct P;

#[device]
fn times<const P: usize>(x: f32) -> f32 {
    x * P as f32
}

#[device]
fn both<const P: usize, T: Scalar>(x: [T; P], by: T) -> T {
    x[0] * by
}

#[kernel(tile = [P])]
fn reversed<const P: usize>(t: TiledIndex<1>, y: &mut ArrayViewMut<f32>) {
    #[tile_static]
    let mut scratch: [f32; P];
    scratch[t.local[0]] = times::<{ P }>(t.local[0] as f32);
    t.barrier.wait();
    y[t.global] = scratch[P - 1 - t.local[0]];
}

/// A const parameter may have the name of a type.
#[test]
fn const_parameter_with_the_name_of_a_type() {
    on_each(|on| {
        let on = on.default_view();
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        on.parallel_for_each(y.extent().tile([2]).unwrap(), reversed::<2>(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [2.0, 0.0, 2.0, 0.0]);
        let kernel = amp!(|i: Index<1>| y[i] = times::<3>(1.5) + both([1.0, 2.0], y[i]));
        on.parallel_for_each(4, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [6.5, 4.5, 6.5, 4.5]);
    });
}

#[device]
fn sum_of_ones<T: Scalar, const N: usize>(value: T) -> T {
    let list = [T::ONE; N];
    let mut pair = (T::ZERO, list);
    pair.0 = value;
    for one in pair.1 {
        pair.0 += one;
    }
    pair.0
}

#[kernel]
fn sums_of_ones<T: Scalar, const N: usize>(i: Index<1>, y: &mut ArrayViewMut<T>) {
    let list = [T::ONE; N];
    let pairs = [(list[0], [T::ZERO; 2]); 2];
    y[i] = sum_of_ones::<T, N>(y[i]) + pairs[1].0 + pairs[0].1[1];
}

/// Arrays and tuples of the constants of a type parameter.
#[test]
fn constants_of_type_parameters() {
    on_each(|on| {
        let on = on.default_view();
        let mut y = ArrayViewMut::<f32>::without_source([3]).unwrap();
        on.parallel_for_each(3, amp!(|i: Index<1>| y[i] = i[0] as f32)).unwrap();
        on.parallel_for_each(3, sums_of_ones::<f32, 4>(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [5.0, 6.0, 7.0]);
    });
}

#[device]
trait Seen {
    fn twice(&self) -> u32 {
        self.look() * 2
    }
    fn look(&self) -> u32;
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Eye {
    open: u32,
}

#[device]
impl Seen for Eye {
    fn look(&self) -> u32 {
        self.open
    }
}

/// A method of a device trait may have any name.
#[test]
fn method_names_that_the_library_uses_as_well() {
    on_each(|on| {
        let on = on.default_view();
        let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
        on.parallel_for_each(1, amp!(|i: Index<1>| y[i] = Eye { open: 4 }.twice())).unwrap();
        assert_eq!(y.to_vec().unwrap(), [8]);
    });
}

trait Sample {
    type Raw;
    const GAIN: Self::Raw;
}

impl Sample for i32 {
    type Raw = u32;
    const GAIN: u32 = 4;
}

impl Sample for f32 {
    type Raw = u32;
    const GAIN: u32 = 5;
}

#[device]
fn amplify<S: Sample<Raw = u32>>(raw: &<S as Sample>::Raw, by: u32) -> u32 {
    *raw * by + S::GAIN
}

#[device]
fn attenuate<S: Sample<Raw = u32>>(raw: S::Raw) -> u32 {
    raw / S::GAIN
}

/// The parameter types contain only associated types of `S`, so the calls name `S`.
#[test]
fn parameters_of_associated_types() {
    on_each(|on| {
        let on = on.default_view();
        let mut data = [20u32, 40];
        let mut y = ArrayViewMut::new(&mut data);
        let kernel = amp!(|i: Index<1>| {
            let raw = y[i];
            y[i] = amplify::<i32>(&raw, 2) + attenuate::<f32>(raw);
        });
        on.parallel_for_each(2, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [48, 92]);
    });
}

/// `#[derive(Copy)]` implements `Copy` only if `U` does.
#[derive(Clone, Copy, GpuType)]
struct Quantity<U> {
    value: u32,
    unit: PhantomData<U>,
}

#[derive(Clone, Copy, GpuType)]
struct Metre;

#[derive(Clone, Copy, GpuType)]
struct Second;

#[device]
impl<U> Quantity<U> {
    fn new(value: u32) -> Self {
        Self { value, unit: PhantomData }
    }

    fn plus(self, other: Self) -> Self {
        Self::new(self.value + other.value)
    }

    fn value(&self) -> u32 {
        self.value
    }
}

#[device]
fn speed(way: Quantity<Metre>, time: Quantity<Second>) -> u32 {
    way.plus(Quantity::new(8)).value() / time.value
}

/// The bounds that the device code needs are not those of the user's functions.
#[test]
fn parameters_without_bounds() {
    struct HostOnly;
    assert_eq!(Quantity::<HostOnly>::new(3).plus(Quantity::new(4)).value(), 7);
    on_each(|on| {
        let mut y = ArrayViewMut::<u32>::without_source([4]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let k = i[0] as u32;
            y[i] = speed(Quantity::new(10 * k + 50), Quantity::<Second>::new(k + 1));
        });
        on.default_view().parallel_for_each(4, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [58, 34, 26, 22]);
    });
}
