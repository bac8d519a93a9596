//! The operator `?` in closures and functions, with conversion of errors.

use crate::compare::same_on_host;

mod closure_with_a_result_type {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let f = |v: Option<f32>| -> Option<f32> {
            let u = v?;
            Some(u * 2.0)
        };
        y[k] = f(Some(x[k])).unwrap_or(0.0) + f(None).unwrap_or(5.0);
    }
}

mod closure_without_a_result_type {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn half(v: u32) -> Option<u32> {
        if v % 2 == 0 { Some(v / 2) } else { None }
    }

    same_on_host! { (k, x, b, y, z)
        let f = |v: u32| {
            let u = half(v)?;
            let w = half(u)?;
            Some(w + 1)
        };
        z[k] = f(k as u32).unwrap_or(99);
    }
}

mod closure_as_an_argument {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn half(v: u32) -> Option<u32> {
        if v % 2 == 0 { Some(v / 2) } else { None }
    }

    same_on_host! { (k, x, b, y, z)
        let r = Some(k as u32).and_then(|v| {
            let u = half(v)?;
            Some(u + 7)
        });
        z[k] = r.unwrap_or(50);
    }
}

mod converted_errors {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, PartialEq, GpuType)]
    enum Parse {
        Digit(u8),
        End,
    }
    #[derive(Clone, Copy, PartialEq, GpuType)]
    enum Err2 {
        P(Parse),
        Range(u32),
    }
    #[device]
    impl From<Parse> for Err2 {
        fn from(p: Parse) -> Self {
            Err2::P(p)
        }
    }
    #[device]
    fn digit(c: u8) -> Result<u32, Parse> {
        if c == 0 {
            Err(Parse::End)
        } else if c.is_ascii_digit() {
            Ok((c - b'0') as u32)
        } else {
            Err(Parse::Digit(c))
        }
    }
    #[device]
    fn small(c: u8) -> Result<u32, Err2> {
        let d = digit(c)?;
        if d > 5 {
            return Err(Err2::Range(d));
        }
        Ok(d)
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = match small(b[k]) {
            Ok(d) => d,
            Err(Err2::P(Parse::Digit(c))) => 100 + c as u32,
            Err(Err2::P(Parse::End)) => 200,
            Err(Err2::Range(r)) => 300 + r,
        };
    }
}

mod results_of_methods {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, PartialEq, GpuType)]
    enum E {
        Empty,
        Bad,
    }
    #[derive(Clone, Copy, GpuType)]
    struct R {
        pos: u32,
        n: u32,
    }
    #[device]
    impl R {
        fn next(&mut self) -> Option<u32> {
            if self.pos < self.n {
                self.pos += 1;
                Some(self.pos)
            } else {
                None
            }
        }
        fn peek(&self) -> Option<u32> {
            if self.n > 3 { Some(self.n) } else { None }
        }
        fn two(&mut self) -> Result<u32, E> {
            let p = self.next().ok_or(E::Empty)?;
            let q = self.next().ok_or(E::Bad)?;
            let r = self.peek().ok_or_else(|| E::Bad)?;
            Ok(p * 10 + q + r)
        }
    }
    #[device]
    fn run2(n: u32) -> Result<u32, E> {
        let mut r = R { pos: 0, n };
        let u = r.peek().ok_or(E::Bad)?;
        let a = r.next().ok_or(E::Empty)? + u;
        Ok(a + r.two()?)
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = match run2(k as u32) {
            Ok(v) => v,
            Err(E::Empty) => 1000,
            Err(E::Bad) => 2000,
        };
    }
}

mod closures_in_chains {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn chk(v: u32) -> Result<u32, u32> {
        if v > 3 { Err(v) } else { Ok(v) }
    }

    same_on_host! { (k, x, b, y, z)
        let g = |v: u32| -> Result<u32, u32> { Ok(chk(v)? + chk(v + 1)?) };
        z[k] = g(k as u32).unwrap_or_else(|e| e * 100);
        let s: u32 = (0..6).map(|v| g(v).unwrap_or(7)).sum();
        z[k] += s;
        z[k] += (0..6)
            .filter_map(|v| {
                let u = chk(v).ok()?;
                if u == 1 { None } else { Some(u) }
            })
            .sum::<u32>();
    }
}

mod items_of_slices {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn sum3(w: &[f32], at: usize) -> Option<f32> {
        let mut s = 0.0;
        for j in 0..3 {
            s += w.get(at + j).copied()?;
        }
        Some(s)
    }

    same_on_host! { (k, x, b, y, z)
        let w = [x[k], 1.0, 2.0, 3.0, 4.0];
        y[k] = sum3(&w, k).unwrap_or(-1.0);
    }
}

mod errors_of_the_same_type {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, PartialEq, GpuType)]
    struct Oops;
    #[derive(Clone, Copy, PartialEq, GpuType)]
    #[repr(u32)]
    enum Kind {
        A = 0,
        B = 1,
    }
    #[device]
    fn f(v: u32) -> Result<u32, Oops> {
        if v > 4 { Err(Oops) } else { Ok(v) }
    }
    #[device]
    fn g(v: u32) -> Result<u32, Oops> {
        Ok(f(v)? + f(v + 1)?)
    }
    #[device]
    fn h(v: u32) -> Result<u32, Kind> {
        if v > 4 {
            Err(Kind::B)
        } else if v == 0 {
            Err(Kind::A)
        } else {
            Ok(v)
        }
    }
    #[device]
    fn p(v: u32) -> Result<u32, Kind> {
        let a = h(v)?;
        let b = h(v + 2)?;
        Ok(a * b)
    }
    #[device]
    fn q(v: u32) -> Result<u32, ()> {
        if v > 3 {
            return Err(());
        }
        Ok(v)
    }
    #[device]
    fn r(v: u32) -> Result<u32, ()> {
        Ok(q(v)? + 1)
    }
    #[device]
    fn s(w: &[u32], k: usize) -> Result<u32, Kind> {
        let v = w.get(k).ok_or(Kind::A)?;
        Ok(*v + h(*v)?)
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = g(k as u32).unwrap_or(50)
            + match p(k as u32) {
                Ok(v) => v * 100,
                Err(Kind::A) => 3000,
                Err(Kind::B) => 7000,
            }
            + r(k as u32).unwrap_or(9);
        let w = [1u32, 2, 3];
        z[k] += s(&w, k).map_or_else(|e| e as u32 * 3, |v| v * 5);
    }
}

mod result_types_of_other_names {
    use amp::prelude::*;

    use super::same_on_host;

    type Halved = Option<u32>;
    type Outcome = Result<u32, u32>;

    trait Source {
        type Item;
    }
    impl Source for f32 {
        type Item = Option<f32>;
    }

    #[device]
    fn half(v: u32) -> Halved {
        if v % 2 == 0 { Some(v / 2) } else { None }
    }

    #[device]
    fn quarter(v: u32) -> Halved {
        let u = half(v)?;
        if u > 100 {
            return None;
        }
        Some(half(u)? + 1)
    }

    #[device]
    fn third(v: u32) -> Outcome {
        let u = (if v % 3 == 0 { Ok(v / 3) } else { Err(v) })?;
        Ok(u + 2)
    }

    #[device]
    fn scaled(v: Option<u32>) -> <f32 as Source>::Item {
        let u = v?;
        Some(u as f32 * 0.5)
    }

    same_on_host! { (k, x, b, y, z)
        let n = k as u32;
        z[k] = quarter(n).unwrap_or(99) + 1000 * third(n).unwrap_or_else(|v| v + 50);
        y[k] = scaled(half(n)).unwrap_or(-1.0);
    }
}
