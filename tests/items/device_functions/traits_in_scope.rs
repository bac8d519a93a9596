//! Several device traits with functions of one name for one type. As in Rust, a method call means the trait in scope. The host's results
//! are the expected ones.

use amp::prelude::*;
use amp_tests::on_each;
use first::Ext as _;

#[derive(Clone, Copy, GpuType)]
#[repr(C)]
pub struct Point {
    x: u32,
}

mod first {
    use super::Point;
    use amp::prelude::*;

    #[device]
    pub trait Ext {
        fn square(&self) -> u32;
        fn grow(&mut self, by: u32);
        fn twice(self) -> u32 {
            2
        }
        fn apply(&self, f: impl Fn(u32) -> u32) -> u32;
    }

    #[device]
    impl Ext for Point {
        fn square(&self) -> u32 {
            self.x * 2
        }

        fn grow(&mut self, by: u32) {
            self.x += by;
        }

        fn apply(&self, f: impl Fn(u32) -> u32) -> u32 {
            f(self.x)
        }
    }

    #[device]
    impl Ext for u32 {
        fn square(&self) -> u32 {
            *self * 5
        }

        fn grow(&mut self, by: u32) {
            *self += by;
        }

        fn apply(&self, f: impl Fn(u32) -> u32) -> u32 {
            f(*self)
        }
    }
}

mod second {
    use super::Point;
    use amp::prelude::*;

    #[device]
    pub trait Power {
        fn square(&self) -> u32;
        fn grow(&mut self, by: u32);
        fn twice(self) -> u32 {
            200
        }
        fn apply(&self, f: impl Fn(u32) -> u32) -> u32;
    }

    #[device]
    impl Power for Point {
        fn square(&self) -> u32 {
            self.x * 3
        }

        fn grow(&mut self, by: u32) {
            self.x *= by;
        }

        fn apply(&self, f: impl Fn(u32) -> u32) -> u32 {
            f(self.x) + 10
        }
    }

    #[device]
    impl Power for u32 {
        fn square(&self) -> u32 {
            *self * 7
        }

        fn grow(&mut self, by: u32) {
            *self += 2 * by;
        }

        fn apply(&self, f: impl Fn(u32) -> u32) -> u32 {
            f(*self) + 20
        }
    }
}

/// A trait with the text of `first::Ext` would have the same generated names, if they did not depend on the place.
macro_rules! equal_traits {
    ($($module:ident $ty:ty),*) => {$(
        mod $module {
            use amp::prelude::*;

            #[device]
            pub trait Equal {
                fn cube(self) -> Self;
            }

            #[device]
            impl Equal for $ty {
                fn cube(self) -> Self {
                    self * self * self
                }
            }
        }
    )*};
}

equal_traits! { of_integers i32, of_floats f32 }

mod by_another_trait {
    use super::second::Power;
    use super::{Point, first};
    use amp::prelude::*;

    #[device]
    pub fn both(mut p: Point, mut n: u32) -> u32 {
        p.grow(3);
        n.grow(4);
        p.square() + n.square() + p.twice() + n.twice() + p.apply(|x| x * 3) + n.apply(|x| x + 2)
    }

    #[device]
    pub fn by_reference(p: &Point, list: &[Point; 2], k: usize) -> u32 {
        p.apply(|x| x + 5) + list[k].apply(|x| x * 2)
    }

    #[device]
    pub fn of_bounds<T: Power + first::Ext>(v: T) -> u32 {
        Power::square(&v) * 10 + first::Ext::square(&v)
    }

    #[device]
    pub fn of_bound<T: Power>(v: T) -> u32 {
        let mut v = v;
        v.grow(2);
        v.square() + v.twice()
    }
}

#[device]
fn all(k: usize, v: u32) -> u32 {
    let (mut p, mut n) = (Point { x: v % 100 }, v % 50);
    p.grow(k as u32);
    n.grow(1);
    let mut list = [p, p];
    list[1].grow(5);
    let other = by_another_trait::both(p, n) + by_another_trait::of_bounds(p) + by_another_trait::of_bound(n);
    let other = other + by_another_trait::by_reference(&p, &list, k % 2);
    p.square() + n.square() + p.twice() + n.twice() + list[1].square() + p.apply(|x| x + 1) + 1000 * other
}

mod cubes {
    use super::of_floats::Equal as _;
    use super::of_integers::Equal as _;
    use amp::prelude::*;

    #[device]
    pub fn both(a: i32, b: f32) -> f32 {
        a.cube() as f32 + b.cube()
    }
}

#[test]
fn the_trait_in_scope_has_the_method() {
    let input: Vec<u32> = (0..64).map(|k| k * 7919 % 1009).collect();
    let expected: Vec<u32> = input.iter().enumerate().map(|(k, v)| all(k, *v)).collect();
    on_each(|on| {
        let x = ArrayView::new(&input);
        let mut y = ArrayViewMut::<u32>::without_source([64]).unwrap();
        on.default_view().parallel_for_each(64, amp!(|i: Index<1>| y[i] = all(i[0], x[i]))).unwrap();
        assert_eq!(y.to_vec().unwrap(), expected);
        let kernel = amp!(|i: Index<1>| {
            let mut v = x[i];
            v.grow(1);
            y[i] = v.square() + v.twice();
        });
        on.default_view().parallel_for_each(64, kernel).unwrap();
        let expected: Vec<u32> = input.iter().map(|v| (v + 1) * 5 + 2).collect();
        assert_eq!(y.to_vec().unwrap(), expected);
    });
}

#[test]
fn equal_traits_of_two_modules_are_distinct() {
    on_each(|on| {
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        let kernel = amp!(|i: Index<1>| y[i] = cubes::both(i[0] as i32 - 2, 0.5));
        on.default_view().parallel_for_each(4, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [-7.875, -0.875, 0.125, 1.125]);
    });
}
