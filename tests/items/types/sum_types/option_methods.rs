//! Methods of `Option` and `Result` that take references, and comparisons of the user's types.

use crate::compare::same_on_host;

mod as_ref_and_as_mut {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut o = if k % 2 == 0 { Some(x[k]) } else { None };
        if let Some(v) = o.as_mut() {
            *v += 1.0;
        }
        if let Some(v) = o.as_ref() {
            y[k] = *v;
        }
        y[k] += o.as_ref().map_or(3.0, |v| *v * 2.0);
        y[k] += o.as_ref().copied().unwrap_or(0.25);
    }
}

mod get_or_insert {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut o = if k % 2 == 0 { Some(x[k]) } else { None };
        *o.get_or_insert(5.0) += 1.0;
        y[k] = o.unwrap();
        let mut p: Option<f32> = None;
        let v = p.get_or_insert_with(|| x[k] * 2.0);
        *v += 1.0;
        y[k] += p.unwrap();
        let w = *p.get_or_insert(100.0);
        y[k] += w;
    }
}

mod take_if {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut o = Some(k as u32);
        let t = o.take_if(|v| *v > 3);
        z[k] = t.unwrap_or(50) + o.unwrap_or(7);
        z[k] += o.is_none_or(|v| v < 2) as u32 * 1000;
        z[k] += o.unwrap_or_default();
    }
}

mod flatten_and_unzip {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let o: Option<Option<u32>> = if k > 5 {
            None
        } else if k > 2 {
            Some(None)
        } else {
            Some(Some(k as u32))
        };
        z[k] = o.flatten().unwrap_or(9);
        let p = Some(k as u32).zip(o.flatten());
        if let Some((a, c)) = p {
            z[k] += a * 10 + c;
        }
        let (q, r) = p.unzip();
        z[k] += q.unwrap_or(3) + r.unwrap_or(4);
    }
}

mod transpose {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let o: Option<Result<u32, f32>> = if k > 5 {
            None
        } else if k > 2 {
            Some(Err(2.0))
        } else {
            Some(Ok(k as u32))
        };
        z[k] = match o.transpose() {
            Ok(Some(v)) => v,
            Ok(None) => 10,
            Err(_) => 20,
        };
        let r: Result<Option<u32>, u32> = if k > 4 { Err(1) } else { Ok(Some(2)) };
        if let Some(Ok(v)) = r.transpose() {
            z[k] += v * 100;
        }
    }
}

mod loops {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let o: Option<u32> = if k > 2 { Some(k as u32) } else { None };
        for v in o {
            z[k] += v;
        }
        for v in o.iter() {
            z[k] += v * 10;
        }
        z[k] += o.iter().sum::<u32>() + o.into_iter().chain(0..3).sum::<u32>();
        if let Some(v) = o.iter().next() {
            z[k] += v;
        }
    }
}

mod comparisons_of_user_types {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, PartialEq, Debug, GpuType)]
    #[repr(u32)]
    enum Kind {
        A = 0,
        B = 1,
    }
    #[device]
    #[derive(Clone, Copy, PartialEq, Debug, GpuType)]
    enum Sh {
        C(f32),
        N,
    }
    #[device]
    #[derive(Clone, Copy, PartialEq, GpuType)]
    #[repr(C)]
    struct P {
        x: f32,
    }
    #[device]
    fn kind(k: usize) -> Option<Kind> {
        if k == 0 {
            None
        } else if k == 1 {
            Some(Kind::A)
        } else {
            Some(Kind::B)
        }
    }

    same_on_host! { (k, x, b, y, z)
        z[k] = (kind(k) == Some(Kind::B)) as u32 + (kind(k) != None) as u32 * 10;
        let p = if k > 2 { Some(P { x: x[k] }) } else { None };
        z[k] += (p == Some(P { x: 4.0 })) as u32 * 100;
        let s = if k > 3 { Some(Sh::C(1.0)) } else { Some(Sh::N) };
        z[k] += (s == Some(Sh::N)) as u32 * 1000;
        assert_eq!(kind(0), None);
        let r: Result<P, Kind> = if k > 4 { Ok(P { x: 1.0 }) } else { Err(Kind::A) };
        z[k] += (r == Err(Kind::A)) as u32 * 3;
        z[k] += (r != Ok(P { x: 1.0 })) as u32 * 5;
    }
}

mod results {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let mut r: Result<u32, f32> = if k > 2 { Ok(k as u32) } else { Err(x[k]) };
        if let Ok(v) = r.as_mut() {
            *v += 1;
        }
        if let Err(e) = r.as_ref() {
            y[k] = *e;
        }
        z[k] = r.unwrap_or(0);
        z[k] += r.is_ok_and(|v| v > 5) as u32;
        z[k] += r.ok().map_or(1, |v| v * 2);
    }
}

mod fields {
    use amp::prelude::*;

    use super::same_on_host;

    #[derive(Clone, Copy, GpuType)]
    struct Best {
        hit: Option<f32>,
        n: u32,
    }
    #[device]
    impl Best {
        fn put(&mut self, v: f32) {
            if let Some(h) = self.hit.as_mut() {
                *h = h.min(v);
            } else {
                self.hit = Some(v);
            }
        }
        fn get(&self) -> f32 {
            self.hit.as_ref().copied().unwrap_or(-1.0)
        }
        fn near(&self) -> bool {
            self.hit.is_some_and(|h| h < 3.0)
        }
        fn bump(&mut self) -> f32 {
            *self.hit.get_or_insert(0.5)
        }
        fn take(&mut self) -> Option<f32> {
            self.hit.take()
        }
        fn replace(&mut self, v: f32) -> Option<f32> {
            self.hit.replace(v)
        }
    }

    same_on_host! { (k, x, b, y, z)
        let mut h = Best { hit: None, n: 0 };
        for j in 0..k {
            h.put(x[j]);
        }
        y[k] = h.get() + h.near() as u32 as f32 + h.bump();
        let t = h.take();
        y[k] += t.unwrap_or(0.0);
        let _ = h.replace(4.0);
        y[k] += h.get();
    }
}

mod orders {
    use amp::prelude::*;

    use super::same_on_host;

    same_on_host! { (k, x, b, y, z)
        let p = if k > 2 { Some(k as u32) } else { None };
        let q = Some(4u32);
        z[k] = (p < q) as u32 + (p >= q) as u32 * 2;
        z[k] += p.max(q).unwrap_or(0) * 10 + p.min(q).unwrap_or(5) * 100;
        match p.cmp(&q) {
            std::cmp::Ordering::Less => z[k] += 1000,
            std::cmp::Ordering::Equal => z[k] += 2000,
            std::cmp::Ordering::Greater => {}
        }
    }
}
