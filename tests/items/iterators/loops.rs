//! `for` loops over chains, with jumps.

use super::chains;

chains!(loops_over_chains, 4, |i, x, w, n| [
    {
        let mut s = 0.0;
        x.iter().for_each(|v| s = s * 0.5 + v);
        (0..i).for_each(|k| {
            s += k as f32;
        });
        s
    },
    {
        let mut s = 0.0;
        for (k, v) in x.iter().enumerate().filter(|(k, _)| k % 2 == 1).map(|(k, v)| (k, v * 2.0)) {
            if k > 2 * i {
                break;
            }
            if v < 0.0 {
                continue;
            }
            s = s * 0.5 + v;
        }
        s
    },
    {
        let mut s = 0.0;
        for v in x.iter().copied().filter(|v| *v >= 0.0) {
            let Some(k) = w.iter().position(|u| *u == v) else { continue };
            s += k as f32 + v;
            if s > 20.0 {
                break;
            }
        }
        s
    },
    {
        let mut hits = 0;
        let mut worst = f32::MIN;
        for (k, v) in x.iter().enumerate() {
            if w.iter().any(|u| u == v) {
                hits += k;
            }
            worst = worst.max(*v);
        }
        hits as f32 + worst
    },
]);

chains!(jumps, 5, |i, x, w, n| [
    {
        let mut s = 0.0;
        'outer: for r in (0..i).map(|r| r * 2) {
            for v in w.iter().chain(x.iter()) {
                if *v == r as f32 {
                    continue 'outer;
                }
                if *v > 6.0 {
                    break 'outer;
                }
                s = s * 0.5 + v;
            }
            s += 100.0;
        }
        s
    },
    {
        let f = |limit: f32| {
            for v in x.iter().chain(&w) {
                if *v > limit {
                    return *v;
                }
            }
            -1.0
        };
        f(i as f32)
    },
    {
        let mut s = 0.0;
        for v in (0..i).flat_map(|r| (0..r).map(move |c| r + c)) {
            if v == 3 {
                continue;
            }
            if v == 6 {
                break;
            }
            s = s * 0.5 + v as f32;
        }
        s
    },
    {
        let r = loop {
            for v in x.iter().filter(|v| **v > 0.0) {
                if *v > i as f32 {
                    break;
                }
            }
            break 3.0;
        };
        let q = 'f: {
            for v in w.iter().chain(x) {
                if *v > i as f32 {
                    break 'f *v;
                }
            }
            0.0
        };
        r + q
    },
    {
        let mut c = 0;
        'a: for a in 0..i {
            for b in (0..a).flat_map(|r| [r, r + 2]).chain(5..8) {
                if b == 6 {
                    continue 'a;
                }
                if b + a == 9 {
                    break 'a;
                }
                c += b;
            }
            c += 100;
        }
        c as f32
    },
]);

chains!(names_are_hygienic, 1, |i, x, w, n| [{
    let k = 2.0;
    x.iter()
        .map(|x| x * k)
        .zip(w.iter().map(|w| w + k))
        .map(|(x, w)| {
            let k = x + w;
            k * 2.0
        })
        .sum::<f32>()
        + k
},]);
