//! Structs with closures: methods, functions that take them, copies and captured variables.

use amp::prelude::*;
use amp_tests::on_each;

#[derive(Clone, Copy, GpuViews)]
struct Lazy<F> {
    f: F,
    k: u32,
}

#[device]
impl<F: Fn(u32) -> u32> Lazy<F> {
    fn new(f: F, k: u32) -> Self {
        Lazy { f, k }
    }

    fn get(&self) -> u32 {
        (self.f)(self.k)
    }

    fn twice(&self, by: u32) -> u32 {
        self.get() * by + (self.f)(by)
    }

    fn advance(&mut self) -> u32 {
        let value = self.get();
        self.k += 2;
        value
    }

    fn of_copy(&self, k: u32) -> u32 {
        let mut copy = Lazy { f: |x| (self.f)(x) + 1, k };
        copy.advance() + copy.get()
    }
}

#[device]
fn sum<F: Fn(u32) -> u32>(l: &Lazy<F>, n: u32) -> u32 {
    let mut sum = 0;
    for k in 0..n {
        sum += (l.f)(k) + l.get();
    }
    sum
}

#[device]
fn owned(mut l: Lazy<impl Fn(u32) -> u32>) -> u32 {
    l.advance() + l.twice(3)
}

#[device]
fn advanced<F>(l: &mut Lazy<F>) -> u32
where
    F: Fn(u32) -> u32 + Copy,
{
    l.advance() + l.advance()
}

#[device]
fn of_parameter(f: impl Fn(u32) -> u32, k: u32) -> u32 {
    let mut l = Lazy { f, k };
    l.advance() + l.get()
}

#[derive(Clone, Copy, GpuViews)]
struct Scaled<F, T> {
    f: F,
    by: T,
}

#[device]
impl<T: Scalar, F: Fn(T) -> T> Scaled<F, T> {
    fn eval(&self, x: T) -> T {
        (self.f)(x) * self.by
    }
}

#[derive(Clone, Copy, GpuViews)]
struct Choice<F, G>(F, G);

#[device]
impl<F: Fn(f32) -> f32, G: Fn(f32) -> bool> Choice<F, G> {
    fn pick(self, x: f32) -> f32 {
        if (self.1)(x) { (self.0)(x) } else { -x }
    }
}

#[derive(Clone, Copy, GpuViews)]
struct Mapped<'a, F> {
    items: &'a [u32],
    f: F,
    at: usize,
}

#[device]
impl<F: Fn(u32) -> u32> Mapped<'_, F> {
    fn next(&mut self) -> Option<u32> {
        let item = *self.items.get(self.at)?;
        self.at += 1;
        Some((self.f)(item))
    }
}

#[device]
fn half(x: f32) -> f32 {
    x / 2.0
}

#[device]
fn values(v: u32) -> u32 {
    let offset = v * 2;
    let s = Lazy { f: |x| x * x + offset, k: 3 };
    let first = s.get() + s.twice(v % 5) + sum(&s, 4) + s.of_copy(v);
    let mut t = Lazy { f: |x| x + v, k: 1 };
    let second = t.advance() * 3 + t.advance() * 7 + owned(t) + advanced(&mut t) * 11;
    t.k += 1;
    let third = (t.f)(t.k);
    let scaled = Scaled::<_, f32> { f: |x| x * 0.5, by: 4.0 };
    let choice = Choice(|x: f32| half(x) + 1.0, |x: f32| x > 3.0);
    let named = |x: u32| x * 3 + v;
    let of_name = Lazy { f: named, k: 5 };
    let items = [v, 7, 9];
    let mut mapped = Mapped { items: &items, f: |x| x * 2 + offset, at: 0 };
    let mut items = 0;
    while let Some(item) = mapped.next() {
        items = items * 3 + item;
    }
    let floats = scaled.eval(v as f32) + choice.pick(v as f32) + 20.0;
    let mut made = Lazy::new(|x| x * v + 1, 6);
    let of_made = made.advance() + sum(&made, 2);
    let named_again = Lazy::new(named, 3);
    let more = items + of_made + named_again.get();
    first + second * 2 + third * 5 + floats as u32 + of_name.get() + more + of_parameter(named, 2)
}

#[kernel]
fn all(i: Index<1>, y: &mut ArrayViewMut<u32>) {
    y[i] = values(i[0] as u32);
}

#[test]
fn structs_hold_closures() {
    let expected: Vec<u32> = (0..16).map(values).collect();
    assert_eq!(Lazy::new(|x| x + 1, 4).get(), 5);
    on_each(|accelerator| {
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        accelerator.default_view().parallel_for_each(16, all(&mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn closure_kernel_makes_a_struct_with_a_closure() {
    let offset = 4;
    let of = |n: u32| {
        let s = Lazy::new(|x: u32| x * n + offset, 3);
        s.get() + sum(&s, 3)
    };
    let expected: Vec<u32> = (0..16).map(of).collect();
    on_each(|accelerator| {
        let x = ArrayView::from_vec([16], (0..16).collect()).unwrap();
        let mut y = ArrayViewMut::<u32>::without_source([16]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let s = Lazy { f: |v: u32| v * x[i] + offset, k: 3 };
            y[i] = s.get() + sum(&s, 3);
        });
        accelerator.default_view().parallel_for_each(16, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
