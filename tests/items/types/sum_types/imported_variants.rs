//! Variants that `use` imports, and constants of enum types.

use crate::compare::same_on_host;

mod all_variants {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    enum Shape {
        Circle(f32),
        Rect { w: f32, h: f32 },
        Empty,
    }
    use Shape::*;
    #[device]
    fn area(s: Shape) -> f32 {
        match s {
            Circle(r) => 3.0 * r * r,
            Rect { w, h } => w * h,
            Empty => 0.0,
        }
    }
    #[device]
    fn make(k: usize) -> Shape {
        if k == 0 {
            Circle(2.0)
        } else if k == 1 {
            Rect { w: 2.0, h: 3.0 }
        } else {
            Empty
        }
    }

    same_on_host! { (k, x, b, y, z)
        let a = 1.5f32;
        y[k] = area(make(k)) + area(Circle(x[k]));
        if let Circle(r) = make(k) {
            y[k] += r;
        }
        let s = Rect { w: a, h: 1.0 };
        y[k] += area(s);
    }
}

mod import_in_a_body {
    use amp::prelude::*;

    use super::same_on_host;

    #[allow(dead_code)] // some variants occur only in patterns
    #[derive(Clone, Copy, GpuType)]
    enum Shape {
        Circle(f32),
        Rect { w: f32, h: f32 },
        Empty,
    }
    #[device]
    fn area(s: Shape) -> f32 {
        use Shape::*;
        match s {
            Circle(r) => 3.0 * r * r,
            Rect { w, h } => w * h,
            Empty => 0.0,
        }
    }

    same_on_host! { (k, x, b, y, z)
        use Shape::*;
        let s = if k == 0 { Circle(2.0) } else { Empty };
        y[k] = area(s) + matches!(s, Circle(_)) as u32 as f32;
    }
}

mod named_variants {
    use amp::prelude::*;

    use super::same_on_host;

    #[allow(dead_code)] // some variants occur only in patterns
    #[derive(Clone, Copy, GpuType)]
    enum Shape {
        Circle(f32),
        Rect { w: f32, h: f32 },
        Empty,
    }
    use Shape::{Circle, Empty, Rect};
    const UNIT: Shape = Shape::Circle(1.0);
    const NONE: Option<u32> = None;
    const SOME: Option<f32> = Some(2.0);
    #[device]
    impl Shape {
        const BIG: Shape = Shape::Circle(10.0);
        fn area(self) -> f32 {
            match self {
                Circle(r) => r * r,
                Rect { w, h } => w * h,
                Empty => 0.0,
            }
        }
    }

    same_on_host! { (k, x, b, y, z)
        y[k] = UNIT.area() + Circle(x[k]).area() + Shape::BIG.area() + SOME.unwrap_or(0.0);
        z[k] = NONE.unwrap_or(3);
        if let Circle(r) = UNIT {
            y[k] += r;
        }
        let o = Some(x[k]).map(Circle);
        y[k] += o.map_or(0.0, |s| s.area());
    }
}

mod constant_arrays {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, PartialEq, GpuType)]
    #[repr(u32)]
    enum Op {
        Add,
        Mul,
        Neg,
    }
    const PROG: [Op; 4] = [Op::Add, Op::Mul, Op::Neg, Op::Add];
    use Op::*;

    same_on_host! { (k, x, b, y, z)
        let mut v = x[k];
        for op in PROG {
            v = match op {
                Add => v + 1.0,
                Mul => v * 3.0,
                Neg => -v,
            };
        }
        y[k] = v;
        if PROG[k % 4] == Mul {
            y[k] += 100.0;
        }
        z[k] = PROG[k % 4] as u32;
    }
}

mod constant_arrays_of_variants_with_fields {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    enum Op {
        Add(f32),
        Mul(f32),
        Neg,
    }
    const PROG: [Op; 3] = [Op::Add(2.0), Op::Mul(3.0), Op::Neg];

    same_on_host! { (k, x, b, y, z)
        let mut v = x[k];
        for op in PROG {
            v = match op {
                Op::Add(d) => v + d,
                Op::Mul(d) => v * d,
                Op::Neg => -v,
            };
        }
        for op in &PROG {
            if let Op::Add(d) = op {
                v += *d;
            }
        }
        y[k] = v;
    }
}
