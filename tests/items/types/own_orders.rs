//! `max`, `min` and `clamp` of types with an order, derived or written by hand: the same results as on the host, also for equal
//! values that differ.

use crate::compare::same_on_host;

mod enum_without_fields {
    use amp::prelude::*;

    use super::same_on_host;
    use std::cmp::Ordering;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
    #[repr(u32)]
    enum Level {
        Low,
        Mid,
        High,
    }

    #[device]
    impl Level {
        fn rank(self) -> u32 {
            match self {
                Level::Low => 2,
                Level::Mid => 7,
                Level::High => 1,
            }
        }
    }

    #[device]
    impl Ord for Level {
        fn cmp(&self, other: &Self) -> Ordering {
            self.rank().cmp(&other.rank())
        }
    }

    #[device]
    impl PartialOrd for Level {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    #[device]
    fn level(i: u32) -> Level {
        match i % 3 {
            0 => Level::Low,
            1 => Level::Mid,
            _ => Level::High,
        }
    }

    #[device]
    fn run(i: u32) -> u32 {
        let a = level(i);
        let b: Level = level(i / 3);
        let c = match a.cmp(&b) {
            Ordering::Less => 1,
            Ordering::Equal => 2,
            Ordering::Greater => 3,
        };
        let low = a.min(b);
        let high = b.max(a);
        let clamped = a.clamp(low, high);
        let p = match a.partial_cmp(&b) {
            Some(Ordering::Less) => 1,
            None => 2,
            _ => 3,
        };
        p * 100000
            + c
            + 10 * low.rank()
            + 100 * std::cmp::max(a, b).rank()
            + 1000 * clamped.rank()
            + u32::from(a < b) * 10000
    }

    same_on_host! { (k, x, b, y, z)
        for n in 0..8 {
            z[k] = z[k].wrapping_mul(31).wrapping_add(run((k * 8 + n) as u32));
        }
    }
}

mod equal_values_that_differ {
    use amp::prelude::*;

    use super::same_on_host;
    use std::cmp::{self, Ordering};

    #[derive(Clone, Copy, Debug, GpuType)]
    struct Task {
        priority: u32,
        id: u32,
    }

    #[device]
    impl PartialEq for Task {
        fn eq(&self, other: &Self) -> bool {
            self.priority == other.priority
        }
    }
    impl Eq for Task {}

    #[device]
    impl PartialOrd for Task {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    #[device]
    impl Ord for Task {
        fn cmp(&self, other: &Self) -> Ordering {
            other.priority.cmp(&self.priority)
        }
    }

    #[device]
    fn run(i: u32) -> u32 {
        let a = Task { priority: i % 4, id: 1 };
        let b = Task { priority: i / 4 % 4, id: 2 };
        let x = a.max(b);
        let y = cmp::max(a, b);
        let z = std::cmp::min(a, b);
        let w = a.min(b);
        let lo = Task { priority: 3, id: 5 };
        let hi = Task { priority: 1, id: 6 };
        let c = a.clamp(lo, hi);
        let e = u32::from(a <= b) + 2 * u32::from(a >= b);
        x.id + 3 * y.id
            + 9 * z.id
            + 27 * w.id
            + 100 * c.id
            + 1000 * c.priority
            + 10000 * e
            + 1000000 * u32::from(a == b)
    }

    same_on_host! { (k, x, b, y, z)
        for n in 0..8 {
            z[k] = z[k].wrapping_mul(31).wrapping_add(run((k * 8 + n) as u32));
        }
    }
}

mod enums_and_generic_structs {
    use amp::prelude::*;

    use super::same_on_host;
    use std::cmp::Ordering;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
    enum Shape {
        Dot,
        Square(u32),
        Box { w: u32, h: u32 },
    }

    #[device]
    impl Shape {
        fn area(self) -> u32 {
            match self {
                Shape::Dot => 0,
                Shape::Square(s) => s * s,
                Shape::Box { w, h } => w * h,
            }
        }
    }

    #[device]
    impl Ord for Shape {
        fn cmp(&self, other: &Self) -> Ordering {
            self.area().cmp(&other.area())
        }
    }
    #[device]
    impl PartialOrd for Shape {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, GpuType)]
    struct Rev<T>(T);

    #[device]
    impl<T: Ord> Ord for Rev<T> {
        fn cmp(&self, other: &Self) -> Ordering {
            if other.0 < self.0 {
                Ordering::Less
            } else if other.0 == self.0 {
                Ordering::Equal
            } else {
                Ordering::Greater
            }
        }
    }
    #[device]
    impl<T: Ord> PartialOrd for Rev<T> {
        fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    #[device]
    fn best<T: Ord + Copy>(list: &[T; 3]) -> T {
        let mut best = list[0];
        for &item in list {
            if best < item {
                best = item;
            }
        }
        best
    }

    #[device]
    fn run(i: u32) -> u32 {
        let shapes = [Shape::Dot, Shape::Square(i % 5), Shape::Box { w: i % 3, h: i % 7 }];
        let a = best(&shapes).area();
        let r = Rev(i % 6).max(Rev(3));
        let s = Rev(i % 6).min(Rev(3)).clamp(Rev(4), Rev(2));
        let small = shapes[1].min(shapes[2]).area();
        let b = best(&[Rev(i % 9), Rev(4), Rev(i % 2 + 3)]);
        a + 100 * r.0 + 1000 * s.0 + 10_000 * small + 1_000_000 * b.0
    }

    same_on_host! { (k, x, b, y, z)
        for n in 0..8 {
            z[k] = z[k].wrapping_mul(31).wrapping_add(run((k * 8 + n) as u32));
        }
    }
}

mod derived_without_device {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GpuType)]
    struct Key {
        hi: u32,
        lo: u32,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GpuType)]
    enum Kind {
        A,
        B,
        C,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, GpuType)]
    enum Data {
        A(u32),
        B { x: u32 },
        C,
    }

    #[device]
    fn kind(i: u32) -> Kind {
        match i % 3 {
            0 => Kind::A,
            1 => Kind::B,
            _ => Kind::C,
        }
    }
    #[device]
    fn data(i: u32) -> Data {
        match i % 3 {
            0 => Data::A(i),
            1 => Data::B { x: i },
            _ => Data::C,
        }
    }

    #[device]
    fn run(i: u32) -> u32 {
        let a = Key { hi: i % 3, lo: i };
        let b = Key { hi: 1, lo: 20 };
        let k = kind(i).clamp(Kind::A, Kind::B);
        let d = data(i).max(data(i / 3)).min(Data::C).clamp(Data::A(3), Data::B { x: 9 });
        let d = match d {
            Data::A(x) => x,
            Data::B { x } => x + 100,
            Data::C => 77,
        };
        let e = u32::from(a < b);
        a.max(b).lo
            + 100 * a.min(b).lo
            + 10_000 * std::cmp::max(kind(i), Kind::B) as u32
            + 100_000 * k as u32
            + 1000 * d
            + 1_000_000 * e
    }

    same_on_host! { (k, x, b, y, z)
        for n in 0..8 {
            z[k] = z[k].wrapping_mul(31).wrapping_add(run((k * 8 + n) as u32));
        }
    }
}
