//! Sources of chains: ranges, elements, parts of slices such as `windows`, and functions of `std::iter`.

use super::chains;

chains!(ranges_are_sources, 6, |i, x, w, n| [
    (0..n).map(|k| x[k]).sum::<f32>(),
    (1..=i).map(|k| k as f32).sum::<f32>(),
    (5..i).map(|k| x[k]).sum::<f32>() + (5..i).skip(2).take(3).map(|k| x[k]).sum::<f32>(),
    (0..20i32).step_by(3).rev().skip(1).map(|k| k as f32).fold(0.0, |s, v| s * 0.5 + v),
    {
        let s: usize = (0..n).sum();
        let p: u32 = (1..=i as u32 % 5).product();
        let q = (0..i as i32).map(|k| k - 3).sum::<i32>();
        s as f32 + p as f32 + q as f32
    },
    (1..).map(|k| k * k).take_while(|k| *k < 50).map(|k: i32| k as f32).sum::<f32>()
        + (3..).take(i).map(|k: u32| k as f32).sum::<f32>(),
]);

chains!(elements_are_sources, 6, |i, x, w, n| [
    x.iter().sum::<f32>() + i as f32,
    {
        let s: f32 = x.iter().copied().sum();
        s
    },
    {
        let mut s = 0.0;
        for v in x {
            s += v;
        }
        for v in &w {
            s += v;
        }
        for v in x.iter().copied().rev() {
            s = s * 0.5 + v;
        }
        s
    },
    {
        const TABLE: [f32; 3] = [1.0, 2.0, 4.0];
        TABLE.iter().zip(&w).map(|(a, b)| a * b).sum::<f32>() + TABLE.iter().rev().skip(1).sum::<f32>()
    },
    {
        let mut m = w;
        for v in m.iter_mut().filter(|v| **v > 0.0) {
            *v *= 2.0;
        }
        m.iter_mut().enumerate().for_each(|(k, v)| *v += k as f32);
        m.iter_mut().zip(x.iter()).for_each(|(a, b)| *a -= b);
        m.iter().fold(0.0, |s, v| s * 0.5 + v)
    },
    {
        let m = [[1.0, 2.0], [3.0, i as f32]];
        m.iter().flatten().fold(1.0, |s, v| s * 0.5 + v)
    },
]);

chains!(functions_of_iter_are_sources, 2, |i, x, w, n| [
    std::iter::repeat(2.0f32).take(i).zip(x.iter()).map(|(a, b)| a * b).sum::<f32>()
        + std::iter::repeat_n(1.5f32, 3).sum::<f32>(),
    std::iter::once(2.5).chain(w).chain([1.0, 7.0]).fold(0.0, |s, v| s * 0.5 + v),
]);

chains!(parts_are_sources, 3, |i, x, w, n| [
    {
        let v = [1.0, x[i], 3.0, 5.0, 2.0];
        v.windows(3).map(|w| w[0] * w[2] - w[1] + w.len() as f32).sum::<f32>() + w.windows(5).count() as f32
    },
    {
        let v = [1.0, x[i], 3.0, 5.0, 2.0];
        let mut s = 0.0;
        for c in v.chunks_exact(2).rev() {
            s = s * 0.5 + c[0] - c[1] + c.iter().sum::<f32>();
        }
        s
    },
    w.windows(2).zip(x.iter().skip(i)).map(|(p, v)| (p[1] - p[0]) * v).fold(1.0, |s, v| s * 0.5 + v),
]);
