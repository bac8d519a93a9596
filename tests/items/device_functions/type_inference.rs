//! One argument determines a type parameter, and other arguments get that type: constants, literals without a suffix, and
//! arrays of them.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, PartialEq, Debug, GpuType)]
#[repr(u32)]
enum Shade {
    Dark,
    Grey,
    Light,
}

const START: f32 = 0.5;

#[device]
fn first_of<T: amp::Value>(a: T, b: &mut T, list: &[T; 3], swap: bool) -> T {
    if swap {
        *b = list[1];
        return list[2];
    }
    *b = a;
    list[0]
}

#[device]
fn pick<T: amp::Value, U: amp::Value>(a: T, b: U, c: &[U; 2], d: [T; 2]) -> (T, U, U) {
    (if true { d[1] } else { a }, b, c[0])
}

#[device]
fn element_or<T: amp::Element + amp::Value>(a: T, list: [T; 2], from: &ArrayView<T>, at: usize) -> T {
    if at == 0 {
        a
    } else if at == 1 {
        list[0]
    } else {
        from[at]
    }
}

#[test]
fn type_parameters_are_inferred_from_any_argument() {
    let of = |n: u32| {
        let mut shade: Shade = Shade::Light;
        let one = first_of(Shade::Dark, &mut shade, &[Shade::Grey; 3], n % 2 == 0);
        let mut x: f32 = 1.5;
        let two = first_of(START, &mut x, &[2.5, n as f32, 4.5], n % 3 == 0);
        let (a, b, c) = pick(Shade::Grey, START, &[x; 2], [shade; 2]);
        (one as u32 * 100 + shade as u32 * 10 + a as u32) as f32 + two + x + b * 8.0 + c
    };
    on_each(|accelerator| {
        let codes: Vec<u32> = (0..64).collect();
        let mut values = vec![0.0; 64];
        let expected: Vec<f32> = (0..64)
            .map(|n| {
                of(n)
                    + if n == 0 {
                        START
                    } else if n == 1 {
                        7.0
                    } else {
                        n as f32
                    }
            })
            .collect();
        let weights: Vec<f32> = (0..64).map(|n| n as f32).collect();
        let n = ArrayView::new(&codes);
        let w = ArrayView::new(&weights);
        let mut y = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            let mut shade: Shade = Shade::Light;
            let one = first_of(Shade::Dark, &mut shade, &[Shade::Grey; 3], n[i] % 2 == 0);
            let mut x: f32 = 1.5;
            let two = first_of(START, &mut x, &[2.5, n[i] as f32, 4.5], n[i] % 3 == 0);
            let (a, b, c) = pick(Shade::Grey, START, &[x; 2], [shade; 2]);
            let more = element_or(START, [7.0; 2], &w, i[0]);
            y[i] = (one as u32 * 100 + shade as u32 * 10 + a as u32) as f32 + two + x + b * 8.0 + c + more;
        });
        accelerator.default_view().parallel_for_each(64, kernel).unwrap();
        drop(y);
        assert_eq!(values, expected);
    });
}

#[device]
fn total<const N: usize>(list: &[u32; N]) -> u32 {
    let mut sum = 0;
    for item in list {
        sum += *item;
    }
    sum
}

#[device]
fn total_of_copy<const N: usize>(list: [u32; N]) -> u32 {
    total(&list) + total(&[1, 2, 3, 4])
}

#[device]
fn raise<const N: usize>(list: &mut [f32; N], by: f32) {
    for k in 0..N {
        list[k] += by;
    }
}

#[device]
impl Start {
    fn more<const N: usize>(self, list: &[u32; N]) -> u32 {
        self.n + list[N - 1]
    }

    fn second<const N: usize>(list: [u32; N]) -> u32 {
        list[1]
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Start {
    n: u32,
}

/// The parameter determines the element type, and the argument determines the length.
#[test]
fn literals_in_arrays_of_any_length() {
    let expected = total(&[1, 2]) + total(&[1u32, 2, 3]) + total_of_copy([4, 5]) + 12 + 6 + 2;
    on_each(|accelerator| {
        let mut values = [1u32; 4];
        let mut y = ArrayViewMut::new(&mut values);
        let kernel = amp!(|i: Index<1>| {
            let list = [1, 2, 3];
            let mut raised = [0.5, 10.0, 1.0];
            raise(&mut raised, 2.0);
            let start = Start { n: y[i] };
            y[i] = total(&[1, 2]) + total(&list) + total_of_copy([4, 5]) + raised[1] as u32;
            y[i] += start.more(&[3, 4, 5]) + Start::second([1, 2]);
        });
        accelerator.default_view().parallel_for_each(4, kernel).unwrap();
        y.finish().unwrap();
        assert_eq!(values, [expected; 4], "on {}", accelerator.description());
    });
}
