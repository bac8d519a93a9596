//! `Ordering`, and derived and hand-written orders.

use crate::compare::same_on_host;

mod derived_order {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, GpuType)]
    #[repr(C)]
    struct Key {
        hi: u32,
        lo: u32,
    }

    same_on_host! { (k, x, b, y, z)
        let p = Key { hi: k as u32 / 2, lo: 5 };
        let q = Key { hi: 1, lo: 2 + k as u32 };
        let m = p.min(q);
        z[k] = m.hi * 100 + m.lo;
        let w = p.max(q);
        z[k] += w.lo * 1000;
        if p < q {
            z[k] += 1;
        }
        match p.cmp(&q) {
            std::cmp::Ordering::Less => z[k] += 7,
            _ => {}
        }
        z[k] += (std::cmp::max(p, q) == q) as u32;
        let c = p.clamp(Key { hi: 0, lo: 9 }, Key { hi: 2, lo: k as u32 });
        z[k] += c.hi * 10_000 + c.lo * 100_000;
    }
}

mod sorts {
    use amp::prelude::*;

    use super::same_on_host;

    #[device]
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, GpuType)]
    #[repr(C)]
    struct Key {
        hi: u32,
        lo: u32,
    }

    same_on_host! { (k, x, b, y, z)
        let mut ks = [Key { hi: 3, lo: 1 }, Key { hi: k as u32, lo: 2 }, Key { hi: 3, lo: 0 }];
        ks.sort_unstable();
        z[k] = ks[0].lo + ks[1].lo * 10 + ks[2].lo * 100;
        let m = ks.iter().copied().max().unwrap();
        z[k] += m.hi * 1000;
        z[k] += ks.iter().min().unwrap().hi;
        ks.sort_by_key(|q| (q.lo, q.hi));
        z[k] += ks[0].hi * 7;
        ks.sort_unstable_by(|a, b| b.cmp(a));
        z[k] += ks[0].lo;
    }
}

mod defaults {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, Default, PartialEq, GpuType)]
    #[repr(C)]
    struct P {
        x: f32,
        n: u32,
    }
    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct M<const N: usize> {
        w: [f32; N],
    }
    impl<const N: usize> Default for M<N> {
        fn default() -> Self {
            M { w: [1.5; N] }
        }
    }
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, GpuType)]
    #[repr(u32)]
    enum K {
        #[default]
        A = 0,
        B = 1,
    }

    same_on_host! { (k, x, b, y, z)
        let p = P::default();
        let q = P { x: x[k], ..Default::default() };
        let r = P { n: 4, ..P::default() };
        y[k] = p.x + q.x;
        z[k] = r.n + q.n;
        let m = M::<4>::default();
        y[k] += m.w[2];
        let m2: M<3> = Default::default();
        y[k] += m2.w[0];
        if K::default() == K::A {
            z[k] += 10;
        }
        let d: f32 = Default::default();
        let e = u32::default();
        y[k] += d;
        z[k] += e;
        let m3: M<2> = M::default();
        y[k] += m3.w[1];
        let arr: [P; 3] = [P::default(); 3];
        y[k] += arr[0].x;
        let t: (u32, f32) = Default::default();
        z[k] += t.0;
        let ar: [f32; 4] = Default::default();
        y[k] += ar[0];
    }
}

mod enums_without_fields {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, GpuType)]
    #[repr(u32)]
    enum Lv {
        Low = 0,
        Mid = 1,
        High = 2,
    }
    #[device]
    fn lv(k: usize) -> Lv {
        if k < 2 {
            Lv::Low
        } else if k < 5 {
            Lv::Mid
        } else {
            Lv::High
        }
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = (lv(k) < Lv::High) as u32;
        let m = lv(k).max(Lv::Mid);
        z[k] += m as u32 * 10;
        z[k] += [Lv::Low, lv(k)].iter().copied().max().unwrap() as u32 * 100;
        let mut w = [lv(k), Lv::Mid, Lv::Low];
        w.sort();
        z[k] += w[2] as u32 * 1000;
        match lv(k).cmp(&Lv::Mid) {
            std::cmp::Ordering::Equal => z[k] += 5,
            _ => {}
        }
    }
}

mod hand_written_order {
    use amp::prelude::*;

    use super::same_on_host;

    use std::cmp::Ordering;
    #[derive(Clone, Copy, GpuType)]
    #[repr(C)]
    struct Hit {
        t: f32,
        id: u32,
    }
    #[device]
    impl PartialEq for Hit {
        fn eq(&self, o: &Self) -> bool {
            self.t == o.t
        }
    }
    #[device]
    impl PartialOrd for Hit {
        fn partial_cmp(&self, o: &Self) -> Option<Ordering> {
            self.t.partial_cmp(&o.t)
        }
    }

    same_on_host! { (k, x, b, y, z)
        let p = Hit { t: x[k], id: 1 };
        let q = Hit { t: 3.0, id: 2 };
        z[k] = if p < q { p.id } else { q.id };
    }
}

mod orderings {
    use amp::prelude::*;

    use super::same_on_host;

    use std::cmp::Ordering;
    #[device]
    fn order(a: f32, c: f32) -> Ordering {
        if a < c {
            Ordering::Less
        } else if a > c {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    }

    same_on_host! { (k, x, b, y, z)
        let o = (k as u32).cmp(&3);
        z[k] = match o {
            Ordering::Less => 1,
            Ordering::Equal => 2,
            Ordering::Greater => 3,
        };
        z[k] += (o == Ordering::Less) as u32 * 10;
        z[k] += o.is_ge() as u32 * 100;
        match order(x[k], 3.0) {
            Ordering::Less => z[k] += 1000,
            Ordering::Greater => z[k] += 2000,
            _ => {}
        }
        z[k] += x[k].partial_cmp(&2.0).map_or(0, |o| o.is_lt() as u32);
        z[k] += (o.reverse() as i32 + 1) as u32;
        match x[k].total_cmp(&2.5) {
            Ordering::Less => {}
            _ => z[k] += 1,
        }
        let w = [3u32, 1, 2];
        let t = w[0].cmp(&w[k % 3]).then(w[1].cmp(&w[k % 3]));
        if t.is_eq() {
            z[k] += 10000;
        }
    }
}
