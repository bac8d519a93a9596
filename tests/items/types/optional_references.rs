//! `Option`s with references: `get`, `first`, `last`, `find`, `max_by` and so on, used where they are made.

use crate::compare::same_on_host;

mod copied_element {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        y[k] = x.get(k + 1).copied().unwrap_or(0.0);
    }
}

mod patterns_on_elements {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        if let Some(&v) = x.get(k + 1) {
            y[k] = v;
        }
        if let Some(v) = x.get(k + 2) {
            y[k] += *v * 2.0;
        }
    }
}

mod items_of_arrays {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k]];
        if let Some(&v) = w.get(k) {
            y[k] = v;
        } else {
            y[k] = -1.0;
        }
        y[k] += w.get(k + 1).copied().unwrap_or(7.0) + w.get(k).map_or(0.25, |v| v * 2.0);
        match w.get(k) {
            Some(v) => y[k] += v,
            None => y[k] += 0.5,
        }
    }
}

mod first_and_last {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k]];
        if let Some(v) = w.first() {
            y[k] += v;
        }
        if let Some(v) = w.last() {
            y[k] += v;
        }
        y[k] += w.first().copied().unwrap_or(0.0) + w.last().map(|v| v * 3.0).unwrap_or(1.0);
        y[k] += x.first().copied().unwrap_or(0.0) + x.last().copied().unwrap();
    }
}

mod slice_parameters {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn at(w: &[f32], k: usize) -> f32 {
        w.get(k).copied().unwrap_or(0.0)
            + match w.first() {
                Some(v) => *v,
                None => 0.0,
            }
            + if let Some(l) = w.last() { *l } else { 1.0 }
    }
    #[device]
    fn rec(w: &[f32]) -> f32 {
        if let Some((head, tail)) = w.split_first() {
            *head * 10.0 + tail.len() as f32 + tail.iter().sum::<f32>()
        } else {
            -1.0
        }
    }
    #[device]
    fn rec2(w: &[f32]) -> f32 {
        match w.split_last() {
            Some((l, rest)) => l * 2.0 + rest[0],
            None => 0.0,
        }
    }

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k]];
        y[k] = at(&w, k) + at(&w[1..], k) + rec(&w) + rec(&w[3..]) + rec2(&w);
    }
}

mod mutable_items {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut w = [1.0, 2.0, x[k], 4.0];
        if let Some(v) = w.get_mut(k) {
            *v += 5.0;
        }
        if let Some(v) = w.last_mut() {
            *v *= 2.0;
        }
        if let Some(v) = w.iter_mut().find(|v| **v > 2.0) {
            *v = 0.0;
        }
        y[k] = w.iter().sum();
    }
}

mod next_and_find {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k], 4.0];
        y[k] = *w.iter().next().unwrap() + w.iter().skip(1).next().copied().unwrap_or(0.0);
        if let Some(v) = w.iter().find(|v| **v > 1.5) {
            y[k] += v;
        }
        if let Some(&v) = x.iter().find(|&&v| v > 3.0) {
            y[k] += v;
        }
        if let Some((j, v)) = w.iter().enumerate().find(|(_, v)| **v > 3.0) {
            y[k] += j as f32 * v;
        }
    }
}

mod greatest_items {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k], 4.0];
        let m = w.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
        y[k] = *m;
        if let Some((j, v)) = w.iter().enumerate().min_by(|a, b| a.1.total_cmp(b.1)) {
            y[k] += j as f32 + v;
        }
        y[k] += *w.iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap();
        let u = [3u32, k as u32, 4];
        z[k] = *u.iter().max().unwrap() + u.iter().min().copied().unwrap_or(0);
        let best =
            w.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(j, _)| j).unwrap();
        z[k] += best as u32;
    }
}

mod structs {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct P {
        x: f32,
        w: f32,
    }

    same_on_host! { (k, x, b, y, z)
        let ps = [P { x: 1.0, w: 2.0 }, P { x: x[k], w: 3.0 }];
        if let Some(p) = ps.get(k) {
            y[k] = p.x * p.w;
        }
        y[k] += ps.iter().max_by(|a, b| a.w.total_cmp(&b.w)).unwrap().x;
        y[k] += ps.get(k).map(|p| p.w).unwrap_or(0.0);
        let Some(q) = ps.get(k) else { return };
        y[k] += q.x;
    }
}

mod variables {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k], 4.0];
        let g = w.get(k);
        if let Some(v) = g {
            y[k] = *v;
        }
        if g.is_some() {
            y[k] += 1.0;
        }
        let f = w.first().unwrap();
        y[k] += f;
        if w.get(k + 1).is_none() {
            y[k] += 10.0;
        }
        if x.get(k).is_some_and(|v| *v > 2.0) {
            y[k] += 100.0;
        }
    }
}

mod parts_of_arrays {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k], 4.0];
        if let Some(s) = w.get(k..k + 2) {
            y[k] = s.iter().sum();
        }
    }
}

mod question_mark {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn g(w: &[f32], k: usize) -> Option<f32> {
        let v = w.get(k)?;
        let u = *w.get(k + 1)?;
        Some(v + u)
    }
    #[device]
    fn h(w: &[f32; 4], k: usize) -> Result<f32, u32> {
        let v = w.get(k).ok_or(7u32)?;
        Ok(*v)
    }

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k], 4.0];
        y[k] = g(&w, k).unwrap_or(-3.0) + h(&w, k).unwrap_or_else(|e| e as f32);
    }
}

mod let_else_and_while_let {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k], 4.0];
        let Some(&v) = w.get(k) else {
            y[k] = -1.0;
            return;
        };
        y[k] = v;
        while let Some(&q) = w.get(z[k] as usize) {
            z[k] += 1;
            y[k] += q;
        }
    }
}

mod mutable_items_of_chains {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut w = [1.0, 2.0, x[k], 4.0];
        if let Some(v) = w.iter_mut().find(|v| **v > 2.0) {
            *v = 0.5;
        }
        if let Some((j, v)) = w.iter_mut().enumerate().find(|(j, v)| *j > 1 && **v > 0.0) {
            *v += j as f32;
        }
        if let Some(v) = w.iter_mut().last() {
            *v *= 3.0;
        }
        if let Some(c) = w.chunks_mut(2).nth(1) {
            c[0] += 9.0;
        }
        if let Some(s) = w.chunks(3).last() {
            y[k] += s[0] + s.len() as f32;
        }
        *w.iter_mut().next().unwrap() += 1.0;
        if let Some(s) = w.windows(2).find(|s| s[0] < s[1]) {
            y[k] += s[1] * 100.0;
        }
        y[k] += w.iter().sum::<f32>();
        if let Some(v) = w.first_mut() {
            *v = 7.0;
        }
        y[k] += w[0];
        let mut it = w.iter_mut();
        if let Some(v) = it.next() {
            *v += 1.0;
        }
        if let Some(v) = it.next() {
            *v += 2.0;
        }
        y[k] += w[0] * 3.0 + w[1];
    }
}

mod methods {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct P {
        x: f32,
        w: f32,
    }
    #[device]
    fn heaviest(ps: &[P]) -> f32 {
        ps.iter().max_by(|a, b| a.w.total_cmp(&b.w)).map_or(-1.0, |p| p.x)
    }
    #[device]
    fn near(ps: &[P; 3], q: f32) -> Option<f32> {
        let best = ps.iter().min_by(|a, b| (a.x - q).abs().total_cmp(&(b.x - q).abs()))?;
        Some(best.w)
    }
    #[device]
    fn idx(w: &[f32], v: f32) -> Option<usize> {
        w.iter().position(|&u| u == v)
    }

    same_on_host! { (k, x, b, y, z)
        let ps = [P { x: 1.0, w: 2.0 }, P { x: x[k], w: 3.0 }, P { x: 4.0, w: 2.5 }];
        y[k] = heaviest(&ps) + near(&ps, 2.0).unwrap_or(0.0) + heaviest(&ps[..0]);
        if let Some(p) = ps.iter().find(|p| p.w > 2.2 && p.x > 3.5) {
            y[k] += p.x * 10.0;
        }
        let hit = ps.iter().filter(|p| p.x < 3.0).min_by(|a, b| a.w.partial_cmp(&b.w).unwrap());
        match hit {
            Some(P { w, .. }) => y[k] += *w * 100.0,
            None => y[k] += 0.5,
        }
        let s: f32 = (0..5).filter_map(|j| ps.get(j)).map(|p| p.w).sum();
        y[k] += s;
        let t = ps.get(k).or(ps.first()).unwrap().x;
        y[k] += t;
        let u = ps.last().filter(|p| p.x > 3.0).map(|p| p.w);
        y[k] += u.unwrap_or(0.0);
        y[k] +=
            ps.get(k).copied().map_or(0.0, |p| p.x) + ps.iter().last().map(|p| p.w).unwrap_or_default();
        z[k] = idx(&[1.0, 2.0, x[k]], 2.0).map_or(9, |v| v as u32);
        if ps.get(1).is_some()
            && let Some(p) = ps.get(k)
            && p.w > 2.0
        {
            y[k] += 1000.0;
        }
        y[k] += *[1.0, 5.0].get(k % 3).unwrap_or(&2.0);
        let mut f = [[0u32; 3]; 2];
        if let Some(row) = f.get_mut(k % 3) {
            row[1] = 5;
            if let Some(c) = row.last_mut() {
                *c = 3;
            }
        }
        z[k] += f[0][1] + f[1][2] * 10;
        if let Some(row) = f.get(1) {
            z[k] += row.iter().sum::<u32>() * 100;
        }
    }
}

mod greatest_keys {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let w = [3u32, k as u32, 7];
        z[k] = w.iter().copied().min_by_key(|v| v.abs_diff(4)).unwrap()
            + *w.iter().max_by_key(|v| **v % 4).unwrap();
        z[k] += w.iter().last().unwrap()
            + w.iter().nth(1).unwrap()
            + w.iter().enumerate().filter(|(_, v)| **v > 2).map(|(i, _)| i as u32).last().unwrap_or(9);
        let (lo, hi): (u32, u32) = (w.iter().copied().min().unwrap(), *w.iter().max().unwrap());
        z[k] += hi - lo;
    }
}

/// A closure kernel captures a view, of which it uses only methods that return an `Option`.
#[test]
fn closure_kernels() {
    use amp::prelude::*;

    let values = [1.0f32, 5.0, 2.0, 8.0];
    amp_tests::on_each(|accelerator| {
        let x = ArrayView::new(&values);
        let mut y = ArrayViewMut::<f32>::without_source([6]).unwrap();
        let kernel = amp!(|i: Index<1>| {
            let own = x.get(i[0]).copied().unwrap_or(-1.0);
            let greatest = x.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
            y[i] = own * 100.0 + greatest;
            if let Some(v) = x.first()
                && let Some(w) = x.last()
            {
                y[i] += v + w;
            }
        });
        accelerator.default_view().parallel_for_each(6, kernel).unwrap();
        assert_eq!(y.to_vec().unwrap(), [117.0, 517.0, 217.0, 817.0, -83.0, -83.0]);
    });
}

/// An element of a row of a view, and of tile memory.
#[test]
fn rows_and_tile_memory() {
    use amp::prelude::*;

    #[kernel(tile = [4])]
    fn run(t: TiledIndex<1>, x: &ArrayView<f32, 2>, y: &mut ArrayViewMut<f32>) {
        #[tile_static]
        let mut shared: [f32; 4];
        shared[t.local[0]] = x.project(0).unwrap().get(t.local[0]).copied().unwrap_or(9.0);
        t.barrier.wait();
        let row = x.project(1).unwrap();
        if let Some(v) = row.get(t.local[0] + 1) {
            y[t.global] += *v;
        }
        if let Some(v) = shared.get(t.local[0] + 1) {
            y[t.global] += *v * 10.0;
        }
        y[t.global] += *shared.iter().min_by(|a, b| a.total_cmp(b)).unwrap() * 100.0;
    }

    let values = [4.0f32, 3.0, 2.0, 1.0, 2.0, 3.0];
    amp_tests::on_each(|accelerator| {
        let x = ArrayView::with_extent([2, 3], &values).unwrap();
        let mut y = ArrayViewMut::<f32>::without_source([4]).unwrap();
        let domain = y.extent().tile([4]).unwrap();
        accelerator.default_view().parallel_for_each(domain, run(&x, &mut y)).unwrap();
        assert_eq!(y.to_vec().unwrap(), [232.0, 223.0, 290.0, 200.0]);
    });
}

mod constant_positions {
    use amp::prelude::*;

    use super::same_on_host;

    const BEYOND: usize = 5;

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k]];
        y[k] = w.get(6).copied().unwrap_or(9.0) + w.get(1).copied().unwrap_or(8.0);
        y[k] += w.get(BEYOND).copied().unwrap_or(0.5) + w.get(BEYOND - 3).copied().unwrap_or(0.25);
        if let Some(&v) = w.get(7) {
            y[k] += v;
        }
        y[k] += w.get(4).map_or(16.0, |v| v * 2.0);
    }
}
