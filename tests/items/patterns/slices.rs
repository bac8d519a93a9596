//! Patterns of slices and arrays with `..`, and variables for slices.

use crate::compare::same_on_host;

mod functions {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn ends(w: &[f32]) -> f32 {
        match w {
            [] => -1.0,
            [a] => *a,
            [first, .., last] => first * 10.0 + last,
        }
    }
    #[device]
    fn sum(w: &[f32]) -> f32 {
        match w {
            [a, rest @ ..] => a * 100.0 + rest.len() as f32,
            [] => 0.0,
        }
    }

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k], 4.0];
        y[k] = ends(&w) + ends(&w[k % 5..]) + sum(&w[k % 5..]);
        let [p, .., q] = w;
        y[k] += p + q;
        if let [a, c, ..] = w[1..] {
            y[k] += a * c;
        }
        let [h, rest @ ..] = w;
        y[k] += h + rest[2] + rest.len() as f32;
    }
}

mod conditions {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1u32, k as u32, 3, 4];
        if let [1, v, ..] = w {
            z[k] = v;
        }
        match w {
            [_, 2, ..] => z[k] += 100,
            [.., 4] => z[k] += 200,
            _ => {}
        }
        if let [a, c] = &w[1..3] {
            z[k] += a * c;
        }
        if let [a, c, rest @ ..] = &w[..] {
            z[k] += a + c + rest.iter().sum::<u32>();
        }
        let &[p, q, _, _] = &w;
        z[k] += p * q;
    }
}

mod shrinking_slices {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn total(w: &[f32]) -> f32 {
        let mut s = w;
        let mut t = 0.0;
        while !s.is_empty() {
            t = t * 2.0 + s[0];
            s = &s[1..];
        }
        t
    }
    #[device]
    fn bs(w: &[f32], v: f32) -> usize {
        let mut s = w;
        let mut base = 0;
        while s.len() > 1 {
            let m = s.len() / 2;
            if s[m] <= v {
                base += m;
                s = &s[m..];
            } else {
                s = &s[..m];
            }
        }
        base
    }
    #[device]
    fn heads(w: &[f32]) -> f32 {
        let mut s = w;
        let mut t = 0.0;
        while let [h, rest @ ..] = s {
            t = t * 2.0 + h;
            s = rest;
        }
        t
    }
    #[device]
    fn heads2(v: &[f32]) -> f32 {
        let mut w = v;
        let mut t = 0.0;
        while let Some((h, rest)) = w.split_first() {
            t = t * 2.0 + h;
            w = rest;
        }
        t
    }

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, 3.0, 4.0];
        y[k] = total(&w[k % 4..]) + bs(&w, x[k]) as f32 + heads(&w) + heads2(&w);
    }
}

mod chunks {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 4.0, x[k], 5.0];
        let mut s = 0.0;
        for c in w.chunks_exact(2) {
            if let [a, b] = c {
                s += a * b;
            }
        }
        for c in w.windows(2) {
            let (a, b) = (c[0], c[1]);
            s += a - b;
        }
        for &[p, q] in &[[1.0, 2.0], [3.0, x[k]]] {
            s += p * q;
        }
        y[k] = s;
        let c: [f32; 2] = w[1..3].try_into().unwrap();
        y[k] += c[1];
        let pairs = [(1.0, 2.0), (x[k], 4.0)];
        for (p, q) in pairs {
            y[k] += p * q;
        }
        for &(p, q) in pairs.iter() {
            y[k] += p - q;
        }
    }
}

mod lengths {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn f(w: &[u32]) -> u32 {
        match w {
            [] => 1,
            [a] => *a + 10,
            [a, b] => a * b + 100,
            [a, b, rest @ ..] if rest.len() > 1 => a + b + rest[0] + 1000,
            [_, mid, _] => *mid + 5000,
            _ => 7,
        }
    }
    #[device]
    fn g(w: &[u32]) -> u32 {
        if let [a, ..] = w { *a } else { 99 }
    }
    #[device]
    fn h(w: &[u32]) -> u32 {
        let [a, b, ..] = w else { return 50 };
        a + b
    }
    #[device]
    fn m(w: &mut [u32]) {
        if let [a, .., b] = w {
            *a += 5;
            *b += 7;
        }
        if let [_, rest @ ..] = w {
            if !rest.is_empty() {
                rest[0] = 1;
            }
            for v in rest.iter_mut() {
                *v += 1;
            }
        }
    }
    #[device]
    fn p(w: &[u32]) -> u32 {
        if let &[a, b] = w {
            a + b * 2
        } else if let [a, _, _] = w {
            *a
        } else {
            3
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut w = [4u32, k as u32, 3, 9, 2];
        for j in 0..6 {
            let s = &w[j.min(5)..];
            z[k] += f(s) * 3 + g(s) + h(s) + p(s);
        }
        m(&mut w);
        z[k] += w[0] + w[1] * 3 + w[4];
        m(&mut w[4..]);
        z[k] += w[4];
        let mut s = &w[1..];
        s = &s[..s.len() - 1];
        let t = s;
        s = &s[1..];
        z[k] += s[0] * 100 + t[0] + s.len() as u32 + t.len() as u32;
        let f0 = &s[0];
        s = &s[1..];
        z[k] += *f0 + s[0];
    }
}

mod chains {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 4.0, x[k], 5.0];
        y[k] = w.iter().map(|v| v * v).sum::<f32>().sqrt();
        let v = w.iter().rev().take(2).fold(0.0f32, |a, b| a.max(*b));
        y[k] += v;
        z[k] = w.iter().position(|v| *v == 5.0).unwrap() as u32;
        z[k] += w.iter().any(|&v| v > 4.5) as u32;
        let (mn, mx) = w.iter().fold((f32::MAX, f32::MIN), |(l, h), &v| (l.min(v), h.max(v)));
        y[k] += mx - mn;
        z[k] += w.iter().zip(x.iter()).filter(|(p, q)| p < q).count() as u32;
        z[k] += (0..4u32).rev().step_by(2).sum::<u32>();
        y[k] += w.iter().cloned().fold(f32::NEG_INFINITY, f32::max);
        let s: f32 = w.iter().sum();
        y[k] += s / w.len() as f32;
        y[k] += w.iter().copied().reduce(f32::max).unwrap();
        z[k] += [1u32, 2, 3].into_iter().map(|v| v * 2).sum::<u32>();
        z[k] += w.iter().filter(|&&v| v > 1.0).count() as u32;
        let all = w.iter().all(|v| v.is_finite());
        z[k] += all as u32;
        z[k] += w.iter().max_by(|a, b| a.total_cmp(b)).is_some() as u32;
    }
}
