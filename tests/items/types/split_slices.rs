//! Slices that `split_at` and `split_at_mut` make.

use crate::compare::same_on_host;

mod shared {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn dot(a: &[f32], b: &[f32]) -> f32 {
        let mut s = 0.0;
        for j in 0..a.len() {
            s += a[j] * b[j];
        }
        s
    }

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 2.0, x[k], 4.0];
        let (l, r) = w.split_at(2);
        y[k] = dot(l, r) + l.len() as f32 + r[0];
        let (p, q) = w[1..].split_at(1);
        y[k] += p[0] + q.iter().sum::<f32>();
    }
}

mod mutable {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn copy(a: &mut [f32], b: &[f32]) {
        for j in 0..a.len() {
            a[j] += b[j];
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut w = [1.0, 2.0, x[k], 4.0];
        let (l, r) = w.split_at_mut(2);
        copy(l, r);
        l[1] += 1.0;
        r[0] = 9.0;
        for (p, q) in l.iter_mut().zip(r.iter()) {
            *p += q;
        }
        y[k] = w[0] + w[1] * 2.0 + w[2] * 3.0;
    }
}

mod two_arguments {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn both(a: &mut [u32], b: &mut [u32]) {
        for j in 0..a.len() {
            let t = a[j];
            a[j] = b[j] + 1;
            b[j] = t * 2;
        }
    }
    #[device]
    fn add(a: &mut [u32], b: &[u32]) {
        for j in 0..b.len() {
            a[j] += b[j];
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut w = [1u32, 2, k as u32, 4, 9];
        let (l, r) = w.split_at_mut(2);
        both(l, r);
        let l2 = &w[..2];
        z[k] += l2[1];
        z[k] += w[0] + w[1] * 3 + w[2] * 5 + w[3] * 7 + w[4];
        let (p, q) = w.split_at_mut(3);
        add(p, &*q);
        z[k] += w[1] * 100;
    }
}

mod sources_and_target {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    fn merge(a: &[f32], b: &[f32], out: &mut [f32]) {
        let (mut i, mut j) = (0, 0);
        for o in out.iter_mut() {
            if j >= b.len() || i < a.len() && a[i] <= b[j] {
                *o = a[i];
                i += 1;
            } else {
                *o = b[j];
                j += 1;
            }
        }
    }

    same_on_host! { (k, x, b, y, z)
        let w = [1.0, 4.0, x[k], 5.0];
        let mut o = [0.0; 4];
        let (l, r) = w.split_at(2);
        merge(l, r, &mut o);
        merge(&w[..2], &w[2..], &mut o);
        y[k] = o[0] + o[1] * 2.0 + o[2] * 3.0;
    }
}
