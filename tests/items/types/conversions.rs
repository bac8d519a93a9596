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
