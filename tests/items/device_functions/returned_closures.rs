//! Functions that return closures. The host's results are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;

mod tools {
    use amp::prelude::*;

    #[device]
    pub fn adder(n: u32) -> impl Fn(u32) -> u32 {
        move |x| x + n
    }

    #[device]
    pub fn scaled(by: u32, shift: u32) -> impl Fn(u32, u32) -> u32 {
        let factor = by * 2;
        let join = move |a: u32, b: u32| a * factor + b + shift;
        join
    }
}

use tools::adder;

#[device]
fn entry<'a>(table: &'a [u32; 4]) -> impl Fn(usize) -> u32 + 'a {
    |k| table[k % 4]
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Line {
    slope: u32,
    start: u32,
}

#[device]
impl Line {
    fn at(&self) -> impl Fn(u32) -> u32 + '_ {
        |x| self.slope * x + self.start
    }

    fn moved(self, by: u32) -> impl Fn(u32) -> u32 {
        move |x| {
            if x == 3 {
                return 0;
            }
            self.slope * x + self.start + by
        }
    }

    fn slope(&self) -> u32 {
        self.slope
    }
}

#[device]
fn sum_of(n: u32, f: impl Fn(u32) -> u32) -> u32 {
    (0..n).map(|k| f(k)).sum()
}

#[device]
fn uses(k: u32, v: u32) -> u32 {
    let mut n = k;
    let add = adder(n);
    n += 100;
    let join = tools::scaled(v, n);
    let table = [v, 1, k, 3];
    let of = entry(&table);
    let line = Line { slope: k, start: v };
    let at = line.at();
    let moved = line.moved(5);
    let slope = line.slope();
    let slope = |x: u32| x + slope;
    add(v) + add(3) + join(1, 2) + of(k as usize) + at(2) + moved(k) + sum_of(4, add) + slope(1) + n
}

#[test]
fn returned_closures_are_called() {
    const COUNT: usize = 16;
    on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([COUNT], vec![0u32; COUNT]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let add = tools::adder(i[0] as u32);
            y[i] = uses(i[0] as u32, i[0] as u32 * 3) + add(1);
        });
        accelerator.default_view().parallel_for_each(COUNT, kernel).unwrap();
        let expected: Vec<_> = (0..COUNT as u32).map(|k| uses(k, k * 3) + k + 1).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

/// The types of the parameters follow from the signature.
#[device]
fn square(x: f32, half: f32) -> impl Fn(f32, (f32, f32)) -> f32 {
    move |z, (a, b)| (z - x).abs().max((a - b).abs()) - half
}

#[device]
fn distance(v: f32) -> f32 {
    let small = square(3.0, 1.5);
    let large = square(v, 4.0);
    small(5.0, (v, 2.0)).min(large(5.0, (v, 2.0))) * 8.0 + small(v, (1.0, 7.0))
}

#[test]
fn parameters_of_returned_closures_need_no_types() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([16], vec![0.0f32; 16]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = distance(i[0] as f32));
        accelerator.default_view().parallel_for_each(16, kernel).unwrap();
        let expected: Vec<_> = (0..16).map(|k| distance(k as f32)).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
