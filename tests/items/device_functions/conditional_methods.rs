//! Default methods of device traits with conditions on the implementing type: `where Self: PartialEq`.

use crate::compare::same_on_host;

mod conditions {
    use amp::prelude::*;

    use super::same_on_host;
    use std::ops::Add;

    #[device]
    trait Steps: Copy {
        fn next(self) -> Self;
        fn is_fixed(self) -> bool
        where
            Self: PartialEq,
        {
            self.next() == self
        }
        fn doubled(self) -> Self
        where
            Self: Add<Output = Self>,
        {
            self + self.next()
        }
        fn is_below(&self, other: &Self) -> bool
        where
            Self: PartialOrd,
        {
            *self < *other
        }
        fn copied(self) -> Self
        where
            Self: Sized,
        {
            self
        }
    }
    #[device]
    impl Steps for u32 {
        fn next(self) -> Self {
            self / 2
        }
    }
    #[device]
    impl Steps for f32 {
        fn next(self) -> Self {
            self * 0.5
        }
        fn is_fixed(self) -> bool {
            self == 2.0
        }
    }

    #[derive(Clone, Copy, GpuType)]
    struct Plain(u32);
    #[device]
    impl Steps for Plain {
        fn next(self) -> Self {
            Plain(self.0 + 1)
        }
    }

    #[device]
    #[derive(Clone, Copy, PartialEq, PartialOrd, GpuType)]
    struct Own(u32, u32);
    #[device]
    impl Steps for Own {
        fn next(self) -> Self {
            Own(self.0, self.1 / 3)
        }
    }

    #[device]
    fn run(i: u32) -> u32 {
        let a = u32::from(i.is_fixed())
            + 2 * u32::from((i as f32).is_fixed())
            + 4 * u32::from(Own(1, i % 4).is_fixed());
        let b = u32::from(Own(i, 5).is_below(&Own(9, 2))) + 2 * u32::from(i.is_below(&20));
        a + 10 * b + 100 * i.doubled() + (i as f32).doubled() as u32 * 10000 + Plain(i).copied().next().0
    }

    same_on_host! { (k, x, b, y, z)
        for n in 0..8 {
            z[k] = z[k].wrapping_mul(31).wrapping_add(run((k * 8 + n) as u32));
        }
    }
}

mod conditions_that_repeat_supertraits {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    trait Area {
        fn area(&self) -> u32;
    }

    #[device]
    trait Shape: Area + PartialEq {
        fn twice(&self) -> u32
        where
            Self: Area,
        {
            self.area() * 2
        }
        fn same(&self, other: &Self) -> u32
        where
            Self: PartialEq,
        {
            if self == other { 1 } else { 0 }
        }
    }

    #[derive(Clone, Copy, PartialEq, GpuType)]
    struct Square(u32);
    #[device]
    impl Area for Square {
        fn area(&self) -> u32 {
            self.0 * self.0
        }
    }
    #[device]
    impl Shape for Square {}

    #[device]
    fn both<T: Shape + Copy>(a: T, b: T) -> u32 {
        a.twice() + a.same(&b)
    }

    same_on_host! { (k, x, b, y, z)
        for n in 0..8 {
            z[k] = z[k].wrapping_mul(31).wrapping_add(both(Square(n), Square(k as u32 % 8)));
        }
    }
}
