//! Conversions between integers, bytes and `bool`.

use crate::compare::same_on_host;

mod into_and_from {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn twice(v: u32) -> u32 {
        v * 2
    }

    same_on_host! { (k, x, b, y, z)
        let v: u32 = b[k].into();
        z[k] = v + u32::from(b[k]) + twice(b[k].into());
        y[k] = f32::from(b[k]);
        let w: u16 = b[k].into();
        let q: f32 = w.into();
        y[k] += q;
        let i: i32 = w.into();
        y[k] += i as f32;
        z[k] += u32::from(b[k] > 50) + u32::from(w);
    }
}

mod try_from {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let v = u32::try_from(k).unwrap();
        z[k] = v;
        z[k] += u8::try_from(k as u32 * 60).map_or(1000, |v| v as u32);
        let w: Result<u16, _> = (k as u32 * 20000).try_into();
        z[k] += w.is_ok() as u32;
        z[k] += usize::try_from(k as i32 - 3).unwrap_or(77) as u32;
        z[k] += u32::try_from(k as i32 - 3).ok().unwrap_or(88);
        let t: u32 = k.try_into().unwrap();
        z[k] += t;
        z[k] += i32::try_from(k).unwrap() as u32;
        if let Ok(s) = u8::try_from(300u32 + k as u32) {
            z[k] += s as u32;
        }
    }
}

mod constants_and_methods {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        z[k] = usize::BITS / 32
            + u32::BITS
            + (u32::MAX as usize == k) as u32
            + u8::MAX as u32
            + i32::MAX as u32;
        let s = (k as i32 - 3).signum();
        y[k] = s as f32 + f32::EPSILON + f32::MAX.min(1.0);
        y[k] += (k as i32 - 3).pow(2) as f32;
        z[k] += (k as u32).leading_zeros()
            + (k as u32).is_power_of_two() as u32
            + (k as u32 + 1).ilog2()
            + 7u32.div_ceil(2)
            + (k as u32).next_power_of_two()
            + (k as i32 - 3).unsigned_abs()
            + 5u32.abs_diff(k as u32);
        y[k] += (k as i32 - 4).rem_euclid(3) as f32 + (k as i32).is_negative() as u32 as f32;
    }
}

mod booleans {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let t = k > 3;
        z[k] = t as u32 + u32::from(t) + i32::from(t) as u32;
        let v: u32 = t.into();
        z[k] += v;
        let f: f32 = (b[k] as i16).into();
        y[k] = f;
        y[k] += f32::from(k as u8) * 2.0;
        z[k] += t.then_some(4u32).unwrap_or_default();
        z[k] += t.then(|| 9u32).unwrap_or(1);
        z[k] += (t as usize).pow(2) as u32;
        y[k] += f64::from(x[k]) as f32;
    }
}

mod patterns {
    use amp::prelude::*;
    use amp_tests::on_each;

    #[derive(Clone, Copy, GpuType)]
    struct Hsv(f32, f32);

    #[derive(Clone, Copy, GpuType)]
    struct Rgb {
        r: f32,
        g: f32,
        rest: [f32; 2],
    }

    #[derive(Clone, Copy, GpuType)]
    struct Pair<T>(T, T);

    #[device]
    impl From<Hsv> for Rgb {
        fn from(Hsv(h, s): Hsv) -> Self {
            Rgb { r: h, g: s * 2.0, rest: [h, s] }
        }
    }

    #[device]
    impl From<Hsv> for Pair<f32> {
        fn from(Hsv(h, s): Hsv) -> Self {
            Pair(s, h)
        }
    }

    #[device]
    fn destructured(v: f32) -> f32 {
        let hsv = Hsv(v, v + 1.0);
        let Rgb { r, g, rest: [_, b] } = hsv.into();
        let Pair(x, y) = Hsv(b, 2.0).into();
        let Rgb { ref rest, .. } = Hsv(x, y).into();
        r * 10.0 + g + b * 100.0 + x + y * 3.0 + rest[1]
    }

    #[test]
    fn a_struct_pattern_names_the_target() {
        let wanted: Vec<_> = (0..16).map(|k| destructured(k as f32)).collect();
        on_each(|accelerator| {
            let mut y = ArrayViewMut::<f32>::without_source([16]).unwrap();
            let on = accelerator.default_view();
            on.parallel_for_each(16, amp!(|i: Index<1>| y[i] = destructured(i[0] as f32))).unwrap();
            assert_eq!(y.to_vec().unwrap(), wanted);
        });
    }
}

mod from_own_types {
    use amp::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    #[repr(u32)]
    pub enum Level {
        Low,
        High,
    }

    #[device]
    impl From<Level> for u32 {
        fn from(level: Level) -> u32 {
            match level {
                Level::Low => 5,
                Level::High => 9,
            }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    #[repr(C)]
    pub struct Halves(u32);

    #[device]
    impl From<Halves> for f32 {
        fn from(halves: Halves) -> f32 {
            halves.0 as f32 * 0.5
        }
    }

    const SEVEN: u8 = 7;

    /// The implementation of `From` for a number takes a user's type, or a type that only rustc knows.
    #[device]
    fn numbers_from_own_types(v: u32, byte: u8) -> f32 {
        let level = if v & 1 == 0 { Level::Low } else { Level::High };
        let n: u32 = level.into();
        let sum =
            u32::from(level) + u32::from(byte) + u32::from(SEVEN) + n + Some(level).map_or(0, u32::from);
        sum as f32 + f32::from(Halves(v)) + f32::from(byte)
    }

    #[test]
    fn numbers_from_values_of_own_types() {
        let bytes = [1u8, 200, 3, 4];
        amp_tests::on_each(|accelerator| {
            let b = ArrayView::new(&bytes);
            let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
            let kernel = amp!(|i: Index<1>| y[i] = numbers_from_own_types(i[0] as u32 * 3, b[i]));
            accelerator.default_view().parallel_for_each(4, kernel).unwrap();
            let expected: Vec<_> = (0..4).map(|k| numbers_from_own_types(k * 3, bytes[k as usize])).collect();
            assert_eq!(y.to_vec().unwrap(), expected, "on {}", accelerator.description());
        });
    }
}

mod tuples_and_arrays {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
    struct Color(u32);

    #[device]
    impl From<Color> for (u8, u8, u8) {
        fn from(Color(c): Color) -> Self {
            (c as u8, (c >> 8) as u8, (c >> 16) as u8)
        }
    }
    #[device]
    impl From<Color> for [u8; 4] {
        fn from(color: Color) -> [u8; 4] {
            color.0.to_le_bytes()
        }
    }
    #[device]
    impl From<Color> for u32 {
        fn from(color: Color) -> u32 {
            color.0 ^ 5
        }
    }
    #[device]
    impl From<Color> for f32 {
        fn from(color: Color) -> f32 {
            (color.0 & 0xff) as f32
        }
    }
    #[device]
    fn color(i: u32) -> Color {
        Color(i.wrapping_mul(0x9e37_79b9))
    }
    #[device]
    fn parts(c: Color) -> (u8, u8, u8) {
        c.into()
    }
    #[device]
    fn sum(x: (u8, u8, u8)) -> u32 {
        u32::from(x.0) + u32::from(x.1) + u32::from(x.2)
    }
    #[device]
    fn total(x: [u8; 4]) -> u32 {
        x.iter().map(|&b| u32::from(b)).sum()
    }

    #[device]
    fn run(i: u32) -> u32 {
        let c = color(i);
        let (r, g, b): (u8, u8, u8) = c.into();
        let [a0, .., a3]: [u8; 4] = c.into();
        let whole: [u8; 4] = color(i + 1).into();
        let pair: (u8, u8, u8) = color(i + 2).into();
        let n: u32 = c.into();
        let f: f32 = color(i).into();
        let (x, _, z) = parts(c);
        let [p, q] = [i, i * 2];
        let (s, t) = (p, q);
        n ^ u32::from(r)
            ^ u32::from(g) << 8
            ^ u32::from(b) << 16
            ^ u32::from(a0) << 3
            ^ u32::from(a3) << 5
            ^ total(whole) << 7
            ^ sum(pair) << 9
            ^ f as u32
            ^ u32::from(x ^ z) << 2
            ^ sum(c.into())
            ^ total(c.into())
            ^ s
            ^ t
    }

    same_on_host! { (k, x, b, y, z)
        for n in 0..8 {
            z[k] = z[k].wrapping_mul(31).wrapping_add(run((k * 8 + n) as u32));
        }
    }
}

mod integers_of_inferred_types {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn half(i: u32) -> i32 {
        i as i32 * 9 - 200
    }
    #[device]
    fn wide(i: u32) -> u32 {
        i * 1_100
    }
    #[device]
    fn letter(i: u32) -> char {
        if i % 2 == 0 { 'a' } else { 'ü' }
    }
    #[device]
    fn big(i: u32) -> char {
        if i % 3 == 0 { '😀' } else { 'z' }
    }
    #[device]
    fn size(i: u32) -> usize {
        i as usize * 70_000
    }
    #[device]
    fn narrow(i: u32) -> i8 {
        i as i8 - 30
    }

    #[device]
    fn checked(i: u32) -> Option<u8> {
        let v = u8::try_from(half(i)).ok()?;
        Some(v / 2)
    }

    #[device]
    fn run(i: u32) -> u32 {
        let a = u8::try_from(half(i) / 4).unwrap_or(u8::MAX);
        let b = i8::try_from(half(i)).map_or(77, |v| v as u32 & 0xff);
        let c = u16::try_from(wide(i)).is_ok();
        let d = i16::try_from(wide(i)).is_err();
        let e = u8::try_from(letter(i)).unwrap_or(b'?');
        let f = u16::try_from(big(i)).unwrap_or(9);
        let g = u32::try_from(size(i)).unwrap();
        let h = if let Ok(n) = u8::try_from(narrow(i)) { u32::from(n) } else { 500 };
        let k = usize::try_from(half(i)).unwrap_or(3);
        let l = match u16::try_from(half(i) * 100) {
            Ok(v) => u32::from(v),
            Err(_) => 1,
        };
        let m: Result<u8, _> = half(i).try_into();
        let n: u32 = half(i).abs().try_into().unwrap();
        let o = i32::try_from(wide(i)).unwrap() as u32;
        let p = u8::try_from(half(i).clamp(0, 255)).expect("in range");
        u32::from(a)
            ^ b << 1
            ^ u32::from(c) << 20
            ^ u32::from(d) << 21
            ^ u32::from(e) << 8
            ^ u32::from(f) << 4
            ^ g
            ^ h
            ^ k as u32
            ^ l
            ^ u32::from(m.is_ok()) << 25
            ^ n
            ^ o
            ^ u32::from(p) << 2
            ^ u32::from(checked(i).unwrap_or(200)) << 3
    }

    same_on_host! { (k, x, b, y, z)
        for n in 0..8 {
            z[k] = z[k].wrapping_mul(31).wrapping_add(run((k * 8 + n) as u32));
        }
    }
}
