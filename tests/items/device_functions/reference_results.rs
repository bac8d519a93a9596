//! Functions that return references, and `#[device] impl Deref`. The host's results are the expected ones.

#![allow(unused_qualifications)]

use amp::prelude::*;
use amp_tests::on_each;
use std::ops::{Deref, DerefMut};

mod bodies {
    use amp::prelude::*;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    pub struct Body {
        axes: [f32; 3],
        steps: u32,
        position: Vec2,
    }

    #[device]
    impl Body {
        pub fn new(x: f32) -> Body {
            Body { axes: [x, 2.0, 3.0], steps: 0, position: Vec2::new(1.0, 2.0) }
        }

        pub fn last(&self) -> &f32 {
            &self.axes[2]
        }

        pub fn axis_mut(&mut self, k: usize) -> &mut f32 {
            if k > 2 {
                return &mut self.axes[0];
            }
            match k {
                0 => &mut self.axes[0],
                1 => &mut self.axes[1],
                _ => &mut self.axes[2],
            }
        }

        pub fn grow(&mut self) {
            *self.axis_mut(0) += 1.0;
            *self.axis_mut(9) *= 2.0;
        }

        pub fn position(&self) -> &Vec2 {
            &self.position
        }

        pub fn position_mut(&mut self) -> &mut Vec2 {
            &mut self.position
        }

        pub fn step(&mut self) -> usize {
            self.steps += 1;
            self.steps as usize
        }

        pub fn steps(&self) -> u32 {
            self.steps
        }
    }

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    pub struct List<T> {
        pub items: [T; 2],
    }

    #[device]
    impl<T: Scalar> List<T> {
        pub fn at(&self, k: usize) -> &T {
            &self.items[k]
        }

        pub fn at_mut(&mut self, k: usize) -> &mut T {
            &mut self.items[k]
        }

        pub fn first(&self) -> &T {
            self.at(0)
        }

        pub fn first_mut(&mut self) -> &mut T {
            self.at_mut(0)
        }
    }

    #[device]
    pub fn larger<'a>(a: &'a f32, b: &'a f32) -> &'a f32 {
        if *a > *b { a } else { b }
    }

    #[device]
    pub fn pick<'a, T: Scalar>(a: &'a mut T, b: &'a mut T, first: bool) -> &'a mut T {
        if first { a } else { b }
    }
}

use bodies::{Body, List, larger, pick};

#[device]
fn run(mut body: Body, mut list: List<f32>) -> f32 {
    body.grow();
    *body.axis_mut(1) *= 4.0;
    let last = *body.last();
    let first = *larger(&*body.last(), &1.0);
    (*body.position_mut()).x = 7.0;
    (*body.position_mut()).y += 1.0 + last;
    *body.position_mut() += Vec2::new(1.0, 1.0);
    *list.first_mut() = last * 2.0;
    *list.at_mut(body.step()) += 1.0;
    let (mut a, mut b) = (1.0, 2.0);
    *pick(&mut a, &mut b, last > 100.0) = 5.0;
    *pick(&mut a, &mut b, last < 100.0) += 5.0;
    *body.axis_mut(2) = *list.first() + *Body::last(&body);
    let sum = last + first + *body.axis_mut(0) + *body.axis_mut(1) + *body.axis_mut(2);
    sum + *list.first() * *list.at(1)
        + a * b
        + (*body.position()).x
        + (*body.position()).dot(Vec2::ONE)
        + body.steps() as f32
}

#[test]
fn values_behind_references_are_read_and_assigned() {
    on_each(|accelerator| {
        let (body, list) = (Body::new(1.5), List { items: [1.0, 2.0] });
        let mut y = ArrayViewMut::from_vec([2], vec![0.0; 2]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut body = body;
            let list = list;
            let sum = run(body, list);
            *body.axis_mut(1) += 2.0;
            y[i] = sum + *body.axis_mut(1) + *larger(&9.0, &1.0) + *bodies::larger(&0.0, &0.5);
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [run(body, list) + 4.0 + 9.0 + 0.5; 2]);
    });
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Inner {
    x: f32,
    k: f32,
}

#[device]
impl Inner {
    fn sum(&self) -> f32 {
        self.x + self.k
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Wrapper {
    inner: Inner,
    own: f32,
}

#[device]
impl Deref for Wrapper {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.inner
    }
}

#[device]
impl DerefMut for Wrapper {
    fn deref_mut(&mut self) -> &mut Inner {
        &mut self.inner
    }
}

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
struct Metres<T>(T);

#[device]
impl<T: Scalar> Deref for Metres<T> {
    type Target = T;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

#[device]
fn target(wrapper: Wrapper, metres: Metres<f32>) -> f32 {
    let copy = *wrapper;
    (*wrapper).sum() + (*wrapper).x + wrapper.own + copy.k + *metres
}

#[device]
fn target_of_reference(wrapper: &Wrapper) -> f32 {
    let copy = **wrapper;
    copy.x
}

#[test]
fn own_types_are_dereferenced() {
    on_each(|accelerator| {
        let wrapper = Wrapper { inner: Inner { x: 1.0, k: 2.0 }, own: 5.0 };
        let metres = Metres(3.0f32);
        let mut y = ArrayViewMut::from_vec([2], vec![0.0; 2]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let (wrapper, metres) = (wrapper, metres);
            y[i] = target(wrapper, metres) + target_of_reference(&wrapper)
        });
        accelerator.default_view().parallel_for_each(2, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [target(wrapper, metres) + 1.0; 2]);
        // On the host, the types are dereferenced as usual.
        let mut changed = wrapper;
        changed.x = 4.0;
        assert_eq!(changed.sum(), 6.0);
    });
}

#[device]
fn changed(v: f32) -> f32 {
    let mut w = Wrapper { inner: Inner { x: v, k: 2.0 }, own: 5.0 };
    (*w).x += v + 1.0;
    (*w).k = (*w).x * 2.0;
    let mut metres = Metres::<f32>(v);
    let before = *w;
    *w = Inner { x: 3.0, k: before.k };
    let part = &mut (*w).k;
    *part += 4.0;
    let target = &mut *w;
    target.x += 7.0;
    w.deref_mut().x += 1.0;
    let inner = w.deref_mut();
    inner.k += 2.0;
    (*w).sum() + before.x + w.own + metres.0 + changed_parameter(&mut w) + w.inner.x
}

#[device]
fn changed_parameter(wrapper: &mut Wrapper) -> f32 {
    (**wrapper).x += 1.0;
    wrapper.own
}

#[test]
fn own_types_are_written_through_deref_mut() {
    on_each(|accelerator| {
        let mut y = ArrayViewMut::from_vec([8], vec![0.0; 8]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let mut w = Wrapper { inner: Inner { x: 1.0, k: 2.0 }, own: 5.0 };
            (*w).x += i[0] as f32;
            y[i] = changed(i[0] as f32) + w.inner.x;
        });
        accelerator.default_view().parallel_for_each(8, kernel).unwrap();
        let expected: Vec<_> = (0..8).map(|n| changed(n as f32) + 1.0 + n as f32).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}
