//! Traits and structs of the user with names that the prelude exports, too.

use crate::compare::same_on_host;

mod in_modules {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    trait Int: Copy {
        const BITS: u32;
        fn twice(self) -> Self;
        fn count(self) -> u32 {
            self.plain().plain_count() + Self::BITS
        }
        fn plain(self) -> Self {
            self
        }
        fn plain_count(self) -> u32 {
            3
        }
    }
    #[device]
    impl Int for u32 {
        const BITS: u32 = 32;
        fn twice(self) -> Self {
            self * 2
        }
        fn plain_count(self) -> u32 {
            self.twice().count_ones()
        }
    }
    #[device]
    impl Int for i16 {
        const BITS: u32 = 16;
        fn twice(self) -> Self {
            self * 2
        }
    }

    mod shapes {
        use amp::prelude::*;
        #[device]
        pub trait Extent {
            fn area(&self) -> u32;
            fn double(&self) -> u32 {
                self.area() * 2
            }
        }
        #[derive(Clone, Copy, GpuType)]
        pub struct Index(pub u32, pub u32);
        #[device]
        impl Extent for Index {
            fn area(&self) -> u32 {
                self.0 * self.1
            }
        }
        #[device]
        impl Index {
            pub fn sum(&self) -> u32 {
                self.0 + self.1
            }
        }
    }
    mod other {
        use super::shapes::{Extent, Index};
        use amp::prelude::device;
        #[derive(Clone, Copy, amp::GpuType)]
        pub struct Own(pub u32);
        #[device]
        impl Extent for Own {
            fn area(&self) -> u32 {
                self.0
            }
        }
        #[device]
        pub fn index(i: u32) -> Index {
            Index(i, 3)
        }
    }

    #[device]
    fn use_int<T: Int>(x: T) -> u32 {
        x.twice().count()
    }

    #[device]
    fn run(i: u32) -> u32 {
        use shapes::Extent as _;
        use_int(i)
            + use_int(i as i16) * 100
            + other::Own(i).double() * 1000
            + other::index(i).area() * 7
            + other::index(i).sum()
    }

    same_on_host! { (k, x, b, y, z)
        for n in 0..8 {
            z[k] = z[k].wrapping_mul(31).wrapping_add(run((k * 8 + n) as u32));
        }
    }
}

mod scalars {
    use std::ops::{Add, Mul};

    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    trait Scalar: Copy + Add<Output = Self> + Mul<Output = Self> {}

    #[device]
    impl Scalar for u32 {}

    #[device]
    impl Scalar for f32 {}

    #[derive(Clone, Copy, GpuType)]
    struct Vector<T> {
        x: T,
        y: T,
    }

    #[device]
    impl<T: Scalar> Vector<T> {
        fn dot(&self, other: &Self) -> T {
            self.x * other.x + self.y * other.y
        }
    }

    same_on_host! { (k, x, b, y, z)
        let v = Vector { x: x[k], y: 2.0 };
        y[k] = v.dot(&Vector { x: 0.5, y: x[k] });
        z[k] = Vector { x: k as u32, y: 3 }.dot(&Vector { x: 5, y: k as u32 });
    }
}
