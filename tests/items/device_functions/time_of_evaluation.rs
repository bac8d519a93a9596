//! When captures, arguments and names are evaluated: at the call, not later.

use crate::compare::same_on_host;

mod receivers_and_arguments_of_returned_closures {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    struct Line {
        slope: u32,
        start: u32,
    }

    #[device]
    impl Line {
        fn moved(self, by: u32) -> impl Fn(u32) -> u32 {
            move |x| self.slope * x + self.start + by
        }
    }

    #[device]
    fn above(limit: &f32) -> impl Fn(f32) -> f32 + use<> {
        let limit = *limit;
        move |v| v - limit
    }

    same_on_host! { (k, x, b, y, z)
        let mut line = Line { slope: 2, start: k as u32 };
        let f = line.moved(5);
        line.slope = 100;
        z[k] = f(1) + line.slope;
        y[k] = x[k];
        let g = above(&y[k]);
        y[k] = 50.0;
        y[k] += g(7.0);
    }
}

mod functions_in_variables {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn half(v: f32) -> f32 {
        v * 0.5
    }

    same_on_host! { (k, x, b, y, z)
        let h = half;
        let half = |v: f32| v * 3.0;
        y[k] = h(x[k]) + half(1.0);
    }
}

mod arguments_beside_chains {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn next(n: &mut u32) -> u32 {
        *n += 1;
        *n
    }

    #[device]
    fn total(a: u32, b: u32, values: impl Iterator<Item = u32>) -> u32 {
        a * 100 + b * 10 + values.sum::<u32>()
    }

    #[device]
    fn of_item(a: &u32, b: u32, values: impl Iterator<Item = u32>) -> u32 {
        *a * 100 + b * 10 + values.sum::<u32>()
    }

    #[derive(Clone, Copy, GpuType)]
    struct Scale(u32);

    #[device]
    impl Scale {
        fn total(self, b: u32, values: impl Iterator<Item = u32>) -> u32 {
            self.0 * 100 + b * 10 + values.sum::<u32>()
        }
    }

    #[device]
    fn make(n: &mut u32) -> Scale {
        *n += 1;
        Scale(*n)
    }

    same_on_host! { (k, x, b, y, z)
        let w = [5u32, 6, 7, 8, 9];
        let mut n = 1;
        z[k] = total(n, next(&mut n), w.iter().copied().take(k));
        z[k] += of_item(&w[next(&mut n) as usize], next(&mut n), w.iter().copied());
        z[k] += make(&mut n).total(next(&mut n), w.iter().copied().skip(2));
    }
}

mod arguments_of_returned_references {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    struct Pair {
        a: u32,
        b: u32,
    }

    #[device]
    impl Pair {
        fn find_mut(&mut self, wanted: impl Fn(u32) -> bool) -> &mut u32 {
            if wanted(self.a) { &mut self.a } else { &mut self.b }
        }

        fn pick_mut(&mut self, which: &f32) -> &mut u32 {
            if *which < 3.0 { &mut self.a } else { &mut self.b }
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut pair = Pair { a: 1, b: 2 };
        let mut wanted = k as u32 % 3;
        let r = pair.find_mut(|v| v == wanted);
        wanted = 9;
        *r += wanted;
        y[k] = x[k];
        let r = pair.pick_mut(&y[k]);
        y[k] = 5.0 - y[k];
        *r *= 3;
        z[k] = pair.a * 100 + pair.b;
    }
}

mod ranges_before_other_arguments {
    use std::ops::Range;

    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn moved(f: impl Fn(u32) -> u32, span: Range<usize>, total: &mut u32) -> u32 {
        *total += f(span.start as u32) + span.len() as u32;
        *total
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = (k as u32 + { let _ = moved(|v| v, 1..4usize, &mut z[k]); 2 }) * 3;
        z[k] += moved(|v| v + 1, k..k + 2, &mut z[k]);
        y[k] = x[k];
    }
}
