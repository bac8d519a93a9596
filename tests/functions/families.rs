//! Functions of types with parameters, and parameters with the names of types.

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

/// What a call passes without a type of its own is what the function takes.
#[test]
fn types_with_parameters() {
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
    let mut held: [f32; P];
    held[t.local[0]] = times::<{ P }>(t.local[0] as f32);
    t.barrier.wait();
    y[t.global] = held[P - 1 - t.local[0]];
}

/// A constant may be called as a type is.
#[test]
fn constants_with_the_name_of_a_type() {
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
fn kept<T: Scalar, const N: usize>(value: T) -> T {
    let list = [T::ONE; N];
    let mut pair = (T::ZERO, list);
    pair.0 = value;
    for one in pair.1 {
        pair.0 += one;
    }
    pair.0
}

#[kernel]
fn keeps<T: Scalar, const N: usize>(i: Index<1>, y: &mut ArrayViewMut<T>) {
    let list = [T::ONE; N];
    let pairs = [(list[0], [T::ZERO; 2]); 2];
    y[i] = kept::<T, N>(y[i]) + pairs[1].0 + pairs[0].1[1];
}

/// Arrays and tuples of constants that a type parameter has.
#[test]
fn constants_of_type_parameters() {
    on_each(|on| {
        let on = on.default_view();
        let mut y = ArrayViewMut::<f32>::without_source([3]).unwrap();
        on.parallel_for_each(3, amp!(|i: Index<1>| y[i] = i[0] as f32)).unwrap();
        on.parallel_for_each(3, keeps::<f32, 4>(&mut y)).unwrap();
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

/// Of a device trait's bound, the methods are the user's own.
#[test]
fn methods_have_the_names_that_they_like() {
    on_each(|on| {
        let on = on.default_view();
        let mut y = ArrayViewMut::<u32>::without_source([1]).unwrap();
        on.parallel_for_each(1, amp!(|i: Index<1>| y[i] = Eye { open: 4 }.twice())).unwrap();
        assert_eq!(y.to_vec().unwrap(), [8]);
    });
}
