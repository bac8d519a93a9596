//! Iterators and ranges in variables.

use crate::compare::same_on_host;

mod next_of_ranges {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut r = 0..k as u32;
        let f = r.next();
        z[k] = f.unwrap_or(9) + r.len() as u32;
        while let Some(j) = r.next() {
            z[k] += j * 10;
            if j == 3 {
                break;
            }
        }
        z[k] += r.next_back().unwrap_or(100) + r.nth(0).unwrap_or(50);
    }
}

mod searches_of_ranges {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let n = 4usize;
        let mut r = 0..k as u32;
        z[k] = r.any(|v| v == 2) as u32 + r.len() as u32 * 10;
        let s = 0..k;
        y[k] = s.map(|j| x[j]).sum();
        let q = 0..=k as u32;
        z[k] += q.filter(|v| v % 2 == 0).sum::<u32>();
        let mut t = 1..k as u32;
        z[k] += t.find(|v| *v > 2).unwrap_or(70) + t.start;
        let u = 0..n;
        z[k] += u.fold(0, |a, j| a + j as u32);
    }
}

mod views {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut it = x.iter();
        let mut s = 0.0;
        while let Some(v) = it.next() {
            s = s * 2.0 + v;
            if s > 50.0 {
                break;
            }
        }
        if let Some(v) = it.next() {
            s += v;
        }
        y[k] = s;
    }
}

mod arrays {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, x[k], 3.0];
        let mut it = w.iter();
        let first = it.next().unwrap();
        let mut s = *first;
        for v in it {
            s = s * 3.0 + v;
        }
        y[k] = s;
        let it2 = w.iter().map(|v| v * 2.0);
        y[k] += it2.sum::<f32>();
        let ev = (0..k).filter(|j| j % 2 == 0);
        z[k] = ev.count() as u32;
        let mut c = w.iter().copied();
        while let Some(v) = c.next() {
            y[k] += v;
        }
    }
}

mod captured_ranges {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let r = 0..k;
        let f = |j: usize| r.contains(&j);
        z[k] = f(2) as u32;
        let g = |q: std::ops::Range<u32>| q.end - q.start;
        z[k] += g(1..5);
        let t = (0..k, 2.0);
        for j in t.0.clone() {
            y[k] += x[j] * t.1;
        }
    }
}

mod methods {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [4u32, k as u32, 3, 9, 2, 7];
        let mut it = w.iter().copied().filter(|v| *v > 2);
        let a0 = it.next();
        let b0 = it.next().unwrap_or(50);
        z[k] = a0.unwrap() + b0 * 10;
        let rest: u32 = it.sum();
        z[k] += rest * 100;
        let mut e = w.iter().enumerate().rev();
        if let Some((j, v)) = e.next() {
            z[k] += j as u32 + v;
        }
        let f = e.find(|(_, v)| **v < 4);
        if let Some((j, v)) = f {
            z[k] += j as u32 * 7 + *v;
        }
        for (j, v) in e {
            z[k] += j as u32 * v;
        }
        let mut t = w.iter();
        let s2: u32 = t.by_ref().take(2).sum();
        z[k] += s2;
        let mut c = t.clone();
        z[k] += c.nth(1).copied().unwrap_or(0) * 3 + c.next().copied().unwrap_or(1);
        z[k] += t.len() as u32;
        if t.any(|v| *v == 9) {
            z[k] += t.next().copied().unwrap_or(77);
        }
        z[k] += t.count() as u32;
        let mut r = 3..9u32;
        z[k] += r.next_back().unwrap() + r.nth(1).unwrap();
        z[k] += r.by_ref().take(2).sum::<u32>() + r.start * 100 + r.end * 1000;
        z[k] += r.position(|v| v == 7).map_or(5, |p| p as u32);
        z[k] += r.next().unwrap_or(6);
        let mut o = x.iter().skip(1).map(|v| *v * 2.0);
        let mut s = 0.0;
        while let Some(v) = o.next() {
            s += v;
            if v > 7.0 {
                if let Some(u) = o.next() {
                    s -= u;
                }
            }
        }
        y[k] = s;
    }
}

mod states {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [4u32, k as u32, 3, 9, 2, 7];
        match k {
            0 => {
                let mut it = w.iter().copied().filter(|v| *v > 2);
                let a0 = it.next();
                let b0 = it.next().unwrap_or(50);
                z[k] = a0.unwrap() + b0 * 10;
                let rest: u32 = it.sum();
                z[k] += rest * 100;
            }
            1 => {
                let mut e = w.iter().enumerate().rev();
                if let Some((j, v)) = e.next() {
                    z[k] += j as u32 + v;
                }
                let f = e.find(|(_, v)| **v < 4);
                if let Some((j, v)) = f {
                    z[k] += j as u32 * 7 + *v;
                }
                for (j, v) in e {
                    z[k] += j as u32 * v;
                }
            }
            2 => {
                let mut t = w.iter();
                let s2: u32 = t.by_ref().take(2).sum();
                z[k] += s2;
                let mut c = t.clone();
                z[k] += c.nth(1).copied().unwrap_or(0) * 3 + c.next().copied().unwrap_or(1);
                z[k] += t.len() as u32;
                if t.any(|v| *v == 9) {
                    z[k] += t.next().copied().unwrap_or(77);
                }
                z[k] += t.count() as u32;
            }
            3 => {
                let mut r = 3..9u32;
                z[k] += r.next_back().unwrap() + r.nth(1).unwrap();
                z[k] += r.start * 100 + r.end * 1000;
            }
            4 => {
                let mut r = 3..9u32;
                z[k] += r.by_ref().take(2).sum::<u32>() + r.start * 100 + r.end * 1000;
            }
            5 => {
                let mut r = 3..9u32;
                z[k] += r.position(|v| v == 7).map_or(5, |p| p as u32);
                z[k] += r.next().unwrap_or(6);
            }
            6 => {
                let mut t = w.iter();
                let s2: u32 = t.by_ref().take(2).sum();
                z[k] = s2 * 100 + t.len() as u32;
                let mut c = t.clone();
                z[k] += c.nth(1).copied().unwrap_or(0) * 3000;
                z[k] += c.len() as u32 * 10;
            }
            _ => {}
        }
    }
}
